/* SPDX-License-Identifier: BSD-2-Clause */
/* Every encoding of a column gives back the numbers that were put in, whatever
 * they are, and the vector code agrees with its portable twin. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "iolog/column.h"
#include "iolog/crc32c.h"
#include "iolog/frame.h"
#include "iolog/generator.h"
#include "iolog/pfor.h"
#include "iolog/prefix.h"
#include "iolog/rank.h"
#include "iolog/unit.h"

#define MOST 3000u

static uint32_t values[MOST + PFOR_BLOCK], back[MOST + PFOR_BLOCK];
static uint8_t bytes[1 << 17], again[1 << 17];
static uint64_t seed;
static int status;

static uint64_t
next_random(void)
{
	return generator_mix(seed += 0x9e3779b97f4a7c15u);
}

static void
fail(const char *what, size_t n)
{
	printf("%s: %zu numbers, seed %llx\n", what, n,
	    (unsigned long long)seed);
	status = 1;
}

/* Numbers of all kinds: any width, few outliers, mostly zeros, all alike. */
static void
make_values(size_t n)
{
	unsigned width = (unsigned)(next_random() % 33);
	unsigned kind = (unsigned)(next_random() % 5);
	uint32_t mask = width == 32 ? UINT32_MAX : (1u << width) - 1;
	uint32_t least = (uint32_t)next_random();

	for (size_t i = 0; i < n; i++) {
		uint64_t r = next_random();
		uint32_t v = (uint32_t)r & mask;

		if (kind == 0)
			v += least;
		if (kind == 1 && r >> 56 < 10)
			v = (uint32_t)(r >> 20);
		if (kind == 2 && r >> 62 != 0)
			v = 0;
		if (kind == 3)
			v = least;
		if (kind == 4 && r >> 63 != 0)
			v = UINT32_MAX;
		values[i] = v;
	}
}

static void
check_packed(size_t n)
{
	size_t length = pfor_encode(values, n, bytes);

	if (length > pfor_bound(n))
		fail("packed: too long", n);
	if (pfor_encode_portable(values, n, again) != length ||
	    memcmp(bytes, again, length) != 0)
		fail("packed otherwise by the portable code", n);
	memset(bytes + length, 0xa5, PFOR_SLACK);
	if (pfor_decode(bytes, length, back, n) != length ||
	    memcmp(values, back, n * sizeof(*values)) != 0)
		fail("packed", n);
	memset(back, 0, sizeof(back));
	if (pfor_decode_portable(bytes, length, back, n) != length ||
	    memcmp(values, back, n * sizeof(*values)) != 0)
		fail("packed, portable", n);
	if (pfor_decode(bytes, length - 1, back, n) == length)
		fail("packed: too short is accepted", n);
}

static void
check_prefix(size_t n)
{
	size_t length = prefix_encode(values, n, SIZE_MAX, bytes);

	if (length > prefix_bound(n))
		fail("prefix code: too long", n);
	memset(bytes + length, 0xa5, PREFIX_SLACK);
	if (prefix_decode(bytes, length, back, n) == -1 ||
	    memcmp(values, back, n * sizeof(*values)) != 0)
		fail("prefix code", n);
	if (prefix_decode(bytes, length - 1, back, n) == 0)
		fail("prefix code: too short is accepted", n);
}

/* Through a payload, as the encoder chooses, with upper halves. */
static void
check_column(struct iolog_payload *p, size_t n, bool small)
{
	static uint64_t whole[MOST];
	static uint32_t scratch[MOST + PFOR_BLOCK];
	struct iolog_column columns[FORMAT_COLUMNS_MOST], c;
	struct iolog_wide wide;
	size_t nwide = 0;

	for (size_t i = 0; i < n; i++) {
		whole[i] = values[i];
		if (next_random() % 50 == 0) {
			whole[i] |= next_random() << 32;
			nwide += whole[i] >> 32 != 0;
		}
	}
	iolog_payload_clear(p);
	p->small = small;
	iolog_payload_values(p, COLUMN_LATENCY, 0, whole, n);
	size_t ndirectory = p->ncolumns * COLUMN_ENTRY_BYTES;
	size_t length = ndirectory + p->length + FRAME_SLACK;
	uint8_t *payload = calloc(1, length);
	memcpy(payload, p->directory, ndirectory);
	memcpy(payload + ndirectory, p->data, p->length);
	if (iolog_columns_find(payload, length, p->ncolumns, columns) == -1 ||
	    iolog_column_wide(columns, p->ncolumns, COLUMN_LATENCY, n,
	    &wide) == -1)
		fail("column: not found", n);
	c = iolog_column_get(columns, p->ncolumns, COLUMN_LATENCY);
	if (wide.count != nwide ||
	    iolog_column_decode(&c, back, n, scratch) == -1 ||
	    memcmp(values, back, n * sizeof(*values)) != 0)
		fail("column", n);
	free(payload);
}

