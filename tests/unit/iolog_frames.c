/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever I/O threads push, likely or not, is what the reader gives back:
 * stamps of any size and order, clocks of any step, calls out of sequence,
 * answers to nothing, offsets with a rule or without one. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "iolog/encoder.h"
#include "iolog/generator.h"

#define COUNT 3000u
#define FLYING_MOST 200u
#define KEY 12345u

struct told {
	struct iolog_event events[2 * COUNT + FLYING_MOST];
	size_t count;
	uint64_t ncalls, nsubmits;
};

/* What a world is like. */
struct world {
	uint64_t unit;			/* ticks are multiples of it */
	unsigned bits;			/* of time between events, in units */
	bool goes_back;			/* stamps are not in order */
	bool waits;			/* submit stamps are before the call */
	bool jumps;			/* numbers of calls do not follow on */
	bool silent;			/* calls are not told */
	unsigned batch, depth;
	unsigned ops;			/* 0: reads, 1: by rule, 2: at random */
	unsigned offsets;		/* 0: by rule, 1: in order, 2: random,
					   3: none, 4: sizes in a region,
					   5: in two zones */
	unsigned sizes;			/* 0: one, 1: sectors, 2: any */
	bool errors;
};

static uint64_t seed;

static uint64_t
next_random(void)
{
	return generator_mix(seed += 0x9e3779b97f4a7c15u);
}

static uint64_t
below(uint64_t n)
{
	return generator_below(next_random(), n);
}

static struct world
make_world(void)
{
	static const uint64_t units[] = { 1, 1, 1, 2, 21, 24, 1000, 999999937 };

	return (struct world){
		.unit = units[below(8)], .bits = (unsigned)below(40),
		.goes_back = below(8) == 0, .waits = below(5) == 0,
		.jumps = below(8) == 0, .silent = below(10) == 0,
		.batch = 1 + (unsigned)below(20),
		.depth = 1 + (unsigned)below(FLYING_MOST - 1),
		.ops = (unsigned)below(3), .offsets = (unsigned)below(6),
		.sizes = (unsigned)below(3), .errors = below(2) == 0,
	};
}

static uint64_t
in_zones(uint64_t key, const struct iolog_event *e, bool two)
{
	bool second = two && generator_zone_percent(key, e->submit) >= 30;
	uint64_t length = 1000000000000u;

	if (e->bytes == 0)
		return 0;
	return (second ? length : 0) + e->bytes * generator_below(
	    generator_draw(key, e->submit, GENERATOR_DRAW_OFFSET),
	    length / e->bytes);
}

static void
describe(struct iolog_event *e, const struct world *w, uint64_t key)
{
	uint64_t r = next_random();

	e->op = w->ops == 0 || (w->ops == 1 ? generator_is_read(generator_draw(
	    key, e->submit, GENERATOR_DRAW_OP), 65) : (r & 1) == 0) ?
	    IOLOG_READ : IOLOG_WRITE;
	e->bytes = w->sizes == 0 ? 4096 : w->sizes == 1 ?
	    512 * (1 + (uint32_t)(r >> 60)) : (uint32_t)(r >> 1 & INT32_MAX);
	e->result = (int32_t)e->bytes;
	if (w->errors && r >> 58 == 0)
		e->result = r & 2 ? -EIO : 0;
	e->flags = r >> 20 & 15 ? 0 : (uint8_t)(r >> 30 & 7);
	switch (w->offsets) {
	case 0:
		e->offset_bytes = 4096 * generator_below(generator_draw(key,
		    e->submit, GENERATOR_DRAW_OFFSET), 123456789012u);
		break;
	case 1:
		e->offset_bytes = 1048576 + e->submit * 131072;
		break;
	case 2:
		e->offset_bytes = next_random() >> below(64);
		break;
	case 4:
	case 5:
		e->offset_bytes = in_zones(key, e, w->offsets == 5);
		break;
	default:
		e->offset_bytes = 0;
	}
}

static void
add(struct told *t, struct iolog_encoder *encoder, const struct iolog_event *e)
{
	iolog_encoder_event(encoder, 0, e);
	if (e->kind == IOLOG_EVENT_COMPLETE)
		t->events[t->count++] = *e;
	else {
		t->ncalls++;
		t->nsubmits += (uint64_t)e->result;
	}
}

