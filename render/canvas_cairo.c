/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairo-ft.h>
#include <cairo-svg.h>
#include <cairo.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/report.h"
#include "render/canvas.h"
#include "render/canvas_backend.h"
#include "render/fonts.h"

/* cairo's stroker is far worse than linear in the length of a path: 100 000
 * vertices in one took most of a minute, in runs of 256 less than 0.4 s. */
#define STROKE_POINTS 256

#define MAX_PIXELS 30000.0		/* a side; cairo's limit is 32767 */

struct bytes {
	unsigned char *data;
	size_t length, size;
};

struct surface {
	struct canvas base;
	bool is_svg;
	double scale;			/* pixels a point; 1 for SVG */
	char *path_format, *title;
	unsigned page;
	struct fonts *fonts;
	cairo_font_face_t *faces[FONTS_NFACES];
	cairo_surface_t *surface;
	cairo_t *cr;
	struct bytes bytes;		/* the page's file */
	size_t nwritten;
	char **written;			/* removed if a later page fails */
	struct arena *arena, *scratch;
};

static struct surface *
surface_of(struct canvas *c)
{
	return (struct surface *)c;
}

static cairo_status_t
take_bytes(void *closure, const unsigned char *data, unsigned length)
{
	struct bytes *b = closure;

	/* One byte more for the NUL that stops parsers. */
	if (b->size - b->length < (size_t)length + 1) {
		size_t size = (b->length + length + 1) * 2;
		unsigned char *larger = realloc(b->data, size);

		if (larger == NULL)
			return CAIRO_STATUS_NO_MEMORY;
		b->data = larger;
		b->size = size;
	}
	memcpy(b->data + b->length, data, length);
	b->length += length;
	b->data[b->length] = '\0';
	return CAIRO_STATUS_SUCCESS;
}

static void
set_colour(struct surface *s, uint32_t rgb, double alpha)
{
	cairo_set_source_rgba(s->cr, (rgb >> 16 & 0xff) / 255.0,
	    (rgb >> 8 & 0xff) / 255.0, (rgb & 0xff) / 255.0, alpha);
}

static void
add_run(struct surface *s, const struct canvas_point *at, size_t n,
    bool closed)
{
	if (n == 0)
		return;
	cairo_move_to(s->cr, at[0].x, at[0].y);
	for (size_t k = 1; k < n; k++)
		cairo_line_to(s->cr, at[k].x, at[k].y);
	if (n == 1)
		cairo_line_to(s->cr, at[0].x, at[0].y);
	if (closed)
		cairo_close_path(s->cr);
}

static void
cairo_fill_path(struct canvas *c, const struct canvas_path *path, uint32_t rgb,
    double alpha)
{
	struct surface *s = surface_of(c);

	set_colour(s, rgb, alpha);
	cairo_set_antialias(s->cr, path->crisp ? CAIRO_ANTIALIAS_NONE :
	    CAIRO_ANTIALIAS_DEFAULT);
	for (size_t i = 0; i < path->nruns; i++) {
		size_t n;
		const struct canvas_point *at = canvas_run(path, i, &n);

		add_run(s, at, n, path->closed);
	}
	cairo_fill(s->cr);
	cairo_set_antialias(s->cr, CAIRO_ANTIALIAS_DEFAULT);
}

/*
 * stroke_chunks() strokes a long run in pieces.  Each begins one segment before
 * the end of the last one, so that corners at the seams are joined, unless
 * paint shows through; the phase of the dashes goes on from piece to piece.
 */
static void
stroke_chunks(struct surface *s, const struct canvas_point *at, size_t n,
    const struct canvas_stroke *stroke)
{
	size_t overlap = stroke->alpha < 1 ? 1 : 2;
	double along = 0;

	for (size_t begin = 0; begin + 1 < n;) {
		size_t count = n - begin < STROKE_POINTS ? n - begin :
		    STROKE_POINTS;

		cairo_set_dash(s->cr, stroke->dashes_pt, (int)stroke->ndashes,
		    along);
		add_run(s, at + begin, count, false);
		cairo_stroke(s->cr);
		if (begin + count == n)
			break;
		size_t next = begin + count - overlap;
		for (size_t k = begin; k < next; k++)
			along += hypot(at[k + 1].x - at[k].x,
			    at[k + 1].y - at[k].y);
		begin = next;
	}
}

