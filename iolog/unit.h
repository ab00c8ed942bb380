/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_UNIT_H
#define PLATEAU_IOLOG_UNIT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The ticks of many clocks come in steps (21 ticks on the machine that this
 * was first measured on).  Storing the number of steps loses nothing and saves
 * the bits that say nothing.  Times are differences, and may be negative.
 *
 * x is a multiple of odd << shift exactly if x has 'shift' zeros at its end and
 * (x >> shift) times the inverse of odd modulo 2^64 is, with its sign, no
 * further from 0 than 'most' = 2^63 / odd; the product is then the quotient.
 */
struct iolog_unit {
	uint64_t ticks, inverse, most, mask;
	unsigned shift;
};

/* iolog_unit_of() prepares dividing by 'ticks', not 0. */
static inline struct iolog_unit
iolog_unit_of(uint64_t ticks)
{
	struct iolog_unit u = {
		.ticks = ticks, .shift = (unsigned)__builtin_ctzll(ticks),
	};
	uint64_t odd = ticks >> u.shift;

	u.mask = ((uint64_t)1 << u.shift) - 1;
	u.most = INT64_MAX / odd;
	u.inverse = odd;		/* right in 3 bits, each turn doubles */
	for (int i = 0; i < 5; i++)
		u.inverse *= 2 - odd * u.inverse;
	return u;
}

static inline uint64_t
iolog_unit_divide(const struct iolog_unit *u, uint64_t x)
{
	return (uint64_t)((int64_t)x >> u->shift) * u->inverse;
}

static inline bool
iolog_unit_divides(const struct iolog_unit *u, uint64_t x)
{
	/* Without a branch, for there are many. */
	return ((x & u->mask) == 0) &
	    (iolog_unit_divide(u, x) + u->most <= 2 * u->most);
}

/* iolog_unit_narrow() replaces the unit by what divides x as well; one of 0
 * ticks, which everything divides, is where to begin. */
static inline void
iolog_unit_narrow(struct iolog_unit *u, uint64_t x)
{
	if (x == 0 || (u->ticks != 0 && iolog_unit_divides(u, x)))
		return;
	uint64_t a = x >> 63 != 0 ? 0 - x : x, b = u->ticks;
	while (b != 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	*u = iolog_unit_of(a);
}

#endif
