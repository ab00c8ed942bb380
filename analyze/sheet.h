/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_SHEET_H
#define PLATEAU_ANALYZE_SHEET_H

#include <stddef.h>

#include "base/arena.h"

/* A small table of text to print: a heading row, a heading column, notes. */
struct sheet {
	struct arena *arena;
	const char *title;
	size_t ncolumns, nrows, nnotes;
	const char **cells;		/* cells[nrows][ncolumns]; row 0 and
					   column 0 are heads */
	const char **notes;
};

/* sheet_new() returns a sheet of that many cells, heads included, all "". */
struct sheet *sheet_new(struct arena *a, const char *title, size_t nrows,
    size_t ncolumns);
void sheet_set(struct sheet *s, size_t row, size_t column, const char *text);

/* sheet_note() adds a note below the table, once. */
void sheet_note(struct sheet *s, const char *text);

/* sheet_print() prints it to stdout as "md" (Markdown), "tsv", whose notes go to
 * standard error, or "html".
 * -1 for another name, with nothing printed. */
int sheet_print(const struct sheet *s, const char *as);

#endif
