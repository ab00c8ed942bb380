/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "render/choice.h"
#include "render/sheets.h"
#include "render/text_clean.h"

static void
set_column(const struct scope *s, struct sheet *sheet, size_t i,
    const char *key, const char *raw, enum sheet_align align)
{
	sheet->columns[i].head = key == NULL ? "" : lang_text(s->lang, key);
	sheet->columns[i].raw = raw;
	sheet->columns[i].align = align;
	sheet->columns[i].share = align == SHEET_TEXT;
}

static const char *
raw_number(const struct scope *s, double value)
{
	char text[UNITS_TEXT];

	if (!isfinite(value))
		return "";
	return arena_strdup(s->arena,
	    units_format_double(text, sizeof(text), value));
}

static const char *
raw_whole(const struct scope *s, uint64_t value)
{
	return arena_printf(s->arena, "%" PRIu64, value);
}

static void
set_whole(const struct scope *s, struct sheet_cell *cell, uint64_t value)
{
	cell->text = lang_whole(s->arena, s->lang, value);
	cell->raw = raw_whole(s, value);
}

/* Three figures are more than a drive repeats; rates are whole from 100. */
static void
set_number(const struct scope *s, struct sheet_cell *cell, double value,
    double scale)
{
	cell->text = lang_figures(s->arena, s->lang, value * scale, 3);
	cell->raw = raw_number(s, value);
}

static const char *
test_name(const struct scope *s, const struct result_test *t)
{
	return text_clean(s->arena, t->title != NULL ? t->title : t->id);
}

/* A text of the catalogue if it has one for this name, else the name. */
static const char *
known_word(const struct scope *s, const char *space, const char *name)
{
	const char *text = lang_find(s->lang,
	    arena_printf(s->arena, "%s.%s", space, name));

	return text != NULL ? text : text_clean(s->arena, name);
}

/* ------------------------------------------------------------------- matrix */

static void
set_point(const struct scope *s, const struct choice *c,
    const struct metric *m, struct sheet_cell *cell, bool *weak_out)
{
	int row = choice_row(c, s->in->points);

	if (row == -1) {
		cell->text = LANG_UNKNOWN;
		cell->raw = "";
		return;
	}
	set_number(s, cell, table_number(s->in->points, (size_t)row,
	    m->column), m->scale);
	if (choice_is_weak(s->in->points, (size_t)row, m)) {
		cell->tone = SHEET_WEAK;
		*weak_out = true;
	}
}

static const char *
metric_heading(const struct scope *s, const struct metric *m)
{
	const char *title = lang_text(s->lang, m->title);

	return m->unit == NULL ? title : arena_printf(s->arena, "%s, %s",
	    title, lang_text(s->lang, m->unit));
}

/* The rows of one metric.  False if the run has none of its values. */
static bool
add_matrix_rows(const struct scope *s, const struct template_block *b,
    const struct choice *c, const struct metric *m, struct sheet *sheet,
    size_t nrows, const int64_t *rows, const int64_t *columns)
{
	bool weak = false;

	for (size_t i = 0; i < nrows; i++) {
		struct choice one = *c;
		struct sheet_cell *cells = sheet_add(s->arena, sheet);
		char text[FACTOR_TEXT];

		one.fixed |= 1u << b->rows | 1u << b->columns;
		one.at.value[b->rows] = rows[i];
		cells[0].text = scope_factor_axis(s, b->rows, rows[i]);
		cells[0].raw = arena_strdup(s->arena, factor_format_cell(
		    b->rows, rows[i], text, sizeof(text)));
		for (size_t k = 1; k < sheet->ncolumns; k++) {
			one.at.value[b->columns] = columns[k - 1];
			set_point(s, &one, m, &cells[k], &weak);
		}
	}
	return weak;
}

static size_t
count_metrics(const char *metrics)
{
	size_t count = 0;

	for (const char *p = metrics; *p != '\0'; p += strcspn(p, " ")) {
		p += strspn(p, " ");
		count += *p != '\0';
	}
	return count;
}

