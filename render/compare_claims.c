/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/compare_cells.h"

/* A claim's value as points have it, and in which unit it was made. */
struct claimed {
	enum compare_metric metric;
	double value;			/* as in points.tsv */
	double scale;			/* x value = as printed */
	const char *unit;		/* key in the catalogue */
};

static struct claimed
read_claim(const struct published_values *v)
{
	const struct {
		uint64_t ns;
		enum compare_metric metric;
	} times[] = {
		{v->lat_mean_ns, COMPARE_MEAN}, {v->lat_sd_ns, COMPARE_SD},
		{v->lat_p99_ns, COMPARE_P99}, {v->lat_p999_ns, COMPARE_P999},
		{v->lat_p9999_ns, COMPARE_P9999}, {v->lat_max_ns, COMPARE_MAX},
	};

	if (isfinite(v->iops))
		return (struct claimed){COMPARE_IOPS, v->iops, 1,
		    "metric.iops"};
	if (isfinite(v->mb_s))
		return (struct claimed){COMPARE_MB_S, v->mb_s, 1, "unit.mb_s"};
	if (isfinite(v->mib_s))
		return (struct claimed){COMPARE_MB_S, v->mib_s * 1.048576,
		    1 / 1.048576, "compare.unit.mib-short"};
	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++)
		if (times[i].ns > 0)
			return (struct claimed){times[i].metric,
			    (double)times[i].ns, 1e-3, "unit.us"};
	return (struct claimed){.value = NAN};
}

/* Whether a point is under the conditions of a claim, as far as both tell. */
static bool
answers(const struct compare_drive *d, const struct compare_point *p,
    const struct published_claim *claim)
{
	enum compare_kind kind = claim->at.value[FACTOR_PATTERN] ==
	    PATTERN_RANDOM ? COMPARE_RANDOM : COMPARE_SEQUENTIAL;

	if (d->tests[p->test].kind != kind || strcmp(p->op, "all") != 0)
		return false;
	for (int f = 0; f < NFACTORS; f++) {
		enum factor factor = (enum factor)f;

		if (factor != FACTOR_PATTERN &&
		    compare_known(claim->given, factor) &&
		    compare_known(p->given, factor) &&
		    p->at.value[f] != claim->at.value[f])
			return false;
	}
	return compare_known(claim->given, FACTOR_MIX) &&
	    compare_known(p->given, FACTOR_MIX);
}

/* The best that a drive did under the conditions of a claim. */
static const struct compare_point *
best_point(const struct compare_drive *d, const struct published_claim *claim,
    enum compare_metric m)
{
	const struct compare_point *best = NULL;
	bool rate = m == COMPARE_IOPS || m == COMPARE_MB_S;

	for (size_t i = 0; i < d->npoints; i++) {
		const struct compare_point *p = &d->points[i];

		if (!isfinite(p->values[m]) || !answers(d, p, claim))
			continue;
		if (best == NULL || (rate ? p->values[m] > best->values[m] :
		    p->values[m] < best->values[m]))
			best = p;
	}
	return best;
}

static const char *
shown(const struct compare *c, double value, const struct claimed *claimed)
{
	return arena_printf(c->arena, "%s %s", lang_figures(c->arena, c->lang,
	    value * claimed->scale, 3), lang_text(c->lang, claimed->unit));
}

