/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/report.h"
#include "iolog/crc32c.h"
#include "iolog/format.h"
#include "iolog/frame.h"
#include "iolog/header.h"

/* Features that this reader knows.  There are none yet. */
#define KNOWN_INCOMPATIBLE 0u

/* Frames of wrong checksums, one inside the other, are not all looked into. */
#define WASTE_BYTES ((uint64_t)64 << 20)

#define UUID_BYTES 16u

static bool
in_range(const struct iolog_header *h)
{
	return h->nstreams >= 1 && h->nstreams <= FORMAT_STREAMS_MOST &&
	    h->clock >= IOLOG_CLOCK_MONOTONIC_RAW &&
	    h->clock <= IOLOG_CLOCK_VIRTUAL &&
	    h->stamp >= IOLOG_STAMP_BATCH && h->stamp <= IOLOG_STAMP_EVENT &&
	    h->tick_num >= 1 && h->tick_den >= 1 &&
	    h->tick_num <= (uint64_t)1 << 62 &&
	    h->tick_den <= (uint64_t)1 << 62 &&
	    h->sector_bytes >= 1 && h->sector_bytes <= 1u << 20;
}

uint8_t *
iolog_header_encode(const struct iolog_header *h, size_t *length_out)
{
	const char *text = h->text == NULL ? "" : h->text;
	size_t ntext = strlen(text);
	size_t length = HEADER_TEXT + ntext + 4 + FORMAT_HEADER_UNIT - 1;

	length -= length % FORMAT_HEADER_UNIT;
	if (!in_range(h) || length > FORMAT_HEADER_MOST) {
		warn_msg("log header: a field is out of its range");
		return NULL;
	}
	uint8_t *p = calloc(1, length);
	if (p == NULL) {
		warn_errno("allocating a log header");
		return NULL;
	}
	memcpy(p, FORMAT_MAGIC, FORMAT_MAGIC_BYTES);
	put_u32(p + HEADER_BYTE_ORDER, FORMAT_BYTE_ORDER);
	put_u16(p + HEADER_MAJOR, FORMAT_MAJOR);
	put_u16(p + HEADER_MINOR, FORMAT_MINOR);
	put_u32(p + HEADER_BYTES, (uint32_t)length);
	put_u32(p + HEADER_FLAGS, h->simulated ? HEADER_FLAG_SIMULATED : 0);
	memcpy(p + HEADER_UUID, h->run_uuid, sizeof(h->run_uuid));
	put_u32(p + HEADER_STREAMS, h->nstreams);
	put_u16(p + HEADER_CLOCK, (uint16_t)h->clock);
	put_u16(p + HEADER_STAMP, (uint16_t)h->stamp);
	put_u64(p + HEADER_TICK_NUM, h->tick_num);
	put_u64(p + HEADER_TICK_DEN, h->tick_den);
	put_u64(p + HEADER_ANCHOR, h->anchor.ticks);
	put_u64(p + HEADER_ANCHOR + 8, h->anchor.monotonic_ns);
	put_u64(p + HEADER_ANCHOR + 16, h->anchor.realtime_ns);
	put_u64(p + HEADER_TARGET, h->target_bytes);
	put_u64(p + HEADER_KEY, h->key);
	put_u32(p + HEADER_GENERATOR, h->generator);
	put_u32(p + HEADER_SECTOR, h->sector_bytes);
	put_u32(p + HEADER_TEXT_BYTES, (uint32_t)ntext);
	memcpy(p + HEADER_TEXT, text, ntext);
	put_u32(p + length - 4, crc32c(0, p, length - 4));
	*length_out = length;
	return p;
}

/*
 * What copies in text mode make of the magic: line ends converted either way,
 * or the eighth bit cleared.
 */
static bool
is_text_mode(const uint8_t *p)
{
	return memcmp(p, "\x89IOL\n\x1a\n", 7) == 0 ||
	    memcmp(p, "\x89IOL\r\r\n", 7) == 0 ||
	    memcmp(p, "\x89IOL\r\n\x1a\r", 8) == 0 ||
	    memcmp(p, "\x89IOL\r\x1a\r", 7) == 0 ||
	    memcmp(p, "\x89IOL\n\n\x1a\n", 8) == 0 ||
	    memcmp(p, "\x09IOL\r\n\x1a\n", 8) == 0 ||
	    memcmp(p, "\xc2\x89IOL", 5) == 0;
}

