/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_PLAN_FIELDS_H
#define PLATEAU_MODEL_PLAN_FIELDS_H

#include "model/plan.h"
#include "model/xmlfield.h"

/* The attributes of a plan's elements, for its loader and its saver. */

#define PLAN_NS "urn:plateau:plan:1"

/* The limits of --set are those of the attributes. */
#define PLAN_LEAST_NS UINT64_C(1000000)			/* 1 ms */
#define PLAN_MOST_NS (UINT64_C(30) * 86400 * 1000000000)	/* 30 days */
#define PLAN_MOST_ROUNDS 10000
#define PLAN_MOST_VALUES 1000
#define PLAN_MOST_STAGES 999
#define PLAN_LEAST_PASSES 1e-9		/* of any drive: less than a block */
#define PLAN_MOST_PASSES 1000.0

/* Points of one round, and steps of one test; far above the 56 and 1400 of the
 * largest tests there are, and small enough to hold in memory. */
#define PLAN_MOST_POINTS 100000
#define PLAN_MOST_STEPS 1000000
#define PLAN_MOST_PHASES 1000
#define PLAN_MOST_REPEAT 100000
#define PLAN_MOST_RECORDS 1000000	/* of one step */

/* Plans that include plans that include plans ... */
#define PLAN_MOST_DEPTH 4

extern const struct xmlfield plan_fields[];
extern const struct xmlfield plan_purge_fields[];
extern const struct xmlfield plan_provision_fields[];
extern const struct xmlfield plan_fill_fields[];
extern const struct xmlfield plan_test_fields[];
extern const struct xmlfield plan_idle_fields[];
extern const struct xmlfield plan_phase_fields[];
extern const struct xmlfield plan_choice_fields[];
extern const struct xmlfield plan_steady_fields[];
extern const struct xmlfield plan_track_fields[];

/* The factors that a fill may state. */
#define PLAN_FILL_FACTORS (1u << FACTOR_BLOCK | 1u << FACTOR_THREADS | \
	1u << FACTOR_DEPTH | 1u << FACTOR_REGION | 1u << FACTOR_COMPRESSIBLE)

/* plan_complete_fill() works out the passes of a fill whose amount is told in
 * percent. */
void plan_complete_fill(struct plan_stage *stage);

#endif
