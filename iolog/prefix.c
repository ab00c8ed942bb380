/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "iolog/prefix.h"

/* Classes 0 to 15 are the numbers 0 to 15; class 8 e + 8 and the seven above
 * it divide the octave from 2^(e + 3). */
#define NCLASSES 240u
#define NSTREAMS 4u
#define HEADER 24u

/* The longest code: the table of 2^11 entries is half of a first-level cache,
 * and what a longer one would save was too small to measure. */
#define LENGTH_MOST 11u
#define TABLE (1u << LENGTH_MOST)

struct code {
	uint8_t length[NCLASSES];
	uint16_t bits[NCLASSES];	/* first bit lowest */
};

static inline unsigned
class_of(uint32_t v)
{
	unsigned shift = 28 - (unsigned)__builtin_clz(v | 8);

	return 8 * shift + (v >> shift);
}

static inline unsigned
class_shift(unsigned c)
{
	return c < 16 ? 0 : c / 8 - 1;
}

static inline uint32_t
class_least(unsigned c)
{
	return c < 16 ? c : (c % 8 + 8u) << class_shift(c);
}

struct node {
	uint32_t count;
	uint16_t class, left, right;	/* class: NCLASSES for inner nodes */
};

static int
by_count(const void *a, const void *b)
{
	const struct node *x = a, *y = b;

	if (x->count != y->count)
		return x->count < y->count ? -1 : 1;
	return (x->class > y->class) - (x->class < y->class);
}

/* Lengths of the codes for nleaves >= 2 sorted leaves at 'nodes', which has
 * room for as many inner ones; returns the longest. */
static unsigned
measure(struct node *nodes, unsigned nleaves, uint8_t *length_out)
{
	unsigned leaf = 0, inner = nleaves, end = nleaves, longest = 0;
	uint8_t depth[2 * NCLASSES];

	while (end < 2 * nleaves - 1) {
		struct node *n = &nodes[end];
		uint16_t pick[2];

		/* The two rarest: leaves and inner nodes are both in order. */
		for (unsigned i = 0; i < 2; i++) {
			if (inner >= end || (leaf < nleaves &&
			    nodes[leaf].count <= nodes[inner].count))
				pick[i] = (uint16_t)leaf++;
			else
				pick[i] = (uint16_t)inner++;
		}
		*n = (struct node){
			.count = nodes[pick[0]].count + nodes[pick[1]].count,
			.class = NCLASSES, .left = pick[0], .right = pick[1],
		};
		end++;
	}
	depth[end - 1] = 0;
	for (unsigned i = end; i-- > 0;) {
		if (nodes[i].class == NCLASSES) {
			depth[nodes[i].left] = (uint8_t)(depth[i] + 1);
			depth[nodes[i].right] = (uint8_t)(depth[i] + 1);
			continue;
		}
		length_out[nodes[i].class] = depth[i];
		longest = depth[i] > longest ? depth[i] : longest;
	}
	return longest;
}

/* Codes of no more than LENGTH_MOST bits: where they would be longer, counts
 * are made more equal until they are not. */
static void
choose_lengths(const uint32_t counts_of[NCLASSES],
    uint8_t length_out[NCLASSES])
{
	struct node nodes[2 * NCLASSES];
	uint32_t counts[NCLASSES];
	unsigned nleaves = 0;

	memcpy(counts, counts_of, sizeof(counts));
	/* A code needs two words; one class alone is given a companion. */
	for (unsigned c = 0; c < NCLASSES; c++)
		nleaves += counts[c] > 0;
	if (nleaves == 1)
		counts[counts[0] > 0 ? 1 : 0] = 1;
	do {
		nleaves = 0;
		for (unsigned c = 0; c < NCLASSES; c++) {
			length_out[c] = 0;
			if (counts[c] == 0)
				continue;
			nodes[nleaves++] = (struct node){
				.count = counts[c], .class = (uint16_t)c,
			};
			counts[c] = counts[c] / 2 + 1;
		}
		qsort(nodes, nleaves, sizeof(*nodes), by_count);
	} while (measure(nodes, nleaves, length_out) > LENGTH_MOST);
}

/* The canonical code of these lengths.  0, or -1 unless every sequence of bits
 * means something in it. */
