/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_RING_H
#define PLATEAU_IOLOG_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "iolog/iolog.h"

/*
 * The hot side of the log: a ring from one I/O thread to the encoder.  Pushing
 * is a few stores; it makes no system call and no allocation, and cannot fail
 * after iolog_ring_has_room() said yes.
 */

enum iolog_event_kind { IOLOG_EVENT_SUBMIT = 1, IOLOG_EVENT_COMPLETE = 2 };

/* 48 bytes: six words. */
struct iolog_event {
	uint64_t ticks;			/* when; submit: before the call */
	uint64_t other_ticks;		/* its submit stamp; submit: after the
					   call */
	uint64_t submit;		/* number of the (first) I/O in its
					   stream, from 0, never reset */
	uint64_t offset_bytes;		/* complete: where in the target */
	int32_t result;			/* complete; submit: how many I/Os */
	uint32_t bytes;
	uint32_t step;
	uint8_t kind, op, flags, spare;
};

#define IOLOG_RING_EVENTS (1u << 16)

struct iolog_ring {
	_Alignas(64) _Atomic uint64_t tail;	/* pushed, by the I/O thread */
	uint64_t next;				/* and filled, not yet pushed */
	uint64_t head_seen;			/* its last look at head */
	_Alignas(64) _Atomic uint64_t head;	/* taken, by the encoder */
	_Alignas(64) struct iolog_event *events;
	uint32_t stream;
	struct iolog_recorder *recorder;
};

/*
 * iolog_ring_has_room() says whether 'count' events fit.  If not, the I/O
 * thread must not submit until they do, and then tell how long it stood still
 * with iolog_ring_stalled().  Keep room for the completions of all that is
 * outstanding: ask for (2 x batch + outstanding) before submitting a batch.
 */
static inline bool
iolog_ring_has_room(struct iolog_ring *r, uint32_t count)
{
	if (r->next + count - r->head_seen <= IOLOG_RING_EVENTS)
		return true;
	r->head_seen = atomic_load_explicit(&r->head, memory_order_acquire);
	return r->next + count - r->head_seen <= IOLOG_RING_EVENTS;
}

/* iolog_ring_stalled() records that submission stood still; rare, takes a
 * lock. */
void iolog_ring_stalled(struct iolog_ring *r, uint32_t step,
    uint64_t begin_ticks, uint64_t end_ticks);

/*
 * iolog_recorder_settle() waits until all that was pushed and announced has
 * been encoded, or writing has failed.  Not for I/O threads: for the one thread
 * of a simulation, which has time, and with it decides the order of frames.
 */
void iolog_recorder_settle(struct iolog_recorder *r);

/* iolog_recorder_is_settled() says whether it would not wait. */
bool iolog_recorder_is_settled(struct iolog_recorder *r);

/*
 * iolog_ring_expect() says that 'count' more events are to come, behind the
 * next 'first': their memory, which the encoder read last, is fetched from its
 * processor meanwhile.
 */
static inline void
iolog_ring_expect(const struct iolog_ring *r, uint32_t first, uint32_t count)
{
	for (uint64_t i = r->next + first; i != r->next + first + count; i++)
		__builtin_prefetch(&r->events[i & (IOLOG_RING_EVENTS - 1)], 1);
}

/* iolog_ring_slot() is where the next event goes, to be filled in place, which
 * is several times as fast as copying one made elsewhere; iolog_ring_publish()
 * hands over all that were filled. */
static inline struct iolog_event *
iolog_ring_slot(struct iolog_ring *r)
{
	return &r->events[r->next++ & (IOLOG_RING_EVENTS - 1)];
}

static inline void
iolog_ring_publish(struct iolog_ring *r)
{
	atomic_store_explicit(&r->tail, r->next, memory_order_release);
}

static inline void
iolog_ring_push(struct iolog_ring *r, const struct iolog_event *event)
{
	*iolog_ring_slot(r) = *event;
	iolog_ring_publish(r);
}

/*
 * iolog_ring_submit() records one submit call: 'count' I/Os, numbers
 * 'first_submit' and up, handed over between the two stamps.  The first stamp
 * is the I/Os' submit time; the difference is the error bar of their latency.
 */
static inline void
iolog_ring_submit(struct iolog_ring *r, uint32_t step, uint64_t first_submit,
    uint32_t count, uint64_t before_ticks, uint64_t after_ticks)
{
	struct iolog_event *e = iolog_ring_slot(r);

	e->ticks = before_ticks;
	e->other_ticks = after_ticks;
	e->submit = first_submit;
	e->result = (int32_t)count;
	e->step = step;
	e->kind = IOLOG_EVENT_SUBMIT;
	iolog_ring_publish(r);
}

/*
 * iolog_ring_complete() records one completion: the I/O number 'submit' of
 * this stream, submitted at 'submit_ticks' in step 'step' for 'bytes' at
 * 'offset_bytes', came back at 'complete_ticks' with 'result' (bytes, or
 * -errno).  iolog_ring_fill_complete() does so too, but leaves publishing to
 * the caller, who may have more of them.
 */
static inline void
iolog_ring_fill_complete(struct iolog_ring *r, uint32_t step, uint64_t submit,
    uint64_t submit_ticks, uint64_t complete_ticks, enum iolog_op op,
    uint8_t flags, uint64_t offset_bytes, uint32_t bytes, int32_t result)
{
	struct iolog_event *e = iolog_ring_slot(r);

	e->ticks = complete_ticks;
	e->other_ticks = submit_ticks;
	e->submit = submit;
	e->offset_bytes = offset_bytes;
	e->result = result;
	e->bytes = bytes;
	e->step = step;
	e->kind = IOLOG_EVENT_COMPLETE;
	e->op = (uint8_t)op;
	e->flags = flags;
}

static inline void
iolog_ring_complete(struct iolog_ring *r, uint32_t step, uint64_t submit,
    uint64_t submit_ticks, uint64_t complete_ticks, enum iolog_op op,
    uint8_t flags, uint64_t offset_bytes, uint32_t bytes, int32_t result)
{
	iolog_ring_fill_complete(r, step, submit, submit_ticks, complete_ticks,
	    op, flags, offset_bytes, bytes, result);
	iolog_ring_publish(r);
}

#endif
