/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "render/chart_axis.h"
#include "render/fig_bar3d.h"
#include "render/fig_head.h"
#include "render/style.h"

#define TEXT_PT FIG_TEXT_PT
#define EDGE_PT FIG_EDGE_PT
#define TICK_PT FIG_TICK_PT
#define ASCENT 0.74
#define DESCENT 0.22

/* Seen from above the front corner: turned by this much, so that the edge at
 * the left is longer and flatter than the one at the right. */
#define TURN_DEG 38.0

#define BAR_PART 0.64			/* of a cell's side */
#define WIDEST_PT 90.0			/* a cell's side: few bars stay bars */

#define WALL 0xf6f7f9
#define FLOOR 0xeef0f3
#define GRID 0xd9dde1
#define BOX 0xb9c0c7

/*
 * The floor has two axes: 'a' from the left corner to the front one, 'b' from
 * the front corner to the right one.  Rows and columns of the table lie along
 * them in either order, either way round.
 */
struct turn {
	bool swapped;			/* columns along a */
	bool a_back, b_back;		/* in reverse order */
};

struct view {
	struct fig fig;
	const struct bar3d *bars;
	struct turn turn;
	size_t na, nb;			/* cells along the axes */
	/* A cell's side along a is (ax, ay) on the page, y downwards, along b
	 * (bx, -by); the front left corner of the floor is at left_x/y. */
	double ax, ay, bx, by;
	double left_x, left_y;
	double height;			/* of the value axis */
	struct axis axis;
};

static size_t
row_at(const struct view *v, size_t a, size_t b)
{
	size_t i = v->turn.swapped ? b : a;
	bool back = v->turn.swapped ? v->turn.b_back : v->turn.a_back;

	return back ? v->bars->nrows - 1 - i : i;
}

static size_t
column_at(const struct view *v, size_t a, size_t b)
{
	size_t i = v->turn.swapped ? a : b;
	bool back = v->turn.swapped ? v->turn.a_back : v->turn.b_back;

	return back ? v->bars->ncolumns - 1 - i : i;
}

static double
value_at(const struct view *v, size_t a, size_t b)
{
	return v->bars->values[row_at(v, a, b) * v->bars->ncolumns +
	    column_at(v, a, b)];
}

static bool
has_bar(const struct view *v, double value)
{
	return isfinite(value) && fabs(value) <= 1e15 &&
	    (v->bars->log ? value > 0 : value >= 0);
}

/* The height of a bar, as a part of the axis. */
static double
part_of(const struct view *v, double value)
{
	struct axis unit = v->axis;

	unit.min_pt = 0;
	unit.max_pt = 1;
	double part = axis_place(&unit, value);
	return part < 0 ? 0 : part > 1 ? 1 : part;
}

/* A place in the box: a and b in cells, height as a part of the axis. */
static struct canvas_point
place(const struct view *v, double a, double b, double part)
{
	return (struct canvas_point){
		v->left_x + a * v->ax + b * v->bx,
		v->left_y + a * v->ay - b * v->by - part * v->height,
	};
}

struct spot { double a, b, part; };

/* A line inside the box. */
static void
span(const struct view *v, struct spot from, struct spot to, double width_pt,
    uint32_t rgb)
{
	fig_line(&v->fig, place(v, from.a, from.b, from.part),
	    place(v, to.a, to.b, to.part), width_pt, rgb);
}

static const size_t one_run[] = {0};

static void
fill(const struct view *v, const struct canvas_point *corners, size_t count,
    uint32_t rgb, uint32_t edge)
{
	struct canvas_point points[4];
	const struct canvas_path path = {
		.npoints = count, .points = points, .nruns = 1,
		.starts = one_run, .closed = true,
	};
	const struct canvas_stroke stroke = {
		.rgb = edge, .alpha = 1, .width_pt = 0.35 * v->fig.scale,
		.round = true,
	};

	for (size_t i = 0; i < count; i++)
		points[i] = fig_place(&v->fig, corners[i]);
	canvas_fill(v->fig.canvas, &path, rgb, 1);
	canvas_stroke(v->fig.canvas, &path, &stroke);
}

