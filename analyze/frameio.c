/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "analyze/frameio.h"
#include "stats/wide.h"

#define SECOND_NS 1000000000u

/* I/Os of one op and class, gathered while the second does not change. */
struct gather {
	size_t n;
	uint64_t bytes, drained, failed;
	uint64_t first_submit_ns, last_complete_ns;
	uint64_t *latency_ns;
};

enum { RAMP = 0, COUNTED = 1 };

struct frameio {
	size_t capacity;
	uint64_t *latency_ns, *complete_ns;	/* converted */
	struct gather gather[2][2];		/* [op][class] */
};

struct frameio *
frameio_new(void)
{
	return calloc(1, sizeof(struct frameio));
}

static void
free_arrays(struct frameio *w)
{
	free(w->latency_ns);
	free(w->complete_ns);
	w->latency_ns = w->complete_ns = NULL;
	for (int op = 0; op < 2; op++) {
		for (int class = 0; class < 2; class++) {
			free(w->gather[op][class].latency_ns);
			w->gather[op][class].latency_ns = NULL;
		}
	}
	w->capacity = 0;
}

void
frameio_free(struct frameio *w)
{
	if (w == NULL)
		return;
	free_arrays(w);
	free(w);
}

static int
make_room(struct frameio *w, size_t n)
{
	bool whole;

	if (n <= w->capacity)
		return 0;
	free_arrays(w);
	w->latency_ns = malloc(n * sizeof(uint64_t));
	w->complete_ns = malloc(n * sizeof(uint64_t));
	whole = w->latency_ns != NULL && w->complete_ns != NULL;
	for (int op = 0; op < 2; op++) {
		for (int class = 0; class < 2; class++) {
			uint64_t *room = malloc(n * sizeof(uint64_t));

			w->gather[op][class].latency_ns = room;
			whole = whole && room != NULL;
		}
	}
	if (!whole) {
		free_arrays(w);
		return -1;
	}
	w->capacity = n;
	return 0;
}

/*
 * floor(ticks x num / den) for many ticks.  A clock faster than 1 GHz has
 * num < den: multiplying by floor(2^64 num / den) gives the quotient or one
 * less, and the remainder tells which.
 */
struct conversion {
	uint64_t num, den, factor;
	bool same, fast;
};

static struct conversion
conversion_of(const struct iolog_header *h)
{
	struct conversion c = {.num = h->tick_num, .den = h->tick_den};

	c.same = c.num == c.den;
	c.fast = c.num < c.den && c.den <= UINT64_MAX / 2;
	if (c.fast)
		c.factor = (uint64_t)(((unsigned __int128)c.num << 64) / c.den);
	return c;
}

static inline uint64_t
convert(const struct conversion *c, uint64_t ticks)
{
	uint64_t quotient;

	if (!c->fast)
		return (uint64_t)((unsigned __int128)ticks * c->num / c->den);
	quotient = (uint64_t)(((unsigned __int128)ticks * c->factor) >> 64);
	if (ticks * c->num - quotient * c->den >= c->den)
		quotient++;
	return quotient;
}

/* floor() of a difference of two stamps, which is as two's complement. */
static inline uint64_t
convert_signed(const struct conversion *c, uint64_t ticks)
{
	uint64_t before = -ticks, quotient;

	if (ticks >> 63 == 0)
		return convert(c, ticks);
	quotient = convert(c, before);
	return before * c->num == quotient * c->den ? -quotient : ~quotient;
}

int64_t
frameio_since_anchor(const struct iolog_header *h, uint64_t ticks)
{
	struct conversion c = conversion_of(h);

	return (int64_t)convert_signed(&c, ticks - h->anchor.ticks);
}

uint64_t
frameio_time(const struct iolog_header *h, uint64_t ticks)
{
	return (uint64_t)frameio_since_anchor(h, ticks) + FRAMEIO_ANCHOR_NS;
}

