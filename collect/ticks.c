/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/report.h"
#include "collect/ticks.h"

_Atomic uint64_t *ticks_virtual;

struct ticks_policy ticks_policy = {
	.clock = { .clock = IOLOG_CLOCK_MONOTONIC_RAW, .num = 1, .den = 1 },
};

int
ticks_open(enum ticks_choice choice, bool each)
{
	struct iolog_ticks clock = iolog_ticks_open(choice != TICKS_RAW);

	if (choice == TICKS_TSC && clock.clock != IOLOG_CLOCK_TSC) {
		warn_msg("--clock tsc: the kernel does not trust the time stamp "
		    "counter (constant_tsc, nonstop_tsc, clock source tsc)");
		return -1;
	}
	ticks_policy = (struct ticks_policy){ .clock = clock, .each = each };
	return 0;
}