static double
width_of(const struct view *v, const char *words)
{
	return fonts_width(v->fig.fonts, FONT_REGULAR, TEXT_PT, words);
}

/* Colours of the columns, dark to light like those of the charts. */
static uint32_t
column_colour(const struct bar3d *b, size_t column)
{
	static const double stops[][3] = {
		{0x0a, 0x36, 0x74}, {0x2b, 0x72, 0xb4}, {0x73, 0xb2, 0xd8},
		{0xcb, 0xdf, 0xee},
	};
	double t = b->ncolumns < 2 ? 0.45 :
	    (double)column / (double)(b->ncolumns - 1);
	size_t i = t * 3 >= 2 ? 2 : (size_t)(t * 3);
	uint32_t rgb = 0;

	for (int k = 0; k < 3; k++)
		rgb = rgb << 8 | (uint32_t)lround(stops[i][k] +
		    (t * 3 - (double)i) * (stops[i + 1][k] - stops[i][k]));
	return rgb;
}

/* shade() darkens by a factor below 1, or mixes with white above it. */
static uint32_t
shade(uint32_t rgb, double factor)
{
	uint32_t out = 0;

	for (int shift = 16; shift >= 0; shift -= 8) {
		double c = rgb >> shift & 0xff;

		c = factor <= 1 ? c * factor : c + (255 - c) * (factor - 1);
		out = out << 8 | (uint32_t)lround(c);
	}
	return out;
}

static void
draw_missing(const struct view *v, double a, double b)
{
	const double arm = 0.16;

	span(v, (struct spot){a - arm, b - arm, 0},
	    (struct spot){a + arm, b + arm, 0}, 0.8, STYLE_GREY);
	span(v, (struct spot){a - arm, b + arm, 0},
	    (struct spot){a + arm, b - arm, 0}, 0.8, STYLE_GREY);
}

static void
draw_bar(const struct view *v, size_t ia, size_t ib)
{
	const double half = BAR_PART / 2;
	double a = (double)ia + 0.5, b = (double)ib + 0.5;
	double value = value_at(v, ia, ib);

	if (!has_bar(v, value)) {
		draw_missing(v, a, b);
		return;
	}
	double top = part_of(v, value);
	uint32_t rgb = column_colour(v->bars, column_at(v, ia, ib));
	uint32_t edge = shade(rgb, 0.5);
	const struct canvas_point left[] = {
		place(v, a - half, b - half, 0),
		place(v, a + half, b - half, 0),
		place(v, a + half, b - half, top),
		place(v, a - half, b - half, top),
	};
	const struct canvas_point right[] = {
		place(v, a + half, b - half, 0),
		place(v, a + half, b + half, 0),
		place(v, a + half, b + half, top),
		place(v, a + half, b - half, top),
	};
	const struct canvas_point lid[] = {
		place(v, a - half, b - half, top),
		place(v, a + half, b - half, top),
		place(v, a + half, b + half, top),
		place(v, a - half, b + half, top),
	};
	fill(v, left, 4, rgb, edge);
	fill(v, right, 4, shade(rgb, 0.78), edge);
	fill(v, lid, 4, shade(rgb, 1.3), edge);
}

/*
 * How much of the tops of bars is hidden by bars before them: for each pair the
 * part of the width that they share on the page, if the front one rises above
 * the middle of the other's top.
 */
static double
hidden(const struct view *v)
{
	double half_wide = BAR_PART / 2 * (v->ax + v->bx), sum = 0;

	for (size_t a = 0; a < v->na; a++)
		for (size_t b = 0; b < v->nb; b++) {
			double value = value_at(v, a, b);
			if (!has_bar(v, value))
				continue;
			struct canvas_point top = place(v, (double)a + 0.5,
			    (double)b + 0.5, part_of(v, value));
			double covered = 0;
			for (size_t a2 = a; a2 < v->na; a2++)
				for (size_t b2 = 0; b2 <= b; b2++) {
					double front = value_at(v, a2, b2);
					if ((a2 == a && b2 == b) ||
					    !has_bar(v, front))
						continue;
					struct canvas_point p = place(v,
					    (double)a2 + 0.5, (double)b2 + 0.5,
					    part_of(v, front));
					double apart = fabs(p.x - top.x) /
					    (2 * half_wide);
					if (apart < 1 && p.y < top.y)
						covered = fmax(covered,
						    1 - apart);
				}
			sum += covered;
		}
	return sum;
}

