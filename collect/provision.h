/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_PROVISION_H
#define PLATEAU_COLLECT_PROVISION_H

#include "base/arena.h"
#include "collect/engine.h"
#include "collect/target.h"
#include "model/plan.h"
#include "model/run.h"

/*
 * The provision stage: how much of a drive is visible.  What is hidden, and
 * erased, is spare room for the drive to work with.
 */

/* provision_view() has a target that is only looked at be as the stage will
 * leave it. */
void provision_view(const struct plan_stage *stage, struct target *view);

/* provision_check() checks that the stage can be done to the target as it is
 * then.  Returns 0, or -1 with the reason printed. */
int provision_check(const struct plan_stage *stage, const struct target *t);

/* provision_check_tool() tells before a run when its tool cannot be used for
 * certain.  Returns 0, or -1 with the reason printed. */
int provision_check_tool(struct arena *a, const struct plan_stage *stage,
    const struct target *t, const struct engine_kind *kind);

/* provision_hidden_bytes() is what an ATA or NVMe drive has beside what it
 * shows, as its program tells; 0 if it does not. */
uint64_t provision_hidden_bytes(struct arena *a, const struct target *t);

/* provision_text() says how it would be done, command by command. */
const char *provision_text(struct arena *a, const struct plan_stage *stage,
    const struct target *t);

/*
 * provision_target() does it: by a tool that gets the device when we have let
 * go of it, or, as a region, by never touching what is behind it.  A target
 * that is no drive knows only the latter.  The capacities before and after, as
 * the drive itself tells, and the commands with what they printed go into
 * 'run'.  Doing it twice is as good as once.  Returns RUN_DONE, or RUN_FAILED
 * with the reason printed.
 */
enum run_status provision_target(struct arena *a, struct target *t,
    const struct engine_kind *kind, const struct plan_stage *stage,
    struct run_stage *run);

#endif
