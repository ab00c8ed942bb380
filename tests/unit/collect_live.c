/* SPDX-License-Identifier: BSD-2-Clause */
/* The buckets of the live counters cover every latency in order, and the mean
 * and quantile that the progress line shows are within a bucket. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collect/live.h"

static int failures;

static void
check_near(double got, double wanted, double frac, const char *what)
{
	if (!(fabs(got - wanted) <= frac * wanted)) {
		printf("%s: %g, not %g\n", what, got, wanted);
		failures++;
	}
}

int
main(void)
{
	static struct live live;
	static struct live_sum sum, before;
	unsigned last = 0;

	for (uint64_t ns = 0; ns < 1 << 20; ns++) {
		unsigned bucket = live_bucket(ns);

		if (bucket != last && bucket != last + 1) {
			printf("bucket %u follows %u at %llu\n", bucket, last,
			    (unsigned long long)ns);
			return 1;
		}
		last = bucket;
		if (ns >= 8)
			check_near(live_bucket_ns(bucket), (double)ns, 0.0626,
			    "middle of a bucket");
	}
	if (live_bucket(UINT64_MAX) != LIVE_BUCKETS - 1) {
		puts("the last bucket does not hold the largest latency");
		failures++;
	}

	/* 1 to 1000 us: mean 500.5 us, 99 % at 990 us. */
	live_add(&live.count, 5);
	live_sum_add(&before, &live);
	for (uint64_t us = 1; us <= 1000; us++) {
		live_add(&live.count, 1);
		live_add(&live.bytes, 4096);
		live_add(&live.latency_ns, us * 1000);
		live_add(&live.bucket[live_bucket(us * 1000)], 1);
	}
	live_sum_add(&sum, &live);
	sum = live_sum_since(&sum, &before);
	check_near((double)sum.count, 1000, 0, "count");
	check_near((double)sum.bytes, 4096000, 0, "bytes");
	check_near(live_mean_ns(&sum), 500500, 0, "mean");
	check_near(live_quantile_ns(&sum, 0.99), 990e3, 0.0626, "99 %");
	check_near(live_quantile_ns(&sum, 0.5), 500e3, 0.0626, "50 %");

	memset(&sum, 0, sizeof(sum));
	if (live_mean_ns(&sum) != 0 || live_quantile_ns(&sum, 0.99) != 0) {
		puts("no I/Os, but a latency");
		failures++;
	}
	return failures > 0;
}
