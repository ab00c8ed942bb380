/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "iolog/ticks.h"

/* Readings are off by the time that a reading takes, some 30 ns: in this time
 * that is less than a millionth. */
#define CALIBRATE_NS 200000000

/* Of so many readings the one that was disturbed least is taken. */
#define TRIES 16

/* Does the first line of 'path' that begins with 'key' hold the word? */
static bool
line_has_word(const char *path, const char *key, const char *word)
{
	char line[4096];
	bool found = false;
	FILE *f = fopen(path, "re");

	if (f == NULL)
		return false;
	while (fgets(line, sizeof(line), f) != NULL) {
		if (strncmp(line, key, strlen(key)) != 0)
			continue;
		char *rest = NULL;

		for (char *w = strtok_r(line, " \t\n", &rest);
		    w != NULL && !found; w = strtok_r(NULL, " \t\n", &rest))
			found = strcmp(w, word) == 0;
		break;
	}
	fclose(f);
	return found;
}

static bool
tsc_is_good(void)
{
	return IOLOG_TICKS_TSC &&
	    line_has_word("/proc/cpuinfo", "flags", "constant_tsc") &&
	    line_has_word("/proc/cpuinfo", "flags", "nonstop_tsc") &&
	    line_has_word("/sys/devices/system/clocksource/clocksource0/"
	    "available_clocksource", "", "tsc");
}

/* A stamp and the time of CLOCK_MONOTONIC_RAW that belongs to it. */
struct reading {
	uint64_t ticks, ns, apart;
};

static struct reading
read_both(const struct iolog_ticks *t)
{
	struct reading best = { .apart = UINT64_MAX };

	for (int i = 0; i < TRIES; i++) {
		uint64_t before = iolog_ticks_now(t);
		uint64_t ns = clock_ns(CLOCK_MONOTONIC_RAW);
		uint64_t after = iolog_ticks_now(t);

		if (after - before < best.apart)
			best = (struct reading){
				.ticks = before + (after - before) / 2,
				.ns = ns, .apart = after - before,
			};
	}
	return best;
}

struct iolog_ticks
iolog_ticks_open(bool allow_tsc)
{
	const struct iolog_ticks raw = {
		.clock = IOLOG_CLOCK_MONOTONIC_RAW, .num = 1, .den = 1,
	};
	struct iolog_ticks tsc = { .clock = IOLOG_CLOCK_TSC };

	if (!allow_tsc || !tsc_is_good())
		return raw;
	struct reading begin = read_both(&tsc);
	struct timespec left = { .tv_nsec = CALIBRATE_NS };
	while (nanosleep(&left, &left) == -1)
		;
	struct reading end = read_both(&tsc);
	if (end.ticks <= begin.ticks || end.ns <= begin.ns)
		return raw;
	unsigned __int128 ns = (unsigned __int128)(end.ns - begin.ns) << 32;
	uint64_t ticks = end.ticks - begin.ticks;
	tsc.num = (uint64_t)((ns + ticks / 2) / ticks);
	tsc.den = (uint64_t)1 << 32;
	return tsc;
}

struct iolog_anchor
iolog_ticks_anchor(const struct iolog_ticks *t)
{
	struct iolog_anchor best = { 0 };
	uint64_t apart = UINT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		uint64_t before = iolog_ticks_now(t);
		uint64_t monotonic = clock_ns(CLOCK_MONOTONIC);
		uint64_t realtime = clock_ns(CLOCK_REALTIME);
		uint64_t after = iolog_ticks_now(t);

		if (after - before >= apart)
			continue;
		apart = after - before;
		best = (struct iolog_anchor){
			.ticks = before + apart / 2,
			.monotonic_ns = monotonic, .realtime_ns = realtime,
		};
	}
	return best;
}
