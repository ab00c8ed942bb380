/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/exact.h"
#include "base/report.h"
#include "stats/quantile.h"
#include "stats/refine.h"

/* What the counters of one pass may take; see the memory bound of the
 * program in the README of this folder. */
#define BUDGET_BYTES (96 << 20)

/* A tally whose percentiles are searched. */
struct search {
	struct tally *tally;
	struct refine_pool *pool;
};

/* What the counted I/Os of one op of one step belong to. */
struct member {
	size_t npools;
	struct refine_pool *pools[REFINE_POOLS];
};

struct exact {
	const struct scan *scan;
	size_t nsearches, room;
	struct search *searches;
	struct member (*members)[2];	/* members[nsteps][2] */
	struct member (**records)[2];	/* records[nsteps][nrecords][2] */
	uint64_t *count;		/* scratch: count[HISTOGRAM_BINS] */
	struct frameio *work;
	struct refine_lookup *lookups[2];
	const struct scan_step *current;	/* the lookups are set to it */
	uint64_t current_record;
	const struct scan_step *frame_step;	/* of the frame in hand */
};

static struct refine_pool *
pool_of(struct exact *e, const struct tally *t)
{
	uint64_t ranks[NPERCENTILES];

	for (size_t i = 0; i < NPERCENTILES; i++)
		ranks[i] = quantile_rank(t->latency.count, percentiles[i].ppm);
	memset(e->count, 0, HISTOGRAM_BINS * sizeof(e->count[0]));
	histogram_unpack(t->packed, t->packed_bytes, e->count);
	return refine_pool_new(&t->latency, e->count, ranks, NPERCENTILES);
}

/* Returns the pool that was added, or NULL if memory is out. */
static struct refine_pool *
add_search(struct exact *e, struct tally *t)
{
	struct search *more;

	if (e->nsearches == e->room) {
		e->room = e->room > 0 ? 2 * e->room : 64;
		more = realloc(e->searches, e->room * sizeof(more[0]));
		if (more == NULL)
			return NULL;
		e->searches = more;
	}
	e->searches[e->nsearches].tally = t;
	e->searches[e->nsearches].pool = pool_of(e, t);
	return e->searches[e->nsearches++].pool;
}

/* Where all I/Os are of one op, "all" is that op and needs no search. */
static bool
needs_all(const struct tally *op)
{
	return op[OP_READ].latency.count > 0 && op[OP_WRITE].latency.count > 0;
}

static void
add_member(struct member *m, int op, struct refine_pool *pool)
{
	for (int o = 0; o < 2; o++) {
		if (op == OP_ALL || op == o)
			m[o].pools[m[o].npools++] = pool;
	}
}

static int
add_pool(struct exact *e, const struct exact_pool *p)
{
	for (int op = 0; op < NOPS; op++) {
		struct refine_pool *pool;

		if (p->op[op].latency.count == 0 ||
		    (op == OP_ALL && !needs_all(p->op)))
			continue;
		pool = add_search(e, &p->op[op]);
		if (pool == NULL)
			return -1;
		for (size_t i = 0; i < p->nsteps; i++)
			add_member(e->members[p->steps[i]], op, pool);
	}
	return 0;
}

static int
add_records(struct exact *e, size_t at)
{
	const struct scan_step *step = e->scan->steps[at];

	if (step->nrecords == 0)
		return 0;
	e->records[at] = calloc(step->nrecords, sizeof(e->records[at][0]));
	if (e->records[at] == NULL)
		return -1;
	for (size_t i = 0; i < step->nrecords; i++) {
		struct tally *t = step->records[i].op;

		for (int op = 0; op < NOPS; op++) {
			struct refine_pool *pool;

			if (t[op].latency.count == 0 ||
			    (op == OP_ALL && !needs_all(t)))
				continue;
			pool = add_search(e, &t[op]);
			if (pool == NULL)
				return -1;
			add_member(e->records[at][i], op, pool);
		}
	}
	return 0;
}

static void
copy_values(struct tally *to, const struct tally *from)
{
	memcpy(to->value_ns, from->value_ns, sizeof(to->value_ns));
	to->exact = from->exact;
}

/* A pool of one step is that step. */
static void
copy_step(const struct tally *from, struct tally *to)
{
	for (int op = 0; op < NOPS; op++)
		copy_values(&to[op], &from[op]);
}

static void
copy_all(struct tally *op)
{
	if (op[OP_ALL].latency.count == 0 || needs_all(op))
		return;
	copy_values(&op[OP_ALL],
	    &op[op[OP_READ].latency.count > 0 ? OP_READ : OP_WRITE]);
}

static void
set_lookups(struct exact *e, const struct scan_step *step, uint64_t record)
{
	struct member *m = e->members[step->index];

	if (record > step->nrecords)
		record = step->nrecords;
	if (e->current == step && e->current_record == record)
		return;
	for (int op = 0; op < 2; op++) {
		struct member both = m[op];

		if (record > 0) {
			const struct member *r =
			    &e->records[step->index][record - 1][op];

			for (size_t i = 0; i < r->npools; i++)
				both.pools[both.npools++] = r->pools[i];
		}
		refine_lookup_set(e->lookups[op], both.pools, both.npools);
	}
	e->current = step;
	e->current_record = record;
}

static void
count_run(void *context, const struct frameio_run *run)
{
	struct exact *e = context;

	if (!run->counted || run->n == 0)
		return;
	set_lookups(e, e->frame_step, run->record);
	refine_lookup_add(e->lookups[run->op], run->latency_ns, run->n);
}

