/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "base/version.h"
#include "render/block.h"
#include "render/layout.h"
#include "render/review_write.h"
#include "render/rich.h"
#include "render/style.h"
#include "render/text_clean.h"

#define TOP_PT 42.0
#define BOTTOM_PT 46.0
#define BANNER_PT 18.0
#define HEAD_PT 24.0			/* running head, from page 2 on */

#define TEXT_PT 9.5
#define LEADING_PT 14.0
#define SMALL_PT 8.0
#define SMALL_LEADING_PT 11.5
#define CODE_PT 7.5
#define CODE_LEADING_PT 10.5
#define TITLE_PT 24.0
#define TITLE_LEADING_PT 30.0
#define GAP_PT 8.0
#define INDENT_PT 16.0
#define PAD_PT 8.0
#define HALF_PT 246.0			/* a matrix: two stand abreast */
#define BESIDE_PT (STYLE_TEXT_PT - HALF_PT)

#define LEVELS 3
static const struct { double size_pt, leading_pt, before_pt; }
    headings[LEVELS] = {{15, 20, 22}, {11.5, 16, 14}, {9.5, 14, 10}};

struct pages {
	const struct review *review;
	struct arena *arena;
	struct fonts *fonts;
	const struct page_paper *paper;
	struct layout layout;
	double indent_pt;		/* of lists in hand */
	double width_pt;		/* of lines in hand */
};

/* -------------------------------------------------------------------- spans */

/* The look of text where a line begins. */
struct look {
	enum canvas_font font;
	double size_pt;
	uint32_t rgb;
	const char *uri, *anchor;
};

struct spans {
	size_t count;
	struct rich_span *items;
};

static void
add_span(const struct pages *p, struct spans *s, const struct look *look,
    const char *text)
{
	s->items = arena_grow(p->arena, s->items, s->count,
	    sizeof(*s->items));
	s->items[s->count++] = (struct rich_span){.text = text,
	    .font = look->font, .size_pt = look->size_pt, .rgb = look->rgb,
	    .uri = look->uri, .anchor = look->anchor};
}

static void
add_note_mark(const struct pages *p, struct spans *s, struct look look,
    unsigned number)
{
	look.size_pt *= 0.7;
	look.rgb = STYLE_ACCENT;
	add_span(p, s, &look, lang_whole(p->arena, p->review->lang, number));
	s->items[s->count - 1].rise_pt = look.size_pt * 0.5;
	s->items[s->count - 1].anchor = arena_printf(p->arena, "note %u",
	    number);
}

static void add_lines(const struct pages *p, struct spans *s, struct look look,
    const struct article_node *node);

static void
add_line(const struct pages *p, struct spans *s, struct look look,
    const struct article_node *node)
{
	switch (node->type) {
	case ARTICLE_TEXT:
		add_span(p, s, &look, node->text);
		return;
	case ARTICLE_NOTE:
		add_note_mark(p, s, look, node->number);
		return;
	case ARTICLE_EM:
		look.font = FONT_ITALIC;
		break;
	case ARTICLE_STRONG:
		look.font = FONT_BOLD;
		break;
	case ARTICLE_CODE:
		look.font = FONT_MONO;
		look.size_pt *= 0.9;
		break;
	case ARTICLE_LINK:
		look.rgb = STYLE_ACCENT;
		look.uri = *node->text == '#' ? NULL : node->text;
		look.anchor = *node->text == '#' ? node->text + 1 : NULL;
		break;
	default:
		break;
	}
	add_lines(p, s, look, node);
}

static void
add_lines(const struct pages *p, struct spans *s, struct look look,
    const struct article_node *node)
{
	for (size_t i = 0; i < node->nchildren; i++)
		add_line(p, s, look, node->children[i]);
}

/* -------------------------------------------------------------------- items */

static struct item *
add_item(struct pages *p, enum item_type type, double before_pt)
{
	p->layout.items = arena_grow(p->arena, p->layout.items, p->layout.nitems,
	    sizeof(*p->layout.items));
	p->layout.items[p->layout.nitems] = (struct item){.type = type,
	    .before_pt = before_pt};
	return &p->layout.items[p->layout.nitems++];
}

