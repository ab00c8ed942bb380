/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The write amplification of the simulated drive under uniform random writes
 * is the known one: LRU cleaning within 2 % of Desnoyers' closed form (SYSTOR
 * 2012), greedy cleaning with 64-page blocks within 3 % of the figures of an
 * independent simulation.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "iolog/generator.h"
#include "sim/drive.h"

#define PAGE UINT64_C(4096)
#define NBLOCKS 4096
#define BLOCK_PAGES 64

/* W0(-a exp(-a)) by iteration: the root w of w exp(w) = -a exp(-a) that is
 * not -a.  Newton's method from 0 converges on (-1, 0]. */
static double
lambert(double a)
{
	double z = -a * exp(-a), w = 0;

	for (int i = 0; i < 100; i++)
		w -= (w * exp(w) - z) / (exp(w) * (w + 1));
	return w;
}

static double
lru(double a)
{
	return a / (a + lambert(a));
}

static double
measured(double a, bool fifo)
{
	struct sim_parameters p = {
		.page_bytes = PAGE,
		.flash_bytes = NBLOCKS * BLOCK_PAGES * PAGE,
		.channels = 1, .dies = 1, .planes = 1,
		.flash_page_bytes = PAGE, .block_pages = BLOCK_PAGES,
		.channel_mb_s = 1000, .link_mb_s = 1000,
		.fifo = fifo, .reserve_blocks = 2,
		.cache_bytes = 64 * PAGE,
	};
	uint64_t npages = (uint64_t)(NBLOCKS * BLOCK_PAGES / a);
	struct sim_counters from, to;
	struct sim_drive *d;
	const char *why;

	p.capacity_bytes = npages * PAGE;
	why = sim_parameters_check(&p);
	if (why != NULL) {
		printf("%s\n", why);
		exit(1);
	}
	d = sim_drive_new(&p, 1);
	if (d == NULL)
		exit(1);
	/* Once over in order, ten times at random, then measured. */
	for (uint64_t i = 0; i < npages * 16; i++) {
		uint64_t page = i < npages ? i :
		    generator_below(generator_draw(1, i, 0), npages);

		if (i == npages * 11)
			from = sim_drive_counters(d);
		sim_drive_submit(d, SIM_WRITE, page * PAGE, PAGE, 0, i, 0);
		sim_drive_take(d);
		if (sim_drive_counters(d).free_blocks > 2 && i >= npages * 11) {
			printf("more than 2 free blocks\n");
			exit(1);
		}
	}
	to = sim_drive_counters(d);
	sim_drive_free(d);
	return sim_write_amplification(&from, &to);
}

int
main(void)
{
	static const struct { double a, lru, greedy; } cases[] = {
		{1.07, 7.82, 7.05},
		{1.25, 2.69, 2.60},
		{1.50, 1.72, 1.68},
	};
	int failed = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double a = cases[i].a;
		double form = lru(a);
		double fifo = measured(a, true), greedy = measured(a, false);
		bool right = fabs(form - cases[i].lru) < 0.006 &&
		    fabs(fifo / form - 1) < 0.02 &&
		    fabs(greedy / cases[i].greedy - 1) < 0.03;

		printf("a %.2f: LRU %.4f, closed form %.4f (%+.2f %%); "
		    "greedy %.4f, reference %.2f (%+.2f %%)%s\n", a, fifo,
		    form, 100 * (fifo / form - 1), greedy, cases[i].greedy,
		    100 * (greedy / cases[i].greedy - 1),
		    right ? "" : " WRONG");
		failed += !right;
	}
	return failed > 0;
}
