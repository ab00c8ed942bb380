/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/compare_charts.h"

#define MATRIX_PT 330.0
#define PANELS 2

/* A pair of threads and depth. */
struct pair {
	int64_t threads, depth;
};

/* Past this, labels of pairs would touch. */
#define MOST_PAIRS 24

static bool
is_at(const struct compare_drive *d, const struct compare_point *p,
    int64_t block, int64_t mix)
{
	const struct compare_test *t = &d->tests[p->test];

	return t->kind == COMPARE_RANDOM && t->queues &&
	    strcmp(p->op, "all") == 0 && p->at.value[FACTOR_BLOCK] == block &&
	    p->at.value[FACTOR_MIX] == mix &&
	    isfinite(p->values[COMPARE_IOPS]);
}

static int
fewer_first(const void *left, const void *right)
{
	const struct pair *l = left, *r = right;

	if (l->threads != r->threads)
		return l->threads < r->threads ? -1 : 1;
	return l->depth < r->depth ? -1 : l->depth > r->depth;
}

/* Whether threads as well as depth vary. */
static bool
both_vary(const struct pair *pairs, size_t count)
{
	bool threads = false, depth = false;

	for (size_t i = 1; i < count; i++) {
		threads |= pairs[i].threads != pairs[0].threads;
		depth |= pairs[i].depth != pairs[0].depth;
	}
	return threads && depth;
}

/* All pairs that any drive has; 0 if they are too many. */
static size_t
find_pairs(const struct compare *c, int64_t block, int64_t mix,
    struct pair pairs[MOST_PAIRS])
{
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++)
		for (size_t k = 0; k < c->drives[i].npoints; k++) {
			const struct compare_point *p = &c->drives[i].points[k];
			struct pair one = {p->at.value[FACTOR_THREADS],
			    p->at.value[FACTOR_DEPTH]};
			size_t n = 0;

			if (!is_at(&c->drives[i], p, block, mix))
				continue;
			while (n < count && fewer_first(&pairs[n], &one) != 0)
				n++;
			if (n < count)
				continue;
			if (count == MOST_PAIRS)
				return 0;
			pairs[count++] = one;
		}
	if (count > 0)
		qsort(pairs, count, sizeof(*pairs), fewer_first);
	return both_vary(pairs, count) ? count : 0;
}

static double
value_at(const struct compare_drive *d, int64_t block, int64_t mix,
    const struct pair *pair, enum compare_metric m)
{
	for (size_t i = 0; i < d->npoints; i++) {
		const struct compare_point *p = &d->points[i];

		if (is_at(d, p, block, mix) &&
		    p->at.value[FACTOR_THREADS] == pair->threads &&
		    p->at.value[FACTOR_DEPTH] == pair->depth)
			return p->values[m] * compare_metric(m)->scale;
	}
	return NAN;
}

/* The lines of a metric; each drive has a gap where it lacks a pair. */
static size_t
make_series(const struct compare *c, int64_t block, int64_t mix,
    size_t npairs, const struct pair *pairs, enum compare_metric m,
    struct chart_series series[COMPARE_LINES], size_t *nleft_out)
{
	size_t count = 0;

	*nleft_out = 0;
	for (size_t i = 0; i < c->ndrives; i++) {
		double *x = arena_array(c->arena, npairs, sizeof(*x));
		double *y = arena_array(c->arena, npairs, sizeof(*y));

		for (size_t k = 0; k < npairs; k++) {
			x[k] = (double)k;
			y[k] = value_at(&c->drives[i], block, mix, &pairs[k],
			    m);
		}
		if (!charts_is_known(y, npairs))
			continue;
		if (count == COMPARE_LINES)
			++*nleft_out;
		else
			series[count++] = charts_series(&c->drives[i], npairs,
			    x, y);
	}
	return count;
}

static struct figure *
make_figure(const struct compare *c, int64_t block, int64_t mix,
    const char *name, size_t npairs, const struct pair *pairs,
    const enum compare_metric metrics[PANELS])
{
	struct chart_tick *ticks = arena_array(c->arena, npairs,
	    sizeof(*ticks));
	struct figure *figure = charts_figure(c, name, MATRIX_PT,
	    lang_fill(c->arena, c->lang, "compare.figure.matrix", "load",
	    charts_load(c, block, mix), NULL), NULL, 0);
	struct chart *chart = &figure->chart;
	size_t nleft = 0;

	for (size_t k = 0; k < npairs; k++)
		ticks[k] = (struct chart_tick){(double)k, arena_printf(
		    c->arena, "%" PRId64 "\u00d7%" PRId64, pairs[k].threads,
		    pairs[k].depth)};
	chart->x = (struct chart_axis){.title = lang_text(c->lang,
	    "compare.aspect.queue"), .scale = CHART_CATEGORIES, .min = NAN,
	    .max = NAN, .nticks = npairs, .ticks = ticks};
	chart->npanels = 0;
	for (int m = 0; m < PANELS; m++) {
		struct chart_series *series = arena_array(c->arena,
		    COMPARE_LINES, sizeof(*series));
		size_t count = make_series(c, block, mix, npairs, pairs,
		    metrics[m], series, &nleft);

		if (count == 0)
			continue;
		for (size_t i = 0; i < count; i++)
			series[i].label = chart->npanels == 0 ?
			    CHART_LABEL_KEY : CHART_LABEL_NONE;
		charts_panel(&chart->panels[chart->npanels++],
		    charts_axis_words(c, metrics[m]), metrics[m] !=
		    COMPARE_IOPS, count, series);
	}
	chart->subtitle = charts_subtitle(c, lang_text(c->lang,
	    "compare.figure.matrix-how"), nleft);
	return chart->npanels == 0 ? NULL : figure;
}

struct compare_figures
compare_matrix(const struct compare *c, int64_t block, int64_t mix,
    const char *name)
{
	static const enum compare_metric rate[PANELS] = {COMPARE_IOPS,
	    COMPARE_MEAN}, spread[PANELS] = {COMPARE_MAX, COMPARE_SD};
	struct pair pairs[MOST_PAIRS];
	size_t npairs = find_pairs(c, block, mix, pairs);
	struct compare_figures out = {.figures = arena_array(c->arena, 2,
	    sizeof(*out.figures))};

	for (int i = 0; npairs > 0 && i < 2; i++) {
		struct figure *figure = make_figure(c, block, mix, i == 0 ?
		    name : arena_printf(c->arena, "%s-spread", name), npairs,
		    pairs, i == 0 ? rate : spread);

		if (figure != NULL)
			out.figures[out.count++] = figure;
	}
	return out;
}