static const uint64_t *
latencies(struct frameio *w, const struct iolog_header *h,
    const struct iolog_frame *f)
{
	struct conversion c = conversion_of(h);

	if (c.same)
		return f->latency_ticks;
	for (size_t i = 0; i < f->n; i++)
		w->latency_ns[i] = convert(&c, f->latency_ticks[i]);
	return w->latency_ns;
}

/* complete_ns = submit_ns + latency_ns, and submit_ns counts from the
 * anchor, with a sign: two roundings, as every reader of the format does them. */
static const uint64_t *
completions(struct frameio *w, const struct iolog_header *h,
    const struct iolog_frame *f, const uint64_t *latency_ns)
{
	struct conversion c = conversion_of(h);

	for (size_t i = 0; i < f->n; i++) {
		uint64_t submit = f->complete_ticks[i] - f->latency_ticks[i] -
		    h->anchor.ticks;

		if (!c.same)
			submit = convert_signed(&c, submit);
		w->complete_ns[i] = submit + FRAMEIO_ANCHOR_NS + latency_ns[i];
	}
	return w->complete_ns;
}

static inline bool
io_failed(const struct iolog_frame *f, size_t i)
{
	return (f->flags[i] & IOLOG_FLAG_LOST) != 0 || f->result[i] < 0 ||
	    (uint32_t)f->result[i] != f->bytes[i];
}

/* memcmp() compares a list with itself, one element on: at memory speed. */
static bool
all_equal(const void *list, size_t n, size_t element_bytes)
{
	return memcmp(list, (const uint8_t *)list + element_bytes,
	    (n - 1) * element_bytes) == 0;
}

/* No flags, no failures, one size: the whole frame counts.  Nearly all frames
 * are so, and need no look at each I/O. */
static bool
all_count(const struct iolog_frame *f)
{
	return f->flags[0] == 0 && f->bytes[0] <= INT32_MAX &&
	    all_equal(f->flags, f->n, sizeof(f->flags[0])) &&
	    all_equal(f->bytes, f->n, sizeof(f->bytes[0])) &&
	    memcmp(f->result, f->bytes, f->n * sizeof(f->bytes[0])) == 0;
}

static inline int
op_of(const struct iolog_frame *f, size_t i)
{
	return f->op[i] == IOLOG_READ ? OP_READ : OP_WRITE;
}

/* Latencies by op. */
struct split {
	const uint64_t *latency_ns[2];
	size_t n[2];
};

/* Both stores always, one of them moves on: no branch to guess.  Returns how
 * many are of reads. */
WIDE static size_t
split_latencies(const uint8_t *op, const uint64_t *latency_ns, size_t n,
    uint64_t *reads, uint64_t *writes)
{
	size_t nreads = 0;

	for (size_t i = 0; i < n; i++) {
		reads[nreads] = latency_ns[i];
		writes[i - nreads] = latency_ns[i];
		nreads += op[i] == IOLOG_READ;
	}
	return nreads;
}

/* Sorts the latencies [begin, end) of a frame, all of which count, by op. */
static void
split_ops(struct frameio *w, const struct iolog_frame *f, size_t begin,
    size_t end, struct split *out)
{
	uint64_t *reads = w->gather[OP_READ][COUNTED].latency_ns;
	uint64_t *writes = w->gather[OP_WRITE][COUNTED].latency_ns;
	const uint64_t *latency_ns = f->latency_ticks + begin;
	size_t n = end - begin, nreads;

	if (all_equal(f->op + begin, n, sizeof(f->op[0]))) {
		out->latency_ns[op_of(f, begin)] = latency_ns;
		out->n[op_of(f, begin)] = n;
		return;
	}
	nreads = split_latencies(f->op + begin, latency_ns, n, reads, writes);
	out->latency_ns[OP_READ] = reads;
	out->latency_ns[OP_WRITE] = writes;
	out->n[OP_READ] = nreads;
	out->n[OP_WRITE] = n - nreads;
}

/* A second and record, and the times that are in both. */
struct place {
	uint64_t second, record;
	uint64_t begin_ns, end_ns;
	bool drained;			/* in no record */
};

static bool
is_in(const struct place *p, uint64_t complete_ns, bool drained)
{
	return complete_ns >= p->begin_ns && complete_ns < p->end_ns &&
	    drained == p->drained;
}

