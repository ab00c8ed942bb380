/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/compare_cells.h"

/* As printed: whole, or with the digits that there are. */
static const char *
percent(const struct compare *c, double value)
{
	return lang_number(c->arena, c->lang, value, value == floor(value) ?
	    0 : 1);
}

static const char *
drive_name(const struct published *p, const char *id)
{
	for (size_t i = 0; i < p->ndrives; i++)
		if (strcmp(p->drives[i].id, id) == 0)
			return p->drives[i].name;
	return id;
}

struct sheet *
compare_sheet_relations(const struct compare *c)
{
	struct sheet *s = sheet_of_columns(c->arena, "relations", 5);
	struct cells_notes notes = {0};

	cells_column(c, s, 0, "compare.column.drive", "drive", SHEET_TEXT);
	cells_column(c, s, 1, "compare.column.percent", "percent", SHEET_RIGHT);
	cells_column(c, s, 2, "compare.column.of", "of", SHEET_TEXT);
	cells_column(c, s, 3, "compare.column.load", "load", SHEET_TEXT);
	cells_column(c, s, 4, "compare.column.source", "source", SHEET_TEXT);
	s->columns[3].share = 1.8;
	for (size_t i = 0; i < c->nsources; i++) {
		const struct published *p = c->sources[i];

		for (size_t k = 0; k < p->nrelations; k++) {
			const struct published_relation *r = &p->relations[k];
			struct sheet_cell *cells = sheet_add(c->arena, s);
			const char *least = percent(c, r->least);

			cells_text(&cells[0], drive_name(p, r->drive));
			cells_text(&cells[1], r->most > r->least ? arena_printf(
			    c->arena, "%s \u2013 %s", least, percent(c,
			    r->most)) : least);
			if (r->note != NULL)
				cells[1].text = arena_printf(c->arena, "%s%s",
				    cells[1].text, cells_note(c,
				    &notes, r->note));
			cells_text(&cells[2], drive_name(p, r->of));
			cells_text(&cells[3], r->text);
			cells_text(&cells[4], p->author);
		}
	}
	s->note = cells_notes_words(c, lang_text(c->lang,
	    "compare.note.relations"), &notes);
	return s->nrows == 0 ? NULL : s;
}
