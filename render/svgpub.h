/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_SVGPUB_H
#define PLATEAU_RENDER_SVGPUB_H

#include "render/canvas.h"

/*
 * svgpub_open() is a canvas for one figure on the web: an SVG file with text as
 * text (to be found, copied, read aloud), a list of font families, the length
 * of each text fixed so that it fits with other fonts too, role="img", <title>,
 * <desc> and <metadata>.  No script, no style sheet, no reference to anything
 * outside.
 *
 * The file 'path' appears when canvas_close() returns 0.  'info' gives title
 * and language; 'description' and 'metadata' may be NULL.  One page only.
 */
struct canvas *svgpub_open(const char *path, const struct canvas_info *info,
    const char *description, const char *metadata);

#endif
