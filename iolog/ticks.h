/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_TICKS_H
#define PLATEAU_IOLOG_TICKS_H

#include "base/clock.h"
#include "iolog/iolog.h"

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#define IOLOG_TICKS_TSC 1
#else
#define IOLOG_TICKS_TSC 0
#endif

/*
 * The clock that stamps a log: the processor's time stamp counter where it is
 * to be trusted, at a third of the cost of CLOCK_MONOTONIC_RAW, which is the
 * clock everywhere else.
 */
struct iolog_ticks {
	enum iolog_clock clock;
	uint64_t num, den;		/* one tick is num/den ns */
};

/*
 * iolog_ticks_open() chooses the clock: the counter if the kernel says that it
 * runs at one rate (constant_tsc) and in all sleep states (nonstop_tsc), and
 * still counts it among its clock sources (it drops one that it caught being
 * wrong); then its rate is measured against CLOCK_MONOTONIC_RAW, which takes
 * 0.2 s and is good to about 1e-6.  'den' is then 2^32, which makes dividing by
 * it a shift.  With 'allow_tsc' false it is not considered.
 */
struct iolog_ticks iolog_ticks_open(bool allow_tsc);

/* iolog_ticks_now() reads the clock.  For the same thread it never goes back;
 * between threads the counters of sockets may differ by some ticks. */
static inline uint64_t
iolog_ticks_now(const struct iolog_ticks *t)
{
#if IOLOG_TICKS_TSC
	if (t->clock == IOLOG_CLOCK_TSC)
		return __rdtsc();
#endif
	return clock_ns(CLOCK_MONOTONIC_RAW);
}

/* iolog_ticks_anchor() reads all three clocks, within a microsecond or as near
 * to it as a busy machine allows. */
struct iolog_anchor iolog_ticks_anchor(const struct iolog_ticks *t);

/* iolog_ns_to_ticks() is the number of ticks in 'ns', rounded up. */
static inline uint64_t
iolog_ns_to_ticks(const struct iolog_ticks *t, uint64_t ns)
{
	if (t->num == t->den)
		return ns;
	return (uint64_t)(((unsigned __int128)ns * t->den + t->num - 1) /
	    t->num);
}

#endif
