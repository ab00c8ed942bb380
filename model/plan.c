/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/file.h"
#include "model/plan.h"

char *
plan_find(struct arena *a, const char *name)
{
	size_t length = strlen(name);

	if (strchr(name, '/') != NULL ||
	    (length > 4 && strcmp(name + length - 4, ".xml") == 0))
		return arena_strdup(a, name);
	return file_data_path(a, arena_printf(a, "plans/%s.xml", name));
}

size_t
plan_steps(const struct plan_stage *stage)
{
	size_t product = 1;

	for (size_t i = 0; i < stage->nloops; i++)
		product *= stage->loops[i].nvalues;
	return product;
}

struct factors
plan_step_factors(const struct plan_stage *stage, size_t index)
{
	struct factors factors = stage->base;

	for (size_t i = stage->nloops; i-- > 0;) {
		const struct plan_loop *loop = &stage->loops[i];

		factors.value[loop->factor] =
		    loop->values[index % loop->nvalues];
		index /= loop->nvalues;
	}
	return factors;
}

static const struct plan_loop *
find_loop(const struct plan_stage *stage, enum factor f)
{
	for (size_t i = 0; i < stage->nloops; i++)
		if (stage->loops[i].factor == f)
			return &stage->loops[i];
	return NULL;
}

static int64_t
stage_extreme(const struct plan_stage *stage, enum factor f, int sign)
{
	const struct plan_loop *loop = find_loop(stage, f);

	if (loop == NULL)
		return stage->base.value[f];
	int64_t extreme = loop->values[0];
	for (size_t i = 1; i < loop->nvalues; i++)
		if ((loop->values[i] - extreme) * sign > 0)
			extreme = loop->values[i];
	return extreme;
}

int64_t
plan_most(const struct plan *plan, enum factor f)
{
	int64_t most = 0;

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		if (stage->kind != STAGE_FILL && stage->kind != STAGE_TEST)
			continue;
		int64_t value = stage_extreme(stage, f, 1);
		if (value > most)
			most = value;
	}
	return most;
}

static bool
stage_writes(const struct plan_stage *stage)
{
	switch (stage->kind) {
	case STAGE_PURGE:
		return strcmp(stage->method, "none") != 0;
	case STAGE_FILL:
		return true;
	case STAGE_TEST:
		return stage_extreme(stage, FACTOR_MIX, -1) < 100;
	case STAGE_IDLE:
		return false;
	}
	return true;
}

bool
plan_writes(const struct plan *plan)
{
	for (size_t i = 0; i < plan->nstages; i++)
		if (stage_writes(&plan->stages[i]))
			return true;
	return false;
}
