/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/report.h"
#include "collect/halt.h"
#include "collect/outcome.h"

/*
 * A signal so soon after the first is the same wish: timeout(1) signals a
 * process and its group, and a finger on Ctrl-C is nervous.
 */
#define AGAIN_NS 1000000000u

_Atomic int halt_state;
_Atomic int halt_group;

static void (*tell_hook)(void *data, const char *what);
static void *tell_data;

bool
halt_request(enum halt why)
{
	int none = HALT_NO;

	return atomic_compare_exchange_strong(&halt_state, &none, (int)why);
}

bool
halt_failed(enum halt why, int error)
{
	return halt_request(file_is_full(error) ? HALT_ROOM : why);
}

static void
on_signal(int number)
{
	static _Atomic uint64_t first_ns;
	static const char text[] =
	    "\nplateau: stopped at once; the raw log ends where it was torn\n";

	uint64_t none = 0, now = clock_ns(CLOCK_MONOTONIC);

	(void)number;
	if (!atomic_compare_exchange_strong(&first_ns, &none, now)) {
		if (now < none + AGAIN_NS)
			return;

		int group = atomic_load(&halt_group);

		if (group > 0)
			kill(-group, SIGKILL);
		/* Nothing to be done about a terminal that is gone. */
		if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
			_exit(OUTCOME_INTERRUPTED);
		_exit(OUTCOME_INTERRUPTED);
	}
	halt_request(HALT_SIGNAL);
}

void
halt_tell(const char *format, ...)
{
	static _Atomic bool told;
	char what[256];
	va_list args;

	if (halt_reason() != HALT_SIGNAL || atomic_exchange(&told, true))
		return;
	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	warn_msg("stopping: waiting for %s; a second signal aborts", what);
	if (tell_hook != NULL)
		tell_hook(tell_data, what);
}

void
halt_set_hook(void (*hook)(void *data, const char *what), void *data)
{
	tell_hook = hook;
	tell_data = data;
}

static sigset_t
ending_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	return set;
}

/* A handler, other than SIG_IGN, is not handed on to the tools that are run. */
static void
on_error_told_by_errno(int number)
{
	(void)number;
}

void
halt_on_signals(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_signal;
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* Who looks on may leave: a test takes days, and a purge that is under
	 * way must come to its end. */
	action.sa_handler = SIG_IGN;
	sigaction(SIGHUP, &action, NULL);
	action.sa_handler = on_error_told_by_errno;
	action.sa_flags = SA_RESTART;
	sigaction(SIGPIPE, &action, NULL);
	sigaction(SIGXFSZ, &action, NULL);
}

void
halt_block_signals(void)
{
	sigset_t set = ending_signals();

	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

void
halt_unblock_signals(void)
{
	sigset_t set = ending_signals();

	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
