/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_CLOCK_H
#define PLATEAU_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds of a kernel clock, such as CLOCK_MONOTONIC. */
static inline uint64_t
clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#endif
