/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_CHOOSE_H
#define PLATEAU_COLLECT_CHOOSE_H

#include <stdbool.h>
#include <stddef.h>

#include "model/plan.h"

/* Operating points that one test finds and a later one takes. */

/* What a step of the last round did. */
struct choose_point {
	struct factors factors;
	double iops, lat_mean_ns;	/* of all its I/Os */
};

/* The steps of the last complete round of a test; points is NULL if there was
 * none. */
struct choose_round {
	size_t npoints;
	const struct choose_point *points;
};

/*
 * choose_point() finds the point that 'choice' asks for.  Returns it, or NULL
 * if no point is at its factors with a latency that is low enough.
 */
const struct choose_point *choose_point(const struct plan_choice *choice,
    const struct choose_round *round);

/* choose_take() gives 'factors' the values of the point, for each factor that
 * 'source', the test that found it, varies and 'choice' does not state. */
void choose_take(const struct plan_choice *choice,
    const struct plan_stage *source, const struct choose_point *point,
    struct factors *factors);

#endif
