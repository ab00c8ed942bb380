/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_STATS_MOMENTS_H
#define PLATEAU_STATS_MOMENTS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Count, sum, sum of squares, least and largest of whole numbers, all exact.
 * Integers make them independent of the order of the values and of how they
 * were split and merged: every way gives the same bits.
 *
 * The sum of squares has 192 bits (squares and squares_high), so that it is
 * exact for any 2^64 values of 64 bits.  A zeroed structure is the empty one.
 */
struct moments {
	uint64_t count;
	uint64_t least, largest;	/* meaningless while count is 0 */
	uint64_t squares_high;		/* in units of 2^128 */
	unsigned __int128 sum, squares;
};

/* moments_add() adds values[n]. */
void moments_add(struct moments *m, const uint64_t *values, size_t n);

/* moments_merge() adds all that 'from' holds. */
void moments_merge(struct moments *m, const struct moments *from);

/* moments_mean() returns sum / count, correctly rounded to the nearest double;
 * NAN if empty. */
double moments_mean(const struct moments *m);

/*
 * moments_sd() returns the population standard deviation
 *
 *	sqrt(count x squares - sum^2) / count
 *
 * with the difference computed exactly, so that nothing cancels; NAN if empty.
 * Population, not sample (no count - 1): every I/O of the interval is in it,
 * and one I/O has a spread of 0 rather than none.
 */
double moments_sd(const struct moments *m);

#endif
