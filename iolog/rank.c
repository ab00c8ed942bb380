/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "iolog/rank.h"

/* Keys are sorted by so many bits, above the index of each: one word is moved
 * where a key and an index would be two. */
#define KEY_BITS 48u
#define INDEX_BITS (64u - KEY_BITS)
#define INDEX_MASK (((uint64_t)1 << INDEX_BITS) - 1)

/* Eleven bits a pass: three passes sort the nanoseconds of eight seconds. */
#define DIGIT_BITS 11u
#define NDIGITS (1u << DIGIT_BITS)

/* Sorts words by their bits from INDEX_BITS on, those of 'all'; returns where
 * they then are, in 'words' or in 'scratch'. */
static uint64_t *
sort(uint64_t *words, size_t n, uint64_t all, uint64_t *scratch)
{
	for (unsigned shift = INDEX_BITS; shift < 64 && all >> shift != 0;
	    shift += DIGIT_BITS) {
		uint32_t begin[NDIGITS] = { 0 }, sum = 0;
		uint64_t *sorted = scratch;

		for (size_t i = 0; i < n; i++)
			begin[words[i] >> shift & (NDIGITS - 1)]++;
		for (unsigned d = 0; d < NDIGITS; d++) {
			uint32_t count = begin[d];

			begin[d] = sum;
			sum += count;
		}
		for (size_t i = 0; i < n; i++)
			sorted[begin[words[i] >> shift & (NDIGITS - 1)]++] =
			    words[i];
		scratch = words;
		words = sorted;
	}
	return words;
}

void
iolog_rank(uint64_t *keys, uint32_t *order, size_t n, uint64_t *key_scratch,
    uint32_t *high_scratch)
{
	uint64_t all = 0, *sorted;

	for (size_t i = 0; i < n; i++) {
		all |= keys[i];
		high_scratch[i] = (uint32_t)(keys[i] >> KEY_BITS);
		keys[i] = keys[i] << INDEX_BITS | i;
	}
	sorted = sort(keys, n, all << INDEX_BITS, key_scratch);
	for (size_t i = 0; i < n; i++)
		order[i] = (uint32_t)(sorted[i] & INDEX_MASK);
	if (all >> KEY_BITS == 0)
		return;
	/* Once more, by the bits that had no room. */
	for (size_t i = 0; i < n; i++)
		keys[i] = (uint64_t)high_scratch[order[i]] << INDEX_BITS |
		    order[i];
	sorted = sort(keys, n, all >> KEY_BITS << INDEX_BITS, key_scratch);
	for (size_t i = 0; i < n; i++)
		order[i] = (uint32_t)(sorted[i] & INDEX_MASK);
}
