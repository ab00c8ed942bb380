/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CANVAS_H
#define PLATEAU_RENDER_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * A canvas is something to draw pages on: a PDF document (canvas_pdf.c), SVG
 * files with outlined glyphs or PNG files (canvas_cairo.c).  Coordinates are
 * points (1/72 inch), origin at the top left, y downwards, text at its
 * baseline.  Colours are 0xRRGGBB.  The state is flat: each call says all that
 * it needs, so that no back end has a state stack to overflow.
 *
 * Drawing calls return nothing; the first failure is kept, printed once, and
 * canvas_close() returns -1.
 */
struct canvas;

enum canvas_font { FONT_REGULAR, FONT_BOLD, FONT_ITALIC, FONT_MONO };
enum canvas_anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

struct canvas_point { double x, y; };

/* A path: runs of points; 'starts[nruns]' are the indexes where runs begin. */
struct canvas_path {
	size_t npoints, nruns;
	const struct canvas_point *points;
	const size_t *starts;
	bool closed;			/* each run is closed */
	bool crisp;			/* edges on pixels: no anti-aliasing */
};

/* canvas_run() gives the points of run 'i' of a path and their count. */
const struct canvas_point *canvas_run(const struct canvas_path *path, size_t i,
    size_t *npoints_out);

/* Lines are joined round, so that no corner of a dense line sticks out where
 * there are no data; closed paths have mitred corners. */
struct canvas_stroke {
	uint32_t rgb;
	double alpha;			/* 0 to 1 */
	double width_pt;
	size_t ndashes;			/* 0: solid */
	double dashes_pt[8];
	bool round;			/* caps; else butt */
};

struct canvas_text {
	double x, y;
	double size_pt;
	double angle_deg;		/* counter-clockwise */
	uint32_t rgb;
	enum canvas_font font;
	enum canvas_anchor anchor;
};

struct canvas_info {			/* metadata of the document; UTF-8 */
	const char *title, *author, *subject, *keywords, *creator;
	uint64_t created_ns;		/* realtime, from the run; 0: none */
	const char *language;		/* "en", "ru", "ja": order of fonts */
};

/*
 * Opening: a PDF is one file; SVG and PNG canvases write one file a page,
 * 'path_format' has one %u for the page number from 1.  NULL with the reason
 * printed.  Nothing is left at 'path' unless canvas_close() returns 0.
 */
struct canvas *canvas_pdf_open(const char *path, const struct canvas_info *i);
struct canvas *canvas_svg_open(const char *path_format,
    const struct canvas_info *i);
struct canvas *canvas_png_open(const char *path_format,
    const struct canvas_info *i, double dpi);
int canvas_close(struct canvas *c);

/* canvas_discard() has canvas_close() leave no file, without a message: the
 * caller has found that what is drawn cannot be trusted. */
void canvas_discard(struct canvas *c);

void canvas_page_begin(struct canvas *c, double width_pt, double height_pt);
void canvas_page_end(struct canvas *c);

void canvas_fill(struct canvas *c, const struct canvas_path *path,
    uint32_t rgb, double alpha);
void canvas_stroke(struct canvas *c, const struct canvas_path *path,
    const struct canvas_stroke *stroke);
void canvas_text(struct canvas *c, const struct canvas_text *t,
    const char *utf8);
/* Pixels 3 bytes each, row by row from the top; drawn without smoothing. */
void canvas_image(struct canvas *c, double x, double y, double width,
    double height, unsigned columns, unsigned rows, const uint8_t *rgb);
/*
 * canvas_png_read() reads a PNG file of at most 4 MiB and 4000 x 4000 pixels
 * for canvas_image(), what is transparent as on white; the pixels are in 'a'.
 * Returns 0, or -1 with the reason printed.
 */
int canvas_png_read(struct arena *a, const char *path, unsigned *columns_out,
    unsigned *rows_out, uint8_t **rgb_out);

/* All that is drawn until canvas_clip_end() shows only inside the rectangle;
 * does not nest. */
void canvas_clip(struct canvas *c, double x, double y, double width,
    double height);
void canvas_clip_end(struct canvas *c);

/* Ignored by back ends that have no such thing. */
void canvas_outline(struct canvas *c, unsigned level, const char *title);
void canvas_page_label(struct canvas *c, const char *label);
void canvas_link_page(struct canvas *c, double x, double y, double width,
    double height, unsigned page);	/* from 0; may be a later page */
void canvas_link_uri(struct canvas *c, double x, double y, double width,
    double height, const char *uri);

/* Shorthands over the calls above. */
void canvas_rect(struct canvas *c, double x, double y, double width,
    double height, uint32_t rgb);				/* filled */
void canvas_line(struct canvas *c, double x1, double y1, double x2, double y2,
    double width_pt, uint32_t rgb);
void canvas_frame(struct canvas *c, double x, double y, double width,
    double height, double width_pt, uint32_t rgb);		/* outline */
void canvas_put(struct canvas *c, double x, double y, double size_pt,
    enum canvas_font font, uint32_t rgb, enum canvas_anchor anchor,
    const char *text);

#endif