static void
set_turn(struct view *v, struct turn turn)
{
	v->turn = turn;
	v->na = turn.swapped ? v->bars->ncolumns : v->bars->nrows;
	v->nb = turn.swapped ? v->bars->nrows : v->bars->ncolumns;
}

static const char *
a_label(const struct view *v, size_t a)
{
	return v->turn.swapped ? v->bars->columns[column_at(v, a, 0)] :
	    v->bars->rows[row_at(v, a, 0)];
}

static const char *
b_label(const struct view *v, size_t b)
{
	return v->turn.swapped ? v->bars->rows[row_at(v, 0, b)] :
	    v->bars->columns[column_at(v, 0, b)];
}

static const char *
a_title(const struct view *v)
{
	return v->turn.swapped ? v->bars->column_title : v->bars->row_title;
}

static const char *
b_title(const struct view *v)
{
	return v->turn.swapped ? v->bars->row_title : v->bars->column_title;
}

static double
widest(const struct view *v, const char *(*label)(const struct view *, size_t),
    size_t count)
{
	double most = 0;

	for (size_t i = 0; i < count; i++)
		most = fmax(most, width_of(v, label(v, i)));
	return most;
}

static double
widest_tick(const struct view *v)
{
	double most = v->bars->unit != NULL ? width_of(v, v->bars->unit) : 0;

	for (size_t i = 0; i < v->axis.nticks; i++)
		if (v->axis.ticks[i].label != NULL)
			most = fmax(most, width_of(v,
			    v->axis.ticks[i].label));
	return most;
}

/* Labels hang from their ticks by a corner.  How far below an edge of slope
 * (x, y) the farthest corner of them lies, at right angles to the edge; the
 * axis title stands beyond it. */
static double
label_depth(double width, double x, double y)
{
	return TICK_PT + 1.5 + (width * y + TEXT_PT * x) / hypot(x, y);
}

/* Of every how many labels is there room for one, in steps of (x, y)? */
static size_t
label_step(double width, double x, double y)
{
	double rows = (TEXT_PT + 1) / y, columns = (width + 4) / x;
	double step = ceil(fmin(rows, columns) - 0.05);

	return step < 1 ? 1 : (size_t)step;
}

struct margins { double left, right, below; };

/* What stands outside the box, for the directions that the view has now. */
static struct margins
margins_of(const struct view *v)
{
	double a_wide = widest(v, a_label, v->na);
	double b_wide = widest(v, b_label, v->nb);
	double a_deep = label_depth(a_wide, v->ax, v->ay);
	double b_deep = label_depth(b_wide, v->bx, v->by);
	double title = TEXT_PT * 1.6;
	double a_long = hypot(v->ax, v->ay), b_long = hypot(v->bx, v->by);
	struct margins m = {
		.left = fmax(widest_tick(v) + TICK_PT + 4,
		    a_wide + TICK_PT + 4 - v->ax / 2),
		.right = fmax(0, b_wide + TICK_PT + 6 - v->bx / 2),
		.below = TEXT_PT + TICK_PT + 2,
	};

	/* A title's middle stands below the middle of its edge; what counts is
	 * how far below the front corner it reaches. */
	double a_reach = (a_deep + title) * v->ax / a_long +
	    v->ay / a_long * (a_title(v) == NULL ? 0 :
	    width_of(v, a_title(v)) / 2) - (double)v->na * v->ay / 2;
	double b_reach = (b_deep + title) * v->bx / b_long +
	    v->by / b_long * (b_title(v) == NULL ? 0 :
	    width_of(v, b_title(v)) / 2) - (double)v->nb * v->by / 2;
	m.below = fmax(m.below, fmax(a_reach, b_reach));
	m.right = fmax(m.right, (b_deep + title) * v->by / b_long +
	    (b_title(v) == NULL ? 0 : width_of(v, b_title(v)) / 2) * v->bx /
	    b_long - (double)v->nb * v->bx / 2);
	return m;
}

