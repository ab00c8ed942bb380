/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory for data is there whatever the host has, begins where a huge page can,
 * and how much of it is on such pages is told truly. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "collect/pages.h"

#define HUGE_BYTES ((size_t)2 << 20)
#define SMALL_BYTES ((size_t)64 << 10)

static int
check(size_t bytes)
{
	struct pages p;

	if (pages_open(&p, bytes) == -1) {
		perror("pages_open");
		return 1;
	}
	memset(p.at, 1, p.bytes);

	const struct pages *list[] = {&p};
	size_t huge = pages_huge_bytes(list, 1);
	size_t unit = bytes < SMALL_BYTES ? 4096 : HUGE_BYTES;
	int bad = p.bytes < bytes || p.bytes >= bytes + unit ||
	    (uintptr_t)p.at % unit != 0 || huge > p.bytes ||
	    (p.set_aside_bytes > 0 && huge != p.bytes);

	printf("%zu: %zu bytes at %p, %zu huge, %zu set aside\n", bytes,
	    p.bytes, p.at, huge, p.set_aside_bytes);
	pages_close(&p);
	pages_close(&p);
	return bad;
}

int
main(void)
{
	int bad = 0;

	bad += check(1);
	bad += check(SMALL_BYTES);
	bad += check(HUGE_BYTES);
	bad += check(3 * HUGE_BYTES + 4096);
	return bad > 0;
}
