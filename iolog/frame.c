/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/frame.h"

/* Offsets in the payload of a step frame. */
enum {
	STEP_STEP = 0, STEP_ROUND = 4, STEP_BEGIN = 8, STEP_DURATION = 16,
	STEP_RESERVED = 24, STEP_STAGE_BYTES = 56, STEP_FACTORS_BYTES = 60,
	STEP_TEXT = 64
};

static uint32_t
header_crc(const uint8_t *header, const uint8_t uuid[16])
{
	return crc32c(crc32c(0, uuid, 16), header, FRAME_OF_HEADER_CRC);
}

uint32_t
iolog_frame_header_encode(const struct iolog_frame_header *h,
    const uint8_t uuid[16], uint8_t *to)
{
	memset(to, 0, FRAME_HEADER_BYTES);
	put_u64(to + FRAME_OF_MARKER, FRAME_MARKER);
	put_u32(to + FRAME_OF_BYTES, h->length_bytes);
	to[FRAME_OF_TYPE] = (uint8_t)h->type;
	to[FRAME_OF_FORM] = (uint8_t)h->form;
	put_u16(to + FRAME_OF_COLUMNS, (uint16_t)h->ncolumns);
	put_u32(to + FRAME_OF_STREAM, h->stream);
	put_u32(to + FRAME_OF_SEQUENCE, h->sequence);
	put_u64(to + FRAME_OF_FIRST, h->first);
	put_u32(to + FRAME_OF_RECORDS, h->n);
	put_u32(to + FRAME_OF_CALLS, h->ncalls);
	put_u32(to + FRAME_OF_SUBMITS, h->nsubmits);
	put_u32(to + FRAME_OF_FLYING, h->nflying);
	put_u64(to + FRAME_OF_BASE, h->base);
	put_u64(to + FRAME_OF_LAST, h->last);
	put_u32(to + FRAME_OF_STEP, h->step);
	put_u32(to + FRAME_OF_UNIT, h->unit);
	put_u32(to + FRAME_OF_ERRORS, h->nerrors);
	put_u32(to + FRAME_OF_PAYLOAD_CRC, h->payload_crc);
	put_u32(to + FRAME_OF_PREVIOUS_CRC, h->previous_crc);
	put_u64(to + FRAME_OF_FIRST_SUBMIT, h->first_submit);
	put_u64(to + FRAME_OF_REFERENCE, h->reference);
	put_u64(to + FRAME_OF_FREED, h->freed);
	uint32_t crc = header_crc(to, uuid);
	put_u32(to + FRAME_OF_HEADER_CRC, crc);
	return crc;
}

/* The fields, whatever run they are of; false if they make no sense. */
static bool
read_fields(const uint8_t *from, struct iolog_frame_header *h)
{
	h->header_crc = get_u32(from + FRAME_OF_HEADER_CRC);
	h->length_bytes = get_u32(from + FRAME_OF_BYTES);
	h->type = (enum iolog_frame_type)from[FRAME_OF_TYPE];
	h->form = from[FRAME_OF_FORM];
	h->ncolumns = get_u16(from + FRAME_OF_COLUMNS);
	h->stream = get_u32(from + FRAME_OF_STREAM);
	h->sequence = get_u32(from + FRAME_OF_SEQUENCE);
	h->first = get_u64(from + FRAME_OF_FIRST);
	h->n = get_u32(from + FRAME_OF_RECORDS);
	h->ncalls = get_u32(from + FRAME_OF_CALLS);
	h->nsubmits = get_u32(from + FRAME_OF_SUBMITS);
	h->nflying = get_u32(from + FRAME_OF_FLYING);
	h->base = get_u64(from + FRAME_OF_BASE);
	h->last = get_u64(from + FRAME_OF_LAST);
	h->step = get_u32(from + FRAME_OF_STEP);
	h->unit = get_u32(from + FRAME_OF_UNIT);
	h->nerrors = get_u32(from + FRAME_OF_ERRORS);
	h->payload_crc = get_u32(from + FRAME_OF_PAYLOAD_CRC);
	h->previous_crc = get_u32(from + FRAME_OF_PREVIOUS_CRC);
	h->first_submit = get_u64(from + FRAME_OF_FIRST_SUBMIT);
	h->reference = get_u64(from + FRAME_OF_REFERENCE);
	h->freed = get_u64(from + FRAME_OF_FREED);
	return h->length_bytes >= FRAME_HEADER_BYTES &&
	    h->length_bytes <= FORMAT_FRAME_MOST && h->length_bytes % 8 == 0 &&
	    h->n <= FORMAT_RECORDS_MOST && h->ncalls <= FORMAT_CALLS_MOST &&
	    h->nsubmits <= FORMAT_SUBMITS_MOST &&
	    h->nflying <= FORMAT_FLYING_MOST &&
	    h->stream < FORMAT_STREAMS_MOST;
}

