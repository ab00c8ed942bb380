/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_METHOD_H
#define PLATEAU_ANALYZE_METHOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/table.h"

/*
 * How the latency of a point is told.  Ours is over its pooled I/Os; the others
 * are as some publish it, to be set beside what they print.  docs/method.md
 * defines them.
 */
enum method {
	METHOD_POOLED,
	METHOD_ROUNDS,		/* mean of the rounds' own values */
	METHOD_READ_WRITE	/* mean of the reads' and the writes' value */
};

/* method_find() returns the method called "pooled", "rounds" or "read-write" in
 * '*method_out'; 'name' NULL is pooled.  -1 with the mistake printed. */
int method_find(const char *name, enum method *method_out);
const char *method_name(enum method m);

/* method_note() declares a method in a sentence; NULL for pooled. */
const char *method_note(enum method m);

/* method_value() returns a latency of a row of points.tsv, from the column
 * lat_NAME_ns; NAN if it is not known. */
double method_value(struct arena *a, const struct table *points, size_t row,
    const char *column, enum method m);

/* method_supported_ppm() returns the largest percentile, in ppm, that the data
 * behind such a value support. */
uint32_t method_supported_ppm(const struct table *points, size_t row,
    enum method m);

/* method_same_point() says whether two rows of points.tsv or cells.tsv are of
 * one point. */
bool method_same_point(const struct table *table, size_t row,
    const struct table *other, size_t other_row);

#endif