static void
cairo_stroke_path(struct canvas *c, const struct canvas_path *path,
    const struct canvas_stroke *stroke)
{
	struct surface *s = surface_of(c);

	set_colour(s, stroke->rgb, stroke->alpha);
	cairo_set_line_width(s->cr, stroke->width_pt);
	cairo_set_line_cap(s->cr, stroke->round ? CAIRO_LINE_CAP_ROUND :
	    CAIRO_LINE_CAP_BUTT);
	cairo_set_line_join(s->cr, path->closed ? CAIRO_LINE_JOIN_MITER :
	    CAIRO_LINE_JOIN_ROUND);
	for (size_t i = 0; i < path->nruns; i++) {
		size_t n;
		const struct canvas_point *at = canvas_run(path, i, &n);

		if (n > STROKE_POINTS && !path->closed) {
			stroke_chunks(s, at, n, stroke);
			continue;
		}
		cairo_set_dash(s->cr, stroke->dashes_pt, (int)stroke->ndashes,
		    0);
		add_run(s, at, n, path->closed);
		cairo_stroke(s->cr);
	}
}

static cairo_font_face_t *
face_of(struct surface *s, unsigned face)
{
	if (s->faces[face] == NULL)
		s->faces[face] = cairo_ft_font_face_create_for_ft_face(
		    fonts_face(face), FT_LOAD_NO_HINTING);
	return s->faces[face];
}

/* Glyphs stand where the fonts' unscaled advances put them, as in a PDF;
 * cairo's own advances depend on the size of a pixel. */
static cairo_glyph_t *
place_glyphs(struct surface *s, const struct font_run *run, double size_pt,
    int *count_out)
{
	cairo_glyph_t *glyphs = arena_array(s->scratch, run->length,
	    sizeof(*glyphs));
	const char *p = run->text, *end = run->text + run->length;
	double x = 0;

	*count_out = 0;
	while (p < end) {
		double advance_em = 0;
		unsigned glyph = fonts_glyph(run->face,
		    text_next(&p), &advance_em);

		glyphs[(*count_out)++] = (cairo_glyph_t){.index = glyph,
		    .x = x};
		x += advance_em * size_pt;
	}
	return glyphs;
}

static void
show_run(struct surface *s, const struct canvas_text *t,
    const struct font_run *run)
{
	int count;
	cairo_glyph_t *glyphs = place_glyphs(s, run, t->size_pt, &count);

	double shift = fonts_face_emboldens(run->face, t->font) ?
	    t->size_pt * FONTS_BOLD_EM / 2 : 0;

	cairo_set_font_face(s->cr, face_of(s, run->face));
	cairo_set_font_size(s->cr, t->size_pt);
	cairo_translate(s->cr, -shift, 0);
	cairo_show_glyphs(s->cr, glyphs, count);
	cairo_translate(s->cr, 2 * shift, 0);
	if (shift > 0)
		cairo_show_glyphs(s->cr, glyphs, count);
	cairo_translate(s->cr, -shift, 0);
}

