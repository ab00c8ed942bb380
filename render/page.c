/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "render/page.h"
#include "render/style.h"

/* Heights are multiples of 6 pt: the baseline grid of the frame. */
#define TOP_PT 36.0
#define BOTTOM_PT 42.0			/* from the body's end to the edge */
#define BANNER_PT 18.0			/* with the gap below it */
#define DATES_PT 12.0
#define HEADING_PT 18.0
#define NAMES_PT 24.0
#define DEVICE_PT 18.0
#define PANEL_HEAD_PT 12.0
#define PANEL_ROW_PT 10.0
#define PANEL_LEADING_PT 8.0		/* of a value's second line */
#define PANEL_MOST_LINES 3
#define BAND_PT 18.0
#define AFTER_BAND_PT 12.0

#define PAD_PT 4.0			/* between a rule and text */

static const struct page_paper papers[] = {
	{"a4", 595.276, 841.89},
	{"letter", 612, 792},
};

const struct page_paper *
page_paper_find(const char *name)
{
	for (size_t i = 0; i < sizeof(papers) / sizeof(*papers); i++)
		if (strcmp(papers[i].name, name) == 0)
			return &papers[i];
	return NULL;
}

/* What the drawing functions below share. */
struct pen {
	struct canvas *canvas;
	struct arena *arena;
	struct fonts *fonts;
	double left, right;		/* of the text block */
};

static void
put(const struct pen *pen, double x, double y, double size_pt,
    enum canvas_font font, uint32_t rgb, enum canvas_anchor anchor,
    const char *text)
{
	canvas_text(pen->canvas, &(struct canvas_text){.x = x, .y = y,
	    .size_pt = size_pt, .rgb = rgb, .font = font, .anchor = anchor},
	    text);
}

/* Text in the largest of three sizes at which it fits, cut if none does. */
static void
put_fitted(const struct pen *pen, double x, double y, double width_pt,
    double size_pt, enum canvas_font font, uint32_t rgb,
    enum canvas_anchor anchor, const char *text)
{
	for (int i = 0; i < 2 && size_pt * 0.88 >= STYLE_SMALL_PT &&
	    fonts_width(pen->fonts, font, size_pt, text) > width_pt; i++)
		size_pt *= 0.88;
	put(pen, x, y, size_pt, font, rgb, anchor, fonts_fit(pen->fonts,
	    pen->arena, font, size_pt, width_pt, text));
}

/* A grey label and what it names, in one line from x. */
static void
put_cell(const struct pen *pen, double x, double y, double width_pt,
    double size_pt, enum canvas_font font, const struct page_cell *cell)
{
	double label = fonts_width(pen->fonts, FONT_REGULAR, STYLE_SMALL_PT,
	    cell->label) + 5;

	put(pen, x, y, STYLE_SMALL_PT, FONT_REGULAR, STYLE_GREY, ANCHOR_START,
	    cell->label);
	put_fitted(pen, x + label, y, width_pt - label, size_pt, font,
	    STYLE_INK, ANCHOR_START, cell->value);
}

static void
rule(const struct pen *pen, double y, double width_pt, uint32_t rgb)
{
	canvas_line(pen->canvas, pen->left, y, pen->right, y, width_pt, rgb);
}

static void
divider(const struct pen *pen, double x, double top, double bottom)
{
	canvas_line(pen->canvas, x, top, x, bottom, STYLE_HAIR_PT, STYLE_LINE);
}

static double
draw_banners(const struct pen *pen, const struct page_frame *frame, double y)
{
	for (size_t i = 0; i < frame->nbanners; i++) {
		const struct page_banner *b = &frame->banners[i];

		canvas_rect(pen->canvas, pen->left, y, STYLE_TEXT_PT,
		    BANNER_PT - 3, b->loud ? STYLE_BAD : STYLE_PANEL);
		put_fitted(pen, (pen->left + pen->right) / 2, y + 10.5,
		    STYLE_TEXT_PT - 2 * PAD_PT, 8, FONT_BOLD,
		    b->loud ? 0xffffff : STYLE_INK, ANCHOR_MIDDLE, b->text);
		y += BANNER_PT;
	}
	return y;
}

