/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CANVAS_BACKEND_H
#define PLATEAU_RENDER_CANVAS_BACKEND_H

#include "render/canvas.h"

/*
 * What a back end provides.  Calls with NULL are left out; those before 'clip'
 * must be there.  None is called after a failure, outside a page (but for
 * close), or with nothing to draw.
 */
struct canvas_ops {
	/* Frees the canvas; keeps the file only if 'keep'. */
	int (*close)(struct canvas *c, bool keep);
	void (*page_begin)(struct canvas *c, double width_pt,
	    double height_pt);
	void (*page_end)(struct canvas *c);
	void (*fill)(struct canvas *c, const struct canvas_path *path,
	    uint32_t rgb, double alpha);
	void (*stroke)(struct canvas *c, const struct canvas_path *path,
	    const struct canvas_stroke *stroke);
	void (*text)(struct canvas *c, const struct canvas_text *t,
	    const char *utf8);
	void (*image)(struct canvas *c, double x, double y, double width,
	    double height, unsigned columns, unsigned rows,
	    const uint8_t *rgb);
	void (*clip)(struct canvas *c, double x, double y, double width,
	    double height);
	void (*clip_end)(struct canvas *c);
	void (*outline)(struct canvas *c, unsigned level, const char *title);
	void (*page_label)(struct canvas *c, const char *label);
	void (*link_page)(struct canvas *c, double x, double y, double width,
	    double height, unsigned page);
	void (*link_uri)(struct canvas *c, double x, double y, double width,
	    double height, const char *uri);
};

/* The first member of each back end's own struct. */
struct canvas {
	const struct canvas_ops *ops;
	bool failed, in_page, clipped;
};

/* canvas_fail() prints the reason of the first failure and keeps the rest of
 * the calls from the back end. */
void canvas_fail(struct canvas *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * canvas_enlarge() repeats pixels until the image has the density of print,
 * because viewers smooth what they enlarge themselves.  Returns the new pixels,
 * to be freed, and their counts in place of the old; NULL with the canvas
 * failed if there is no memory.
 */
uint8_t *canvas_enlarge(struct canvas *c, double width, double height,
    unsigned *columns, unsigned *rows, const uint8_t *rgb);

#endif
