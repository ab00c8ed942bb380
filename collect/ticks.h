/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_TICKS_H
#define PLATEAU_COLLECT_TICKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "iolog/ticks.h"

/* The clock of the simulated drive under test, ns of virtual time; NULL: the
 * drive is real.  Set by sim.c while no other thread asks. */
extern _Atomic uint64_t *ticks_virtual;

/* How I/Os of real drives are stamped.  Until ticks_open(), and in a
 * simulation, a tick is a nanosecond. */
struct ticks_policy {
	struct iolog_ticks clock;
	bool each;			/* a stamp for each completion, not one
					   for all that a reap returns */
};
extern struct ticks_policy ticks_policy;

enum ticks_choice { TICKS_AUTO, TICKS_TSC, TICKS_RAW };

/*
 * ticks_open() chooses the clock: the time stamp counter where the kernel
 * trusts it, else CLOCK_MONOTONIC_RAW; or the one that is asked for.  Returns
 * 0, or -1, which is printed, if the counter is asked for and is not to be
 * trusted.
 */
int ticks_open(enum ticks_choice choice, bool each);

/* ticks_now() is the collector's clock, which no time daemon slews. */
static inline uint64_t
ticks_now(void)
{
	if (ticks_virtual != NULL)
		return atomic_load_explicit(ticks_virtual,
		    memory_order_relaxed);
	return iolog_ticks_now(&ticks_policy.clock);
}

/* ticks_of_ns() and ticks_to_ns() convert durations. */
static inline uint64_t
ticks_of_ns(uint64_t ns)
{
	return iolog_ns_to_ticks(&ticks_policy.clock, ns);
}

static inline uint64_t
ticks_to_ns(uint64_t ticks)
{
	return iolog_ticks_to_ns(&(struct iolog_header){
	    .tick_num = ticks_policy.clock.num,
	    .tick_den = ticks_policy.clock.den }, ticks);
}

#endif
