/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>

#include "base/units.h"
#include "render/choice.h"
#include "render/finding.h"
#include "render/sheet_base.h"
#include "render/text_clean.h"

/* The counts of a stage; one that is 0 though I/Os were analysed is not
 * known. */
static void
add_counts(const struct scope *s, struct sheet *sheet,
    const struct result_fill *f)
{
	const uint64_t values[] = {f->issued, f->logged, f->analysed,
	    f->drained, f->in_ramp, f->errors};
	struct sheet_cell *cells = sheet_add(s->arena, sheet);
	bool known = f->analysed == 0 || (f->issued > 0 && f->logged > 0);
	bool equal = f->issued == f->logged && f->logged == f->analysed;

	cells[0].text = sheet_test(s, f->id);
	cells[0].raw = f->id;
	for (size_t k = 0; k < 6; k++) {
		if (k < 2 && values[k] == 0 && f->analysed > 0) {
			cells[k + 1].text = LANG_UNKNOWN;
			cells[k + 1].raw = "";
		} else {
			sheet_set_whole(s, &cells[k + 1], values[k]);
		}
	}
	cells[7].text = lang_text(s->lang, !known ? "counts.unknown" :
	    equal ? "counts.agree" : "counts.differ");
	cells[7].raw = !known ? "unknown" : equal ? "agree" : "differ";
	cells[7].tone = !known ? SHEET_STRONG : equal ? SHEET_GOOD : SHEET_BAD;
}

/* Fills and tests in the order in which they ran. */
static void
add_all_counts(const struct scope *s, struct sheet *sheet)
{
	const struct results *r = s->in->results;
	size_t fill = 0;

	for (size_t i = 0; i <= r->ntests; i++) {
		const struct result_test *t = i < r->ntests ? &r->tests[i] :
		    NULL;

		while (fill < r->nfills && s->test == NULL && (t == NULL ||
		    r->fills[fill].stage < t->stage))
			add_counts(s, sheet, &r->fills[fill++]);
		if (t != NULL && (s->test == NULL || s->test == t))
			add_counts(s, sheet, &(struct result_fill){
			    .id = t->id, .issued = t->issued,
			    .logged = t->logged, .analysed = t->analysed,
			    .drained = t->drained, .in_ramp = t->in_ramp,
			    .errors = t->errors});
	}
}

struct sheet *
sheet_make_counts(const struct scope *s, const char *name)
{
	static const char *const keys[] = {"column.issued", "column.logged",
	    "column.analysed", "column.drained", "column.in-ramp",
	    "column.errors"};
	static const char *const raws[] = {"issued", "logged", "analysed",
	    "drained", "in_ramp", "errors"};
	struct sheet *sheet = sheet_of_columns(s->arena, name, 8);

	sheet_set_column(s, sheet, 0, "column.test", "test", SHEET_TEXT);
	for (size_t k = 0; k < 6; k++)
		sheet_set_column(s, sheet, k + 1, keys[k], raws[k],
		    SHEET_NUMBER);
	sheet_set_column(s, sheet, 7, NULL, "verdict", SHEET_TEXT);
	add_all_counts(s, sheet);
	sheet->note = lang_text(s->lang, "counts.note");
	return sheet->nrows == 0 ? NULL : sheet;
}

static bool
concerns(const struct scope *s, const char *test)
{
	return s->test == NULL || test == NULL ||
	    strcmp(test, s->test->id) == 0;
}

