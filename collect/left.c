/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "collect/left.h"
#include "collect/schedule.h"

struct left
left_stages(const struct plan *plan, size_t first, const struct target *target)
{
	struct left left = {0, 0, 0};

	for (size_t i = first; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		left.least_s += schedule_least_seconds(stage);
		left.most_s += schedule_seconds(plan, stage, stage->rounds,
		    target, 0);
		if (stage->kind == STAGE_FILL) {
			struct load l = schedule_load(plan, stage, 0, target,
			    0);

			left.fill_bytes += (double)schedule_fill_bytes(&l);
		}
	}
	return left;
}

/* When the test began, or went on the last time. */
static uint64_t
went_on_ns(const struct run_stage *stage)
{
	uint64_t at = stage->begin_ns;

	for (size_t i = 0; i < stage->ngaps; i++)
		if (strcmp(stage->gaps[i].why, "resumed") == 0 &&
		    stage->gaps[i].end_ns > at)
			at = stage->gaps[i].end_ns;
	return at;
}

/* The rounds of a test that stand in the logs from before an interruption. */
static unsigned
kept_before(const struct plan_stage *stage, const struct run_stage *run)
{
	if (run->nparts == 0)
		return 0;
	return (unsigned)(run->parts[run->nparts - 1].last_step /
	    plan_steps(stage));
}

/* A test of one step that an amount may end: by what it has moved so far. */
static void
end_by_amount(struct left *left, const struct plan *plan,
    const struct plan_stage *stage, const struct run_stage *run,
    const struct target *target, double since_s)
{
	double done = (double)(run->bytes_read + run->bytes_written);

	if (stage->rounds > 1 || plan_steps(stage) > 1 || done <= 0)
		return;

	struct load l = schedule_load(plan, stage, 0, target, 0);

	if (l.amount_bytes == 0)
		return;
	left->most_s = fmin(left->most_s, fmax(0, since_s *
	    ((double)l.amount_bytes / done - 1)));
	if (stage->steady.window == 0)
		left->least_s = left->most_s;
}

/* A test that is under way: it began 'since_s' ago. */
static struct left
left_of_test(const struct plan *plan, const struct plan_stage *stage,
    const struct run_stage *run, const struct target *target, double since_s)
{
	unsigned kept = kept_before(stage, run);
	double round_s = schedule_round_seconds(stage);
	struct left left = {
		.least_s = kept > 0 ? round_s * schedule_least_rounds(stage) :
		    schedule_least_seconds(stage),
		.most_s = round_s * (schedule_last_round(stage, kept) - kept),
	};

	left.most_s = fmax(0, left.most_s - since_s);
	left.least_s -= since_s;
	/* From then on each round may be the last. */
	if (left.least_s < 0)
		left.least_s = stage->steady.every > 0 || round_s <= 0 ? 0 :
		    round_s - fmod(since_s, round_s);
	end_by_amount(&left, plan, stage, run, target, since_s);
	if (left.least_s > left.most_s)
		left.least_s = left.most_s;
	return left;
}

struct left
left_now(const struct plan *plan, const struct run *run,
    const struct target *target, uint64_t now_ns)
{
	size_t at = 0;
	struct left left, rest;

	while (at < run->nstages && run->stages[at].status != RUN_RUNNING)
		at++;
	if (at >= plan->nstages || at == run->nstages)
		return (struct left){0, 0, 0};

	const struct plan_stage *stage = &plan->stages[at];
	const struct run_stage *done = &run->stages[at];
	uint64_t begun_ns = went_on_ns(done);
	double since_s = now_ns > begun_ns ?
	    (double)(now_ns - begun_ns) * 1e-9 : 0;

	if (stage->kind == STAGE_FILL) {
		left = left_stages(plan, at, target);
		left.fill_bytes = fmax(0, left.fill_bytes -
		    (double)done->bytes_written);
		return left;
	}
	rest = left_stages(plan, at + 1, target);
	if (stage->kind == STAGE_TEST) {
		left = left_of_test(plan, stage, done, target, since_s);
	} else {
		left.most_s = left.least_s = fmax(0,
		    (double)stage->duration_ns * 1e-9 - since_s);
	}
	return (struct left){
		.least_s = left.least_s + rest.least_s,
		.most_s = left.most_s + rest.most_s,
		.fill_bytes = rest.fill_bytes,
	};
}

double
left_fill_rate(const struct run *run, uint64_t now_ns)
{
	double rate = 0;

	for (size_t i = 0; i < run->nstages; i++) {
		const struct run_stage *stage = &run->stages[i];
		uint64_t end_ns = stage->status == RUN_DONE ? stage->end_ns :
		    stage->status == RUN_RUNNING ? now_ns : 0;

		if (strcmp(stage->kind, "fill") == 0 &&
		    stage->bytes_written > 0 && end_ns > stage->begin_ns)
			rate = (double)stage->bytes_written * 1e9 /
			    (double)(end_ns - stage->begin_ns);
	}
	return rate;
}

char *
left_format(char *buffer, const struct left *left,
    double fill_bytes_per_s)
{
	char least[UNITS_TEXT], most[UNITS_TEXT];
	double fills_s = fill_bytes_per_s > 0 ?
	    left->fill_bytes / fill_bytes_per_s : 0;
	const char *fills = left->fill_bytes > 0 && fills_s <= 0 ?
	    " and fills" : "";

	units_format_clock(least, sizeof(least),
	    (uint64_t)(left->least_s + fills_s + 0.5));
	units_format_clock(most, sizeof(most),
	    (uint64_t)(left->most_s + fills_s + 0.5));
	if (strcmp(least, most) == 0)
		snprintf(buffer, LEFT_TEXT, "left %.20s%s", most, fills);
	else
		snprintf(buffer, LEFT_TEXT, "left %.20s to %.20s%s", least,
		    most, fills);
	return buffer;
}
