/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "render/chart_axis.h"
#include "render/fig_head.h"
#include "render/fig_heat.h"
#include "render/style.h"

#define BAR_PT 9.0			/* width of the scale of colours */
#define BAR_GAP_PT 14.0
#define BAR_STEPS 64
#define BLANK 0xffffff

/* As in charts: from a panel to what is written around it. */
#define UNIT_RISE_PT 9.0
#define X_LABEL_PT 12.0
#define X_TITLE_PT 23.0
#define LABEL_GAP_PT 5.0

struct view {
	struct fig fig;
	const struct heat *heat;
	struct axis x, y, colours;
	double left, right, top, bottom;
};

static double
width_of(const struct view *v, const char *text)
{
	return fonts_width(v->fig.fonts, FONT_REGULAR, FIG_TEXT_PT, text);
}

static double
widest(const struct view *v, const struct axis *axis)
{
	double most = 0;

	for (size_t i = 0; i < axis->nticks; i++)
		if (axis->ticks[i].label != NULL)
			most = fmax(most, width_of(v, axis->ticks[i].label));
	return most;
}

/* Pale to dark in even steps of lightness, so that print in grey keeps the
 * order; the palest is still told from a blank cell. */
static uint32_t
colour_of(double part)
{
	static const double stops[][3] = {
		{0xdc, 0xe9, 0xf4}, {0x9c, 0xc9, 0xe4}, {0x52, 0x9d, 0xcc},
		{0x1f, 0x66, 0xa8}, {0x0a, 0x36, 0x74}, {0x04, 0x17, 0x38},
	};
	double at = fmax(0, fmin(part, 1)) * 5;
	size_t i = at >= 4 ? 4 : (size_t)at;
	uint32_t rgb = 0;

	for (int k = 0; k < 3; k++)
		rgb = rgb << 8 | (uint32_t)lround(stops[i][k] +
		    (at - (double)i) * (stops[i + 1][k] - stops[i][k]));
	return rgb;
}

static bool
has_colour(double value)
{
	return isfinite(value) && value > 0 && value <= 1e15;
}

static void
axes(struct view *v)
{
	const struct heat *h = v->heat;
	struct chart_axis colours = {
		.scale = h->log ? CHART_LOG : CHART_LINEAR, .min = NAN,
		.max = NAN,
	};
	struct axis_span span = {INFINITY, -INFINITY};
	const struct axis_span none = {1, 1};

	for (size_t i = 0; i < h->nrows * h->ncolumns; i++)
		if (has_colour(h->values[i])) {
			span.low = fmin(span.low, h->values[i]);
			span.high = fmax(span.high, h->values[i]);
		}
	/* The least value is the palest: no colour is spent below it. */
	if (h->log && span.low < span.high)
		colours.min = span.low;
	axis_range(&v->colours, &colours, &span, true);
	axis_ticks(v->fig.arena, &v->colours, &colours, v->fig.fonts, h->lang,
	    FIG_TEXT_PT, v->bottom - v->top, true);
	axis_range(&v->y, &h->y, &none, true);
	axis_ticks(v->fig.arena, &v->y, &h->y, v->fig.fonts, h->lang,
	    FIG_TEXT_PT, v->bottom - v->top, true);
	v->left = FIG_EDGE_PT + widest(v, &v->y) + FIG_TICK_PT + LABEL_GAP_PT;
	v->right = h->width_pt - FIG_EDGE_PT - widest(v, &v->colours) -
	    FIG_TICK_PT - LABEL_GAP_PT - BAR_PT - BAR_GAP_PT;
	axis_range(&v->x, &h->x, &none, false);
	/* Categories: cells end halfway between their centres. */
	if (h->x.scale == CHART_CATEGORIES) {
		v->x.min = -0.5;
		v->x.max = (double)h->x.nticks - 0.5;
	}
	if (h->y.scale == CHART_CATEGORIES) {
		v->y.min = -0.5;
		v->y.max = (double)h->y.nticks - 0.5;
	}
	axis_ticks(v->fig.arena, &v->x, &h->x, v->fig.fonts, h->lang,
	    FIG_TEXT_PT, v->right - v->left, false);
	v->x.min_pt = v->left;
	v->x.max_pt = v->right;
	v->y.min_pt = v->colours.min_pt = v->bottom;
	v->y.max_pt = v->colours.max_pt = v->top;
}

