/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>

#include "analyze/input.h"
#include "analyze/method.h"
#include "analyze/options.h"
#include "base/file.h"
#include "model/factor.h"

const struct results *
load_results(struct arena *a, const char *dir)
{
	const struct run *run = NULL;

	if (file_exists(arena_printf(a, "%s/run.xml", dir))) {
		run = run_load(a, dir);
		if (run == NULL)
			return NULL;
	}
	return results_of_run(a, dir, run);
}

static bool
has_errors(const struct results *r)
{
	for (size_t i = 0; i < r->ntests; i++) {
		if (r->tests[i].errors > 0)
			return true;
	}
	for (size_t i = 0; i < r->nfills; i++) {
		if (r->fills[i].errors > 0)
			return true;
	}
	return false;
}

/* The row of the point and op of a row of cells.tsv; nrows: none. */
static size_t
find_row(const struct table *points, const struct table *cells, size_t cell)
{
	size_t row = 0;

	while (row < points->nrows &&
	    (strcmp(table_text(points, row, "op"),
	    table_text(cells, cell, "op")) != 0 ||
	    !method_same_point(points, row, cells, cell)))
		row++;
	return row;
}

static size_t
add_failed(struct arena *a, struct table *points, const struct table *cells,
    size_t cell)
{
	static const char *const zeros[] = {
		"rounds", "count", "bytes", "ramp", "drained",
	};
	static const char *const same[] = {"test", "op", "phase"};
	size_t row = table_add_row(a, points);

	for (size_t i = 0; i < sizeof(zeros) / sizeof(zeros[0]); i++)
		table_set(a, points, row, zeros[i], "0");
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		table_set(a, points, row, same[i],
		    table_text(cells, cell, same[i]));
	for (int f = 0; f < NFACTORS; f++) {
		const char *column = factor_column((enum factor)f);

		table_set(a, points, row, column,
		    table_text(cells, cell, column));
	}
	return row;
}

/* Whether a step of the point of a row of cells.tsv has an I/O that counts. */
static bool
has_counted(const struct table *cells, size_t cell)
{
	for (size_t row = 0; row < cells->nrows; row++) {
		if (table_whole(cells, row, "record") == 0 &&
		    table_whole(cells, row, "count") > 0 &&
		    method_same_point(cells, row, cells, cell))
			return true;
	}
	return false;
}

struct table *
results_points(struct arena *a, const struct results *r, const char *dir)
{
	struct table *points = results_table(a, r, dir, "points");
	const struct table *cells;
	size_t nrows;

	if (points == NULL || !has_errors(r))
		return points;
	cells = results_table(a, r, dir, "cells");
	if (cells == NULL)
		return NULL;
	nrows = points->nrows;
	for (size_t cell = 0; cell < cells->nrows; cell++) {
		uint64_t errors = table_whole(cells, cell, "errors");
		size_t row;

		if (table_whole(cells, cell, "record") > 0 || errors == 0 ||
		    table_whole(cells, cell, "count") > 0)
			continue;
		row = find_row(points, cells, cell);
		if (row < nrows || (row == points->nrows &&
		    has_counted(cells, cell)))
			continue;
		if (row == points->nrows)
			row = add_failed(a, points, cells, cell);
		errors += table_whole(points, row, "errors");
		table_set(a, points, row, "errors",
		    arena_printf(a, "%" PRIu64, errors));
	}
	return points;
}

size_t
results_notes(struct arena *a, const struct results *r, const char *test,
    const char ***notes_out)
{
	const char **notes = arena_array(a, r->nchecks + 1, sizeof(notes[0]));
	size_t n = 0;

	if (results_is_simulated(r))
		notes[n++] = "SIMULATED: no drive was measured.";
	for (size_t i = 0; i < r->nchecks; i++) {
		const struct result_check *c = &r->checks[i];

		if (c->verdict == CHECK_FAIL && (test == NULL ||
		    c->test == NULL || strcmp(c->test, test) == 0))
			notes[n++] = arena_printf(a, "FAILED, %s: %s.",
			    c->name, c->text);
	}
	*notes_out = notes;
	return n;
}

int
verb_print(int argc, char **argv, void *request,
    int (*read)(int argc, char **argv, void *request),
    int (*print)(struct arena *a, const void *request))
{
	int result = read(argc, argv, request);
	struct arena *a;

	if (result != 0)
		return result == 1 ? OUTCOME_DONE : OUTCOME_INPUT;
	a = arena_new();
	result = print(a, request);
	arena_free(a);
	return result;
}
