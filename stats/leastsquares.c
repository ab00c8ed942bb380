/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "stats/leastsquares.h"

static double
x_at(const double *x, double first, size_t i)
{
	return x != NULL ? x[i] : first + (double)i;
}

struct leastsquares
leastsquares_fit(const double *x, double first, const double *y, size_t n)
{
	struct leastsquares fit = {
		.slope = NAN, .intercept = NAN, .correlation = NAN,
		.mean_x = NAN, .mean_y = NAN,
	};
	double sum_x = 0, sum_y = 0, sxx = 0, sxy = 0, syy = 0;

	if (n == 0)
		return fit;
	for (size_t i = 0; i < n; i++) {
		sum_x += x_at(x, first, i);
		sum_y += y[i];
	}
	fit.mean_x = sum_x / (double)n;
	fit.mean_y = sum_y / (double)n;
	for (size_t i = 0; i < n; i++) {
		double dx = x_at(x, first, i) - fit.mean_x;
		double dy = y[i] - fit.mean_y;

		sxx += dx * dx;
		sxy += dx * dy;
		syy += dy * dy;
	}
	if (!(sxx > 0))
		return fit;
	fit.slope = sxy / sxx;
	fit.intercept = fit.mean_y - fit.slope * fit.mean_x;
	if (syy > 0)
		fit.correlation = sxy / sqrt(sxx * syy);
	return fit;
}
