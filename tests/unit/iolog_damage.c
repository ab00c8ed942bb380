/* SPDX-License-Identifier: BSD-2-Clause */
/* A log that was cut or damaged anywhere still gives every frame that is whole,
 * and names what it lost; what is left of an older log is not taken for it. */
#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/encoder.h"
#include "tests/unit/iolog_sets.h"

#define BYTES_MOST 65536u
#define FRAMES_MOST 200u
#define HEADER_LINES "plan=test\nstage=test\n"

struct log {
	uint8_t bytes[BYTES_MOST];
	size_t length;
	size_t header_bytes;
	struct { size_t begin, end; } frames[FRAMES_MOST];
	size_t nframes;
};

static char path[64];
static int fd;

static void
append(void *context, const void *bytes, size_t length)
{
	struct log *log = context;

	if (length > BYTES_MOST - log->length)
		exit(1);
	memcpy(log->bytes + log->length, bytes, length);
	log->length += length;
}

static void
push(void *context, uint32_t stream, const struct iolog_event *event)
{
	iolog_encoder_event(context, stream, event);
}

/* Many small frames of two streams: each step closes them. */
static void
make_log(struct log *log, const char uuid[16])
{
	struct iolog_header header = {
		.nstreams = 2, .clock = IOLOG_CLOCK_MONOTONIC_RAW,
		.stamp = IOLOG_STAMP_BATCH, .tick_num = 1, .tick_den = 1,
		.sector_bytes = 512, .generator = GENERATOR_MIX64,
		.key = SET_KEY, .text = HEADER_LINES,
	};
	struct iolog_totals totals;

	memcpy(header.run_uuid, uuid, 16);
	log->length = log->nframes = 0;
	struct iolog_encoder *e = iolog_encoder_new(&header,
	    &(struct iolog_sink){ .write = append, .context = log });
	log->header_bytes = get_u32(log->bytes + HEADER_BYTES);
	for (uint32_t step = 1; step <= 4; step++) {
		iolog_encoder_step(e, &(struct iolog_step){ .step = step,
		    .round = 1, .stage = "test", .factors = "" });
		for (uint32_t stream = 0; stream < 2; stream++) {
			struct set_player player = {
				.push = push, .context = e, .step = step,
				.stream = stream, .now = 1000000 * step,
			};

			set_play(&sets[4], &player, 3);
		}
	}
	iolog_encoder_end(e, &totals);
	iolog_encoder_free(e);
	for (size_t at = log->header_bytes; at < log->length;) {
		size_t i = log->nframes++;

		log->frames[i].begin = at;
		at += get_u32(log->bytes + at + FRAME_OF_BYTES);
		log->frames[i].end = at;
	}
}

static struct iolog_reader *
open_bytes(const uint8_t *bytes, size_t length, enum iolog_status *status)
{
	if (ftruncate(fd, 0) == -1 ||
	    pwrite(fd, bytes, length, 0) != (ssize_t)length)
		exit(1);
	return iolog_reader_open(path, status);
}

static int
fail(const char *what, size_t at)
{
	printf("%s at byte %zu\n", what, at);
	return -1;
}

/* Every frame before the cut is read, and the cut is where it is said to be. */
static int
check_cut(const struct log *log, size_t length)
{
	enum iolog_status status;
	struct iolog_reader *r = open_bytes(log->bytes, length, &status);
	struct iolog_frame f;
	size_t nread = 0, nwhole = 0;

	if (length < log->header_bytes)
		return r == NULL && (status == IOLOG_TRUNCATED ||
		    (length < FORMAT_MAGIC_BYTES &&
		    status == IOLOG_NOT_A_LOG)) ? 0 :
		    fail("cut header", length);
	while (nwhole < log->nframes && log->frames[nwhole].end <= length)
		nwhole++;
	while ((status = iolog_reader_next(r, &f)) == IOLOG_OK)
		nread++;
	struct iolog_damage d = iolog_reader_damage(r);
	iolog_reader_close(r);
	if (nread != nwhole)
		return fail("cut: frames", length);
	if (nwhole == log->nframes)
		return status == IOLOG_END ? 0 : fail("whole", length);
	if (status != IOLOG_TRUNCATED ||
	    d.begin_bytes != log->frames[nwhole].begin ||
	    d.end_bytes != length)
		return fail("cut: place", length);
	return 0;
}

/* The header is known from a copy, that it was damaged is told, and all frames
 * are read, twice. */
