/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "render/sheet_base.h"
#include "render/text_clean.h"

void
sheet_set_column(const struct scope *s, struct sheet *sheet, size_t i,
    const char *key, const char *raw, enum sheet_align align)
{
	sheet->columns[i].head = key == NULL ? "" : lang_text(s->lang, key);
	sheet->columns[i].raw = raw;
	sheet->columns[i].align = align;
	sheet->columns[i].share = align == SHEET_TEXT;
}

const char *
sheet_raw(const struct scope *s, double value)
{
	char text[UNITS_TEXT];

	if (!isfinite(value))
		return "";
	return arena_strdup(s->arena,
	    units_format_double(text, sizeof(text), value));
}

void
sheet_set_whole(const struct scope *s, struct sheet_cell *cell, uint64_t value)
{
	cell->text = lang_whole(s->arena, s->lang, value);
	cell->raw = arena_printf(s->arena, "%" PRIu64, value);
}

/* Three figures are more than a drive repeats; rates are whole from 100. */
void
sheet_set_value(const struct scope *s, struct sheet_cell *cell,
    const struct metric *m, double value)
{
	double scale = m == NULL ? 1 : m->scale;

	cell->text = lang_figures(s->arena, s->lang, value * scale, 3);
	/* Nanoseconds in ms: 12 digits are all of them, without the dust that
	 * the product has behind them. */
	cell->raw = scale == 1 || !isfinite(value) ? sheet_raw(s, value) :
	    arena_printf(s->arena, "%.12g", value * scale);
}

const char *
sheet_metric(const struct scope *s, const struct metric *m)
{
	const char *title = lang_text(s->lang, m->title);

	return m->unit == NULL ? title : arena_printf(s->arena, "%s, %s",
	    title, lang_text(s->lang, m->unit));
}

const char *
sheet_metric_raw(const struct scope *s, const struct metric *m)
{
	return m->scale == 1 ? m->name :
	    arena_printf(s->arena, "%s_ms", m->name);
}

const char *
sheet_test(const struct scope *s, const char *id)
{
	const struct results *r = s->in->results;
	const struct plan *plan = s->in->plan;

	if (id == NULL)
		return lang_text(s->lang, "whole-run");
	for (size_t i = 0; i < r->ntests; i++)
		if (strcmp(r->tests[i].id, id) == 0)
			return scope_title(s, r->tests[i].title, id);
	for (size_t i = 0; i < plan->nstages; i++)
		if (plan->stages[i].kind == STAGE_FILL &&
		    strcmp(plan->stages[i].id, id) == 0)
			return lang_text(s->lang, "stage-kind.fill");
	return text_clean(s->arena, id);
}

const char *
sheet_word(const struct scope *s, const char *space, const char *name)
{
	const char *text = lang_find(s->lang,
	    arena_printf(s->arena, "%s.%s", space, name));

	return text != NULL ? text : text_clean(s->arena, name);
}