static int
assign_codes(const uint8_t length[NCLASSES], uint16_t bits_out[NCLASSES])
{
	uint32_t count[LENGTH_MOST + 1] = { 0 }, next[LENGTH_MOST + 1], sum = 0;

	for (unsigned c = 0; c < NCLASSES; c++)
		count[length[c]]++;
	for (unsigned n = 1; n <= LENGTH_MOST; n++) {
		next[n] = sum;
		sum += count[n] * (TABLE >> n);
	}
	if (sum != TABLE)
		return -1;
	for (unsigned c = 0; c < NCLASSES; c++) {
		unsigned n = length[c];
		uint32_t turned = 0;

		if (n == 0)
			continue;
		uint32_t code = next[n] >> (LENGTH_MOST - n);
		for (unsigned i = 0; i < n; i++)
			turned |= (code >> i & 1) << (n - 1 - i);
		bits_out[c] = (uint16_t)turned;
		next[n] += TABLE >> n;
	}
	return 0;
}

/* The code of a class, and how many bits of the value follow it. */
struct word {
	uint16_t bits;
	uint8_t length, shift;
};

/* A bit string being written. */
struct string {
	uint64_t bits;			/* fewer than 8 between values */
	unsigned nbits;
	uint8_t *to;
};

static inline __attribute__((always_inline)) void
put_value(struct string *s, uint32_t v, const struct word *words)
{
	struct word w = words[class_of(v)];
	uint64_t low = v & (((uint64_t)1 << w.shift) - 1);

	s->bits |= (w.bits | low << w.length) << s->nbits;
	s->nbits += (unsigned)w.length + w.shift;
	/* Whole bytes go, of at most 46 bits. */
	put_u64(s->to, s->bits);
	s->to += s->nbits / 8;
	s->bits >>= s->nbits / 8 * 8;
	s->nbits %= 8;
}

/* The most bytes of one string, with what is written ahead. */
static size_t
string_bound(size_t n)
{
	return (n + NSTREAMS - 1) / NSTREAMS * 5 + 8;
}

/*
 * All strings side by side, for each has to wait for its last value; then one
 * behind the other, with their lengths in 'lengths'.  Returns the sum.
 */
static inline __attribute__((always_inline)) size_t
put_strings(const uint32_t *values, size_t n, uint32_t least,
    const struct word *words, uint8_t *to, uint8_t *lengths)
{
	struct string s[NSTREAMS];
	size_t i = 0, at = 0;

	for (unsigned k = 0; k < NSTREAMS; k++)
		s[k] = (struct string){ .to = to + k * string_bound(n) };
	for (; n - i >= NSTREAMS; i += NSTREAMS) {
		put_value(&s[0], values[i] - least, words);
		put_value(&s[1], values[i + 1] - least, words);
		put_value(&s[2], values[i + 2] - least, words);
		put_value(&s[3], values[i + 3] - least, words);
	}
	for (unsigned k = 0; i < n; i++, k++)
		put_value(&s[k], values[i] - least, words);
	for (unsigned k = 0; k < NSTREAMS; k++) {
		uint8_t *begin = to + k * string_bound(n);

		if (s[k].nbits > 0)
			*s[k].to++ = (uint8_t)s[k].bits;
		size_t length = (size_t)(s[k].to - begin);
		memmove(to + at, begin, length);
		put_u32(lengths + 4 * k, (uint32_t)length);
		at += length;
	}
	return at;
}

/* How many values there are of each class, in two counts by turns: of equal
 * values each would wait for the one before. */
static inline __attribute__((always_inline)) void
count_classes(const uint32_t *values, size_t n, uint32_t least,
    uint32_t counts_out[NCLASSES])
{
	uint32_t counts[2][NCLASSES] = { { 0 } };
	size_t i = 0;

	for (; n - i >= 2; i += 2) {
		counts[0][class_of(values[i] - least)]++;
		counts[1][class_of(values[i + 1] - least)]++;
	}
	if (i < n)
		counts[0][class_of(values[i] - least)]++;
	for (unsigned c = 0; c < NCLASSES; c++)
		counts_out[c] = counts[0][c] + counts[1][c];
}