static struct sheet *
make_matrix(const struct scope *s, const struct template_block *b,
    const char *name)
{
	uint32_t used = 1u << b->rows | 1u << b->columns;
	struct choice c;
	int64_t *rows, *columns;
	bool weak = false;

	if (choice_make(s, b->op, b->filters, used, &c) == -1)
		return NULL;
	size_t nrows = choice_values(s->arena, &c, s->in->points, b->rows,
	    &rows);
	size_t ncolumns = choice_values(s->arena, &c, s->in->points,
	    b->columns, &columns);
	if (nrows == 0 || ncolumns == 0)
		return NULL;
	struct sheet *sheet = sheet_of_columns(s->arena, name, ncolumns + 1);
	set_column(s, sheet, 0, arena_printf(s->arena, "axis.%s",
	    factor_name(b->rows)), factor_column(b->rows), SHEET_HEAD);
	sheet->spanner = lang_text(s->lang, arena_printf(s->arena, "axis.%s",
	    factor_name(b->columns)));
	sheet->span_first = 1;
	for (size_t k = 0; k < ncolumns; k++) {
		char text[FACTOR_TEXT];

		sheet->columns[k + 1] = (struct sheet_column){
			.head = scope_factor_axis(s, b->columns, columns[k]),
			.raw = arena_strdup(s->arena, factor_format_cell(
			    b->columns, columns[k], text, sizeof(text))),
			.align = SHEET_NUMBER,
		};
	}
	bool grouped = count_metrics(b->metrics) > 1;
	for (const char *p = b->metrics; *p != '\0';) {
		size_t length = strcspn(p, " ");
		const struct metric *m = metric_find(p, length);

		p += length + (p[length] == ' ');
		if (m == NULL)
			continue;
		if (grouped)
			sheet_add_group(s->arena, sheet, metric_heading(s, m),
			    m->column);
		weak |= add_matrix_rows(s, b, &c, m, sheet, nrows, rows,
		    columns);
	}
	sheet->note = choice_words(s, &c, used);
	if (weak)
		sheet->note = arena_printf(s->arena, "%s. %s", sheet->note,
		    lang_text(s->lang, "table.weak"));
	return sheet;
}

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

	set_column(s, sheet, 0, NULL, "name", SHEET_TEXT);
	sheet->columns[1] = (struct sheet_column){.head = "", .raw = "value",
	    .align = SHEET_RIGHT};
	if (ncolumns > 2)
		sheet->columns[2] = (struct sheet_column){.head = "",
		    .raw = "verdict", .align = SHEET_RIGHT};
	sheet->title = title_key == NULL ? NULL :
	    lang_text(s->lang, title_key);
	return sheet;
}

