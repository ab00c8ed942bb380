/* SPDX-License-Identifier: BSD-2-Clause */
#include <isa-l/crc.h>

#include "iolog/crc32c.h"

/* ISA-L takes an int. */
#define CHUNK ((size_t)1 << 30)

uint32_t
crc32c(uint32_t before, const void *data, size_t length)
{
	/* ISA-L leaves both exclusive-ors to the caller, and lacks const. */
	union { const void *from; unsigned char *to; } p = { .from = data };
	uint32_t crc = ~before;

	while (length > 0) {
		size_t n = length < CHUNK ? length : CHUNK;

		crc = crc32_iscsi(p.to, (int)n, crc);
		p.to += n;
		length -= n;
	}
	return ~crc;
}
