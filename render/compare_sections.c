/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "model/mixture.h"
#include "render/compare.h"
#include "render/compare_figures.h"
#include "render/compare_sheets.h"

/* With more drives than this, each is set against the first one only. */
#define PAIRS_OF 4
#define MOST_PAIRS 8

/* Loads of which all pairs of threads and depth are shown. */
#define MOST_MATRICES 3

struct maker {
	struct compare *c;
	size_t nsections;
	struct compare_section *sections;
	bool shows;			/* any number at all */
};

/* ----------------------------------------------------- sections and parts */

/* The heading is the text of "compare.section.NAME"; the first section has
 * none, it is the title's. */
static void
add_section(struct maker *m, const char *name)
{
	struct compare *c = m->c;

	m->sections = arena_grow(c->arena, m->sections, m->nsections,
	    sizeof(*m->sections));
	m->sections[m->nsections++] = (struct compare_section){.name = name,
	    .heading = lang_text(c->lang, arena_printf(c->arena,
	    "compare.section.%s", name))};
}

/* A section with nothing in it goes away. */
static void
end_section(struct maker *m)
{
	if (m->sections[m->nsections - 1].nparts == 0)
		m->nsections--;
}

static struct compare_part *
add_part(struct maker *m)
{
	struct compare_section *s = &m->sections[m->nsections - 1];

	s->parts = arena_grow(m->c->arena, s->parts, s->nparts,
	    sizeof(*s->parts));
	s->parts[s->nparts] = (struct compare_part){.name = NULL};
	return &s->parts[s->nparts++];
}

static struct compare_part *
add_sheet(struct maker *m, struct sheet *sheet)
{
	if (sheet == NULL)
		return NULL;
	struct compare_part *part = add_part(m);
	part->name = sheet->name;
	part->sheet = sheet;
	return part;
}

static void
add_numbers(struct maker *m, struct sheet *sheet)
{
	m->shows |= sheet != NULL;
	add_sheet(m, sheet);
}

static void
add_text(struct maker *m, const char *text)
{
	add_part(m)->text = text;
}

static void
add_figure(struct maker *m, struct figure *figure)
{
	if (figure == NULL)
		return;
	struct compare_part *part = add_part(m);
	part->name = figure->name;
	part->figure = figure;
	m->shows = true;
}

static void
add_figures(struct maker *m, struct compare_figures figures)
{
	for (size_t i = 0; i < figures.count; i++)
		add_figure(m, figures.figures[i]);
}

/* ---------------------------------------------------------- what to look at */

static bool
has_value(const int64_t *values, size_t count, int64_t value)
{
	for (size_t i = 0; i < count; i++)
		if (values[i] == value)
			return true;
	return false;
}

static size_t
count_drives(const struct compare *c, const struct compare_setting *s,
    int64_t block, int64_t mix)
{
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_point *p = compare_find(&c->drives[i], s,
		    block, mix, "all");

		count += p != NULL && isfinite(p->values[COMPARE_IOPS]);
	}
	return count;
}

/* The mixed load that most drives have, nearest to two reads in three; -1 if
 * there is none. */
static int64_t
mixed_load(const struct compare *c, const struct compare_setting *s,
    int64_t block)
{
	int64_t *mixes, best = -1;
	size_t n = compare_values(c, NULL, s, FACTOR_MIX, COMPARE_IOPS,
	    &mixes), most = 0;

	for (size_t i = 0; i < n; i++) {
		size_t count = count_drives(c, s, block, mixes[i]);

		if (mixes[i] <= 0 || mixes[i] >= 100 || count == 0)
			continue;
		if (count > most || (count == most &&
		    llabs(mixes[i] - 67) < llabs(best - 67))) {
			most = count;
			best = mixes[i];
		}
	}
	return best;
}

/* 4 KiB where there is such a block, else the smallest. */
static int64_t
small_block(const struct compare *c, const struct compare_setting *s)
{
	int64_t *blocks;
	size_t n = compare_values(c, NULL, s, FACTOR_BLOCK, COMPARE_IOPS,
	    &blocks);

	return n == 0 || has_value(blocks, n, 4096) ? 4096 : blocks[0];
}

/* ------------------------------------------------------------- the sections */

static void
add_drives(struct maker *m)
{
	struct compare *c = m->c;

	add_section(m, "drives");
	add_sheet(m, compare_sheet_drives(c))->key = true;
	if (c->ndrives == 1)
		compare_remark(c, lang_text(c->lang, "compare.remark.one"));
	if (c->ndrives > COMPARE_LINES)
		compare_remark(c, lang_fill(c->arena, c->lang,
		    "compare.remark.many", "lines", lang_whole(c->arena,
		    c->lang, COMPARE_LINES), NULL));
}

