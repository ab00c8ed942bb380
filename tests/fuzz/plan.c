/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes are in a plan's file: it is refused, or what it says can be
 * walked through, saved, and loads as a plan again. */
#include "model/plan.h"
#include "tests/fuzz/file.h"

static void
walk(struct arena *a, struct plan *plan)
{
	char saved[] = "/tmp/fuzz-plan-XXXXXX";

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		plan_step(stage, 0);
		plan_step(stage, plan_steps(stage) - 1);
		plan_round_ns(stage);
		plan_least_ns(stage);
		plan_is_timed(stage);
		plan_judged_rounds(stage);
	}
	plan_writes(plan);
	plan_most(plan, FACTOR_BLOCK);
	plan_scale(plan, 3);
	int out = mkstemp(saved);
	if (out == -1)
		abort();
	close(out);
	if (plan_save(plan, saved) == -1 || plan_load(a, saved) == NULL)
		abort();
	unlink(saved);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_new();

	put_in_file(data, size);
	struct plan *plan = plan_load(a, path);
	if (plan != NULL)
		walk(a, plan);
	arena_free(a);
	return 0;
}
