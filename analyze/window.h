/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_WINDOW_H
#define PLATEAU_ANALYZE_WINDOW_H

#include "analyze/test.h"

/*
 * window_choose() applies the steady-state rule of the plan to every window of
 * complete rounds of a test, and picks the one that the results come from:
 *
 *	the first in which all tracked variables are steady, and that spans no
 *	gap; else the last; else (no rule in the plan, or fewer complete rounds
 *	than the rule needs) all complete rounds.
 */
void window_choose(struct arena *a, struct test *t);

/* window_record() is the record, from 0, that stands for a round of a test whose
 * rounds are groups of records. */
size_t window_record(const struct test *t, unsigned round);

/* A steady-state rule: limits of range and slope over so many rounds. */
struct window_rule {
	const char *name;		/* NULL: that of a plan */
	unsigned window;
	double range_frac, slope_frac;
};

/* window_rule_find() returns the rule called "pts" (that of the specification)
 * or "reviews", or NULL. */
const struct window_rule *window_rule_find(const char *name);

/* window_rule_set() puts a rule in the place of the plan's own, in all tests
 * that ask for steady state. */
void window_rule_set(struct plan *plan, const struct window_rule *rule);

/*
 * window_search() applies another rule to the tracked variables of the plan in
 * all windows.  The best window is that with the least excursion, as a share
 * of the average, of its least steady variable: of those that are steady, or
 * if none is, of all that span no gap; of equal ones the first.
 */
struct window_search {
	size_t n, nreached;		/* windows looked at, and steady ones */
	const struct window *first, *last;	/* of these; NULL: none */
	const struct window *best;	/* NULL: there is no window */
	double unrest_frac;		/* of the best */
};

struct window_search window_search(struct arena *a, const struct test *t,
    const struct window_rule *rule);

#endif
