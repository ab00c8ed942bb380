/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FIG_HEAT_H
#define PLATEAU_RENDER_FIG_HEAT_H

#include <stdbool.h>
#include <stddef.h>

#include "render/canvas.h"
#include "render/chart.h"
#include "render/fonts.h"

/*
 * A heat map: a grid of cells coloured by their values, drawn on the canvas
 * itself, with a scale of the colours beside it.  For latency over time: a
 * column a second, a row a class of latency, the value a count of I/Os.
 */
struct heat {
	const char *title, *subtitle;	/* as in struct chart */
	const char *description, *metadata;
	const char *language;
	const struct lang *lang;	/* of the numbers; NULL: plain */
	double width_pt, height_pt;	/* 493 x 290 fills a page's width */
	/* Cells are equally wide and high on the page: classes of equal ratio
	 * on a log axis.  'min' and 'max' are the outer edges of the grid and
	 * must be given, but for categories. */
	struct chart_axis x, y;
	size_t ncolumns, nrows;		/* 1 to HEAT_MOST each */
	/* values[row * ncolumns + column], row 0 lowest; 0 or NAN: blank */
	const double *values;
	const char *unit;		/* of the values: "I/Os" */
	bool log;			/* colour by logarithm */
};

#define HEAT_MOST 2000

/* heat_draw() draws it with its top left corner at x, y. */
void heat_draw(struct canvas *c, struct fonts *f, const struct heat *h,
    double x, double y, double scale);

/* heat_cells() tells where the grid of cells lies, in points from the figure's
 * corner, and what its edges are. */
struct heat_cells {
	double left, top, right, bottom;
	double x_min, x_max, y_min, y_max;
	bool x_log, y_log;
};
void heat_cells(struct fonts *f, const struct heat *h,
    struct heat_cells *cells_out);

/* heat_write() writes the web figure DIR/NAME.svg and its numbers DIR/NAME.dat,
 * a line a row.  Returns 0, or -1 with the reason printed. */
int heat_write(struct fonts *f, const struct heat *h, const char *dir,
    const char *name);

#endif
