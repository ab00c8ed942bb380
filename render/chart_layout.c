/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "render/chart_free.h"
#include "render/chart_key.h"
#include "render/chart_layout.h"
#include "render/chart_side.h"
#include "render/lang.h"
#include "render/style.h"

#define TITLE_PT 10.0

/* gnuplot puts tick labels this far from an axis at our tick lengths. */
#define Y_LABEL_PT 8.4
#define X_LABEL_PT 14.5
#define X_TITLE_PT 26.0

/* Above a panel: the unit of its axis. */
#define UNIT_RISE_PT 9.0

/* Lines of text below one another at the left edge; returns the baseline of
 * the next one. */
static double
add_lines(struct work *w, const char *text, enum canvas_font font,
    double size_pt, uint32_t rgb, double baseline)
{
	char **lines;

	if (text == NULL || text[0] == '\0')
		return baseline;
	size_t count = fonts_wrap(w->fonts, w->arena, font, size_pt,
	    w->chart->width_pt - 2 * WORK_EDGE_PT, text_clean(w->arena, text),
	    &lines);
	for (size_t i = 0; i < count; i++) {
		work_text(w, 0, (struct layout_text){
			.x = WORK_EDGE_PT, .baseline = baseline,
			.size_pt = size_pt, .font = font, .rgb = rgb,
			.text = lines[i],
		});
		baseline += size_pt * 1.35;
	}
	return baseline;
}

static void
clean_data(struct work *w, size_t panel)
{
	const struct chart_panel *p = &w->chart->panels[panel];
	struct layout_panel *l = &w->layout->panels[panel];

	l->drawn = arena_array(w->arena, p->nseries + 1, sizeof(*l->drawn));
	for (size_t i = 0; i < p->nseries; i++) {
		chart_data_clean(w->arena, &p->series[i],
		    w->chart->x.scale == CHART_LOG,
		    p->y.scale == CHART_LOG, &l->drawn[i]);
		w->nhidden += l->drawn[i].nhidden;
	}
}

static void
reach(struct axis_span *span, double value)
{
	span->low = fmin(span->low, value);
	span->high = fmax(span->high, value);
}

/* What the data of a panel span on x (or y). */
static void
reach_panel(struct work *w, size_t panel, bool on_y, struct axis_span *span)
{
	const struct chart_panel *p = &w->chart->panels[panel];

	for (size_t i = 0; i < p->nseries; i++) {
		const struct drawn *d = &w->layout->panels[panel].drawn[i];
		bool bars = p->series[i].style == CHART_BARS;

		double half = bars ?
		    chart_data_bar_width(&p->series[i]) / 2 : 0;

		if (on_y && bars && p->y.scale != CHART_LOG)
			reach(span, 0);
		for (size_t k = 0; k < d->npoints; k++) {
			if (d->points[k].gap)
				continue;
			if (!on_y) {
				reach(span, d->points[k].x - half);
				reach(span, d->points[k].x + half);
				continue;
			}
			reach(span, d->points[k].y);
			reach(span, d->points[k].y2);
		}
	}
	/* Limits belong to the picture as much as what they limit. */
	for (size_t i = 0; i < p->nrules && on_y; i++)
		if (!p->rules[i].vertical && isfinite(p->rules[i].value) &&
		    (p->y.scale != CHART_LOG || p->rules[i].value > 0))
			reach(span, p->rules[i].value);
}

/* Whether all lines that have a label end together, at the right: only then
 * can the labels stand in a column there. */
static bool
ends_together(struct work *w, const struct axis_span *x)
{
	bool log_x = w->chart->x.scale == CHART_LOG;

	for (size_t n = 0; n < w->chart->npanels; n++) {
		const struct chart_panel *p = &w->chart->panels[n];

		for (size_t i = 0; i < p->nseries; i++) {
			const struct drawn_point *end =
			    work_last_point(&w->layout->panels[n].drawn[i]);

			if (end == NULL ||
			    !work_is_labelled(&p->series[i], CHART_LABEL_END))
				continue;
			double short_of = log_x ? log(x->high / end->x) /
			    log(x->high / x->low) :
			    (x->high - end->x) / (x->high - x->low);
			if (!(short_of <= 0.04))
				return false;
		}
	}
	return true;
}

