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

/* The percentiles of a second or a record are searched from the first of its
 * I/Os that a pass comes to until the last: at any time, of a few only. */
struct stretch {
	enum { STRETCH_AHEAD, STRETCH_OPEN, STRETCH_DONE } state;
	struct refine_pool *pools[NOPS];	/* NULL: none is needed */
	const struct group *group;	/* NULL: this record is in none */
};

/* The searches of a pool of records. */
struct group {
	struct refine_pool *pools[NOPS];	/* NULL: none is needed */
};

/* What is known of one. */
struct sample {
	const struct moments *latency[2];
	const struct packed *histogram[2];
	uint32_t group;			/* bins that are counted as one */
	size_t npercentiles;
	const struct percentile *percentiles;
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
	struct stretch **records;	/* records[nsteps][nrecords] */
	struct group *groups;		/* groups[npools] */
	bool counts_groups;		/* their histograms, in this pass */
	size_t nseconds;		/* 0: they have no histograms */
	struct stretch *seconds;	/* seconds[nseconds] */
	pthread_mutex_t lock;		/* of them, and of all lookups */
	struct refine_budget budget;
	uint64_t *count;		/* count[HISTOGRAM_BINS], zeros to work
					   in */
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
	/* Counts for the histograms of a record; NULL: it needs none. */
	struct scan_record *record_counted;
	uint64_t *record_count[2];	/* [HISTOGRAM_BINS] */
	bool failed;
	int saved_errno;
};

static struct refine_pool *
pool_of(struct exact *e, const struct tally *t)
{
	uint64_t ranks[NPERCENTILES];
	struct refine_pool *pool;

	for (size_t i = 0; i < NPERCENTILES; i++)
		ranks[i] = quantile_rank(t->latency.count, percentiles[i].ppm);
	packed_unpack(&t->histogram, e->count);
	pool = refine_pool_new(&t->latency, e->count, 1, ranks, NPERCENTILES);
	memset(e->count, 0, HISTOGRAM_BINS * sizeof(e->count[0]));
	return pool;
}