struct sheet *
sheet_make_checks(const struct scope *s, const char *name)
{
	static const char *const keys[] = {"check.pass", "check.warn",
	    "check.fail"};
	static const char *const raws[] = {"pass", "warn", "fail"};
	static const enum sheet_tone tones[] = {SHEET_GOOD, SHEET_STRONG,
	    SHEET_BAD};
	struct sheet *sheet = sheet_of_columns(s->arena, name, 4);

	sheet_set_column(s, sheet, 0, "column.check", "check", SHEET_TEXT);
	sheet_set_column(s, sheet, 1, "column.test", "test", SHEET_TEXT);
	sheet_set_column(s, sheet, 2, "column.finding", "text", SHEET_TEXT);
	sheet_set_column(s, sheet, 3, "column.verdict", "verdict", SHEET_TEXT);
	sheet->columns[0].share = sheet->columns[1].share = 0;
	sheet->columns[3].share = 0;
	for (size_t i = 0; i < s->in->results->nchecks; i++) {
		const struct result_check *check = &s->in->results->checks[i];

		if (!concerns(s, check->test))
			continue;
		struct sheet_cell *cells = sheet_add(s->arena, sheet);
		cells[0].text = sheet_word(s, "check", check->name);
		cells[0].raw = check->name;
		cells[1].text = sheet_test(s, check->test);
		cells[1].raw = check->test == NULL ? "" : check->test;
		cells[2].text = finding_words(s->arena, s->lang,
		    arena_printf(s->arena, "finding.%s", check->name),
		    check->text);
		cells[2].raw = check->text;
		cells[3].text = lang_text(s->lang, keys[check->verdict]);
		cells[3].raw = raws[check->verdict];
		cells[3].tone = tones[check->verdict];
	}
	return sheet->nrows == 0 ? NULL : sheet;
}

/* Whether the same was said of the test before: of two phases alike. */
static bool
is_said(const struct results *r, size_t index)
{
	const struct result_deviation *d = &r->deviations[index];

	for (size_t i = 0; i < index; i++) {
		const struct result_deviation *other = &r->deviations[i];

		if (strcmp(other->text, d->text) == 0 &&
		    (other->test == NULL ? d->test == NULL :
		    d->test != NULL && strcmp(other->test, d->test) == 0))
			return true;
	}
	return false;
}

/* "pause of state-1 is ..." with the title of the phase in place of its id. */
static const char *
with_titles(const struct scope *s, const struct result_deviation *d)
{
	struct scope one = *s;

	for (size_t i = 0; d->test != NULL && i < s->in->results->ntests; i++)
		if (strcmp(s->in->results->tests[i].id, d->test) == 0)
			one.stage = input_stage(s->in,
			    &s->in->results->tests[i]);
	for (size_t i = 0; one.stage != NULL && i < one.stage->nphases; i++) {
		const struct plan_phase *phase = &one.stage->phases[i];
		const char *of = arena_printf(s->arena, " of %s is ",
		    phase->id);
		const char *at = strstr(d->text, of);

		if (at != NULL)
			return arena_printf(s->arena, "%.*s of %s is %s",
			    (int)(at - d->text), d->text,
			    scope_phase_title(&one, phase), at + strlen(of));
	}
	return d->text;
}

struct sheet *
sheet_make_deviations(const struct scope *s, const char *name)
{
	struct sheet *sheet = sheet_of_columns(s->arena, name, 3);

	sheet_set_column(s, sheet, 0, NULL, "number", SHEET_HEAD);
	sheet_set_column(s, sheet, 1, "column.test", "test", SHEET_TEXT);
	sheet_set_column(s, sheet, 2, s->in->run->specification == NULL ?
	    "column.finding" : "column.deviation", "text", SHEET_TEXT);
	sheet->columns[1].share = 0;
	for (size_t i = 0; i < s->in->results->ndeviations; i++) {
		const struct result_deviation *d =
		    &s->in->results->deviations[i];

		if (!concerns(s, d->test) || is_said(s->in->results, i))
			continue;
		struct sheet_cell *cells = sheet_add(s->arena, sheet);
		sheet_set_whole(s, &cells[0], sheet->nrows);
		cells[1].text = sheet_test(s, d->test);
		cells[1].raw = d->test == NULL ? "" : d->test;
		cells[2].text = finding_words(s->arena, s->lang,
		    arena_printf(s->arena, "deviation.%s", d->key),
		    with_titles(s, d));
		cells[2].raw = d->text;
	}
	if (sheet->nrows == 0)
		sheet_add(s->arena, sheet)[2].text = lang_text(s->lang,
		    "deviations.none");
	return sheet;
}

