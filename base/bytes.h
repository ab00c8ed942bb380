/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_BYTES_H
#define PLATEAU_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

/*
 * Little-endian numbers in byte buffers, at any alignment.  The compiler turns
 * each into one load or store on a little-endian machine.
 */
#define BYTES_DEFINE(bits)						\
	static inline uint##bits##_t					\
	get_u##bits(const void *from)					\
	{								\
		const uint8_t *p = from;				\
		uint##bits##_t value = 0;				\
									\
		for (unsigned i = 0; i < bits / 8; i++)			\
			value |= (uint##bits##_t)			\
			    ((uint##bits##_t)p[i] << (8 * i));		\
		return value;						\
	}								\
									\
	static inline void						\
	put_u##bits(void *to, uint##bits##_t value)			\
	{								\
		uint8_t *p = to;					\
									\
		for (unsigned i = 0; i < bits / 8; i++)			\
			p[i] = (uint8_t)(value >> (8 * i));		\
	}

BYTES_DEFINE(16)
BYTES_DEFINE(32)
BYTES_DEFINE(64)

#undef BYTES_DEFINE

#endif
