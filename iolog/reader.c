/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/format.h"
#include "iolog/frame.h"
#include "iolog/gaps.h"
#include "iolog/header.h"
#include "iolog/reader.h"

/* Large enough for a few frames of the recorder; grown for larger ones. */
#define BUFFER_BYTES ((size_t)1 << 20)

/*
 * Payloads whose checksum is wrong cost time: this many bytes and four times
 * the file's length at the most.  Beyond that somebody made the file so, with
 * frames one inside the other, and they are passed by as a whole.
 */
#define WASTE_BYTES ((uint64_t)64 * FORMAT_FRAME_MOST)

struct iolog_reader {
	int fd;
	bool at_eof, ended;
	int saved_errno;		/* of the read that failed */
	struct iolog_header header;
	char *text;
	uint8_t *header_copy;
	size_t header_bytes;
	uint64_t frames_begin_bytes;	/* of the first frame */
	struct iolog_damage header_damage;
	bool header_is_copy;		/* the header is not in the file */
	bool header_untold;		/* and the caller does not know yet */
	uint8_t *buffer;
	size_t room, begin, end;	/* what is buffered: [begin, end) */
	uint64_t offset_bytes;		/* in the file, of buffer[begin] */
	uint64_t sequence;		/* number of a frame that follows on */
	uint32_t previous_crc;		/* the one before it */
	uint64_t next;			/* the same, of the greatest number */
	uint32_t next_crc;
	struct iolog_gaps gaps;		/* numbers that were passed over */
	bool gave_up;			/* not all of them are known */
	bool sought;			/* and what is before is another's */
	bool placed;			/* the caller knows the frame's place */
	bool end_read;			/* the end frame was */
	unsigned wants;			/* IOLOG_WANT_ */
	bool follows;			/* what was read before is whole */
	uint64_t wasted_bytes;		/* see WASTE_BYTES */
	size_t pass_bytes;		/* to where the next frame may begin */
	uint32_t foreign;		/* CRC of another run's UUID, and */
	unsigned nforeign;		/* its whole frames passed by */
	uint64_t foreign_bytes;		/* the last of them */
	uint64_t cut_bytes;		/* where they begin, if at the end */
	struct iolog_damage damage;
	struct iolog_frame_header frame;
	struct iolog_frame_decoder *decoder;
	uint64_t *written;		/* completions of each stream */
	char event_text[FRAME_EVENT_MOST];
};

/*
 * Makes 'need' bytes available at buffer[begin], with FRAME_SLACK readable
 * behind.  False at the end of the file, and when the system says no.
 */
static bool
fill(struct iolog_reader *r, size_t need)
{
	if (r->end - r->begin >= need)
		return true;
	if (need > r->room) {
		size_t room = r->room;

		while (room < need)
			room *= 2;
		uint8_t *larger = malloc(room + FRAME_SLACK);
		if (larger == NULL) {
			r->saved_errno = errno;
			return false;
		}
		memcpy(larger, r->buffer + r->begin, r->end - r->begin);
		free(r->buffer);
		r->buffer = larger;
		r->room = room;
		r->end -= r->begin;
		r->begin = 0;
	} else if (r->begin + need > r->room) {
		memmove(r->buffer, r->buffer + r->begin, r->end - r->begin);
		r->end -= r->begin;
		r->begin = 0;
	}
	while (r->end - r->begin < need && !r->at_eof &&
	    r->saved_errno == 0) {
		ssize_t n = read(r->fd, r->buffer + r->end, r->room - r->end);

		if (n > 0)
			r->end += (size_t)n;
		else if (n == 0)
			r->at_eof = true;
		else if (errno != EINTR)
			r->saved_errno = errno;
	}
	return r->end - r->begin >= need;
}

static void
skip(struct iolog_reader *r, size_t nbytes)
{
	r->begin += nbytes;
	r->offset_bytes += nbytes;
}

