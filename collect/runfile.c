/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/report.h"
#include "collect/halt.h"
#include "collect/runfile.h"

/* Room on the disk for the last run.xml: this, or twice the present one. */
#define RESERVE_BYTES 65536

/* 'plateau status' takes the lock for a moment: how often to ask again. */
#define LOCK_TRIES 10
#define LOCK_WAIT_US 20000

/* Behind a save that took a while nothing is saved for so many times as long,
 * but for this at the most. */
#define REST_TIMES 19
#define REST_MOST_NS UINT64_C(10000000000)

struct runfile {
	const char *dir;
	const struct run *run;		/* of the caller */
	pthread_t thread;
	bool started;
	int lock_fd;			/* the folder, locked while ours */
	int reserve_fd;			/* a file without a name, or -1 */
	off_t reserve_bytes;
	pthread_mutex_t lock;
	pthread_cond_t change;		/* there is something to do */
	pthread_cond_t saved;		/* it is done */
	bool ending, urgent;
	uint64_t nnoted, nsaved;	/* changes: noted, of these saved */
	uint64_t rest_until_ns;
	struct run noted;		/* the run when it last changed */
	struct run saving;		/* the thread's copy */
	struct run_stage *noted_stages, *saving_stages;
};

static void
copy_run(struct run *to, struct run_stage *stages, const struct run *from)
{
	*to = *from;
	to->stages = stages;
	memcpy(stages, from->stages, from->nstages * sizeof(*stages));
}

/*
 * Holds room on the disk in a file that nobody sees, so that a run that a full
 * disk ends can still be marked as failed.  A file system that has no such
 * files, or no room, is done without.
 */
static void
reserve(struct runfile *r)
{
	struct stat st;
	off_t bytes = RESERVE_BYTES;

	if (fstatat(r->lock_fd, "run.xml", &st, 0) == 0 &&
	    2 * st.st_size > bytes)
		bytes = 2 * st.st_size;
	if (r->reserve_fd == -1 || bytes <= r->reserve_bytes)
		return;
	if (posix_fallocate(r->reserve_fd, 0, bytes) == 0)
		r->reserve_bytes = bytes;
}

static void
give_up_reserve(struct runfile *r)
{
	if (r->reserve_fd != -1)
		close(r->reserve_fd);
	r->reserve_fd = -1;
}

/* Waits until there is something to save and the time for it, or the end: then
 * false.  With the lock. */
static bool
await_change(struct runfile *r)
{
	while (!r->ending) {
		uint64_t until = r->rest_until_ns;
		struct timespec at = {
			.tv_sec = (time_t)(until / 1000000000u),
			.tv_nsec = (long)(until % 1000000000u),
		};

		if (r->nnoted == r->nsaved)
			pthread_cond_wait(&r->change, &r->lock);
		else if (r->urgent || clock_ns(CLOCK_MONOTONIC) >= until)
			return true;
		else
			pthread_cond_clockwait(&r->change, &r->lock,
			    CLOCK_MONOTONIC, &at);
	}
	return false;
}

