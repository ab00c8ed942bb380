/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "render/compare_layout.h"
#include "render/compare_report.h"
#include "render/compare_sheets.h"
#include "render/install.h"
#include "render/style.h"

/* With more drives than this, each is set against the first one only. */
#define PAIRS_OF 4
#define MOST_PAIRS 8

/* A figure of bars is at most this high; more groups make another one. */
#define BARS_MOST_PT 560.0

/* Block sizes and mixes of which there are curves over the queue. */
#define MOST_CURVES 6

struct maker {
	const struct report_options *options;
	struct compare *c;
	struct compare_document document;
	size_t ncharts, nbars, nratios, nsheets;
	struct figure **charts;
	struct { const char *name; const struct hbars *bars; } *bars;
	struct { const char *name; const struct ratio *ratio; } *ratios;
	struct sheet **sheets;
	bool shows;			/* any number at all */
};

/* ---------------------------------------------------------------- the items */

static struct compare_item *
add_item(struct maker *m, enum compare_item_type type)
{
	struct compare_document *d = &m->document;

	d->items = arena_grow(m->c->arena, d->items, d->nitems,
	    sizeof(*d->items));
	d->items[d->nitems] = (struct compare_item){.type = type};
	return &d->items[d->nitems++];
}

static void
add_heading(struct maker *m, const char *key)
{
	add_item(m, COMPARE_HEADING)->text = lang_text(m->c->lang, key);
}

/* A heading with nothing below it goes away. */
static void
end_section(struct maker *m)
{
	struct compare_document *d = &m->document;

	if (d->nitems > 0 && d->items[d->nitems - 1].type == COMPARE_HEADING)
		d->nitems--;
}

static void
keep_sheet(struct maker *m, struct sheet *sheet)
{
	m->sheets = arena_grow(m->c->arena, m->sheets, m->nsheets,
	    sizeof(*m->sheets));
	m->sheets[m->nsheets++] = sheet;
}

static void
add_sheet(struct maker *m, struct sheet *sheet)
{
	if (sheet == NULL)
		return;
	keep_sheet(m, sheet);
	add_item(m, COMPARE_BLOCK)->block = block_of_sheets(m->c->arena,
	    m->c->fonts, m->c->lang, 1, &sheet);
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
	add_item(m, COMPARE_BLOCK)->block = block_of_text(m->c->arena,
	    m->c->fonts, NULL, text);
}

static void
add_chart(struct maker *m, struct figure *figure)
{
	if (figure == NULL)
		return;
	m->charts = arena_grow(m->c->arena, m->charts, m->ncharts,
	    sizeof(*m->charts));
	m->charts[m->ncharts++] = figure;
	add_item(m, COMPARE_BLOCK)->block = (struct block){
	    .type = BLOCK_FIGURE, .figure = figure};
	m->shows = true;
}

static void
keep_bars(struct maker *m, const struct hbars *bars, const char *name)
{
	m->bars = arena_grow(m->c->arena, m->bars, m->nbars,
	    sizeof(*m->bars));
	m->bars[m->nbars].name = m->nbars == 0 ? name : arena_printf(
	    m->c->arena, "%s-%zu", name, m->nbars + 1);
	m->bars[m->nbars++].bars = bars;
	add_item(m, COMPARE_BARS)->bars = bars;
	m->shows = true;
}

/* One figure while it is not too high, else one a group. */
static void
add_bars(struct maker *m, const struct hbars *bars, const char *name)
{
	if (bars == NULL)
		return;
	if (hbars_height(m->c->fonts, bars) <= BARS_MOST_PT) {
		keep_bars(m, bars, name);
		return;
	}
	for (size_t i = 0; i < bars->ngroups; i++) {
		struct hbars *one = arena_alloc(m->c->arena, sizeof(*one));

		*one = *bars;
		one->ngroups = 1;
		one->groups = &bars->groups[i];
		keep_bars(m, one, name);
	}
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

	add_item(m, COMPARE_KEY);
	keep_sheet(m, compare_sheet_drives(c));
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

	add_heading(m, "compare.section.random");
	add_bars(m, compare_bars(c, s, COMPARE_IOPS, mixed < 0 ? 2 : 3,
	    places), "bars-iops");
	add_numbers(m, compare_sheet_iops(c, s));
	add_numbers(m, compare_sheet_others(c, s));
	end_section(m);
}

static void
add_lines(struct maker *m, const struct compare_setting *s)
{
	struct compare *c = m->c;
	int64_t block = small_block(c, s), mixed = mixed_load(c, s, block);
	int64_t mixes[3] = {100, 0, mixed}, blocks[2] = {block, 65536};

	add_heading(m, "compare.section.lines");
	for (int i = 0; i < (mixed < 0 ? 2 : 3); i++)
		add_chart(m, compare_over_blocks(c, s, mixes[i],
		    arena_printf(c->arena, "iops-block-%" PRId64, mixes[i])));
	for (int i = 0; i < (block == 65536 ? 1 : 2); i++)
		add_chart(m, compare_over_mixes(c, s, blocks[i],
		    arena_printf(c->arena, "iops-mix-%" PRId64, blocks[i])));
	end_section(m);
}

