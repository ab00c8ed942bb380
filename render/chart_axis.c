/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "render/chart_axis.h"
#include "render/lang.h"

/* Room between two labels on an axis: in a row, and in a column. */
#define ROW_GAP_PT 12.0
#define COLUMN_GAP_PT 2.5
#define WHOLE_GAP_PT 7.0		/* numbers of rounds: all if they fit */

/* Fewer points between two labels of a linear axis look crowded. */
#define LINEAR_ROW_PT 44.0
#define LINEAR_COLUMN_PT 24.0

/* Of an axis, kept free of data at its ends. */
#define ROOM_BEFORE 0.025
#define ROOM_BEHIND 0.0125
#define ROOM_ACROSS 0.03

#define CATEGORY_ROOM 0.15		/* of the distance of two */

#define SMALL_TICK_PT 2.0		/* between two small ticks, at least */
#define MAX_TICKS 200

static const double steps_125[] = {1, 2, 5, 10};

/* The greatest 1, 2 or 5 times a power of ten that is not above 'v', or with
 * 'up' the least that is not below. */
static double
round_125(double v, bool up)
{
	double power = pow(10, floor(log10(v)));
	double found = 0;

	/* The logarithm may err by a hair. */
	for (int i = 3; i >= 0 && found == 0; i--)
		if (steps_125[i] * power <= v * (1 + 1e-9))
			found = steps_125[i] * power;
	if (found == 0)
		found = 0.5 * power;
	if (!up || found >= v * (1 - 1e-9))
		return found;
	for (int i = 0; i < 4; i++)
		if (steps_125[i] * power >= v * (1 - 1e-9))
			return steps_125[i] * power;
	return 10 * power;
}

/* log_ticks() moves ends that are not given to where a label stands. */
static void
log_range(struct axis *axis, double low, double high)
{
	bool one = !(low < high);

	axis->min = one ? low / 1.5 : low;
	axis->max = one ? high * 1.5 : high;
}

/* Room before the first and behind the last point of an x axis of ticks that
 * are given or whole, so that no marker stands on the y axis. */
static void
pad_ends(struct axis *axis, const struct chart_axis *wanted, bool low_given,
    bool high_given)
{
	for (size_t i = 0; i < wanted->nticks; i++) {
		axis->min = fmin(axis->min, wanted->ticks[i].value);
		axis->max = fmax(axis->max, wanted->ticks[i].value);
	}
	double length = axis->max - axis->min;
	double before = length > 0 ? ROOM_BEFORE * length : 0.3;
	double behind = length > 0 ? ROOM_BEHIND * length : 0.3;
	/* There is no round 0, and no tick for it. */
	double most = wanted->whole ? 0.9 : INFINITY;
	axis->min -= low_given ? 0 : fmin(before, most);
	axis->max += high_given ? 0 : fmin(behind, most);
}

static void
linear_range(struct axis *axis, const struct chart_axis *wanted, double low,
    double high, bool across)
{
	/* An x axis begins at 0 only if the data begin near it. */
	bool from_zero = across ? !wanted->tight :
	    !wanted->tight && low >= 0 && low <= high / 4;

	if (from_zero && !wanted->whole) {
		low = fmin(low, 0);
		high = fmax(high, 0);
	} else if (wanted->tight && across) {
		double room = (high - low) * 0.08;

		low -= room;
		high += room;
	}
	if (low >= high && (across || !wanted->whole)) {
		double room = low == 0 ? 1 : fabs(low) / 10;

		low -= across && from_zero ? 0 : room;
		high += room;
	}
	axis->min = low;
	axis->max = high;
}

void
axis_range(struct axis *axis, const struct chart_axis *wanted,
    const struct axis_span *span, bool across)
{
	bool both = !(wanted->min >= wanted->max);
	bool low_given = both && !isnan(wanted->min);
	bool high_given = both && !isnan(wanted->max);
	double low = low_given ? wanted->min : span->low;
	double high = high_given ? wanted->max : span->high;

	axis->log = wanted->scale == CHART_LOG;
	if (wanted->scale == CHART_CATEGORIES) {
		axis->min = fmin(-CATEGORY_ROOM, low - CATEGORY_ROOM / 2);
		axis->max = fmax((double)wanted->nticks - 1 + CATEGORY_ROOM,
		    high + CATEGORY_ROOM / 2);
		return;
	}
	if (!(low <= high))	/* no data, or only one end given beyond them */
		low = high = low_given ? low : high_given ? high : 1;
	if (axis->log) {
		if (low <= 0)
			low = high > 0 ? high / 1000 : 1;
		if (high < low)
			high = low;
		log_range(axis, low, high);
		return;
	}
	linear_range(axis, wanted, low, high, across);
	if (low_given)
		axis->min = low;
	if (high_given)
		axis->max = high;
	if (!across && (wanted->whole || wanted->nticks > 0))
		pad_ends(axis, wanted, low_given, high_given);
	if (axis->min >= axis->max)
		axis->max = axis->min + 1;
}

