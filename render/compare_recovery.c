/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/compare_cells.h"
#include "render/compare_charts.h"

/* Cross stimulus recovery: for how long another load is felt by the one behind
 * it. */

/* The points of a drive's test, one each load, in their order. */
struct parts {
	size_t count;
	const struct compare_point **points;
};

static struct parts
find_parts(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *load)
{
	const struct compare_test *t = compare_test_of(d, COMPARE_RECOVERY,
	    load);
	struct parts parts = {.points = arena_array(c->arena, d->npoints + 1,
	    sizeof(*parts.points))};

	for (size_t i = 0; t != NULL && i < d->npoints; i++)
		if (&d->tests[d->points[i].test] == t &&
		    strcmp(d->points[i].op, "all") == 0)
			parts.points[parts.count++] = &d->points[i];
	return parts;
}

/* Bars of the first load that came back: how long until it was what it was.  A
 * drive on which that did not happen, or at once, has none. */
static struct compare_figures
make_bars(const struct compare *c, const struct compare_test *load,
    const char *name)
{
	struct hbar *bars = arena_array(c->arena, c->ndrives + 1,
	    sizeof(*bars));
	size_t count = 0;
	const char *words = "";

	for (size_t i = 0; i < c->ndrives; i++) {
		struct parts parts = find_parts(c, &c->drives[i], load);

		for (size_t k = 0; k < parts.count; k++) {
			const struct compare_point *p = parts.points[k];

			if (!p->is_again || !(p->again_ns > 0))
				continue;
			words = p->words;
			bars[count++] = charts_bar(&c->drives[i],
			    p->again_ns / 60e9, false);
			break;
		}
	}
	struct hbar_group group = charts_group(arena_printf(c->arena,
	    "%s, %s", words, lang_text(c->lang, "unit.min")), COMPARE_MEAN,
	    count, bars);
	return charts_bars(c, name, (struct hbars){
		.title = lang_text(c->lang, "compare.figure.recovery-bars"),
		.subtitle = charts_subtitle(c, compare_load_words(c, load),
		    0),
		.unit = lang_text(c->lang, "unit.min"), .ngroups = count > 0,
		.groups = &group,
	});
}

struct compare_figures
compare_recovery(const struct compare *c, const struct compare_test *load,
    const char *name)
{
	static const enum compare_metric metrics[COMPARE_PANELS] = {
	    COMPARE_MB_S, COMPARE_MEAN, COMPARE_MAX};
	struct compare_figures out = make_bars(c, load, arena_printf(c->arena,
	    "bars-%s", name));
	struct figure *figures[] = {
		compare_records(c, load, name, "compare.figure.recovery",
		    false, metrics),
		compare_records(c, load, arena_printf(c->arena, "%s-fills",
		    name), "compare.figure.recovery-fills", true, metrics),
	};

	for (size_t i = 0; i < 2; i++)
		if (figures[i] != NULL)
			charts_append(c, &out, (struct compare_figures){1,
			    &figures[i]});
	return out;
}

static void
again_cell(const struct compare *c, const struct compare_point *p,
    struct sheet_cell *cell)
{
	if (!isfinite(p->again_ns)) {
		cells_text(cell, NULL);
		return;
	}
	const char *time = p->again_ns > 0 ? lang_duration(c->arena, c->lang,
	    (uint64_t)p->again_ns) : lang_text(c->lang, "compare.at-once");
	cell->raw = p->is_again ? cells_raw(c, p->again_ns / 1e9) : "";
	cell->text = p->is_again ? time : lang_fill(c->arena, c->lang,
	    "compare.not-within", "time", time, NULL);
}

struct sheet *
compare_sheet_recovery(const struct compare *c,
    const struct compare_test *load, const char *name)
{
	static const struct cells_metric columns[] = {
		{COMPARE_MB_S, "unit.mb_s"},
		{COMPARE_MEAN, "compare.column.mean-ms"},
		{COMPARE_P999, "compare.column.p999-ms"},
		{COMPARE_MAX, "compare.column.max-ms"},
	};
	size_t ncolumns = sizeof(columns) / sizeof(*columns);
	struct sheet *s = sheet_of_columns(c->arena, name, ncolumns + 2);
	struct cells_notes notes = {0};

	s->groups_raw = "drive";
	cells_column(c, s, 0, "compare.column.load", "load", SHEET_TEXT);
	cells_metric_heads(c, s, 1, columns, ncolumns);
	cells_column(c, s, ncolumns + 1, "compare.column.again", "again_s",
	    SHEET_RIGHT);
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		struct parts parts = find_parts(c, d, load);

		if (parts.count > 0)
			sheet_add_group(c->arena, s, d->label, d->name);
		for (size_t n = 0; n < parts.count; n++) {
			const struct compare_point *p = parts.points[n];
			struct sheet_cell *cells = sheet_add(c->arena, s);

			cells_text(&cells[0], arena_printf(c->arena, "%u. %s",
			    p->part + 1, p->words));
			cells_metric_values(c, &cells[1], p, columns, ncolumns,
			    true, &notes);
			again_cell(c, p, &cells[ncolumns + 1]);
		}
	}
	s->note = cells_notes_words(c, lang_text(c->lang,
	    "compare.note.recovery"), &notes);
	return s->nrows == 0 ? NULL : s;
}
