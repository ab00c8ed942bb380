/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/frame.h"
#include "iolog/rank.h"
#include "iolog/rules.h"
#include "iolog/unit.h"

struct iolog_frame_encoder {
	struct iolog_rules rules;
	struct iolog_payload payload;
	uint64_t *values;		/* scratch for one column */
	uint64_t *stamps;		/* of the submits of a frame */
	size_t stamps_room;
	uint64_t *keys, *numbers;	/* scratch for sorting */
	uint32_t *order, *order_scratch;
	uint8_t *errors;		/* pairs of index and result */
	uint8_t *frame;
	struct iolog_offset_rule rule;	/* of the frame before */
	uint8_t skip_age[FORMAT_STREAMS_MOST];	/* frames of each stream */
	bool small;			/* all columns may be slow to read */
	bool has_order;			/* 'order' is by submit stamps */
};

/* A frame being made. */
struct draft {
	const struct iolog_records *records;
	struct iolog_frame_header *header;
	struct iolog_unit unit;
	bool has_numbers;		/* offsets need the submit numbers */
	uint32_t read_percent;		/* of the op rule */
	bool has_op_rule;
};

struct iolog_frame_encoder *
iolog_frame_encoder_new(const struct iolog_rules *rules, uint32_t values_most)
{
	struct iolog_frame_encoder *e = calloc(1, sizeof(*e));

	if (e == NULL)
		return NULL;
	e->rules = *rules;
	if (iolog_payload_init(&e->payload, values_most) == -1)
		goto fail;
	e->values = malloc(values_most * sizeof(*e->values));
	e->keys = malloc(values_most * sizeof(*e->keys));
	e->numbers = malloc(values_most * sizeof(*e->numbers));
	e->order = malloc(values_most * sizeof(*e->order));
	e->order_scratch = malloc(values_most * sizeof(*e->order));
	e->errors = malloc((size_t)values_most * 8);
	e->frame = malloc(FRAME_HEADER_BYTES + sizeof(e->payload.directory) +
	    e->payload.room + FRAME_SLACK);
	e->stamps_room = 4 * (size_t)values_most;
	e->stamps = malloc(e->stamps_room * sizeof(*e->stamps));
	if (e->values == NULL || e->keys == NULL || e->numbers == NULL ||
	    e->order == NULL || e->order_scratch == NULL ||
	    e->errors == NULL || e->frame == NULL || e->stamps == NULL)
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
	free(e->stamps);
	free(e->keys);
	free(e->numbers);
	free(e->order);
	free(e->order_scratch);
	free(e->errors);
	free(e->frame);
	free(e);
}

static bool
unit_divides_all(const struct iolog_unit *u, const uint64_t *values, size_t n,
    uint64_t base)
{
	bool all = true;

	for (size_t i = 0; i < n; i++)
		all &= iolog_unit_divides(u, values[i] - base);
	return all;
}

/* Narrows the unit until it divides all values less the base. */
static void
narrow_unit(struct iolog_unit *u, const uint64_t *values, size_t n,
    uint64_t base)
{
	for (size_t begin = 0; begin < n && u->ticks != 1; begin += 64) {
		size_t end = n - begin < 64 ? n : begin + 64;

		if (u->ticks != 0 && unit_divides_all(u, values + begin,
		    end - begin, base))
			continue;
		for (size_t i = begin; i < end && u->ticks != 1; i++)
			iolog_unit_narrow(u, values[i] - base);
	}
}

static struct iolog_unit
find_unit(const struct iolog_records *r, uint64_t base)
{
	struct iolog_unit u = { .ticks = 0 };

	narrow_unit(&u, r->latency, r->n, 0);
	narrow_unit(&u, r->complete, r->n, base);
	if (r->call_before != NULL)
		narrow_unit(&u, r->call_before, r->ncalls, base);
	narrow_unit(&u, r->flying_ticks, r->nflying, base);
	return u.ticks == 0 || u.ticks > UINT32_MAX ? iolog_unit_of(1) : u;
}

