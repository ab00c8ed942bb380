/* SPDX-License-Identifier: BSD-2-Clause */
/* An axis has round ticks with labels that do not touch, whatever the data
 * are. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "render/chart_axis.h"

static int failures;

/* The labels of an axis, with blanks between; small ticks are left out. */
static const char *
labels(struct arena *a, const struct axis *axis)
{
	const char *all = "";

	for (size_t i = 0; i < axis->nticks; i++)
		if (axis->ticks[i].label != NULL)
			all = arena_printf(a, "%s%s%s", all,
			    all[0] != '\0' ? " " : "", axis->ticks[i].label);
	return all;
}

struct axis_case {
	const char *why;
	struct chart_axis wanted;
	double low, high;		/* of the data */
	bool across;
	double length_pt;
	double min, max;		/* of the axis */
	const char *labels;
};

static const struct chart_tick blocks[] = {
	{0, "4"}, {0, "64"}, {0, "1024"},
};

static const struct axis_case cases[] = {
	{"y begins at 0 and ends at a tick", {.unit = ""}, 3, 212, true, 200,
	    0, 250, "0 50 100 150 200 250"},
	{"a curve along the top gets a step more", {.unit = ""}, 3, 200, true,
	    200, 0, 250, "0 50 100 150 200 250"},
	{"tight", {.tight = true}, 187, 192, true, 120, 186, 194,
	    "186 188 190 192 194"},
	{"negative", {.unit = ""}, -30, 70, true, 120, -40, 80,
	    "-40 -20 0 20 40 60 80"},
	{"all zero", {.unit = ""}, 0, 0, true, 100, 0, 1.5, "0.0 0.5 1.0 1.5"},
	{"all equal, tight", {.tight = true}, 100, 100, true, 100, 90, 110,
	    "90 95 100 105 110"},
	{"a curve along the bottom, too", {.unit = ""}, -40, 60, true, 120,
	    -60, 80, "-60 -40 -20 0 20 40 60 80"},
	{"given ends stay", {.min = -1, .max = 7}, 0, 5, true, 60, -1, 7,
	    "0 5"},
	{"one end given", {.min = 1, .max = NAN}, 0, 5, true, 100, 1, 6,
	    "1 2 3 4 5 6"},
	{"x ends where the data end", {.unit = ""}, 0, 1130, false, 400, 0,
	    1200, "0 200 400 600 800 1000 1200"},
	{"... if a tick is far off", {.unit = ""}, 0, 1030, false, 400, 0,
	    1030, "0 200 400 600 800 1000"},
	{"rounds", {.whole = true}, 1, 5, false, 300, 0.9, 5.05,
	    "1 2 3 4 5"},
	{"many rounds", {.whole = true}, 1, 50, false, 400, 0.1, 50.6125,
	    "2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 "
	    "48 50"},
	{"one round", {.whole = true}, 1, 1, false, 300, 0.7, 1.3, "1"},
	{"a clock", {.clock = true}, 0, 1200, false, 420, 0, 1200,
	    "0 240 480 720 960 1200"},
	{"a short clock", {.clock = true}, 0, 55, false, 420, 0, 60,
	    "0 10 20 30 40 50 60"},
	{"an hour and a half", {.clock = true}, 0, 90, false, 300, 0, 90,
	    "0 15 30 45 60 75 90"},
	{"1-2-5", {.scale = CHART_LOG}, 0.03, 12, true, 280, 0.02, 20,
	    "0.02 0.05 0.1 0.2 0.5 1 2 5 10 20"},
	{"1-2-5 with room", {.scale = CHART_LOG}, 0.02, 20, true, 280, 0.01,
	    50, "0.01 0.02 0.05 0.1 0.2 0.5 1 2 5 10 20 50"},
	{"decades only", {.scale = CHART_LOG}, 3, 400000, true, 150, 1, 1e6,
	    "1 10 100 1000 10000 100000 1000000"},
	{"decades with room", {.scale = CHART_LOG}, 1, 1e6, true, 150,
	    0.66069344800759611, 1513561.2484362087,
	    "1 10 100 1000 10000 100000 1000000"},
	{"every other decade", {.scale = CHART_LOG}, 2, 4e11, true, 100, 1,
	    1e12, "1 100 10000 1000000 100000000 10000000000 1000000000000"},
	{"a log axis of one value", {.scale = CHART_LOG}, 100, 100, true, 100,
	    50, 200, "50 100 200"},
	{"less than a decade", {.scale = CHART_LOG}, 3, 4, true, 100, 2, 5,
	    "2 3 4 5"},
	{"the same without room", {.scale = CHART_LOG}, 3, 4, true, 50, 2, 5,
	    "2 5"},
	{"categories", {.scale = CHART_CATEGORIES, .nticks = 3,
	    .ticks = blocks}, 0, 2, false, 300, -0.15, 2.15, "4 64 1024"},
	{"categories without room", {.scale = CHART_CATEGORIES, .nticks = 3,
	    .ticks = blocks}, 0, 2, false, 30, -0.15, 2.15, "4 64"},
};

