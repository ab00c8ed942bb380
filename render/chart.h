/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_H
#define PLATEAU_RENDER_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "render/canvas.h"
#include "render/fonts.h"

struct lang;

/*
 * A two-dimensional chart, described by the caller and drawn by gnuplot.  A
 * struct of zeroes is a valid start: only sizes, series and text need filling
 * in.  Text is UTF-8 from anywhere; it is cleaned and quoted here.  Values are
 * in the unit that the axis shows (convert before: 0.0215 ms, 189.9 kIOPS).
 *
 * Everything that needs measuring (margins, ticks, places of labels) is worked
 * out here from the fonts of the page; gnuplot only draws.
 */

enum chart_scale {
	CHART_LINEAR,			/* from 0 unless 'tight' */
	CHART_LOG,			/* ticks at 1, 2, 5 */
	CHART_CATEGORIES,		/* positions 0 .. nticks-1 */
};

struct chart_tick {
	double value;			/* not used for categories */
	const char *label;
};

struct chart_axis {
	enum chart_scale scale;
	const char *title;		/* x: centred below.  y: not drawn */
	const char *unit;		/* y: above the axis.  x: after title */
	/* An end that is NAN comes from the data; so do both if min >= max. */
	double min, max;
	bool tight;			/* linear: need not begin at 0 */
	bool whole;			/* ticks at whole numbers: rounds */
	bool clock;			/* minutes: ticks at 15, 30, 60, 120 */
	size_t nticks;			/* given ticks; 0: chosen here */
	const struct chart_tick *ticks;
};

/* Colours 0-7 are the palette; each has its own dash and marker. */
#define CHART_NCOLOURS 8
#define CHART_BLACK 7
#define CHART_GREY 6
/* Added to a colour number (0-7): the n-th of a sequence from dark to light,
 * for ordered quantities such as block sizes. */
#define CHART_RAMP 16
/* Added n times to a colour number (0-7): the same colour with another dash
 * and marker, for the n-th variant of what has the colour. */
#define CHART_VARIANT 64

enum chart_style {
	CHART_LINE,
	CHART_LINE_POINTS,
	CHART_POINTS,			/* markers only */
	CHART_DOTS,			/* small, for thousands of points */
	CHART_STEPS,			/* level from each x to the next */
	CHART_BAND,			/* 10 % tint between y and y2 */
	CHART_BARS,			/* from the axis; width 'bar_width' */
};

enum chart_label {
	CHART_LABEL_END,		/* beside the last point */
	CHART_LABEL_NONE,
	CHART_LABEL_KEY,		/* in a row above the panels */
};

struct chart_series {
	const char *name;		/* also a comment in the data file */
	enum chart_style style;
	enum chart_label label;		/* where 'name' stands */
	unsigned colour;
	bool thin;			/* 0.7 pt solid: percentiles, fits */
	bool solid;			/* not the dash of the colour */
	bool dashed;			/* with 'thin': short dashes */
	double bar_width;		/* in units of x; 0: 0.8 */
	size_t npoints;
	/*
	 * x ascending, but for a few points in an order of their own.  A NAN
	 * in y is a gap.  On a log axis values <= 0 are gaps too, and a note
	 * under the chart says how many ("figure.gaps" of the catalogue, with
	 * {count}).
	 */
	const double *x, *y;
	const double *y2;		/* CHART_BAND only */
};

/* A shaded stretch of an axis, behind everything. */
struct chart_band {
	bool vertical;			/* from/to are x values, else y */
	double from, to;
	unsigned colour;		/* at 10 % tint */
	const char *label;		/* at the top (left) inside; or NULL */
};

/* A straight line across the panel. */
struct chart_rule {
	bool vertical;			/* value is x, else y */
	double value;
	unsigned colour;
	bool dashed;
	const char *label;		/* at its end; or NULL */
};

/* Words beside a point, where there is room. */
struct chart_remark {
	double x, y;
	unsigned colour;
	const char *text;
};

struct chart_panel {
	struct chart_axis y;
	double share;			/* of the height; 0: equal shares */
	size_t nseries, nbands, nrules, nremarks;
	const struct chart_series *series;
	const struct chart_band *bands;
	const struct chart_rule *rules;
	const struct chart_remark *remarks;
};

#define CHART_MAX_PANELS 3

struct chart {
	const char *title;		/* bold; NULL: none */
	const char *subtitle;		/* conditions, grey; NULL: none */
	const char *description;	/* <desc> of the web figure */
	const char *metadata;		/* <metadata> of it: source, run */
	const char *language;		/* "en", "ru", "ja": of the text */
	const struct lang *lang;	/* of the numbers; NULL: plain */
	double width_pt, height_pt;	/* 493 x 290 fills a page's width */
	struct chart_axis x;		/* shared by the panels */
	size_t npanels;			/* from top to bottom; 1 to 3 */
	struct chart_panel panels[CHART_MAX_PANELS];
};

enum chart_status {
	CHART_OK,
	CHART_NO_GNUPLOT,		/* not found: draw a framed note */
	CHART_GNUPLOT_FAILED,		/* as above; the figure says why */
	CHART_NO_DATA,			/* no point can be drawn; as above */
	CHART_FAILED,			/* mistake or full disk; printed */
};

/* What chart_write() made, for chart_draw(). */
struct chart_figure {
	double width_pt, height_pt;
	const char *name;
	const char *svg;		/* as gnuplot wrote it */
	size_t svg_bytes;
	const char *why;		/* CHART_GNUPLOT_FAILED */
};

/*
 * chart_write() writes DIR/NAME.gp and DIR/NAME.dat, has gnuplot draw them, and
 * writes DIR/NAME.svg, the figure for the web.  "gnuplot NAME.gp" run by hand
 * in DIR draws the same into NAME-gnuplot.svg.  The folder must exist; NAME is
 * of letters, digits, '-' and '_'.  CHART_OK sets '*figure_out', in 'a'.
 *
 * Without gnuplot, or with one that fails, the .gp and .dat are written all the
 * same and there is no .svg.  CHART_NO_DATA writes nothing.
 */
enum chart_status chart_write(struct arena *a, struct fonts *f,
    const struct chart *chart, const char *dir, const char *name,
    struct chart_figure *figure_out);

/* chart_write_all() is chart_write() for 'count' charts, many by one gnuplot.
 * 'statuses' and 'figures' are arrays of 'count'. */
void chart_write_all(struct arena *a, struct fonts *f, size_t count,
    const struct chart *const *charts, const char *dir,
    const char *const *names, enum chart_status *statuses,
    struct chart_figure *figures);

/* chart_draw() draws the figure with its top left corner at x, y.  Returns 0,
 * or -1 with the reason printed (gnuplot wrote what svgread.h does not know:
 * nothing is to be trusted then). */
int chart_draw(struct canvas *c, const struct chart_figure *figure, double x,
    double y, double scale);

/* chart_colour() is the 0xRRGGBB of a colour number, for tables and legends
 * that match the charts. */
uint32_t chart_colour(unsigned colour);

#endif