static void
add_random(struct maker *m, const struct compare_setting *s)
{
	struct compare *c = m->c;
	int64_t block = small_block(c, s), mixed = mixed_load(c, s, block);
	struct compare_place places[3] = {{block, 100}, {block, 0},
	    {block, mixed}};

	add_section(m, "random");
	add_figures(m, compare_bars(c, s, COMPARE_IOPS, "bars-iops",
	    mixed < 0 ? 2 : 3, places));
	add_numbers(m, compare_sheet_iops(c, s));
	add_numbers(m, compare_sheet_others(c, s));
	end_section(m);
}

/* What a laboratory shows beside the rate: mean, maximum and standard deviation
 * under the same load. */
static void
add_spread(struct maker *m, const struct compare_setting *s)
{
	static const struct { enum compare_metric metric; const char *name; }
	bars[] = {
		{COMPARE_MEAN, "bars-mean"}, {COMPARE_MAX, "bars-max"},
		{COMPARE_SD, "bars-sd"},
	};
	struct compare *c = m->c;
	int64_t block = small_block(c, s), mixed = mixed_load(c, s, block);
	struct compare_place places[3] = {{block, 100}, {block, 0},
	    {block, mixed}};

	add_section(m, "spread");
	for (size_t i = 0; i < sizeof(bars) / sizeof(*bars); i++)
		add_figures(m, compare_bars(c, s, bars[i].metric,
		    bars[i].name, mixed < 0 ? 2 : 3, places));
	end_section(m);
}

static void
add_lines(struct maker *m, const struct compare_setting *s)
{
	struct compare *c = m->c;
	int64_t block = small_block(c, s), mixed = mixed_load(c, s, block);
	int64_t mixes[3] = {100, 0, mixed}, blocks[2] = {block, 65536};

	add_section(m, "lines");
	for (int i = 0; i < (mixed < 0 ? 2 : 3); i++)
		add_figure(m, compare_over_blocks(c, s, COMPARE_IOPS, mixes[i],
		    arena_printf(c->arena, "iops-block-%" PRId64, mixes[i])));
	for (int i = 0; i < (block == 65536 ? 1 : 2); i++)
		add_figure(m, compare_over_mixes(c, s, blocks[i],
		    arena_printf(c->arena, "iops-mix-%" PRId64, blocks[i])));
	end_section(m);
}

/* The drives, by index, that have points to set in percent. */
struct several {
	size_t count;
	size_t *drives;
};

typedef void pair_function(struct maker *m, const struct compare_setting *s,
    size_t first, size_t second);

/* Each of up to PAIRS_OF drives of each other, of more only of the first. */
static void
add_pairs(struct maker *m, const char *section, const struct several *with,
    const struct compare_setting *s, pair_function *add)
{
	struct compare *c = m->c;
	size_t n = with->count, ntexts;

	add_section(m, section);
	add_text(m, lang_text(c->lang, "compare.text.ratios"));
	if (n > PAIRS_OF)
		add_text(m, lang_fill(c->arena, c->lang, n - 1 > MOST_PAIRS ?
		    "compare.text.ratios-some" : "compare.text.ratios-first",
		    "name", c->drives[with->drives[0]].name, "count",
		    lang_whole(c->arena, c->lang, MOST_PAIRS), NULL));
	ntexts = m->sections[m->nsections - 1].nparts;
	for (size_t i = 0; n <= PAIRS_OF && i < n; i++)
		for (size_t k = i + 1; k < n; k++)
			add(m, s, with->drives[i], with->drives[k]);
	for (size_t i = 1; n > PAIRS_OF && i < n && i <= MOST_PAIRS; i++)
		add(m, s, with->drives[i], with->drives[0]);
	if (m->sections[m->nsections - 1].nparts == ntexts)
		m->nsections--;
}

static void
add_pair(struct maker *m, const struct compare_setting *s, size_t first,
    size_t second)
{
	struct compare *c = m->c;

	add_figure(m, compare_ratio(c, s, &c->drives[first],
	    &c->drives[second], arena_printf(c->arena, "ratio-%zu-%zu",
	    first + 1, second + 1)));
}

