/* SPDX-License-Identifier: BSD-2-Clause */
/* After kill -9 of the process that records, all but the last second of every
 * stream is in the log, fast streams and slow ones. */
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "iolog/ring.h"

#define NSTREAMS 2u

/* Time that a loaded machine may take beyond the promised second. */
#define PROMISED_NS 2500000000u

/* Shared with the child: when it pushed each stream's last I/O so far. */
struct told {
	_Atomic uint64_t now_ns;
	_Atomic uint64_t npushed[NSTREAMS];
};

static void
push(struct told *told, struct iolog_ring *ring, uint32_t stream)
{
	uint64_t number = atomic_load(&told->npushed[stream]);
	uint64_t now = clock_ns(CLOCK_MONOTONIC_RAW);

	while (!iolog_ring_has_room(ring, 2))
		;
	iolog_ring_submit(ring, 1, number, 1, now - 90000, now - 88000);
	iolog_ring_complete(ring, 1, number, now - 90000, now, IOLOG_WRITE, 0,
	    number * 4096, 4096, 4096);
	atomic_store(&told->npushed[stream], number + 1);
	atomic_store(&told->now_ns, now);
}

/* One stream at full speed, one with an I/O every 10 ms. */
static void
record(struct told *told, const char *path)
{
	struct iolog_header header = {
		.nstreams = NSTREAMS, .clock = IOLOG_CLOCK_MONOTONIC_RAW,
		.stamp = IOLOG_STAMP_EVENT, .tick_num = 1, .tick_den = 1,
		.sector_bytes = 512,
	};
	struct iolog_recorder *r = iolog_recorder_open(path, &header);
	uint64_t next_ns = 0;

	if (r == NULL)
		_exit(1);
	iolog_recorder_step(r, &(struct iolog_step){ .step = 1, .round = 1 });
	for (;;) {
		push(told, iolog_recorder_ring(r, 0), 0);
		if (atomic_load(&told->now_ns) < next_ns)
			continue;
		push(told, iolog_recorder_ring(r, 1), 1);
		next_ns = atomic_load(&told->now_ns) + 10000000;
	}
}

static int
check(const struct told *told, const char *path)
{
	enum iolog_status status;
	struct iolog_reader *r = iolog_reader_open(path, &status);
	struct iolog_frame f;
	uint64_t last[NSTREAMS] = { 0 }, nread[NSTREAMS] = { 0 };

	if (r == NULL)
		return -1;
	while ((status = iolog_reader_next(r, &f)) == IOLOG_OK) {
		if (f.type != IOLOG_FRAME_DATA || f.n == 0)
			continue;
		if (f.first != nread[f.stream])
			return -1;
		nread[f.stream] += f.n;
		last[f.stream] = f.complete_ticks[f.n - 1];
	}
	iolog_reader_close(r);
	int result = status == IOLOG_TRUNCATED ? 0 : -1;
	for (uint32_t i = 0; i < NSTREAMS; i++) {
		uint64_t lost_ns = atomic_load(&told->now_ns) - last[i];

		printf("stream %" PRIu32 ": %" PRIu64 " of %" PRIu64
		    " I/Os, the last %.2f s before the end\n", i, nread[i],
		    atomic_load(&told->npushed[i]), (double)lost_ns / 1e9);
		if (nread[i] == 0 || lost_ns > PROMISED_NS)
			result = -1;
	}
	return result;
}

int
main(void)
{
	char dir[] = "/tmp/iolog_kill.XXXXXX", path[64];
	struct told *told = mmap(NULL, sizeof(*told), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (told == MAP_FAILED || mkdtemp(dir) == NULL)
		return 1;
	snprintf(path, sizeof(path), "%s/test.iolog", dir);
	pid_t child = fork();
	if (child == 0)
		record(told, path);
	nanosleep(&(struct timespec){ .tv_sec = 3 }, NULL);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	int status = check(told, path) == 0 ? 0 : 1;
	unlink(path);
	rmdir(dir);
	return status;
}
