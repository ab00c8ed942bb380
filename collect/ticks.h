/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_TICKS_H
#define PLATEAU_COLLECT_TICKS_H

#include <stdatomic.h>
#include <stddef.h>

#include "base/clock.h"

/* The clock of the simulated drive under test, ns of virtual time; NULL: the
 * drive is real.  Set by sim.c while no other thread asks. */
extern _Atomic uint64_t *ticks_virtual;

/*
 * The collector's clock: CLOCK_MONOTONIC_RAW, which no time daemon slews, at
 * about 30 ns a reading.  A tick is a nanosecond, so the ratio that the logs
 * keep is 1/1.
 */
static inline uint64_t
ticks_now(void)
{
	if (ticks_virtual != NULL)
		return atomic_load_explicit(ticks_virtual,
		    memory_order_relaxed);
	return clock_ns(CLOCK_MONOTONIC_RAW);
}

#endif
