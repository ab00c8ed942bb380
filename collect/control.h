/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_CONTROL_H
#define PLATEAU_COLLECT_CONTROL_H

#include "base/arena.h"
#include "collect/cache.h"
#include "collect/choose.h"
#include "collect/crew.h"
#include "collect/options.h"
#include "collect/outcome.h"
#include "collect/runfile.h"
#include "collect/target.h"
#include "model/plan.h"
#include "model/run.h"

/* All that a run needs, ready before its clock starts. */
struct session {
	struct arena *arena;
	const struct options *options;
	const struct plan *plan;
	struct target *target;
	struct cache cache;		/* the drive's own */
	struct run *run;		/* a stage for each of the plan's */
	struct crew *crew;
	struct runfile *runfile;
	struct choose_round *rounds;	/* rounds[nstages]: what tests found */
	uint64_t anchor_ticks;		/* what the run's times count from */
};

/*
 * control_run() executes the stages of the plan, in order, and keeps the run
 * up to date; what it found stands in session->run when it returns.
 */
enum outcome control_run(struct session *s);

#endif
