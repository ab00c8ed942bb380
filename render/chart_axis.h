/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_AXIS_H
#define PLATEAU_RENDER_CHART_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "render/chart.h"
#include "render/fonts.h"

/* An axis as it will be drawn: its range, its ticks, its place. */

struct axis_tick {
	double value;
	const char *label;		/* NULL: a small tick without one */
};

struct axis {
	bool log;
	double min, max;		/* min < max; with 'log' both > 0 */
	double min_pt, max_pt;		/* where they lie on the page */
	size_t nticks;
	struct axis_tick *ticks;
};

/* What the data of an axis span; low > high if there are none. */
struct axis_span {
	double low, high;
};

/* axis_range() chooses the range.  'across' says that it is a y axis, which
 * begins at 0 unless 'tight'. */
void axis_range(struct axis *axis, const struct chart_axis *wanted,
    const struct axis_span *span, bool across);

/*
 * axis_ticks() chooses ticks for a length of 'length_pt': labels at round
 * numbers that do not touch, small ticks between.  A range that was not asked
 * for is widened to the next label, and leaves the data some room.
 */
void axis_ticks(struct arena *a, struct axis *axis,
    const struct chart_axis *wanted, struct fonts *f,
    const struct lang *lang, double size_pt, double length_pt, bool across);

/* axis_place() is where a value lies, in points. */
double axis_place(const struct axis *axis, double value);

/* axis_shows() says whether a value has a place inside the range. */
bool axis_shows(const struct axis *axis, double value);

#endif