static const char *
number(struct arena *a, const struct lang *lang, double value, int decimals)
{
	/* No axis begins at "-0". */
	if (fabs(value) < 0.5 * pow(10, -decimals))
		value = 0;
	return lang != NULL ? lang_number(a, lang, value, decimals) :
	    arena_printf(a, "%.*f", decimals, value);
}

static int
decimals_of(double step)
{
	int decimals = 0;

	/* Enough digits to write the step itself: 0.25 needs two. */
	while (decimals < 12 &&
	    fabs(step - round(step * pow(10, decimals)) /
	    pow(10, decimals)) > step * 1e-6)
		decimals++;
	return decimals;
}

static void
add_tick(struct arena *a, struct axis *axis, double value, const char *label)
{
	if (axis->nticks == MAX_TICKS)
		return;
	axis->ticks = arena_grow(a, axis->ticks, axis->nticks,
	    sizeof(*axis->ticks));
	axis->ticks[axis->nticks++] = (struct axis_tick){value, label};
}

static bool
inside(const struct axis *axis, double value)
{
	double slack = axis->log ? 0 : (axis->max - axis->min) * 1e-9;

	if (axis->log)
		return value >= axis->min * (1 - 1e-9) &&
		    value <= axis->max * (1 + 1e-9);
	return value >= axis->min - slack && value <= axis->max + slack;
}

/* The room that the labels of a linear axis with this step need. */
static double
label_room(struct arena *a, const struct axis *axis, bool whole,
    struct fonts *f, const struct lang *lang, double size_pt, double step,
    bool across)
{
	int decimals = decimals_of(step);

	if (across)
		return fmax(size_pt + COLUMN_GAP_PT, LINEAR_COLUMN_PT);
	double gap = whole ? WHOLE_GAP_PT : ROW_GAP_PT;
	double widest = fmax(
	    fonts_width(f, FONT_REGULAR, size_pt, number(a, lang,
	    floor(axis->min / step) * step, decimals)),
	    fonts_width(f, FONT_REGULAR, size_pt, number(a, lang,
	    ceil(axis->max / step) * step, decimals)));
	return fmax(widest + gap, whole ? 0 : LINEAR_ROW_PT);
}

/* The next longer step: 1, 2, 5 times a power of ten, or what a clock has. */
static double
next_step(double step, bool clock)
{
	static const double minutes[] = {10, 15, 30, 60, 120, 240, 360, 720,
	    1440, 2880, 7200};

	for (size_t i = 0; clock && i < sizeof(minutes) / sizeof(minutes[0]);
	    i++)
		if (step >= 9.9 && step < minutes[i] * 0.99)
			return minutes[i];
	double lead = step / pow(10, floor(log10(step) + 1e-9));
	return step * (lead > 1.5 && lead < 3 ? 2.5 : 2);
}

static double
linear_step(struct arena *a, const struct axis *axis,
    const struct chart_axis *wanted, struct fonts *f,
    const struct lang *lang, double size_pt, double length_pt, bool across)
{
	double range = axis->max - axis->min;
	double step = pow(10, floor(log10(range)) - 3);

	while (step < range * 2) {
		double at_pt = step / range * length_pt;

		if ((!wanted->whole || step >= 1) && at_pt >= label_room(a,
		    axis, wanted->whole, f, lang, size_pt, step, across))
			break;
		step = next_step(step, wanted->clock);
	}
	/* Without the errors that add up from step to step. */
	double power = pow(10, floor(log10(step) + 1e-9) - 2);
	return round(step / power) * power;
}

/* widen() moves an end that the data chose to the next tick, if that does not
 * waste much of an x axis. */
