/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <hpdf.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/report.h"
#include "render/canvas.h"
#include "render/canvas_backend.h"
#include "render/fonts.h"

#define MAX_LEVELS 8

/* A link waits until all pages are there. */
struct link {
	HPDF_Page page;
	HPDF_Rect rect;
	unsigned target;
};

struct pdf {
	struct canvas base;
	char *path;
	HPDF_Doc doc;
	HPDF_Encoder encoder;
	HPDF_Page page;
	double height;
	struct fonts *fonts;
	HPDF_Font faces[FONTS_NFACES];
	HPDF_Dict to_unicode;
	HPDF_ExtGState alphas[100];	/* by percent */
	HPDF_Outline levels[MAX_LEVELS];
	struct arena *arena;		/* for the document */
	struct arena *scratch;		/* for the page */
	size_t nlinks, npages;
	struct link *links;
	HPDF_Page *pages;
	char **labels;
};

static struct pdf *
pdf_of(struct canvas *c)
{
	return (struct pdf *)c;
}

/* libharu's errors are sticky: after one, no later call does anything, and the
 * document is lost. */
static void
on_error(HPDF_STATUS error, HPDF_STATUS detail, void *data)
{
	struct pdf *p = data;

	canvas_fail(&p->base, "%s: libharu error 0x%04X, detail %u", p->path,
	    (unsigned)error, (unsigned)detail);
}

/* A millipoint is far below what can be printed, and keeps the file small. */
static HPDF_REAL
rounded(double v)
{
	return (HPDF_REAL)(round(v * 1000) / 1000);
}

static HPDF_REAL
flip(const struct pdf *p, double y)
{
	return rounded(p->height - y);
}

static HPDF_REAL
channel(uint32_t rgb, unsigned shift)
{
	return (HPDF_REAL)(rgb >> shift & 0xff) / 255.0f;
}

static void
set_fill(struct pdf *p, uint32_t rgb)
{
	HPDF_Page_SetRGBFill(p->page, channel(rgb, 16), channel(rgb, 8),
	    channel(rgb, 0));
}

static void
set_stroke(struct pdf *p, uint32_t rgb)
{
	HPDF_Page_SetRGBStroke(p->page, channel(rgb, 16), channel(rgb, 8),
	    channel(rgb, 0));
}

static unsigned
percent_of(double alpha)
{
	return (unsigned)lround(alpha * 100);
}

/* Without an alpha nothing is saved: paths set all of their own state. */
static void
alpha_begin(struct pdf *p, double alpha)
{
	unsigned percent = percent_of(alpha);

	if (percent >= 100)
		return;
	if (p->alphas[percent] == NULL) {
		HPDF_ExtGState state = HPDF_CreateExtGState(p->doc);
		HPDF_REAL value = (HPDF_REAL)percent / 100.0f;

		HPDF_ExtGState_SetAlphaFill(state, value);
		HPDF_ExtGState_SetAlphaStroke(state, value);
		p->alphas[percent] = state;
	}
	HPDF_Page_GSave(p->page);
	HPDF_Page_SetExtGState(p->page, p->alphas[percent]);
}

static void
alpha_end(struct pdf *p, double alpha)
{
	if (percent_of(alpha) < 100)
		HPDF_Page_GRestore(p->page);
}

static void
add_path(struct pdf *p, const struct canvas_path *path)
{
	for (size_t i = 0; i < path->nruns; i++) {
		size_t n;
		const struct canvas_point *at = canvas_run(path, i, &n);

		if (n == 0)
			continue;
		HPDF_Page_MoveTo(p->page, rounded(at[0].x), flip(p, at[0].y));
		for (size_t k = 1; k < n; k++)
			HPDF_Page_LineTo(p->page, rounded(at[k].x),
			    flip(p, at[k].y));
		if (n == 1)
			HPDF_Page_LineTo(p->page, rounded(at[0].x),
			    flip(p, at[0].y));
		if (path->closed)
			HPDF_Page_ClosePath(p->page);
	}
}

static void
pdf_fill(struct canvas *c, const struct canvas_path *path, uint32_t rgb,
    double alpha)
{
	struct pdf *p = pdf_of(c);

	alpha_begin(p, alpha);
	set_fill(p, rgb);
	add_path(p, path);
	HPDF_Page_Fill(p->page);
	alpha_end(p, alpha);
}

/* libharu takes whole points of at most 100 only, so the operator is written
 * past it.  In thousandths, by hand: printf would obey the locale. */
