/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>

#include "stats/leastsquares.h"
#include "stats/series.h"

#define WIDTH_PARTS 20		/* of a series */
#define PLATEAU_PARTS 5
#define NEAR_FRAC 0.10		/* what is within it is the same level */
#define STEP_LEAST 5		/* values on each side of a step */
#define LIKE 0.4		/* a correlation that is no accident */
#define MOST_LAG 1000		/* a limit of time only */

size_t
series_width(size_t n)
{
	return n < WIDTH_PARTS ? 1 : n / WIDTH_PARTS;
}

double
series_mean(const double *y, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += y[i];
	return sum / (double)n;
}

double
series_level(const double *y, size_t n)
{
	size_t width = series_width(n);

	return n == 0 ? NAN : series_mean(y + n - width, width);
}

size_t
series_plateau(const double *y, size_t n)
{
	double level = series_level(y, n);
	size_t width = series_width(n), begin = n;

	if (!(level > 0))
		return n;
	for (size_t i = n - width + 1; i-- > 0;) {
		double mean = series_mean(y + i, width);

		if (!(fabs(mean - level) <= NEAR_FRAC * level))
			break;
		begin = i;
	}
	return (n - begin) * PLATEAU_PARTS >= n ? begin : n;
}

size_t
series_reach(const double *y, size_t n, double level)
{
	size_t width = series_width(n);

	for (size_t i = 0; i + width <= n; i++) {
		if (series_mean(y + i, width) >= (1 - NEAR_FRAC) * level)
			return i;
	}
	return n;
}

/* Whether all values are above the middle, or all below it. */
static bool
are_beyond(const double *y, size_t n, double middle, bool above)
{
	for (size_t i = 0; i < n; i++) {
		if (above ? y[i] <= middle : y[i] >= middle)
			return false;
	}
	return true;
}

/* The height of a step at y[at], with w values on each side; 0: none. */
static double
height_at(const double *y, size_t at, size_t w, struct series_step *out)
{
	double before = series_mean(y + at - w, w);
	double after = series_mean(y + at + 1, w);
	double height = fabs(after - before), middle = (before + after) / 2;

	*out = (struct series_step){at, before, after};
	if (!(height >= NEAR_FRAC * fmax(before, after)) ||
	    fabs(y[at + 1] - y[at - 1]) < height / 2 ||
	    !are_beyond(y + at - w, w, middle, before > after) ||
	    !are_beyond(y + at + 1, w, middle, after > before))
		return 0;
	return height;
}

size_t
series_steps(const double *y, size_t n, struct series_step *steps_out,
    size_t most)
{
	size_t width = series_width(n), found = 0;
	size_t w = width > STEP_LEAST ? width : STEP_LEAST;
	double last = 0;		/* height of the last one found */

	for (size_t at = w; at + w < n; at++) {
		struct series_step step;
		double height = height_at(y, at, w, &step);

		if (height == 0)
			continue;
		if (found > 0 && at - steps_out[found - 1].at < w) {
			if (height <= last)
				continue;
			found--;
		} else if (found == most) {
			break;
		}
		steps_out[found++] = step;
		last = height;
	}
	return found;
}

static double
likeness(const double *y, size_t n, size_t lag)
{
	double r = leastsquares_fit(y, 0, y + lag, n - lag).correlation;

	return isfinite(r) ? r : 0;
}

size_t
series_period(const double *y, size_t n)
{
	size_t last = n / 4 < MOST_LAG ? n / 4 : MOST_LAG;
	bool fell = false;
	double before = 1;

	for (size_t lag = 1; lag <= last; lag++) {
		double r = likeness(y, n, lag);

		if (fell && r >= LIKE && r >= before &&
		    r >= likeness(y, n, lag + 1) &&
		    likeness(y, n, 2 * lag) >= LIKE)
			return lag;
		fell = fell || r < 0;
		before = r;
	}
	return 0;
}
