/* SPDX-License-Identifier: BSD-2-Clause */
/* When the disk is full the recorder says so, I/O threads are never stuck, and
 * the log reads up to where it ends.
 *
 * A limit on the size of files stands for the disk: writes fail likewise. */
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/iolog_sets.h"

#define LIMIT_BYTES ((rlim_t)3 << 20)
#define IOS_MOST ((uint64_t)1 << 24)

static uint64_t npushed;

static void
push(void *context, uint32_t stream, const struct iolog_event *event)
{
	(void)stream;
	while (!iolog_ring_has_room(context, 1))
		sched_yield();
	iolog_ring_push(context, event);
	npushed += event->kind == IOLOG_EVENT_COMPLETE;
}

/* Records until the recorder has failed, and then as much again. */
static int
record(const char *path)
{
	struct iolog_header header = {
		.nstreams = 1, .clock = IOLOG_CLOCK_MONOTONIC_RAW,
		.stamp = IOLOG_STAMP_BATCH, .tick_num = 1, .tick_den = 1,
		.sector_bytes = 512,
	};
	struct iolog_recorder *r = iolog_recorder_open(path, &header);
	struct iolog_totals totals;

	if (r == NULL)
		return -1;
	struct set_player player = {
		.push = push, .context = iolog_recorder_ring(r, 0), .step = 1,
	};
	iolog_recorder_step(r, &(struct iolog_step){ .step = 1, .round = 1 });
	while (!iolog_recorder_failed(r) && npushed < IOS_MOST)
		set_play(&sets[0], &player, 100000);
	if (!iolog_recorder_failed(r))
		return -1;
	set_play(&sets[0], &player, 300000);
	/* Steps and stalls must not wait for ever either. */
	for (uint32_t i = 0; i < 300; i++)
		iolog_recorder_step(r, &(struct iolog_step){ .step = 2 + i });
	return iolog_recorder_close(r, &totals) == -1 ? 0 : -1;
}

static int
check(const char *path)
{
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);
	struct iolog_frame f;
	uint64_t nread = 0;

	if (r == NULL)
		return -1;
	while ((status = iolog_reader_next(r, &f)) == IOLOG_OK)
		if (f.type == IOLOG_FRAME_DATA && f.first == nread)
			nread += f.n;
	struct iolog_damage d = iolog_reader_damage(r);
	iolog_reader_close(r);
	printf("%" PRIu64 " of %" PRIu64 " I/Os, cut from byte %" PRIu64
	    " to %" PRIu64 "\n", nread, npushed, d.begin_bytes, d.end_bytes);
	/* One frame is some 100 KB, offsets included: no more is lost. */
	return status == IOLOG_TRUNCATED && nread > 400000 &&
	    d.end_bytes == LIMIT_BYTES && d.begin_bytes > LIMIT_BYTES - 200000 ?
	    0 : -1;
}

int
main(void)
{
	char dir[] = "/tmp/iolog_full.XXXXXX", path[64];
	struct rlimit limit = { LIMIT_BYTES, LIMIT_BYTES };
	int status = 1;

	signal(SIGXFSZ, SIG_IGN);
	if (mkdtemp(dir) == NULL || setrlimit(RLIMIT_FSIZE, &limit) == -1)
		return 1;
	snprintf(path, sizeof(path), "%s/test.iolog", dir);
	if (record(path) == 0 && check(path) == 0)
		status = 0;
	unlink(path);
	rmdir(dir);
	return status;
}
