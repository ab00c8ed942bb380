/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/figure_base.h"
#include "render/records.h"

#define TIME_HEIGHT_PT 372.0

/* With more points than these, markers would touch, and a line would be a
 * scribble: then the points are dots. */
#define MOST_MARKERS 120
#define MOST_LINE 400

#define MEANS 80			/* of a line through dots, at most */

static struct chart_series
record_series(const struct scope *s, const struct records *r,
    const struct metric *m)
{
	double *y = arena_array(s->arena, r->count, sizeof(*y));

	for (size_t i = 0; i < r->count; i++)
		y[i] = table_number(r->table, r->rows[i], m->column) *
		    m->scale;
	return (struct chart_series){
		.name = lang_text(s->lang, m->title),
		.style = r->count > MOST_LINE ? CHART_DOTS :
		    r->count > MOST_MARKERS ? CHART_LINE : CHART_LINE_POINTS,
		.x = r->x, .y = y, .npoints = r->count,
	};
}

static unsigned
load_colour(const struct records *r, size_t record)
{
	return records_is_baseline(r, record) ? CHART_GREY :
	    (unsigned)r->loads[record] % CHART_GREY;
}

/* A load by what sets it apart from the others: "RND 8 KiB". */
static const char *
load_words(const struct scope *s, const struct records *r, size_t record)
{
	static const enum factor order[] = {FACTOR_PATTERN, FACTOR_BLOCK,
	    FACTOR_MIX, FACTOR_THREADS, FACTOR_DEPTH, FACTOR_PAUSE};
	const char *words = "";

	if (records_is_baseline(r, record))
		return NULL;
	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		int64_t value;

		if ((r->varied & 1u << order[i]) == 0 ||
		    choice_factor(r->table, r->rows[record], order[i],
		    &value) == -1)
			continue;
		words = arena_printf(s->arena, "%s%s%s", words,
		    *words == '\0' ? "" : " ",
		    figure_factor_words(s, order[i], value));
	}
	return words;
}

/* A part is shaded from the end of the one before to its own end. */
static void
add_bands(const struct scope *s, const struct records *r,
    struct chart_panel *panel, bool named)
{
	struct chart_band *bands = arena_array(s->arena, r->nparts,
	    sizeof(*bands));

	for (size_t i = 0, end; i < r->count; i = end) {
		for (end = i + 1; end < r->count &&
		    r->loads[end] == r->loads[i];)
			end++;
		if (records_is_baseline(r, i))
			continue;
		bands[panel->nbands++] = (struct chart_band){
			.vertical = true, .from = i == 0 ? 0 : r->x[i - 1],
			.to = r->x[end - 1], .colour = load_colour(r, i),
			.label = named ? load_words(s, r, i) : NULL,
		};
	}
	panel->bands = bands;
}

/* A line stops where the load changes, and where others lie between: it tells
 * nothing of what is there. */
static void
break_line(const struct scope *s, const struct records *r,
    struct chart_series *series)
{
	double *x = arena_array(s->arena, 2 * r->count, sizeof(*x));
	double *y = arena_array(s->arena, 2 * r->count, sizeof(*y));
	size_t n = 0;

	for (size_t i = 0; i < r->count; i++) {
		if (i > 0 && (r->apart[i] || (records_have_parts(r) &&
		    r->loads[i] != r->loads[i - 1]))) {
			x[n] = r->x[i];
			y[n++] = NAN;
		}
		x[n] = r->x[i];
		y[n++] = series->y[i];
	}
	series->x = x;
	series->y = y;
	series->npoints = n;
}

/* How many records one mean is of: some eighty means tell the course. */
static size_t
records_a_mean(const struct records *r)
{
	static const size_t round[] = {5, 10, 15, 20, 30, 60, 120, 300};
	size_t i = 0;

	while (i + 1 < sizeof(round) / sizeof(*round) &&
	    round[i] * MEANS < r->count)
		i++;
	return round[i];
}

