/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/choice.h"
#include "render/sheet_base.h"

/* ----------------------------------------------- steady-state determination */

/* "verify.range-allowed" as TSV names it: "range_allowed". */
static const char *
raw_name(const struct scope *s, const char *key)
{
	char *name = arena_strdup(s->arena, strchr(key, '.') + 1);

	for (char *p = name; *p != '\0'; p++)
		if (*p == '-')
			*p = '_';
	return name;
}

/* A row of label, value and (for limits) verdict. */
static struct sheet_cell *
add_fact(const struct scope *s, struct sheet *sheet, const char *key,
    const char *value, const char *raw)
{
	struct sheet_cell *cells = sheet_add(s->arena, sheet);

	cells[0].text = lang_text(s->lang, key);
	cells[0].raw = raw_name(s, key);
	cells[1].text = value;
	cells[1].raw = raw;
	return cells;
}

static void
set_verdict(const struct scope *s, struct sheet_cell *cell, bool met)
{
	cell->text = lang_text(s->lang, met ? "verdict.met" :
	    "verdict.not-met");
	cell->raw = met ? "met" : "not met";
	cell->tone = met ? SHEET_GOOD : SHEET_BAD;
}

static struct sheet *
new_facts(const struct scope *s, const char *name, const char *title_key,
    size_t ncolumns)
{
	struct sheet *sheet = sheet_of_columns(s->arena, name, ncolumns);

	sheet_set_column(s, sheet, 0, NULL, "name", SHEET_TEXT);
	sheet->columns[1] = (struct sheet_column){.head = "", .raw = "value",
	    .align = SHEET_RIGHT};
	if (ncolumns > 2)
		sheet->columns[2] = (struct sheet_column){.head = "",
		    .raw = "verdict", .align = SHEET_RIGHT};
	sheet->title = title_key == NULL ? NULL :
	    lang_text(s->lang, title_key);
	return sheet;
}

/* A number of a tracked variable in the unit that is shown, as TSV has it. */
static const char *
raw_shown(const struct scope *s, const struct metric *m, double value)
{
	struct sheet_cell cell = {0};

	sheet_set_value(s, &cell, m, value);
	return cell.raw;
}

static void
add_shown(const struct scope *s, struct sheet *sheet, const char *key,
    const struct metric *m, double value)
{
	add_fact(s, sheet, key, lang_figures(s->arena, s->lang, value *
	    m->scale, 4), raw_shown(s, m, value));
}

/* What the numbers below are, and in which unit. */
static void
add_variable(const struct scope *s, struct sheet *sheet,
    const struct metric *m)
{
	add_fact(s, sheet, "verify.variable", sheet_metric(s, m),
	    sheet_metric_raw(s, m));
}

/* "-6.4 R + 11 746" */
static const char *
fit_words(const struct scope *s, const struct metric *m)
{
	const struct result_track *t = s->track;

	if (!isfinite(t->slope) || !isfinite(t->intercept))
		return LANG_UNKNOWN;
	return arena_printf(s->arena, "%s\u00a0R %s %s",
	    lang_figures(s->arena, s->lang, t->slope * m->scale, 4),
	    t->intercept < 0 ? "\u2212" : "+", lang_figures(s->arena, s->lang,
	    fabs(t->intercept) * m->scale, 4));
}

static const char *
fit_raw(const struct scope *s, const struct metric *m)
{
	return arena_printf(s->arena, "%s*R+%s", raw_shown(s, m,
	    s->track->slope), raw_shown(s, m, s->track->intercept));
}

/* The form of version 1.1 of the specification. */
static struct sheet *
make_excursions(const struct scope *s, const char *name,
    const struct metric *m)
{
	const struct result_track *t = s->track;
	struct sheet *sheet = new_facts(s, name, "verify.title-1", 2);

	add_variable(s, sheet, m);
	add_shown(s, sheet, "verify.average", m, t->average);
	add_shown(s, sheet, "verify.range-allowed", m, t->range_allowed);
	add_shown(s, sheet, "verify.range-measured", m, t->range_measured);
	add_shown(s, sheet, "verify.slope-allowed", m, t->slope_allowed);
	add_shown(s, sheet, "verify.slope-measured", m, t->slope_measured);
	add_fact(s, sheet, "verify.fit", fit_words(s, m), fit_raw(s, m));
	return sheet;
}

