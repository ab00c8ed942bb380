/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/format.h"
#include "iolog/frame.h"
#include "iolog/header.h"
#include "iolog/iolog.h"

/* Large enough for a few frames of the recorder; grown for larger ones. */
#define BUFFER_BYTES ((size_t)1 << 20)

struct iolog_reader {
	int fd;
	bool at_eof, ended;
	int saved_errno;		/* of the read that failed */
	struct iolog_header header;
	char *text;
	uint64_t header_bytes;
	uint8_t *buffer;
	size_t room, begin, end;	/* what is buffered: [begin, end) */
	uint64_t offset_bytes;		/* in the file, of buffer[begin] */
	uint32_t sequence, previous_crc;	/* of the next frame */
	unsigned wants;			/* IOLOG_WANT_ */
	bool follows;			/* what was read before is whole */
	struct iolog_damage damage;
	struct iolog_frame_header frame;
	struct iolog_frame_decoder *decoder;
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

static enum iolog_status
read_header(struct iolog_reader *r)
{
	size_t length;

	if (!fill(r, FORMAT_HEADER_UNIT)) {
		if (r->saved_errno != 0)
			return IOLOG_ERRNO;
		/* The magic tells a cut log from another file. */
		memset(r->buffer + r->end, 0, FORMAT_HEADER_UNIT - r->end);
		enum iolog_status s = iolog_header_length(r->buffer, &length);
		return s == IOLOG_NOT_A_LOG || s == IOLOG_TEXT_MODE ||
		    s == IOLOG_WRONG_BYTE_ORDER ? s : IOLOG_TRUNCATED;
	}
	enum iolog_status status = iolog_header_length(r->buffer, &length);
	if (status != IOLOG_OK)
		return status;
	if (!fill(r, length))
		return r->saved_errno != 0 ? IOLOG_ERRNO : IOLOG_TRUNCATED;
	status = iolog_header_decode(r->buffer + r->begin, length, &r->header,
	    &r->text);
	r->header_bytes = length;
	skip(r, length);
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
	if (r->decoder != NULL)
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
	free(r->buffer);
	free(r->text);
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

int
iolog_reader_rewind(struct iolog_reader *r)
{
	if (lseek(r->fd, (off_t)r->header_bytes, SEEK_SET) == -1)
		return -1;
	r->begin = r->end = 0;
	r->offset_bytes = r->header_bytes;
	r->at_eof = r->ended = false;
	r->follows = true;
	r->saved_errno = 0;
	r->sequence = r->previous_crc = 0;
	return 0;
}

/* Is there a whole frame of this run at buffer[begin]?  Its header is then in
 * r->frame and its payload's checksum is right. */
static bool
is_whole_frame(struct iolog_reader *r)
{
	if (!fill(r, FRAME_HEADER_BYTES) ||
	    iolog_frame_header_decode(r->buffer + r->begin,
	    r->header.run_uuid, &r->frame) == -1 ||
	    !fill(r, r->frame.length_bytes))
		return false;
	return r->frame.payload_crc == crc32c(0,
	    r->buffer + r->begin + FRAME_HEADER_BYTES,
	    r->frame.length_bytes - FRAME_HEADER_BYTES);
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
		return iolog_event_decode(&r->frame, payload, r->event_text, f);
	if (r->frame.stream >= r->header.nstreams)
		return -1;
	return iolog_frame_decode(r->decoder, &r->frame, payload, r->wants, f);
}

/* Goes to the next place where a marker may stand, at least one byte on; false
 * if the file has none. */
static bool
find_marker(struct iolog_reader *r)
{
	uint8_t marker[8];

	put_u64(marker, FRAME_MARKER);
	for (size_t passed = 1; fill(r, passed + sizeof(marker));) {
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

/* Goes on to the next whole frame, IOLOG_DAMAGED, or to the end,
 * IOLOG_TRUNCATED. */
static enum iolog_status
resynchronize(struct iolog_reader *r)
{
	r->damage.begin_bytes = r->offset_bytes;
	r->follows = false;
	while (find_marker(r))
		if (is_whole_frame(r)) {
			r->damage.end_bytes = r->offset_bytes;
			return IOLOG_DAMAGED;
		}
	r->damage.end_bytes = r->offset_bytes;
	return r->saved_errno != 0 ? IOLOG_ERRNO : IOLOG_TRUNCATED;
}

enum iolog_status
iolog_reader_next(struct iolog_reader *r, struct iolog_frame *f)
{
	if (r->ended)
		return IOLOG_END;
	if (!is_whole_frame(r))
		return resynchronize(r);
	/* Whole, but not the next one: frames between were cut out. */
	if (r->follows && (r->frame.sequence != r->sequence ||
	    r->frame.previous_crc != r->previous_crc)) {
		r->damage.begin_bytes = r->damage.end_bytes = r->offset_bytes;
		r->follows = false;
		return IOLOG_DAMAGED;
	}
	if (decode_frame(r, f) == -1)
		return resynchronize(r);
	r->follows = true;
	r->sequence = r->frame.sequence + 1;
	r->previous_crc = r->frame.header_crc;
	skip(r, r->frame.length_bytes);
	if (f->type == IOLOG_FRAME_END)
		r->ended = true;
	return IOLOG_OK;
}
