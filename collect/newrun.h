/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_NEWRUN_H
#define PLATEAU_COLLECT_NEWRUN_H

#include "collect/options.h"
#include "collect/safety.h"
#include "collect/target.h"
#include "model/plan.h"
#include "model/run.h"

/*
 * newrun() returns the run as it is before its first stage: who measures what,
 * on what, under which conditions, and a stage for each of the plan's.
 */
struct run *newrun(struct arena *a, const struct options *o,
    const struct plan *plan, const struct target *t, enum safety_log place);

#endif
