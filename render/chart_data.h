/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_DATA_H
#define PLATEAU_RENDER_CHART_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "render/chart.h"
#include "render/chart_axis.h"

/* The points of a series as they are drawn: without values that have no place,
 * and without those that no eye could tell apart. */

struct drawn_point {
	double x, y, y2;
	bool gap;			/* a gap stands here; no values */
};

struct drawn {
	size_t npoints;
	struct drawn_point *points;
	/* Points between gaps: no line shows them, so they get a marker. */
	size_t nalone;
	struct drawn_point *alone;
	size_t nhidden;			/* values <= 0 on a log axis */
};

/* chart_data_clean() keeps what can be drawn on axes of these kinds. */
void chart_data_clean(struct arena *a, const struct chart_series *series,
    bool log_x, bool log_y, struct drawn *drawn_out);

/* chart_data_bar_width() is the width of a series' bars, in units of x. */
double chart_data_bar_width(const struct chart_series *series);

/* chart_data_thin() thins lines to the lowest and highest value, and dots to
 * one a spot of the page. */
void chart_data_thin(struct arena *a, const struct chart_series *series,
    const struct axis *x, const struct axis *y, struct drawn *drawn);

/* chart_data_write() writes one block of a gnuplot data file, or two with the
 * points that stand alone. */
void chart_data_write(FILE *out, const struct chart_series *series,
    const struct drawn *drawn);

#endif
