/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/compare_figures.h"

#define LINES_HEIGHT_PT 300.0
#define PANELS_HEIGHT_PT 330.0		/* two stand on a page */
#define SATURATION_HEIGHT_PT 460.0

unsigned
compare_colour(const struct compare_drive *d)
{
	return d->family % CHART_NCOLOURS + CHART_VARIANT * d->place;
}

/* "SIMULATED." in front of what is seen without its page. */
static const char *
subtitle(const struct compare *c, const char *words, size_t nleft)
{
	bool simulated = c->ndrives > 0;

	for (size_t i = 0; i < c->ndrives; i++)
		simulated &= c->drives[i].mark == COMPARE_SIMULATED;
	if (simulated)
		words = arena_printf(c->arena, "%s %s", lang_text(c->lang,
		    "figure.simulated"), words);
	if (nleft > 0)
		words = arena_printf(c->arena, "%s. %s", words, lang_fill(
		    c->arena, c->lang, "compare.note.lines", "count",
		    lang_whole(c->arena, c->lang, nleft), NULL));
	return words;
}

static const char *
metadata(const struct compare *c)
{
	const char *text = c->tool == NULL ? "plateau" : c->tool;

	for (size_t i = 0; i < c->ndrives; i++)
		if (strlen(text) < 4000)
			text = arena_printf(c->arena, "%s; %s: %s", text,
			    c->drives[i].name, c->drives[i].source);
	return text;
}

#define ANY_BLOCK 0			/* not worth a word */

static const char *
place_words(const struct compare *c, int64_t block, int64_t mix)
{
	const char *load = mix == 100 ? "compare.reads" : mix == 0 ?
	    "compare.writes" : NULL;
	const char *words = load != NULL ? lang_text(c->lang, load) :
	    arena_printf(c->arena, "R/W %s", compare_mix(c, mix));

	return block == ANY_BLOCK ? words : arena_printf(c->arena, "%s, %s",
	    compare_block(c, block), words);
}

static const char *
unit_of(const struct compare *c, enum compare_metric m)
{
	const struct metric *metric = compare_metric(m);

	return lang_text(c->lang, metric->unit == NULL ? metric->title :
	    metric->unit);
}

/* --------------------------------------------------------------------- bars */

static enum hbar_fill
fill_of(const struct compare_drive *d)
{
	return d->mark == COMPARE_PUBLISHED ? HBAR_OPEN : d->place > 0 ?
	    HBAR_HATCHED : HBAR_SOLID;
}

static int
longer_first(const void *left, const void *right)
{
	const struct hbar *l = left, *r = right;

	if (l->value != r->value)
		return l->value < r->value ? 1 : -1;
	return strcmp(l->name, r->name);
}

static struct hbar_group
make_group(const struct compare *c, const struct compare_setting *s,
    enum compare_metric m, const struct compare_place *place)
{
	struct hbar *bars = arena_array(c->arena, c->ndrives + 1,
	    sizeof(*bars));
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		const struct compare_point *p = compare_find(d, s,
		    place->block, place->mix, "all");

		if (p == NULL || !isfinite(p->values[m]) || p->values[m] <= 0)
			continue;
		bars[count++] = (struct hbar){.name = d->label,
		    .value = p->values[m] * compare_metric(m)->scale,
		    .rgb = chart_colour(compare_colour(d)),
		    .fill = fill_of(d), .about = p->about};
	}
	if (count > 0)
		qsort(bars, count, sizeof(*bars), longer_first);
	return (struct hbar_group){.title = arena_printf(c->arena, "%s, %s",
	    place_words(c, place->block, place->mix), unit_of(c, m)),
	    .nbars = count, .bars = bars};
}

struct hbars *
compare_bars(const struct compare *c, const struct compare_setting *s,
    enum compare_metric m, size_t nplaces, const struct compare_place *places)
{
	struct hbar_group *groups = arena_array(c->arena, nplaces + 1,
	    sizeof(*groups));
	size_t count = 0;

	for (size_t i = 0; i < nplaces; i++) {
		groups[count] = make_group(c, s, m, &places[i]);
		count += groups[count].nbars > 0;
	}
	if (count == 0)
		return NULL;
	struct hbars *h = arena_alloc(c->arena, sizeof(*h));
	*h = (struct hbars){
		.title = lang_text(c->lang, m == COMPARE_IOPS ?
		    "compare.figure.bars-iops" : "compare.figure.bars-mb"),
		.subtitle = subtitle(c, arena_printf(c->arena, "%s. %s",
		    compare_setting_words(c, s), lang_text(c->lang,
		    "compare.figure.bars-how")), 0),
		.metadata = metadata(c), .language = lang_code(c->lang),
		.lang = c->lang, .unit = unit_of(c, m), .ngroups = count,
		.groups = groups,
	};
	return h;
}