static const char *
load_words(const struct scope *s, const struct result_finding *f)
{
	struct choice c = {.test = f->test, .op = "all", .fixed = f->fixed,
	    .at = f->at};

	return choice_words(s, &c, 1u << FACTOR_THREADS | 1u << FACTOR_DEPTH);
}

/* Phases may have one load, but for the pauses before them: if the same is told
 * of two, their names tell them apart. */
static bool
is_told_of_another(const struct scope *s, const struct result_finding *f,
    const char *load)
{
	const struct results *r = s->in->results;

	for (size_t i = 0; i < r->nfindings; i++) {
		const struct result_finding *other = &r->findings[i];

		if (other->phase != NULL && strcmp(other->key, f->key) == 0 &&
		    strcmp(other->test, f->test) == 0 &&
		    strcmp(other->phase, f->phase) != 0 &&
		    strcmp(load_words(s, other), load) == 0)
			return true;
	}
	return false;
}

static const char *
with_phase(const struct scope *s, const struct result_finding *f,
    const char *load)
{
	for (size_t i = 0; f->phase != NULL && s->stage != NULL &&
	    i < s->stage->nphases; i++) {
		const struct plan_phase *phase = &s->stage->phases[i];

		if (strcmp(phase->id, f->phase) == 0 &&
		    is_told_of_another(s, f, load))
			return arena_printf(s->arena, "%s (%s)", load,
			    scope_phase_title(s, phase));
	}
	return load;
}

const char *
sheet_found_words(const struct scope *s, const struct result_finding *f)
{
	const struct results *r = s->in->results;
	struct scope one = *s;

	for (size_t i = 0; i < r->ntests; i++)
		if (strcmp(r->tests[i].id, f->test) == 0)
			one.test = &r->tests[i];
	one.stage = one.test == NULL ? NULL : input_stage(s->in, one.test);
	return finding_found(s->arena, s->lang, f->key, f->text,
	    with_phase(&one, f, load_words(&one, f)));
}

struct sheet *
sheet_make_findings(const struct scope *s, const char *pattern,
    const char *name)
{
	/* In the section of a test its name would say nothing. */
	size_t told = s->test == NULL ? 1 : 0;
	struct sheet *sheet = sheet_of_columns(s->arena, name, told + 1);

	if (told > 0)
		sheet_set_column(s, sheet, 0, "column.test", "test",
		    SHEET_TEXT);
	sheet_set_column(s, sheet, told, "column.finding", "text", SHEET_TEXT);
	sheet->columns[0].share = told == 0;
	for (size_t i = 0; i < s->in->results->nfindings; i++) {
		const struct result_finding *f =
		    &s->in->results->findings[i];

		if (f->test == NULL || !concerns(s, f->test) ||
		    (pattern != NULL && !template_matches(pattern, f->key)))
			continue;
		struct sheet_cell *cells = sheet_add(s->arena, sheet);
		cells[0].text = sheet_test(s, f->test);
		cells[0].raw = f->test;
		cells[told].text = sheet_found_words(s, f);
		cells[told].raw = f->text;
	}
	return sheet->nrows == 0 ? NULL : sheet;
}

/* ------------------------------------------------------------ what was done */

static const char *
amount_words(const struct scope *s, const struct amount *amount)
{
	return amount->bytes > 0 ?
	    lang_capacity(s->arena, s->lang, amount->bytes) :
	    arena_printf(s->arena, "%s\u00a0%%",
	    lang_figures(s->arena, s->lang, amount->percent, 3));
}

