/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "render/choice.h"
#include "render/figure_base.h"

#define TIME_HEIGHT_PT 372.0

/* More points than this are dots: markers would touch. */
#define MOST_MARKERS 120

/* The records of a test in the order in which they ended; of a test without
 * records, its steps. */
struct records {
	size_t count;
	size_t *rows;			/* of cells.tsv */
	double *x;			/* at the end of each */
};

static bool
has_records(const struct scope *s, const struct choice *c)
{
	const struct table *t = s->in->cells;

	for (size_t row = 0; row < t->nrows; row++)
		if (choice_has(c, t, row) && table_whole(t, row, "record") > 0)
			return true;
	return false;
}

/* The rows of op "write", in the order of the table, and a place in it. */
struct writes {
	size_t count, next;
	size_t *rows;
};

static struct writes
find_writes(const struct scope *s)
{
	const struct table *t = s->in->cells;
	struct choice written = {.test = s->test->id, .op = "write"};
	struct writes w = {.rows = arena_array(s->arena, t->nrows + 1,
	    sizeof(*w.rows))};

	for (size_t row = 0; row < t->nrows; row++)
		if (choice_has(&written, t, row))
			w.rows[w.count++] = row;
	return w;
}

/* GB written in the record of a row; rows are asked for in order. */
static double
written_gb(const struct table *t, struct writes *w, size_t row)
{
	uint64_t step = table_whole(t, row, "step");
	uint64_t record = table_whole(t, row, "record");

	for (; w->next < w->count; w->next++) {
		size_t other = w->rows[w->next];
		uint64_t its_step = table_whole(t, other, "step");
		uint64_t its_record = table_whole(t, other, "record");

		if (its_step == step && its_record == record)
			return table_number(t, other, "bytes") / 1e9;
		if (its_step > step ||
		    (its_step == step && its_record > record))
			break;
	}
	return 0;
}

/* The capacity in GB, for drive fills; NAN if it is not known. */
static double
capacity_gb(const struct scope *s)
{
	const char *text = facts_get(&s->in->run->device, "capacity_bytes");
	uint64_t bytes;
	const char *why;

	if (text == NULL || units_parse_whole(text, 1, UINT64_MAX, &bytes,
	    &why) == -1)
		return NAN;
	return (double)bytes / 1e9;
}

/* When a step began, in minutes since the first of its test; NAN if run.xml does
 * not tell.  Pauses count: the axis is time, not work. */
static double
step_begin(const struct scope *s, uint64_t number)
{
	const struct run_stage *stage = input_run_stage(s->in,
	    s->test->stage);

	for (size_t i = 0; stage != NULL && i < stage->nsteps; i++)
		if (stage->steps[i].number == number)
			return (double)(stage->steps[i].begin_ns -
			    stage->steps[0].begin_ns) / 60e9;
	return NAN;
}

/* Moves '*x' to the end of a row's record, in minutes. */
static void
add_minutes(const struct scope *s, size_t row, uint64_t *step, double *x)
{
	uint64_t number = table_whole(s->in->cells, row, "step");
	double seconds = table_number(s->in->cells, row, "seconds");

	if (number != *step) {
		double begin = step_begin(s, number);

		/* A clock that stood still or was set must not turn back. */
		if (begin > *x)
			*x = begin;
		*step = number;
	}
	*x += isfinite(seconds) ? seconds / 60 : 0;
}

static struct records
find_records(const struct scope *s, const struct choice *c, const char *of)
{
	const struct table *t = s->in->cells;
	struct records r = {
		.rows = arena_array(s->arena, t->nrows + 1, sizeof(*r.rows)),
		.x = arena_array(s->arena, t->nrows + 1, sizeof(*r.x)),
	};
	bool records = has_records(s, c);
	struct writes writes = find_writes(s);
	uint64_t number = 0;
	double x = 0, unit = strcmp(of, "fills") == 0 ? capacity_gb(s) : 1;

	for (size_t row = 0; row < t->nrows; row++) {
		if (!choice_has(c, t, row) ||
		    (table_whole(t, row, "record") > 0) != records)
			continue;
		if (strcmp(of, "minutes") == 0)
			add_minutes(s, row, &number, &x);
		else
			x += written_gb(t, &writes, row) / unit;
		r.rows[r.count] = row;
		r.x[r.count++] = x;
	}
	if (!isfinite(x))
		r.count = 0;
	return r;
}

static struct chart_series
record_series(const struct scope *s, const struct records *r,
    const struct metric *m)
{
	double *y = arena_array(s->arena, r->count, sizeof(*y));

	for (size_t i = 0; i < r->count; i++)
		y[i] = table_number(s->in->cells, r->rows[i], m->column) *
		    m->scale;
	return (struct chart_series){
		.name = lang_text(s->lang, m->title),
		.style = r->count > MOST_MARKERS ? CHART_DOTS :
		    CHART_LINE_POINTS,
		.x = r->x, .y = y, .npoints = r->count,
	};
}

static bool
is_latency(const struct metric *m)
{
	return strncmp(m->name, "lat_", 4) == 0;
}

/* Rates share a panel from zero; latencies have a logarithmic one below. */
static void
add_panel(const struct scope *s, const struct template_block *b,
    const struct records *r, bool latency, struct chart *chart)
{
	struct chart_series *series = NULL;
	const struct metric *first = NULL;
	size_t count = 0;

	for (const char *p = b->metrics; *p != '\0';) {
		size_t length = strcspn(p, " ");
		const struct metric *m = metric_find(p, length);

		p += length + (p[length] == ' ');
		if (m == NULL || is_latency(m) != latency)
			continue;
		series = arena_grow(s->arena, series, count, sizeof(*series));
		series[count] = record_series(s, r, m);
		series[count].colour = (unsigned)count % CHART_NCOLOURS;
		count++;
		if (first == NULL)
			first = m;
	}
	if (count == 0)
		return;
	/* One curve needs no name beside it: the axis has it. */
	if (count == 1)
		series[0].label = CHART_LABEL_NONE;
	chart->panels[chart->npanels++] = (struct chart_panel){
		.y = {.scale = latency ? CHART_LOG : CHART_LINEAR,
		    .min = NAN, .max = NAN, .unit = figure_unit(s, first)},
		.share = latency ? 0.4 : 0.6,
		.series = series, .nseries = count,
	};
}

struct figure *
figure_make_time(const struct scope *s, const struct template_block *b,
    const char *name)
{
	struct choice c = {.test = s->test->id, .op = b->op};
	struct records r = find_records(s, &c, b->of);

	if (r.count == 0 || r.x[r.count - 1] <= 0)
		return NULL;
	struct figure *figure = figure_new(s, b, name, TIME_HEIGHT_PT);
	struct chart *chart = &figure->chart;
	chart->subtitle = figure_subtitle(s, b, choice_words(s, &c, 0));
	chart->x = (struct chart_axis){.title = lang_text(s->lang,
	    arena_printf(s->arena, "axis.%s", b->of)), .min = 0,
	    .max = r.x[r.count - 1],
	    .clock = strcmp(b->of, "minutes") == 0};
	chart->npanels = 0;
	add_panel(s, b, &r, false, chart);
	add_panel(s, b, &r, true, chart);
	if (chart->npanels == 1)
		chart->panels[0].share = 0;
	return chart->npanels == 0 ? NULL : figure;
}
