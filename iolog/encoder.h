/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_ENCODER_H
#define PLATEAU_IOLOG_ENCODER_H

#include <stddef.h>
#include <stdint.h>

#include "iolog/chain.h"
#include "iolog/frame.h"
#include "iolog/iolog.h"
#include "iolog/ring.h"

/*
 * The encoder turns events into the bytes of a log, in order, in one thread:
 * the same events give the same bytes.  The recorder runs one in its thread.
 */

struct iolog_encoder;

/* iolog_encoder_new() takes all memory and writes the file header to the sink.
 * NULL with the reason printed. */
struct iolog_encoder *iolog_encoder_new(const struct iolog_header *header,
    const struct iolog_sink *sink);
void iolog_encoder_free(struct iolog_encoder *e);

/* The events of a stream, in the order they were pushed. */
void iolog_encoder_events(struct iolog_encoder *e, uint32_t stream,
    const struct iolog_event *events, size_t n);

static inline void
iolog_encoder_event(struct iolog_encoder *e, uint32_t stream,
    const struct iolog_event *event)
{
	iolog_encoder_events(e, stream, event, 1);
}

/* A frame of another type: its payload as frame.h encodes it. */
void iolog_encoder_frame(struct iolog_encoder *e, enum iolog_frame_type type,
    uint32_t stream, uint32_t step, uint64_t ticks, const uint8_t *payload,
    size_t length);

/* iolog_encoder_step() is iolog_encoder_frame() for a step. */
void iolog_encoder_step(struct iolog_encoder *e, const struct iolog_step *step);

/* iolog_encoder_flush() writes what each stream has gathered, if it has been
 * gathering since the last call: called once a second, it bounds what a crash
 * loses. */
void iolog_encoder_flush(struct iolog_encoder *e);

/* iolog_encoder_end() writes records for I/Os that never came back, the rest
 * of every stream, index and end. */
void iolog_encoder_end(struct iolog_encoder *e,
    struct iolog_totals *totals_out);

/* iolog_encoder_failed() says whether a frame did not decode to what it was
 * made from, or memory ran out; the reason has been printed. */
bool iolog_encoder_failed(const struct iolog_encoder *e);

#endif