static void
tell(struct told *t, struct iolog_encoder *encoder, const struct world *w)
{
	uint64_t key = generator_stream_key(KEY, 0, 1);
	struct { uint64_t submit, ticks; } flying[FLYING_MOST];
	unsigned nflying = 0;
	uint64_t now = (1000 + below(1u << 20)) * w->unit;
	uint64_t submit = below(5) * (next_random() >> 30), done = 0;

	while (done < COUNT) {
		unsigned count = 1 + (unsigned)below(w->batch);

		now += below((uint64_t)1 << w->bits) * w->unit;
		if (w->goes_back && below(4) == 0)
			now -= below(300) * w->unit;
		if (nflying + count <= w->depth && below(3) != 0) {
			struct iolog_event e = {
				.kind = IOLOG_EVENT_SUBMIT, .ticks = now,
				.other_ticks = now + below(100000),
				.submit = submit, .step = 1,
				.result = (int32_t)count,
			};

			if (!w->silent)
				add(t, encoder, &e);
			for (unsigned i = 0; i < count; i++) {
				flying[nflying].submit = submit++;
				flying[nflying++].ticks = now;
			}
			if (w->jumps && below(20) == 0)
				submit += 3;
		} else if (nflying > 0) {
			unsigned i = (unsigned)below(nflying);
			struct iolog_event e = {
				.kind = IOLOG_EVENT_COMPLETE, .ticks = now,
				.other_ticks = flying[i].ticks - (w->waits ?
				    below(1000) * w->unit : 0),
				.submit = flying[i].submit, .step = 1,
			};

			describe(&e, w, key);
			add(t, encoder, &e);
			flying[i] = flying[--nflying];
			done++;
		}
	}
	while (nflying-- > 0) {
		struct iolog_event e = {
			.kind = IOLOG_EVENT_COMPLETE, .ticks = now,
			.other_ticks = flying[nflying].ticks,
			.submit = flying[nflying].submit, .step = 1,
		};

		describe(&e, w, key);
		add(t, encoder, &e);
	}
}

static void
write_fd(void *context, const void *bytes, size_t length)
{
	if (write(*(int *)context, bytes, length) != (ssize_t)length)
		exit(1);
}

static bool
is_same(const struct iolog_frame *f, uint32_t i, const struct iolog_event *e)
{
	return f->complete_ticks[i] == e->ticks &&
	    f->latency_ticks[i] == e->ticks - e->other_ticks &&
	    f->op[i] == e->op && f->flags[i] == e->flags &&
	    f->bytes[i] == e->bytes && f->result[i] == e->result &&
	    (f->submit == NULL || f->submit[i] == e->submit) &&
	    (f->at_bytes == NULL ? e->offset_bytes == 0 :
	    f->at_bytes[i] == e->offset_bytes);
}

/* The number of I/Os in frames of the age form, or -1. */
static int64_t
check(const struct told *t, const char *path)
{
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);
	struct iolog_frame f;
	uint64_t next = 0, ncalls = 0, nsubmits = 0;
	int64_t naged = 0;

	if (r == NULL)
		return -1;
	iolog_reader_want(r, IOLOG_WANT_OFFSETS | IOLOG_WANT_CALLS);
	while ((status = iolog_reader_next(r, &f)) == IOLOG_OK) {
		if (f.type != IOLOG_FRAME_DATA)
			continue;
		for (uint32_t i = 0; i < f.n; i++, next++)
			if (next >= t->count ||
			    !is_same(&f, i, &t->events[next])) {
				printf("I/O %" PRIu64 " differs\n", next);
				return -1;
			}
		ncalls += f.ncalls;
		nsubmits += f.nsubmits;
		naged += f.is_age_form ? f.n : 0;
	}
	iolog_reader_close(r);
	if (status == IOLOG_END && next == t->count && ncalls == t->ncalls &&
	    nsubmits == t->nsubmits)
		return naged;
	puts(iolog_status_text(status));
	return -1;
}

static int64_t
try_world(const struct world *w)
{
	static struct told told;
	char path[64];
	int fd = memfd_create("log", 0);
	struct iolog_totals totals;
	/* A tick is a picosecond: a second holds more than 2^32 of them. */
	struct iolog_header header = {
		.nstreams = 1, .clock = IOLOG_CLOCK_VIRTUAL,
		.stamp = IOLOG_STAMP_EVENT, .tick_num = 1, .tick_den = 1000,
		.sector_bytes = 512, .generator = GENERATOR_MIX64, .key = KEY,
	};

	struct iolog_encoder *e = iolog_encoder_new(&header,
	    &(struct iolog_sink){ .write = write_fd, .context = &fd });
	if (fd == -1 || e == NULL)
		return -1;
	told.count = 0;
	told.ncalls = told.nsubmits = 0;
	tell(&told, e, w);
	iolog_encoder_end(e, &totals);
	bool failed = iolog_encoder_failed(e);
	iolog_encoder_free(e);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	int64_t naged = failed ? -1 : check(&told, path);
	close(fd);
	return naged;
}

int
main(void)
{
	unsigned naged = 0, nworlds = 200;

	for (unsigned i = 0; i < nworlds; i++) {
		uint64_t begin = seed = i * 1000003u;
		struct world w = make_world();
		int64_t got = try_world(&w);

		if (got == -1) {
			printf("world %" PRIu64 ": unit %" PRIu64 ", %u bits,"
			    " depth %u\n", begin, w.unit, w.bits, w.depth);
			return 1;
		}
		naged += got > 0;
	}
	printf("%u of %u worlds use the age form\n", naged, nworlds);
	return naged < 20 || naged > nworlds - 20;
}
