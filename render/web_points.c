/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "render/chart_layout.h"
#include "render/web.h"

/* More points of a line than these are thinned to the extremes of each column
 * of COLUMN_PT; more cells of a heat map are not told. */
#define MOST_POINTS 1000
#define COLUMN_PT 1.0
#define MOST_CELLS 6000

/* Seven digits are more than any of these numbers is known to. */
static void
put_number(FILE *to, double value)
{
	char text[UNITS_TEXT];

	if (value == 0 || !isfinite(value)) {
		fputs(isfinite(value) ? "0" : "null", to);
		return;
	}
	double unit = pow(10, 6 - floor(log10(fabs(value))));
	double seven = unit > 1 ? round(value * unit) / unit : round(value);

	fputs(units_format_double(text, sizeof(text), seven), to);
}

/* A place on the page, in tenths of a point. */
static void
put_place(FILE *to, double value)
{
	put_number(to, round(value * 10) / 10);
}

static void
put_ticks(FILE *to, const struct chart_axis *axis)
{
	fputs(",\"ticks\":[", to);
	for (size_t i = 0; i < axis->nticks; i++) {
		fputs(i == 0 ? "[" : ",[", to);
		put_number(to, axis->scale == CHART_CATEGORIES ? (double)i :
		    axis->ticks[i].value);
		putc(',', to);
		web_string(to, axis->ticks[i].label);
		putc(']', to);
	}
	putc(']', to);
}

static void
put_axis(FILE *to, const char *name, const struct axis *axis,
    const char *title, const char *unit)
{
	const struct { const char *name; double value; } parts[] = {
		{"min", axis->min}, {"max", axis->max},
		{"from", axis->min_pt}, {"to", axis->max_pt},
	};

	fprintf(to, "\"%s\":{\"log\":%d", name, axis->log);
	for (size_t i = 0; i < 4; i++) {
		char text[UNITS_TEXT];

		fprintf(to, ",\"%s\":%s", parts[i].name, units_format_double(
		    text, sizeof(text), parts[i].value));
	}
	fputs(",\"title\":", to);
	web_string(to, title);
	fputs(",\"unit\":", to);
	web_string(to, unit);
}

static void
put_point(FILE *to, const struct drawn_point *p, bool *first)
{
	fputs(*first ? "" : ",", to);
	*first = false;
	put_number(to, p->x);
	putc(',', to);
	put_number(to, p->y);
}

/* The points of one column: its lowest and highest, in their order. */
static size_t
put_column(FILE *to, const struct axis *x, const struct drawn *d, size_t begin,
    bool *first)
{
	double column = floor(axis_place(x, d->points[begin].x) / COLUMN_PT);
	size_t low = begin, high = begin, end = begin;

	for (; end < d->npoints && !d->points[end].gap && floor(axis_place(x,
	    d->points[end].x) / COLUMN_PT) == column; end++) {
		if (d->points[end].y < d->points[low].y)
			low = end;
		if (d->points[end].y > d->points[high].y)
			high = end;
	}
	put_point(to, &d->points[low < high ? low : high], first);
	if (low != high)
		put_point(to, &d->points[low < high ? high : low], first);
	return end;
}

static void
put_series(FILE *to, const struct axis *x, const struct chart_series *s,
    const struct drawn *d)
{
	bool thin = d->npoints > MOST_POINTS, first = true;

	fputs("{\"name\":", to);
	web_string(to, s->name);
	fprintf(to, ",\"colour\":\"#%06x\",\"at\":[",
	    (unsigned)chart_colour(s->colour));
	for (size_t i = 0; i < d->npoints;) {
		if (d->points[i].gap)
			i++;
		else if (thin)
			i = put_column(to, x, d, i, &first);
		else
			put_point(to, &d->points[i++], &first);
	}
	fputs("]}", to);
}

static void
put_panel(FILE *to, const struct layout *l, const struct chart *chart,
    size_t n)
{
	const struct chart_panel *panel = &chart->panels[n];
	bool first = true;

	putc('{', to);
	put_axis(to, "y", &l->panels[n].y, panel->y.title, panel->y.unit);
	if (panel->y.nticks > 0)
		put_ticks(to, &panel->y);
	fputs("},\"series\":[", to);
	for (size_t i = 0; i < panel->nseries; i++) {
		if (panel->series[i].style == CHART_BAND)
			continue;
		fputs(first ? "" : ",", to);
		first = false;
		put_series(to, &l->x, &panel->series[i],
		    &l->panels[n].drawn[i]);
	}
	fputs("]}", to);
}

static bool
chart_points(FILE *to, struct fonts *f, const struct chart *chart)
{
	struct arena *a = arena_new();
	const struct layout *l = chart_layout(a, f, chart);

	if (l != NULL) {
		putc('{', to);
		put_axis(to, "x", &l->x, chart->x.title, chart->x.unit);
		if (chart->x.nticks > 0)
			put_ticks(to, &chart->x);
		fputs("},\"panels\":[", to);
		for (size_t n = 0; n < l->npanels; n++) {
			fputs(n == 0 ? "" : ",", to);
			put_panel(to, l, chart, n);
		}
		fputs("]}", to);
	}
	arena_free(a);
	return l != NULL;
}

static void
put_spot(FILE *to, struct canvas_point at, double value, bool *first)
{
	fputs(*first ? "[" : ",[", to);
	*first = false;
	put_place(to, at.x);
	putc(',', to);
	put_place(to, at.y);
	putc(',', to);
	put_number(to, value);
}