static void
add_row(const struct compare *c, struct sheet *s,
    const struct published_claim *claim, const struct compare_drive *d,
    bool first)
{
	struct claimed claimed = read_claim(&claim->values);
	const struct compare_point *p = d == NULL ? NULL :
	    best_point(d, claim, claimed.metric);
	struct sheet_cell *cells = sheet_add(c->arena, s);

	const char *text = claim->conditions == NULL ? claim->text :
	    arena_printf(c->arena, "%s (%s)", claim->text, claim->conditions);
	text = lang_sentences(c->arena, c->lang, text, claim->note);
	cells[0].text = first ? text : "";
	cells[0].raw = text;
	cells[1].text = first ? shown(c, claimed.value, &claimed) : "";
	cells[1].raw = cells_raw(c, claimed.value * claimed.scale);
	cells[2].text = d == NULL || p == NULL ? lang_text(c->lang,
	    "compare.not-measured") : d->label;
	cells[2].raw = d == NULL || p == NULL ? "" : d->name;
	cells[3].text = cells[4].text = cells[5].text = LANG_UNKNOWN;
	cells[3].raw = cells[4].raw = cells[5].raw = "";
	if (p == NULL)
		return;
	double value = p->values[claimed.metric];
	cells[3].text = shown(c, value, &claimed);
	cells[3].raw = cells_raw(c, value * claimed.scale);
	cells[4].text = lang_figures(c->arena, c->lang, 100 * value /
	    claimed.value, 3);
	cells[4].raw = cells_raw(c, 100 * value / claimed.value);
	cells[5].text = arena_printf(c->arena, "%s%sR/W %s, %s",
	    compare_known(p->given, FACTOR_BLOCK) ? compare_block(c,
	    p->at.value[FACTOR_BLOCK]) : "", compare_known(p->given,
	    FACTOR_BLOCK) ? ", " : "", compare_mix(c,
	    p->at.value[FACTOR_MIX]), compare_queue(c, p->given, &p->at));
	cells[5].raw = cells[5].text;
}

/* The rows of a claim: a row each variant of the drive that has such a point,
 * or one that says that nothing was measured. */
static void
add_claim(const struct compare *c, struct sheet *s,
    const struct compare_said *of, const struct published_claim *claim)
{
	struct claimed claimed = read_claim(&claim->values);
	bool first = true;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];

		if (d->family != of->family ||
		    best_point(d, claim, claimed.metric) == NULL)
			continue;
		add_row(c, s, claim, d, first);
		first = false;
	}
	if (first)
		add_row(c, s, claim, NULL, true);
}

struct sheet *
compare_sheet_claims(const struct compare *c)
{
	static const struct {
		const char *key, *raw;
		enum sheet_align align;
	} columns[] = {
		{"compare.column.claim", "claim", SHEET_TEXT},
		{"compare.column.claimed", "claimed", SHEET_RIGHT},
		{"compare.column.by", "drive", SHEET_TEXT},
		{"compare.column.measured", "measured", SHEET_RIGHT},
		{"compare.column.of-claim", "percent", SHEET_NUMBER},
		{"compare.column.conditions", "conditions", SHEET_TEXT},
	};
	size_t ncolumns = sizeof(columns) / sizeof(*columns);
	struct sheet *s = sheet_of_columns(c->arena, "claims", ncolumns);

	s->groups_raw = "claimed_for";
	for (size_t i = 0; i < ncolumns; i++)
		s->columns[i] = (struct sheet_column){
		    .head = lang_text(c->lang, columns[i].key),
		    .raw = columns[i].raw, .align = columns[i].align,
		    .share = columns[i].align == SHEET_TEXT};
	for (size_t i = 0; i < c->nsaid; i++) {
		const struct compare_said *said = &c->said[i];

		if (said->nclaims == 0)
			continue;
		sheet_add_group(c->arena, s, lang_fill(c->arena, c->lang,
		    "compare.said-in", "name", said->name, "source",
		    said->source, NULL), said->name);
		for (size_t k = 0; k < said->nclaims; k++)
			add_claim(c, s, said, &said->claims[k]);
	}
	s->note = lang_text(c->lang, "compare.note.claims");
	return s->nrows == 0 ? NULL : s;
}

/* ----------------------------------------------------- specification table */

/* A table has at most so many drives; more go on in the next. */
#define MOST_COLUMNS 5

