/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames are converted exactly and split by second, direction and class without
 * losing or moving an I/O, whatever the clock. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/frameio.h"

#define N 3000u
#define SECONDS 8u

static uint64_t complete[N], latency[N];
static uint8_t op[N], flags[N];
static uint32_t bytes[N];
static int32_t result[N];

static const struct {
	uint64_t num, den;
} clocks[] = {
	{1, 1}, {1000, 2096}, {1000000, 2999999}, {1, 3},
	{1000000000, 19200000}, {999999937, 1000000007},
	{UINT32_MAX - 1, UINT32_MAX},
};

/* Sums by [second][op][counted]. */
struct sums {
	uint64_t n, latency_ns, bytes, drained, failed;
};

static struct sums got[SECONDS][2][2], want[SECONDS][2][2];
static int failures;

static void
make_frame(struct iolog_frame *f, const struct iolog_header *h, unsigned odd)
{
	uint64_t second = (uint64_t)((unsigned __int128)1000000000 *
	    h->tick_den / h->tick_num);

	for (size_t i = 0; i < N; i++) {
		complete[i] = h->anchor.ticks + second +
		    (uint64_t)rand() % (second * (odd > 1 ? 5 : 1));
		latency[i] = (uint64_t)rand() % second;
		op[i] = (uint8_t)(odd > 0 ? rand() % 2 : IOLOG_WRITE);
		bytes[i] = 4096;
		result[i] = 4096;
		flags[i] = 0;
		if (odd > 1 && rand() % 3 == 0)
			flags[i] = (uint8_t)(rand() % 8);
		if (odd > 1 && rand() % 50 == 0)
			result[i] = rand() % 2 ? -5 : 512;
	}
	*f = (struct iolog_frame){
		.type = IOLOG_FRAME_DATA, .n = N, .complete_ticks = complete,
		.latency_ticks = latency, .op = op, .flags = flags,
		.bytes = bytes, .result = result,
	};
}

static void
take(void *context, const struct frameio_run *run)
{
	struct sums *s = &got[run->second][run->op][run->counted];

	(void)context;
	s->n += run->n;
	s->bytes += run->bytes;
	s->drained += run->drained;
	s->failed += run->failed;
	for (size_t i = 0; i < run->n; i++)
		s->latency_ns += run->latency_ns[i];
}

/* By the definitions of docs/method.md, one I/O at a time. */
static void
sum_plainly(const struct iolog_header *h)
{
	memset(want, 0, sizeof(want));
	for (size_t i = 0; i < N; i++) {
		uint64_t ns = iolog_ticks_to_ns(h, latency[i]);
		uint64_t at = ns + iolog_ticks_to_ns(h, complete[i] -
		    latency[i] - h->anchor.ticks);
		int counted = (flags[i] & IOLOG_FLAG_RAMP) == 0;
		struct sums *s = &want[at / 1000000000][op[i]][counted];

		if (result[i] != 4096 || (flags[i] & IOLOG_FLAG_LOST) != 0) {
			s->failed++;
			continue;
		}
		s->n++;
		s->latency_ns += ns;
		s->bytes += 4096;
		s->drained += (flags[i] & IOLOG_FLAG_DRAIN) != 0;
	}
}

int
main(void)
{
	struct frameio *w = frameio_new();
	struct frameio_grid grid = {0};
	struct iolog_frame f;

	if (w == NULL)
		return 1;
	srand(7);
	for (size_t i = 0; i < 3 * sizeof(clocks) / sizeof(clocks[0]); i++) {
		struct iolog_header h = {
			.tick_num = clocks[i / 3].num,
			.tick_den = clocks[i / 3].den,
			.anchor = {.ticks = 12345},
		};

		make_frame(&f, &h, (unsigned)i % 3);
		memset(got, 0, sizeof(got));
		sum_plainly(&h);
		if (frameio_runs(w, &h, &f, &grid, take, NULL) == -1)
			return 1;
		if (memcmp(got, want, sizeof(got)) != 0) {
			printf("case %zu: runs differ\n", i);
			failures++;
		}
	}
	frameio_free(w);
	return failures != 0;
}
