/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_BLOCK_H
#define PLATEAU_RENDER_BLOCK_H

#include "render/figures.h"
#include "render/sheets.h"

/*
 * What stands on a page between band and footer: a figure, one or two tables, a
 * paragraph, or the large numbers of a summary.  A block is made of units
 * (rows, lines) between which it may go on on the next page; a figure has one.
 */

struct block_number {
	const char *label, *value, *unit;
	const char *more, *claim;	/* or NULL */
};

enum block_type { BLOCK_FIGURE, BLOCK_SHEETS, BLOCK_TEXT, BLOCK_NUMBERS };

struct block {
	enum block_type type;
	const struct figure *figure;
	size_t nsheets;			/* two stand side by side */
	struct sheet_plan *sheets[SHEETS_MOST];
	const char *title;		/* of a paragraph, or NULL */
	size_t nlines;
	char **lines;
	size_t nnumbers;
	struct block_number *numbers;
	bool claims;			/* any of them has one */
};

/* block_of_sheets() and block_of_text() measure for the width of the page. */
struct block block_of_sheets(struct arena *a, struct fonts *f,
    const struct lang *l, size_t nsheets, struct sheet *const *sheets);
struct block block_of_text(struct arena *a, struct fonts *f,
    const char *title, const char *text);

size_t block_units(const struct block *b);

/* block_fit() returns how many units from 'first' stand in 'height_pt'; at
 * least 1 if 'must' is set. */
size_t block_fit(const struct block *b, size_t first, double height_pt,
    bool must);

/* block_height() is the height of 'count' units from 'first'. */
double block_height(const struct block *b, size_t first, size_t count);

/* block_draw() draws them with the top left corner at x, y; a figure in at most
 * 'height_pt'.  0, or -1 with the reason printed. */
int block_draw(struct canvas *c, struct fonts *f, const struct lang *l,
    const struct block *b, double x, double y, double height_pt,
    size_t first, size_t count);

#endif
