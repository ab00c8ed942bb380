/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H

#include "base/report.h"
#include "render/fonts.h"

enum face { NOTO, NOTO_BOLD, NOTO_ITALIC, DEJAVU, DEJAVU_BOLD, MONO, IPAEX };

static const struct {
	const char *file, *package;
	const char *folders[2];
} sources[FONTS_NFACES] = {
	[NOTO] = {"NotoSans-Regular.ttf", "fonts-noto-core",
	    {"/usr/share/fonts/truetype/noto"}},
	[NOTO_BOLD] = {"NotoSans-Bold.ttf", "fonts-noto-core",
	    {"/usr/share/fonts/truetype/noto"}},
	[NOTO_ITALIC] = {"NotoSans-Italic.ttf", "fonts-noto-core",
	    {"/usr/share/fonts/truetype/noto"}},
	[DEJAVU] = {"DejaVuSans.ttf", "fonts-dejavu-core",
	    {"/usr/share/fonts/truetype/dejavu"}},
	[DEJAVU_BOLD] = {"DejaVuSans-Bold.ttf", "fonts-dejavu-core",
	    {"/usr/share/fonts/truetype/dejavu"}},
	[MONO] = {"DejaVuSansMono.ttf", "fonts-dejavu-core",
	    {"/usr/share/fonts/truetype/dejavu"}},
	[IPAEX] = {"ipaexg.ttf", "fonts-ipaexfont-gothic",
	    {"/usr/share/fonts/opentype/ipaexfont-gothic",
	    "/usr/share/fonts/truetype/ipaexfont-gothic"}},
};

#define NFONTS 4			/* of enum canvas_font */
#define CHAIN 3
#define REPLACEMENT 0xfffdu
#define REPLACEMENT_UTF8 "\xef\xbf\xbd"
#define MAX_WARNED 16

/*
 * Loaded once for the process and never freed: cairo keeps glyphs of a face
 * behind its address for as long as it likes, and would show them for another
 * face that came to lie there.
 */
static struct {
	FT_Library library;
	FT_Face faces[FONTS_NFACES];
	char *paths[FONTS_NFACES];
} loaded;

struct fonts {
	enum face chain[NFONTS][CHAIN];
};

struct glyph {
	unsigned face;
	double advance_em;
	bool replaced;
};