/* Cells are square unless the table is long and narrow. */
static void
cell_sides(const struct view *v, double *a_out, double *b_out)
{
	double ratio = (double)v->na / (double)v->nb;

	*a_out = *b_out = 1;
	if (ratio > 1.5)
		*b_out = fmin(ratio / 1.5, 2.5);
	else if (ratio < 1 / 1.5)
		*a_out = fmin(1 / ratio / 1.5, 2.5);
}

/*
 * fit() gives the box its place and size between 'top' and the figure's edges.
 * The eye stands as high as the height of the figure allows: the bars get as
 * much of it as the floor.
 */
static void
fit(struct view *v, double top)
{
	double side_a, side_b, turn = TURN_DEG * acos(-1) / 180;
	double unit = 20;

	cell_sides(v, &side_a, &side_b);
	v->ax = side_a * cos(turn) * unit;
	v->bx = side_b * sin(turn) * unit;
	v->ay = side_a * sin(turn) * unit * 0.35;
	v->by = side_b * cos(turn) * unit * 0.35;
	/* The margins depend on the slopes, and these on the margins. */
	for (int i = 0; i < 4; i++) {
		struct margins m = margins_of(v);
		double wide = v->bars->width_pt - 2 * EDGE_PT - m.left -
		    m.right;
		double high = v->bars->height_pt - EDGE_PT - top - m.below;

		wide = fmax(wide, 40);
		high = fmax(high, 40);
		double across = (double)v->na * side_a * cos(turn) +
		    (double)v->nb * side_b * sin(turn);
		double deep = (double)v->na * side_a * sin(turn) +
		    (double)v->nb * side_b * cos(turn);
		/* No wider than looks well for the height that there is. */
		unit = fmin(fmin(wide, 1.75 * high) / across, WIDEST_PT);
		double rise = fmin(0.52, 0.5 * high / (deep * unit));
		v->ax = side_a * cos(turn) * unit;
		v->bx = side_b * sin(turn) * unit;
		v->ay = side_a * sin(turn) * unit * rise;
		v->by = side_b * cos(turn) * unit * rise;
		v->height = high - deep * unit * rise;
		v->left_x = EDGE_PT + m.left + (wide - across * unit) / 2;
		v->left_y = top + v->height + (double)v->nb * v->by;
	}
	v->axis.min_pt = v->left_y;
	v->axis.max_pt = v->left_y - v->height;
}

static void
choose_axis(struct view *v, double length_pt)
{
	struct chart_axis wanted = {
		.scale = v->bars->log ? CHART_LOG : CHART_LINEAR,
		.min = NAN, .max = NAN,
	};
	struct axis_span span = {INFINITY, -INFINITY};
	size_t count = v->bars->nrows * v->bars->ncolumns;

	for (size_t i = 0; i < count; i++)
		if (has_bar(v, v->bars->values[i])) {
			span.low = fmin(span.low, v->bars->values[i]);
			span.high = fmax(span.high, v->bars->values[i]);
		}
	/* A logarithm has no foot: the least bar gets some height. */
	if (v->bars->log && span.low <= span.high) {
		double least = span.low / 1.8;
		double decade = pow(10, floor(log10(least) + 1e-9));
		double lead = least / decade;

		wanted.min = decade * (lead < 2 ? 1 : lead < 5 ? 2 : 5);
	}
	axis_range(&v->axis, &wanted, &span, true);
	axis_ticks(v->fig.arena, &v->axis, &wanted, v->fig.fonts, v->bars->lang,
	    TEXT_PT, length_pt, true);
}

/* The order of the axes that hides least.  The natural one, rows from the left
 * to the front and columns from there to the right, needs no reason. */