static double
draw_dates(const struct pen *pen, const struct page_frame *frame, double y)
{
	double middle = (pen->left + pen->right) / 2;

	put_cell(pen, pen->left + PAD_PT, y + 8, middle - pen->left - PAD_PT,
	    STYLE_SMALL_PT, FONT_REGULAR, &frame->started);
	put_cell(pen, middle + PAD_PT, y + 8, middle - pen->left - PAD_PT,
	    STYLE_SMALL_PT, FONT_REGULAR, &frame->finished);
	return y + DATES_PT;
}

static double
draw_heading(const struct pen *pen, const struct page_frame *frame, double y)
{
	canvas_rect(pen->canvas, pen->left, y, STYLE_TEXT_PT, HEADING_PT,
	    STYLE_HEADING);
	rule(pen, y, STYLE_RULE_PT, STYLE_INK);
	put_fitted(pen, (pen->left + pen->right) / 2, y + 12.8,
	    STYLE_TEXT_PT - 2 * PAD_PT, 10.5, FONT_BOLD, STYLE_INK,
	    ANCHOR_MIDDLE, frame->heading);
	return y + HEADING_PT;
}

/* Up to two lines, centred in a cell of the row of names. */
static void
put_name(const struct pen *pen, double x, double y, double width_pt,
    enum canvas_font font, const char *text)
{
	char **lines;
	size_t count = fonts_wrap(pen->fonts, pen->arena, font,
	    STYLE_SMALL_PT, width_pt - 2 * PAD_PT, text, &lines);

	if (count > 2)
		count = 2;
	for (size_t i = 0; i < count; i++)
		put(pen, x + width_pt / 2, y + (count == 1 ? 14.5 : 10) +
		    9 * (double)i, STYLE_SMALL_PT, font, STYLE_INK,
		    ANCHOR_MIDDLE, lines[i]);
}

static double
draw_names(const struct pen *pen, const struct page_frame *frame, double y)
{
	double dark = pen->left + 60 + 118, last = pen->right - 92;
	struct page_cell count = {frame->page_label, frame->page_count};

	if (frame->logo == NULL)
		put_name(pen, pen->left, y, 60, FONT_BOLD,
		    frame->organisation);
	else
		logo_draw(pen->canvas, frame->logo, pen->left +
		    (60 - PAGE_LOGO_WIDTH_PT) / 2, y +
		    (NAMES_PT - PAGE_LOGO_HEIGHT_PT) / 2,
		    PAGE_LOGO_WIDTH_PT, PAGE_LOGO_HEIGHT_PT);
	divider(pen, pen->left + 60, y, y + NAMES_PT);
	put_name(pen, pen->left + 60, y, 118, FONT_REGULAR, frame->document);
	canvas_rect(pen->canvas, dark, y, last - dark, NAMES_PT, STYLE_DARK);
	put_fitted(pen, (dark + last) / 2, y + 15, last - dark - 4 * PAD_PT, 9,
	    FONT_BOLD, 0xffffff, ANCHOR_MIDDLE, frame->subtitle);
	put_cell(pen, last + 2 * PAD_PT, y + 9.5, 92 - 2 * PAD_PT, 7,
	    FONT_BOLD, &frame->revision);
	canvas_line(pen->canvas, last, y + NAMES_PT / 2, pen->right,
	    y + NAMES_PT / 2, STYLE_HAIR_PT, STYLE_LINE);
	put_cell(pen, last + 2 * PAD_PT, y + NAMES_PT / 2 + 9, 92 - 2 * PAD_PT,
	    7, FONT_BOLD, &count);
	return y + NAMES_PT;
}

static double
draw_device(const struct pen *pen, const struct page_frame *frame, double y)
{
	/* The model's name is the longest. */
	static const double shares[PAGE_HEADER_CELLS] = {0.25, 0.48, 0.27};
	double x = pen->left;

	rule(pen, y, STYLE_HAIR_PT, STYLE_LINE);
	for (size_t i = 0; i < frame->ncells; i++) {
		double width = STYLE_TEXT_PT * shares[i];
		double pad = PAD_PT;

		if (i > 0)
			divider(pen, x, y, y + DEVICE_PT);
		put_cell(pen, x + pad, y + 12, width - pad - PAD_PT, 8,
		    FONT_BOLD, &frame->cells[i]);
		x += width;
	}
	return y + DEVICE_PT;
}

