/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames are converted exactly and split by second, direction and class without
 * losing or moving an I/O, whatever the clock, behind the log's anchor and before
 * it. */
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

#define FIRST_TICK 12345u
#define BEGIN_NS 1500000000u

static const struct {
	uint64_t num, den;
} clocks[] = {
	{1, 1}, {1000, 2096}, {1000000, 2999999}, {1, 3},
	{1000000000, 19200000}, {999999937, 1000000007},
	{UINT32_MAX - 1, UINT32_MAX},
};

#define NCLOCKS (sizeof(clocks) / sizeof(clocks[0]))

/* Sums by [second][op][counted]. */
struct sums {
	uint64_t n, latency_ns, bytes, drained, failed;
};

static struct sums got[SECONDS][2][2], want[SECONDS][2][2];

/* Records of 0.7 s, which count from 1.5 s: I/Os by record and op. */
#define RECORDS 16u

static struct frameio_grid grid = {.record_ns = 700000000};
static uint64_t got_records[RECORDS][2], want_records[RECORDS][2];
static int failures;

static int
compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Frames of one second and op, of both ops, with all that is odd, and with
 * completions that ascend through several seconds. */
enum { ONE_OP, BOTH_OPS, ODD, ASCENDING, NKINDS };

static void
make_frame(struct iolog_frame *f, const struct iolog_header *h, unsigned kind)
{
	uint64_t second = (uint64_t)((unsigned __int128)1000000000 *
	    h->tick_den / h->tick_num);

	for (size_t i = 0; i < N; i++) {
		complete[i] = FIRST_TICK + second +
		    (uint64_t)rand() % (second * (kind > BOTH_OPS ? 5 : 1));
		latency[i] = (uint64_t)rand() % second;
		op[i] = (uint8_t)(kind > ONE_OP ? rand() % 2 : IOLOG_WRITE);
		bytes[i] = 4096;
		result[i] = 4096;
		flags[i] = 0;
		if (kind == ODD && rand() % 3 == 0)
			flags[i] = (uint8_t)(rand() % 8);
		if (kind == ODD && rand() % 50 == 0)
			result[i] = rand() % 2 ? -5 : 512;
	}
	if (kind == ASCENDING)
		qsort(complete, N, sizeof(complete[0]), compare);
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
	got_records[run->record][run->op] += run->n;
	for (size_t i = 0; i < run->n; i++)
		s->latency_ns += run->latency_ns[i];
}

static uint64_t
record_of(uint64_t at_ns, uint8_t flag)
{
	if ((flag & IOLOG_FLAG_DRAIN) != 0)
		return 0;
	return at_ns < BEGIN_NS ? 1 : (at_ns - BEGIN_NS) / grid.record_ns + 1;
}

/* floor((ticks - anchor) x num / den), where what is divided is made positive
 * first. */
static uint64_t
time_of(const struct iolog_header *h, uint64_t ticks)
{
	__int128 product = (__int128)(int64_t)(ticks - h->anchor.ticks) *
	    (__int128)h->tick_num;
	__int128 whole = (__int128)h->tick_den << 40;

	return FRAMEIO_ANCHOR_NS + (uint64_t)((product + whole) /
	    (__int128)h->tick_den) - ((uint64_t)1 << 40);
}

/* By the definitions of docs/method.md, one I/O at a time. */
static void
sum_plainly(const struct iolog_header *h)
{
	memset(want, 0, sizeof(want));
	memset(want_records, 0, sizeof(want_records));
	for (size_t i = 0; i < N; i++) {
		uint64_t ns = iolog_ticks_to_ns(h, latency[i]);
		uint64_t at = time_of(h, complete[i] - latency[i]) + ns -
		    grid.origin_ns;
		int counted = (flags[i] & IOLOG_FLAG_RAMP) == 0;
		struct sums *s = &want[at / 1000000000][op[i]][counted];

		if (result[i] != 4096 || (flags[i] & IOLOG_FLAG_LOST) != 0) {
			s->failed++;
			continue;
		}
		want_records[record_of(at, flags[i])][op[i]]++;
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
	struct iolog_frame f;

	if (w == NULL)
		return 1;
	srand(7);
	for (size_t i = 0; i < 3 * NKINDS * NCLOCKS; i++) {
		size_t clock = i / NKINDS % NCLOCKS;
		uint64_t num = clocks[clock].num, den = clocks[clock].den;
		/* The anchor is before, among and behind the I/Os. */
		uint64_t later_s = 5 * (i / (NKINDS * NCLOCKS));
		struct iolog_header h = {
			.tick_num = num, .tick_den = den,
			.anchor = {.ticks = FIRST_TICK + (uint64_t)(
			    (unsigned __int128)(later_s * 1000000000 + 7) *
			    den / num)},
		};

		grid.origin_ns = time_of(&h, FIRST_TICK);
		grid.begin_ns = grid.origin_ns + BEGIN_NS;
		make_frame(&f, &h, (unsigned)i % NKINDS);
		memset(got, 0, sizeof(got));
		memset(got_records, 0, sizeof(got_records));
		sum_plainly(&h);
		if (frameio_runs(w, &h, &f, &grid, take, NULL) == -1)
			return 1;
		if (memcmp(got, want, sizeof(got)) != 0 ||
		    memcmp(got_records, want_records, sizeof(got_records)) !=
		    0) {
			printf("case %zu: runs differ\n", i);
			failures++;
		}
	}
	frameio_free(w);
	return failures != 0;
}
