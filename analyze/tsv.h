/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_TSV_H
#define PLATEAU_ANALYZE_TSV_H

#include <stddef.h>
#include <stdint.h>

/*
 * Writing a plain table (see model/table.h) row by row, for tables that may be
 * longer than memory.  Cells come in the order of the columns; numbers that
 * are NAN, and cells that a row leaves out at its end, stay empty: not known.
 * The file appears only when it is whole.
 */
struct tsv;

/* tsv_open() starts DIR/NAME.tsv.  NULL with the reason printed. */
struct tsv *tsv_open(const char *dir, const char *name);

/* tsv_column() adds a column's name, before the first row. */
void tsv_column(struct tsv *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Cells of the current row, and its end. */
void tsv_text(struct tsv *t, const char *text);
void tsv_whole(struct tsv *t, uint64_t value);
void tsv_number(struct tsv *t, double value);
void tsv_empty(struct tsv *t);
void tsv_end_row(struct tsv *t);

/* tsv_rows() returns how many rows there are so far, without the header. */
uint64_t tsv_rows(const struct tsv *t);

/* tsv_flush() writes all rows to the disk.  0, or -1 with the reason printed. */
int tsv_flush(struct tsv *t);

/* tsv_close() puts the table in place and frees 't'.  0, or -1 with the reason
 * printed and no table.  tsv_abort() drops it; NULL is harmless. */
int tsv_close(struct tsv *t);
void tsv_abort(struct tsv *t);

#endif
