/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/compare_charts.h"

/* ------------------------------------------------------------------- ratios */

/* As points have it, not as it is shown. */
static double
value_at(const struct compare_drive *d, const struct compare_setting *s,
    int64_t block, int64_t mix, enum compare_metric m)
{
	const struct compare_point *p = compare_find(d, s, block, mix, "all");

	return p == NULL ? NAN : p->values[m];
}

/* Removes from 'values' those of a factor at which not both drives have a
 * point. */
static size_t
keep_common(const struct compare *c, const struct compare_setting *s,
    enum factor f, const struct compare_drive *b, int64_t *values, size_t n)
{
	int64_t *other;
	size_t nother = compare_values(c, b, s, f, COMPARE_IOPS, &other);
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < nother; k++)
			if (values[i] == other[k]) {
				values[kept++] = values[i];
				break;
			}
	return kept;
}

struct figure *
compare_ratio(const struct compare *c, const struct compare_setting *s,
    const struct compare_drive *a, const struct compare_drive *b,
    const char *name)
{
	int64_t *blocks, *mixes;
	size_t nblocks = compare_values(c, a, s, FACTOR_BLOCK, COMPARE_IOPS,
	    &blocks);
	size_t nmixes = compare_values(c, a, s, FACTOR_MIX, COMPARE_IOPS,
	    &mixes);
	size_t shown = 0;

	nblocks = keep_common(c, s, FACTOR_BLOCK, b, blocks, nblocks);
	nmixes = keep_common(c, s, FACTOR_MIX, b, mixes, nmixes);
	if (nblocks > RATIO_MOST)
		nblocks = RATIO_MOST;
	if (nmixes > RATIO_MOST)
		nmixes = RATIO_MOST;
	double *values = arena_array(c->arena, nblocks * nmixes + 1,
	    sizeof(*values));
	const char **rows = arena_array(c->arena, nblocks + 1, sizeof(*rows));
	const char **columns = arena_array(c->arena, nmixes + 1,
	    sizeof(*columns));
	for (size_t i = 0; i < nblocks; i++) {
		rows[i] = compare_block_row(c, blocks[i]);
		for (size_t k = 0; k < nmixes; k++) {
			double value = 100 * (value_at(a, s, blocks[i],
			    mixes[k], COMPARE_IOPS) / value_at(b, s,
			    blocks[i], mixes[k], COMPARE_IOPS));

			columns[k] = compare_mix(c, mixes[k]);
			values[i * nmixes + k] = value;
			if (isfinite(value))
				shown++;
		}
	}
	/* One number is in the tables, and so are two without a common row or
	 * column. */
	if (shown < 2 || (shown == 2 && nblocks == 2 && nmixes == 2))
		return NULL;
	struct ratio *r = arena_alloc(c->arena, sizeof(*r));
	*r = (struct ratio){
		.title = lang_fill(c->arena, c->lang, "compare.figure.ratio",
		    "a", a->label, "b", b->label, NULL),
		.subtitle = charts_subtitle(c, arena_printf(c->arena, "%s, %s",
		    lang_text(c->lang, "metric.iops"),
		    compare_setting_words(c, s)), 0),
		.metadata = charts_metadata(c), .language = lang_code(c->lang),
		.lang = c->lang, .width_pt = charts_matrix_width(nmixes),
		.row_title = lang_text(c->lang, "unit.kib"),
		.column_title = lang_text(c->lang, "axis.mix"),
		.nrows = nblocks, .ncolumns = nmixes, .rows = rows,
		.columns = columns, .values = values,
	};
	return charts_matrix(c, name, r);
}

/* -------------------------------------------------------------------- lines */

/* One point makes no line; the tables have it. */
static const char *
single_words(const struct compare *c, const char *words, size_t nsingle)
{
	return nsingle == 0 ? words : lang_sentences(c->arena, c->lang, words,
	    lang_fill(c->arena, c->lang, "compare.note.single", "count",
	    lang_whole(c->arena, c->lang, nsingle), NULL));
}

struct figure *
compare_over_blocks(const struct compare *c, const struct compare_setting *s,
    enum compare_metric m, int64_t mix, const char *name)
{
	struct chart_series *series = arena_array(c->arena, COMPARE_LINES,
	    sizeof(*series));
	size_t count = 0, nleft = 0, nsingle = 0;
	int64_t *blocks;
	size_t nblocks = compare_values(c, NULL, s, FACTOR_BLOCK, m, &blocks);