static const char *
range_words(const struct scope *s, const struct metric *m, double low,
    double high)
{
	return arena_printf(s->arena, "%s \u2026 %s",
	    lang_figures(s->arena, s->lang, low * m->scale, 4),
	    lang_figures(s->arena, s->lang, high * m->scale, 4));
}

static const char *
range_raw(const struct scope *s, const struct metric *m, double low,
    double high)
{
	return arena_printf(s->arena, "%s..%s", raw_shown(s, m, low),
	    raw_shown(s, m, high));
}

static const char *
percent_words(const struct scope *s, double part, double whole)
{
	return arena_printf(s->arena, "%s\u00a0%%",
	    lang_number(s->arena, s->lang, 100 * part / whole, 2));
}

/* The form of versions 2.0 and up. */
static struct sheet *
make_ranges(const struct scope *s, const char *name, const struct metric *m)
{
	const struct result_track *t = s->track;
	struct sheet *sheet = new_facts(s, name, "verify.title-2", 3);
	unsigned first = s->test->window_first, last = s->test->window_last;
	struct choice c = choice_of_track(s->test, t);
	double low = INFINITY, high = -INFINITY;
	double *values = choice_rounds(s->arena, &c, s->stage, s->in->cells,
	    m->column, first, last);

	for (unsigned i = 0; i <= last - first; i++) {
		low = fmin(low, values[i]);
		high = fmax(high, values[i]);
	}
	const char *rounds = arena_printf(s->arena, "%u\u2013%u", first, last);
	add_variable(s, sheet, m);
	add_fact(s, sheet, "verify.window", rounds,
	    arena_printf(s->arena, "%u..%u", first, last));
	add_shown(s, sheet, "verify.average-value", m, t->average);
	add_fact(s, sheet, "verify.allowed", range_words(s, m,
	    t->average - t->range_allowed / 2, t->average +
	    t->range_allowed / 2), range_raw(s, m, t->average -
	    t->range_allowed / 2, t->average + t->range_allowed / 2));
	set_verdict(s, &add_fact(s, sheet, "verify.measured",
	    range_words(s, m, low, high), range_raw(s, m, low, high))[2],
	    t->range_met);
	set_verdict(s, &add_fact(s, sheet, "verify.slope",
	    percent_words(s, t->slope_measured, t->average),
	    sheet_raw(s, 100 * t->slope_measured / t->average))[2],
	    t->slope_met);
	add_fact(s, sheet, "verify.correlation", lang_number(s->arena, s->lang,
	    t->correlation, 3), sheet_raw(s, t->correlation));
	return sheet;
}

size_t
sheet_make_verification(const struct scope *s, const char *name,
    struct sheet *sheets_out[SHEETS_MOST])
{
	const struct metric *m = s->track == NULL ? NULL :
	    metric_find(s->track->metric, strlen(s->track->metric));

	if (m == NULL || s->test->window_first == 0 ||
	    !isfinite(s->track->average))
		return 0;
	sheets_out[0] = make_excursions(s, arena_printf(s->arena, "%s-pts11",
	    name), m);
	sheets_out[1] = make_ranges(s, arena_printf(s->arena, "%s-pts20",
	    name), m);
	return 2;
}

/* ----------------------------------------------------------------- by round */

/* "Mean latency, RND 4 KiB, R/W 0/100, ms" */
static const char *
track_heading(const struct scope *s, const struct result_test *t,
    const struct result_track *track, const struct metric *m)
{
	const char *label = scope_track_label(s, t, track);

	return m == NULL || m->unit == NULL ? label : arena_printf(s->arena,
	    "%s, %s", label, lang_text(s->lang, m->unit));
}