/* Beside its label, or, where that leaves too little, below it: then the first
 * line is empty. */
static size_t
wrap_value(struct arena *a, struct fonts *f, const struct page_cell *cell,
    double width_pt, double *room_out, char ***lines_out)
{
	char **below;

	*room_out = width_pt - 5 - fonts_width(f, FONT_REGULAR,
	    STYLE_SMALL_PT, cell->label);
	size_t beside = fonts_wrap(f, a, FONT_REGULAR, STYLE_SMALL_PT,
	    *room_out, cell->value, lines_out);
	if (beside < 2)
		return beside;
	size_t count = fonts_wrap(f, a, FONT_REGULAR, STYLE_SMALL_PT,
	    width_pt, cell->value, &below);
	/* One word is better below than broken. */
	if (count + 1 > beside || (count + 1 == beside &&
	    strchr(cell->value, ' ') != NULL))
		return beside;
	*room_out = width_pt;
	*lines_out = arena_array(a, count + 1, sizeof(**lines_out));
	(*lines_out)[0] = arena_strdup(a, "");
	for (size_t i = 0; i < count; i++)
		(*lines_out)[i + 1] = below[i];
	return count + 1;
}

static size_t
value_lines(struct arena *a, struct fonts *f, const struct page_cell *cell,
    double width_pt, char ***lines_out)
{
	double room;
	size_t count = wrap_value(a, f, cell, width_pt, &room, lines_out);

	if (count <= PANEL_MOST_LINES)
		return count;
	/* The last line takes what follows it, cut. */
	char **lines = *lines_out;
	const char *rest = lines[PANEL_MOST_LINES - 1];
	for (size_t i = PANEL_MOST_LINES; i < count; i++)
		rest = arena_printf(a, "%s %s", rest, lines[i]);
	lines[PANEL_MOST_LINES - 1] = arena_strdup(a, fonts_fit(f, a,
	    FONT_REGULAR, STYLE_SMALL_PT, room, rest));
	return PANEL_MOST_LINES;
}

/* The height of row 'row', which stands level in all panels. */
static double
panel_row_height(struct arena *a, struct fonts *f,
    const struct page_frame *frame, size_t row, double width_pt)
{
	size_t most = 1;

	for (size_t i = 0; i < frame->npanels; i++) {
		const struct page_panel *p = &frame->panels[i];
		char **lines;

		if (row >= p->ncells)
			continue;
		size_t count = value_lines(a, f, &p->cells[row], width_pt,
		    &lines);
		if (count > most)
			most = count;
	}
	return PANEL_ROW_PT + PANEL_LEADING_PT * (double)(most - 1);
}

static size_t
panel_rows(const struct page_frame *frame)
{
	size_t most = 0;

	for (size_t i = 0; i < frame->npanels; i++)
		if (frame->panels[i].ncells > most)
			most = frame->panels[i].ncells;
	return most;
}

static double
panel_width(const struct page_frame *frame)
{
	return STYLE_TEXT_PT / (double)frame->npanels;
}

static void
draw_panel_row(const struct pen *pen, const struct page_frame *frame,
    size_t row, double y)
{
	double width = panel_width(frame);

	for (size_t i = 0; i < frame->npanels; i++) {
		const struct page_panel *p = &frame->panels[i];
		double x = pen->left + width * (double)i;
		char **lines;

		if (row >= p->ncells)
			continue;
		size_t count = value_lines(pen->arena, pen->fonts,
		    &p->cells[row], width - 2 * PAD_PT, &lines);
		put(pen, x + PAD_PT, y + 7.3, STYLE_SMALL_PT, FONT_REGULAR,
		    STYLE_GREY, ANCHOR_START, p->cells[row].label);
		for (size_t k = 0; k < count; k++)
			put(pen, x + width - PAD_PT, y + 7.3 +
			    PANEL_LEADING_PT * (double)k, STYLE_SMALL_PT,
			    FONT_REGULAR, STYLE_INK, ANCHOR_END, lines[k]);
	}
}

