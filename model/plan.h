/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_PLAN_H
#define PLATEAU_MODEL_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/amount.h"
#include "model/factor.h"

/* A plan: what to do to a drive, as data.  docs/plan.md is its manual and
 * templates/schema/plan.rng its grammar. */

enum stage_kind {
	STAGE_PURGE,	/* return the drive to a state as if never written */
	STAGE_FILL,	/* sequential pre-conditioning by capacity */
	STAGE_TEST,	/* a stage that measures */
	STAGE_IDLE,	/* the host does nothing */
	STAGE_PROVISION	/* change how much of the drive is visible */
};

/* What is done when an I/O fails. */
enum error_policy { ERROR_STOP, ERROR_GO_ON };

struct plan_loop {
	int line;			/* in the plan's file, here and below */
	enum factor factor;
	size_t nvalues;
	int64_t *values;		/* values[nvalues], in loop order */
};

/*
 * A part of each round of a test: points of its own, run before those of the
 * next phase.  What it does not say is as in the test.
 */
struct plan_phase {
	int line;
	const char *id;			/* "baseline-1"; NULL: none */
	const char *title;		/* the id unless given */
	uint32_t given;			/* factors that it states, 1u << f */
	struct factors at;		/* their values */
	uint64_t duration_ns;		/* 0: the test's */
	unsigned repeat;		/* times each point is run in a row */
	size_t nloops;
	struct plan_loop *loops;
};

/*
 * A point that another test of the run found: the factors of its loops take the
 * values that they have there.  Of the steps of its last complete round that
 * are at 'fixed' and whose mean latency is within 'within_ns', "max" is the one
 * of most IOPS, "min" the one with the fewest I/Os outstanding, and "mid" the
 * one nearest to the middle of the two in IOPS.
 */
struct plan_choice {
	int line;			/* 0: none */
	const char *test;		/* id of an earlier test */
	const char *pick;		/* "max", "mid", "min" */
	uint64_t within_ns;		/* 0: any */
	uint32_t fixed;
	struct factors at;
};

/*
 * A tracking variable: 'metric' of the point of the test at which the factors
 * in 'fixed' (a bit set, 1u << enum factor) have these values.
 */
struct plan_track {
	int line;
	const char *metric;		/* "iops", "mb_s", "lat_mean" */
	const char *op;			/* "read", "write" or "all" */
	uint32_t fixed;
	struct factors at;
};

struct plan_steady {
	int line;
	unsigned window;		/* rounds, from 2; 0: no steady state */
	double range_frac;		/* 0.20 */
	double slope_frac;		/* 0.10 */
	unsigned every;			/* 0: rounds are those of the test; else
					   that many records of its one step */
	unsigned sample;		/* the record of each that is looked at,
					   from 1; with 'every' only */
	size_t ntracks;
	struct plan_track *tracks;
};

struct plan_stage {
	enum stage_kind kind;
	unsigned number;		/* from 1, in order: NN of its log */
	const char *id;			/* "iops"; else, unless given, its kind:
					   "fill", "purge" */
	const char *title;		/* "IOPS" */
	int line;
	struct factors base;		/* the factors that no loop varies */
	/* test */
	size_t nloops;
	struct plan_loop *loops;	/* outer first; none with phases */
	size_t nphases;
	struct plan_phase *phases;	/* of a round, in order */
	struct plan_choice choice;
	unsigned rounds;		/* the most that are run, from 1 */
	uint64_t duration_ns;		/* of a step, or of the idle stage */
	uint64_t ramp_ns;		/* before it, logged and flagged */
	uint64_t record_ns;		/* slices of each step; 0: none */
	struct plan_steady steady;
	/* fill and test */
	struct amount amount;	/* fill: in place of passes; test: ends
					   a step before its duration */
	/* fill */
	double passes;			/* times the region is written over */
	/* purge and provision */
	const char *method;		/* "auto", "discard", "region" ... */
	/* provision */
	struct amount capacity;		/* 100 %: all that the drive has */
};

struct plan {
	const char *name;		/* "pts-e-iops": see xmltext.h */
	const char *title;		/* for people; name if not given */
	const char *specification;	/* "SNIA PTS-E 2.0.2", or NULL */
	enum error_policy on_error;
	const char *write_cache;	/* "as-found", "on", "off" */
	double scale;			/* what --scale divided by, or 1 */
	size_t nstages;
	struct plan_stage *stages;
};