struct sheet *
sheet_make_rounds(const struct scope *s, const char *name)
{
	const struct result_test *t = s->test;

	if (t->ntracks == 0 || t->rounds == 0)
		return NULL;
	struct sheet *sheet = sheet_of_columns(s->arena, name, t->ntracks + 2);
	sheet_set_column(s, sheet, 0, "axis.round", "round", SHEET_HEAD);
	for (size_t k = 0; k < t->ntracks; k++) {
		const struct metric *m = metric_find(t->tracks[k].metric,
		    strlen(t->tracks[k].metric));

		sheet->columns[k + 1] = (struct sheet_column){
		    .head = track_heading(s, t, &t->tracks[k], m),
		    .raw = arena_printf(s->arena, "%s_%zu",
		    m == NULL ? t->tracks[k].metric : sheet_metric_raw(s, m),
		    k + 1), .align = SHEET_NUMBER};
	}
	sheet_set_column(s, sheet, t->ntracks + 1, "column.in-window",
	    "in_window", SHEET_RIGHT);
	for (unsigned r = 1; r <= t->rounds; r++) {
		struct sheet_cell *cells = sheet_add(s->arena, sheet);
		bool in = r >= t->window_first && r <= t->window_last;

		sheet_set_whole(s, &cells[0], r);
		cells[t->ntracks + 1].text = in ?
		    lang_text(s->lang, "yes") : NULL;
		cells[t->ntracks + 1].raw = in ? "1" : "0";
	}
	for (size_t k = 0; k < t->ntracks; k++) {
		const struct result_track *track = &t->tracks[k];
		const struct metric *m = metric_find(track->metric,
		    strlen(track->metric));
		struct choice c = choice_of_track(t, track);

		if (m == NULL)
			continue;
		double *values = choice_rounds(s->arena, &c, s->stage,
		    s->in->cells, m->column, 1, t->rounds);
		for (unsigned r = 0; r < t->rounds; r++)
			sheet_set_value(s, &sheet->rows[r].cells[k + 1], m,
			    values[r]);
	}
	return sheet;
}

/* -------------------------------------------------------- the run's verdict */

/* 'part' in percent of 'whole'. */
static void
set_percent(const struct scope *s, struct sheet_cell *cell, double part,
    double whole)
{
	cell->text = lang_number(s->arena, s->lang, 100 * part / whole, 1);
	cell->raw = sheet_raw(s, part / whole * 100);
}

static void
add_steady_row(const struct scope *s, struct sheet *sheet,
    const struct result_test *t, const struct result_track *track)
{
	const struct metric *m = metric_find(track->metric,
	    strlen(track->metric));
	struct sheet_cell *cells = sheet_add(s->arena, sheet);
	bool met = track->range_met && track->slope_met;

	cells[0].text = sheet_test(s, t->id);
	cells[0].raw = t->id;
	cells[1].text = scope_track_label(s, t, track);
	cells[1].raw = track->label;
	if (t->window_first > 0) {
		cells[2].text = arena_printf(s->arena, "%u\u2013%u",
		    t->window_first, t->window_last);
		cells[2].raw = arena_printf(s->arena, "%u..%u",
		    t->window_first, t->window_last);
		sheet_set_value(s, &cells[3], m, track->average);
		cells[4].text = m == NULL ? "" : lang_text(s->lang,
		    m->unit == NULL ? m->title : m->unit);
		cells[4].raw = m == NULL ? "" : sheet_metric_raw(s, m);
		set_percent(s, &cells[5], track->range_measured,
		    track->average);
		set_percent(s, &cells[6], track->slope_measured,
		    track->average);
	} else {
		cells[2].text = LANG_UNKNOWN;
		cells[2].raw = "";
	}
	cells[7].text = lang_text(s->lang, met ? "verdict.steady" :
	    "verdict.not-steady");
	cells[7].raw = met ? "steady" : "not steady";
	cells[7].tone = met ? SHEET_GOOD : SHEET_BAD;
}

struct sheet *
sheet_make_steady(const struct scope *s, const char *name)
{
	struct sheet *sheet = sheet_of_columns(s->arena, name, 8);

	sheet_set_column(s, sheet, 0, "column.test", "test", SHEET_TEXT);
	sheet_set_column(s, sheet, 1, "column.variable", "variable",
	    SHEET_TEXT);
	sheet_set_column(s, sheet, 2, "column.window", "window", SHEET_RIGHT);
	sheet_set_column(s, sheet, 3, "column.average", "average",
	    SHEET_NUMBER);
	sheet_set_column(s, sheet, 4, NULL, "unit", SHEET_TEXT);
	sheet_set_column(s, sheet, 5, "column.range", "range_percent",
	    SHEET_NUMBER);
	sheet_set_column(s, sheet, 6, "column.slope", "slope_percent",
	    SHEET_NUMBER);
	sheet_set_column(s, sheet, 7, "column.verdict", "verdict", SHEET_TEXT);
	sheet->columns[4].share = 0;
	for (size_t i = 0; i < s->in->results->ntests; i++) {
		const struct result_test *t = &s->in->results->tests[i];

		if (s->test != NULL && s->test != t)
			continue;
		for (size_t k = 0; t->steady_asked && k < t->ntracks; k++)
			add_steady_row(s, sheet, t, &t->tracks[k]);
	}
	return sheet->nrows == 0 ? NULL : sheet;
}

