/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/chart_place.h"
#include "render/chart_side.h"
#include "render/chart_style.h"
#include "render/style.h"

#define LABEL_GAP_PT 9.0

/* A label in the column right of a panel. */
struct side_label {
	const char *text;
	struct work_look look;
	struct canvas_point from;	/* the end of its line */
	bool united;			/* of several lines; their middle: */
	double middle_pt;
};

static void
add_side(struct work *w, struct side *side, struct side_label label)
{
	label.text = fonts_fit(w->fonts, w->arena, label.look.font,
	    label.look.size_pt,
	    fmin(WORK_MOST_LABEL_PT, w->chart->width_pt / 3),
	    text_clean(w->arena, label.text));
	side->labels = arena_grow(w->arena, side->labels, side->count,
	    sizeof(*side->labels));
	side->labels[side->count++] = label;
}

/* Where lines end is kept as a value: the axes have no place yet. */
void
side_gather(struct work *w, size_t panel, bool together, struct side *side)
{
	const struct chart_panel *p = &w->chart->panels[panel];

	for (size_t i = 0; i < p->nseries && together; i++) {
		const struct drawn_point *end =
		    work_last_point(&w->layout->panels[panel].drawn[i]);
		struct side_label label = {
			.text = p->series[i].name,
			.look = work_series_look(&p->series[i]),
		};

		if (end == NULL || !work_is_labelled(&p->series[i],
		    CHART_LABEL_END))
			continue;
		label.from = (struct canvas_point){end->x, end->y};
		add_side(w, side, label);
	}
	for (size_t i = 0; i < p->nrules; i++) {
		const struct chart_rule *rule = &p->rules[i];
		uint32_t rgb = chart_colour(rule->colour);

		if (rule->vertical || rule->label == NULL ||
		    !isfinite(rule->value))
			continue;
		add_side(w, side, (struct side_label){
			.text = rule->label, .from = {INFINITY, rule->value},
			.look = {FONT_REGULAR, CHART_TICK_PT,
			    chart_letter_colour(rgb), rgb},
		});
	}
}

double
side_room(struct work *w, const struct side *sides)
{
	double widest = 0;

	for (size_t n = 0; n < w->chart->npanels; n++)
		for (size_t i = 0; i < sides[n].count; i++) {
			const struct side_label *l = &sides[n].labels[i];

			widest = fmax(widest, work_width(w, l->look.font,
			    l->look.size_pt, l->text));
		}
	return widest == 0 ? 0 : widest + 12 + 2;
}

/*
 * Labels that say the same (the averages of three drives) become one in the
 * middle, grey, without lines: the colours are named in another panel.
 */
static void
unite_labels(struct work *w, size_t panel, struct side *side)
{
	const struct layout_panel *p = &w->layout->panels[panel];
	size_t kept = 0;

	for (size_t i = 0; i < side->count; i++) {
		struct side_label s = side->labels[i];
		double sum = 0, nsame = 0;
		bool again = false;

		for (size_t k = 0; k < kept; k++)
			again |= strcmp(side->labels[k].text, s.text) == 0;
		/* A limit outside a range that was given is not drawn. */
		if (again || (isinf(s.from.x) &&
		    !axis_shows(&p->y, s.from.y)))
			continue;
		for (size_t k = i; k < side->count; k++) {
			const struct side_label *other = &side->labels[k];

			if (strcmp(other->text, s.text) != 0)
				continue;
			sum += work_point(w->layout, p, other->from.x,
			    other->from.y).y;
			nsame++;
		}
		s.united = nsame > 1;
		s.middle_pt = sum / nsame;
		side->labels[kept++] = s;
	}
	side->count = kept;
}

/* Labels in the column, with a thin line to each that had to move. */
void
side_lay(struct work *w, size_t panel, struct side *side)
{
	struct layout *l = w->layout;
	struct layout_panel *p = &l->panels[panel];
	double *ys = arena_array(w->arena, side->count + 1, sizeof(*ys));
	struct canvas_point *ends = arena_array(w->arena, side->count + 1,
	    sizeof(*ends));
	bool moved = false;

	unite_labels(w, panel, side);
	for (size_t i = 0; i < side->count; i++) {
		const struct side_label *s = &side->labels[i];

		ends[i] = work_point(l, p, s->from.x, s->from.y);
		ys[i] = s->united ? s->middle_pt : ends[i].y;
	}
	place_column(w->arena, ys, side->count, LABEL_GAP_PT, p->top,
	    p->bottom + 3);
	for (size_t i = 0; i < side->count; i++)
		moved |= !side->labels[i].united &&
		    (fabs(ys[i] - ends[i].y) > 2 ||
		    l->right - ends[i].x > 6);
	double x = l->right + (moved ? 12 : 5);
	for (size_t i = 0; i < side->count; i++) {
		const struct side_label *s = &side->labels[i];

		work_text(w, panel, (struct layout_text){
			.x = x, .baseline = ys[i] + s->look.size_pt * 0.35,
			.size_pt = s->look.size_pt, .text = s->text,
			.font = s->united ? FONT_REGULAR : s->look.font,
			.rgb = s->united ? STYLE_GREY : s->look.rgb,
		});
		if (moved && !s->united)
			work_line(w, panel, (struct layout_line){
				{ends[i].x + 2.5, ends[i].y},
				{x - 2, ys[i]}, 0.4, s->look.line_rgb, "1",
			});
	}
}
