/* SPDX-License-Identifier: BSD-2-Clause */
#include "stats/quantile.h"

uint64_t
quantile_rank(uint64_t n, uint32_t ppm)
{
	unsigned __int128 scaled = (unsigned __int128)n * ppm;
	uint64_t rank = (uint64_t)((scaled + QUANTILE_PPM - 1) / QUANTILE_PPM);

	if (rank == 0 && n > 0)
		return 1;
	return rank;
}

uint32_t
quantile_supported_ppm(uint64_t n)
{
	/* ceil(n p / 10^6) <= n - 10 just when p <= (n - 10) 10^6 / n. */
	if (n <= QUANTILE_SUPPORT)
		return 0;
	return (uint32_t)((unsigned __int128)(n - QUANTILE_SUPPORT) *
	    QUANTILE_PPM / n);
}

uint64_t
quantile_sorted(const uint64_t *sorted, size_t n, uint32_t ppm)
{
	return sorted[quantile_rank(n, ppm) - 1];
}