/* The header as it stands at the beginning of the file. */
static enum iolog_status
read_first_header(struct iolog_reader *r)
{
	size_t length;

	if (!fill(r, FORMAT_HEADER_UNIT)) {
		if (r->saved_errno != 0)
			return IOLOG_ERRNO;
		if (r->end == 0)
			return IOLOG_EMPTY;
		/* The magic tells a cut log from another file. */
		memset(r->buffer + r->end, 0, FORMAT_HEADER_UNIT - r->end);
		enum iolog_status s = iolog_header_length(r->buffer, &length);
		return s == IOLOG_NOT_A_LOG || s == IOLOG_TEXT_MODE ||
		    s == IOLOG_WRONG_BYTE_ORDER ? s : IOLOG_CUT_HEADER;
	}
	enum iolog_status status = iolog_header_length(r->buffer, &length);
	if (status != IOLOG_OK)
		return status;
	if (!fill(r, length))
		return r->saved_errno != 0 ? IOLOG_ERRNO : IOLOG_CUT_HEADER;
	r->header_copy = malloc(length);
	if (r->header_copy == NULL)
		return IOLOG_ERRNO;
	memcpy(r->header_copy, r->buffer + r->begin, length);
	r->header_bytes = length;
	return iolog_header_decode(r->header_copy, length, &r->header,
	    &r->text);
}

/* A copy of the header in the last bytes of a file. */
static uint8_t *
find_last_header(const struct iolog_reader *r, size_t *length_out)
{
	struct iolog_runs runs = { .n = 0 };
	struct stat st;

	if (fstat(r->fd, &st) == -1 || !S_ISREG(st.st_mode) ||
	    st.st_size <= (off_t)BUFFER_BYTES)
		return NULL;
	uint8_t *bytes = malloc(BUFFER_BYTES), *header = NULL;
	if (bytes != NULL && pread(r->fd, bytes, BUFFER_BYTES, st.st_size -
	    (off_t)BUFFER_BYTES) == (ssize_t)BUFFER_BYTES) {
		iolog_header_runs(bytes, BUFFER_BYTES, &runs);
		const struct iolog_run *run = iolog_header_owner(&runs);
		if (run != NULL)
			header = iolog_header_unfold(run->copy, run->ncopy,
			    length_out);
	}
	free(bytes);
	return header;
}

/* The header as it stands there, if only what is behind its text is damaged
 * and most of the frames are of its run, '*run_out'. */
static uint8_t *
mend_header(const struct iolog_reader *r, const struct iolog_runs *runs,
    size_t *length_out, const struct iolog_run **run_out)
{
	uint8_t *header = iolog_header_mend(r->buffer + r->begin,
	    r->end - r->begin, length_out);
	const struct iolog_run *most = NULL;

	for (size_t i = 0; i < runs->n; i++)
		if (most == NULL || runs->items[i].nbytes > most->nbytes)
			most = &runs->items[i];
	if (header != NULL && most != NULL && most->uuid_crc ==
	    crc32c(0, header + HEADER_UUID, 16)) {
		*run_out = most;
		return header;
	}
	free(header);
	return NULL;
}

/* Takes these bytes for the header, in place of the file's own; the run's
 * first frame, if known, is where 'run' says. */
static enum iolog_status
take_header(struct iolog_reader *r, uint8_t *header, size_t length,
    const struct iolog_run *run)
{
	size_t have = r->end - r->begin;

	free(r->header_copy);
	free(r->text);
	r->text = NULL;
	r->header_copy = header;
	r->header_bytes = length;
	r->header_is_copy = r->header_untold = true;
	/* What stands in its place may be shorter or longer. */
	r->frames_begin_bytes = length < have ? length : have;
	if (run != NULL && (run->number == 0 || run->first < length))
		r->frames_begin_bytes = run->first;
	r->header_damage = (struct iolog_damage){
		.kind = IOLOG_DAMAGE_HEADER,
		.end_bytes = r->frames_begin_bytes,
	};
	return iolog_header_decode(header, length, &r->header, &r->text);
}

/*
 * Reads the header, or a copy of it.  What a header says against itself is
 * believed if its checksum is right; and so is all of it, unless frames of
 * another run, whose header is there too, take more of the first bytes.
 */
