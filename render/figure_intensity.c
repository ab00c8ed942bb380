/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/figure_base.h"

#define INTENSITY_HEIGHT_PT 372.0

/* What a figure shows: the second metric over the first, and the stretch from
 * the second up to the third, a percentile. */
struct metrics {
	size_t count;			/* 2 or 3 */
	const struct metric *items[3];
};

static struct metrics
find_metrics(const char *names)
{
	struct metrics m = {0};

	while (*names != '\0' && m.count < 3) {
		size_t length = strcspn(names, " ");

		m.items[m.count++] = metric_find(names, length);
		names += length + (names[length] == ' ');
	}
	return m;
}

/* Points of one value of b->series, as demand grows: not by the first metric,
 * which a drive that is at its limit no longer raises. */
struct curve {
	size_t npoints;
	double *x, *y, *high;		/* high: NAN without support */
};

static double
high_value(const struct scope *s, const struct template_block *b,
    const struct choice *c, const struct metric *m, int64_t x, int64_t value)
{
	struct choice one = *c;

	one.fixed |= 1u << b->x | 1u << b->series;
	one.at.value[b->x] = x;
	one.at.value[b->series] = value;
	int row = choice_row(&one, s->in->points);
	if (row == -1 || choice_is_weak(s->in->points, (size_t)row, m))
		return NAN;
	return table_number(s->in->points, (size_t)row, m->column) * m->scale;
}

static struct curve
find_curve(const struct scope *s, const struct template_block *b,
    const struct choice *c, const struct metrics *m, size_t nx,
    const int64_t *xs, int64_t value)
{
	struct curve curve = {
		.x = arena_array(s->arena, nx, sizeof(*curve.x)),
		.y = arena_array(s->arena, nx, sizeof(*curve.y)),
		.high = arena_array(s->arena, nx, sizeof(*curve.high)),
	};

	for (size_t i = 0; i < nx; i++) {
		double x = figure_point_value(s, c, m->items[0], b->x, xs[i],
		    b->series, value);
		double y = figure_point_value(s, c, m->items[1], b->x, xs[i],
		    b->series, value);

		if (!isfinite(x) || !isfinite(y))
			continue;
		curve.x[curve.npoints] = x;
		curve.y[curve.npoints] = y;
		curve.high[curve.npoints++] = m->count < 3 ? NAN :
		    high_value(s, b, c, m->items[2], xs[i], value);
	}
	return curve;
}

/* "99.9 %" beside a line that is one of several of latency. */
static const char *
mark_words(const struct scope *s, const struct metric *m)
{
	const char *key = arena_printf(s->arena, "mark.%s",
	    strncmp(m->name, "lat_", 4) == 0 ? m->name + 4 : m->name);
	const char *text = lang_find(s->lang, key);

	return text != NULL ? text : lang_text(s->lang, m->title);
}

static bool
has_high(const struct curve *curve)
{
	for (size_t i = 0; i < curve->npoints; i++)
		if (isfinite(curve->high[i]))
			return true;
	return false;
}

/* Bands first, then their edges: lines lie on top. */
static void
add_series(const struct scope *s, const struct template_block *b,
    const struct metrics *m, const struct curve *curves, size_t count,
    const int64_t *values, struct chart_panel *panel)
{
	struct chart_series *series = arena_array(s->arena, 3 * count,
	    sizeof(*series));
	size_t n = 0;

	for (int layer = 0; layer < 3; layer++)
		for (size_t i = 0; i < count; i++) {
			const struct curve *c = &curves[i];

			if (c->npoints == 0 || (layer < 2 && !has_high(c)))
				continue;
			series[n] = (struct chart_series){
				.colour = figure_series_colour(i, count),
				.x = c->x, .y = c->y, .npoints = c->npoints,
				.name = figure_factor_words(s, b->series,
				    values[i]),
				.style = CHART_LINE_POINTS,
			};
			if (layer == 0) {
				series[n].style = CHART_BAND;
				series[n].label = CHART_LABEL_NONE;
				series[n].y2 = c->high;
			} else if (layer == 1) {
				series[n].style = CHART_LINE;
				series[n].thin = true;
				series[n].y = c->high;
				series[n].name = mark_words(s, m->items[2]);
			}
			n++;
		}
	panel->series = series;
	panel->nseries = n;
}

static const char *
conditions(const struct scope *s, const struct choice *c,
    const struct metrics *m, uint32_t used)
{
	const char *words = choice_words(s, c, used);
	const char *line = lang_text(s->lang, m->items[1]->title);

	if (m->count < 3)
		return words;
	return lang_fill(s->arena, s->lang, "figure.up-to", "conditions",
	    words, "line", line, "edge", mark_words(s, m->items[2]), NULL);
}

struct figure *
figure_make_intensity(const struct scope *s, const struct template_block *b,
    const char *name)
{
	const struct metrics m = find_metrics(b->metrics);
	uint32_t used = 1u << b->x | 1u << b->series;
	struct choice c;
	int64_t *xs, *values;
	size_t npoints = 0;

	if (choice_make(s, b->op, b->filters, used, &c) == -1)
		return NULL;
	size_t nx = choice_values(s->arena, &c, s->in->points, b->x, &xs);
	size_t count = choice_values(s->arena, &c, s->in->points, b->series,
	    &values);
	struct curve *curves = arena_array(s->arena, count + 1,
	    sizeof(*curves));
	for (size_t i = 0; i < count; i++) {
		curves[i] = find_curve(s, b, &c, &m, nx, xs, values[i]);
		npoints += curves[i].npoints;
	}
	/* A point is no curve. */
	if (npoints < 2)
		return NULL;
	struct figure *figure = figure_new(s, b, name, INTENSITY_HEIGHT_PT);
	figure->chart.subtitle = figure_subtitle(s, b,
	    conditions(s, &c, &m, used));
	figure->chart.x = (struct chart_axis){
	    .title = lang_text(s->lang, m.items[0]->title),
	    .unit = m.items[0]->unit == NULL ? NULL :
	    lang_text(s->lang, m.items[0]->unit), .min = 0, .max = NAN};
	struct chart_panel *panel = &figure->chart.panels[0];
	panel->y.scale = b->log ? CHART_LOG : CHART_LINEAR;
	panel->y.min = panel->y.max = NAN;
	panel->y.unit = figure_unit(s, m.items[1]);
	add_series(s, b, &m, curves, count, values, panel);
	return figure;
}
