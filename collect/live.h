/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_LIVE_H
#define PLATEAU_COLLECT_LIVE_H

#include <stdatomic.h>
#include <stdint.h>

/*
 * Counters that an I/O thread adds to and the progress line reads while it
 * does.  One writer each, so an addition is a load and a store; readers may see
 * one counter ahead of another.  They only grow: readers take differences.
 *
 * Latencies go into buckets of eight to an octave: 12 % wide, enough for a
 * progress line and for nothing else (statistics come from the log).
 */
#define LIVE_SUB_BITS 3
#define LIVE_BUCKETS ((64 - LIVE_SUB_BITS + 1) << LIVE_SUB_BITS)

struct live {
	_Alignas(64) _Atomic uint64_t count, bytes, latency_ns;
	_Atomic uint64_t bucket[LIVE_BUCKETS];
};

/* What the threads' counters sum to at one moment. */
struct live_sum {
	uint64_t count, bytes, latency_ns;
	uint64_t bucket[LIVE_BUCKETS];
};

static inline void
live_add(_Atomic uint64_t *counter, uint64_t value)
{
	atomic_store_explicit(counter,
	    atomic_load_explicit(counter, memory_order_relaxed) + value,
	    memory_order_relaxed);
}

/* live_bucket() is the bucket of a latency. */
static inline unsigned
live_bucket(uint64_t ns)
{
	if (ns < 1u << LIVE_SUB_BITS)
		return (unsigned)ns;
	unsigned octave = 63u - (unsigned)__builtin_clzll(ns) - LIVE_SUB_BITS;

	return ((octave + 1) << LIVE_SUB_BITS) +
	    (unsigned)((ns >> octave) & ((1u << LIVE_SUB_BITS) - 1));
}

/* live_bucket_ns() is the middle of a bucket. */
double live_bucket_ns(unsigned bucket);

/* live_sum_add() adds the counters of one thread. */
void live_sum_add(struct live_sum *sum, const struct live *live);

/* live_sum_since() returns how much 'now' has grown since 'before'. */
struct live_sum live_sum_since(const struct live_sum *now,
    const struct live_sum *before);

/* Mean, and the latency that 'frac' of all stayed within; 0 without I/Os. */
double live_mean_ns(const struct live_sum *sum);
double live_quantile_ns(const struct live_sum *sum, double frac);

#endif
