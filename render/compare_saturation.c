/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "render/compare_charts.h"

#define SATURATION_PT 460.0

static bool
same_load(const struct compare_test *a, const struct compare_test *b)
{
	static const enum factor factors[] = {FACTOR_MIX, FACTOR_BLOCK};
	const int64_t *x = a->at.value, *y = b->at.value;

	for (size_t i = 0; i < 2; i++)
		if (x[factors[i]] != y[factors[i]])
			return false;
	return x[FACTOR_THREADS] * x[FACTOR_DEPTH] ==
	    y[FACTOR_THREADS] * y[FACTOR_DEPTH];
}

static const struct compare_test *
saturation_of(const struct compare_drive *d)
{
	for (size_t i = 0; i < d->ntests; i++)
		if (d->tests[i].kind == COMPARE_SATURATION &&
		    d->tests[i].nrecords > 0)
			return &d->tests[i];
	return NULL;
}

/* The load that most drives have. */
static const struct compare_test *
common_saturation(const struct compare *c)
{
	const struct compare_test *best = NULL;
	size_t most = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_test *t = saturation_of(&c->drives[i]);
		size_t count = 0;

		for (size_t k = 0; t != NULL && k < c->ndrives; k++) {
			const struct compare_test *other =
			    saturation_of(&c->drives[k]);

			count += other != NULL && same_load(t, other);
		}
		if (count > most) {
			most = count;
			best = t;
		}
	}
	return best;
}

static struct chart_series
record_series(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t, enum compare_metric m)
{
	double *y = arena_array(c->arena, t->nrecords, sizeof(*y));

	for (size_t i = 0; i < t->nrecords; i++)
		y[i] = t->records[m][i] * compare_metric(m)->scale;
	struct chart_series s = charts_series(d, t->nrecords, t->minutes, y);
	s.style = CHART_LINE;
	s.label = m == COMPARE_IOPS ? CHART_LABEL_KEY : CHART_LABEL_NONE;
	return s;
}

static const char *
load_words(const struct compare *c, const struct compare_test *t)
{
	return arena_printf(c->arena, "%s, R/W %s, %s", compare_block(c,
	    t->at.value[FACTOR_BLOCK]), compare_mix(c,
	    t->at.value[FACTOR_MIX]), compare_queue(c, t->given, &t->at));
}

struct figure *
compare_saturation(struct compare *c, const char *name)
{
	static const enum compare_metric metrics[] = {COMPARE_IOPS,
	    COMPARE_MEAN, COMPARE_P9999};
	const struct compare_test *common = common_saturation(c);
	struct chart_series *series[3];
	size_t count = 0, nleft = 0;

	if (common == NULL)
		return NULL;
	for (int m = 0; m < 3; m++)
		series[m] = arena_array(c->arena, COMPARE_LINES,
		    sizeof(*series[m]));
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		const struct compare_test *t = saturation_of(d);

		if (t == NULL)
			continue;
		if (!same_load(t, common)) {
			compare_omit(c, d, lang_text(c->lang,
			    "compare.kind.saturation"), lang_fill(c->arena,
			    c->lang, "compare.why.load", "own",
			    load_words(c, t), "common", load_words(c, common),
			    NULL));
			continue;
		}
		if (count == COMPARE_LINES) {
			nleft++;
			continue;
		}
		for (int m = 0; m < 3; m++)
			series[m][count] = record_series(c, d, t, metrics[m]);
		count++;
	}
	struct figure *figure = charts_figure(c, name, SATURATION_PT,
	    lang_text(c->lang, "compare.figure.saturation"),
	    load_words(c, common), nleft);
	figure->chart.x = (struct chart_axis){.title = lang_text(c->lang,
	    "axis.minutes"), .tight = true, .min = 0, .max = NAN};
	figure->chart.npanels = 0;
	for (size_t m = 0; m < 3; m++) {
		const struct metric *metric = compare_metric(metrics[m]);
		bool known = false;

		for (size_t i = 0; i < count; i++)
			known |= charts_is_known(series[m][i].y,
			    series[m][i].npoints);
		if (!known)
			continue;
		struct chart_panel *panel =
		    &figure->chart.panels[figure->chart.npanels++];
		charts_panel(panel, metric->unit == NULL ?
		    lang_text(c->lang, metric->title) : arena_printf(c->arena,
		    "%s, %s", lang_text(c->lang, metric->title),
		    lang_text(c->lang, metric->unit)), m > 0, count,
		    series[m]);
		panel->share = m == 0 ? 0.44 : 0.28;
	}
	return figure->chart.npanels == 0 ? NULL : figure;
}
