/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "collect/ticks.h"
#include "collect/tracks.h"
#include "stats/steady.h"

struct tracks {
	const struct plan_stage *stage;
	double *values;			/* values[ntracks][rounds] */
};

struct tracks *
tracks_new(struct arena *a, const struct plan_stage *stage)
{
	struct tracks *t = arena_alloc(a, sizeof(*t));
	size_t count = stage->steady.ntracks * plan_judged_rounds(stage);

	t->stage = stage;
	t->values = arena_array(a, count + 1, sizeof(*t->values));
	for (size_t i = 0; i < count; i++)
		t->values[i] = NAN;
	return t;
}

static double *
value_of(const struct tracks *t, size_t track, unsigned round)
{
	return &t->values[track * plan_judged_rounds(t->stage) + round - 1];
}

static bool
is_at(const struct plan_track *track, const struct factors *factors)
{
	for (unsigned f = 0; f < NFACTORS; f++)
		if ((track->fixed & 1u << f) &&
		    track->at.value[f] != factors->value[f])
			return false;
	return true;
}

static double
metric(const struct plan_track *track, const struct worker_tally *tally,
    double seconds)
{
	struct worker_tally sum = {0, 0, 0};

	for (unsigned op = 0; op < 2; op++) {
		if (strcmp(track->op, op == IOLOG_READ ? "write" : "read") == 0)
			continue;
		sum.count += tally[op].count;
		sum.bytes += tally[op].bytes;
		sum.latency_ticks += tally[op].latency_ticks;
	}
	if (sum.count == 0 || seconds <= 0)
		return NAN;
	if (strcmp(track->metric, "mb_s") == 0)
		return (double)sum.bytes * 1e-6 / seconds;
	if (strcmp(track->metric, "lat_mean") == 0)
		return (double)ticks_to_ns(sum.latency_ticks) /
		    (double)sum.count;
	return (double)sum.count / seconds;
}

void
tracks_note(struct tracks *t, const struct factors *factors, unsigned round,
    const struct worker_tally *tally, double seconds)
{
	for (size_t i = 0; i < t->stage->steady.ntracks; i++) {
		const struct plan_track *track = &t->stage->steady.tracks[i];

		if (is_at(track, factors))
			*value_of(t, i, round) = metric(track, tally, seconds);
	}
}

bool
tracks_steady(const struct tracks *t, unsigned round)
{
	const struct plan_steady *rule = &t->stage->steady;

	if (rule->window == 0 || round < rule->window)
		return false;
	unsigned first = round - rule->window + 1;

	for (size_t i = 0; i < rule->ntracks; i++) {
		struct steady found;

		if (!steady_check(value_of(t, i, first), rule->window, first,
		    rule->range_frac, rule->slope_frac, &found))
			return false;
	}
	return true;
}