/* Two matrices stand side by side. */
static void
add_ratio(struct maker *m, const struct ratio *r, const char *name)
{
	struct compare_document *d = &m->document;

	if (r == NULL)
		return;
	m->ratios = arena_grow(m->c->arena, m->ratios, m->nratios,
	    sizeof(*m->ratios));
	m->ratios[m->nratios].name = name;
	m->ratios[m->nratios++].ratio = r;
	struct compare_item *last = &d->items[d->nitems - 1];
	if (last->type == COMPARE_RATIOS && last->ratios[1] == NULL &&
	    last->ratios[0]->width_pt + r->width_pt <= FIGURE_WIDTH_PT)
		last->ratios[1] = r;
	else
		add_item(m, COMPARE_RATIOS)->ratios[0] = r;
	m->shows = true;
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
add_pairs(struct maker *m, const char *heading, const char *text,
    const struct several *with, const struct compare_setting *s,
    pair_function *add)
{
	struct compare *c = m->c;
	size_t items = m->document.nitems, before = m->nratios;
	size_t n = with->count;

	add_heading(m, heading);
	add_text(m, lang_text(c->lang, text));
	if (n > PAIRS_OF)
		add_text(m, lang_fill(c->arena, c->lang, n - 1 > MOST_PAIRS ?
		    "compare.text.ratios-some" : "compare.text.ratios-first",
		    "name", c->drives[with->drives[0]].name, "count",
		    lang_whole(c->arena, c->lang, MOST_PAIRS), NULL));
	for (size_t i = 0; n <= PAIRS_OF && i < n; i++)
		for (size_t k = i + 1; k < n; k++)
			add(m, s, with->drives[i], with->drives[k]);
	for (size_t i = 1; n > PAIRS_OF && i < n && i <= MOST_PAIRS; i++)
		add(m, s, with->drives[i], with->drives[0]);
	if (m->nratios == before)
		m->document.nitems = items;
}

static void
add_pair(struct maker *m, const struct compare_setting *s, size_t first,
    size_t second)
{
	struct compare *c = m->c;

	add_ratio(m, compare_ratio(c, s, &c->drives[first],
	    &c->drives[second]), arena_printf(c->arena, "ratio-%zu-%zu",
	    first + 1, second + 1));
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
	add_pairs(m, "compare.section.ratios", "compare.text.ratios", &with,
	    s, add_pair);
}

/* The value nearest to what most people look at. */
static int64_t
nearest(const int64_t *values, size_t count, int64_t to)
{
	int64_t best = values[0];

	for (size_t i = 1; i < count; i++)
		if (llabs(values[i] - to) < llabs(best - to))
			best = values[i];
	return best;
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
	add_ratio(m, compare_ratio_queues(c, a, b, FACTOR_MIX, nearest(blocks,
	    nblocks, 4096)), arena_printf(c->arena, "ratio-queue-mix-%zu-%zu",
	    first + 1, second + 1));
	add_ratio(m, compare_ratio_queues(c, a, b, FACTOR_BLOCK, nearest(mixes,
	    nmixes, 67)), arena_printf(c->arena, "ratio-queue-block-%zu-%zu",
	    first + 1, second + 1));
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

			if (t->kind != COMPARE_RANDOM || !t->queues)
				continue;
			with.drives[with.count++] = i;
			break;
		}
	add_pairs(m, "compare.section.queue-ratios", "compare.text.ratios",
	    &with, NULL, add_queue_pair);
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

	add_heading(m, "compare.section.throughput");
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
	add_bars(m, compare_bars(c, s, COMPARE_MB_S, count, places),
	    "bars-throughput");
	add_numbers(m, compare_sheet_throughput(c, s));
	end_section(m);
}

/* The loads whose curves are drawn: reads, a mixed load and writes, at 4 KiB
 * and at the next block size. */
