/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/choice.h"
#include "render/sheet_base.h"
#include "render/text_clean.h"

/* What the steps of a phase did together. */
struct phase_sum {
	size_t nsteps;
	double seconds, count, bytes;
	double latency_ns;		/* the sum of all I/Os' */
	double most_ns;
	double end_mb_s;		/* of its last whole record, or step */
};

/* Adds a row of cells.tsv: of a whole step, or of a record. */
static void
add_row(struct phase_sum *p, const struct table *t, size_t row,
    double record_seconds)
{
	double seconds = table_number(t, row, "seconds");
	double count = table_number(t, row, "count");

	/* The last record may be no more than the end of a drain. */
	if (table_whole(t, row, "record") > 0) {
		if (seconds > record_seconds / 2)
			p->end_mb_s = table_number(t, row, "mb_s");
		return;
	}
	if (!isfinite(seconds) || !isfinite(count) || !(count > 0))
		return;
	p->nsteps++;
	p->seconds += seconds;
	p->count += count;
	p->bytes += table_number(t, row, "bytes");
	p->latency_ns += count * table_number(t, row, "lat_mean_ns");
	p->most_ns = fmax(p->most_ns, table_number(t, row, "lat_max_ns"));
	if (record_seconds == 0)
		p->end_mb_s = table_number(t, row, "mb_s");
}

static struct phase_sum *
sum_phases(const struct scope *s)
{
	const struct table *t = s->in->cells;
	struct choice c = {.test = s->test->id, .op = "all"};
	struct phase_sum *sums = arena_array(s->arena, s->stage->nphases,
	    sizeof(*sums));

	for (size_t row = 0; row < t->nrows; row++) {
		int phase;

		if (choice_has(&c, t, row) && (phase = input_phase(s->stage,
		    table_whole(t, row, "step"))) != -1)
			add_row(&sums[phase], t, row,
			    (double)s->stage->record_ns / 1e9);
	}
	return sums;
}

static void
set_metric(const struct scope *s, struct sheet_cell *cell, const char *metric,
    double value)
{
	sheet_set_value(s, cell, metric_find(metric, strlen(metric)), value);
}

static void
add_phase(const struct scope *s, struct sheet *sheet,
    const struct plan_phase *phase, const struct phase_sum *p)
{
	struct sheet_cell *cells = sheet_add(s->arena, sheet);

	cells[0].text = scope_phase_title(s, phase);
	cells[0].raw = phase->id;
	cells[1].text = lang_duration(s->arena, s->lang,
	    (uint64_t)(p->seconds * 1e9));
	cells[1].raw = sheet_raw(s, p->seconds);
	set_metric(s, &cells[2], "iops", p->count / p->seconds);
	set_metric(s, &cells[3], "mb_s", p->bytes / p->seconds / 1e6);
	set_metric(s, &cells[4], "mb_s", p->end_mb_s);
	set_metric(s, &cells[5], "lat_mean", p->latency_ns / p->count);
	set_metric(s, &cells[6], "lat_max", p->most_ns);
}

struct sheet *
sheet_make_phases(const struct scope *s, const char *name)
{
	static const struct { const char *key, *raw; } columns[] = {
		{"column.time", "seconds"}, {"column.iops", "iops"},
		{"column.mb_s", "mb_s"}, {"column.end", "end_mb_s"},
		{"column.lat_mean", "lat_mean_ms"},
		{"column.lat_max", "lat_max_ms"},
	};
	struct sheet *sheet = sheet_of_columns(s->arena, name, 7);

	if (s->stage == NULL || s->stage->nphases == 0)
		return NULL;
	sheet_set_column(s, sheet, 0, "column.phase", "phase", SHEET_TEXT);
	for (size_t i = 0; i < 6; i++)
		sheet_set_column(s, sheet, i + 1, columns[i].key,
		    columns[i].raw, i == 0 ? SHEET_RIGHT : SHEET_NUMBER);
	struct phase_sum *sums = sum_phases(s);
	for (size_t i = 0; i < s->stage->nphases; i++)
		if (sums[i].nsteps > 0)
			add_phase(s, sheet, &s->stage->phases[i], &sums[i]);
	sheet->note = lang_text(s->lang, "table.phases-note");
	return sheet->nrows == 0 ? NULL : sheet;
}
