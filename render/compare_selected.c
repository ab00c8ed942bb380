/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/compare_cells.h"
#include "render/compare_charts.h"

/* Points that a plan chose of others, "most IOPS within 5 ms" and so on: on
 * each drive of its own threads and depth. */

/* More different choices than this are of no plan. */
#define MOST_PARTS 8

static const struct compare_point *
point_at(const struct compare_drive *d, const struct compare_test *load,
    unsigned part)
{
	const struct compare_test *t = compare_test_of(d, COMPARE_SELECTED,
	    load);

	for (size_t i = 0; t != NULL && i < d->npoints; i++)
		if (&d->tests[d->points[i].test] == t &&
		    d->points[i].part == part &&
		    strcmp(d->points[i].op, "all") == 0)
			return &d->points[i];
	return NULL;
}

static const char *
title_words(const struct compare *c, const struct compare_test *load)
{
	return arena_printf(c->arena, "%s, %s", load->title,
	    compare_load_words(c, load));
}

static struct hbar_group
make_group(const struct compare *c, const struct compare_test *load,
    unsigned part, enum compare_metric m)
{
	struct hbar *bars = arena_array(c->arena, c->ndrives + 1,
	    sizeof(*bars));
	const char *words = "";
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_point *p = point_at(&c->drives[i], load,
		    part);

		if (p == NULL || !(p->values[m] > 0) ||
		    (p->weak & 1u << m) != 0)
			continue;
		words = p->words;
		bars[count++] = charts_bar(&c->drives[i], p->values[m] *
		    compare_metric(m)->scale, p->about);
	}
	return charts_group(arena_printf(c->arena, "%s, %s", words,
	    charts_unit(c, m)), m, count, bars);
}

struct compare_figures
compare_selected(const struct compare *c, const struct compare_test *load,
    const char *name)
{
	static const struct { enum compare_metric metric; const char *suffix; }
	bars[] = {
		{COMPARE_IOPS, ""}, {COMPARE_MEAN, "-mean"},
		{COMPARE_P9999, "-p9999"},
	};
	struct compare_figures out = {0};

	for (size_t i = 0; i < sizeof(bars) / sizeof(*bars); i++) {
		enum compare_metric m = bars[i].metric;
		struct hbar_group groups[MOST_PARTS];
		size_t count = 0;

		for (unsigned part = 0; part < MOST_PARTS; part++) {
			groups[count] = make_group(c, load, part, m);
			count += groups[count].nbars > 0;
		}
		charts_append(c, &out, charts_bars(c, arena_printf(c->arena,
		    "%s%s", name, bars[i].suffix), (struct hbars){
			.title = lang_fill(c->arena, c->lang,
			    "compare.figure.selected", "metric",
			    lang_text(c->lang, compare_metric(m)->title),
			    NULL),
			.subtitle = charts_subtitle(c, lang_sentences(
			    c->arena, c->lang, title_words(c, load),
			    lang_text(c->lang, "compare.figure.bars-how")), 0),
			.unit = charts_unit(c, m), .ngroups = count,
			.groups = groups,
		}));
	}
	return out;
}

struct sheet *
compare_sheet_selected(const struct compare *c,
    const struct compare_test *load, const char *name)
{
	static const struct cells_metric columns[] = {
		{COMPARE_IOPS, "metric.iops"},
		{COMPARE_MEAN, "compare.column.mean-ms"},
		{COMPARE_P999, "compare.column.p999-ms"},
		{COMPARE_P9999, "compare.column.p9999-ms"},
		{COMPARE_MAX, "compare.column.max-ms"},
	};
	size_t ncolumns = sizeof(columns) / sizeof(*columns);
	struct sheet *s = sheet_of_columns(c->arena, name, ncolumns + 2);
	struct cells_notes notes = {0};

	s->groups_raw = "drive";
	cells_column(c, s, 0, "compare.column.point", "point", SHEET_TEXT);
	cells_column(c, s, 1, "compare.aspect.queue", "queue", SHEET_RIGHT);
	cells_metric_heads(c, s, 2, columns, ncolumns);
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];

		if (compare_test_of(d, COMPARE_SELECTED, load) != NULL)
			sheet_add_group(c->arena, s, d->label, d->name);
		for (unsigned part = 0; part < MOST_PARTS; part++) {
			const struct compare_point *p = point_at(d, load,
			    part);

			if (p == NULL)
				continue;
			struct sheet_cell *cells = sheet_add(c->arena, s);
			cells_text(&cells[0], p->words);
			cells_text(&cells[1], compare_queue(c, p->given,
			    &p->at));
			cells_metric_values(c, &cells[2], p, columns, ncolumns,
			    true, &notes);
		}
	}
	s->note = cells_notes_words(c, lang_sentences(c->arena, c->lang,
	    title_words(c, load), lang_text(c->lang,
	    "compare.note.selected")), &notes);
	return s->nrows == 0 ? NULL : s;
}
