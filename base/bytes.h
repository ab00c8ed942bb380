/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_BYTES_H
#define PLATEAU_BASE_BYTES_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

/*
 * Little-endian numbers in byte buffers, at any alignment.  Each is one load
 * or store on a little-endian machine; written as a loop over the bytes it
 * stays a loop at -O2, which the log's decoders cannot afford.
 */
#define BYTES_DEFINE(bits)						\
	static inline uint##bits##_t					\
	get_u##bits(const void *from)					\
	{								\
		uint##bits##_t value;					\
									\
		memcpy(&value, from, sizeof(value));			\
		return le##bits##toh(value);				\
	}								\
									\
	static inline void						\
	put_u##bits(void *to, uint##bits##_t value)			\
	{								\
		value = htole##bits(value);				\
		memcpy(to, &value, sizeof(value));			\
	}

BYTES_DEFINE(16)
BYTES_DEFINE(32)
BYTES_DEFINE(64)

#undef BYTES_DEFINE

#endif
