/* SPDX-License-Identifier: BSD-2-Clause */
/* Labels in a column stand apart and as near as they can; a free label takes
 * the place that covers least. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "render/chart_place.h"

static int failures;

static void
test_column(struct arena *a, const char *why, size_t count, const double *in,
    const double *want)
{
	double ys[8];

	for (size_t i = 0; i < count; i++)
		ys[i] = in[i];
	place_column(a, ys, count, 9, 0, 100);
	for (size_t i = 0; i < count; i++)
		if (fabs(ys[i] - want[i]) > 1e-9) {
			printf("%s: label %zu at %g, not %g\n", why, i, ys[i],
			    want[i]);
			failures++;
		}
}

static int
ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Any labels: apart, inside, in their order. */
static void
test_any_column(struct arena *a)
{
	unsigned seed = 7;

	for (int round = 0; round < 2000; round++) {
		size_t count = 1 + (size_t)round % 15;
		double in[16], ys[16];

		for (size_t i = 0; i < count; i++) {
			seed = seed * 1103515245u + 12345u;
			in[i] = ys[i] = (seed >> 8) % 1000 / 5.0 - 50;
		}
		double gap = fmin(9, count > 1 ? 100.0 / (double)(count - 1) :
		    9);
		place_column(a, ys, count, 9, 0, 100);
		for (size_t i = 0; i < count; i++)
			for (size_t k = 0; k < count; k++)
				failures += in[i] < in[k] && ys[i] > ys[k];
		qsort(ys, count, sizeof(*ys), ascending);
		for (size_t i = 0; i < count; i++)
			failures += ys[i] < -1e-6 || ys[i] > 100 + 1e-6 ||
			    (i > 0 && ys[i] - ys[i - 1] < gap - 1e-6);
	}
	if (failures > 0)
		puts("labels of a column touch, leave it, or change places");
}

static void
test_free(struct arena *a)
{
	struct place *p = place_new(a, (struct place_box){0, 0, 100, 100});
	const struct canvas_point tops[] = {
		{95, 50},	/* sticks out */
		{10, 45},	/* on the line */
		{10, 20},	/* free */
		{40, 20},	/* free too, but later */
	};

	place_add_line(p, (struct canvas_point){0, 50},
	    (struct canvas_point){100, 50});
	for (size_t want = 2; want < 4; want++) {
		size_t got = place_choose(p, tops, 4, 20, 8);

		if (got != want) {
			printf("place %zu, not %zu\n", got, want);
			failures++;
		}
	}
	/* Now both are taken: the line is the least evil. */
	failures += place_choose(p, tops, 4, 20, 8) != 1;
}

int
main(void)
{
	struct arena *a = arena_new();

	test_column(a, "apart already", 3, (double[]){10, 40, 80},
	    (double[]){10, 40, 80});
	test_column(a, "two that touch part", 2, (double[]){50, 51},
	    (double[]){46, 55});
	test_column(a, "equal: the first is above", 3,
	    (double[]){50, 50, 50}, (double[]){41, 50, 59});
	test_column(a, "order of the input does not matter", 3,
	    (double[]){80, 10, 81}, (double[]){76, 10, 85});
	test_column(a, "at the top", 2, (double[]){0, 1}, (double[]){0, 9});
	test_column(a, "at the bottom", 2, (double[]){99, 100},
	    (double[]){91, 100});
	test_column(a, "a push goes on", 3, (double[]){48, 50, 60},
	    (double[]){143.0 / 3 - 4, 143.0 / 3 + 5, 143.0 / 3 + 14});
	test_any_column(a);
	test_free(a);
	arena_free(a);
	return failures == 0 ? 0 : 1;
}
