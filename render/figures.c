/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "render/choice.h"
#include "render/figure_base.h"
#include "render/style.h"

#define LINES_HEIGHT_PT 372.0
#define BARS_HEIGHT_PT 372.0
#define WINDOW_HEIGHT_PT 300.0
#define NOTE_HEIGHT_PT 60.0

/* Of its usual height a figure keeps this part at least, and room for title,
 * keys and axis, and for each panel. */
#define LEAST_PART 0.7
#define HEADS_PT 90.0
#define PANEL_PT 62.0

/* ---------------------------------------------------------------- the words */

static const char *
axis_title(const struct scope *s, enum factor f)
{
	return lang_text(s->lang, arena_printf(s->arena, "axis.%s",
	    factor_name(f)));
}

/* ----------------------------------------------------------------- by round */

/* The values of a metric by round, over the rows of a choice. */
static void
round_values(const struct scope *s, const struct choice *c,
    const struct metric *m, unsigned first, unsigned last,
    struct chart_series *series)
{
	size_t count = last - first + 1;
	double *x = arena_array(s->arena, count, sizeof(*x));
	double *y = choice_rounds(s->arena, c, s->stage, s->in->cells,
	    m->column, first, last);

	for (size_t i = 0; i < count; i++) {
		x[i] = first + (double)i;
		y[i] *= m->scale;
	}
	series->x = x;
	series->y = y;
	series->npoints = count;
}

static bool
has_values(const struct chart_series *series, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < series[i].npoints; k++)
			if (isfinite(series[i].y[k]))
				return true;
	return false;
}

static struct chart_axis
round_axis(const struct scope *s, unsigned first, unsigned last)
{
	return (struct chart_axis){
		.title = lang_text(s->lang, "axis.round"), .whole = true,
		.tight = true,
		/* A single round stands in the middle. */
		.min = first == last ? first - 1.0 : NAN,
		.max = first == last ? last + 1.0 : NAN,
	};
}

static struct figure *
make_convergence(const struct scope *s, const struct template_block *b,
    const char *name)
{
	const struct metric *m = metric_find(b->metrics, strlen(b->metrics));
	unsigned rounds = s->test->rounds;
	struct choice c;
	int64_t *values;

	/* One round is no course. */
	if (rounds < 2 || choice_make(s, b->op, b->filters, 1u << b->series,
	    &c) == -1)
		return NULL;
	size_t count = choice_values(s->arena, &c, s->in->cells, b->series,
	    &values);
	struct chart_series *series = arena_array(s->arena, count + 1,
	    sizeof(*series));
	for (size_t i = 0; i < count; i++) {
		struct choice one = c;

		one.fixed |= 1u << b->series;
		one.at.value[b->series] = values[i];
		series[i].name = figure_factor_words(s, b->series, values[i]);
		series[i].style = CHART_LINE_POINTS;
		series[i].colour = figure_series_colour(i, count);
		round_values(s, &one, m, 1, rounds, &series[i]);
	}
	if (!has_values(series, count))
		return NULL;
	struct figure *figure = figure_new(s, b, name, LINES_HEIGHT_PT);
	figure->chart.subtitle = figure_subtitle(s, b,
	    choice_words(s, &c, 1u << b->series));
	figure->chart.x = round_axis(s, 1, rounds);
	struct chart_panel *panel = &figure->chart.panels[0];
	panel->y.scale = b->log ? CHART_LOG : CHART_LINEAR;
	panel->y.min = panel->y.max = NAN;
	panel->y.unit = figure_unit(s, m);
	panel->series = series;
	panel->nseries = count;
	if (s->test->window_first > 0 &&
	    s->test->window_first < s->test->window_last) {
		struct chart_band *band = arena_alloc(s->arena, sizeof(*band));

		*band = (struct chart_band){.vertical = true,
		    .from = s->test->window_first - 0.4,
		    .to = s->test->window_last + 0.4, .colour = CHART_GREY,
		    .label = lang_text(s->lang, "figure.window")};
		panel->bands = band;
		panel->nbands = 1;
	}
	return figure;
}

/* --------------------------------------------------- the measurement window */