/* Clocks of two sockets may disagree: a value may be negative. */
static void
put_completions(struct iolog_frame_encoder *e, const struct draft *d)
{
	const struct iolog_records *r = d->records;
	const struct iolog_unit unit = d->unit;
	const uint64_t *complete = r->complete;
	uint64_t *values = e->values, before = d->header->base;

	for (uint32_t i = 0; i < r->n; i++) {
		values[i] = iolog_unit_divide(&unit, complete[i] - before);
		before = complete[i];
	}
	iolog_payload_signed(&e->payload, COLUMN_COMPLETE, 0, e->values,
	    r->n);
}

static void
put_latencies(struct iolog_frame_encoder *e, const struct draft *d)
{
	const struct iolog_records *r = d->records;
	uint64_t before = 0, all = 0;

	for (uint32_t i = 0; i < r->n; i++)
		all |= r->latency[i];
	unsigned parameter = all >> 63 != 0 ? PARAMETER_SIGNED : 0;
	for (uint32_t i = 0; i < r->n; i++) {
		uint64_t now = iolog_unit_divide(&d->unit, r->latency[i]);

		if (parameter != 0)
			now = iolog_zigzag(now);
		e->values[i] = now == before ? 0 : now + 1;
		before = now;
	}
	iolog_payload_values(&e->payload, COLUMN_LATENCY, parameter, e->values,
	    r->n);
}

/* The order of the frame's submit numbers in e->order; false if one is there
 * twice. */
static bool
order_numbers(struct iolog_frame_encoder *e, const struct iolog_records *r)
{
	const size_t nplaces = e->stamps_room;
	uint64_t first = UINT64_MAX, last = 0;
	uint32_t *places = (uint32_t *)e->stamps, count = 0;

	for (uint32_t i = 0; i < r->n; i++) {
		first = r->submit[i] < first ? r->submit[i] : first;
		last = r->submit[i] > last ? r->submit[i] : last;
	}
	for (uint32_t i = 0; i < r->n; i++)
		e->numbers[i] = r->submit[i] - first;
	if (last - first >= nplaces) {
		iolog_rank(e->numbers, e->order, r->n, e->keys,
		    e->order_scratch);
		for (uint32_t p = 1; p < r->n; p++)
			if (r->submit[e->order[p]] ==
			    r->submit[e->order[p - 1]])
				return false;
		return true;
	}
	/* Mostly neighbours: each goes to its place, and none is sorted. */
	memset(places, 0xff, (size_t)(last - first + 1) * sizeof(*places));
	for (uint32_t i = 0; i < r->n; i++) {
		if (places[e->numbers[i]] != UINT32_MAX)
			return false;
		places[e->numbers[i]] = i;
	}
	for (size_t k = 0; k <= last - first; k++) {
		/* The last is a place: none is written behind the order. */
		e->order[count] = places[k];
		count += places[k] != UINT32_MAX;
	}
	return true;
}

/* Are the I/Os in order of their numbers in order of their submit stamps, and
 * equal ones in order of completion?  Then they need not be sorted by them. */
static bool
stamps_are_in_order(const struct iolog_frame_encoder *e, uint32_t n)
{
	for (uint32_t p = 1; p < n; p++) {
		uint32_t a = e->order[p - 1], b = e->order[p];

		if (e->keys[a] > e->keys[b] ||
		    (e->keys[a] == e->keys[b] && a > b))
			return false;
	}
	return true;
}

/* Submit numbers beside the latency form: in order of the submit stamps they
 * nearly count up, and what is left is who is missing and who swapped. */
static bool
put_ranks(struct iolog_frame_encoder *e, const struct draft *d)
{
	const struct iolog_records *r = d->records;
	uint64_t next = d->header->first_submit, least = UINT64_MAX;

	if (!order_numbers(e, r))
		return false;
	for (uint32_t p = 0; p < r->n; p++) {
		uint64_t number = r->submit[e->order[p]];

		e->values[p] = p == 0 ? iolog_zigzag(number - next) :
		    number - next;
		next = number + 1;
	}
	iolog_payload_values(&e->payload, COLUMN_RANK_NUMBER, 0, e->values,
	    r->n);
	for (uint32_t i = 0; i < r->n; i++) {
		e->keys[i] = r->complete[i] - r->latency[i];
		least = e->keys[i] < least ? e->keys[i] : least;
	}
	for (uint32_t i = 0; i < r->n; i++)
		e->keys[i] -= least;
	e->has_order = true;
	if (stamps_are_in_order(e, r->n))
		return true;
	/* The place of each completion among the numbers, by its index. */
	for (uint32_t p = 0; p < r->n; p++)
		e->numbers[e->order[p]] = p;
	iolog_rank(e->keys, e->order, r->n, e->values, e->order_scratch);
	for (uint32_t p = 0; p < r->n; p++)
		e->values[p] = e->numbers[e->order[p]] - p;
	iolog_payload_signed(&e->payload, COLUMN_RANK_ORDER, 0, e->values,
	    r->n);
	return true;
}

