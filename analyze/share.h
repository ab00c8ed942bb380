/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_SHARE_H
#define PLATEAU_ANALYZE_SHARE_H

#include <stdbool.h>
#include <stddef.h>

#include "analyze/logs.h"

/*
 * Which logs a part of an archive counts: whole logs, and so whole points.
 * Each goes to the part that has the fewest bytes so far, the largest of a run
 * first.  All parts that are told of the same runs in the same order agree.
 */
struct share;

/* share_new() begins part 'part', from 1, of 'nparts'.  NULL with the reason
 * printed; share_free() ignores NULL. */
struct share *share_new(unsigned part, unsigned nparts);
void share_free(struct share *s);

/* share_logs() gives out the logs of one run: mine_out[nlogs] says which of
 * them are this part's. */
void share_logs(struct share *s, struct arena *a, const struct log *logs,
    size_t nlogs, bool *mine_out);

#endif
