/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "base/units.h"
#include "render/chart_gp.h"
#include "render/chart_style.h"
#include "render/gp_string.h"
#include "render/style.h"

/* gnuplot centres text on a height of its own: the baseline lies this part of
 * the size below. */
#define BASELINE 0.325

#define GRID 0xd9dde1

struct script {
	FILE *out;
	struct arena *arena;
	const struct chart *chart;
	const struct layout *layout;
};

/* One number as gnuplot reads it back.  Not printf's %g, for the locale. */
static const char *
num(struct script *s, double value)
{
	char *text = arena_alloc(s->arena, UNITS_TEXT);

	return units_format_double(text, UNITS_TEXT, value);
}

/* Places on the page are rounded to what the svg terminal keeps. */
static const char *
screen_x(struct script *s, double x)
{
	return num(s, round(x / s->chart->width_pt * 1e6) / 1e6);
}

static const char *
screen_y(struct script *s, double y)
{
	return num(s, round((1 - y / s->chart->height_pt) * 1e6) / 1e6);
}

static void
write_head(struct script *s, const char *name)
{
	/* gnuplot knows no bold for its svg, but copies the name of a font as
	 * it is; svgread.c wants what it copied before. */
	fprintf(s->out,
	    "# \"gnuplot %s.gp\" draws %s-gnuplot.svg from the numbers in "
	    "%s.dat.\n"
	    "# %s.svg is the same drawing with text of fixed lengths, for the "
	    "web.\n"
	    "# One unit of the drawing is a point.\n"
	    "set encoding utf8\n"
	    "REGULAR = 'Noto Sans'\n"
	    "BOLD = REGULAR.':Bold'\n"
	    "ITALIC = REGULAR.':Italic'\n"
	    "if (!exists('PLATEAU')) {\n"
	    "    # The names end up in the SVG as they are; another terminal "
	    "wants those above.\n"
	    "    REGULAR = 'Noto Sans&#44; IPAexGothic&#44; Arial&#44; "
	    "sans-serif'\n"
	    "    BOLD = REGULAR.'\" font-weight=\"bold'\n"
	    "    ITALIC = REGULAR.'\" font-style=\"italic'\n"
	    "}\n"
	    "set term svg size %s,%s fixed noenhanced font REGULAR.',%s' "
	    "butt background 'white'\n"
	    "if (!exists('PLATEAU')) { set output '%s-gnuplot.svg' }\n",
	    name, name, name, name, num(s, s->chart->width_pt),
	    num(s, s->chart->height_pt), num(s, CHART_TICK_PT), name);
	fprintf(s->out,
	    "set lmargin at screen %s; set rmargin at screen %s\n"
	    "set border 3 lc rgb '#%06x' lw 0.6\n"
	    "set tics nomirror out scale 0.55,0.3 textcolor rgb '#%06x'\n"
	    "set style line 100 lc rgb '#%06x' lw 0.4 dt 1\n"
	    "unset key\n",
	    screen_x(s, s->layout->left), screen_x(s, s->layout->right),
	    STYLE_GREY, STYLE_INK, GRID);
}

static void
write_range(struct script *s, char which, const struct axis *axis)
{
	/* gnuplot's logarithms err by a hair, and it leaves out the tick at the
	 * end of an axis then: at 10, for one. */
	double hair = axis->log ? 1e-9 : 0;

	if (axis->log)
		fprintf(s->out, "set logscale %c 10\n", which);
	fprintf(s->out, "set %crange [%s:%s]\n", which,
	    num(s, axis->min * (1 - hair)), num(s, axis->max * (1 + hair)));
}

/* With 'labels' false the axis belongs to a panel that stands on another. */
static void
write_ticks(struct script *s, char which, const struct axis *axis, bool labels)
{
	fprintf(s->out, "set %ctics %s(", which,
	    which == 'x' ? "offset 0,0.3 " : "");
	for (size_t i = 0; i < axis->nticks; i++) {
		const struct axis_tick *t = &axis->ticks[i];

		fprintf(s->out, "%s%s %s%s", i > 0 ? ", " : "",
		    t->label == NULL || !labels ? "\"\"" :
		    gp_tick_string(s->arena, t->label), num(s, t->value),
		    t->label == NULL ? " 1" : "");
	}
	fputs(")\n", s->out);
}

/* Categories and rounds need no lines: each has its marker. */
static void
write_grid(struct script *s)
{
	fprintf(s->out, "set grid %sytics ls 100\n",
	    s->chart->x.scale == CHART_CATEGORIES || s->chart->x.whole ? "" :
	    "xtics ");
}

