/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_PFOR_H
#define PLATEAU_IOLOG_PFOR_H

#include <stddef.h>
#include <stdint.h>

/*
 * Patched frame of reference (Zukowski, Heman, Nes, Boncz 2006): blocks of 256
 * values are stored as their minimum and the differences from it, bit-packed
 * to a width that most of them fit; the few that do not are exceptions, whose
 * upper bits follow.  Eight lanes are packed side by side, so that one vector
 * register unpacks eight values at a time.  docs/iolog-format.md has the
 * layout.
 */

#define PFOR_BLOCK 256u

/* pfor_bound() is the most that pfor_encode() writes for 'n' values. */
static inline size_t
pfor_bound(size_t n)
{
	return (n + PFOR_BLOCK - 1) / PFOR_BLOCK * (7 + PFOR_BLOCK * 4);
}

/* pfor_encode() writes 'n' values to 'to', which has pfor_bound(n) bytes, and
 * returns the length. */
size_t pfor_encode(const uint32_t *values, size_t n, uint8_t *to);

/* The same in plain C for any machine, for tests to compare with. */
size_t pfor_encode_portable(const uint32_t *values, size_t n, uint8_t *to);

/*
 * pfor_decode() reads 'n' values from the 'length' bytes at 'from'.  'to' has
 * room for n rounded up to a whole block; PFOR_SLACK bytes behind 'from' must
 * be readable.  Returns the bytes used, or 0 if they are not such a list
 * (or n is 0).
 */
#define PFOR_SLACK 32u
size_t pfor_decode(const uint8_t *from, size_t length, uint32_t *to, size_t n);

/* The same in plain C for any machine, for tests to compare with. */
size_t pfor_decode_portable(const uint8_t *from, size_t length, uint32_t *to,
    size_t n);

#endif
