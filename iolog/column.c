/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "iolog/column.h"
#include "iolog/pfor.h"
#include "iolog/prefix.h"

/* A bitmap of zeros cannot pay below one zero in this many values: it costs a
 * bit for each value and saves the width of the zeros. */
#define ZEROS_WORTH 32u

static size_t
round_up(size_t n, size_t unit)
{
	return (n + unit - 1) / unit * unit;
}

/* The most bytes of one encoded column, with padding: bitmap and blocks, or
 * prefix codes, or pairs of index and upper half. */
static size_t
column_bound(size_t n)
{
	return n / 8 + 8 + pfor_bound(n) + prefix_bound(n) + 8 * n + 8;
}

int
iolog_payload_init(struct iolog_payload *p, size_t values_most)
{
	size_t padded = round_up(values_most, PFOR_BLOCK);

	/* Twelve columns, each with its upper halves, are more than any frame
	 * of ours holds, trials included. */
	p->room = 12 * column_bound(values_most);
	p->values_most = values_most;
	p->data = malloc(p->room);
	p->low = malloc(padded * sizeof(*p->low));
	p->nonzero = malloc(padded * sizeof(*p->nonzero));
	p->trial = malloc(column_bound(values_most));
	if (p->data == NULL || p->low == NULL || p->nonzero == NULL ||
	    p->trial == NULL) {
		iolog_payload_free(p);
		return -1;
	}
	iolog_payload_clear(p);
	return 0;
}

void
iolog_payload_free(struct iolog_payload *p)
{
	free(p->data);
	free(p->low);
	free(p->nonzero);
	free(p->trial);
	*p = (struct iolog_payload){ .ncolumns = 0 };
}

void
iolog_payload_clear(struct iolog_payload *p)
{
	p->ncolumns = 0;
	p->length = 0;
}

struct iolog_mark
iolog_payload_mark(const struct iolog_payload *p)
{
	return (struct iolog_mark){
		.ncolumns = p->ncolumns, .length = p->length,
	};
}

void
iolog_payload_rewind(struct iolog_payload *p, const struct iolog_mark *m)
{
	p->ncolumns = m->ncolumns;
	p->length = m->length;
}

void
iolog_payload_drop(struct iolog_payload *p, const struct iolog_mark *from,
    const struct iolog_mark *to)
{
	memmove(p->directory + from->ncolumns * COLUMN_ENTRY_BYTES,
	    p->directory + to->ncolumns * COLUMN_ENTRY_BYTES,
	    (p->ncolumns - to->ncolumns) * COLUMN_ENTRY_BYTES);
	memmove(p->data + from->length, p->data + to->length,
	    p->length - to->length);
	p->ncolumns -= to->ncolumns - from->ncolumns;
	p->length -= to->length - from->length;
}

static void
add_entry(struct iolog_payload *p, unsigned id, unsigned encoding,
    unsigned parameter, size_t length)
{
	uint8_t *entry = p->directory + p->ncolumns++ * COLUMN_ENTRY_BYTES;
	size_t padded = round_up(length, 8);

	entry[COLUMN_OF_ID] = (uint8_t)id;
	entry[COLUMN_OF_ENCODING] = (uint8_t)encoding;
	put_u16(entry + COLUMN_OF_PARAMETER, (uint16_t)parameter);
	put_u32(entry + COLUMN_OF_BYTES, (uint32_t)length);
	memset(p->data + p->length + length, 0, padded - length);
	p->length += padded;
}

void
iolog_payload_bytes(struct iolog_payload *p, unsigned id, unsigned encoding,
    unsigned parameter, const void *bytes, size_t length)
{
	memcpy(p->data + p->length, bytes, length);
	add_entry(p, id, encoding, parameter, length);
}

void
iolog_payload_constant(struct iolog_payload *p, unsigned id,
    unsigned parameter, uint32_t value)
{
	/* Zeros need no column; but a parameter may matter to upper halves. */
	if (value == 0 && parameter == 0)
		return;
	put_u32(p->data + p->length, value);
	add_entry(p, id, ENCODING_CONSTANT, parameter, 4);
}

/* A bitmap of what is not zero, then those values less one. */
static size_t
encode_nonzero(struct iolog_payload *p, size_t n, uint8_t *to)
{
	size_t nbitmap = round_up(n, 64) / 8, count = 0;

	for (size_t i = 0; i < n; i += 64) {
		uint64_t bits = 0;
		size_t most = n - i < 64 ? n - i : 64;

		for (size_t k = 0; k < most; k++) {
			uint32_t v = p->low[i + k];

			p->nonzero[count] = v - 1;
			count += v != 0;
			bits |= (uint64_t)(v != 0) << k;
		}
		put_u64(to + i / 8, bits);
	}
	return nbitmap + pfor_encode(p->nonzero, count, to + nbitmap);
}