static void
add_ratios(struct maker *m, const struct compare_setting *s)
{
	struct compare *c = m->c;
	struct several with = {.drives = arena_array(c->arena, c->ndrives + 1,
	    sizeof(*with.drives))};

	for (size_t i = 0; i < c->ndrives; i++) {
		int64_t *blocks;

		if (compare_values(c, &c->drives[i], s, FACTOR_BLOCK,
		    COMPARE_IOPS, &blocks) > 0)
			with.drives[with.count++] = i;
	}
	add_pairs(m, "ratios", &with, s, add_pair);
}

/* Over mixes at 4 KiB, and over block sizes at two reads in three. */
static void
add_queue_pair(struct maker *m, const struct compare_setting *s, size_t first,
    size_t second)
{
	struct compare *c = m->c;
	const struct compare_drive *a = &c->drives[first],
	    *b = &c->drives[second];
	int64_t *blocks, *mixes;
	size_t nblocks = compare_varied(c, FACTOR_BLOCK, &blocks);
	size_t nmixes = compare_varied(c, FACTOR_MIX, &mixes);

	(void)s;
	add_figure(m, compare_ratio_queues(c, a, b, FACTOR_MIX,
	    compare_nearest(blocks, nblocks, 4096), arena_printf(c->arena,
	    "ratio-queue-mix-%zu-%zu", first + 1, second + 1)));
	add_figure(m, compare_ratio_queues(c, a, b, FACTOR_BLOCK,
	    compare_nearest(mixes, nmixes, 67), arena_printf(c->arena,
	    "ratio-queue-block-%zu-%zu", first + 1, second + 1)));
}

static void
add_queue_ratios(struct maker *m)
{
	struct compare *c = m->c;
	struct several with = {.drives = arena_array(c->arena, c->ndrives + 1,
	    sizeof(*with.drives))};

	for (size_t i = 0; i < c->ndrives; i++)
		for (size_t k = 0; k < c->drives[i].ntests; k++) {
			const struct compare_test *t = &c->drives[i].tests[k];

			if (t->kind != COMPARE_RANDOM || !t->queues ||
			    compare_is_one_load(t))
				continue;
			with.drives[with.count++] = i;
			break;
		}
	add_pairs(m, "queue-ratios", &with, NULL, add_queue_pair);
}

static void
add_throughput(struct maker *m, const struct compare_setting *s)
{
	struct compare *c = m->c;
	struct compare_place places[4];
	size_t count = 0;
	int64_t *blocks;
	size_t n = compare_values(c, NULL, s, FACTOR_BLOCK, COMPARE_MB_S,
	    &blocks);

	add_section(m, "throughput");
	/* Where blocks are told, at most two of them; else any. */
	for (size_t i = 0; i < n && count + 2 <= 4; i++)
		if (n <= 2 || blocks[i] == 131072 || blocks[i] == 1048576) {
			places[count++] = (struct compare_place){blocks[i],
			    100};
			places[count++] = (struct compare_place){blocks[i],
			    0};
		}
	if (count == 0) {
		int64_t block = n > 0 ? blocks[n - 1] : COMPARE_UNTOLD;

		places[count++] = (struct compare_place){block, 100};
		places[count++] = (struct compare_place){block, 0};
	}
	add_figures(m, compare_bars(c, s, COMPARE_MB_S, "bars-throughput",
	    count, places));
	/* Sweeps of the transfer size; of two sizes the bars tell all. */
	for (int64_t mix = 100; n > 2 && mix >= 0; mix -= 100)
		add_figure(m, compare_over_blocks(c, s, COMPARE_MB_S, mix,
		    arena_printf(c->arena, "throughput-block-%" PRId64,
		    mix)));
	add_numbers(m, compare_sheet_throughput(c, s));
	end_section(m);
}

/* "latency-iops-4096-100"; a mixture of sizes has no number. */
static const char *
place_name(const struct compare *c, const char *name,
    const struct compare_place *place)
{
	return mixture_of(place->block) != NULL ? arena_printf(c->arena,
	    "%s-mixed-%" PRId64, name, place->mix) : arena_printf(c->arena,
	    "%s-%" PRId64 "-%" PRId64, name, place->block, place->mix);
}

/* The drive that alone varied the queue; NULL if there are more, or none. */
static const struct compare_drive *
only_curve(const struct compare *c)
{
	const struct compare_drive *found = NULL;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		bool varied = false;

		for (size_t k = 0; k < d->ntests; k++)
			varied |= d->tests[k].kind == COMPARE_RANDOM &&
			    d->tests[k].queues;
		if (varied && found != NULL)
			return NULL;
		if (varied)
			found = d;
	}
	return found;
}

