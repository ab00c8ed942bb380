/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

#include "base/report.h"
#include "collect/conductor.h"
#include "collect/crew.h"
#include "collect/halt.h"
#include "collect/ticks.h"

/* So many threads take seconds to prepare, mostly for the first touch of their
 * memory: it is told why nothing seems to happen. */
#define MANY_THREADS 256

/* How often is looked for a signal until they are ready. */
#define LOOK_NS 1000000000u

struct member {
	struct crew *crew;
	struct worker *worker;		/* NULL: could not be opened */
	uint32_t stream;
	pthread_t thread;
	bool started;
};

/* What streams are opened with. */
struct opening {
	const struct plan *plan;
	const struct target *target;
	const struct engine_kind *kind;
	uint64_t seed;
};

struct crew {
	struct opening opening;
	pthread_mutex_t lock;
	pthread_cond_t work;		/* there is a step, or the end */
	pthread_cond_t rest;		/* the last one is done */
	const struct load *load;
	_Atomic uint64_t shared_bytes;	/* of the sequence that streams share */
	uint64_t generation;		/* counts steps */
	unsigned busy;
	bool failed;			/* a stream could not be opened */
	bool ending;
	unsigned nmembers;
	struct member *members;
	struct simulation *simulation;	/* of a simulated target; or NULL */
	struct worker **conducted;	/* conducted[nmembers], then */
	struct conductor *conductor;
};

/* Parks until there is a step that needs this stream.  False: the end. */
static bool
await_step(struct member *m, uint64_t *seen)
{
	struct crew *c = m->crew;

	pthread_mutex_lock(&c->lock);
	for (;;) {
		if (c->ending)
			break;
		if (c->generation != *seen) {
			*seen = c->generation;
			if (m->stream < c->load->threads)
				break;
		}
		pthread_cond_wait(&c->work, &c->lock);
	}
	bool ending = c->ending;

	pthread_mutex_unlock(&c->lock);
	return !ending;
}

static uint64_t
us_since(struct timeval now, struct timeval before)
{
	return (uint64_t)((now.tv_sec - before.tv_sec) * 1000000 +
	    now.tv_usec - before.tv_usec);
}

static void
run_step(struct worker *w, const struct load *load)
{
	struct rusage before, after;

	getrusage(RUSAGE_THREAD, &before);
	worker_run(w, load, load->begin_ticks);
	getrusage(RUSAGE_THREAD, &after);
	w->result.cpu_user_us = us_since(after.ru_utime, before.ru_utime);
	w->result.cpu_sys_us = us_since(after.ru_stime, before.ru_stime);
}

static void
open_worker(struct member *m)
{
	struct crew *c = m->crew;
	const struct opening *o = &c->opening;

	m->worker = worker_open(m->stream, o->kind, o->target->fd,
	    o->target->path, schedule_depth(o->plan),
	    schedule_buffer_bytes(o->plan, m->stream),
	    schedule_records(o->plan), o->seed);
	if (m->worker != NULL)
		m->worker->shared_bytes = &c->shared_bytes;
}

/* One thread less is at work. */
static void
be_done(struct crew *c, bool failed)
{
	pthread_mutex_lock(&c->lock);
	c->failed = c->failed || failed;
	if (--c->busy == 0)
		pthread_cond_signal(&c->rest);
	pthread_mutex_unlock(&c->lock);
}

static bool
is_given_up(struct crew *c)
{
	pthread_mutex_lock(&c->lock);
	bool failed = c->failed;

	pthread_mutex_unlock(&c->lock);
	return failed || halt_reason() != HALT_NO;
}

static void *
member_main(void *data)
{
	struct member *m = data;
	struct crew *c = m->crew;
	uint64_t seen = 0;

	/* By default Linux may wake a thread 50 us late, to save power. */
	prctl(PR_SET_TIMERSLACK, 1UL);
	/* Here, so that memory is near to the processor that will use it, and
	 * all processors make some.  One complaint is enough. */
	if (!is_given_up(c))
		open_worker(m);
	be_done(c, m->worker == NULL);
	while (await_step(m, &seen)) {
		run_step(m->worker, c->load);
		be_done(c, false);
	}
	/* The kernel takes its time to end a context of I/Os, some ten
	 * milliseconds: all at the same time. */
	worker_close(m->worker);
	return NULL;
}

