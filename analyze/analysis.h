/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_ANALYSIS_H
#define PLATEAU_ANALYZE_ANALYSIS_H

#include "analyze/test.h"
#include "analyze/window.h"
#include "base/arena.h"
#include "model/plan.h"
#include "model/results.h"
#include "model/run.h"

/* An analysis in the making: what is known of the run, and the findings. */
struct analysis {
	struct arena *arena;
	const char *dir;		/* the run folder */
	const struct plan *plan;	/* NULL: no plan.xml */
	const struct run *run;		/* NULL: no run.xml */
	const struct window_rule *rule;	/* in place of the plan's; NULL: none */
	enum { RUN_IS_OVER, RUN_IS_LIVE, RUN_IS_CUT_OFF } state;
	bool plan_is_other;		/* plan.xml is not that of the run */
	const char *log_uuid;		/* of the first log; NULL: none yet */
	size_t nlogs;
	struct identity **logs;		/* that came so far: identity.c */
	size_t ntests;
	const struct test **tests;	/* those that measured, in order */
	struct results results;
};

/* analysis_check() adds a check; 'test' may be NULL. */
void analysis_check(struct analysis *a, const char *name, const char *test,
    unsigned verdict, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* analysis_deviation() adds a deviation; 'test' may be NULL. */
void analysis_deviation(struct analysis *a, const char *key, const char *test,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* What a finding is of: a point of a test, told by its factors in a bit set and
 * by its phase, if there is one. */
struct subject {
	const struct test *test;
	const struct plan_phase *phase;
	const struct factors *at;
	uint32_t fixed;
};

/* analysis_finding() adds a finding; analysis_value() adds a number to the one
 * that was added last. */
void analysis_finding(struct analysis *a, const char *key,
    const struct subject *of, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void analysis_value(struct analysis *a, const char *name, double value);

/* analysis_add_fill() adds what results.xml holds of a fill. */
void analysis_add_fill(struct analysis *a, const struct test *t);

/* analysis_add_test() adds what results.xml holds of a test. */
void analysis_add_test(struct analysis *a, const struct test *t);

#endif
