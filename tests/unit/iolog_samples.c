/* SPDX-License-Identifier: BSD-2-Clause */
/* Every log kept in tests/logs/ still reads as the I/Os it was made of.
 *
 * With a kind and a path as arguments it writes a sample anew instead: how the
 * kept ones were made, each by the encoder of its day. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "iolog/encoder.h"
#include "tests/unit/iolog_sets.h"

#define NSTREAMS 3u

/* The events of a sample, in order, of each stream. */
struct story {
	bool stamps_agree;		/* of submit and completion events */
	struct iolog_encoder *encoder;	/* takes them, if not NULL */
	struct iolog_event *events[NSTREAMS];
	size_t count[NSTREAMS];
	uint32_t ncompleted;
};

static void
push(void *context, uint32_t stream, const struct iolog_event *event)
{
	struct story *s = context;
	struct iolog_event e = *event;

	/* Now and then an I/O fails, comes back short, or has been waiting to
	 * be submitted, as in an open loop. */
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
			if (!s->stamps_agree)
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
			set_play(kinds[i], &players[i], 1200 + 100 * i);
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

static void
write_file(void *context, const void *bytes, size_t length)
{
	if (fwrite(bytes, 1, length, context) != length)
		exit(1);
}

static int
write_sample(const char *path, bool stamps_agree)
{
	FILE *f = fopen(path, "wb");
	struct story s = { .stamps_agree = stamps_agree };
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

	if (f == NULL)
		return 1;
	s.encoder = iolog_encoder_new(&header,
	    &(struct iolog_sink){ .write = write_file, .context = f });
	if (s.encoder == NULL)
		return 1;
	tell(&s);
	iolog_encoder_end(s.encoder, &totals);
	bool failed = iolog_encoder_failed(s.encoder);
	iolog_encoder_free(s.encoder);
	free_story(&s);
	return fclose(f) == 0 && !failed ? 0 : 1;
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
check_sample(const char *path, bool stamps_agree)
{
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);
	struct story s = { .stamps_agree = stamps_agree };
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
	    types[IOLOG_FRAME_ANCHOR] == 2 && types[IOLOG_FRAME_INDEX] == 1)
		return 0;
	printf("%s: %" PRIu64 " of %" PRIu64 " I/Os; %s\n", path, nread, told,
	    iolog_status_text(status));
	return 1;
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *kind, *path;
		bool stamps_agree;
	} kept[] = {
		{ "latency", "tests/logs/v1-latency.iolog", false },
		{ "age", "tests/logs/v1-age.iolog", true },
	};
	int status = 0;

	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
		if (argc == 1)
			status |= check_sample(kept[i].path,
			    kept[i].stamps_agree);
		else if (argc == 3 && strcmp(argv[1], kept[i].kind) == 0)
			return write_sample(argv[2], kept[i].stamps_agree);
	}
	return argc == 1 ? status : 1;
}