static size_t
find_curves(const struct compare *c, struct compare_place *places)
{
	int64_t *blocks, *mixes;
	size_t nblocks = compare_varied(c, FACTOR_BLOCK, &blocks), count = 0;
	size_t nmixes = compare_varied(c, FACTOR_MIX, &mixes);

	if (nblocks == 0)
		return 0;
	int64_t small = nearest(blocks, nblocks, 4096);
	int64_t mixed = nearest(mixes, nmixes, 67);
	for (size_t i = 0; i < nblocks && count + 3 <= MOST_CURVES; i++) {
		if (blocks[i] < small)
			continue;
		for (size_t k = nmixes; k-- > 0;)
			if (mixes[k] == 0 || mixes[k] == 100 ||
			    mixes[k] == mixed)
				places[count++] = (struct compare_place){
				    blocks[i], mixes[k]};
	}
	return count;
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
	struct compare_place places[MOST_CURVES];
	size_t count = find_curves(c, places);

	add_heading(m, "compare.section.latency");
	add_numbers(m, compare_sheet_latency(c, &one));
	end_section(m);
	/* A curve of one drive alone compares nothing. */
	const struct compare_drive *alone = only_curve(c);
	if (alone != NULL && c->ndrives > 1) {
		compare_omit(c, alone, lang_text(c->lang,
		    "compare.section.intensity"), lang_text(c->lang,
		    "compare.why.alone"));
		count = 0;
	}
	add_heading(m, "compare.section.intensity");
	for (size_t i = 0; i < count; i++)
		add_chart(m, compare_intensity(c, places[i].block,
		    places[i].mix, arena_printf(c->arena,
		    "latency-iops-%" PRId64 "-%" PRId64, places[i].block,
		    places[i].mix)));
	for (size_t i = 0; i < count && places[i].block == places[0].block;
	    i++)
		add_chart(m, compare_over_queues(c, places[i].block,
		    places[i].mix, arena_printf(c->arena,
		    "iops-queue-%" PRId64 "-%" PRId64, places[i].block,
		    places[i].mix)));
	end_section(m);
}

static void
add_rest(struct maker *m)
{
	struct compare *c = m->c;

	add_heading(m, "compare.section.saturation");
	add_chart(m, compare_saturation(c, "saturation"));
	add_numbers(m, compare_sheet_saturation(c));
	end_section(m);
	add_heading(m, "compare.section.claims");
	add_numbers(m, compare_sheet_claims(c));
	end_section(m);
	add_heading(m, "compare.section.applications");
	add_numbers(m, compare_sheet_applications(c));
	end_section(m);
	add_heading(m, "compare.section.relations");
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
	add_heading(m, "compare.section.differences");
	add_sheet(m, compare_sheet_differences(c));
	add_heading(m, "compare.section.left-out");
	add_sheet(m, compare_sheet_omissions(c));
	end_section(m);
	add_heading(m, "compare.section.sources");
	add_sheet(m, compare_sheet_sources(c));
	end_section(m);
}

static void
collect(struct maker *m)
{
	struct compare *c = m->c;
	struct compare_setting random, sequential;
	struct maker numbers = *m;

	bool has_random = compare_setting_of(c, COMPARE_RANDOM, lang_text(
	    c->lang, "compare.kind.random"), &random);
	bool has_sequential = compare_setting_of(c, COMPARE_SEQUENTIAL,
	    lang_text(c->lang, "compare.kind.sequential"), &sequential);
	if (has_random)
		add_random(&numbers, &random);
	if (has_sequential)
		add_throughput(&numbers, &sequential);
	if (has_random) {
		add_ratios(&numbers, &random);
		add_lines(&numbers, &random);
	}
	add_latency(&numbers);
	add_queue_ratios(&numbers);
	add_rest(&numbers);
	add_front(m);
	for (size_t i = 0; i < numbers.document.nitems; i++)
		*add_item(m, COMPARE_HEADING) = numbers.document.items[i];
	for (size_t i = 0; i < numbers.nsheets; i++)
		keep_sheet(m, numbers.sheets[i]);
	m->charts = numbers.charts;
	m->ncharts = numbers.ncharts;
	m->bars = numbers.bars;
	m->nbars = numbers.nbars;
	m->ratios = numbers.ratios;
	m->nratios = numbers.nratios;
	m->shows = numbers.shows;
}

/* ------------------------------------------------------------- the document */

static void
set_words(struct maker *m)
{
	struct compare *c = m->c;
	struct compare_document *d = &m->document;
	size_t counts[3] = {0};
	const char *parts = "";

	for (size_t i = 0; i < c->ndrives; i++)
		counts[c->drives[i].mark]++;
	for (int i = 0; i < 3; i++)
		if (counts[i] > 0)
			parts = arena_printf(c->arena, "%s%s%s: %s", parts,
			    *parts == '\0' ? "" : " \u00b7 ",
			    compare_mark_word(c, (enum compare_mark)i),
			    lang_whole(c->arena, c->lang, counts[i]));
	d->compare = c;
	d->paper = m->options->paper;
	d->title = c->ndrives == 1 ? c->drives[0].name : lang_fill(c->arena,
	    c->lang, "compare.title", "count", lang_whole(c->arena, c->lang,
	    c->ndrives), NULL);
	d->subtitle = c->latest_ns == 0 ? parts : arena_printf(c->arena,
	    "%s \u00b7 %s", parts, lang_time(c->arena, c->latest_ns));
	d->footer = c->tool != NULL ? c->tool : "plateau";
	if (counts[COMPARE_SIMULATED] > 0)
		d->banners[d->nbanners++] = (struct page_banner){
		    lang_text(c->lang, counts[COMPARE_SIMULATED] ==
		    c->ndrives ? "banner.simulated" :
		    "compare.banner.simulated"), true};
	if (counts[COMPARE_PUBLISHED] > 0)
		d->banners[d->nbanners++] = (struct page_banner){
		    lang_text(c->lang, counts[COMPARE_PUBLISHED] ==
		    c->ndrives ? "compare.banner.published-all" :
		    "compare.banner.published"), false};
}