static enum iolog_status
read_header(struct iolog_reader *r)
{
	enum iolog_status status = read_first_header(r);
	bool is_whole = iolog_header_is_whole(r->buffer + r->begin,
	    r->end - r->begin);
	struct iolog_runs runs = { .n = 0 };
	size_t length;

	if (status == IOLOG_ERRNO || (status != IOLOG_OK && is_whole))
		return status;
	fill(r, BUFFER_BYTES);
	if (status == IOLOG_OK)
		runs.items[runs.n++] = (struct iolog_run){ .is_known = true,
		    .uuid_crc = crc32c(0, r->header.run_uuid, 16) };
	iolog_header_runs(r->buffer + r->begin, r->end - r->begin, &runs);
	const struct iolog_run *run = iolog_header_owner(&runs);
	uint8_t *header = NULL;
	if (run != NULL && !run->is_known)
		header = iolog_header_unfold(run->copy, run->ncopy, &length);
	if (header != NULL) {
		status = take_header(r, header, length, run);
		if (is_whole)
			r->header_damage.kind = IOLOG_DAMAGE_OTHER_HEADER;
	} else if (status == IOLOG_OK) {
		r->frames_begin_bytes = r->header_bytes;
	} else if ((header = find_last_header(r, &length)) != NULL) {
		status = take_header(r, header, length, NULL);
	} else if ((header = mend_header(r, &runs, &length, &run)) != NULL) {
		status = take_header(r, header, length, run);
		r->header_damage.begin_bytes = HEADER_TEXT +
		    strlen(r->text == NULL ? "" : r->text);
	}
	if (status == IOLOG_OK)
		skip(r, r->frames_begin_bytes);
	return status;
}

struct iolog_reader *
iolog_reader_open(const char *path, enum iolog_status *status_out)
{
	struct iolog_reader *r = calloc(1, sizeof(*r));

	*status_out = IOLOG_ERRNO;
	if (r == NULL)
		return NULL;
	r->room = BUFFER_BYTES;
	r->buffer = malloc(r->room + FRAME_SLACK);
	r->fd = strcmp(path, "-") == 0 ? STDIN_FILENO :
	    open(path, O_RDONLY | O_CLOEXEC);
	if (r->buffer == NULL || r->fd == -1)
		goto fail;
	*status_out = read_header(r);
	if (*status_out == IOLOG_ERRNO && r->saved_errno != 0)
		errno = r->saved_errno;
	if (*status_out != IOLOG_OK)
		goto fail;
	r->follows = true;
	r->decoder = iolog_frame_decoder_new(&(struct iolog_rules){
	    .generator = r->header.generator, .key = r->header.key });
	r->written = calloc(r->header.nstreams, sizeof(*r->written));
	if (r->decoder != NULL && r->written != NULL)
		return r;
	*status_out = IOLOG_ERRNO;

fail:
	iolog_reader_close(r);
	return NULL;
}

void
iolog_reader_close(struct iolog_reader *r)
{
	int saved = errno;

	if (r == NULL)
		return;
	if (r->fd > STDIN_FILENO)
		close(r->fd);
	iolog_frame_decoder_free(r->decoder);
	iolog_gaps_free(&r->gaps);
	free(r->buffer);
	free(r->header_copy);
	free(r->text);
	free(r->written);
	free(r);
	errno = saved;
}

const struct iolog_header *
iolog_reader_header(const struct iolog_reader *r)
{
	return &r->header;
}

void
iolog_reader_want(struct iolog_reader *r, unsigned wants)
{
	r->wants = wants;
}

struct iolog_damage
iolog_reader_damage(const struct iolog_reader *r)
{
	return r->damage;
}

const uint8_t *
iolog_reader_bytes(const struct iolog_reader *r)
{
	return r->buffer + r->begin - r->frame.length_bytes;
}

const struct iolog_frame_header *
iolog_reader_frame(const struct iolog_reader *r)
{
	return &r->frame;
}

const uint8_t *
iolog_reader_header_bytes(const struct iolog_reader *r, size_t *length_out)
{
	*length_out = r->header_bytes;
	return r->header_copy;
}

uint64_t
iolog_reader_written(const struct iolog_reader *r, uint32_t stream)
{
	return r->written[stream];
}

struct iolog_frame_decoder *
iolog_reader_decoder(struct iolog_reader *r)
{
	return r->decoder;
}

/* Begins reading frames anew at a byte of the file. */
static int
go_to(struct iolog_reader *r, uint64_t offset_bytes)
{
	if (lseek(r->fd, (off_t)offset_bytes, SEEK_SET) == -1)
		return -1;
	r->begin = r->end = 0;
	r->offset_bytes = offset_bytes;
	r->nforeign = 0;
	r->cut_bytes = 0;
	r->gave_up = false;
	r->at_eof = r->ended = r->end_read = r->placed = false;
	r->follows = r->header_untold = false;
	r->sought = true;
	r->sequence = r->next = 0;
	r->previous_crc = r->next_crc = 0;
	iolog_gaps_free(&r->gaps);
	r->saved_errno = 0;
	return 0;
}

