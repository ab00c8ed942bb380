/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "model/plan_fields.h"
#include "model/xmlwrite.h"

static void
write_loop(struct xmlwrite *w, const struct plan_loop *loop)
{
	struct arena *scratch = arena_new();
	char *values = arena_array(scratch, loop->nvalues + 1, FACTOR_TEXT + 1);
	char *to = values;

	for (size_t i = 0; i < loop->nvalues; i++) {
		if (i > 0)
			*to++ = ' ';
		factor_format(loop->factor, loop->values[i], to, FACTOR_TEXT);
		to += strlen(to);
	}
	xmlwrite_begin(w, "loop");
	xmlwrite_attribute(w, "factor", factor_name(loop->factor));
	xmlwrite_attribute(w, "values", values);
	xmlwrite_end(w);
	arena_free(scratch);
}

static void
write_steady(struct xmlwrite *w, const struct plan_steady *steady)
{
	xmlwrite_begin(w, "steady");
	xmlwrite_attributes(w, plan_steady_fields, steady);
	for (size_t i = 0; i < steady->ntracks; i++) {
		const struct plan_track *track = &steady->tracks[i];

		xmlwrite_begin(w, "track");
		xmlwrite_attributes(w, plan_track_fields, track);
		xmlwrite_factors(w, track->fixed, &track->at);
		xmlwrite_end(w);
	}
	xmlwrite_end(w);
}

static void
write_loops(struct xmlwrite *w, const struct plan_loop *loops, size_t nloops)
{
	for (size_t i = 0; i < nloops; i++)
		write_loop(w, &loops[i]);
}

static void
write_phase(struct xmlwrite *w, const struct plan_phase *phase)
{
	xmlwrite_begin(w, "phase");
	xmlwrite_attributes(w, plan_phase_fields, phase);
	xmlwrite_factors(w, phase->given, &phase->at);
	write_loops(w, phase->loops, phase->nloops);
	xmlwrite_end(w);
}

static void
write_choice(struct xmlwrite *w, const struct plan_choice *choice)
{
	xmlwrite_begin(w, "choose");
	xmlwrite_attributes(w, plan_choice_fields, choice);
	xmlwrite_factors(w, choice->fixed, &choice->at);
	xmlwrite_end(w);
}

static void
write_test(struct xmlwrite *w, const struct plan_stage *stage)
{
	uint32_t constant = XMLFACTORS_ALL;

	for (size_t i = 0; i < stage->nloops; i++)
		constant &= ~(1u << stage->loops[i].factor);
	xmlwrite_attributes(w, plan_test_fields, stage);
	xmlwrite_factors(w, constant, &stage->base);
	if (stage->choice.line != 0)
		write_choice(w, &stage->choice);
	write_loops(w, stage->loops, stage->nloops);
	for (size_t i = 0; i < stage->nphases; i++)
		write_phase(w, &stage->phases[i]);
	if (stage->steady.window > 0)
		write_steady(w, &stage->steady);
}

/* By passes, or by the amount that they follow from. */
static void
write_fill(struct xmlwrite *w, const struct plan_stage *stage)
{
	struct plan_stage fill = *stage;

	if (amount_is_told(&fill.amount))
		fill.passes = NAN;
	xmlwrite_attributes(w, plan_fill_fields, &fill);
	xmlwrite_factors(w, PLAN_FILL_FACTORS, &fill.base);
}

static void
write_stage(struct xmlwrite *w, const struct plan_stage *stage)
{
	xmlwrite_begin(w, plan_kind_name(stage->kind));
	switch (stage->kind) {
	case STAGE_PURGE:
		xmlwrite_attributes(w, plan_purge_fields, stage);
		break;
	case STAGE_FILL:
		write_fill(w, stage);
		break;
	case STAGE_TEST:
		write_test(w, stage);
		break;
	case STAGE_IDLE:
		xmlwrite_attributes(w, plan_idle_fields, stage);
		break;
	case STAGE_PROVISION:
		xmlwrite_attributes(w, plan_provision_fields, stage);
		break;
	}
	xmlwrite_end(w);
}

int
plan_save(const struct plan *plan, const char *path)
{
	if (plan_check(plan, NULL) > 0)
		return -1;
	struct xmlwrite *w = xmlwrite_open("plan", PLAN_NS);
	if (w == NULL)
		return -1;
	xmlwrite_attributes(w, plan_fields, plan);
	for (size_t i = 0; i < plan->nstages; i++)
		write_stage(w, &plan->stages[i]);
	xmlwrite_end(w);
	return xmlwrite_save(w, path);
}
