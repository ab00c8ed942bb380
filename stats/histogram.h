/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_STATS_HISTOGRAM_H
#define PLATEAU_STATS_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

/*
 * A log-linear histogram of 64-bit values: each power of two is cut into 256
 * equal bins, and values below 512 have a bin of their own.  A bin is at most
 * 1/256 as wide as its least value (0.4 %).  Fixed bins make histograms of any
 * origin addable.  (The scheme of HdrHistogram, G. Tene.)
 */
#define HISTOGRAM_BITS 8
#define HISTOGRAM_BINS ((64 - HISTOGRAM_BITS) * 256 + 256)

/* histogram_bin() returns the bin of a value. */
static inline uint32_t
histogram_bin(uint64_t value)
{
	unsigned shift = (unsigned)(63 - HISTOGRAM_BITS -
	    __builtin_clzll(value | 1u << HISTOGRAM_BITS));

	return (shift << HISTOGRAM_BITS) + (uint32_t)(value >> shift);
}

/* The least and the largest value of a bin. */
static inline uint64_t
histogram_low(uint32_t bin)
{
	uint32_t shift = bin >> HISTOGRAM_BITS;

	if (shift <= 1)
		return bin;
	shift--;
	return (uint64_t)(bin - (shift << HISTOGRAM_BITS)) << shift;
}

static inline uint64_t
histogram_high(uint32_t bin)
{
	uint32_t shift = bin >> HISTOGRAM_BITS;

	shift = shift > 0 ? shift - 1 : 0;
	return histogram_low(bin) + (((uint64_t)1 << shift) - 1);
}

/*
 * Bins can be told in groups of HISTOGRAM_GROUP, 32 to each power of two (3 %):
 * a grouped histogram counts all values of a group in its first bin.
 */
#define HISTOGRAM_GROUP 8u

static inline uint32_t
histogram_group(uint32_t bin)
{
	return bin & ~(HISTOGRAM_GROUP - 1);
}

/* histogram_add() counts values[n] in count[HISTOGRAM_BINS]. */
void histogram_add(uint64_t *count, const uint64_t *values, size_t n);

/*
 * A histogram packed for keeping: pairs of LEB128 numbers, how many bins to go
 * on and the count there, for the bins that are not empty.
 *
 * histogram_pack() packs the bins 'first' to 'last' into at most
 * HISTOGRAM_PACKED bytes for each, and returns how many.  histogram_unpack()
 * adds a packed histogram to count[HISTOGRAM_BINS]; it stops at what was never
 * packed (a bin out of range, a cut number).
 */
#define HISTOGRAM_PACKED 12
size_t histogram_pack(const uint64_t *count, uint32_t first, uint32_t last,
    uint8_t *packed_out);
void histogram_unpack(const uint8_t *packed, size_t length, uint64_t *count);

#endif
