/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "analyze/rates.h"

#define SECOND_NS UINT64_C(1000000000)

/* A step that measured less than this share of its time was cut short. */
#define SHORT_FRAC 0.95

/* A rate is reached if no more of it is missing: the last I/Os of a short step
 * may be due when it ends. */
#define MISS_FRAC 0.01
#define CHANCE_SIGMAS 4

static struct rates
rates_new(struct arena *a, size_t room)
{
	return (struct rates){
		.iops = arena_array(a, room + 1, sizeof(double)),
		.mb_s = arena_array(a, room + 1, sizeof(double)),
		.begin_s = arena_array(a, room + 1, sizeof(double)),
		.written_bytes = arena_array(a, room + 1, sizeof(double)),
	};
}

/* Adds 'count' I/Os that moved so many bytes in so many ns; nothing moved is a
 * rate too.  'sum_bytes' is what was written before. */
static void
add(struct rates *r, uint64_t begin_ns, uint64_t ns, uint64_t count,
    const uint64_t *bytes, double *sum_bytes)
{
	r->iops[r->n] = test_iops(count, ns);
	r->mb_s[r->n] = test_mb_s(bytes[OP_READ] + bytes[OP_WRITE], ns);
	r->begin_s[r->n] = (double)begin_ns / 1e9;
	r->written_bytes[r->n++] = *sum_bytes;
	*sum_bytes += (double)bytes[OP_WRITE];
}

/* The first record that is not all of the ramp. */
static size_t
first_record(const struct scan *s, const struct scan_step *step)
{
	if (s->record_ns == 0 || step->first_submit_ns == UINT64_MAX ||
	    step->first_submit_ns < step->begin_ns)
		return 0;
	return (size_t)((step->first_submit_ns - step->begin_ns) /
	    s->record_ns);
}

static struct rates
of_records(struct arena *a, const struct test *t, const struct scan_step *s)
{
	struct rates r = rates_new(a, s->nrecords);
	size_t first = first_record(t->scan, s);
	double sum_bytes = 0;

	for (size_t i = first; scan_record_ended(t->scan, s, i); i++) {
		const struct tally *op = s->records[i].op;
		uint64_t ns = scan_record_ns(t->scan, s, i);
		uint64_t bytes[2] = {op[OP_READ].bytes, op[OP_WRITE].bytes};

		add(&r, (i - first) * t->scan->record_ns,
		    ns > 0 ? ns : t->scan->record_ns,
		    op[OP_ALL].latency.count, bytes, &sum_bytes);
	}
	return r;
}

static struct rates
of_seconds(struct arena *a, const struct test *t, const struct scan_step *s)
{
	uint64_t begin_ns = s->first_submit_ns, end_ns = s->last_complete_ns;
	uint64_t origin_ns = t->scan->origin_ns, first, last;
	struct rates r = {0};
	double sum_bytes = 0;

	if (s->op[OP_ALL].latency.count == 0 || begin_ns < origin_ns)
		return r;
	first = (begin_ns - origin_ns + SECOND_NS - 1) / SECOND_NS;
	last = (end_ns - origin_ns) / SECOND_NS;
	if (last > t->scan->nseconds)
		last = t->scan->nseconds;
	if (first >= last)
		return r;
	r = rates_new(a, last - first);
	for (uint64_t i = first; i < last; i++) {
		const struct scan_second *second = &t->scan->seconds[i];

		add(&r, (i - first) * SECOND_NS, SECOND_NS,
		    second->latency[OP_READ].count +
		    second->latency[OP_WRITE].count, second->bytes,
		    &sum_bytes);
	}
	return r;
}

static struct rates
if_enough(struct rates r)
{
	if (r.n < RATES_LEAST)
		r.n = 0;
	return r;
}

struct rates
rates_of_step(struct arena *a, const struct test *t, const struct cell *c)
{
	struct rates r = of_records(a, t, c->scan);

	return if_enough(r.n >= RATES_LEAST ? r : of_seconds(a, t, c->scan));
}

struct rates
rates_of_point(struct arena *a, const struct test *t, size_t point)
{
	struct rates r = rates_new(a, t->ndone);
	const struct scan_step *first = NULL;
	double sum_bytes = 0;

	/* Of one point they stand in the order of rounds and steps. */
	for (size_t i = 0; i < t->ndone; i++) {
		const struct scan_step *s = t->done[i]->scan;
		uint64_t bytes[2] = {
			s->op[OP_READ].bytes, s->op[OP_WRITE].bytes
		};

		if (t->done[i]->point != point || test_step_ns(s) == 0)
			continue;
		if (first == NULL)
			first = s;
		add(&r, s->first_submit_ns - first->first_submit_ns,
		    test_step_ns(s), s->op[OP_ALL].latency.count, bytes,
		    &sum_bytes);
	}
	return if_enough(r);
}

/* Drained I/Os were due in the step: only one that was cut short is measured by
 * its own time. */
static double
reached_per_s(const struct scan_step *s)
{
	uint64_t ns = test_step_ns(s);

	if ((double)ns >= SHORT_FRAC * (double)s->duration_ns &&
	    s->duration_ns > 0)
		ns = s->duration_ns;
	return ns == 0 ? 0 : (double)(s->op[OP_ALL].latency.count +
	    s->op[OP_ALL].failed) / test_seconds(ns);
}

static double
least_per_s(const struct scan_step *s, double asked_per_s)
{
	double expected = asked_per_s * test_seconds(s->duration_ns > 0 ?
	    s->duration_ns : test_step_ns(s));
	double chance = s->factors.value[FACTOR_ARRIVAL] == ARRIVAL_POISSON &&
	    expected > 0 ? CHANCE_SIGMAS / sqrt(expected) : 0;

	return asked_per_s * (1 - fmax(MISS_FRAC, chance));
}

struct rates_asked
rates_asked(const struct test *t)
{
	struct rates_asked r = {0};
	double worst = 1;

	for (size_t i = 0; i < t->ncells; i++) {
		const struct scan_step *s = t->cells[i].scan;
		double asked = s->has_factors ?
		    (double)s->factors.value[FACTOR_RATE] : 0;

		if (asked <= 0 || !t->cells[i].done)
			continue;
		r.nsteps++;

		double reached = reached_per_s(s);

		if (reached >= least_per_s(s, asked))
			continue;
		r.nmissed++;
		if (reached / asked >= worst)
			continue;
		worst = reached / asked;
		r.step = s->number;
		r.asked_per_s = asked;
		r.reached_per_s = reached;
	}
	return r;
}