int
iolog_reader_seek(struct iolog_reader *r, uint64_t offset_bytes)
{
	return go_to(r, offset_bytes);
}

int
iolog_reader_rewind(struct iolog_reader *r)
{
	if (go_to(r, r->frames_begin_bytes) == -1)
		return -1;
	/* The first frame of a log is known to be number 0. */
	r->follows = true;
	r->sought = false;
	r->header_untold = r->header_is_copy;
	return 0;
}

/* The payload of the frame at 'offset_bytes', which must be whole and of this
 * type, for the caller to free; or NULL. */
static uint8_t *
read_payload(const struct iolog_reader *r, uint64_t offset_bytes,
    enum iolog_frame_type type, size_t *length_out)
{
	uint8_t bytes[FRAME_HEADER_BYTES];
	struct iolog_frame_header h;

	if (offset_bytes > INT64_MAX - FORMAT_FRAME_MOST ||
	    pread(r->fd, bytes, sizeof(bytes), (off_t)offset_bytes) !=
	    (ssize_t)sizeof(bytes) || iolog_frame_header_decode(bytes,
	    r->header.run_uuid, &h) == -1 || h.type != type)
		return NULL;
	size_t length = h.length_bytes - FRAME_HEADER_BYTES;
	uint8_t *payload = malloc(length + 1);
	if (payload == NULL)
		return NULL;
	if (pread(r->fd, payload, length, (off_t)(offset_bytes +
	    FRAME_HEADER_BYTES)) != (ssize_t)length ||
	    crc32c(0, payload, length) != h.payload_crc) {
		free(payload);
		return NULL;
	}
	*length_out = length;
	return payload;
}

/* The end frame, at the end of the file; returns where the file ends, or 0 if
 * there is none. */
static uint64_t
read_end(const struct iolog_reader *r, struct iolog_end *end_out)
{
	struct stat st;
	size_t npayload;

	if (fstat(r->fd, &st) == -1 || !S_ISREG(st.st_mode) ||
	    st.st_size < (off_t)FRAME_END_BYTES)
		return 0;
	uint8_t *payload = read_payload(r, (uint64_t)st.st_size -
	    FRAME_END_BYTES, IOLOG_FRAME_END, &npayload);
	if (payload == NULL)
		return 0;
	int status = iolog_end_decode(payload, npayload, end_out);
	free(payload);
	return status == 0 ? (uint64_t)st.st_size : 0;
}

bool
iolog_reader_totals(const struct iolog_reader *r,
    struct iolog_totals *totals_out)
{
	struct iolog_end end;
	uint64_t length = read_end(r, &end);

	if (length == 0 || length != end.totals.bytes)
		return false;
	*totals_out = end.totals;
	return true;
}

bool
iolog_reader_is_closed(const struct iolog_reader *r)
{
	struct iolog_totals totals;

	return iolog_reader_totals(r, &totals);
}

/* Does the frame stand where an entry of the index says? */
static bool
is_there(const struct iolog_reader *r, const uint8_t *entry)
{
	uint64_t offset_bytes = get_u64(entry + ENTRY_OF_OFFSET);
	uint8_t bytes[FRAME_HEADER_BYTES];
	struct iolog_frame_header h;

	return offset_bytes >= r->frames_begin_bytes &&
	    offset_bytes <= INT64_MAX - FORMAT_FRAME_MOST &&
	    pread(r->fd, bytes, sizeof(bytes), (off_t)offset_bytes) ==
	    (ssize_t)sizeof(bytes) && iolog_frame_header_decode(bytes,
	    r->header.run_uuid, &h) == 0 &&
	    h.step == get_u32(entry + ENTRY_OF_STEP) &&
	    h.first == get_u64(entry + ENTRY_OF_FIRST) &&
	    (uint32_t)h.type == get_u32(entry + ENTRY_OF_TYPE);
}

