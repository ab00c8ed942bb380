/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_STATS_LEASTSQUARES_H
#define PLATEAU_STATS_LEASTSQUARES_H

#include <stddef.h>

/*
 * The straight line y = slope x + intercept with the least sum of squared
 * vertical distances to n points, and Pearson's correlation of the points:
 *
 *	slope = Sxy / Sxx		Sxy = sum (x - mean x)(y - mean y)
 *	intercept = mean y - slope mean x
 *	correlation = Sxy / sqrt(Sxx Syy)
 *
 * Computed from centred values, so that a large mean costs no digits.
 */
struct leastsquares {
	double slope, intercept, correlation;
	double mean_x, mean_y;
};

/*
 * leastsquares_fit() fits x[n], y[n].  With x NULL, x is first, first + 1 and
 * so on.  Slope and intercept are NAN when the x are all equal (or n < 2), the
 * correlation also when the y are.
 */
struct leastsquares leastsquares_fit(const double *x, double first,
    const double *y, size_t n);

#endif
