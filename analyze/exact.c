/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/exact.h"
#include "analyze/parallel.h"
#include "analyze/progress.h"
#include "base/report.h"
#include "stats/quantile.h"
#include "stats/refine.h"

/*
 * What counters, histograms of seconds and kept I/Os may take together, and the
 * counters of one pass alone; see the memory bound of the program in the README
 * of this folder.
 */
#define MOST_BYTES ((int64_t)208 << 20)
#define MOST_COUNTER_BYTES ((int64_t)96 << 20)
#define LEAST_COUNTER_BYTES ((int64_t)16 << 20)

/* A tally whose percentiles are searched. */
struct search {
	struct tally *tally;
	struct refine_pool *pool;
};

/* The percentiles of a second are searched from the first of its I/Os that a
 * pass comes to until the last: at any time, of a few seconds only. */
struct second {
	enum { SECOND_AHEAD, SECOND_OPEN, SECOND_DONE } state;
	struct refine_pool *pools[NOPS];	/* NULL: none is needed */
};

/* What the counted I/Os of one op of one step belong to. */
struct member {
	size_t npools;
	struct refine_pool *pools[REFINE_POOLS];
};

struct exact {
	const struct scan *scan;
	const struct scan_source *source;	/* the log that is read */
	size_t nsearches, room;
	struct search *searches;
	struct member (*members)[2];	/* members[nsteps][2] */
	struct member (**records)[2];	/* records[nsteps][nrecords][2] */
	size_t nseconds;		/* 0: they have no histograms */
	struct second *seconds;		/* seconds[nseconds] */
	pthread_mutex_t lock;		/* of them, and of all lookups */
	struct refine_budget budget;
	uint64_t *count;		/* scratch: count[HISTOGRAM_BINS] */
	unsigned nthreads;
	struct worker *workers;		/* workers[nthreads] */
};

