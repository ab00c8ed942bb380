/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "render/block.h"
#include "render/compare_charts.h"
#include "render/compare_layout.h"
#include "render/style.h"

#define TOP_PT 40.0
#define BOTTOM_PT 42.0
#define HEAD_PT 22.0			/* running head, from page 2 on */
#define TITLE_PT 62.0			/* title and subtitle, on the first */
#define BANNER_PT 18.0
#define GAP_PT 14.0			/* between items */
#define HEADING_PT 26.0
#define KEY_ROW_PT 25.0
#define PAIR_GAP_PT 8.0

/* A heading goes to the next page unless this much of what follows it stands
 * below it. */
#define KEEP_PT 90.0

enum item_type {
	ITEM_HEADING,			/* 'text' */
	ITEM_KEY,			/* the drives with their colours */
	ITEM_BLOCK,			/* figures, tables, paragraphs */
	ITEM_PAIR,			/* two figures side by side */
};

struct compare_item {
	enum item_type type;
	const char *text;
	struct block block;
	const struct figure *pair[2];
};

struct items {
	size_t count;
	struct compare_item *items;
};

struct piece {
	const struct compare_item *item;
	size_t first, count;
	double y, height_pt;
};

struct compare_page {
	double end_y;
	size_t npieces;
	struct piece *pieces;
};

/* -------------------------------------------------------------------- items */

static struct compare_item *
add_item(struct arena *a, struct items *all, enum item_type type)
{
	all->items = arena_grow(a, all->items, all->count,
	    sizeof(*all->items));
	all->items[all->count] = (struct compare_item){.type = type};
	return &all->items[all->count++];
}

/* The figure of a part that stands beside another one; else NULL. */
static const struct figure *
half_figure(const struct compare_section *s, size_t part)
{
	return part < s->nparts && s->parts[part].figure != NULL &&
	    s->parts[part].figure->chart.width_pt <= FIGURE_WIDTH_PT / 2 ?
	    s->parts[part].figure : NULL;
}

/* Adds a part, or two side by side; returns how many. */
static size_t
add_part(const struct compare *c, struct items *all,
    const struct compare_section *s, size_t index)
{
	const struct compare_part *part = &s->parts[index];
	const struct figure *left = half_figure(s, index),
	    *right = half_figure(s, index + 1);
	struct compare_item *item = add_item(c->arena, all, part->key ?
	    ITEM_KEY : left != NULL && right != NULL ? ITEM_PAIR :
	    ITEM_BLOCK);

	if (item->type == ITEM_PAIR) {
		item->pair[0] = left;
		item->pair[1] = right;
		return 2;
	}
	if (part->figure != NULL)
		item->block = (struct block){.type = BLOCK_FIGURE,
		    .figure = part->figure};
	else if (part->sheet != NULL)
		item->block = block_of_sheets(c->arena, c->fonts, c->lang, 1,
		    &part->sheet);
	else
		item->block = block_of_text(c->arena, c->fonts, NULL,
		    part->text);
	return 1;
}

/* The first section stands under the title. */
static struct items
find_items(const struct compare *c)
{
	struct items all = {0};

	for (size_t i = 0; i < c->nsections; i++) {
		const struct compare_section *s = &c->sections[i];

		if (i > 0)
			add_item(c->arena, &all, ITEM_HEADING)->text =
			    s->heading;
		for (size_t k = 0; k < s->nparts;)
			k += add_part(c, &all, s, k);
	}
	return all;
}

/* -------------------------------------------------------------------- sizes */

static double
banner_height(const struct compare_document *d)
{
	return BANNER_PT * (double)d->nbanners;
}

static double
body_top(const struct compare_document *d, size_t page)
{
	return TOP_PT + banner_height(d) + (page == 0 ? TITLE_PT : HEAD_PT);
}

static double
body_bottom(const struct compare_document *d)
{
	return d->paper->height_pt - BOTTOM_PT;
}

static size_t
item_units(const struct compare_document *d, const struct compare_item *item)
{
	switch (item->type) {
	case ITEM_KEY:
		return d->compare->ndrives;
	case ITEM_BLOCK:
		return block_units(&item->block);
	default:
		return 1;
	}
}

