/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "render/compare_cells.h"
#include "render/compare_charts.h"

/* Host idle recovery: what a load is that has pauses of some seconds between
 * its bursts, and without them. */

#define PAUSES_PT 420.0
#define PANELS 3

/* The point of a drive at a pause, or NULL. */
static const struct compare_point *
point_at(const struct compare_drive *d, const struct compare_test *load,
    int64_t pause)
{
	const struct compare_test *t = compare_test_of(d, COMPARE_PAUSES,
	    load);

	for (size_t i = 0; t != NULL && i < d->npoints; i++)
		if (&d->tests[d->points[i].test] == t &&
		    d->points[i].at.value[FACTOR_PAUSE] == pause &&
		    isfinite(d->points[i].values[COMPARE_IOPS]))
			return &d->points[i];
	return NULL;
}

/* The pauses that any drive has, ascending; 0 is the load without them. */
static size_t
find_pauses(const struct compare *c, const struct compare_test *load,
    int64_t **pauses_out)
{
	int64_t *pauses = NULL;
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];

		for (size_t k = 0; k < d->npoints; k++) {
			int64_t pause = d->points[k].at.value[FACTOR_PAUSE];
			size_t n = 0;

			if (point_at(d, load, pause) != &d->points[k])
				continue;
			while (n < count && pauses[n] != pause)
				n++;
			if (n < count)
				continue;
			pauses = arena_grow(c->arena, pauses, count,
			    sizeof(*pauses));
			pauses[count++] = pause;
		}
	}
	if (count > 0)
		qsort(pauses, count, sizeof(*pauses), charts_ascending);
	*pauses_out = pauses;
	return count;
}

static const char *
pause_words(const struct compare *c, int64_t pause)
{
	return pause == 0 ? lang_text(c->lang, "compare.no-pause") :
	    lang_duration(c->arena, c->lang, (uint64_t)pause);
}

struct compare_figures
compare_pause_bars(const struct compare *c, const struct compare_test *load,
    const char *name)
{
	int64_t *pauses;
	size_t npauses = find_pauses(c, load, &pauses), count = 0, most = 0;
	struct hbar_group *groups = arena_array(c->arena, npauses + 1,
	    sizeof(*groups));

	for (size_t i = 0; i < npauses; i++) {
		struct hbar *bars = arena_array(c->arena, c->ndrives + 1,
		    sizeof(*bars));
		size_t nbars = 0;

		for (size_t k = 0; k < c->ndrives; k++) {
			const struct compare_point *p = point_at(
			    &c->drives[k], load, pauses[i]);

			if (p != NULL && p->values[COMPARE_IOPS] > 0)
				bars[nbars++] = charts_bar(&c->drives[k],
				    p->values[COMPARE_IOPS], p->about);
		}
		if (nbars > most)
			most = nbars;
		groups[count++] = charts_group(arena_printf(c->arena,
		    "%s, %s", pauses[i] == 0 ? pause_words(c, 0) : lang_fill(
		    c->arena, c->lang, "compare.figure.pause", "pause",
		    pause_words(c, pauses[i]), NULL), charts_unit(c,
		    COMPARE_IOPS)), COMPARE_IOPS, nbars, bars);
	}
	/* Pauses that one drive alone had are in the table. */
	for (size_t i = 0, n = count; most > 1 && i < n; i++) {
		if (i == 0)
			count = 0;
		if (groups[i].nbars > 1)
			groups[count++] = groups[i];
	}
	return charts_bars(c, name, (struct hbars){
		.title = lang_text(c->lang, "compare.figure.pause-bars"),
		.subtitle = charts_subtitle(c, lang_sentences(c->arena,
		    c->lang, compare_load_words(c, load), lang_text(c->lang,
		    "compare.figure.bars-how")), 0),
		.unit = charts_unit(c, COMPARE_IOPS), .ngroups = count,
		.groups = groups,
	});
}

/* The line of a drive over the pauses; those that it lacks are no gap. */
static struct chart_series
pause_series(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *load, enum compare_metric m, size_t npauses,
    const int64_t *pauses)
{
	double *x = arena_array(c->arena, npauses, sizeof(*x));
	double *y = arena_array(c->arena, npauses, sizeof(*y));
	size_t n = 0;

	for (size_t i = 0; i < npauses; i++) {
		const struct compare_point *p = point_at(d, load, pauses[i]);

		if (p == NULL)
			continue;
		x[n] = (double)i;
		y[n++] = p->values[m] * compare_metric(m)->scale;
	}
	struct chart_series s = charts_series(d, n, x, y);
	s.label = m == COMPARE_IOPS ? CHART_LABEL_KEY : CHART_LABEL_NONE;
	return s;
}