enum iolog_status
iolog_header_length(const uint8_t *bytes, size_t *length_out)
{
	uint32_t order = get_u32(bytes + HEADER_BYTE_ORDER);
	uint32_t length = get_u32(bytes + HEADER_BYTES);

	if (is_text_mode(bytes))
		return IOLOG_TEXT_MODE;
	if (memcmp(bytes, FORMAT_MAGIC, FORMAT_MAGIC_BYTES) != 0)
		return IOLOG_NOT_A_LOG;
	if (order == __builtin_bswap32(FORMAT_BYTE_ORDER))
		return IOLOG_WRONG_BYTE_ORDER;
	if (order != FORMAT_BYTE_ORDER)
		return IOLOG_BAD_HEADER;
	if (get_u16(bytes + HEADER_MAJOR) > FORMAT_MAJOR)
		return IOLOG_NEWER_VERSION;
	if (get_u16(bytes + HEADER_MAJOR) != FORMAT_MAJOR ||
	    length < FORMAT_HEADER_UNIT || length > FORMAT_HEADER_MOST ||
	    length % FORMAT_HEADER_UNIT != 0)
		return IOLOG_BAD_HEADER;
	*length_out = length;
	return IOLOG_OK;
}

static bool
is_zero(const uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] != 0)
			return false;
	return true;
}

enum iolog_status
iolog_header_decode(const uint8_t *p, size_t length,
    struct iolog_header *h_out, char **text_out)
{
	uint32_t ntext = get_u32(p + HEADER_TEXT_BYTES);

	if (get_u32(p + length - 4) != crc32c(0, p, length - 4))
		return IOLOG_BAD_HEADER;
	if (get_u32(p + HEADER_INCOMPATIBLE) & ~KNOWN_INCOMPATIBLE)
		return IOLOG_UNKNOWN_FEATURE;
	*h_out = (struct iolog_header){
		.nstreams = get_u32(p + HEADER_STREAMS),
		.clock = (enum iolog_clock)get_u16(p + HEADER_CLOCK),
		.stamp = (enum iolog_stamp)get_u16(p + HEADER_STAMP),
		.tick_num = get_u64(p + HEADER_TICK_NUM),
		.tick_den = get_u64(p + HEADER_TICK_DEN),
		.anchor = {
			.ticks = get_u64(p + HEADER_ANCHOR),
			.monotonic_ns = get_u64(p + HEADER_ANCHOR + 8),
			.realtime_ns = get_u64(p + HEADER_ANCHOR + 16),
		},
		.sector_bytes = get_u32(p + HEADER_SECTOR),
		.target_bytes = get_u64(p + HEADER_TARGET),
		.generator = get_u32(p + HEADER_GENERATOR),
		.key = get_u64(p + HEADER_KEY),
		.simulated = (get_u32(p + HEADER_FLAGS) &
		    HEADER_FLAG_SIMULATED) != 0,
	};
	memcpy(h_out->run_uuid, p + HEADER_UUID, sizeof(h_out->run_uuid));
	/* A newer minor version may use what is reserved today. */
	if (!in_range(h_out) || ntext > length - 4 - HEADER_TEXT ||
	    memchr(p + HEADER_TEXT, '\0', ntext) != NULL ||
	    (get_u16(p + HEADER_MINOR) <= FORMAT_MINOR &&
	    !is_zero(p + HEADER_RESERVED, HEADER_TEXT - HEADER_RESERVED)))
		return IOLOG_BAD_HEADER;
	*text_out = strndup((const char *)p + HEADER_TEXT, ntext);
	if (*text_out == NULL)
		return IOLOG_ERRNO;
	h_out->text = *text_out;
	return IOLOG_OK;
}

bool
iolog_header_is_whole(const uint8_t *bytes, size_t n)
{
	size_t length = n < FORMAT_HEADER_UNIT ? 0 :
	    get_u32(bytes + HEADER_BYTES);

	return length >= FORMAT_HEADER_UNIT && length <= n &&
	    get_u32(bytes + length - 4) == crc32c(0, bytes, length - 4);
}

size_t
iolog_header_copy(const uint8_t *bytes, uint8_t *to)
{
	size_t used = HEADER_TEXT + get_u32(bytes + HEADER_TEXT_BYTES);
	size_t length = (used + 7) / 8 * 8;

	if (to != NULL) {
		memset(to, 0, length);
		memcpy(to, bytes, used);
	}
	return length;
}

