/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "render/compare_charts.h"

#define SATURATION_PT 460.0
#define BESIDE_PT 340.0			/* two of these stand on a page */

/* The axis: minutes, or what was written in capacities of the drive. */
static const double *
axis_of(const struct compare_test *t, bool fills)
{
	return fills ? t->fills : t->minutes;
}

static struct chart_series
record_series(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t, enum compare_metric m, bool fills,
    bool named)
{
	double *y = arena_array(c->arena, t->nrecords, sizeof(*y));

	for (size_t i = 0; i < t->nrecords; i++)
		y[i] = t->records[m][i] * compare_metric(m)->scale;
	struct chart_series s = charts_series(d, t->nrecords, axis_of(t,
	    fills), y);
	s.style = CHART_LINE;
	s.label = named ? CHART_LABEL_KEY : CHART_LABEL_NONE;
	return s;
}

struct lines {
	size_t count, nleft;
	const struct compare_drive *drives[COMPARE_LINES];
	const struct compare_test *tests[COMPARE_LINES];
};

static struct lines
find_lines(const struct compare *c, const struct compare_test *load,
    bool fills)
{
	struct lines lines = {0};

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_test *t = compare_test_of(&c->drives[i],
		    load->kind, load);

		if (t == NULL || t->nrecords == 0 ||
		    axis_of(t, fills) == NULL ||
		    !(axis_of(t, fills)[t->nrecords - 1] > 0))
			continue;
		if (lines.count == COMPARE_LINES) {
			lines.nleft++;
			continue;
		}
		lines.drives[lines.count] = &c->drives[i];
		lines.tests[lines.count++] = t;
	}
	return lines;
}

/* Where one test was this many times as long as another, a linear axis would
 * hide the short one. */
#define LONGER 6

static struct chart_axis
make_axis(const struct compare *c, const struct lines *lines, bool fills)
{
	double least = INFINITY, most = 0, first = INFINITY;
	struct chart_axis axis = {.title = lang_text(c->lang, fills ?
	    "axis.fills" : "axis.minutes"), .tight = true, .min = 0,
	    .max = NAN};

	for (size_t i = 0; i < lines->count; i++) {
		const struct compare_test *t = lines->tests[i];
		const double *x = axis_of(t, fills);

		least = fmin(least, x[t->nrecords - 1]);
		most = fmax(most, x[t->nrecords - 1]);
		if (x[0] > 0)
			first = fmin(first, x[0]);
	}
	if (most > LONGER * least && isfinite(first)) {
		axis.scale = CHART_LOG;
		axis.min = first;
		axis.max = most;
	}
	return axis;
}

struct figure *
compare_records(const struct compare *c, const struct compare_test *load,
    const char *name, const char *title, bool fills,
    const enum compare_metric metrics[COMPARE_PANELS])
{
	bool rate = charts_is_rate(metrics[0]);

	struct lines lines = find_lines(c, load, fills);

	if (lines.count == 0)
		return NULL;
	struct figure *figure = charts_figure(c, name, rate && !fills ?
	    SATURATION_PT : BESIDE_PT, lang_text(c->lang, title),
	    compare_load_words(c, load), lines.nleft);
	struct chart *chart = &figure->chart;
	chart->x = make_axis(c, &lines, fills);
	chart->npanels = 0;
	for (size_t m = 0; m < COMPARE_PANELS; m++) {
		struct chart_series *series = arena_array(c->arena,
		    lines.count, sizeof(*series));
		bool known = false;

		for (size_t i = 0; i < lines.count; i++) {
			series[i] = record_series(c, lines.drives[i],
			    lines.tests[i], metrics[m], fills,
			    chart->npanels == 0);
			known |= charts_is_known(series[i].y,
			    series[i].npoints);
		}
		if (!known)
			continue;
		struct chart_panel *panel = &chart->panels[chart->npanels++];
		charts_panel(panel, charts_axis_words(c, metrics[m]),
		    !charts_is_rate(metrics[m]), lines.count, series);
		panel->share = !rate ? 0 : m == 0 ? 0.44 : 0.28;
	}
	return chart->npanels == 0 ? NULL : figure;
}

/* ------------------------------------------------- where it begins and ends */

static int64_t
outstanding(const struct compare_test *t)
{
	return compare_known(t->given, FACTOR_THREADS) &&
	    compare_known(t->given, FACTOR_DEPTH) ?
	    t->at.value[FACTOR_THREADS] * t->at.value[FACTOR_DEPTH] : 0;
}