static void
lay_head(struct work *w)
{
	double y = add_lines(w, w->chart->title, FONT_BOLD, TITLE_PT,
	    STYLE_INK, WORK_EDGE_PT + 8);
	bool titled = w->layout->panels[0].ntexts > 0;

	y = add_lines(w, w->chart->subtitle, FONT_REGULAR, CHART_TICK_PT,
	    STYLE_GREY, titled ? y + 0.5 : WORK_EDGE_PT + 6);
	if (w->layout->panels[0].ntexts == 0)
		y = WORK_EDGE_PT + 6;
	y = key_add(w, y + 1.5) - 1.5;
	/* The last baseline's line is over; below it the unit has its place. */
	w->head = y - CHART_TICK_PT * 0.9 + UNIT_RISE_PT +
	    (w->layout->panels[0].ntexts == 0 ? 2 : 10);
}

static const char *
gaps_note(struct work *w)
{
	const struct lang *lang = w->chart->lang;

	if (w->nhidden == 0)
		return NULL;
	const char *count = arena_printf(w->arena, "%zu", w->nhidden);
	if (lang != NULL && lang_find(lang, "figure.gaps") != NULL)
		return lang_fill(w->arena, lang, "figure.gaps", "count",
		    count, NULL);
	return arena_printf(w->arena, "Zero has no place on a logarithmic "
	    "axis: %s left out.", count);
}

static const char *
x_title(struct work *w)
{
	const struct chart_axis *x = &w->chart->x;

	if (x->title == NULL || x->title[0] == '\0')
		return x->unit;
	return x->unit == NULL || x->unit[0] == '\0' ? x->title :
	    arena_printf(w->arena, "%s, %s", x->title, x->unit);
}

static void
lay_foot(struct work *w)
{
	const char *note = gaps_note(w);
	const char *title = x_title(w);
	double y = w->chart->height_pt - WORK_EDGE_PT;

	if (note != NULL) {
		double next = y - WORK_DESCENT * CHART_TICK_PT;

		add_lines(w, note, FONT_ITALIC, CHART_TICK_PT, STYLE_GREY,
		    next);
		y -= CHART_TICK_PT * 1.5;
	}
	w->foot = y - (title != NULL && title[0] != '\0' ?
	    X_TITLE_PT + WORK_DESCENT * CHART_TICK_PT :
	    X_LABEL_PT + WORK_DESCENT * CHART_TICK_PT);
}

static void
lay_panel_heights(struct work *w)
{
	const struct chart *c = w->chart;
	const double gap = 26;
	double room = w->foot - w->head - gap * (double)(c->npanels - 1);
	double shares = 0, y = w->head;

	for (size_t n = 0; n < c->npanels; n++)
		shares += c->panels[n].share > 0 ? c->panels[n].share : 1;
	for (size_t n = 0; n < c->npanels; n++) {
		double share = c->panels[n].share > 0 ? c->panels[n].share : 1;
		/* Text that asks for all the room still leaves a chart. */
		double height = fmax(room * share / shares, 20);

		w->layout->panels[n].top = y;
		w->layout->panels[n].bottom = y + height;
		y += height + gap;
	}
}

static void
lay_y_axes(struct work *w)
{
	for (size_t n = 0; n < w->chart->npanels; n++) {
		struct layout_panel *l = &w->layout->panels[n];
		struct axis_span span = {INFINITY, -INFINITY};

		reach_panel(w, n, true, &span);
		axis_range(&l->y, &w->chart->panels[n].y, &span, true);
		axis_ticks(w->arena, &l->y, &w->chart->panels[n].y, w->fonts,
		    w->chart->lang, CHART_TICK_PT, l->bottom - l->top, true);
		l->y.min_pt = l->bottom;
		l->y.max_pt = l->top;
	}
}

static double
left_room(struct work *w)
{
	double widest = 0;

	for (size_t n = 0; n < w->chart->npanels; n++) {
		const struct axis *y = &w->layout->panels[n].y;

		for (size_t i = 0; i < y->nticks; i++)
			if (y->ticks[i].label != NULL)
				widest = fmax(widest, work_width(w,
				    FONT_REGULAR, CHART_TICK_PT,
				    y->ticks[i].label));
	}
	return WORK_EDGE_PT + widest + Y_LABEL_PT;
}

