/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_FOUND_H
#define PLATEAU_COLLECT_FOUND_H

#include "collect/choose.h"
#include "model/run.h"

/*
 * found_round() is the last round of a test that is done, from its logs in the
 * folder 'dir': what a later test chooses from when the run goes on in another
 * process.  The numbers are those that the test itself had, but at a rate, where
 * they count from when the first I/O was due.  Without a point if the logs
 * cannot be read.
 */
struct choose_round found_round(struct arena *a, const char *dir,
    const struct run *all, const struct plan_stage *plan,
    const struct run_stage *run);

#endif
