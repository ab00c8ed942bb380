/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_LAYOUT_H
#define PLATEAU_RENDER_CHART_LAYOUT_H

#include <stddef.h>

#include "base/arena.h"
#include "render/chart.h"
#include "render/chart_axis.h"
#include "render/chart_data.h"

/*
 * Where everything of a chart goes, in points from its top left corner: margins
 * from the widths of labels, labels where they cover least.  The script writer
 * (chart_gp.h) only writes it down.
 */

#define CHART_TICK_PT 7.5		/* size of tick labels and notes */

struct layout_text {
	double x, baseline;
	double size_pt;
	enum canvas_font font;
	enum canvas_anchor anchor;
	uint32_t rgb;
	const char *text;
};

/* From a line's end to its label, where that had to move; swatches of keys. */
struct layout_line {
	struct canvas_point from, to;
	double width_pt;
	uint32_t rgb;
	const char *dash;		/* as gnuplot writes it */
};

struct layout_swatch {			/* a filled box, of keys */
	double left, top, right, bottom;
	uint32_t rgb;
	double alpha;
};

struct layout_marker {			/* of keys */
	double x, y;
	uint32_t rgb;
	unsigned type;
	double size;
};

struct layout_panel {
	double top, bottom;
	struct axis y;
	struct drawn *drawn;		/* one for each series */
	size_t ntexts, nlines, nswatches, nmarkers;
	struct layout_text *texts;
	struct layout_line *lines;
	struct layout_swatch *swatches;
	struct layout_marker *markers;
};

struct layout {
	double left, right;
	struct axis x;
	size_t npanels;
	struct layout_panel panels[CHART_MAX_PANELS];
};

/* chart_layout() returns NULL if not one point can be drawn. */
struct layout *chart_layout(struct arena *a, struct fonts *f,
    const struct chart *chart);

#endif