/* Lines of spans, between the indent and the right edge. */
static struct item *
add_spans(struct pages *p, const struct spans *s, double leading_pt,
    double before_pt, double inset_pt)
{
	struct item *item = add_item(p, ITEM_LINES, before_pt);

	item->indent_pt = p->indent_pt + inset_pt;
	item->leading_pt = leading_pt;
	item->size_pt = s->count > 0 ? s->items[0].size_pt : TEXT_PT;
	item->nlines = rich_wrap(p->fonts, p->arena, s->count, s->items,
	    p->width_pt - item->indent_pt - inset_pt, &item->lines);
	return item;
}

static const struct look body = {FONT_REGULAR, TEXT_PT, STYLE_INK, NULL,
    NULL};
static const struct look small = {FONT_REGULAR, SMALL_PT, STYLE_GREY, NULL,
    NULL};

static struct item *
add_paragraph(struct pages *p, const struct article_node *node)
{
	struct spans s = {0};

	add_lines(p, &s, body, node);
	return add_spans(p, &s, LEADING_PT, GAP_PT, 0);
}

static struct item *
add_words(struct pages *p, struct look look, const char *words,
    double leading_pt, double before_pt)
{
	struct spans s = {0};

	add_span(p, &s, &look, text_clean(p->arena, words));
	return add_spans(p, &s, leading_pt, before_pt, 0);
}

static struct item *
add_heading(struct pages *p, unsigned level, const char *words)
{
	unsigned i = level < LEVELS ? level : LEVELS - 1;
	struct look look = {FONT_BOLD, headings[i].size_pt,
	    i == 0 ? STYLE_ACCENT : STYLE_INK, NULL, NULL};
	struct item *item = add_words(p, look, words, headings[i].leading_pt,
	    headings[i].before_pt);

	item->keeps = true;
	item->rule = level == 0;
	item->level = level + 1;
	item->title = words;
	return item;
}

/* A paragraph on a ground of its own, with a word before it. */
static void
add_boxed(struct pages *p, const char *word, const struct article_node *node,
    const char *words)
{
	struct spans s = {0};
	struct look bold = body;

	bold.font = FONT_BOLD;
	if (word != NULL)
		add_span(p, &s, &bold, arena_printf(p->arena, "%s. ", word));
	if (node != NULL)
		add_lines(p, &s, body, node);
	else
		add_span(p, &s, &body, words);
	struct item *item = add_spans(p, &s, LEADING_PT, GAP_PT, PAD_PT);
	item->ground = 0xfff4cc;
	item->edge = 0xd9a400;
}

static void
add_caption(struct pages *p, const char *number, const char *title,
    const struct article_node *words, bool keeps)
{
	struct spans s = {0};
	struct look bold = small;

	bold.font = FONT_BOLD;
	bold.rgb = STYLE_INK;
	add_span(p, &s, &bold, words == NULL && title == NULL ? number :
	    arena_printf(p->arena, "%s. ", number));
	if (words != NULL)
		add_lines(p, &s, small, words);
	else if (title != NULL)
		add_span(p, &s, &small, text_clean(p->arena, title));
	struct item *item = add_spans(p, &s, SMALL_LEADING_PT, keeps ? 14 : 4,
	    0);
	item->keeps = keeps;
	item->caption = true;
}

/* Takes the last item off, to stand beside another. */
static const struct item *
take_item(struct pages *p)
{
	struct item *item = arena_alloc(p->arena, sizeof(*item));

	*item = p->layout.items[--p->layout.nitems];
	return item;
}

/* Whether a figure is so narrow that two stand side by side. */
static bool
is_half(const struct item *item)
{
	return item->type == ITEM_BLOCK && item->block.type == BLOCK_FIGURE &&
	    item->block.figure->matrix != NULL &&
	    item->block.figure->matrix->width_pt <= HALF_PT;
}

static void
add_figure(struct pages *p, const struct article_node *node, size_t i)
{
	struct item *item = add_item(p, ITEM_BLOCK, 12);

	item->block = (struct block){.type = BLOCK_FIGURE,
	    .figure = node->shows->figures[i]};
	item->keeps = true;
	bool half = is_half(item);
	p->width_pt = half ? HALF_PT - GAP_PT : STYLE_TEXT_PT;
	/* It has its title in itself. */
	add_caption(p, review_figure_number(p->review, node, i), NULL,
	    node->title, false);
	p->width_pt = STYLE_TEXT_PT;
	/* Behind another one and its caption. */
	struct item *before = p->layout.nitems < 4 ? NULL :
	    &p->layout.items[p->layout.nitems - 4];
	if (!half || before == NULL || !is_half(before) ||
	    before->beside != NULL)
		return;
	before[1].beside = take_item(p);
	before[0].beside = take_item(p);
}

