/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "analyze/tally.h"

void
tally_free(struct tally *t)
{
	free(t->histogram.bytes);
	t->histogram = (struct packed){NULL, 0};
}

void
packed_unpack(const struct packed *p, uint64_t *count)
{
	histogram_unpack(p->bytes, p->length, count);
}

int
packed_add(struct packed *p, uint64_t *count, uint32_t first, uint32_t last)
{
	uint8_t *room = malloc((last - first + 1) * HISTOGRAM_PACKED);
	uint8_t *bytes;
	size_t length;

	if (room == NULL)
		return -1;
	packed_unpack(p, count);
	length = histogram_pack(count, first, last, room);
	bytes = malloc(length + 1);
	if (bytes != NULL)
		memcpy(bytes, room, length);
	free(room);
	if (bytes == NULL)
		return -1;
	memset(count + first, 0, (last - first + 1) * sizeof(count[0]));
	free(p->bytes);
	*p = (struct packed){bytes, length};
	return 0;
}

int
packed_move(struct packed *p, struct packed *from, uint64_t *count)
{
	int result;

	if (p->bytes == NULL) {
		*p = *from;
		*from = (struct packed){NULL, 0};
		return 0;
	}
	if (from->bytes == NULL)
		return 0;
	packed_unpack(from, count);
	result = packed_add(p, count, 0, HISTOGRAM_BINS - 1);
	free(from->bytes);
	*from = (struct packed){NULL, 0};
	return result;
}

int
tally_pack(struct tally *t, uint64_t *count)
{
	if (t->latency.count == 0)
		return 0;
	return packed_add(&t->histogram, count,
	    histogram_bin(t->latency.least),
	    histogram_bin(t->latency.largest));
}

int
packed_merge(struct packed *to, const struct packed *from)
{
	uint64_t *count;
	int result;

	if (from->bytes == NULL)
		return 0;
	count = calloc(HISTOGRAM_BINS, sizeof(count[0]));
	if (count == NULL)
		return -1;
	packed_unpack(from, count);
	result = packed_add(to, count, 0, HISTOGRAM_BINS - 1);
	free(count);
	return result;
}

int
tally_merge(struct tally *t, const struct tally *from)
{
	moments_merge(&t->latency, &from->latency);
	t->bytes += from->bytes;
	t->failed += from->failed;
	t->ramp += from->ramp;
	t->drained += from->drained;
	return packed_merge(&t->histogram, &from->histogram);
}
