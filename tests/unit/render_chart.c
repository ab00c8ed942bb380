/* SPDX-License-Identifier: BSD-2-Clause */
/* A chart of any data is drawn or says why not: without gnuplot its script and
 * numbers are written all the same, and 100 000 points draw fast. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "render/chart.h"
#include "render/gnuplot.h"

static int failures;
static char dir[] = "/tmp/render_chart.XXXXXX";

static bool
has_file(struct arena *a, const char *name, const char *suffix)
{
	return file_exists(arena_printf(a, "%s/%s.%s", dir, name, suffix));
}

static struct chart
chart_of(const struct chart_series *series, size_t count,
    enum chart_scale scale)
{
	return (struct chart){
		.title = "t", .width_pt = 300, .height_pt = 200, .npanels = 1,
		.panels[0] = {.nseries = count, .series = series,
		    .y = {.scale = scale, .unit = "u"}},
	};
}

static void
expect(struct arena *a, struct fonts *f, const char *why,
    const struct chart *chart, const char *name, enum chart_status want)
{
	struct chart_figure figure;
	enum chart_status got = chart_write(a, f, chart, dir, name, &figure);
	bool script = has_file(a, name, "gp") && has_file(a, name, "dat");
	bool svg = has_file(a, name, "svg");

	if (got != want || svg != (want == CHART_OK) ||
	    script != (want == CHART_OK || want == CHART_NO_GNUPLOT)) {
		printf("%s: status %d, %s script, %s SVG\n", why, (int)got,
		    script ? "a" : "no", svg ? "an" : "no");
		failures++;
	}
	if (system(arena_printf(a, "rm -f '%s'/*", dir)) != 0)
		failures++;
}

static const double x[] = {1, 2, 3, 4};

static void
test_data(struct arena *a, struct fonts *f)
{
	static const struct { const char *why; double y[4];
	    enum chart_status linear, log; } cases[] = {
		{"plain", {1, 2, 3, 4}, CHART_OK, CHART_OK},
		{"zeros", {0, 0, 0, 0}, CHART_OK, CHART_NO_DATA},
		{"negative", {-1, -2, -3, -4}, CHART_OK, CHART_NO_DATA},
		{"not numbers", {NAN, NAN, NAN, NAN}, CHART_NO_DATA,
		    CHART_NO_DATA},
		{"infinite", {INFINITY, 1, -INFINITY, 2}, CHART_OK, CHART_OK},
		{"huge", {1e300, 1, 2, -1e300}, CHART_OK, CHART_OK},
		{"tiny", {1e-300, 1e-12, 1e-9, 1}, CHART_OK, CHART_OK},
		{"wide", {1e-9, 1e15, 1, 1}, CHART_OK, CHART_OK},
		{"one", {NAN, 7, NAN, NAN}, CHART_OK, CHART_OK},
		{"equal", {7, 7, 7, 7}, CHART_OK, CHART_OK},
		{"nearly equal", {7, 7 + 1e-15, 7, 7}, CHART_OK, CHART_OK},
	};
	static const enum chart_style styles[] = {CHART_LINE,
	    CHART_LINE_POINTS, CHART_POINTS, CHART_DOTS, CHART_STEPS,
	    CHART_BAND, CHART_BARS};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (size_t k = 0; k < 7; k += i < 2 ? 1 : 4)
			for (int log = 0; log < 2; log++) {
				const struct chart_series s = {
					.name = "s", .style = styles[k],
					.npoints = 4, .x = x,
					.y = cases[i].y, .y2 = cases[i].y,
				};
				const struct chart c = chart_of(&s, 1, log ?
				    CHART_LOG : CHART_LINEAR);

				expect(a, f, arena_printf(a, "%s, style %zu, "
				    "%s", cases[i].why, k, log ? "log" :
				    "linear"), &c, "c", log ? cases[i].log :
				    cases[i].linear);
			}
}

static void
test_odd(struct arena *a, struct fonts *f)
{
	static const struct chart_series s = {.name = "s", .npoints = 4,
	    .x = x, .y = x};
	struct chart c = chart_of(&s, 0, CHART_LINEAR);

	expect(a, f, "no series", &c, "c", CHART_NO_DATA);
	c = chart_of(&s, 1, CHART_LINEAR);
	expect(a, f, "a name with a path", &c, "../c", CHART_FAILED);
	expect(a, f, "a name with a quote", &c, "c'", CHART_FAILED);
	expect(a, f, "no name", &c, "", CHART_FAILED);
	c.npanels = 0;
	expect(a, f, "no panel", &c, "c", CHART_FAILED);
	c.npanels = CHART_MAX_PANELS;
	expect(a, f, "panels without series", &c, "c", CHART_OK);
	c = chart_of(&s, 1, CHART_LINEAR);
	c.width_pt = NAN;
	expect(a, f, "no width", &c, "c", CHART_FAILED);
	c = chart_of(&s, 1, CHART_LINEAR);
	char *title = arena_alloc(a, 5001);
	memset(title, 'w', 5000);
	c.title = title;
	expect(a, f, "a title that leaves no room", &c, "c", CHART_OK);
	/* Bands, rules and remarks that lie nowhere. */
	static const struct chart_band bands[] = {
		{.from = NAN, .to = 1}, {.vertical = true, .from = -99,
		    .to = 99, .label = "b"}, {.from = 5, .to = 5}};
	static const struct chart_rule rules[] = {
		{.value = NAN, .label = "r"}, {.value = 1e9, .label = "r"},
		{.vertical = true, .value = NAN, .label = "v"},
		{.vertical = true, .value = -1e9, .label = "v"}};
	static const struct chart_remark remarks[] = {
		{.x = NAN, .y = NAN, .text = "m"}, {.x = 1e9, .y = 0,
		    .text = NULL}};
	c = chart_of(&s, 1, CHART_LOG);
	c.panels[0].bands = bands;
	c.panels[0].nbands = 3;
	c.panels[0].rules = rules;
	c.panels[0].nrules = 4;
	c.panels[0].remarks = remarks;
	c.panels[0].nremarks = 2;
	expect(a, f, "marks that lie nowhere", &c, "c", CHART_OK);
}

