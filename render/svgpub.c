/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/report.h"
#include "render/canvas_backend.h"
#include "render/fonts.h"
#include "render/svgpub.h"

/* The page's own fonts, then what phones and office machines have. */
#define FAMILIES "'Noto Sans','Noto Sans JP',IPAexGothic,'DejaVu Sans'," \
	"'Segoe UI',Arial,'Liberation Sans',Helvetica,'Hiragino Sans'," \
	"'Yu Gothic',sans-serif"

struct pub {
	struct canvas base;
	struct file_replace *file;
	FILE *out;
	char *path, *title, *language, *description, *metadata;
	bool had_page;
	struct fonts *fonts;
	struct arena *arena, *scratch;
};

static struct pub *
pub_of(struct canvas *c)
{
	return (struct pub *)c;
}

static void
put_escaped(FILE *out, const char *text)
{
	for (; *text != '\0'; text++)
		switch (*text) {
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '&':
			fputs("&amp;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			putc(*text, out);
		}
}

/* Hundredths of a point, without zeros that say nothing and without printf's
 * locale. */
static void
put_number(FILE *out, double value)
{
	long v = lround(value * 100), rest = labs(v) % 100;

	fprintf(out, "%s%ld", v < 0 ? "-" : "", labs(v) / 100);
	if (rest % 10 != 0)
		fprintf(out, ".%02ld", rest);
	else if (rest != 0)
		fprintf(out, ".%ld", rest / 10);
}

static void
put_attribute(FILE *out, const char *name, double value)
{
	fprintf(out, " %s=\"", name);
	put_number(out, value);
	putc('"', out);
}

static void
put_element(FILE *out, const char *name, const char *text)
{
	if (text[0] == '\0')
		return;
	fprintf(out, "<%s>", name);
	put_escaped(out, text);
	fprintf(out, "</%s>\n", name);
}

static void
put_path(FILE *out, const struct canvas_path *path)
{
	fputs("<path d=\"", out);
	for (size_t i = 0; i < path->nruns; i++) {
		size_t n;
		const struct canvas_point *at = canvas_run(path, i, &n);

		for (size_t k = 0; k < n; k++) {
			fputs(k == 0 ? "M" : k == 1 ? "L" : " ", out);
			put_number(out, at[k].x);
			putc(' ', out);
			put_number(out, at[k].y);
		}
		if (n == 1)
			fputs("h0", out);
		if (path->closed)
			putc('z', out);
	}
	putc('"', out);
	if (path->crisp)
		fputs(" shape-rendering=\"crispEdges\"", out);
}

static void
pub_fill(struct canvas *c, const struct canvas_path *path, uint32_t rgb,
    double alpha)
{
	FILE *out = pub_of(c)->out;

	put_path(out, path);
	fprintf(out, " fill=\"#%06x\"", (unsigned)rgb);
	if (alpha < 1)
		put_attribute(out, "fill-opacity", alpha);
	fputs("/>\n", out);
}

static void
pub_stroke(struct canvas *c, const struct canvas_path *path,
    const struct canvas_stroke *s)
{
	FILE *out = pub_of(c)->out;

	put_path(out, path);
	fprintf(out, " fill=\"none\" stroke=\"#%06x\"", (unsigned)s->rgb);
	put_attribute(out, "stroke-width", s->width_pt);
	if (s->alpha < 1)
		put_attribute(out, "stroke-opacity", s->alpha);
	if (s->round)
		fputs(" stroke-linecap=\"round\"", out);
	if (!path->closed && path->npoints > 2 * path->nruns)
		fputs(" stroke-linejoin=\"round\"", out);
	for (size_t i = 0; i < s->ndashes; i++) {
		fputs(i == 0 ? " stroke-dasharray=\"" : " ", out);
		put_number(out, s->dashes_pt[i]);
	}
	fputs(s->ndashes > 0 ? "\"/>\n" : "/>\n", out);
}

static void
pub_text(struct canvas *c, const struct canvas_text *t, const char *utf8)
{
	static const char *const anchors[] = {"start", "middle", "end"};
	struct pub *p = pub_of(c);
	const char *text = text_clean(p->scratch, utf8);

	fputs("<text", p->out);
	put_attribute(p->out, "x", t->x);
	put_attribute(p->out, "y", t->y);
	put_attribute(p->out, "font-size", t->size_pt);
	/* Other fonts are wider: without it labels would run into lines. */
	put_attribute(p->out, "textLength",
	    fonts_width(p->fonts, t->font, t->size_pt, text));
	fprintf(p->out, " lengthAdjust=\"spacingAndGlyphs\" fill=\"#%06x\"",
	    (unsigned)t->rgb);
	if (t->anchor != ANCHOR_START)
		fprintf(p->out, " text-anchor=\"%s\"", anchors[t->anchor]);
	if (t->font == FONT_BOLD)
		fputs(" font-weight=\"bold\"", p->out);
	if (t->font == FONT_ITALIC)
		fputs(" font-style=\"italic\"", p->out);
	if (fabs(t->angle_deg) >= 0.005) {
		fputs(" transform=\"rotate(", p->out);
		put_number(p->out, -t->angle_deg);
		putc(' ', p->out);
		put_number(p->out, t->x);
		putc(' ', p->out);
		put_number(p->out, t->y);
		fputs(")\"", p->out);
	}
	putc('>', p->out);
	put_escaped(p->out, text);
	fputs("</text>\n", p->out);
}

/* Edges are rounded, not widths: no seam between two boxes. */
static double
hundredths(double value)
{
	return round(value * 100) / 100;
}

/* Pixels as boxes, one for a run of the same colour: an <image> would be
 * smoothed by browsers. */
static void
pub_image(struct canvas *c, double x, double y, double width, double height,
    unsigned columns, unsigned rows, const uint8_t *rgb)
{
	FILE *out = pub_of(c)->out;

	fputs("<g shape-rendering=\"crispEdges\">\n", out);
	for (unsigned j = 0; j < rows; j++)
		for (unsigned i = 0, end; i < columns; i = end) {
			const uint8_t *row = rgb + (size_t)j * columns * 3;
			const uint8_t *at = row + i * 3;

			for (end = i + 1; end < columns &&
			    memcmp(row + end * 3, at, 3) == 0; end++)
				;
			double left = hundredths(x + width * i / columns);
			double top = hundredths(y + height * j / rows);

			fputs("<rect", out);
			put_attribute(out, "x", left);
			put_attribute(out, "y", top);
			put_attribute(out, "width", hundredths(x +
			    width * end / columns) - left);
			put_attribute(out, "height", hundredths(y +
			    height * (j + 1) / rows) - top);
			fprintf(out, " fill=\"#%02x%02x%02x\"/>\n", at[0],
			    at[1], at[2]);
		}
	fputs("</g>\n", out);
}

/* A nested <svg> clips, and needs no name that another figure on the same web
 * page could have too. */
static void
pub_clip(struct canvas *c, double x, double y, double width, double height)
{
	FILE *out = pub_of(c)->out;

	fputs("<svg", out);
	put_attribute(out, "x", x);
	put_attribute(out, "y", y);
	put_attribute(out, "width", width);
	put_attribute(out, "height", height);
	fputs(" overflow=\"hidden\" viewBox=\"", out);
	const double box[] = {x, y, width, height};
	for (int i = 0; i < 4; i++) {
		fputs(i == 0 ? "" : " ", out);
		put_number(out, box[i]);
	}
	fputs("\">\n", out);
}

static void
pub_clip_end(struct canvas *c)
{
	fputs("</svg>\n", pub_of(c)->out);
}

static void
pub_page_begin(struct canvas *c, double width_pt, double height_pt)
{
	struct pub *p = pub_of(c);

	if (p->had_page) {
		canvas_fail(c, "%s: a figure has one page", p->path);
		return;
	}
	p->had_page = true;
	fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
	    "xml:lang=\"", p->out);
	put_escaped(p->out, p->language);
	putc('"', p->out);
	put_attribute(p->out, "width", width_pt);
	put_attribute(p->out, "height", height_pt);
	fputs(" viewBox=\"0 0 ", p->out);
	put_number(p->out, width_pt);
	putc(' ', p->out);
	put_number(p->out, height_pt);
	fputs("\" font-family=\"" FAMILIES "\">\n", p->out);
	put_element(p->out, "title", p->title);
	put_element(p->out, "desc", p->description);
	put_element(p->out, "metadata", p->metadata);
	fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
	    p->out);
}

