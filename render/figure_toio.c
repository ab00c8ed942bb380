/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "render/choice.h"
#include "render/figure_base.h"

#define TOIO_HEIGHT_PT 372.0

/* All points with so many I/Os in flight. */
struct demand {
	int64_t toio;
	double iops, latency_ms;	/* sums, then means */
	unsigned count;
};

static int
compare_demands(const void *left, const void *right)
{
	const struct demand *l = left, *r = right;

	return l->toio < r->toio ? -1 : l->toio > r->toio;
}

/* Adds a point to those that have as many I/Os in flight. */
static void
add_point(struct demand *demands, size_t *count, int64_t toio, double iops,
    double latency_ms)
{
	size_t i = 0;

	if (!isfinite(iops) || !isfinite(latency_ms))
		return;
	while (i < *count && demands[i].toio != toio)
		i++;
	if (i == *count)
		demands[(*count)++] = (struct demand){.toio = toio};
	demands[i].iops += iops;
	demands[i].latency_ms += latency_ms;
	demands[i].count++;
}

static size_t
find_demands(const struct scope *s, const struct choice *c,
    struct demand **demands_out)
{
	const struct table *t = s->in->points;
	struct demand *demands = arena_array(s->arena, t->nrows + 1,
	    sizeof(*demands));
	size_t count = 0;

	for (size_t row = 0; row < t->nrows; row++) {
		int64_t threads, depth;

		if (choice_has(c, t, row) &&
		    choice_factor(t, row, FACTOR_THREADS, &threads) == 0 &&
		    choice_factor(t, row, FACTOR_DEPTH, &depth) == 0)
			add_point(demands, &count, threads * depth,
			    table_number(t, row, "iops"),
			    table_number(t, row, "lat_mean_ns") / 1e6);
	}
	qsort(demands, count, sizeof(*demands), compare_demands);
	for (size_t i = 0; i < count; i++) {
		demands[i].iops /= demands[i].count;
		demands[i].latency_ms /= demands[i].count;
	}
	*demands_out = demands;
	return count;
}

static struct chart_axis
demand_axis(const struct scope *s, const struct demand *demands, size_t count)
{
	struct chart_tick *ticks = arena_array(s->arena, count,
	    sizeof(*ticks));

	for (size_t i = 0; i < count; i++)
		ticks[i] = (struct chart_tick){.value = (double)i,
		    .label = arena_printf(s->arena, "%lld",
		    (long long)demands[i].toio)};
	return (struct chart_axis){.title = lang_text(s->lang, "axis.toio"),
	    .scale = CHART_CATEGORIES, .nticks = count, .ticks = ticks,
	    .min = NAN, .max = NAN};
}

/* IOPS, or the mean latency. */
static struct chart_panel
demand_panel(const struct scope *s, const struct demand *demands, size_t count,
    bool latency)
{
	struct chart_series *series = arena_alloc(s->arena, sizeof(*series));
	double *x = arena_array(s->arena, count, sizeof(*x));
	double *y = arena_array(s->arena, count, sizeof(*y));
	const char *unit = lang_text(s->lang, latency ? "unit.ms" :
	    "metric.iops");

	for (size_t i = 0; i < count; i++) {
		x[i] = (double)i;
		y[i] = latency ? demands[i].latency_ms : demands[i].iops;
	}
	*series = (struct chart_series){.name = unit,
	    .style = latency ? CHART_LINE_POINTS : CHART_BARS,
	    .label = CHART_LABEL_NONE, .solid = true, .colour = latency,
	    .x = x, .y = y, .npoints = count};
	return (struct chart_panel){.y = {.min = NAN, .max = NAN,
	    .unit = unit, .scale = latency ? CHART_LOG : CHART_LINEAR},
	    .series = series, .nseries = 1};
}

struct figure *
figure_make_toio(const struct scope *s, const struct template_block *b,
    const char *name)
{
	uint32_t used = 1u << FACTOR_THREADS | 1u << FACTOR_DEPTH;
	struct choice c;
	struct demand *demands;

	if (choice_make(s, b->op, b->filters, used, &c) == -1)
		return NULL;
	size_t count = find_demands(s, &c, &demands);
	if (count < 2)
		return NULL;
	struct figure *figure = figure_new(s, b, name, TOIO_HEIGHT_PT);
	struct chart *chart = &figure->chart;
	chart->subtitle = figure_subtitle(s, b, choice_words(s, &c, used));
	chart->x = demand_axis(s, demands, count);
	chart->npanels = 2;
	for (size_t i = 0; i < 2; i++)
		chart->panels[i] = demand_panel(s, demands, count, i == 1);
	return figure;
}