	if (nblocks < 2 || blocks[0] <= 0)
		return NULL;
	struct chart_axis axis = charts_doubling(c, lang_text(c->lang,
	    "axis.block"), nblocks, blocks, true);
	for (size_t i = 0; i < c->ndrives; i++) {
		double *x = arena_array(c->arena, nblocks, sizeof(*x));
		double *y = arena_array(c->arena, nblocks, sizeof(*y));

		for (size_t k = 0; k < nblocks; k++) {
			x[k] = axis.ticks[k].value;
			y[k] = value_at(&c->drives[i], s, blocks[k], mix, m) *
			    compare_metric(m)->scale;
		}
		if (charts_known(y, nblocks) < 2) {
			nsingle += charts_known(y, nblocks);
			continue;
		}
		if (count == COMPARE_LINES)
			nleft++;
		else
			series[count++] = charts_series(&c->drives[i], nblocks,
			    x, y);
	}
	if (count == 0)
		return NULL;
	struct figure *figure = charts_figure(c, name, CHARTS_LINES_PT,
	    lang_fill(c->arena, c->lang, m == COMPARE_IOPS ?
	    "compare.figure.blocks" : "compare.figure.blocks-mb", "load",
	    charts_load(c, CHARTS_ANY_BLOCK, mix), NULL), single_words(c,
	    compare_setting_words(c, s), nsingle), nleft);
	figure->chart.x = axis;
	charts_label(c, count, series);
	/* A rate in bytes grows little, one of I/Os falls by decades. */
	charts_panel(&figure->chart.panels[0], charts_unit(c, m),
	    m == COMPARE_IOPS, count, series);
	return figure;
}

/* The line of a drive over mixes.  One that it lacks is no gap, as long as
 * there are some between reads and writes. */
static struct chart_series
mix_series(const struct compare *c, const struct compare_drive *d,
    const struct compare_setting *s, int64_t block, size_t nmixes,
    const int64_t *mixes, enum compare_metric m)
{
	double *x = arena_array(c->arena, nmixes, sizeof(*x));
	double *y = arena_array(c->arena, nmixes, sizeof(*y));
	size_t n = 0;

	for (size_t k = 0; k < nmixes; k++) {
		x[n] = (double)k;
		y[n] = value_at(d, s, block, mixes[k], m) *
		    compare_metric(m)->scale;
		if (isfinite(y[n]))
			n++;
	}
	struct chart_series series = charts_series(d, n, x, y);
	if (n == 2)
		series.style = CHART_POINTS;
	series.label = m == COMPARE_IOPS ? CHART_LABEL_KEY : CHART_LABEL_NONE;
	return series;
}

struct figure *
compare_over_mixes(const struct compare *c, const struct compare_setting *s,
    int64_t block, const char *name)
{
	static const enum compare_metric metrics[] = {COMPARE_IOPS,
	    COMPARE_MEAN};
	struct chart_series *series[2];
	size_t count = 0, nleft = 0, nsingle = 0;
	bool latency = false;
	int64_t *mixes;
	size_t nmixes = compare_values(c, NULL, s, FACTOR_MIX, COMPARE_IOPS,
	    &mixes);

	/* Reads and writes alone are bars. */
	if (nmixes < 3)
		return NULL;
	for (int m = 0; m < 2; m++)
		series[m] = arena_array(c->arena, COMPARE_LINES,
		    sizeof(*series[m]));
	for (size_t i = 0; i < c->ndrives; i++) {
		struct chart_series one = mix_series(c, &c->drives[i], s,
		    block, nmixes, mixes, COMPARE_IOPS);

		if (one.npoints < 2) {
			nsingle += one.npoints;
			continue;
		}
		if (count == COMPARE_LINES) {
			nleft++;
			continue;
		}
		series[0][count] = one;
		series[1][count] = mix_series(c, &c->drives[i], s, block,
		    nmixes, mixes, COMPARE_MEAN);
		latency |= series[1][count++].npoints > 1;
	}
	if (count == 0)
		return NULL;
	struct chart_tick *ticks = arena_array(c->arena, nmixes,
	    sizeof(*ticks));
	for (size_t k = 0; k < nmixes; k++)
		ticks[k] = (struct chart_tick){(double)k,
		    compare_mix(c, mixes[k])};
	struct figure *figure = charts_figure(c, name, latency ?
	    CHARTS_PANELS_PT : CHARTS_LINES_PT, lang_fill(c->arena, c->lang,
	    latency ? "compare.figure.mixes-latency" : "compare.figure.mixes",
	    "block", compare_block(c, block), NULL), single_words(c,
	    compare_setting_words(c, s), nsingle), nleft);
	figure->chart.x = (struct chart_axis){.title = lang_text(c->lang,
	    "axis.mix"), .scale = CHART_CATEGORIES, .min = NAN, .max = NAN,
	    .nticks = nmixes, .ticks = ticks};
	figure->chart.npanels = latency ? 2 : 1;
	for (size_t m = 0; m < figure->chart.npanels; m++)
		charts_panel(&figure->chart.panels[m], charts_axis_words(c,
		    metrics[m]), m == 1, count, series[m]);
	return figure;
}
