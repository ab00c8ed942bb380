/* SPDX-License-Identifier: BSD-2-Clause */
/* Bins cover all 64-bit values without gap or overlap, and packing keeps them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/histogram.h"

static uint64_t count[HISTOGRAM_BINS], again[HISTOGRAM_BINS];

static int
test_bins(void)
{
	for (uint32_t bin = 0; bin < HISTOGRAM_BINS; bin++) {
		uint64_t low = histogram_low(bin), high = histogram_high(bin);

		if (histogram_bin(low) != bin || histogram_bin(high) != bin ||
		    (bin > 0 && histogram_high(bin - 1) + 1 != low) ||
		    high - low > low / 256) {
			printf("bin %" PRIu32 ": %" PRIu64 " to %" PRIu64 "\n",
			    bin, low, high);
			return 1;
		}
	}
	if (histogram_high(HISTOGRAM_BINS - 1) != UINT64_MAX) {
		printf("the last bin ends early\n");
		return 1;
	}
	return 0;
}

static int
test_pack(void)
{
	uint8_t *packed;
	size_t length;

	srand(2);
	for (size_t i = 0; i < 3000; i++)
		count[rand() % HISTOGRAM_BINS] += (uint64_t)rand() << rand() % 20;
	count[HISTOGRAM_BINS - 1] = UINT64_MAX;
	packed = malloc(HISTOGRAM_BINS * HISTOGRAM_PACKED);
	if (packed == NULL)
		return 1;
	length = histogram_pack(count, 0, HISTOGRAM_BINS - 1, packed);
	histogram_unpack(packed, length, again);
	if (memcmp(count, again, sizeof(count)) != 0) {
		printf("packing changed the histogram\n");
		return 1;
	}
	/* Any bytes are safe to unpack. */
	for (size_t i = 0; i < 2000; i++) {
		packed[(size_t)rand() % length] = (uint8_t)rand();
		histogram_unpack(packed, (size_t)rand() % length, again);
	}
	free(packed);
	return 0;
}

int
main(void)
{
	return test_bins() | test_pack();
}
