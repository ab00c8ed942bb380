/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_EXACT_H
#define PLATEAU_ANALYZE_EXACT_H

#include "analyze/scan.h"

/*
 * The later passes over a log: exact percentiles of its steps, and of the
 * points that pool them, by refinement (stats/refine.h) in constant memory.
 */

/* A set of steps whose I/Os are taken together; 'op' are their merged
 * tallies, filled in by the caller but for the percentiles. */
struct exact_pool {
	struct tally *op;		/* op[NOPS] */
	size_t nsteps;
	const size_t *steps;		/* indexes into scan.steps */
	size_t nrecords;
	const size_t *records;		/* of the one step: only these count;
					   none: whole steps do */
};

/*
 * exact_percentiles() fills in value_ns and exact of the tallies of all steps
 * of 's' and of pools[npools], on 'nthreads' threads, and the histograms of
 * pools of records and of these records.  A step or a record may be in one of
 * the pools.  Returns 0, or -1 with the reason printed: the log cannot be read
 * again, or is not what it was; tallies that are not exact then say so.  What
 * the scan has for these passes alone is freed.
 */
int exact_percentiles(struct scan *s, const struct exact_pool *pools,
    size_t npools, unsigned nthreads);

#endif
