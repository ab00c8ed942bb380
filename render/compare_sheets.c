/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "render/compare_cells.h"

struct sheet *
compare_sheet_iops(const struct compare *c, const struct compare_setting *s)
{
	int64_t *mixes, *blocks;
	size_t nmixes = compare_values(c, NULL, s, FACTOR_MIX, COMPARE_IOPS,
	    &mixes);
	struct cells_notes notes = {0};

	if (nmixes == 0)
		return NULL;
	struct sheet *sheet = sheet_of_columns(c->arena, "iops", nmixes + 1);
	sheet->groups_raw = "drive";
	cells_column(c, sheet, 0, "axis.block", "block_bytes", SHEET_HEAD);
	sheet->spanner = lang_text(c->lang, "axis.mix");
	sheet->span_first = 1;
	for (size_t k = 0; k < nmixes; k++)
		sheet->columns[k + 1] = (struct sheet_column){
		    .head = compare_mix(c, mixes[k]),
		    .raw = compare_mix(c, mixes[k]), .align = SHEET_NUMBER};
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		size_t nblocks = compare_values(c, d, s, FACTOR_BLOCK,
		    COMPARE_IOPS, &blocks);

		nblocks = compare_add_untold(c, d, s, COMPARE_IOPS, nblocks,
		    &blocks);
		if (nblocks > 0)
			sheet_add_group(c->arena, sheet, d->label, d->name);
		for (size_t n = 0; n < nblocks; n++) {
			struct sheet_cell *cells = sheet_add(c->arena, sheet);

			cells[0].text = compare_block_row(c, blocks[n]);
			cells[0].raw = compare_block_cell(c, blocks[n]);
			for (size_t k = 0; k < nmixes; k++)
				cells_point(c, &cells[k + 1], compare_find(d, s,
				    blocks[n], mixes[k], "all"), COMPARE_IOPS,
				    1, true, &notes);
		}
	}
	if (sheet->nrows == 0)
		return NULL;
	sheet->note = cells_notes_words(c, arena_printf(c->arena, "%s, %s",
	    lang_text(c->lang, "metric.iops"), compare_setting_words(c, s)),
	    &notes);
	return sheet;
}

/* A column for each block size and mix that any drive has, small blocks first,
 * at most as many as a page is wide. */
#define MOST_PLACES 9
struct places {
	size_t count, ndropped;
	struct { int64_t block, mix; } items[MOST_PLACES];
};

static struct places
find_places(const struct compare *c, const struct compare_setting *s,
    enum compare_metric m)
{
	struct places p = {0};
	int64_t *mixes, *blocks;
	size_t nblocks = compare_values(c, NULL, s, FACTOR_BLOCK, m, &blocks);
	size_t nmixes = compare_values(c, NULL, s, FACTOR_MIX, m, &mixes);

	nblocks = compare_add_untold(c, NULL, s, m, nblocks, &blocks);
	for (size_t i = 0; i < nblocks; i++)
		for (size_t k = nmixes; k-- > 0;) {
			bool any = false;

			for (size_t n = 0; n < c->ndrives; n++) {
				const struct compare_point *point =
				    compare_find(&c->drives[n], s, blocks[i],
				    mixes[k], "all");

				any |= point != NULL &&
				    isfinite(point->values[m]);
			}
			if (!any)
				continue;
			if (p.count == MOST_PLACES) {
				p.ndropped++;
				continue;
			}
			p.items[p.count].block = blocks[i];
			p.items[p.count++].mix = mixes[k];
		}
	return p;
}

static void
set_places(const struct compare *c, struct sheet *sheet, size_t first,
    const struct places *p)
{
	for (size_t k = 0; k < p->count; k++)
		sheet->columns[first + k] = (struct sheet_column){
		    .head = arena_printf(c->arena, "%s %s", compare_block(c,
		    p->items[k].block), compare_mix(c, p->items[k].mix)),
		    .raw = arena_printf(c->arena, "%s_%s",
		    compare_block_cell(c, p->items[k].block),
		    compare_mix(c, p->items[k].mix)),
		    .align = SHEET_NUMBER};
}

static const char *
dropped_words(const struct compare *c, const struct places *p)
{
	return p->ndropped == 0 ? NULL : lang_fill(c->arena, c->lang,
	    "compare.note.dropped", "count", lang_whole(c->arena, c->lang,
	    p->ndropped), NULL);
}