int
iolog_frame_header_decode(const uint8_t *from, const uint8_t uuid[16],
    struct iolog_frame_header *h)
{
	return get_u64(from + FRAME_OF_MARKER) == FRAME_MARKER &&
	    get_u32(from + FRAME_OF_HEADER_CRC) == header_crc(from, uuid) &&
	    read_fields(from, h) ? 0 : -1;
}

/* A checksum that is continued with n bytes differs from that of these bytes
 * alone by the one before, shifted 8 n times: here it is shifted back. */
static uint32_t
crc_before(uint32_t crc, const uint8_t *bytes, size_t n)
{
	uint32_t v = crc ^ crc32c(0, bytes, n);

	for (size_t i = 0; i < 8 * n; i++)
		v = v >> 31 ? (v ^ 0x82f63b78u) << 1 | 1 : v << 1;
	return v;
}

bool
iolog_frame_is_whole(const uint8_t *bytes, size_t n,
    struct iolog_frame_header *h, uint32_t *run_out)
{
	h->length_bytes = 0;
	if (n < FRAME_HEADER_BYTES ||
	    get_u64(bytes + FRAME_OF_MARKER) != FRAME_MARKER)
		return false;
	if (!read_fields(bytes, h) || h->length_bytes == FRAME_HEADER_BYTES ||
	    h->length_bytes > n) {
		h->length_bytes = 0;
		return false;
	}
	if (crc32c(0, bytes + FRAME_HEADER_BYTES, h->length_bytes -
	    FRAME_HEADER_BYTES) != h->payload_crc)
		return false;
	*run_out = crc_before(h->header_crc, bytes, FRAME_OF_HEADER_CRC);
	return true;
}

size_t
iolog_step_encode(const struct iolog_step *s, uint8_t *to)
{
	const size_t room = FRAME_EVENT_MOST - STEP_TEXT - 8;
	size_t nstage = strnlen(s->stage == NULL ? "" : s->stage, room / 2);
	size_t nfactors = strnlen(s->factors == NULL ? "" : s->factors,
	    room / 2);
	size_t length = (STEP_TEXT + nstage + nfactors + 7) / 8 * 8;

	memset(to, 0, length);
	put_u32(to + STEP_STEP, s->step);
	put_u32(to + STEP_ROUND, s->round);
	put_u64(to + STEP_BEGIN, s->begin_ticks);
	put_u64(to + STEP_DURATION, s->duration_ns);
	put_u32(to + STEP_STAGE_BYTES, (uint32_t)nstage);
	put_u32(to + STEP_FACTORS_BYTES, (uint32_t)nfactors);
	if (nstage > 0)
		memcpy(to + STEP_TEXT, s->stage, nstage);
	if (nfactors > 0)
		memcpy(to + STEP_TEXT + nstage, s->factors, nfactors);
	return length;
}

static int
step_decode(const uint8_t *p, size_t length, char *text,
    struct iolog_step *s)
{
	if (length < STEP_TEXT || length > FRAME_EVENT_MOST)
		return -1;
	size_t room = length - STEP_TEXT;
	size_t nstage = get_u32(p + STEP_STAGE_BYTES);
	size_t nfactors = get_u32(p + STEP_FACTORS_BYTES);
	if (nstage > room || nfactors > room - nstage ||
	    memchr(p + STEP_TEXT, '\0', nstage + nfactors) != NULL)
		return -1;
	s->step = get_u32(p + STEP_STEP);
	s->round = get_u32(p + STEP_ROUND);
	s->begin_ticks = get_u64(p + STEP_BEGIN);
	s->duration_ns = get_u64(p + STEP_DURATION);
	memcpy(text, p + STEP_TEXT, nstage);
	text[nstage] = '\0';
	memcpy(text + nstage + 1, p + STEP_TEXT + nstage, nfactors);
	text[nstage + 1 + nfactors] = '\0';
	s->stage = text;
	s->factors = text + nstage + 1;
	return 0;
}

