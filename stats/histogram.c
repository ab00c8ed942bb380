/* SPDX-License-Identifier: BSD-2-Clause */
#include "stats/histogram.h"
#include "stats/wide.h"

WIDE void
histogram_add(uint64_t *count, const uint64_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		count[histogram_bin(values[i])]++;
}

static size_t
put_number(uint8_t *out, size_t at, uint64_t value)
{
	do {
		uint8_t more = value >= 128 ? 128 : 0;

		out[at++] = (uint8_t)(value & 127) | more;
		value >>= 7;
	} while (value != 0);
	return at;
}

static size_t
get_number(const uint8_t *in, size_t at, size_t length, uint64_t *value_out)
{
	*value_out = 0;
	for (unsigned shift = 0; at < length && shift < 64; shift += 7) {
		*value_out |= (uint64_t)(in[at] & 127) << shift;
		if (in[at++] < 128)
			return at;
	}
	return 0;
}

size_t
histogram_pack(const uint64_t *count, uint32_t first, uint32_t last,
    uint8_t *packed_out)
{
	size_t length = 0;
	uint32_t previous = 0;

	for (uint32_t bin = first; bin <= last; bin++) {
		if (count[bin] == 0)
			continue;
		length = put_number(packed_out, length, bin - previous);
		length = put_number(packed_out, length, count[bin]);
		previous = bin;
	}
	return length;
}

void
histogram_unpack(const uint8_t *packed, size_t length, uint64_t *count)
{
	uint64_t bin = 0, step, n;

	for (size_t at = 0; at < length;) {
		at = get_number(packed, at, length, &step);
		if (at == 0)
			return;
		at = get_number(packed, at, length, &n);
		bin += step;
		if (at == 0 || step >= HISTOGRAM_BINS || bin >= HISTOGRAM_BINS)
			return;
		count[bin] += n;
	}
}