static void
add_latency(struct maker *m)
{
	struct compare *c = m->c;
	struct compare_setting one = {.kind = COMPARE_RANDOM,
	    .outstanding = 1, .queues = true};
	struct compare_curves curves = compare_find_curves(c);

	add_section(m, "latency");
	add_numbers(m, compare_sheet_latency(c, &one));
	end_section(m);
	/* A curve of one drive alone compares nothing. */
	const struct compare_drive *alone = only_curve(c);
	if (alone != NULL && c->ndrives > 1) {
		compare_omit(c, alone, lang_text(c->lang,
		    "compare.section.intensity"), lang_text(c->lang,
		    "compare.why.alone"));
		curves.count = 0;
	}
	add_section(m, "intensity");
	for (size_t i = 0; i < curves.count; i++)
		add_figure(m, compare_intensity(c, curves.places[i].block,
		    curves.places[i].mix, place_name(c, "latency-iops",
		    &curves.places[i])));
	for (size_t i = 0; i < curves.count; i++)
		if (i >= curves.nvaried || curves.places[i].block ==
		    curves.places[0].block)
			add_figure(m, compare_over_queues(c,
			    curves.places[i].block, curves.places[i].mix,
			    place_name(c, "iops-queue", &curves.places[i])));
	end_section(m);
	add_section(m, "matrix");
	for (size_t i = 0, shown = 0; i < curves.count &&
	    shown < MOST_MATRICES; i++) {
		struct compare_figures figures = compare_matrix(c,
		    curves.places[i].block, curves.places[i].mix,
		    place_name(c, "matrix", &curves.places[i]));

		add_figures(m, figures);
		shown += figures.count > 0;
	}
	end_section(m);
}

/* Loads of saturation, of pauses and so on of which there are figures. */
#define MOST_LOADS 3

/* The name of the figures of the n-th load. */
static const char *
load_name(const struct compare *c, const char *name, size_t n)
{
	return n == 0 ? name : arena_printf(c->arena, "%s-%zu", name, n + 1);
}

static void
add_saturation(struct maker *m)
{
	struct compare *c = m->c;
	const struct compare_test *loads[MOST_LOADS];
	size_t count = compare_loads(c, COMPARE_SATURATION, lang_text(c->lang,
	    "compare.kind.saturation"), MOST_LOADS, loads);

	add_section(m, "saturation");
	for (size_t i = 0; i < count; i++)
		add_figures(m, compare_saturation(c, loads[i], load_name(c,
		    "saturation", i)));
	add_figures(m, compare_saturation_bars(c, "bars-saturation"));
	add_numbers(m, compare_sheet_saturation(c));
	end_section(m);
}

static void
add_pauses(struct maker *m)
{
	struct compare *c = m->c;
	const struct compare_test *loads[MOST_LOADS];
	size_t count = compare_loads(c, COMPARE_PAUSES, lang_text(c->lang,
	    "compare.kind.pauses"), MOST_LOADS, loads);

	add_section(m, "pauses");
	for (size_t i = 0; i < count; i++) {
		add_figures(m, compare_pause_bars(c, loads[i], load_name(c,
		    "bars-pauses", i)));
		add_figure(m, compare_over_pauses(c, loads[i], load_name(c,
		    "pauses", i)));
		add_numbers(m, compare_sheet_pauses(c, loads[i], load_name(c,
		    "pauses", i)));
	}
	end_section(m);
}

static void
add_selected(struct maker *m)
{
	struct compare *c = m->c;
	const struct compare_test *loads[MOST_LOADS];
	size_t count = compare_loads(c, COMPARE_SELECTED, lang_text(c->lang,
	    "compare.kind.selected"), MOST_LOADS, loads);

	add_section(m, "points");
	for (size_t i = 0; i < count; i++) {
		add_figures(m, compare_selected(c, loads[i], load_name(c,
		    "bars-points", i)));
		add_numbers(m, compare_sheet_selected(c, loads[i],
		    load_name(c, "points", i)));
	}
	end_section(m);
}

static void
add_recovery(struct maker *m)
{
	struct compare *c = m->c;
	const struct compare_test *loads[MOST_LOADS];
	size_t count = compare_loads(c, COMPARE_RECOVERY, lang_text(c->lang,
	    "compare.kind.recovery"), MOST_LOADS, loads);

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_test *t = compare_test_of(&c->drives[i],
		    COMPARE_RECOVERY, NULL);

		if (t != NULL && t->nrecords == 0)
			compare_omit(c, &c->drives[i], lang_text(c->lang,
			    "compare.figure.recovery"), lang_text(c->lang,
			    "compare.why.no-cells"));
	}
	add_section(m, "recovery");
	for (size_t i = 0; i < count; i++) {
		add_figures(m, compare_recovery(c, loads[i], load_name(c,
		    "recovery", i)));
		add_numbers(m, compare_sheet_recovery(c, loads[i],
		    load_name(c, "recovery", i)));
	}
	end_section(m);
}

