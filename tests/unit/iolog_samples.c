/* SPDX-License-Identifier: BSD-2-Clause */
/* Every log kept in tests/logs/ still reads as the I/Os it was made of.
 *
 * With a kind and a path as arguments it writes a sample anew instead: how the
 * kept ones were made, each by the encoder of its day. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/bytes.h"
#include "iolog/chain.h"
#include "iolog/crc32c.h"
#include "iolog/encoder.h"
#include "iolog/generator.h"
#include "iolog/header.h"
#include "tests/unit/iolog_sets.h"

#define NSTREAMS 3u

/* What a sample has. */
struct kind {
	const char *name, *path;
	uint32_t count;			/* I/Os of a stream and step, about */
	bool stamps_agree;		/* of submit and completion events */
	bool zones;			/* offsets in two, blocks of two sizes */
	bool loss;			/* a mark of a repair */
	bool raw;			/* no column is packed */
};

/* The events of a sample, in order, of each stream. */
struct story {
	const struct kind *kind;
	struct iolog_encoder *encoder;	/* takes them, if not NULL */
	struct iolog_event *events[NSTREAMS];
	size_t count[NSTREAMS];
	uint32_t ncompleted;
};

/* Blocks of two sizes: a third of the I/Os in the first 16 MiB, the others in
 * the 64 MiB behind the first GiB. */
static void
move_to_zone(struct iolog_event *e, uint32_t stream)
{
	uint64_t key = generator_stream_key(SET_KEY, stream, e->step);
	bool first = generator_zone_percent(key, e->submit) < 33;
	uint64_t begin = first ? 0 : 1u << 30;
	uint64_t length = first ? 1u << 24 : 1u << 26;

	if (e->submit % 5 == 0)
		e->bytes = 512;
	e->result = (int32_t)e->bytes;
	e->offset_bytes = begin + e->bytes * generator_below(
	    generator_draw(key, e->submit, GENERATOR_DRAW_OFFSET),
	    length / e->bytes);
}

static void
push(void *context, uint32_t stream, const struct iolog_event *event)
{
	struct story *s = context;
	struct iolog_event e = *event;

	/* Now and then an I/O fails, comes back short, or has been waiting to
	 * be submitted, as in an open loop. */
	if (e.kind == IOLOG_EVENT_COMPLETE && s->kind->zones)
		move_to_zone(&e, stream);
	if (e.kind == IOLOG_EVENT_COMPLETE) {
		switch (s->ncompleted++ % 1000) {
		case 500:
			e.result = -EIO;
			break;
		case 600:
			e.result = 512;
			break;
		case 700:
			e.flags = IOLOG_FLAG_RAMP;
			break;
		case 800:
			if (!s->kind->stamps_agree)
				e.other_ticks -= 5000000000u;
			break;
		}
	}
	if (s->encoder != NULL)
		iolog_encoder_event(s->encoder, stream, &e);
	s->events[stream] = realloc(s->events[stream],
	    (s->count[stream] + 1) * sizeof(e));
	if (s->events[stream] == NULL)
		exit(1);
	if (e.kind == IOLOG_EVENT_COMPLETE)
		s->events[stream][s->count[stream]++] = e;
}

static void
control(struct story *s, uint32_t step, uint64_t now)
{
	uint8_t payload[FRAME_EVENT_MOST];
	struct iolog_step begin = {
		.step = step, .round = step, .begin_ticks = now,
		.duration_ns = 1000000, .stage = "sample",
		.factors = "mix=70/30 block=4KiB",
	};
	struct iolog_stall stall = {
		.begin_ticks = now, .end_ticks = now + 1000,
	};
	struct iolog_anchor anchor = {
		.ticks = now, .monotonic_ns = now, .realtime_ns = now + 7,
	};

	iolog_encoder_step(s->encoder, &begin);
	iolog_encoder_frame(s->encoder, IOLOG_FRAME_STALL, 1, step, now,
	    payload, iolog_stall_encode(&stall, payload));
	iolog_encoder_frame(s->encoder, IOLOG_FRAME_ANCHOR, 0, step, now,
	    payload, iolog_anchor_encode(&anchor, payload));
	if (s->kind->loss && step == 2)
		iolog_encoder_frame(s->encoder, IOLOG_FRAME_LOSS, 0, 0, 0,
		    payload, iolog_loss_encode(&(struct iolog_loss){
		    .kind = IOLOG_LOSS_BYTES, .begin_bytes = 7000,
		    .end_bytes = 9000 }, payload));
}

/* Two steps: three streams of different kinds, a pause of 9 s between, and an
 * I/O that never comes back. */
