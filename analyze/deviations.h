/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_DEVIATIONS_H
#define PLATEAU_ANALYZE_DEVIATIONS_H

#include "analyze/analysis.h"

/*
 * How the run differs from what it claims to be, from the plan, run.xml and
 * the log alone: the operator is not asked.  Rules of the SNIA PTS are applied
 * where the plan names that specification; the others (a file for a target, a
 * scaled run, a simulated drive ...) always.  The keys are in
 * docs/method.md.
 */

/* deviations_run() adds what concerns the whole run. */
void deviations_run(struct analysis *a);

/* deviations_test() adds what concerns one test. */
void deviations_test(struct analysis *a, const struct test *t);

#endif
