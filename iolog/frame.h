/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_FRAME_H
#define PLATEAU_IOLOG_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "iolog/column.h"
#include "iolog/iolog.h"

/* Frames as bytes: the header that all share, and the payload of each type. */

struct iolog_frame_header {
	enum iolog_frame_type type;
	unsigned form, ncolumns;
	uint32_t length_bytes;		/* header and payload */
	uint32_t stream, step, sequence;
	uint64_t first;
	uint32_t n, ncalls, nsubmits, nflying, nerrors;
	uint64_t base, last;		/* stamps, ticks */
	uint32_t unit;			/* ticks of one unit of stored times */
	uint32_t payload_crc, previous_crc, header_crc;
	uint64_t first_submit, reference, freed;
};

/*
 * iolog_frame_header_encode() writes h, all but header_crc, to the
 * FRAME_HEADER_BYTES at 'to', and the checksum that it takes over them and the
 * run's uuid, which it returns.
 */
uint32_t iolog_frame_header_encode(const struct iolog_frame_header *h,
    const uint8_t uuid[16], uint8_t *to);

/* iolog_frame_header_decode() reads it again.  Returns 0, or -1 if this is no
 * valid header of a frame of this run. */
int iolog_frame_header_decode(const uint8_t *from, const uint8_t uuid[16],
    struct iolog_frame_header *h_out);

/*
 * iolog_frame_is_whole() says whether a frame of whatever run begins in these
 * n bytes: it seems a header, and its payload has the checksum that this tells.
 * '*run_out' is then the CRC32C of that run's UUID, which the header's checksum
 * begins with, and h_out the header; if only the payload is not right,
 * h_out->length_bytes is what was looked at, else 0.
 */
bool iolog_frame_is_whole(const uint8_t *bytes, size_t n,
    struct iolog_frame_header *h_out, uint32_t *run_out);

/* ------------------------------------------------------------ data: writing */

/* What one data frame will hold: n completions, ncalls submit calls, and the
 * nflying I/Os that were in flight when it began, by ascending number. */
struct iolog_records {
	uint32_t stream, step;
	uint64_t first;			/* number of the first completion */
	uint32_t n, ncalls, nsubmits, nflying;
	uint64_t *complete, *latency;	/* ticks */
	uint64_t *submit, *offset;	/* NULL if they are not known */
	uint32_t *bytes;
	int32_t *result;
	uint8_t *op, *flags;
	uint64_t first_submit;		/* number of the calls' first I/O */
	bool in_sequence;		/* the other calls' follow on: an I/O's
					   number tells its call */
	uint32_t depth;			/* most I/Os in flight meanwhile */
	uint32_t *call_count;		/* I/Os of each call */
	uint64_t *call_before, *call_duration;	/* ticks; before: NULL if they
						   are not known */
	uint64_t *flying_number, *flying_ticks;
};

/* What a log's header tells its frames. */
struct iolog_rules {
	uint32_t generator;
	uint64_t key;
};

struct iolog_frame_encoder;

/* iolog_frame_encoder_new() takes all memory that encoding frames of up to
 * 'values_most' completions, calls or I/Os in flight needs; NULL with errno. */
struct iolog_frame_encoder *iolog_frame_encoder_new(
    const struct iolog_rules *rules, uint32_t values_most);
void iolog_frame_encoder_free(struct iolog_frame_encoder *e);

/*
 * iolog_frame_encode() makes a data frame of 'r'; a 'small' one takes fewer
 * bytes and is slower to read.  Returns its bytes, which live until the next
 * call, with FRAME_HEADER_BYTES of room in front of the payload and h_out
 * filled in except for sequence and previous_crc.
 */
uint8_t *iolog_frame_encode(struct iolog_frame_encoder *e,
    const struct iolog_records *r, bool small,
    struct iolog_frame_header *h_out);

/* iolog_frame_encoder_order() returns the completions of the last frame in
 * order of their submit stamps, if finding that order was a part of making it;
 * or NULL. */
