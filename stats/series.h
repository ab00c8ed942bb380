/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_STATS_SERIES_H
#define PLATEAU_STATS_SERIES_H

#include <stddef.h>

/*
 * What is to be seen in a series: y[n], positive rates of equal stretches of
 * time in a row.  Every definition is ours; docs/method.md gives the reasons
 * for the numbers in them.
 *
 * A series is looked at through its width, max(1, floor(n / 20)) values: the
 * mean of so many in a row tells a level from noise.
 */
size_t series_width(size_t n);

/* series_mean() returns the mean of y[n]; NAN for none. */
double series_mean(const double *y, size_t n);

/* The level in the end: the mean of the last series_width() values. */
double series_level(const double *y, size_t n);

/*
 * series_plateau() returns where the plateau begins: the least i from which on
 * every mean of series_width() values in a row is 90 to 110 % of the level in
 * the end.  n if there is no plateau: fewer than a fifth of the values are from
 * i on, or the level is not positive.
 */
size_t series_plateau(const double *y, size_t n);

/*
 * series_reach() returns the least i at which the mean of the series_width()
 * values from i on is 90 % of 'level' or more; n if there is none.
 */
size_t series_reach(const double *y, size_t n, double level);

/*
 * A step lies at y[at] if the means of the w values before it and of the w
 * behind it, 'before' and 'after', differ by 10 % or more of the larger one;
 * if at least half of the difference is that between y[at - 1] and
 * y[at + 1]; and if each of the w values stands on its own mean's side of the
 * middle between the two.  w = max(5, series_width()).  Of steps less than w
 * apart, the one with the largest difference counts, of equal ones the first.
 */
struct series_step {
	size_t at;
	double before, after;
};

/* series_steps() finds the first 'most' steps, and returns how many. */
size_t series_steps(const double *y, size_t n, struct series_step *steps_out,
    size_t most);

/*
 * series_period() returns the period of a series in values, or 0: the least
 * lag k, behind the first with r(k) < 0 and up to a quarter of n (and 1000), at
 * which r(k) is at least 0.4, no less than at k - 1 and k + 1, and r(2 k) is at
 * least 0.4 too.  r(k) is Pearson's correlation of y[0] to y[n - k - 1] with
 * y[k] to y[n - 1].
 */
size_t series_period(const double *y, size_t n);

#endif
