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

/* How often to look for the logs. */
#define LOOK_NS UINT64_C(2000000000)

/* The log of a stage, as it was first seen. */
struct place {
	dev_t dev;
	ino_t ino;
	bool seen;
	_Atomic bool gone;
};

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
	struct place *logs;		/* logs[nstages], of the thread */
	bool failed;			/* likewise: a save did */
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

/* Waits until there is something to save and the time for it, or to look for
 * the logs, or the end: then false.  With the lock. */
static bool
await_change(struct runfile *r)
{
	uint64_t look_ns = clock_ns(CLOCK_MONOTONIC) + LOOK_NS;

	while (!r->ending) {
		bool changed = r->nnoted > r->nsaved;
		uint64_t until = changed ? r->rest_until_ns : look_ns;
		struct timespec at = {
			.tv_sec = (time_t)(until / 1000000000u),
			.tv_nsec = (long)(until % 1000000000u),
		};

		if ((changed && r->urgent) ||
		    clock_ns(CLOCK_MONOTONIC) >= until)
			return true;
		pthread_cond_clockwait(&r->change, &r->lock, CLOCK_MONOTONIC,
		    &at);
	}
	return false;
}

/* Whether the path leads to the folder that is locked. */
static bool
is_in_place(const struct runfile *r)
{
	struct stat path, folder;

	return stat(r->dir, &path) == 0 &&
	    fstat(r->lock_fd, &folder) == 0 &&
	    path.st_dev == folder.st_dev && path.st_ino == folder.st_ino;
}

/* A log without a name is lost when it is closed. */
static void
look_for_log(struct runfile *r, const char *name, struct place *log)
{
	struct stat st;
	bool there = fstatat(r->lock_fd, name, &st, 0) == 0;

	if (there && !log->seen)
		*log = (struct place){st.st_dev, st.st_ino, .seen = true};
	if (log->gone || (there && st.st_dev == log->dev &&
	    st.st_ino == log->ino))
		return;
	log->gone = true;
	if (halt_request(HALT_GONE))
		warn_msg("%s/%s: was removed while the run goes on: it ends "
		    "here", r->dir, name);
}

/* Looks whether all is where it was; the last save has to be possible. */
static void
look(struct runfile *r)
{
	if (r->failed)
		return;
	if (!is_in_place(r)) {
		warn_msg("%s: this folder was moved or removed while the run "
		    "goes on: it ends here", r->dir);
		halt_request(HALT_BOOKS);
		r->failed = true;
		return;
	}
	for (size_t i = 0; i < r->saving.nstages; i++)
		if (r->saving_stages[i].log != NULL)
			look_for_log(r, r->saving_stages[i].log, &r->logs[i]);
}

/* What cannot be entered in the books is not to be done.  Why was printed. */
static void
save(struct runfile *r)
{
	if (r->failed)
		return;
	if (run_save(&r->saving, r->dir) == -1) {
		halt_failed(HALT_BOOKS, errno);
		r->failed = true;
	}
	reserve(r);
}

static void *
runfile_main(void *data)
{
	struct runfile *r = data;

	pthread_mutex_lock(&r->lock);
	while (await_change(r)) {
		uint64_t number = r->nnoted;
		uint64_t begin_ns = clock_ns(CLOCK_MONOTONIC);
		bool changed = number > r->nsaved;

		r->urgent = false;
		copy_run(&r->saving, r->saving_stages, &r->noted);
		pthread_mutex_unlock(&r->lock);
		look(r);
		if (changed)
			save(r);

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
	free(r->logs);
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
		r->logs = calloc(run->nstages + 1, sizeof(*r->logs));
	}
	if (r == NULL || r->noted_stages == NULL || r->saving_stages == NULL ||
	    r->logs == NULL) {
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

bool
runfile_misses_log(const struct runfile *r, size_t stage)
{
	return r->logs[stage].gone;
}

/* Whether a save that failed before is worth another try: with the room that
 * was held for it, and where it would not fail and print the same again. */
static bool
may_save(const struct runfile *r)
{
	return !r->failed || (is_in_place(r) &&
	    faccessat(r->lock_fd, ".", W_OK, AT_EACCESS) == 0);
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

	int saved = may_save(r) ? run_save(r->run, r->dir) : -1;

	free_runfile(r);
	return saved;
}
