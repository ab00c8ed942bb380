/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_FINDINGS_H
#define PLATEAU_ANALYZE_FINDINGS_H

#include "analyze/analysis.h"

/*
 * What a reviewer writes of a test, found by definitions that docs/method.md
 * lists by key.  Nothing is judged: a finding tells what was measured, and one
 * that a test does not show is not told.
 */

/* findings_test() adds what one test shows; its logs are still at hand. */
void findings_test(struct analysis *a, const struct test *t);

/* findings_run() adds what the tests of a run show together. */
void findings_run(struct analysis *a);

/* Parts of findings_test(): windows by named rules, rates over time, what
 * pauses and other loads do, points beside one another, shares of I/Os. */
void findings_steady(struct analysis *a, const struct test *t);
void findings_series(struct analysis *a, const struct test *t);
void findings_phases(struct analysis *a, const struct test *t);
void findings_points(struct analysis *a, const struct test *t);
void findings_shares(struct analysis *a, const struct test *t);

/* The factors that name a load. */
#define FINDINGS_LOAD (1u << FACTOR_PATTERN | 1u << FACTOR_BLOCK |	\
    1u << FACTOR_MIX)

/* findings_load() names a load: "random, 4KiB, R/W 0/100". */
const char *findings_load(struct analysis *a, const struct factors *f);

/* A rate in the unit in which such a load is told: MB/s of sequential access,
 * else IOPS, and the name of the unit. */
struct findings_rate {
	const char *unit;
	bool is_mb_s;
};
struct findings_rate findings_rate(const struct factors *f);

#endif