static void
check_durations(void)
{
	static const struct { uint64_t ticks, kept; } cases[] = {
		{ 0, 0 }, { 1, 1 }, { 15, 15 },
		{ 16, 16 }, { 17, 18 },		/* a tie rounds up */
		{ 30, 30 }, { 31, 32 },
		{ 1000, 1024 },			/* 960 or 1024: nearest */
		{ 1055, 1024 }, { 1250, 1280 },
		{ 123456789, 125829120 },
		{ (uint64_t)1 << 63, (uint64_t)1 << 63 },
		{ UINT64_MAX, (uint64_t)15 << 60 },	/* nothing above */
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		unsigned code = iolog_duration_code(cases[i].ticks);

		if (code >= 496 ||
		    iolog_duration_ticks(code) != cases[i].kept) {
			printf("duration %llu: code %u stands for %llu\n",
			    (unsigned long long)cases[i].ticks, code,
			    (unsigned long long)iolog_duration_ticks(code));
			status = 1;
		}
	}
	for (unsigned code = 0; code < 496; code++)
		if (iolog_duration_code(iolog_duration_ticks(code)) != code)
			fail("duration", code);
}

static void
check_units(void)
{
	static const uint64_t units[] = { 1, 2, 3, 10, 21, 24, 1 << 20,
	    999999937, UINT32_MAX };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		struct iolog_unit u = iolog_unit_of(units[i]);

		for (int k = 0; k < 1000; k++) {
			int64_t times = (int64_t)(next_random() >> 36) - 5000;
			uint64_t x = (uint64_t)times * units[i];

			if (!iolog_unit_divides(&u, x) ||
			    iolog_unit_divide(&u, x) != (uint64_t)times)
				fail("unit: a multiple", units[i]);
			if (units[i] > 1 && iolog_unit_divides(&u, x + 1))
				fail("unit: no multiple", units[i]);
		}
	}
	struct iolog_unit u = { .ticks = 0 };
	iolog_unit_narrow(&u, 0);
	iolog_unit_narrow(&u, 84);
	iolog_unit_narrow(&u, 0 - (uint64_t)126);
	iolog_unit_narrow(&u, 21 * 1000);
	if (u.ticks != 42)
		fail("unit: narrowed", u.ticks);
}

static void
check_rank(size_t n)
{
	static uint64_t keys[MOST], sorted[MOST], scratch[MOST];
	static uint32_t order[MOST], order_scratch[MOST];
	unsigned shift = (unsigned)(next_random() % 64);

	for (size_t i = 0; i < n; i++)
		keys[i] = sorted[i] = next_random() >> shift;
	iolog_rank(sorted, order, n, scratch, order_scratch);
	for (size_t i = 1; i < n; i++)
		if (keys[order[i - 1]] > keys[order[i]] ||
		    (keys[order[i - 1]] == keys[order[i]] &&
		    order[i - 1] >= order[i]))
			fail("rank", n);
}

int
main(void)
{
	struct iolog_payload payload;

	/* RFC 3720 does not give this value; every list of CRCs does. */
	if (crc32c(0, "123456789", 9) != 0xe3069283 ||
	    crc32c(crc32c(0, "1234", 4), "56789", 5) != 0xe3069283) {
		puts("CRC32C");
		status = 1;
	}
	if (iolog_payload_init(&payload, MOST) == -1)
		return 1;
	for (int i = 0; i < 2000; i++) {
		size_t n = 1 + next_random() % (i % 10 == 0 ? MOST : 300);

		make_values(n);
		check_packed(n);
		check_prefix(n);
		check_column(&payload, n, i % 2 == 0);
		check_rank(n);
	}
	iolog_payload_free(&payload);
	check_durations();
	check_units();
	return status;
}
