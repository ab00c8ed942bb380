/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/tables.h"
#include "analyze/tsv.h"
#include "base/report.h"
#include "stats/quantile.h"

enum { CELLS, POINTS, WINDOWS, SECONDS, SLICES, HISTOGRAMS, NTABLES };

static const char *const names[NTABLES] = {
	[CELLS] = "cells", [POINTS] = "points", [WINDOWS] = "windows",
	[SECONDS] = "seconds", [SLICES] = "slices",
	[HISTOGRAMS] = "histograms",
};

struct tables {
	struct tsv *table[NTABLES];
	uint64_t *count;		/* scratch: HISTOGRAM_BINS zeros */
};

/* The factors that stand first in the tables; the others come behind. */
static const enum factor first_factors[] = {
	FACTOR_MIX, FACTOR_BLOCK, FACTOR_THREADS, FACTOR_DEPTH,
	FACTOR_PATTERN,
};

#define NFIRST (sizeof(first_factors) / sizeof(first_factors[0]))

static bool
is_first(enum factor f)
{
	for (size_t i = 0; i < NFIRST; i++) {
		if (first_factors[i] == f)
			return true;
	}
	return false;
}

static void
columns(struct tsv *t, const char *const *list)
{
	for (; *list != NULL; list++)
		tsv_column(t, "%s", *list);
}

static void
columns_first_factors(struct tsv *t)
{
	for (size_t i = 0; i < NFIRST; i++)
		tsv_column(t, "%s", factor_column(first_factors[i]));
}

static void
columns_other_factors(struct tsv *t)
{
	for (int f = 0; f < NFACTORS; f++) {
		if (!is_first((enum factor)f))
			tsv_column(t, "%s", factor_column((enum factor)f));
	}
}

static void
columns_percentiles(struct tsv *t, const char *suffix)
{
	for (size_t i = 0; i < NPERCENTILES; i++)
		tsv_column(t, "lat_%s%s_ns", percentiles[i].name, suffix);
}

static void
columns_latency(struct tsv *t)
{
	static const char *const list[] = {
		"lat_mean_ns", "lat_sd_ns", "lat_min_ns", NULL,
	};

	columns(t, list);
	columns_percentiles(t, "");
	tsv_column(t, "lat_max_ns");
}

static void
put_factor(struct tsv *t, const struct factors *f, enum factor factor)
{
	char text[FACTOR_TEXT];

	tsv_text(t, factor_format_cell(factor, f->value[factor], text,
	    sizeof(text)));
}

static void
put_first_factors(struct tsv *t, const struct factors *f, bool known)
{
	for (size_t i = 0; i < NFIRST; i++) {
		if (known)
			put_factor(t, f, first_factors[i]);
		else
			tsv_empty(t);
	}
}

static void
put_other_factors(struct tsv *t, const struct factors *f, bool known)
{
	for (int i = 0; i < NFACTORS; i++) {
		if (is_first((enum factor)i))
			continue;
		if (known)
			put_factor(t, f, (enum factor)i);
		else
			tsv_empty(t);
	}
}

static void
put_whole_if(struct tsv *t, bool known, uint64_t value)
{
	if (known)
		tsv_whole(t, value);
	else
		tsv_empty(t);
}

static void
put_percentiles(struct tsv *t, const struct tally *tally)
{
	for (size_t i = 0; i < NPERCENTILES; i++)
		put_whole_if(t, tally->exact, tally->value_ns[i]);
}

static void
put_latency(struct tsv *t, const struct tally *tally)
{
	bool any = tally->latency.count > 0;

	tsv_number(t, moments_mean(&tally->latency));
	tsv_number(t, moments_sd(&tally->latency));
	put_whole_if(t, any, tally->latency.least);
	put_percentiles(t, tally);
	put_whole_if(t, any, tally->latency.largest);
}

/* Extras of cells and points, behind what DESIGN lists. */
static void
put_support(struct tsv *t, const struct tally *tally)
{
	tsv_whole(t, tally->ramp);
	tsv_whole(t, tally->drained);
	tsv_whole(t, quantile_supported_ppm(tally->latency.count));
}

static const char *const support_columns[] = {
	"ramp", "drained", "lat_supported_ppm", NULL,
};

