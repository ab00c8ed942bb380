/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/frame.h"

struct iolog_frame_encoder {
	struct iolog_payload payload;
	uint64_t *values;		/* scratch for one column */
	uint8_t *errors;		/* pairs of index and result */
	uint8_t *frame;
};

struct iolog_frame_encoder *
iolog_frame_encoder_new(uint32_t records_most)
{
	struct iolog_frame_encoder *e = calloc(1, sizeof(*e));

	if (e == NULL)
		return NULL;
	if (iolog_payload_init(&e->payload, records_most) == -1)
		goto fail;
	e->values = malloc(records_most * sizeof(*e->values));
	e->errors = malloc((size_t)records_most * 8);
	e->frame = malloc(FRAME_HEADER_BYTES + sizeof(e->payload.directory) +
	    e->payload.room + FRAME_SLACK);
	if (e->values == NULL || e->errors == NULL || e->frame == NULL)
		goto fail;
	return e;

fail:
	iolog_frame_encoder_free(e);
	return NULL;
}

void
iolog_frame_encoder_free(struct iolog_frame_encoder *e)
{
	if (e == NULL)
		return;
	iolog_payload_free(&e->payload);
	free(e->values);
	free(e->errors);
	free(e->frame);
	free(e);
}

/*
 * A number to divide by many times.  x is a multiple of odd << shift exactly
 * if x >> shift loses no bit and, times the inverse of odd modulo 2^64, is no
 * more than 2^64 / odd; the product is then the quotient.
 */
struct divisor {
	uint64_t inverse, most, mask;
	unsigned shift;
};

static struct divisor
divisor_of(uint64_t unit)
{
	struct divisor d = { .shift = (unsigned)__builtin_ctzll(unit) };
	uint64_t odd = unit >> d.shift;

	d.mask = ((uint64_t)1 << d.shift) - 1;
	d.most = UINT64_MAX / odd;
	d.inverse = odd;		/* right in three bits, each turn doubles */
	for (int i = 0; i < 5; i++)
		d.inverse *= 2 - odd * d.inverse;
	return d;
}

static inline bool
divides(const struct divisor *d, uint64_t x)
{
	return (x & d->mask) == 0 && (x >> d->shift) * d->inverse <= d->most;
}

static inline uint64_t
divide(const struct divisor *d, uint64_t x)
{
	return (x >> d->shift) * d->inverse;
}

