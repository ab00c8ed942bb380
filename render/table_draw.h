/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_TABLE_DRAW_H
#define PLATEAU_RENDER_TABLE_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "render/canvas.h"
#include "render/fonts.h"
#include "render/lang.h"

/*
 * A sheet is a table to be read: drawn on a page, and written as TSV and
 * Markdown.  What stands on the page is text in the report's language; TSV
 * holds exact values, in the units that are printed, in the C locale.
 */

enum sheet_align {
	SHEET_TEXT,			/* left, wrapped */
	SHEET_NUMBER,			/* aligned at the decimal mark */
	SHEET_RIGHT,
	SHEET_HEAD			/* the row's name: bold, to the right */
};

enum sheet_tone {
	SHEET_PLAIN,
	SHEET_GOOD, SHEET_BAD,		/* verdicts */
	SHEET_STRONG,			/* bold */
	SHEET_WEAK			/* too few I/Os: grey, with a mark */
};

/* Behind a number of which there are too few I/Os. */
#define SHEET_MARK "\u2020"

struct sheet_column {
	const char *head;		/* printed; "" for none */
	const char *raw;		/* name in TSV */
	enum sheet_align align;
	double share;			/* of spare width; text columns */
};

struct sheet_cell {
	const char *text;		/* printed; NULL: nothing */
	const char *raw;		/* in TSV; NULL: as 'text' */
	enum sheet_tone tone;
	unsigned link;	/* page from 1 that a click opens; 0: none */
};

struct sheet_row {
	const char *group;	/* a heading over the rows that follow, or
					   NULL; then there are no cells */
	const char *group_raw;		/* its value in the column of groups */
	struct sheet_cell *cells;	/* cells[ncolumns] */
};

struct sheet {
	const char *name;		/* of its files */
	const char *title, *note;	/* or NULL */
	const char *mark;		/* what its files must say, or NULL;
					   pages say it themselves */
	const char *spanner;	/* words over columns 'span_first' and up, or
					   NULL */
	size_t span_first;
	size_t ncolumns;
	struct sheet_column *columns;
	/* TSV has the groups in a column of this name ("group" if NULL); a
	 * sheet without groups has it too if there is a value for it. */
	const char *groups_raw, *group_raw;
	size_t nrows;
	struct sheet_row *rows;
};

/* sheet_of_columns() makes a sheet of columns without heads; sheet_add()
 * appends an empty row and returns its cells; sheet_add_group() appends a
 * heading. */
struct sheet *sheet_of_columns(struct arena *a, const char *name,
    size_t ncolumns);
struct sheet_cell *sheet_add(struct arena *a, struct sheet *s);
void sheet_add_group(struct arena *a, struct sheet *s, const char *group,
    const char *group_raw);

/* How a sheet stands on a page. */
struct sheet_plan;

/* sheet_lay() measures a sheet for a width.  Columns of numbers are as wide as
 * they must be, columns of text share the rest and wrap; if that is too wide
 * the type gets smaller. */
struct sheet_plan *sheet_lay(struct arena *a, struct fonts *f,
    const struct lang *l, const struct sheet *s, double width_pt);

size_t sheet_rows(const struct sheet_plan *p);

/* sheet_fit() returns how many rows from 'first' stand in 'height_pt', with
 * head and (after the last row) note.  At least 1 when 'must' is set: a row
 * that is taller than a page is cut by its end. */
size_t sheet_fit(const struct sheet_plan *p, size_t first, double height_pt,
    bool must);

/* sheet_height() is the height of 'nrows' rows from 'first'. */
double sheet_height(const struct sheet_plan *p, size_t first, size_t nrows);

/* sheet_draw() draws these rows with the top left corner at x, y. */
void sheet_draw(struct canvas *c, const struct sheet_plan *p, double x,
    double y, size_t first, size_t nrows);

/* sheet_write() writes DIR/NAME.tsv, DIR/NAME.md and, if asked, DIR/NAME.html
 * (a <table> to paste into a page).  0, or -1 with the reason printed. */
int sheet_write(const struct sheet *s, const char *dir, bool html);

/* sheet_print_markdown() prints the table and its note, without its title. */
void sheet_print_markdown(FILE *to, const struct sheet *s);

#endif
