/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "analyze/tally.h"

void
tally_free(struct tally *t)
{
	free(t->packed);
	t->packed = NULL;
	t->packed_bytes = 0;
}

/* Replaces the packed histogram by count[], whose values lie in t->latency. */
static int
repack(struct tally *t, const uint64_t *count)
{
	uint32_t first = histogram_bin(t->latency.least);
	uint32_t last = histogram_bin(t->latency.largest);
	size_t length = histogram_pack(count, first, last, NULL);
	uint8_t *packed = malloc(length);

	if (packed == NULL)
		return -1;
	histogram_pack(count, first, last, packed);
	free(t->packed);
	t->packed = packed;
	t->packed_bytes = length;
	return 0;
}

int
tally_pack(struct tally *t, uint64_t *count)
{
	int result;

	if (t->latency.count == 0)
		return 0;
	histogram_unpack(t->packed, t->packed_bytes, count);
	result = repack(t, count);
	memset(count, 0, HISTOGRAM_BINS * sizeof(count[0]));
	return result;
}

int
tally_merge(struct tally *t, const struct tally *from)
{
	uint64_t *count;
	int result;

	moments_merge(&t->latency, &from->latency);
	t->bytes += from->bytes;
	t->failed += from->failed;
	t->ramp += from->ramp;
	t->drained += from->drained;
	if (from->packed == NULL)
		return 0;
	count = calloc(HISTOGRAM_BINS, sizeof(count[0]));
	if (count == NULL)
		return -1;
	histogram_unpack(from->packed, from->packed_bytes, count);
	result = tally_pack(t, count);
	free(count);
	return result;
}
