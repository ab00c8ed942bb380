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

#endif