/* The means of so many records each, over the dots that the records are. */
static struct chart_series
mean_series(const struct scope *s, const struct chart_series *dots,
    size_t each)
{
	size_t count = (dots->npoints + each - 1) / each;
	double *x = arena_array(s->arena, count, sizeof(*x));
	double *y = arena_array(s->arena, count, sizeof(*y));

	for (size_t i = 0; i < count; i++) {
		size_t begin = i * each;
		size_t end = begin + each < dots->npoints ? begin + each :
		    dots->npoints;

		for (size_t k = begin; k < end; k++) {
			x[i] += dots->x[k] / (double)(end - begin);
			y[i] += dots->y[k] / (double)(end - begin);
		}
	}
	return (struct chart_series){.name = dots->name, .solid = true,
	    .style = CHART_LINE, .label = dots->label,
	    .colour = dots->colour, .x = x, .y = y, .npoints = count};
}

/* A rate of one load and another has the colours of the loads. */
static void
add_by_load(const struct scope *s, const struct records *r,
    const struct chart_series *all, struct chart_panel *panel)
{
	struct chart_series *series = arena_array(s->arena, r->nloads,
	    sizeof(*series));
	size_t *firsts = arena_array(s->arena, r->nloads, sizeof(*firsts));

	for (size_t k = 0; k < r->nloads; k++) {
		double *y = arena_array(s->arena, r->count, sizeof(*y));

		for (size_t i = r->count; i > 0; i--) {
			bool here = r->loads[i - 1] == k;

			y[i - 1] = here ? all->y[i - 1] : NAN;
			if (here)
				firsts[k] = i - 1;
		}
		series[k] = *all;
		series[k].y = y;
		series[k].label = CHART_LABEL_NONE;
		series[k].colour = load_colour(r, firsts[k]);
	}
	panel->series = series;
	panel->nseries = r->nloads;
}

static bool
is_latency(const struct metric *m)
{
	return strncmp(m->name, "lat_", 4) == 0;
}

/*
 * Latencies over one another must all be seen, also where they coincide: the
 * mean is a thick line, the maximum lies over it as dots or a thin line, and
 * percentiles are thin and dashed.  '*layer_out' is the order of drawing.
 */
static void
style_latency(const struct metric *m, struct chart_series *series,
    int *layer_out)
{
	bool dots = series->style == CHART_DOTS;

	if (strcmp(m->name, "lat_mean") == 0) {
		series->style = dots ? CHART_LINE : series->style;
		series->solid = true;
		*layer_out = 0;
	} else if (strcmp(m->name, "lat_max") == 0) {
		series->style = dots ? CHART_DOTS : CHART_LINE;
		series->thin = true;
		*layer_out = 1;
	} else {
		series->style = CHART_LINE;
		series->thin = series->dashed = true;
		*layer_out = 2;
	}
}

static struct chart_series *
in_layers(const struct scope *s, const struct chart_series *series,
    const int *layers, size_t count)
{
	struct chart_series *sorted = arena_array(s->arena, count,
	    sizeof(*sorted));
	size_t n = 0;

	for (int layer = 0; layer <= 2; layer++)
		for (size_t i = 0; i < count; i++)
			if (layers[i] == layer)
				sorted[n++] = series[i];
	return sorted;
}

