/* SPDX-License-Identifier: BSD-2-Clause */
/* Level, plateau, steps and period of a series are those worked out by hand. */
#include <math.h>
#include <stdio.h>

#include "stats/series.h"

static int failures;

static void
expect(const char *what, double got, double wanted)
{
	if (fabs(got - wanted) <= 1e-9 || (isnan(got) && isnan(wanted)))
		return;
	printf("%s: %.17g, expected %.17g\n", what, got, wanted);
	failures++;
}

static void
fill(double *y, size_t from, size_t to, double value)
{
	for (size_t i = from; i < to; i++)
		y[i] = value;
}

static void
test_width(void)
{
	expect("width of 0", (double)series_width(0), 1);
	expect("width of 19", (double)series_width(19), 1);
	expect("width of 40", (double)series_width(40), 2);
	expect("width of 59", (double)series_width(59), 2);
	expect("width of 360", (double)series_width(360), 18);
}

static void
test_plateau(void)
{
	double y[40] = {0};

	expect("level of nothing", series_level(y, 0), NAN);
	expect("plateau of nothing", (double)series_plateau(y, 0), 0);
	/* The width is 2.  Mean of the last two: (100 + 98) / 2 = 99, so 89.1
	 * to 108.9 is the plateau.  Of y[9] and y[10] the mean is 150. */
	fill(y, 0, 10, 200);
	fill(y, 10, 40, 100);
	y[39] = 98;
	expect("level", series_level(y, 40), 99);
	expect("plateau", (double)series_plateau(y, 40), 10);
	/* (117 + 100) / 2 = 108.5 is within, (118 + 100) / 2 = 109 is not. */
	y[9] = 117;
	expect("near", (double)series_plateau(y, 40), 9);
	y[9] = 118;
	expect("not near", (double)series_plateau(y, 40), 10);
	/* 8 of 40 is a fifth, 7 is less. */
	fill(y, 0, 32, 200);
	fill(y, 32, 40, 100);
	expect("a fifth", (double)series_plateau(y, 40), 32);
	y[32] = 200;
	expect("less than a fifth", (double)series_plateau(y, 40), 40);
	fill(y, 0, 40, 7);
	expect("flat", (double)series_plateau(y, 40), 0);
	fill(y, 0, 40, 0);
	expect("nothing done", (double)series_plateau(y, 40), 40);
}

static void
test_reach(void)
{
	double y[40];

	/* Recovers by 1 a value, from 61.  y[28] = 89 and y[29] = 90 have the
	 * mean 89.5; the next two 90.5. */
	for (size_t i = 0; i < 40; i++)
		y[i] = 61 + (double)i;
	expect("reached", (double)series_reach(y, 40, 100), 29);
	expect("never", (double)series_reach(y, 40, 200), 40);
	expect("at once", (double)series_reach(y, 40, 60), 0);
}

static void
test_steps(void)
{
	struct series_step s[3];
	double y[60];

	fill(y, 0, 60, 100);
	expect("flat", (double)series_steps(y, 60, s, 3), 0);
	/* w is 5.  Down between y[29] and y[30], which is seen at 29 and at
	 * 30 with the same difference.  The first counts. */
	fill(y, 30, 60, 85);
	expect("down", (double)series_steps(y, 60, s, 3), 1);
	expect("where", (double)s[0].at, 29);
	expect("before", s[0].before, 100);
	expect("after", s[0].after, 85);
	/* 9 % is none, 10 % of the larger one is. */
	fill(y, 30, 60, 91);
	expect("9 %", (double)series_steps(y, 60, s, 3), 0);
	fill(y, 30, 60, 90);
	expect("10 %", (double)series_steps(y, 60, s, 3), 1);
	/* A record in which it happens: at 30. */
	y[30] = 97;
	expect("within a value", (double)series_steps(y, 60, s, 3), 1);
	expect("where", (double)s[0].at, 30);
	/* A slope is no step: the means of five differ by 6, the neighbours
	 * by 2. */
	for (size_t i = 0; i < 60; i++)
		y[i] = 100 - (double)i;
	expect("slope", (double)series_steps(y, 60, s, 3), 0);
	/* A dip of three values is none; down and up again are two. */
	fill(y, 0, 60, 100);
	fill(y, 30, 33, 50);
	expect("dip", (double)series_steps(y, 60, s, 3), 0);
	fill(y, 20, 40, 50);
	expect("two", (double)series_steps(y, 60, s, 3), 2);
	expect("up", s[1].after, 100);
	expect("room for one", (double)series_steps(y, 60, s, 1), 1);
	expect("the first", (double)s[0].at, 19);
	expect("too short", (double)series_steps(y, 10, s, 3), 0);
}

static void
test_period(void)
{
	double y[64];

	fill(y, 0, 64, 100);
	expect("flat", (double)series_period(y, 64), 0);
	/* Every eighth is a dip: eight later all is the same, r = 1. */
	for (size_t i = 0; i < 64; i++)
		y[i] = i % 8 == 3 ? 20 : 100;
	expect("dips", (double)series_period(y, 64), 8);
	/* A quarter of 31 is 7: too few to call it a period. */
	expect("too few", (double)series_period(y, 31), 0);
	/* Two values, in turn. */
	for (size_t i = 0; i < 64; i++)
		y[i] = i % 2 == 0 ? 1 : 2;
	expect("in turn", (double)series_period(y, 64), 2);
	/* One step is no period, and neither is a slope. */
	fill(y, 0, 32, 100);
	fill(y, 32, 64, 50);
	expect("step", (double)series_period(y, 64), 0);
	for (size_t i = 0; i < 64; i++)
		y[i] = (double)i;
	expect("slope", (double)series_period(y, 64), 0);
	/* Dips at 5 and 19: 14 later alike (r = 0.7), but 28 later not. */
	fill(y, 0, 64, 100);
	y[5] = y[19] = 20;
	expect("two dips", (double)series_period(y, 64), 0);
}

int
main(void)
{
	test_width();
	test_plateau();
	test_reach();
	test_steps();
	test_period();
	return failures != 0;
}