static double
item_height(const struct compare_document *d, const struct compare_item *item,
    size_t first, size_t count)
{
	(void)d;
	switch (item->type) {
	case ITEM_HEADING:
		return HEADING_PT;
	case ITEM_KEY:
		return KEY_ROW_PT * (double)count;
	case ITEM_BLOCK:
		return block_height(&item->block, first, count);
	case ITEM_PAIR:
		return fmax(figure_height(item->pair[0]),
		    figure_height(item->pair[1]));
	}
	return 0;
}

static size_t
item_fit(const struct compare_document *d, const struct compare_item *item,
    size_t first, double height_pt, bool must)
{
	size_t count = item_units(d, item) - first;

	if (item->type == ITEM_BLOCK)
		return block_fit(&item->block, first, height_pt, must);
	while (count > 0 && item_height(d, item, first, count) > height_pt)
		count--;
	return count == 0 && must ? 1 : count;
}

/* ------------------------------------------------------------------- layout */

static struct compare_page *
begin_page(struct compare_document *d)
{
	struct arena *a = d->compare->arena;

	d->pages = arena_grow(a, d->pages, d->npages, sizeof(*d->pages));
	struct compare_page *page = &d->pages[d->npages];
	*page = (struct compare_page){.end_y = body_top(d, d->npages)};
	d->npages++;
	return page;
}

static void
add_piece(const struct compare_document *d, struct compare_page *page,
    const struct compare_item *item, size_t first, size_t count, double gap)
{
	double height = item_height(d, item, first, count);
	double room = body_bottom(d) - page->end_y - gap;

	page->pieces = arena_grow(d->compare->arena, page->pieces,
	    page->npieces, sizeof(*page->pieces));
	page->pieces[page->npieces++] = (struct piece){.item = item,
	    .first = first, .count = count, .y = page->end_y + gap,
	    .height_pt = fmin(height, room)};
	page->end_y += gap + fmin(height, room);
}

static double
gap_before(const struct compare_page *page)
{
	if (page->npieces == 0)
		return 0;
	return page->pieces[page->npieces - 1].item->type == ITEM_HEADING ?
	    2 : GAP_PT;
}

/* Whether what follows a heading begins on its page. */
static bool
keeps(const struct compare_document *d, const struct items *all, size_t index,
    double room)
{
	const struct compare_item *next = &all->items[index + 1];

	room -= HEADING_PT + 2;
	/* A paragraph belongs to what it introduces. */
	for (size_t i = index + 1; i + 1 < all->count &&
	    next->type == ITEM_BLOCK && next->block.type == BLOCK_TEXT;
	    i++, next++)
		room -= item_height(d, next, 0, item_units(d, next)) + GAP_PT;
	double whole = item_height(d, next, 0, item_units(d, next));
	return room >= fmin(whole, KEEP_PT) &&
	    item_fit(d, next, 0, room, false) > 0;
}

void
compare_lay(struct compare_document *d)
{
	struct items all = find_items(d->compare);
	struct compare_page *page = begin_page(d);

	for (size_t i = 0; i < all.count; i++) {
		const struct compare_item *item = &all.items[i];
		size_t units = item_units(d, item), first = 0;

		if (item->type == ITEM_HEADING && page->npieces > 0 &&
		    !keeps(d, &all, i, body_bottom(d) - page->end_y - GAP_PT))
			page = begin_page(d);
		while (first < units) {
			double gap = gap_before(page);
			size_t count = item_fit(d, item, first,
			    body_bottom(d) - page->end_y - gap,
			    page->npieces == 0);

			if (count == 0) {
				page = begin_page(d);
				continue;
			}
			add_piece(d, page, item, first, count, gap);
			first += count;
		}
	}
}

/* ------------------------------------------------------------------ drawing */

static void
put(struct canvas *c, double x, double y, double size_pt,
    enum canvas_font font, uint32_t rgb, enum canvas_anchor anchor,
    const char *text)
{
	canvas_text(c, &(struct canvas_text){.x = x, .y = y,
	    .size_pt = size_pt, .rgb = rgb, .font = font, .anchor = anchor},
	    text);
}

static double
text_left(const struct compare_document *d)
{
	return (d->paper->width_pt - STYLE_TEXT_PT) / 2;
}

