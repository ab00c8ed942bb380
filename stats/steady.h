/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_STATS_STEADY_H
#define PLATEAU_STATS_STEADY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Steady state as the SNIA Solid State Storage PTS defines it (2.0.2, section
 * 2.1.24), for one tracked variable over a window of consecutive rounds:
 *
 *	range	max(y) - min(y) <= range_frac x average(y)
 *	slope	max - min, inside the window, of the least-squares line through
 *		(round, y), that is |slope| x (window - 1),
 *		<= slope_frac x average(y)
 *
 * Both must hold; equality holds.  The standard asks for 5 rounds, 0.20 and
 * 0.10.
 */
struct steady {
	double average;
	double range, range_allowed;
	double slope, intercept;	/* y = slope x round + intercept */
	double excursion, slope_allowed;	/* |slope| x (window - 1) */
	double correlation;		/* Pearson's r of (round, y); NAN if
					   all y are equal */
	bool range_met, slope_met;
	bool reached;			/* both */
};

/*
 * steady_check() applies the rule to y[window], the values of the rounds
 * first_round, first_round + 1 and so on.  Returns out->reached.
 *
 * A limit counts as met when it is passed by less than 1e-12 of the average:
 * that much comes from binary fractions (0.1 has none) and not from a drive.
 * Nothing is steady when the window has fewer than 2 rounds, when a value is
 * not finite, or when the average is not positive: a drive that does no I/O
 * has reached no plateau.  The numbers are then NAN where they are undefined.
 */
bool steady_check(const double *y, size_t window, unsigned first_round,
    double range_frac, double slope_frac, struct steady *out);

#endif
