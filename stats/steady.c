/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "stats/leastsquares.h"
#include "stats/steady.h"

#define ROUNDING_FRAC 1e-12

static bool
within(double measured, double allowed, double average)
{
	return measured <= allowed + ROUNDING_FRAC * average;
}

bool
steady_check(const double *y, size_t window, unsigned first_round,
    double range_frac, double slope_frac, struct steady *out)
{
	struct leastsquares line = leastsquares_fit(NULL, first_round, y,
	    window);
	double least = INFINITY, most = -INFINITY;

	for (size_t i = 0; i < window; i++) {
		least = fmin(least, y[i]);
		most = fmax(most, y[i]);
	}
	*out = (struct steady){
		.average = line.mean_y,
		.range = isfinite(line.mean_y) ? most - least : NAN,
		.range_allowed = range_frac * line.mean_y,
		.slope = line.slope,
		.intercept = line.intercept,
		.excursion = fabs(line.slope) * ((double)window - 1),
		.slope_allowed = slope_frac * line.mean_y,
		.correlation = line.correlation,
	};
	if (window < 2 || !isfinite(out->average) || !(out->average > 0))
		return false;
	out->range_met = within(out->range, out->range_allowed, out->average);
	out->slope_met = within(out->excursion, out->slope_allowed,
	    out->average);
	out->reached = out->range_met && out->slope_met;
	return out->reached;
}
