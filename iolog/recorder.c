/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/report.h"
#include "iolog/encoder.h"
#include "iolog/ring.h"
#include "iolog/writer.h"

/* Events taken from a ring at a time: small enough that the I/O thread sees
 * room again soon, large enough that the ends of the ring are seldom shared. */
#define TAKE_EVENTS 1024u

/*
 * The encoder sleeps when it has taken what was there.  A ring holds 65536
 * events: at 4 million events a second it is a quarter full after a sleep.
 * Every waking disturbs the I/O threads where processors are few, so it wakes
 * seldom and then finds much.
 */
#define SLEEP_NS 4000000u

/* A simulation waits for the encoder, often: neither sleeps long. */
#define SLEEP_VIRTUAL_NS 100000u
#define SETTLE_NS 20000u

/* Steps, stalls and anchors that wait for the encoder. */
#define NCONTROLS 64u

struct control {
	enum iolog_frame_type type;
	uint32_t stream, step;
	uint64_t ticks;
	size_t length;
	uint8_t payload[FRAME_EVENT_MOST];
};

struct iolog_recorder {
	char *path;
	struct iolog_encoder *encoder;
	struct iolog_writer *writer;
	struct iolog_ring *rings;
	uint32_t *steps;		/* the last step seen of each stream */
	uint32_t nstreams;
	bool is_virtual;
	_Atomic int failed;		/* errno, or 0 */
	_Atomic bool stopping;
	pthread_t thread;
	struct iolog_totals totals;	/* written by the thread as it ends */
	pthread_mutex_t lock;		/* of what follows */
	pthread_cond_t taken;
	struct control *controls;
	unsigned oldest, ncontrols;
};

static void
write_bytes(void *context, const void *bytes, size_t length)
{
	struct iolog_recorder *r = context;

	iolog_writer_write(r->writer, bytes, length);
}

static void
control_push(struct iolog_recorder *r, enum iolog_frame_type type,
    uint32_t stream, uint32_t step, uint64_t ticks, const uint8_t *payload,
    size_t length)
{
	pthread_mutex_lock(&r->lock);
	while (r->ncontrols == NCONTROLS)
		pthread_cond_wait(&r->taken, &r->lock);
	struct control *c = &r->controls[(r->oldest + r->ncontrols++) %
	    NCONTROLS];
	c->type = type;
	c->stream = stream;
	c->step = step;
	c->ticks = ticks;
	c->length = length;
	memcpy(c->payload, payload, length);
	pthread_mutex_unlock(&r->lock);
}

static void
control_take(struct iolog_recorder *r)
{
	pthread_mutex_lock(&r->lock);
	for (; r->ncontrols > 0; r->ncontrols--) {
		const struct control *c = &r->controls[r->oldest];

		iolog_encoder_frame(r->encoder, c->type, c->stream, c->step,
		    c->ticks, c->payload, c->length);
		r->oldest = (r->oldest + 1) % NCONTROLS;
	}
	pthread_cond_broadcast(&r->taken);
	pthread_mutex_unlock(&r->lock);
}

/* How many of the ring's events from 'head' on, before 'tail', lie side by side
 * and are of one step. */
static size_t
span_length(const struct iolog_ring *ring, uint64_t head, uint64_t tail)
{
	size_t at = head & (IOLOG_RING_EVENTS - 1), end = at + 1;
	size_t most = tail - head < IOLOG_RING_EVENTS - at ?
	    at + (tail - head) : IOLOG_RING_EVENTS;

	while (end < most && ring->events[end].step == ring->events[at].step)
		end++;
	return end - at;
}

/* Encodes what a ring holds, up to TAKE_EVENTS; whether that was all of it. */
static bool
ring_take(struct iolog_recorder *r, uint32_t stream)
{
	struct iolog_ring *ring = &r->rings[stream];
	uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
	uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
	bool all = tail - head <= TAKE_EVENTS;

	if (!all)
		tail = head + TAKE_EVENTS;
	while (head != tail && iolog_recorder_failed(r) == 0) {
		const struct iolog_event *events =
		    &ring->events[head & (IOLOG_RING_EVENTS - 1)];
		size_t n = span_length(ring, head, tail);

		/* A step is announced before its first event is pushed, so
		 * what was announced until now includes this one. */
		if (events->step != r->steps[stream]) {
			control_take(r);
			r->steps[stream] = events->step;
		}
		iolog_encoder_events(r->encoder, stream, events, n);
		head += n;
	}
	atomic_store_explicit(&ring->head, tail, memory_order_release);
	return all;
}

static void
note_failure(struct iolog_recorder *r)
{
	int error = iolog_writer_failed(r->writer);

	if (error == 0 && iolog_encoder_failed(r->encoder))
		error = EIO;
	if (error != 0)
		atomic_store(&r->failed, error);
}

static void *
run(void *context)
{
	struct iolog_recorder *r = context;
	const clockid_t clock = CLOCK_MONOTONIC_COARSE;
	uint64_t flushed_ns = clock_ns(clock);
	const struct timespec sleep = {
		.tv_nsec = r->is_virtual ? SLEEP_VIRTUAL_NS : SLEEP_NS,
	};

	for (;;) {
		bool stopping = atomic_load(&r->stopping);
		bool all = true;

		control_take(r);
		for (uint32_t i = 0; i < r->nstreams; i++)
			all &= ring_take(r, i);
		note_failure(r);
		/* Simulated time has nothing to do with this clock, and equal
		 * simulations shall give equal frames. */
		if (clock_ns(clock) - flushed_ns >= 500000000u) {
			if (!r->is_virtual)
				iolog_encoder_flush(r->encoder);
			iolog_writer_flush(r->writer);
			flushed_ns = clock_ns(clock);
		}
		if (!all)
			continue;
		if (stopping)
			break;
		nanosleep(&sleep, NULL);
	}
	iolog_encoder_end(r->encoder, &r->totals);
	note_failure(r);
	return NULL;
}