/* The stamps of all submits that a frame's completions may answer: those in
 * flight, then those of the calls. */
static bool
gather_stamps(struct iolog_frame_encoder *e, const struct iolog_records *r)
{
	/* Two at least are written at a time, of which one may be too many. */
	size_t need = (size_t)r->nflying + r->nsubmits + 2;
	size_t at = r->nflying;

	if (need > e->stamps_room) {
		uint64_t *larger = realloc(e->stamps, need * sizeof(*larger));

		if (larger == NULL)
			return false;	/* the other form does without */
		e->stamps = larger;
		e->stamps_room = need;
	}
	memcpy(e->stamps, r->flying_ticks, r->nflying * sizeof(*e->stamps));
	for (uint32_t j = 0; j < r->ncalls; j++) {
		uint32_t count = r->call_count[j];

		e->stamps[at] = e->stamps[at + 1] = r->call_before[j];
		for (uint32_t k = 2; k < count; k++)
			e->stamps[at + k] = r->call_before[j];
		at += count;
	}
	return true;
}

static bool
find_flying(const struct iolog_records *r, uint64_t number, size_t *at_out)
{
	size_t low = 0, high = r->nflying;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (r->flying_number[middle] < number)
			low = middle + 1;
		else
			high = middle;
	}
	*at_out = low;
	return low < r->nflying && r->flying_number[low] == number;
}

/* Does each completion answer a submit of that number and stamp? */
static bool
age_is_possible(struct iolog_frame_encoder *e, const struct iolog_records *r,
    uint32_t values_most)
{
	if (!r->in_sequence || r->submit == NULL || r->call_before == NULL ||
	    r->nflying > values_most || (r->nflying > 0 &&
	    r->flying_number[r->nflying - 1] >= r->first_submit) ||
	    !gather_stamps(e, r))
		return false;
	for (uint32_t i = 0; i < r->n; i++) {
		uint64_t at = r->submit[i] - r->first_submit;
		size_t slot = (size_t)at + r->nflying;

		if (at >= r->nsubmits &&
		    !find_flying(r, r->submit[i], &slot))
			return false;
		if (e->stamps[slot] != r->complete[i] - r->latency[i])
			return false;
	}
	return true;
}

static void
put_references(struct iolog_frame_encoder *e, const struct draft *d)
{
	const struct iolog_records *r = d->records;
	const uint64_t *submit = r->submit;
	uint64_t first = r->n > 0 ? submit[0] : 0, reference = first;
	int64_t most = 0;

	for (uint32_t i = 0; i < r->n; i++) {
		int64_t ahead = (int64_t)(submit[i] - i - first);

		most = ahead > most ? ahead : most;
	}
	reference += (uint64_t)most;
	for (uint32_t i = 0; i < r->n; i++)
		e->values[i] = reference + i - submit[i];
	d->header->reference = reference;
	iolog_payload_signed(&e->payload, COLUMN_REFERENCE, 0, e->values,
	    r->n);
}

static void
put_gaps(struct iolog_frame_encoder *e, const struct draft *d)
{
	const struct iolog_records *r = d->records;
	uint64_t before = d->header->base, next = r->first_submit;

	/* The completion that made room for I/O s is number s - depth. */
	d->header->freed = r->first + r->depth;
	for (uint32_t j = 0; j < r->ncalls; j++) {
		next += r->call_count[j];
		uint64_t freed = next - 1 - d->header->freed;
		if (freed < r->n && r->complete[freed] > before)
			before = r->complete[freed];
		e->values[j] = iolog_unit_divide(&d->unit,
		    r->call_before[j] - before);
		before = r->call_before[j];
	}
	iolog_payload_signed(&e->payload, COLUMN_CALL_GAP, 0, e->values,
	    r->ncalls);
}