static void
draw_cells(const struct view *v)
{
	const struct heat *h = v->heat;
	uint8_t *pixels = arena_alloc(v->fig.arena, h->nrows * h->ncolumns *
	    3);
	uint8_t *p = pixels;
	struct axis unit = v->colours;

	unit.min_pt = 0;
	unit.max_pt = 1;
	for (size_t r = h->nrows; r > 0; r--)
		for (size_t c = 0; c < h->ncolumns; c++) {
			double value = h->values[(r - 1) * h->ncolumns + c];
			uint32_t rgb = has_colour(value) ?
			    colour_of(axis_place(&unit, value)) : BLANK;

			*p++ = (uint8_t)(rgb >> 16);
			*p++ = (uint8_t)(rgb >> 8);
			*p++ = (uint8_t)rgb;
		}
	struct canvas_point at = fig_place(&v->fig,
	    (struct canvas_point){v->left, v->top});
	canvas_image(v->fig.canvas, at.x, at.y,
	    (v->right - v->left) * v->fig.scale,
	    (v->bottom - v->top) * v->fig.scale, (unsigned)h->ncolumns,
	    (unsigned)h->nrows, pixels);
}

static void
draw_x_axis(const struct view *v)
{
	for (size_t i = 0; i < v->x.nticks; i++) {
		const struct axis_tick *t = &v->x.ticks[i];
		double x = axis_place(&v->x, t->value);
		double length = t->label == NULL ? 2 : FIG_TICK_PT;

		fig_line(&v->fig, (struct canvas_point){x, v->bottom},
		    (struct canvas_point){x, v->bottom + length}, 0.6,
		    STYLE_GREY);
		if (t->label != NULL)
			fig_text(&v->fig, (struct canvas_point){x,
			    v->bottom + X_LABEL_PT}, t->label,
			    (struct canvas_text){.size_pt = FIG_TEXT_PT,
			    .rgb = STYLE_INK, .anchor = ANCHOR_MIDDLE});
	}
	const char *title = v->heat->x.title, *unit = v->heat->x.unit;
	if (title == NULL)
		title = unit;
	else if (unit != NULL)
		title = arena_printf(v->fig.arena, "%s, %s", title, unit);
	fig_text(&v->fig, (struct canvas_point){(v->left + v->right) / 2,
	    v->bottom + X_TITLE_PT}, title, (struct canvas_text){
	    .size_pt = FIG_TEXT_PT, .rgb = STYLE_INK,
	    .anchor = ANCHOR_MIDDLE});
}

/* Ticks and labels of an upright axis at 'x', to its left or right. */
static void
draw_y_axis(const struct view *v, const struct axis *axis, double x, int side,
    const char *unit)
{
	enum canvas_anchor anchor = side < 0 ? ANCHOR_END : ANCHOR_START;
	double text_x = x + side * (FIG_TICK_PT + LABEL_GAP_PT - 1.5);

	for (size_t i = 0; i < axis->nticks; i++) {
		const struct axis_tick *t = &axis->ticks[i];
		double y = axis_place(axis, t->value);
		double length = t->label == NULL ? 2 : FIG_TICK_PT;

		fig_line(&v->fig, (struct canvas_point){x, y},
		    (struct canvas_point){x + side * length, y}, 0.6,
		    STYLE_GREY);
		if (t->label != NULL)
			fig_text(&v->fig, (struct canvas_point){text_x,
			    y + FIG_TEXT_PT * 0.35}, t->label,
			    (struct canvas_text){.size_pt = FIG_TEXT_PT,
			    .rgb = STYLE_INK, .anchor = anchor});
	}
	if (unit == NULL)
		return;
	/* A unit that is wider than the labels begins at the edge. */
	bool wide = side < 0 && width_of(v, unit) > text_x - FIG_EDGE_PT;
	bool out = side > 0 && text_x + width_of(v, unit) >
	    v->heat->width_pt - FIG_EDGE_PT;
	fig_text(&v->fig, (struct canvas_point){wide ? FIG_EDGE_PT : out ?
	    v->heat->width_pt - FIG_EDGE_PT : text_x,
	    v->top - UNIT_RISE_PT}, unit, (struct canvas_text){
	    .size_pt = FIG_TEXT_PT, .rgb = STYLE_GREY,
	    .anchor = wide ? ANCHOR_START : out ? ANCHOR_END : anchor});
}