static double
draw_panels(const struct pen *pen, const struct page_frame *frame, double y)
{
	double width = panel_width(frame), top = y;

	canvas_rect(pen->canvas, pen->left, y, STYLE_TEXT_PT, PANEL_HEAD_PT,
	    STYLE_PANEL);
	rule(pen, y, STYLE_HAIR_PT, STYLE_LINE);
	for (size_t i = 0; i < frame->npanels; i++)
		put_fitted(pen, pen->left + width * (double)i + PAD_PT,
		    y + 8.7, width - 2 * PAD_PT, 7, FONT_BOLD, STYLE_INK,
		    ANCHOR_START, frame->panels[i].title);
	y += PANEL_HEAD_PT;
	for (size_t row = 0; row < panel_rows(frame); row++) {
		rule(pen, y, STYLE_HAIR_PT, row == 0 ? STYLE_LINE :
		    STYLE_PALE);
		draw_panel_row(pen, frame, row, y);
		y += panel_row_height(pen->arena, pen->fonts, frame, row,
		    width - 2 * PAD_PT);
	}
	for (size_t i = 1; i < frame->npanels; i++)
		divider(pen, pen->left + width * (double)i, top, y);
	return y;
}

static double
draw_band(const struct pen *pen, const struct page_frame *frame, double y)
{
	double flag = 0, middle;

	canvas_rect(pen->canvas, pen->left, y, STYLE_TEXT_PT, BAND_PT,
	    STYLE_BAND);
	rule(pen, y, STYLE_RULE_PT, STYLE_INK);
	rule(pen, y + BAND_PT, STYLE_RULE_PT, STYLE_INK);
	if (frame->flag != NULL) {
		flag = fonts_width(pen->fonts, FONT_BOLD, 7, frame->flag) +
		    2 * PAD_PT;
		put(pen, pen->right - PAD_PT, y + 12, 7, FONT_BOLD, STYLE_BAD,
		    ANCHOR_END, frame->flag);
	}
	middle = (pen->left + pen->right - flag) / 2;
	put_fitted(pen, middle, y + 12.6, STYLE_TEXT_PT - flag - 2 * PAD_PT,
	    10, FONT_BOLD, STYLE_INK, ANCHOR_MIDDLE, frame->title);
	return y + BAND_PT;
}

static void
draw_footer(const struct pen *pen, const struct page_frame *frame, double y)
{
	rule(pen, y, STYLE_HAIR_PT, STYLE_LINE);
	put_fitted(pen, pen->left, y + 10, STYLE_TEXT_PT - 40, STYLE_SMALL_PT,
	    FONT_REGULAR, STYLE_GREY, ANCHOR_START, frame->footer);
	put(pen, pen->right, y + 10, STYLE_SMALL_PT, FONT_BOLD, STYLE_GREY,
	    ANCHOR_END, frame->number);
}

struct page_body
page_measure(struct arena *a, struct fonts *f, const struct page_frame *frame,
    const struct page_paper *paper)
{
	double y = TOP_PT + BANNER_PT * (double)frame->nbanners + DATES_PT +
	    HEADING_PT + NAMES_PT + DEVICE_PT + PANEL_HEAD_PT;

	for (size_t row = 0; row < panel_rows(frame); row++)
		y += panel_row_height(a, f, frame, row, panel_width(frame) -
		    2 * PAD_PT);
	y += BAND_PT + AFTER_BAND_PT;
	return (struct page_body){
		.x = (paper->width_pt - STYLE_TEXT_PT) / 2, .y = y,
		.width_pt = STYLE_TEXT_PT,
		.height_pt = paper->height_pt - BOTTOM_PT - y,
	};
}

void
page_draw(struct canvas *c, struct arena *a, struct fonts *f,
    const struct page_frame *frame, const struct page_paper *paper)
{
	struct pen pen = {.canvas = c, .arena = a, .fonts = f,
	    .left = (paper->width_pt - STYLE_TEXT_PT) / 2};
	double y = TOP_PT;

	pen.right = pen.left + STYLE_TEXT_PT;
	y = draw_banners(&pen, frame, y);
	y = draw_dates(&pen, frame, y);
	y = draw_heading(&pen, frame, y);
	y = draw_names(&pen, frame, y);
	y = draw_device(&pen, frame, y);
	y = draw_panels(&pen, frame, y);
	draw_band(&pen, frame, y);
	draw_footer(&pen, frame, paper->height_pt - BOTTOM_PT + 6);
}
