/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "base/bytes.h"
#include "iolog/pfor.h"

#define LANES 8u
#define HEADER 7u

/* Eight lanes as one value: one register with AVX2, two with SSE2. */
typedef uint32_t lanes __attribute__((vector_size(32)));

struct block {
	unsigned width, excess_width, nexcess;
	uint32_t least;
};

static inline unsigned
bit_length(uint32_t v)
{
	return v == 0 ? 0 : 32 - (unsigned)__builtin_clz(v);
}

/* Bytes of 'n' values of 'width' bits in their lanes. */
static inline size_t
packed_bytes(size_t n, unsigned width)
{
	size_t rows = (n + LANES - 1) / LANES;

	return (rows * width + 31) / 32 * sizeof(lanes);
}

static inline uint32_t
low_mask(unsigned width)
{
	return width >= 32 ? UINT32_MAX : (1u << width) - 1;
}

/* Least and greatest of a block, whose length is a multiple of the lanes. */
static inline __attribute__((always_inline)) void
find_range(const uint32_t *values, size_t n, uint32_t *least, uint32_t *most)
{
	lanes low, high;

	memcpy(&low, values, sizeof(low));
	high = low;
	for (size_t i = LANES; i < n; i += LANES) {
		lanes v;

		memcpy(&v, values + i, sizeof(v));
		lanes less = (lanes)(v < low), more = (lanes)(v > high);
		low = (v & less) | (low & ~less);
		high = (v & more) | (high & ~more);
	}
	*least = *most = values[0];
	for (unsigned k = 0; k < LANES; k++) {
		*least = low[k] < *least ? low[k] : *least;
		*most = high[k] > *most ? high[k] : *most;
	}
}

/* How many are longer than 'width' bits above the least; less 'width' < 32. */
static inline __attribute__((always_inline)) unsigned
count_longer(const uint32_t *values, size_t n, uint32_t least, unsigned width)
{
	const uint32_t high = ~low_mask(width);
	lanes fit = { 0 };
	unsigned nfit = 0;

	for (size_t i = 0; i < n; i += LANES) {
		lanes v;

		memcpy(&v, values + i, sizeof(v));
		fit -= (lanes)(((v - least) & high) == 0);
	}
	for (unsigned k = 0; k < LANES; k++)
		nfit += fit[k];
	return (unsigned)n - nfit;
}

/*
 * The width with the smallest sum of packed values and exceptions.  Going down
 * from the greatest length, the exceptions become only more: once they alone,
 * with as many bits as they would have one bit further down or at none, cost
 * more than the best, nothing below is better.
 */
static inline __attribute__((always_inline)) struct block
choose_block(const uint32_t *values, size_t n)
{
	struct block best = { .least = 0 };
	uint32_t most;
	size_t best_bytes = SIZE_MAX;

	find_range(values, n, &best.least, &most);
	unsigned longest = bit_length(most - best.least);
	for (unsigned width = longest + 1; width-- > 0;) {
		unsigned excess = longest - width;
		unsigned nlonger = excess == 0 ? 0 : count_longer(values, n,
		    best.least, width);
		size_t nbytes = packed_bytes(n, width) + nlonger +
		    (nlonger * excess + 7) / 8;

		if (nlonger >= PFOR_BLOCK)
			break;
		if (nbytes < best_bytes) {
			best_bytes = nbytes;
			best.width = width;
			best.excess_width = nlonger == 0 ? 0 : excess;
			best.nexcess = nlonger;
		}
		if (width > 0 &&
		    nlonger + nlonger * longest / 8 >= best_bytes &&
		    n / LANES * (width - 1) + nlonger +
		    nlonger * (excess + 1) / 8 >= best_bytes)
			break;
	}
	return best;
}

static inline __attribute__((always_inline)) void
pack(const uint32_t *values, size_t n, const struct block *b, uint8_t *to)
{
	unsigned width = b->width, used = 0;
	lanes word = { 0 };

	if (width == 0)
		return;
	for (size_t i = 0; i < n; i += LANES) {
		lanes v;

		memcpy(&v, values + i, sizeof(v));
		v = (v - b->least) & low_mask(width);
		word |= v << used;
		used += width;
		if (used < 32)
			continue;
		memcpy(to, &word, sizeof(word));
		to += sizeof(word);
		used -= 32;
		word = used == 0 ? (lanes){ 0 } : v >> (width - used);
	}
	if (used > 0)
		memcpy(to, &word, sizeof(word));
}

/* Positions are written without a branch, for nobody can foretell it. */
static inline __attribute__((always_inline)) size_t
put_excess(const uint32_t *values, size_t n, const struct block *b,
    uint8_t *to)
{
	uint32_t most = low_mask(b->width);
	uint8_t places[PFOR_BLOCK + 1];
	uint64_t bits = 0;
	unsigned nbits = 0, k = 0;
	size_t length = b->nexcess;

	if (b->nexcess == 0)
		return 0;
	for (size_t i = 0; i < n; i++) {
		places[k] = (uint8_t)i;
		k += values[i] - b->least > most;
	}
	memcpy(to, places, b->nexcess);
	for (k = 0; k < b->nexcess; k++) {
		uint32_t v = values[places[k]] - b->least;

		bits |= (uint64_t)(v >> b->width) << nbits;
		for (nbits += b->excess_width; nbits >= 8; nbits -= 8) {
			to[length++] = (uint8_t)bits;
			bits >>= 8;
		}
	}
	if (nbits > 0)
		to[length++] = (uint8_t)bits;
	return length;
}