/* The first drive that what is said is of. */
static const struct compare_drive *
drive_of(const struct compare *c, const struct compare_said *said)
{
	for (size_t i = 0; i < c->ndrives; i++)
		if (c->drives[i].family == said->family)
			return &c->drives[i];
	return &c->drives[0];
}

static const char *
model_cell(const struct compare *c, const struct compare_said *said)
{
	return drive_of(c, said)->model;
}

static const char *
capacity_cell(const struct compare *c, const struct compare_said *said)
{
	uint64_t bytes = drive_of(c, said)->capacity_bytes;

	return bytes == 0 ? NULL : arena_printf(c->arena, "%s B (%s GiB)",
	    lang_whole(c->arena, c->lang, bytes), lang_number(c->arena,
	    c->lang, (double)bytes / 1073741824, 2));
}

static const char *
interface_cell(const struct compare *c, const struct compare_said *said)
{
	return drive_of(c, said)->interface;
}

static const char *
ports_cell(const struct compare *c, const struct compare_said *said)
{
	return drive_of(c, said)->ports;
}

static const char *
firmware_cell(const struct compare *c, const struct compare_said *said)
{
	return drive_of(c, said)->firmware;
}

static const char *
source_cell(const struct compare *c, const struct compare_said *said)
{
	(void)c;
	return said->source;
}

static bool
is_same_claim(const struct published_claim *a, const struct published_claim *b)
{
	bool conditions = a->conditions == NULL ? b->conditions == NULL :
	    b->conditions != NULL && strcmp(a->conditions, b->conditions) == 0;

	return conditions && strcmp(a->text, b->text) == 0 &&
	    a->given == b->given && factors_equal(&a->at, &b->at) &&
	    read_claim(&a->values).metric == read_claim(&b->values).metric;
}

static const struct published_claim *
find_claim(const struct compare_said *said, const struct published_claim *like)
{
	for (size_t i = 0; i < said->nclaims; i++)
		if (is_same_claim(&said->claims[i], like))
			return &said->claims[i];
	return NULL;
}

/* The best that a drive of the family did, as points have it; NAN if none was
 * measured. */
static double
best_of(const struct compare *c, unsigned family,
    const struct published_claim *claim, enum compare_metric m)
{
	bool rate = m == COMPARE_IOPS || m == COMPARE_MB_S;
	double best = NAN;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_point *p = c->drives[i].family == family ?
		    best_point(&c->drives[i], claim, m) : NULL;

		if (p != NULL)
			best = rate ? fmax(best, p->values[m]) :
			    fmin(best, p->values[m]);
	}
	return best;
}

/* "93 000 → 65 936", in the unit of 'unit'. */
static void
claim_cell(const struct compare *c, struct sheet_cell *cell,
    const struct compare_said *said, const struct published_claim *like,
    const struct claimed *unit)
{
	const struct published_claim *claim = find_claim(said, like);

	if (claim == NULL) {
		cells_text(cell, NULL);
		return;
	}
	double value = read_claim(&claim->values).value;
	double best = best_of(c, said->family, claim, unit->metric);
	const char *told = lang_figures(c->arena, c->lang, value *
	    unit->scale, 3);
	const char *raw = cells_raw(c, value * unit->scale);
	cell->text = told;
	cell->raw = raw;
	if (!isfinite(best))
		return;
	cell->text = arena_printf(c->arena, "%s \u2192 %s", told, lang_figures(
	    c->arena, c->lang, best * unit->scale, 3));
	cell->raw = arena_printf(c->arena, "%s/%s", raw, cells_raw(c, best *
	    unit->scale));
}

static void
add_claim_row(const struct compare *c, struct sheet *s, size_t nsaid,
    const struct compare_said *const *said, const struct published_claim *claim)
{
	struct claimed unit = read_claim(&claim->values);
	struct sheet_cell *cells = sheet_add(c->arena, s);
	const char *text = claim->conditions == NULL ? claim->text :
	    arena_printf(c->arena, "%s (%s)", claim->text, claim->conditions);

	cells_text(&cells[0], arena_printf(c->arena, "%s, %s", text, lang_text(
	    c->lang, unit.unit)));
	for (size_t i = 0; i < nsaid; i++)
		claim_cell(c, &cells[i + 1], said[i], claim, &unit);
}

