/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_KEPT_H
#define PLATEAU_COLLECT_KEPT_H

#include "model/plan.h"
#include "model/run.h"

/*
 * kept_rounds() finds out which rounds of a test that was interrupted are
 * whole: run.xml has all of their steps, and the logs in the folder 'dir' have
 * as many I/Os of each as it issued.  The stage is left with these alone,
 * pending, and its log becomes the last of its parts, so that the test can go
 * on with the next round in another.  The last round that there may be is never
 * kept: what it would have ended is not known.
 *
 * Returns how many rounds are kept.  With none the stage is as it was.
 */
unsigned kept_rounds(struct arena *a, const char *dir, const struct run *all,
    const struct plan_stage *plan, struct run_stage *run);

/* kept_logged() is how many I/Os that count the earlier logs of a stage
 * have. */
uint64_t kept_logged(const struct run_stage *run);

#endif