/* ------------------------------------------------------------------- ratios */

static double
iops_at(const struct compare_drive *d, const struct compare_setting *s,
    int64_t block, int64_t mix)
{
	const struct compare_point *p = compare_find(d, s, block, mix, "all");

	return p == NULL ? NAN : p->values[COMPARE_IOPS];
}

/* Removes from 'values' those of a factor at which not both drives have a
 * point. */
static size_t
keep_common(const struct compare *c, const struct compare_setting *s,
    enum factor f, const struct compare_drive *b, int64_t *values, size_t n)
{
	int64_t *other;
	size_t nother = compare_values(c, b, s, f, COMPARE_IOPS, &other);
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < nother; k++)
			if (values[i] == other[k]) {
				values[kept++] = values[i];
				break;
			}
	return kept;
}

struct ratio *
compare_ratio(const struct compare *c, const struct compare_setting *s,
    const struct compare_drive *a, const struct compare_drive *b)
{
	int64_t *blocks, *mixes;
	size_t nblocks = compare_values(c, a, s, FACTOR_BLOCK, COMPARE_IOPS,
	    &blocks);
	size_t nmixes = compare_values(c, a, s, FACTOR_MIX, COMPARE_IOPS,
	    &mixes);
	size_t shown = 0;

	nblocks = keep_common(c, s, FACTOR_BLOCK, b, blocks, nblocks);
	nmixes = keep_common(c, s, FACTOR_MIX, b, mixes, nmixes);
	if (nblocks > RATIO_MOST)
		nblocks = RATIO_MOST;
	if (nmixes > RATIO_MOST)
		nmixes = RATIO_MOST;
	double *values = arena_array(c->arena, nblocks * nmixes + 1,
	    sizeof(*values));
	const char **rows = arena_array(c->arena, nblocks + 1, sizeof(*rows));
	const char **columns = arena_array(c->arena, nmixes + 1,
	    sizeof(*columns));
	for (size_t i = 0; i < nblocks; i++) {
		rows[i] = lang_block_kib(c->arena, c->lang, blocks[i]);
		for (size_t k = 0; k < nmixes; k++) {
			double value = 100 * (iops_at(a, s, blocks[i],
			    mixes[k]) / iops_at(b, s, blocks[i], mixes[k]));

			columns[k] = compare_mix(c, mixes[k]);
			values[i * nmixes + k] = value;
			shown += isfinite(value);
		}
	}
	if (shown == 0)
		return NULL;
	struct ratio *r = arena_alloc(c->arena, sizeof(*r));
	*r = (struct ratio){
		.title = lang_fill(c->arena, c->lang, "compare.figure.ratio",
		    "a", a->label, "b", b->label, NULL),
		.subtitle = subtitle(c, arena_printf(c->arena, "%s, %s",
		    lang_text(c->lang, "metric.iops"),
		    compare_setting_words(c, s)), 0),
		.metadata = metadata(c), .language = lang_code(c->lang),
		.lang = c->lang, .width_pt = FIGURE_WIDTH_PT / 2 - 4,
		.row_title = lang_text(c->lang, "unit.kib"),
		.column_title = lang_text(c->lang, "axis.mix"),
		.nrows = nblocks, .ncolumns = nmixes, .rows = rows,
		.columns = columns, .values = values,
	};
	return r;
}

/* -------------------------------------------------------------------- lines */

static struct figure *
new_figure(const struct compare *c, const char *name, double height_pt,
    const char *title, const char *words, size_t nleft)
{
	struct figure *figure = arena_alloc(c->arena, sizeof(*figure));
	struct chart *chart = &figure->chart;

	figure->name = name;
	figure->height_pt = height_pt;
	chart->title = title;
	chart->subtitle = subtitle(c, words, nleft);
	chart->metadata = metadata(c);
	chart->language = lang_code(c->lang);
	chart->lang = c->lang;
	chart->width_pt = FIGURE_WIDTH_PT;
	chart->height_pt = height_pt;
	chart->npanels = 1;
	return figure;
}

static struct chart_series
new_series(const struct compare_drive *d, size_t npoints, const double *x,
    const double *y)
{
	return (struct chart_series){.name = d->label,
	    .style = CHART_LINE_POINTS, .label = CHART_LABEL_END,
	    .colour = compare_colour(d), .npoints = npoints, .x = x, .y = y};
}

