/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_RUNFILE_H
#define PLATEAU_COLLECT_RUNFILE_H

#include <stdbool.h>

#include "model/run.h"

/*
 * run.xml while the run goes on: saved by a thread of its own, so that no step
 * waits for the disk.  All of it is written each time, so steps that come fast
 * are saved together: saving takes a twentieth of the time at most, and no step
 * waits longer than ten seconds for it.  What a run that is cut off had not
 * saved is measured again when it goes on.  The first failure ends the run
 * (HALT_BOOKS, HALT_ROOM), and is the last thing to be printed of it.
 *
 * Every few seconds the thread looks whether the folder and the logs that
 * run.xml names are where they were: if not, that ends the run too (HALT_BOOKS,
 * HALT_GONE).
 */
struct runfile;

/*
 * runfile_open() saves 'run' for the first time into the folder 'dir' and
 * starts the thread.  Returns NULL with the reason printed, also when another
 * process has the run open.
 */
struct runfile *runfile_open(const char *dir, const struct run *run);

/* runfile_taken() says whether a process has the run in 'dir' open: 1, 0, or -1
 * if that cannot be told.  A run that is "running" and not taken was cut off.
 * runfile_say_taken() is the message for it. */
int runfile_taken(const char *dir);
void runfile_say_taken(const char *dir);

/*
 * runfile_changed() takes note of the state of the run and returns at once; it
 * is saved now if that is 'urgent', as the beginning of a stage is.  What the
 * run's pointers lead to must not change any more, but for elements behind the
 * nsteps and ngaps of now.
 */
void runfile_changed(struct runfile *r, bool urgent);

/* runfile_settle() waits until what was noted is saved: before something is
 * done to the drive that the books have to tell of, whatever happens. */
void runfile_settle(struct runfile *r);

/* runfile_misses_log() says whether the log of this stage was removed, as far
 * as is known when all is settled. */
bool runfile_misses_log(const struct runfile *r, size_t stage);

/* runfile_close() saves for the last time and ends the thread.  Returns 0, or
 * -1 with the reason printed. */
int runfile_close(struct runfile *r);

#endif