static void
choose_turn(struct view *v, double top)
{
	double least = INFINITY;
	struct turn best = {0};

	for (unsigned i = 0; i < 8; i++) {
		const struct turn turn = {(i & 4) != 0, (i & 1) != 0,
		    (i & 2) != 0};

		set_turn(v, turn);
		fit(v, top);
		double cost = hidden(v) + (turn.swapped ? 0.6 : 0) +
		    (turn.a_back ? 0.3 : 0) + (turn.b_back ? 0.3 : 0);
		if (cost < least) {
			least = cost;
			best = turn;
		}
	}
	set_turn(v, best);
}

static void
draw_walls(const struct view *v)
{
	double na = (double)v->na, nb = (double)v->nb;
	const struct canvas_point floor[] = {
		place(v, 0, 0, 0), place(v, na, 0, 0), place(v, na, nb, 0),
		place(v, 0, nb, 0),
	};
	const struct canvas_point left[] = {
		place(v, 0, 0, 0), place(v, 0, nb, 0), place(v, 0, nb, 1),
		place(v, 0, 0, 1),
	};
	const struct canvas_point right[] = {
		place(v, 0, nb, 0), place(v, na, nb, 0), place(v, na, nb, 1),
		place(v, 0, nb, 1),
	};

	fill(v, floor, 4, FLOOR, BOX);
	fill(v, left, 4, WALL, BOX);
	fill(v, right, 4, WALL, BOX);
	for (size_t i = 1; i < v->na; i++) {
		span(v, (struct spot){(double)i, 0, 0},
		    (struct spot){(double)i, nb, 0}, 0.4, 0xffffff);
		span(v, (struct spot){(double)i, nb, 0},
		    (struct spot){(double)i, nb, 1}, 0.3, 0xffffff);
	}
	for (size_t i = 1; i < v->nb; i++) {
		span(v, (struct spot){0, (double)i, 0},
		    (struct spot){na, (double)i, 0}, 0.4, 0xffffff);
		span(v, (struct spot){0, (double)i, 0},
		    (struct spot){0, (double)i, 1}, 0.3, 0xffffff);
	}
}

static void
draw_values(const struct view *v)
{
	double na = (double)v->na, nb = (double)v->nb;

	for (size_t i = 0; i < v->axis.nticks; i++) {
		const struct axis_tick *t = &v->axis.ticks[i];
		double part = part_of(v, t->value);
		struct canvas_point at = place(v, 0, 0, part);
		bool small = t->label == NULL;

		fig_line(&v->fig, at, (struct canvas_point){
		    at.x - (small ? 2 : TICK_PT), at.y}, 0.6, STYLE_GREY);
		if (small)
			continue;
		fig_line(&v->fig, at, place(v, 0, nb, part), 0.45, GRID);
		span(v, (struct spot){0, nb, part},
		    (struct spot){na, nb, part}, 0.45, GRID);
		fig_text(&v->fig, (struct canvas_point){at.x - TICK_PT - 3,
		    at.y + TEXT_PT * 0.35}, t->label, (struct canvas_text){
		    .size_pt = TEXT_PT, .rgb = STYLE_INK,
		    .anchor = ANCHOR_END});
	}
	span(v, (struct spot){0, 0, 0},
	    (struct spot){0, 0, 1}, 0.6, STYLE_GREY);
	if (v->bars->unit == NULL)
		return;
	struct canvas_point top = place(v, 0, 0, 1);
	fig_text(&v->fig, (struct canvas_point){top.x - TICK_PT - 3, top.y - 9},
	    v->bars->unit, (struct canvas_text){.size_pt = TEXT_PT,
	    .rgb = STYLE_GREY, .anchor = ANCHOR_END});
}

/* Ticks and labels of the edge at the front left: each hangs from its tick by
 * its upper right corner. */
