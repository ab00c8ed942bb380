/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "render/chart_style.h"
#include "render/chart_work.h"

double
work_width(struct work *w, enum canvas_font font, double size_pt,
    const char *text)
{
	return fonts_width(w->fonts, font, size_pt, text);
}

void
work_text(struct work *w, size_t panel, struct layout_text text)
{
	struct layout_panel *p = &w->layout->panels[panel];

	p->texts = arena_grow(w->arena, p->texts, p->ntexts,
	    sizeof(*p->texts));
	p->texts[p->ntexts++] = text;
}

void
work_line(struct work *w, size_t panel, struct layout_line line)
{
	struct layout_panel *p = &w->layout->panels[panel];

	p->lines = arena_grow(w->arena, p->lines, p->nlines,
	    sizeof(*p->lines));
	p->lines[p->nlines++] = line;
}

const struct drawn_point *
work_last_point(const struct drawn *d)
{
	for (size_t i = d->npoints; i > 0; i--)
		if (!d->points[i - 1].gap)
			return &d->points[i - 1];
	return NULL;
}

bool
work_is_labelled(const struct chart_series *s, enum chart_label label)
{
	return s->label == label && s->name != NULL && s->name[0] != '\0' &&
	    (s->style != CHART_BAND || label == CHART_LABEL_KEY);
}

struct work_look
work_series_look(const struct chart_series *s)
{
	uint32_t rgb = chart_colour(s->colour);

	return (struct work_look){
		.font = s->thin ? FONT_REGULAR : FONT_BOLD,
		.size_pt = s->thin ? CHART_TICK_PT : WORK_LABEL_PT,
		.rgb = chart_letter_colour(rgb), .line_rgb = rgb,
	};
}

static double
clamp(double v, double low, double high)
{
	return fmax(low, fmin(v, high));
}

struct canvas_point
work_point(const struct layout *l, const struct layout_panel *p, double x,
    double y)
{
	double low = p->y.log && y <= 0 ? p->y.min : y;

	return (struct canvas_point){
		.x = isinf(x) ? l->right :
		    clamp(axis_place(&l->x, x), l->left, l->right),
		.y = clamp(axis_place(&p->y, low), p->top, p->bottom),
	};
}
