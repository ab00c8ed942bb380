/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_DATA_H
#define PLATEAU_COLLECT_DATA_H

#include <stddef.h>
#include <stdint.h>

/*
 * Data for writes: fresh pseudo-random bytes for every block, so that no drive
 * can deduplicate or remember them, with a settable share of zeros, so that a
 * drive that compresses can be seen to.  One source a thread.
 *
 * The generator is xoshiro256+ (Blackman and Vigna 2018) in eight lanes side by
 * side: only additions, shifts and exclusive-ors, which vectorise on any
 * machine.  Its weak low bits do not matter to a compressor.
 */
#define DATA_LANES 8

struct data_source {
	_Alignas(64) uint64_t state[4][DATA_LANES];
};

/* data_seed() starts a source; different seeds give unrelated streams. */
void data_seed(struct data_source *s, uint64_t seed);

/*
 * data_fill() fills buffer[bytes], aligned to 64 with room up to a multiple of
 * 64.  The last 'zero_percent' (0 to 100) of each 4096 bytes, and of what is
 * left at the end, are zeros.
 */
void data_fill(struct data_source *s, void *buffer, size_t bytes,
    unsigned zero_percent);

#endif
