/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FIG_RATIO_H
#define PLATEAU_RENDER_FIG_RATIO_H

#include <stddef.h>

#include "render/canvas.h"
#include "render/fonts.h"

struct lang;

/*
 * A matrix of percentages, one drive of another, drawn on the canvas itself.
 * More than 100 is blue with a mark that points up, less is orange with one
 * that points down, so that the sign is seen in grey print too; the tint is
 * full where one is double the other.
 */
struct ratio {
	const char *title, *subtitle;	/* as in struct chart */
	const char *description, *metadata;
	const char *language;
	const struct lang *lang;	/* of the numbers */
	double width_pt;		/* 240 is half a page's width */
	const char *row_title, *column_title;
	size_t nrows, ncolumns;		/* 1 to RATIO_MOST each */
	const char *const *rows, *const *columns;	/* labels */
	const double *values;	/* percent, [row * ncolumns + column]; NAN */
};

#define RATIO_MOST 16

double ratio_height(struct fonts *f, const struct ratio *r);

/* ratio_draw() draws it with its top left corner at x, y. */
void ratio_draw(struct canvas *c, struct fonts *f, const struct ratio *r,
    double x, double y, double scale);

/* ratio_middles() gives the middle of each cell, in points from the figure's
 * corner: middles[row * ncolumns + column]. */
void ratio_middles(struct fonts *f, const struct ratio *r,
    struct canvas_point *middles);

/* ratio_write() writes the web figure DIR/NAME.svg and its numbers
 * DIR/NAME.dat.  Returns 0, or -1 with the reason printed. */
int ratio_write(struct fonts *f, const struct ratio *r, const char *dir,
    const char *name);

#endif
