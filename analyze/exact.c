/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/exact.h"
#include "analyze/parallel.h"
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
	struct parts parts;
	unsigned nthreads;
	struct worker *workers;		/* workers[nthreads] */
};

/* What a thread needs to read a part of the log. */
struct worker {
	const struct exact *exact;
	struct frameio *work;
	struct refine_lookup *lookups[2];
	const struct scan_step *current;	/* the lookups are set to it */
	uint64_t current_record;
	const struct scan_step *frame_step;	/* of the frame in hand */
	bool failed;
	int saved_errno;
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
set_lookups(struct worker *w, const struct scan_step *step, uint64_t record)
{
	const struct exact *e = w->exact;

	if (record > step->nrecords)
		record = step->nrecords;
	if (w->current == step && w->current_record == record)
		return;
	for (int op = 0; op < 2; op++) {
		struct member both = e->members[step->index][op];

		if (record > 0) {
			const struct member *r =
			    &e->records[step->index][record - 1][op];

			for (size_t i = 0; i < r->npools; i++)
				both.pools[both.npools++] = r->pools[i];
		}
		refine_lookup_set(w->lookups[op], both.pools, both.npools);
	}
	w->current = step;
	w->current_record = record;
}

static void
count_run(void *context, const struct frameio_run *run)
{
	struct worker *w = context;

	if (!run->counted || run->n == 0)
		return;
	set_lookups(w, w->frame_step, run->record);
	refine_lookup_add(w->lookups[run->op], run->latency_ns, run->n);
}

static int
count_frame(struct worker *w, const struct iolog_frame *f)
{
	const struct scan *s = w->exact->scan;
	const struct scan_step *step = scan_find(s, f->step);
	struct frameio_counted counted;
	struct frameio_grid grid;

	if (step == NULL)
		return 0;
	if (step->nrecords > 0) {
		w->frame_step = step;
		grid = scan_grid(s, step);
		return frameio_runs(w->work, &s->header, f, &grid, count_run,
		    w);
	}
	if (frameio_counted(w->work, &s->header, f, &counted) == -1)
		return -1;
	set_lookups(w, step, 0);
	for (int op = 0; op < 2; op++) {
		if (counted.n[op] > 0)
			refine_lookup_add(w->lookups[op],
			    counted.latency_ns[op], counted.n[op]);
	}
	return 0;
}

/* Counts the frames that begin in [begin, end). */
static int
count_part(struct worker *w, struct iolog_reader *reader, uint64_t end)
{
	struct iolog_frame f;
	enum iolog_status status;

	for (;;) {
		status = iolog_reader_next(reader, &f);
		if (status == IOLOG_DAMAGED)
			continue;
		if (status != IOLOG_OK)
			return status == IOLOG_ERRNO ? -1 : 0;
		if (f.offset_bytes >= end)
			return 0;
		if (f.type == IOLOG_FRAME_DATA && count_frame(w, &f) == -1)
			return -1;
	}
}

static void
count_job(void *context, unsigned thread, size_t index)
{
	struct exact *e = context;
	struct worker *w = &e->workers[thread];
	uint64_t end = parts_begin(&e->parts, index + 1);
	enum iolog_status status;
	struct iolog_reader *reader = iolog_reader_open(e->scan->path,
	    &status);

	/* What was appended since the first pass was not in it. */
	if (end > e->scan->end_bytes)
		end = e->scan->end_bytes;
	if (reader == NULL ||
	    (index > 0 && iolog_reader_seek(reader,
	    parts_begin(&e->parts, index)) == -1) ||
	    count_part(w, reader, end) == -1) {
		w->failed = true;
		w->saved_errno = errno;
	}
	for (int op = 0; op < 2; op++)
		refine_lookup_flush(w->lookups[op]);
	w->current = NULL;
	iolog_reader_close(reader);
}

/* Reads the frames that the first pass read. */
static int
read_again(struct exact *e)
{
	int result = 0;

	parallel_run(e->nthreads, e->parts.n, count_job, e);
	for (unsigned i = 0; i < e->nthreads; i++) {
		if (!e->workers[i].failed)
			continue;
		errno = e->workers[i].saved_errno;
		warn_errno("read(%s)", e->scan->path);
		result = -1;
	}
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

static int
open_workers(struct exact *e)
{
	e->workers = calloc(e->nthreads, sizeof(e->workers[0]));
	if (e->workers == NULL)
		return -1;
	for (unsigned i = 0; i < e->nthreads; i++) {
		struct worker *w = &e->workers[i];

		w->exact = e;
		w->work = frameio_new();
		w->lookups[0] = refine_lookup_new(i);
		w->lookups[1] = refine_lookup_new(i);
		if (w->work == NULL || w->lookups[0] == NULL ||
		    w->lookups[1] == NULL)
			return -1;
	}
	return 0;
}

static void
close_all(struct exact *e)
{
	for (unsigned i = 0; e->workers != NULL && i < e->nthreads; i++) {
		refine_lookup_free(e->workers[i].lookups[0]);
		refine_lookup_free(e->workers[i].lookups[1]);
		frameio_free(e->workers[i].work);
	}
	for (size_t i = 0; i < e->nsearches; i++)
		refine_pool_free(e->searches[i].pool);
	for (size_t i = 0; e->records != NULL && i < e->scan->nsteps; i++)
		free(e->records[i]);
	free(e->workers);
	free(e->records);
	free(e->searches);
	free(e->members);
	free(e->count);
}

int
exact_percentiles(const struct scan *s, const struct exact_pool *pools,
    size_t npools, unsigned nthreads)
{
	struct exact e = {
		.scan = s,
		.members = calloc(s->nsteps + 1, sizeof(e.members[0])),
		.records = calloc(s->nsteps + 1, sizeof(e.records[0])),
		.count = calloc(HISTOGRAM_BINS, sizeof(e.count[0])),
		.parts = parts_of(s->path, nthreads),
		.nthreads = nthreads < REFINE_THREADS ? nthreads :
		    REFINE_THREADS,
	};
	bool done = false;
	int result = -1;

	if (e.members == NULL || e.records == NULL || e.count == NULL ||
	    open_workers(&e) == -1 || add_searches(&e, pools, npools) == -1) {
		warn_errno("%s", s->path);
		close_all(&e);
		return -1;
	}
	do {
		result = make_pass(&e, &done);
	} while (result == 0 && !done);
	if (finish(&e, pools, npools) == -1)
		result = -1;
	close_all(&e);
	return result;
}