static void
begin_cells(struct tsv *t)
{
	static const char *const head[] = {
		"test", "round", "step", "record", "op", NULL,
	};
	static const char *const rates[] = {
		"count", "errors", "bytes", "seconds", "iops", "mb_s", NULL,
	};
	static const char *const host[] = {
		"cpu_user", "cpu_sys", "status", "phase", NULL,
	};

	columns(t, head);
	columns_first_factors(t);
	columns(t, rates);
	columns_latency(t);
	columns_other_factors(t);
	columns(t, host);
	columns(t, support_columns);
	tsv_end_row(t);
}

/* Whether an op has a row: "all" always, the others where there was any. */
static bool
has_row(int op, const struct tally *t)
{
	return op == OP_ALL || t->latency.count > 0 || t->failed > 0 ||
	    t->ramp > 0;
}

static const char *
phase_name(const struct plan_phase *phase)
{
	return phase != NULL && phase->id != NULL ? phase->id : "";
}

static const char *
cell_status(const struct cell *c)
{
	if (c->run != NULL)
		return run_status_name(c->run->status);
	return c->done || c->lossy ? "done" : "";
}

/* A row of a step (record 0) or of one of its records. */
static void
add_cell(struct tsv *t, const struct test *test, const struct cell *c,
    size_t record, const struct tally *tally, uint64_t ns, int op)
{
	const struct scan_step *s = c->scan;
	bool has_cpu = c->run != NULL && record == 0;

	tsv_text(t, test->id);
	put_whole_if(t, c->round > 0, c->round);
	tsv_whole(t, s->number);
	tsv_whole(t, record);
	tsv_text(t, test_op_name(op));
	put_first_factors(t, &s->factors, s->has_factors);
	tsv_whole(t, tally->latency.count);
	tsv_whole(t, tally->failed);
	tsv_whole(t, tally->bytes);
	tsv_number(t, test_seconds(ns));
	tsv_number(t, test_iops(tally->latency.count, ns));
	tsv_number(t, test_mb_s(tally->bytes, ns));
	put_latency(t, tally);
	put_other_factors(t, &s->factors, s->has_factors);
	tsv_number(t, has_cpu ? c->run->cpu_user_s : NAN);
	tsv_number(t, has_cpu ? c->run->cpu_sys_s : NAN);
	tsv_text(t, cell_status(c));
	tsv_text(t, phase_name(c->phase));
	put_support(t, tally);
	tsv_end_row(t);
}

static void
add_ops(struct tsv *t, const struct test *test, const struct cell *c,
    size_t record, const struct tally *op, uint64_t ns)
{
	for (int o = 0; o < NOPS; o++) {
		if (has_row(o, &op[o]))
			add_cell(t, test, c, record, &op[o], ns, o);
	}
}

static void
add_cells(struct tsv *t, const struct test *test)
{
	for (size_t i = 0; i < test->ncells; i++) {
		const struct cell *c = &test->cells[i];
		const struct scan_step *s = c->scan;

		add_ops(t, test, c, 0, s->op, test_step_ns(s));
		for (size_t k = 0; k < s->nrecords; k++)
			add_ops(t, test, c, k + 1, s->records[k].op,
			    scan_record_ns(test->scan, s, k));
	}
}

static void
begin_points(struct tsv *t)
{
	static const char *const head[] = {"test", "op", NULL};
	static const char *const rates[] = {
		"rounds", "window_first", "window_last", "steady",
		"count", "errors", "bytes", "seconds", "iops", "mb_s", NULL,
	};
	static const char *const rounds[] = {
		"lat_mean_rounds_ns", "lat_sd_rounds_ns",
		"lat_max_rounds_ns", NULL,
	};

	columns(t, head);
	columns_first_factors(t);
	columns(t, rates);
	columns_latency(t);
	columns_other_factors(t);
	tsv_column(t, "phase");
	columns(t, support_columns);
	columns(t, rounds);
	columns_percentiles(t, "_rounds");
	tsv_end_row(t);
}

static void
put_rounds(struct tsv *t, const struct point_op *r, bool exact)
{
	tsv_number(t, r->lat_mean_ns);
	tsv_number(t, r->lat_sd_ns);
	tsv_number(t, r->lat_max_ns);
	for (size_t i = 0; i < NPERCENTILES; i++)
		tsv_number(t, exact ? r->value_ns[i] : NAN);
}