uint8_t *
iolog_header_unfold(const uint8_t *copy, size_t ncopy, size_t *length_out)
{
	size_t length;

	if (ncopy < HEADER_TEXT ||
	    iolog_header_length(copy, &length) != IOLOG_OK ||
	    HEADER_TEXT + (size_t)get_u32(copy + HEADER_TEXT_BYTES) >
	    length - 4 || ncopy != iolog_header_copy(copy, NULL))
		return NULL;
	uint8_t *bytes = calloc(1, length);
	if (bytes == NULL)
		return NULL;
	memcpy(bytes, copy, ncopy < length - 4 ? ncopy : length - 4);
	put_u32(bytes + length - 4, crc32c(0, bytes, length - 4));
	*length_out = length;
	return bytes;
}

uint8_t *
iolog_header_mend(const uint8_t *bytes, size_t n, size_t *length_out)
{
	size_t length;

	if (n < FORMAT_HEADER_UNIT ||
	    iolog_header_length(bytes, &length) != IOLOG_OK || length > n)
		return NULL;
	size_t used = HEADER_TEXT + (size_t)get_u32(bytes + HEADER_TEXT_BYTES);
	if (used > length - 4 || (is_zero(bytes + used, length - 4 - used) &&
	    get_u32(bytes + length - 4) != 0))
		return NULL;
	size_t ncopy = iolog_header_copy(bytes, NULL);
	uint8_t *copy = malloc(ncopy), *header = NULL;
	if (copy != NULL) {
		iolog_header_copy(bytes, copy);
		header = iolog_header_unfold(copy, ncopy, length_out);
	}
	free(copy);
	return header;
}

/* The run of this checksum; NULL if there are too many. */
static struct iolog_run *
find_run(struct iolog_runs *r, uint32_t crc)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->items[i].uuid_crc == crc)
			return &r->items[i];
	if (r->n == HEADER_RUNS_MOST)
		return NULL;
	r->items[r->n] = (struct iolog_run){ .uuid_crc = crc };
	return &r->items[r->n++];
}

static void
measure_frame(struct iolog_runs *r, uint32_t crc, const uint8_t *bytes,
    size_t at, const struct iolog_frame_header *h)
{
	struct iolog_run *run = find_run(r, crc);
	const uint8_t *payload = bytes + at + FRAME_HEADER_BYTES;
	size_t length = h->length_bytes - FRAME_HEADER_BYTES;

	if (run == NULL)
		return;
	if (run->nbytes == 0) {
		run->first = at;
		run->number = h->sequence;
	}
	run->nbytes += h->length_bytes;
	/* The copy tells the UUID that frame headers are checked with. */
	if (run->copy == NULL && h->type == IOLOG_FRAME_HEADER &&
	    length >= HEADER_TEXT &&
	    crc32c(0, payload + HEADER_UUID, UUID_BYTES) == crc) {
		run->copy = payload;
		run->ncopy = length;
	}
}

void
iolog_header_runs(const uint8_t *bytes, size_t n, struct iolog_runs *r)
{
	const uint8_t *end = bytes + n;
	struct iolog_frame_header h;
	uint64_t wasted = 0;
	uint8_t marker[8];
	uint32_t crc;

	put_u64(marker, FRAME_MARKER);
	for (const uint8_t *at = bytes; wasted <= WASTE_BYTES &&
	    (at = memmem(at, (size_t)(end - at), marker,
	    sizeof(marker))) != NULL;) {
		if (iolog_frame_is_whole(at, (size_t)(end - at), &h, &crc)) {
			measure_frame(r, crc, bytes, (size_t)(at - bytes), &h);
			at += h.length_bytes;
		} else {
			wasted += h.length_bytes;
			at++;
		}
	}
}

const struct iolog_run *
iolog_header_owner(const struct iolog_runs *r)
{
	const struct iolog_run *best = NULL;

	for (size_t i = 0; i < r->n; i++) {
		const struct iolog_run *run = &r->items[i];

		if (run->nbytes > 0 && (run->copy != NULL || run->is_known) &&
		    (best == NULL || run->nbytes > best->nbytes ||
		    (run->nbytes == best->nbytes &&
		    run->first < best->first)))
			best = run;
	}
	return best;
}