static void
set_dash(struct pdf *p, const struct canvas_stroke *s)
{
	HPDF_Stream out = ((HPDF_PageAttr)p->page->attr)->stream;
	char text[32];

	HPDF_Stream_WriteStr(out, "[");
	for (size_t i = 0; i < s->ndashes && i < 8; i++) {
		long v = lround(s->dashes_pt[i] * 1000);

		snprintf(text, sizeof(text), "%ld.%03ld ", v / 1000, v % 1000);
		HPDF_Stream_WriteStr(out, text);
	}
	HPDF_Stream_WriteStr(out, "] 0 d\n");
}

static void
pdf_stroke(struct canvas *c, const struct canvas_path *path,
    const struct canvas_stroke *s)
{
	struct pdf *p = pdf_of(c);

	alpha_begin(p, s->alpha);
	set_stroke(p, s->rgb);
	HPDF_Page_SetLineWidth(p->page, rounded(fmin(s->width_pt, 100)));
	HPDF_Page_SetLineCap(p->page, s->round ? HPDF_ROUND_END :
	    HPDF_BUTT_END);
	HPDF_Page_SetLineJoin(p->page, path->closed ? HPDF_MITER_JOIN :
	    HPDF_ROUND_JOIN);
	set_dash(p, s);
	add_path(p, path);
	HPDF_Page_Stroke(p->page);
	alpha_end(p, s->alpha);
}

/*
 * libharu's own ToUnicode map is malformed ("begincidrange"), and text copied
 * from it is garbled in some readers.  Its codes are UCS-2, so the right map is
 * the identity, in ranges that share the high byte as PDF asks.
 */
static HPDF_Dict
new_to_unicode(HPDF_Doc doc)
{
	HPDF_Dict dict = HPDF_DictStream_New(doc->mmgr, doc->xref);
	char text[64];

	if (dict == NULL)
		return NULL;
	/* The stream is compressed like all others. */
	dict->filter = HPDF_STREAM_FILTER_FLATE_DECODE;
	HPDF_Stream_WriteStr(dict->stream,
	    "/CIDInit /ProcSet findresource begin\n"
	    "12 dict begin\nbegincmap\n"
	    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) "
	    "/Supplement 0 >> def\n"
	    "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
	    "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n");
	/* At most 100 ranges are allowed in one go. */
	for (unsigned high = 0; high < 256; high++) {
		if (high % 64 == 0)
			HPDF_Stream_WriteStr(dict->stream, "64 beginbfrange\n");
		snprintf(text, sizeof(text), "<%02X00> <%02XFF> <%02X00>\n",
		    high, high, high);
		HPDF_Stream_WriteStr(dict->stream, text);
		if (high % 64 == 63)
			HPDF_Stream_WriteStr(dict->stream, "endbfrange\n");
	}
	HPDF_Stream_WriteStr(dict->stream, "endcmap\n"
	    "CMapName currentdict /CMap defineresource pop\nend\nend\n");
	return dict;
}

static HPDF_Font
face_font(struct pdf *p, unsigned face)
{
	if (p->faces[face] != NULL)
		return p->faces[face];
	const char *name = HPDF_LoadTTFontFromFile(p->doc,
	    fonts_face_path(face), HPDF_TRUE);
	HPDF_Font font = name == NULL ? NULL :
	    HPDF_GetFont(p->doc, name, "UTF-8");
	if (font == NULL)
		return NULL;
	if (p->to_unicode == NULL)
		p->to_unicode = new_to_unicode(p->doc);
	if (p->to_unicode != NULL)
		HPDF_Dict_Add(font, "ToUnicode", p->to_unicode);
	return p->faces[face] = font;
}

static void
show_at(struct pdf *p, const struct canvas_text *t, const struct font_run *run,
    double along)
{
	double angle = t->angle_deg * acos(-1) / 180;
	double x = t->x + along * cos(angle), y = t->y - along * sin(angle);
	HPDF_REAL cosine = (HPDF_REAL)cos(angle), sine = (HPDF_REAL)sin(angle);

	HPDF_Page_SetTextMatrix(p->page, cosine, sine, -sine, cosine,
	    rounded(x), flip(p, y));
	HPDF_Page_ShowText(p->page,
	    arena_strndup(p->scratch, run->text, run->length));
}

/*
 * A face without bold is shown twice, side by side.  The second time it is
 * marked as standing for no text, so that it is not copied twice.  Not a stroke
 * around the letters: some viewers draw no line thinner than a pixel, and the
 * insides of kanji fill up.
 */