/* Only where there are records does it matter. */
static bool
is_drained(const struct frameio_grid *g, const struct iolog_frame *f, size_t i)
{
	return g->record_ns > 0 && (f->flags[i] & IOLOG_FLAG_DRAIN) != 0;
}

static void
gather_reset(struct frameio *w)
{
	for (int op = 0; op < 2; op++) {
		for (int class = 0; class < 2; class++) {
			struct gather *g = &w->gather[op][class];

			*g = (struct gather){
				.latency_ns = g->latency_ns,
				.first_submit_ns = UINT64_MAX,
			};
		}
	}
}

static void
gather_flush(struct frameio *w, const struct place *place,
    void (*take)(void *context, const struct frameio_run *run),
    void *context)
{
	for (int op = 0; op < 2; op++) {
		for (int class = 0; class < 2; class++) {
			const struct gather *g = &w->gather[op][class];
			struct frameio_run run = {
				.second = place->second,
				.record = place->record, .op = op,
				.counted = class == COUNTED,
				.latency_ns = g->latency_ns, .n = g->n,
				.bytes = g->bytes, .drained = g->drained,
				.failed = g->failed,
				.first_submit_ns = g->first_submit_ns,
				.last_complete_ns = g->last_complete_ns,
			};

			if (run.n > 0 || run.failed > 0)
				take(context, &run);
		}
	}
	gather_reset(w);
}

static inline void
gather_add(struct gather *g, const struct iolog_frame *f, size_t i,
    uint64_t latency_ns, uint64_t complete_ns)
{
	uint64_t submit_ns = complete_ns - latency_ns;

	g->latency_ns[g->n++] = latency_ns;
	g->bytes += f->bytes[i];
	g->drained += (f->flags[i] & IOLOG_FLAG_DRAIN) != 0;
	if (submit_ns < g->first_submit_ns)
		g->first_submit_ns = submit_ns;
	if (complete_ns > g->last_complete_ns)
		g->last_complete_ns = complete_ns;
}

static struct place
place_of(const struct frameio_grid *g, uint64_t complete_ns, bool drained)
{
	uint64_t since_ns = g->base_ns + (complete_ns > g->origin_ns ?
	    complete_ns - g->origin_ns : 0);
	uint64_t begin_ns = since_ns - since_ns % SECOND_NS;
	uint64_t end_ns = begin_ns + SECOND_NS - g->base_ns;
	struct place p = {
		.begin_ns = 0, .end_ns = UINT64_MAX, .drained = drained,
		.second = since_ns / SECOND_NS,
	};

	if (begin_ns > g->base_ns)
		p.begin_ns = g->origin_ns + (begin_ns - g->base_ns);
	if (end_ns <= UINT64_MAX - g->origin_ns)
		p.end_ns = g->origin_ns + end_ns;
	if (g->record_ns == 0 || drained)
		return p;
	p.record = 1;
	begin_ns = g->begin_ns;
	if (complete_ns >= g->begin_ns) {
		p.record += (complete_ns - g->begin_ns) / g->record_ns;
		begin_ns += (p.record - 1) * g->record_ns;
		if (begin_ns > p.begin_ns)
			p.begin_ns = begin_ns;
	}
	if (begin_ns <= UINT64_MAX - g->record_ns &&
	    begin_ns + g->record_ns < p.end_ns)
		p.end_ns = begin_ns + g->record_ns;
	return p;
}

/* The earliest submit of a frame, in '*first', and whether a completion is
 * earlier than the one before, or a submit earlier than the anchor: the highest
 * bit of a difference is set if it is negative. */
WIDE static bool
is_disordered(const uint64_t *complete, const uint64_t *latency, size_t n,
    uint64_t anchor, uint64_t *first)
{
	uint64_t least = complete[0] - latency[0] - anchor, odd = least;

	for (size_t i = 1; i < n; i++) {
		uint64_t submit = complete[i] - latency[i] - anchor;

		odd |= (complete[i] - complete[i - 1]) | submit;
		least = submit < least ? submit : least;
	}
	*first = least;
	return odd >> 63 != 0;
}