static void
test_case(struct arena *a, struct fonts *f, const struct axis_case *c)
{
	struct axis axis = {0};
	const struct axis_span span = {c->low, c->high};

	axis_range(&axis, &c->wanted, &span, c->across);
	axis_ticks(a, &axis, &c->wanted, f, NULL, 7.5, c->length_pt,
	    c->across);
	const char *got = labels(a, &axis);
	if (fabs(axis.min - c->min) > 1e-9 * fabs(c->max) ||
	    fabs(axis.max - c->max) > 1e-9 * fabs(c->max) ||
	    strcmp(got, c->labels) != 0) {
		printf("%s: [%g, %g] %s\n", c->why, axis.min, axis.max, got);
		failures++;
	}
}

/* Whatever the span: an end above the other, at least two labels, none of them
 * touching, all ticks inside. */
static void
test_any(struct arena *a, struct fonts *f, enum chart_scale scale, double low,
    double high, bool across)
{
	const struct chart_axis wanted = {.scale = scale, .min = NAN,
	    .max = NAN};
	struct axis axis = {0};
	const struct axis_span span = {low, high};
	size_t nlabels = 0;
	double before = -INFINITY;

	axis_range(&axis, &wanted, &span, across);
	axis_ticks(a, &axis, &wanted, f, NULL, 7.5, 300, across);
	axis.min_pt = 0;
	axis.max_pt = 300;
	bool good = axis.min < axis.max && (scale != CHART_LOG ||
	    axis.min > 0) && axis.nticks < 200;
	for (size_t i = 0; i < axis.nticks; i++) {
		const struct axis_tick *t = &axis.ticks[i];
		double at = axis_place(&axis, t->value);

		good &= at >= -0.01 && at <= 300.01;
		if (t->label == NULL)
			continue;
		double half = across ? 7.5 / 2 :
		    fonts_width(f, FONT_REGULAR, 7.5, t->label) / 2;
		good &= at - half >= before;
		before = at + half;
		nlabels++;
	}
	if (good && nlabels >= 2)
		return;
	printf("scale %d, %g to %g, %s: [%g, %g] %s\n", scale, low, high,
	    across ? "y" : "x", axis.min, axis.max, labels(a, &axis));
	failures++;
}

int
main(void)
{
	report_set_program("render_axis");
	struct fonts *f = fonts_open("en");
	if (f == NULL) {
		puts("skipped: fonts are missing");
		return 77;
	}
	struct arena *a = arena_new();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		test_case(a, f, &cases[i]);
	static const double values[] = {-1e12, -7, -1e-9, 0, 1e-9, 0.02, 0.99,
	    1, 1.01, 5, 99.9, 1234, 1e6, 3.3e14};
	enum { COUNT = sizeof(values) / sizeof(values[0]) };
	for (size_t i = 0; i < COUNT; i++)
		for (size_t k = i; k < COUNT; k++)
			for (int n = 0; n < 2; n++) {
				test_any(a, f, CHART_LINEAR, values[i],
				    values[k], n == 1);
				if (values[i] > 0)
					test_any(a, f, CHART_LOG, values[i],
					    values[k], n == 1);
			}
	arena_free(a);
	fonts_close(f);
	return failures == 0 ? 0 : 1;
}
