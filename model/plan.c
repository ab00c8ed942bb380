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

static size_t
points(const struct plan_loop *loops, size_t nloops)
{
	size_t product = 1;

	for (size_t i = 0; i < nloops; i++)
		product *= loops[i].nvalues;
	return product;
}

size_t
plan_steps(const struct plan_stage *stage)
{
	size_t sum = 0;

	if (stage->nphases == 0)
		return points(stage->loops, stage->nloops);
	for (size_t i = 0; i < stage->nphases; i++)
		sum += points(stage->phases[i].loops,
		    stage->phases[i].nloops) * stage->phases[i].repeat;
	return sum;
}

static void
set_point(const struct plan_loop *loops, size_t nloops, size_t index,
    struct factors *factors)
{
	for (size_t i = nloops; i-- > 0;) {
		factors->value[loops[i].factor] =
		    loops[i].values[index % loops[i].nvalues];
		index /= loops[i].nvalues;
	}
}

static void
set_given(uint32_t given, const struct factors *at, struct factors *factors)
{
	for (int f = 0; f < NFACTORS; f++)
		if (given & 1u << f)
			factors->value[f] = at->value[f];
}

struct plan_step
plan_step(const struct plan_stage *stage, size_t index)
{
	struct plan_step step = {
		.factors = stage->base, .duration_ns = stage->duration_ns,
	};
	const struct plan_phase *phase = stage->phases;

	if (stage->nphases == 0) {
		set_point(stage->loops, stage->nloops, index, &step.factors);
		return step;
	}
	for (;; phase++) {
		size_t nsteps = points(phase->loops, phase->nloops) *
		    phase->repeat;

		if (index < nsteps)
			break;
		index -= nsteps;
	}
	step.phase = phase;
	set_given(phase->given, &phase->at, &step.factors);
	set_point(phase->loops, phase->nloops, index / phase->repeat,
	    &step.factors);
	if (phase->duration_ns > 0)
		step.duration_ns = phase->duration_ns;
	return step;
}

struct factors
plan_step_factors(const struct plan_stage *stage, size_t index)
{
	return plan_step(stage, index).factors;
}

/* The value v of a factor for which sign x v is the largest. */
static int64_t
loops_extreme(const struct plan_loop *loops, size_t nloops, enum factor f,
    int64_t otherwise, int sign)
{
	for (size_t i = 0; i < nloops; i++) {
		if (loops[i].factor != f)
			continue;
		otherwise = loops[i].values[0];
		for (size_t k = 1; k < loops[i].nvalues; k++)
			if ((loops[i].values[k] - otherwise) * sign > 0)
				otherwise = loops[i].values[k];
	}
	return otherwise;
}

static int64_t
stage_extreme(const struct plan_stage *stage, enum factor f, int sign)
{
	int64_t extreme = 0;

	if (stage->nphases == 0)
		return loops_extreme(stage->loops, stage->nloops, f,
		    stage->base.value[f], sign);
	for (size_t i = 0; i < stage->nphases; i++) {
		const struct plan_phase *phase = &stage->phases[i];
		int64_t value = loops_extreme(phase->loops, phase->nloops, f,
		    phase->given & 1u << f ? phase->at.value[f] :
		    stage->base.value[f], sign);

		if (i == 0 || (value - extreme) * sign > 0)
			extreme = value;
	}
	return extreme;
}

bool
plan_is_timed(const struct plan_stage *stage)
{
	return stage->kind == STAGE_TEST &&
	    stage_extreme(stage, FACTOR_PAUSE, 1) > 0;
}

/* Each point of these loops lasts 'step_ns' and its pause. */
static uint64_t
points_ns(const struct plan_loop *loops, size_t nloops, uint64_t step_ns,
    int64_t pause_ns)
{
	size_t npoints = points(loops, nloops);
	uint64_t pauses_ns = npoints * (uint64_t)pause_ns;

	for (size_t i = 0; i < nloops; i++) {
		if (loops[i].factor != FACTOR_PAUSE)
			continue;
		pauses_ns = 0;
		for (size_t k = 0; k < loops[i].nvalues; k++)
			pauses_ns += npoints / loops[i].nvalues *
			    (uint64_t)loops[i].values[k];
	}
	return npoints * step_ns + pauses_ns;
}

uint64_t
plan_round_ns(const struct plan_stage *stage)
{
	int64_t pause_ns = stage->base.value[FACTOR_PAUSE];
	uint64_t sum = 0;

	if (stage->nphases == 0)
		return points_ns(stage->loops, stage->nloops,
		    stage->ramp_ns + stage->duration_ns, pause_ns);
	for (size_t i = 0; i < stage->nphases; i++) {
		const struct plan_phase *phase = &stage->phases[i];

		sum += phase->repeat * points_ns(phase->loops, phase->nloops,
		    stage->ramp_ns + (phase->duration_ns > 0 ?
		    phase->duration_ns : stage->duration_ns),
		    phase->given & 1u << FACTOR_PAUSE ?
		    phase->at.value[FACTOR_PAUSE] : pause_ns);
	}
	return sum;
}

uint64_t
plan_least_ns(const struct plan_stage *stage)
{
	const struct plan_steady *steady = &stage->steady;

	if (stage->kind == STAGE_IDLE)
		return stage->duration_ns;
	if (stage->kind != STAGE_TEST ||
	    amount_is_told(&stage->amount))
		return 0;
	if (steady->window > 0 && steady->every > 0)
		return ((steady->window - 1) * (uint64_t)steady->every +
		    steady->sample) * stage->record_ns;
	return plan_round_ns(stage) * (steady->window > 0 ? steady->window :
	    stage->rounds);
}

unsigned
plan_judged_rounds(const struct plan_stage *stage)
{
	const struct plan_steady *steady = &stage->steady;

	if (steady->every == 0 || stage->record_ns == 0)
		return stage->rounds;
	uint64_t nrecords = stage->duration_ns / stage->record_ns;

	if (nrecords < steady->sample)
		return 0;
	nrecords = (nrecords - steady->sample) / steady->every + 1;
	return nrecords > UINT32_MAX ? UINT32_MAX : (unsigned)nrecords;
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
	case STAGE_PROVISION:
		return strcmp(stage->method, "region") != 0;
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