struct figure *
compare_over_pauses(const struct compare *c, const struct compare_test *load,
    const char *name)
{
	static const enum compare_metric metrics[PANELS] = {COMPARE_IOPS,
	    COMPARE_MEAN, COMPARE_MAX};
	struct chart_series *series[PANELS];
	int64_t *pauses;
	size_t npauses = find_pauses(c, load, &pauses), count = 0, nleft = 0;

	if (npauses < 2)
		return NULL;
	for (int m = 0; m < PANELS; m++)
		series[m] = arena_array(c->arena, COMPARE_LINES,
		    sizeof(*series[m]));
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];

		if (compare_test_of(d, COMPARE_PAUSES, load) == NULL)
			continue;
		if (count == COMPARE_LINES) {
			nleft++;
			continue;
		}
		for (int m = 0; m < PANELS; m++)
			series[m][count] = pause_series(c, d, load, metrics[m],
			    npauses, pauses);
		count++;
	}
	struct chart_tick *ticks = arena_array(c->arena, npauses,
	    sizeof(*ticks));
	for (size_t i = 0; i < npauses; i++)
		ticks[i] = (struct chart_tick){(double)i, pause_words(c,
		    pauses[i])};
	struct figure *figure = charts_figure(c, name, PAUSES_PT,
	    lang_text(c->lang, "compare.figure.pauses"),
	    compare_load_words(c, load), nleft);
	figure->chart.x = (struct chart_axis){.title = lang_text(c->lang,
	    "axis.pause"), .scale = CHART_CATEGORIES, .min = NAN, .max = NAN,
	    .nticks = npauses, .ticks = ticks};
	figure->chart.npanels = PANELS;
	for (int m = 0; m < PANELS; m++)
		charts_panel(&figure->chart.panels[m], charts_axis_words(c,
		    metrics[m]), metrics[m] != COMPARE_IOPS, count,
		    series[m]);
	return figure;
}

struct sheet *
compare_sheet_pauses(const struct compare *c, const struct compare_test *load,
    const char *name)
{
	static const struct cells_metric columns[] = {
		{COMPARE_IOPS, "metric.iops"},
		{COMPARE_MEAN, "compare.column.mean-ms"},
		{COMPARE_P999, "compare.column.p999-ms"},
		{COMPARE_MAX, "compare.column.max-ms"},
	};
	struct sheet *s = sheet_of_columns(c->arena, name, 6);
	struct cells_notes notes = {0};
	int64_t *pauses;
	size_t npauses = find_pauses(c, load, &pauses);

	s->groups_raw = "drive";
	cells_column(c, s, 0, "axis.pause", "pause_ns", SHEET_HEAD);
	cells_metric_heads(c, s, 1, columns, 1);
	cells_column(c, s, 2, "compare.column.of-continuous",
	    "percent_of_continuous", SHEET_NUMBER);
	cells_metric_heads(c, s, 3, &columns[1], 3);
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		const struct compare_point *still = point_at(d, load, 0);

		if (compare_test_of(d, COMPARE_PAUSES, load) != NULL)
			sheet_add_group(c->arena, s, d->label, d->name);
		for (size_t n = 0; n < npauses; n++) {
			const struct compare_point *p = point_at(d, load,
			    pauses[n]);

			if (p == NULL)
				continue;
			struct sheet_cell *cells = sheet_add(c->arena, s);
			cells[0].text = pause_words(c, pauses[n]);
			cells[0].raw = arena_printf(c->arena, "%" PRId64,
			    pauses[n]);
			cells_number(c, &cells[2], still == NULL ? NAN : 100 *
			    p->values[COMPARE_IOPS] /
			    still->values[COMPARE_IOPS], 1);
			cells_metric_values(c, &cells[1], p, columns, 1, true,
			    &notes);
			cells_metric_values(c, &cells[3], p, &columns[1], 3,
			    false, &notes);
		}
	}
	s->note = cells_notes_words(c, lang_sentences(c->arena, c->lang,
	    compare_load_words(c, load), lang_text(c->lang,
	    "compare.note.pauses")), &notes);
	return s->nrows == 0 ? NULL : s;
}