static void
add_point(struct tsv *t, const struct test *test, const struct point *p,
    int op)
{
	const struct tally *tally = &p->op[op];

	tsv_text(t, test->id);
	tsv_text(t, test_op_name(op));
	put_first_factors(t, &p->factors, true);
	tsv_whole(t, p->rounds);
	put_whole_if(t, test->pool_first > 0, test->pool_first);
	put_whole_if(t, test->pool_first > 0, test->pool_last);
	tsv_text(t, !test->steady_asked ? "" :
	    test->steady_reached ? "yes" : "no");
	tsv_whole(t, tally->latency.count);
	tsv_whole(t, tally->failed);
	tsv_whole(t, tally->bytes);
	tsv_number(t, test_seconds(p->seconds_ns));
	tsv_number(t, p->rates[op].iops);
	tsv_number(t, p->rates[op].mb_s);
	put_latency(t, tally);
	put_other_factors(t, &p->factors, true);
	tsv_text(t, phase_name(p->phase));
	put_support(t, tally);
	put_rounds(t, &p->rates[op], test->exact);
	tsv_end_row(t);
}

static void
add_points(struct tsv *t, const struct test *test)
{
	for (size_t i = 0; i < test->npoints; i++) {
		const struct point *p = &test->points[i];

		if (p->rounds == 0)
			continue;
		for (int op = 0; op < NOPS; op++) {
			if (has_row(op, &p->op[op]))
				add_point(t, test, p, op);
		}
	}
}

static void
begin_windows(struct tsv *t)
{
	static const char *const list[] = {
		"test", "window_first", "window_last", "chosen", "reached",
		"spans_gap", "track", "metric", "op", NULL,
	};
	static const char *const rule[] = {
		"average", "range", "range_allowed", "range_met", "excursion",
		"excursion_allowed", "excursion_met", "slope", "intercept",
		"correlation", NULL,
	};

	columns(t, list);
	columns_first_factors(t);
	columns(t, rule);
	columns_other_factors(t);
	tsv_end_row(t);
}

/* Only the factors that the variable fixes: the others are open. */
static void
put_track_factor(struct tsv *t, const struct result_track *track,
    enum factor f)
{
	if ((track->fixed & 1u << f) != 0)
		put_factor(t, &track->at, f);
	else
		tsv_empty(t);
}

static void
add_window(struct tsv *t, const struct test *test, size_t index, size_t track)
{
	const struct window *w = &test->windows[index];
	const struct result_track *r = &w->tracks[track];

	tsv_text(t, test->id);
	tsv_whole(t, w->first);
	tsv_whole(t, w->last);
	tsv_whole(t, index == test->chosen);
	tsv_whole(t, w->reached);
	tsv_whole(t, w->spans_gap);
	tsv_text(t, r->label);
	tsv_text(t, r->metric);
	tsv_text(t, r->op);
	for (size_t i = 0; i < NFIRST; i++)
		put_track_factor(t, r, first_factors[i]);
	tsv_number(t, r->average);
	tsv_number(t, r->range_measured);
	tsv_number(t, r->range_allowed);
	tsv_whole(t, r->range_met);
	tsv_number(t, r->slope_measured);
	tsv_number(t, r->slope_allowed);
	tsv_whole(t, r->slope_met);
	tsv_number(t, r->slope);
	tsv_number(t, r->intercept);
	tsv_number(t, r->correlation);
	for (int f = 0; f < NFACTORS; f++) {
		if (!is_first((enum factor)f))
			put_track_factor(t, r, (enum factor)f);
	}
	tsv_end_row(t);
}

static void
add_windows(struct tsv *t, const struct test *test)
{
	for (size_t i = 0; i < test->nwindows; i++) {
		for (size_t k = 0; k < test->plan->steady.ntracks; k++)
			add_window(t, test, i, k);
	}
}

static void
begin_seconds(struct tsv *t)
{
	static const char *const list[] = {
		"test", "second", "step", "op", "count", "errors", "bytes",
		"iops", "mb_s", "lat_mean_ns", "lat_sd_ns", "lat_min_ns",
		NULL,
	};

	columns(t, list);
	for (size_t i = 0; i < NPERCENTILES_SECOND; i++)
		tsv_column(t, "lat_%s_ns", percentiles_second[i].name);
	tsv_column(t, "lat_max_ns");
	tsv_column(t, "written_bytes");
	tsv_end_row(t);
}

