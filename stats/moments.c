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

/* Values below 2^27 (134 ms in ns), so many at a time: no sum leaves 64 bits,
 * they are in the nearest cache, and a larger one holds up few others. */
#define SMALL_BITS 27
#define SMALL_VALUES 1024

/* What the values have in common, in one look: right if all are small, and
 * 'bits' tells that.  Signed, for which more processors have comparisons. */
struct survey {
	uint64_t bits, sum, squares;
	int64_t least, largest;
};

WIDE static void
survey(const uint64_t *values, size_t n, struct survey *out)
{
	uint64_t bits = 0, sum = 0, squares = 0;
	int64_t least = INT64_MAX, largest = 0;

	for (size_t i = 0; i < n; i++) {
		int64_t v = (int64_t)values[i];
		uint64_t low = values[i] & UINT32_MAX;

		bits |= values[i];
		least = v < least ? v : least;
		largest = v > largest ? v : largest;
		sum += low;
		squares += low * low;
	}
	*out = (struct survey){bits, sum, squares, least, largest};
}

static void
add_any(struct moments *m, const uint64_t *values, size_t n)
{
	if (m->count == 0)
		m->least = m->largest = values[0];
	for (size_t i = 0; i < n; i++) {
		m->least = values[i] < m->least ? values[i] : m->least;
		m->largest = values[i] > m->largest ? values[i] : m->largest;
		m->sum += values[i];
		add_squares(m, (unsigned __int128)values[i] * values[i]);
	}
	m->count += n;
}

static void
add_block(struct moments *m, const uint64_t *values, size_t n)
{
	struct survey s;

	survey(values, n, &s);
	if (s.bits >> SMALL_BITS != 0) {
		add_any(m, values, n);
		return;
	}
	if (m->count == 0 || (uint64_t)s.least < m->least)
		m->least = (uint64_t)s.least;
	if (m->count == 0 || (uint64_t)s.largest > m->largest)
		m->largest = (uint64_t)s.largest;
	m->count += n;
	m->sum += s.sum;
	add_squares(m, s.squares);
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