static void
show_run(struct pdf *p, const struct canvas_text *t,
    const struct font_run *run, double along)
{
	HPDF_Stream out = ((HPDF_PageAttr)p->page->attr)->stream;
	HPDF_Font font = face_font(p, run->face);
	double shift = fonts_face_emboldens(run->face, t->font) ?
	    t->size_pt * FONTS_BOLD_EM / 2 : 0;

	if (font == NULL)
		return;
	HPDF_Page_SetFontAndSize(p->page, font, rounded(t->size_pt));
	show_at(p, t, run, along - shift);
	if (shift == 0)
		return;
	HPDF_Stream_WriteStr(out, "/Span <</ActualText ()>> BDC\n");
	show_at(p, t, run, along + shift);
	HPDF_Stream_WriteStr(out, "EMC\n");
}

static void
pdf_text(struct canvas *c, const struct canvas_text *t, const char *utf8)
{
	struct pdf *p = pdf_of(c);
	struct font_run *runs;
	size_t nruns = fonts_runs(p->fonts, p->scratch, t->font, t->size_pt,
	    text_clean(p->scratch, utf8), &runs);
	double width = 0;

	for (size_t i = 0; i < nruns; i++)
		width += runs[i].width_pt;
	double along = t->anchor == ANCHOR_START ? 0 :
	    t->anchor == ANCHOR_MIDDLE ? -width / 2 : -width;
	set_fill(p, t->rgb);
	HPDF_Page_BeginText(p->page);
	for (size_t i = 0; i < nruns; i++) {
		show_run(p, t, &runs[i], along);
		along += runs[i].width_pt;
	}
	HPDF_Page_EndText(p->page);
}

static void
pdf_image(struct canvas *c, double x, double y, double width, double height,
    unsigned columns, unsigned rows, const uint8_t *rgb)
{
	struct pdf *p = pdf_of(c);
	uint8_t *large = canvas_enlarge(c, width, height, &columns, &rows,
	    rgb);

	if (large == NULL)
		return;
	HPDF_Image image = HPDF_LoadRawImageFromMem(p->doc, large, columns,
	    rows, HPDF_CS_DEVICE_RGB, 8);
	free(large);
	HPDF_Page_DrawImage(p->page, image, rounded(x), flip(p, y + height),
	    rounded(width), rounded(height));
}

static void
pdf_clip(struct canvas *c, double x, double y, double width, double height)
{
	struct pdf *p = pdf_of(c);

	HPDF_Page_GSave(p->page);
	HPDF_Page_Rectangle(p->page, rounded(x), flip(p, y + height),
	    rounded(width), rounded(height));
	HPDF_Page_Clip(p->page);
	HPDF_Page_EndPath(p->page);
}

static void
pdf_clip_end(struct canvas *c)
{
	HPDF_Page_GRestore(pdf_of(c)->page);
}

static void
pdf_page_begin(struct canvas *c, double width_pt, double height_pt)
{
	struct pdf *p = pdf_of(c);

	p->page = HPDF_AddPage(p->doc);
	if (p->page == NULL)
		return;
	HPDF_Page_SetWidth(p->page, rounded(width_pt));
	HPDF_Page_SetHeight(p->page, rounded(height_pt));
	p->height = height_pt;
	p->pages = arena_grow(p->arena, p->pages, p->npages,
	    sizeof(*p->pages));
	p->labels = arena_grow(p->arena, p->labels, p->npages,
	    sizeof(*p->labels));
	p->labels[p->npages] = NULL;
	p->pages[p->npages++] = p->page;
}

static void
pdf_page_end(struct canvas *c)
{
	struct pdf *p = pdf_of(c);

	arena_free(p->scratch);
	p->scratch = arena_new();
}

static void
pdf_outline(struct canvas *c, unsigned level, const char *title)
{
	struct pdf *p = pdf_of(c);

	if (level >= MAX_LEVELS)
		level = MAX_LEVELS - 1;
	/* A level that was skipped hangs on the nearest one above. */
	HPDF_Outline parent = NULL;
	for (unsigned i = 0; i < level; i++)
		if (p->levels[i] != NULL)
			parent = p->levels[i];
	HPDF_Outline item = HPDF_CreateOutline(p->doc, parent,
	    text_clean(p->scratch, title), p->encoder);
	HPDF_Destination place = HPDF_Page_CreateDestination(p->page);
	HPDF_Destination_SetFit(place);
	HPDF_Outline_SetDestination(item, place);
	p->levels[level] = item;
	for (unsigned i = level + 1; i < MAX_LEVELS; i++)
		p->levels[i] = NULL;
}