/* What a thread needs to read a part of the log. */
struct worker {
	struct exact *exact;
	struct frameio *work;
	struct refine_lookup *lookups[2];
	/* What the lookups are set to; step NULL: nothing. */
	const struct scan_step *step;
	uint64_t record, second;
	bool counted;
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
	packed_unpack(&t->histogram, e->count);
	return refine_pool_new(&t->latency, e->count, 1, ranks, NPERCENTILES);
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

/* The I/Os of a second, of one op or of both. */
static struct moments
moments_of(const struct scan_second *second, int op)
{
	struct moments m = {0};

	for (int o = 0; o < 2; o++) {
		if (op == OP_ALL || op == o)
			moments_merge(&m, &second->latency[o]);
	}
	return m;
}

static struct refine_pool *
pool_of_second(struct exact *e, size_t at, int op)
{
	const struct scan_slice *slice = &e->scan->slices[at];
	struct moments m = moments_of(&e->scan->seconds[at], op);
	uint64_t ranks[NPERCENTILES_SECOND];

	for (size_t i = 0; i < NPERCENTILES_SECOND; i++)
		ranks[i] = quantile_rank(m.count, percentiles_second[i].ppm);
	memset(e->count, 0, HISTOGRAM_BINS * sizeof(e->count[0]));
	for (int o = 0; o < 2; o++) {
		if (op == OP_ALL || op == o)
			packed_unpack(&slice->histogram[o], e->count);
	}
	return refine_pool_new(&m, e->count, HISTOGRAM_GROUP, ranks,
	    NPERCENTILES_SECOND);
}

/* Whether an op of a second needs a search of its own. */
static bool
has_search(const struct scan_second *second, int op)
{
	if (op == OP_ALL)
		return second->latency[OP_READ].count > 0 &&
		    second->latency[OP_WRITE].count > 0;
	return second->latency[op].count > 0;
}

/* 0, or -1 if memory is out. */
static int
start_second(struct exact *e, size_t at)
{
	struct second *second = &e->seconds[at];

	for (int op = 0; op < NOPS; op++) {
		if (!has_search(&e->scan->seconds[at], op))
			continue;
		second->pools[op] = pool_of_second(e, at, op);
		if (second->pools[op] == NULL)
			return -1;
		refine_pool_begin(second->pools[op], &e->budget);
	}
	second->state = SECOND_OPEN;
	return 0;
}

/* Takes the percentiles of one op of a second; false if they were not found. */
static bool
take_second_op(const struct second *second, struct scan_second *to, int op)
{
	for (size_t i = 0; i < NPERCENTILES_SECOND; i++) {
		if (second->pools[op] != NULL &&
		    refine_pool_value(second->pools[op], i,
		    &to->value_ns[op][i]) == -1)
			return false;
	}
	return true;
}

/* Takes the percentiles of a second whose pools are done, and frees these. */
static void
take_second(struct exact *e, size_t at)
{
	struct second *second = &e->seconds[at];
	struct scan_second *to = &e->scan->seconds[at];
	int only = to->latency[OP_READ].count > 0 ? OP_READ : OP_WRITE;

	to->exact = true;
	for (int op = 0; op < NOPS; op++) {
		if (!take_second_op(second, to, op))
			to->exact = false;
	}
	if (second->pools[OP_ALL] == NULL)
		memcpy(to->value_ns[OP_ALL], to->value_ns[only],
		    sizeof(to->value_ns[0]));
	for (int op = 0; op < NOPS; op++) {
		refine_pool_free(second->pools[op]);
		second->pools[op] = NULL;
	}
	second->state = SECOND_DONE;
}

/* Whether nothing is left to do for a second. */
static bool
second_ended(const struct second *second)
{
	for (int op = 0; op < NOPS; op++) {
		if (second->pools[op] != NULL &&
		    (!refine_pool_idle(second->pools[op]) ||
		    !refine_pool_done(second->pools[op])))
			return false;
	}
	return second->state == SECOND_OPEN;
}

static void
add_pools(struct member *to, const struct member *from)
{
	for (size_t i = 0; i < from->npools; i++)
		to->pools[to->npools++] = from->pools[i];
}

static void
add_second(struct exact *e, uint64_t at, int op, struct member *to)
{
	const struct second *second = &e->seconds[at];

	if (second->pools[op] != NULL)
		to->pools[to->npools++] = second->pools[op];
	if (second->pools[OP_ALL] != NULL)
		to->pools[to->npools++] = second->pools[OP_ALL];
}

/* Sets the lookups to what a run of I/Os belongs to; w->exact is locked. */
static void
set_lookups(struct worker *w, const struct frameio_run *run)
{
	struct exact *e = w->exact;
	const struct scan_step *step = w->frame_step;
	uint64_t left = w->step != NULL ? w->second : UINT64_MAX;

	if (run->second < e->nseconds &&
	    e->seconds[run->second].state == SECOND_AHEAD &&
	    start_second(e, run->second) == -1) {
		w->failed = true;
		w->saved_errno = ENOMEM;
	}
	for (int op = 0; op < 2; op++) {
		struct member m = {0};

		if (run->counted)
			add_pools(&m, &e->members[step->index][op]);
		if (run->counted && run->record > 0)
			add_pools(&m, &e->records[step->index]
			    [run->record - 1][op]);
		if (run->second < e->nseconds)
			add_second(e, run->second, op, &m);
		refine_lookup_set(w->lookups[op], m.pools, m.npools);
	}
	if (left < e->nseconds && second_ended(&e->seconds[left]))
		take_second(e, left);
	w->step = step;
	w->record = run->record;
	w->second = run->second;
	w->counted = run->counted;
}

static void
count_run(void *context, const struct frameio_run *run)
{
	struct worker *w = context;
	struct frameio_run r = *run;

	if (r.n == 0)
		return;
	if (r.record > w->frame_step->nrecords)
		r.record = w->frame_step->nrecords;
	if (w->step != w->frame_step || w->record != r.record ||
	    w->second != r.second || w->counted != r.counted) {
		pthread_mutex_lock(&w->exact->lock);
		set_lookups(w, &r);
		pthread_mutex_unlock(&w->exact->lock);
	}
	refine_lookup_add(w->lookups[r.op], r.latency_ns, r.n);
}

static int
count_frame(struct worker *w, const struct iolog_frame *f)
{
	const struct scan *s = w->exact->scan;
	const struct scan_source *source = w->exact->source;
	struct frameio_grid grid;

	w->frame_step = scan_find(s, f->step);
	if (w->frame_step == NULL || f->step > source->last_step)
		return 0;
	grid = scan_grid(s, w->frame_step);
	grid.origin_ns = source->origin_ns;
	grid.base_ns = source->base_ns;
	grid.begin_ns -= source->shift_ns;
	if (w->frame_step->nrecords == 0)
		grid.record_ns = 0;
	progress_add(f->length_bytes);
	return frameio_runs(w->work, &source->header, f, &grid, count_run, w);
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
count_replayed(void *context, uint32_t step, const struct frameio_run *run)
{
	struct worker *w = context;

	if (w->frame_step == NULL || w->frame_step->number != step)
		w->frame_step = scan_find(w->exact->scan, step);
	if (w->frame_step != NULL)
		count_run(w, run);
}

/* Reads what is left of a part from byte 'begin' on. */
static int
read_rest(struct worker *w, size_t index, uint64_t begin)
{
	const struct scan_source *source = w->exact->source;
	uint64_t end = parts_begin(&source->parts, index + 1);
	enum iolog_status status;
	struct iolog_reader *reader = iolog_reader_open(source->path,
	    &status);
	int result = -1;

	/* What was appended since the first pass was not in it. */
	if (end > source->end_bytes)
		end = source->end_bytes;
	if (reader != NULL && (begin == 0 ||
	    iolog_reader_seek(reader, begin) == 0))
		result = count_part(w, reader, end);
	iolog_reader_close(reader);
	return result;
}

static void
count_job(void *context, unsigned thread, size_t index)
{
	struct exact *e = context;
	struct worker *w = &e->workers[thread];
	const struct replay *replay = e->source->replays[index];
	uint64_t begin = parts_begin(&e->source->parts, index);

	w->frame_step = NULL;
	replay_each(replay, count_replayed, w);
	if (replay_end_bytes(replay) > begin)
		begin = replay_end_bytes(replay);
	if (begin < UINT64_MAX && read_rest(w, index, begin) == -1) {
		w->failed = true;
		w->saved_errno = errno;
	}
	pthread_mutex_lock(&e->lock);
	for (int op = 0; op < 2; op++)
		refine_lookup_flush(w->lookups[op]);
	pthread_mutex_unlock(&e->lock);
	w->step = NULL;
}

/* Reads the frames that the first pass read of one log. */
static int
read_again(struct exact *e, const struct scan_source *source)
{
	int result = 0;

	e->source = source;
	parallel_run(e->nthreads, source->parts.n, count_job, e);
	for (unsigned i = 0; i < e->nthreads; i++) {
		if (!e->workers[i].failed)
			continue;
		errno = e->workers[i].saved_errno;
		warn_errno("read(%s)", source->path);
		result = -1;
	}
	return result;
}

/* Whether every search is over. */
static bool
all_done(const struct exact *e)
{
	for (size_t i = 0; i < e->nsearches; i++) {
		if (!refine_pool_done(e->searches[i].pool))
			return false;
	}
	for (size_t i = 0; i < e->nseconds; i++) {
		if (e->seconds[i].state != SECOND_DONE)
			return false;
	}
	return true;
}

/* What is left for counters. */
static int64_t
counter_bytes(const struct scan *s)
{
	int64_t left = MOST_BYTES - (int64_t)s->slice_bytes -
	    (int64_t)replay_room_bytes(s->replay_room);

	if (left > MOST_COUNTER_BYTES)
		return MOST_COUNTER_BYTES;
	return left > LEAST_COUNTER_BYTES ? left : LEAST_COUNTER_BYTES;
}

static void
begin_pools(struct exact *e)
{
	atomic_init(&e->budget.left_bytes, counter_bytes(e->scan));
	for (size_t i = 0; i < e->nsearches; i++) {
		if (!refine_pool_done(e->searches[i].pool))
			refine_pool_begin(e->searches[i].pool, &e->budget);
	}
	for (size_t i = 0; i < e->nseconds; i++) {
		for (int op = 0; op < NOPS; op++) {
			if (e->seconds[i].pools[op] != NULL)
				refine_pool_begin(e->seconds[i].pools[op],
				    &e->budget);
		}
	}
}

static void
end_pools(struct exact *e)
{
	for (size_t i = 0; i < e->nsearches; i++)
		refine_pool_end(e->searches[i].pool);
	for (size_t i = 0; i < e->nseconds; i++) {
		struct second *second = &e->seconds[i];

		for (int op = 0; op < NOPS; op++) {
			if (second->pools[op] != NULL)
				refine_pool_end(second->pools[op]);
		}
		/* What no pass came to has no I/Os, or the log was changed. */
		if (second->state == SECOND_AHEAD)
			second->state = SECOND_DONE;
		if (second_ended(second))
			take_second(e, i);
	}
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
	for (size_t i = 0; i < e->nseconds && e->seconds != NULL; i++) {
		for (int op = 0; op < NOPS; op++)
			refine_pool_free(e->seconds[i].pools[op]);
	}
	for (size_t i = 0; e->records != NULL && i < e->scan->nsteps; i++)
		free(e->records[i]);
	free(e->workers);
	free(e->seconds);
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
		.scan = s, .lock = PTHREAD_MUTEX_INITIALIZER,
		.nseconds = s->slice_seconds == 1 ? s->nslices : 0,
		.seconds = calloc(s->nseconds + 1, sizeof(e.seconds[0])),
		.members = calloc(s->nsteps + 1, sizeof(e.members[0])),
		.records = calloc(s->nsteps + 1, sizeof(e.records[0])),
		.count = calloc(HISTOGRAM_BINS, sizeof(e.count[0])),
		.nthreads = nthreads < REFINE_THREADS ? nthreads :
		    REFINE_THREADS,
	};
	int result = 0;

	if (e.seconds == NULL || e.members == NULL || e.records == NULL ||
	    e.count == NULL || open_workers(&e) == -1 ||
	    add_searches(&e, pools, npools) == -1) {
		warn_errno("%s", s->path);
		close_all(&e);
		return -1;
	}
	while (result == 0 && !all_done(&e)) {
		progress_pass();
		begin_pools(&e);
		for (size_t i = 0; i < s->nsources && result == 0; i++)
			result = read_again(&e, &s->sources[i]);
		end_pools(&e);
	}
	if (finish(&e, pools, npools) == -1)
		result = -1;
	close_all(&e);
	return result;
}
