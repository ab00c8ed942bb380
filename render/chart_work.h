/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_WORK_H
#define PLATEAU_RENDER_CHART_WORK_H

#include "render/chart_layout.h"

/* A layout in the making: what the files that work on it share. */

#define WORK_EDGE_PT 6.0		/* around the whole figure */
#define WORK_LABEL_PT 8.0		/* direct labels, bold */
#define WORK_MOST_LABEL_PT 120.0	/* longer ones are cut */

/* Height of capitals and depth of descenders, of a size. */
#define WORK_ASCENT 0.74
#define WORK_DESCENT 0.22

struct work {
	struct arena *arena;
	struct fonts *fonts;
	const struct chart *chart;
	struct layout *layout;
	double head, foot;		/* y of the panels' room */
	size_t nhidden;			/* values without a place */
};

double work_width(struct work *w, enum canvas_font font, double size_pt,
    const char *text);

/* These add to what a panel shows. */
void work_text(struct work *w, size_t panel, struct layout_text text);
void work_line(struct work *w, size_t panel, struct layout_line line);

/* work_last_point() is the last point that is not a gap, or NULL. */
const struct drawn_point *work_last_point(const struct drawn *d);

/* work_is_labelled() says whether a series has a label of this kind. */
bool work_is_labelled(const struct chart_series *s, enum chart_label label);

/* How the label of a series is set. */
struct work_look {
	enum canvas_font font;
	double size_pt;
	uint32_t rgb, line_rgb;
};
struct work_look work_series_look(const struct chart_series *s);

/* work_point() is the place of a value, moved into the panel; an x of INFINITY
 * is its right edge. */
struct canvas_point work_point(const struct layout *l,
    const struct layout_panel *p, double x, double y);

#endif
