/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_RATES_H
#define PLATEAU_ANALYZE_RATES_H

#include <stddef.h>

#include "analyze/test.h"
#include "base/arena.h"

/* The rates of one load over time, in entries of equal length. */
struct rates {
	size_t n;			/* 0: too few to tell anything */
	double *iops, *mb_s;
	double *begin_s;		/* of each entry, since the first */
	double *written_bytes;		/* of the load, before each entry */
};

/* Fewer entries than this are no series. */
#define RATES_LEAST 40

/*
 * rates_of_step() returns the rates of a step in its whole records, or, if it
 * has fewer than RATES_LEAST of these, in its whole seconds.
 */
struct rates rates_of_step(struct arena *a, const struct test *t,
    const struct cell *c);

/* rates_of_point() returns the rates of the steps of a point in their order,
 * as where a phase repeats it. */
struct rates rates_of_point(struct arena *a, const struct test *t,
    size_t point);

/* What became of the fixed rates that steps were to have. */
struct rates_asked {
	size_t nsteps, nmissed;
	uint32_t step;			/* of the largest miss */
	double asked_per_s, reached_per_s;
};

/* rates_asked() compares them in the steps that ran to their end.  By 1 % it
 * is not missed, nor by what Poisson arrivals leave to chance. */
struct rates_asked rates_asked(const struct test *t);

#endif
