/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/compare_charts.h"

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
	struct chart_series s = charts_series(d, curve->count, x, y);
	s.label = CHART_LABEL_KEY;
	return s;
}

size_t
compare_varied(const struct compare *c, enum factor f, int64_t **values_out)
{
	int64_t *values = NULL;
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++)
		for (size_t k = 0; k < c->drives[i].npoints; k++) {
			const struct compare_point *p = &c->drives[i].points[k];
			const struct compare_test *t =
			    &c->drives[i].tests[p->test];
			size_t n = 0;

			if (t->kind != COMPARE_RANDOM || !t->queues ||
			    compare_is_one_load(t))
				continue;
			while (n < count && values[n] != p->at.value[f])
				n++;
			if (n < count)
				continue;
			values = arena_grow(c->arena, values, count,
			    sizeof(*values));
			values[count++] = p->at.value[f];
		}
	if (count > 0)
		qsort(values, count, sizeof(*values), charts_ascending);
	*values_out = values;
	return count;
}

/* The IOPS of a curve at a number of I/Os outstanding, and with how many
 * threads; NAN if it has no such point. */
static double
curve_at(const struct curve *curve, int64_t queue, int64_t *threads_out)
{
	for (size_t i = 0; i < curve->count; i++)
		if (outstanding(curve->points[i]) == queue) {
			*threads_out = curve->points[i]->
			    at.value[FACTOR_THREADS];
			return curve->points[i]->values[COMPARE_IOPS];
		}
	return NAN;
}

/* The numbers of I/Os outstanding at which both curves have a point of the same
 * number of threads are added to 'queues', each once. */
static size_t
add_queues(const struct curve *a, const struct curve *b, int64_t *queues,
    size_t count)
{
	for (size_t i = 0; i < a->count; i++) {
		int64_t queue = outstanding(a->points[i]), mine, theirs;
		size_t n = 0;

		if (isnan(curve_at(a, queue, &mine)) ||
		    isnan(curve_at(b, queue, &theirs)) || mine != theirs)
			continue;
		while (n < count && queues[n] != queue)
			n++;
		if (n == count && count < RATIO_MOST)
			queues[count++] = queue;
	}
	return count;
}

/* A row of a matrix over queues. */
struct queue_row {
	int64_t value;
	struct curve a, b;
};

static void
fill_row(const struct queue_row *row, size_t nqueues, const int64_t *queues,
    double *values)
{
	for (size_t k = 0; k < nqueues; k++) {
		int64_t mine = 0, theirs = 0;
		double a = curve_at(&row->a, queues[k], &mine);
		double b = curve_at(&row->b, queues[k], &theirs);

		values[k] = mine == theirs ? 100 * (a / b) : NAN;
	}
}

struct figure *
compare_ratio_queues(const struct compare *c, const struct compare_drive *a,
    const struct compare_drive *b, enum factor rows, int64_t at,
    const char *name)
{
	struct queue_row used[RATIO_MOST];
	int64_t *all, queues[RATIO_MOST];
	size_t nall = compare_varied(c, rows, &all), nrows = 0, nqueues = 0;

	for (size_t i = 0; i < nall && nrows < RATIO_MOST; i++) {
		bool blocks = rows == FACTOR_BLOCK;
		int64_t block = blocks ? all[i] : at, mix = blocks ? at :
		    all[i];
		struct queue_row row = {.value = all[i],
		    .a = find_curve(c, a, block, mix),
		    .b = find_curve(c, b, block, mix)};
		size_t before = nqueues;
		int64_t none[RATIO_MOST];

		nqueues = add_queues(&row.a, &row.b, queues, nqueues);
		if (nqueues > before || add_queues(&row.a, &row.b, none, 0) >
		    0)
			used[nrows++] = row;
	}
	/* A row or a column alone is in the other matrices. */
	if (nrows < 2 || nqueues < 2)
		return NULL;
	qsort(queues, nqueues, sizeof(*queues), charts_ascending);
	double *values = arena_array(c->arena, nrows * nqueues,
	    sizeof(*values));
	const char **heads = arena_array(c->arena, nrows, sizeof(*heads));
	const char **columns = arena_array(c->arena, nqueues,
	    sizeof(*columns));
	for (size_t k = 0; k < nqueues; k++)
		columns[k] = lang_whole(c->arena, c->lang,
		    (uint64_t)queues[k]);
	for (size_t i = 0; i < nrows; i++) {
		heads[i] = rows == FACTOR_MIX ? compare_mix(c, used[i].value) :
		    compare_block_row(c, used[i].value);
		fill_row(&used[i], nqueues, queues, &values[i * nqueues]);
	}
	struct ratio *r = arena_alloc(c->arena, sizeof(*r));
	*r = (struct ratio){
		.title = lang_fill(c->arena, c->lang, "compare.figure.ratio",
		    "a", a->label, "b", b->label, NULL),
		.subtitle = charts_subtitle(c, arena_printf(c->arena, "%s, %s",
		    lang_text(c->lang, "metric.iops"), rows == FACTOR_MIX ?
		    compare_block(c, at) : charts_load(c, CHARTS_ANY_BLOCK,
		    at)), 0),
		.metadata = charts_metadata(c), .language = lang_code(c->lang),
		.lang = c->lang, .width_pt = charts_matrix_width(nqueues),
		.row_title = rows == FACTOR_MIX ? "R/W" :
		    lang_text(c->lang, "unit.kib"),
		.column_title = lang_text(c->lang,
		    "compare.axis.outstanding"),
		.nrows = nrows, .ncolumns = nqueues, .rows = heads,
		.columns = columns, .values = values,
	};
	return charts_matrix(c, name, r);
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
		tails |= charts_is_known(series[1][count].y, curve.count);
		count++;
	}
	if (count == 0)
		return NULL;
	struct figure *figure = charts_figure(c, name, CHARTS_PANELS_PT,
	    lang_fill(c->arena, c->lang, "compare.figure.intensity", "load",
	    charts_load(c, block, mix), NULL), lang_text(c->lang,
	    "compare.figure.intensity-how"), nleft);
	figure->chart.x = (struct chart_axis){.title = lang_text(c->lang,
	    "metric.iops"), .min = 0, .max = NAN};
	figure->chart.npanels = tails ? 2 : 1;
	for (size_t m = 0; m < figure->chart.npanels; m++)
		charts_panel(&figure->chart.panels[m], charts_axis_words(c,
		    metrics[m]), true, count, series[m]);
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
		series[count++] = charts_series(&c->drives[i], curve.count, x,
		    y);
	}
	if (count == 0)
		return NULL;
	struct figure *figure = charts_figure(c, name, CHARTS_LINES_PT,
	    lang_fill(c->arena, c->lang, "compare.figure.queues", "load",
	    charts_load(c, block, mix), NULL), lang_text(c->lang,
	    "compare.figure.queues-how"), nleft);
	figure->chart.x = charts_doubling(c, lang_text(c->lang,
	    "compare.axis.outstanding"), nvalues, values, false);
	charts_label(c, count, series);
	charts_panel(&figure->chart.panels[0], charts_unit(c, COMPARE_IOPS),
	    false, count, series);
	return figure;
}
