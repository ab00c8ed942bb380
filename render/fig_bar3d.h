/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FIG_BAR3D_H
#define PLATEAU_RENDER_FIG_BAR3D_H

#include <stdbool.h>
#include <stddef.h>

#include "render/canvas.h"
#include "render/fonts.h"

struct lang;

/*
 * A bar for each cell of a table (block size x read/write mix), in three
 * dimensions, drawn on the canvas itself.  The order of the two axes is turned
 * so that low bars stand in front of tall ones where the data allows; rows and
 * columns keep their own order or its reverse.
 */
struct bar3d {
	const char *title, *subtitle;	/* as in struct chart */
	const char *description, *metadata;
	const char *language;
	const struct lang *lang;	/* of the numbers; NULL: plain */
	double width_pt, height_pt;	/* 493 x 330 fills a page's width */
	const char *row_title, *column_title;	/* "Block size, KiB" */
	const char *unit;		/* above the value axis: "IOPS" */
	bool log;			/* height by logarithm, ticks 1-2-5 */
	size_t nrows, ncolumns;		/* 1 to BAR3D_MOST each */
	const char *const *rows;	/* labels; rows[nrows] */
	const char *const *columns;
	/* values[row * ncolumns + column]; NAN: no bar, a cross on the floor.
	 * With 'log' the same for values <= 0. */
	const double *values;
};

#define BAR3D_MOST 32

/* bar3d_draw() draws it with its top left corner at x, y. */
void bar3d_draw(struct canvas *c, struct fonts *f, const struct bar3d *b,
    double x, double y, double scale);

/* bar3d_tops() gives the middle of each bar's top, in points from the figure's
 * corner: tops[row * ncolumns + column], NAN where there is no bar. */
void bar3d_tops(struct fonts *f, const struct bar3d *b,
    struct canvas_point *tops);

/* bar3d_write() writes the web figure DIR/NAME.svg and its numbers
 * DIR/NAME.dat.  Returns 0, or -1 with the reason printed. */
int bar3d_write(struct fonts *f, const struct bar3d *b, const char *dir,
    const char *name);

#endif