/* What drives are, a row each; one that no drive tells is left out. */
static void
add_identity(const struct compare *c, struct sheet *s, size_t nsaid,
    const struct compare_said *const *said)
{
	static const struct {
		const char *key;
		const char *(*cell)(const struct compare *c,
		    const struct compare_said *said);
	} rows[] = {
		{"compare.column.model", model_cell},
		{"compare.aspect.capacity", capacity_cell},
		{"compare.aspect.interface", interface_cell},
		{"compare.aspect.ports", ports_cell},
		{"compare.aspect.firmware", firmware_cell},
		{"compare.column.source", source_cell},
	};

	for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); r++) {
		bool any = false;

		for (size_t i = 0; i < nsaid; i++)
			any |= rows[r].cell(c, said[i]) != NULL;
		if (!any)
			continue;
		struct sheet_cell *cells = sheet_add(c->arena, s);
		cells_text(&cells[0], lang_text(c->lang, rows[r].key));
		for (size_t i = 0; i < nsaid; i++)
			cells_text(&cells[i + 1], rows[r].cell(c, said[i]));
	}
}

/* Whether a claim stands in a row already: another drive above has it. */
static bool
is_above(const struct compare_said *const *said, size_t index,
    const struct published_claim *claim)
{
	for (size_t i = 0; i < index; i++)
		if (find_claim(said[i], claim) != NULL)
			return true;
	return false;
}

/* The name of a column in TSV has no blanks. */
static const char *
raw_name(const struct compare *c, const char *name)
{
	char *raw = arena_strdup(c->arena, name);

	for (char *p = strchr(raw, ' '); p != NULL; p = strchr(p, ' '))
		*p = '_';
	return raw;
}

static struct sheet *
specification(const struct compare *c, const char *name, size_t nsaid,
    const struct compare_said *const *said)
{
	struct sheet *s = sheet_of_columns(c->arena, name, nsaid + 1);

	cells_column(c, s, 0, "compare.column.aspect", "what", SHEET_TEXT);
	s->columns[0].share = 1.6;
	for (size_t i = 0; i < nsaid; i++)
		s->columns[i + 1] = (struct sheet_column){
		    .head = said[i]->name, .raw = raw_name(c, said[i]->name),
		    .align = SHEET_TEXT, .share = 1};
	add_identity(c, s, nsaid, said);
	for (size_t i = 0; i < nsaid; i++)
		for (size_t k = 0; k < said[i]->nclaims; k++)
			if (!is_above(said, i, &said[i]->claims[k]))
				add_claim_row(c, s, nsaid, said,
				    &said[i]->claims[k]);
	s->note = lang_text(c->lang, "compare.note.specification");
	return s;
}

size_t
compare_sheets_specification(const struct compare *c,
    struct sheet ***sheets_out)
{
	const struct compare_said **said = arena_array(c->arena, c->nsaid + 1,
	    sizeof(*said));
	struct sheet **sheets = NULL;
	size_t nsaid = 0, count = 0;

	for (size_t i = 0; i < c->nsaid; i++)
		if (c->said[i].nclaims > 0)
			said[nsaid++] = &c->said[i];
	for (size_t i = 0; i < nsaid; i += MOST_COLUMNS) {
		size_t n = nsaid - i < MOST_COLUMNS ? nsaid - i : MOST_COLUMNS;

		sheets = arena_grow(c->arena, sheets, count, sizeof(*sheets));
		sheets[count] = specification(c, count == 0 ? "specification" :
		    arena_printf(c->arena, "specification-%zu", count + 1), n,
		    &said[i]);
		count++;
	}
	*sheets_out = sheets;
	return count;
}
