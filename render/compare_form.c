/* SPDX-License-Identifier: BSD-2-Clause */
#include "render/compare_form.h"

static bool
loops_vary(size_t nloops, const struct plan_loop *loops, enum factor f)
{
	for (size_t i = 0; i < nloops; i++)
		if (loops[i].factor == f)
			return loops[i].nvalues > 1;
	return false;
}

bool
compare_form_varies(const struct plan_stage *stage,
    const struct plan_phase *phase, enum factor f)
{
	return phase != NULL ? loops_vary(phase->nloops, phase->loops, f) :
	    loops_vary(stage->nloops, stage->loops, f);
}

/* Host idle recovery: steps of one load, that differ in the pause behind them
 * and in nothing else. */
static bool
has_pauses(const struct plan_stage *stage)
{
	bool pauses = false;

	if (stage->record_ns > 0)
		return false;
	for (size_t i = 0; i < stage->nloops; i++)
		if (stage->loops[i].factor != FACTOR_PAUSE &&
		    stage->loops[i].nvalues > 1)
			return false;
	for (size_t i = 0; i < stage->nphases; i++) {
		const struct plan_phase *p = &stage->phases[i];

		if (p->nloops > 0 || (p->given & ~(1u << FACTOR_PAUSE)) != 0)
			return false;
		pauses |= p->given != 0 && p->at.value[FACTOR_PAUSE] > 0;
	}
	return pauses || compare_form_varies(stage, NULL, FACTOR_PAUSE);
}

static size_t
count_looping(const struct plan_stage *stage)
{
	size_t count = 0;

	for (size_t i = 0; i < stage->nphases; i++)
		count += stage->phases[i].nloops > 0;
	return count;
}

/* Demand intensity: the phase that varies threads and depth, and nothing else;
 * those without loops prepare it. */
static const struct plan_phase *
find_demand(const struct plan_stage *stage)
{
	const struct plan_phase *found = NULL;

	if (count_looping(stage) != 1)
		return NULL;
	for (size_t i = 0; i < stage->nphases; i++)
		if (stage->phases[i].nloops > 0)
			found = &stage->phases[i];
	for (int f = 0; f < NFACTORS; f++)
		if (f != FACTOR_THREADS && f != FACTOR_DEPTH &&
		    compare_form_varies(stage, found, (enum factor)f))
			return NULL;
	return found;
}

static enum compare_kind
by_pattern(const struct plan_stage *stage)
{
	int64_t pattern = stage->base.value[FACTOR_PATTERN];

	return pattern == PATTERN_SEQUENTIAL || pattern == PATTERN_SHARED ?
	    COMPARE_SEQUENTIAL : COMPARE_RANDOM;
}

enum compare_kind
compare_form(const struct plan_stage *stage,
    const struct plan_phase **phase_out)
{
	*phase_out = NULL;
	if (stage->base.value[FACTOR_RATE] != 0 ||
	    compare_form_varies(stage, NULL, FACTOR_RATE))
		return COMPARE_NKINDS;
	/* What stands before the last phase prepares the point. */
	if (stage->choice.line != 0 && stage->nphases > 0)
		*phase_out = &stage->phases[stage->nphases - 1];
	if (stage->choice.line != 0)
		return COMPARE_SELECTED;
	if (has_pauses(stage))
		return COMPARE_PAUSES;
	if (stage->nphases > 0) {
		*phase_out = find_demand(stage);
		if (*phase_out != NULL)
			return by_pattern(stage);
		return stage->nphases > 1 && count_looping(stage) == 0 ?
		    COMPARE_RECOVERY : COMPARE_NKINDS;
	}
	if (stage->base.value[FACTOR_PAUSE] != 0 ||
	    compare_form_varies(stage, NULL, FACTOR_PAUSE))
		return COMPARE_NKINDS;
	return stage->record_ns > 0 ? COMPARE_SATURATION : by_pattern(stage);
}