static void *
runfile_main(void *data)
{
	struct runfile *r = data;

	pthread_mutex_lock(&r->lock);
	while (await_change(r)) {
		uint64_t number = r->nnoted;
		uint64_t begin_ns = clock_ns(CLOCK_MONOTONIC);

		r->urgent = false;
		copy_run(&r->saving, r->saving_stages, &r->noted);
		pthread_mutex_unlock(&r->lock);
		/* It was printed.  What cannot be entered in the books is not
		 * to be done. */
		if (run_save(&r->saving, r->dir) == -1)
			halt_request(HALT_BOOKS);
		reserve(r);

		uint64_t now_ns = clock_ns(CLOCK_MONOTONIC);
		uint64_t rest_ns = REST_TIMES * (now_ns - begin_ns);

		pthread_mutex_lock(&r->lock);
		r->rest_until_ns = now_ns + (rest_ns < REST_MOST_NS ? rest_ns :
		    REST_MOST_NS);
		r->nsaved = number;
		pthread_cond_broadcast(&r->saved);
	}
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

static void
free_runfile(struct runfile *r)
{
	if (r == NULL)
		return;
	give_up_reserve(r);
	if (r->lock_fd != -1)
		close(r->lock_fd);
	free(r->noted_stages);
	free(r->saving_stages);
	free(r);
}

static int
open_folder(const char *dir)
{
	return open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

void
runfile_say_taken(const char *dir)
{
	warn_msg("%s: this run is going on, in another process", dir);
}

/* Of two processes at one run, the second is told so. */
static int
lock_folder(const char *dir)
{
	int fd = open_folder(dir);
	unsigned tries = 0;

	if (fd == -1) {
		warn_errno("open(%s)", dir);
		return -1;
	}
	while (flock(fd, LOCK_EX | LOCK_NB) == -1) {
		if (errno == EWOULDBLOCK && tries++ < LOCK_TRIES) {
			usleep(LOCK_WAIT_US);
			continue;
		}
		if (errno == EOPNOTSUPP)
			break;
		if (errno == EWOULDBLOCK)
			runfile_say_taken(dir);
		else
			warn_errno("lock(%s)", dir);
		close(fd);
		return -1;
	}
	return fd;
}

int
runfile_taken(const char *dir)
{
	int fd = open_folder(dir);
	int taken = -1;

	if (fd == -1)
		return -1;
	if (flock(fd, LOCK_SH | LOCK_NB) == 0)
		taken = 0;
	else if (errno == EWOULDBLOCK)
		taken = 1;
	close(fd);
	return taken;
}

struct runfile *
runfile_open(const char *dir, const struct run *run)
{
	struct runfile *r = calloc(1, sizeof(*r));

	if (r != NULL) {
		r->noted_stages = calloc(run->nstages + 1,
		    sizeof(*r->noted_stages));
		r->saving_stages = calloc(run->nstages + 1,
		    sizeof(*r->saving_stages));
	}
	if (r == NULL || r->noted_stages == NULL || r->saving_stages == NULL) {
		warn_errno("%s/run.xml", dir);
		if (r != NULL)
			r->lock_fd = r->reserve_fd = -1;
		goto fail;
	}
	r->dir = dir;
	r->run = run;
	r->reserve_fd = -1;
	r->lock_fd = lock_folder(dir);
	if (r->lock_fd == -1)
		goto fail;
	r->reserve_fd = open(dir, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->change, NULL);
	pthread_cond_init(&r->saved, NULL);
	if (run_save(run, dir) == -1)
		goto fail;
	reserve(r);
	halt_block_signals();
	r->started = pthread_create(&r->thread, NULL, runfile_main, r) == 0;
	halt_unblock_signals();
	if (!r->started) {
		warn_msg("%s/run.xml: no thread to save it", dir);
		goto fail;
	}
	return r;

fail:
	free_runfile(r);
	return NULL;
}

void
runfile_changed(struct runfile *r, bool urgent)
{
	pthread_mutex_lock(&r->lock);
	copy_run(&r->noted, r->noted_stages, r->run);
	r->nnoted++;
	r->urgent = r->urgent || urgent;
	pthread_cond_signal(&r->change);
	pthread_mutex_unlock(&r->lock);
}

void
runfile_settle(struct runfile *r)
{
	pthread_mutex_lock(&r->lock);
	r->urgent = r->nsaved < r->nnoted;
	pthread_cond_signal(&r->change);
	for (uint64_t number = r->nnoted; r->nsaved < number;)
		pthread_cond_wait(&r->saved, &r->lock);
	pthread_mutex_unlock(&r->lock);
}

int
runfile_close(struct runfile *r)
{
	pthread_mutex_lock(&r->lock);
	r->ending = true;
	pthread_cond_signal(&r->change);
	pthread_mutex_unlock(&r->lock);
	pthread_join(r->thread, NULL);
	pthread_cond_destroy(&r->saved);
	pthread_cond_destroy(&r->change);
	pthread_mutex_destroy(&r->lock);
	give_up_reserve(r);

	int saved = run_save(r->run, r->dir);

	free_runfile(r);
	return saved;
}