/* A log axis has a label at each of its ends. */
static void
test_ends(struct arena *a, struct fonts *f)
{
	static const double ends[] = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5,
	    10, 20, 50, 100, 200, 500, 1000, 10000, 100000};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		const double y[] = {ends[i] * 2, ends[i] * 7, ends[i] * 50,
		    ends[i] * 70};
		const struct chart_series s = {.name = "s", .npoints = 4,
		    .x = x, .y = y};
		struct chart c = chart_of(&s, 1, CHART_LOG);
		struct chart_figure figure;

		c.panels[0].y.min = ends[i];
		c.panels[0].y.max = ends[i] * 100;
		for (int k = 0; k < 2; k++) {
			double end = k == 0 ? ends[i] : ends[i] * 100;
			int digits = end < 0.1 ? 2 : end < 1 ? 1 : 0;
			const char *label = arena_printf(a, "<text>%.*f</text>",
			    digits, end);

			if (chart_write(a, f, &c, dir, "c", &figure) !=
			    CHART_OK || strstr(figure.svg, label) == NULL) {
				printf("no label at %g, the end\n", end);
				failures++;
			}
		}
	}
	if (system(arena_printf(a, "rm -f '%s'/*", dir)) != 0)
		failures++;
}

static void
test_speed(struct arena *a, struct fonts *f)
{
	enum { COUNT = 100000 };
	double *many = arena_array(a, COUNT, sizeof(*many));
	double *value = arena_array(a, COUNT, sizeof(*value));
	struct timespec begin, end;

	for (int i = 0; i < COUNT; i++) {
		many[i] = i;
		value[i] = 100 + (i * 7919 % 1009) / 10.0;
	}
	const struct chart_series s = {.name = "s", .npoints = COUNT,
	    .x = many, .y = value};
	const struct chart c = chart_of(&s, 1, CHART_LINEAR);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	expect(a, f, "100 000 points", &c, "c", CHART_OK);
	clock_gettime(CLOCK_MONOTONIC, &end);
	double seconds = (double)(end.tv_sec - begin.tv_sec) +
	    (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
	printf("100 000 points: %.2f s\n", seconds);
	/* Far above what it takes, for machines that are busy. */
	failures += seconds > 10;
}

int
main(void)
{
	unsigned major, minor;
	static const struct chart_series s = {.name = "s", .npoints = 4,
	    .x = x, .y = x};
	const struct chart c = chart_of(&s, 1, CHART_LINEAR);

	report_set_program("render_chart");
	struct fonts *f = fonts_open("en");
	if (f == NULL || gnuplot_version(&major, &minor) != GNUPLOT_OK) {
		puts("skipped: no gnuplot or no fonts");
		return 77;
	}
	if (mkdtemp(dir) == NULL)
		return 1;
	struct arena *a = arena_new();
	setenv("PLATEAU_GNUPLOT", "/nowhere/gnuplot", 1);
	expect(a, f, "no gnuplot", &c, "c", CHART_NO_GNUPLOT);
	setenv("PLATEAU_GNUPLOT", "/bin/false", 1);
	struct chart_figure figure;
	if (chart_write(a, f, &c, dir, "c", &figure) !=
	    CHART_GNUPLOT_FAILED || figure.why == NULL ||
	    has_file(a, "c", "svg")) {
		puts("a gnuplot that fails");
		failures++;
	}
	unsetenv("PLATEAU_GNUPLOT");
	test_data(a, f);
	test_odd(a, f);
	test_ends(a, f);
	test_speed(a, f);
	rmdir(dir);
	arena_free(a);
	fonts_close(f);
	return failures == 0 ? 0 : 1;
}
