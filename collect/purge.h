/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_PURGE_H
#define PLATEAU_COLLECT_PURGE_H

#include "base/arena.h"
#include "collect/engine.h"
#include "collect/target.h"
#include "model/run.h"

/*
 * purge_target() returns the target to a state as if it had never been written,
 * by 'method' of the plan, and says in '*note_out' what was really done, with
 * the command and what it printed: for the report, because not all of them are
 * what a specification calls a purge.
 *
 * A tool gets the device when we have let go of it, without any option that
 * forces anything; afterwards it must be the same device still.  An engine that
 * cannot let go is refused.  Returns RUN_DONE; RUN_SKIPPED if the target has no
 * such thing; RUN_INTERRUPTED; or RUN_FAILED with the reason printed.
 */
enum run_status purge_target(struct arena *a, struct target *t,
    const struct engine_kind *kind, const char *method,
    const char **note_out);

/* purge_check() tells before a run when the target cannot be purged so for
 * certain.  Returns 0, or -1 with the reason printed. */
int purge_check(struct arena *a, const struct target *t,
    const struct engine_kind *kind, const char *method);

/* purge_text() says how it would be done, command by command. */
const char *purge_text(struct arena *a, const struct target *t,
    const char *method);

#endif
