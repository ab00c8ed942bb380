/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loaded before the libraries (LD_PRELOAD), stands between the program and the
 * system and fails as the variable FAULT says:
 *
 *	busy		every third io_submit() has no room
 *	short		io_submit() takes one I/O a call
 *	refused		every hundredth io_submit() fails
 *	setup		io_setup() has no room
 *	thread		the third thread does not start
 *	backwards	the raw clock goes back by 0.1 s, once, when the program
 *			has asked for it for 0.3 s
 */
#include <dlfcn.h>
#include <errno.h>
#include <libaio.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BACK_NS 100000000
#define BEHIND_NS 300000000

static int
is_fault(const char *name)
{
	const char *fault = getenv("FAULT");

	return fault != NULL && strcmp(fault, name) == 0;
}

int
io_setup(int nevents, io_context_t *context)
{
	int (*next)(int, io_context_t *) = dlsym(RTLD_NEXT, "io_setup");

	return is_fault("setup") ? -EAGAIN : next(nevents, context);
}

int
io_submit(io_context_t context, long count, struct iocb **list)
{
	static _Atomic unsigned calls;
	int (*next)(io_context_t, long, struct iocb **) = dlsym(RTLD_NEXT,
	    "io_submit");
	unsigned call = atomic_fetch_add(&calls, 1);

	if (is_fault("busy") && call % 3 == 2)
		return -EAGAIN;
	if (is_fault("refused") && call % 100 == 99)
		return -EIO;
	return next(context, is_fault("short") ? 1 : count, list);
}

int
pthread_create(pthread_t *thread, const pthread_attr_t *attr,
    void *(*start)(void *), void *data)
{
	static _Atomic unsigned calls;
	int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
	    void *) = dlsym(RTLD_NEXT, "pthread_create");

	if (is_fault("thread") && atomic_fetch_add(&calls, 1) == 2)
		return EAGAIN;
	return next(thread, attr, start, data);
}

int
clock_gettime(clockid_t clock, struct timespec *t)
{
	static _Atomic long long first;
	int (*next)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT,
	    "clock_gettime");
	int result = next(clock, t);
	long long none = 0, now;

	if (clock != CLOCK_MONOTONIC_RAW || !is_fault("backwards"))
		return result;
	now = t->tv_sec * 1000000000LL + t->tv_nsec;
	if (!atomic_compare_exchange_strong(&first, &none, now) &&
	    now - none > BEHIND_NS)
		now -= BACK_NS;
	t->tv_sec = now / 1000000000;
	t->tv_nsec = now % 1000000000;
	return result;
}
