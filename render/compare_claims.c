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
	if (claim->note != NULL)
		text = arena_printf(c->arena, "%s. %s", text, claim->note);
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
