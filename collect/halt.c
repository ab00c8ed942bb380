/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "collect/halt.h"
#include "collect/outcome.h"

_Atomic int halt_state;

bool
halt_request(enum halt why)
{
	int none = HALT_NO;

	return atomic_compare_exchange_strong(&halt_state, &none, (int)why);
}

static void
on_signal(int number)
{
	static _Atomic int seen;
	static const char text[] =
	    "\nplateau: stopped at once; the raw log ends where it was torn\n";

	(void)number;
	if (atomic_fetch_add(&seen, 1) > 0) {
		/* Nothing to be done about a terminal that is gone. */
		if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
			_exit(OUTCOME_INTERRUPTED);
		_exit(OUTCOME_INTERRUPTED);
	}
	halt_request(HALT_SIGNAL);
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

void
halt_on_signals(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = on_signal;
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
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
