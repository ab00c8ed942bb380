/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_TESTS_IOLOG_SETS_H
#define PLATEAU_TESTS_IOLOG_SETS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "iolog/generator.h"
#include "iolog/ring.h"

/*
 * Synthetic I/O for tests and benches of the log: a host that keeps 'depth'
 * I/Os in flight at a simulated drive (or, with a rate, sends them at random
 * times), in events as the ring takes them.  The same set gives the same
 * events everywhere, to the rounding of libm.
 */
struct set {
	const char *name;
	uint32_t depth;
	double median_ns, sigma;	/* latency of the drive, lognormal */
	double stall_share, stall_ns;	/* I/Os that meet garbage collection */
	double rate_per_s;		/* open loop at this rate; 0: closed */
	double host_ns, host_sigma;	/* of one turn of the host's loop */
	uint32_t read_percent;
	uint32_t block_bytes;
	bool is_fifo;			/* the drive answers in order */
	uint32_t batch_most;		/* I/Os of one submit call */
	uint64_t unit;			/* ticks are multiples of it */
};

#define SET_KEY 0x706c617465617521u
#define SET_BLOCKS ((uint64_t)1 << 28)	/* of the target */

/* What a set plays into. */
struct set_player {
	void (*push)(void *context, uint32_t stream,
	    const struct iolog_event *event);
	void *context;
	uint32_t stream, step;
	uint64_t random;		/* state */
	uint64_t submit;		/* next submit number */
	uint64_t now;			/* ticks, continued from step to step */
};

static inline double
set_uniform(struct set_player *p)
{
	p->random += 0x9e3779b97f4a7c15u;
	return ((double)(generator_mix(p->random) >> 11) + 0.5) * 0x1p-53;
}

static inline double
set_lognormal(struct set_player *p, double median, double sigma)
{
	double r = sqrt(-2 * log(set_uniform(p)));

	return median * exp(sigma * r * cos(2 * 3.14159265358979 *
	    set_uniform(p)));
}

struct set_flight {
	uint64_t submit, stamp, due;
};

static inline uint64_t
set_round(const struct set *s, uint64_t ticks)
{
	return s->unit > 1 ? ticks / s->unit * s->unit : ticks;
}

static inline enum iolog_op
set_op(const struct set *s, const struct set_player *p, uint64_t submit)
{
	uint64_t key = generator_stream_key(SET_KEY, p->stream, p->step);

	return generator_is_read(generator_draw(key, submit,
	    GENERATOR_DRAW_OP), s->read_percent) ? IOLOG_READ : IOLOG_WRITE;
}

static inline uint64_t
set_offset(const struct set *s, const struct set_player *p, uint64_t submit)
{
	uint64_t key = generator_stream_key(SET_KEY, p->stream, p->step);

	return s->block_bytes * generator_below(generator_draw(key, submit,
	    GENERATOR_DRAW_OFFSET), SET_BLOCKS);
}

static inline void
set_complete(const struct set *s, struct set_player *p,
    const struct set_flight *f, uint64_t stamp)
{
	struct iolog_event e = {
		.kind = IOLOG_EVENT_COMPLETE, .ticks = stamp,
		.other_ticks = f->stamp, .submit = f->submit,
		.offset_bytes = set_offset(s, p, f->submit),
		.result = (int32_t)s->block_bytes, .bytes = s->block_bytes,
		.step = p->step, .op = (uint8_t)set_op(s, p, f->submit),
	};

	p->push(p->context, p->stream, &e);
}

static inline uint64_t
set_latency(const struct set *s, struct set_player *p)
{
	double ns = set_lognormal(p, s->median_ns, s->sigma);

	if (s->stall_share > 0 && set_uniform(p) < s->stall_share)
		ns += s->stall_ns * set_uniform(p);
	return (uint64_t)ns + 1;
}

/* Submits 'count' I/Os in calls of at most batch_most; they are 'flights'. */
static inline void
set_submit(const struct set *s, struct set_player *p,
    struct set_flight *flights, uint32_t count)
{
	while (count > 0) {
		uint32_t n = count < s->batch_most ? count : s->batch_most;
		uint64_t before = set_round(s, p->now);

		/* A call costs something of its own and something an I/O. */
		p->now += (uint64_t)set_lognormal(p, 900 + 350.0 * n, 0.15);
		struct iolog_event e = {
			.kind = IOLOG_EVENT_SUBMIT, .ticks = before,
			.other_ticks = set_round(s, p->now),
			.submit = p->submit, .result = (int32_t)n,
			.step = p->step,
		};
		p->push(p->context, p->stream, &e);
		for (uint32_t i = 0; i < n; i++, flights++) {
			flights->submit = p->submit++;
			flights->stamp = before;
			flights->due = before + set_latency(s, p);
		}
		count -= n;
	}
}

static inline int
set_by_due(const void *a, const void *b)
{
	const struct set_flight *x = a, *y = b;

	if (x->due != y->due)
		return x->due < y->due ? -1 : 1;
	return (x->submit > y->submit) - (x->submit < y->submit);
}

