/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_SUMMARY_H
#define PLATEAU_ANALYZE_SUMMARY_H

#include "analyze/analysis.h"

/* summary_test() prints what was found of a test or fill to stdout, for a
 * person: rounds, window, rule by rule, counts, the matrix. */
void summary_test(struct arena *a, const struct test *t);

/* summary_findings() prints checks that did not pass, the findings that tell
 * most, and deviations. */
void summary_findings(const struct analysis *a);

/* summary_failures() prints the checks that failed to stderr, where there is no
 * summary. */
void summary_failures(const struct analysis *a);

#endif
