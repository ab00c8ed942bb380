/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "analyze/method.h"
#include "base/report.h"
#include "model/factor.h"
#include "stats/quantile.h"

static const struct {
	const char *name, *note;
} methods[] = {
	[METHOD_POOLED] = {"pooled", NULL},
	[METHOD_ROUNDS] = {"rounds",
	    "As published: latencies are means of the rounds' own values."},
	[METHOD_READ_WRITE] = {"read-write",
	    "As published: latencies are means of the value of the reads and "
	    "that of the writes."},
};

int
method_find(const char *name, enum method *method_out)
{
	*method_out = METHOD_POOLED;
	if (name == NULL)
		return 0;
	for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
		if (strcmp(methods[i].name, name) == 0) {
			*method_out = (enum method)i;
			return 0;
		}
	}
	warn_msg("--method %s: expected pooled, rounds or read-write", name);
	return -1;
}

const char *
method_name(enum method m)
{
	return methods[m].name;
}

const char *
method_note(enum method m)
{
	return methods[m].note;
}

bool
method_same_point(const struct table *table, size_t row,
    const struct table *other, size_t other_row)
{
	if (strcmp(table_text(table, row, "test"),
	    table_text(other, other_row, "test")) != 0 ||
	    strcmp(table_text(table, row, "phase"),
	    table_text(other, other_row, "phase")) != 0)
		return false;
	for (int f = 0; f < NFACTORS; f++) {
		const char *column = factor_column((enum factor)f);

		if (strcmp(table_text(table, row, column),
		    table_text(other, other_row, column)) != 0)
			return false;
	}
	return true;
}

/* The row of an op of the same point, or nrows.  They stand together. */
static size_t
row_of_op(const struct table *points, size_t row, const char *op)
{
	size_t at = row;

	while (at > 0 && method_same_point(points, at - 1, points, row))
		at--;
	for (; at < points->nrows &&
	    method_same_point(points, at, points, row); at++) {
		if (strcmp(table_text(points, at, "op"), op) == 0)
			return at;
	}
	return points->nrows;
}

/* The rows that a value of 'row' is the mean of: one, or those of the reads
 * and the writes.  Returns how many. */
static size_t
rows_behind(const struct table *points, size_t row, enum method m,
    size_t rows_out[2])
{
	static const char *const ops[] = {"read", "write"};
	size_t n = 0;

	if (m == METHOD_READ_WRITE &&
	    strcmp(table_text(points, row, "op"), "all") == 0) {
		for (size_t i = 0; i < 2; i++) {
			rows_out[n] = row_of_op(points, row, ops[i]);
			n += rows_out[n] < points->nrows;
		}
	}
	if (n == 0)
		rows_out[n++] = row;
	return n;
}

double
method_value(struct arena *a, const struct table *points, size_t row,
    const char *column, enum method m)
{
	size_t rows[2], n = rows_behind(points, row, m, rows);
	double sum = 0;

	/* lat_NAME_ns has lat_NAME_rounds_ns beside it. */
	if (m == METHOD_ROUNDS)
		column = arena_printf(a, "%.*s_rounds_ns",
		    (int)(strlen(column) - strlen("_ns")), column);
	for (size_t i = 0; i < n; i++)
		sum += table_number(points, rows[i], column);
	return sum / (double)n;
}

uint32_t
method_supported_ppm(const struct table *points, size_t row, enum method m)
{
	size_t rows[2], n = rows_behind(points, row, m, rows);
	uint32_t least = QUANTILE_PPM;

	for (size_t i = 0; i < n; i++) {
		uint64_t count = table_whole(points, rows[i], "count");
		uint64_t rounds = table_whole(points, rows[i], "rounds");
		uint32_t ppm = quantile_supported_ppm(m == METHOD_ROUNDS &&
		    rounds > 0 ? count / rounds : count);

		if (ppm < least)
			least = ppm;
	}
	return least;
}
