/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "base/report.h"
#include "collect/conductor.h"
#include "collect/ticks.h"

/*
 * Events that a stream gathers for a turn.  A ring holds two turns, one being
 * encoded while the next is gathered, and what is outstanding besides.
 */
#define TURN_EVENTS (IOLOG_RING_EVENTS / 4)

/* Completions between two looks at the encoder, which take a lock. */
#define LOOK_EVERY 256

struct conductor {
	struct simulation *simulation;
	struct worker **workers;
	unsigned nworkers;
	struct iolog_recorder *recorder;
	unsigned nstreams;		/* of that log */
	struct iolog_ring *rings;	/* rings[nworkers]: the workers' view */
	uint64_t *tails;		/* tails[nworkers]: ends of the turns */
	uint32_t turn;			/* next stream's; nstreams: none */
	uint64_t looks;
	const struct load *load;	/* of the step */
};

void
conductor_close(struct conductor *c)
{
	if (c == NULL)
		return;
	free(c->rings);
	free(c->tails);
	free(c);
}

struct conductor *
conductor_open(struct simulation *s, struct worker **workers,
    unsigned nworkers)
{
	struct conductor *c = calloc(1, sizeof(*c));

	if (c == NULL)
		goto fail;
	c->rings = aligned_alloc(64, (nworkers + 1) * sizeof(*c->rings));
	c->tails = calloc(nworkers + 1, sizeof(*c->tails));
	if (c->rings == NULL || c->tails == NULL)
		goto fail;
	c->simulation = s;
	c->workers = workers;
	c->nworkers = nworkers;
	return c;

fail:
	warn_errno("conductor");
	conductor_close(c);
	return NULL;
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
	c->nstreams = c->turn = nstreams;
	for (uint32_t i = 0; i < nstreams; i++) {
		struct iolog_ring *ring = iolog_recorder_ring(recorder, i);
		struct iolog_ring *own = &c->rings[i];

		atomic_init(&own->tail, atomic_load(&ring->tail));
		own->next = atomic_load(&ring->tail);
		atomic_init(&own->head, atomic_load(&ring->head));
		own->head_seen = atomic_load(&ring->head);
		own->events = ring->events;
		own->stream = i;
		own->recorder = recorder;
		c->tails[i] = atomic_load(&ring->tail);
		worker_begin_log(c->workers[i], own);
	}
}

/* Lets the encoder see what the stream had when the turns began. */
static void
hand_over(struct conductor *c, uint32_t stream)
{
	atomic_store_explicit(&iolog_recorder_ring(c->recorder, stream)->tail,
	    c->tails[stream], memory_order_release);
}

/* The next streams' turns, as far as the encoder is. */
static void
go_on_turns(struct conductor *c)
{
	while (c->turn < c->nstreams && iolog_recorder_is_settled(c->recorder))
		hand_over(c, c->turn++);
}

static void
finish_turns(struct conductor *c)
{
	while (c->turn < c->nstreams) {
		iolog_recorder_settle(c->recorder);
		hand_over(c, c->turn++);
	}
	iolog_recorder_settle(c->recorder);
	for (uint32_t i = 0; i < c->nstreams; i++)
		atomic_store_explicit(&c->rings[i].head, c->tails[i],
		    memory_order_relaxed);
}

/* Every stream's turn with what it has now.  When that is depends only on the
 * streams, not on how far the encoder is. */
static void
begin_turns(struct conductor *c)
{
	finish_turns(c);
	for (uint32_t i = 0; i < c->nstreams; i++)
		c->tails[i] = atomic_load_explicit(&c->rings[i].tail,
		    memory_order_relaxed);
	c->turn = 0;
}

static uint64_t
gathered(const struct conductor *c, uint32_t stream)
{
	return atomic_load_explicit(&c->rings[stream].tail,
	    memory_order_relaxed) - c->tails[stream];
}

void
conductor_settle(struct conductor *c)
{
	finish_turns(c);
}

void
conductor_start(struct conductor *c, const struct load *load)
{
	c->load = load;
	for (unsigned i = 0; i < load->threads; i++)
		worker_start(c->workers[i], load, load->begin_ticks);
}

/* When a stream has to submit though nothing came back, and which first. */
static uint64_t
next_due(const struct conductor *c, uint32_t *stream_out)
{
	uint64_t first_ticks = UINT64_MAX;

	for (uint32_t i = 0; c->load->rate_per_s > 0 && i < c->load->threads;
	    i++) {
		uint64_t due_ticks = worker_due_ticks(c->workers[i]);

		if (due_ticks < first_ticks) {
			first_ticks = due_ticks;
			*stream_out = i;
		}
	}
	return first_ticks;
}

bool
conductor_run(struct conductor *c, uint64_t ns)
{
	uint64_t until_ticks = ticks_now() + ns;
	uint32_t stream, waking = 0;

	for (;;) {
		uint64_t due_ticks = next_due(c, &waking);

		if (!simulation_busy(c->simulation) && due_ticks == UINT64_MAX)
			break;
		if (simulation_advance(c->simulation, due_ticks < until_ticks ?
		    due_ticks : until_ticks, &stream))
			worker_go_on(c->workers[stream]);
		else if (due_ticks <= until_ticks)
			worker_wake(c->workers[stream = waking]);
		else
			return false;
		if (gathered(c, stream) > TURN_EVENTS)
			begin_turns(c);
		if (c->turn < c->nstreams && ++c->looks % LOOK_EVERY == 0)
			go_on_turns(c);
	}
	begin_turns(c);
	finish_turns(c);
	return true;
}