static void
widen(struct axis *axis, const struct chart_axis *wanted, double step,
    bool across)
{
	bool both = !(wanted->min >= wanted->max);
	double most = across ? 1 : 0.12 * (axis->max - axis->min);
	double low = floor(axis->min / step + 1e-9) * step;
	double high = ceil(axis->max / step - 1e-9) * step;

	/* A curve along the edge of a panel is lost in it; a tight range has
	 * its room already. */
	double room = ROOM_ACROSS * (high - low);
	if (across && !wanted->tight && high - axis->max < room && high > 0)
		high += step;
	if (across && !wanted->tight && axis->min - low < room && low < 0)
		low -= step;
	if ((!both || isnan(wanted->min)) && (across ||
	    axis->min - low <= most))
		axis->min = low;
	if ((!both || isnan(wanted->max)) && (across ||
	    high - axis->max <= most))
		axis->max = high;
}

static void
linear_ticks(struct arena *a, struct axis *axis,
    const struct chart_axis *wanted, struct fonts *f,
    const struct lang *lang, double size_pt, double length_pt, bool across)
{
	double step = linear_step(a, axis, wanted, f, lang, size_pt, length_pt,
	    across);
	int decimals = decimals_of(step);

	if (!wanted->whole)
		widen(axis, wanted, step, across);
	/* Halves or fifths of a step between, where they are whole steps. */
	double leading = step / pow(10, floor(log10(step) + 1e-9));
	int parts = wanted->clock && step > 10 ? (step == 15 ? 3 : 2) :
	    leading > 4 ? 5 : 2;
	if (wanted->whole)
		parts = (int)fmin(step, 10);
	double at_pt = step / parts / (axis->max - axis->min) * length_pt;
	if (at_pt < 3 * SMALL_TICK_PT || parts < 1)
		parts = 1;
	double first = floor(axis->min / step) - 1;
	double last = ceil(axis->max / step) + 1;
	for (double n = first; n <= last && last - first < MAX_TICKS; n++) {
		if (inside(axis, n * step))
			add_tick(a, axis, n * step,
			    number(a, lang, n * step, decimals));
		for (int k = 1; k < parts; k++) {
			double small = (n + (double)k / parts) * step;

			if (inside(axis, small))
				add_tick(a, axis, small, NULL);
		}
	}
}

static const char *
log_label(struct arena *a, const struct lang *lang, double value)
{
	int magnitude = (int)floor(log10(value) + 1e-9);

	return number(a, lang, value, magnitude < 0 ? -magnitude : 0);
}

/*
 * log_end() is where an axis ends whose data end at 'data', and span 'length'
 * as a ratio: at a 1, 2, 5 if all of these have labels, else at a power of ten.
 * Data that lie there get some room; the label then stands next to the end.
 */
static double
log_end(double data, double length, bool up, bool all)
{
	double room = pow(length, ROOM_ACROSS);
	double end = all ? round_125(data, up) :
	    pow(10, up ? ceil(log10(data) - 1e-9) : floor(log10(data) + 1e-9));

	if ((up ? end / data : data / end) >= room)
		return end;
	if (!all)
		return up ? data * room : data / room;
	return round_125(up ? end * 1.1 : end / 1.1, up);
}

static struct axis
log_widened(const struct axis *axis, const struct chart_axis *wanted, bool all)
{
	bool both = !(wanted->min >= wanted->max);
	double length = axis->max / axis->min;
	struct axis wide = *axis;

	if (!both || isnan(wanted->min))
		wide.min = log_end(axis->min, length, false, all);
	if (!both || isnan(wanted->max))
		wide.max = log_end(axis->max, length, true, all);
	return wide;
}

static double
log_room(struct arena *a, const struct axis *axis, struct fonts *f,
    const struct lang *lang, double size_pt, bool across)
{
	return across ? size_pt + COLUMN_GAP_PT : ROW_GAP_PT +
	    fmax(fonts_width(f, FONT_REGULAR, size_pt,
	    log_label(a, lang, axis->max)),
	    fonts_width(f, FONT_REGULAR, size_pt,
	    log_label(a, lang, axis->min)));
}