/* The number of entries of an index, and their length; false if it is none. */
static bool
index_head(const uint8_t *payload, size_t length, size_t *count_out,
    size_t *nentry_out)
{
	if (length < INDEX_HEAD_BYTES)
		return false;
	*count_out = get_u32(payload + INDEX_OF_COUNT);
	*nentry_out = get_u32(payload + INDEX_OF_ENTRY_BYTES);
	return *nentry_out >= INDEX_ENTRY_BYTES &&
	    *count_out <= (length - INDEX_HEAD_BYTES) / *nentry_out;
}

/* Widens [*begin, *end) over the entries of a step; returns where the index
 * before is, or UINT64_MAX if this is none that tells the truth. */
static uint64_t
search_index(const struct iolog_reader *r, const uint8_t *payload,
    size_t length, uint32_t step, uint64_t *begin, uint64_t *end)
{
	size_t count, nentry;

	if (!index_head(payload, length, &count, &nentry))
		return UINT64_MAX;
	for (size_t i = 0; i < count; i++) {
		const uint8_t *entry = payload + INDEX_HEAD_BYTES + i * nentry;
		uint64_t offset = get_u64(entry + ENTRY_OF_OFFSET);

		if (get_u32(entry + ENTRY_OF_STEP) != step)
			continue;
		if (!is_there(r, entry))
			return UINT64_MAX;
		*begin = offset < *begin ? offset : *begin;
		*end = offset + 1 > *end ? offset + 1 : *end;
	}
	return get_u64(payload + INDEX_OF_PREVIOUS);
}

int
iolog_reader_seek_step(struct iolog_reader *r, uint32_t step,
    uint64_t *end_bytes_out)
{
	uint64_t begin = UINT64_MAX, end = 0, at = 0;
	struct iolog_end last;

	if (read_end(r, &last) > 0)
		at = last.last_index_bytes;
	bool whole = at != 0;
	while (whole && at != 0) {
		size_t length;
		uint8_t *payload = read_payload(r, at, IOLOG_FRAME_INDEX,
		    &length);

		if (payload == NULL) {
			whole = false;
			break;
		}
		uint64_t before = search_index(r, payload, length, step,
		    &begin, &end);
		free(payload);
		/* Backwards only: a loop would never end. */
		whole = before < at;
		at = before;
	}
	if (!whole || end == 0 || go_to(r, begin) == -1)
		return -1;
	*end_bytes_out = end;
	return 0;
}

static void
note_waste(struct iolog_reader *r)
{
	r->wasted_bytes += r->frame.length_bytes;
	if (r->wasted_bytes > WASTE_BYTES + 4 * r->offset_bytes)
		r->pass_bytes = r->frame.length_bytes;
}

/* Counts whole frames of one other run: a single one may be ours, with its
 * header damaged. */
static void
note_foreign(struct iolog_reader *r)
{
	const uint8_t *frame = r->buffer + r->begin;
	size_t length = get_u32(frame + FRAME_OF_BYTES);
	uint32_t run;

	if (get_u64(frame + FRAME_OF_MARKER) != FRAME_MARKER ||
	    length > FORMAT_FRAME_MOST || !fill(r, length))
		return;
	if (!iolog_frame_is_whole(r->buffer + r->begin, r->end - r->begin,
	    &r->frame, &run)) {
		if (r->frame.length_bytes > 0)
			note_waste(r);
		return;
	}
	r->pass_bytes = r->frame.length_bytes;
	if (r->nforeign > 0 && r->foreign_bytes == r->offset_bytes)
		return;			/* this one was counted */
	r->foreign_bytes = r->offset_bytes;
	if (r->nforeign > 0 && run == r->foreign) {
		r->nforeign++;
	} else if (r->nforeign < 2) {
		r->foreign = run;
		r->nforeign = 1;
	}
}

/* Is there a whole frame of this run at buffer[begin]?  Its header is then in
 * r->frame and its payload's checksum is right. */
static bool
is_whole_frame(struct iolog_reader *r)
{
	r->pass_bytes = 1;
	if (!fill(r, FRAME_HEADER_BYTES))
		return false;
	if (iolog_frame_header_decode(r->buffer + r->begin,
	    r->header.run_uuid, &r->frame) == -1) {
		note_foreign(r);
		return false;
	}
	if (!fill(r, r->frame.length_bytes))
		return false;
	if (r->frame.payload_crc == crc32c(0,
	    r->buffer + r->begin + FRAME_HEADER_BYTES,
	    r->frame.length_bytes - FRAME_HEADER_BYTES))
		return true;
	note_waste(r);
	return false;
}

