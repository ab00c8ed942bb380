/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "render/compare_cells.h"

void
cells_column(const struct compare *c, struct sheet *s, size_t i,
    const char *key, const char *raw, enum sheet_align align)
{
	s->columns[i] = (struct sheet_column){
	    .head = key == NULL ? "" : lang_text(c->lang, key), .raw = raw,
	    .align = align, .share = align == SHEET_TEXT};
}

const char *
cells_raw(const struct compare *c, double value)
{
	char text[UNITS_TEXT];

	return isfinite(value) ? arena_strdup(c->arena,
	    units_format_double(text, sizeof(text), value)) : "";
}

void
cells_number(const struct compare *c, struct sheet_cell *cell, double value,
    double scale)
{
	cell->text = lang_figures(c->arena, c->lang, value * scale, 3);
	cell->raw = cells_raw(c, value);
}

void
cells_text(struct sheet_cell *cell, const char *text)
{
	cell->text = text == NULL ? LANG_UNKNOWN : text;
	cell->raw = text == NULL ? "" : text;
}

static const char *
superscript(struct arena *a, size_t n)
{
	static const char *const digits[] = {"\u2070", "\u00b9", "\u00b2",
	    "\u00b3", "\u2074", "\u2075", "\u2076", "\u2077", "\u2078",
	    "\u2079"};
	const char *text = "";

	for (; n > 0; n /= 10)
		text = arena_printf(a, "%s%s", digits[n % 10], text);
	return text;
}

/* The number of a remark; equal ones have one. */
static size_t
note_number(const struct compare *c, struct cells_notes *n, const char *text)
{
	for (size_t i = 0; i < n->count; i++)
		if (strcmp(n->texts[i], text) == 0)
			return i + 1;
	n->texts = arena_grow(c->arena, n->texts, n->count,
	    sizeof(*n->texts));
	n->texts[n->count++] = text;
	return n->count;
}

const char *
cells_note(const struct compare *c, struct cells_notes *n, const char *text)
{
	return superscript(c->arena, note_number(c, n, text));
}

void
cells_point(const struct compare *c, struct sheet_cell *cell,
    const struct compare_point *p, enum compare_metric m, double scale,
    bool noted, struct cells_notes *n)
{
	if (p == NULL || !isfinite(p->values[m])) {
		cells_text(cell, NULL);
		return;
	}
	cells_number(c, cell, p->values[m], scale);
	if (p->about) {
		cell->text = arena_printf(c->arena, "\u2248%s", cell->text);
		n->about = true;
	}
	if ((p->weak & 1u << m) != 0) {
		cell->tone = SHEET_WEAK;
		n->weak = true;
	}
	n->mib |= m == COMPARE_MB_S && p->mib;
	if (noted && p->note != NULL)
		cell->text = arena_printf(c->arena, "%s%s", cell->text,
		    cells_note(c, n, p->note));
}

void
cells_metric_heads(const struct compare *c, struct sheet *s, size_t first,
    const struct cells_metric *metrics, size_t n)
{
	for (size_t i = 0; i < n; i++)
		cells_column(c, s, first + i, metrics[i].key, compare_metric(
		    metrics[i].metric)->column, SHEET_NUMBER);
}

void
cells_metric_values(const struct compare *c, struct sheet_cell *cells,
    const struct compare_point *p, const struct cells_metric *metrics,
    size_t n, bool noted, struct cells_notes *notes)
{
	for (size_t i = 0; i < n; i++)
		cells_point(c, &cells[i], p, metrics[i].metric, compare_metric(
		    metrics[i].metric)->scale, noted && i == 0, notes);
}

void
cells_sentence(const struct compare *c, const char **text, const char *more)
{
	*text = lang_sentences(c->arena, c->lang, *text, more);
}

const char *
cells_notes_words(const struct compare *c, const char *first,
    const struct cells_notes *n)
{
	const char *text = first;

	for (size_t i = 0; i < n->count; i++)
		cells_sentence(c, &text, arena_printf(c->arena, "%s %s",
		    superscript(c->arena, i + 1), n->texts[i]));
	if (n->mib)
		cells_sentence(c, &text, lang_text(c->lang,
		    "compare.note.mib"));
	if (n->about)
		cells_sentence(c, &text, lang_text(c->lang,
		    "compare.note.about"));
	if (n->weak)
		cells_sentence(c, &text, lang_text(c->lang, "table.weak"));
	return text;
}