static void
recorder_free(struct iolog_recorder *r)
{
	iolog_encoder_free(r->encoder);
	for (uint32_t i = 0; r->rings != NULL && i < r->nstreams; i++)
		free(r->rings[i].events);
	free(r->rings);
	free(r->steps);
	free(r->controls);
	free(r->path);
	pthread_mutex_destroy(&r->lock);
	pthread_cond_destroy(&r->taken);
	free(r);
}

static int
rings_init(struct iolog_recorder *r)
{
	const size_t nevents = IOLOG_RING_EVENTS * sizeof(struct iolog_event);

	r->rings = aligned_alloc(64, r->nstreams * sizeof(*r->rings));
	if (r->rings == NULL)
		return -1;
	memset(r->rings, 0, r->nstreams * sizeof(*r->rings));
	for (uint32_t i = 0; i < r->nstreams; i++) {
		struct iolog_ring *ring = &r->rings[i];

		ring->stream = i;
		ring->recorder = r;
		ring->events = aligned_alloc(64, nevents);
		if (ring->events == NULL)
			return -1;
		memset(ring->events, 0, nevents);
	}
	return 0;
}

struct iolog_recorder *
iolog_recorder_open(const char *path, const struct iolog_header *header)
{
	struct iolog_recorder *r = calloc(1, sizeof(*r));

	if (r == NULL) {
		warn_errno("allocating a log");
		return NULL;
	}
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->taken, NULL);
	r->nstreams = header->nstreams;
	r->is_virtual = header->clock == IOLOG_CLOCK_VIRTUAL;
	r->path = strdup(path);
	r->controls = calloc(NCONTROLS, sizeof(*r->controls));
	r->steps = calloc(r->nstreams, sizeof(*r->steps));
	if (r->path == NULL || r->controls == NULL || r->steps == NULL ||
	    rings_init(r) == -1) {
		warn_errno("allocating the rings of a log");
		goto fail_free;
	}
	r->writer = iolog_writer_open(path);
	if (r->writer == NULL)
		goto fail_free;
	r->encoder = iolog_encoder_new(header,
	    &(struct iolog_sink){ .write = write_bytes, .context = r });
	if (r->encoder == NULL)
		goto fail_remove;
	errno = pthread_create(&r->thread, NULL, run, r);
	if (errno != 0) {
		warn_errno("starting the log's encoder");
		goto fail_remove;
	}
	return r;

fail_remove:
	iolog_writer_close(r->writer);
	unlink(path);
fail_free:
	recorder_free(r);
	return NULL;
}

struct iolog_ring *
iolog_recorder_ring(struct iolog_recorder *r, uint32_t stream)
{
	return &r->rings[stream];
}

void
iolog_recorder_step(struct iolog_recorder *r, const struct iolog_step *step)
{
	uint8_t payload[FRAME_EVENT_MOST];

	control_push(r, IOLOG_FRAME_STEP, 0, step->step, step->begin_ticks,
	    payload, iolog_step_encode(step, payload));
}

void
iolog_recorder_anchor(struct iolog_recorder *r,
    const struct iolog_anchor *anchor)
{
	uint8_t payload[FRAME_EVENT_MOST];

	control_push(r, IOLOG_FRAME_ANCHOR, 0, 0, anchor->ticks, payload,
	    iolog_anchor_encode(anchor, payload));
}

void
iolog_ring_stalled(struct iolog_ring *ring, uint32_t step,
    uint64_t begin_ticks, uint64_t end_ticks)
{
	uint8_t payload[FRAME_EVENT_MOST];
	struct iolog_stall stall = {
		.begin_ticks = begin_ticks, .end_ticks = end_ticks,
	};

	control_push(ring->recorder, IOLOG_FRAME_STALL, ring->stream, step,
	    end_ticks, payload, iolog_stall_encode(&stall, payload));
}

int
iolog_recorder_failed(const struct iolog_recorder *r)
{
	return atomic_load_explicit(&r->failed, memory_order_relaxed);
}

bool
iolog_recorder_is_settled(struct iolog_recorder *r)
{
	pthread_mutex_lock(&r->lock);
	bool settled = r->ncontrols == 0;

	pthread_mutex_unlock(&r->lock);
	for (uint32_t i = 0; settled && i < r->nstreams; i++)
		settled = atomic_load(&r->rings[i].head) ==
		    atomic_load(&r->rings[i].tail);
	return settled || iolog_recorder_failed(r) != 0;
}

void
iolog_recorder_settle(struct iolog_recorder *r)
{
	while (!iolog_recorder_is_settled(r))
		nanosleep(&(struct timespec){ .tv_nsec = SETTLE_NS }, NULL);
}

int
iolog_recorder_close(struct iolog_recorder *r, struct iolog_totals *totals_out)
{
	atomic_store(&r->stopping, true);
	pthread_join(r->thread, NULL);
	int status = iolog_writer_close(r->writer), error = errno;
	if (iolog_recorder_failed(r) != 0) {
		status = -1;
		error = iolog_recorder_failed(r);
	}
	if (totals_out != NULL)
		*totals_out = r->totals;
	recorder_free(r);
	errno = error;
	return status;
}
