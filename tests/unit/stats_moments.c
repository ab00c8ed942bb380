/* SPDX-License-Identifier: BSD-2-Clause */
/* Moments are exact, and the same however the values are split and ordered. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/moments.h"

static int failures;

static void
expect(const char *what, double got, double want)
{
	if (got == want || (isnan(got) && isnan(want)))
		return;
	printf("%s is %.17g, expected %.17g\n", what, got, want);
	failures++;
}

static struct moments
of(const uint64_t *values, size_t n)
{
	struct moments m = {0};

	moments_add(&m, values, n);
	return m;
}

static void
test_worked_values(void)
{
	/* The textbook's eight numbers: mean 5, squared distances 32. */
	struct moments m = of((uint64_t[]){2, 4, 4, 4, 5, 5, 7, 9}, 8);

	expect("mean", moments_mean(&m), 5);
	expect("sd", moments_sd(&m), 2);
	expect("least", (double)m.least, 2);
	expect("largest", (double)m.largest, 9);

	m = of((uint64_t[]){7}, 1);
	expect("mean of one", moments_mean(&m), 7);
	expect("sd of one", moments_sd(&m), 0);

	m = of((uint64_t[]){1, 2, 2}, 3);
	expect("a third", moments_mean(&m), 5.0 / 3);
	expect("sd of 1 2 2", moments_sd(&m), 0.47140452079103168293);

	m = of(NULL, 0);
	expect("mean of none", moments_mean(&m), NAN);
	expect("sd of none", moments_sd(&m), NAN);
}

static void
test_nothing_cancels(void)
{
	/* Naive doubles lose the 1 ns spread beside 2^40 ns. */
	uint64_t base = (uint64_t)1 << 40;
	struct moments m = of((uint64_t[]){base, base + 2}, 2);

	expect("sd beside a large mean", moments_sd(&m), 1);
	expect("large mean", moments_mean(&m), (double)(base + 1));

	m = of((uint64_t[]){UINT64_MAX, UINT64_MAX, 0, 0}, 4);
	expect("sd of the whole range", moments_sd(&m), 0x1p63);
	expect("mean of the whole range", moments_mean(&m), 0x1p63);
}

static void
test_rounding_of_mean(void)
{
	/* 2^53 + 1/3 lies nearest to 2^53; 2^53 + 5/3 to 2^53 + 2. */
	uint64_t big = (uint64_t)1 << 53;
	struct moments m = of((uint64_t[]){big, big, big + 1}, 3);

	expect("rounds down", moments_mean(&m), 0x1p53);
	m = of((uint64_t[]){big + 1, big + 2, big + 2}, 3);
	expect("rounds up", moments_mean(&m), 0x1p53 + 2);
}

static void
test_merge(void)
{
	enum { N = 100000 };
	uint64_t *v = malloc(N * sizeof(v[0]));
	struct moments whole, parts = {0}, reverse = {0};

	if (v == NULL)
		exit(1);
	srand(1);
	for (size_t i = 0; i < N; i++) {
		v[i] = (uint64_t)rand();
		if (i % 1000 == 0)
			v[i] <<= 32;
		if (i >= 70000)
			v[i] &= 0xffff;
	}
	whole = of(v, N);
	for (size_t i = 0; i < N;) {
		size_t n = (size_t)rand() % 5000;
		struct moments part;

		n = n < N - i ? n : N - i;
		part = of(v + i, n);
		moments_merge(&parts, &part);
		i += n;
	}
	for (size_t i = N; i-- > 0;)
		moments_add(&reverse, &v[i], 1);
	if (memcmp(&whole, &parts, sizeof(whole)) != 0 ||
	    memcmp(&whole, &reverse, sizeof(whole)) != 0) {
		printf("the order of values or merges shows\n");
		failures++;
	}
	free(v);
}

int
main(void)
{
	test_worked_values();
	test_nothing_cancels();
	test_rounding_of_mean();
	test_merge();
	return failures != 0;
}
