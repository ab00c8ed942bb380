/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/choice.h"
#include "render/figure_base.h"

#define DISTRIBUTION_HEIGHT_PT 372.0

struct bin {
	uint64_t low_ns, high_ns, count;
};

struct bins {
	size_t count;
	struct bin *items;		/* ascending */
	uint64_t total;
};

/* The steps in hand, by number; from the window's rounds, or from all. */
static bool *
find_steps(const struct scope *s, const struct choice *c, size_t *most_out)
{
	const struct table *t = s->in->cells;
	unsigned first = s->test->window_first, last = s->test->window_last;
	uint64_t most = 0;

	for (size_t row = 0; row < t->nrows; row++)
		if (table_whole(t, row, "step") > most)
			most = table_whole(t, row, "step");
	/* Steps are numbered from 1 and each has a row. */
	if (most > t->nrows)
		most = t->nrows;
	bool *wanted = arena_array(s->arena, most + 1, sizeof(*wanted));
	for (size_t row = 0; row < t->nrows; row++) {
		uint64_t round = table_whole(t, row, "round");
		uint64_t step = table_whole(t, row, "step");

		if (step <= most && (first == 0 ||
		    (round >= first && round <= last)) && choice_has(c, t, row))
			wanted[step] = true;
	}
	*most_out = most;
	return wanted;
}

static int
compare_bins(const void *left, const void *right)
{
	const struct bin *l = left, *r = right;

	return l->low_ns < r->low_ns ? -1 : l->low_ns > r->low_ns;
}

/* Adds up bins that are the same in several steps. */
static void
merge_bins(struct bins *b)
{
	size_t n = 0;

	if (b->count == 0)
		return;
	qsort(b->items, b->count, sizeof(*b->items), compare_bins);
	for (size_t i = 1; i < b->count; i++) {
		if (b->items[i].low_ns == b->items[n].low_ns)
			b->items[n].count += b->items[i].count;
		else
			b->items[++n] = b->items[i];
	}
	b->count = n + 1;
}

static struct bins
find_bins(const struct scope *s, const bool *wanted, size_t most,
    const char *op)
{
	const struct table *t = s->in->histograms;
	struct bins b = {0};

	for (size_t row = 0; row < t->nrows; row++) {
		uint64_t step = table_whole(t, row, "step");

		if (step > most || !wanted[step] ||
		    strcmp(table_text(t, row, "test"), s->test->id) != 0 ||
		    (strcmp(op, "all") != 0 &&
		    strcmp(table_text(t, row, "op"), op) != 0))
			continue;
		b.items = arena_grow(s->arena, b.items, b.count,
		    sizeof(*b.items));
		b.items[b.count] = (struct bin){
		    table_whole(t, row, "low_ns"),
		    table_whole(t, row, "high_ns"),
		    table_whole(t, row, "count")};
		b.total += b.items[b.count++].count;
	}
	merge_bins(&b);
	return b;
}

/* Levels of count; a bin without I/Os is a gap in the line. */
static struct chart_series
count_series(const struct scope *s, const struct bins *b)
{
	double *x = arena_array(s->arena, 2 * b->count + 1, sizeof(*x));
	double *y = arena_array(s->arena, 2 * b->count + 1, sizeof(*y));
	size_t n = 0;

	for (size_t i = 0; i < b->count; i++) {
		const struct bin *bin = &b->items[i];

		x[n] = (double)(bin->low_ns > 0 ? bin->low_ns : 1) / 1e6;
		y[n++] = (double)bin->count;
		if (i + 1 < b->count &&
		    b->items[i + 1].low_ns == bin->high_ns + 1)
			continue;
		x[n] = (double)(bin->high_ns + 1) / 1e6;
		y[n++] = i + 1 == b->count ? (double)bin->count : NAN;
	}
	return (struct chart_series){
		.name = lang_text(s->lang, "unit.ios"), .style = CHART_STEPS,
		.label = CHART_LABEL_NONE, .solid = true,
		.x = x, .y = y, .npoints = n,
	};
}