static int
start_member(struct member *m, const struct pin *pin)
{
	pthread_attr_t attr;
	char name[16];
	int error;

	pthread_attr_init(&attr);
	error = pin_place(pin, m->stream, &attr);
	/* Signals are for the thread that controls the run. */
	halt_block_signals();
	if (error == 0)
		error = pthread_create(&m->thread, &attr, member_main, m);
	halt_unblock_signals();
	pthread_attr_destroy(&attr);
	if (error != 0) {
		errno = error;
		warn_errno("thread of stream %" PRIu32, m->stream);
		return -1;
	}
	m->started = true;
	snprintf(name, sizeof(name), "io-%" PRIu32, m->stream);
	pthread_setname_np(m->thread, name);
	return 0;
}

/* Without threads, the streams are one another's turn. */
static int
start_conductor(struct crew *c, struct simulation *s)
{
	c->conducted = calloc(c->nmembers + 1, sizeof(*c->conducted));
	if (c->conducted == NULL) {
		warn_errno("streams");
		return -1;
	}
	for (uint32_t i = 0; i < c->nmembers; i++) {
		c->conducted[i] = c->members[i].worker;
		simulation_attach(s, c->conducted[i]->engine, i);
	}
	c->simulation = s;
	c->conductor = conductor_open(s, c->conducted, c->nmembers);
	return c->conductor == NULL ? -1 : 0;
}

bool
crew_wait(struct crew *c, uint64_t ns)
{
	if (c->conductor != NULL)
		return conductor_run(c->conductor, ns);

	uint64_t until = clock_ns(CLOCK_MONOTONIC) + ns;
	struct timespec at = {
		.tv_sec = (time_t)(until / 1000000000u),
		.tv_nsec = (long)(until % 1000000000u),
	};
	int error = 0;

	pthread_mutex_lock(&c->lock);
	while (c->busy > 0 && error == 0)
		error = pthread_cond_clockwait(&c->rest, &c->lock,
		    CLOCK_MONOTONIC, &at);
	bool done = c->busy == 0;

	pthread_mutex_unlock(&c->lock);
	return done;
}

/* Starts the threads, and waits until each has opened its stream. */
static int
start_members(struct crew *c, const struct pin *pin)
{
	if (c->nmembers >= MANY_THREADS)
		warn_msg("%u I/O threads are prepared, which takes a while",
		    c->nmembers);
	for (unsigned i = 0; i < c->nmembers && !is_given_up(c); i++) {
		pthread_mutex_lock(&c->lock);
		c->busy++;
		pthread_mutex_unlock(&c->lock);
		if (start_member(&c->members[i], pin) == -1)
			be_done(c, true);
	}
	while (!crew_wait(c, LOOK_NS))
		halt_tell("I/O threads that are prepared");
	return is_given_up(c) ? -1 : 0;
}

static int
open_streams(struct crew *c, const struct pin *pin)
{
	for (uint32_t i = 0; i < c->nmembers; i++) {
		c->members[i].crew = c;
		c->members[i].stream = i;
	}
	if (c->opening.target->simulation == NULL)
		return start_members(c, pin);
	for (unsigned i = 0; i < c->nmembers; i++) {
		open_worker(&c->members[i]);
		if (c->members[i].worker == NULL)
			return -1;
	}
	return start_conductor(c, c->opening.target->simulation);
}

struct crew *
crew_open(const struct plan *plan, const struct target *target,
    const struct engine_kind *kind, uint64_t seed, const struct pin *pin)
{
	struct crew *c = calloc(1, sizeof(*c));

	if (c == NULL) {
		warn_errno("threads");
		return NULL;
	}
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->work, NULL);
	pthread_cond_init(&c->rest, NULL);
	c->opening = (struct opening){plan, target, kind, seed};
	c->nmembers = schedule_streams(plan);
	c->members = calloc(c->nmembers + 1, sizeof(*c->members));
	if (c->members == NULL) {
		warn_errno("threads");
		c->nmembers = 0;
		goto fail;
	}
	if (open_streams(c, pin) == -1)
		goto fail;
	return c;

fail:
	crew_close(c);
	return NULL;
}