/* Whether two saturations are of one load, as far as both tell. */
static bool
is_like(const struct compare_test *a, const struct compare_test *b)
{
	int64_t x = outstanding(a), y = outstanding(b);

	return a->kind == COMPARE_SATURATION && b->kind == a->kind &&
	    a->at.value[FACTOR_BLOCK] == b->at.value[FACTOR_BLOCK] &&
	    a->at.value[FACTOR_MIX] == b->at.value[FACTOR_MIX] &&
	    (x == y || x == 0 || y == 0);
}

/* The saturation of a drive that is like another one, over time if there is
 * such; or NULL. */
static const struct compare_test *
like_test(const struct compare_drive *d, const struct compare_test *like)
{
	const struct compare_test *t = compare_test_of(d, COMPARE_SATURATION,
	    like);

	for (size_t i = 0; t == NULL && i < d->ntests; i++)
		if (is_like(&d->tests[i], like))
			t = &d->tests[i];
	return t;
}

/* That of the most drives; what does not tell its depth fits to any, and is no
 * measure for others as long as there is another one. */
static const struct compare_test *
common_test(const struct compare *c)
{
	const struct compare_test *common = NULL;
	size_t most = 0;

	for (size_t i = 0; i < c->ndrives; i++)
		for (size_t k = 0; k < c->drives[i].ntests; k++) {
			const struct compare_test *t = &c->drives[i].tests[k];
			size_t count = 0;

			for (size_t n = 0; n < c->ndrives; n++)
				count += t->kind == COMPARE_SATURATION &&
				    like_test(&c->drives[n], t) != NULL;
			if (count > 0 && outstanding(t) != 0)
				count += c->ndrives;
			if (count > most) {
				most = count;
				common = t;
			}
		}
	return common;
}

static struct hbar_group
level_group(const struct compare *c, const struct compare_test *like, bool end)
{
	struct hbar *bars = arena_array(c->arena, c->ndrives + 1,
	    sizeof(*bars));
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_test *t = like_test(&c->drives[i], like);
		double level = t == NULL ? NAN : end ? t->end_iops :
		    t->begin_iops;

		if (level > 0)
			bars[count++] = charts_bar(&c->drives[i], level, end ?
			    t->end_about : t->begin_about);
	}
	return charts_group(lang_text(c->lang, end ? "compare.column.end" :
	    "compare.column.begin"), COMPARE_IOPS, count, bars);
}

struct compare_figures
compare_saturation_bars(const struct compare *c, const char *name)
{
	const struct compare_test *like = common_test(c);
	struct hbar_group groups[2];
	size_t count = 0;

	for (int end = 1; like != NULL && end >= 0; end--) {
		groups[count] = level_group(c, like, end != 0);
		count += groups[count].nbars > 0;
	}
	return charts_bars(c, name, (struct hbars){
		.title = lang_text(c->lang, "compare.figure.saturation-bars"),
		.subtitle = like == NULL ? NULL : charts_subtitle(c,
		    lang_sentences(c->arena, c->lang, arena_printf(c->arena,
		    "%s, R/W %s, %s", compare_block(c,
		    like->at.value[FACTOR_BLOCK]), compare_mix(c,
		    like->at.value[FACTOR_MIX]), compare_setting_words(c,
		    &(struct compare_setting){.outstanding =
		    outstanding(like)})), lang_text(c->lang,
		    "compare.figure.bars-how")), 0),
		.unit = charts_unit(c, COMPARE_IOPS), .ngroups = count,
		.groups = groups,
	});
}

/* ------------------------------------------------------------------ figures */

struct compare_figures
compare_saturation(const struct compare *c, const struct compare_test *load,
    const char *name)
{
	static const enum compare_metric rate[COMPARE_PANELS] = {
		COMPARE_IOPS, COMPARE_MEAN, COMPARE_P9999,
	}, spread[COMPARE_PANELS] = {
		COMPARE_P999, COMPARE_MAX, COMPARE_SD,
	};
	struct figure *made[] = {
		compare_records(c, load, name, "compare.figure.saturation",
		    false, rate),
		compare_records(c, load, arena_printf(c->arena, "%s-spread",
		    name), "compare.figure.saturation-spread", false, spread),
		compare_records(c, load, arena_printf(c->arena, "%s-fills",
		    name), "compare.figure.saturation-fills", true, rate),
	};
	struct compare_figures out = {.figures = arena_array(c->arena, 3,
	    sizeof(*out.figures))};

	for (int i = 0; i < 3; i++)
		if (made[i] != NULL)
			out.figures[out.count++] = made[i];
	return out;
}
