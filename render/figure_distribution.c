/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/choice.h"
#include "render/figure_base.h"

#define DISTRIBUTION_HEIGHT_PT 372.0

/* On the logarithmic axis of counts, where there are none. */
#define FOOT 0.6

struct bin {
	uint64_t low_ns, high_ns, count;
};

struct bins {
	size_t count;
	struct bin *items;		/* ascending */
	uint64_t total;
};

/* The steps in hand, by number; from the window's rounds, or from all. */
static bool *
find_steps(const struct scope *s, const struct choice *c, size_t *most_out)
{
	const struct table *t = s->in->cells;
	unsigned first = s->test->window_first, last = s->test->window_last;
	uint64_t most = 0;

	for (size_t row = 0; row < t->nrows; row++)
		if (table_whole(t, row, "step") > most)
			most = table_whole(t, row, "step");
	/* Steps are numbered from 1 and each has a row. */
	if (most > t->nrows)
		most = t->nrows;
	bool *wanted = arena_array(s->arena, most + 1, sizeof(*wanted));
	for (size_t row = 0; row < t->nrows; row++) {
		uint64_t round = table_whole(t, row, "round");
		uint64_t step = table_whole(t, row, "step");

		if (step <= most && (first == 0 ||
		    (round >= first && round <= last)) && choice_has(c, t, row))
			wanted[step] = true;
	}
	*most_out = most;
	return wanted;
}

static int
compare_bins(const void *left, const void *right)
{
	const struct bin *l = left, *r = right;

	return l->low_ns < r->low_ns ? -1 : l->low_ns > r->low_ns;
}

/* Adds up bins that are the same in several steps. */
static void
merge_bins(struct bins *b)
{
	size_t n = 0;

	if (b->count == 0)
		return;
	qsort(b->items, b->count, sizeof(*b->items), compare_bins);
	for (size_t i = 1; i < b->count; i++) {
		if (b->items[i].low_ns == b->items[n].low_ns)
			b->items[n].count += b->items[i].count;
		else
			b->items[++n] = b->items[i];
	}
	b->count = n + 1;
}

/* Whether the point is of records: only such have histograms. */
static bool
is_of_records(const struct table *t)
{
	for (size_t row = 0; t != NULL && row < t->nrows; row++)
		if (table_whole(t, row, "record") > 0)
			return true;
	return false;
}

static struct bins
find_bins(const struct scope *s, const bool *wanted, size_t most,
    const char *op)
{
	struct arena *own = arena_new();
	const struct table *t = input_part(s->in, own, "histograms",
	    s->test->id);
	bool of_records = is_of_records(t);
	struct bins b = {0};

	for (size_t row = 0; t != NULL && row < t->nrows; row++) {
		uint64_t step = table_whole(t, row, "step");

		if ((of_records ? table_whole(t, row, "record") == 0 :
		    step > most || !wanted[step]) ||
		    (strcmp(op, "all") != 0 &&
		    strcmp(table_text(t, row, "op"), op) != 0))
			continue;
		b.items = arena_grow(s->arena, b.items, b.count,
		    sizeof(*b.items));
		b.items[b.count] = (struct bin){
		    table_whole(t, row, "low_ns"),
		    table_whole(t, row, "high_ns"),
		    table_whole(t, row, "count")};
		b.total += b.items[b.count++].count;
	}
	arena_free(own);
	merge_bins(&b);
	return b;
}

/* The outline of the bins, and the same down to the foot of the panel. */
static void
outline(const struct scope *s, const struct bins *b,
    struct chart_series series[2])
{
	double *x = arena_array(s->arena, 4 * b->count, sizeof(*x));
	double *y = arena_array(s->arena, 4 * b->count, sizeof(*y));
	double *foot = arena_array(s->arena, 4 * b->count, sizeof(*foot));
	size_t n = 0;

