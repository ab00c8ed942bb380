/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "collect/pages.h"

/* Of the processors that we know; others give what they have. */
#define HUGE_BYTES ((size_t)2 << 20)
#define PAGE_BYTES ((size_t)4096)

/* Less than this lies on ordinary pages: of a huge one most would be waste, two
 * gigabytes of it with a thousand threads, and each of them has a page or two. */
#define SMALL_BYTES ((size_t)64 << 10)

static void *
map(size_t bytes, int flags)
{
	return mmap(NULL, bytes, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
}

/* Pages set aside, if this process may have them all: in a container without a
 * share of them the first touch would be its end. */
static void *
map_set_aside(size_t bytes)
{
	void *at = map(bytes, MAP_HUGETLB);

	if (at == MAP_FAILED || madvise(at, bytes, MADV_POPULATE_WRITE) == 0)
		return at;
	munmap(at, bytes);
	return MAP_FAILED;
}

static size_t
up_to(size_t bytes, size_t unit)
{
	return (bytes + unit - 1) / unit * unit;
}

/* Memory that begins where a huge page can: of a larger piece, the ends are
 * given back. */
static void *
map_aligned(size_t bytes)
{
	char *at = map(bytes + HUGE_BYTES, 0);
	size_t before;

	if (at == MAP_FAILED)
		return MAP_FAILED;
	before = (HUGE_BYTES - (uintptr_t)at % HUGE_BYTES) % HUGE_BYTES;
	if (before > 0)
		munmap(at, before);
	munmap(at + before + bytes, HUGE_BYTES - before);
	return at + before;
}

int
pages_open(struct pages *p, size_t bytes)
{
	bool small = bytes < SMALL_BYTES;

	memset(p, 0, sizeof(*p));
	p->bytes = up_to(bytes, small ? PAGE_BYTES : HUGE_BYTES);
	p->at = small ? MAP_FAILED : map_set_aside(p->bytes);
	if (p->at != MAP_FAILED) {
		p->set_aside_bytes = p->bytes;
		return 0;
	}
	p->at = small ? map(p->bytes, 0) : map_aligned(p->bytes);
	if (p->at == MAP_FAILED) {
		p->at = NULL;
		return -1;
	}
	/* Only advice. */
	if (!small)
		madvise(p->at, p->bytes, MADV_HUGEPAGE);
	return 0;
}

void
pages_close(struct pages *p)
{
	if (p->at != NULL)
		munmap(p->at, p->bytes);
	p->at = NULL;
}

/* The bytes that two stretches of memory have in common. */
static size_t
common(uintptr_t one, uintptr_t one_end, uintptr_t other, uintptr_t other_end)
{
	uintptr_t begin = one > other ? one : other;
	uintptr_t end = one_end < other_end ? one_end : other_end;

	return begin < end ? end - begin : 0;
}

/* Those of the pages that were not set aside which lie in [begin, end). */
static size_t
common_of_all(const struct pages *const *pages, size_t n, uintptr_t begin,
    uintptr_t end)
{
	size_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		uintptr_t at = (uintptr_t)pages[i]->at;

		if (pages[i]->set_aside_bytes == 0)
			sum += common(at, at + pages[i]->bytes, begin, end);
	}
	return sum;
}

/*
 * The kernel joins neighbouring mappings into one: of such a one, as many bytes
 * as can be ours are taken for ours.  Its list is long where threads are many,
 * and read once for them all.
 */
size_t
pages_huge_bytes(const struct pages *const *pages, size_t n)
{
	FILE *f = fopen("/proc/self/smaps", "re");
	size_t ours = 0, huge = 0, kib;
	uintptr_t from, to;
	char line[512];

	for (size_t i = 0; i < n; i++)
		huge += pages[i]->set_aside_bytes;
	if (f == NULL)
		return huge;
	while (fgets(line, sizeof(line), f) != NULL) {
		if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2)
			ours = common_of_all(pages, n, from, to);
		else if (sscanf(line, "AnonHugePages: %zu kB", &kib) == 1)
			huge += kib * 1024 < ours ? kib * 1024 : ours;
	}
	fclose(f);
	return huge;
}