static void
pdf_page_label(struct canvas *c, const char *label)
{
	struct pdf *p = pdf_of(c);

	p->labels[p->npages - 1] = text_clean(p->arena, label);
}

static HPDF_Rect
rect_of(const struct pdf *p, double x, double y, double width, double height)
{
	return (HPDF_Rect){
		.left = rounded(x), .bottom = flip(p, y + height),
		.right = rounded(x + width), .top = flip(p, y),
	};
}

static void
pdf_link_page(struct canvas *c, double x, double y, double width,
    double height, unsigned page)
{
	struct pdf *p = pdf_of(c);

	p->links = arena_grow(p->arena, p->links, p->nlinks,
	    sizeof(*p->links));
	p->links[p->nlinks++] = (struct link){
		.page = p->page, .target = page,
		.rect = rect_of(p, x, y, width, height),
	};
}

/* uri_of() returns a URI of ASCII, or NULL for a scheme that is not one of a
 * plain page or address: a report must not carry "javascript:" or "file:". */
static char *
uri_of(struct arena *a, const char *uri)
{
	static const char *const schemes[] = {"https://", "http://", "mailto:"};
	bool known = false;

	for (size_t i = 0; i < 3; i++)
		known |= strncmp(uri, schemes[i], strlen(schemes[i])) == 0;
	if (!known)
		return NULL;
	char *copy = arena_alloc(a, strlen(uri) * 3 + 1), *out = copy;
	for (const unsigned char *s = (const unsigned char *)uri; *s; s++) {
		if (*s > 0x20 && *s < 0x7f && strchr("\"<>\\^`{|}()", *s) ==
		    NULL)
			*out++ = (char)*s;
		else
			out += sprintf(out, "%%%02X", *s);
	}
	return copy;
}

static void
pdf_link_uri(struct canvas *c, double x, double y, double width, double height,
    const char *uri)
{
	struct pdf *p = pdf_of(c);
	char *clean = uri_of(p->scratch, uri);

	if (clean == NULL)
		return;
	HPDF_Annotation link = HPDF_Page_CreateURILinkAnnot(p->page,
	    rect_of(p, x, y, width, height), clean);
	HPDF_LinkAnnot_SetBorderStyle(link, 0, 0, 0);
}

static void
add_links(struct pdf *p)
{
	for (size_t i = 0; i < p->nlinks && !p->base.failed; i++) {
		const struct link *l = &p->links[i];

		if (l->target >= p->npages) {
			canvas_fail(&p->base, "%s: a link to page %u of %zu",
			    p->path, l->target + 1, p->npages);
			return;
		}
		HPDF_Destination place =
		    HPDF_Page_CreateDestination(p->pages[l->target]);
		HPDF_Destination_SetFit(place);
		HPDF_Annotation link = HPDF_Page_CreateLinkAnnot(l->page,
		    l->rect, place);
		HPDF_LinkAnnot_SetBorderStyle(link, 0, 0, 0);
	}
}

/*
 * A label for each page: text only.  libharu would add a running number in a
 * style, and its prefix knows only one-byte text, so both are replaced.
 */
static void
add_label(struct pdf *p, unsigned page, const char *label)
{
	HPDF_AddPageLabel(p->doc, page, HPDF_PAGE_NUM_STYLE_DECIMAL, 1, "");
	if (p->base.failed)
		return;
	HPDF_Dict tree = HPDF_Dict_GetItem(p->doc->catalog, "PageLabels",
	    HPDF_OCLASS_DICT);
	HPDF_Array nums = tree == NULL ? NULL :
	    HPDF_Dict_GetItem(tree, "Nums", HPDF_OCLASS_ARRAY);
	HPDF_Dict last = nums == NULL ? NULL : HPDF_Array_GetItem(nums,
	    HPDF_Array_Items(nums) - 1, HPDF_OCLASS_DICT);
	if (last == NULL)
		return;
	HPDF_Dict_RemoveElement(last, "S");
	HPDF_Dict_Add(last, "P",
	    HPDF_String_New(p->doc->mmgr, label, p->encoder));
}

static void
add_labels(struct pdf *p)
{
	bool any = false;
	char number[16];

	for (size_t i = 0; i < p->npages; i++)
		any |= p->labels[i] != NULL;
	for (unsigned i = 0; any && i < p->npages && !p->base.failed; i++) {
		snprintf(number, sizeof(number), "%u", i + 1);
		add_label(p, i, p->labels[i] != NULL ? p->labels[i] : number);
	}
}