static void
add_second(struct tsv *t, const struct test *test, uint64_t number, int op,
    const struct scan_second *s, uint64_t written_bytes)
{
	struct moments m = {0};
	uint64_t bytes = 0, failed = 0;
	bool whole = number + 1 < test->scan->nseconds;

	for (int o = 0; o < 2; o++) {
		if (op != OP_ALL && op != o)
			continue;
		moments_merge(&m, &s->latency[o]);
		bytes += s->bytes[o];
		failed += s->failed[o];
	}
	if (op != OP_ALL && m.count == 0 && failed == 0)
		return;
	tsv_text(t, test->id);
	tsv_whole(t, number);
	put_whole_if(t, s->step > 0, s->step);
	tsv_text(t, test_op_name(op));
	tsv_whole(t, m.count);
	tsv_whole(t, failed);
	tsv_whole(t, bytes);
	/* The last second ends somewhere in it: it has no rate. */
	tsv_number(t, whole ? (double)m.count : NAN);
	tsv_number(t, whole ? test_mb_s(bytes, 1000000000u) : NAN);
	tsv_number(t, moments_mean(&m));
	tsv_number(t, moments_sd(&m));
	put_whole_if(t, m.count > 0, m.least);
	for (size_t i = 0; i < NPERCENTILES_SECOND; i++)
		put_whole_if(t, m.count > 0 && s->exact, s->value_ns[op][i]);
	put_whole_if(t, m.count > 0, m.largest);
	tsv_whole(t, written_bytes);
	tsv_end_row(t);
}

static void
add_seconds(struct tsv *t, const struct test *test)
{
	uint64_t written_bytes = 0;

	for (uint64_t i = 0; i < test->scan->nseconds; i++) {
		const struct scan_second *s = &test->scan->seconds[i];

		written_bytes += s->bytes[OP_WRITE];
		for (int op = 0; op < NOPS; op++)
			add_second(t, test, i, op, s, written_bytes);
	}
}

/* A row for each group of bins that is not empty, behind the cells that begin
 * it; the counts are then 0. */
static void
add_bins(struct tsv *t, uint64_t *count, void (*put_head)(struct tsv *t,
    const void *head), const void *head)
{
	for (uint32_t bin = 0; bin < HISTOGRAM_BINS; bin += HISTOGRAM_GROUP) {
		uint64_t sum = 0;

		for (uint32_t i = 0; i < HISTOGRAM_GROUP; i++)
			sum += count[bin + i];
		if (sum == 0)
			continue;
		put_head(t, head);
		tsv_whole(t, histogram_low(bin));
		tsv_whole(t, histogram_high(bin + HISTOGRAM_GROUP - 1));
		tsv_whole(t, sum);
		tsv_end_row(t);
	}
	memset(count, 0, HISTOGRAM_BINS * sizeof(count[0]));
}

static void
begin_slices(struct tsv *t)
{
	static const char *const list[] = {
		"test", "second_first", "second_last", "op", "low_ns",
		"high_ns", "count", NULL,
	};

	columns(t, list);
	tsv_end_row(t);
}

/* What the rows of one op of a slice begin with. */
struct slice_head {
	const char *test;
	uint64_t first, last;		/* seconds */
	int op;
};

static void
put_slice_head(struct tsv *t, const void *head)
{
	const struct slice_head *h = head;

	tsv_text(t, h->test);
	tsv_whole(t, h->first);
	tsv_whole(t, h->last);
	tsv_text(t, test_op_name(h->op));
}

/* More columns than this are no longer seen in a figure. */
#define MOST_SLICES 400

static void
add_slices(struct tsv *t, const struct test *test, uint64_t *count)
{
	const struct scan *s = test->scan;
	/* So many slices of the scan are one here. */
	size_t join = s->nslices / MOST_SLICES + 1;

	for (size_t i = 0; i < s->nslices; i += join) {
		size_t end = i + join < s->nslices ? i + join : s->nslices;
		struct slice_head head = {
			.test = test->id, .first = i * s->slice_seconds,
			.last = end * s->slice_seconds - 1,
		};

		if (head.last >= s->nseconds)
			head.last = s->nseconds - 1;
		for (head.op = 0; head.op < 2; head.op++) {
			for (size_t k = i; k < end; k++)
				packed_unpack(&s->slices[k].histogram[head.op],
				    count);
			add_bins(t, count, put_slice_head, &head);
		}
	}
}

