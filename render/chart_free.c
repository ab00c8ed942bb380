/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "render/chart_free.h"
#include "render/chart_place.h"
#include "render/chart_style.h"
#include "render/style.h"

static void
add_bar(struct work *w, size_t panel, struct place *place,
    const struct chart_series *series, const struct drawn_point *bar)
{
	const struct layout *l = w->layout;
	const struct layout_panel *p = &l->panels[panel];
	double half = chart_data_bar_width(series) / 2;
	struct canvas_point top = work_point(l, p, bar->x - half, bar->y);
	struct canvas_point foot = work_point(l, p, bar->x + half,
	    p->y.log ? p->y.min : 0);

	place_add_box(place, (struct place_box){top.x, fmin(top.y, foot.y),
	    foot.x, fmax(top.y, foot.y)});
}

/* The lines and dots of a panel are what free labels shall not cover. */
static void
add_obstacles(struct work *w, size_t panel, struct place *place)
{
	const struct layout *l = w->layout;
	const struct layout_panel *p = &l->panels[panel];

	for (size_t i = 0; i < w->chart->panels[panel].nseries; i++) {
		const struct drawn *d = &p->drawn[i];
		const struct chart_series *series =
		    &w->chart->panels[panel].series[i];

		for (size_t k = 0; k < d->npoints; k++) {
			const struct drawn_point *now = &d->points[k];
			const struct drawn_point *next =
			    k + 1 < d->npoints && !d->points[k + 1].gap ?
			    &d->points[k + 1] : now;

			if (now->gap)
				continue;
			if (series->style == CHART_BARS) {
				add_bar(w, panel, place, series, now);
				continue;
			}
			place_add_line(place, work_point(l, p, now->x, now->y),
			    work_point(l, p, next->x, next->y));
		}
	}
	for (size_t i = 0; i < w->chart->panels[panel].nrules; i++) {
		const struct chart_rule *r = &w->chart->panels[panel].rules[i];
		struct canvas_point a = {l->left, p->top};
		struct canvas_point b = {l->right, p->bottom};

		if (r->vertical)
			a.x = b.x = work_point(l, p, r->value, p->y.min).x;
		else
			a.y = b.y = work_point(l, p, l->x.min, r->value).y;
		place_add_line(place, a, b);
	}
}

struct free_label {
	const char *text;
	enum canvas_font font;
	double size_pt;
	uint32_t rgb;
};

static void
put_label(struct work *w, size_t panel, struct place *place,
    const struct free_label *label, const struct canvas_point *tops,
    size_t count)
{
	double height = label->size_pt * (WORK_ASCENT + WORK_DESCENT);
	double width = work_width(w, label->font, label->size_pt, label->text);
	size_t best = place_choose(place, tops, count, width, height);

	work_text(w, panel, (struct layout_text){
		.x = tops[best].x,
		.baseline = tops[best].y + label->size_pt * WORK_ASCENT,
		.size_pt = label->size_pt, .font = label->font,
		.rgb = label->rgb, .text = label->text,
	});
}

/* put_around() puts a label beside a point: right of it if that is free, then
 * around it, then farther off. */
static void
put_around(struct work *w, size_t panel, struct place *place,
    struct free_label label, struct canvas_point at)
{
	/* Where the point lies in the label's box, as parts of its size, and
	 * the direction of the gap between. */
	static const struct { double part_x, part_y, dx, dy; } around[] = {
		{0, 0.5, 1, 0}, {0, 0.9, 0.9, -0.4}, {0, 0.1, 0.9, 0.4},
		{0.5, 1, 0, -1}, {0.5, 0, 0, 1}, {1, 0.9, -0.9, -0.4},
		{1, 0.5, -1, 0}, {1, 0.1, -0.9, 0.4}, {0, 1, 0.5, -0.9},
		{1, 1, -0.5, -0.9}, {0, 0, 0.5, 0.9}, {1, 0, -0.5, 0.9},
	};
	static const double gaps[] = {5, 9, 14, 20};
	enum { AROUND = sizeof(around) / sizeof(around[0]), GAPS = 4 };
	struct canvas_point tops[AROUND * GAPS];

	label.text = fonts_fit(w->fonts, w->arena, label.font, label.size_pt,
	    fmin(WORK_MOST_LABEL_PT * 1.5, w->chart->width_pt / 2),
	    text_clean(w->arena, label.text));
	double height = label.size_pt * (WORK_ASCENT + WORK_DESCENT);
	double width = work_width(w, label.font, label.size_pt, label.text);
	for (size_t g = 0; g < GAPS; g++)
		for (size_t i = 0; i < AROUND; i++)
			tops[g * AROUND + i] = (struct canvas_point){
				at.x + around[i].dx * gaps[g] -
				    around[i].part_x * width,
				at.y + around[i].dy * gaps[g] -
				    around[i].part_y * height,
			};
	put_label(w, panel, place, &label, tops, AROUND * GAPS);
}

