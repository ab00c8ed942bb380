/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_GENERATOR_H
#define PLATEAU_IOLOG_GENERATOR_H

#include <stdint.h>

/*
 * The counter-based generator of everything random in a test: offsets and
 * read/write choices are f(key, stream, step, submit number, draw), so that
 * any frame of a log can derive them again, alone, and they cost no bytes.
 * Being counter-based it has no state, no seed to share by mistake between
 * threads, and 64-bit output (the PTS asks for 48 or more).
 */

#define GENERATOR_MIX64 1	/* iolog_header.generator: this function */

#define GENERATOR_STEP 0x9e3779b97f4a7c15u	/* from a draw to the next */

/* The draws of one I/O. */
enum {
	GENERATOR_DRAW_OFFSET = 0,
	GENERATOR_DRAW_OP = 1,
	GENERATOR_DRAW_PART = 2,
	GENERATOR_DRAW_ARRIVAL = 3
};

/* generator_mix() is the finaliser of SplitMix64 (Steele, Lea, Flood 2014): a
 * bijection of 64 bits whose output bits each depend on all input bits. */
static inline uint64_t
generator_mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* generator_stream_key() is constant for a stream in a step: take it once. */
static inline uint64_t
generator_stream_key(uint64_t key, uint32_t stream, uint32_t step)
{
	return generator_mix(key +
	    generator_mix(((uint64_t)stream << 32 | step) + GENERATOR_STEP));
}

/* generator_draw() returns draw number 'draw' (0 to 3) of I/O 'submit'. */
static inline uint64_t
generator_draw(uint64_t stream_key, uint64_t submit, unsigned draw)
{
	return generator_mix(stream_key +
	    (submit * 4 + draw + 1) * GENERATOR_STEP);
}

/*
 * generator_below() maps a draw to [0, n), n below 2^48, by multiplying high.
 * The bias is below n / 2^64: 1.5e-5 of one value at the largest n, less than
 * 1e-9 for drives up to 16 TiB in 512-byte sectors.
 */
static inline uint64_t
generator_below(uint64_t draw, uint64_t n)
{
	return (uint64_t)(((unsigned __int128)draw * n) >> 64);
}

/*
 * generator_zone_percent() decides which zone of a target an I/O goes to, by
 * the zones' shares in percent: of 0 to 99 the first zone gets the lowest.  It
 * comes from the other half of what the size of a mixture is drawn from.
 */
static inline uint64_t
generator_zone_percent(uint64_t stream_key, uint64_t submit)
{
	return generator_below(generator_mix(generator_draw(stream_key, submit,
	    GENERATOR_DRAW_PART)), 100);
}

/* generator_is_read() decides the direction for a mix in percent of reads. */
static inline int
generator_is_read(uint64_t draw, uint32_t read_percent)
{
	return generator_below(draw, 100) < read_percent;
}

#endif