static int
write_files(struct maker *m, const char *dir)
{
	struct arena *a = m->c->arena;
	const char *figures = arena_printf(a, "%s/figures", dir);
	const char *tables = arena_printf(a, "%s/tables", dir);

	if (figures_write(a, m->c->fonts, m->ncharts, m->charts, figures) ==
	    -1)
		return -1;
	for (size_t i = 0; i < m->nbars; i++)
		if (hbars_write(m->c->fonts, m->bars[i].bars, figures,
		    m->bars[i].name) == -1)
			return -1;
	for (size_t i = 0; i < m->nratios; i++)
		if (ratio_write(m->c->fonts, m->ratios[i].ratio, figures,
		    m->ratios[i].name) == -1)
			return -1;
	for (size_t i = 0; i < m->nsheets; i++)
		if (sheet_write(m->sheets[i], tables, m->options->html) == -1)
			return -1;
	return 0;
}

/* Gives the pages names that sort: page-1.svg becomes page-01.svg. */
static int
rename_pages(const struct maker *m, const char *dir, const char *suffix)
{
	struct arena *a = m->c->arena;

	for (size_t i = 1; i <= m->document.npages && i < 10; i++) {
		const char *from = arena_printf(a, "%s/pages/page-%zu.%s",
		    dir, i, suffix);
		const char *to = arena_printf(a, "%s/pages/page-%02zu.%s",
		    dir, i, suffix);

		if (rename(from, to) == -1) {
			warn_errno("rename(%s)", from);
			return -1;
		}
	}
	return 0;
}

static int
draw(struct maker *m, const char *dir)
{
	const struct report_options *o = m->options;
	const struct compare_document *d = &m->document;
	struct arena *a = m->c->arena;
	struct canvas_info info = {.title = d->title, .subject = d->subtitle,
	    .keywords = lang_text(m->c->lang, "document.keywords"),
	    .creator = d->footer, .created_ns = m->c->latest_ns,
	    .language = lang_code(m->c->lang)};

	if (o->pdf && compare_draw(d, canvas_pdf_open(arena_printf(a,
	    "%s/compare.pdf", dir), &info)) == -1)
		return -1;
	if (o->svg && (compare_draw(d, canvas_svg_open(arena_printf(a,
	    "%s/pages/page-%%u.svg", dir), &info)) == -1 ||
	    rename_pages(m, dir, "svg") == -1))
		return -1;
	if (o->png && (compare_draw(d, canvas_png_open(arena_printf(a,
	    "%s/pages/page-%%u.png", dir), &info, o->dpi)) == -1 ||
	    rename_pages(m, dir, "png") == -1))
		return -1;
	return 0;
}

static int
load(struct maker *m, size_t count, const char *const *paths)
{
	struct compare *c = m->c;

	c->lang = lang_load(c->arena, m->options->language);
	if (c->lang == NULL)
		return -1;
	c->fonts = fonts_open(lang_code(c->lang));
	if (c->fonts == NULL || compare_load(c, count, paths) == -1)
		return -1;
	compare_name(c);
	collect(m);
	if (!m->shows) {
		warn_msg("nothing to compare: none of the %zu inputs has a "
		    "number that a comparison shows", count);
		return -1;
	}
	return 0;
}

enum report_status
compare_make(const struct report_options *o, size_t count,
    const char *const *paths)
{
	static const char *const folders[] = {"pages", "figures", "tables",
	    NULL};
	struct compare c = {.arena = arena_new()};
	struct maker m = {.options = o, .c = &c};
	struct install *install;
	enum report_status status = REPORT_BAD_INPUT;

	if (load(&m, count, paths) == -1)
		goto done;
	status = REPORT_FAILED;
	set_words(&m);
	install = install_begin(c.arena, o->dir, folders);
	if (install == NULL)
		goto done;
	if (write_files(&m, install_folder(install)) == -1)
		goto abort;
	compare_lay(&m.document);
	if (draw(&m, install_folder(install)) == -1)
		goto abort;
	if (install_commit(install) == 0)
		status = REPORT_OK;
	goto done;

abort:
	install_abort(install);
done:
	fonts_close(c.fonts);
	arena_free(c.arena);
	return status;
}
