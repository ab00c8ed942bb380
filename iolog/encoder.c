/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/report.h"
#include "iolog/crc32c.h"
#include "iolog/encoder.h"
#include "iolog/flying.h"
#include "iolog/header.h"

/*
 * Completions of a full frame.  Measured with age form at 1.4 M IOPS and depth
 * 128: a quarter of it costs 5 % more bytes, four times it saves 2 % and loses
 * four times as much in a crash.
 */
#define RECORDS 16384u

/* Submit calls of a full frame, and I/Os of these calls. */
#define CALLS 16384u
#define SUBMITS (1u << 18)

/* I/Os in flight that a stream has memory for from the start: a table that is
 * not larger than needed stays in the cache. */
#define FLYING 128u

/* The memory of events is asked for so many bytes before it is needed. */
#define BYTES_AHEAD (8 * sizeof(struct iolog_event))

struct stream {
	struct iolog_records records;
	struct iolog_flying flying;
	struct iolog_flight *snapshot;	/* scratch, of flying.room / 2 */
	size_t snapshot_room;
	uint64_t next;			/* number of its next completion */
	uint64_t next_submit;		/* and of its next submit */
	bool is_open;			/* has a frame begun? */
	bool is_old;			/* and before the last flush? */
	uint64_t begin_ticks;		/* what its second counts from */
	uint32_t last_bytes;		/* size of its last I/O */
};

struct iolog_encoder {
	struct iolog_chain *chain;
	uint64_t second_ticks;
	uint32_t nstreams;
	struct stream *streams;
	struct iolog_frame_encoder *frames;
	struct iolog_frame_decoder *check;
	uint64_t newest_ticks;		/* latest stamp of any event */
	bool failed;
};

static int
stream_init(struct stream *s, uint32_t number)
{
	struct iolog_records *r = &s->records;

	r->stream = number;
	r->complete = calloc(RECORDS, sizeof(*r->complete));
	r->latency = calloc(RECORDS, sizeof(*r->latency));
	r->submit = calloc(RECORDS, sizeof(*r->submit));
	r->offset = calloc(RECORDS, sizeof(*r->offset));
	r->bytes = calloc(RECORDS, sizeof(*r->bytes));
	r->result = calloc(RECORDS, sizeof(*r->result));
	r->op = calloc(RECORDS, sizeof(*r->op));
	r->flags = calloc(RECORDS, sizeof(*r->flags));
	r->call_count = calloc(CALLS, sizeof(*r->call_count));
	r->call_before = calloc(CALLS, sizeof(*r->call_before));
	r->call_duration = calloc(CALLS, sizeof(*r->call_duration));
	if (r->complete == NULL || r->latency == NULL || r->submit == NULL ||
	    r->offset == NULL || r->bytes == NULL || r->result == NULL ||
	    r->op == NULL || r->flags == NULL || r->call_count == NULL ||
	    r->call_before == NULL || r->call_duration == NULL)
		return -1;
	return iolog_flying_init(&s->flying, FLYING);
}

static void
stream_free(struct stream *s)
{
	struct iolog_records *r = &s->records;

	free(r->complete);
	free(r->latency);
	free(r->submit);
	free(r->offset);
	free(r->bytes);
	free(r->result);
	free(r->op);
	free(r->flags);
	free(r->call_count);
	free(r->call_before);
	free(r->call_duration);
	free(r->flying_number);
	free(r->flying_ticks);
	free(s->snapshot);
	iolog_flying_free(&s->flying);
}

static uint64_t
second_in_ticks(const struct iolog_header *h)
{
	unsigned __int128 ticks = (unsigned __int128)1000000000u *
	    h->tick_den / h->tick_num;

	return ticks > UINT64_MAX / 2 ? UINT64_MAX / 2 : (uint64_t)ticks;
}

struct iolog_encoder *
iolog_encoder_new(const struct iolog_header *header,
    const struct iolog_sink *sink)
{
	size_t nheader;
	uint8_t *bytes = iolog_header_encode(header, &nheader);

	if (bytes == NULL)
		return NULL;
	struct iolog_encoder *e = calloc(1, sizeof(*e));
	if (e == NULL)
		goto fail;
	e->second_ticks = second_in_ticks(header);
	e->nstreams = header->nstreams;
	e->streams = calloc(e->nstreams, sizeof(*e->streams));
	struct iolog_rules rules = {
		.generator = header->generator, .key = header->key,
	};
	e->frames = iolog_frame_encoder_new(&rules, RECORDS);
	e->check = iolog_frame_decoder_new(&rules);
	if (e->streams == NULL || e->frames == NULL || e->check == NULL)
		goto fail;
	for (uint32_t i = 0; i < e->nstreams; i++)
		if (stream_init(&e->streams[i], i) == -1)
			goto fail;
	e->chain = iolog_chain_new(sink, header->run_uuid, bytes, nheader);
	if (e->chain == NULL)
		goto fail;
	free(bytes);
	return e;

fail:
	warn_errno("allocating the log's encoder");
	iolog_encoder_free(e);
	free(bytes);
	return NULL;
}