static void
draw_a_edge(const struct view *v)
{
	double wide = widest(v, a_label, v->na);
	size_t step = label_step(wide, v->ax, v->ay);
	double b_long = hypot(v->bx, v->by), a_long = hypot(v->ax, v->ay);
	double dx = -v->bx / b_long * TICK_PT, dy = v->by / b_long * TICK_PT;

	span(v, (struct spot){0, 0, 0},
	    (struct spot){(double)v->na, 0, 0}, 0.6, STYLE_GREY);
	for (size_t a = 0; a < v->na; a += step) {
		struct canvas_point at = place(v, (double)a + 0.5, 0, 0);
		struct canvas_point tip = {at.x + dx, at.y + dy};

		fig_line(&v->fig, at, tip, 0.6, STYLE_GREY);
		fig_text(&v->fig, (struct canvas_point){tip.x - 1,
		    tip.y + 1 + TEXT_PT * ASCENT}, a_label(v, a),
		    (struct canvas_text){.size_pt = TEXT_PT,
		    .rgb = STYLE_INK, .anchor = ANCHOR_END});
	}
	if (a_title(v) == NULL)
		return;
	struct canvas_point middle = place(v, (double)v->na / 2, 0, 0);
	double away = label_depth(wide, v->ax, v->ay) + 4 + TEXT_PT * ASCENT;
	fig_text(&v->fig, (struct canvas_point){
	    middle.x - v->ay / a_long * away,
	    middle.y + v->ax / a_long * away}, a_title(v),
	    (struct canvas_text){.size_pt = TEXT_PT, .rgb = STYLE_INK,
	    .anchor = ANCHOR_MIDDLE,
	    .angle_deg = -atan2(v->ay, v->ax) * 180 / acos(-1)});
}

/* The edge at the front right: labels hang by their upper left corners. */
static void
draw_b_edge(const struct view *v)
{
	double wide = widest(v, b_label, v->nb), na = (double)v->na;
	size_t step = label_step(wide, v->bx, v->by);
	double b_long = hypot(v->bx, v->by), a_long = hypot(v->ax, v->ay);
	double dx = v->ax / a_long * TICK_PT, dy = v->ay / a_long * TICK_PT;

	span(v, (struct spot){na, 0, 0},
	    (struct spot){na, (double)v->nb, 0}, 0.6, STYLE_GREY);
	for (size_t b = 0; b < v->nb; b += step) {
		struct canvas_point at = place(v, na, (double)b + 0.5, 0);
		struct canvas_point tip = {at.x + dx, at.y + dy};

		fig_line(&v->fig, at, tip, 0.6, STYLE_GREY);
		fig_text(&v->fig, (struct canvas_point){tip.x + 1.5,
		    tip.y + 1 + TEXT_PT * ASCENT}, b_label(v, b),
		    (struct canvas_text){.size_pt = TEXT_PT,
		    .rgb = STYLE_INK});
	}
	if (b_title(v) == NULL)
		return;
	struct canvas_point middle = place(v, na, (double)v->nb / 2, 0);
	double away = label_depth(wide, v->bx, v->by) + 4 + TEXT_PT * ASCENT;
	fig_text(&v->fig, (struct canvas_point){
	    middle.x + v->by / b_long * away,
	    middle.y + v->bx / b_long * away}, b_title(v),
	    (struct canvas_text){.size_pt = TEXT_PT, .rgb = STYLE_INK,
	    .anchor = ANCHOR_MIDDLE,
	    .angle_deg = atan2(v->by, v->bx) * 180 / acos(-1)});
}

/* Labels are measured and drawn again and again: cleaned once. */
static struct bar3d
cleaned(struct arena *a, const struct bar3d *b)
{
	struct bar3d copy = *b;
	const char **rows = arena_array(a, b->nrows, sizeof(*rows));
	const char **columns = arena_array(a, b->ncolumns, sizeof(*columns));

	for (size_t i = 0; i < b->nrows; i++)
		rows[i] = text_clean(a, b->rows[i]);
	for (size_t i = 0; i < b->ncolumns; i++)
		columns[i] = text_clean(a, b->columns[i]);
	copy.rows = rows;
	copy.columns = columns;
	if (b->row_title != NULL)
		copy.row_title = text_clean(a, b->row_title);
	if (b->column_title != NULL)
		copy.column_title = text_clean(a, b->column_title);
	if (b->unit != NULL)
		copy.unit = text_clean(a, b->unit);
	return copy;
}