static void
draw_banners(const struct compare_document *d, struct canvas *c)
{
	double y = TOP_PT - 6, x = text_left(d);

	for (size_t i = 0; i < d->nbanners; i++, y += BANNER_PT) {
		const struct page_banner *b = &d->banners[i];

		canvas_rect(c, x, y, STYLE_TEXT_PT, BANNER_PT - 3, b->loud ?
		    STYLE_BAD : STYLE_PANEL);
		put(c, x + STYLE_TEXT_PT / 2, y + 10.5, 7.5, FONT_BOLD,
		    b->loud ? 0xffffff : STYLE_INK, ANCHOR_MIDDLE,
		    fonts_fit(d->compare->fonts, d->compare->arena, FONT_BOLD,
		    7.5, STYLE_TEXT_PT - 8, b->text));
	}
}

static void
draw_frame(const struct compare_document *d, struct canvas *c, size_t index)
{
	const struct compare *compare = d->compare;
	double x = text_left(d), right = x + STYLE_TEXT_PT;
	double y = TOP_PT + banner_height(d);
	double foot = d->paper->height_pt - BOTTOM_PT + 6;

	draw_banners(d, c);
	if (index == 0) {
		canvas_rect(c, x, y - 4, 36, 3, STYLE_ACCENT);
		put(c, x, y + 22, 20, FONT_BOLD, STYLE_INK, ANCHOR_START,
		    fonts_fit(compare->fonts, compare->arena, FONT_BOLD, 20,
		    STYLE_TEXT_PT, d->title));
		put(c, x, y + 40, 9, FONT_REGULAR, STYLE_GREY, ANCHOR_START,
		    fonts_fit(compare->fonts, compare->arena, FONT_REGULAR, 9,
		    STYLE_TEXT_PT, d->subtitle));
	} else {
		put(c, x, y + 6, 7, FONT_BOLD, STYLE_GREY, ANCHOR_START,
		    fonts_fit(compare->fonts, compare->arena, FONT_BOLD, 7,
		    STYLE_TEXT_PT, d->title));
		canvas_line(c, x, y + 11, right, y + 11, STYLE_HAIR_PT,
		    STYLE_LINE);
	}
	canvas_line(c, x, foot, right, foot, STYLE_HAIR_PT, STYLE_LINE);
	put(c, x, foot + 10, STYLE_SMALL_PT, FONT_REGULAR, STYLE_GREY,
	    ANCHOR_START, fonts_fit(compare->fonts, compare->arena,
	    FONT_REGULAR, STYLE_SMALL_PT, STYLE_TEXT_PT - 40, d->footer));
	put(c, right, foot + 10, STYLE_SMALL_PT, FONT_BOLD, STYLE_GREY,
	    ANCHOR_END, lang_fill(compare->arena, compare->lang,
	    "head.n-of-m", "n", lang_whole(compare->arena, compare->lang,
	    index + 1), "m", lang_whole(compare->arena, compare->lang,
	    d->npages), NULL));
}

static void
draw_heading(const struct compare_document *d, struct canvas *c,
    const struct compare_item *item, double y)
{
	double x = text_left(d);

	canvas_line(c, x, y + 2, x + STYLE_TEXT_PT, y + 2, STYLE_RULE_PT,
	    STYLE_INK);
	put(c, x, y + 18, 12, FONT_BOLD, STYLE_ACCENT, ANCHOR_START,
	    fonts_fit(d->compare->fonts, d->compare->arena, FONT_BOLD, 12,
	    STYLE_TEXT_PT, item->text));
	canvas_outline(c, 0, item->text);
}

/* "SF441121 · 960.2 GB · SATA · run 1b2c3d4e" */
static const char *
details(const struct compare *c, const struct compare_drive *d, bool bytes)
{
	const char *capacity = d->capacity_bytes == 0 ? NULL :
	    lang_capacity(c->arena, c->lang, d->capacity_bytes);

	if (capacity != NULL && bytes)
		capacity = arena_printf(c->arena, "%s (%s B)", capacity,
		    lang_whole(c->arena, c->lang, d->capacity_bytes));
	const char *parts[] = {d->model, d->serial, d->firmware, capacity,
	    d->interface, d->variant};
	const char *text = "";

	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (parts[i] != NULL)
			text = arena_printf(c->arena, "%s%s%s", text,
			    *text == '\0' ? "" : " \u00b7 ", parts[i]);
	return text;
}

#define DETAILS_PT 6.8