static size_t
count_known(const double *values, size_t count)
{
	size_t known = 0;

	for (size_t i = 0; i < count; i++)
		known += isfinite(values[i]);
	return known;
}

static bool
is_known(const double *values, size_t count)
{
	return count_known(values, count) > 0;
}

/* One point makes no line; the tables have it. */
static const char *
single_words(const struct compare *c, const char *words, size_t nsingle)
{
	return nsingle == 0 ? words : arena_printf(c->arena, "%s. %s", words,
	    lang_fill(c->arena, c->lang, "compare.note.single", "count",
	    lang_whole(c->arena, c->lang, nsingle), NULL));
}

/* An axis of sizes or numbers that double, by their logarithm. */
static struct chart_axis
doubling_axis(const struct compare *c, const char *title, size_t count,
    const int64_t *values, bool sizes)
{
	struct chart_tick *ticks = arena_array(c->arena, count + 1,
	    sizeof(*ticks));

	for (size_t i = 0; i < count; i++)
		ticks[i] = (struct chart_tick){log2((double)values[i]),
		    sizes ? lang_block_kib(c->arena, c->lang, values[i]) :
		    lang_whole(c->arena, c->lang, (uint64_t)values[i])};
	return (struct chart_axis){.title = title, .tight = true,
	    .nticks = count, .ticks = ticks, .min = count > 1 ?
	    ticks[0].value : ticks[0].value - 1, .max = count > 1 ?
	    ticks[count - 1].value : ticks[0].value + 1};
}

/* A name that is wider than this does not stand beside its line. */
#define MOST_LABEL_PT 104.0

/* Long names go into the key above. */
static void
set_labels(const struct compare *c, size_t count, struct chart_series *series)
{
	double widest = 0;

	for (size_t i = 0; i < count; i++)
		widest = fmax(widest, fonts_width(c->fonts, FONT_BOLD, 7.5,
		    series[i].name));
	for (size_t i = 0; i < count && widest > MOST_LABEL_PT; i++)
		series[i].label = CHART_LABEL_KEY;
}

static void
set_panel(struct chart_panel *panel, const char *unit, bool logarithmic,
    size_t nseries, const struct chart_series *series)
{
	panel->y.scale = logarithmic ? CHART_LOG : CHART_LINEAR;
	panel->y.min = panel->y.max = NAN;
	panel->y.unit = unit;
	panel->nseries = nseries;
	panel->series = series;
}

struct figure *
compare_over_blocks(const struct compare *c, const struct compare_setting *s,
    int64_t mix, const char *name)
{
	struct chart_series *series = arena_array(c->arena, COMPARE_LINES,
	    sizeof(*series));
	size_t count = 0, nleft = 0, nsingle = 0;
	int64_t *blocks;
	size_t nblocks = compare_values(c, NULL, s, FACTOR_BLOCK,
	    COMPARE_IOPS, &blocks);

	if (nblocks < 2 || blocks[0] <= 0)
		return NULL;
	struct chart_axis axis = doubling_axis(c, lang_text(c->lang,
	    "axis.block"), nblocks, blocks, true);
	for (size_t i = 0; i < c->ndrives; i++) {
		double *x = arena_array(c->arena, nblocks, sizeof(*x));
		double *y = arena_array(c->arena, nblocks, sizeof(*y));

		for (size_t k = 0; k < nblocks; k++) {
			x[k] = axis.ticks[k].value;
			y[k] = iops_at(&c->drives[i], s, blocks[k], mix);
		}
		if (count_known(y, nblocks) < 2) {
			nsingle += count_known(y, nblocks);
			continue;
		}
		if (count == COMPARE_LINES)
			nleft++;
		else
			series[count++] = new_series(&c->drives[i], nblocks,
			    x, y);
	}
	if (count == 0)
		return NULL;
	struct figure *figure = new_figure(c, name, LINES_HEIGHT_PT,
	    lang_fill(c->arena, c->lang, "compare.figure.blocks", "load",
	    place_words(c, ANY_BLOCK, mix), NULL), single_words(c,
	    compare_setting_words(c, s), nsingle), nleft);
	figure->chart.x = axis;
	set_labels(c, count, series);
	set_panel(&figure->chart.panels[0], unit_of(c, COMPARE_IOPS), true,
	    count, series);
	return figure;
}

