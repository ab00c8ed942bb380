/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_STIMULUS_H
#define PLATEAU_RENDER_STIMULUS_H

#include <stdbool.h>

#include "render/scope.h"

/* What the stage in hand does, in words.  As in scope.c, NULL is a value that
 * is not known and "" a name that means nothing. */

/* stimulus_value() is {stage.NAME}; stimulus_phase() is {phase.N} and
 * {phase.N.NAME}, of the Nth phase of a round. */
const char *stimulus_value(const struct scope *s, const char *name);
const char *stimulus_phase(const struct scope *s, const char *name);

/* "TC 4/QD 32". */
const char *stimulus_threads_depth(const struct scope *s,
    const struct plan_stage *stage);

bool stimulus_loops(const struct plan_stage *stage, enum factor f);

/* stimulus_follows() returns the title of the test that the one in hand follows
 * without a purge, fill or pause, stimulus_chain() all such tests and their
 * steady states, first to last; or NULL. */
const char *stimulus_follows(const struct scope *s);
const char *stimulus_chain(const struct scope *s);

#endif