static void
cairo_text(struct canvas *c, const struct canvas_text *t, const char *utf8)
{
	struct surface *s = surface_of(c);
	struct font_run *runs;
	size_t nruns = fonts_runs(s->fonts, s->scratch, t->font, t->size_pt,
	    text_clean(s->scratch, utf8), &runs);
	double width = 0;

	for (size_t i = 0; i < nruns; i++)
		width += runs[i].width_pt;
	cairo_save(s->cr);
	cairo_translate(s->cr, t->x, t->y);
	cairo_rotate(s->cr, -t->angle_deg * acos(-1) / 180);
	if (t->anchor != ANCHOR_START)
		cairo_translate(s->cr,
		    t->anchor == ANCHOR_MIDDLE ? -width / 2 : -width, 0);
	set_colour(s, t->rgb, 1);
	for (size_t i = 0; i < nruns; i++) {
		show_run(s, t, &runs[i]);
		cairo_translate(s->cr, runs[i].width_pt, 0);
	}
	cairo_restore(s->cr);
}

static cairo_surface_t *
image_surface(struct canvas *c, unsigned columns, unsigned rows,
    const uint8_t *rgb)
{
	cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24,
	    (int)columns, (int)rows);

	if (cairo_surface_status(image) != CAIRO_STATUS_SUCCESS) {
		canvas_fail(c, "an image of %u x %u pixels: %s", columns, rows,
		    cairo_status_to_string(cairo_surface_status(image)));
		cairo_surface_destroy(image);
		return NULL;
	}
	unsigned char *data = cairo_image_surface_get_data(image);
	int stride = cairo_image_surface_get_stride(image);
	for (unsigned j = 0; j < rows; j++)
		for (unsigned i = 0; i < columns; i++, rgb += 3) {
			uint32_t pixel = (uint32_t)rgb[0] << 16 |
			    (uint32_t)rgb[1] << 8 | rgb[2];

			memcpy(data + (ptrdiff_t)j * stride + i * 4, &pixel,
			    4);
		}
	cairo_surface_mark_dirty(image);
	return image;
}

static void
paint_image(struct canvas *c, double x, double y, double width, double height,
    unsigned columns, unsigned rows, const uint8_t *rgb)
{
	struct surface *s = surface_of(c);
	cairo_surface_t *image = image_surface(c, columns, rows, rgb);

	if (image == NULL)
		return;
	cairo_save(s->cr);
	cairo_translate(s->cr, x, y);
	cairo_scale(s->cr, width / columns, height / rows);
	cairo_set_source_surface(s->cr, image, 0, 0);
	cairo_pattern_set_filter(cairo_get_source(s->cr),
	    CAIRO_FILTER_NEAREST);
	cairo_rectangle(s->cr, 0, 0, columns, rows);
	cairo_fill(s->cr);
	cairo_restore(s->cr);
	cairo_surface_destroy(image);
}

#define PNG_BYTES ((size_t)4 << 20)
#define PNG_SIDE 4000

struct png_source {
	const char *data;
	size_t length, at;
};

static cairo_status_t
read_png_bytes(void *closure, unsigned char *data, unsigned length)
{
	struct png_source *s = closure;

	if (length > s->length - s->at)
		return CAIRO_STATUS_READ_ERROR;
	memcpy(data, s->data + s->at, length);
	s->at += length;
	return CAIRO_STATUS_SUCCESS;
}

/* A number of the first chunk, which tells the size. */
static unsigned
png_number(const char *file, size_t at)
{
	const unsigned char *p = (const unsigned char *)file + at;

	return (unsigned)p[0] << 24 | (unsigned)p[1] << 16 |
	    (unsigned)p[2] << 8 | p[3];
}

/* One sample of a pixel, premultiplied by 'alpha', on white. */
static uint8_t
on_white(uint32_t sample, uint32_t alpha)
{
	uint32_t value = sample + 255 - alpha;

	return (uint8_t)(value > 255 ? 255 : value);
}