static int
check_header_copy(const struct log *log, struct iolog_reader *r, size_t at)
{
	struct iolog_frame f;

	if (r == NULL)
		return fail("header: not found again", at);
	bool same = iolog_reader_header(r)->key == SET_KEY &&
	    strcmp(iolog_reader_header(r)->text, HEADER_LINES) == 0;
	for (int i = 0; i < 2 && same; i++) {
		size_t nread = 0;

		same = iolog_reader_next(r, &f) == IOLOG_DAMAGED &&
		    iolog_reader_damage(r).begin_bytes == 0 &&
		    iolog_reader_damage(r).end_bytes == log->header_bytes;
		while (iolog_reader_next(r, &f) == IOLOG_OK)
			nread++;
		same = same && nread == log->nframes &&
		    iolog_reader_rewind(r) == 0;
	}
	iolog_reader_close(r);
	return same ? 0 : fail("header", at);
}

/* Neither the header nor its first copy are left, but one at the end. */
static int
check_last_header(const struct log *log)
{
	static uint8_t bytes[BYTES_MOST];
	enum iolog_status status;
	struct iolog_frame f;
	size_t nread = 0, ndamages = 0;

	memcpy(bytes, log->bytes, log->length);
	memset(bytes, 0xa5, log->frames[0].end);
	struct iolog_reader *r = open_bytes(bytes, log->length, &status);
	while (r != NULL && ((status = iolog_reader_next(r, &f)) == IOLOG_OK ||
	    status == IOLOG_DAMAGED)) {
		nread += status == IOLOG_OK;
		ndamages += status == IOLOG_DAMAGED;
	}
	iolog_reader_close(r);
	return status == IOLOG_END && nread == log->nframes - 1 &&
	    ndamages == 2 ? 0 : fail("last copy of the header", 0);
}

/* All frames but the damaged one are read, and only its bytes are skipped. */
static int
check_flip(struct log *log, size_t at, uint8_t flip)
{
	enum iolog_status status;
	struct iolog_frame f;
	size_t hurt = 0, nread = 0, ndamages = 0;
	int result = 0;

	log->bytes[at] ^= flip;
	struct iolog_reader *r = open_bytes(log->bytes, log->length, &status);
	log->bytes[at] ^= flip;
	if (at < log->header_bytes)
		return check_header_copy(log, r, at);
	while (log->frames[hurt].end <= at)
		hurt++;
	for (;;) {
		status = iolog_reader_next(r, &f);
		if (status == IOLOG_OK) {
			size_t i = nread + (nread >= hurt);

			if (f.offset_bytes != log->frames[i].begin)
				result = fail("flip: frame", at);
			nread++;
			continue;
		}
		struct iolog_damage d = iolog_reader_damage(r);
		if (status == IOLOG_END)
			break;
		if (d.begin_bytes != log->frames[hurt].begin ||
		    d.end_bytes != log->frames[hurt].end)
			result = fail("flip: place", at);
		ndamages++;
		if (status == IOLOG_TRUNCATED)
			break;
	}
	iolog_reader_close(r);
	if (nread != log->nframes - 1 || ndamages != 1 ||
	    (status == IOLOG_TRUNCATED) != (hurt == log->nframes - 1))
		result = fail("flip: frames", at);
	return result;
}

/* A whole frame cut out leaves no damaged bytes, yet is missed. */
static int
check_cut_out(const struct log *log, size_t i)
{
	static uint8_t bytes[BYTES_MOST];
	enum iolog_status status;
	struct iolog_frame f;
	size_t begin = log->frames[i].begin, end = log->frames[i].end;
	size_t nread = 0, nmissing = 0;

	memcpy(bytes, log->bytes, begin);
	memcpy(bytes + begin, log->bytes + end, log->length - end);
	struct iolog_reader *r = open_bytes(bytes, log->length - (end - begin),
	    &status);
	while ((status = iolog_reader_next(r, &f)) == IOLOG_OK ||
	    status == IOLOG_DAMAGED) {
		struct iolog_damage d = iolog_reader_damage(r);

		nread += status == IOLOG_OK;
		nmissing += status == IOLOG_DAMAGED &&
		    d.begin_bytes == begin && d.end_bytes == begin;
	}
	iolog_reader_close(r);
	if (i == log->nframes - 1)
		return status == IOLOG_TRUNCATED ? 0 : fail("end cut", begin);
	return status == IOLOG_END && nread == log->nframes - 1 &&
	    nmissing == 1 ? 0 : fail("frame cut out", begin);
}

/* A new log over the longer old one, and cut by a crash: the old frames behind
 * the tear are whole, but another run's. */
static int
check_stale(const struct log *log, const struct log *old)
{
	static uint8_t bytes[BYTES_MOST];
	enum iolog_status status;
	struct iolog_frame f;
	size_t nread = 0, keep = log->frames[5].begin + 60;

	memcpy(bytes, old->bytes, old->length);
	memcpy(bytes, log->bytes, keep);
	struct iolog_reader *r = open_bytes(bytes, old->length, &status);
	while ((status = iolog_reader_next(r, &f)) == IOLOG_OK)
		nread++;
	iolog_reader_close(r);
	return status == IOLOG_TRUNCATED && nread == 5 ? 0 :
	    fail("stale frames", keep);
}