static void
write_text(struct script *s, const struct layout_text *t)
{
	static const char *const fonts[] = {"REGULAR", "BOLD", "ITALIC"};
	static const char *const anchors[] = {"left", "center", "right"};

	fprintf(s->out, "set label %s at screen %s,%s %s font "
	    "%s.',%s' tc rgb '#%06x'\n",
	    gp_string(s->arena, t->text), screen_x(s, t->x),
	    screen_y(s, t->baseline - BASELINE * t->size_pt),
	    anchors[t->anchor], fonts[t->font], num(s, t->size_pt),
	    (unsigned)t->rgb);
}

static void
write_line(struct script *s, const struct layout_line *l)
{
	fprintf(s->out, "set arrow from screen %s,%s to screen %s,%s nohead "
	    "front lc rgb '#%06x' lw %s dt %s\n", screen_x(s, l->from.x),
	    screen_y(s, l->from.y), screen_x(s, l->to.x),
	    screen_y(s, l->to.y), (unsigned)l->rgb, num(s, l->width_pt),
	    l->dash);
}

static void
write_swatch(struct script *s, const struct layout_swatch *w)
{
	fprintf(s->out, "set object rectangle from screen %s,%s to "
	    "screen %s,%s front fc rgb '#%06x' fs %ssolid %s noborder\n",
	    screen_x(s, w->left), screen_y(s, w->bottom),
	    screen_x(s, w->right), screen_y(s, w->top), (unsigned)w->rgb,
	    w->alpha < 1 ? "transparent " : "", num(s, w->alpha));
}

static void
write_marker(struct script *s, const struct layout_marker *m)
{
	fprintf(s->out, "set label \"\" at screen %s,%s point pt %u ps %s "
	    "lc rgb '#%06x' front\n", screen_x(s, m->x), screen_y(s, m->y),
	    m->type, num(s, m->size), (unsigned)m->rgb);
}

static double
clamp(const struct axis *axis, double value)
{
	return fmax(axis->min, fmin(value, axis->max));
}

static void
write_band(struct script *s, const struct layout_panel *p,
    const struct chart_band *b)
{
	const struct axis *axis = b->vertical ? &s->layout->x : &p->y;
	double from = clamp(axis, b->from), to = clamp(axis, b->to);

	if (!(fabs(from - to) > 0))
		return;
	if (b->vertical)
		fprintf(s->out, "set object rectangle from first %s,graph 0 "
		    "to first %s,graph 1", num(s, from), num(s, to));
	else
		fprintf(s->out, "set object rectangle from graph 0,first %s "
		    "to graph 1,first %s", num(s, from), num(s, to));
	fprintf(s->out, " behind fc rgb '#%06x' fs transparent solid 0.1 "
	    "noborder\n", (unsigned)chart_colour(b->colour));
}

static void
write_rule(struct script *s, const struct layout_panel *p,
    const struct chart_rule *r)
{
	const struct axis *axis = r->vertical ? &s->layout->x : &p->y;

	if (!axis_shows(axis, r->value))
		return;
	if (r->vertical)
		fprintf(s->out, "set arrow from first %s,graph 0 to first %s,"
		    "graph 1", num(s, r->value), num(s, r->value));
	else
		fprintf(s->out, "set arrow from graph 0,first %s to graph 1,"
		    "first %s", num(s, r->value), num(s, r->value));
	/* Bars would hide a limit that stands among them. */
	fprintf(s->out, " nohead %s lc rgb '#%06x' lw %s dt %s\n",
	    r->vertical ? "front" : "back",
	    (unsigned)chart_colour(r->colour),
	    r->dashed ? "0.7" : r->vertical ? "0.9" : "1.2",
	    r->dashed ? "(5,3)" : "1");
}

/* Markers closer than this run into one another. */
static size_t
marker_interval(const struct layout *l, size_t npoints)
{
	double apart = (l->right - l->left) / (double)npoints;

	return apart >= 7 ? 1 : (size_t)ceil(7 / apart);
}

static void
write_style(struct script *s, const struct chart_series *series,
    size_t npoints)
{
	struct chart_look style = chart_style_of(series->colour);
	const char *dash = series->thin && series->dashed ? "(5,3)" :
	    series->thin || series->solid ? "1" : style.dash;
	const char *width = series->thin ? "0.7" : "1.5";
	char rgb[16];

	snprintf(rgb, sizeof(rgb), "'#%06x'", (unsigned)style.rgb);
	switch (series->style) {
	case CHART_LINE:
		fprintf(s->out, "with lines lc rgb %s lw %s dt %s", rgb, width,
		    dash);
		break;
	case CHART_STEPS:
		fprintf(s->out, "with steps lc rgb %s lw %s dt %s", rgb, width,
		    dash);
		break;
	case CHART_LINE_POINTS:
		fprintf(s->out, "with linespoints lc rgb %s lw %s dt %s pt %u "
		    "ps %s pi %zu", rgb, width, dash, style.marker,
		    num(s, style.marker_size),
		    marker_interval(s->layout, npoints));
		break;
	case CHART_POINTS:
		fprintf(s->out, "with points lc rgb %s pt %u ps %s", rgb,
		    style.marker, num(s, style.marker_size));
		break;
	case CHART_DOTS:
		fprintf(s->out, "with points lc rgb %s pt 7 ps 0.16", rgb);
		break;
	case CHART_BAND:
		fprintf(s->out, "with filledcurves fs transparent solid 0.1 "
		    "noborder lc rgb %s", rgb);
		break;
	case CHART_BARS:
		fprintf(s->out, "with boxes fs solid 1 noborder lc rgb %s",
		    rgb);
		break;
	}
}

