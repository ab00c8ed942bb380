/* SPDX-License-Identifier: BSD-2-Clause */
/* What I/O threads push into a recorder is what a reader gives back: every I/O
 * of every stream, in order, steps announced before them. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/unit/iolog_sets.h"

#define NSTREAMS 4u
#define COUNT 60000u

struct kept {
	struct iolog_event *events;	/* the completions pushed */
	size_t count, room;
	struct iolog_ring *ring;
};

static struct kept kept[NSTREAMS];
static struct iolog_recorder *recorder;

static void
push(void *context, uint32_t stream, const struct iolog_event *event)
{
	struct kept *k = context;

	(void)stream;
	while (!iolog_ring_has_room(k->ring, 1))
		sched_yield();
	iolog_ring_push(k->ring, event);
	if (event->kind != IOLOG_EVENT_COMPLETE)
		return;
	if (k->count == k->room) {
		k->room = k->room == 0 ? 1024 : k->room * 2;
		k->events = realloc(k->events,
		    k->room * sizeof(*k->events));
		if (k->events == NULL)
			exit(1);
	}
	k->events[k->count++] = *event;
}

static void *
play(void *context)
{
	struct set_player *p = context;

	set_play(&sets[(p->stream + p->step) % NSETS], p, COUNT);
	return NULL;
}

/* Two steps of four threads, and an I/O in each that never comes back. */
static int
record(const char *path)
{
	struct set_player players[NSTREAMS];
	pthread_t threads[NSTREAMS];
	struct iolog_totals totals;
	struct iolog_header header = {
		.run_uuid = "recorder test 1", .nstreams = NSTREAMS,
		.clock = IOLOG_CLOCK_MONOTONIC_RAW,
		.stamp = IOLOG_STAMP_BATCH, .tick_num = 1, .tick_den = 1,
		.sector_bytes = 512, .target_bytes = SET_BLOCKS * 4096,
		.generator = GENERATOR_MIX64, .key = SET_KEY,
		.text = "test=recorder\n",
	};

	recorder = iolog_recorder_open(path, &header);
	if (recorder == NULL)
		return -1;
	for (uint32_t i = 0; i < NSTREAMS; i++) {
		kept[i].ring = iolog_recorder_ring(recorder, i);
		players[i] = (struct set_player){
			.push = push, .context = &kept[i], .stream = i,
			.random = i, .now = 1000000,
		};
	}
	for (uint32_t step = 1; step <= 2; step++) {
		iolog_recorder_step(recorder, &(struct iolog_step){
		    .step = step, .round = step, .begin_ticks = step,
		    .stage = "test", .factors = "mix=100/0" });
		for (uint32_t i = 0; i < NSTREAMS; i++) {
			players[i].step = step;
			pthread_create(&threads[i], NULL, play, &players[i]);
		}
		for (uint32_t i = 0; i < NSTREAMS; i++)
			pthread_join(threads[i], NULL);
		iolog_ring_submit(kept[0].ring, step,
		    players[0].submit++, 1, players[0].now, players[0].now + 5);
		iolog_ring_stalled(kept[1].ring, step, step, step + 10);
	}
	if (iolog_recorder_close(recorder, &totals) == -1)
		return -1;
	uint64_t pushed = 2;		/* the lost ones */
	for (uint32_t i = 0; i < NSTREAMS; i++)
		pushed += kept[i].count;
	if (totals.completions != pushed || totals.submits != pushed ||
	    totals.errors != 2 || totals.stalls != 2) {
		printf("totals: %" PRIu64 " of %" PRIu64 " completions, %"
		    PRIu64 " submits, %" PRIu64 " errors, %" PRIu64
		    " stalls\n", totals.completions, pushed, totals.submits,
		    totals.errors, totals.stalls);
		return -1;
	}
	return 0;
}

static bool
is_same(const struct iolog_event *e, const struct iolog_frame *f, uint32_t i)
{
	return f->complete_ticks[i] == e->ticks && f->step == e->step &&
	    f->latency_ticks[i] == e->ticks - e->other_ticks &&
	    f->op[i] == e->op && f->flags[i] == e->flags &&
	    f->bytes[i] == e->bytes && f->result[i] == e->result;
}

static int
check(const char *path)
{
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);
	struct iolog_frame f;
	size_t next[NSTREAMS] = { 0 }, seen[NSTREAMS] = { 0 };
	uint32_t nsteps = 0, nstalls = 0, nlost = 0;

	if (r == NULL) {
		puts(iolog_status_text(status));
		return -1;
	}
	while ((status = iolog_reader_next(r, &f)) == IOLOG_OK) {
		if (f.type == IOLOG_FRAME_STEP)
			nsteps = f.begin.step;
		nstalls += f.type == IOLOG_FRAME_STALL;
		if (f.type != IOLOG_FRAME_DATA)
			continue;
		if (f.step > nsteps || f.first != seen[f.stream]) {
			puts("a frame is out of order");
			return -1;
		}
		seen[f.stream] += f.n;
		for (uint32_t i = 0; i < f.n; i++) {
			if (f.flags[i] & IOLOG_FLAG_LOST) {
				nlost += f.result[i] == -ETIMEDOUT;
				continue;
			}
			if (!is_same(&kept[f.stream].events[next[f.stream]],
			    &f, i)) {
				printf("stream %" PRIu32 " I/O %zu differs\n",
				    f.stream, next[f.stream]);
				return -1;
			}
			next[f.stream]++;
		}
	}
	for (uint32_t i = 0; i < NSTREAMS; i++)
		if (next[i] != kept[i].count)
			return -1;
	iolog_reader_close(r);
	return status == IOLOG_END && nstalls == 2 && nlost == 2 ? 0 : -1;
}

int
main(void)
{
	char dir[] = "/tmp/iolog_recorder.XXXXXX", path[64];
	int status = 1;

	if (mkdtemp(dir) == NULL)
		return 1;
	snprintf(path, sizeof(path), "%s/test.iolog", dir);
	if (record(path) == 0 && check(path) == 0)
		status = 0;
	/* An existing file is never replaced. */
	if (iolog_recorder_open(path, &(struct iolog_header){
	    .nstreams = 1, .clock = IOLOG_CLOCK_VIRTUAL,
	    .stamp = IOLOG_STAMP_EVENT, .tick_num = 1, .tick_den = 1,
	    .sector_bytes = 512 }) != NULL)
		status = 1;
	unlink(path);
	rmdir(dir);
	for (uint32_t i = 0; i < NSTREAMS; i++)
		free(kept[i].events);
	return status;
}
