/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <math.h>

#include "render/block.h"
#include "render/style.h"

#define HALF_GAP_PT 24.0		/* between two tables side by side */

#define TEXT_SIZE_PT 8.0
#define TEXT_LEADING_PT 12.0
#define TEXT_TITLE_PT 18.0
#define TITLE_SIZE_PT 8.5

#define NUMBERS_A_ROW 4
#define NUMBERS_PT 60.0
#define CLAIM_PT 10.0

struct block
block_of_sheets(struct arena *a, struct fonts *f, const struct lang *l,
    size_t nsheets, struct sheet *const *sheets)
{
	struct block b = {.type = BLOCK_SHEETS, .nsheets = nsheets};
	double width = nsheets == 1 ? STYLE_TEXT_PT :
	    (STYLE_TEXT_PT - HALF_GAP_PT) / 2;

	for (size_t i = 0; i < nsheets; i++)
		b.sheets[i] = sheet_lay(a, f, l, sheets[i], width);
	return b;
}

struct block
block_of_text(struct arena *a, struct fonts *f, const char *title,
    const char *text)
{
	struct block b = {.type = BLOCK_TEXT};

	if (title != NULL)
		b.title = fonts_fit(f, a, FONT_BOLD, TITLE_SIZE_PT,
		    STYLE_TEXT_PT, title);
	b.nlines = fonts_wrap(f, a, FONT_REGULAR, TEXT_SIZE_PT, STYLE_TEXT_PT,
	    text, &b.lines);
	return b;
}

size_t
block_units(const struct block *b)
{
	switch (b->type) {
	case BLOCK_FIGURE:
		return 1;
	case BLOCK_SHEETS:
		return b->nsheets > 1 ? 1 : sheet_rows(b->sheets[0]);
	case BLOCK_TEXT:
		return b->nlines;
	case BLOCK_NUMBERS:
		return (b->nnumbers + NUMBERS_A_ROW - 1) / NUMBERS_A_ROW;
	}
	return 0;
}

/* Of one row of numbers. */
static double
numbers_height(const struct block *b)
{
	return NUMBERS_PT + (b->claims ? CLAIM_PT : 0);
}

static double
pair_height(const struct block *b)
{
	double height = 0;

	for (size_t i = 0; i < b->nsheets; i++)
		height = fmax(height, sheet_height(b->sheets[i], 0,
		    sheet_rows(b->sheets[i])));
	return height;
}

double
block_height(const struct block *b, size_t first, size_t count)
{
	switch (b->type) {
	case BLOCK_FIGURE:
		return figure_height(b->figure);
	case BLOCK_SHEETS:
		return b->nsheets > 1 ? pair_height(b) :
		    sheet_height(b->sheets[0], first, count);
	case BLOCK_TEXT:
		return (first == 0 && b->title != NULL ? TEXT_TITLE_PT : 0) +
		    TEXT_LEADING_PT * (double)count;
	case BLOCK_NUMBERS:
		return numbers_height(b) * (double)count;
	}
	return 0;
}

size_t
block_fit(const struct block *b, size_t first, double height_pt, bool must)
{
	size_t count = block_units(b) - first;

	if (b->type == BLOCK_SHEETS && b->nsheets == 1)
		return sheet_fit(b->sheets[0], first, height_pt, must);
	while (count > 0 && block_height(b, first, count) > height_pt)
		count--;
	return count == 0 && must ? 1 : count;
}

static void
draw_text(struct canvas *c, double x, double y, double size_pt,
    enum canvas_font font, uint32_t rgb, const char *text)
{
	canvas_text(c, &(struct canvas_text){.x = x, .y = y,
	    .size_pt = size_pt, .rgb = rgb, .font = font,
	    .anchor = ANCHOR_START}, text);
}

/* What stands under a number, in at most so many lines. */
static void
draw_more(struct canvas *c, struct fonts *f, struct arena *a,
    const char *text, double x, double y, double width_pt, size_t most)
{
	char **lines;
	size_t count = fonts_wrap(f, a, FONT_REGULAR, STYLE_SMALL_PT,
	    width_pt, text, &lines);

	for (size_t i = 0; i < count && i < most; i++) {
		const char *line = lines[i];

		if (i + 1 == most && count > most)
			line = fonts_fit(f, a, FONT_REGULAR, STYLE_SMALL_PT,
			    width_pt, arena_printf(a, "%s %s", line,
			    lines[i + 1]));
		draw_text(c, x, y + 8 * (double)i, STYLE_SMALL_PT,
		    FONT_REGULAR, STYLE_INK, line);
	}
}

