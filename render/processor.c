/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/processor.h"

#define COLUMN "cpu_percent"

/* Where a table has what tells its points apart; -1 where it has not. */
struct columns {
	int test, op, factors[NFACTORS];
};

static struct columns
find_columns(const struct table *t)
{
	struct columns c = {.test = table_column(t, "test"),
	    .op = table_column(t, "op")};

	for (int f = 0; f < NFACTORS; f++)
		c.factors[f] = table_column(t, factor_column((enum factor)f));
	return c;
}

static const char *
cell(const struct table *t, size_t row, int column)
{
	return column == -1 ? "" : t->rows[row][column];
}

/* The point that a row of the cells is one round of, or -1. */
static int
find_point(const struct table *points, const struct columns *p,
    const struct table *cells, const struct columns *c, size_t row)
{
	for (size_t i = 0; i < points->nrows; i++) {
		bool same = strcmp(cell(points, i, p->test),
		    cell(cells, row, c->test)) == 0 &&
		    strcmp(cell(points, i, p->op), "all") == 0;

		for (int f = 0; same && f < NFACTORS; f++)
			same = strcmp(cell(points, i, p->factors[f]),
			    cell(cells, row, c->factors[f])) == 0;
		if (same)
			return (int)i;
	}
	return -1;
}

/* Whether a row of the cells is a whole step of the window of its test. */
static bool
is_measured(const struct input *in, size_t row)
{
	const struct table *t = in->cells;
	const struct results *r = in->results;
	uint64_t round = table_whole(t, row, "round");

	if (table_whole(t, row, "record") != 0 ||
	    strcmp(table_text(t, row, "op"), "all") != 0)
		return false;
	for (size_t i = 0; i < r->ntests; i++)
		if (strcmp(r->tests[i].id, table_text(t, row, "test")) == 0)
			return r->tests[i].window_first == 0 ||
			    (round >= r->tests[i].window_first &&
			    round <= r->tests[i].window_last);
	return false;
}

void
processor_add(struct arena *a, struct input *in)
{
	struct table *points = in->points;
	const struct table *cells = in->cells;

	if (in->run->simulated || table_column(cells, "cpu_user") == -1 ||
	    table_column(points, COLUMN) != -1)
		return;
	struct columns p = find_columns(points), c = find_columns(cells);
	double *used = arena_array(a, points->nrows + 1, sizeof(*used));
	double *whole = arena_array(a, points->nrows + 1, sizeof(*whole));
	for (size_t row = 0; row < cells->nrows; row++) {
		double seconds = table_number(cells, row, "seconds");
		double cpu = table_number(cells, row, "cpu_user") +
		    table_number(cells, row, "cpu_sys");
		int point;

		if (isfinite(cpu) && seconds > 0 && is_measured(in, row) &&
		    (point = find_point(points, &p, cells, &c, row)) != -1) {
			used[point] += cpu;
			whole[point] += seconds;
		}
	}
	table_add_column(a, points, COLUMN);
	for (size_t i = 0; i < points->nrows; i++)
		table_set_number(a, points, i, COLUMN, whole[i] > 0 ?
		    100 * used[i] / whole[i] : NAN);
}
