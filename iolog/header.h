/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_HEADER_H
#define PLATEAU_IOLOG_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "iolog/iolog.h"

/* The file header as bytes. */

/*
 * iolog_header_encode() returns the header's bytes, '*length_out' of them, for
 * the caller to free; or NULL with the reason printed (a field out of range,
 * text too long).
 */
uint8_t *iolog_header_encode(const struct iolog_header *h, size_t *length_out);

/*
 * iolog_header_length() judges the first FORMAT_HEADER_UNIT bytes of a file:
 * IOLOG_OK and the length of its whole header, or the reason against it.
 */
enum iolog_status iolog_header_length(const uint8_t *bytes,
    size_t *length_out);

/*
 * iolog_header_decode() reads a whole header.  h_out->text is a new string in
 * '*text_out', for the caller to free.
 */
enum iolog_status iolog_header_decode(const uint8_t *bytes, size_t length,
    struct iolog_header *h_out, char **text_out);

/*
 * A copy of the header, the payload of a frame, is the header without the zeros
 * behind its text.  iolog_header_copy() makes one of a header's bytes, in
 * 'to', unless NULL; returns its length, a multiple of 8.
 */
size_t iolog_header_copy(const uint8_t *bytes, uint8_t *to);

/* iolog_header_unfold() makes the header again, '*length_out' bytes, for the
 * caller to free; NULL if this is no such copy. */
uint8_t *iolog_header_unfold(const uint8_t *copy, size_t ncopy,
    size_t *length_out);

/* iolog_header_mend() does so with a file header whose checksum is wrong, if
 * that can be for what stands behind its text; else NULL. */
uint8_t *iolog_header_mend(const uint8_t *bytes, size_t n,
    size_t *length_out);

/* A run of which whole frames stand in some bytes. */
struct iolog_run {
	uint32_t uuid_crc;
	bool is_known;			/* its header is, without a copy */
	size_t nbytes, first;		/* how long; and where the first is, */
	uint32_t number;		/* its number */
	const uint8_t *copy;		/* of the header, there; NULL: none */
	size_t ncopy;
};

/* Frames of more runs than this in one file are somebody's joke. */
#define HEADER_RUNS_MOST 64u
struct iolog_runs {
	struct iolog_run items[HEADER_RUNS_MOST];
	size_t n;
};

/* iolog_header_runs() measures the frames in n bytes. */
void iolog_header_runs(const uint8_t *bytes, size_t n, struct iolog_runs *r);

/* iolog_header_owner() returns the run of which most bytes are, the first of
 * several, among those of which the header is known, or there; or NULL. */
const struct iolog_run *iolog_header_owner(const struct iolog_runs *r);

/* iolog_header_is_whole() says whether the file header that begins in 'bytes',
 * n of them, has the checksum that it was written with. */
bool iolog_header_is_whole(const uint8_t *bytes, size_t n);

#endif