static void
note_written(struct iolog_reader *r, uint32_t stream, uint64_t n)
{
	if (stream < r->header.nstreams && n > r->written[stream])
		r->written[stream] = n;
}

/* What an index tells of frames that may be lost. */
static void
note_index(struct iolog_reader *r, const uint8_t *payload, size_t length)
{
	size_t count, nentry;

	if (!index_head(payload, length, &count, &nentry))
		return;
	for (size_t i = 0; i < count; i++) {
		const uint8_t *entry = payload + INDEX_HEAD_BYTES + i * nentry;

		if (get_u32(entry + ENTRY_OF_TYPE) == IOLOG_FRAME_DATA)
			note_written(r, get_u32(entry + ENTRY_OF_STREAM),
			    get_u64(entry + ENTRY_OF_FIRST) +
			    get_u32(entry + ENTRY_OF_RECORDS));
	}
}

/* A frame that is no data. */
static int
decode_event(struct iolog_reader *r, const uint8_t *payload,
    struct iolog_frame *f)
{
	if (iolog_event_decode(&r->frame, payload, r->event_text, f) == -1)
		return -1;
	if (f->type == IOLOG_FRAME_INDEX)
		note_index(r, payload,
		    r->frame.length_bytes - FRAME_HEADER_BYTES);
	else if (f->type == IOLOG_FRAME_LOSS &&
	    f->loss.kind == IOLOG_LOSS_IOS)
		note_written(r, f->loss.stream, f->loss.end_io);
	return 0;
}

static int
decode_frame(struct iolog_reader *r, struct iolog_frame *f)
{
	const uint8_t *payload = r->buffer + r->begin + FRAME_HEADER_BYTES;

	*f = (struct iolog_frame){
		.type = r->frame.type,
		.offset_bytes = r->offset_bytes,
		.length_bytes = r->frame.length_bytes,
	};
	if (f->type != IOLOG_FRAME_DATA)
		return decode_event(r, payload, f);
	if (r->frame.stream >= r->header.nstreams)
		return -1;
	return iolog_frame_decode(r->decoder, &r->frame, payload, r->wants, f);
}

/* Goes to the next place where a marker stands, at least pass_bytes on; false
 * if the file has none. */
static bool
find_marker(struct iolog_reader *r)
{
	uint8_t marker[8];

	put_u64(marker, FRAME_MARKER);
	for (size_t passed = r->pass_bytes; fill(r, passed + sizeof(marker));) {
		skip(r, passed);
		uint8_t *from = r->buffer + r->begin;
		size_t have = r->end - r->begin;
		uint8_t *at = memmem(from, have, marker, sizeof(marker));
		if (at != NULL) {
			skip(r, (size_t)(at - from));
			return true;
		}
		/* The last seven bytes may begin one. */
		passed = have - (sizeof(marker) - 1);
	}
	skip(r, r->end - r->begin);
	return false;
}

static enum iolog_status
tell(struct iolog_reader *r, enum iolog_damage_kind kind, uint64_t begin,
    uint64_t end)
{
	r->damage = (struct iolog_damage){
		.kind = kind, .begin_bytes = begin, .end_bytes = end,
	};
	return IOLOG_DAMAGED;
}

/* Goes on to the next whole frame, or to the end. */
static enum iolog_status
resynchronize(struct iolog_reader *r)
{
	uint64_t begin = r->cut_bytes > 0 ? r->cut_bytes : r->offset_bytes;
	bool found = false;

	r->follows = r->placed = false;
	while (!found && find_marker(r))
		found = is_whole_frame(r);
	if (r->saved_errno != 0)
		return IOLOG_ERRNO;
	if (r->end_read && begin == r->offset_bytes)
		return IOLOG_END;
	if (r->nforeign > 1 && (found || !r->end_read)) {
		r->nforeign = 0;
		r->cut_bytes = found ? 0 : begin;
		return tell(r, IOLOG_DAMAGE_OTHER_RUN, begin, r->offset_bytes);
	}
	r->nforeign = 0;
	/* An end before other frames is out of place, and ends nothing. */
	tell(r, r->end_read && !found ? IOLOG_DAMAGE_TAIL :
	    IOLOG_DAMAGE_BYTES, begin, r->offset_bytes);
	return found || r->end_read ? IOLOG_DAMAGED : IOLOG_TRUNCATED;
}