static void
window_lines(const struct scope *s, const struct metric *m,
    struct chart_panel *panel)
{
	double average = s->track->average * m->scale;
	struct chart_rule *rules = arena_array(s->arena, 3, sizeof(*rules));
	struct chart_band *band = arena_alloc(s->arena, sizeof(*band));

	rules[0] = (struct chart_rule){.value = average, .colour = CHART_BLACK,
	    .label = lang_text(s->lang, "figure.average")};
	rules[1] = (struct chart_rule){.value = 1.1 * average,
	    .colour = CHART_GREY, .dashed = true,
	    .label = lang_text(s->lang, "figure.110")};
	rules[2] = (struct chart_rule){.value = 0.9 * average,
	    .colour = CHART_GREY, .dashed = true,
	    .label = lang_text(s->lang, "figure.90")};
	*band = (struct chart_band){.from = 0.9 * average,
	    .to = 1.1 * average, .colour = CHART_GREY};
	panel->rules = rules;
	panel->nrules = 3;
	panel->bands = band;
	panel->nbands = 1;
}

static struct figure *
make_window(const struct scope *s, const struct template_block *b,
    const char *name)
{
	const struct result_track *t = s->track;
	unsigned first = s->test->window_first, last = s->test->window_last;

	if (t == NULL || first == 0 || first >= last ||
	    !isfinite(t->average) || t->average <= 0)
		return NULL;
	const struct metric *m = metric_find(t->metric, strlen(t->metric));
	if (m == NULL)
		return NULL;
	struct choice c = choice_of_track(s->test, t);
	struct chart_series *series = arena_array(s->arena, 2,
	    sizeof(*series));
	series[0] = (struct chart_series){.name = figure_unit(s, m),
	    .style = CHART_LINE_POINTS, .colour = 0, .solid = true,
	    .label = CHART_LABEL_NONE};
	round_values(s, &c, m, first, last, &series[0]);
	if (!has_values(series, 1))
		return NULL;
	double *y = arena_array(s->arena, series[0].npoints, sizeof(*y));
	for (size_t i = 0; i < series[0].npoints; i++)
		y[i] = (t->intercept + t->slope * series[0].x[i]) * m->scale;
	series[1] = (struct chart_series){
	    .name = lang_text(s->lang, "figure.fit"), .style = CHART_LINE,
	    .colour = 1, .thin = true, .dashed = true,
	    .label = CHART_LABEL_END, .x = series[0].x, .y = y,
	    .npoints = series[0].npoints};
	struct figure *figure = figure_new(s, b, name, WINDOW_HEIGHT_PT);
	figure->chart.subtitle = figure_subtitle(s, b,
	    scope_track_label(s, s->test, t));
	figure->chart.x = round_axis(s, first, last);
	struct chart_panel *panel = &figure->chart.panels[0];
	panel->y.unit = figure_unit(s, m);
	panel->y.min = panel->y.max = NAN;
	panel->y.tight = b->tight;
	panel->series = series;
	panel->nseries = 2;
	window_lines(s, m, panel);
	return figure;
}

/* ------------------------------------------------------------- over factors */

static struct chart_axis
factor_axis(const struct scope *s, enum factor f, const int64_t *values,
    size_t count)
{
	struct chart_tick *ticks = arena_array(s->arena, count,
	    sizeof(*ticks));
	struct chart_axis axis = {.title = axis_title(s, f),
	    .scale = CHART_CATEGORIES, .nticks = count, .ticks = ticks,
	    .min = NAN, .max = NAN};

	for (size_t i = 0; i < count; i++)
		ticks[i] = (struct chart_tick){.value = (double)i,
		    .label = scope_factor_axis(s, f, values[i])};
	if (!scope_factor_doubles(f, values, count))
		return axis;
	axis.scale = CHART_LINEAR;
	axis.tight = true;
	for (size_t i = 0; i < count; i++)
		ticks[i].value = log2((double)values[i]);
	return axis;
}