struct figure *
compare_over_mixes(const struct compare *c, const struct compare_setting *s,
    int64_t block, const char *name)
{
	struct chart_series *series = arena_array(c->arena, COMPARE_LINES,
	    sizeof(*series));
	size_t count = 0, nleft = 0, nsingle = 0;
	int64_t *mixes;
	size_t nmixes = compare_values(c, NULL, s, FACTOR_MIX, COMPARE_IOPS,
	    &mixes);

	if (nmixes < 2)
		return NULL;
	struct chart_tick *ticks = arena_array(c->arena, nmixes,
	    sizeof(*ticks));
	for (size_t k = 0; k < nmixes; k++)
		ticks[k] = (struct chart_tick){(double)k,
		    compare_mix(c, mixes[k])};
	for (size_t i = 0; i < c->ndrives; i++) {
		double *x = arena_array(c->arena, nmixes, sizeof(*x));
		double *y = arena_array(c->arena, nmixes, sizeof(*y));
		size_t n = 0;

		/* A mix that one drive lacks is no gap in its line, as long
		 * as there are some between reads and writes. */
		for (size_t k = 0; k < nmixes; k++) {
			x[n] = (double)k;
			y[n] = iops_at(&c->drives[i], s, block, mixes[k]);
			n += isfinite(y[n]);
		}
		if (n < 2) {
			nsingle += n;
			continue;
		}
		if (count == COMPARE_LINES) {
			nleft++;
			continue;
		}
		series[count] = new_series(&c->drives[i], n, x, y);
		if (n == 2)
			series[count].style = CHART_POINTS;
		count++;
	}
	if (count == 0)
		return NULL;
	struct figure *figure = new_figure(c, name, LINES_HEIGHT_PT,
	    lang_fill(c->arena, c->lang, "compare.figure.mixes", "block",
	    compare_block(c, block), NULL), single_words(c,
	    compare_setting_words(c, s), nsingle), nleft);
	figure->chart.x = (struct chart_axis){.title = lang_text(c->lang,
	    "axis.mix"), .scale = CHART_CATEGORIES, .min = NAN, .max = NAN,
	    .nticks = nmixes, .ticks = ticks};
	set_labels(c, count, series);
	set_panel(&figure->chart.panels[0], unit_of(c, COMPARE_IOPS), false,
	    count, series);
	return figure;
}

/* ------------------------------------------------------------ queues varied */

/* The points of a drive at one block size and mix, by the number outstanding;
 * of several with the same number, that of the fewest threads. */
struct curve {
	size_t count;
	const struct compare_point **points;
};

static int64_t
outstanding(const struct compare_point *p)
{
	return p->at.value[FACTOR_THREADS] * p->at.value[FACTOR_DEPTH];
}

static int
by_queue(const void *left, const void *right)
{
	const struct compare_point *l =
	    *(const struct compare_point *const *)left, *r =
	    *(const struct compare_point *const *)right;

	if (outstanding(l) != outstanding(r))
		return outstanding(l) < outstanding(r) ? -1 : 1;
	return l->at.value[FACTOR_THREADS] < r->at.value[FACTOR_THREADS] ? -1 :
	    l->at.value[FACTOR_THREADS] > r->at.value[FACTOR_THREADS];
}

static struct curve
find_curve(const struct compare *c, const struct compare_drive *d,
    int64_t block, int64_t mix)
{
	struct curve curve = {.points = arena_array(c->arena, d->npoints + 1,
	    sizeof(*curve.points))};
	size_t kept = 0;

	for (size_t i = 0; i < d->npoints; i++) {
		const struct compare_point *p = &d->points[i];
		const struct compare_test *t = &d->tests[p->test];

		if (t->kind == COMPARE_RANDOM && t->queues &&
		    strcmp(p->op, "all") == 0 &&
		    p->at.value[FACTOR_BLOCK] == block &&
		    p->at.value[FACTOR_MIX] == mix)
			curve.points[curve.count++] = p;
	}
	if (curve.count > 0)
		qsort(curve.points, curve.count, sizeof(*curve.points),
		    by_queue);
	for (size_t i = 0; i < curve.count; i++)
		if (kept == 0 || outstanding(curve.points[kept - 1]) !=
		    outstanding(curve.points[i]))
			curve.points[kept++] = curve.points[i];
	/* One point is no curve. */
	curve.count = kept > 1 ? kept : 0;
	return curve;
}

/* A line of a metric over IOPS, from point to point as more I/Os are
 * outstanding: past saturation it may turn back.  A percentile that too few
 * I/Os support is a gap. */