/* A file made of headers that each claim to be a frame of 8 MiB: looking into
 * each would take minutes. */
static int
check_nested(const struct log *log)
{
	const size_t length = (size_t)24 << 20;
	uint8_t *bytes = calloc(1, length);
	uint8_t header[FRAME_HEADER_BYTES];
	enum iolog_status status;
	struct iolog_frame f;

	if (bytes == NULL)
		return -1;
	memcpy(bytes, log->bytes, log->header_bytes);
	memcpy(header, log->bytes + log->frames[1].begin, sizeof(header));
	put_u32(header + FRAME_OF_BYTES, FORMAT_FRAME_MOST);
	put_u32(header + FRAME_OF_HEADER_CRC, crc32c(crc32c(0,
	    bytes + HEADER_UUID, 16), header, FRAME_OF_HEADER_CRC));
	for (size_t at = log->header_bytes; at + sizeof(header) <= length;
	    at += sizeof(header))
		memcpy(bytes + at, header, sizeof(header));
	alarm(60);
	struct iolog_reader *r = open_bytes(bytes, length, &status);
	free(bytes);
	status = iolog_reader_next(r, &f);
	iolog_reader_close(r);
	alarm(0);
	return status == IOLOG_TRUNCATED ? 0 : fail("nested frames", 0);
}

/* What can be wrong with the first block of a file, each told apart. */
static int
check_headers(const struct log *log)
{
	static const struct {
		const char *magic;	/* in place of the first bytes, or */
		size_t at;		/* where to put a number */
		uint32_t number;
		enum iolog_status status;
	} cases[] = {
		{ "\x89PNG", 0, 0, IOLOG_NOT_A_LOG },
		{ "\x89IOL\n\x1a\n", 0, 0, IOLOG_TEXT_MODE },
		{ "\x89IOL\r\r\n\x1a\r\n", 0, 0, IOLOG_TEXT_MODE },
		{ "\x09IOL\r\n\x1a\n", 0, 0, IOLOG_TEXT_MODE },
		{ NULL, HEADER_BYTE_ORDER, 0x04030201, IOLOG_WRONG_BYTE_ORDER },
		{ NULL, HEADER_MAJOR, 2, IOLOG_NEWER_VERSION },
		{ NULL, HEADER_INCOMPATIBLE, 8, IOLOG_UNKNOWN_FEATURE },
		{ NULL, HEADER_COMPATIBLE, 8, IOLOG_OK },
		{ NULL, HEADER_MAJOR, 1 | 7 << 16, IOLOG_OK },
		{ NULL, HEADER_RESERVED, 1, IOLOG_BAD_HEADER },
		{ NULL, HEADER_STREAMS, 0, IOLOG_BAD_HEADER },
		{ NULL, HEADER_TEXT_BYTES, 4000, IOLOG_BAD_HEADER },
		/* Without its length the checksum cannot be found. */
		{ NULL, HEADER_BYTES, 4000, IOLOG_OK },
	};
	static uint8_t bytes[BYTES_MOST];
	int result = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		enum iolog_status status;

		memcpy(bytes, log->bytes, log->length);
		if (cases[i].magic != NULL)
			memcpy(bytes, cases[i].magic, strlen(cases[i].magic));
		else
			put_u32(bytes + cases[i].at, cases[i].number);
		put_u32(bytes + log->header_bytes - 4, crc32c(0, bytes,
		    log->header_bytes - 4));
		struct iolog_reader *r = open_bytes(bytes, log->length,
		    &status);
		iolog_reader_close(r);
		if (status != cases[i].status) {
			printf("case %zu: %s\n", i, iolog_status_text(status));
			result = -1;
		}
	}
	return result;
}

int
main(void)
{
	static struct log log, old;
	int result = 0;

	fd = memfd_create("log", 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	make_log(&log, "this run's uuid");
	make_log(&old, "an older run's.");
	/* The header's end is long zeros: a few places stand for all. */
	for (size_t n = 0; n <= log.length && result == 0;
	    n += n >= 200 && n < log.header_bytes - 8 ? 97 : 1)
		result = check_cut(&log, n);
	for (size_t at = 0; at < log.length && result == 0; at++)
		result = check_flip(&log, at, (uint8_t)(1u << at % 8));
	for (size_t i = 0; i < log.nframes && result == 0; i++)
		result = check_cut_out(&log, i);
	if (result == 0)
		result = check_stale(&log, &old);
	if (result == 0)
		result = check_last_header(&log);
	if (result == 0)
		result = check_nested(&log);
	if (result == 0)
		result = check_headers(&log);
	close(fd);
	return result == 0 ? 0 : 1;
}
