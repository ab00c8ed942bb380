/* SPDX-License-Identifier: BSD-2-Clause */
#include "analyze/rates.h"

#define SECOND_NS UINT64_C(1000000000)

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

static struct rates
of_records(struct arena *a, const struct test *t, const struct scan_step *s)
{
	struct rates r = rates_new(a, s->nrecords);
	double sum_bytes = 0;

	for (size_t i = 0; scan_record_ended(t->scan, s, i); i++) {
		const struct tally *op = s->records[i].op;
		uint64_t ns = scan_record_ns(t->scan, s, i);
		uint64_t bytes[2] = {op[OP_READ].bytes, op[OP_WRITE].bytes};

		add(&r, i * t->scan->record_ns,
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
