/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_SIM_HEAP_H
#define PLATEAU_SIM_HEAP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Times to come, the earliest first; of equal times, the one that was pushed
 * first, so that a simulation never depends on how the heap is built.
 */
struct heap_event {
	uint64_t time_ns, order, tag;
};

struct heap {
	struct heap_event *events;	/* events[size], the caller's memory */
	uint32_t size, n;
	uint64_t pushed;
};

static inline bool
heap_before(const struct heap_event *a, const struct heap_event *b)
{
	return a->time_ns < b->time_ns ||
	    (a->time_ns == b->time_ns && a->order < b->order);
}

/* heap_push() adds a time; the caller makes sure that n < size. */
static inline void
heap_push(struct heap *h, uint64_t time_ns, uint64_t tag)
{
	struct heap_event e = { time_ns, h->pushed++, tag };
	uint32_t i = h->n++;

	for (uint32_t up; i > 0; i = up) {
		up = (i - 1) / 2;
		if (!heap_before(&e, &h->events[up]))
			break;
		h->events[i] = h->events[up];
	}
	h->events[i] = e;
}

/* heap_pop() takes the earliest away; the caller makes sure that n > 0. */
static inline struct heap_event
heap_pop(struct heap *h)
{
	struct heap_event first = h->events[0];
	struct heap_event e = h->events[--h->n];
	uint32_t i = 0;

	for (uint32_t down; (down = 2 * i + 1) < h->n; i = down) {
		if (down + 1 < h->n && heap_before(&h->events[down + 1],
		    &h->events[down]))
			down++;
		if (!heap_before(&h->events[down], &e))
			break;
		h->events[i] = h->events[down];
	}
	h->events[i] = e;
	return first;
}

#endif