static inline __attribute__((always_inline)) size_t
encode(const uint32_t *values, size_t n, size_t most, uint8_t *to)
{
	uint32_t counts[NCLASSES], least = values[0];
	struct code code;
	struct word words[NCLASSES];
	unsigned nclasses = NCLASSES;
	uint64_t nbits = 0;

	for (size_t i = 1; i < n; i++)
		least = values[i] < least ? values[i] : least;
	count_classes(values, n, least, counts);
	choose_lengths(counts, code.length);
	for (unsigned c = 0; c < NCLASSES; c++)
		nbits += counts[c] * (uint64_t)(code.length[c] +
		    class_shift(c));
	while (code.length[nclasses - 1] == 0)
		nclasses--;
	size_t at = HEADER + (nclasses + 1) / 2;
	if (at + (nbits + 7) / 8 >= most)
		return most;
	assign_codes(code.length, code.bits);
	for (unsigned c = 0; c < NCLASSES; c++)
		words[c] = (struct word){
			.bits = code.bits[c], .length = code.length[c],
			.shift = (uint8_t)class_shift(c),
		};

	memset(to, 0, HEADER);
	put_u32(to, least);
	put_u16(to + 4, (uint16_t)nclasses);
	for (unsigned c = 0; c < nclasses; c += 2)
		to[HEADER + c / 2] = (uint8_t)(code.length[c] |
		    (c + 1 < nclasses ? code.length[c + 1] << 4 : 0));
	return at + put_strings(values, n, least, words, to + at, to + 8);
}

#ifdef __x86_64__
static __attribute__((target("avx2,bmi,bmi2"))) size_t
encode_avx2(const uint32_t *values, size_t n, size_t most, uint8_t *to)
{
	return encode(values, n, most, to);
}
#endif

size_t
prefix_encode(const uint32_t *values, size_t n, size_t most, uint8_t *to)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
		return encode_avx2(values, n, most, to);
#endif
	return encode(values, n, most, to);
}

struct entry {
	uint32_t least;
	uint8_t length, shift;
};

/* What each sequence of LENGTH_MOST bits begins with. */
static int
make_table(const uint8_t *nibbles, unsigned nclasses, struct entry *table)
{
	struct code code = { .length = { 0 } };

	for (unsigned c = 0; c < nclasses; c++) {
		code.length[c] = (uint8_t)(nibbles[c / 2] >> (c % 2 * 4) & 15);
		if (code.length[c] > LENGTH_MOST)
			return -1;
	}
	if (assign_codes(code.length, code.bits) == -1)
		return -1;
	for (unsigned c = 0; c < nclasses; c++) {
		unsigned length = code.length[c];

		for (unsigned i = code.bits[c]; length > 0 && i < TABLE;
		    i += 1u << length)
			table[i] = (struct entry){
				.least = class_least(c),
				.length = (uint8_t)length,
				.shift = (uint8_t)class_shift(c),
			};
	}
	return 0;
}

/* A value of at most 11 + 28 bits, from a bit stream. */
static inline uint32_t
take(const struct entry *table, const uint8_t *from, uint64_t *at)
{
	uint64_t bits = get_u64(from + *at / 8) >> (*at % 8);
	struct entry e = table[bits & (TABLE - 1)];

	*at += (unsigned)e.length + e.shift;
	return e.least + (uint32_t)(bits >> e.length &
	    (((uint64_t)1 << e.shift) - 1));
}

int
prefix_decode(const uint8_t *from, size_t length, uint32_t *to, size_t n)
{
	struct entry table[TABLE];
	const uint8_t *stream[NSTREAMS];
	uint64_t at[NSTREAMS] = { 0 }, end[NSTREAMS];

	if (length < HEADER)
		return -1;
	uint32_t least = get_u32(from);
	unsigned nclasses = get_u16(from + 4);
	size_t used = HEADER + (nclasses + 1) / 2;
	if (nclasses < 2 || nclasses > NCLASSES || get_u16(from + 6) != 0 ||
	    length < used ||
	    make_table(from + HEADER, nclasses, table) == -1)
		return -1;
	for (unsigned s = 0; s < NSTREAMS; s++) {
		size_t nbytes = get_u32(from + 8 + 4 * s);

		if (nbytes > length - used)
			return -1;
		stream[s] = from + used;
		end[s] = (uint64_t)nbytes * 8;
		used += nbytes;
	}
	if (used != length)
		return -1;
	size_t i = 0;
	for (; n - i >= NSTREAMS; i += NSTREAMS) {
		/* None reads more than slack behind its end. */
		if ((at[0] > end[0]) | (at[1] > end[1]) | (at[2] > end[2]) |
		    (at[3] > end[3]))
			return -1;
		to[i] = least + take(table, stream[0], &at[0]);
		to[i + 1] = least + take(table, stream[1], &at[1]);
		to[i + 2] = least + take(table, stream[2], &at[2]);
		to[i + 3] = least + take(table, stream[3], &at[3]);
	}
	for (unsigned s = 0; i < n; i++, s++) {
		if (at[s] > end[s])
			return -1;
		to[i] = least + take(table, stream[s], &at[s]);
	}
	for (unsigned s = 0; s < NSTREAMS; s++)
		if (at[s] > end[s] || end[s] - at[s] >= 8)
			return -1;
	return 0;
}