static struct chart_series
share_series(const struct scope *s, const struct bins *b)
{
	double *x = arena_array(s->arena, b->count, sizeof(*x));
	double *y = arena_array(s->arena, b->count, sizeof(*y));
	uint64_t sum = 0;

	for (size_t i = 0; i < b->count; i++) {
		sum += b->items[i].count;
		x[i] = (double)(b->items[i].high_ns + 1) / 1e6;
		y[i] = 100 * (double)sum / (double)b->total;
	}
	return (struct chart_series){
		.name = lang_text(s->lang, "unit.percent-of-ios"),
		.style = CHART_LINE, .label = CHART_LABEL_NONE, .solid = true,
		.colour = 1, .x = x, .y = y, .npoints = b->count,
	};
}

/* Lines at the mean and at those percentiles that the count supports. */
static void
add_marks(const struct scope *s, const struct choice *c,
    struct chart_panel *panel)
{
	static const struct { const char *metric, *label; } marks[] = {
		{"lat_mean", "figure.average"}, {"lat_p999", "mark.p999"},
		{"lat_p9999", "mark.p9999"}, {"lat_p99999", "mark.p99999"},
	};
	const struct table *t = s->in->points;
	int row = choice_row(c, t);
	struct chart_rule *rules = arena_array(s->arena, 4, sizeof(*rules));

	for (size_t i = 0; row != -1 && i < 4; i++) {
		const struct metric *m = metric_find(marks[i].metric,
		    strlen(marks[i].metric));
		double value = table_number(t, (size_t)row, m->column) *
		    m->scale;

		if (!(value > 0) || choice_is_weak(t, (size_t)row, m))
			continue;
		rules[panel->nrules++] = (struct chart_rule){
			.vertical = true, .value = value,
			.colour = i == 0 ? CHART_BLACK : CHART_GREY,
			.dashed = i > 0,
			.label = lang_text(s->lang, marks[i].label)};
	}
	panel->rules = rules;
}

static const char *
conditions(const struct scope *s, const struct choice *c,
    const struct bins *b)
{
	return lang_fill(s->arena, s->lang, "figure.of-ios", "conditions",
	    choice_words(s, c, 0), "count",
	    lang_whole(s->arena, s->lang, b->total), NULL);
}

struct figure *
figure_make_distribution(const struct scope *s,
    const struct template_block *b, const char *name)
{
	struct choice c;
	size_t most;

	if (s->in->histograms == NULL ||
	    choice_make(s, b->op, b->filters, 0, &c) == -1)
		return NULL;
	if (s->track != NULL) {
		c.fixed |= s->track->fixed;
		for (int f = 0; f < NFACTORS; f++)
			if ((s->track->fixed & 1u << f) != 0)
				c.at.value[f] = s->track->at.value[f];
	}
	bool *wanted = find_steps(s, &c, &most);
	struct bins bins = find_bins(s, wanted, most, b->op);
	if (bins.total == 0)
		return NULL;
	struct figure *figure = figure_new(s, b, name,
	    DISTRIBUTION_HEIGHT_PT);
	struct chart *chart = &figure->chart;
	chart->subtitle = figure_subtitle(s, b, conditions(s, &c, &bins));
	chart->x = (struct chart_axis){.scale = CHART_LOG,
	    .title = lang_text(s->lang, "axis.latency"),
	    .min = NAN, .max = NAN};
	chart->npanels = 2;
	struct chart_series *series = arena_array(s->arena, 2,
	    sizeof(*series));
	series[0] = count_series(s, &bins);
	series[1] = share_series(s, &bins);
	for (size_t i = 0; i < 2; i++)
		chart->panels[i] = (struct chart_panel){
			.y = {.scale = i == 0 ? CHART_LOG : CHART_LINEAR,
			    .min = i == 0 ? NAN : 0, .max = i == 0 ? NAN : 100,
			    .unit = series[i].name},
			.share = i == 0 ? 0.6 : 0.4,
			.series = &series[i], .nseries = 1,
		};
	add_marks(s, &c, &chart->panels[0]);
	return figure;
}