static uint8_t *
png_pixels(struct arena *a, cairo_surface_t *image, unsigned columns,
    unsigned rows)
{
	bool opaque = cairo_image_surface_get_format(image) ==
	    CAIRO_FORMAT_RGB24;
	const unsigned char *data = cairo_image_surface_get_data(image);
	size_t stride = (size_t)cairo_image_surface_get_stride(image);
	uint8_t *rgb = arena_alloc(a, (size_t)columns * rows * 3);

	for (size_t y = 0; y < rows; y++) {
		for (size_t x = 0; x < columns; x++) {
			uint32_t pixel;
			uint8_t *to = rgb + 3 * (y * columns + x);

			memcpy(&pixel, data + y * stride + 4 * x, 4);
			uint32_t alpha = opaque ? 255 : pixel >> 24;
			to[0] = on_white(pixel >> 16 & 255, alpha);
			to[1] = on_white(pixel >> 8 & 255, alpha);
			to[2] = on_white(pixel & 255, alpha);
		}
	}
	return rgb;
}

int
canvas_png_read(struct arena *a, const char *path, unsigned *columns_out,
    unsigned *rows_out, uint8_t **rgb_out)
{
	struct png_source source = {0};

	source.data = file_read(a, path, PNG_BYTES, &source.length);
	if (source.data == NULL)
		return -1;
	/* Eight bytes of signature, length and name of a chunk. */
	if (source.length < 24 || memcmp(source.data, "\211PNG\r\n\032\n",
	    8) != 0) {
		warn_msg("%s: is no PNG", path);
		return -1;
	}
	*columns_out = png_number(source.data, 16);
	*rows_out = png_number(source.data, 20);
	if (*columns_out == 0 || *columns_out > PNG_SIDE || *rows_out == 0 ||
	    *rows_out > PNG_SIDE) {
		warn_msg("%s: %u x %u pixels: from 1 x 1 to %d x %d are "
		    "expected", path, *columns_out, *rows_out, PNG_SIDE,
		    PNG_SIDE);
		return -1;
	}
	cairo_surface_t *image = cairo_image_surface_create_from_png_stream(
	    read_png_bytes, &source);
	cairo_status_t status = cairo_surface_status(image);
	cairo_format_t format = cairo_image_surface_get_format(image);
	if (status != CAIRO_STATUS_SUCCESS ||
	    (format != CAIRO_FORMAT_RGB24 && format != CAIRO_FORMAT_ARGB32)) {
		warn_msg("%s: %s", path, status == CAIRO_STATUS_SUCCESS ?
		    "expected 8 bits a sample" :
		    cairo_status_to_string(status));
		cairo_surface_destroy(image);
		return -1;
	}
	*rgb_out = png_pixels(a, image, *columns_out, *rows_out);
	cairo_surface_destroy(image);
	return 0;
}

static void
cairo_image(struct canvas *c, double x, double y, double width, double height,
    unsigned columns, unsigned rows, const uint8_t *rgb)
{
	if (!surface_of(c)->is_svg) {
		paint_image(c, x, y, width, height, columns, rows, rgb);
		return;
	}
	uint8_t *large = canvas_enlarge(c, width, height, &columns, &rows,
	    rgb);
	if (large != NULL)
		paint_image(c, x, y, width, height, columns, rows, large);
	free(large);
}

static void
cairo_clip_begin(struct canvas *c, double x, double y, double width,
    double height)
{
	struct surface *s = surface_of(c);

	cairo_save(s->cr);
	cairo_rectangle(s->cr, x, y, width, height);
	cairo_clip(s->cr);
}

static void
cairo_clip_end(struct canvas *c)
{
	cairo_restore(surface_of(c)->cr);
}

static void
set_font_options(cairo_t *cr)
{
	cairo_font_options_t *options = cairo_font_options_create();

	cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
	cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
	cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
	cairo_set_font_options(cr, options);
	cairo_font_options_destroy(options);
}

static cairo_surface_t *
new_surface(struct surface *s, double width_pt, double height_pt)
{
	if (s->is_svg) {
		cairo_surface_t *svg = cairo_svg_surface_create_for_stream(
		    take_bytes, &s->bytes, width_pt, height_pt);

		cairo_svg_surface_restrict_to_version(svg,
		    CAIRO_SVG_VERSION_1_2);
		return svg;
	}
	return cairo_image_surface_create(CAIRO_FORMAT_RGB24,
	    (int)lround(width_pt * s->scale),
	    (int)lround(height_pt * s->scale));
}