/* What was left of what there was; before the run, what is asked for. */
static const char *
provision_words(const struct scope *s, const struct plan_stage *p)
{
	const struct run_stage *done = input_run_stage(s->in, p->number);

	if (done == NULL || done->capacity_after_bytes == 0)
		return amount_words(s, &p->capacity);
	return arena_printf(s->arena, "%s / %s",
	    lang_capacity(s->arena, s->lang, done->capacity_after_bytes),
	    lang_capacity(s->arena, s->lang, done->capacity_before_bytes));
}

static const char *
stage_workload(const struct scope *s, const struct plan_stage *p)
{
	struct scope one = *s;

	one.stage = p;
	switch (p->kind) {
	case STAGE_PURGE:
		return sheet_word(s, "purge-method", p->method);
	case STAGE_FILL:
		return scope_expand(&one, "@stage.fill");
	case STAGE_TEST:
		return scope_expand(&one, "@stage.test");
	case STAGE_IDLE:
		return lang_duration(s->arena, s->lang, p->duration_ns);
	case STAGE_PROVISION:
		return provision_words(s, p);
	}
	return LANG_UNKNOWN;
}

static void
add_stage_row(const struct scope *s, struct sheet *sheet,
    const struct plan_stage *p)
{
	static const char *const kinds[] = {"stage-kind.purge",
	    "stage-kind.fill", "stage-kind.test", "stage-kind.idle",
	    "stage-kind.provision"};
	static const char *const raws[] = {"purge", "fill", "test", "idle",
	    "provision"};
	const struct run_stage *done = input_run_stage(s->in, p->number);
	struct sheet_cell *cells = sheet_add(s->arena, sheet);

	sheet_set_whole(s, &cells[0], p->number);
	cells[1].text = lang_text(s->lang, kinds[p->kind]);
	cells[1].raw = raws[p->kind];
	if (p->kind == STAGE_TEST)
		cells[1].text = lang_fill(s->arena, s->lang,
		    "stage-kind.test-of", "title",
		    scope_title(s, p->title, p->id), NULL);
	cells[2].text = stage_workload(s, p);
	cells[6].text = cells[3].text = cells[4].text = LANG_UNKNOWN;
	cells[5].text = lang_text(s->lang, "status.pending");
	cells[3].raw = cells[4].raw = cells[6].raw = "";
	if (done == NULL)
		return;
	if (done->bytes_written > 0) {
		cells[3].text = lang_capacity(s->arena, s->lang,
		    done->bytes_written);
		cells[3].raw = arena_printf(s->arena, "%" PRIu64,
		    done->bytes_written);
	}
	if (done->end_ns > done->begin_ns) {
		cells[4].text = lang_duration(s->arena, s->lang,
		    done->end_ns - done->begin_ns);
		cells[4].raw = sheet_raw(s, (double)(done->end_ns -
		    done->begin_ns) / 1e9);
	}
	cells[5].text = lang_text(s->lang, arena_printf(s->arena, "status.%s",
	    run_status_name(done->status)));
	cells[5].raw = run_status_name(done->status);
	cells[5].tone = done->status == RUN_DONE ? SHEET_GOOD : SHEET_BAD;
	if (done->note != NULL) {
		cells[6].text = finding_words(s->arena, s->lang,
		    "finding.note", done->note);
		cells[6].raw = done->note;
	}
}

/* Of a test: what prepared it, what it follows, and itself. */
static bool
belongs_to(const struct scope *s, const struct plan_stage *p)
{
	const struct plan_stage *test = s->stage;

	if (p->kind != STAGE_TEST)
		return p < test && input_before(s->in, test, p->kind) == p;
	while (test > p && test[-1].kind == STAGE_TEST)
		test--;
	return p == test && p <= s->stage;
}