static void
add_sheet(struct pages *p, const struct article_node *node, size_t i)
{
	struct sheet *sheet = arena_alloc(p->arena, sizeof(*sheet));

	/* The caption has its title. */
	*sheet = *node->shows->sheets[i];
	add_caption(p, review_table_number(p->review, node, i),
	    review_title(node, i), node->title, true);
	sheet->title = NULL;
	add_item(p, ITEM_BLOCK, 4)->block = block_of_sheets(p->arena,
	    p->fonts, p->review->lang, 1, &sheet);
}

static void
add_bullet(struct pages *p, const char *bullet, const char *words)
{
	p->indent_pt += INDENT_PT;
	add_words(p, body, words, LEADING_PT, 4)->bullet = bullet;
	p->indent_pt -= INDENT_PT;
}

static void
add_exhibit(struct pages *p, const struct article_node *node)
{
	const struct exhibit *e = node->shows;

	for (size_t i = 0; i < e->nfigures; i++)
		add_figure(p, node, i);
	for (size_t i = 0; i < e->nsheets; i++)
		add_sheet(p, node, i);
	for (size_t i = 0; i < e->nlines; i++)
		add_bullet(p, "\u2022", e->lines[i]);
	if (e->picture != NULL) {
		struct item *item = add_item(p, ITEM_PICTURE, 12);

		item->picture = &e->picture->image;
		item->keeps = node->title != NULL;
		if (node->title != NULL) {
			struct spans s = {0};

			add_lines(p, &s, small, node->title);
			add_spans(p, &s, SMALL_LEADING_PT, 4, 0)->caption =
			    true;
		}
	}
	if (e->missing != NULL)
		add_boxed(p, NULL, NULL, lang_fill(p->arena, p->review->lang,
		    "article.missing", "why", e->missing, NULL));
}

static void
add_pre(struct pages *p, const char *text)
{
	struct look code = {FONT_MONO, CODE_PT, STYLE_INK, NULL, NULL};
	double before = GAP_PT;

	for (const char *at = text; *at != '\0';) {
		size_t length = strcspn(at, "\n");
		struct spans s = {0};

		add_span(p, &s, &code, arena_strndup(p->arena, at, length));
		struct item *item = add_spans(p, &s, CODE_LEADING_PT, before,
		    PAD_PT);
		item->ground = STYLE_PANEL;
		before = 0;
		at += length + (at[length] == '\n');
	}
}

static void add_blocks(struct pages *p, const struct article_node *node,
    unsigned level);

static void
add_items(struct pages *p, const struct article_node *list, unsigned level,
    const char *bullet)
{
	p->indent_pt += INDENT_PT;
	for (size_t i = 0; i < list->nchildren; i++) {
		size_t first = p->layout.nitems;

		add_blocks(p, list->children[i], level);
		if (first == p->layout.nitems)
			continue;
		p->layout.items[first].before_pt = 4;
		p->layout.items[first].bullet = list->numbered ? arena_printf(
		    p->arena, "%zu.", i + 1) : bullet;
	}
	p->indent_pt -= INDENT_PT;
}

static void
add_block(struct pages *p, const struct article_node *node, unsigned level)
{
	const struct review *r = p->review;
	struct item *item;

	switch (node->type) {
	case ARTICLE_SECTION:
		item = add_heading(p, level, article_words(p->arena,
		    node->title));
		item->anchor = node->id;
		add_blocks(p, node, level + 1);
		break;
	case ARTICLE_PARAGRAPH:
		add_paragraph(p, node);
		break;
	case ARTICLE_LIST:
		add_items(p, node, level, "\u2022");
		break;
	case ARTICLE_PRE:
		add_pre(p, node->text);
		break;
	case ARTICLE_TODO:
		add_boxed(p, review_word(r, "article.todo"), node, NULL);
		break;
	case ARTICLE_ADDENDUM:
		add_heading(p, level + 1, lang_fill(p->arena, r->lang,
		    "article.addendum", "date", node->text, NULL));
		add_blocks(p, node, level + 1);
		break;
	case ARTICLE_PROS:
		add_heading(p, 1, review_word(r, "article.pros"));
		add_items(p, node, level, "+");
		break;
	case ARTICLE_CONS:
		add_heading(p, 1, review_word(r, "article.cons"));
		add_items(p, node, level, "\u2212");
		break;
	default:
		if (node->shows != NULL)
			add_exhibit(p, node);
	}
}