/* The last label of the x axis is centred below its tick and must not stick
 * out at the right; nor the first one at the left. */
static void
lay_x_axis(struct work *w, const struct axis_span *span, double side)
{
	struct layout *l = w->layout;
	double least = WORK_EDGE_PT + 4;

	l->left = left_room(w);
	l->right = w->chart->width_pt - fmax(side, least);
	for (int again = 0; again < 2; again++) {
		axis_range(&l->x, &w->chart->x, span, false);
		axis_ticks(w->arena, &l->x, &w->chart->x, w->fonts,
		    w->chart->lang, CHART_TICK_PT, l->right - l->left, false);
		l->x.min_pt = l->left;
		l->x.max_pt = l->right;
		for (size_t i = 0; i < l->x.nticks; i++) {
			const struct axis_tick *t = &l->x.ticks[i];
			double half = t->label == NULL ? 0 : work_width(w,
			    FONT_REGULAR, CHART_TICK_PT, t->label) / 2;
			double out = axis_place(&l->x, t->value) + half -
			    (w->chart->width_pt - WORK_EDGE_PT / 2);

			if (out > 0 && again == 0)
				l->right -= out;
		}
	}
}

static void
lay_axis_titles(struct work *w)
{
	struct layout *l = w->layout;
	size_t last = w->chart->npanels - 1;
	const char *title = x_title(w);

	for (size_t n = 0; n < w->chart->npanels; n++) {
		const char *unit = w->chart->panels[n].y.unit;
		double right = l->left - Y_LABEL_PT;

		if (unit == NULL || unit[0] == '\0')
			continue;
		unit = text_clean(w->arena, unit);
		bool fits = work_width(w, FONT_REGULAR, CHART_TICK_PT, unit) <=
		    right - WORK_EDGE_PT;
		work_text(w, n, (struct layout_text){
			.x = fits ? right : WORK_EDGE_PT, .text = unit,
			.baseline = l->panels[n].top - UNIT_RISE_PT,
			.anchor = fits ? ANCHOR_END : ANCHOR_START,
			.size_pt = CHART_TICK_PT, .rgb = STYLE_GREY,
		});
	}
	if (title != NULL && title[0] != '\0')
		work_text(w, last, (struct layout_text){
			.x = (l->left + l->right) / 2, .anchor = ANCHOR_MIDDLE,
			.baseline = l->panels[last].bottom + X_TITLE_PT,
			.text = fonts_fit(w->fonts, w->arena, FONT_REGULAR,
			    CHART_TICK_PT,
			    w->chart->width_pt - 2 * WORK_EDGE_PT,
			    text_clean(w->arena, title)),
			.size_pt = CHART_TICK_PT, .rgb = STYLE_INK,
		});
}

struct layout *
chart_layout(struct arena *a, struct fonts *f, const struct chart *chart)
{
	struct work w = {.arena = a, .fonts = f, .chart = chart};
	struct side sides[CHART_MAX_PANELS] = {0};
	struct axis_span span = {INFINITY, -INFINITY};

	w.layout = arena_alloc(a, sizeof(*w.layout));
	w.layout->npanels = chart->npanels;
	for (size_t n = 0; n < chart->npanels; n++) {
		clean_data(&w, n);
		reach_panel(&w, n, false, &span);
	}
	if (span.low > span.high)
		return NULL;
	bool together = ends_together(&w, &span);
	for (size_t n = 0; n < chart->npanels; n++)
		side_gather(&w, n, together, &sides[n]);
	lay_head(&w);
	lay_foot(&w);
	lay_panel_heights(&w);
	lay_y_axes(&w);
	lay_x_axis(&w, &span, side_room(&w, sides));
	lay_axis_titles(&w);
	for (size_t n = 0; n < chart->npanels; n++) {
		struct layout_panel *l = &w.layout->panels[n];

		for (size_t i = 0; i < chart->panels[n].nseries; i++)
			chart_data_thin(a, &chart->panels[n].series[i],
			    &w.layout->x, &l->y, &l->drawn[i]);
		side_lay(&w, n, &sides[n]);
		free_lay(&w, n, together);
	}
	return w.layout;
}
