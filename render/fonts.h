/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FONTS_H
#define PLATEAU_RENDER_FONTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "render/canvas.h"
#include "render/text_clean.h"

/*
 * Fonts: one chain of faces for all back ends, Noto Sans first, IPAexGothic and
 * DejaVu Sans for glyphs that it lacks, so that a page has the same advances in
 * PDF, SVG and PNG.  No kerning or shaping: the three languages need none.
 */
struct fonts;

/*
 * fonts_open() loads the faces; 'language' ("en", "ru", "ja"; NULL is "en")
 * sets the fallback order.  They are looked for in the folder $PLATEAU_FONTS,
 * then where Debian's packages put them.  NULL with the missing file and its
 * package printed.  Cheap after the first time; one thread only.
 */
struct fonts *fonts_open(const char *language);
void fonts_close(struct fonts *f);

/*
 * A run of text in one face.  'text' points into the text, or at U+FFFD where
 * that stands for a character that cannot be drawn.
 */
struct font_run {
	const char *text;
	size_t length;			/* bytes */
	unsigned face;
	double width_pt;
};

/*
 * fonts_runs() splits 'utf8' into runs of one face.  Characters that no face
 * has, and those above U+FFFF, which libharu cannot write, become U+FFFD, with
 * one warning a character.  Returns the count; '*runs_out' is in 'a'.  The
 * text must have passed text_clean().
 */
size_t fonts_runs(struct fonts *f, struct arena *a, enum canvas_font font,
    double size_pt, const char *utf8, struct font_run **runs_out);

/* fonts_width() is the sum of the advances of 'utf8', in points. */
double fonts_width(struct fonts *f, enum canvas_font font, double size_pt,
    const char *utf8);

/* fonts_wrap() breaks 'utf8' into lines of at most 'width_pt': at blanks, and
 * between Japanese characters by the kinsoku rules.  A word that is too long is
 * cut.  Returns the count, at least 1; '*lines_out' is in 'a'. */
size_t fonts_wrap(struct fonts *f, struct arena *a, enum canvas_font font,
    double size_pt, double width_pt, const char *utf8, char ***lines_out);

/* fonts_may_break() says whether a line may end between two characters. */
bool fonts_may_break(uint32_t before, uint32_t after);

/*
 * Where a line that gets too long breaks.  fonts_break_see() is called for each
 * character 'after' at 'at', with the one before it (0: none) and the width
 * up to there.  fonts_break_choose() is where the line ends whose character
 * at 'at' goes past 'room': not in a word of katakana if the line is long
 * enough without it, nor so that one Japanese character is left over.
 */
struct fonts_break {
	const char *last, *earlier, *between;
	double between_width;
};
void fonts_break_see(struct fonts_break *b, const char *at, uint32_t before,
    uint32_t after, double width);
const char *fonts_break_choose(const struct fonts_break *b, const char *at,
    double room);

/* fonts_fit() returns 'utf8' itself if it is at most 'width_pt' wide, else a
 * copy cut to fit, ending in an ellipsis. */
const char *fonts_fit(struct fonts *f, struct arena *a, enum canvas_font font,
    double size_pt, double width_pt, const char *utf8);

/*
 * For the back ends.  Faces are numbered from 0, are the same for all fonts,
 * and stay loaded to the end; fonts_face() is FreeType's FT_Face.
 * fonts_glyph() gives the glyph of a character in a face, 0 if it has none, and
 * its advance in em.  fonts_face_emboldens() says that the face has no bold and
 * 'font' asks for it: it is to be drawn twice, FONTS_BOLD_EM apart.
 */
#define FONTS_NFACES 7
#define FONTS_BOLD_EM 0.04
struct FT_FaceRec_;
struct FT_FaceRec_ *fonts_face(unsigned face);
const char *fonts_face_path(unsigned face);
unsigned fonts_glyph(unsigned face, uint32_t c, double *advance_em_out);
bool fonts_face_emboldens(unsigned face, enum canvas_font font);

#endif