/* Rates share a panel from zero; latencies have a logarithmic one below. */
static void
add_panel(const struct scope *s, const struct template_block *b,
    const struct records *r, bool latency, struct chart *chart)
{
	struct chart_series *series = NULL;
	const struct metric *first = NULL;
	int *layers = NULL;
	size_t count = 0;

	for (const char *p = b->metrics; *p != '\0';) {
		size_t length = strcspn(p, " ");
		const struct metric *m = metric_find(p, length);

		p += length + (p[length] == ' ');
		if (m == NULL || is_latency(m) != latency)
			continue;
		series = arena_grow(s->arena, series, count, sizeof(*series));
		layers = arena_grow(s->arena, layers, count, sizeof(*layers));
		series[count] = record_series(s, r, m);
		series[count].colour = (unsigned)count % CHART_NCOLOURS;
		layers[count] = 0;
		if (latency)
			style_latency(m, &series[count], &layers[count]);
		count++;
		if (first == NULL)
			first = m;
	}
	if (count == 0)
		return;
	/* One curve needs no name beside it: the axis has it. */
	if (count == 1)
		series[0].label = CHART_LABEL_NONE;
	struct chart_panel *panel = &chart->panels[chart->npanels++];
	*panel = (struct chart_panel){
		.y = {.scale = latency ? CHART_LOG : CHART_LINEAR,
		    .min = NAN, .max = NAN, .unit = figure_unit(s, first)},
		.share = latency ? 0.4 : 0.6,
		.series = series, .nseries = count,
	};
	if (records_have_parts(r))
		add_bands(s, r, panel, chart->npanels == 1);
	if (!latency && count == 1 && records_have_parts(r)) {
		add_by_load(s, r, &series[0], panel);
	} else if (!latency && count == 1 && series[0].style == CHART_DOTS) {
		series = arena_grow(s->arena, series, count, sizeof(*series));
		series[1] = mean_series(s, &series[0], records_a_mean(r));
		panel->series = series;
		panel->nseries = 2;
	} else {
		for (size_t i = 0; i < count; i++)
			break_line(s, r, &series[i]);
	}
	if (latency)
		panel->series = in_layers(s, series, layers, count);
}

static const char *
conditions(const struct scope *s, const struct choice *c,
    const struct records *r, const struct chart *chart)
{
	const char *words = choice_words(s, c, 0);
	const struct chart_panel *top = &chart->panels[0];

	if (records_have_parts(r) &&
	    (r->varied & 1u << FACTOR_PAUSE) != 0)
		return lang_fill(s->arena, s->lang, "figure.pauses",
		    "conditions", words, NULL);
	if (records_have_parts(r) || top->nseries != 2 ||
	    top->y.scale == CHART_LOG || r->count <= MOST_LINE)
		return words;
	return lang_fill(s->arena, s->lang, "figure.dots", "conditions", words,
	    "count", lang_whole(s->arena, s->lang, records_a_mean(r)), NULL);
}

static void
set_axis(const struct scope *s, const struct template_block *b,
    struct records *r, struct chart *chart)
{
	double last = r->x[r->count - 1], unit;

	if (strcmp(b->of, "minutes") != 0 && strcmp(b->of, "seconds") != 0) {
		chart->x = (struct chart_axis){.title = lang_text(s->lang,
		    arena_printf(s->arena, "axis.%s", b->of)), .max = last};
		return;
	}
	chart->x = figure_time_axis(s, last, &unit);
	for (size_t i = 0; i < r->count; i++)
		r->x[i] *= unit;
}

struct figure *
figure_make_time(const struct scope *s, const struct template_block *b,
    const char *name)
{
	struct choice c;

	/* All factors may change in time; none is held but by the template. */
	if (choice_make(s, b->op, b->filters, (1u << NFACTORS) - 1, &c) == -1)
		return NULL;
	struct records r = records_find(s, &c, b->of);
	/* One record is no course. */
	if (r.count < 2)
		return NULL;
	struct figure *figure = figure_new(s, b, name, TIME_HEIGHT_PT);
	struct chart *chart = &figure->chart;
	set_axis(s, b, &r, chart);
	chart->npanels = 0;
	add_panel(s, b, &r, false, chart);
	add_panel(s, b, &r, true, chart);
	if (chart->npanels == 0)
		return NULL;
	if (chart->npanels == 1)
		chart->panels[0].share = 0;
	chart->subtitle = figure_subtitle(s, b, conditions(s, &c, &r, chart));
	return figure;
}