static void
add_rest(struct maker *m, const struct compare_setting *random)
{
	struct compare *c = m->c;
	int64_t block = random == NULL ? 4096 : small_block(c, random);

	struct sheet **sheets;
	size_t count = compare_sheets_specification(c, &sheets);
	add_section(m, "specification");
	for (size_t i = 0; i < count; i++)
		add_numbers(m, sheets[i]);
	end_section(m);
	add_section(m, "claims");
	add_numbers(m, compare_sheet_claims(c));
	end_section(m);
	add_section(m, "applications");
	add_figures(m, compare_applications(c));
	add_numbers(m, compare_sheet_applications(c));
	end_section(m);
	add_section(m, "prices");
	add_figures(m, compare_prices(c, random, block));
	add_numbers(m, compare_sheet_prices(c, random, block));
	end_section(m);
	add_section(m, "relations");
	add_numbers(m, compare_sheet_relations(c));
	end_section(m);
}

/* What stands in front of the numbers, but is known only after them. */
static void
add_front(struct maker *m)
{
	struct compare *c = m->c;

	add_drives(m);
	for (size_t i = 0; i < c->nremarks; i++)
		add_text(m, c->remarks[i]);
	add_section(m, "differences");
	add_sheet(m, compare_sheet_differences(c));
	end_section(m);
	add_section(m, "left-out");
	add_sheet(m, compare_sheet_omissions(c));
	end_section(m);
	add_section(m, "sources");
	add_sheet(m, compare_sheet_sources(c));
	end_section(m);
}

/* False if there is no number at all. */
static bool
collect(struct compare *c)
{
	struct compare_setting random, sequential;
	struct maker numbers = {.c = c}, m = {.c = c};

	bool has_random = compare_setting_of(c, COMPARE_RANDOM, lang_text(
	    c->lang, "compare.kind.random"), &random);
	bool has_sequential = compare_setting_of(c, COMPARE_SEQUENTIAL,
	    lang_text(c->lang, "compare.kind.sequential"), &sequential);
	if (has_random)
		add_random(&numbers, &random);
	if (has_random)
		add_spread(&numbers, &random);
	if (has_sequential)
		add_throughput(&numbers, &sequential);
	if (has_random) {
		add_ratios(&numbers, &random);
		add_lines(&numbers, &random);
	}
	add_latency(&numbers);
	add_selected(&numbers);
	add_queue_ratios(&numbers);
	add_saturation(&numbers);
	add_pauses(&numbers);
	add_recovery(&numbers);
	add_rest(&numbers, has_random ? &random : NULL);
	add_front(&m);
	for (size_t i = 0; i < numbers.nsections; i++) {
		m.sections = arena_grow(c->arena, m.sections, m.nsections,
		    sizeof(*m.sections));
		m.sections[m.nsections++] = numbers.sections[i];
	}
	c->sections = m.sections;
	c->nsections = m.nsections;
	return numbers.shows;
}

/* -------------------------------------------------------------- for others */

struct compare *
compare_open(struct arena *a, const struct lang *l, struct fonts *f,
    const struct compare_inputs *in)
{
	struct compare *c = arena_alloc(a, sizeof(*c));

	*c = (struct compare){.arena = a, .lang = l, .fonts = f};
	if (compare_load(c, in) == -1 || compare_name(c, in) == -1)
		return NULL;
	compare_say(c);
	if (!collect(c)) {
		warn_msg("nothing to compare: none of the %zu inputs has a "
		    "number that a comparison shows", in->count);
		return NULL;
	}
	return c;
}

const struct compare_section *
compare_sections(const struct compare *c, size_t *count_out)
{
	*count_out = c->nsections;
	return c->sections;
}

const struct compare_part *
compare_part(const struct compare *c, const char *name, bool figure)
{
	for (size_t i = 0; i < c->nsections; i++)
		for (size_t k = 0; k < c->sections[i].nparts; k++) {
			const struct compare_part *p =
			    &c->sections[i].parts[k];

			if (p->name != NULL && (p->figure != NULL) == figure &&
			    strcmp(p->name, name) == 0)
				return p;
		}
	return NULL;
}