size_t
iolog_stall_encode(const struct iolog_stall *s, uint8_t *to)
{
	put_u64(to, s->begin_ticks);
	put_u64(to + 8, s->end_ticks);
	return 16;
}

size_t
iolog_anchor_encode(const struct iolog_anchor *a, uint8_t *to)
{
	put_u64(to, a->ticks);
	put_u64(to + 8, a->monotonic_ns);
	put_u64(to + 16, a->realtime_ns);
	return 24;
}

size_t
iolog_loss_encode(const struct iolog_loss *l, uint8_t *to)
{
	bool is_ios = l->kind == IOLOG_LOSS_IOS;

	put_u32(to, (uint32_t)l->kind);
	put_u32(to + 4, is_ios ? l->stream : 0);
	put_u64(to + 8, is_ios ? l->begin_io : l->begin_bytes);
	put_u64(to + 16, is_ios ? l->end_io : l->end_bytes);
	return 24;
}

size_t
iolog_end_encode(const struct iolog_end *e, uint8_t *to)
{
	memset(to, 0, 64);
	put_u64(to, e->totals.completions);
	put_u64(to + 8, e->totals.submits);
	put_u64(to + 16, e->totals.errors);
	put_u64(to + 24, e->totals.stalls);
	put_u64(to + 32, e->totals.bytes);
	put_u64(to + 40, e->last_index_bytes);
	put_u64(to + 48, e->nframes);
	return 64;
}

int
iolog_end_decode(const uint8_t *p, size_t length, struct iolog_end *e)
{
	if (length < 64)
		return -1;
	e->totals.completions = get_u64(p);
	e->totals.submits = get_u64(p + 8);
	e->totals.errors = get_u64(p + 16);
	e->totals.stalls = get_u64(p + 24);
	e->totals.bytes = get_u64(p + 32);
	e->last_index_bytes = get_u64(p + 40);
	e->nframes = get_u64(p + 48);
	return 0;
}

static struct iolog_loss
loss_of(const uint8_t *payload)
{
	struct iolog_loss l = {
		.kind = (enum iolog_loss_kind)get_u32(payload),
	};
	bool is_ios = l.kind == IOLOG_LOSS_IOS;

	l.stream = is_ios ? get_u32(payload + 4) : 0;
	*(is_ios ? &l.begin_io : &l.begin_bytes) = get_u64(payload + 8);
	*(is_ios ? &l.end_io : &l.end_bytes) = get_u64(payload + 16);
	return l;
}

int
iolog_event_decode(const struct iolog_frame_header *h, const uint8_t *payload,
    char *text, struct iolog_frame *f)
{
	size_t length = h->length_bytes - FRAME_HEADER_BYTES;
	struct iolog_end end;

	switch (h->type) {
	case IOLOG_FRAME_STEP:
		return step_decode(payload, length, text, &f->begin);
	case IOLOG_FRAME_STALL:
		if (length < 16)
			return -1;
		f->stall = (struct iolog_stall){
			.stream = h->stream, .step = h->step,
			.begin_ticks = get_u64(payload),
			.end_ticks = get_u64(payload + 8),
		};
		return 0;
	case IOLOG_FRAME_ANCHOR:
		if (length < 24)
			return -1;
		f->anchor = (struct iolog_anchor){
			.ticks = get_u64(payload),
			.monotonic_ns = get_u64(payload + 8),
			.realtime_ns = get_u64(payload + 16),
		};
		return 0;
	case IOLOG_FRAME_LOSS:
		if (length < 24 || get_u64(payload + 8) >
		    get_u64(payload + 16))
			return -1;
		f->loss = loss_of(payload);
		return 0;
	case IOLOG_FRAME_END:
		if (iolog_end_decode(payload, length, &end) == -1)
			return -1;
		f->totals = end.totals;
		return 0;
	default:
		return 0;	/* index, header, what newer writers add */
	}
}