/* A paragraph stays with the figure or table that it introduces. */
static void
add_blocks(struct pages *p, const struct article_node *node, unsigned level)
{
	for (size_t i = 0; i < node->nchildren; i++) {
		add_block(p, node->children[i], level);
		if (node->children[i]->type == ARTICLE_PARAGRAPH &&
		    i + 1 < node->nchildren &&
		    node->children[i + 1]->shows != NULL)
			p->layout.items[p->layout.nitems - 1].keeps = true;
	}
}

static void
add_title(struct pages *p)
{
	const struct article *a = p->review->article;
	struct look title = {FONT_BOLD, TITLE_PT, STYLE_INK, NULL, NULL};
	struct look subtitle = {FONT_REGULAR, 12, STYLE_GREY, NULL, NULL};

	add_words(p, title, a->title, TITLE_LEADING_PT, 0);
	if (a->subtitle != NULL)
		add_words(p, subtitle, a->subtitle, 17, 4);
	if (a->author != NULL || a->date != NULL)
		add_words(p, small, arena_printf(p->arena, "%s%s%s",
		    a->author == NULL ? "" : a->author, a->author != NULL &&
		    a->date != NULL ? " \u00b7 " : "", a->date == NULL ? "" :
		    a->date), SMALL_LEADING_PT, 6);
}

static void
add_notes(struct pages *p)
{
	const struct review *r = p->review;

	if (r->nnotes > 0)
		add_heading(p, 1, review_word(r, "article.notes"));
	p->indent_pt = INDENT_PT;
	for (size_t i = 0; i < r->nnotes; i++) {
		struct spans s = {0};

		add_lines(p, &s, small, r->notes[i]);
		struct item *item = add_spans(p, &s, SMALL_LEADING_PT, 3, 0);
		item->bullet = arena_printf(p->arena, "%zu.", i + 1);
		item->anchor = arena_printf(p->arena, "note %zu", i + 1);
	}
	p->indent_pt = 0;
}

/* ------------------------------------------------------------------ drawing */

static double
text_left(const struct pages *p)
{
	return (p->paper->width_pt - STYLE_TEXT_PT) / 2;
}

static const char *
fitted(const struct pages *p, enum canvas_font font, double size_pt,
    double width_pt, const char *text)
{
	return fonts_fit(p->fonts, p->arena, font, size_pt, width_pt, text);
}

static void
draw_frame(const struct pages *p, struct canvas *c, size_t index)
{
	const struct review *r = p->review;
	double x = text_left(p), right = x + STYLE_TEXT_PT, y = TOP_PT - 8;
	double foot = p->paper->height_pt - BOTTOM_PT + 12;

	for (size_t i = 0; i < r->nbanners; i++, y += BANNER_PT) {
		const struct page_banner *b = &r->banners[i];

		canvas_rect(c, x, y, STYLE_TEXT_PT, BANNER_PT - 3, b->loud ?
		    STYLE_BAD : STYLE_PANEL);
		canvas_put(c, x + STYLE_TEXT_PT / 2, y + 10.5, 7.5, FONT_BOLD,
		    b->loud ? 0xffffff : STYLE_INK, ANCHOR_MIDDLE,
		    fitted(p, FONT_BOLD, 7.5, STYLE_TEXT_PT - 8, b->text));
	}
	if (index > 0) {
		canvas_put(c, x, y + 10, 7, FONT_BOLD, STYLE_GREY, ANCHOR_START,
		    fitted(p, FONT_BOLD, 7, STYLE_TEXT_PT, r->article->title));
		canvas_line(c, x, y + 15, right, y + 15, STYLE_HAIR_PT,
		    STYLE_LINE);
	}
	canvas_line(c, x, foot, right, foot, STYLE_HAIR_PT, STYLE_LINE);
	canvas_put(c, x, foot + 10, STYLE_SMALL_PT, FONT_REGULAR, STYLE_GREY,
	    ANCHOR_START, "plateau " PLATEAU_VERSION);
	canvas_put(c, right, foot + 10, STYLE_SMALL_PT, FONT_BOLD, STYLE_GREY,
	    ANCHOR_END, lang_fill(p->arena, r->lang, "head.n-of-m", "n",
	    lang_whole(p->arena, r->lang, index + 1), "m", lang_whole(p->arena,
	    r->lang, p->layout.npages), NULL));
}

