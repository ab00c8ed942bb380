/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_RESUME_H
#define PLATEAU_COLLECT_RESUME_H

#include "collect/options.h"
#include "collect/outcome.h"
#include "collect/target.h"
#include "model/plan.h"
#include "model/run.h"

/*
 * Going on with a run that was interrupted, by a signal, a failure, kill -9 or
 * a power cut.  Stages that are done stay as they are.  A test of rounds goes
 * on with the round that was interrupted, in a log of its own (kept.h).  One
 * that takes a point of another test (found.h) begins again by itself.  Any
 * other begins again, with the purge and the fill before it, for the time that
 * has passed since has changed the drive.  A simulated drive ends with its
 * process: such a run begins again with its first stage.
 */

/*
 * resume_load() reads the run and the plan in the folder o->resume and fills
 * in what the command line did not say: target, engine, seed.  Prints why when
 * there is nothing to resume, when plan.xml is not what it was, or when a stage
 * that is done has not the logs that it had.
 */
enum outcome resume_load(struct arena *a, struct options *o,
    struct run **run_out, struct plan **plan_out);

/* resume_token() is what --destroy has to give again for the run to write: what
 * has no serial number may be another one at the same path.  NULL: nothing. */
const char *resume_token(struct arena *a, const struct run *run);

/* resume_check() compares the target with the one that the run began on.
 * Returns 0, or -1 with the difference printed. */
int resume_check(struct arena *a, const struct run *run,
    const struct target *t);

/* resume_first() is the index of the stage to begin again with. */
size_t resume_first(const struct plan *plan, const struct run *run);

/* resume_reset() makes that stage and those behind it pending again, but for
 * the rounds that stay, and says so; the first gets a gap, until 'now_ns' of
 * the run's time, that says why. */
void resume_reset(struct arena *a, const char *dir, const struct plan *plan,
    struct run *run, uint64_t now_ns);

/* resume_show() limits the plan to what the provision stages that are done left
 * of the target. */
void resume_show(const struct run *run, struct target *t);

/* resume_keep_logs() gives the logs of pending stages other names, but for the
 * parts that stay, so that nothing that was measured is lost.  Returns 0, or -1
 * with the reason printed. */
int resume_keep_logs(struct arena *a, const char *dir,
    const struct plan *plan, const struct run *run);

#endif