static void
add_shown(const struct scope *s, struct sheet *sheet, const char *key,
    const struct metric *m, double value)
{
	add_fact(s, sheet, key, lang_figures(s->arena, s->lang, value *
	    m->scale, 4), raw_number(s, value));
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
fit_raw(const struct scope *s)
{
	return arena_printf(s->arena, "%s*R+%s", raw_number(s,
	    s->track->slope), raw_number(s, s->track->intercept));
}

/* The form of version 1.1 of the specification. */
static struct sheet *
make_excursions(const struct scope *s, const char *name,
    const struct metric *m)
{
	const struct result_track *t = s->track;
	struct sheet *sheet = new_facts(s, name, "verify.title-1", 2);

	add_shown(s, sheet, "verify.average", m, t->average);
	add_shown(s, sheet, "verify.range-allowed", m, t->range_allowed);
	add_shown(s, sheet, "verify.range-measured", m, t->range_measured);
	add_shown(s, sheet, "verify.slope-allowed", m, t->slope_allowed);
	add_shown(s, sheet, "verify.slope-measured", m, t->slope_measured);
	add_fact(s, sheet, "verify.fit", fit_words(s, m), fit_raw(s));
	sheet->note = metric_heading(s, m);
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
range_raw(const struct scope *s, double low, double high)
{
	return arena_printf(s->arena, "%s..%s", raw_number(s, low),
	    raw_number(s, high));
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
	struct choice c = {.test = s->test->id, .op = t->op,
	    .fixed = t->fixed, .at = t->at};
	double low = INFINITY, high = -INFINITY;
	double *values = choice_rounds(s->arena, &c, s->in->cells, m->column,
	    first, last);

	for (unsigned i = 0; i <= last - first; i++) {
		low = fmin(low, values[i]);
		high = fmax(high, values[i]);
	}
	const char *rounds = arena_printf(s->arena, "%u\u2013%u", first, last);
	add_fact(s, sheet, "verify.window", rounds,
	    arena_printf(s->arena, "%u..%u", first, last));
	add_shown(s, sheet, "verify.average-value", m, t->average);
	add_fact(s, sheet, "verify.allowed", range_words(s, m,
	    t->average - t->range_allowed / 2, t->average +
	    t->range_allowed / 2), range_raw(s, t->average -
	    t->range_allowed / 2, t->average + t->range_allowed / 2));
	set_verdict(s, &add_fact(s, sheet, "verify.measured",
	    range_words(s, m, low, high), range_raw(s, low, high))[2],
	    t->range_met);
	set_verdict(s, &add_fact(s, sheet, "verify.slope",
	    percent_words(s, t->slope_measured, t->average),
	    raw_number(s, 100 * t->slope_measured / t->average))[2],
	    t->slope_met);
	add_fact(s, sheet, "verify.correlation", lang_number(s->arena, s->lang,
	    t->correlation, 3), raw_number(s, t->correlation));
	sheet->note = metric_heading(s, m);
	return sheet;
}

static size_t
make_verification(const struct scope *s, const char *name,
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

static struct sheet *
make_rounds(const struct scope *s, const char *name)
{
	const struct result_test *t = s->test;

	if (t->ntracks == 0 || t->rounds == 0)
		return NULL;
	struct sheet *sheet = sheet_of_columns(s->arena, name, t->ntracks + 2);
	set_column(s, sheet, 0, "axis.round", "round", SHEET_HEAD);
	for (size_t k = 0; k < t->ntracks; k++)
		sheet->columns[k + 1] = (struct sheet_column){
		    .head = scope_track_label(s, t, &t->tracks[k]),
		    .raw = arena_printf(s->arena, "%s_%zu",
		    t->tracks[k].metric, k + 1), .align = SHEET_NUMBER};
	set_column(s, sheet, t->ntracks + 1, "column.in-window", "in_window",
	    SHEET_RIGHT);
	for (unsigned r = 1; r <= t->rounds; r++) {
		struct sheet_cell *cells = sheet_add(s->arena, sheet);
		bool in = r >= t->window_first && r <= t->window_last;

		set_whole(s, &cells[0], r);
		cells[t->ntracks + 1].text = in ?
		    lang_text(s->lang, "yes") : NULL;
		cells[t->ntracks + 1].raw = in ? "1" : "0";
	}
	for (size_t k = 0; k < t->ntracks; k++) {
		const struct result_track *track = &t->tracks[k];
		const struct metric *m = metric_find(track->metric,
		    strlen(track->metric));
		struct choice c = {.test = t->id, .op = track->op,
		    .fixed = track->fixed, .at = track->at};

		if (m == NULL)
			continue;
		double *values = choice_rounds(s->arena, &c, s->in->cells,
		    m->column, 1, t->rounds);
		for (unsigned r = 0; r < t->rounds; r++)
			set_number(s, &sheet->rows[r].cells[k + 1], values[r],
			    m->scale);
	}
	return sheet;
}

/* -------------------------------------------------------- the run's verdict */

static void
add_steady_row(const struct scope *s, struct sheet *sheet,
    const struct result_test *t, const struct result_track *track)
{
	const struct metric *m = metric_find(track->metric,
	    strlen(track->metric));
	struct sheet_cell *cells = sheet_add(s->arena, sheet);
	bool met = track->range_met && track->slope_met;

	cells[0].text = test_name(s, t);
	cells[0].raw = t->id;
	cells[1].text = scope_track_label(s, t, track);
	cells[1].raw = track->label;
	if (t->window_first > 0) {
		cells[2].text = arena_printf(s->arena, "%u\u2013%u",
		    t->window_first, t->window_last);
		cells[2].raw = arena_printf(s->arena, "%u..%u",
		    t->window_first, t->window_last);
		set_number(s, &cells[3], track->average,
		    m == NULL ? 1 : m->scale);
		cells[4].text = lang_number(s->arena, s->lang,
		    100 * track->range_measured / track->average, 1);
		cells[4].raw = raw_number(s,
		    track->range_measured / track->average * 100);
		cells[5].text = lang_number(s->arena, s->lang,
		    100 * track->slope_measured / track->average, 1);
		cells[5].raw = raw_number(s,
		    track->slope_measured / track->average * 100);
	} else {
		cells[2].text = LANG_UNKNOWN;
		cells[2].raw = "";
	}
	cells[6].text = lang_text(s->lang, met ? "verdict.steady" :
	    "verdict.not-steady");
	cells[6].raw = met ? "steady" : "not steady";
	cells[6].tone = met ? SHEET_GOOD : SHEET_BAD;
}

static struct sheet *
make_steady(const struct scope *s, const char *name)
{
	struct sheet *sheet = sheet_of_columns(s->arena, name, 7);

	set_column(s, sheet, 0, "column.test", "test", SHEET_TEXT);
	set_column(s, sheet, 1, "column.variable", "variable", SHEET_TEXT);
	set_column(s, sheet, 2, "column.window", "window", SHEET_RIGHT);
	set_column(s, sheet, 3, "column.average", "average", SHEET_NUMBER);
	set_column(s, sheet, 4, "column.range", "range_percent",
	    SHEET_NUMBER);
	set_column(s, sheet, 5, "column.slope", "slope_percent",
	    SHEET_NUMBER);
	set_column(s, sheet, 6, "column.verdict", "verdict", SHEET_TEXT);
	for (size_t i = 0; i < s->in->results->ntests; i++) {
		const struct result_test *t = &s->in->results->tests[i];

		if (s->test != NULL && s->test != t)
			continue;
		for (size_t k = 0; t->steady_asked && k < t->ntracks; k++)
			add_steady_row(s, sheet, t, &t->tracks[k]);
	}
	return sheet->nrows == 0 ? NULL : sheet;
}

static struct sheet *
make_counts(const struct scope *s, const char *name)
{
	static const char *const keys[] = {"column.issued", "column.logged",
	    "column.analysed", "column.in-ramp", "column.errors"};
	static const char *const raws[] = {"issued", "logged", "analysed",
	    "in_ramp", "errors"};
	struct sheet *sheet = sheet_of_columns(s->arena, name, 7);

	set_column(s, sheet, 0, "column.test", "test", SHEET_TEXT);
	for (size_t k = 0; k < 5; k++)
		set_column(s, sheet, k + 1, keys[k], raws[k], SHEET_NUMBER);
	set_column(s, sheet, 6, NULL, "verdict", SHEET_TEXT);
	for (size_t i = 0; i < s->in->results->ntests; i++) {
		const struct result_test *t = &s->in->results->tests[i];
		const uint64_t values[] = {t->issued, t->logged, t->analysed,
		    t->in_ramp, t->errors};
		bool equal = t->issued == t->logged &&
		    t->logged == t->analysed;

		if (s->test != NULL && s->test != t)
			continue;
		struct sheet_cell *cells = sheet_add(s->arena, sheet);
		cells[0].text = test_name(s, t);
		cells[0].raw = t->id;
		for (size_t k = 0; k < 5; k++)
			set_whole(s, &cells[k + 1], values[k]);
		cells[6].text = lang_text(s->lang, equal ? "counts.agree" :
		    "counts.differ");
		cells[6].raw = equal ? "agree" : "differ";
		cells[6].tone = equal ? SHEET_GOOD : SHEET_BAD;
	}
	sheet->note = lang_text(s->lang, "counts.note");
	return sheet->nrows == 0 ? NULL : sheet;
}

static bool
concerns(const struct scope *s, const char *test)
{
	return s->test == NULL || test == NULL ||
	    strcmp(test, s->test->id) == 0;
}

/* A message of the program begins as a sentence does on paper. */
static const char *
sentence(const struct scope *s, const char *text)
{
	char *copy = text_clean(s->arena, text);

	if (isascii((unsigned char)*copy))
		*copy = (char)toupper((unsigned char)*copy);
	return copy;
}

static struct sheet *
make_checks(const struct scope *s, const char *name)
{
	static const char *const keys[] = {"check.pass", "check.warn",
	    "check.fail"};
	static const char *const raws[] = {"pass", "warn", "fail"};
	static const enum sheet_tone tones[] = {SHEET_GOOD, SHEET_STRONG,
	    SHEET_BAD};
	struct sheet *sheet = sheet_of_columns(s->arena, name, 4);

	set_column(s, sheet, 0, "column.check", "check", SHEET_TEXT);
	set_column(s, sheet, 1, "column.test", "test", SHEET_TEXT);
	set_column(s, sheet, 2, "column.finding", "text", SHEET_TEXT);
	set_column(s, sheet, 3, "column.verdict", "verdict", SHEET_TEXT);
	sheet->columns[0].share = sheet->columns[1].share = 0;
	sheet->columns[3].share = 0;
	for (size_t i = 0; i < s->in->results->nchecks; i++) {
		const struct result_check *check = &s->in->results->checks[i];

		if (!concerns(s, check->test))
			continue;
		struct sheet_cell *cells = sheet_add(s->arena, sheet);
		cells[0].text = known_word(s, "check", check->name);
		cells[0].raw = check->name;
		cells[1].text = check->test == NULL ?
		    lang_text(s->lang, "whole-run") :
		    text_clean(s->arena, check->test);
		cells[1].raw = check->test == NULL ? "" : check->test;
		cells[2].text = sentence(s, check->text);
		cells[3].text = lang_text(s->lang, keys[check->verdict]);
		cells[3].raw = raws[check->verdict];
		cells[3].tone = tones[check->verdict];
	}
	return sheet->nrows == 0 ? NULL : sheet;
}

/* A deviation in the language of the report, then the program's own sentence,
 * which has the numbers and is English. */
static const char *
deviation_words(const struct scope *s, const struct result_deviation *d)
{
	const char *text = NULL;

	if (strcmp(lang_code(s->lang), "en") != 0 && d->key != NULL)
		text = lang_find(s->lang, arena_printf(s->arena,
		    "deviation.%s", d->key));
	return text == NULL ? sentence(s, d->text) :
	    arena_printf(s->arena, "%s (%s)", text,
	    text_clean(s->arena, d->text));
}

static struct sheet *
make_deviations(const struct scope *s, const char *name)
{
	struct sheet *sheet = sheet_of_columns(s->arena, name, 3);

	set_column(s, sheet, 0, NULL, "number", SHEET_HEAD);
	set_column(s, sheet, 1, "column.test", "test", SHEET_TEXT);
	set_column(s, sheet, 2, "column.deviation", "text", SHEET_TEXT);
	sheet->columns[1].share = 0;
	for (size_t i = 0; i < s->in->results->ndeviations; i++) {
		const struct result_deviation *d =
		    &s->in->results->deviations[i];

		if (!concerns(s, d->test))
			continue;
		struct sheet_cell *cells = sheet_add(s->arena, sheet);
		set_whole(s, &cells[0], sheet->nrows);
		cells[1].text = d->test == NULL ?
		    lang_text(s->lang, "whole-run") :
		    text_clean(s->arena, d->test);
		cells[1].raw = d->test == NULL ? "" : d->test;
		cells[2].text = deviation_words(s, d);
		cells[2].raw = d->text;
	}
	if (sheet->nrows == 0)
		sheet_add(s->arena, sheet)[2].text = lang_text(s->lang,
		    s->in->run->specification == NULL ?
		    "deviations.no-specification" : "deviations.none");
	return sheet;
}

/* ------------------------------------------------------------ what was done */

static const char *
stage_workload(const struct scope *s, const struct plan_stage *p)
{
	struct scope one = *s;

	one.stage = p;
	switch (p->kind) {
	case STAGE_PURGE:
		return p->method;
	case STAGE_FILL:
		return scope_expand(&one, "@stage.fill");
	case STAGE_TEST:
		return scope_expand(&one, "@stage.test");
	case STAGE_IDLE:
		return lang_duration(s->arena, s->lang, p->duration_ns);
	}
	return LANG_UNKNOWN;
}

static void
add_stage_row(const struct scope *s, struct sheet *sheet,
    const struct plan_stage *p)
{
	static const char *const kinds[] = {"stage-kind.purge",
	    "stage-kind.fill", "stage-kind.test", "stage-kind.idle"};
	static const char *const raws[] = {"purge", "fill", "test", "idle"};
	const struct run_stage *done = input_run_stage(s->in, p->number);
	struct sheet_cell *cells = sheet_add(s->arena, sheet);

	set_whole(s, &cells[0], p->number);
	cells[1].text = lang_text(s->lang, kinds[p->kind]);
	cells[1].raw = raws[p->kind];
	if (p->kind == STAGE_TEST)
		cells[1].text = arena_printf(s->arena, "%s %s", cells[1].text,
		    text_clean(s->arena, p->title != NULL ? p->title : p->id));
	cells[2].text = stage_workload(s, p);
	cells[6].text = cells[3].text = cells[4].text = LANG_UNKNOWN;
	cells[5].text = lang_text(s->lang, "status.pending");
	cells[3].raw = cells[4].raw = cells[6].raw = "";
	if (done == NULL)
		return;
	if (done->bytes_written > 0) {
		cells[3].text = lang_capacity(s->arena, s->lang,
		    done->bytes_written);
		cells[3].raw = raw_whole(s, done->bytes_written);
	}
	if (done->end_ns > done->begin_ns) {
		cells[4].text = lang_duration(s->arena, s->lang,
		    done->end_ns - done->begin_ns);
		cells[4].raw = raw_number(s, (double)(done->end_ns -
		    done->begin_ns) / 1e9);
	}
	cells[5].text = lang_text(s->lang, arena_printf(s->arena, "status.%s",
	    run_status_name(done->status)));
	cells[5].raw = run_status_name(done->status);
	cells[5].tone = done->status == RUN_DONE ? SHEET_GOOD : SHEET_BAD;
	if (done->note != NULL) {
		cells[6].text = text_clean(s->arena, done->note);
		cells[6].raw = done->note;
	}
}

static struct sheet *
make_stages(const struct scope *s, const char *name)
{
	struct sheet *sheet = sheet_of_columns(s->arena, name, 7);

	set_column(s, sheet, 0, NULL, "number", SHEET_HEAD);
	set_column(s, sheet, 1, "column.stage", "kind", SHEET_TEXT);
	set_column(s, sheet, 2, "column.workload", "workload", SHEET_TEXT);
	set_column(s, sheet, 3, "column.written", "bytes_written",
	    SHEET_RIGHT);
	set_column(s, sheet, 4, "column.duration", "seconds", SHEET_RIGHT);
	set_column(s, sheet, 5, "column.status", "status", SHEET_TEXT);
	set_column(s, sheet, 6, "column.note", "note", SHEET_TEXT);
	for (size_t i = 0; i < s->in->plan->nstages; i++) {
		const struct plan_stage *p = &s->in->plan->stages[i];

		/* Of a test: what prepared it, and itself. */
		if (s->stage != NULL && p != s->stage &&
		    (p->number > s->stage->number || p->kind == STAGE_TEST ||
		    input_before(s->in, s->stage, p->kind) != p))
			continue;
		add_stage_row(s, sheet, p);
	}
	return sheet->nrows == 0 ? NULL : sheet;
}

/* A fact's value as it is; numbers of bytes in groups. */
static const char *
fact_words(const struct scope *s, const char *name, const char *value)
{
	size_t length = strlen(name);
	uint64_t bytes;
	const char *why;

	if (length > 6 && strcmp(name + length - 6, "_bytes") == 0 &&
	    units_parse_whole(value, 0, UINT64_MAX, &bytes, &why) == 0)
		return lang_whole(s->arena, s->lang, bytes);
	return text_clean(s->arena, value);
}

static void
add_name_value(const struct scope *s, struct sheet *sheet, const char *space,
    const char *name, const char *value)
{
	struct sheet_cell *cells = sheet_add(s->arena, sheet);

	cells[0].text = known_word(s, space, name);
	cells[0].raw = name;
	cells[1].text = value == NULL ? LANG_UNKNOWN :
	    fact_words(s, name, value);
	cells[1].raw = value == NULL ? "" : value;
}

static void
add_run_facts(const struct scope *s, struct sheet *sheet)
{
	static const char *const names[] = {"uuid", "title", "plan",
	    "specification", "tool", "engine", "seed", "scale", "started",
	    "finished", "duration", "status", "command"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *name = arena_printf(s->arena, "run.%s", names[i]);

		add_name_value(s, sheet, "run", names[i],
		    scope_value(s, name, strlen(name)));
	}
}

static struct sheet *
make_facts(const struct scope *s, const struct template_block *b,
    const char *name)
{
	struct sheet *sheet = sheet_of_columns(s->arena, name, 2);
	const struct run *r = s->in->run;
	const struct facts *facts = strcmp(b->of, "device") == 0 ? &r->device :
	    strcmp(b->of, "host") == 0 ? &r->host : &r->conditions;

	set_column(s, sheet, 0, NULL, "name", SHEET_TEXT);
	set_column(s, sheet, 1, NULL, "value", SHEET_TEXT);
	sheet->columns[0].share = 0;
	if (strcmp(b->of, "run") == 0)
		add_run_facts(s, sheet);
	else
		for (size_t i = 0; i < facts->count; i++)
			add_name_value(s, sheet, "fact", facts->items[i].name,
			    facts->items[i].value);
	return sheet->nrows == 0 ? NULL : sheet;
}

/* Lines of contents that surely fit a page. */
#define CONTENTS_SHORT 32

static struct sheet *
contents_column(const struct scope *s, size_t nentries,
    const struct contents_entry *entries)
{
	struct sheet *sheet = sheet_of_columns(s->arena, "contents", 2);

	set_column(s, sheet, 0, NULL, "title", SHEET_TEXT);
	set_column(s, sheet, 1, NULL, "page", SHEET_RIGHT);
	for (size_t i = 0; i < nentries; i++) {
		struct sheet_cell *cells;

		if (entries[i].section) {
			sheet_add_group(s->arena, sheet, entries[i].title,
			    entries[i].title);
			continue;
		}
		cells = sheet_add(s->arena, sheet);
		cells[0].text = entries[i].title;
		set_whole(s, &cells[1], entries[i].page);
		cells[0].link = cells[1].link = entries[i].page;
	}
	return sheet;
}

size_t
sheets_contents(const struct scope *s, const struct template_block *b,
    size_t nentries, const struct contents_entry *entries,
    struct sheet *sheets_out[SHEETS_MOST])
{
	size_t half = nentries > CONTENTS_SHORT ? nentries :
	    (nentries + 1) / 2;

	if (nentries == 0)
		return 0;
	/* A heading belongs with what follows it. */
	if (half < nentries && entries[half - 1].section)
		half--;
	sheets_out[0] = contents_column(s, half, entries);
	sheets_out[0]->title = scope_expand(s, b->title);
	if (half == nentries)
		return 1;
	sheets_out[1] = contents_column(s, nentries - half, entries + half);
	sheets_out[1]->title = b->title == NULL ? NULL : "";
	return 2;
}

static struct sheet *
make_one(const struct scope *s, const struct template_block *b,
    const char *name)
{
	switch (b->kind) {
	case KIND_MATRIX:
		return s->test == NULL ? NULL : make_matrix(s, b, name);
	case KIND_ROUNDS:
		return s->test == NULL ? NULL : make_rounds(s, name);
	case KIND_STEADY:
		return make_steady(s, name);
	case KIND_COUNTS:
		return make_counts(s, name);
	case KIND_CHECKS:
		return make_checks(s, name);
	case KIND_DEVIATIONS:
		return make_deviations(s, name);
	case KIND_STAGES:
		return make_stages(s, name);
	case KIND_FACTS:
		return make_facts(s, b, name);
	default:
		return NULL;
	}
}

size_t
sheets_make(const struct scope *s, const struct template_block *b,
    const char *name, struct sheet *sheets_out[SHEETS_MOST])
{
	if (b->kind == KIND_VERIFICATION)
		return s->test == NULL ? 0 :
		    make_verification(s, name, sheets_out);
	sheets_out[0] = make_one(s, b, name);
	if (sheets_out[0] == NULL)
		return 0;
	if (b->title != NULL)
		sheets_out[0]->title = scope_expand(s, b->title);
	if (b->note != NULL)
		sheets_out[0]->note = scope_expand(s, b->note);
	return 1;
}
