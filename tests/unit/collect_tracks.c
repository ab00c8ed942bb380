/* SPDX-License-Identifier: BSD-2-Clause */
/* A test is steady in the first round in which all of its tracked variables
 * are, each computed from its own point and direction. */
#include <stdio.h>
#include <string.h>

#include "collect/tracks.h"

static int failures;

static void
check(bool got, bool wanted, const char *what)
{
	if (got != wanted) {
		printf("%s: %s\n", what, got ? "steady" : "not steady");
		failures++;
	}
}

/* A round with IOPS 'iops' at the tracked point, 1 elsewhere, and a mean write
 * latency of 'ns'. */
static void
note_round(struct tracks *t, unsigned round, uint64_t iops, uint64_t ns)
{
	struct factors at = factor_defaults();
	struct worker_tally tally[2] = {
		{.count = iops, .bytes = iops * 4096, .latency_ticks = iops},
		{.count = 10, .bytes = 40960, .latency_ticks = 10 * ns},
	};

	at.value[FACTOR_BLOCK] = 4096;
	tracks_note(t, &at, round, tally, 1.0);
	at.value[FACTOR_BLOCK] = 8192;
	tally[0].count = round;		/* never steady, and not tracked */
	tracks_note(t, &at, round, tally, 1.0);
}

int
main(void)
{
	struct arena *a = arena_new();
	struct plan_track tracked[2] = {
		{.metric = "iops", .op = "read", .fixed = 1u << FACTOR_BLOCK},
		{.metric = "lat_mean", .op = "write",
		    .fixed = 1u << FACTOR_BLOCK},
	};
	struct plan_stage stage = {
		.kind = STAGE_TEST, .rounds = 8,
		.steady = {.window = 3, .range_frac = 0.2, .slope_frac = 0.1,
		    .ntracks = 2, .tracks = tracked},
	};

	tracked[0].at = tracked[1].at = factor_defaults();
	tracked[0].at.value[FACTOR_BLOCK] = 4096;
	tracked[1].at.value[FACTOR_BLOCK] = 4096;

	struct tracks *t = tracks_new(a, &stage);

	note_round(t, 1, 200, 1000);
	check(tracks_steady(t, 1), false, "one round");
	note_round(t, 2, 100, 1000);
	check(tracks_steady(t, 2), false, "two rounds");
	note_round(t, 3, 100, 1000);
	check(tracks_steady(t, 3), false, "the first round is in the window");
	note_round(t, 4, 100, 2000);
	check(tracks_steady(t, 4), false, "the latency has moved");
	note_round(t, 5, 100, 2000);
	check(tracks_steady(t, 5), false, "the latency moved in the window");
	note_round(t, 6, 101, 2000);
	check(tracks_steady(t, 6), true, "both are level");
	note_round(t, 7, 0, 2000);
	check(tracks_steady(t, 7), false, "a drive that does nothing");

	/* Without a window nothing is ever steady. */
	stage.steady.window = 0;
	check(tracks_steady(t, 6), false, "no window");
	arena_free(a);
	return failures > 0;
}
