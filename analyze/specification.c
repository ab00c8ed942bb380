/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "analyze/specification.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define COMPOSITE "512/4:1k/1:1536/1:2k/1:2560/1:3k/1:3584/1:4k/67:8k/10:" \
	"16k/7:32k/3:64k/3"
#define ZONES "zoned:50/5:30/15:20/80"
#define FALLING "32 16 8 6 4 2 1"

static const struct prescribed_track iops_tracks[] = {
	{"iops", {[FACTOR_MIX] = "0/100", [FACTOR_BLOCK] = "4KiB"}},
	/* Version 1 has only the first. */
	{"iops", {[FACTOR_MIX] = "65/35", [FACTOR_BLOCK] = "64KiB"}},
	{"iops", {[FACTOR_MIX] = "100/0", [FACTOR_BLOCK] = "1024KiB"}},
};

static const struct prescribed_track throughput_tracks[] = {
	{"mb_s", {[FACTOR_MIX] = "0/100"}},
};

static const struct prescribed_track latency_tracks[] = {
	{"lat_mean", {[FACTOR_MIX] = "0/100", [FACTOR_BLOCK] = "4KiB"}},
};

static const struct prescribed_track write_tracks[] = {
	{"iops", {NULL}},
};

static const struct prescribed_track demand_tracks[] = {
	{"iops", {[FACTOR_THREADS] = "32", [FACTOR_DEPTH] = "32"}},
};

/* Writes for five seconds and a pause, and half an hour without pauses. */
#define BURSTS(pause) \
	{{[FACTOR_PAUSE] = pause}, "5s", 360}, \
	{{[FACTOR_PAUSE] = "0s"}, "5s", 360}

static const struct prescribed_phase hir_phases[] = {
	BURSTS("5s"), BURSTS("10s"), BURSTS("15s"), BURSTS("25s"),
	BURSTS("50s"),
};

static const struct prescribed_phase xsr_phases[] = {
	{{[FACTOR_PATTERN] = "sequential", [FACTOR_BLOCK] = "1024KiB"}, "8h",
	    0},
	{{[FACTOR_PATTERN] = "random", [FACTOR_BLOCK] = "8KiB"}, "6h", 0},
	{{[FACTOR_PATTERN] = "sequential", [FACTOR_BLOCK] = "1024KiB"}, "8h",
	    0},
};

#define PREWRITE(duration) \
	{{[FACTOR_MIX] = "0/100", [FACTOR_THREADS] = "32", \
	    [FACTOR_DEPTH] = "32"}, duration, 0}
#define DEMAND(...) \
	{{[FACTOR_THREADS] = FALLING, [FACTOR_DEPTH] = FALLING, \
	    __VA_ARGS__}, "60s", 0}

static const struct prescribed_phase cbw_phases[] = {
	PREWRITE("5m"), DEMAND([FACTOR_MIX] = "40/60"),
};

static const struct prescribed_phase dirth_phases[] = {
	PREWRITE("5m"), DEMAND([FACTOR_MIX] = NULL),
};

static const struct prescribed_phase cbw_point_phases[] = {
	{{[FACTOR_MIX] = "0/100"}, "60m", 0},
	{{[FACTOR_MIX] = "40/60"}, "10m", 0},
};

static const struct prescribed_phase dirth_point_phases[] = {
	{{[FACTOR_MIX] = "0/100"}, "60m", 0},
	{{NULL}, "10m", 0},
};

#define IOPS_TEST \
	.id = "iops", .values = { \
		[FACTOR_PATTERN] = "random", \
		[FACTOR_MIX] = "100/0 95/5 65/35 50/50 35/65 5/95 0/100", \
		[FACTOR_BLOCK] = \
		    "1024KiB 128KiB 64KiB 32KiB 16KiB 8KiB 4KiB 512", \
	}, .outer = FACTOR_MIX, .inner = FACTOR_BLOCK, .duration = "60s", \
	.steady = STEADY_MUST, .rounds = 25, .tracks = iops_tracks, \
	.purge = true, .fill_passes = 2, .fill_block = "128KiB"