/* Plays about 'count' I/Os of a closed loop. */
static inline void
set_play_closed(const struct set *s, struct set_player *p, uint64_t count)
{
	struct set_flight *flights = calloc(s->depth, sizeof(*flights));
	uint64_t left = count;
	uint32_t nflying = s->depth;

	set_submit(s, p, flights, s->depth);
	while (nflying > 0) {
		uint64_t next = UINT64_MAX, last = 0;
		uint32_t done = 0;

		for (uint32_t i = 0; i < nflying; i++) {
			/* In order: none is due before an earlier one. */
			if (s->is_fifo && flights[i].due < last)
				flights[i].due = last;
			last = flights[i].due;
			next = flights[i].due < next ? flights[i].due : next;
		}
		p->now += (uint64_t)set_lognormal(p, s->host_ns,
		    s->host_sigma);
		if (p->now < next)
			p->now = next + (uint64_t)set_lognormal(p, 120, 0.3);
		struct set_flight due[1024];
		for (uint32_t i = 0, kept = 0, n = nflying; i < n; i++) {
			if (flights[i].due > p->now || done == 1024) {
				flights[kept++] = flights[i];
				continue;
			}
			due[done++] = flights[i];
			nflying--;
		}
		qsort(due, done, sizeof(*due), set_by_due);
		uint64_t stamp = set_round(s, p->now);
		for (uint32_t i = 0; i < done; i++)
			set_complete(s, p, &due[i], stamp);
		p->now += (uint64_t)set_lognormal(p, 60 + 12.0 * done, 0.2);
		uint32_t again = done < left ? done : (uint32_t)left;
		set_submit(s, p, flights + nflying, again);
		left -= again;
		nflying += again;
	}
	free(flights);
}

/* Plays 'count' I/Os sent at random times, each stamped by itself. */
static inline void
set_play_open(const struct set *s, struct set_player *p, uint64_t count)
{
	const uint32_t most = 4096;
	struct set_flight *flights = calloc(most, sizeof(*flights));
	double arrival = (double)p->now;
	uint32_t nflying = 0;
	uint64_t sent = 0;

	while (sent < count || nflying > 0) {
		uint32_t first = 0;

		for (uint32_t i = 1; i < nflying; i++)
			if (flights[i].due < flights[first].due)
				first = i;
		bool send = sent < count && nflying < most && (nflying == 0 ||
		    (uint64_t)arrival <= flights[first].due);
		if (send) {
			p->now = (uint64_t)arrival;
			set_submit(s, p, flights + nflying++, 1);
			sent++;
			arrival -= log(set_uniform(p)) * 1e9 / s->rate_per_s;
			continue;
		}
		set_complete(s, p, &flights[first],
		    set_round(s, flights[first].due));
		flights[first] = flights[--nflying];
	}
	p->now = (uint64_t)arrival;
	free(flights);
}

static inline void
set_play(const struct set *s, struct set_player *p, uint64_t count)
{
	if (s->rate_per_s > 0)
		set_play_open(s, p, count);
	else
		set_play_closed(s, p, count);
}

static const struct set sets[] = {
	{ .name = "qd1", .depth = 1, .median_ns = 11000, .sigma = 0.25,
	  .host_ns = 250, .host_sigma = 0.2, .read_percent = 100,
	  .block_bytes = 4096, .batch_most = 16, .unit = 1 },
	{ .name = "fifo-qd32", .depth = 32, .median_ns = 78000, .sigma = 0.1,
	  .host_ns = 30000, .host_sigma = 0.3, .read_percent = 70,
	  .block_bytes = 4096, .is_fifo = true, .batch_most = 16, .unit = 1 },
	{ .name = "nvme-qd128", .depth = 128, .median_ns = 83000,
	  .sigma = 0.25, .host_ns = 250, .host_sigma = 0.2,
	  .read_percent = 100, .block_bytes = 4096, .batch_most = 16,
	  .unit = 1 },
	{ .name = "ssd-gc-qd128", .depth = 128, .median_ns = 1252000,
	  .sigma = 0.35, .stall_share = 0.02, .stall_ns = 5e6,
	  .host_ns = 250, .host_sigma = 0.2, .read_percent = 0,
	  .block_bytes = 4096, .batch_most = 16, .unit = 1 },
	{ .name = "ssd-gc-mix", .depth = 128, .median_ns = 1252000,
	  .sigma = 0.35, .stall_share = 0.02, .stall_ns = 5e6,
	  .host_ns = 250, .host_sigma = 0.2, .read_percent = 70,
	  .block_bytes = 4096, .batch_most = 16, .unit = 1 },
	{ .name = "poisson-100k", .depth = 1, .median_ns = 100000,
	  .sigma = 0.35, .rate_per_s = 100000, .host_ns = 250,
	  .host_sigma = 0.2, .read_percent = 100, .block_bytes = 4096,
	  .batch_most = 1, .unit = 1 },
	/* The first, by a counter that steps by 21 ticks of 0.477 ns. */
	{ .name = "qd1-ticks", .depth = 1, .median_ns = 23056, .sigma = 0.25,
	  .host_ns = 524, .host_sigma = 0.2, .read_percent = 100,
	  .block_bytes = 4096, .batch_most = 16, .unit = 21 },
};
#define NSETS (sizeof(sets) / sizeof(sets[0]))

#endif