static struct figure *
make_lines(const struct scope *s, const struct template_block *b,
    const char *name)
{
	const struct metric *m = metric_find(b->metrics, strlen(b->metrics));
	uint32_t used = 1u << b->x | 1u << b->series;
	struct choice c;
	int64_t *xs, *values;

	if (choice_make(s, b->op, b->filters, used, &c) == -1)
		return NULL;
	size_t nx = choice_values(s->arena, &c, s->in->points, b->x, &xs);
	size_t count = choice_values(s->arena, &c, s->in->points, b->series,
	    &values);
	if (nx < 2 || count == 0)
		return NULL;
	struct chart_axis axis = factor_axis(s, b->x, xs, nx);
	struct chart_series *series = arena_array(s->arena, count,
	    sizeof(*series));
	for (size_t i = 0; i < count; i++) {
		double *x = arena_array(s->arena, nx, sizeof(*x));
		double *y = arena_array(s->arena, nx, sizeof(*y));

		for (size_t k = 0; k < nx; k++) {
			x[k] = axis.ticks[k].value;
			y[k] = figure_point_value(s, &c, m, b->x, xs[k],
			    b->series, values[i]);
		}
		series[i] = (struct chart_series){
		    .name = figure_factor_words(s, b->series, values[i]),
		    .style = CHART_LINE_POINTS,
		    .colour = figure_series_colour(i, count), .x = x, .y = y,
		    .npoints = nx};
	}
	if (!has_values(series, count))
		return NULL;
	struct figure *figure = figure_new(s, b, name, LINES_HEIGHT_PT);
	figure->chart.subtitle = figure_subtitle(s, b,
	    choice_words(s, &c, used));
	figure->chart.x = axis;
	struct chart_panel *panel = &figure->chart.panels[0];
	panel->y.scale = b->log ? CHART_LOG : CHART_LINEAR;
	panel->y.min = panel->y.max = NAN;
	panel->y.unit = figure_unit(s, m);
	panel->series = series;
	panel->nseries = count;
	return figure;
}

static struct figure *
make_bars(const struct scope *s, const struct template_block *b,
    const char *name)
{
	const struct metric *m = metric_find(b->metrics, strlen(b->metrics));
	uint32_t used = 1u << b->rows | 1u << b->columns;
	struct choice c;
	int64_t *rows, *columns;
	size_t ndrawn = 0;

	if (choice_make(s, b->op, b->filters, used, &c) == -1)
		return NULL;
	size_t nrows = choice_values(s->arena, &c, s->in->points, b->rows,
	    &rows);
	size_t ncolumns = choice_values(s->arena, &c, s->in->points,
	    b->columns, &columns);
	/* A single row of columns is better seen in two dimensions. */
	if (nrows < 2 || ncolumns < 2)
		return NULL;
	if (nrows > BAR3D_MOST || ncolumns > BAR3D_MOST) {
		warn_msg("figure %s: %zu x %zu bars are too many to be read, "
		    "left out", name, nrows, ncolumns);
		return NULL;
	}
	struct figure *figure = figure_new(s, b, name, BARS_HEIGHT_PT);
	const char **row_names = arena_array(s->arena, nrows,
	    sizeof(*row_names));
	const char **column_names = arena_array(s->arena, ncolumns,
	    sizeof(*column_names));
	double *values = arena_array(s->arena, nrows * ncolumns,
	    sizeof(*values));
	for (size_t k = 0; k < ncolumns; k++)
		column_names[k] = scope_factor_axis(s, b->columns, columns[k]);
	for (size_t i = 0; i < nrows; i++) {
		row_names[i] = scope_factor_axis(s, b->rows, rows[i]);
		for (size_t k = 0; k < ncolumns; k++) {
			double value = figure_point_value(s, &c, m, b->rows,
			    rows[i], b->columns, columns[k]);

			values[i * ncolumns + k] = value;
			ndrawn += isfinite(value) && (!b->log || value > 0);
		}
	}
	if (ndrawn == 0)
		return NULL;
	struct bar3d *bars = arena_alloc(s->arena, sizeof(*bars));
	figure->bars = bars;
	*bars = (struct bar3d){
		.title = figure->chart.title,
		.subtitle = figure_subtitle(s, b, choice_words(s, &c, used)),
		.description = figure->chart.description,
		.metadata = figure->chart.metadata,
		.language = figure->chart.language,
		.lang = s->lang,
		.width_pt = figure->chart.width_pt,
		.height_pt = figure->height_pt,
		.row_title = axis_title(s, b->rows),
		.column_title = axis_title(s, b->columns),
		.unit = figure_unit(s, m), .log = b->log,
		.nrows = nrows, .ncolumns = ncolumns,
		.rows = row_names, .columns = column_names, .values = values,
	};
	return figure;
}