static void
cairo_page_begin(struct canvas *c, double width_pt, double height_pt)
{
	struct surface *s = surface_of(c);

	if (width_pt * s->scale > MAX_PIXELS ||
	    height_pt * s->scale > MAX_PIXELS) {
		canvas_fail(c, "a page of %g x %g pixels is too large",
		    width_pt * s->scale, height_pt * s->scale);
		return;
	}
	s->bytes.length = 0;
	s->page++;
	s->surface = new_surface(s, width_pt, height_pt);
	s->cr = cairo_create(s->surface);
	if (cairo_status(s->cr) != CAIRO_STATUS_SUCCESS) {
		canvas_fail(c, "page %u: %s", s->page,
		    cairo_status_to_string(cairo_status(s->cr)));
		return;
	}
	cairo_scale(s->cr, s->scale, s->scale);
	set_font_options(s->cr);
	set_colour(s, 0xffffff, 1);
	cairo_paint(s->cr);
}

static void
drop_page(struct surface *s)
{
	cairo_destroy(s->cr);
	cairo_surface_destroy(s->surface);
	s->cr = NULL;
	s->surface = NULL;
}

/* page_path() fills in the one %u of the path's format. */
static char *
page_path(struct surface *s)
{
	const char *hole = strstr(s->path_format, "%u");

	if (hole == NULL)
		return arena_strdup(s->arena, s->path_format);
	return arena_printf(s->arena, "%.*s%u%s",
	    (int)(hole - s->path_format), s->path_format, s->page, hole + 2);
}

static void
put_escaped(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '<')
			fputs("&lt;", out);
		else if (*text == '>')	/* "]]>" may not stand in text */
			fputs("&gt;", out);
		else if (*text == '&')
			fputs("&amp;", out);
		else
			putc(*text, out);
	}
}

/*
 * cairo numbers surfaces through the life of the process, and names elements
 * after them: the second report of a process would differ from the first.
 * put_renumbered() writes an SVG with such names numbered from 0.
 */
static void
put_renumbered(struct surface *s, FILE *out, const char *data, size_t length)
{
	static const char *const words[] = {"surface", "image"};
	const char *end = data + length;
	size_t nseen = 0;
	long *seen = NULL;

	while (data < end) {
		const char *digits = NULL;

		/* A name follows a quote or a hash; words on the page are
		 * outlines. */
		for (size_t i = 0; i < 2; i++)
			if ((*data == '"' || *data == '#') &&
			    (size_t)(end - data) > strlen(words[i]) + 1 &&
			    strncmp(data + 1, words[i], strlen(words[i])) == 0)
				digits = data + 1 + strlen(words[i]);
		if (digits == NULL || *digits < '0' || *digits > '9') {
			putc(*data++, out);
			continue;
		}
		fwrite(data, 1, (size_t)(digits - data), out);
		char *behind;
		long number = strtol(digits, &behind, 10);
		size_t k = 0;
		while (k < nseen && seen[k] != number)
			k++;
		if (k == nseen) {
			seen = arena_grow(s->arena, seen, nseen,
			    sizeof(*seen));
			seen[nseen++] = number;
		}
		fprintf(out, "%zu", k);
		data = behind;
	}
}

/* write_page() replaces the page's file.  An SVG gets a <title>, which cairo
 * cannot write, behind its root element's tag. */
static int
write_page(struct surface *s, const char *path)
{
	struct file_replace *file = file_replace_begin(path);
	size_t head = 0;

	if (file == NULL)
		return -1;
	FILE *out = file_replace_stream(file);
	if (s->is_svg && s->title[0] != '\0') {
		const char *data = (const char *)s->bytes.data;
		const char *root = memmem(data, s->bytes.length, "<svg", 4);
		const char *end = root == NULL ? NULL : memchr(root, '>',
		    s->bytes.length - (size_t)(root - data));

		if (end != NULL) {
			head = (size_t)(end - data) + 1;
			fwrite(data, 1, head, out);
			fputs("\n<title>", out);
			put_escaped(out, s->title);
			fputs("</title>", out);
		}
	}
	if (s->is_svg)
		put_renumbered(s, out, (const char *)s->bytes.data + head,
		    s->bytes.length - head);
	else
		fwrite(s->bytes.data, 1, s->bytes.length, out);
	return file_replace_commit(file);
}