static void
add_wide(struct iolog_payload *p, unsigned id, const uint64_t *values,
    size_t n)
{
	uint8_t *begin = p->data + p->length, *to = begin;

	for (size_t i = 0; i < n; i++) {
		if (values[i] >> 32 == 0)
			continue;
		put_u32(to, (uint32_t)i);
		put_u32(to + 4, (uint32_t)(values[i] >> 32));
		to += 8;
	}
	add_entry(p, COLUMN_WIDE, ENCODING_RAW64, id, (size_t)(to - begin));
}

/* Replaces the encoded column of '*length' bytes by what lies in the trial, if
 * that is smaller. */
static bool
prefer_trial(struct iolog_payload *p, size_t trial, size_t *length)
{
	if (trial >= *length)
		return false;
	memcpy(p->data + p->length, p->trial, trial);
	*length = trial;
	return true;
}

static void
add_varied(struct iolog_payload *p, unsigned id, unsigned parameter, size_t n,
    size_t nzeros)
{
	unsigned encoding = ENCODING_PFOR;
	size_t length = pfor_encode(p->low, n, p->data + p->length);

	if (nzeros >= n / ZEROS_WORTH &&
	    prefer_trial(p, encode_nonzero(p, n, p->trial), &length))
		encoding = ENCODING_NONZERO;
	if (p->small &&
	    prefer_trial(p, prefix_encode(p->low, n, length, p->trial),
	    &length))
		encoding = ENCODING_PREFIX;
	add_entry(p, id, encoding, parameter, length);
}

/* What tells how to store a column. */
struct survey {
	uint64_t all, differ;		/* bits set in any, bits not alike */
	size_t nzeros;			/* of the lower halves */
};

static inline __attribute__((always_inline)) void
look_at(struct survey *s, const uint64_t *values, uint32_t *low, size_t n,
    uint64_t first)
{
	for (size_t i = 0; i < n; i++) {
		s->all |= values[i];
		s->differ |= values[i] ^ first;
		low[i] = (uint32_t)values[i];
		s->nzeros += low[i] == 0;
	}
}

static inline __attribute__((always_inline)) struct survey
survey_each(const uint64_t *values, uint32_t *low, size_t n)
{
	struct survey s = { .nzeros = 0 };
	size_t i = 0;

	/* By sixteen: a loop of known length is made a vector loop. */
	for (; n - i >= 16; i += 16)
		look_at(&s, values + i, low + i, 16, values[0]);
	look_at(&s, values + i, low + i, n - i, values[0]);
	return s;
}

#ifdef __x86_64__
static __attribute__((target("avx2"))) struct survey
survey_avx2(const uint64_t *values, uint32_t *low, size_t n)
{
	return survey_each(values, low, n);
}
#endif

static struct survey
survey_all(const uint64_t *values, uint32_t *low, size_t n)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2"))
		return survey_avx2(values, low, n);
#endif
	return survey_each(values, low, n);
}

static void
add_surveyed(struct iolog_payload *p, unsigned id, unsigned parameter,
    const uint64_t *values, size_t n, struct survey s)
{
	if (s.all == 0)
		return;
	if ((uint32_t)s.differ == 0)
		iolog_payload_constant(p, id, parameter, p->low[0]);
	else
		add_varied(p, id, parameter, n, s.nzeros);
	if (s.all >> 32 != 0)
		add_wide(p, id, values, n);
}

void
iolog_payload_values(struct iolog_payload *p, unsigned id, unsigned parameter,
    const uint64_t *values, size_t n)
{
	add_surveyed(p, id, parameter, values, n,
	    survey_all(values, p->low, n));
}

void
iolog_payload_signed(struct iolog_payload *p, unsigned id, unsigned parameter,
    uint64_t *values, size_t n)
{
	struct survey s = survey_all(values, p->low, n);

	if (s.all >> 63 != 0) {
		parameter |= PARAMETER_SIGNED;
		for (size_t i = 0; i < n; i++)
			values[i] = iolog_zigzag(values[i]);
		s = survey_all(values, p->low, n);
	}
	add_surveyed(p, id, parameter, values, n, s);
}

int
iolog_columns_find(const uint8_t *payload, size_t length, unsigned ncolumns,
    struct iolog_column *columns_out)
{
	size_t at = (size_t)ncolumns * COLUMN_ENTRY_BYTES;