struct figure *
figure_make(const struct scope *s, const struct template_block *b,
    const char *name)
{
	assert(s->test != NULL);
	switch (b->kind) {
	case KIND_CONVERGENCE:
		return make_convergence(s, b, name);
	case KIND_WINDOW:
		return make_window(s, b, name);
	case KIND_LINES:
		return make_lines(s, b, name);
	case KIND_BARS:
		return make_bars(s, b, name);
	case KIND_INTENSITY:
		return figure_make_intensity(s, b, name);
	case KIND_TIME:
		return figure_make_time(s, b, name);
	case KIND_DISTRIBUTION:
		return figure_make_distribution(s, b, name);
	case KIND_HEAT:
		return figure_make_heat(s, b, name);
	case KIND_TOIO:
		return figure_make_toio(s, b, name);
	default:
		return NULL;
	}
}

/* ------------------------------------------------------------ their heights */

double
figure_least(const struct figure *figure)
{
	double panels = HEADS_PT + PANEL_PT * (double)figure->chart.npanels;

	if (figure->level != NULL || figure->matrix != NULL)
		return figure->height_pt;
	return fmin(figure->height_pt, fmax(LEAST_PART * figure->height_pt,
	    panels));
}

void
figure_resize(struct arena *a, struct figure *figure, double height_pt)
{
	if (figure->level != NULL || figure->matrix != NULL)
		return;
	figure->height_pt = figure->chart.height_pt = height_pt;
	if (figure->bars != NULL) {
		struct bar3d *bars = arena_alloc(a, sizeof(*bars));

		*bars = *figure->bars;
		bars->height_pt = height_pt;
		figure->bars = bars;
	}
	if (figure->heat != NULL) {
		struct heat *heat = arena_alloc(a, sizeof(*heat));

		*heat = *figure->heat;
		heat->height_pt = height_pt;
		figure->heat = heat;
	}
}

/* -------------------------------------------------------------- their files */

static bool
is_native(const struct figure *figure)
{
	return figure->bars != NULL || figure->heat != NULL ||
	    figure->level != NULL || figure->matrix != NULL;
}

static int
write_native(struct fonts *f, const struct figure *figure, const char *dir)
{
	if (figure->bars != NULL)
		return bar3d_write(f, figure->bars, dir, figure->name);
	if (figure->heat != NULL)
		return heat_write(f, figure->heat, dir, figure->name);
	if (figure->level != NULL)
		return hbars_write(f, figure->level, dir, figure->name);
	return ratio_write(f, figure->matrix, dir, figure->name);
}

int
figures_write(struct arena *a, struct fonts *f, size_t count,
    struct figure *const *figures, const char *dir)
{
	const struct chart **charts = arena_array(a, count + 1,
	    sizeof(*charts));
	const char **names = arena_array(a, count + 1, sizeof(*names));
	enum chart_status *statuses = arena_array(a, count + 1,
	    sizeof(*statuses));
	struct chart_figure *drawn = arena_array(a, count + 1, sizeof(*drawn));
	size_t ncharts = 0, nmissing = 0, nfailed = 0;
	const struct figure *first = NULL;	/* that failed */

	for (size_t i = 0; i < count; i++) {
		if (is_native(figures[i])) {
			if (write_native(f, figures[i], dir) == -1)
				return -1;
			continue;
		}
		charts[ncharts] = &figures[i]->chart;
		names[ncharts++] = figures[i]->name;
	}
	chart_write_all(a, f, ncharts, charts, dir, names, statuses, drawn);
	for (size_t i = 0, k = 0; i < count; i++) {
		if (is_native(figures[i]))
			continue;
		figures[i]->status = statuses[k];
		figures[i]->drawn = drawn[k];
		nmissing += statuses[k] == CHART_NO_GNUPLOT;
		nfailed += statuses[k] == CHART_GNUPLOT_FAILED;
		if (statuses[k] == CHART_GNUPLOT_FAILED && first == NULL)
			first = figures[i];
		if (statuses[k] == CHART_FAILED)
			return -1;
		k++;
	}
	if (nfailed > 0)
		warn_msg("%s: %s; %zu figures are notes in the report",
		    first->name, first->drawn.why, nfailed);
	if (nmissing > 0)
		warn_msg("gnuplot is not there: %zu figures are notes in the "
		    "report (install the package gnuplot-nox)", nmissing);
	return 0;
}

