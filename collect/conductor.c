/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "base/report.h"
#include "collect/conductor.h"
#include "collect/ticks.h"

/*
 * Events of one stream that may wait for their turn.  Turns have to be long,
 * because the encoder must be waited for; two must fit a ring, one being
 * encoded while the next is gathered.
 */
#define TURN_EVENTS (IOLOG_RING_EVENTS / 4)

struct conductor {
	struct simulation *simulation;
	struct worker **workers;
	unsigned nworkers;
	struct iolog_recorder *recorder;
	unsigned nstreams;		/* of that log */
	struct iolog_ring *rings;	/* rings[nworkers]: the workers' own view */
	const struct load *load;
};

struct conductor *
conductor_open(struct simulation *s, struct worker **workers,
    unsigned nworkers)
{
	struct conductor *c = calloc(1, sizeof(*c));

	if (c != NULL)
		c->rings = aligned_alloc(64, (nworkers + 1) *
		    sizeof(*c->rings));
	if (c == NULL || c->rings == NULL) {
		warn_errno("conductor");
		free(c);
		return NULL;
	}
	c->simulation = s;
	c->workers = workers;
	c->nworkers = nworkers;
	return c;
}

void
conductor_close(struct conductor *c)
{
	if (c == NULL)
		return;
	free(c->rings);
	free(c);
}

/*
 * A worker pushes into a copy of its ring, which shares the events: they are
 * in place, but the encoder does not see them before hand_over().
 */
void
conductor_begin_log(struct conductor *c, struct iolog_recorder *recorder,
    unsigned nstreams)
{
	c->recorder = recorder;
	c->nstreams = nstreams;
	for (uint32_t i = 0; i < nstreams; i++) {
		struct iolog_ring *ring = iolog_recorder_ring(recorder, i);
		struct iolog_ring *own = &c->rings[i];

		atomic_init(&own->tail, atomic_load(&ring->tail));
		atomic_init(&own->head, atomic_load(&ring->head));
		own->head_seen = atomic_load(&ring->head);
		own->events = ring->events;
		own->stream = i;
		own->recorder = recorder;
		worker_begin_log(c->workers[i], own);
	}
}

/* Every stream's turn. */
static void
hand_over(struct conductor *c)
{
	iolog_recorder_settle(c->recorder);
	for (uint32_t i = 0; i < c->nstreams; i++) {
		struct iolog_ring *own = &c->rings[i];
		uint64_t tail = atomic_load_explicit(&own->tail,
		    memory_order_relaxed);

		if (tail == own->head)
			continue;
		atomic_store_explicit(
		    &iolog_recorder_ring(c->recorder, i)->tail, tail,
		    memory_order_release);
		iolog_recorder_settle(c->recorder);
		atomic_store_explicit(&own->head, tail, memory_order_relaxed);
	}
}

static bool
is_full(const struct iolog_ring *own)
{
	return atomic_load_explicit(&own->tail, memory_order_relaxed) -
	    atomic_load_explicit(&own->head, memory_order_relaxed) >
	    TURN_EVENTS;
}

void
conductor_start(struct conductor *c, const struct load *load)
{
	uint64_t begin_ticks = ticks_now();

	c->load = load;
	for (unsigned i = 0; i < load->threads; i++)
		worker_start(c->workers[i], load, begin_ticks);
}

bool
conductor_run(struct conductor *c, uint64_t ns)
{
	uint64_t until_ticks = ticks_now() + ns;
	uint32_t stream;

	while (simulation_busy(c->simulation)) {
		if (!simulation_advance(c->simulation, until_ticks, &stream))
			return false;
		worker_go_on(c->workers[stream]);
		if (is_full(&c->rings[stream]))
			hand_over(c);
	}
	hand_over(c);
	return true;
}
