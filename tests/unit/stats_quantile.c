/* SPDX-License-Identifier: BSD-2-Clause */
/* Nearest ranks are right, also where p n / 100 has no exact binary form. */
#include <inttypes.h>
#include <stdio.h>

#include "stats/quantile.h"

static const struct {
	uint64_t n;
	uint32_t ppm;
	uint64_t rank;
} ranks[] = {
	{0, 500000, 0},
	{1, 0, 1},			/* never rank 0 */
	{1, 500000, 1},
	{1, 999999, 1},
	{2, 500000, 1},
	{2, 500001, 2},
	{5, 300000, 2},			/* 1.5 */
	{5, 400000, 2},
	{5, 1000000, 5},
	{1000, 999000, 999},		/* 99.9 % in doubles gives rank 1000 */
	{1000, 290000, 290},		/* 0.29 x 1000 in doubles is above 290 */
	{100000, 999990, 99999},
	{100000, 999900, 99990},
	{1000001, 999900, 999901},
	{10000000000, 999999, 9999990000},
	{UINT64_MAX, 1000000, UINT64_MAX},
};

static const struct {
	uint64_t n;
	uint32_t ppm;
} supports[] = {
	{0, 0}, {1, 0}, {10, 0},
	{11, 90909},			/* rank 1, ten above */
	{20, 500000},
	{100, 900000},
	{1000, 990000},
	{10000, 999000},
	{9999, 998999},			/* one I/O short of 99.9 % */
	{10000000, 999999},
};

int
main(void)
{
	const uint64_t five[] = {15, 20, 35, 40, 50};
	int failures = 0;

	for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++) {
		uint64_t rank = quantile_rank(ranks[i].n, ranks[i].ppm);

		if (rank == ranks[i].rank)
			continue;
		printf("rank of %" PRIu32 " ppm of %" PRIu64 " is %" PRIu64
		    ", expected %" PRIu64 "\n", ranks[i].ppm, ranks[i].n, rank,
		    ranks[i].rank);
		failures++;
	}
	for (size_t i = 0; i < sizeof(supports) / sizeof(supports[0]); i++) {
		uint64_t n = supports[i].n;
		uint32_t ppm = quantile_supported_ppm(n);

		if (ppm != supports[i].ppm) {
			printf("%" PRIu64 " values support %" PRIu32
			    " ppm, expected %" PRIu32 "\n", n, ppm,
			    supports[i].ppm);
			failures++;
		}
		/* By the definition: ten above, and one step further fewer. */
		if (ppm > 0 && (n - quantile_rank(n, ppm) < 10 ||
		    (ppm < 999999 && n - quantile_rank(n, ppm + 1) >= 10))) {
			printf("%" PRIu64 " values: %" PRIu32
			    " ppm is not the last supported\n", n, ppm);
			failures++;
		}
	}
	/* Wikipedia's worked example of the nearest-rank method. */
	if (quantile_sorted(five, 5, 50000) != 15 ||
	    quantile_sorted(five, 5, 300000) != 20 ||
	    quantile_sorted(five, 5, 400000) != 20 ||
	    quantile_sorted(five, 5, 500000) != 35 ||
	    quantile_sorted(five, 5, 1000000) != 50) {
		printf("the worked example fails\n");
		failures++;
	}
	return failures != 0;
}
