/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever is in a frame whose checksums are right: it is refused, or its
 * arrays are whole.
 *
 * Input: a frame; length and checksums are put right before it is read. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/frame.h"
#include "iolog/generator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t uuid[16];

static void
put_right(uint8_t *frame, size_t size)
{
	put_u64(frame + FRAME_OF_MARKER, FRAME_MARKER);
	put_u32(frame + FRAME_OF_BYTES, (uint32_t)size);
	put_u32(frame + FRAME_OF_PAYLOAD_CRC, crc32c(0, frame +
	    FRAME_HEADER_BYTES, size - FRAME_HEADER_BYTES));
	put_u32(frame + FRAME_OF_HEADER_CRC, crc32c(crc32c(0, uuid,
	    sizeof(uuid)), frame, FRAME_OF_HEADER_CRC));
}

static uint64_t
look(const struct iolog_frame *f)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < f->n; i++)
		sum += f->complete_ticks[i] + f->latency_ticks[i] + f->op[i] +
		    f->flags[i] + f->bytes[i] + (uint64_t)f->result[i] +
		    (f->at_bytes == NULL ? 0 : f->at_bytes[i]) +
		    (f->submit == NULL ? 0 : f->submit[i]);
	for (uint32_t i = 0; i < f->ncalls; i++)
		sum += f->call_count[i] + f->call_duration_ticks[i] +
		    (f->call_ticks == NULL ? 0 : f->call_ticks[i]);
	return sum;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct iolog_frame_decoder *decoder;
	static volatile uint64_t keep;
	const struct iolog_rules rules = { GENERATOR_MIX64, 1 };
	struct iolog_frame_header h;
	struct iolog_frame f = { .n = 0 };
	char text[FRAME_EVENT_MOST];

	if (decoder == NULL)
		decoder = iolog_frame_decoder_new(&rules);
	size -= size % 8;
	if (size < FRAME_HEADER_BYTES || size > FORMAT_FRAME_MOST)
		return 0;
	uint8_t *frame = malloc(size);
	memcpy(frame, data, size);
	put_right(frame, size);
	if (iolog_frame_header_decode(frame, uuid, &h) == 0) {
		const uint8_t *payload = frame + FRAME_HEADER_BYTES;

		if (h.type != IOLOG_FRAME_DATA)
			iolog_event_decode(&h, payload, text, &f);
		else
			for (unsigned wants = 0; wants < 4; wants++)
				if (iolog_frame_decode(decoder, &h, payload,
				    wants, &f) == 0)
					keep += look(&f);
	}
	free(frame);
	return 0;
}