/* Returns the pool that was added, or NULL if memory is out. */
static struct refine_pool *
add_search(struct exact *e, struct tally *t, struct refine_pool *pool)
{
	struct search *more;

	if (pool == NULL)
		return NULL;

	if (e->nsearches == e->room) {
		e->room = e->room > 0 ? 2 * e->room : 64;
		more = realloc(e->searches, e->room * sizeof(more[0]));
		if (more == NULL) {
			refine_pool_free(pool);
			return NULL;
		}
		e->searches = more;
	}
	e->searches[e->nsearches++] = (struct search){t, pool};
	return pool;
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
		pool = add_search(e, &p->op[op], pool_of(e, &p->op[op]));
		if (pool == NULL)
			return -1;
		for (size_t i = 0; i < p->nsteps; i++)
			add_member(e->members[p->steps[i]], op, pool);
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

static struct sample
sample_of_second(const struct exact *e, size_t at)
{
	const struct scan_second *second = &e->scan->seconds[at];
	struct sample s = {
		.group = HISTOGRAM_GROUP, .npercentiles = NPERCENTILES_SECOND,
		.percentiles = percentiles_second,
	};

	for (int op = 0; op < 2; op++) {
		s.latency[op] = &second->latency[op];
		s.histogram[op] = &e->scan->slices[at].histogram[op];
	}
	return s;
}

static struct sample
sample_of_record(const struct scan_record *record)
{
	struct sample s = {
		.group = record->is_coarse ? SCAN_COARSE_GROUP :
		    HISTOGRAM_GROUP,
		.npercentiles = NPERCENTILES, .percentiles = percentiles,
	};

	for (int op = 0; op < 2; op++) {
		s.latency[op] = &record->op[op].latency;
		s.histogram[op] = &record->grouped[op];
	}
	return s;
}

/* Of what e->count has, in groups of 'group' bins or of fewer; it is emptied. */
static struct refine_pool *
pool_of_groups(struct exact *e, const struct moments *m, uint32_t group,
    const struct percentile *wanted, size_t nwanted)
{
	uint64_t ranks[NPERCENTILES];
	uint32_t first = histogram_bin(m->least) / group * group;
	uint32_t last = histogram_bin(m->largest);
	struct refine_pool *pool;

	for (uint32_t bin = first; bin <= last; bin++) {
		if (bin % group != 0)
			e->count[bin - bin % group] += e->count[bin];
	}
	for (size_t i = 0; i < nwanted; i++)
		ranks[i] = quantile_rank(m->count, wanted[i].ppm);
	pool = refine_pool_new(m, e->count, group, ranks, nwanted);
	memset(e->count + first, 0, (last - first + 1) * sizeof(e->count[0]));
	return pool;
}

static struct refine_pool *
pool_of_sample(struct exact *e, const struct sample *s, int op)
{
	struct moments m = {0};

	for (int o = 0; o < 2; o++) {
		if (op != OP_ALL && op != o)
			continue;
		moments_merge(&m, s->latency[o]);
		packed_unpack(s->histogram[o], e->count);
	}
	return pool_of_groups(e, &m, s->group, s->percentiles,
	    s->npercentiles);
}

/* Of one op of some records of a step. */
static struct refine_pool *
pool_of_records(struct exact *e, const struct exact_pool *p, int op)
{
	const struct scan_step *step = e->scan->steps[p->steps[0]];
	uint32_t group = HISTOGRAM_GROUP;

	for (size_t i = 0; i < p->nrecords; i++) {
		struct sample s =
		    sample_of_record(&step->records[p->records[i]]);

		if (s.group > group)
			group = s.group;
		for (int o = 0; o < 2; o++) {
			if (op == OP_ALL || op == o)
				packed_unpack(s.histogram[o], e->count);
		}
	}
	return pool_of_groups(e, &p->op[op].latency, group, percentiles,
	    NPERCENTILES);
}

/* Whether an op of a sample needs a search of its own. */
static bool
has_search(const struct sample *s, int op)
{
	if (op == OP_ALL)
		return s->latency[OP_READ]->count > 0 &&
		    s->latency[OP_WRITE]->count > 0;
	return s->latency[op]->count > 0;
}

/* 0, or -1 if memory is out. */
static int
start_stretch(struct exact *e, struct stretch *t, const struct sample *s)
{
	if (t->state != STRETCH_AHEAD)
		return 0;
	for (int op = 0; op < NOPS; op++) {
		if (!has_search(s, op))
			continue;
		t->pools[op] = pool_of_sample(e, s, op);
		if (t->pools[op] == NULL)
			return -1;
		refine_pool_begin(t->pools[op], &e->budget);
	}
	t->state = STRETCH_OPEN;
	return 0;
}

/* Takes the percentiles of one op of a stretch; false if they were not found. */
static bool
take_op(const struct stretch *t, size_t npercentiles, uint64_t *value_ns,
    int op)
{
	for (size_t i = 0; i < npercentiles; i++) {
		if (t->pools[op] != NULL &&
		    refine_pool_value(t->pools[op], i, &value_ns[i]) == -1)
			return false;
	}
	return true;
}

static void
close_stretch(struct stretch *t)
{
	for (int op = 0; op < NOPS; op++) {
		refine_pool_free(t->pools[op]);
		t->pools[op] = NULL;
	}
	t->state = STRETCH_DONE;
}

/* Whether nothing is left to do for a stretch. */
static bool
is_over(const struct stretch *t)
{
	for (int op = 0; op < NOPS; op++) {
		if (t->pools[op] != NULL && (!refine_pool_idle(t->pools[op]) ||
		    !refine_pool_done(t->pools[op])))
			return false;
	}
	return t->state == STRETCH_OPEN;
}

/* Takes the percentiles of a second that is over. */
static void
take_second(struct exact *e, size_t at)
{
	struct stretch *t = &e->seconds[at];
	struct scan_second *to = &e->scan->seconds[at];
	int only = to->latency[OP_READ].count > 0 ? OP_READ : OP_WRITE;

	if (!is_over(t))
		return;
	to->exact = true;
	for (int op = 0; op < NOPS; op++) {
		if (!take_op(t, NPERCENTILES_SECOND, to->value_ns[op], op))
			to->exact = false;
	}
	if (t->pools[OP_ALL] == NULL)
		memcpy(to->value_ns[OP_ALL], to->value_ns[only],
		    sizeof(to->value_ns[0]));
	close_stretch(t);
}

/* The same of a record; finish() tells those that were not found. */
static void
take_record(struct exact *e, const struct scan_step *step, size_t at)
{
	struct stretch *t = &e->records[step->index][at];

	if (!is_over(t))
		return;
	for (int op = 0; op < NOPS; op++) {
		struct tally *to = &step->records[at].op[op];

		if (t->pools[op] != NULL)
			to->exact = take_op(t, NPERCENTILES, to->value_ns, op);
	}
	close_stretch(t);
}

static void
add_pools(struct member *to, const struct member *from)
{
	for (size_t i = 0; i < from->npools; i++)
		to->pools[to->npools++] = from->pools[i];
}

static void
add_stretch(const struct stretch *t, int op, struct member *to)
{
	if (t->pools[op] != NULL)
		to->pools[to->npools++] = t->pools[op];
	if (t->pools[OP_ALL] != NULL)
		to->pools[to->npools++] = t->pools[OP_ALL];
}

static void
add_group(const struct group *g, int op, struct member *to)
{
	if (g->pools[op] != NULL)
		to->pools[to->npools++] = g->pools[op];
	if (g->pools[OP_ALL] != NULL)
		to->pools[to->npools++] = g->pools[OP_ALL];
}

/* The stretches that a run of I/Os is in: NULL where it is in none. */
static void
find_stretches(const struct worker *w, const struct frameio_run *run,
    struct stretch **second_out, struct stretch **record_out)
{
	const struct exact *e = w->exact;
	size_t index = w->frame_step->index;

	*second_out = run->second < e->nseconds ? &e->seconds[run->second] :
	    NULL;
	*record_out = run->counted && run->record > 0 ?
	    &e->records[index][run->record - 1] : NULL;
}

static int
start_stretches(struct exact *e, const struct frameio_run *run,
    const struct scan_step *step, struct stretch *second,
    struct stretch *record)
{
	struct sample s;

	if (second != NULL) {
		s = sample_of_second(e, run->second);
		if (start_stretch(e, second, &s) == -1)
			return -1;
	}
	if (record != NULL) {
		s = sample_of_record(&step->records[run->record - 1]);
		if (start_stretch(e, record, &s) == -1)
			return -1;
	}
	return 0;
}

/* What a changed log has is in any bin. */
static void
leave_counts(struct worker *w)
{
	for (int op = 0; op < 2 && w->record_counted != NULL; op++) {
		if (packed_add(&w->record_counted->op[op].histogram,
		    w->record_count[op], 0, HISTOGRAM_BINS - 1) == 0)
			continue;
		w->failed = true;
		w->saved_errno = ENOMEM;
	}
	w->record_counted = NULL;
}

/* Takes what the lookups of a thread were set to, if that is over. */
static void
leave(struct worker *w, const struct scan_step *step, uint64_t second,
    uint64_t record)
{
	leave_counts(w);
	if (step == NULL)
		return;
	if (second < w->exact->nseconds)
		take_second(w->exact, second);
	if (record > 0)
		take_record(w->exact, step, record - 1);
}

/* Sets the lookups to what a run of I/Os belongs to; w->exact is locked. */
static void
set_lookups(struct worker *w, const struct frameio_run *run)
{
	struct exact *e = w->exact;
	const struct scan_step *step = w->frame_step, *before = w->step;
	uint64_t second_before = w->second, record_before = w->record;
	struct stretch *second, *record;

	find_stretches(w, run, &second, &record);
	if (start_stretches(e, run, step, second, record) == -1) {
		w->failed = true;
		w->saved_errno = ENOMEM;
	}
	for (int op = 0; op < 2; op++) {
		struct member m = {0};

		if (run->counted)
			add_pools(&m, &e->members[step->index][op]);
		if (record != NULL)
			add_stretch(record, op, &m);
		if (second != NULL)
			add_stretch(second, op, &m);
		if (record != NULL && record->group != NULL)
			add_group(record->group, op, &m);
		refine_lookup_set(w->lookups[op], m.pools, m.npools);
	}
	leave(w, before, second_before, record_before);
	if (e->counts_groups && record != NULL && record->group != NULL)
		w->record_counted = &step->records[run->record - 1];
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
	if (w->record_counted != NULL)
		histogram_add(w->record_count[r.op], r.latency_ns, r.n);
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
	leave(w, w->step, w->second, w->record);
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

/* Whether all stretches of a list are done. */
static bool
are_done(const struct stretch *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (list[i].state != STRETCH_DONE)
			return false;
	}
	return true;
}

/* Whether every search is over, and every histogram counted. */
static bool
all_done(const struct exact *e)
{
	if (e->counts_groups)
		return false;
	for (size_t i = 0; i < e->nsearches; i++) {
		if (!refine_pool_done(e->searches[i].pool))
			return false;
	}
	for (size_t i = 0; i < e->scan->nsteps; i++) {
		if (!are_done(e->records[i], e->scan->steps[i]->nrecords))
			return false;
	}
	return are_done(e->seconds, e->nseconds);
}

/* What is left for counters. */
static int64_t
counter_bytes(const struct scan *s)
{
	int64_t left = MOST_BYTES - (int64_t)s->slice_bytes -
	    (int64_t)replay_room_bytes(s->replay_room) -
	    (int64_t)(s->nrecords * sizeof(struct scan_record));

	if (left > MOST_COUNTER_BYTES)
		return MOST_COUNTER_BYTES;
	return left > LEAST_COUNTER_BYTES ? left : LEAST_COUNTER_BYTES;
}

static void
begin_stretches(struct exact *e, struct stretch *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (int op = 0; op < NOPS; op++) {
			if (list[i].pools[op] != NULL)
				refine_pool_begin(list[i].pools[op],
				    &e->budget);
		}
	}
}

