/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_TABLE_H
#define PLATEAU_MODEL_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * Plain tables: tab-separated text, one header row, a unit in the column's
 * name, C locale, no quoting.  An empty cell is a value that is not known.
 */
struct table {
	size_t ncolumns, nrows;
	const char **columns;		/* columns[ncolumns] */
	const char ***rows;		/* rows[nrows][ncolumns] */
};

/* table_load() reads 'path'.  NULL with the reason and line printed: no
 * header, two columns of one name, a row that is longer or shorter. */
struct table *table_load(struct arena *a, const char *path);

/* table_load_part() is the same of the rows whose first cell is 'first': of a
 * table too large to be held whole.  How many rows that has is in
 * '*rows_out'. */
struct table *table_load_part(struct arena *a, const char *path,
    const char *first, size_t *rows_out);

/* table_column() returns the index of the column 'name', or -1. */
int table_column(const struct table *t, const char *name);

/* Cells by column name; an unknown column or an empty cell gives "" or NAN
 * or 0. */
const char *table_text(const struct table *t, size_t row, const char *column);
double table_number(const struct table *t, size_t row, const char *column);
uint64_t table_whole(const struct table *t, size_t row, const char *column);

/* Building one: table_new(a, "test round iops") takes names separated by
 * blanks; table_add_row() appends a row of empty cells and returns its index,
 * table_add_column() a column of empty cells; table_set*() fill cells (tabs and
 * line ends in text become blanks; a NAN stays empty). */
struct table *table_new(struct arena *a, const char *columns);
size_t table_add_row(struct arena *a, struct table *t);
void table_add_column(struct arena *a, struct table *t, const char *name);
void table_set(struct arena *a, struct table *t, size_t row,
    const char *column, const char *text);
void table_set_number(struct arena *a, struct table *t, size_t row,
    const char *column, double value);

/* table_save() replaces 'path'.  Returns 0, or -1 with the reason printed. */
int table_save(const struct table *t, const char *path);

#endif