/*
 * plan_load() reads, checks and completes the plan in the XML file 'path':
 * every default is filled in.  Returns the plan in 'a', or NULL with every
 * mistake printed as "path:line: what, and what was expected".
 */
struct plan *plan_load(struct arena *a, const char *path);

/* plan_sha256() is the hash of the file 'path', in hexadecimal: run.xml keeps that
 * of its plan.  NULL, with the reason printed, if it cannot be read. */
const char *plan_sha256(struct arena *a, const char *path);

/* plan_find() returns the path of the plan called 'name': the file itself if
 * 'name' has a '/' or ends in ".xml", else plans/NAME.xml of the templates. */
char *plan_find(struct arena *a, const char *name);

/*
 * plan_check() checks what no single value can tell: that loops are not empty
 * and visit what is tracked, that the window fits into the rounds, that ids
 * differ.  plan_load() and plan_save() call it; a program that offers --set
 * calls it behind the last one, with 'path' NULL.  Returns the number of
 * mistakes, each printed, as "path:line: " if there is a path.
 */
unsigned plan_check(const struct plan *plan, const char *path);

/* plan_kind_name() is the element of a stage, and its id unless given:
 * "fill". */
const char *plan_kind_name(enum stage_kind kind);

/* plan_save() writes the plan as executed, defaults filled in; it loads again
 * as the same plan.  Returns 0, or -1 with the reason printed. */
int plan_save(const struct plan *plan, const char *path);

/*
 * plan_set() is --set [STAGE.]FACTOR=VALUES: replaces the values of the
 * factor's loop (values separated by blanks or commas) in every test that has
 * one, else its constant.  Also duration=, ramp=, rounds=, window=; window=0
 * asks for no steady state.  STAGE is the id of a stage, which may be a fill;
 * without it, all tests are meant.  Each assignment is checked alone, so that
 * the order of several does not matter: plan_check() judges the whole.  Returns
 * 0, or -1 with the reason printed and the plan as it was.
 */
int plan_set(struct arena *a, struct plan *plan, const char *assignment);

/* plan_scale() is --scale: divides durations, ramps, records, pauses, amounts
 * and fills by 'divisor' (a finite number above 0), never rounds, windows or
 * loops.  Durations end at the least that a plan may ask for, 1 ms. */
void plan_scale(struct plan *plan, double divisor);

/* Steps of one round of a test: the product of its loops, or the sum of its
 * phases; 1 without either. */
size_t plan_steps(const struct plan_stage *stage);

/* One step of a round. */
struct plan_step {
	const struct plan_phase *phase;	/* NULL: the test has none */
	struct factors factors;
	uint64_t duration_ns;
};

/* plan_step() returns step 'index' (0 to plan_steps() - 1) of a round: phases
 * one after another, in each the last loop varies fastest, each point repeated
 * as often as the phase says. */
struct plan_step plan_step(const struct plan_stage *stage, size_t index);

/* plan_step_factors() returns its factors alone. */
struct factors plan_step_factors(const struct plan_stage *stage, size_t index);

/* plan_round_ns() is the time of one round: ramps, steps and pauses. */
uint64_t plan_round_ns(const struct plan_stage *stage);

/* Whether steps of the test begin at times that were set before, because there
 * is a pause behind one of them: then no delay of one moves the next. */
bool plan_is_timed(const struct plan_stage *stage);

/* The most rounds that can be judged for steady state: those of the test, or
 * the groups of records that its step may have. */
unsigned plan_judged_rounds(const struct plan_stage *stage);

/* The soonest time at which a test, or an idle stage, may end by its own terms;
 * 0 if an amount may end it at any time. */
uint64_t plan_least_ns(const struct plan_stage *stage);

/* The largest value that a factor takes anywhere in the plan. */
int64_t plan_most(const struct plan *plan, enum factor f);

/* Whether any stage writes: a fill, a purge, a mix below 100 % reads, or a
 * provision stage that changes the drive itself. */
bool plan_writes(const struct plan *plan);

#endif
