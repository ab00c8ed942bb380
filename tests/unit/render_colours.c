/* Colours of lines stay apart for those who see red and green alike, and the
 * ramp of ordered quantities keeps its order in grey print.
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "render/chart.h"
#include "render/chart_style.h"

#define NRAMP 8u

/* What eyes make of linear red, green, blue: without the cones for long, and
 * without those for medium waves (Vienot, Brettel, Mollon 1999); and a grey
 * print (the luminance of sRGB). */
static const struct sight {
	const char *name;
	double matrix[3][3];
	double palette, ramp;	/* least CIE 1976 distance of any two; of
				   neighbours */
} sights[] = {
	{"usual", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 30, 20},
	{"protanopia", {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0},
	    {0.00401, -0.00401, 1}}, 12, 13},
	{"deuteranopia", {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0},
	    {-0.02234, 0.02234, 1}}, 7, 13},
	{"grey", {{0.2126, 0.7152, 0.0722}, {0.2126, 0.7152, 0.0722},
	    {0.2126, 0.7152, 0.0722}}, 0, 3},
};

static double
linear(uint32_t byte)
{
	double c = (byte & 0xff) / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double
lightness(double t)
{
	return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

/* CIE L*a*b* of a colour as it is seen. */
static void
see(const struct sight *sight, uint32_t rgb, double lab[3])
{
	const double light[3] = {linear(rgb >> 16), linear(rgb >> 8),
	    linear(rgb)};
	double v[3];

	for (int i = 0; i < 3; i++)
		v[i] = fmax(0, sight->matrix[i][0] * light[0] +
		    sight->matrix[i][1] * light[1] +
		    sight->matrix[i][2] * light[2]);
	double x = lightness((0.4124 * v[0] + 0.3576 * v[1] + 0.1805 * v[2]) /
	    0.9505);
	double y = lightness(0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]);
	double z = lightness((0.0193 * v[0] + 0.1192 * v[1] + 0.9505 * v[2]) /
	    1.089);
	lab[0] = 116 * y - 16;
	lab[1] = 500 * (x - y);
	lab[2] = 200 * (y - z);
}

static double
distance(const struct sight *sight, unsigned colour, unsigned other)
{
	double a[3], b[3];

	see(sight, chart_colour(colour), a);
	see(sight, chart_colour(other), b);
	return sqrt((a[0] - b[0]) * (a[0] - b[0]) +
	    (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

static int failures;

static void
check(int ok, const struct sight *sight, const char *what, unsigned i,
    unsigned k)
{
	if (ok)
		return;
	printf("%s: %s %u and %u are %.1f apart\n", sight->name, what, i, k,
	    distance(sight, i, k));
	failures++;
}

static void
test_sight(const struct sight *sight)
{
	double least = INFINITY, next = INFINITY, one[3], two[3];

	for (unsigned i = 0; i < CHART_NCOLOURS; i++)
		for (unsigned k = 0; k < i; k++) {
			double d = distance(sight, i, k);

			check(d >= sight->palette, sight, "colours", i, k);
			least = fmin(least, d);
		}
	for (unsigned i = CHART_RAMP; i + 1 < CHART_RAMP + NRAMP; i++) {
		double d = distance(sight, i, i + 1);

		check(d >= sight->ramp, sight, "tones", i, i + 1);
		next = fmin(next, d);
		see(sight, chart_colour(i), one);
		see(sight, chart_colour(i + 1), two);
		check(strcmp(sight->name, "grey") != 0 || two[0] > one[0],
		    sight, "in disorder: tones", i, i + 1);
	}
	printf("%s: colours at least %.1f apart, tones %.1f\n", sight->name,
	    least, next);
}

/* What grey print brings together, dashes and markers keep apart. */
static void
test_dashes(void)
{
	for (unsigned i = 0; i < CHART_NCOLOURS; i++)
		for (unsigned k = 0; k < i; k++) {
			struct chart_look a = chart_style_of(i);
			struct chart_look b = chart_style_of(k);

			check(a.marker != b.marker &&
			    (strcmp(a.dash, b.dash) != 0 ||
			    distance(&sights[3], i, k) > 20), &sights[3],
			    "of one dash: colours", i, k);
		}
}

int
main(void)
{
	for (size_t i = 0; i < sizeof(sights) / sizeof(*sights); i++)
		test_sight(&sights[i]);
	test_dashes();
	return failures > 0;
}
