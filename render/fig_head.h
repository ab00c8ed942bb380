/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FIG_HEAD_H
#define PLATEAU_RENDER_FIG_HEAD_H

#include "base/arena.h"
#include "base/file.h"
#include "render/canvas.h"
#include "render/fonts.h"

/*
 * What figures that are drawn natively have in common: a place and a scale on
 * the page, and a title like that of the charts.
 */
struct fig {
	struct canvas *canvas;		/* NULL: only measuring */
	struct fonts *fonts;
	struct arena *arena;
	double x, y, scale;
};

#define FIG_TEXT_PT 7.5			/* size of labels */
#define FIG_EDGE_PT 6.0			/* around the whole figure */
#define FIG_TICK_PT 3.5

/* fig_head_draw() draws title and subtitle (either may be NULL), wrapped to
 * 'width_pt'.  Returns where the next line's baseline would be. */
double fig_head_draw(const struct fig *fig, const char *title,
    const char *subtitle, double width_pt);

/*
 * fig_page_open() begins the web figure DIR/NAME.svg, on a page of this size:
 * end it with canvas_page_end() and canvas_close().  fig_numbers_open() begins
 * its numbers, DIR/NAME.dat.  NULL with the reason printed.
 */
struct fig_page {
	const char *title;		/* NULL: its name */
	const char *language, *description, *metadata;
	double width_pt, height_pt;
};
struct canvas *fig_page_open(const char *dir, const char *name,
    const struct fig_page *page);
struct file_replace *fig_numbers_open(const char *dir, const char *name);

/* Drawing in the figure's own points. */
struct canvas_point fig_place(const struct fig *fig, struct canvas_point p);
void fig_line(const struct fig *fig, struct canvas_point from,
    struct canvas_point to, double width_pt, uint32_t rgb);
void fig_text(const struct fig *fig, struct canvas_point at, const char *text,
    struct canvas_text t);

#endif