struct sheet *
compare_sheet_latency(const struct compare *c,
    const struct compare_setting *s)
{
	static const struct { enum compare_metric metric; const char *key,
	    *raw; } rows[] = {
		{COMPARE_MEAN, "compare.row.mean", "lat_mean_ns"},
		{COMPARE_P99, "compare.row.p99", "lat_p99_ns"},
		{COMPARE_P999, "compare.row.p999", "lat_p999_ns"},
		{COMPARE_P9999, "compare.row.p9999", "lat_p9999_ns"},
		{COMPARE_MAX, "compare.row.max", "lat_max_ns"},
	};
	struct places p = find_places(c, s, COMPARE_MEAN);
	struct places most = find_places(c, s, COMPARE_MAX);
	struct cells_notes notes = {0};

	if (p.count == 0)
		p = most;
	if (p.count == 0)
		return NULL;
	struct sheet *sheet = sheet_of_columns(c->arena, "latency",
	    p.count + 1);
	sheet->groups_raw = "drive";
	cells_column(c, sheet, 0, "compare.column.latency-us", "metric",
	    SHEET_HEAD);
	set_places(c, sheet, 1, &p);
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		bool headed = false;

		for (size_t n = 0; n < sizeof(rows) / sizeof(*rows); n++) {
			const struct compare_point *points[MOST_PLACES];
			bool any = false;

			for (size_t k = 0; k < p.count; k++) {
				points[k] = compare_find(d, s,
				    p.items[k].block, p.items[k].mix, "all");
				any |= points[k] != NULL && isfinite(
				    points[k]->values[rows[n].metric]);
			}
			if (!any)
				continue;
			if (!headed)
				sheet_add_group(c->arena, sheet, d->label,
				    d->name);
			headed = true;
			struct sheet_cell *cells = sheet_add(c->arena, sheet);
			cells[0].text = lang_text(c->lang, rows[n].key);
			cells[0].raw = rows[n].raw;
			for (size_t k = 0; k < p.count; k++)
				cells_point(c, &cells[k + 1], points[k],
				    rows[n].metric, 1e-3, rows[n].metric ==
				    COMPARE_P999, &notes);
		}
	}
	if (sheet->nrows == 0)
		return NULL;
	const char *first = lang_text(c->lang, "compare.note.latency");
	cells_sentence(c, &first, dropped_words(c, &p));
	sheet->note = cells_notes_words(c, first, &notes);
	return sheet;
}

struct sheet *
compare_sheet_throughput(const struct compare *c,
    const struct compare_setting *s)
{
	struct places p = find_places(c, s, COMPARE_MB_S);
	struct cells_notes notes = {0};

	if (p.count == 0)
		return NULL;
	struct sheet *sheet = sheet_of_columns(c->arena, "throughput",
	    p.count + 1);
	sheet->groups_raw = "unit";
	cells_column(c, sheet, 0, "compare.column.drive", "drive", SHEET_TEXT);
	set_places(c, sheet, 1, &p);
	for (int unit = 0; unit < 2; unit++) {
		sheet_add_group(c->arena, sheet, lang_text(c->lang,
		    unit == 0 ? "compare.unit.mb" : "compare.unit.mib"),
		    unit == 0 ? "mb_s" : "mib_s");
		for (size_t i = 0; i < c->ndrives; i++) {
			const struct compare_drive *d = &c->drives[i];
			double scale = unit == 0 ? 1 : 1e6 / 1048576;
			bool any = false;

			for (size_t k = 0; k < p.count; k++)
				any |= compare_find(d, s, p.items[k].block,
				    p.items[k].mix, "all") != NULL;
			if (!any)
				continue;
			struct sheet_cell *cells = sheet_add(c->arena, sheet);
			cells_text(&cells[0], d->label);
			cells[0].raw = d->name;
			for (size_t k = 0; k < p.count; k++) {
				const struct compare_point *point =
				    compare_find(d, s, p.items[k].block,
				    p.items[k].mix, "all");

				cells_point(c, &cells[k + 1], point,
				    COMPARE_MB_S, scale, true, &notes);
				if (point != NULL)
					cells[k + 1].raw = cells_raw(c,
					    point->values[COMPARE_MB_S] *
					    scale);
			}
		}
	}
	const char *first = compare_setting_words(c, s);
	cells_sentence(c, &first, dropped_words(c, &p));
	sheet->note = cells_notes_words(c, first, &notes);
	return sheet;
}

/* A drive with more points than this has a report of its own for them. */
#define MOST_OTHERS 12

