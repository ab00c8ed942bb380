/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_LOGO_H
#define PLATEAU_RENDER_LOGO_H

#include <stdint.h>

#include "base/arena.h"
#include "render/canvas.h"

/* A picture in the frame of a page. */
struct logo {
	unsigned columns, rows;
	const uint8_t *rgb;		/* as for canvas_image() */
};

/* logo_load() reads the PNG file 'path'.  Returns 0, or -1 with the reason
 * printed. */
int logo_load(struct arena *a, const char *path, struct logo *logo_out);

/* logo_shrink() makes it no larger than a picture of this size needs in
 * print. */
void logo_shrink(struct arena *a, struct logo *logo, double width_pt,
    double height_pt);

/* logo_draw() draws it in the middle of a rectangle, as large as fits. */
void logo_draw(struct canvas *c, const struct logo *logo, double x, double y,
    double width_pt, double height_pt);

#endif