static void
put_flying(struct iolog_frame_encoder *e, const struct draft *d)
{
	const struct iolog_records *r = d->records;
	uint64_t number = r->nflying == 0 ? 0 :
	    r->first_submit - r->flying_number[0];
	uint64_t before = d->header->base;

	for (uint32_t i = 0; i < r->nflying; i++) {
		e->values[i] = i == 0 ? number :
		    r->flying_number[i] - r->flying_number[i - 1] - 1;
	}
	iolog_payload_signed(&e->payload, COLUMN_FLYING_NUMBER, 0, e->values,
	    r->nflying);
	for (uint32_t i = 0; i < r->nflying; i++) {
		e->values[i] = iolog_unit_divide(&d->unit,
		    r->flying_ticks[i] - before);
		before = r->flying_ticks[i];
	}
	iolog_payload_signed(&e->payload, COLUMN_FLYING_AGE, 0, e->values,
	    r->nflying);
}

/* Are the n elements of an array all alike?  Most columns are, and then need
 * not be looked at one by one. */
static bool
all_alike(const void *array, size_t n, size_t element_bytes)
{
	const uint8_t *p = array;

	return n < 2 || memcmp(p, p + element_bytes,
	    (n - 1) * element_bytes) == 0;
}

static void
put_calls(struct iolog_frame_encoder *e, const struct draft *d)
{
	const struct iolog_records *r = d->records;

	if (r->ncalls == 0)
		return;
	if (all_alike(r->call_count, r->ncalls, sizeof(*r->call_count))) {
		iolog_payload_constant(&e->payload, COLUMN_CALL_COUNT, 0,
		    r->call_count[0]);
	} else {
		for (uint32_t j = 0; j < r->ncalls; j++)
			e->values[j] = r->call_count[j];
		iolog_payload_values(&e->payload, COLUMN_CALL_COUNT, 0,
		    e->values, r->ncalls);
	}
	for (uint32_t j = 0; j < r->ncalls; j++)
		e->values[j] = iolog_duration_code(r->call_duration[j]);
	e->payload.small = true;
	iolog_payload_values(&e->payload, COLUMN_CALL_DURATION, 0, e->values,
	    r->ncalls);
	e->payload.small = e->small;
}

