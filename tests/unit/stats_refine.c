/* SPDX-License-Identifier: BSD-2-Clause */
/* Ranks found by refinement are those of the sorted values, whatever they are. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/quantile.h"
#include "stats/refine.h"

static const uint32_t ppm[] = {
	0, 10000, 50000, 500000, 900000, 950000, 990000, 999000, 999900, 999990,
	999999, 1000000,
};
enum { NPPM = sizeof(ppm) / sizeof(ppm[0]) };

static int failures;

static uint64_t
random64(void)
{
	return (uint64_t)rand() ^ (uint64_t)rand() << 21 ^
	    (uint64_t)rand() << 42;
}

static uint64_t all_equal(size_t i) { (void)i; return 123456; }
static uint64_t two_values(size_t i) { return i % 3 ? 5000 : 5001; }
static uint64_t small(size_t i) { (void)i; return random64() % 300; }
static uint64_t micro(size_t i) { (void)i; return 90000 + random64() % 9000; }
static uint64_t whole_range(size_t i) { (void)i; return random64(); }
static uint64_t ascending(size_t i) { return i * 7919; }
/* One bin, far too wide to count singly: needs a third pass. */
static uint64_t hours(size_t i)
{
	(void)i;
	return ((uint64_t)1 << 45) + random64() % ((uint64_t)1 << 37);
}
static uint64_t outliers(size_t i)
{
	return i % 1000 ? micro(i) : ((uint64_t)1 << 40) + i;
}
static uint64_t ends(size_t i) { return i % 2 ? 0 : UINT64_MAX; }

static const struct {
	const char *name;
	uint64_t (*value)(size_t i);
} sets[] = {
	{"all equal", all_equal}, {"two values", two_values},
	{"small", small}, {"micro", micro}, {"whole range", whole_range},
	{"ascending", ascending}, {"hours", hours}, {"outliers", outliers},
	{"ends", ends},
};

static int
compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Two pools over the same values, counted under two thread numbers. */
static size_t
run_passes(struct refine_pool **pools, size_t npools, const uint64_t *v,
    size_t n, int64_t budget_bytes)
{
	struct refine_lookup *first = refine_lookup_new(0);
	struct refine_lookup *second = refine_lookup_new(5);
	size_t passes = 0;

	while (!refine_pool_done(pools[0]) || !refine_pool_done(pools[1])) {
		struct refine_budget budget;

		atomic_init(&budget.left_bytes, budget_bytes);
		for (size_t i = 0; i < npools; i++)
			refine_pool_begin(pools[i], &budget);
		refine_lookup_set(first, pools, npools);
		refine_lookup_set(second, pools, npools);
		refine_lookup_add(first, v, n / 3);
		refine_lookup_add(second, v + n / 3, n - n / 3);
		refine_lookup_flush(first);
		refine_lookup_flush(second);
		for (size_t i = 0; i < npools; i++)
			refine_pool_end(pools[i]);
		if (atomic_load(&budget.left_bytes) != budget_bytes) {
			printf("counters leak\n");
			failures++;
		}
		if (++passes == 100)
			break;
	}
	refine_lookup_free(first);
	refine_lookup_free(second);
	return passes;
}

static void
check_set(const char *name, uint64_t *v, size_t n, int64_t budget_bytes)
{
	static uint64_t count[HISTOGRAM_BINS];
	struct moments m = {0};
	struct refine_pool *pools[2];
	uint64_t ranks[NPPM], value;
	size_t passes;

	memset(count, 0, sizeof(count));
	moments_add(&m, v, n);
	histogram_add(count, v, n);
	for (size_t i = 0; i < NPPM; i++)
		ranks[i] = quantile_rank(n, ppm[i]);
	for (size_t i = 0; i < 2; i++)
		pools[i] = refine_pool_new(&m, count, 1, ranks, NPPM);
	passes = run_passes(pools, 2, v, n, budget_bytes);
	qsort(v, n, sizeof(v[0]), compare);
	for (size_t i = 0; i < 2 * NPPM; i++) {
		uint64_t want = quantile_sorted(v, n, ppm[i % NPPM]);

		if (refine_pool_value(pools[i / NPPM], i % NPPM, &value) == 0 &&
		    value == want)
			continue;
		printf("%s, %zu values, %zu passes: %" PRIu32 " ppm is %"
		    PRIu64 ", expected %" PRIu64 "\n", name, n, passes,
		    ppm[i % NPPM], value, want);
		failures++;
	}
	if (budget_bytes > 1 << 26 && passes > 6) {
		printf("%s, %zu values: %zu passes\n", name, n, passes);
		failures++;
	}
	refine_pool_free(pools[0]);
	refine_pool_free(pools[1]);
}

/* A log that changes between the passes is found out, not believed. */
static void
check_changed(void)
{
	static uint64_t count[HISTOGRAM_BINS];
	enum { N = 50000 };
	static uint64_t v[N];
	struct moments m = {0};
	struct refine_pool *pools[2];
	uint64_t rank = N / 2, value;

	memset(count, 0, sizeof(count));
	for (size_t i = 0; i < N; i++)
		v[i] = micro(i);
	moments_add(&m, v, N);
	histogram_add(count, v, N);
	for (size_t i = 0; i < 2; i++)
		pools[i] = refine_pool_new(&m, count, 1, &rank, 1);
	memset(v, 0, sizeof(v));
	run_passes(pools, 2, v, N, 1 << 27);
	if (refine_pool_value(pools[0], 0, &value) == 0) {
		printf("values that are gone were ranked\n");
		failures++;
	}
	refine_pool_free(pools[0]);
	refine_pool_free(pools[1]);
}

int
main(void)
{
	static const size_t sizes[] = {1, 2, 10, 11, 1000, 200000};
	uint64_t *v = malloc(200000 * sizeof(v[0]));

	if (v == NULL)
		return 1;
	srand(3);
	for (size_t s = 0; s < sizeof(sets) / sizeof(sets[0]); s++) {
		for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
			for (size_t i = 0; i < sizes[k]; i++)
				v[i] = sets[s].value(i);
			check_set(sets[s].name, v, sizes[k], 1 << 27);
			/* Room for little at a time: more passes, same. */
			check_set(sets[s].name, v, sizes[k], 1500000);
		}
	}
	check_changed();
	free(v);
	return failures != 0;
}
