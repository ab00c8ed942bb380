/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_INPUT_H
#define PLATEAU_RENDER_INPUT_H

#include "base/arena.h"
#include "model/plan.h"
#include "model/results.h"
#include "model/run.h"
#include "model/table.h"

/* What a report is made from: one run directory, read and cross-checked. */
struct input {
	const char *dir;
	struct run *run;
	struct plan *plan;
	struct results *results;
	struct table *cells, *points;
};

/* input_load() reads the run directory 'dir'.  NULL with the reason printed;
 * a run without results is told to be analyzed first. */
struct input *input_load(struct arena *a, const char *dir);

/* input_part() loads the rows of a test of one of the large tables:
 * "histograms", "slices", "seconds".  NULL if it is not there, as in an archive,
 * or cannot be read (the reason is printed). */
struct table *input_part(const struct input *in, struct arena *a,
    const char *name, const char *test);

/* input_stage() returns the stage of the plan that a test of the results is;
 * input_run_stage() what was done of it.  NULL if there is none. */
const struct plan_stage *input_stage(const struct input *in,
    const struct result_test *test);
const struct run_stage *input_run_stage(const struct input *in,
    unsigned number);

/* input_before() returns the stage of 'kind' (the last one) that prepared a
 * test, or the tests that it follows without a pause: behind the tests before
 * these.  NULL if there is none. */
const struct plan_stage *input_before(const struct input *in,
    const struct plan_stage *test, enum stage_kind kind);

/* input_phase() returns the index of the phase that a step of a test belongs
 * to, or -1 if the test has none. */
int input_phase(const struct plan_stage *stage, uint64_t step);

/* What a report can show of a point, and how: a column of the tables. */
struct metric {
	const char *name;		/* in plans and templates: "lat_p99" */
	const char *column;		/* in the tables: "lat_p99_ns" */
	const char *title;		/* key in the catalogues */
	const char *unit;	/* key of the unit that is shown, or NULL */
	double scale;	/* column's value x scale = shown value */
	double beyond;	/* percentiles: share of I/Os above it; else 0 */
};

/* metric_find() returns the metric called 'name' (of 'length' bytes), or
 * NULL. */
const struct metric *metric_find(const char *name, size_t length);

#endif