/*
 * The usual frame: all of it counts, a clock of nanoseconds, stamps in order.
 * Then seconds and records are stretches of it, and the extremes need no array
 * of completions.
 */
static bool
is_plain(const struct iolog_header *h, const struct iolog_frame *f,
    uint64_t *first_submit_out)
{
	return h->tick_num == h->tick_den &&
	    f->complete_ticks[0] >= h->anchor.ticks &&
	    f->complete_ticks[f->n - 1] <= INT64_MAX && all_count(f) &&
	    !is_disordered(f->complete_ticks, f->latency_ticks, f->n,
	    h->anchor.ticks, first_submit_out);
}

/* The first of the ascending values from 'low' on that is not below 'limit'. */
static size_t
find_end(const uint64_t *values, size_t low, size_t n, uint64_t limit)
{
	size_t high = n;

	if (values[n - 1] < limit)
		return n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (values[middle] < limit)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void
take_stretch(struct frameio *w, const struct iolog_frame *f, size_t begin,
    size_t end, const struct frameio_run *like,
    void (*take)(void *context, const struct frameio_run *run),
    void *context)
{
	struct split counted = {{NULL, NULL}, {0, 0}};

	split_ops(w, f, begin, end, &counted);
	for (int op = 0; op < 2; op++) {
		struct frameio_run run = *like;

		run.op = op;
		run.latency_ns = counted.latency_ns[op];
		run.n = counted.n[op];
		run.bytes = (uint64_t)f->bytes[0] * run.n;
		if (run.n > 0)
			take(context, &run);
	}
}

static void
take_plain(struct frameio *w, const struct iolog_header *h,
    const struct iolog_frame *f, const struct frameio_grid *grid,
    uint64_t first_submit_ns,
    void (*take)(void *context, const struct frameio_run *run),
    void *context)
{
	uint64_t zero = h->anchor.ticks - FRAMEIO_ANCHOR_NS;
	size_t begin = 0;

	while (begin < f->n) {
		const uint64_t *c = f->complete_ticks;
		struct place place = place_of(grid, c[begin] - zero, false);
		size_t end = find_end(c, begin, f->n, place.end_ns + zero);
		struct frameio_run like = {
			.second = place.second, .record = place.record,
			.counted = true,
			.first_submit_ns = first_submit_ns,
			.last_complete_ns = c[end - 1] - zero,
		};

		take_stretch(w, f, begin, end, &like, take, context);
		begin = end;
	}
}

int
frameio_runs(struct frameio *w, const struct iolog_header *h,
    const struct iolog_frame *f, const struct frameio_grid *grid,
    void (*take)(void *context, const struct frameio_run *run),
    void *context)
{
	const uint64_t *latency_ns, *complete_ns;
	uint64_t first_submit_ns;
	struct place place;

	if (f->n == 0)
		return 0;
	if (make_room(w, f->n) == -1)
		return -1;
	if (is_plain(h, f, &first_submit_ns)) {
		take_plain(w, h, f, grid, first_submit_ns + FRAMEIO_ANCHOR_NS,
		    take, context);
		return 0;
	}
	latency_ns = latencies(w, h, f);
	complete_ns = completions(w, h, f, latency_ns);
	gather_reset(w);
	place = place_of(grid, complete_ns[0], is_drained(grid, f, 0));
	for (size_t i = 0; i < f->n; i++) {
		int class = (f->flags[i] & IOLOG_FLAG_RAMP) ? RAMP : COUNTED;

		bool drained = is_drained(grid, f, i);

		if (!is_in(&place, complete_ns[i], drained)) {
			gather_flush(w, &place, take, context);
			place = place_of(grid, complete_ns[i], drained);
		}
		if (io_failed(f, i))
			w->gather[op_of(f, i)][class].failed++;
		else
			gather_add(&w->gather[op_of(f, i)][class], f, i,
			    latency_ns[i], complete_ns[i]);
	}
	gather_flush(w, &place, take, context);
	return 0;
}
