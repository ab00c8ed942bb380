/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "stats/moments.h"
#include "stats/ratio.h"
#include "stats/wide.h"

/* A number of 256 bits; limb[0] is the least significant. */
struct wide {
	uint64_t limb[4];
};

static void
add_squares(struct moments *m, unsigned __int128 squares)
{
	m->squares += squares;
	m->squares_high += m->squares < squares;
}

/* Values below 2^24 (17 ms in ns), so many at a time: no sum leaves 64 bits,
 * they are in the nearest cache, and a larger one holds up few others. */
#define SMALL_BITS 24
#define SMALL_VALUES 1024

WIDE static void
add_small(struct moments *m, const uint64_t *values, size_t n)
{
	uint64_t sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t v = (uint32_t)values[i];

		sum += v;
		squares += (uint64_t)v * v;
	}
	m->sum += sum;
	add_squares(m, squares);
}

static void
add_any(struct moments *m, const uint64_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		m->sum += values[i];
		add_squares(m, (unsigned __int128)values[i] * values[i]);
	}
}

/* Widens [least, largest] to hold the values. */
static void
widen(struct moments *m, const uint64_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		m->least = values[i] < m->least ? values[i] : m->least;
		m->largest = values[i] > m->largest ? values[i] : m->largest;
	}
}

/* The bits of all values, and in the highest bit of '*outside' whether one is
 * below the least or above the largest: a difference is negative. */
WIDE static void
look(const struct moments *m, const uint64_t *values, size_t n,
    uint64_t *bits, uint64_t *outside)
{
	uint64_t least = m->least, largest = m->largest;
	uint64_t all = 0, out = 0;

	for (size_t i = 0; i < n; i++) {
		all |= values[i];
		out |= (values[i] - least) | (largest - values[i]);
	}
	*bits = all;
	*outside = out;
}

static void
add_block(struct moments *m, const uint64_t *values, size_t n)
{
	uint64_t bits = 0, outside = 0;

	if (m->count == 0)
		m->least = m->largest = values[0];
	/* A block that widens the extremes, as few do, is looked at again. */
	look(m, values, n, &bits, &outside);
	if ((bits | outside) >> 63 != 0)
		widen(m, values, n);
	m->count += n;
	if (bits >> SMALL_BITS == 0)
		add_small(m, values, n);
	else
		add_any(m, values, n);
}

void
moments_add(struct moments *m, const uint64_t *values, size_t n)
{
	while (n > 0) {
		size_t part = n < SMALL_VALUES ? n : SMALL_VALUES;

		add_block(m, values, part);
		values += part;
		n -= part;
	}
}

void
moments_merge(struct moments *m, const struct moments *from)
{
	if (from->count == 0)
		return;
	if (m->count == 0 || from->least < m->least)
		m->least = from->least;
	if (m->count == 0 || from->largest > m->largest)
		m->largest = from->largest;
	m->count += from->count;
	m->sum += from->sum;
	add_squares(m, from->squares);
	m->squares_high += from->squares_high;
}

double
moments_mean(const struct moments *m)
{
	return ratio_round(m->sum, m->count);
}

static struct wide
wide_multiply(const uint64_t *a, size_t na, const uint64_t *b, size_t nb)
{
	struct wide product = {{0}};

	for (size_t i = 0; i < na; i++) {
		unsigned __int128 carry = 0;

		for (size_t j = 0; j < nb && i + j < 4; j++) {
			carry += (unsigned __int128)a[i] * b[j] +
			    product.limb[i + j];
			product.limb[i + j] = (uint64_t)carry;
			carry >>= 64;
		}
		if (i + nb < 4)
			product.limb[i + nb] = (uint64_t)carry;
	}
	return product;
}

static struct wide
wide_subtract(struct wide a, const struct wide *b)
{
	uint64_t borrow = 0;

	for (size_t i = 0; i < 4; i++) {
		unsigned __int128 d = (unsigned __int128)a.limb[i] -
		    b->limb[i] - borrow;

		a.limb[i] = (uint64_t)d;
		borrow = (uint64_t)(d >> 64) & 1;
	}
	return a;
}

double
moments_sd(const struct moments *m)
{
	const uint64_t squares[3] = {
		(uint64_t)m->squares, (uint64_t)(m->squares >> 64),
		m->squares_high,
	};
	const uint64_t sum[2] = {
		(uint64_t)m->sum, (uint64_t)(m->sum >> 64),
	};
	struct wide spread, square_of_sum;
	long double variance = 0;

	if (m->count == 0)
		return NAN;
	spread = wide_multiply(squares, 3, &m->count, 1);
	square_of_sum = wide_multiply(sum, 2, sum, 2);
	spread = wide_subtract(spread, &square_of_sum);
	for (size_t i = 4; i-- > 0;)
		variance = variance * 0x1p64L + spread.limb[i];
	return (double)(sqrtl(variance) / (long double)m->count);
}
