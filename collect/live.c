/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "collect/live.h"

double
live_bucket_ns(unsigned bucket)
{
	unsigned sub = bucket & ((1u << LIVE_SUB_BITS) - 1);

	if (bucket < 1u << LIVE_SUB_BITS)
		return bucket;
	return ldexp((1u << LIVE_SUB_BITS) + sub + 0.5,
	    (int)(bucket >> LIVE_SUB_BITS) - 1);
}

void
live_sum_add(struct live_sum *sum, const struct live *live)
{
	sum->count += atomic_load_explicit(&live->count, memory_order_relaxed);
	sum->bytes += atomic_load_explicit(&live->bytes, memory_order_relaxed);
	sum->latency_ns += atomic_load_explicit(&live->latency_ns,
	    memory_order_relaxed);
	for (unsigned i = 0; i < LIVE_BUCKETS; i++)
		sum->bucket[i] += atomic_load_explicit(&live->bucket[i],
		    memory_order_relaxed);
}

struct live_sum
live_sum_since(const struct live_sum *now, const struct live_sum *before)
{
	struct live_sum d;

	d.count = now->count - before->count;
	d.bytes = now->bytes - before->bytes;
	d.latency_ns = now->latency_ns - before->latency_ns;
	for (unsigned i = 0; i < LIVE_BUCKETS; i++)
		d.bucket[i] = now->bucket[i] - before->bucket[i];
	return d;
}

double
live_mean_ns(const struct live_sum *sum)
{
	if (sum->count == 0)
		return 0;
	return (double)sum->latency_ns / (double)sum->count;
}

double
live_quantile_ns(const struct live_sum *sum, double frac)
{
	uint64_t all = 0, seen = 0;

	for (unsigned i = 0; i < LIVE_BUCKETS; i++)
		all += sum->bucket[i];
	for (unsigned i = 0; i < LIVE_BUCKETS; i++) {
		seen += sum->bucket[i];
		if (seen > 0 && (double)seen >= frac * (double)all)
			return live_bucket_ns(i);
	}
	return 0;
}
