/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "stats/refine.h"
#include "stats/wide.h"

/*
 * Counters of the values low to low + span: cells[] counts each value (or
 * each 2^shift of them), or, where fewer values than cells are expected, keeps
 * the values themselves as distances from low.
 */
struct counter {
	uint64_t low, span;
	unsigned shift;
	bool list;
	uint64_t kept, capacity;	/* of a list */
	size_t ncells;
	uint64_t cells[];
};

/* A list must be sorted in the end, cells of one value each are in order: that
 * is worth some memory, but few values are not to take many cells. */
#define LIST_SHARE 4

/* A wanted rank: it lies among 'inside' values from low to high, of which
 * 'below' values of the pool are smaller.  Known when low == high. */
struct want {
	uint64_t rank;
	uint64_t low, high, below, inside;
	bool failed;
};

/* The counters of the wants that share an interval, one for each thread. */
struct interval {
	const struct want *want;	/* the first of them */
	bool deferred;			/* no memory in this pass */
	struct counter *counters[REFINE_THREADS];
};

struct refine_pool {
	uint64_t count;
	size_t nwants, nintervals;
	struct want *wants;
	struct interval *intervals;	/* in a pass; else NULL */
	struct refine_budget *budget;
	pthread_mutex_t lock;
	uint64_t seen;			/* in this pass */
	unsigned users;			/* lookups that have it */
};

struct slot {
	struct counter *counter;
	uint32_t bin;
	uint16_t next;			/* slot with the same bin, or 0 */
};

struct refine_lookup {
	unsigned thread;
	size_t npools, nslots;
	struct refine_pool *pools[REFINE_POOLS];
	uint64_t added;
	size_t capacity;
	struct slot *slots;		/* slots[0] is not used */
	uint16_t head[HISTOGRAM_BINS];
};

static bool
want_open(const struct want *w)
{
	return !w->failed && w->low != w->high;
}

static bool
same_interval(const struct want *a, const struct want *b)
{
	return a->low == b->low && a->high == b->high;
}

/* Walks the bins once, because the ranks ascend. */
static void
find_bins(struct refine_pool *p, const struct moments *m,
    const uint64_t *count, uint32_t group)
{
	uint64_t below = 0;
	uint32_t bin = histogram_bin(m->least) / group * group;
	uint32_t last = histogram_bin(m->largest) / group * group;

	for (size_t i = 0; i < p->nwants; i++) {
		struct want *w = &p->wants[i];

		for (; bin < last && below + count[bin] < w->rank;
		    bin += group)
			below += count[bin];
		w->low = histogram_low(bin);
		w->high = histogram_high(bin + group - 1);
		if (w->low < m->least)
			w->low = m->least;
		if (w->high > m->largest)
			w->high = m->largest;
		w->below = below;
		w->inside = count[bin];
		if (w->rank == 1)
			w->high = w->low = m->least;
		if (w->rank == m->count)
			w->high = w->low = m->largest;
	}
}

struct refine_pool *
refine_pool_new(const struct moments *m, const uint64_t *count,
    uint32_t group, const uint64_t *ranks, size_t nranks)
{
	struct refine_pool *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	p->wants = calloc(nranks + 1, sizeof(p->wants[0]));
	if (p->wants == NULL) {
		free(p);
		return NULL;
	}
	p->count = m->count;
	p->nwants = nranks;
	for (size_t i = 0; i < nranks; i++)
		p->wants[i].rank = ranks[i];
	pthread_mutex_init(&p->lock, NULL);
	find_bins(p, m, count, group);
	return p;
}

static void
free_intervals(struct refine_pool *p)
{
	for (size_t i = 0; i < p->nintervals; i++) {
		for (size_t t = 0; t < REFINE_THREADS; t++) {
			struct counter *c = p->intervals[i].counters[t];

			if (c == NULL)
				continue;
			atomic_fetch_add(&p->budget->left_bytes,
			    (int64_t)(sizeof(*c) +
			    c->ncells * sizeof(c->cells[0])));
			free(c);
		}
	}
	free(p->intervals);
	p->intervals = NULL;
	p->nintervals = 0;
}

void
refine_pool_free(struct refine_pool *p)
{
	if (p == NULL)
		return;
	free_intervals(p);
	pthread_mutex_destroy(&p->lock);
	free(p->wants);
	free(p);
}

bool
refine_pool_done(const struct refine_pool *p)
{
	for (size_t i = 0; i < p->nwants; i++) {
		if (want_open(&p->wants[i]))
			return false;
	}
	return true;
}

bool
refine_pool_idle(const struct refine_pool *p)
{
	return p->intervals == NULL;
}