/* Where a link within the article leads to: a page, or -1. */
static int
anchor_page(const struct pages *p, const char *anchor)
{
	for (size_t i = 0; i < p->layout.nitems; i++)
		if (p->layout.items[i].anchor != NULL &&
		    strcmp(p->layout.items[i].anchor, anchor) == 0)
			return (int)p->layout.items[i].page;
	return -1;
}

static bool
leads_to(const struct rich_line *line, const char *anchor)
{
	for (size_t i = 0; i < line->nruns; i++)
		if (line->runs[i].span->anchor != NULL &&
		    strcmp(line->runs[i].span->anchor, anchor) == 0)
			return true;
	return false;
}

/* The page of the first link to something: a footnote's mark; or -1. */
static int
link_page(const struct pages *p, const char *anchor)
{
	for (size_t i = 0; i < p->layout.npages; i++)
		for (size_t k = 0; k < p->layout.pages[i].npieces; k++) {
			const struct piece *piece =
			    &p->layout.pages[i].pieces[k];

			for (size_t n = 0; piece->item->type == ITEM_LINES &&
			    n < piece->count; n++)
				if (leads_to(&piece->item->lines[
				    piece->first + n], anchor))
					return (int)i;
		}
	return -1;
}

/* The number of a footnote leads back to its mark. */
static void
draw_bullet(const struct pages *p, struct canvas *c, const struct item *item,
    double x, double y)
{
	int page = item->anchor == NULL ? -1 : link_page(p, item->anchor);

	canvas_put(c, x - 5, y, item->size_pt, FONT_REGULAR, page >= 0 ?
	    STYLE_ACCENT : STYLE_GREY, ANCHOR_END, item->bullet);
	if (page >= 0)
		canvas_link_page(c, x - INDENT_PT, y - item->size_pt,
		    INDENT_PT, item->size_pt * 1.3, (unsigned)page);
}

static void
draw_links(const struct pages *p, struct canvas *c,
    const struct rich_line *line, double x, double y)
{
	for (size_t i = 0; i < line->nruns; i++) {
		const struct rich_run *run = &line->runs[i];
		int page = run->span->anchor == NULL ? -1 :
		    anchor_page(p, run->span->anchor);

		if (page >= 0)
			canvas_link_page(c, x + run->x, y - run->span->size_pt,
			    run->width_pt, run->span->size_pt * 1.3,
			    (unsigned)page);
	}
}

static void
draw_lines(const struct pages *p, struct canvas *c, const struct piece *piece,
    double left)
{
	const struct item *item = piece->item;
	double x = left + item->indent_pt;
	double height = item->leading_pt * (double)piece->count;

	if (item->ground != 0)
		canvas_rect(c, x - PAD_PT, piece->y, left + STYLE_TEXT_PT - x +
		    PAD_PT, height, item->ground);
	if (item->edge != 0)
		canvas_rect(c, x - PAD_PT, piece->y, 2.5, height, item->edge);
	if (item->rule && piece->first == 0)
		canvas_line(c, left, piece->y - 4, left + STYLE_TEXT_PT,
		    piece->y - 4, STYLE_RULE_PT, STYLE_INK);
	if (item->title != NULL && piece->first == 0)
		canvas_outline(c, item->level - 1, item->title);
	for (size_t i = 0; i < piece->count; i++) {
		const struct rich_line *line = &item->lines[piece->first + i];
		double y = piece->y + item->leading_pt * (double)i +
		    item->leading_pt * 0.5 + item->size_pt * 0.35;

		if (item->bullet != NULL && piece->first + i == 0)
			draw_bullet(p, c, item, x, y);
		rich_draw(c, line, x, y);
		draw_links(p, c, line, x, y);
	}
}