static inline __attribute__((always_inline)) uint8_t *
encode_block(const uint32_t *values, size_t n, size_t padded, uint8_t *to)
{
	struct block b = choose_block(values, padded);

	to[0] = (uint8_t)b.width;
	to[1] = (uint8_t)b.excess_width;
	to[2] = (uint8_t)b.nexcess;
	put_u32(to + 3, b.least);
	to += HEADER;
	pack(values, padded, &b, to);
	to += packed_bytes(n, b.width);
	return to + put_excess(values, n, &b, to);
}

/* The last block is filled up, to whole rows, with its least value. */
static uint8_t *
encode_last(const uint32_t *values, size_t n, uint8_t *to)
{
	uint32_t filled[PFOR_BLOCK], least = values[0];
	size_t padded = (n + LANES - 1) / LANES * LANES;

	for (size_t i = 0; i < n; i++)
		least = values[i] < least ? values[i] : least;
	memcpy(filled, values, n * sizeof(*values));
	for (size_t i = n; i < padded; i++)
		filled[i] = least;
	return encode_block(filled, n, padded, to);
}

static inline __attribute__((always_inline)) size_t
encode(const uint32_t *values, size_t n, uint8_t *to)
{
	uint8_t *begin = to;
	size_t whole = n - n % PFOR_BLOCK;

	for (size_t done = 0; done < whole; done += PFOR_BLOCK)
		to = encode_block(values + done, PFOR_BLOCK, PFOR_BLOCK, to);
	if (whole < n)
		to = encode_last(values + whole, n - whole, to);
	return (size_t)(to - begin);
}

/*
 * Reads one word of lanes more than there are when the last row ends on a word
 * boundary, which saves a branch a row: that is what the slack is for.
 */
static inline __attribute__((always_inline)) void
unpack(const uint8_t *from, size_t rows, const struct block *b, uint32_t *to)
{
	unsigned width = b->width;
	uint32_t mask = low_mask(width), least = b->least;

	if (width == 0) {
		lanes all = (lanes){ 0 } + least;

		for (size_t r = 0; r < rows; r++)
			memcpy(to + r * LANES, &all, sizeof(all));
		return;
	}
	for (size_t r = 0; r < rows; r++) {
		size_t bit = r * width;
		unsigned shift = bit % 32;
		const uint8_t *word = from + bit / 32 * sizeof(lanes);
		lanes low, high;

		memcpy(&low, word, sizeof(low));
		memcpy(&high, word + sizeof(low), sizeof(high));
		low = low >> shift | high << 1 << (31 - shift);
		lanes v = (low & mask) + least;
		memcpy(to + r * LANES, &v, sizeof(v));
	}
}

static void
add_excess(const uint8_t *positions, const struct block *b, uint32_t *to)
{
	const uint8_t *bits = positions + b->nexcess;
	uint32_t mask = low_mask(b->excess_width);

	for (unsigned i = 0; i < b->nexcess; i++) {
		size_t at = (size_t)i * b->excess_width;
		uint64_t v = get_u64(bits + at / 8) >> (at % 8);

		to[positions[i]] += ((uint32_t)v & mask) << b->width;
	}
}

#ifdef __x86_64__
static __attribute__((target("avx2"))) size_t
encode_avx2(const uint32_t *values, size_t n, uint8_t *to)
{
	return encode(values, n, to);
}
#endif

size_t
pfor_encode(const uint32_t *values, size_t n, uint8_t *to)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2"))
		return encode_avx2(values, n, to);
#endif
	return encode(values, n, to);
}

size_t
pfor_encode_portable(const uint32_t *values, size_t n, uint8_t *to)
{
	return encode(values, n, to);
}

static inline __attribute__((always_inline)) size_t
decode(const uint8_t *from, size_t length, uint32_t *to, size_t n)
{
	size_t used = 0;

	for (size_t done = 0; done < n; done += PFOR_BLOCK) {
		size_t count = n - done < PFOR_BLOCK ? n - done : PFOR_BLOCK;

		if (length - used < HEADER)
			return 0;
		const uint8_t *p = from + used;
		struct block b = {
			.width = p[0], .excess_width = p[1], .nexcess = p[2],
			.least = get_u32(p + 3),
		};
		if (b.width > 32 || b.width + b.excess_width > 32 ||
		    (b.nexcess > 0 && b.width == 32))
			return 0;
		size_t packed = packed_bytes(count, b.width);
		size_t nbytes = HEADER + packed + b.nexcess +
		    (b.nexcess * b.excess_width + 7) / 8;
		if (length - used < nbytes)
			return 0;
		unpack(p + HEADER, (count + LANES - 1) / LANES, &b, to + done);
		if (b.nexcess > 0)
			add_excess(p + HEADER + packed, &b, to + done);
		used += nbytes;
	}
	return used;
}

size_t
pfor_decode_portable(const uint8_t *from, size_t length, uint32_t *to, size_t n)
{
	return decode(from, length, to, n);
}

#ifdef __x86_64__
static __attribute__((target("avx2"))) size_t
decode_avx2(const uint8_t *from, size_t length, uint32_t *to, size_t n)
{
	return decode(from, length, to, n);
}
#endif

size_t
pfor_decode(const uint8_t *from, size_t length, uint32_t *to, size_t n)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2"))
		return decode_avx2(from, length, to, n);
#endif
	return decode(from, length, to, n);
}