/* The same, in the width that there is; bytes go first. */
static const char *
fitted_details(const struct compare *c, const struct compare_drive *d)
{
	double width = STYLE_TEXT_PT - 26;
	const char *text = details(c, d, true);

	if (fonts_width(c->fonts, FONT_REGULAR, DETAILS_PT, text) > width)
		text = details(c, d, false);
	return fonts_fit(c->fonts, c->arena, FONT_REGULAR, DETAILS_PT, width,
	    text);
}

static void
draw_key(const struct compare_document *d, struct canvas *c, double y,
    size_t first, size_t count)
{
	static const uint32_t tones[] = {STYLE_GOOD, STYLE_BAD, STYLE_ACCENT};
	const struct compare *compare = d->compare;
	double x = text_left(d), right = x + STYLE_TEXT_PT;

	for (size_t i = first; i < first + count; i++, y += KEY_ROW_PT) {
		const struct compare_drive *one = &compare->drives[i];
		const char *mark = compare_mark_word(compare, one->mark);
		const char *source = one->nruns > 2 ? lang_fill(
		    compare->arena, compare->lang, "compare.runs", "count",
		    lang_whole(compare->arena, compare->lang, one->nruns),
		    NULL) : one->source;
		double tag = fonts_width(compare->fonts, FONT_BOLD, 6.5,
		    mark);

		struct hbar look = charts_bar(one, 1, false);

		hbar_fill(c, &look, x, y + 3, 15, 9, 1);
		put(c, x + 22, y + 10, 9, FONT_BOLD, STYLE_INK, ANCHOR_START,
		    fonts_fit(compare->fonts, compare->arena, FONT_BOLD, 9,
		    STYLE_TEXT_PT - 236, one->name));
		put(c, right, y + 10, 6.5, FONT_BOLD, tones[one->mark],
		    ANCHOR_END, mark);
		put(c, right - tag - 6, y + 10, 6.5, FONT_REGULAR, STYLE_GREY,
		    ANCHOR_END, fonts_fit(compare->fonts, compare->arena,
		    FONT_REGULAR, 6.5, 210 - tag - 12, source));
		put(c, x + 22, y + 19, DETAILS_PT, FONT_REGULAR, STYLE_GREY,
		    ANCHOR_START, fitted_details(compare, one));
		canvas_line(c, x, y + KEY_ROW_PT - 0.5, right,
		    y + KEY_ROW_PT - 0.5, STYLE_HAIR_PT, STYLE_PALE);
	}
}

static int
draw_pair(const struct compare_document *d, struct canvas *c,
    const struct piece *p)
{
	double x = text_left(d);

	for (int i = 0; i < 2; i++) {
		const struct figure *figure = p->item->pair[i];

		if (figure_draw(c, d->compare->fonts, d->compare->lang, figure,
		    x, p->y, p->height_pt) == -1)
			return -1;
		x += figure->chart.width_pt + PAIR_GAP_PT;
	}
	return 0;
}

static int
draw_piece(const struct compare_document *d, struct canvas *c,
    const struct piece *p)
{
	const struct compare_item *item = p->item;
	double x = text_left(d);

	switch (item->type) {
	case ITEM_HEADING:
		draw_heading(d, c, item, p->y);
		break;
	case ITEM_KEY:
		draw_key(d, c, p->y, p->first, p->count);
		break;
	case ITEM_BLOCK:
		return block_draw(c, d->compare->fonts, d->compare->lang,
		    &item->block, x, p->y, p->height_pt, p->first, p->count);
	case ITEM_PAIR:
		return draw_pair(d, c, p);
	}
	return 0;
}

int
compare_draw(const struct compare_document *d, struct canvas *canvas)
{
	int status = 0;

	if (canvas == NULL)
		return -1;
	for (size_t i = 0; i < d->npages && status == 0; i++) {
		canvas_page_begin(canvas, d->paper->width_pt,
		    d->paper->height_pt);
		canvas_page_label(canvas, lang_whole(d->compare->arena,
		    d->compare->lang, i + 1));
		draw_frame(d, canvas, i);
		for (size_t k = 0; k < d->pages[i].npieces && status == 0;
		    k++)
			status = draw_piece(d, canvas,
			    &d->pages[i].pieces[k]);
		canvas_page_end(canvas);
	}
	if (canvas_close(canvas) == -1)
		status = -1;
	return status;
}