void
iolog_encoder_free(struct iolog_encoder *e)
{
	if (e == NULL)
		return;
	for (uint32_t i = 0; e->streams != NULL && i < e->nstreams; i++)
		stream_free(&e->streams[i]);
	free(e->streams);
	iolog_frame_encoder_free(e->frames);
	iolog_frame_decoder_free(e->check);
	iolog_chain_free(e->chain);
	free(e);
}

bool
iolog_encoder_failed(const struct iolog_encoder *e)
{
	return e->failed;
}

void
iolog_encoder_frame(struct iolog_encoder *e, enum iolog_frame_type type,
    uint32_t stream, uint32_t step, uint64_t ticks, const uint8_t *payload,
    size_t length)
{
	uint8_t frame[FRAME_HEADER_BYTES + FRAME_EVENT_MOST];
	struct iolog_frame_header h = {
		.type = type, .stream = stream, .step = step,
		.base = ticks, .last = ticks,
		.length_bytes = (uint32_t)(FRAME_HEADER_BYTES + length),
		.payload_crc = crc32c(0, payload, length),
	};

	if (ticks > e->newest_ticks)
		e->newest_ticks = ticks;
	memcpy(frame + FRAME_HEADER_BYTES, payload, length);
	iolog_chain_frame(e->chain, &h, frame);
}

void
iolog_encoder_step(struct iolog_encoder *e, const struct iolog_step *step)
{
	uint8_t payload[FRAME_EVENT_MOST];

	iolog_encoder_frame(e, IOLOG_FRAME_STEP, 0, step->step,
	    step->begin_ticks, payload, iolog_step_encode(step, payload));
}

static bool
is_zero(const uint64_t *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (values[i] != 0)
			return false;
	return true;
}

static bool
calls_are_right(const struct iolog_records *r, const struct iolog_frame *f)
{
	if (f->ncalls != r->ncalls || f->first_submit != r->first_submit ||
	    memcmp(f->call_count, r->call_count,
	    r->ncalls * sizeof(*r->call_count)) != 0)
		return false;
	uint64_t differ = 0;
	for (uint32_t j = 0; j < r->ncalls; j++)
		differ |= f->call_duration_ticks[j] ^
		    iolog_duration_round(r->call_duration[j]);
	return differ == 0 && (f->call_ticks == NULL ||
	    memcmp(f->call_ticks, r->call_before,
	    r->ncalls * sizeof(*r->call_before)) == 0);
}

/* Does the frame decode to what it was made from? */
static bool
is_right(struct iolog_encoder *e, const struct iolog_records *r,
    const struct iolog_frame_header *h, const uint8_t *frame)
{
	struct iolog_frame f;
	size_t n = r->n;

	return iolog_frame_decode(e->check, h, frame + FRAME_HEADER_BYTES,
	    IOLOG_WANT_OFFSETS | IOLOG_WANT_CALLS, &f) == 0 && f.n == n &&
	    memcmp(f.complete_ticks, r->complete, n * sizeof(uint64_t)) == 0 &&
	    memcmp(f.latency_ticks, r->latency, n * sizeof(uint64_t)) == 0 &&
	    memcmp(f.bytes, r->bytes, n * sizeof(uint32_t)) == 0 &&
	    memcmp(f.result, r->result, n * sizeof(int32_t)) == 0 &&
	    memcmp(f.op, r->op, n) == 0 && memcmp(f.flags, r->flags, n) == 0 &&
	    (f.submit == NULL ||
	    memcmp(f.submit, r->submit, n * sizeof(uint64_t)) == 0) &&
	    (f.at_bytes == NULL ||
	    memcmp(f.at_bytes, r->offset, n * sizeof(uint64_t)) == 0) &&
	    (f.at_bytes != NULL || r->offset == NULL || n == 0 ||
	    is_zero(r->offset, n)) && calls_are_right(r, &f);
}

