/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_TEST_H
#define PLATEAU_ANALYZE_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyze/scan.h"
#include "base/arena.h"
#include "model/plan.h"
#include "model/results.h"
#include "model/run.h"

/*
 * One stage that did I/O: its log, what plan.xml and run.xml say of it (either
 * may be missing), and what follows from them: rounds, points, the window.
 */
struct cell {				/* a step */
	struct scan_step *scan;
	const struct run_step *run;	/* NULL: not known */
	uint32_t round;			/* 0: not known */
	size_t point;
	const struct plan_phase *phase;	/* of the round; NULL: none */
	bool done;			/* ran to its end, and measured */
	bool lossy;			/* ran to its end, but the log does
					   not have all of its I/Os */
	bool excess;			/* the log has more I/Os of it than were
					   issued: who knows which are true */
	bool empty;			/* ran to its end without a counted
					   I/O */
};

/* The values of one op at one point, over the rounds of the window. */
struct point_op {
	unsigned rounds;		/* that have I/Os of this op */
	double iops, mb_s;		/* means over its steps or records */
	/* Means of their own values, for those who publish such. */
	double lat_mean_ns, lat_sd_ns, lat_max_ns;
	double value_ns[NPERCENTILES];
};

struct point {
	struct factors factors;
	const struct plan_phase *phase;	/* of the round; NULL: none */
	unsigned rounds;		/* of the window in which it was done */
	uint64_t seconds_ns;		/* sum over them */
	size_t nsteps;
	size_t *steps;			/* indexes into scan.steps */
	size_t nrecords;
	size_t *records;		/* of the one step: only these count;
					   none: whole steps do */
	struct tally op[NOPS];		/* their pooled I/Os */
	struct point_op rates[NOPS];
};

/* The percentiles of a point, and the steps or records that they are of. */
struct test_pool {
	size_t nsteps;
	size_t *steps;			/* indexes into scan.steps */
	size_t nrecords;
	size_t *records;		/* as of a point */
	uint64_t value_ns[NOPS][NPERCENTILES];
};

/* A window of rounds and the tracked variables in it. */
struct window {
	unsigned first, last;
	bool spans_gap;
	bool reached;			/* all of them, and no gap */
	struct result_track *tracks;	/* tracks[plan->steady.ntracks] */
};

struct test {
	unsigned stage;
	const char *id, *title;
	bool measures;			/* a test, not a fill */
	const struct plan_stage *plan;	/* NULL: not known */
	const struct run_stage *run;	/* NULL: not known */
	struct scan *scan;
	size_t ncells;
	struct cell *cells;		/* in the order of scan.steps */
	size_t ndone;
	struct cell **done;		/* those that are done, by round, then
					   point, then number */
	unsigned nrounds;		/* the largest round seen */
	bool *complete;			/* complete[nrounds + 1], by round */
	unsigned ncomplete;		/* how many are */
	unsigned last_complete;		/* 0: none */
	unsigned njudged;		/* groups of records with a value, where
					   the steady-state rule looks at these */
	size_t nempty;			/* steps that are empty */
	size_t nexcess;			/* steps of too many I/Os */
	size_t nlost;			/* steps that are lossy, or that the
					   log has nothing of */
	uint32_t *lost;			/* their numbers, ascending */
	size_t npoints;
	struct point *points;
	uint32_t varying;		/* factors that tell them apart, 1u << f */
	size_t nwindows;
	struct window *windows;		/* all that were looked at */
	unsigned window_first, window_last;	/* the one used; 0: no round
						   is complete */
	unsigned pool_first, pool_last;	/* rounds that the points pool: the
					   window's, unless that is of groups
					   of records and not steady; 0: none
					   is complete */
	bool pool_records;		/* they are groups of records: of each
					   the one that is looked at */
	size_t chosen;			/* of windows; nwindows: none */
	bool steady_asked, steady_reached;
	bool pooled;			/* the points have their I/Os */
	bool exact;			/* percentiles are known */
};

/* test_new() finds cells, rounds, points and the window of a scanned log;
 * 'run' and 'plan' may be NULL.  The test takes over 'scan'. */
struct test *test_new(struct arena *a, struct scan *scan,
    const struct plan_stage *plan, const struct run_stage *run);

/* test_free() frees what is not in the arena. */
void test_free(struct test *t);

/* test_points() pools the points over the window and makes the later passes on
 * 'nthreads' threads.  0, or -1 with the reason printed. */
int test_points(struct arena *a, struct test *t, unsigned nthreads);

/* test_points_known() does it without a pass: the steps have their percentiles
 * already, and pools[npools] those of the points.  False, with nothing done, if
 * the points are not of these steps. */
bool test_points_known(struct arena *a, struct test *t,
    const struct test_pool *pools, size_t npools);

/* test_pool_of() returns what test_points() found of a point; it lives as long
 * as the test. */
struct test_pool test_pool_of(const struct point *p);

/* test_find_done() returns the place in t->done of the first step of this
 * round and point, or of a later one. */
size_t test_find_done(const struct test *t, unsigned round, size_t point);

/* How many I/Os of a step were read, of all kinds. */
uint64_t test_step_read(const struct scan_step *s);

/* The rounds that a test is told by: complete ones, or groups of records. */
unsigned test_rounds(const struct test *t);

/* How often a test was interrupted and went on later. */
size_t test_resumed(const struct test *t);

/* Whether an amount may end the steps of a test before their time. */
bool test_has_amount(const struct test *t);

/* The time that a step's rates refer to: first submit to last completion of
 * the counted I/Os; 0 without any. */
uint64_t test_step_ns(const struct scan_step *s);

/* Seconds; NAN if ns is 0. */
double test_seconds(uint64_t ns);

/* count / seconds and bytes / seconds / 10^6; NAN if ns is 0. */
double test_iops(uint64_t count, uint64_t ns);
double test_mb_s(uint64_t bytes, uint64_t ns);

/* Letters of an op in the tables: "read", "write", "all". */
const char *test_op_name(int op);

/* test_point_label() names a point by the factors that vary in its test:
 * "4KiB, R/W 0/100". */
const char *test_point_label(struct arena *a, const struct test *t,
    const struct factors *f);

#endif