	if (ncolumns > FORMAT_COLUMNS_MOST || length < at + FRAME_SLACK)
		return -1;
	size_t room = length - FRAME_SLACK - at;
	for (unsigned i = 0; i < ncolumns; i++) {
		const uint8_t *entry = payload + i * COLUMN_ENTRY_BYTES;
		struct iolog_column *c = &columns_out[i];

		c->id = entry[COLUMN_OF_ID];
		c->encoding = entry[COLUMN_OF_ENCODING];
		c->parameter = get_u16(entry + COLUMN_OF_PARAMETER);
		c->length = get_u32(entry + COLUMN_OF_BYTES);
		c->data = payload + at;
		size_t padded = round_up(c->length, 8);
		if (padded > room || c->id >= COLUMN_CRITICAL)
			return -1;
		room -= padded;
		at += padded;
	}
	return 0;
}

struct iolog_column
iolog_column_get(const struct iolog_column *columns, unsigned ncolumns,
    unsigned id)
{
	for (unsigned i = 0; i < ncolumns; i++)
		if (columns[i].id == id)
			return columns[i];
	return (struct iolog_column){ .id = id };
}

int
iolog_column_wide(const struct iolog_column *columns, unsigned ncolumns,
    unsigned id, size_t n, struct iolog_wide *wide_out)
{
	uint32_t least = 0;

	*wide_out = (struct iolog_wide){ .count = 0 };
	for (unsigned i = 0; i < ncolumns; i++) {
		if (columns[i].id != COLUMN_WIDE ||
		    columns[i].parameter != id)
			continue;
		if (columns[i].length % 8 != 0)
			return -1;
		wide_out->pairs = columns[i].data;
		wide_out->count = columns[i].length / 8;
		break;
	}
	for (uint32_t i = 0; i < wide_out->count; i++) {
		uint32_t index = get_u32(wide_out->pairs + 8 * (size_t)i);

		if (index < least || index >= n)
			return -1;
		least = index + 1;
	}
	return 0;
}

static int
decode_nonzero(const struct iolog_column *c, uint32_t *to, size_t n,
    uint32_t *scratch)
{
	size_t nbitmap = round_up(n, 64) / 8, count = 0;

	if (c->length < nbitmap)
		return -1;
	for (size_t i = 0; i < nbitmap; i += 8)
		count += (size_t)__builtin_popcountll(get_u64(c->data + i));
	if (n % 64 != 0 && get_u64(c->data + nbitmap - 8) >> n % 64 != 0)
		return -1;
	if (pfor_decode(c->data + nbitmap, c->length - nbitmap, scratch,
	    count) != c->length - nbitmap)
		return -1;
	/* Scratch may be read one beyond the last value, to save a branch. */
	const uint32_t *from = scratch;
	for (size_t i = 0; i < n; i += 64) {
		uint64_t bits = get_u64(c->data + i / 8);
		size_t most = n - i < 64 ? n - i : 64;

		for (size_t k = 0; k < most; k++, bits >>= 1) {
			uint32_t set = (uint32_t)(bits & 1);

			to[i + k] = (*from + 1) & (0 - set);
			from += set;
		}
	}
	return 0;
}

bool
iolog_column_is_constant(const struct iolog_column *c, uint32_t *value_out)
{
	*value_out = 0;
	if (c->data == NULL)
		return true;
	if (c->encoding != ENCODING_CONSTANT || c->length != 4)
		return false;
	*value_out = get_u32(c->data);
	return true;
}

int
iolog_column_decode(const struct iolog_column *c, uint32_t *to, size_t n,
    uint32_t *scratch)
{
	if (n == 0)
		return c->length == 0 ? 0 : -1;
	if (c->data == NULL) {
		memset(to, 0, n * sizeof(*to));
		return 0;
	}
	switch (c->encoding) {
	case ENCODING_CONSTANT:
		if (c->length != 4)
			return -1;
		for (size_t i = 0; i < n; i++)
			to[i] = get_u32(c->data);
		return 0;
	case ENCODING_PFOR:
		return pfor_decode(c->data, c->length, to, n) == c->length ?
		    0 : -1;
	case ENCODING_NONZERO:
		return decode_nonzero(c, to, n, scratch);
	case ENCODING_PREFIX:
		return prefix_decode(c->data, c->length, to, n);
	case ENCODING_RAW32:
		if (c->length != n * 4)
			return -1;
		for (size_t i = 0; i < n; i++)
			to[i] = get_u32(c->data + 4 * i);
		return 0;
	default:
		return -1;
	}
}
