/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_CHECKS_H
#define PLATEAU_ANALYZE_CHECKS_H

#include "analyze/analysis.h"

/* issued = logged = analysed, for one log.  What is not known is 0. */
struct counts {
	bool issued_known, logged_known;
	uint64_t issued, logged, analysed;
	uint64_t issued_least;		/* where it is not known */
	uint64_t ramp, drained, failed;	/* of the analysed */
};

struct counts counts_of(const struct test *t);

/*
 * checks_test() makes the checks of one test or fill and adds them to the
 * analysis: docs/method.md lists them with their limits.
 */
void checks_test(struct analysis *a, const struct test *t);

#endif
