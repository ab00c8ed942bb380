/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_PROGRESS_H
#define PLATEAU_COLLECT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/crew.h"
#include "collect/left.h"

/*
 * What a person sees while it runs, from a thread of its own, so that a slow
 * terminal holds up nothing: on a terminal one line, rewritten; else a line at
 * the beginning of a stage and of a round.  There is one at a time.
 */

/* Where the run is. */
struct progress_place {
	unsigned stage, nstages;	/* from 1 */
	char id[32];			/* of the stage */
	unsigned round, nrounds;	/* 0: the stage has none */
	unsigned step, nsteps;		/* within the round, from 1 */
	char what[80];			/* the factors, short */
	double step_s;			/* the step's length; 0: a fill's */
	double step_least_s;		/* what it takes if it is steady soon */
	uint64_t step_bytes;		/* what it moves before it ends, or 0 */
	struct left rest;		/* of all behind the step */
	double fill_bytes_per_s;	/* of the last fill; 0: not known */
};

/* progress_open() starts it; 'quiet' makes all calls do nothing.  The crew is
 * asked for its counters until progress_close(). */
void progress_open(const struct crew *crew, bool quiet);
void progress_close(void);

/* progress_at() says that the run is now at this place. */
void progress_at(const struct progress_place *place);

#endif