static void
write_alone(struct script *s, const struct chart_series *series)
{
	struct chart_look style = chart_style_of(series->colour);

	fprintf(s->out, "with points lc rgb '#%06x' pt %u ps %s",
	    (unsigned)style.rgb, style.marker, num(s, style.marker_size));
}

/* '*index' counts the blocks of the data file. */
static void
write_plot(struct script *s, const char *name, size_t panel, size_t *index)
{
	const struct chart_panel *p = &s->chart->panels[panel];
	const struct layout_panel *l = &s->layout->panels[panel];
	size_t nplots = 0;

	fputs("plot", s->out);
	for (size_t i = 0; i < p->nseries; i++) {
		const struct chart_series *series = &p->series[i];
		double width = chart_data_bar_width(series);

		if (l->drawn[i].npoints == 0)
			continue;
		fprintf(s->out, "%s \\\n    '%s.dat' index %zu using 1:2",
		    nplots++ > 0 ? "," : "", name, (*index)++);
		if (series->style == CHART_BAND)
			fputs(":3", s->out);
		if (series->style == CHART_BARS)
			fprintf(s->out, ":(%s)", num(s, width));
		putc(' ', s->out);
		write_style(s, series, l->drawn[i].npoints);
		if (l->drawn[i].nalone == 0)
			continue;
		fprintf(s->out, ", \\\n    '%s.dat' index %zu using 1:2 ",
		    name, (*index)++);
		write_alone(s, series);
	}
	/* A panel without data still has its axes. */
	fputs(nplots > 0 ? "\n" : " NaN\n", s->out);
}

static void
write_panel(struct script *s, const char *name, size_t panel, size_t *index)
{
	const struct chart_panel *p = &s->chart->panels[panel];
	const struct layout_panel *l = &s->layout->panels[panel];

	fprintf(s->out, "set tmargin at screen %s; set bmargin at screen %s\n",
	    screen_y(s, l->top), screen_y(s, l->bottom));
	fputs("unset logscale\n", s->out);
	write_range(s, 'x', &s->layout->x);
	write_range(s, 'y', &l->y);
	write_ticks(s, 'x', &s->layout->x, panel + 1 == s->chart->npanels);
	write_ticks(s, 'y', &l->y, true);
	write_grid(s);
	for (size_t i = 0; i < p->nbands; i++)
		write_band(s, l, &p->bands[i]);
	for (size_t i = 0; i < p->nrules; i++)
		write_rule(s, l, &p->rules[i]);
	for (size_t i = 0; i < l->nswatches; i++)
		write_swatch(s, &l->swatches[i]);
	for (size_t i = 0; i < l->nlines; i++)
		write_line(s, &l->lines[i]);
	for (size_t i = 0; i < l->nmarkers; i++)
		write_marker(s, &l->markers[i]);
	for (size_t i = 0; i < l->ntexts; i++)
		write_text(s, &l->texts[i]);
	write_plot(s, name, panel, index);
}

void
chart_gp_script(FILE *out, struct arena *a, const struct chart *chart,
    const struct layout *layout, const char *name)
{
	struct script s = {out, a, chart, layout};
	size_t index = 0;

	write_head(&s, name);
	if (chart->npanels > 1)
		fputs("set multiplot\n", out);
	for (size_t n = 0; n < chart->npanels; n++) {
		if (n > 0)
			fputs("unset label; unset arrow; unset object\n", out);
		write_panel(&s, name, n, &index);
	}
	if (chart->npanels > 1)
		fputs("unset multiplot\n", out);
}

void
chart_gp_data(FILE *out, const struct chart *chart,
    const struct layout *layout)
{
	for (size_t n = 0; n < chart->npanels; n++)
		for (size_t i = 0; i < chart->panels[n].nseries; i++)
			if (layout->panels[n].drawn[i].npoints > 0)
				chart_data_write(out,
				    &chart->panels[n].series[i],
				    &layout->panels[n].drawn[i]);
}