void
crew_close(struct crew *c)
{
	if (c == NULL)
		return;
	pthread_mutex_lock(&c->lock);
	c->ending = true;
	pthread_cond_broadcast(&c->work);
	pthread_mutex_unlock(&c->lock);
	for (unsigned i = 0; i < c->nmembers; i++) {
		if (c->members[i].started)
			pthread_join(c->members[i].thread, NULL);
		else
			worker_close(c->members[i].worker);
	}
	pthread_cond_destroy(&c->rest);
	pthread_cond_destroy(&c->work);
	pthread_mutex_destroy(&c->lock);
	conductor_close(c->conductor);
	free(c->conducted);
	free(c->members);
	free(c);
}

const char *
crew_pages(struct arena *a, const struct crew *c)
{
	const struct pages **list = arena_array(a, c->nmembers + 1,
	    sizeof(*list));
	size_t all = 0, huge, set_aside = 0;

	for (unsigned i = 0; i < c->nmembers; i++) {
		list[i] = &c->members[i].worker->pages;
		all += list[i]->bytes;
		set_aside += list[i]->set_aside_bytes;
	}
	huge = pages_huge_bytes(list, c->nmembers);
	if (huge == 0)
		return "ordinary";
	if (set_aside == all)
		return "huge set aside";
	return huge == all ? "huge" : arena_printf(a, "huge for %.0f %%",
	    100 * (double)huge / (double)all);
}

void
crew_begin_log(struct crew *c, struct iolog_recorder *recorder,
    unsigned nstreams)
{
	if (c->conductor != NULL) {
		conductor_begin_log(c->conductor, recorder, nstreams);
		return;
	}
	for (uint32_t i = 0; i < nstreams; i++)
		worker_begin_log(c->members[i].worker,
		    iolog_recorder_ring(recorder, i));
}

void
crew_start(struct crew *c, const struct load *load)
{
	/* The sequence goes on with a whole block of this step. */
	uint64_t at = atomic_load(&c->shared_bytes) + load->block_bytes - 1;

	atomic_store(&c->shared_bytes, at - at % load->block_bytes);
	for (unsigned i = 0; load->record_ns > 0 && i < c->nmembers; i++) {
		struct worker *w = c->members[i].worker;

		memset(w->records, 0, w->nrecords * sizeof(*w->records));
	}
	if (c->conductor != NULL) {
		conductor_start(c->conductor, load);
		return;
	}
	pthread_mutex_lock(&c->lock);
	c->load = load;
	c->busy = load->threads;
	c->generation++;
	pthread_cond_broadcast(&c->work);
	pthread_mutex_unlock(&c->lock);
}

void
crew_settle(struct crew *c)
{
	if (c->conductor != NULL)
		conductor_settle(c->conductor);
}

void
crew_rest(struct crew *c, uint64_t ns)
{
	struct timespec t = {
		.tv_sec = (time_t)(ns / 1000000000u),
		.tv_nsec = (long)(ns % 1000000000u),
	};
	uint32_t stream;

	if (c->simulation != NULL)
		simulation_advance(c->simulation, ticks_now() + ns, &stream);
	else
		nanosleep(&t, NULL);
}

void
crew_cut(struct crew *c)
{
	for (unsigned i = 0; i < c->nmembers; i++)
		atomic_store(&c->members[i].worker->cut, true);
}

struct worker_tally
crew_record(const struct crew *c, size_t index, unsigned op)
{
	struct worker_tally sum = {0, 0, 0};

	for (unsigned i = 0; i < c->nmembers; i++) {
		const struct worker *w = c->members[i].worker;

		if (index >= w->nrecords)
			continue;
		sum.count += atomic_load(&w->records[index].count[op]);
		sum.bytes += atomic_load(&w->records[index].bytes[op]);
		sum.latency_ticks +=
		    atomic_load(&w->records[index].latency_ticks[op]);
	}
	return sum;
}

const struct worker_result *
crew_result(const struct crew *c, uint32_t stream)
{
	return &c->members[stream].worker->result;
}

struct live_sum
crew_live(const struct crew *c)
{
	struct live_sum sum;

	memset(&sum, 0, sizeof(sum));
	for (unsigned i = 0; i < c->nmembers; i++)
		live_sum_add(&sum, &c->members[i].worker->live);
	return sum;
}
