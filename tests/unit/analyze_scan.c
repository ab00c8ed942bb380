/* SPDX-License-Identifier: BSD-2-Clause */
/* What a scan holds does not depend on the order in which it came or on how it
 * was cut into parts, and I/Os come out of a replay as they went in. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/replay.h"
#include "analyze/scan.h"

#define NSTEPS 100000u

static int failures;

static struct scan *
new_scan(void)
{
	const struct iolog_header header = {.tick_num = 1, .tick_den = 1};
	struct scan *s = scan_new("none", &header);

	if (s == NULL)
		exit(1);
	return s;
}

/* The i-th step number of an order. */
static uint32_t
rising(uint32_t i)
{
	return i + 1;
}

static uint32_t
falling(uint32_t i)
{
	return NSTEPS - i;
}

static uint32_t
scattered(uint32_t i)
{
	return (uint32_t)((uint64_t)i * 61 % NSTEPS) + 1;
}

static uint32_t
halves(uint32_t i)
{
	return (i % 2 ? i / 2 : NSTEPS / 2 + i / 2) + 1;
}

/* A hundred thousand steps in any order: a list that moves all its elements for
 * each took minutes. */
static void
check_steps(void)
{
	static uint32_t (*const orders[])(uint32_t i) = {
		rising, falling, scattered, halves,
	};

	for (size_t o = 0; o < sizeof(orders) / sizeof(orders[0]); o++) {
		struct scan *s = new_scan();

		for (uint32_t i = 0; i < NSTEPS; i++) {
			struct scan_step *step = scan_step(s, orders[o](i));

			if (step == NULL || scan_step(s, orders[o](i)) != step)
				exit(1);
			step->round = orders[o](i) + 7;
		}
		if (scan_finish(s) == -1)
			exit(1);
		for (uint32_t i = 0; i < NSTEPS; i++) {
			if (s->nsteps == NSTEPS &&
			    s->steps[i]->number == i + 1 &&
			    s->steps[i]->round == i + 8 &&
			    scan_find(s, i + 1) == s->steps[i])
				continue;
			printf("order %zu: step %" PRIu32 " is lost\n", o,
			    i + 1);
			failures++;
			break;
		}
		scan_free(s);
	}
}

#define NADDED 3000

/* One value of each added second. */
static void
add_second(struct scan *s, uint64_t i)
{
	static uint64_t count[HISTOGRAM_BINS];
	uint64_t second = i * 7919 % SCAN_SECONDS;
	uint32_t bin = histogram_group(histogram_bin(1000 * i));

	count[bin] = i + 1;
	if (scan_add_slice(s, second, (int)(i % 2), count, bin, bin) == -1)
		exit(1);
}

static bool
same_slices(const struct scan *a, const struct scan *b)
{
	if (a->slice_seconds != b->slice_seconds || a->nslices != b->nslices ||
	    a->slice_bytes != b->slice_bytes)
		return false;
	for (size_t i = 0; i < a->nslices; i++) {
		for (int op = 0; op < 2; op++) {
			const struct packed *x = &a->slices[i].histogram[op];
			const struct packed *y = &b->slices[i].histogram[op];

			if (x->length != y->length || (x->length > 0 &&
			    memcmp(x->bytes, y->bytes, x->length) != 0))
				return false;
		}
	}
	return true;
}

/* More seconds than slices: these become longer, alike in every order, and no
 * I/O is lost. */
static void
check_slices(void)
{
	struct scan *whole = new_scan(), *back = new_scan();
	struct scan *parts[2] = {new_scan(), new_scan()};
	struct scan *merged = new_scan();
	uint64_t *count = calloc(HISTOGRAM_BINS, sizeof(count[0]));
	uint64_t sum = 0;

	if (count == NULL)
		exit(1);
	for (uint64_t i = 0; i < NADDED; i++) {
		add_second(whole, i);
		add_second(back, NADDED - 1 - i);
		add_second(parts[i * 3 / NADDED / 2], i);
	}
	for (size_t i = 0; i < 2; i++) {
		if (scan_merge(merged, parts[i]) == -1)
			exit(1);
	}
	if (whole->slice_seconds != 4 || whole->nslices > SCAN_SLICES ||
	    !same_slices(whole, back) || !same_slices(whole, merged)) {
		printf("slices of %" PRIu64 ", %" PRIu64 ", %" PRIu64
		    " seconds differ\n", whole->slice_seconds,
		    back->slice_seconds, merged->slice_seconds);
		failures++;
	}
	for (size_t i = 0; i < whole->nslices; i++) {
		for (int op = 0; op < 2; op++)
			packed_unpack(&whole->slices[i].histogram[op], count);
	}
	for (size_t bin = 0; bin < HISTOGRAM_BINS; bin++)
		sum += count[bin];
	if (sum != (uint64_t)NADDED * (NADDED + 1) / 2) {
		printf("%" PRIu64 " of the I/Os are in slices\n", sum);
		failures++;
	}
	free(count);
	scan_free(whole);
	scan_free(back);
	scan_free(parts[0]);
	scan_free(parts[1]);
	scan_free(merged);
}

