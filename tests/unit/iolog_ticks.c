/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock that stamps a log never goes back and keeps the pace of
 * CLOCK_MONOTONIC_RAW, whether it is the processor's counter or not. */
#include <inttypes.h>
#include <stdio.h>

#include "iolog/ticks.h"

/* Generous: a busy machine may be off the processor between two readings. */
#define WAIT_NS 50000000
#define APART_NS 2000000u

static int
check(bool allow_tsc)
{
	struct iolog_ticks t = iolog_ticks_open(allow_tsc);
	struct iolog_header h = { .tick_num = t.num, .tick_den = t.den };
	struct timespec wait = { .tv_nsec = WAIT_NS };
	uint64_t last = iolog_ticks_now(&t);

	for (int i = 0; i < 100000; i++) {
		uint64_t now = iolog_ticks_now(&t);

		if (now < last) {
			puts("the clock went back");
			return 1;
		}
		last = now;
	}
	uint64_t begin = iolog_ticks_now(&t);
	uint64_t begin_ns = clock_ns(CLOCK_MONOTONIC_RAW);
	nanosleep(&wait, NULL);
	uint64_t ns = clock_ns(CLOCK_MONOTONIC_RAW) - begin_ns;
	uint64_t passed = iolog_ticks_to_ns(&h, iolog_ticks_now(&t) - begin);
	printf("%s: %" PRIu64 "/%" PRIu64 ": %" PRIu64 " ns for %" PRIu64 "\n",
	    t.clock == IOLOG_CLOCK_TSC ? "counter" : "monotonic", t.num, t.den,
	    passed, ns);
	struct iolog_anchor a = iolog_ticks_anchor(&t);
	struct iolog_anchor b = iolog_ticks_anchor(&t);
	if (b.ticks < a.ticks || b.monotonic_ns < a.monotonic_ns)
		return 1;
	if (iolog_ticks_to_ns(&h, iolog_ns_to_ticks(&t, 1000000)) / 1000 !=
	    1000)
		return 1;
	return passed + APART_NS < ns || ns + APART_NS < passed;
}

int
main(void)
{
	return check(false) | check(true);
}
