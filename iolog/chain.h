/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_CHAIN_H
#define PLATEAU_IOLOG_CHAIN_H

#include <stddef.h>
#include <stdint.h>

#include "iolog/format.h"
#include "iolog/frame.h"

/* Where bytes go. */
struct iolog_sink {
	void (*write)(void *context, const void *bytes, size_t length);
	void *context;
};

/*
 * The frames of a log as a chain: numbers them, links each to the one before,
 * keeps the index and writes index and end frames.
 */
struct iolog_chain;

/* iolog_chain_new() writes the file header to the sink, and its first copy.
 * NULL with errno.  iolog_chain_free() writes nothing and ignores NULL. */
struct iolog_chain *iolog_chain_new(const struct iolog_sink *sink,
    const uint8_t uuid[16], const void *header, size_t length);
void iolog_chain_free(struct iolog_chain *c);

/* iolog_chain_frame() writes a frame of any type but index, header and end.
 * Its payload lies at frame + FRAME_HEADER_BYTES; its header is put before. */
void iolog_chain_frame(struct iolog_chain *c, struct iolog_frame_header *h,
    uint8_t *frame);

/* iolog_chain_total() has the end frame tell these counts: those of the log as
 * it was, of which some frames were lost. */
void iolog_chain_total(struct iolog_chain *c,
    const struct iolog_totals *totals);

/* iolog_chain_end() writes the rest of the index and the end frame, with the
 * totals, which it returns: of all frames, unless told others. */
struct iolog_totals iolog_chain_end(struct iolog_chain *c);

#endif
