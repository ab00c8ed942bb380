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

static inline __attribute__((always_inline)) void
find_range(const uint32_t *values, size_t n, uint32_t *least, uint32_t *most)
{
	for (size_t i = 0; i < n; i++) {
		*least = values[i] < *least ? values[i] : *least;
		*most = values[i] > *most ? values[i] : *most;
	}
}

/* The width with the smallest sum of packed values and exceptions. */
static struct block
choose_block(const uint32_t *values, size_t n)
{
	/* Four tallies: neighbours are alike, and adding to one counter twice
	 * in a row waits for the first store. */
	uint16_t tallies[4][33] = { { 0 } };
	struct block best = { .least = values[0] };
	uint32_t most = values[0];
	size_t best_bytes = SIZE_MAX;
	unsigned nlonger = 0;

	/* A loop of known length is made a vector loop. */
	if (n == PFOR_BLOCK)
		find_range(values, PFOR_BLOCK, &best.least, &most);
	else
		find_range(values, n, &best.least, &most);
	for (size_t i = 0; i < n; i++)
		tallies[i % 4][bit_length(values[i] - best.least)]++;
	unsigned longest = bit_length(most - best.least);
	for (unsigned width = longest + 1; width-- > 0;) {
		unsigned excess = nlonger == 0 ? 0 : longest - width;
		size_t nbytes = packed_bytes(n, width) + nlonger +
		    (nlonger * excess + 7) / 8;

		if (nlonger < PFOR_BLOCK && nbytes < best_bytes) {
			best_bytes = nbytes;
			best.width = width;
			best.excess_width = excess;
			best.nexcess = nlonger;
		}
		nlonger += (unsigned)tallies[0][width] + tallies[1][width] +
		    tallies[2][width] + tallies[3][width];
	}
	return best;
}

/* Values behind the last one, up to a whole row, are packed as the minimum. */
static void
pack(const uint32_t *values, size_t n, const struct block *b, uint8_t *to)
{
	unsigned width = b->width, used = 0;
	lanes word = { 0 };

	if (width == 0)
		return;
	for (size_t i = 0; i < n; i += LANES) {
		lanes v = (lanes){ 0 } + b->least;

		if (n - i >= LANES)
			memcpy(&v, values + i, sizeof(v));
		else
			memcpy(&v, values + i, (n - i) * sizeof(*values));
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

static size_t
put_excess(const uint32_t *values, size_t n, const struct block *b,
    uint8_t *to)
{
	uint32_t most = low_mask(b->width);
	uint64_t bits = 0;
	unsigned nbits = 0;
	size_t length = b->nexcess, k = 0;

	for (size_t i = 0; i < n && k < b->nexcess; i++) {
		uint32_t v = values[i] - b->least;

		if (v <= most)
			continue;
		to[k++] = (uint8_t)i;
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

size_t
pfor_encode(const uint32_t *values, size_t n, uint8_t *to)
{
	uint8_t *begin = to;

	for (size_t done = 0; done < n; done += PFOR_BLOCK) {
		size_t count = n - done < PFOR_BLOCK ? n - done : PFOR_BLOCK;
		struct block b = choose_block(values + done, count);

		to[0] = (uint8_t)b.width;
		to[1] = (uint8_t)b.excess_width;
		to[2] = (uint8_t)b.nexcess;
		put_u32(to + 3, b.least);
		to += HEADER;
		pack(values + done, count, &b, to);
		to += packed_bytes(count, b.width);
		to += put_excess(values + done, count, &b, to);
	}
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
