/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_STATS_QUANTILE_H
#define PLATEAU_STATS_QUANTILE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Percentiles by nearest rank (definition 1 of Hyndman and Fan, "Sample
 * Quantiles in Statistical Packages", 1996): the percentile p of n values is
 * the value of rank max(1, ceil(n p / 100)) when they are sorted.  It is always
 * a value that occurred, never one between two.
 *
 * p is given in parts per million: 999900 is 99.99 %.  All is whole numbers,
 * because 99.9 / 100 has no exact binary fraction and a rank must not depend
 * on the rounding.
 */
#define QUANTILE_PPM 1000000u

/* A percentile is supported by the data if this many values lie above it. */
#define QUANTILE_SUPPORT 10

/* quantile_rank() returns the rank, 1 to n; 0 if n is 0. */
uint64_t quantile_rank(uint64_t n, uint32_t ppm);

/* quantile_supported_ppm() returns the largest p in ppm of which at least
 * QUANTILE_SUPPORT of the n values have a higher rank; 0 if there is none. */
uint32_t quantile_supported_ppm(uint64_t n);

/* quantile_sorted() returns the percentile of sorted[n], ascending, n > 0. */
uint64_t quantile_sorted(const uint64_t *sorted, size_t n, uint32_t ppm);

#endif