static void
put_band_label(struct work *w, size_t panel, struct place *place,
    const struct chart_band *band)
{
	const struct layout *l = w->layout;
	const struct layout_panel *p = &l->panels[panel];
	struct canvas_point from = work_point(l, p, band->from, band->from);
	struct canvas_point to = work_point(l, p, band->to, band->to);
	const struct free_label label = {
		text_clean(w->arena, band->label), FONT_REGULAR,
		CHART_TICK_PT, STYLE_GREY,
	};
	double height = CHART_TICK_PT * (WORK_ASCENT + WORK_DESCENT);
	double width = work_width(w, FONT_REGULAR, CHART_TICK_PT, label.text);
	double x = band->vertical ? fmin(from.x, to.x) : l->left;
	double x2 = band->vertical ? fmax(from.x, to.x) : l->right;
	double y = band->vertical ? p->top : fmin(from.y, to.y);
	double y2 = band->vertical ? p->bottom : fmax(from.y, to.y);
	double above = fmin((x + x2 - width) / 2, l->right - width);
	const struct canvas_point tops[] = {
		/* A stretch of time is named above the panel. */
		{band->vertical ? above : x + 4,
		    band->vertical ? y - height - 2 : y + 2},
		{x + 4, y + 2}, {x2 - 4 - width, y + 2},
		{x + 4, y2 - 3 - height}, {x2 - 4 - width, y2 - 3 - height},
		{(x + x2 - width) / 2, y + 2}, {x - 4 - width, y + 2},
		{(x + x2 - width) / 2, y2 - 3 - height},
	};

	put_label(w, panel, place, &label, tops,
	    sizeof(tops) / sizeof(tops[0]));
}

static void
put_rule_label(struct work *w, size_t panel, struct place *place,
    const struct chart_rule *rule)
{
	const struct layout *l = w->layout;
	const struct layout_panel *p = &l->panels[panel];
	double x = work_point(l, p, rule->value, p->y.min).x;
	const struct free_label label = {
		text_clean(w->arena, rule->label), FONT_REGULAR,
		CHART_TICK_PT, chart_letter_colour(chart_colour(rule->colour)),
	};
	double height = CHART_TICK_PT * (WORK_ASCENT + WORK_DESCENT);
	double width = work_width(w, FONT_REGULAR, CHART_TICK_PT, label.text);
	const struct canvas_point tops[] = {
		{x - width / 2, p->top - height - 2},
		{x - width, p->top - height - 2}, {x, p->top - height - 2},
		/* Beside it, one below the other: their order is seen. */
		{x + 4, p->top + 2}, {x + 4, p->top + 12},
		{x - 4 - width, p->top + 2}, {x - 4 - width, p->top + 12},
		{x + 4, p->bottom - 4 - height},
		{x - 4 - width, p->bottom - 4 - height},
	};

	put_label(w, panel, place, &label, tops,
	    sizeof(tops) / sizeof(tops[0]));
}

static void
put_series_labels(struct work *w, size_t panel, struct place *place)
{
	const struct chart_panel *p = &w->chart->panels[panel];
	const struct layout_panel *l = &w->layout->panels[panel];

	for (size_t i = 0; i < p->nseries; i++) {
		const struct drawn_point *end = work_last_point(&l->drawn[i]);
		struct work_look s = work_series_look(&p->series[i]);

		if (end == NULL ||
		    !work_is_labelled(&p->series[i], CHART_LABEL_END))
			continue;
		put_around(w, panel, place, (struct free_label){
		    p->series[i].name, s.font, s.size_pt, s.rgb},
		    work_point(w->layout, l, end->x, end->y));
	}
}

static bool
band_shows(const struct layout *l, size_t panel, const struct chart_band *b)
{
	const struct axis *axis = b->vertical ? &l->x : &l->panels[panel].y;
	double low = fmin(b->from, b->to), high = fmax(b->from, b->to);

	return low < axis->max && high > axis->min;
}

/* Labels inside a panel, the most wanted first. */
void
free_lay(struct work *w, size_t panel, bool together)
{
	const struct chart_panel *p = &w->chart->panels[panel];
	const struct layout_panel *l = &w->layout->panels[panel];
	struct place *place = place_new(w->arena, (struct place_box){
	    w->layout->left + 2, l->top - 11,
	    together ? w->layout->right : w->chart->width_pt - WORK_EDGE_PT,
	    l->bottom - 1});

	add_obstacles(w, panel, place);
	if (!together)
		put_series_labels(w, panel, place);
	for (size_t i = 0; i < p->nbands; i++)
		if (p->bands[i].label != NULL &&
		    band_shows(w->layout, panel, &p->bands[i]))
			put_band_label(w, panel, place, &p->bands[i]);
	for (size_t i = 0; i < p->nrules; i++)
		if (p->rules[i].vertical && p->rules[i].label != NULL &&
		    axis_shows(&w->layout->x, p->rules[i].value))
			put_rule_label(w, panel, place, &p->rules[i]);
	for (size_t i = 0; i < p->nremarks; i++) {
		const struct chart_remark *r = &p->remarks[i];

		if (r->text == NULL || !axis_shows(&w->layout->x, r->x) ||
		    !axis_shows(&l->y, r->y))
			continue;
		put_around(w, panel, place, (struct free_label){r->text,
		    FONT_REGULAR, CHART_TICK_PT,
		    chart_letter_colour(chart_colour(r->colour))},
		    work_point(w->layout, l, r->x, r->y));
	}
}