static void
tell(struct story *s)
{
	const struct set *const kinds[NSTREAMS] = {
		&sets[1], &sets[4], &sets[5],
	};
	struct set_player players[NSTREAMS];

	for (uint32_t i = 0; i < NSTREAMS; i++)
		players[i] = (struct set_player){
			.push = push, .context = s, .stream = i, .random = i,
			.now = 5000000000u,
		};
	for (uint32_t step = 1; step <= 2; step++) {
		if (s->encoder != NULL)
			control(s, step, players[0].now);
		for (uint32_t i = 0; i < NSTREAMS; i++) {
			players[i].step = step;
			set_play(kinds[i], &players[i],
			    s->kind->count * (12 + i) / 12);
			players[i].now += 9000000000u;
		}
	}
	struct iolog_event lost = {
		.kind = IOLOG_EVENT_SUBMIT, .ticks = players[2].now,
		.other_ticks = players[2].now + 40, .submit = players[2].submit,
		.result = 1, .step = 2,
	};
	if (s->encoder != NULL)
		iolog_encoder_event(s->encoder, 2, &lost);
}

static void
free_story(struct story *s)
{
	for (uint32_t i = 0; i < NSTREAMS; i++)
		free(s->events[i]);
}

/* A log in memory. */
struct memory {
	uint8_t bytes[1 << 20];
	size_t length;
};

static void
keep(void *context, const void *bytes, size_t length)
{
	struct memory *m = context;

	if (length > sizeof(m->bytes) - m->length)
		exit(1);
	memcpy(m->bytes + m->length, bytes, length);
	m->length += length;
}

static uint32_t
count_values(const struct iolog_frame_header *h, unsigned id)
{
	if (id == COLUMN_CALL_COUNT || id == COLUMN_CALL_GAP ||
	    id == COLUMN_CALL_DURATION)
		return h->ncalls;
	return id == COLUMN_FLYING_NUMBER || id == COLUMN_FLYING_AGE ?
	    h->nflying : h->n;
}

/* A data frame, with each packed column as it is. */
static void
unpack_frame(struct iolog_chain *chain, struct iolog_frame_header *h,
    const uint8_t *payload)
{
	static uint32_t values[FORMAT_RECORDS_MOST];
	static uint32_t scratch[FORMAT_RECORDS_MOST];
	static uint8_t frame[1 << 20];
	struct iolog_column columns[FORMAT_COLUMNS_MOST];
	struct iolog_payload p;

	if (iolog_payload_init(&p, FORMAT_RECORDS_MOST) == -1 ||
	    iolog_columns_find(payload, h->length_bytes - FRAME_HEADER_BYTES,
	    h->ncolumns, columns) == -1)
		exit(1);
	for (unsigned i = 0; i < h->ncolumns; i++) {
		struct iolog_column *c = &columns[i];
		uint32_t n = count_values(h, c->id);
		uint8_t *raw = (uint8_t *)scratch;

		if (c->encoding == ENCODING_CONSTANT ||
		    c->encoding == ENCODING_RAW64) {
			iolog_payload_bytes(&p, c->id, c->encoding,
			    c->parameter, c->data, c->length);
			continue;
		}
		if (iolog_column_decode(c, values, n, scratch) == -1)
			exit(1);
		for (uint32_t k = 0; k < n; k++)
			put_u32(raw + 4 * k, values[k]);
		iolog_payload_bytes(&p, c->id, ENCODING_RAW32, c->parameter,
		    raw, 4 * n);
	}
	size_t ndirectory = p.ncolumns * COLUMN_ENTRY_BYTES;
	size_t length = ndirectory + p.length + FRAME_SLACK;
	uint8_t *to = frame + FRAME_HEADER_BYTES;
	memcpy(to, p.directory, ndirectory);
	memcpy(to + ndirectory, p.data, p.length);
	memset(to + ndirectory + p.length, 0, FRAME_SLACK);
	h->length_bytes = (uint32_t)(FRAME_HEADER_BYTES + length);
	h->payload_crc = crc32c(0, to, length);
	iolog_chain_frame(chain, h, frame);
	iolog_payload_free(&p);
}

/* The log anew, with no column packed. */
static void
unpack(const struct memory *from, struct memory *to, const uint8_t uuid[16])
{
	size_t at = FORMAT_HEADER_UNIT;
	struct iolog_chain *chain = iolog_chain_new(&(struct iolog_sink){
	    .write = keep, .context = to }, uuid, from->bytes, at);

	if (chain == NULL)
		exit(1);
	while (at < from->length) {
		static uint8_t frame[FRAME_HEADER_BYTES + FRAME_EVENT_MOST];
		struct iolog_frame_header h;

		if (iolog_frame_header_decode(from->bytes + at, uuid, &h) == -1)
			exit(1);
		if (h.type == IOLOG_FRAME_DATA) {
			unpack_frame(chain, &h, from->bytes + at +
			    FRAME_HEADER_BYTES);
		} else if (h.type != IOLOG_FRAME_HEADER &&
		    h.type != IOLOG_FRAME_INDEX && h.type != IOLOG_FRAME_END) {
			memcpy(frame, from->bytes + at, h.length_bytes);
			iolog_chain_frame(chain, &h, frame);
		}
		at += get_u32(from->bytes + at + FRAME_OF_BYTES);
	}
	iolog_chain_end(chain);
	iolog_chain_free(chain);
}