/* Draws the head and sets the view below it. */
static void
set_view(struct view *v)
{
	const struct bar3d *b = v->bars;

	/* The unit stands above the box at the left, where that is lowest, and
	 * needs no room of its own. */
	double top = fig_head_draw(&v->fig, b->title, b->subtitle,
	    b->width_pt);
	choose_axis(v, b->height_pt * 0.35);
	choose_turn(v, top);
	fit(v, top);
	choose_axis(v, v->height);
}

void
bar3d_tops(struct fonts *f, const struct bar3d *b, struct canvas_point *tops)
{
	struct arena *a = arena_new();
	struct bar3d bars = cleaned(a, b);
	struct view v = {.fig = {NULL, f, a, 0, 0, 1}, .bars = &bars};

	set_view(&v);
	for (size_t ia = 0; ia < v.na; ia++)
		for (size_t ib = 0; ib < v.nb; ib++) {
			double value = value_at(&v, ia, ib);

			tops[row_at(&v, ia, ib) * b->ncolumns +
			    column_at(&v, ia, ib)] = has_bar(&v, value) ?
			    place(&v, (double)ia + 0.5, (double)ib + 0.5,
			    part_of(&v, value)) :
			    (struct canvas_point){NAN, NAN};
		}
	arena_free(a);
}

void
bar3d_draw(struct canvas *c, struct fonts *f, const struct bar3d *b, double x,
    double y, double scale)
{
	struct arena *a = arena_new();
	struct bar3d bars;
	struct view v = {.fig = {c, f, a, x, y, scale}, .bars = &bars};

	if (b->nrows < 1 || b->ncolumns < 1 || b->nrows > BAR3D_MOST ||
	    b->ncolumns > BAR3D_MOST) {
		warn_msg("a bar chart of %zu x %zu bars", b->nrows,
		    b->ncolumns);
		canvas_discard(c);
		arena_free(a);
		return;
	}
	bars = cleaned(a, b);
	set_view(&v);
	draw_walls(&v);
	draw_values(&v);
	draw_a_edge(&v);
	draw_b_edge(&v);
	/* Back to front. */
	for (size_t ib = v.nb; ib > 0; ib--)
		for (size_t ia = 0; ia < v.na; ia++)
			draw_bar(&v, ia, ib - 1);
	arena_free(a);
}

static int
write_numbers(const struct bar3d *b, const char *dir, const char *name)
{
	struct file_replace *file = fig_numbers_open(dir, name);
	struct arena *a;

	if (file == NULL)
		return -1;
	a = arena_new();
	FILE *out = file_replace_stream(file);
	fputs("# row column value\n", out);
	for (size_t r = 0; r < b->nrows; r++)
		for (size_t c = 0; c < b->ncolumns; c++) {
			double value = b->values[r * b->ncolumns + c];
			char number[UNITS_TEXT] = "NaN";

			if (isfinite(value))
				units_format_double(number, sizeof(number),
				    value);
			fprintf(out, "%zu %zu %s # %s | %s\n", r, c, number,
			    text_clean(a, b->rows[r]),
			    text_clean(a, b->columns[c]));
		}
	arena_free(a);
	return file_replace_commit(file);
}

int
bar3d_write(struct fonts *f, const struct bar3d *b, const char *dir,
    const char *name)
{
	struct canvas *c = fig_page_open(dir, name, &(struct fig_page){
	    .title = b->title, .language = b->language,
	    .description = b->description, .metadata = b->metadata,
	    .width_pt = b->width_pt, .height_pt = b->height_pt});

	if (c == NULL)
		return -1;
	bar3d_draw(c, f, b, 0, 0, 1);
	canvas_page_end(c);
	return canvas_close(c) != 0 ? -1 : write_numbers(b, dir, name);
}