static int
draw_piece(const struct pages *p, struct canvas *c, const struct piece *piece,
    double x)
{
	const struct item *item = piece->item;

	if (item->beside != NULL) {
		struct item alone = *item;
		struct piece left = *piece, right = *piece;

		alone.beside = NULL;
		left.item = &alone;
		right.item = item->beside;
		left.count = layout_units(&alone);
		right.count = layout_units(item->beside);
		if (draw_piece(p, c, &left, x) == -1)
			return -1;
		return draw_piece(p, c, &right, x + BESIDE_PT);
	}
	switch (item->type) {
	case ITEM_LINES:
		draw_lines(p, c, piece, x);
		break;
	case ITEM_BLOCK:
		return block_draw(c, p->fonts, p->review->lang, &item->block,
		    x, piece->y, piece->height_pt, piece->first,
		    piece->count);
	case ITEM_PICTURE:
		logo_draw(c, item->picture, x, piece->y,
		    layout_picture_scale(item->picture) * item->picture->columns,
		    piece->height_pt);
		break;
	}
	return 0;
}

static int
draw(const struct pages *p, struct canvas *c)
{
	int status = 0;

	for (size_t i = 0; i < p->layout.npages && status == 0; i++) {
		canvas_page_begin(c, p->paper->width_pt,
		    p->paper->height_pt);
		canvas_page_label(c, lang_whole(p->arena, p->review->lang,
		    i + 1));
		draw_frame(p, c, i);
		for (size_t k = 0; k < p->layout.pages[i].npieces && status == 0;
		    k++)
			status = draw_piece(p, c, &p->layout.pages[i].pieces[k],
			    text_left(p));
		canvas_page_end(c);
	}
	if (status == -1)
		canvas_discard(c);
	return canvas_close(c) == -1 ? -1 : status;
}

/* All that stands on the pages, in its order. */
static void
begin(struct pages *p, const struct review *r, const struct page_paper *paper)
{
	const struct article *a = r->article;
	double top = TOP_PT + BANNER_PT * (double)r->nbanners;

	*p = (struct pages){.review = r, .arena = r->arena, .fonts = r->fonts,
	    .paper = paper, .width_pt = STYLE_TEXT_PT,
	    .layout = {.arena = r->arena, .first_top = top + 6, .top = top +
	    HEAD_PT, .bottom = paper->height_pt - BOTTOM_PT}};
	add_title(p);
	for (size_t i = 0; i < a->nblocks; i++)
		add_block(p, a->blocks[i], 0);
	add_notes(p);
}

/* To tenths of a point, and not higher. */
static void
resize(const struct review *r, const struct figure *figure, double height_pt)
{
	for (size_t i = 0; i < r->nfigures; i++)
		if (r->figures[i] == figure)
			figure_resize(r->arena, r->figures[i],
			    floor(height_pt * 10) / 10);
}

void
review_fit_figures(const struct review *r, const struct page_paper *paper)
{
	struct pages p;

	begin(&p, r, paper);
	p.layout.flexible = true;
	layout_fill(&p.layout);
	for (size_t i = 0; i < p.layout.npages; i++) {
		const struct page *page = &p.layout.pages[i];

		for (size_t k = 0; k < page->npieces; k++) {
			const struct item *item = page->pieces[k].item;

			if (item->type == ITEM_BLOCK && item->beside == NULL &&
			    item->block.type == BLOCK_FIGURE)
				resize(r, item->block.figure,
				    page->pieces[k].height_pt);
		}
	}
}

int
review_write_pdf(const struct review *r, const char *path,
    const struct page_paper *paper)
{
	struct pages p;
	const struct article *a = r->article;
	struct canvas_info info = {.title = a->title, .author = a->author,
	    .subject = a->subtitle, .creator = "plateau " PLATEAU_VERSION,
	    .keywords = review_word(r, "document.keywords"),
	    .language = a->language};
	struct canvas *c = canvas_pdf_open(path, &info);

	if (c == NULL)
		return -1;
	begin(&p, r, paper);
	layout_fill(&p.layout);
	return draw(&p, c);
}
