/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/compare_charts.h"

unsigned
compare_colour(const struct compare_drive *d)
{
	/* When colours come again, the dash tells that it is another drive. */
	return d->family % CHART_NCOLOURS + CHART_VARIANT * (d->place +
	    d->family / CHART_NCOLOURS);
}

/* "SIMULATED." in front of what is seen without its page. */
const char *
charts_subtitle(const struct compare *c, const char *words, size_t nleft)
{
	bool simulated = c->ndrives > 0;

	for (size_t i = 0; i < c->ndrives; i++)
		simulated &= c->drives[i].mark == COMPARE_SIMULATED;
	if (simulated)
		words = lang_sentences(c->arena, c->lang, lang_text(c->lang,
		    "figure.simulated"), words);
	if (nleft > 0)
		words = lang_sentences(c->arena, c->lang, words, lang_fill(
		    c->arena, c->lang, "compare.note.lines", "count",
		    lang_whole(c->arena, c->lang, nleft), NULL));
	return words;
}

const char *
charts_metadata(const struct compare *c)
{
	const char *text = c->tool == NULL ? "plateau" : c->tool;

	for (size_t i = 0; i < c->ndrives; i++)
		if (strlen(text) < 4000)
			text = arena_printf(c->arena, "%s; %s: %s", text,
			    c->drives[i].name, c->drives[i].source);
	return text;
}

const char *
charts_load(const struct compare *c, int64_t block, int64_t mix)
{
	const char *load = mix == 100 ? "compare.reads" : mix == 0 ?
	    "compare.writes" : NULL;
	const char *words = load != NULL ? lang_text(c->lang, load) :
	    arena_printf(c->arena, "R/W %s", compare_mix(c, mix));

	return block == CHARTS_ANY_BLOCK ? words : arena_printf(c->arena,
	    "%s, %s", compare_block(c, block), words);
}

const char *
charts_unit(const struct compare *c, enum compare_metric m)
{
	const struct metric *metric = compare_metric(m);

	return lang_text(c->lang, metric->unit == NULL ? metric->title :
	    metric->unit);
}

bool
charts_is_rate(enum compare_metric m)
{
	return m == COMPARE_IOPS || m == COMPARE_MB_S;
}

const char *
charts_axis_words(const struct compare *c, enum compare_metric m)
{
	const struct metric *metric = compare_metric(m);

	return metric->unit == NULL ? lang_text(c->lang, metric->title) :
	    arena_printf(c->arena, "%s, %s", lang_text(c->lang,
	    metric->title), lang_text(c->lang, metric->unit));
}

struct figure *
charts_figure(const struct compare *c, const char *name, double height_pt,
    const char *title, const char *words, size_t nleft)
{
	struct figure *figure = arena_alloc(c->arena, sizeof(*figure));
	struct chart *chart = &figure->chart;

	figure->name = name;
	figure->height_pt = height_pt;
	chart->title = title;
	chart->subtitle = charts_subtitle(c, words, nleft);
	chart->metadata = charts_metadata(c);
	chart->language = lang_code(c->lang);
	chart->lang = c->lang;
	chart->width_pt = FIGURE_WIDTH_PT;
	chart->height_pt = height_pt;
	chart->npanels = 1;
	return figure;
}

struct figure *
charts_native(const struct compare *c, const char *name, const char *title,
    double width_pt, double height_pt)
{
	struct figure *figure = arena_alloc(c->arena, sizeof(*figure));

	figure->name = name;
	figure->height_pt = height_pt;
	figure->chart.title = title;
	figure->chart.width_pt = width_pt;
	return figure;
}

struct figure *
charts_matrix(const struct compare *c, const char *name,
    const struct ratio *r)
{
	struct figure *figure = charts_native(c, name, r->title, r->width_pt,
	    ratio_height(c->fonts, r));

	figure->matrix = r;
	return figure;
}

struct chart_series
charts_series(const struct compare_drive *d, size_t npoints, const double *x,
    const double *y)
{
	return (struct chart_series){.name = d->label,
	    .style = CHART_LINE_POINTS, .label = CHART_LABEL_END,
	    .colour = compare_colour(d), .npoints = npoints, .x = x, .y = y};
}

size_t
charts_known(const double *values, size_t count)
{
	size_t known = 0;

	for (size_t i = 0; i < count; i++)
		if (isfinite(values[i]))
			known++;
	return known;
}

bool
charts_is_known(const double *values, size_t count)
{
	return charts_known(values, count) > 0;
}

/* An axis of sizes or numbers that double, by their logarithm. */
struct chart_axis
charts_doubling(const struct compare *c, const char *title, size_t count,
    const int64_t *values, bool sizes)
{
	struct chart_tick *ticks = arena_array(c->arena, count + 1,
	    sizeof(*ticks));

	for (size_t i = 0; i < count; i++)
		ticks[i] = (struct chart_tick){log2((double)values[i]),
		    sizes ? lang_block_kib(c->arena, c->lang, values[i]) :
		    lang_whole(c->arena, c->lang, (uint64_t)values[i])};
	return (struct chart_axis){.title = title, .tight = true,
	    .nticks = count, .ticks = ticks, .min = count > 1 ?
	    ticks[0].value : ticks[0].value - 1, .max = count > 1 ?
	    ticks[count - 1].value : ticks[0].value + 1};
}

/* A name that is wider than this does not stand beside its line. */
#define MOST_LABEL_PT 104.0

/* Long names go into the key above. */
void
charts_label(const struct compare *c, size_t count, struct chart_series *series)
{
	double widest = 0;

	for (size_t i = 0; i < count; i++)
		widest = fmax(widest, fonts_width(c->fonts, FONT_BOLD, 7.5,
		    series[i].name));
	for (size_t i = 0; i < count && widest > MOST_LABEL_PT; i++)
		series[i].label = CHART_LABEL_KEY;
}

void
charts_panel(struct chart_panel *panel, const char *unit, bool logarithmic,
    size_t nseries, const struct chart_series *series)
{
	panel->y.scale = logarithmic ? CHART_LOG : CHART_LINEAR;
	panel->y.min = panel->y.max = NAN;
	panel->y.unit = unit;
	panel->nseries = nseries;
	panel->series = series;
}

int
charts_ascending(const void *left, const void *right)
{
	int64_t l = *(const int64_t *)left, r = *(const int64_t *)right;

	return l < r ? -1 : l > r;
}

/* Heads of more columns than this would touch in half a page. */
#define HALF_COLUMNS 8

double
charts_matrix_width(size_t ncolumns)
{
	return ncolumns <= HALF_COLUMNS ? FIGURE_WIDTH_PT / 2 - 4 :
	    FIGURE_WIDTH_PT;
}
