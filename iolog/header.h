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

/*
 * iolog_header_find() looks in n bytes for frames with copies of file headers
 * and returns the header's bytes of the run of which a frame stands there
 * first, '*length_out' of them, for the caller to free; or NULL.
 */
uint8_t *iolog_header_find(const uint8_t *bytes, size_t n,
    size_t *length_out);

/* iolog_header_first() returns where in n bytes the first frame of a run
 * begins, by its header, with its number; n if there is none. */
size_t iolog_header_first(const uint8_t *bytes, size_t n,
    const uint8_t uuid[16], uint32_t *number_out);

/* iolog_header_is_whole() says whether the file header that begins in 'bytes',
 * n of them, has the checksum that it was written with. */
bool iolog_header_is_whole(const uint8_t *bytes, size_t n);

#endif
