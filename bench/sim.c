/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How fast is the simulated drive, and what does it weigh?  One core, a closed
 * loop of 32 random 4 KiB commands on 16 GiB: reads, writes of an empty drive,
 * writes in the steady state.  Prints a table; fails below 5 million commands
 * a second (copies by collection counted beside them) or above 16 bytes a page.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "iolog/generator.h"
#include "sim/drive.h"

#define PAGE UINT64_C(4096)
#define DEPTH 32

static const struct sim_parameters parameters = {
	.seed = 1,
	.capacity_bytes = UINT64_C(16) << 30,
	.flash_bytes = UINT64_C(20) << 30,
	.page_bytes = PAGE,
	.channels = 8, .dies = 4, .planes = 2,
	.flash_page_bytes = 16384, .block_pages = 16,
	.read_ns = 70000, .program_ns = 600000, .erase_ns = 5000000,
	.channel_mb_s = 400, .suspends = true, .suspend_ns = 20000,
	.reserve_blocks = 3,
	.cache_bytes = UINT64_C(16) << 20,
	.link_mb_s = 570, .command_ns = 7200, .queue_depth = 32,
	.read_overhead_ns = 50000, .write_overhead_ns = 20000,
	.jitter_permille = 80,
};

static uint64_t
offset_of(uint64_t i)
{
	return generator_below(generator_draw(7, i, 0),
	    parameters.capacity_bytes / PAGE) * PAGE;
}

/* Runs 'count' commands; returns them per second of processor time. */
static double
run(struct sim_drive *d, enum sim_op op, uint64_t count, uint64_t *now_ns)
{
	uint64_t began = clock_ns(CLOCK_PROCESS_CPUTIME_ID);

	for (uint64_t i = 0; i < count; i++) {
		uint64_t offset = offset_of(i), tag;

		if (i >= DEPTH) {
			sim_drive_next(d, now_ns, &tag);
			sim_drive_take(d);
		}
		sim_drive_expect(d, offset_of(i + 4));
		sim_drive_submit(d, op, offset, PAGE, 0, *now_ns, i);
	}
	for (uint64_t tag; sim_drive_next(d, now_ns, &tag);)
		sim_drive_take(d);
	return (double)count * 1e9 /
	    (double)(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - began);
}

int
main(void)
{
	struct sim_drive *d = sim_drive_new(&parameters, DEPTH);
	uint64_t npages = parameters.capacity_bytes / PAGE;
	struct sim_counters from, to;
	uint64_t now_ns = 0;
	double empty, steady, reads, bytes, amplification;

	if (d == NULL) {
		fprintf(stderr, "no memory\n");
		return 1;
	}
	empty = run(d, SIM_WRITE, npages, &now_ns);
	run(d, SIM_WRITE, 3 * npages, &now_ns);
	from = sim_drive_counters(d);
	steady = run(d, SIM_WRITE, 2 * npages, &now_ns);
	to = sim_drive_counters(d);
	reads = run(d, SIM_READ, 2 * npages, &now_ns);
	amplification = sim_write_amplification(&from, &to);
	bytes = (double)sim_drive_memory_bytes(d) /
	    ((double)parameters.flash_bytes / PAGE);

	printf("%-24s %10s\n", "random 4 KiB, QD 32", "M I/O/s");
	printf("%-24s %10.2f\n", "read", reads / 1e6);
	printf("%-24s %10.2f\n", "write, empty drive", empty / 1e6);
	printf("%-24s %10.2f  with copies %.2f (write amplification %.2f)\n",
	    "write, steady state", steady / 1e6, steady * amplification / 1e6,
	    amplification);
	printf("%-24s %10.2f bytes a page of flash\n", "memory", bytes);
	sim_drive_free(d);
	return empty < 5e6 || reads < 5e6 || steady * amplification < 5e6 ||
	    bytes > 16;
}