static void
log_ticks(struct arena *a, struct axis *axis,
    const struct chart_axis *wanted, struct fonts *f,
    const struct lang *lang, double size_pt, double length_pt, bool across)
{
	struct axis wide = log_widened(axis, wanted, true);
	double room = log_room(a, &wide, f, lang, size_pt, across);
	double decade_pt = length_pt / log10(wide.max / wide.min);
	/* 1 to 2 and 5 to 10 are the least distances. */
	bool all = decade_pt * log10(2) >= room;
	/* Of half a decade these are two or three: 9 to 10 is the least then. */
	bool each = decade_pt * log10(10.0 / 9) >= room;

	*axis = all ? wide : log_widened(axis, wanted, false);
	decade_pt = length_pt / log10(axis->max / axis->min);
	int every = decade_pt >= room ? 1 : (int)ceil(room / decade_pt);
	bool small = decade_pt >= room &&
	    decade_pt * log10(10.0 / 9) >= SMALL_TICK_PT;
	int first = (int)ceil(log10(axis->min) - 1e-9);
	int last = (int)ceil(log10(axis->max) + 1e-9);

	for (int k = first - 1; k <= last; k++)
		for (int m = 1; m < 10; m++) {
			double value = m * pow(10, k);
			bool label = (m == 1 && (k - first) % every == 0) ||
			    (all && (m == 2 || m == 5)) || each;

			if (!inside(axis, value))
				continue;
			if (label)
				add_tick(a, axis, value,
				    log_label(a, lang, value));
			else if (small || m == 1)
				add_tick(a, axis, value, NULL);
		}
}

/* Less than two labels tell no scale: the ends are labelled then. */
static void
ensure_labels(struct arena *a, struct axis *axis, const struct lang *lang)
{
	size_t nlabels = 0;

	for (size_t i = 0; i < axis->nticks; i++)
		nlabels += axis->ticks[i].label != NULL;
	if (nlabels >= 2)
		return;
	axis->nticks = 0;
	for (int i = 0; i < 2; i++) {
		double value = i == 0 ? axis->min : axis->max;
		int magnitude = (int)floor(log10(fmax(fabs(value), 1e-12)));

		add_tick(a, axis, value, number(a, lang, value,
		    magnitude >= 2 ? 0 : magnitude < -9 ? 12 : 2 - magnitude));
	}
}

double
axis_place(const struct axis *axis, double value)
{
	double part = axis->log ?
	    log(value / axis->min) / log(axis->max / axis->min) :
	    (value - axis->min) / (axis->max - axis->min);

	return axis->min_pt + part * (axis->max_pt - axis->min_pt);
}

bool
axis_shows(const struct axis *axis, double value)
{
	return isfinite(value) && (!axis->log || value > 0) &&
	    inside(axis, value);
}

/* Labels that would touch the one before are left out. */
static void
given_ticks(struct arena *a, struct axis *axis,
    const struct chart_axis *wanted, struct fonts *f, double size_pt,
    double length_pt, bool across)
{
	struct axis whole = *axis;
	double free_pt = -INFINITY;

	whole.min_pt = 0;
	whole.max_pt = length_pt;
	for (size_t i = 0; i < wanted->nticks; i++) {
		double value = wanted->scale == CHART_CATEGORIES ? (double)i :
		    wanted->ticks[i].value;
		const char *label = wanted->ticks[i].label;

		if (!axis_shows(axis, value))
			continue;
		double half = across ? (size_pt + COLUMN_GAP_PT) / 2 :
		    (fonts_width(f, FONT_REGULAR, size_pt, label) +
		    ROW_GAP_PT / 2) / 2;
		double at = axis_place(&whole, value);
		bool fits = at - half >= free_pt - 1e-6;

		add_tick(a, axis, value, fits ? label : NULL);
		if (fits)
			free_pt = at + half;
	}
}

void
axis_ticks(struct arena *a, struct axis *axis, const struct chart_axis *wanted,
    struct fonts *f, const struct lang *lang, double size_pt,
    double length_pt, bool across)
{
	axis->nticks = 0;
	axis->ticks = NULL;
	if (wanted->nticks > 0) {
		given_ticks(a, axis, wanted, f, size_pt, length_pt, across);
		return;
	}
	if (axis->log)
		log_ticks(a, axis, wanted, f, lang, size_pt, length_pt,
		    across);
	else
		linear_ticks(a, axis, wanted, f, lang, size_pt, length_pt,
		    across);
	if (!wanted->whole)
		ensure_labels(a, axis, lang);
}
