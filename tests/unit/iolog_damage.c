/* SPDX-License-Identifier: BSD-2-Clause */
/* A log that was cut or damaged anywhere still gives every frame that is whole,
 * and names what it lost; what is left of an older log is not taken for it, and
 * frames that stand twice or in wrong places are read once. */
#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/encoder.h"
#include "iolog/reader.h"
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

	if (length == 0)
		return r == NULL && status == IOLOG_EMPTY ? 0 :
		    fail("empty file", length);
	if (length < log->header_bytes)
		return r == NULL && (status == IOLOG_CUT_HEADER ||
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
		    iolog_reader_damage(r).kind == IOLOG_DAMAGE_HEADER &&
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

/* A log made of pieces of others. */
struct pieces {
	uint8_t bytes[2 * BYTES_MOST];
	size_t length;
};

static void
put_piece(struct pieces *p, const struct log *log, size_t begin, size_t end)
{
	if (end - begin > sizeof(p->bytes) - p->length)
		exit(1);
	memcpy(p->bytes + p->length, log->bytes + begin, end - begin);
	p->length += end - begin;
}

/* What a reader said of a file: how many frames of each number, and damages of
 * each kind. */
struct heard {
	enum iolog_status status;
	uint64_t key;
	unsigned frames[FRAMES_MOST], damages[16];
	struct iolog_damage first;
	size_t ndamages;
};

static void
listen(const struct pieces *p, struct heard *h)
{
	struct iolog_reader *r = open_bytes(p->bytes, p->length, &h->status);
	struct iolog_frame f;

	*h = (struct heard){ .status = h->status };
	if (r == NULL)
		return;
	h->key = iolog_reader_header(r)->key;
	while ((h->status = iolog_reader_next(r, &f)) == IOLOG_OK ||
	    h->status == IOLOG_DAMAGED) {
		if (h->status == IOLOG_OK) {
			h->frames[iolog_reader_frame(r)->sequence]++;
			continue;
		}
		struct iolog_damage d = iolog_reader_damage(r);
		h->damages[d.kind]++;
		if (h->ndamages++ == 0)
			h->first = d;
	}
	iolog_reader_close(r);
}

static bool
has_all_once(const struct heard *h, const struct log *log)
{
	for (size_t i = 0; i < log->nframes; i++)
		if (h->frames[i] != 1)
			return false;
	return h->status == IOLOG_END && h->key == SET_KEY;
}

/* Other bytes than the header's stand before the first frame: nothing, a part
 * of it, more than it, or the whole header of another run. */
static int
check_begin(const struct log *log, const struct log *other)
{
	static struct pieces p;
	static struct heard h;
	const size_t nheader = log->header_bytes;

	for (size_t cut = 1; cut <= nheader; cut += cut < 300 ? 7 : 113) {
		p.length = 0;
		put_piece(&p, log, nheader < cut + 113 ? nheader : cut,
		    log->length);
		listen(&p, &h);
		if (!has_all_once(&h, log) || h.ndamages != 1 ||
		    h.first.kind != IOLOG_DAMAGE_HEADER ||
		    h.first.begin_bytes != 0 || h.first.end_bytes !=
		    p.length - (log->length - nheader))
			return fail("header cut off", cut);
	}
	p.length = 0;
	put_piece(&p, other, 300, 1000);
	put_piece(&p, log, 0, log->length);
	listen(&p, &h);
	if (!has_all_once(&h, log) || h.ndamages != 1 ||
	    h.first.kind != IOLOG_DAMAGE_HEADER ||
	    h.first.end_bytes != nheader + 700)
		return fail("bytes before the header", 0);
	p.length = 0;
	put_piece(&p, other, 0, nheader);
	put_piece(&p, log, nheader, log->length);
	/* What is behind the end does not matter. */
	put_piece(&p, other, nheader, other->frames[3].end);
	listen(&p, &h);
	if (!has_all_once(&h, log) || h.ndamages != 2 ||
	    h.first.kind != IOLOG_DAMAGE_OTHER_HEADER ||
	    h.first.end_bytes != nheader || h.damages[IOLOG_DAMAGE_TAIL] != 1)
		return fail("another run's header", 0);
	/* The same without the first frames. */
	p.length = 0;
	put_piece(&p, other, 0, nheader);
	put_piece(&p, log, log->frames[2].begin, log->length);
	listen(&p, &h);
	if (h.key != SET_KEY || h.status != IOLOG_END || h.frames[2] != 1 ||
	    h.damages[IOLOG_DAMAGE_OTHER_HEADER] != 1 ||
	    h.damages[IOLOG_DAMAGE_MISSING] != 1)
		return fail("another run's header, frames missing", 0);
	return 0;
}

/* Frames i to k - 1 stand once more behind frame 'at' - 1, not before k: each
 * is read once. */
static int
check_repeated(const struct log *log, size_t i, size_t k, size_t at)
{
	static struct pieces p;
	static struct heard h;
	size_t begin = log->frames[i].begin, end = log->frames[k - 1].end;
	size_t behind = log->frames[at - 1].end;

	p.length = 0;
	put_piece(&p, log, 0, behind);
	put_piece(&p, log, begin, end);
	put_piece(&p, log, behind, log->length);
	listen(&p, &h);
	enum iolog_damage_kind kind = at == log->nframes ?
	    IOLOG_DAMAGE_TAIL : IOLOG_DAMAGE_REPEATED;
	return has_all_once(&h, log) && h.ndamages == 1 &&
	    h.first.kind == kind && h.first.begin_bytes == behind &&
	    h.first.end_bytes == behind + (end - begin) ? 0 :
	    fail("repeated frames", behind);
}

/* Frames i and k in each other's place: all are read, and it is told. */
static int
check_swapped(const struct log *log, size_t i, size_t k)
{
	static struct pieces p;
	static struct heard h;

	p.length = 0;
	put_piece(&p, log, 0, log->frames[i].begin);
	put_piece(&p, log, log->frames[k].begin, log->frames[k].end);
	put_piece(&p, log, log->frames[i].end, log->frames[k].begin);
	put_piece(&p, log, log->frames[i].begin, log->frames[i].end);
	put_piece(&p, log, log->frames[k].end, log->length);
	listen(&p, &h);
	unsigned norder = h.damages[IOLOG_DAMAGE_ORDER];
	return has_all_once(&h, log) && norder >= 1 && norder <= 2 &&
	    h.damages[IOLOG_DAMAGE_MISSING] == 1 &&
	    h.ndamages == norder + 1 ? 0 :
	    fail("swapped frames", log->frames[i].begin);
}

static int
check_places(const struct log *log)
{
	int result = 0;

	for (size_t i = 0; i < log->nframes && result == 0; i++)
		for (size_t k = i + 1; k <= log->nframes && result == 0; k++) {
			result = check_repeated(log, i, k, k);
			if (result == 0)
				result = check_repeated(log, i, k,
				    log->nframes - (log->nframes - k) / 2);
			if (result == 0 && k < log->nframes)
				result = check_swapped(log, i, k);
		}
	return result;
}

/* A new log over a longer old one, and cut by a crash in frame i: the old
 * frames behind the tear are whole, but another run's.  Theirs is the file if
 * they are longer. */
static int
check_stale(const struct log *log, const struct log *old, size_t i)
{
	static struct pieces p;
	static struct heard h;
	size_t keep = log->frames[i].begin + 126, nread = 0, k = 0;

	p.length = 0;
	put_piece(&p, log, 0, keep);
	put_piece(&p, old, keep, old->length);
	listen(&p, &h);
	while (old->frames[k].begin < keep)
		k++;
	size_t nold = old->nframes - k;
	for (size_t j = 0; j < FRAMES_MOST; j++)
		nread += h.frames[j];
	if (old->length - old->frames[k].begin >
	    log->frames[i].begin - log->header_bytes)
		return h.damages[IOLOG_DAMAGE_OTHER_HEADER] == 1 &&
		    h.damages[IOLOG_DAMAGE_OTHER_RUN] == (i > 1) &&
		    h.status == IOLOG_END && nread == nold ? 0 :
		    fail("overwritten beginning", keep);
	return h.status == IOLOG_TRUNCATED && nread == i &&
	    h.damages[IOLOG_DAMAGE_OTHER_RUN] == (nold > 1) &&
	    h.ndamages == (nold > 1) ? 0 : fail("stale frames", keep);
}

/* A log without copies of its header, behind another run's: the frames are
 * told of.  Behind its own, the end of which is damaged, they are read. */
static int
check_no_copy(const struct log *log, const struct log *other)
{
	static struct pieces p;
	static struct heard h;
	const size_t nheader = log->header_bytes;
	const struct { size_t at; uint8_t by; bool is_read; } cases[] = {
		{ nheader - 1000, 0xa5, true }, { nheader - 4, 0, true },
		{ nheader - 2, 0xa5, false }, { HEADER_KEY, 1, false },
		{ HEADER_UUID, 1, false },
	};

	p.length = 0;
	put_piece(&p, other, 0, nheader);
	put_piece(&p, log, log->frames[1].begin, log->frames[4].end);
	listen(&p, &h);
	if (h.status != IOLOG_TRUNCATED || h.ndamages != 1 ||
	    h.damages[IOLOG_DAMAGE_OTHER_RUN] != 1 ||
	    h.first.begin_bytes != nheader || h.first.end_bytes != p.length)
		return fail("frames behind another header", nheader);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		p.length = 0;
		put_piece(&p, log, 0, nheader);
		put_piece(&p, log, log->frames[1].begin, log->frames[4].end);
		if (i == 1)
			put_u32(p.bytes + cases[i].at, 0);
		else
			p.bytes[cases[i].at] ^= cases[i].by;
		listen(&p, &h);
		if (cases[i].is_read ? h.frames[4] != 1 || h.first.kind !=
		    IOLOG_DAMAGE_HEADER || h.first.begin_bytes == 0 :
		    h.status != IOLOG_BAD_HEADER)
			return fail("header damaged", cases[i].at);
	}
	return 0;
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
	for (size_t i = 0; i + 3 < log.nframes && result == 0; i++)
		result = check_stale(&log, &old, i);
	if (result == 0)
		result = check_no_copy(&log, &old);
	if (result == 0)
		result = check_last_header(&log);
	if (result == 0)
		result = check_begin(&log, &old);
	if (result == 0)
		result = check_places(&log);
	if (result == 0)
		result = check_nested(&log);
	if (result == 0)
		result = check_headers(&log);
	close(fd);
	return result == 0 ? 0 : 1;
}