	for (size_t i = 0; i < b->count; i++) {
		const struct bin *bin = &b->items[i];
		bool before = i > 0 &&
		    b->items[i - 1].high_ns + 1 == bin->low_ns;
		bool behind = i + 1 < b->count &&
		    b->items[i + 1].low_ns == bin->high_ns + 1;
		double low = (double)(bin->low_ns > 0 ? bin->low_ns : 1) / 1e6;
		double high = (double)(bin->high_ns + 1) / 1e6;

		if (!before) {
			x[n] = low;
			y[n++] = FOOT;
		}
		x[n] = low;
		y[n++] = (double)bin->count;
		x[n] = high;
		y[n++] = (double)bin->count;
		if (!behind) {
			x[n] = high;
			y[n++] = FOOT;
		}
	}
	for (size_t i = 0; i < n; i++)
		foot[i] = FOOT;
	series[0] = (struct chart_series){
		.name = lang_text(s->lang, "unit.ios"), .style = CHART_BAND,
		.label = CHART_LABEL_NONE, .x = x, .y = foot, .y2 = y,
		.npoints = n,
	};
	series[1] = series[0];
	series[1].style = CHART_LINE;
	series[1].thin = true;
	series[1].y = y;
}

/* Where a share of all I/Os lies on an axis of nines: 90 % at 1, 99 % at 2. */
static double
nines(double beyond)
{
	return -log10(beyond);
}

/* The last bin holds all I/Os, which has no place among nines: the line ends at
 * the share that only the longest I/O is beyond. */
static struct chart_series
share_series(const struct scope *s, const struct bins *b)
{
	double *x = arena_array(s->arena, b->count + 1, sizeof(*x));
	double *y = arena_array(s->arena, b->count + 1, sizeof(*y));
	uint64_t sum = 0;

	x[0] = (double)(b->items[0].low_ns > 0 ? b->items[0].low_ns : 1) / 1e6;
	y[0] = 0;
	for (size_t i = 0; i < b->count; i++) {
		uint64_t beyond;

		sum += b->items[i].count;
		beyond = b->total - sum;
		x[i + 1] = (double)(b->items[i].high_ns + 1) / 1e6;
		y[i + 1] = nines((double)(beyond > 0 ? beyond : 1) /
		    (double)b->total);
	}
	return (struct chart_series){
		.name = lang_text(s->lang, "unit.percent-of-ios"),
		.style = CHART_LINE, .label = CHART_LABEL_NONE, .solid = true,
		.x = x, .y = y, .npoints = b->count + 1,
	};
}

static struct chart_axis
share_axis(const struct scope *s, const struct bins *b)
{
	static const double beyond[] = {1, 0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-5,
	    1e-6, 1e-7, 1e-8, 1e-9};
	static const int decimals[] = {0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7};
	enum { COUNT = sizeof(beyond) / sizeof(*beyond) };
	struct chart_tick *ticks = arena_array(s->arena, COUNT,
	    sizeof(*ticks));
	double most = nines(1 / (double)b->total);
	size_t n = 0;

	for (size_t i = 0; i < COUNT; i++)
		if (i < 4 || nines(beyond[i]) <= most + 0.05)
			ticks[n++] = (struct chart_tick){nines(beyond[i]),
			    lang_number(s->arena, s->lang,
			    100 - 100 * beyond[i], decimals[i])};
	return (struct chart_axis){.scale = CHART_LINEAR, .nticks = n,
	    .ticks = ticks, .min = 0, .max = fmax(most * 1.05, 2.1),
	    .unit = lang_text(s->lang, "unit.percent-of-ios")};
}

/* Lines at the mean and at those percentiles that the count supports; named in
 * one of the panels. */
static void
add_marks(const struct scope *s, const struct choice *c,
    struct chart_panel *panel, bool named)
{
	static const struct { const char *metric, *label; } marks[] = {
		{"lat_mean", "figure.average"}, {"lat_p999", "mark.p999"},
		{"lat_p9999", "mark.p9999"}, {"lat_p99999", "mark.p99999"},
	};
	const struct table *t = s->in->points;
	int row = choice_row(c, t);
	struct chart_rule *rules = arena_array(s->arena, 4, sizeof(*rules));