static bool
bar_points(FILE *to, struct fonts *f, const struct bar3d *b)
{
	struct arena *a = arena_new();
	struct canvas_point *tops = arena_array(a, b->nrows * b->ncolumns,
	    sizeof(*tops));
	bool first = true;

	bar3d_tops(f, b, tops);
	fputs("{\"unit\":", to);
	web_string(to, b->unit);
	fputs(",\"spots\":[", to);
	for (size_t r = 0; r < b->nrows; r++)
		for (size_t c = 0; c < b->ncolumns; c++) {
			size_t i = r * b->ncolumns + c;

			if (isnan(tops[i].x))
				continue;
			put_spot(to, tops[i], b->values[i], &first);
			putc(',', to);
			web_string(to, arena_printf(a, "%s %s \u00b7 %s %s",
			    b->row_title == NULL ? "" : b->row_title,
			    b->rows[r], b->column_title == NULL ? "" :
			    b->column_title, b->columns[c]));
			putc(']', to);
		}
	fputs("]}", to);
	arena_free(a);
	return true;
}

/* What is at a part (0 to 1) of an axis. */
static double
value_at(double min, double max, bool is_log, double part)
{
	return is_log ? min * pow(max / min, part) : min + (max - min) * part;
}

static const char *
heat_words(struct arena *a, const struct heat *h, const struct heat_cells *c,
    size_t column, size_t row)
{
	const double wide = 1 / (double)h->ncolumns;
	const double high = 1 / (double)h->nrows;
	double x = value_at(c->x_min, c->x_max, c->x_log, ((double)column +
	    0.5) * wide);
	double y = value_at(c->y_min, c->y_max, c->y_log, (double)row * high);
	double y2 = value_at(c->y_min, c->y_max, c->y_log, ((double)row + 1) *
	    high);

	return arena_printf(a, "%s %s \u00b7 %s\u2013%s %s", h->x.title ==
	    NULL ? "" : h->x.title, lang_figures(a, h->lang, x, 3),
	    lang_figures(a, h->lang, y, 3), lang_figures(a, h->lang, y2, 3),
	    h->y.unit == NULL ? "" : h->y.unit);
}

static bool
heat_points(FILE *to, struct fonts *f, const struct heat *h)
{
	size_t count = 0, ncells = h->nrows * h->ncolumns;
	struct heat_cells c;
	bool first = true;

	for (size_t i = 0; i < ncells; i++)
		count += h->values[i] > 0;
	if (count == 0 || count > MOST_CELLS || h->lang == NULL ||
	    h->x.scale == CHART_CATEGORIES || h->y.scale == CHART_CATEGORIES)
		return false;
	struct arena *a = arena_new();
	heat_cells(f, h, &c);
	fputs("{\"unit\":", to);
	web_string(to, h->unit);
	fputs(",\"spots\":[", to);
	for (size_t i = 0; i < ncells; i++) {
		size_t row = i / h->ncolumns, column = i % h->ncolumns;
		struct canvas_point at = {
			c.left + (c.right - c.left) * ((double)column + 0.5) /
			    (double)h->ncolumns,
			c.bottom - (c.bottom - c.top) * ((double)row + 0.5) /
			    (double)h->nrows,
		};

		if (!(h->values[i] > 0))
			continue;
		put_spot(to, at, h->values[i], &first);
		putc(',', to);
		web_string(to, heat_words(a, h, &c, column, row));
		putc(']', to);
	}
	fputs("]}", to);
	arena_free(a);
	return true;
}

static bool
matrix_points(FILE *to, struct fonts *f, const struct ratio *r)
{
	struct arena *a = arena_new();
	size_t count = r->nrows * r->ncolumns;
	struct canvas_point *at = arena_array(a, count, sizeof(*at));
	bool first = true;

	ratio_middles(f, r, at);
	fputs("{\"unit\":\"%\",\"spots\":[", to);
	for (size_t i = 0; i < count; i++) {
		if (!isfinite(r->values[i]))
			continue;
		put_spot(to, at[i], r->values[i], &first);
		putc(',', to);
		web_string(to, arena_printf(a, "%s: %s \u00b7 %s: %s",
		    r->row_title, r->rows[i / r->ncolumns], r->column_title,
		    r->columns[i % r->ncolumns]));
		putc(']', to);
	}
	fputs("]}", to);
	arena_free(a);
	return true;
}

/* The last number of a spot is how far it reaches to the left. */
static bool
level_points(FILE *to, struct fonts *f, const struct hbars *h)
{
	struct arena *a = arena_new();
	size_t count = 0;
	bool first = true;

	for (size_t i = 0; i < h->ngroups; i++)
		count += h->groups[i].nbars;
	struct hbar_end *ends = arena_array(a, count + 1, sizeof(*ends));
	const struct hbar_end *end = ends;
	hbars_ends(f, h, ends);
	fputs("{\"unit\":", to);
	web_string(to, h->unit);
	fputs(",\"spots\":[", to);
	for (size_t i = 0; i < h->ngroups; i++)
		for (size_t k = 0; k < h->groups[i].nbars; k++, end++) {
			const struct hbar *bar = &h->groups[i].bars[k];

			put_spot(to, end->at, bar->value, &first);
			putc(',', to);
			web_string(to, arena_printf(a, "%s \u00b7 %s",
			    bar->name, h->groups[i].title));
			putc(',', to);
			put_place(to, end->width_pt);
			putc(']', to);
		}
	fputs("]}", to);
	arena_free(a);
	return true;
}

bool
web_points(FILE *to, struct fonts *f, const struct figure *figure)
{
	if (figure->bars != NULL)
		return bar_points(to, f, figure->bars);
	if (figure->heat != NULL)
		return heat_points(to, f, figure->heat);
	if (figure->matrix != NULL)
		return matrix_points(to, f, figure->matrix);
	if (figure->level != NULL)
		return level_points(to, f, figure->level);
	if (figure->status != CHART_OK)
		return false;
	return chart_points(to, f, &figure->chart);
}