static struct chart_series
intensity_series(const struct compare *c, const struct compare_drive *d,
    const struct curve *curve, enum compare_metric m)
{
	double *x = arena_array(c->arena, curve->count, sizeof(*x));
	double *y = arena_array(c->arena, curve->count, sizeof(*y));

	for (size_t i = 0; i < curve->count; i++) {
		const struct compare_point *p = curve->points[i];

		x[i] = p->values[COMPARE_IOPS];
		y[i] = (p->weak & 1u << m) != 0 ? NAN : p->values[m] *
		    compare_metric(m)->scale;
	}
	struct chart_series s = new_series(d, curve->count, x, y);
	s.label = CHART_LABEL_KEY;
	return s;
}

struct figure *
compare_intensity(const struct compare *c, int64_t block, int64_t mix,
    const char *name)
{
	static const enum compare_metric metrics[] = {COMPARE_MEAN,
	    COMPARE_P999};
	struct chart_series *series[2];
	size_t count = 0, nleft = 0;
	bool tails = false;

	for (int m = 0; m < 2; m++)
		series[m] = arena_array(c->arena, COMPARE_LINES,
		    sizeof(*series[m]));
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		struct curve curve = find_curve(c, d, block, mix);

		if (curve.count == 0)
			continue;
		if (count == COMPARE_LINES) {
			nleft++;
			continue;
		}
		for (int m = 0; m < 2; m++)
			series[m][count] = intensity_series(c, d, &curve,
			    metrics[m]);
		/* One key is enough for both panels. */
		series[1][count].label = CHART_LABEL_NONE;
		tails |= is_known(series[1][count].y, curve.count);
		count++;
	}
	if (count == 0)
		return NULL;
	struct figure *figure = new_figure(c, name, PANELS_HEIGHT_PT,
	    lang_fill(c->arena, c->lang, "compare.figure.intensity", "load",
	    place_words(c, block, mix), NULL), lang_text(c->lang,
	    "compare.figure.intensity-how"), nleft);
	figure->chart.x = (struct chart_axis){.title = lang_text(c->lang,
	    "metric.iops"), .min = 0, .max = NAN};
	figure->chart.npanels = tails ? 2 : 1;
	for (size_t m = 0; m < figure->chart.npanels; m++) {
		const struct metric *metric = compare_metric(metrics[m]);

		set_panel(&figure->chart.panels[m], arena_printf(c->arena,
		    "%s, %s", lang_text(c->lang, metric->title),
		    lang_text(c->lang, metric->unit)), true, count,
		    series[m]);
	}
	return figure;
}

struct figure *
compare_over_queues(const struct compare *c, int64_t block, int64_t mix,
    const char *name)
{
	struct chart_series *series = arena_array(c->arena, COMPARE_LINES,
	    sizeof(*series));
	int64_t values[64];
	size_t count = 0, nleft = 0, nvalues = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		struct curve curve = find_curve(c, &c->drives[i], block, mix);
		double *x = arena_array(c->arena, curve.count + 1,
		    sizeof(*x));
		double *y = arena_array(c->arena, curve.count + 1,
		    sizeof(*y));

		if (curve.count == 0)
			continue;
		if (count == COMPARE_LINES) {
			nleft++;
			continue;
		}
		for (size_t k = 0; k < curve.count; k++) {
			int64_t n = outstanding(curve.points[k]);
			size_t at = nvalues;

			x[k] = log2((double)n);
			y[k] = curve.points[k]->values[COMPARE_IOPS];
			while (at > 0 && values[at - 1] > n)
				at--;
			if ((at > 0 && values[at - 1] == n) || nvalues == 64)
				continue;
			memmove(&values[at + 1], &values[at], (nvalues - at) *
			    sizeof(*values));
			values[at] = n;
			nvalues++;
		}
		series[count++] = new_series(&c->drives[i], curve.count, x,
		    y);
	}
	if (count == 0)
		return NULL;
	struct figure *figure = new_figure(c, name, LINES_HEIGHT_PT,
	    lang_fill(c->arena, c->lang, "compare.figure.queues", "load",
	    place_words(c, block, mix), NULL), lang_text(c->lang,
	    "compare.figure.queues-how"), nleft);
	figure->chart.x = doubling_axis(c, lang_text(c->lang,
	    "compare.axis.outstanding"), nvalues, values, false);
	set_labels(c, count, series);
	set_panel(&figure->chart.panels[0], unit_of(c, COMPARE_IOPS), false,
	    count, series);
	return figure;
}

