/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collect/data.h"
#include "iolog/generator.h"

/* Compressors look at pieces; a drive's piece is rarely smaller than this. */
#define PIECE_BYTES 4096u

/* What one step of all lanes yields. */
#define STEP_BYTES (DATA_LANES * sizeof(uint64_t))

void
data_seed(struct data_source *s, uint64_t seed)
{
	/* SplitMix64, as the authors of xoshiro advise; never all zeros. */
	for (unsigned word = 0; word < 4; word++)
		for (unsigned lane = 0; lane < DATA_LANES; lane++) {
			seed += 0x9e3779b97f4a7c15u;
			s->state[word][lane] = generator_mix(seed) | 1;
		}
}

/*
 * The state lives in registers for the whole call: vectors of the compiler, so
 * that one text becomes SSE2 or AVX2 by the attribute of the caller.
 */
#define DEFINE_FILL(name, lanes)					\
	typedef uint64_t name##_vector					\
	    __attribute__((vector_size(8 * (lanes)), aligned(8),	\
	    may_alias));						\
									\
	static inline __attribute__((always_inline)) void		\
	name##_step(name##_vector *a, name##_vector *b,			\
	    name##_vector *c, name##_vector *d, name##_vector *out)	\
	{								\
		name##_vector t = *b << 17;				\
									\
		*out = *a + *d;						\
		*c ^= *a;						\
		*d ^= *b;						\
		*b ^= *c;						\
		*a ^= *d;						\
		*c ^= t;						\
		*d = *d << 45 | *d >> 19;				\
	}								\
									\
	static inline __attribute__((always_inline)) void		\
	name##_random(struct data_source *s, uint8_t *to,		\
	    size_t bytes)						\
	{								\
		enum { N = DATA_LANES / (lanes) };			\
		name##_vector v[4][N];					\
									\
		memcpy(v, s->state, sizeof(v));				\
		for (uint8_t *end = to + bytes; to < end;		\
		    to += STEP_BYTES) {					\
			_Pragma("GCC unroll 4")				\
			for (unsigned i = 0; i < N; i++)		\
				name##_step(&v[0][i], &v[1][i],		\
				    &v[2][i], &v[3][i],			\
				    (name##_vector *)(void *)		\
				    (to + i * 8 * (lanes)));		\
		}							\
		memcpy(s->state, v, sizeof(v));				\
	}

DEFINE_FILL(narrow, 2)

static void
random_portable(struct data_source *s, uint8_t *to, size_t bytes)
{
	narrow_random(s, to, bytes);
}

#if defined(__x86_64__)
DEFINE_FILL(wide, 4)

__attribute__((target("avx2"))) static void
random_avx2(struct data_source *s, uint8_t *to, size_t bytes)
{
	wide_random(s, to, bytes);
}

static void
random_bytes(struct data_source *s, uint8_t *to, size_t bytes)
{
	if (__builtin_cpu_supports("avx2"))
		random_avx2(s, to, bytes);
	else
		random_portable(s, to, bytes);
}
#else
static void
random_bytes(struct data_source *s, uint8_t *to, size_t bytes)
{
	random_portable(s, to, bytes);
}
#endif

void
data_fill(struct data_source *s, void *buffer, size_t bytes,
    unsigned zero_percent)
{
	uint8_t *to = buffer;

	if (zero_percent == 0) {
		random_bytes(s, to, bytes);
		return;
	}
	while (bytes > 0) {
		size_t piece = bytes < PIECE_BYTES ? bytes : PIECE_BYTES;
		size_t zeros = piece * zero_percent / 100;

		random_bytes(s, to, piece - zeros);
		memset(to + piece - zeros, 0, zeros);
		to += piece;
		bytes -= piece;
	}
}