const char *
figure_title(const struct figure *figure)
{
	return figure->level != NULL ? figure->level->title :
	    figure->matrix != NULL ? figure->matrix->title :
	    figure->chart.title;
}

double
figure_height(const struct figure *figure)
{
	if (is_native(figure) || figure->status == CHART_OK)
		return figure->height_pt;
	return NOTE_HEIGHT_PT;
}

static void
draw_note(struct canvas *c, struct fonts *f, const struct lang *l,
    const struct figure *figure, double x, double y)
{
	struct arena *a = arena_new();
	const char *lines[] = {figure->chart.title != NULL ?
	    figure->chart.title : figure->name,
	    lang_text(l, figure->status == CHART_NO_GNUPLOT ?
	    "figure.no-gnuplot" : figure->status == CHART_GNUPLOT_FAILED ?
	    "figure.gnuplot-failed" : "figure.no-data")};

	canvas_frame(c, x, y, STYLE_TEXT_PT, NOTE_HEIGHT_PT, STYLE_HAIR_PT,
	    STYLE_LINE);
	for (int i = 0; i < 2; i++)
		canvas_text(c, &(struct canvas_text){
		    .x = x + STYLE_TEXT_PT / 2, .y = y + 27 + 13 * i,
		    .size_pt = 8, .rgb = i == 0 ? STYLE_INK : STYLE_GREY,
		    .font = i == 0 ? FONT_BOLD : FONT_REGULAR,
		    .anchor = ANCHOR_MIDDLE}, fonts_fit(f, a, i == 0 ?
		    FONT_BOLD : FONT_REGULAR, 8, STYLE_TEXT_PT - 24,
		    lines[i]));
	arena_free(a);
}

int
figure_draw(struct canvas *c, struct fonts *f, const struct lang *l,
    const struct figure *figure, double x, double y, double most_pt)
{
	double scale = fmin(1, most_pt / figure_height(figure));
	double left = x - FIGURE_EDGE_PT * scale;

	if (figure->bars != NULL)
		bar3d_draw(c, f, figure->bars, left, y, scale);
	else if (figure->heat != NULL)
		heat_draw(c, f, figure->heat, left, y, scale);
	else if (figure->level != NULL)
		hbars_draw(c, f, figure->level, left, y, scale);
	else if (figure->matrix != NULL)
		ratio_draw(c, f, figure->matrix, left, y, scale);
	else if (figure->status == CHART_OK)
		return chart_draw(c, &figure->drawn, left, y, scale);
	else
		draw_note(c, f, l, figure, x, y);
	return 0;
}

int
figure_picture(struct arena *a, struct fonts *f, const struct lang *l,
    const struct figure *figure, const char *dir,
    const struct canvas_info *info, double dpi)
{
	/* A canvas numbers its files, of which there is one here. */
	const char *name = arena_printf(a, "%s/%s", dir, figure->name);
	struct canvas *c = canvas_png_open(arena_printf(a, "%s-%%u.png", name),
	    info, dpi);

	if (c == NULL)
		return -1;
	canvas_page_begin(c, FIGURE_WIDTH_PT, figure_height(figure));
	int status = figure_draw(c, f, l, figure, FIGURE_EDGE_PT, 0,
	    figure_height(figure));
	canvas_page_end(c);
	if (canvas_close(c) == -1)
		return -1;
	if (status == 0 && rename(arena_printf(a, "%s-1.png", name),
	    arena_printf(a, "%s.png", name)) == -1) {
		warn_errno("rename(%s-1.png)", name);
		return -1;
	}
	return status;
}
