/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_SVGREAD_H
#define PLATEAU_RENDER_SVGREAD_H

#include <stddef.h>

#include "render/canvas.h"

/*
 * svgread_draw() replays an SVG document by gnuplot's svg terminal on a canvas,
 * its top left corner at x, y, enlarged by 'scale'.  One unit is one point.
 *
 * It knows the elements and attributes that gnuplot 5.4 and 6.0 write without
 * enhanced text, and refuses all others: a new gnuplot that draws in another
 * way is found out, not drawn wrong.  The document is read without network,
 * without a DTD and within libxml2's size limits.
 *
 * Returns 0, or -1 with 'name', the line and the unknown thing printed; part of
 * the figure may be drawn then.
 */
int svgread_draw(struct canvas *c, const char *name, const char *svg,
    size_t length, double x, double y, double scale);

#endif
