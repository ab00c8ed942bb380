/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_PURGE_H
#define PLATEAU_COLLECT_PURGE_H

#include "base/arena.h"
#include "collect/target.h"
#include "model/run.h"

/*
 * purge_target() returns the target to a state as if it had never been
 * written, by 'method' of the plan ("auto", "discard", "none"), and says in
 * '*note_out' what was really done: for the report, because a discard is not
 * what a specification calls a purge.  Returns RUN_DONE; RUN_SKIPPED if the
 * target has no such thing; RUN_INTERRUPTED; or RUN_FAILED.
 */
enum run_status purge_target(struct arena *a, const struct target *t,
    const char *method, const char **note_out);

#endif