	for (size_t i = 0; row != -1 && i < 4; i++) {
		const struct metric *m = metric_find(marks[i].metric,
		    strlen(marks[i].metric));
		double value = table_number(t, (size_t)row, m->column) *
		    m->scale;

		if (!(value > 0) || choice_is_weak(t, (size_t)row, m))
			continue;
		rules[panel->nrules++] = (struct chart_rule){
			.vertical = true, .value = value,
			.colour = i == 0 ? CHART_BLACK : CHART_GREY,
			.dashed = i > 0,
			.label = named ? lang_text(s->lang, marks[i].label) :
			    NULL};
	}
	panel->rules = rules;
}

/* Shares that fewer than ten I/Os are beyond are no percentiles. */
static void
add_weak(const struct scope *s, const struct bins *b,
    struct chart_panel *panel)
{
	struct chart_band *band = arena_alloc(s->arena, sizeof(*band));

	*band = (struct chart_band){
		.from = fmax(nines(fmin(10 / (double)b->total, 1)), 0),
		.to = panel->y.max, .colour = CHART_GREY,
		.label = lang_text(s->lang, "figure.weak"),
	};
	panel->bands = band;
	panel->nbands = 1;
}

static const char *
longest(const struct scope *s, const struct choice *c)
{
	const struct metric *m = metric_find("lat_max", strlen("lat_max"));
	int row = choice_row(c, s->in->points);
	double ms = row == -1 ? NAN : table_number(s->in->points, (size_t)row,
	    m->column) * m->scale;

	return isfinite(ms) ? lang_number(s->arena, s->lang, ms,
	    ms < 1 ? 3 : ms < 100 ? 2 : 0) : "\u2013";
}

static const char *
conditions(const struct scope *s, const struct choice *c,
    const struct bins *b)
{
	return lang_fill(s->arena, s->lang, "figure.of-ios", "conditions",
	    choice_words(s, c, 0), "count",
	    lang_whole(s->arena, s->lang, b->total), "longest",
	    longest(s, c), NULL);
}

struct figure *
figure_make_distribution(const struct scope *s,
    const struct template_block *b, const char *name)
{
	struct choice c;
	size_t most;

	if (choice_make(s, b->op, b->filters, 0, &c) == -1)
		return NULL;
	if (s->track != NULL) {
		c.fixed |= s->track->fixed;
		for (int f = 0; f < NFACTORS; f++)
			if ((s->track->fixed & 1u << f) != 0)
				c.at.value[f] = s->track->at.value[f];
	}
	bool *wanted = find_steps(s, &c, &most);
	struct bins bins = find_bins(s, wanted, most, b->op);
	if (bins.total == 0)
		return NULL;
	struct figure *figure = figure_new(s, b, name,
	    DISTRIBUTION_HEIGHT_PT);
	struct chart *chart = &figure->chart;
	chart->subtitle = figure_subtitle(s, b, conditions(s, &c, &bins));
	chart->x = (struct chart_axis){.scale = CHART_LOG,
	    .title = lang_text(s->lang, "axis.latency"),
	    .min = NAN, .max = NAN};
	chart->npanels = 2;
	struct chart_series *series = arena_array(s->arena, 3,
	    sizeof(*series));
	outline(s, &bins, series);
	series[2] = share_series(s, &bins);
	chart->panels[0] = (struct chart_panel){
		.y = {.scale = CHART_LOG, .min = FOOT, .max = NAN,
		    .unit = series[0].name},
		.share = 0.55, .series = series, .nseries = 2,
	};
	chart->panels[1] = (struct chart_panel){
		.y = share_axis(s, &bins), .share = 0.45,
		.series = &series[2], .nseries = 1,
	};
	add_marks(s, &c, &chart->panels[0], true);
	add_marks(s, &c, &chart->panels[1], false);
	add_weak(s, &bins, &chart->panels[1]);
	return figure;
}
