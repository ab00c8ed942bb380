/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FONTS_H
#define PLATEAU_RENDER_FONTS_H

#include <stddef.h>

#include "base/arena.h"
#include "render/canvas.h"
#include "render/text_clean.h"

/*
 * Fonts: one chain of faces for all back ends, Noto Sans first, IPAexGothic and
 * DejaVu Sans for glyphs that it lacks, so that a page has the same advances in
 * PDF, SVG and PNG.  No kerning or shaping: the three languages need none.
 */
struct fonts;

/* fonts_open() loads the faces; 'language' sets the fallback order.  NULL with
 * the missing file and its Debian package printed. */
struct fonts *fonts_open(const char *language);
void fonts_close(struct fonts *f);

/* A run of text in one face. */
struct font_run {
	size_t begin, length;		/* bytes of the text */
	unsigned face;			/* index into the chain */
	double width_pt;
};

/* fonts_runs() splits 'utf8' into runs of one face; characters that no face
 * has become U+FFFD's box, with one warning a character.  Returns the count;
 * '*runs_out' is in 'a'.  The text must have passed text_clean(). */
size_t fonts_runs(struct fonts *f, struct arena *a, enum canvas_font font,
    double size_pt, const char *utf8, struct font_run **runs_out);

/* fonts_width() is the sum of the advances of 'utf8', in points. */
double fonts_width(struct fonts *f, enum canvas_font font, double size_pt,
    const char *utf8);

/* fonts_wrap() breaks 'utf8' into lines of at most 'width_pt': at blanks, and
 * between Japanese characters by the kinsoku rules.  A word that is too long is
 * cut.  Returns the count; '*lines_out' is in 'a'. */
size_t fonts_wrap(struct fonts *f, struct arena *a, enum canvas_font font,
    double size_pt, double width_pt, const char *utf8, char ***lines_out);

/* fonts_fit() returns 'utf8' itself if it is at most 'width_pt' wide, else a
 * copy cut to fit, ending in an ellipsis. */
const char *fonts_fit(struct fonts *f, struct arena *a, enum canvas_font font,
    double size_pt, double width_pt, const char *utf8);

#endif
