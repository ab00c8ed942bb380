/* SPDX-License-Identifier: BSD-2-Clause */
/* Data for writes never repeats and has exactly the share of zeros that was
 * asked for. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/data.h"

#define BYTES ((size_t)1 << 20)

static int failures;

static void
check(int holds, const char *what)
{
	if (!holds) {
		printf("not so: %s\n", what);
		failures++;
	}
}

static int
order(const void *one, const void *other)
{
	return memcmp(one, other, 8);
}

/* Whether two of the 8-byte words at the beginning of blocks are the same. */
static int
has_twins(const uint8_t *data, size_t block)
{
	size_t n = BYTES / block;
	uint8_t (*heads)[8] = malloc(n * 8);
	int twins = 0;

	for (size_t i = 0; i < n; i++)
		memcpy(heads[i], data + i * block, 8);
	qsort(heads, n, 8, order);
	for (size_t i = 1; i < n; i++)
		twins |= order(heads[i - 1], heads[i]) == 0;
	free(heads);
	return twins;
}

/* Zeros at the end of each 4096 bytes, and none to speak of elsewhere. */
static void
check_share(struct data_source *s, uint8_t *data, unsigned percent)
{
	size_t zeros = 4096 * percent / 100;
	size_t others = 0;

	memset(data, 0xa5, BYTES);
	data_fill(s, data, BYTES, percent);
	for (size_t piece = 0; piece < BYTES; piece += 4096) {
		for (size_t i = 4096 - zeros; i < 4096; i++)
			check(data[piece + i] == 0, "the end is zeros");
		for (size_t i = 0; i < 4096 - zeros; i++)
			others += data[piece + i] == 0;
	}
	/* A random byte is zero once in 256: 4 standard deviations. */
	double expected = (double)(BYTES - zeros * (BYTES / 4096)) / 256;

	check((double)others < expected * 1.1 + 40, "the rest is random");
}

int
main(void)
{
	static const unsigned percents[] = {0, 1, 20, 46, 50, 80, 99, 100};
	uint8_t *data = aligned_alloc(4096, BYTES + 4096);
	struct data_source s, other;
	uint8_t one[512], two[512];

	data_seed(&s, 1);
	for (size_t i = 0; i < sizeof(percents) / sizeof(*percents); i++)
		check_share(&s, data, percents[i]);
	data_fill(&s, data, BYTES, 0);
	check(!has_twins(data, 8), "no two words of a megabyte are the same");

	/* The same seed gives the same bytes, another seed others. */
	data_seed(&s, 7);
	data_fill(&s, data, sizeof(one), 0);
	memcpy(one, data, sizeof(one));
	data_seed(&other, 7);
	data_fill(&other, data, sizeof(two), 0);
	memcpy(two, data, sizeof(two));
	check(memcmp(one, two, sizeof(one)) == 0, "equal seeds, equal bytes");
	data_seed(&other, 8);
	data_fill(&other, data, sizeof(two), 0);
	check(memcmp(one, data, sizeof(one)) != 0, "other seeds, other bytes");

	/* An odd size fills all of it and nothing behind its last 64 bytes. */
	memset(data, 0, 8192);
	data_fill(&s, data, 4096 + 512, 50);
	for (size_t i = 4096 + 512; i < 8192; i++)
		check(data[i] == 0, "nothing is written behind the buffer");
	for (size_t i = 4096 + 256; i < 4096 + 512; i++)
		check(data[i] == 0, "a short piece has its share of zeros");
	free(data);
	return failures > 0;
}