static void
fail(struct iolog_encoder *e, const struct stream *s, const char *why)
{
	if (!e->failed)
		warn_msg("log: stream %u, I/O %llu: %s", s->records.stream,
		    (unsigned long long)s->records.first, why);
	e->failed = true;
}

static void
close_frame(struct iolog_encoder *e, struct stream *s)
{
	struct iolog_records *r = &s->records;
	struct iolog_frame_header h;

	if (!s->is_open)
		return;
	uint8_t *frame = iolog_frame_encode(e->frames, r, false, &h);
	iolog_frame_decoder_order(e->check,
	    iolog_frame_encoder_order(e->frames));
	if (!is_right(e, r, &h, frame))
		fail(e, s, "encoded wrongly");
	iolog_chain_frame(e->chain, &h, frame);
	s->is_open = s->is_old = false;
}

/* Remembers what is in flight as a frame begins: it may come back in it. */
static void
take_snapshot(struct iolog_encoder *e, struct stream *s)
{
	struct iolog_records *r = &s->records;
	size_t room = s->flying.room / 2;

	r->nflying = 0;
	if (s->snapshot_room < room) {
		free(s->snapshot);
		free(r->flying_number);
		free(r->flying_ticks);
		s->snapshot = calloc(room, sizeof(*s->snapshot));
		r->flying_number = calloc(room, sizeof(*r->flying_number));
		r->flying_ticks = calloc(room, sizeof(*r->flying_ticks));
		s->snapshot_room = room;
	}
	if (s->snapshot == NULL || r->flying_number == NULL ||
	    r->flying_ticks == NULL) {
		s->snapshot_room = 0;
		fail(e, s, "no memory for the I/Os in flight");
		return;
	}
	r->nflying = (uint32_t)iolog_flying_sorted(&s->flying, s->snapshot);
	for (uint32_t i = 0; i < r->nflying; i++) {
		r->flying_number[i] = s->snapshot[i].submit;
		r->flying_ticks[i] = s->snapshot[i].ticks;
	}
}

/* Begins a frame of 's' for an event of 'step' at 'ticks'. */
static void
open_frame(struct iolog_encoder *e, struct stream *s, uint32_t step,
    uint64_t ticks)
{
	struct iolog_records *r = &s->records;

	s->is_open = true;
	s->begin_ticks = ticks;
	r->step = step;
	r->n = r->ncalls = r->nsubmits = 0;
	r->first = s->next;
	r->first_submit = s->next_submit;
	r->in_sequence = true;
	r->depth = (uint32_t)s->flying.count;
	take_snapshot(e, s);
}

/* Begins another frame; out of the way of events that need none. */
static __attribute__((noinline)) void
change_frame(struct iolog_encoder *e, struct stream *s, uint32_t step,
    uint64_t ticks)
{
	close_frame(e, s);
	open_frame(e, s, step, ticks);
}

/* Makes room in the frame of 's' for an event of 'step' at 'ticks'. */
static inline void
begin_event(struct iolog_encoder *e, struct stream *s, uint32_t step,
    uint64_t ticks)
{
	const struct iolog_records *r = &s->records;

	if ((int64_t)(ticks - e->newest_ticks) > 0)
		e->newest_ticks = ticks;
	if (!s->is_open || r->step != step || r->n >= RECORDS ||
	    r->ncalls >= CALLS || r->nsubmits >= SUBMITS ||
	    (int64_t)(ticks - s->begin_ticks) >= (int64_t)e->second_ticks)
		change_frame(e, s, step, ticks);
}

static inline void
add_call(struct iolog_encoder *e, struct stream *s,
    const struct iolog_event *event)
{
	struct iolog_records *r = &s->records;
	uint32_t count = event->result < 0 ? 0 : (uint32_t)event->result;

	if ((int64_t)(event->other_ticks - e->newest_ticks) > 0)
		e->newest_ticks = event->other_ticks;
	if (count > SUBMITS) {
		fail(e, s, "a submit call of too many I/Os");
		return;
	}
	if (r->ncalls == 0)
		r->first_submit = event->submit;
	else if (event->submit != r->first_submit + r->nsubmits)
		r->in_sequence = false;
	for (uint32_t i = 0; i < count; i++)
		if (iolog_flying_add(&s->flying, event->submit + i,
		    event->ticks, event->step) == -1)
			fail(e, s, "no memory for the I/Os in flight");
	r->call_count[r->ncalls] = count;
	r->call_before[r->ncalls] = event->ticks;
	r->call_duration[r->ncalls] = event->other_ticks - event->ticks;
	r->ncalls++;
	r->nsubmits += count;
	s->next_submit = event->submit + count;
	if (s->flying.count > r->depth)
		r->depth = (uint32_t)s->flying.count;
}

