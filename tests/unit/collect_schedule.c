/* SPDX-License-Identifier: BSD-2-Clause */
/* The shares of the streams cover the region once, whatever its size, and a
 * fill writes it over exactly as many times as the plan says. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collect/schedule.h"

static int failures;

static void
check_equal(uint64_t got, uint64_t wanted, const char *what)
{
	if (got != wanted) {
		printf("%s: %" PRIu64 ", not %" PRIu64 "\n", what, got,
		    wanted);
		failures++;
	}
}

static void
check_shares(const struct load *load)
{
	uint64_t at = 0, begin, end;

	for (uint32_t i = 0; i < load->threads; i++) {
		schedule_share(load, i, &begin, &end);
		check_equal(begin, at, "a share begins where one ended");
		at = end;
	}
	check_equal(at, load->fill ? load->region_bytes : load->region_bytes -
	    load->region_bytes % load->block_bytes, "end of the last share");
}

int
main(void)
{
	static const struct {
		uint64_t target_bytes;
		unsigned threads;
		int64_t block, region;
		double passes;
		uint64_t fill_bytes;
	} cases[] = {
		{1 << 30, 1, 131072, 10000, 1, 1 << 30},
		{1 << 30, 4, 131072, 10000, 2, UINT64_C(2) << 30},
		/* no multiple of the block: the odd end is written too */
		{1000000512, 3, 131072, 10000, 2, 2000001024},
		/* three quarters, cut to whole sectors */
		{1000000512, 1, 4096, 7500, 1, 750000128},
		/* a tenth of a pass: whole blocks */
		{1 << 30, 1, 131072, 10000, 0.1, 819 * 131072},
		/* next to nothing is one block for each stream */
		{1 << 20, 2, 131072, 10000, 0.0001, 2 * 131072},
		/* 64-bit arithmetic does not overflow */
		{UINT64_C(15) << 50, 16, 1048576, 9999, 2,
		    UINT64_C(33773619505557504)},
	};
	struct plan plan = {.on_error = ERROR_STOP};
	struct plan_stage stage = {.kind = STAGE_FILL, .number = 1};
	struct target target = {.sector_bytes = 512};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		target.bytes = cases[i].target_bytes;
		stage.base = factor_defaults();
		stage.base.value[FACTOR_THREADS] = cases[i].threads;
		stage.base.value[FACTOR_BLOCK] = cases[i].block;
		stage.base.value[FACTOR_REGION] = cases[i].region;
		stage.passes = cases[i].passes;

		struct load load = schedule_load(&plan, &stage, 0, &target, 9);

		check_equal(load.region_bytes % 512, 0, "whole sectors");
		check_shares(&load);
		check_equal(schedule_fill_bytes(&load), cases[i].fill_bytes,
		    "bytes of the fill");
		load.fill = false;
		check_shares(&load);
	}

	/* Stages draw different offsets, runs with one seed the same. */
	struct load one = schedule_load(&plan, &stage, 0, &target, 9);
	struct load same = schedule_load(&plan, &stage, 0, &target, 9);

	stage.number = 2;

	struct load next = schedule_load(&plan, &stage, 0, &target, 9);

	check_equal(one.key, same.key, "key of a seed");
	check_equal(one.key != next.key, 1, "key of another stage");
	return failures > 0;
}