static void
draw_scale(const struct view *v)
{
	uint8_t pixels[BAR_STEPS * 3], *p = pixels;
	double x = v->right + BAR_GAP_PT, height = v->bottom - v->top;

	for (int i = 0; i < BAR_STEPS; i++) {
		uint32_t rgb = colour_of(1 - (i + 0.5) / BAR_STEPS);

		*p++ = (uint8_t)(rgb >> 16);
		*p++ = (uint8_t)(rgb >> 8);
		*p++ = (uint8_t)rgb;
	}
	struct canvas_point at = fig_place(&v->fig,
	    (struct canvas_point){x, v->top});
	canvas_image(v->fig.canvas, at.x, at.y, BAR_PT * v->fig.scale,
	    height * v->fig.scale, 1, BAR_STEPS, pixels);
	draw_y_axis(v, &v->colours, x + BAR_PT, 1, v->heat->unit);
}

static void
draw_frame(const struct view *v)
{
	fig_line(&v->fig, (struct canvas_point){v->left, v->top},
	    (struct canvas_point){v->left, v->bottom}, 0.6, STYLE_GREY);
	fig_line(&v->fig, (struct canvas_point){v->left, v->bottom},
	    (struct canvas_point){v->right, v->bottom}, 0.6, STYLE_GREY);
}

/* What is measured here and drawn there must be the same text. */
static struct heat
cleaned(struct arena *a, const struct heat *h)
{
	struct heat copy = *h;
	const char **texts[] = {&copy.x.title, &copy.x.unit, &copy.y.unit,
	    &copy.unit};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (*texts[i] != NULL)
			*texts[i] = text_clean(a, *texts[i]);
	return copy;
}

/* Draws the head and sets the view below it. */
static void
set_view(struct view *v)
{
	const struct heat *h = v->heat;

	v->top = fig_head_draw(&v->fig, h->title, h->subtitle, h->width_pt) +
	    UNIT_RISE_PT + 3;
	v->bottom = fmax(h->height_pt - FIG_EDGE_PT - X_TITLE_PT - 2,
	    v->top + 20);
	axes(v);
}

void
heat_cells(struct fonts *f, const struct heat *h, struct heat_cells *cells_out)
{
	struct arena *a = arena_new();
	struct heat heat = cleaned(a, h);
	struct view v = {.fig = {NULL, f, a, 0, 0, 1}, .heat = &heat};

	set_view(&v);
	*cells_out = (struct heat_cells){.left = v.left, .top = v.top,
	    .right = v.right, .bottom = v.bottom,
	    .x_min = v.x.min, .x_max = v.x.max, .y_min = v.y.min,
	    .y_max = v.y.max, .x_log = v.x.log, .y_log = v.y.log};
	arena_free(a);
}

void
heat_draw(struct canvas *c, struct fonts *f, const struct heat *h, double x,
    double y, double scale)
{
	struct arena *a = arena_new();
	struct heat heat = cleaned(a, h);
	struct view v = {.fig = {c, f, a, x, y, scale}, .heat = &heat};

	if (h->nrows < 1 || h->ncolumns < 1 || h->nrows > HEAT_MOST ||
	    h->ncolumns > HEAT_MOST) {
		warn_msg("a heat map of %zu x %zu cells", h->nrows,
		    h->ncolumns);
		canvas_discard(c);
		arena_free(a);
		return;
	}
	set_view(&v);
	draw_cells(&v);
	draw_frame(&v);
	draw_x_axis(&v);
	draw_y_axis(&v, &v.y, v.left, -1, heat.y.unit);
	draw_scale(&v);
	arena_free(a);
}

static int
write_numbers(const struct heat *h, const char *dir, const char *name)
{
	struct file_replace *file = fig_numbers_open(dir, name);

	if (file == NULL)
		return -1;
	FILE *out = file_replace_stream(file);
	fputs("# a line a row, the lowest first\n", out);
	for (size_t r = 0; r < h->nrows; r++)
		for (size_t c = 0; c < h->ncolumns; c++) {
			double value = h->values[r * h->ncolumns + c];
			char number[UNITS_TEXT] = "NaN";

			if (isfinite(value))
				units_format_double(number, sizeof(number),
				    value);
			fprintf(out, "%s%c", number,
			    c + 1 < h->ncolumns ? ' ' : '\n');
		}
	return file_replace_commit(file);
}

int
heat_write(struct fonts *f, const struct heat *h, const char *dir,
    const char *name)
{
	struct canvas *c = fig_page_open(dir, name, &(struct fig_page){
	    .title = h->title, .language = h->language,
	    .description = h->description, .metadata = h->metadata,
	    .width_pt = h->width_pt, .height_pt = h->height_pt});

	if (c == NULL)
		return -1;
	heat_draw(c, f, h, 0, 0, 1);
	canvas_page_end(c);
	return canvas_close(c) != 0 ? -1 : write_numbers(h, dir, name);
}