#define WSAT_TEST \
	.id = "wsat", .values = { \
		[FACTOR_PATTERN] = "random", [FACTOR_MIX] = "0/100", \
		[FACTOR_BLOCK] = "4KiB", \
	}, .amount = "400%", .record = "60s", .steady = STEADY_MAY, \
	.every = 31, .ntracks = COUNT(write_tracks), .tracks = write_tracks, \
	.purge = true

static const struct prescribed_test tests[] = {
	{IOPS_TEST, .version = 1, .ntracks = 1},
	{IOPS_TEST, .version = 2, .ntracks = COUNT(iops_tracks)},
	{
		.id = "throughput", .values = {
			[FACTOR_PATTERN] = "sequential",
			[FACTOR_MIX] = "100/0 0/100",
			[FACTOR_BLOCK] = "1024KiB 128KiB",
			[FACTOR_THREADS] = "1", [FACTOR_DEPTH] = "32",
		}, .version = 2, .any_block = true, .duration = "60s",
		.steady = STEADY_MUST, .rounds = 25,
		.ntracks = COUNT(throughput_tracks),
		.tracks = throughput_tracks, .purge = true, .fill_passes = 2,
	}, {
		.id = "throughput", .values = {
			[FACTOR_PATTERN] = "sequential",
			[FACTOR_MIX] = "100/0 0/100",
			[FACTOR_BLOCK] = "1024KiB 128KiB",
		}, .version = 1, .any_block = true, .duration = "60s",
		.steady = STEADY_MUST, .rounds = 25,
		.ntracks = COUNT(throughput_tracks),
		.tracks = throughput_tracks, .purge = true, .fill_passes = 2,
	}, {
		.id = "latency", .values = {
			[FACTOR_PATTERN] = "random",
			[FACTOR_MIX] = "100/0 65/35 0/100",
			[FACTOR_BLOCK] = "8KiB 4KiB 512",
			[FACTOR_THREADS] = "1", [FACTOR_DEPTH] = "1",
		}, .outer = FACTOR_MIX, .inner = FACTOR_BLOCK,
		.duration = "60s", .steady = STEADY_MUST, .rounds = 25,
		.ntracks = COUNT(latency_tracks), .tracks = latency_tracks,
		.purge = true, .fill_passes = 2, .fill_block = "128KiB",
	}, {
		.id = "lat-histogram", .values = {
			[FACTOR_PATTERN] = "random", [FACTOR_MIX] = "0/100",
			[FACTOR_BLOCK] = "4KiB", [FACTOR_THREADS] = "1",
			[FACTOR_DEPTH] = "1",
		}, .duration = "20m", .after = "latency",
	},
	{WSAT_TEST, .version = 1, .duration = "24h"},
	{WSAT_TEST, .version = 2, .duration = "6h"},
	{
		.id = "wsat-histogram", .values = {
			[FACTOR_PATTERN] = "random", [FACTOR_MIX] = "0/100",
			[FACTOR_BLOCK] = "4KiB",
		}, .duration = "20m", .after = "wsat",
	}, {
		.id = "hir-pc", .values = {
			[FACTOR_PATTERN] = "random", [FACTOR_MIX] = "0/100",
			[FACTOR_BLOCK] = "4KiB",
		}, .record = "60s", .steady = STEADY_MUST, .rounds = 25,
		.every = 30, .ntracks = COUNT(write_tracks),
		.tracks = write_tracks, .purge = true,
	}, {
		.id = "hir", .values = {
			[FACTOR_PATTERN] = "random", [FACTOR_MIX] = "0/100",
			[FACTOR_BLOCK] = "4KiB",
		}, .nphases = COUNT(hir_phases), .phases = hir_phases,
		.after = "hir-pc",
	}, {
		.id = "xsr", .version = 2, .values = {
			[FACTOR_MIX] = "0/100", [FACTOR_THREADS] = "1",
			[FACTOR_DEPTH] = "32",
		}, .nphases = COUNT(xsr_phases), .phases = xsr_phases,
		.record = "60s", .purge = true,
	}, {
		.id = "xsr", .version = 1, .values = {[FACTOR_MIX] = "0/100"},
		.nphases = COUNT(xsr_phases), .phases = xsr_phases,
		.record = "60s", .purge = true,
	}, {
		.id = "cbw-pc", .values = {
			[FACTOR_PATTERN] = ZONES, [FACTOR_BLOCK] = COMPOSITE,
			[FACTOR_MIX] = "0/100", [FACTOR_THREADS] = "32",
			[FACTOR_DEPTH] = "32",
		}, .record = "60s", .steady = STEADY_MUST, .rounds = 25,
		.every = 30, .sample = 1, .ntracks = COUNT(write_tracks),
		.tracks = write_tracks, .purge = true,
	}, {
		.id = "cbw", .values = {
			[FACTOR_PATTERN] = ZONES, [FACTOR_BLOCK] = COMPOSITE,
		}, .outer = FACTOR_THREADS, .inner = FACTOR_DEPTH,
		.nphases = COUNT(cbw_phases), .phases = cbw_phases,
		.steady = STEADY_MUST, .rounds = 25,
		.ntracks = COUNT(demand_tracks), .tracks = demand_tracks,
		.after = "cbw-pc",
	}, {
		.id = "cbw-max", .values = {
			[FACTOR_PATTERN] = ZONES, [FACTOR_BLOCK] = COMPOSITE,
		}, .nphases = COUNT(cbw_point_phases),
		.phases = cbw_point_phases, .after = "cbw",
	}, {
		.id = "cbw-mid", .values = {
			[FACTOR_PATTERN] = ZONES, [FACTOR_BLOCK] = COMPOSITE,
		}, .nphases = COUNT(cbw_point_phases),
		.phases = cbw_point_phases, .after = "cbw-max",
	}, {
		.id = "cbw-min", .values = {
			[FACTOR_PATTERN] = ZONES, [FACTOR_BLOCK] = COMPOSITE,
		}, .nphases = COUNT(cbw_point_phases),
		.phases = cbw_point_phases, .after = "cbw-mid",
	}, {
		.id = "dirth-pc", .values = {
			[FACTOR_PATTERN] = "random", [FACTOR_MIX] = "0/100",
			[FACTOR_THREADS] = "32", [FACTOR_DEPTH] = "32",
		}, .record = "60s", .steady = STEADY_MUST, .rounds = 25,
		.every = 30, .sample = 1, .ntracks = COUNT(write_tracks),
		.tracks = write_tracks, .purge = true,
	}, {
		.id = "dirth", .values = {[FACTOR_PATTERN] = "random"},
		.outer = FACTOR_THREADS, .inner = FACTOR_DEPTH,
		.nphases = COUNT(dirth_phases), .phases = dirth_phases,
		.steady = STEADY_MUST, .rounds = 25,
		.ntracks = COUNT(demand_tracks), .tracks = demand_tracks,
		.after = "dirth-pc",
	}, {
		.id = "dirth-max", .values = {[FACTOR_PATTERN] = "random"},
		.nphases = COUNT(dirth_point_phases),
		.phases = dirth_point_phases, .after = "dirth",
	}, {
		.id = "dirth-mid", .values = {[FACTOR_PATTERN] = "random"},
		.nphases = COUNT(dirth_point_phases),
		.phases = dirth_point_phases, .after = "dirth-max",
	}, {
		.id = "dirth-min", .values = {[FACTOR_PATTERN] = "random"},
		.nphases = COUNT(dirth_point_phases),
		.phases = dirth_point_phases, .after = "dirth-mid",
	},
};

const struct prescribed_test *
specification_find(const char *id, int version)
{
	const struct prescribed_test *found = NULL;
	size_t longest = 0;

	for (size_t i = 0; i < COUNT(tests); i++) {
		const struct prescribed_test *p = &tests[i];
		size_t length = strlen(p->id);

		if ((p->version != 0 && p->version != version) ||
		    length <= longest || strncmp(id, p->id, length) != 0 ||
		    strchr("-._", id[length]) == NULL)
			continue;
		found = p;
		longest = length;
	}
	return found;
}
