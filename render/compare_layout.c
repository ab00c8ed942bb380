/* SPDX-License-Identifier: BSD-2-Clause */
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
#define HEADING_GAP_PT 2.0		/* below it */
#define KEY_ROW_PT 25.0
#define PAIR_GAP_PT 8.0

/* -------------------------------------------------------------------- items */

struct maker {
	const struct compare *c;
	struct layout *l;
};

/* 'keeps': what is next belongs to it. */
static struct item *
add_item(const struct maker *m, enum item_type type, bool keeps)
{
	struct layout *l = m->l;
	bool headed = l->nitems > 0 && l->items[l->nitems - 1].level > 0;

	l->items = arena_grow(l->arena, l->items, l->nitems,
	    sizeof(*l->items));
	l->items[l->nitems] = (struct item){.type = type, .keeps = keeps,
	    .before_pt = headed ? HEADING_GAP_PT : GAP_PT};
	return &l->items[l->nitems++];
}

static void
add_heading(const struct maker *m, const char *text)
{
	struct item *item = add_item(m, ITEM_LINES, true);

	item->level = 1;
	item->title = text;
	item->nlines = 1;
	item->leading_pt = HEADING_PT;
}

/* The drives with their colours: a line each. */
static void
add_key(const struct maker *m)
{
	struct item *item = add_item(m, ITEM_LINES, false);

	item->nlines = m->c->ndrives;
	item->leading_pt = KEY_ROW_PT;
}

/* The figure of a part that stands beside another one; else NULL. */
static const struct figure *
half_figure(const struct compare_section *s, size_t part)
{
	return part < s->nparts && s->parts[part].figure != NULL &&
	    s->parts[part].figure->chart.width_pt <= FIGURE_WIDTH_PT / 2 ?
	    s->parts[part].figure : NULL;
}

static struct block
make_block(const struct compare *c, const struct compare_part *part)
{
	if (part->figure != NULL)
		return (struct block){.type = BLOCK_FIGURE,
		    .figure = part->figure};
	if (part->sheet != NULL)
		return block_of_sheets(c->arena, c->fonts, c->lang, 1,
		    &part->sheet);
	return block_of_text(c->arena, c->fonts, NULL, part->text);
}

/* Adds a part, or two side by side; returns how many. */
static size_t
add_part(const struct maker *m, const struct compare_section *s, size_t index)
{
	const struct compare_part *part = &s->parts[index];
	bool text = part->figure == NULL && part->sheet == NULL;

	if (part->key) {
		add_key(m);
		return 1;
	}
	/* A paragraph belongs to what it introduces. */
	struct item *item = add_item(m, ITEM_BLOCK, text && index + 1 <
	    s->nparts);
	item->block = make_block(m->c, part);
	if (half_figure(s, index) == NULL || half_figure(s, index + 1) == NULL)
		return 1;
	struct item *beside = arena_alloc(m->l->arena, sizeof(*beside));
	*beside = (struct item){.type = ITEM_BLOCK,
	    .block = make_block(m->c, part + 1)};
	item->beside = beside;
	return 2;
}

/* -------------------------------------------------------------------- sizes */

static double
banner_height(const struct compare_document *d)
{
	return BANNER_PT * (double)d->nbanners;
}

/* The first section stands under the title. */
void
compare_lay(struct compare_document *d)
{
	const struct compare *c = d->compare;
	double top = TOP_PT + banner_height(d);
	struct maker m = {c, &d->layout};

	d->layout = (struct layout){.arena = c->arena,
	    .first_top = top + TITLE_PT, .top = top + HEAD_PT,
	    .bottom = d->paper->height_pt - BOTTOM_PT};
	for (size_t i = 0; i < c->nsections; i++) {
		const struct compare_section *s = &c->sections[i];

		if (i > 0)
			add_heading(&m, s->heading);
		for (size_t k = 0; k < s->nparts;)
			k += add_part(&m, s, k);
	}
	layout_fill(&d->layout);
}

