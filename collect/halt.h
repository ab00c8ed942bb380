/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_HALT_H
#define PLATEAU_COLLECT_HALT_H

#include <stdatomic.h>
#include <stdbool.h>

/*
 * The one word that all threads watch: whether the run must end before its
 * plan does, and why.  The first reason stays.
 */
enum halt {
	HALT_NO,
	HALT_SIGNAL,		/* SIGINT or SIGTERM */
	HALT_ERROR,		/* an I/O failed and the plan says stop */
	HALT_LOST,		/* an I/O never came back */
	HALT_LOG,		/* the log cannot be written */
	HALT_CLOCK,		/* the clock went backwards, likewise */
	HALT_BOOKS,		/* run.xml cannot be written */
	HALT_ROOM,		/* one of these two, for lack of room */
	HALT_GONE,		/* somebody removed a log of the run */
	HALT_THREAD		/* a thread or an engine broke down */
};

extern _Atomic int halt_state;

/* halt_reason() is one relaxed load: cheap enough for every pass of a loop. */
static inline enum halt
halt_reason(void)
{
	return (enum halt)atomic_load_explicit(&halt_state,
	    memory_order_relaxed);
}

/* halt_request() asks for the end; returns whether it was the first to ask.
 * Safe in a signal handler. */
bool halt_request(enum halt why);

/* halt_failed() asks for it for HALT_LOG or HALT_BOOKS, which failed with this
 * errno; what it is decides whether that is HALT_ROOM. */
bool halt_failed(enum halt why, int error);

/* halt_tell() tells the person who sent the signal, once, what is waited for
 * before the run ends; does nothing without a signal.  halt_set_hook() has
 * 'hook' told the same, with 'data', in the thread that tells. */
void halt_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
void halt_set_hook(void (*hook)(void *data, const char *what), void *data);

/* The process group of a program that runs for us, which a second signal ends
 * too; 0: none. */
extern _Atomic int halt_group;

/*
 * halt_on_signals() has SIGINT and SIGTERM request the end, and a second one,
 * a second or more behind the first, end the process at once with status 130,
 * its log torn.  A terminal or a pipe that is gone (SIGHUP, SIGPIPE) ends
 * nothing: what would have been printed there is lost.  A limit of files' sizes
 * (SIGXFSZ) is as a full disk.  Threads that are to be spared the signals are
 * created with them blocked: halt_block_signals() blocks them in the calling
 * thread, halt_unblock_signals() undoes it.
 */
void halt_on_signals(void);
void halt_block_signals(void);
void halt_unblock_signals(void);

#endif
