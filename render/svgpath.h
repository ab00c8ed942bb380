/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_SVGPATH_H
#define PLATEAU_RENDER_SVGPATH_H

#include <stdbool.h>
#include <stddef.h>

#include "render/canvas.h"
#include "render/svgstate.h"

/* Paths of an SVG, gathered point by point and drawn on a canvas. */
struct svgpath {
	struct canvas *canvas;		/* set by the caller; the rest 0 */
	/* The path being read; buffers are kept from path to path. */
	size_t npoints, nruns, point_room, run_room;
	struct canvas_point *points;
	size_t *starts;
	bool open;			/* runs, that is: not closed */
	/* Dots of one kind that follow one another, drawn as one path. */
	size_t ndots, dot_room, dot_run_room;
	struct canvas_point *dots;
	size_t *dot_starts;
	uint32_t dot_rgb;
	double dot_width;
};

/* svgpath_begin() forgets the path before; svgpath_move() begins a run of
 * points, svgpath_point() adds one in the state's coordinates, svgpath_end()
 * draws the path with the state's paint. */
void svgpath_begin(struct svgpath *p);
void svgpath_move(struct svgpath *p);
void svgpath_point(struct svgpath *p, const struct svg_state *s, double x,
    double y);
void svgpath_end(struct svgpath *p, const struct svg_state *s);

/* svgpath_dot() draws a dot at a place of the page; it waits for others like
 * it until svgpath_flush(), which other paths call too. */
void svgpath_dot(struct svgpath *p, struct canvas_point at, double width,
    uint32_t rgb);
void svgpath_flush(struct svgpath *p);

/* svgpath_free() frees the buffers. */
void svgpath_free(struct svgpath *p);

#endif
