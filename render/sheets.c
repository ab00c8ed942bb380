/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "render/choice.h"
#include "render/sheet_base.h"

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
	sheet_set_value(s, cell, m, table_number(s->in->points, (size_t)row,
	    m->column));
	if (choice_is_weak(s->in->points, (size_t)row, m)) {
		cell->tone = SHEET_WEAK;
		*weak_out = true;
	}
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
	sheet_set_column(s, sheet, 0, arena_printf(s->arena, "axis.%s",
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
	bool several = count_metrics(b->metrics) > 1;
	/* A single row has the names of the metrics. */
	bool grouped = several && nrows > 1;
	sheet->groups_raw = "metric";
	if (several && !grouped)
		sheet_set_column(s, sheet, 0, NULL, "metric", SHEET_HEAD);
	for (const char *p = b->metrics; *p != '\0';) {
		size_t length = strcspn(p, " ");
		const struct metric *m = metric_find(p, length);

		p += length + (p[length] == ' ');
		if (m == NULL)
			continue;
		if (grouped)
			sheet_add_group(s->arena, sheet, sheet_metric(s, m),
			    sheet_metric_raw(s, m));
		else if (!several)
			sheet->group_raw = sheet_metric_raw(s, m);
		weak |= add_matrix_rows(s, b, &c, m, sheet, nrows, rows,
		    columns);
		if (!several || grouped)
			continue;
		struct sheet_cell *head = sheet->rows[sheet->nrows - 1].cells;
		head->text = sheet_metric(s, m);
		head->raw = sheet_metric_raw(s, m);
	}
	sheet->note = choice_words(s, &c, used);
	if (weak)
		sheet->note = lang_sentences(s->arena, s->lang, sheet->note,
		    lang_text(s->lang, "table.weak"));
	return sheet;
}

/* Lines of contents that surely fit a page. */
#define CONTENTS_SHORT 32

static struct sheet *
contents_column(const struct scope *s, size_t nentries,
    const struct contents_entry *entries)
{
	struct sheet *sheet = sheet_of_columns(s->arena, "contents", 2);

	sheet_set_column(s, sheet, 0, NULL, "title", SHEET_TEXT);
	sheet_set_column(s, sheet, 1, NULL, "page", SHEET_RIGHT);
	for (size_t i = 0; i < nentries; i++) {
		struct sheet_cell *cells;

		if (entries[i].section) {
			sheet_add_group(s->arena, sheet, entries[i].title,
			    entries[i].title);
			continue;
		}
		cells = sheet_add(s->arena, sheet);
		cells[0].text = entries[i].title;
		sheet_set_whole(s, &cells[1], entries[i].page);
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
		return s->test == NULL ? NULL : sheet_make_rounds(s, name);
	case KIND_STEADY:
		return sheet_make_steady(s, name);
	case KIND_COUNTS:
		return sheet_make_counts(s, name);
	case KIND_CHECKS:
		return sheet_make_checks(s, name);
	case KIND_DEVIATIONS:
		return sheet_make_deviations(s, name);
	case KIND_FINDINGS:
		return sheet_make_findings(s, b->finding, name);
	case KIND_PHASES:
		return s->test == NULL ? NULL : sheet_make_phases(s, name);
	case KIND_STAGES:
		return sheet_make_stages(s, name);
	case KIND_FACTS:
		return sheet_make_facts(s, b->of, name);
	default:
		return NULL;
	}
}

size_t
sheets_make(const struct scope *s, const struct template_block *b,
    const char *name, struct sheet *sheets_out[SHEETS_MOST])
{
	size_t count = 1;

	if (b->kind == KIND_VERIFICATION)
		count = s->test == NULL ? 0 :
		    sheet_make_verification(s, name, sheets_out);
	else if ((sheets_out[0] = make_one(s, b, name)) == NULL)
		count = 0;
	else {
		if (b->title != NULL)
			sheets_out[0]->title = scope_expand(s, b->title);
		if (b->note != NULL)
			sheets_out[0]->note = scope_expand(s, b->note);
	}
	for (size_t i = 0; i < count && s->in->run->simulated; i++)
		sheets_out[i]->mark = lang_text(s->lang, "banner.simulated");
	return count;
}
