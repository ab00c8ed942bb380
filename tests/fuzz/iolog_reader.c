/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes are in a file: the reader refuses it, or comes to its end
 * through whole frames and named damage, and finds steps or none.
 *
 * If the first byte of the UUID is odd, the header's checksum is put right, and
 * if its second bit is set, those of the frames too, as far as they follow one
 * another: so the inside is reached, and so is the way around damage.  With the
 * second alone, frames are put right behind a header that stays as it is, for
 * the run that the copy of the header behind it names. */
#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/format.h"
#include "iolog/iolog.h"
#include "tests/fuzz/file.h"

static void
put_frames_right(uint8_t *log, size_t size, size_t at, const uint8_t *uuid)
{
	while (size - at >= FRAME_HEADER_BYTES) {
		uint8_t *frame = log + at;
		size_t length = get_u32(frame + FRAME_OF_BYTES);

		if (length < FRAME_HEADER_BYTES || length > size - at)
			return;
		put_u64(frame + FRAME_OF_MARKER, FRAME_MARKER);
		put_u32(frame + FRAME_OF_PAYLOAD_CRC, crc32c(0, frame +
		    FRAME_HEADER_BYTES, length - FRAME_HEADER_BYTES));
		put_u32(frame + FRAME_OF_HEADER_CRC, crc32c(crc32c(0, uuid,
		    16), frame, FRAME_OF_HEADER_CRC));
		at += length;
	}
}

static void
put_right(uint8_t *log, size_t size)
{
	const size_t copy = FORMAT_HEADER_UNIT + FRAME_HEADER_BYTES;

	if (size < copy + HEADER_TEXT)
		return;
	if (!(log[HEADER_UUID] & 1)) {
		if (log[HEADER_UUID] & 2)
			put_frames_right(log, size, FORMAT_HEADER_UNIT,
			    log + copy + HEADER_UUID);
		return;
	}
	size_t length = get_u32(log + HEADER_BYTES);
	if (length < FORMAT_HEADER_UNIT || length > size)
		return;
	put_u32(log + length - 4, crc32c(0, log, length - 4));
	if (log[HEADER_UUID] & 2)
		put_frames_right(log, size, length, log + HEADER_UUID);
}

static void
read_all(struct iolog_reader *r, size_t size)
{
	struct iolog_frame f;
	enum iolog_status status;
	size_t turns = 0;

	do {
		status = iolog_reader_next(r, &f);
		/* Each turn is a frame, bytes, or a word on its place. */
		if (turns++ > 4 + size / (FRAME_HEADER_BYTES / 4))
			abort();
	} while (status == IOLOG_OK || status == IOLOG_DAMAGED);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum iolog_status status;
	uint64_t end;
	uint8_t *log = malloc(size + 1);

	memcpy(log, data, size);
	put_right(log, size);
	put_in_file(log, size);
	free(log);
	struct iolog_reader *r = iolog_reader_open(path, &status);
	if (r != NULL) {
		iolog_reader_want(r, IOLOG_WANT_OFFSETS | IOLOG_WANT_CALLS);
		read_all(r, size);
		if (iolog_reader_rewind(r) == -1)
			abort();
		read_all(r, size);
		if (iolog_reader_seek_step(r, 2, &end) == 0)
			read_all(r, size);
	}
	iolog_reader_close(r);
	return 0;
}
