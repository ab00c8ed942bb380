/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "stats/ratio.h"

static int
leading_zeros(unsigned __int128 x)
{
	uint64_t high = (uint64_t)(x >> 64);

	if (high != 0)
		return __builtin_clzll(high);
	return 64 + __builtin_clzll((uint64_t)x);
}

double
ratio_round(unsigned __int128 numerator, uint64_t denominator)
{
	unsigned __int128 scaled, quotient;
	int shift;

	if (denominator == 0)
		return NAN;
	if (numerator == 0)
		return 0;
	/* Scaled to 128 bits the quotient has at least 64, more than a double
	 * keeps; its last bit says whether anything follows, so the one
	 * rounding of the conversion sees the exact value. */
	shift = leading_zeros(numerator);
	scaled = numerator << shift;
	quotient = scaled / denominator;
	if (scaled % denominator != 0)
		quotient |= 1;
	return ldexp((double)quotient, -shift);
}