struct sheet *
sheet_make_stages(const struct scope *s, const char *name)
{
	struct sheet *sheet = sheet_of_columns(s->arena, name, 7);

	sheet_set_column(s, sheet, 0, NULL, "number", SHEET_HEAD);
	sheet_set_column(s, sheet, 1, "column.stage", "kind", SHEET_TEXT);
	sheet_set_column(s, sheet, 2, "column.workload", "workload",
	    SHEET_TEXT);
	sheet_set_column(s, sheet, 3, "column.written", "bytes_written",
	    SHEET_RIGHT);
	sheet_set_column(s, sheet, 4, "column.duration", "seconds",
	    SHEET_RIGHT);
	sheet_set_column(s, sheet, 5, "column.status", "status", SHEET_TEXT);
	sheet_set_column(s, sheet, 6, "column.note", "note", SHEET_TEXT);
	for (size_t i = 0; i < s->in->plan->nstages; i++) {
		const struct plan_stage *p = &s->in->plan->stages[i];

		if (s->stage == NULL || belongs_to(s, p))
			add_stage_row(s, sheet, p);
	}
	return sheet->nrows == 0 ? NULL : sheet;
}

/* A fact's value: the catalogue's word for it ("value.rotational.1",
 * "value.yes"), numbers of bytes in groups, else as it is. */
static const char *
fact_words(const struct scope *s, const char *name, const char *value)
{
	size_t length = strlen(name);
	char *key = arena_printf(s->arena, "value.%s.%s", name, value);

	for (char *p = key; *p != '\0'; p++)
		if (*p == ' ')
			*p = '-';
	const char *word = lang_find(s->lang, key);
	uint64_t bytes;
	const char *why;

	if (word == NULL)
		word = lang_find(s->lang, arena_printf(s->arena, "value.%s",
		    value));
	if (word != NULL)
		return word;
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

	cells[0].text = sheet_word(s, space, name);
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

/* The facts of a list that are of the disk below a file, or that are not. */
static void
add_facts(const struct scope *s, struct sheet *sheet,
    const struct facts *facts, bool disk)
{
	bool device = facts == &s->in->run->device;

	for (size_t i = 0; i < facts->count; i++) {
		const struct fact *f = &facts->items[i];

		if (device && (scope_is_of_disk(s, f->name) != disk ||
		    (strcmp(f->name, "vendor") == 0 &&
		    scope_is_number(f->value))))
			continue;
		add_name_value(s, sheet, "fact", f->name, f->value);
		if (device && !disk && scope_is_file(s) &&
		    strcmp(f->name, "capacity_bytes") == 0)
			sheet->rows[sheet->nrows - 1].cells[0].text =
			    lang_text(s->lang, "file-fact.capacity_bytes");
	}
}

static void
add_device_facts(const struct scope *s, struct sheet *sheet)
{
	if (!scope_is_file(s)) {
		add_facts(s, sheet, &s->in->run->device, false);
		return;
	}
	sheet->groups_raw = "of";
	sheet_add_group(s->arena, sheet, lang_text(s->lang, "table.file"),
	    "file");
	add_facts(s, sheet, &s->in->run->device, false);
	sheet_add_group(s->arena, sheet, lang_text(s->lang, "table.disk"),
	    "disk");
	add_facts(s, sheet, &s->in->run->device, true);
}

struct sheet *
sheet_make_facts(const struct scope *s, const char *of, const char *name)
{
	struct sheet *sheet = sheet_of_columns(s->arena, name, 2);
	const struct run *r = s->in->run;

	sheet_set_column(s, sheet, 0, NULL, "name", SHEET_TEXT);
	sheet_set_column(s, sheet, 1, NULL, "value", SHEET_TEXT);
	sheet->columns[0].share = 0;
	if (strcmp(of, "run") == 0)
		add_run_facts(s, sheet);
	else if (strcmp(of, "device") == 0)
		add_device_facts(s, sheet);
	else
		add_facts(s, sheet, strcmp(of, "host") == 0 ? &r->host :
		    &r->conditions, false);
	return sheet->nrows == 0 ? NULL : sheet;
}