int
refine_pool_value(const struct refine_pool *p, size_t i, uint64_t *value_out)
{
	const struct want *w = &p->wants[i];

	if (w->failed || w->low != w->high)
		return -1;
	*value_out = w->low;
	return 0;
}

void
refine_pool_begin(struct refine_pool *p, struct refine_budget *budget)
{
	const struct want *previous = NULL;

	p->seen = 0;
	p->budget = budget;
	p->nintervals = 0;
	p->intervals = calloc(p->nwants + 1, sizeof(p->intervals[0]));
	if (p->intervals == NULL)
		return;
	for (size_t i = 0; i < p->nwants; i++) {
		if (!want_open(&p->wants[i]))
			continue;
		if (previous == NULL || !same_interval(previous, &p->wants[i]))
			p->intervals[p->nintervals++].want = &p->wants[i];
		previous = &p->wants[i];
	}
}

static struct counter *
counter_new(const struct want *w, struct refine_budget *budget, bool admitted)
{
	struct counter shape = {.low = w->low, .span = w->high - w->low};
	struct counter *c;
	int64_t bytes;

	while (shape.span >> shape.shift >= REFINE_CELLS)
		shape.shift++;
	shape.ncells = (size_t)(shape.span >> shape.shift) + 1;
	if (w->inside <= shape.ncells / (shape.shift > 0 ? 1 : LIST_SHARE)) {
		shape.list = true;
		shape.capacity = w->inside;
		shape.ncells = (size_t)w->inside;
	}
	bytes = (int64_t)(sizeof(*c) + shape.ncells * sizeof(c->cells[0]));
	if (atomic_fetch_sub(&budget->left_bytes, bytes) < bytes && !admitted) {
		atomic_fetch_add(&budget->left_bytes, bytes);
		return NULL;
	}
	c = calloc(1, (size_t)bytes);
	if (c == NULL) {
		atomic_fetch_add(&budget->left_bytes, bytes);
		return NULL;
	}
	*c = shape;
	return c;
}

/* The interval's counter in cells[] form or as a sorted list, all threads
 * together. */
static struct counter *
merge_counters(struct interval *interval)
{
	struct counter *sum = NULL;

	for (size_t t = 0; t < REFINE_THREADS; t++) {
		struct counter *c = interval->counters[t];

		if (c == NULL)
			continue;
		if (sum == NULL) {
			sum = c;
			continue;
		}
		for (size_t i = 0; !c->list && i < c->ncells; i++)
			sum->cells[i] += c->cells[i];
		for (size_t i = 0; c->list && i < c->kept; i++) {
			if (sum->kept < sum->capacity)
				sum->cells[sum->kept++] = c->cells[i];
		}
	}
	return sum;
}

