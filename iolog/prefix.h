/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_PREFIX_H
#define PLATEAU_IOLOG_PREFIX_H

#include <stddef.h>
#include <stdint.h>

/*
 * A prefix code (Huffman 1952) for numbers whose size is far from evenly
 * spread.  What is above the list's minimum is split into a class, eight to an
 * octave, which is coded, and the bits below, which are noise and stored as
 * they are.  Four interleaved bit streams let a processor decode four values
 * at a time.  docs/iolog-format.md has the layout.
 */

/* prefix_bound() is the most that prefix_encode() writes for 'n' values. */
static inline size_t
prefix_bound(size_t n)
{
	return 24 + 120 + (n + 3) * 5 + 4 * 8;
}

/* prefix_encode() writes n > 0 values to 'to' and returns the length; or, where
 * it foresees that this would be 'most' or more, writes nothing and returns
 * 'most'. */
size_t prefix_encode(const uint32_t *values, size_t n, size_t most,
    uint8_t *to);

/*
 * prefix_decode() reads 'n' values from the 'length' bytes at 'from', behind
 * which PREFIX_SLACK bytes must be readable; 'to' has room for n rounded up to
 * a multiple of four.  Returns 0, or -1 if they are not such a list.
 */
#define PREFIX_SLACK 8u
int prefix_decode(const uint8_t *from, size_t length, uint32_t *to, size_t n);

#endif