/*
 * Adds the completion at events[0], for which begin_event() made room, and
 * those behind it that need none of their own; returns how many.  They lie one
 * behind the other, and another thread wrote them.
 */
static size_t
add_records(struct iolog_encoder *e, struct stream *s,
    const struct iolog_event *events, size_t n)
{
	struct iolog_records *r = &s->records;
	const struct iolog_event *event = events, *end = events + n;
	uint64_t *complete = r->complete, *latency = r->latency;
	uint64_t *submit = r->submit, *offset = r->offset;
	uint32_t *bytes = r->bytes, at = r->n;
	int32_t *result = r->result;
	uint8_t *op = r->op, *flags = r->flags;
	uint64_t newest = e->newest_ticks;

	if (at == 0)
		s->begin_ticks = event->ticks;
	do {
		uint64_t ticks = event->ticks;

		__builtin_prefetch((const void *)((uintptr_t)event +
		    BYTES_AHEAD));
		newest = (int64_t)(ticks - newest) > 0 ? ticks : newest;
		complete[at] = ticks;
		latency[at] = ticks - event->other_ticks;
		submit[at] = event->submit;
		if (offset != NULL)
			offset[at] = event->offset_bytes;
		bytes[at] = event->bytes;
		result[at] = event->result;
		op[at] = event->op != IOLOG_READ ? IOLOG_WRITE : IOLOG_READ;
		flags[at] = event->flags;
		at++;
		/* The frame that begins with it has it in flight. */
		iolog_flying_take(&s->flying, event->submit);
	} while (++event != end && at < RECORDS &&
	    event->kind != IOLOG_EVENT_SUBMIT && event->step == r->step &&
	    (int64_t)(event->ticks - s->begin_ticks) <
	    (int64_t)e->second_ticks);
	s->next += at - r->n;
	r->n = at;
	s->last_bytes = event[-1].bytes;
	e->newest_ticks = newest;
	return (size_t)(event - events);
}

void
iolog_encoder_events(struct iolog_encoder *e, uint32_t stream,
    const struct iolog_event *events, size_t n)
{
	struct stream *s = &e->streams[stream];

	for (size_t i = 0; i < n;) {
		const struct iolog_event *event = &events[i];

		begin_event(e, s, event->step, event->ticks);
		if (event->kind != IOLOG_EVENT_SUBMIT) {
			i += add_records(e, s, event, n - i);
			continue;
		}
		add_call(e, s, event);
		i++;
	}
}

void
iolog_encoder_flush(struct iolog_encoder *e)
{
	for (uint32_t i = 0; i < e->nstreams; i++) {
		struct stream *s = &e->streams[i];

		if (s->is_old)
			close_frame(e, s);
		s->is_old = s->is_open;
	}
}

/* Records for the I/Os that never came back, as errors: what was not heard of
 * must not look like success.  Their offsets are not known here. */
static void
add_lost(struct iolog_encoder *e, struct stream *s)
{
	size_t count = s->flying.count;
	struct iolog_flight *lost = calloc(count + 1, sizeof(*lost));
	uint64_t *offset = s->records.offset;

	if (lost == NULL) {
		fail(e, s, "no memory for the I/Os that were lost");
		return;
	}
	iolog_flying_sorted(&s->flying, lost);
	if (count > 0) {
		close_frame(e, s);
		s->records.offset = NULL;
	}
	for (size_t i = 0; i < count; i++) {
		struct iolog_event event = {
			.ticks = e->newest_ticks, .other_ticks = lost[i].ticks,
			.submit = lost[i].submit, .result = -ETIMEDOUT,
			.bytes = s->last_bytes, .step = lost[i].step,
			.kind = IOLOG_EVENT_COMPLETE,
			.flags = IOLOG_FLAG_LOST,
		};

		iolog_encoder_event(e, s->records.stream, &event);
	}
	close_frame(e, s);
	s->records.offset = offset;
	free(lost);
}

void
iolog_encoder_end(struct iolog_encoder *e, struct iolog_totals *totals_out)
{
	for (uint32_t i = 0; i < e->nstreams; i++)
		add_lost(e, &e->streams[i]);
	*totals_out = iolog_chain_end(e->chain);
}
