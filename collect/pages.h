/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_PAGES_H
#define PLATEAU_COLLECT_PAGES_H

#include <stddef.h>

/*
 * Memory for the data of I/Os, on huge pages where the host has them: those
 * that the administrator set aside (vm.nr_hugepages), else what the kernel makes
 * of ordinary memory.  Without, the run is as true: each I/O costs the kernel
 * and the processor more work.
 */
struct pages {
	void *at;			/* NULL: none */
	size_t bytes;			/* whole huge pages, or if less than
					   64 KiB were wanted ordinary ones */
	size_t set_aside_bytes;		/* of those, on pages set aside */
};

/* pages_open() maps at least 'bytes'.  Returns 0, or -1 with errno set. */
int pages_open(struct pages *p, size_t bytes);

/* pages_close() unmaps them. */
void pages_close(struct pages *p);

/* pages_huge_bytes() counts the bytes of pages[n] that have been written to and
 * are on huge pages of either kind, as the kernel tells. */
size_t pages_huge_bytes(const struct pages *const *pages, size_t n);

#endif
