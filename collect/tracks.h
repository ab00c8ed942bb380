/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_TRACKS_H
#define PLATEAU_COLLECT_TRACKS_H

#include <stdbool.h>

#include "base/arena.h"
#include "collect/worker.h"
#include "model/plan.h"

/*
 * The tracked variables of a test while it runs, to end it in the round in
 * which it is steady.  A round is one of the test's, or one of its groups of
 * records.  The rule is that of stats/steady.h, which the analyzer
 * applies again to the log.
 */
struct tracks;

struct tracks *tracks_new(struct arena *a, const struct plan_stage *stage);

/* tracks_note() takes what a complete step did: tally[2] by enum iolog_op,
 * summed over its streams, in 'seconds'. */
void tracks_note(struct tracks *t, const struct factors *factors,
    unsigned round, const struct worker_tally *tally, double seconds);

/* tracks_steady() says whether every variable is steady over the window that
 * ends with the complete round 'round', from 1. */
bool tracks_steady(const struct tracks *t, unsigned round);

#endif