/* Behind the end frame there is nothing; what is, is told of once. */
static enum iolog_status
pass_end(struct iolog_reader *r)
{
	uint64_t begin = r->offset_bytes;

	while (fill(r, 1))
		skip(r, r->end - r->begin);
	if (r->saved_errno != 0)
		return IOLOG_ERRNO;
	return begin == r->offset_bytes ? IOLOG_END :
	    tell(r, IOLOG_DAMAGE_TAIL, begin, r->offset_bytes);
}

/* Was the frame read before?  As if it was, if there is no room to note that
 * it is read: inside a gap, of which it would leave two. */
static bool
is_repeated(struct iolog_reader *r)
{
	uint64_t number = r->frame.sequence;

	if (number >= r->next)
		return false;
	if (!iolog_gaps_has(&r->gaps, number, number + 1))
		return true;
	bool no_room = r->gaps.n == GAPS_MOST && number > 0 &&
	    iolog_gaps_has(&r->gaps, number - 1, number + 2);
	r->gave_up |= no_room;
	return no_room;
}

/* Passes a whole frame that was read before, and such that follow it. */
static enum iolog_status
pass_repeated(struct iolog_reader *r)
{
	uint64_t begin = r->offset_bytes;

	do
		skip(r, r->frame.length_bytes);
	while (is_whole_frame(r) && is_repeated(r));
	return tell(r, r->gave_up ? IOLOG_DAMAGE_GAVE_UP :
	    IOLOG_DAMAGE_REPEATED, begin, r->offset_bytes);
}

/*
 * How the whole frame at buffer[begin] stands to those before it: IOLOG_OK if
 * it follows the last one, or the one of the greatest number, so that frames
 * which stand elsewhere too do not disturb; else what has to be told of it.
 */
static enum iolog_status
place(struct iolog_reader *r)
{
	uint64_t number = r->frame.sequence;
	uint32_t crc = r->frame.previous_crc;
	uint64_t end = r->offset_bytes + r->frame.length_bytes;

	if (r->placed)
		return IOLOG_OK;
	if (is_repeated(r))
		return pass_repeated(r);
	r->placed = true;
	if ((number == r->sequence && crc == r->previous_crc && r->follows) ||
	    (number == r->next && crc == r->next_crc))
		return IOLOG_OK;
	if (number < r->next)
		return tell(r, IOLOG_DAMAGE_ORDER, r->offset_bytes, end);
	return r->follows ? tell(r, IOLOG_DAMAGE_MISSING, r->offset_bytes,
	    r->offset_bytes) : IOLOG_OK;
}

/* Notes the number of a frame that is returned, and goes on behind it. */
static void
pass_frame(struct iolog_reader *r)
{
	uint64_t number = r->frame.sequence;

	r->sequence = number + 1;
	r->previous_crc = r->frame.header_crc;
	if (number < r->next) {
		iolog_gaps_take(&r->gaps, number, number + 1);
	} else {
		if (!r->sought)
			r->gave_up |= !iolog_gaps_add(&r->gaps, r->next,
			    number);
		r->sought = false;
		r->next = number + 1;
		r->next_crc = r->frame.header_crc;
	}
	r->follows = true;
	r->placed = false;
	skip(r, r->frame.length_bytes);
}

enum iolog_status
iolog_reader_next(struct iolog_reader *r, struct iolog_frame *f)
{
	if (r->ended)
		return pass_end(r);
	if (r->header_untold) {
		r->header_untold = false;
		r->damage = r->header_damage;
		return IOLOG_DAMAGED;
	}
	if (!is_whole_frame(r))
		return resynchronize(r);
	enum iolog_status status = place(r);
	if (status != IOLOG_OK)
		return status;
	if (decode_frame(r, f) == -1)
		return resynchronize(r);
	pass_frame(r);
	if (f->type == IOLOG_FRAME_END) {
		r->end_read = true;
		/* What is missing may stand behind an end out of place. */
		r->ended = r->gaps.n == 0;
	}
	return IOLOG_OK;
}
