/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "iolog/chain.h"
#include "iolog/crc32c.h"
#include "iolog/header.h"

/* An index frame after this many others: 48 KiB of index at a time.  The last
 * of them is a copy of the file header, half a KiB. */
#define INDEX_FRAMES 1024u

struct iolog_chain {
	struct iolog_sink sink;
	uint8_t uuid[16];
	uint64_t at_bytes;		/* length of the log so far */
	uint32_t sequence, previous_crc;
	uint32_t nindexed;
	uint64_t last_index_bytes;
	struct iolog_totals totals, other_totals;
	bool has_other_totals;
	uint8_t *header;		/* a frame: copy of the file header */
	size_t header_bytes;
	uint8_t index[FRAME_HEADER_BYTES + INDEX_HEAD_BYTES +
	    INDEX_FRAMES * INDEX_ENTRY_BYTES];
};

static void
emit(struct iolog_chain *c, const void *bytes, size_t length)
{
	c->sink.write(c->sink.context, bytes, length);
	c->at_bytes += length;
}

static void
link_frame(struct iolog_chain *c, struct iolog_frame_header *h, uint8_t *frame)
{
	h->sequence = c->sequence++;
	h->previous_crc = c->previous_crc;
	c->previous_crc = iolog_frame_header_encode(h, c->uuid, frame);
	emit(c, frame, h->length_bytes);
}

static void
write_index(struct iolog_chain *c)
{
	uint8_t *payload = c->index + FRAME_HEADER_BYTES;
	size_t length = INDEX_HEAD_BYTES + c->nindexed * INDEX_ENTRY_BYTES;
	uint64_t here = c->at_bytes;

	put_u32(payload + INDEX_OF_COUNT, c->nindexed);
	put_u32(payload + INDEX_OF_ENTRY_BYTES, INDEX_ENTRY_BYTES);
	put_u64(payload + INDEX_OF_PREVIOUS, c->last_index_bytes);
	struct iolog_frame_header h = {
		.type = IOLOG_FRAME_INDEX,
		.length_bytes = (uint32_t)(FRAME_HEADER_BYTES + length),
		.payload_crc = crc32c(0, payload, length),
	};
	link_frame(c, &h, c->index);
	c->last_index_bytes = here;
	c->nindexed = 0;
}

/* Links a frame and keeps what the index shall tell of it. */
static void
add_frame(struct iolog_chain *c, struct iolog_frame_header *h, uint8_t *frame)
{
	uint8_t *entry = c->index + FRAME_HEADER_BYTES + INDEX_HEAD_BYTES +
	    c->nindexed++ * INDEX_ENTRY_BYTES;

	put_u64(entry + ENTRY_OF_OFFSET, c->at_bytes);
	put_u64(entry + ENTRY_OF_FIRST, h->first);
	put_u64(entry + ENTRY_OF_BASE, h->base);
	put_u64(entry + ENTRY_OF_LAST, h->last);
	put_u32(entry + ENTRY_OF_STREAM, h->stream);
	put_u32(entry + ENTRY_OF_STEP, h->step);
	put_u32(entry + ENTRY_OF_RECORDS, h->n);
	put_u32(entry + ENTRY_OF_TYPE, (uint32_t)h->type);
	c->totals.completions += h->n;
	c->totals.submits += h->nsubmits;
	c->totals.errors += h->nerrors;
	c->totals.stalls += h->type == IOLOG_FRAME_STALL;
	link_frame(c, h, frame);
}

static void
add_header(struct iolog_chain *c)
{
	size_t length = c->header_bytes - FRAME_HEADER_BYTES;
	struct iolog_frame_header h = {
		.type = IOLOG_FRAME_HEADER,
		.length_bytes = (uint32_t)c->header_bytes,
		.payload_crc = crc32c(0, c->header + FRAME_HEADER_BYTES,
		    length),
	};

	add_frame(c, &h, c->header);
}

/* The copy of the file header comes with the index: where much of a log was
 * lost, one is left. */
static void
finish_index(struct iolog_chain *c)
{
	add_header(c);
	write_index(c);
}

void
iolog_chain_free(struct iolog_chain *c)
{
	if (c == NULL)
		return;
	free(c->header);
	free(c);
}

struct iolog_chain *
iolog_chain_new(const struct iolog_sink *sink, const uint8_t uuid[16],
    const void *header, size_t length)
{
	struct iolog_chain *c = calloc(1, sizeof(*c));

	if (c == NULL)
		return NULL;
	c->sink = *sink;
	memcpy(c->uuid, uuid, sizeof(c->uuid));
	c->header_bytes = FRAME_HEADER_BYTES + iolog_header_copy(header, NULL);
	c->header = malloc(c->header_bytes);
	if (c->header == NULL) {
		iolog_chain_free(c);
		return NULL;
	}
	iolog_header_copy(header, c->header + FRAME_HEADER_BYTES);
	emit(c, header, length);
	add_header(c);
	return c;
}

void
iolog_chain_frame(struct iolog_chain *c, struct iolog_frame_header *h,
    uint8_t *frame)
{
	add_frame(c, h, frame);
	if (c->nindexed == INDEX_FRAMES - 1)
		finish_index(c);
}

void
iolog_chain_total(struct iolog_chain *c, const struct iolog_totals *totals)
{
	c->other_totals = *totals;
	c->has_other_totals = true;
}

struct iolog_totals
iolog_chain_end(struct iolog_chain *c)
{
	uint8_t frame[FRAME_END_BYTES];

	finish_index(c);
	if (c->has_other_totals)
		c->totals = c->other_totals;
	c->totals.bytes = c->at_bytes + FRAME_END_BYTES;
	struct iolog_end end = {
		.totals = c->totals, .last_index_bytes = c->last_index_bytes,
		.nframes = c->sequence,
	};
	size_t length = iolog_end_encode(&end, frame + FRAME_HEADER_BYTES);
	struct iolog_frame_header h = {
		.type = IOLOG_FRAME_END,
		.length_bytes = (uint32_t)(FRAME_HEADER_BYTES + length),
		.payload_crc = crc32c(0, frame + FRAME_HEADER_BYTES, length),
	};
	link_frame(c, &h, frame);
	return c->totals;
}