static void
pub_page_end(struct canvas *c)
{
	fputs("</svg>\n", pub_of(c)->out);
}

static int
pub_close(struct canvas *c, bool keep)
{
	struct pub *p = pub_of(c);
	int result = -1;

	if (keep && !p->had_page) {
		canvas_fail(c, "%s: no page", p->path);
		keep = false;
	}
	if (keep)
		result = file_replace_commit(p->file);
	else
		file_replace_abort(p->file);
	fonts_close(p->fonts);
	arena_free(p->scratch);
	arena_free(p->arena);
	free(p);
	return result;
}

static const struct canvas_ops pub_ops = {
	.close = pub_close,
	.page_begin = pub_page_begin,
	.page_end = pub_page_end,
	.fill = pub_fill,
	.stroke = pub_stroke,
	.text = pub_text,
	.image = pub_image,
	.clip = pub_clip,
	.clip_end = pub_clip_end,
};

struct canvas *
svgpub_open(const char *path, const struct canvas_info *info,
    const char *description, const char *metadata)
{
	struct pub *p = calloc(1, sizeof(*p));

	if (p == NULL) {
		warn_errno("opening %s", path);
		return NULL;
	}
	p->base.ops = &pub_ops;
	p->arena = arena_new();
	p->scratch = arena_new();
	p->path = arena_strdup(p->arena, path);
	p->title = text_clean(p->arena, info->title);
	p->language = text_clean(p->arena,
	    info->language != NULL ? info->language : "en");
	p->description = text_clean(p->arena, description);
	p->metadata = text_clean(p->arena, metadata);
	if ((p->fonts = fonts_open(info->language)) == NULL)
		goto fail;
	if ((p->file = file_replace_begin(path)) == NULL)
		goto fail;
	p->out = file_replace_stream(p->file);
	return &p->base;

fail:
	fonts_close(p->fonts);
	arena_free(p->scratch);
	arena_free(p->arena);
	free(p);
	return NULL;
}