static bool
is_other(const struct compare_drive *d, const struct compare_point *p,
    const struct compare_setting *s)
{
	static const struct compare_setting one = {.kind = COMPARE_RANDOM,
	    .outstanding = 1, .queues = true};

	return d->tests[p->test].kind == COMPARE_RANDOM &&
	    !d->tests[p->test].queues && strcmp(p->op, "all") == 0 &&
	    !compare_fits(d, p, s) && !compare_fits(d, p, &one);
}

struct sheet *
compare_sheet_others(const struct compare *c, const struct compare_setting *s)
{
	static const struct cells_metric columns[] = {
		{COMPARE_IOPS, "metric.iops"},
		{COMPARE_MEAN, "compare.column.mean-ms"},
		{COMPARE_P999, "compare.column.p999-ms"},
		{COMPARE_MAX, "compare.column.max-ms"},
		{COMPARE_SD, "compare.column.sd-ms"},
	};
	struct sheet *sheet = sheet_of_columns(c->arena, "other-loads", 7);
	struct cells_notes notes = {0};

	cells_column(c, sheet, 0, "compare.column.drive", "drive", SHEET_TEXT);
	cells_column(c, sheet, 1, "compare.column.load", "load", SHEET_TEXT);
	cells_metric_heads(c, sheet, 2, columns, 5);
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		size_t count = 0;

		for (size_t k = 0; k < d->npoints; k++)
			count += is_other(d, &d->points[k], s);
		for (size_t k = 0; k < d->npoints && count <= MOST_OTHERS;
		    k++) {
			const struct compare_point *p = &d->points[k];

			if (!is_other(d, p, s))
				continue;
			struct sheet_cell *cells = sheet_add(c->arena, sheet);
			cells_text(&cells[0], d->label);
			cells[0].raw = d->name;
			cells_text(&cells[1], arena_printf(c->arena,
			    "%s, R/W %s, %s", compare_block(c,
			    compare_known(p->given, FACTOR_BLOCK) ?
			    p->at.value[FACTOR_BLOCK] : COMPARE_UNTOLD),
			    compare_mix(c, p->at.value[FACTOR_MIX]),
			    compare_queue(c, p->given, &p->at)));
			cells_metric_values(c, &cells[2], p, columns, 5, true,
			    &notes);
		}
	}
	sheet->note = cells_notes_words(c, lang_text(c->lang,
	    "compare.note.others"), &notes);
	return sheet->nrows == 0 ? NULL : sheet;
}

struct sheet *
compare_sheet_saturation(const struct compare *c)
{
	struct sheet *s = sheet_of_columns(c->arena, "saturation", 5);
	struct cells_notes notes = {0};

	cells_column(c, s, 0, "compare.column.drive", "drive", SHEET_TEXT);
	cells_column(c, s, 1, "compare.column.load", "load", SHEET_TEXT);
	cells_column(c, s, 2, "compare.column.begin", "begin_iops",
	    SHEET_NUMBER);
	cells_column(c, s, 3, "compare.column.end", "end_iops", SHEET_NUMBER);
	cells_column(c, s, 4, "compare.column.kept", "end_percent",
	    SHEET_NUMBER);
	s->columns[1].share = 1.6;
	for (size_t i = 0; i < c->ndrives; i++)
		for (size_t k = 0; k < c->drives[i].ntests; k++) {
			const struct compare_drive *d = &c->drives[i];
			const struct compare_test *t = &d->tests[k];
			struct compare_point p = {.about = t->begin_about};

			if (t->kind != COMPARE_SATURATION)
				continue;
			struct sheet_cell *cells = sheet_add(c->arena, s);
			cells_text(&cells[0], d->label);
			cells[0].raw = d->name;
			cells_text(&cells[1], arena_printf(c->arena, "%s: %s",
			    t->title, compare_load_words(c, t)));
			p.values[COMPARE_IOPS] = t->begin_iops;
			cells_point(c, &cells[2], &p, COMPARE_IOPS, 1, false,
			    &notes);
			p.about = t->end_about;
			p.values[COMPARE_IOPS] = t->end_iops;
			cells_point(c, &cells[3], &p, COMPARE_IOPS, 1, false,
			    &notes);
			p.about = t->begin_about || t->end_about;
			p.values[COMPARE_IOPS] = 100 * t->end_iops /
			    t->begin_iops;
			cells_point(c, &cells[4], &p, COMPARE_IOPS, 1, false,
			    &notes);
		}
	s->note = cells_notes_words(c, lang_text(c->lang,
	    "compare.note.saturation"), &notes);
	return s->nrows == 0 ? NULL : s;
}
