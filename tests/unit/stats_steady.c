/* SPDX-License-Identifier: BSD-2-Clause */
/* The steady-state rule of the PTS decides worked examples, limits included. */
#include <math.h>
#include <stdio.h>

#include "stats/steady.h"

static const struct {
	double y[5];
	double average, range, slope, excursion;
	bool range_met, slope_met;
	const char *why;
} cases[] = {
	{{100, 105, 95, 102, 98}, 100, 10, -0.7, 2.8, true, true,
	    "inside both limits"},
	{{90, 110, 100, 90, 110}, 100, 20, 2, 8, true, true,
	    "the range is exactly 20 %"},
	{{95, 97.5, 100, 102.5, 105}, 100, 10, 2.5, 10, true, true,
	    "the line rises by exactly 10 %"},
	{{94.5, 97.25, 100, 102.75, 105.5}, 100, 11, 2.75, 11, true, false,
	    "the line rises by 11 %"},
	{{105, 102.5, 100, 97.5, 95}, 100, 10, -2.5, 10, true, true,
	    "a fall counts as a rise"},
	{{0.9, 1.1, 1.0, 0.9, 1.1}, 1, 0.2, 0.02, 0.08, true, true,
	    "0.2 and 1.1 - 0.9 differ in binary, not in fact"},
	{{0.95, 0.975, 1.0, 1.025, 1.05}, 1, 0.1, 0.025, 0.1, true, true,
	    "the same for the slope"},
	{{89, 110, 100, 91, 110}, 100, 21, 2.3, 9.2, false, true,
	    "the range alone is too wide"},
	{{7, 7, 7, 7, 7}, 7, 0, 0, 0, true, true, "flat"},
	{{0, 0, 0, 0, 0}, 0, 0, 0, 0, false, false, "no I/O is no plateau"},
};

static int failures;

static void
expect(const char *what, size_t i, double got, double want)
{
	if (fabs(got - want) <= 1e-9)
		return;
	printf("case %zu (%s): %s is %.17g, expected %.17g\n", i, cases[i].why,
	    what, got, want);
	failures++;
}

int
main(void)
{
	struct steady s;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		steady_check(cases[i].y, 5, 3, 0.20, 0.10, &s);
		expect("average", i, s.average, cases[i].average);
		expect("range", i, s.range, cases[i].range);
		expect("slope", i, s.slope, cases[i].slope);
		expect("excursion", i, s.excursion, cases[i].excursion);
		/* The line passes through (mean round, average). */
		expect("line", i, s.slope * 5 + s.intercept, s.average);
		expect("range_met", i, s.range_met, cases[i].range_met);
		expect("slope_met", i, s.slope_met, cases[i].slope_met);
		expect("reached", i, s.reached,
		    cases[i].range_met && cases[i].slope_met);
	}
	steady_check(cases[2].y, 5, 1, 0.20, 0.10, &s);
	expect("correlation", 2, s.correlation, 1);
	steady_check(cases[8].y, 5, 1, 0.20, 0.10, &s);
	if (!isnan(s.correlation)) {
		printf("a flat window has a correlation\n");
		failures++;
	}
	if (steady_check((double[]){100, NAN, 100}, 3, 1, 0.2, 0.1, &s) ||
	    steady_check((double[]){100}, 1, 1, 0.2, 0.1, &s) ||
	    steady_check(NULL, 0, 1, 0.2, 0.1, &s)) {
		printf("a window with a hole, of one round or empty is steady\n");
		failures++;
	}
	steady_check((double[]){100, NAN, 110}, 3, 1, 0.2, 0.1, &s);
	if (!isnan(s.range) || !isnan(s.excursion) || !isnan(s.average)) {
		printf("a window with a hole has a range\n");
		failures++;
	}
	return failures != 0;
}
