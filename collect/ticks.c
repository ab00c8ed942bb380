/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/report.h"
#include "collect/ticks.h"

_Atomic uint64_t *ticks_virtual;

struct ticks_policy ticks_policy = {
	.clock = { .clock = IOLOG_CLOCK_MONOTONIC_RAW, .num = 1, .den = 1 },
	.scale = (uint64_t)1 << 32,
};

int
ticks_open(enum ticks_choice choice, bool each)
{
	struct iolog_ticks clock = iolog_ticks_open(choice != TICKS_RAW);
	unsigned __int128 scale = ((unsigned __int128)clock.num << 32) +
	    clock.den / 2;

	if (choice == TICKS_TSC && clock.clock != IOLOG_CLOCK_TSC) {
		warn_msg("--clock tsc: the kernel does not trust the time stamp "
		    "counter (constant_tsc, nonstop_tsc, clock source tsc)");
		return -1;
	}
	ticks_policy = (struct ticks_policy){
		.clock = clock, .scale = (uint64_t)(scale / clock.den),
		.each = each,
	};
	return 0;
}