static int
write_sample(const struct kind *kind, const char *path)
{
	static struct memory log, other;
	struct story s = { .kind = kind };
	struct iolog_totals totals;
	struct iolog_header header = {
		.run_uuid = "kept for ever!!", .nstreams = NSTREAMS,
		.clock = IOLOG_CLOCK_TSC, .stamp = IOLOG_STAMP_BATCH,
		.tick_num = 1000, .tick_den = 2096,
		.anchor = { 4999999999u, 77, 1796000000000000000u },
		.sector_bytes = 512, .target_bytes = SET_BLOCKS * 4096,
		.generator = GENERATOR_MIX64, .key = SET_KEY,
		.text = "plan=sample\nstage=sample\n",
	};

	s.encoder = iolog_encoder_new(&header,
	    &(struct iolog_sink){ .write = keep, .context = &log });
	if (s.encoder == NULL)
		return 1;
	tell(&s);
	iolog_encoder_end(s.encoder, &totals);
	bool failed = iolog_encoder_failed(s.encoder);
	iolog_encoder_free(s.encoder);
	free_story(&s);
	if (kind->raw)
		unpack(&log, &other, header.run_uuid);
	const struct memory *m = kind->raw ? &other : &log;
	FILE *f = fopen(path, "wb");
	return !failed && f != NULL &&
	    fwrite(m->bytes, 1, m->length, f) == m->length &&
	    fclose(f) == 0 ? 0 : 1;
}

static bool
is_same(const struct iolog_event *e, const struct iolog_frame *f, uint32_t i)
{
	return f->complete_ticks[i] == e->ticks && f->step == e->step &&
	    f->latency_ticks[i] == e->ticks - e->other_ticks &&
	    f->op[i] == e->op && f->flags[i] == e->flags &&
	    f->bytes[i] == e->bytes && f->result[i] == e->result &&
	    (f->at_bytes == NULL || f->at_bytes[i] == e->offset_bytes);
}

static bool
frame_is_right(const struct story *s, const struct iolog_frame *f)
{
	for (uint32_t i = 0; i < f->n; i++) {
		uint64_t at = f->first + i;

		if (f->flags[i] & IOLOG_FLAG_LOST) {
			if (f->stream != 2 || at != s->count[2] ||
			    f->result[i] != -ETIMEDOUT)
				return false;
		} else if (at >= s->count[f->stream] ||
		    !is_same(&s->events[f->stream][at], f, i)) {
			return false;
		}
	}
	return true;
}

static int
check_sample(const struct kind *kind)
{
	const char *path = kind->path;
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);
	struct story s = { .kind = kind };
	struct iolog_frame f;
	unsigned types[16] = { 0 };
	uint64_t nread = 0;

	if (r == NULL) {
		printf("%s: %s\n", path, iolog_status_text(status));
		return 1;
	}
	iolog_reader_want(r, IOLOG_WANT_OFFSETS | IOLOG_WANT_CALLS);
	tell(&s);
	while ((status = iolog_reader_next(r, &f)) == IOLOG_OK) {
		types[f.type % 16]++;
		if (f.type == IOLOG_FRAME_DATA && !frame_is_right(&s, &f)) {
			printf("%s: byte %" PRIu64 ": a frame differs\n", path,
			    f.offset_bytes);
			return 1;
		}
		if (f.type == IOLOG_FRAME_DATA)
			nread += f.n;
	}
	iolog_reader_close(r);
	uint64_t told = s.count[0] + s.count[1] + s.count[2] + 1;
	free_story(&s);
	if (status == IOLOG_END && nread == told &&
	    types[IOLOG_FRAME_STEP] == 2 && types[IOLOG_FRAME_STALL] == 2 &&
	    types[IOLOG_FRAME_ANCHOR] == 2 && types[IOLOG_FRAME_INDEX] == 1 &&
	    types[IOLOG_FRAME_LOSS] == kind->loss)
		return 0;
	printf("%s: %" PRIu64 " of %" PRIu64 " I/Os; %s\n", path, nread, told,
	    iolog_status_text(status));
	return 1;
}

int
main(int argc, char **argv)
{
	static const struct kind kinds[] = {
		{ .name = "latency", .path = "tests/logs/v1-latency.iolog",
		  .count = 1200 },
		{ .name = "age", .path = "tests/logs/v1-age.iolog",
		  .count = 1200, .stamps_agree = true },
		{ .name = "zones", .path = "tests/logs/v1.1-zones.iolog",
		  .count = 1200, .stamps_agree = true, .zones = true,
		  .loss = true },
		{ .name = "raw", .path = "tests/logs/v1.1-raw.iolog",
		  .count = 300, .zones = true, .raw = true },
	};
	int status = 0;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (argc == 1)
			status |= check_sample(&kinds[i]);
		else if (argc == 3 && strcmp(argv[1], kinds[i].name) == 0)
			return write_sample(&kinds[i], argv[2]);
	}
	return argc == 1 ? status : 1;
}