static void
begin_pools(struct exact *e)
{
	atomic_init(&e->budget.left_bytes, counter_bytes(e->scan));
	for (size_t i = 0; i < e->nsearches; i++) {
		if (!refine_pool_done(e->searches[i].pool))
			refine_pool_begin(e->searches[i].pool, &e->budget);
	}
	for (size_t i = 0; i < e->scan->nsteps; i++)
		begin_stretches(e, e->records[i],
		    e->scan->steps[i]->nrecords);
	begin_stretches(e, e->seconds, e->nseconds);
}

/* What no pass came to has no I/Os, or the log was changed. */
static void
end_stretch(struct stretch *t)
{
	for (int op = 0; op < NOPS; op++) {
		if (t->pools[op] != NULL)
			refine_pool_end(t->pools[op]);
	}
	if (t->state == STRETCH_AHEAD)
		t->state = STRETCH_DONE;
}

static void
end_pools(struct exact *e)
{
	for (size_t i = 0; i < e->nsearches; i++)
		refine_pool_end(e->searches[i].pool);
	for (size_t i = 0; i < e->scan->nsteps; i++) {
		const struct scan_step *step = e->scan->steps[i];

		for (size_t k = 0; k < step->nrecords; k++) {
			end_stretch(&e->records[i][k]);
			take_record(e, step, k);
		}
	}
	for (size_t i = 0; i < e->nseconds; i++) {
		end_stretch(&e->seconds[i]);
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

/* Returns -1 if one of its percentiles was not found. */
static int
finish_record(struct tally *op)
{
	copy_all(op);
	for (int o = 0; o < NOPS; o++) {
		if (op[o].latency.count > 0 && !op[o].exact)
			return -1;
	}
	return 0;
}

/* The histograms of records that are pooled.  0, or -1 if memory is out. */
static int
finish_group(const struct exact *e, const struct exact_pool *p)
{
	for (size_t i = 0; i < p->nrecords; i++) {
		struct tally *op = e->scan->steps[p->steps[0]]->
		    records[p->records[i]].op;

		for (int o = 0; o < 2; o++) {
			if (packed_merge(&op[OP_ALL].histogram,
			    &op[o].histogram) == -1)
				return -1;
		}
		for (int o = 0; o < NOPS; o++) {
			if (packed_merge(&p->op[o].histogram,
			    &op[o].histogram) == -1)
				return -1;
		}
	}
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
		for (size_t k = 0; k < step->nrecords; k++) {
			if (finish_record(step->records[k].op) == -1)
				result = -1;
		}
	}
	for (size_t i = 0; i < npools; i++) {
		if (finish_group(e, &pools[i]) == -1) {
			warn_errno("%s", e->scan->path);
			return -1;
		}
		if (pools[i].nsteps == 1 && pools[i].nrecords == 0)
			copy_step(e->scan->steps[pools[i].steps[0]]->op,
			    pools[i].op);
		copy_all(pools[i].op);
	}
	if (result == -1)
		warn_msg("%s: changed while it was read", e->scan->path);
	return result;
}

/* Prepares the records of a step; without I/Os, or where all is known, there is
 * nothing to search. */
static int
add_records(struct exact *e, size_t at)
{
	const struct scan_step *step = e->scan->steps[at];
	struct stretch *list = calloc(step->nrecords + 1, sizeof(list[0]));

	if (list == NULL)
		return -1;
	for (size_t i = 0; i < step->nrecords; i++) {
		const struct tally *op = step->records[i].op;
		bool open = false;

		for (int o = 0; o < 2; o++)
			open = open || (op[o].latency.count > 0 &&
			    !op[o].exact);
		list[i].state = open ? STRETCH_AHEAD : STRETCH_DONE;
	}
	e->records[at] = list;
	return 0;
}

static int
add_records_pool(struct exact *e, const struct exact_pool *p, struct group *g)
{
	for (int op = 0; op < NOPS; op++) {
		if (p->op[op].latency.count == 0 ||
		    (op == OP_ALL && !needs_all(p->op)))
			continue;
		g->pools[op] = add_search(e, &p->op[op],
		    pool_of_records(e, p, op));
		if (g->pools[op] == NULL)
			return -1;
	}
	for (size_t i = 0; i < p->nrecords; i++)
		e->records[p->steps[0]][p->records[i]].group = g;
	e->counts_groups = true;
	return 0;
}

static int
add_searches(struct exact *e, const struct exact_pool *pools, size_t npools)
{
	for (size_t i = 0; i < e->scan->nsteps; i++) {
		struct exact_pool step = {
			.op = e->scan->steps[i]->op, .nsteps = 1, .steps = &i,
		};

		if (add_records(e, i) == -1 || add_pool(e, &step) == -1)
			return -1;
	}
	for (size_t i = 0; i < npools; i++) {
		if (pools[i].nrecords > 0 ?
		    add_records_pool(e, &pools[i], &e->groups[i]) == -1 :
		    pools[i].nsteps != 1 && add_pool(e, &pools[i]) == -1)
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
		for (int op = 0; op < 2; op++) {
			w->record_count[op] = calloc(HISTOGRAM_BINS,
			    sizeof(w->record_count[op][0]));
			if (w->record_count[op] == NULL)
				return -1;
		}
	}
	return 0;
}

static void
close_all(struct exact *e)
{
	for (unsigned i = 0; e->workers != NULL && i < e->nthreads; i++) {
		refine_lookup_free(e->workers[i].lookups[0]);
		refine_lookup_free(e->workers[i].lookups[1]);
		free(e->workers[i].record_count[0]);
		free(e->workers[i].record_count[1]);
		frameio_free(e->workers[i].work);
	}
	for (size_t i = 0; i < e->nsearches; i++)
		refine_pool_free(e->searches[i].pool);
	for (size_t i = 0; e->records != NULL && i < e->scan->nsteps; i++) {
		for (size_t k = 0; e->records[i] != NULL &&
		    k < e->scan->steps[i]->nrecords; k++)
			close_stretch(&e->records[i][k]);
		free(e->records[i]);
	}
	for (size_t i = 0; i < e->nseconds && e->seconds != NULL; i++)
		close_stretch(&e->seconds[i]);
	free(e->workers);
	free(e->seconds);
	free(e->records);
	free(e->groups);
	free(e->searches);
	free(e->members);
	free(e->count);
}

int
exact_percentiles(struct scan *s, const struct exact_pool *pools,
    size_t npools, unsigned nthreads)
{
	struct exact e = {
		.scan = s, .lock = PTHREAD_MUTEX_INITIALIZER,
		.nseconds = s->slice_seconds == 1 ? s->nslices : 0,
		.seconds = calloc(s->nseconds + 1, sizeof(e.seconds[0])),
		.members = calloc(s->nsteps + 1, sizeof(e.members[0])),
		.records = calloc(s->nsteps + 1, sizeof(e.records[0])),
		.groups = calloc(npools + 1, sizeof(e.groups[0])),
		.count = calloc(HISTOGRAM_BINS, sizeof(e.count[0])),
		.nthreads = nthreads < REFINE_THREADS ? nthreads :
		    REFINE_THREADS,
	};
	int result = 0;

	if (e.seconds == NULL || e.members == NULL || e.records == NULL ||
	    e.groups == NULL || e.count == NULL || open_workers(&e) == -1 ||
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
		e.counts_groups = false;
	}
	if (finish(&e, pools, npools) == -1)
		result = -1;
	close_all(&e);
	scan_free_kept(s);
	return result;
}