static void
cairo_page_end(struct canvas *c)
{
	struct surface *s = surface_of(c);
	cairo_status_t status = cairo_status(s->cr);

	cairo_destroy(s->cr);
	s->cr = NULL;
	if (status == CAIRO_STATUS_SUCCESS && s->is_svg) {
		cairo_surface_finish(s->surface);
		status = cairo_surface_status(s->surface);
	} else if (status == CAIRO_STATUS_SUCCESS) {
		status = cairo_surface_write_to_png_stream(s->surface,
		    take_bytes, &s->bytes);
	}
	drop_page(s);
	arena_free(s->scratch);
	s->scratch = arena_new();
	char *path = page_path(s);
	if (status != CAIRO_STATUS_SUCCESS) {
		canvas_fail(c, "%s: %s", path, cairo_status_to_string(status));
		return;
	}
	if (write_page(s, path) != 0) {
		c->failed = true;
		return;
	}
	s->written = arena_grow(s->arena, s->written, s->nwritten,
	    sizeof(*s->written));
	s->written[s->nwritten++] = path;
}

static int
cairo_close(struct canvas *c, bool keep)
{
	struct surface *s = surface_of(c);

	if (keep && s->nwritten == 0) {
		canvas_fail(c, "%s: no page", s->path_format);
		keep = false;
	}
	drop_page(s);
	for (size_t i = 0; !keep && i < s->nwritten; i++)
		remove(s->written[i]);
	for (size_t i = 0; i < FONTS_NFACES; i++)
		cairo_font_face_destroy(s->faces[i]);
	fonts_close(s->fonts);
	free(s->bytes.data);
	arena_free(s->scratch);
	arena_free(s->arena);
	free(s);
	return keep ? 0 : -1;
}

static const struct canvas_ops cairo_ops = {
	.close = cairo_close,
	.page_begin = cairo_page_begin,
	.page_end = cairo_page_end,
	.fill = cairo_fill_path,
	.stroke = cairo_stroke_path,
	.text = cairo_text,
	.image = cairo_image,
	.clip = cairo_clip_begin,
	.clip_end = cairo_clip_end,
};

static struct surface *
new_canvas(const char *path_format, const struct canvas_info *info)
{
	struct surface *s = calloc(1, sizeof(*s));

	if (s == NULL) {
		warn_errno("opening %s", path_format);
		return NULL;
	}
	s->base.ops = &cairo_ops;
	s->fonts = fonts_open(info->language);
	if (s->fonts == NULL) {
		free(s);
		return NULL;
	}
	s->arena = arena_new();
	s->scratch = arena_new();
	s->path_format = arena_strdup(s->arena, path_format);
	s->title = text_clean(s->arena, info->title);
	s->scale = 1;
	return s;
}

struct canvas *
canvas_svg_open(const char *path_format, const struct canvas_info *info)
{
	struct surface *s = new_canvas(path_format, info);

	if (s == NULL)
		return NULL;
	s->is_svg = true;
	return &s->base;
}

struct canvas *
canvas_png_open(const char *path_format, const struct canvas_info *info,
    double dpi)
{
	if (!(dpi >= 1 && dpi <= 2400)) {
		warn_msg("%s: %g dpi is not from 1 to 2400", path_format, dpi);
		return NULL;
	}
	struct surface *s = new_canvas(path_format, info);

	if (s == NULL)
		return NULL;
	s->scale = dpi / 72;
	return &s->base;
}
