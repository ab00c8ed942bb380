/* SPDX-License-Identifier: BSD-2-Clause */
/* A log that is whole but absurd is analyzed without a crash, and mutations of
 * a log never end the analyzer. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/scanner.h"
#include "analyze/test.h"
#include "base/file.h"
#include "iolog/ring.h"

static const struct iolog_header shapes[] = {
	{.tick_num = 1, .tick_den = 1, .anchor = {.ticks = 1000}},
	{.tick_num = 1000, .tick_den = 2999, .anchor = {.ticks = 1u << 30}},
	{.tick_num = 1000000000, .tick_den = 19200000},	/* slower than ns */
	{.tick_num = UINT32_MAX, .tick_den = UINT32_MAX - 1},
};

static const uint64_t latencies[] = {
	0, 1, 255, 256, 511, 512, 1000000, (uint64_t)1 << 33,
	(uint64_t)1 << 40, (uint64_t)1 << 62, INT64_MAX,
};

static const uint32_t numbers[] = {1, 2, 7, 1000000, UINT32_MAX};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void
write_ios(struct iolog_recorder *r, uint32_t step, uint64_t *submit,
    uint64_t now)
{
	struct iolog_ring *ring = iolog_recorder_ring(r, 0);

	for (size_t i = 0; i < COUNT(latencies); i++) {
		uint64_t begin = now > latencies[i] ? now - latencies[i] : 0;

		while (!iolog_ring_has_room(ring, 2))
			usleep(100);
		iolog_ring_submit(ring, step, *submit, 1, begin, begin);
		iolog_ring_complete(ring, step, (*submit)++, begin, now,
		    i % 2 ? IOLOG_READ : IOLOG_WRITE, (uint8_t)(i % 8), 0,
		    4096, i % 5 ? 4096 : (int32_t)-i);
	}
}

static int
write_log(const char *path, const struct iolog_header *shape)
{
	struct iolog_header h = *shape;
	struct iolog_recorder *r;
	struct iolog_totals totals;
	uint64_t submit = 0;

	h.nstreams = 1;
	h.clock = IOLOG_CLOCK_VIRTUAL;
	h.stamp = IOLOG_STAMP_EVENT;
	h.sector_bytes = 512;
	h.target_bytes = (uint64_t)1 << 40;
	h.text = "";
	r = iolog_recorder_open(path, &h);
	if (r == NULL)
		return -1;
	for (size_t i = 0; i < COUNT(numbers); i++) {
		struct iolog_step step = {
			.step = numbers[i], .round = UINT32_MAX - (uint32_t)i,
			.begin_ticks = i % 2 ? UINT64_MAX : 0,
			.duration_ns = UINT64_MAX,
			.stage = i % 2 ? "../../etc" : "",
			.factors = i % 2 ? "block=-1 mix=900/1 =" :
			    "threads=9999999999999999999 depth=0",
		};

		iolog_recorder_step(r, &step);
		write_ios(r, numbers[i], &submit, (uint64_t)1 << 63);
		write_ios(r, numbers[i], &submit, 2000000000);
	}
	/* A step that is announced and never runs, and one that is not. */
	iolog_recorder_step(r, &(struct iolog_step){.step = 3,
	    .stage = "x", .factors = ""});
	write_ios(r, 4, &submit, (uint64_t)1 << 61);
	return iolog_recorder_close(r, &totals);
}

/* Returns 0 if the log was analyzed or refused. */
static int
analyze(const char *path, uint64_t expected)
{
	struct arena *a = arena_new();
	enum iolog_status status;
	struct scan *s = scan_log(path, 0, 1, &status);
	struct test *t;
	int result = 0;

	if (s != NULL) {
		t = test_new(a, s, NULL, NULL);
		result = test_points(a, t, 1);
		if (expected > 0 && s->read != expected) {
			printf("%" PRIu64 " I/Os read, %" PRIu64
			    " written\n", s->read, expected);
			result = -1;
		}
		test_free(t);
	}
	arena_free(a);
	return result;
}

/* Overwrites some bytes, cuts the end off. */
static void
mutate(const char *bytes, size_t length, const char *path)
{
	char *copy = malloc(length);
	size_t n = (size_t)rand() % 20;

	if (copy == NULL)
		exit(1);
	memcpy(copy, bytes, length);
	for (size_t i = 0; i < n; i++)
		copy[(size_t)rand() % length] = (char)rand();
	if (rand() % 2)
		length = (size_t)rand() % length;
	if (file_replace_bytes(path, copy, length) == -1)
		exit(1);
	free(copy);
}

int
main(void)
{
	char dir[] = "/tmp/plateau-test-XXXXXX";
	struct arena *a = arena_new();
	const uint64_t expected = COUNT(latencies) * (2 * COUNT(numbers) + 1);
	int failures = 0;
	char *path;

	if (mkdtemp(dir) == NULL)
		return 1;
	path = arena_printf(a, "%s/log", dir);
	srand(5);
	/* Messages about each of the mutations would only be noise. */
	if (freopen("/dev/null", "w", stderr) == NULL)
		return 1;
	for (size_t i = 0; i < COUNT(shapes); i++) {
		size_t length;
		char *bytes;

		if (write_log(path, &shapes[i]) == -1)
			return 1;
		if (analyze(path, expected) == -1) {
			printf("shape %zu failed\n", i);
			failures++;
		}
		bytes = file_read(a, path, 1 << 24, &length);
		for (int k = 0; k < 60; k++) {
			mutate(bytes, length, path);
			if (analyze(path, 0) == -1) {
				printf("shape %zu: mutation %d failed\n", i,
				    k);
				failures++;
			}
		}
		unlink(path);
	}
	rmdir(dir);
	arena_free(a);
	return failures != 0;
}
