/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_STATS_REFINE_H
#define PLATEAU_STATS_REFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/histogram.h"
#include "stats/moments.h"

/*
 * Exact order statistics of more values than memory holds, by reading them
 * more than once.  The first pass fills a histogram (histogram.h), which tells
 * the bin that each wanted rank falls in.  Each later pass counts single values
 * inside these bins only.  A bin that is too wide for that is cut into
 * REFINE_CELLS parts, and the part that holds the rank is read again in the
 * next pass; with bins below 17 ms (in ns) or of few values the second pass is
 * the last.  (Multi-pass selection: Munro and Paterson 1980.)
 *
 * A pool is a set of values of which ranks are wanted; a value may belong to
 * several pools (its step, its point).  Different threads may count different
 * values of one pool at once, each under its own number.
 */
#define REFINE_CELLS 65536
#define REFINE_THREADS 8

struct refine_pool;

/* Memory that counters may still take, in bytes; shared by all pools of a
 * pass.  What does not fit waits for the next pass; the first interval always
 * must, so give a megabyte at least.  Counters of further threads for the same
 * interval are taken beyond it. */
struct refine_budget {
	_Atomic int64_t left_bytes;
};

/*
 * refine_pool_new() starts the search for ranks[nranks] (ascending, from 1 to
 * m->count) among the values with the moments 'm' and the histogram
 * count[HISTOGRAM_BINS], told in groups of 'group' bins.  NULL if memory is
 * out.  refine_pool_free() ignores NULL.
 */
struct refine_pool *refine_pool_new(const struct moments *m,
    const uint64_t *count, uint32_t group, const uint64_t *ranks,
    size_t nranks);
void refine_pool_free(struct refine_pool *p);

/* refine_pool_done() says whether all ranks are known (or failed). */
bool refine_pool_done(const struct refine_pool *p);

/* refine_pool_idle() says whether the pool is in no pass, and in no lookup. */
bool refine_pool_idle(const struct refine_pool *p);

/*
 * refine_pool_value() returns the value of rank number 'i' once the pool is
 * done.  Returns -1 if the later passes did not see the values of the first.
 */
int refine_pool_value(const struct refine_pool *p, size_t i,
    uint64_t *value_out);

/* refine_pool_begin() starts a pass over the values of the pool. */
void refine_pool_begin(struct refine_pool *p, struct refine_budget *budget);

/*
 * refine_pool_end() ends it: the wanted ranks become values or narrower
 * intervals, and the counters are freed.  Happens by itself as soon as all
 * values of the pool have been counted.
 */
void refine_pool_end(struct refine_pool *p);

/*
 * A lookup finds the counters of a value fast, for values that all belong to
 * the same pools.  It belongs to one thread.  About 40 KB.
 */
struct refine_lookup;

/*
 * refine_lookup_new() makes one for thread number 'thread', below
 * REFINE_THREADS; NULL if memory is out.  refine_lookup_free() ignores NULL.
 */
struct refine_lookup *refine_lookup_new(unsigned thread);
void refine_lookup_free(struct refine_lookup *l);

/* refine_lookup_set() makes the values to come belong to pools[npools] (at
 * most REFINE_POOLS), each between its begin and its end. */
#define REFINE_POOLS 8
void refine_lookup_set(struct refine_lookup *l, struct refine_pool **pools,
    size_t npools);

/* refine_lookup_add() counts values[n] in the pools that were set. */
void refine_lookup_add(struct refine_lookup *l, const uint64_t *values,
    size_t n);

/* refine_lookup_flush() tells the pools how many values were counted, which
 * may end their pass; the lookup then has no pools. */
void refine_lookup_flush(struct refine_lookup *l);

#endif