/* ------------------------------------------------------------------ drawing */

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
		canvas_put(c, x + STYLE_TEXT_PT / 2, y + 10.5, 7.5, FONT_BOLD,
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
		canvas_put(c, x, y + 22, 20, FONT_BOLD, STYLE_INK, ANCHOR_START,
		    fonts_fit(compare->fonts, compare->arena, FONT_BOLD, 20,
		    STYLE_TEXT_PT, d->title));
		canvas_put(c, x, y + 40, 9, FONT_REGULAR, STYLE_GREY,
		    ANCHOR_START, fonts_fit(compare->fonts, compare->arena,
		    FONT_REGULAR, 9, STYLE_TEXT_PT, d->subtitle));
	} else {
		canvas_put(c, x, y + 6, 7, FONT_BOLD, STYLE_GREY, ANCHOR_START,
		    fonts_fit(compare->fonts, compare->arena, FONT_BOLD, 7,
		    STYLE_TEXT_PT, d->title));
		canvas_line(c, x, y + 11, right, y + 11, STYLE_HAIR_PT,
		    STYLE_LINE);
	}
	canvas_line(c, x, foot, right, foot, STYLE_HAIR_PT, STYLE_LINE);
	canvas_put(c, x, foot + 10, STYLE_SMALL_PT, FONT_REGULAR, STYLE_GREY,
	    ANCHOR_START, fonts_fit(compare->fonts, compare->arena,
	    FONT_REGULAR, STYLE_SMALL_PT, STYLE_TEXT_PT - 40, d->footer));
	canvas_put(c, right, foot + 10, STYLE_SMALL_PT, FONT_BOLD, STYLE_GREY,
	    ANCHOR_END, lang_fill(compare->arena, compare->lang,
	    "head.n-of-m", "n", lang_whole(compare->arena, compare->lang,
	    index + 1), "m", lang_whole(compare->arena, compare->lang,
	    d->layout.npages), NULL));
}

static void
draw_heading(const struct compare_document *d, struct canvas *c,
    const struct item *item, double y)
{
	double x = text_left(d);

	canvas_line(c, x, y + 2, x + STYLE_TEXT_PT, y + 2, STYLE_RULE_PT,
	    STYLE_INK);
	canvas_put(c, x, y + 18, 12, FONT_BOLD, STYLE_ACCENT, ANCHOR_START,
	    fonts_fit(d->compare->fonts, d->compare->arena, FONT_BOLD, 12,
	    STYLE_TEXT_PT, item->title));
	canvas_outline(c, 0, item->title);
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
		canvas_put(c, x + 22, y + 10, 9, FONT_BOLD, STYLE_INK,
		    ANCHOR_START, fonts_fit(compare->fonts, compare->arena,
		    FONT_BOLD, 9, STYLE_TEXT_PT - 236, one->name));
		canvas_put(c, right, y + 10, 6.5, FONT_BOLD, tones[one->mark],
		    ANCHOR_END, mark);
		canvas_put(c, right - tag - 6, y + 10, 6.5, FONT_REGULAR,
		    STYLE_GREY, ANCHOR_END, fonts_fit(compare->fonts,
		    compare->arena, FONT_REGULAR, 6.5, 210 - tag - 12,
		    source));
		canvas_put(c, x + 22, y + 19, DETAILS_PT, FONT_REGULAR,
		    STYLE_GREY, ANCHOR_START, fitted_details(compare, one));
		canvas_line(c, x, y + KEY_ROW_PT - 0.5, right,
		    y + KEY_ROW_PT - 0.5, STYLE_HAIR_PT, STYLE_PALE);
	}
}

static int
draw_pair(const struct compare_document *d, struct canvas *c,
    const struct piece *p)
{
	const struct item *pair[] = {p->item, p->item->beside};
	double x = text_left(d);

	for (int i = 0; i < 2; i++) {
		const struct figure *figure = pair[i]->block.figure;

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
	const struct item *item = p->item;

	if (item->level > 0)
		draw_heading(d, c, item, p->y);
	else if (item->type == ITEM_LINES)
		draw_key(d, c, p->y, p->first, p->count);
	else if (item->beside != NULL)
		return draw_pair(d, c, p);
	else
		return block_draw(c, d->compare->fonts, d->compare->lang,
		    &item->block, text_left(d), p->y, p->height_pt, p->first,
		    p->count);
	return 0;
}

int
compare_draw(const struct compare_document *d, struct canvas *canvas)
{
	int status = 0;

	if (canvas == NULL)
		return -1;
	for (size_t i = 0; i < d->layout.npages && status == 0; i++) {
		canvas_page_begin(canvas, d->paper->width_pt,
		    d->paper->height_pt);
		canvas_page_label(canvas, lang_whole(d->compare->arena,
		    d->compare->lang, i + 1));
		draw_frame(d, canvas, i);
		for (size_t k = 0; k < d->layout.pages[i].npieces &&
		    status == 0; k++)
			status = draw_piece(d, canvas,
			    &d->layout.pages[i].pieces[k]);
		canvas_page_end(canvas);
	}
	if (canvas_close(canvas) == -1)
		status = -1;
	return status;
}
