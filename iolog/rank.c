/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "iolog/rank.h"

/* Eleven bits a pass: three passes sort the nanoseconds of eight seconds. */
#define DIGIT_BITS 11u
#define NDIGITS (1u << DIGIT_BITS)

void
iolog_rank(uint64_t *keys, uint32_t *order, size_t n, uint64_t *key_scratch,
    uint32_t *order_scratch)
{
	uint64_t all = 0;
	uint64_t *from = keys, *to = key_scratch;
	uint32_t *order_from = order, *order_to = order_scratch;

	for (size_t i = 0; i < n; i++) {
		all |= keys[i];
		order[i] = (uint32_t)i;
	}
	for (unsigned shift = 0; shift < 64 && all >> shift != 0;
	    shift += DIGIT_BITS) {
		uint32_t begin[NDIGITS] = { 0 }, sum = 0;

		for (size_t i = 0; i < n; i++)
			begin[from[i] >> shift & (NDIGITS - 1)]++;
		for (unsigned d = 0; d < NDIGITS; d++) {
			uint32_t count = begin[d];

			begin[d] = sum;
			sum += count;
		}
		for (size_t i = 0; i < n; i++) {
			uint32_t at = begin[from[i] >> shift &
			    (NDIGITS - 1)]++;

			to[at] = from[i];
			order_to[at] = order_from[i];
		}
		uint64_t *k = from;
		from = to;
		to = k;
		uint32_t *o = order_from;
		order_from = order_to;
		order_to = o;
	}
	if (order_from != order)
		memcpy(order, order_from, n * sizeof(*order));
}
