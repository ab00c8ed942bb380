/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_READER_H
#define PLATEAU_IOLOG_READER_H

#include "iolog/frame.h"
#include "iolog/iolog.h"

/* What of a reader only programs that copy logs need. */

/* The bytes of the last frame returned, of its length_bytes, and its header;
 * until the next call. */
const uint8_t *iolog_reader_bytes(const struct iolog_reader *r);
const struct iolog_frame_header *iolog_reader_frame(
    const struct iolog_reader *r);

/* The file header as it stands in the file, or did before it was damaged. */
const uint8_t *iolog_reader_header_bytes(const struct iolog_reader *r,
    size_t *length_out);

/* How many completions a stream had, as far as index frames and what a repair
 * left tell that were read so far. */
uint64_t iolog_reader_written(const struct iolog_reader *r, uint32_t stream);

/* The decoder of the last frame. */
struct iolog_frame_decoder *iolog_reader_decoder(struct iolog_reader *r);

#endif
