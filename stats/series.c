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
	double level = series_level(y, n), sum = 0;
	size_t width = series_width(n), begin = n;

	if (!(level > 0))
		return n;
	/* The sum of 'width' values from i on slides to the front. */
	for (size_t i = n; i-- > 0;) {
		sum += y[i];
		if (i + width < n)
			sum -= y[i + width];
		if (i + width > n)
			continue;
		if (!(fabs(sum / (double)width - level) <= NEAR_FRAC * level))
			break;
		begin = i;
	}
	return (n - begin) * PLATEAU_PARTS >= n ? begin : n;
}

size_t
series_reach(const double *y, size_t n, double level)
{
	size_t width = series_width(n);
	double sum = 0;

	for (size_t end = 1; end <= n; end++) {
		sum += y[end - 1];
		if (end > width)
			sum -= y[end - width - 1];
		if (end >= width &&
		    sum / (double)width >= (1 - NEAR_FRAC) * level)
			return end - width;
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

/* The height of a step with the means of w values on each side; 0: it is
 * none. */
static double
height_of(const double *y, const struct series_step *s, size_t w)
{
	double height = fabs(s->after - s->before);
	double middle = (s->before + s->after) / 2;

	if (!(height >= NEAR_FRAC * fmax(s->before, s->after)) ||
	    fabs(y[s->at + 1] - y[s->at - 1]) < height / 2 ||
	    !are_beyond(y + s->at - w, w, middle, s->before > s->after) ||
	    !are_beyond(y + s->at + 1, w, middle, s->after > s->before))
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
	double before, after;		/* sums */

	if (n < 2 * w + 1)
		return 0;
	before = series_mean(y, w) * (double)w;
	after = series_mean(y + w + 1, w) * (double)w;
	for (size_t at = w; at + w < n; at++) {
		struct series_step step = {
			at, before / (double)w, after / (double)w
		};
		double height = height_of(y, &step, w);

		before += y[at] - y[at - w];
		if (at + w + 1 < n)
			after += y[at + w + 1] - y[at + 1];
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