const uint32_t *iolog_frame_encoder_order(const struct iolog_frame_encoder *e);

/* ------------------------------------------------------------ data: reading */

struct iolog_frame_decoder;

/* iolog_frame_decoder_new() returns a decoder, NULL with errno. */
struct iolog_frame_decoder *iolog_frame_decoder_new(
    const struct iolog_rules *rules);
void iolog_frame_decoder_free(struct iolog_frame_decoder *d);

/*
 * iolog_frame_decode() reads the payload of a data frame whose checksum is
 * right into frame_out, whose arrays then belong to the decoder until the next
 * call; 'wants' is a sum of IOLOG_WANT_.  Returns 0, or -1 if it is not valid.
 */
int iolog_frame_decode(struct iolog_frame_decoder *d,
    const struct iolog_frame_header *h, const uint8_t *payload,
    unsigned wants, struct iolog_frame *frame_out);

/* iolog_frame_decoder_order() tells, or with NULL does not tell, the next
 * frames' completions in order of their submit stamps.  It is not relied on,
 * but looking at it is faster than sorting. */
void iolog_frame_decoder_order(struct iolog_frame_decoder *d,
    const uint32_t *order);

/* iolog_frame_flying() adds to 'r' what the last decoded frame tells of the
 * I/Os in flight, in the age form: those at its beginning, and their most. */
void iolog_frame_flying(struct iolog_frame_decoder *d,
    struct iolog_records *r);

/* Four significant bits of a duration as a small number, and back: exact below
 * 16 ticks, else to the nearest of eight values an octave. */
static inline unsigned
iolog_duration_code(uint64_t ticks)
{
	/* Round to four bits, unless no bit is left; what rounds up to sixteen
	 * has one bit more. */
	unsigned shift = 60 - (unsigned)__builtin_clzll(ticks | 8);
	uint64_t most = UINT64_MAX - ((uint64_t)1 << shift);
	ticks += ticks < most ? (uint64_t)1 << shift >> 1 : 0;
	shift += (unsigned)(ticks >> shift >> 4);
	return 8 * shift + (unsigned)(ticks >> shift);
}

/* iolog_duration_round() is what a duration is when it was code. */
static inline uint64_t
iolog_duration_round(uint64_t ticks)
{
	unsigned shift = 60 - (unsigned)__builtin_clzll(ticks | 8);
	uint64_t most = UINT64_MAX - ((uint64_t)1 << shift);

	ticks += ticks < most ? (uint64_t)1 << shift >> 1 : 0;
	return ticks >> shift << shift;
}

static inline uint64_t
iolog_duration_ticks(uint32_t code)
{
	unsigned octave = code < 16 ? 1 : code / 8;

	return (uint64_t)(code - 8 * (octave - 1)) << (octave - 1);
}

/* ---------------------------------------------------------- the other types */

/*
 * These write a payload of at most FRAME_EVENT_MOST bytes to 'to' and return
 * its length, a multiple of 8; iolog_event_decode() reads any of them.  Texts
 * point into the payload's copy in 'text', FRAME_EVENT_MOST bytes.
 */
#define FRAME_EVENT_MOST 8192u
#define FRAME_END_BYTES (FRAME_HEADER_BYTES + 64u)
size_t iolog_step_encode(const struct iolog_step *s, uint8_t *to);
size_t iolog_stall_encode(const struct iolog_stall *s, uint8_t *to);
size_t iolog_anchor_encode(const struct iolog_anchor *a, uint8_t *to);
size_t iolog_loss_encode(const struct iolog_loss *l, uint8_t *to);

struct iolog_end {
	struct iolog_totals totals;
	uint64_t last_index_bytes;	/* where the last index is; 0: none */
	uint64_t nframes;
};
size_t iolog_end_encode(const struct iolog_end *e, uint8_t *to);
int iolog_end_decode(const uint8_t *payload, size_t length,
    struct iolog_end *end_out);
int iolog_event_decode(const struct iolog_frame_header *h,
    const uint8_t *payload, char *text, struct iolog_frame *frame_out);

#endif