/* find_in() returns FOLDER/FILE, or NULL if there is no such file. */
static char *
find_in(const char *folder, const char *file)
{
	size_t size = strlen(folder) + strlen(file) + 2;
	char *path = malloc(size);

	if (path == NULL)
		return NULL;
	memcpy(path, folder, strlen(folder));
	path[strlen(folder)] = '/';
	strcpy(path + strlen(folder) + 1, file);
	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

static char *
find_face(enum face face)
{
	const char *own = getenv("PLATEAU_FONTS");
	char *path;

	if (own != NULL && (path = find_in(own, sources[face].file)) != NULL)
		return path;
	for (size_t i = 0; i < 2 && sources[face].folders[i] != NULL; i++) {
		path = find_in(sources[face].folders[i], sources[face].file);
		if (path != NULL)
			return path;
	}
	warn_msg("font %s not found: install the Debian package %s, or name "
	    "its folder in PLATEAU_FONTS", sources[face].file,
	    sources[face].package);
	return NULL;
}

static void
set_chain(struct fonts *f, const char *language)
{
	/* IPAexGothic has full-width Cyrillic and DejaVu no kanji: each comes
	 * before the other where its own letters are the ones wanted. */
	bool japanese = language != NULL && strncmp(language, "ja", 2) == 0;
	const enum face firsts[NFONTS] = {NOTO, NOTO_BOLD, NOTO_ITALIC, MONO};

	for (size_t i = 0; i < NFONTS; i++) {
		enum face wide = i == FONT_BOLD ? DEJAVU_BOLD : DEJAVU;

		f->chain[i][0] = firsts[i];
		f->chain[i][1] = japanese ? IPAEX : wide;
		f->chain[i][2] = japanese ? wide : IPAEX;
	}
}

static int
load_face(enum face face)
{
	if (loaded.faces[face] != NULL)
		return 0;
	char *path = find_face(face);
	if (path == NULL)
		return -1;
	FT_Face loading;
	if (FT_New_Face(loaded.library, path, 0, &loading) != 0) {
		warn_msg("%s: not a font that can be read", path);
		free(path);
		return -1;
	}
	if (loading->units_per_EM == 0) {
		warn_msg("%s: not an outline font", path);
		FT_Done_Face(loading);
		free(path);
		return -1;
	}
	loaded.faces[face] = loading;
	loaded.paths[face] = path;
	return 0;
}

struct fonts *
fonts_open(const char *language)
{
	if (loaded.library == NULL &&
	    FT_Init_FreeType(&loaded.library) != 0) {
		warn_msg("FreeType does not start");
		return NULL;
	}
	for (unsigned i = 0; i < FONTS_NFACES; i++)
		if (load_face((enum face)i) != 0)
			return NULL;
	struct fonts *f = calloc(1, sizeof(*f));
	if (f == NULL) {
		warn_errno("opening fonts");
		return NULL;
	}
	set_chain(f, language);
	return f;
}

void
fonts_close(struct fonts *f)
{
	free(f);
}

struct FT_FaceRec_ *
fonts_face(unsigned face)
{
	return loaded.faces[face];
}

const char *
fonts_face_path(unsigned face)
{
	return loaded.paths[face];
}

bool
fonts_face_emboldens(unsigned face, enum canvas_font font)
{
	return face == IPAEX && font == FONT_BOLD;
}

unsigned
fonts_glyph(unsigned face, uint32_t c, double *advance_em_out)
{
	FT_UInt glyph = FT_Get_Char_Index(loaded.faces[face], c);
	FT_Fixed advance = 0;

	if (glyph == 0)
		return 0;
	FT_Get_Advance(loaded.faces[face], glyph, FT_LOAD_NO_SCALE, &advance);
	*advance_em_out = (double)advance / loaded.faces[face]->units_per_EM;
	return glyph;
}

/* Once for all the languages of a document. */
static void
warn_replaced(uint32_t c)
{
	static uint32_t warned[MAX_WARNED];
	static size_t nwarned;

	for (size_t i = 0; i < nwarned; i++)
		if (warned[i] == c)
			return;
	if (nwarned == MAX_WARNED)
		return;
	warned[nwarned++] = c;
	warn_msg("the character U+%04X cannot be drawn: a replacement is shown",
	    (unsigned)c);
}

/* Hebrew, Arabic and their kin are set from left to right, letter by letter. */
static void
warn_right_to_left(uint32_t c)
{
	static bool warned;

	if (warned || !((c >= 0x590 && c < 0x900) ||
	    (c >= 0xfb1d && c < 0xfe00) || (c >= 0xfe70 && c < 0xff00)))
		return;
	warned = true;
	warn_msg("right-to-left text is not set correctly: its letters run "
	    "from left to right, and are not joined");
}

static struct glyph
find_glyph(struct fonts *f, enum canvas_font font, uint32_t c)
{
	struct glyph g = {0};

	warn_right_to_left(c);

	for (int again = 0; again < 2; again++) {
		for (size_t i = 0; i < CHAIN && c <= 0xffff; i++) {
			g.face = f->chain[font][i];
			if (fonts_glyph(g.face, c, &g.advance_em) != 0)
				return g;
		}
		warn_replaced(c);
		g.replaced = true;
		c = REPLACEMENT;
	}
	return g;
}

size_t
fonts_runs(struct fonts *f, struct arena *a, enum canvas_font font,
    double size_pt, const char *utf8, struct font_run **runs_out)
{
	struct font_run *runs = NULL;
	size_t nruns = 0;
	const char *p = utf8;

	while (*p != '\0') {
		const char *begin = p;
		struct glyph g = find_glyph(f, font, text_next(&p));
		struct font_run *last = nruns > 0 ? &runs[nruns - 1] : NULL;

		if (last != NULL && last->face == g.face && !g.replaced &&
		    last->text + last->length == begin) {
			last->length = (size_t)(p - last->text);
			last->width_pt += g.advance_em * size_pt;
			continue;
		}
		runs = arena_grow(a, runs, nruns, sizeof(*runs));
		runs[nruns++] = (struct font_run){
			.text = g.replaced ? REPLACEMENT_UTF8 : begin,
			.length = g.replaced ? strlen(REPLACEMENT_UTF8) :
			    (size_t)(p - begin),
			.face = g.face,
			.width_pt = g.advance_em * size_pt,
		};
	}
	*runs_out = runs;
	return nruns;
}

double
fonts_width(struct fonts *f, enum canvas_font font, double size_pt,
    const char *utf8)
{
	double em = 0;

	while (*utf8 != '\0')
		em += find_glyph(f, font, text_next(&utf8)).advance_em;
	return em * size_pt;
}

/* Kana, kanji, and their punctuation and full-width forms: text that breaks
 * between any two characters. */
static bool
is_japanese(uint32_t c)
{
	return (c >= 0x2e80 && c < 0xa000) || (c >= 0xf900 && c < 0xfb00) ||
	    (c >= 0xff00 && c < 0xfff0);
}

/* Characters that must not begin a line, and those that must not end one
 * (JIS X 4051). */
static const char no_begin[] =
    "、。，．・：；？！゛゜ヽヾゝゞ々ー）〕］｝〉》」』】〙〗〟’”…‥"
    "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ％℃°%)]},.:;?!";
static const char no_end[] = "（〔［｛〈《「『【〘〖〝‘“([{＄$￥¥";

static bool
is_in(const char *set, uint32_t c)
{
	while (*set != '\0')
		if (text_next(&set) == c)
			return true;
	return false;
}

bool
fonts_may_break(uint32_t before, uint32_t after)
{
	if (before == ' ' || before == 0x3000)
		return after != ' ';
	if (!is_japanese(before) && !is_japanese(after))
		return false;
	return !is_in(no_begin, after) && !is_in(no_end, before) &&
	    after != ' ';
}

static bool
is_katakana(uint32_t c)
{
	return (c >= 0x30a1 && c <= 0x30fa) || c == 0x30fc;
}

void
fonts_break_see(struct fonts_break *b, const char *at, uint32_t before,
    uint32_t after, double width)
{
	if (before == 0 || !fonts_may_break(before, after))
		return;
	b->earlier = b->last;
	b->last = at;
	if (is_katakana(before) && is_katakana(after))
		return;
	b->between = at;
	b->between_width = width;
}

/* A line may be this much shorter for a word that is not divided. */
#define SHORTER 0.75

const char *
fonts_break_choose(const struct fonts_break *b, const char *at, double room)
{
	if (b->last == NULL)
		return at;
	if (b->between != b->last && b->between != NULL &&
	    b->between_width >= SHORTER * room)
		return b->between;
	/* No character of Japanese stands alone on the last line. */
	const char *rest = b->last;
	return b->earlier != NULL && is_japanese(text_next(&rest)) &&
	    *rest == '\0' ? b->earlier : b->last;
}

/* The end of the line that begins at 'p': the best place to break that fits,
 * else as many characters as fit, at least one. */
static const char *
line_end(struct fonts *f, enum canvas_font font, double width_em,
    const char *p)
{
	struct fonts_break breaks = {0};
	const char *begin = p;
	double em = 0;
	uint32_t before = 0;

	while (*p != '\0') {
		const char *at = p;
		uint32_t c = text_next(&p);

		fonts_break_see(&breaks, at, before, c, em);
		em += find_glyph(f, font, c).advance_em;
		/* A blank may hang over the edge: it is dropped. */
		if (em > width_em && c != ' ' && at != begin)
			return fonts_break_choose(&breaks, at, width_em);
		before = c;
	}
	return p;
}

size_t
fonts_wrap(struct fonts *f, struct arena *a, enum canvas_font font,
    double size_pt, double width_pt, const char *utf8, char ***lines_out)
{
	char **lines = NULL;
	size_t nlines = 0;
	const char *p = utf8;

	/* Rounding of sums must not break text that was measured to fit. */
	double width_em = width_pt / size_pt + 1e-6;
	do {
		const char *end = line_end(f, font, width_em, p);
		size_t length = (size_t)(end - p);

		while (length > 0 && p[length - 1] == ' ')
			length--;
		lines = arena_grow(a, lines, nlines, sizeof(*lines));
		lines[nlines++] = arena_strndup(a, p, length);
		p = end;
		while (*p == ' ')
			p++;
	} while (*p != '\0');
	*lines_out = lines;
	return nlines;
}

const char *
fonts_fit(struct fonts *f, struct arena *a, enum canvas_font font,
    double size_pt, double width_pt, const char *utf8)
{
	static const char ellipsis[] = "…";
	const char *p = utf8, *end = utf8;

	if (fonts_width(f, font, size_pt, utf8) <= width_pt + 1e-6)
		return utf8;
	double room_em = width_pt / size_pt - fonts_width(f, font, 1, ellipsis);
	for (double em = 0; *p != '\0' && em <= room_em;) {
		end = p;
		em += find_glyph(f, font, text_next(&p)).advance_em;
	}
	while (end > utf8 && end[-1] == ' ')
		end--;
	return arena_printf(a, "%.*s%s", (int)(end - utf8), utf8, ellipsis);
}