static int
count_frame(struct exact *e, const struct iolog_frame *f)
{
	const struct scan_step *step = scan_find(e->scan, f->step);
	struct frameio_counted counted;
	struct frameio_grid grid;

	if (step == NULL)
		return 0;
	if (step->nrecords > 0) {
		e->frame_step = step;
		grid = scan_grid(e->scan, step);
		return frameio_runs(e->work, &e->scan->header, f, &grid,
		    count_run, e);
	}
	if (frameio_counted(e->work, &e->scan->header, f, &counted) == -1)
		return -1;
	set_lookups(e, step, 0);
	for (int op = 0; op < 2; op++) {
		if (counted.n[op] > 0)
			refine_lookup_add(e->lookups[op],
			    counted.latency_ns[op], counted.n[op]);
	}
	return 0;
}

/* Reads the frames that the first pass read. */
static int
read_again(struct exact *e)
{
	enum iolog_status status;
	struct iolog_reader *reader = iolog_reader_open(e->scan->path,
	    &status);
	struct iolog_frame f;
	int result = 0;

	if (reader == NULL) {
		warn_msg("%s: %s, when it was read again", e->scan->path,
		    iolog_status_text(status));
		return -1;
	}
	do {
		status = iolog_reader_next(reader, &f);
		if (status == IOLOG_OK && f.type == IOLOG_FRAME_DATA)
			result = count_frame(e, &f);
	} while (result == 0 && (status == IOLOG_DAMAGED ||
	    (status == IOLOG_OK &&
	    f.offset_bytes + f.length_bytes < e->scan->end_bytes)));
	if (status == IOLOG_ERRNO)
		result = -1;
	if (result == -1)
		warn_errno("read(%s)", e->scan->path);
	for (int op = 0; op < 2; op++)
		refine_lookup_flush(e->lookups[op]);
	e->current = NULL;
	iolog_reader_close(reader);
	return result;
}

static int
make_pass(struct exact *e, bool *done_out)
{
	struct refine_budget budget;
	int result;

	*done_out = true;
	for (size_t i = 0; i < e->nsearches; i++) {
		if (!refine_pool_done(e->searches[i].pool))
			*done_out = false;
	}
	if (*done_out)
		return 0;
	atomic_init(&budget.left_bytes, BUDGET_BYTES);
	for (size_t i = 0; i < e->nsearches; i++) {
		if (!refine_pool_done(e->searches[i].pool))
			refine_pool_begin(e->searches[i].pool, &budget);
	}
	result = read_again(e);
	for (size_t i = 0; i < e->nsearches; i++)
		refine_pool_end(e->searches[i].pool);
	return result;
}

/* Returns -1 if a rank was not found. */
static int
take_values(struct search *s)
{
	for (size_t i = 0; i < NPERCENTILES; i++) {
		if (refine_pool_value(s->pool, i, &s->tally->value_ns[i]) == -1)
			return -1;
	}
	s->tally->exact = true;
	return 0;
}

static int
finish(struct exact *e, const struct exact_pool *pools, size_t npools)
{
	int result = 0;

	for (size_t i = 0; i < e->nsearches; i++) {
		if (take_values(&e->searches[i]) == -1)
			result = -1;
	}
	for (size_t i = 0; i < e->scan->nsteps; i++) {
		struct scan_step *step = e->scan->steps[i];

		copy_all(step->op);
		for (size_t k = 0; k < step->nrecords; k++)
			copy_all(step->records[k].op);
	}
	for (size_t i = 0; i < npools; i++) {
		if (pools[i].nsteps == 1)
			copy_step(e->scan->steps[pools[i].steps[0]]->op,
			    pools[i].op);
		copy_all(pools[i].op);
	}
	if (result == -1)
		warn_msg("%s: changed while it was read", e->scan->path);
	return result;
}

static int
add_searches(struct exact *e, const struct exact_pool *pools, size_t npools)
{
	for (size_t i = 0; i < e->scan->nsteps; i++) {
		struct exact_pool step = {
			.op = e->scan->steps[i]->op, .nsteps = 1, .steps = &i,
		};

		if (add_pool(e, &step) == -1 || add_records(e, i) == -1)
			return -1;
	}
	for (size_t i = 0; i < npools; i++) {
		if (pools[i].nsteps != 1 && add_pool(e, &pools[i]) == -1)
			return -1;
	}
	return 0;
}

int
exact_percentiles(const struct scan *s, const struct exact_pool *pools,
    size_t npools)
{
	struct exact e = {
		.scan = s,
		.members = calloc(s->nsteps + 1, sizeof(e.members[0])),
		.records = calloc(s->nsteps + 1, sizeof(e.records[0])),
		.count = calloc(HISTOGRAM_BINS, sizeof(e.count[0])),
		.work = frameio_new(),
		.lookups = {refine_lookup_new(0), refine_lookup_new(0)},
	};
	bool done = false;
	int result = -1;

	if (e.members == NULL || e.records == NULL || e.count == NULL ||
	    e.work == NULL ||
	    e.lookups[0] == NULL || e.lookups[1] == NULL ||
	    add_searches(&e, pools, npools) == -1) {
		warn_errno("%s", s->path);
		goto free_all;
	}
	do {
		result = make_pass(&e, &done);
	} while (result == 0 && !done);
	if (finish(&e, pools, npools) == -1)
		result = -1;

free_all:
	for (size_t i = 0; i < e.nsearches; i++)
		refine_pool_free(e.searches[i].pool);
	for (int op = 0; op < 2; op++)
		refine_lookup_free(e.lookups[op]);
	frameio_free(e.work);
	for (size_t i = 0; e.records != NULL && i < s->nsteps; i++)
		free(e.records[i]);
	free(e.records);
	free(e.searches);
	free(e.members);
	free(e.count);
	return result;
}