static void
put_small(struct iolog_frame_encoder *e, unsigned id, const uint8_t *values,
    uint32_t n)
{
	if (n > 0 && all_alike(values, n, 1)) {
		iolog_payload_constant(&e->payload, id, 0, values[0]);
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		e->values[i] = values[i];
	iolog_payload_values(&e->payload, id, 0, e->values, n);
}

static void
put_op_rule(struct iolog_frame_encoder *e, const struct draft *d)
{
	uint8_t rule[OP_RULE_BYTES];

	put_u32(rule, d->read_percent);
	put_u32(rule + 4, crc32c(0, d->records->op, d->records->n));
	iolog_payload_bytes(&e->payload, COLUMN_OP_RULE, ENCODING_RAW64, 0,
	    rule, sizeof(rule));
}

/* In this form an I/O's number is known, and its direction may follow. */
static void
put_age_form(struct iolog_frame_encoder *e, const struct draft *d)
{
	put_references(e, d);
	put_gaps(e, d);
	put_flying(e, d);
	if (d->has_op_rule)
		put_op_rule(e, d);
	else
		put_small(e, COLUMN_OP, d->records->op, d->records->n);
}

/*
 * No encoding stores latencies in less than the sum of their widths above the
 * least of their block; repeats may cost nothing.  Is that 'most' bytes or
 * more?
 */
static bool
latencies_take(const struct iolog_records *r, uint64_t unit, size_t most)
{
	unsigned unit_bits = 63 - (unsigned)__builtin_clzll(unit);
	uint64_t nbits = 0, before = 0;

	for (uint32_t begin = 0; begin < r->n && nbits < 8 * (uint64_t)most;
	    begin += 256) {
		uint32_t end = r->n - begin < 256 ? r->n : begin + 256;
		uint64_t least = UINT64_MAX;

		for (uint32_t i = begin; i < end; i++)
			least = r->latency[i] < least ? r->latency[i] : least;
		for (uint32_t i = begin; i < end; i++) {
			uint64_t now = r->latency[i];
			uint64_t v = (now - least) >> unit_bits;
			unsigned width = 64 -
			    (unsigned)__builtin_clzll(v | 1) - (v == 0);

			nbits += now == before ? 0 : width;
			before = now;
		}
	}
	return nbits >= 8 * (uint64_t)most;
}

/* Where the age form was clearly larger it is not tried again for so many
 * frames of that stream: a closed loop does not become an open one often. */
#define SKIP_FRAMES 15u

/* Keeps the smaller form, which differs in what goes with it too. */
static void
put_times(struct iolog_frame_encoder *e, struct draft *d)
{
	const struct iolog_records *r = d->records;
	struct iolog_mark begin = iolog_payload_mark(&e->payload);
	uint8_t *skip = &e->skip_age[r->stream];
	bool age = *skip == 0 &&
	    age_is_possible(e, r, (uint32_t)e->payload.values_most);

	if (*skip > 0)
		(*skip)--;
	if (age)
		put_age_form(e, d);
	struct iolog_mark middle = iolog_payload_mark(&e->payload);
	size_t age_bytes = middle.length - begin.length;
	bool numbers = d->has_numbers;
	if (!age || !latencies_take(r, d->header->unit, age_bytes)) {
		/* This form is so fast to read that it can afford to be
		 * slower and smaller. */
		e->payload.small = true;
		put_latencies(e, d);
		put_small(e, COLUMN_OP, r->op, r->n);
		numbers = numbers && put_ranks(e, d);
		e->payload.small = e->small;
		size_t bytes = e->payload.length - middle.length;
		if (age && age_bytes > bytes + bytes / 16)
			*skip = SKIP_FRAMES;
		age = age && (age_bytes <= bytes ||
		    numbers != d->has_numbers);
	}
	if (age) {
		iolog_payload_rewind(&e->payload, &middle);
		d->header->form = FORM_AGE;
		d->header->nflying = r->nflying;
	} else {
		iolog_payload_drop(&e->payload, &begin, &middle);
		d->header->form = FORM_LATENCY;
		d->header->reference = d->header->freed = 0;
		d->has_numbers = numbers;
	}
}

static void
put_bytes(struct iolog_frame_encoder *e, const struct iolog_records *r)
{
	uint32_t all = 0;

	if (r->n > 0 && all_alike(r->bytes, r->n, sizeof(*r->bytes))) {
		iolog_payload_constant(&e->payload, COLUMN_BYTES, 0,
		    r->bytes[0]);
		return;
	}
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

	if (memcmp(r->result, r->bytes, r->n * sizeof(*r->result)) == 0)
		return 0;
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

static void
put_zones(struct iolog_frame_encoder *e, const struct iolog_records *r)
{
	uint8_t bytes[ZONES_HEAD_BYTES + ZONES_MOST * ZONE_BYTES];
	uint8_t *to = bytes + ZONES_HEAD_BYTES;

	put_u32(bytes + ZONES_OF_GUARD, iolog_offset_guard(r->offset, r->n));
	put_u32(bytes + ZONES_OF_COUNT, e->rule.nzones);
	for (uint32_t i = 0; i < e->rule.nzones; i++, to += ZONE_BYTES) {
		put_u64(to + ZONE_OF_BEGIN, e->rule.zones[i].begin);
		put_u64(to + ZONE_OF_LENGTH, e->rule.zones[i].length);
		put_u32(to + ZONE_OF_SHARE, e->rule.zones[i].percent);
		put_u32(to + ZONE_OF_RESERVED, 0);
	}
	iolog_payload_bytes(&e->payload, COLUMN_OFFSET_ZONES, ENCODING_RAW64,
	    0, bytes, (size_t)(to - bytes));
}

static void
put_offset_rule(struct iolog_frame_encoder *e, const struct iolog_records *r)
{
	uint8_t rule[RULE_BYTES];

	if (e->rule.kind == RULE_ZONES) {
		put_zones(e, r);
		return;
	}
	put_u32(rule + RULE_OF_KIND, e->rule.kind);
	put_u32(rule + RULE_OF_GUARD, iolog_offset_guard(r->offset, r->n));
	put_u64(rule + RULE_OF_A, e->rule.a);
	put_u64(rule + RULE_OF_B, e->rule.b);
	iolog_payload_bytes(&e->payload, COLUMN_OFFSET_RULE, ENCODING_RAW64, 0,
	    rule, sizeof(rule));
}

/* Offsets as they are, or as steps from one to the next if that is smaller. */
static void
put_offsets(struct iolog_frame_encoder *e, const struct iolog_records *r)
{
	struct iolog_mark begin = iolog_payload_mark(&e->payload), middle;
	uint64_t all = 0, before = 0;

	for (uint32_t i = 0; i < r->n; i++)
		all |= r->offset[i];
	unsigned shift = all == 0 ? 0 : (unsigned)__builtin_ctzll(all);
	for (uint32_t i = 0; i < r->n; i++)
		e->values[i] = r->offset[i] >> shift;
	iolog_payload_values(&e->payload, COLUMN_OFFSET, shift, e->values,
	    r->n);
	middle = iolog_payload_mark(&e->payload);
	for (uint32_t i = 0; i < r->n; i++) {
		e->values[i] = (r->offset[i] >> shift) - before;
		before = r->offset[i] >> shift;
	}
	iolog_payload_signed(&e->payload, COLUMN_OFFSET,
	    shift | PARAMETER_DELTA, e->values, r->n);
	if (e->payload.length - middle.length >= middle.length - begin.length)
		iolog_payload_rewind(&e->payload, &middle);
	else
		iolog_payload_drop(&e->payload, &begin, &middle);
}

static uint8_t *
finish(struct iolog_frame_encoder *e, struct iolog_frame_header *h)
{
	uint8_t *payload = e->frame + FRAME_HEADER_BYTES;

	h->ncolumns = e->payload.ncolumns;
	size_t ndirectory = h->ncolumns * COLUMN_ENTRY_BYTES;
	size_t length = ndirectory + e->payload.length + FRAME_SLACK;
	memcpy(payload, e->payload.directory, ndirectory);
	memcpy(payload + ndirectory, e->payload.data, e->payload.length);
	memset(payload + length - FRAME_SLACK, 0, FRAME_SLACK);
	h->length_bytes = (uint32_t)(FRAME_HEADER_BYTES + length);
	h->payload_crc = crc32c(0, payload, length);
	return e->frame;
}

uint8_t *
iolog_frame_encode(struct iolog_frame_encoder *e,
    const struct iolog_records *r, bool small, struct iolog_frame_header *h)
{
	struct draft d = { .records = r, .header = h };

	*h = (struct iolog_frame_header){
		.type = IOLOG_FRAME_DATA, .stream = r->stream, .step = r->step,
		.first = r->first, .n = r->n, .ncalls = r->ncalls,
		.nsubmits = r->nsubmits, .first_submit = r->first_submit,
	};
	if (r->n > 0) {
		h->base = r->complete[0];
		h->last = r->complete[r->n - 1];
	}
	/* A frame may begin with a call, whose gap shall not be negative. */
	if (r->ncalls > 0 && r->call_before != NULL && (r->n == 0 ||
	    r->call_before[0] < h->base))
		h->base = r->call_before[0];
	if (r->n == 0)
		h->last = h->base;
	d.unit = find_unit(r, h->base);
	h->unit = (uint32_t)d.unit.ticks;
	d.has_numbers = r->n > 0 && r->offset != NULL && r->submit != NULL &&
	    iolog_offset_rule_find(&e->rules, r, &e->rule);
	bool mixed = r->n > 0 && memchr(r->op, r->op[0] ^ 1, r->n) != NULL;
	d.has_op_rule = mixed && r->submit != NULL &&
	    iolog_op_rule_find(&e->rules, r, &d.read_percent);

	iolog_payload_clear(&e->payload);
	e->small = e->payload.small = small;
	e->has_order = false;
	put_times(e, &d);
	e->payload.small = small || h->form == FORM_LATENCY;
	put_completions(e, &d);
	e->payload.small = small;
	put_calls(e, &d);
	put_small(e, COLUMN_FLAGS, r->flags, r->n);
	put_bytes(e, r);
	h->nerrors = put_errors(e, r);
	if (d.has_numbers)
		put_offset_rule(e, r);
	else if (r->n > 0 && r->offset != NULL)
		put_offsets(e, r);
	return finish(e, h);
}

const uint32_t *
iolog_frame_encoder_order(const struct iolog_frame_encoder *e)
{
	return e->has_order ? e->order : NULL;
}