static void
begin_histograms(struct tsv *t)
{
	static const char *const list[] = {
		"test", "round", "step", "record", "op", "low_ns", "high_ns",
		"count", NULL,
	};

	columns(t, list);
	tsv_end_row(t);
}

struct histogram_head {
	const char *test;
	const struct cell *cell;
	size_t record;			/* 0: the whole step */
	int op;
};

static void
put_histogram_head(struct tsv *t, const void *head)
{
	const struct histogram_head *h = head;

	tsv_text(t, h->test);
	put_whole_if(t, h->cell->round > 0, h->cell->round);
	tsv_whole(t, h->cell->scan->number);
	tsv_whole(t, h->record);
	tsv_text(t, test_op_name(h->op));
}

static void
add_histogram(struct tsv *t, struct histogram_head *head,
    const struct tally *op, uint64_t *count)
{
	for (head->op = 0; head->op < 2; head->op++) {
		packed_unpack(&op[head->op].histogram, count);
		add_bins(t, count, put_histogram_head, head);
	}
}

static void
add_histograms(struct tsv *t, const struct test *test, uint64_t *count)
{
	struct histogram_head head = {.test = test->id};

	for (size_t i = 0; i < test->ncells; i++) {
		const struct scan_step *s = test->cells[i].scan;

		head.cell = &test->cells[i];
		head.record = 0;
		add_histogram(t, &head, s->op, count);
		while (head.record++ < s->nrecords) {
			const struct tally *op =
			    s->records[head.record - 1].op;

			/* Only those that the point pools have any. */
			if (op[OP_ALL].histogram.bytes != NULL)
				add_histogram(t, &head, op, count);
		}
	}
}

void
tables_abort(struct tables *t)
{
	if (t == NULL)
		return;
	for (int i = 0; i < NTABLES; i++)
		tsv_abort(t->table[i]);
	free(t->count);
	free(t);
}

struct tables *
tables_open(const char *dir)
{
	static void (*const begin[NTABLES])(struct tsv *t) = {
		[CELLS] = begin_cells, [POINTS] = begin_points,
		[WINDOWS] = begin_windows, [SECONDS] = begin_seconds,
		[SLICES] = begin_slices, [HISTOGRAMS] = begin_histograms,
	};
	struct tables *t = calloc(1, sizeof(*t));

	if (t != NULL)
		t->count = calloc(HISTOGRAM_BINS, sizeof(t->count[0]));
	if (t == NULL || t->count == NULL) {
		warn_errno("%s", dir);
		free(t);
		return NULL;
	}

	for (int i = 0; i < NTABLES; i++) {
		t->table[i] = tsv_open(dir, names[i]);
		if (t->table[i] == NULL) {
			tables_abort(t);
			return NULL;
		}
		begin[i](t->table[i]);
	}
	return t;
}

void
tables_add(struct tables *t, const struct test *test)
{
	add_cells(t->table[CELLS], test);
	add_points(t->table[POINTS], test);
	add_windows(t->table[WINDOWS], test);
	add_seconds(t->table[SECONDS], test);
	add_slices(t->table[SLICES], test, t->count);
	add_histograms(t->table[HISTOGRAMS], test, t->count);
}

void
tables_tell(const struct tables *t, struct arena *a, struct results *r)
{
	r->tables = arena_array(a, NTABLES, sizeof(r->tables[0]));
	r->ntables = NTABLES;
	for (int i = 0; i < NTABLES; i++)
		r->tables[i] = (struct result_table){
			names[i], tsv_rows(t->table[i])
		};
}

int
tables_flush(struct tables *t)
{
	for (int i = 0; i < NTABLES; i++) {
		if (tsv_flush(t->table[i]) == -1)
			return -1;
	}
	return 0;
}

int
tables_close(struct tables *t)
{
	int result = 0;

	for (int i = 0; i < NTABLES; i++) {
		if (tsv_close(t->table[i]) == -1)
			result = -1;
	}
	free(t->count);
	free(t);
	return result;
}