static int
compare_cells(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void
resolve_list(struct want *w, const struct counter *c)
{
	uint64_t at = w->rank - w->below;

	if (at == 0 || at > c->kept) {
		w->failed = true;
		return;
	}
	w->low = w->high = c->low + c->cells[at - 1];
}

static void
resolve_cells(struct want *w, const struct counter *c)
{
	uint64_t last = c->low + c->span;

	for (size_t i = 0; i < c->ncells; i++) {
		if (w->below + c->cells[i] < w->rank) {
			w->below += c->cells[i];
			continue;
		}
		w->inside = c->cells[i];
		w->low = c->low + ((uint64_t)i << c->shift);
		w->high = w->low + (((uint64_t)1 << c->shift) - 1);
		if (w->high > last)
			w->high = last;
		return;
	}
	w->failed = true;
}

static void
resolve_interval(struct refine_pool *p, struct interval *interval)
{
	struct want first = *interval->want;
	struct counter *c;

	if (interval->deferred)
		return;
	c = merge_counters(interval);
	if (c != NULL && c->list)
		qsort(c->cells, c->kept, sizeof(c->cells[0]), compare_cells);
	for (size_t i = 0; i < p->nwants; i++) {
		struct want *w = &p->wants[i];

		if (!want_open(w) || !same_interval(w, &first) ||
		    w->rank < first.rank)
			continue;
		if (c == NULL)
			w->failed = true;
		else if (c->list)
			resolve_list(w, c);
		else
			resolve_cells(w, c);
	}
}

static void
end_locked(struct refine_pool *p)
{
	if (p->intervals == NULL)
		return;
	for (size_t i = 0; i < p->nintervals; i++)
		resolve_interval(p, &p->intervals[i]);
	free_intervals(p);
}

void
refine_pool_end(struct refine_pool *p)
{
	pthread_mutex_lock(&p->lock);
	end_locked(p);
	pthread_mutex_unlock(&p->lock);
}

struct refine_lookup *
refine_lookup_new(unsigned thread)
{
	struct refine_lookup *l = calloc(1, sizeof(*l));

	if (l == NULL)
		return NULL;
	l->thread = thread;
	l->capacity = 64;
	l->slots = calloc(l->capacity, sizeof(l->slots[0]));
	if (l->slots == NULL) {
		free(l);
		return NULL;
	}
	l->nslots = 1;
	return l;
}

void
refine_lookup_free(struct refine_lookup *l)
{
	if (l == NULL)
		return;
	free(l->slots);
	free(l);
}

static int
add_slot(struct refine_lookup *l, struct counter *c, uint32_t bin)
{
	if (l->nslots == l->capacity) {
		struct slot *more = realloc(l->slots,
		    2 * l->capacity * sizeof(more[0]));

		if (more == NULL)
			return -1;
		l->slots = more;
		l->capacity *= 2;
	}
	l->slots[l->nslots] = (struct slot){
		.counter = c, .bin = bin, .next = l->head[bin],
	};
	l->head[bin] = (uint16_t)l->nslots++;
	return 0;
}

/* Puts a counter in all bins that it has values of. */
static int
add_counter(struct refine_lookup *l, struct counter *c)
{
	uint32_t last = histogram_bin(c->low + c->span);

	for (uint32_t bin = histogram_bin(c->low); bin <= last; bin++) {
		if (add_slot(l, c, bin) == -1)
			return -1;
	}
	return 0;
}

/* An interval that one thread counts is counted by all, or the pass was for
 * nothing: only the first counter of an interval asks whether there is room. */
static bool
interval_admitted(const struct interval *interval)
{
	for (size_t t = 0; t < REFINE_THREADS; t++) {
		if (interval->counters[t] != NULL)
			return true;
	}
	return false;
}

static void
add_pool(struct refine_lookup *l, struct refine_pool *p)
{
	for (size_t i = 0; i < p->nintervals; i++) {
		struct interval *interval = &p->intervals[i];
		struct counter **c = &interval->counters[l->thread];

		if (interval->deferred)
			continue;
		if (*c == NULL)
			*c = counter_new(interval->want, p->budget,
			    interval_admitted(interval));
		if (*c == NULL || add_counter(l, *c) == -1)
			interval->deferred = true;
	}
}

void
refine_lookup_set(struct refine_lookup *l, struct refine_pool **pools,
    size_t npools)
{
	refine_lookup_flush(l);
	for (size_t i = 0; i < npools; i++) {
		pthread_mutex_lock(&pools[i]->lock);
		if (pools[i]->intervals != NULL) {
			add_pool(l, pools[i]);
			pools[i]->users++;
			l->pools[l->npools++] = pools[i];
		}
		pthread_mutex_unlock(&pools[i]->lock);
	}
}

static inline void
count_value(struct counter *c, uint64_t value)
{
	uint64_t distance = value - c->low;

	if (distance > c->span)
		return;
	if (!c->list)
		c->cells[distance >> c->shift]++;
	else if (c->kept < c->capacity)
		c->cells[c->kept++] = distance;
}

/* Values looked up at a time. */
#define LOOKUP_VALUES 1024

/* One value in ten or so is counted: those are picked out first, without a
 * branch that could not be guessed. */
WIDE static void
add_values(struct refine_lookup *l, const uint64_t *values, size_t n)
{
	uint16_t slot[LOOKUP_VALUES], at[LOOKUP_VALUES];
	size_t nfound = 0;

	for (size_t i = 0; i < n; i++) {
		uint16_t s = l->head[histogram_bin(values[i])];

		slot[nfound] = s;
		at[nfound] = (uint16_t)i;
		nfound += s != 0;
	}
	for (size_t i = 0; i < nfound; i++) {
		for (uint16_t s = slot[i]; s != 0; s = l->slots[s].next)
			count_value(l->slots[s].counter, values[at[i]]);
	}
}

void
refine_lookup_add(struct refine_lookup *l, const uint64_t *values, size_t n)
{
	l->added += n;
	if (l->nslots == 1)
		return;
	while (n > 0) {
		size_t part = n < LOOKUP_VALUES ? n : LOOKUP_VALUES;

		add_values(l, values, part);
		values += part;
		n -= part;
	}
}

void
refine_lookup_flush(struct refine_lookup *l)
{
	for (size_t s = 1; s < l->nslots; s++)
		l->head[l->slots[s].bin] = 0;
	l->nslots = 1;
	for (size_t i = 0; i < l->npools; i++) {
		struct refine_pool *p = l->pools[i];

		pthread_mutex_lock(&p->lock);
		p->seen += l->added;
		p->users--;
		if (p->seen >= p->count && p->users == 0)
			end_locked(p);
		pthread_mutex_unlock(&p->lock);
	}
	l->npools = 0;
	l->added = 0;
}