/* --------------------------------------------------------- write saturation */

static bool
same_load(const struct compare_test *a, const struct compare_test *b)
{
	static const enum factor factors[] = {FACTOR_MIX, FACTOR_BLOCK};
	const int64_t *x = a->at.value, *y = b->at.value;

	for (size_t i = 0; i < 2; i++)
		if (x[factors[i]] != y[factors[i]])
			return false;
	return x[FACTOR_THREADS] * x[FACTOR_DEPTH] ==
	    y[FACTOR_THREADS] * y[FACTOR_DEPTH];
}

static const struct compare_test *
saturation_of(const struct compare_drive *d)
{
	for (size_t i = 0; i < d->ntests; i++)
		if (d->tests[i].kind == COMPARE_SATURATION &&
		    d->tests[i].nrecords > 0)
			return &d->tests[i];
	return NULL;
}

/* The load that most drives have. */
static const struct compare_test *
common_saturation(const struct compare *c)
{
	const struct compare_test *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_test *t = saturation_of(&c->drives[i]);
		size_t count = 0;

		for (size_t k = 0; t != NULL && k < c->ndrives; k++) {
			const struct compare_test *other =
			    saturation_of(&c->drives[k]);

			count += other != NULL && same_load(t, other);
		}
		if (count > most) {
			most = count;
			best = t;
		}
	}
	return best;
}

static struct chart_series
record_series(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t, enum compare_metric m)
{
	double *y = arena_array(c->arena, t->nrecords, sizeof(*y));

	for (size_t i = 0; i < t->nrecords; i++)
		y[i] = t->records[m][i] * compare_metric(m)->scale;
	struct chart_series s = new_series(d, t->nrecords, t->minutes, y);
	s.style = CHART_LINE;
	s.label = m == COMPARE_IOPS ? CHART_LABEL_KEY : CHART_LABEL_NONE;
	return s;
}

static const char *
load_words(const struct compare *c, const struct compare_test *t)
{
	return arena_printf(c->arena, "%s, R/W %s, %s", compare_block(c,
	    t->at.value[FACTOR_BLOCK]), compare_mix(c,
	    t->at.value[FACTOR_MIX]), compare_queue(c, t->given, &t->at));
}

struct figure *
compare_saturation(struct compare *c, const char *name)
{
	static const enum compare_metric metrics[] = {COMPARE_IOPS,
	    COMPARE_MEAN, COMPARE_P9999};
	const struct compare_test *common = common_saturation(c);
	struct chart_series *series[3];
	size_t count = 0, nleft = 0;

	if (common == NULL)
		return NULL;
	for (int m = 0; m < 3; m++)
		series[m] = arena_array(c->arena, COMPARE_LINES,
		    sizeof(*series[m]));
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		const struct compare_test *t = saturation_of(d);

		if (t == NULL)
			continue;
		if (!same_load(t, common)) {
			compare_omit(c, d, lang_text(c->lang,
			    "compare.kind.saturation"), lang_fill(c->arena,
			    c->lang, "compare.why.load", "own",
			    load_words(c, t), "common", load_words(c, common),
			    NULL));
			continue;
		}
		if (count == COMPARE_LINES) {
			nleft++;
			continue;
		}
		for (int m = 0; m < 3; m++)
			series[m][count] = record_series(c, d, t, metrics[m]);
		count++;
	}
	struct figure *figure = new_figure(c, name, SATURATION_HEIGHT_PT,
	    lang_text(c->lang, "compare.figure.saturation"),
	    load_words(c, common), nleft);
	figure->chart.x = (struct chart_axis){.title = lang_text(c->lang,
	    "axis.minutes"), .tight = true, .min = 0, .max = NAN};
	figure->chart.npanels = 0;
	for (size_t m = 0; m < 3; m++) {
		const struct metric *metric = compare_metric(metrics[m]);
		bool known = false;

		for (size_t i = 0; i < count; i++)
			known |= is_known(series[m][i].y,
			    series[m][i].npoints);
		if (!known)
			continue;
		struct chart_panel *panel =
		    &figure->chart.panels[figure->chart.npanels++];
		set_panel(panel, metric->unit == NULL ?
		    lang_text(c->lang, metric->title) : arena_printf(c->arena,
		    "%s, %s", lang_text(c->lang, metric->title),
		    lang_text(c->lang, metric->unit)), m > 0, count,
		    series[m]);
		panel->share = m == 0 ? 0.44 : 0.28;
	}
	return figure->chart.npanels == 0 ? NULL : figure;
}