static void
draw_number(struct canvas *c, struct fonts *f, struct arena *a,
    const struct block_number *n, double x, double y, double width_pt)
{
	double size = 19, unit;

	draw_text(c, x, y + 12, 7, FONT_REGULAR, STYLE_GREY,
	    fonts_fit(f, a, FONT_REGULAR, 7, width_pt, n->label));
	unit = fonts_width(f, FONT_REGULAR, 8, n->unit) + 4;
	while (size > 9 && fonts_width(f, FONT_BOLD, size, n->value) + unit >
	    width_pt)
		size--;
	draw_text(c, x, y + 34, size, FONT_BOLD, STYLE_ACCENT, n->value);
	draw_text(c, x + fonts_width(f, FONT_BOLD, size, n->value) + 4,
	    y + 34, 8, FONT_REGULAR, STYLE_GREY, n->unit);
	if (n->more != NULL)
		draw_more(c, f, a, n->more, x, y + 46, width_pt,
		    n->claim == NULL ? 2 : 1);
	if (n->claim != NULL)
		draw_text(c, x, y + (n->more == NULL ? 46 : 56),
		    STYLE_SMALL_PT, FONT_REGULAR, STYLE_GREY, fonts_fit(f, a,
		    FONT_REGULAR, STYLE_SMALL_PT, width_pt, n->claim));
}

static void
draw_numbers(struct canvas *c, struct fonts *f, const struct block *b,
    double x, double y, size_t first, size_t count)
{
	struct arena *a = arena_new();
	size_t columns = b->nnumbers < NUMBERS_A_ROW ? b->nnumbers :
	    NUMBERS_A_ROW;
	double width = STYLE_TEXT_PT / (double)columns;

	for (size_t i = first * NUMBERS_A_ROW; i < b->nnumbers &&
	    i < (first + count) * NUMBERS_A_ROW; i++) {
		size_t column = i % NUMBERS_A_ROW;
		double top = y + numbers_height(b) * (double)(
		    i / NUMBERS_A_ROW - first);
		double left = x + width * (double)column;

		if (column > 0)
			canvas_line(c, left, top + 4, left, top +
			    numbers_height(b) - 12, STYLE_HAIR_PT,
			    STYLE_LINE);
		draw_number(c, f, a, &b->numbers[i], left +
		    (column > 0 ? 10 : 0), top, width - 20);
	}
	arena_free(a);
}

int
block_draw(struct canvas *c, struct fonts *f, const struct lang *l,
    const struct block *b, double x, double y, double height_pt,
    size_t first, size_t count)
{
	switch (b->type) {
	case BLOCK_FIGURE:
		return figure_draw(c, f, l, b->figure, x, y, height_pt);
	case BLOCK_SHEETS:
		if (b->nsheets == 1) {
			sheet_draw(c, b->sheets[0], x, y, first, count);
			break;
		}
		for (size_t i = 0; i < b->nsheets; i++)
			sheet_draw(c, b->sheets[i], x + (double)i *
			    (STYLE_TEXT_PT + HALF_GAP_PT) / 2, y, 0,
			    sheet_rows(b->sheets[i]));
		break;
	case BLOCK_TEXT:
		if (first == 0 && b->title != NULL) {
			draw_text(c, x, y + 10, TITLE_SIZE_PT, FONT_BOLD,
			    STYLE_INK, b->title);
			y += TEXT_TITLE_PT;
		}
		for (size_t i = 0; i < count; i++)
			draw_text(c, x, y + 9 + TEXT_LEADING_PT * (double)i,
			    TEXT_SIZE_PT, FONT_REGULAR, STYLE_INK,
			    b->lines[first + i]);
		break;
	case BLOCK_NUMBERS:
		draw_numbers(c, f, b, x, y, first, count);
		break;
	}
	return 0;
}
