/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_TICKS_H
#define PLATEAU_COLLECT_TICKS_H

#include "base/clock.h"

/*
 * The collector's clock: CLOCK_MONOTONIC_RAW, which no time daemon slews, at
 * about 30 ns a reading.  A tick is a nanosecond, so the ratio that the logs
 * keep is 1/1.
 */
static inline uint64_t
ticks_now(void)
{
	return clock_ns(CLOCK_MONOTONIC_RAW);
}

#endif
