/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/units.h"
#include "render/chart_data.h"
#include "render/text_clean.h"

/* gnuplot's and libharu's arithmetic ends long before that of doubles. */
#define GREATEST 1e15
#define LEAST 1e-15			/* on a log axis; less counts as zero */

#define COLUMN_PT 0.25
#define SPOT_PT 0.5			/* half the width of a dot */
/* More points than four a column are worth thinning. */
#define MANY 4.0

static void
append(struct arena *a, struct drawn *d, struct drawn_point point)
{
	/* Two gaps in a row would begin a new block of the file. */
	if (point.gap && (d->npoints == 0 || d->points[d->npoints - 1].gap))
		return;
	d->points = arena_grow(a, d->points, d->npoints, sizeof(*d->points));
	d->points[d->npoints++] = point;
}

static bool
usable(double value)
{
	return isfinite(value) && fabs(value) <= GREATEST;
}

static bool
draws_line(enum chart_style style)
{
	return style == CHART_LINE || style == CHART_STEPS;
}

static void
find_alone(struct arena *a, struct drawn *d)
{
	for (size_t i = 0; i < d->npoints; i++) {
		bool before = i > 0 && !d->points[i - 1].gap;
		bool after = i + 1 < d->npoints && !d->points[i + 1].gap;

		if (d->points[i].gap || before || after)
			continue;
		d->alone = arena_grow(a, d->alone, d->nalone,
		    sizeof(*d->alone));
		d->alone[d->nalone++] = d->points[i];
	}
}

void
chart_data_clean(struct arena *a, const struct chart_series *series,
    bool log_x, bool log_y, struct drawn *drawn_out)
{
	struct drawn *d = drawn_out;

	*d = (struct drawn){0};
	for (size_t i = 0; i < series->npoints; i++) {
		bool band = series->style == CHART_BAND;
		double x = series->x[i], y = series->y[i];
		double y2 = band ? series->y2[i] : y;
		bool here = usable(x) && usable(y) && usable(y2);
		bool hidden = here && ((log_x && x < LEAST) ||
		    (log_y && (y < LEAST || y2 < LEAST)));

		d->nhidden += hidden;
		append(a, d, here && !hidden ?
		    (struct drawn_point){.x = x, .y = y, .y2 = y2} :
		    (struct drawn_point){.gap = true});
	}
	if (d->npoints > 0 && d->points[d->npoints - 1].gap)
		d->npoints--;
	if (draws_line(series->style))
		find_alone(a, d);
}

double
chart_data_bar_width(const struct chart_series *series)
{
	return series->bar_width > 0 ? series->bar_width : 0.8;
}

static double
column_of(const struct axis *x, const struct drawn_point *p)
{
	return floor(axis_place(x, p->x) / COLUMN_PT);
}

/* The points of one column, from 'begin' to 'end': first, lowest, highest and
 * last in their order, so that the line enters and leaves where it did. */
static void
thin_column(struct arena *a, struct drawn *to, const struct drawn_point *points,
    size_t begin, size_t end)
{
	size_t low = begin, high = begin;

	for (size_t i = begin; i < end; i++) {
		if (points[i].y < points[low].y)
			low = i;
		if (points[i].y > points[high].y)
			high = i;
	}
	for (size_t i = begin; i < end; i++)
		if (i == begin || i == low || i == high || i == end - 1)
			append(a, to, points[i]);
}

static void
thin_line(struct arena *a, const struct axis *x, struct drawn *d)
{
	struct drawn thin = {0};

	for (size_t begin = 0, end; begin < d->npoints; begin = end) {
		end = begin + 1;
		if (d->points[begin].gap) {
			append(a, &thin, d->points[begin]);
			continue;
		}
		double column = column_of(x, &d->points[begin]);
		while (end < d->npoints && !d->points[end].gap &&
		    column_of(x, &d->points[end]) == column)
			end++;
		thin_column(a, &thin, d->points, begin, end);
	}
	d->points = thin.points;
	d->npoints = thin.npoints;
}

static void
thin_dots(struct arena *a, const struct axis *x, const struct axis *y,
    struct drawn *d)
{
	double length = fabs(y->max_pt - y->min_pt) / SPOT_PT;
	size_t nrows = (size_t)length + 2;
	double *seen = arena_array(a, nrows, sizeof(*seen));
	struct drawn thin = {0};

	for (size_t i = 0; i < nrows; i++)
		seen[i] = -INFINITY;
	for (size_t i = 0; i < d->npoints; i++) {
		const struct drawn_point *p = &d->points[i];

		if (p->gap || !axis_shows(x, p->x) || !axis_shows(y, p->y))
			continue;
		double row = fabs(axis_place(y, p->y) - y->min_pt) / SPOT_PT;
		double column = floor(axis_place(x, p->x) / SPOT_PT);
		size_t r = (size_t)row < nrows ? (size_t)row : nrows - 1;

		if (seen[r] == column)
			continue;
		seen[r] = column;
		append(a, &thin, *p);
	}
	d->points = thin.points;
	d->npoints = thin.npoints;
}

void
chart_data_thin(struct arena *a, const struct chart_series *series,
    const struct axis *x, const struct axis *y, struct drawn *d)
{
	double columns = fabs(x->max_pt - x->min_pt) / COLUMN_PT;

	if ((double)d->npoints <= MANY * columns)
		return;
	if (series->style == CHART_DOTS || series->style == CHART_POINTS)
		thin_dots(a, x, y, d);
	else if (series->style != CHART_BARS && series->style != CHART_BAND)
		thin_line(a, x, d);
}

static void
write_point(FILE *out, const struct drawn_point *p, bool band)
{
	char x[UNITS_TEXT], y[UNITS_TEXT], y2[UNITS_TEXT];

	fprintf(out, "%s %s", units_format_double(x, sizeof(x), p->x),
	    units_format_double(y, sizeof(y), p->y));
	if (band)
		fprintf(out, " %s", units_format_double(y2, sizeof(y2),
		    p->y2));
	putc('\n', out);
}

/* The name is for people; gnuplot skips it, and a backslash at the end would
 * have it skip the next line too. */
static void
write_name(FILE *out, const char *name)
{
	struct arena *a = arena_new();
	const char *clean = text_clean(a, name);

	fputs("# ", out);
	for (; *clean != '\0'; clean++)
		putc(strchr("\\`", *clean) == NULL ? *clean : '?', out);
	putc('\n', out);
	arena_free(a);
}

void
chart_data_write(FILE *out, const struct chart_series *series,
    const struct drawn *drawn)
{
	write_name(out, series->name);
	for (size_t i = 0; i < drawn->npoints; i++) {
		if (drawn->points[i].gap)
			putc('\n', out);
		else
			write_point(out, &drawn->points[i],
			    series->style == CHART_BAND);
	}
	fputs("\n\n", out);
	if (drawn->nalone == 0)
		return;
	write_name(out, series->name);
	for (size_t i = 0; i < drawn->nalone; i++)
		write_point(out, &drawn->alone[i], false);
	fputs("\n\n", out);
}