static uint64_t
greatest_common(uint64_t a, uint64_t b)
{
	while (b != 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Narrows *unit to what divides x as well; 0 is divided by everything. */
static inline void
narrow_unit(uint64_t *unit, struct divisor *d, uint64_t x)
{
	if (x == 0 || (*unit != 0 && divides(d, x)))
		return;
	*unit = greatest_common(x, *unit);
	*d = divisor_of(*unit);
}

/*
 * The ticks of many clocks come in steps (21 ticks on the machine this was
 * first measured on); storing the number of steps loses nothing and saves the
 * bits that say nothing.
 */
static uint64_t
find_unit(const struct iolog_records *r, uint64_t base)
{
	uint64_t unit = 0;
	struct divisor d = { .shift = 0 };

	for (uint32_t i = 0; i < r->n && unit != 1; i++) {
		narrow_unit(&unit, &d, r->complete[i] - base);
		narrow_unit(&unit, &d, r->latency[i]);
	}
	return unit == 0 || unit > UINT32_MAX ? 1 : unit;
}

static void
put_completions(struct iolog_frame_encoder *e, const struct iolog_records *r,
    uint64_t base, const struct divisor *unit)
{
	uint64_t before = 0, all = 0;
	unsigned parameter = 0;

	for (uint32_t i = 0; i < r->n; i++) {
		uint64_t now = divide(unit, r->complete[i] - base);

		e->values[i] = now - before;
		all |= now - before;
		before = now;
	}
	/* Clocks of two sockets may disagree by a little. */
	if (all >> 63 != 0) {
		parameter = PARAMETER_SIGNED;
		for (uint32_t i = 0; i < r->n; i++)
			e->values[i] = iolog_zigzag(e->values[i]);
	}
	iolog_payload_values(&e->payload, COLUMN_COMPLETE, parameter,
	    e->values, r->n);
}

static void
put_latencies(struct iolog_frame_encoder *e, const struct iolog_records *r,
    const struct divisor *unit)
{
	uint64_t before = 0, all = 0;

	for (uint32_t i = 0; i < r->n; i++)
		all |= divide(unit, r->latency[i]);
	unsigned parameter = all >> 63 != 0 ? PARAMETER_SIGNED : 0;
	for (uint32_t i = 0; i < r->n; i++) {
		uint64_t now = divide(unit, r->latency[i]);

		if (parameter != 0)
			now = iolog_zigzag(now);
		e->values[i] = now == before ? 0 : now + 1;
		before = now;
	}
	iolog_payload_values(&e->payload, COLUMN_LATENCY, parameter,
	    e->values, r->n);
}

static void
put_ops_and_flags(struct iolog_frame_encoder *e, const struct iolog_records *r)
{
	for (uint32_t i = 0; i < r->n; i++)
		e->values[i] = r->op[i];
	iolog_payload_values(&e->payload, COLUMN_OP, 0, e->values, r->n);
	for (uint32_t i = 0; i < r->n; i++)
		e->values[i] = r->flags[i];
	iolog_payload_values(&e->payload, COLUMN_FLAGS, 0, e->values, r->n);
}

static void
put_bytes(struct iolog_frame_encoder *e, const struct iolog_records *r)
{
	uint32_t all = 0;

	for (uint32_t i = 0; i < r->n; i++)
		all |= r->bytes[i];
	unsigned shift = all == 0 ? 0 : (unsigned)__builtin_ctz(all);
	for (uint32_t i = 0; i < r->n; i++)
		e->values[i] = r->bytes[i] >> shift;
	iolog_payload_values(&e->payload, COLUMN_BYTES, shift, e->values,
	    r->n);
}

/* Results that are not what was asked for; returns how many. */
static uint32_t
put_errors(struct iolog_frame_encoder *e, const struct iolog_records *r)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < r->n; i++) {
		if (r->result[i] >= 0 && (uint32_t)r->result[i] == r->bytes[i])
			continue;
		put_u32(e->errors + 8 * (size_t)count, i);
		put_u32(e->errors + 8 * (size_t)count + 4,
		    (uint32_t)r->result[i]);
		count++;
	}
	if (count > 0)
		iolog_payload_bytes(&e->payload, COLUMN_ERRORS, ENCODING_RAW64,
		    0, e->errors, (size_t)count * 8);
	return count;
}

uint8_t *
iolog_frame_encode(struct iolog_frame_encoder *e,
    const struct iolog_records *r, struct iolog_frame_header *h)
{
	uint64_t base = r->n > 0 ? r->complete[0] : 0;
	uint64_t unit = find_unit(r, base);
	struct divisor d = divisor_of(unit);

	iolog_payload_clear(&e->payload);
	put_completions(e, r, base, &d);
	put_latencies(e, r, &d);
	put_ops_and_flags(e, r);
	put_bytes(e, r);
	*h = (struct iolog_frame_header){
		.type = IOLOG_FRAME_DATA, .form = FORM_LATENCY,
		.stream = r->stream, .step = r->step, .first = r->first,
		.n = r->n, .nsubmits = r->nsubmits,
		.nerrors = put_errors(e, r),
		.base = base, .last = r->n > 0 ? r->complete[r->n - 1] : 0,
		.unit = (uint32_t)unit,
	};
	h->ncolumns = e->payload.ncolumns;

	uint8_t *payload = e->frame + FRAME_HEADER_BYTES;
	size_t ndirectory = h->ncolumns * COLUMN_ENTRY_BYTES;
	size_t length = ndirectory + e->payload.length + FRAME_SLACK;
	memcpy(payload, e->payload.directory, ndirectory);
	memcpy(payload + ndirectory, e->payload.data, e->payload.length);
	memset(payload + length - FRAME_SLACK, 0, FRAME_SLACK);
	h->length_bytes = (uint32_t)(FRAME_HEADER_BYTES + length);
	h->payload_crc = crc32c(0, payload, length);
	return e->frame;
}
