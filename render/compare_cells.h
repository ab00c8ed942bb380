/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_CELLS_H
#define PLATEAU_RENDER_COMPARE_CELLS_H

#include "render/compare_sheets.h"

/* What the tables of a comparison have in common; inside compare_*.c. */

/* cells_column() names a column: the text of 'key', and its name in TSV. */
void cells_column(const struct compare *c, struct sheet *s, size_t i,
    const char *key, const char *raw, enum sheet_align align);

/* cells_raw() writes a number as TSV has it; "" for one that is not known. */
const char *cells_raw(const struct compare *c, double value);

/* cells_number() fills a cell: for people 'value' x 'scale'.  cells_text()
 * fills it with a text, or an en dash for NULL. */
void cells_number(const struct compare *c, struct sheet_cell *cell,
    double value, double scale);
void cells_text(struct sheet_cell *cell, const char *text);

/* The remarks on single cells of a table, numbered. */
struct cells_notes {
	size_t count;
	const char **texts;
	bool weak, about, mib;
};

/* cells_note() is the raised number of a remark; equal ones have one. */
const char *cells_note(const struct compare *c, struct cells_notes *n,
    const char *text);

/* cells_point() is a value of a point with its marks, an en dash if there is
 * none.  The note of the point stands there if 'noted'. */
void cells_point(const struct compare *c, struct sheet_cell *cell,
    const struct compare_point *p, enum compare_metric m, double scale,
    bool noted, struct cells_notes *n);

/* Columns that are values of a point: which, and the text at their head. */
struct cells_metric {
	enum compare_metric metric;
	const char *key;
};

/* cells_metric_heads() names columns for metrics[n] from 'first' on;
 * cells_metric_values() fills cells[n] with those of a point, whose note stands
 * at the first of them if 'noted'. */
void cells_metric_heads(const struct compare *c, struct sheet *s, size_t first,
    const struct cells_metric *metrics, size_t n);
void cells_metric_values(const struct compare *c, struct sheet_cell *cells,
    const struct compare_point *p, const struct cells_metric *metrics,
    size_t n, bool noted, struct cells_notes *notes);

/* cells_sentence() adds a sentence to '*text', which may be NULL. */
void cells_sentence(const struct compare *c, const char **text,
    const char *more);

/* cells_notes_words() is the note below a table: 'first', then the remarks. */
const char *cells_notes_words(const struct compare *c, const char *first,
    const struct cells_notes *n);

#endif