static int
save(struct pdf *p)
{
	HPDF_UINT32 size, got;

	HPDF_SaveToStream(p->doc);
	if (p->base.failed)
		return -1;
	got = size = HPDF_GetStreamSize(p->doc);
	HPDF_BYTE *bytes = malloc(size > 0 ? size : 1);
	if (bytes == NULL) {
		warn_errno("%s: %u bytes", p->path, (unsigned)size);
		return -1;
	}
	HPDF_ResetStream(p->doc);
	HPDF_ReadFromStream(p->doc, bytes, &got);
	int result = -1;
	if (!p->base.failed && got == size)
		result = file_replace_bytes(p->path, bytes, size);
	free(bytes);
	return result;
}

static int
pdf_close(struct canvas *c, bool keep)
{
	struct pdf *p = pdf_of(c);
	int result = -1;

	if (keep && p->npages == 0)
		canvas_fail(c, "%s: no page", p->path);
	if (keep && !c->failed) {
		add_links(p);
		add_labels(p);
		if (!c->failed)
			result = save(p);
	}
	HPDF_Free(p->doc);
	fonts_close(p->fonts);
	arena_free(p->scratch);
	arena_free(p->arena);
	free(p);
	return result;
}

static const struct canvas_ops pdf_ops = {
	.close = pdf_close,
	.page_begin = pdf_page_begin,
	.page_end = pdf_page_end,
	.fill = pdf_fill,
	.stroke = pdf_stroke,
	.text = pdf_text,
	.image = pdf_image,
	.clip = pdf_clip,
	.clip_end = pdf_clip_end,
	.outline = pdf_outline,
	.page_label = pdf_page_label,
	.link_page = pdf_link_page,
	.link_uri = pdf_link_uri,
};

static void
set_text_info(struct pdf *p, HPDF_InfoType type, const char *text)
{
	if (text != NULL && text[0] != '\0')
		HPDF_SetInfoAttr(p->doc, type, text_clean(p->arena, text));
}

/* No date unless the run gives one: a second run must give the same bytes. */
static void
set_info(struct pdf *p, const struct canvas_info *info)
{
	/* Without a current encoder non-ASCII text is written as Latin-1. */
	HPDF_UseUTFEncodings(p->doc);
	HPDF_SetCurrentEncoder(p->doc, "UTF-8");
	p->encoder = HPDF_GetEncoder(p->doc, "UTF-8");
	set_text_info(p, HPDF_INFO_TITLE, info->title);
	set_text_info(p, HPDF_INFO_AUTHOR, info->author);
	set_text_info(p, HPDF_INFO_SUBJECT, info->subject);
	set_text_info(p, HPDF_INFO_KEYWORDS, info->keywords);
	set_text_info(p, HPDF_INFO_CREATOR, info->creator);
	time_t seconds = (time_t)(info->created_ns / 1000000000);
	struct tm t;
	if (seconds == 0 || gmtime_r(&seconds, &t) == NULL)
		return;
	HPDF_SetInfoDateAttr(p->doc, HPDF_INFO_CREATION_DATE, (HPDF_Date){
		.year = t.tm_year + 1900, .month = t.tm_mon + 1,
		.day = t.tm_mday, .hour = t.tm_hour, .minutes = t.tm_min,
		.seconds = t.tm_sec, .ind = 'Z',
	});
}

/* Readers choose voices and search rules by it.  libharu has no call. */
static void
set_language(struct pdf *p, const char *language)
{
	const char *tag = language != NULL ? language : "en";

	HPDF_Dict_Add(p->doc->catalog, "Lang",
	    HPDF_String_New(p->doc->mmgr, tag, NULL));
}

struct canvas *
canvas_pdf_open(const char *path, const struct canvas_info *info)
{
	struct pdf *p = calloc(1, sizeof(*p));

	if (p == NULL) {
		warn_errno("opening %s", path);
		return NULL;
	}
	p->base.ops = &pdf_ops;
	p->arena = arena_new();
	p->scratch = arena_new();
	p->path = arena_strdup(p->arena, path);
	if ((p->fonts = fonts_open(info->language)) == NULL)
		goto fail;
	if ((p->doc = HPDF_New(on_error, p)) == NULL) {
		canvas_fail(&p->base, "%s: libharu does not start", path);
		goto fail;
	}
	HPDF_SetCompressionMode(p->doc, HPDF_COMP_ALL);
	set_info(p, info);
	set_language(p, info->language);
	if (p->base.failed)
		goto fail;
	return &p->base;

fail:
	if (p->doc != NULL)
		HPDF_Free(p->doc);
	fonts_close(p->fonts);
	arena_free(p->scratch);
	arena_free(p->arena);
	free(p);
	return NULL;
}