/* Runs whose latencies span so many bits. */
static const unsigned spans[] = {1, 15, 16, 17, 24, 25, 32, 33, 63};

#define RUN_IOS 5000u
#define NFRAMES 400u

static void
fill_run(struct frameio_run *run, uint64_t *latency_ns, uint32_t frame)
{
	unsigned bits = spans[frame % (sizeof(spans) / sizeof(spans[0]))];

	srand(frame);
	*run = (struct frameio_run){
		.second = frame / 3, .record = frame % 5,
		.op = (int)(frame % 2), .counted = frame % 3 != 0,
		.n = frame % 4 == 0 ? frame % 7 : RUN_IOS - frame,
		.latency_ns = latency_ns,
	};
	for (size_t i = 0; i < run->n; i++) {
		uint64_t r = (uint64_t)rand() << 42 ^ (uint64_t)rand() << 21 ^
		    (uint64_t)rand();

		latency_ns[i] = r & ((((uint64_t)1 << (bits - 1)) - 1) << 1 |
		    1);
	}
}

struct reading {
	uint32_t frame;
	size_t at;			/* of the run in hand */
	struct frameio_run run;
	uint64_t latency_ns[RUN_IOS];
};

static void
next_run(struct reading *r)
{
	while (r->at == r->run.n) {
		r->frame++;
		r->at = 0;
		fill_run(&r->run, r->latency_ns, r->frame);
	}
}

static void
take(void *context, uint32_t step, const struct frameio_run *piece)
{
	struct reading *r = context;

	next_run(r);
	if (step != r->frame / 10 || piece->second != r->run.second ||
	    piece->record != r->run.record || piece->op != r->run.op ||
	    piece->counted != r->run.counted ||
	    piece->n > r->run.n - r->at || memcmp(piece->latency_ns,
	    r->latency_ns + r->at, piece->n * sizeof(uint64_t)) != 0) {
		printf("frame %" PRIu32 ": another run at %zu\n", r->frame,
		    r->at);
		exit(1);
	}
	r->at += piece->n;
}

/* What fits comes back; frames that do not fit are left out as a whole. */
static void
check_replay(size_t room_bytes)
{
	static struct reading r;
	struct replay_room *room = replay_room_new(room_bytes);
	struct replay *replay = replay_new(room);
	struct frameio_run run;
	struct moments latency;
	static uint64_t latency_ns[RUN_IOS];
	uint64_t end;

	if (room == NULL || replay == NULL)
		exit(1);
	for (uint32_t frame = 0; frame < NFRAMES; frame++) {
		replay_frame(replay, frame / 10, 1000 * (uint64_t)frame);
		fill_run(&run, latency_ns, frame);
		for (size_t i = 0, n = run.n; i < n; i += run.n) {
			run.latency_ns = latency_ns + i;
			run.n = n - i < REPLAY_PIECE ? n - i : REPLAY_PIECE;
			memset(&latency, 0, sizeof(latency));
			moments_add(&latency, run.latency_ns, run.n);
			replay_piece(replay, &run, &latency);
		}
	}
	memset(&r, 0, sizeof(r));
	fill_run(&r.run, r.latency_ns, 0);
	replay_each(replay, take, &r);
	/* Runs without I/Os leave no trace, at the end either. */
	end = replay_end_bytes(replay);
	while (r.at == r.run.n && r.frame + 1 < NFRAMES &&
	    (r.frame + 1) * (uint64_t)1000 < end) {
		r.frame++;
		fill_run(&r.run, r.latency_ns, r.frame);
		r.at = 0;
	}
	if (replay_room_bytes(room) > room_bytes ||
	    r.at != r.run.n || (end == UINT64_MAX ? r.frame + 1 != NFRAMES :
	    end != 1000 * ((uint64_t)r.frame + 1))) {
		printf("room %zu: %" PRIu32 " frames came back, end %"
		    PRIu64 "\n", room_bytes, r.frame + 1, end);
		failures++;
	}
	replay_free(replay);
	replay_room_free(room);
}

int
main(void)
{
	check_steps();
	check_slices();
	check_replay((size_t)1 << 30);
	check_replay(3 << 20);
	return failures != 0;
}
