/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>

#include "analyze/verb_export.h"

/* The line format of HdrHistogram's outputPercentileDistribution().  A bin's
 * value is its largest, as there. */
void
export_hgrm(const struct export_bin *bins, size_t nbins, double mean_ns,
    double sd_ns, double largest_ns)
{
	uint64_t total = 0, below = 0;

	for (size_t i = 0; i < nbins; i++)
		total += bins[i].count;
	printf("%12s %14s %10s %14s\n\n", "Value", "Percentile", "TotalCount",
	    "1/(1-Percentile)");
	for (size_t i = 0; i < nbins; i++) {
		double share, value_ns = (double)bins[i].high_ns;

		below += bins[i].count;
		share = (double)below / (double)total;
		if (value_ns > largest_ns)
			value_ns = largest_ns;
		printf("%12.3f %2.12f %10" PRIu64, value_ns / 1000, share,
		    below);
		if (below < total)
			printf(" %14.2f", 1 / (1 - share));
		printf("\n");
	}
	printf("#[Mean    = %12.3f, StdDeviation   = %12.3f]\n",
	    mean_ns / 1000, sd_ns / 1000);
	printf("#[Max     = %12.3f, Total count    = %12" PRIu64 "]\n",
	    largest_ns / 1000, total);
	printf("#[Buckets = %12d, SubBuckets     = %12d]\n", 64, 32);
}
