/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/input.h"
#include "analyze/label.h"
#include "analyze/method.h"
#include "analyze/options.h"
#include "analyze/sheet.h"
#include "analyze/verb_table.h"
#include "base/report.h"
#include "model/results.h"

static const char usage[] =
"usage: plateau table RUN --test ID [OPTION...]\n"
"Prints the table of a test that a review shows.\n"
"\n"
"      --test ID        the test, such as iops\n"
"      --as FORM        md (Markdown, the default), tsv or html\n"
"      --metric METRIC  iops, mb_s, mib_s or latency; by default latency\n"
"                       where one I/O was in flight, mb_s where access is\n"
"                       sequential, iops else\n"
"      --method METHOD  latencies over the pooled I/Os (pooled), or as\n"
"                       published: means of the rounds' values (rounds), of\n"
"                       the reads' and the writes' value (read-write)\n"
"      --help           print this\n";

/* What is asked for. */
struct request {
	const char *run, *test, *as, *metric;
	enum method method;
};

/* The rows of points.tsv of the test and op "all". */
struct selection {
	struct arena *arena;
	const struct table *points;
	size_t n;
	size_t *rows;
	struct factors *factors;	/* factors[n] */
};

static struct factors
row_factors(const struct table *t, size_t row)
{
	struct factors f = factor_defaults();
	const char *why;

	for (int i = 0; i < NFACTORS; i++)
		factor_parse_cell((enum factor)i, table_text(t, row,
		    factor_column((enum factor)i)), &f.value[i], &why);
	return f;
}

static void
select_rows(struct selection *s, const char *test)
{
	for (size_t row = 0; row < s->points->nrows; row++) {
		if (strcmp(table_text(s->points, row, "test"), test) != 0 ||
		    strcmp(table_text(s->points, row, "op"), "all") != 0)
			continue;
		s->rows = arena_grow(s->arena, s->rows, s->n,
		    sizeof(s->rows[0]));
		s->factors = arena_grow(s->arena, s->factors, s->n,
		    sizeof(s->factors[0]));
		s->rows[s->n] = row;
		s->factors[s->n++] = row_factors(s->points, row);
	}
}

static int
compare_values(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The values of a factor in the selection, ascending. */
static size_t
values_of(const struct selection *s, enum factor f, int64_t **values_out)
{
	int64_t *values = arena_array(s->arena, s->n + 1, sizeof(values[0]));
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		values[i] = s->factors[i].value[f];
	qsort(values, s->n, sizeof(values[0]), compare_values);
	for (size_t i = 0; i < s->n; i++) {
		if (n == 0 || values[n - 1] != values[i])
			values[n++] = values[i];
	}
	*values_out = values;
	return n;
}

static uint32_t
varying(const struct selection *s)
{
	uint32_t which = 0;
	int64_t *values;

	for (int f = 0; f < NFACTORS; f++) {
		if (values_of(s, (enum factor)f, &values) > 1)
			which |= 1u << f;
	}
	return which;
}

/* The metrics but for latency: a column of points.tsv, times 'scale'. */
static const struct rate {
	const char *metric, *name, *column;
	double scale;
	int decimals;
} rates[] = {
	{"iops", "IOPS", "iops", 1, 0},
	{"mb_s", "MB/s", "mb_s", 1, 1},
	{"mib_s", "MiB/s", "mb_s", 1e6 / (1 << 20), 1},
};

/* NULL for latency. */
static const struct rate *
find_rate(const char *metric)
{
	for (size_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
		if (strcmp(rates[i].metric, metric) == 0)
			return &rates[i];
	}
	return NULL;
}

static const char *
format_cell(struct arena *a, double value, int decimals)
{
	return isfinite(value) ? arena_printf(a, "%.*f", decimals, value) : "";
}

static const char *
rate_cell(const struct selection *s, size_t i, const struct rate *rate)
{
	return format_cell(s->arena, rate->scale * table_number(s->points,
	    s->rows[i], rate->column), rate->decimals);
}

static const char *
factor_text(struct arena *a, enum factor f, int64_t value)
{
	char text[FACTOR_TEXT];

	return arena_strdup(a, factor_format(f, value, text, sizeof(text)));
}

/* Blocks down, mixes across from writes to reads, as the PTS prints it. */
static struct sheet *
make_matrix(const struct selection *s, const struct rate *rate)
{
	int64_t *mixes, *blocks;
	size_t nmixes = values_of(s, FACTOR_MIX, &mixes);
	size_t nblocks = values_of(s, FACTOR_BLOCK, &blocks);
	struct sheet *sheet = sheet_new(s->arena, rate->name, nblocks + 1,
	    nmixes + 1);

	sheet_set(sheet, 0, 0, "block \\ R/W");
	for (size_t m = 0; m < nmixes; m++)
		sheet_set(sheet, 0, m + 1, factor_text(s->arena, FACTOR_MIX,
		    mixes[m]));
	for (size_t b = 0; b < nblocks; b++)
		sheet_set(sheet, b + 1, 0, factor_text(s->arena, FACTOR_BLOCK,
		    blocks[b]));
	for (size_t i = 0; i < s->n; i++) {
		const int64_t *v = s->factors[i].value;
		size_t b = 0, m = 0;

		while (blocks[b] != v[FACTOR_BLOCK])
			b++;
		while (mixes[m] != v[FACTOR_MIX])
			m++;
		sheet_set(sheet, b + 1, m + 1, rate_cell(s, i, rate));
	}
	return sheet;
}

/* Phases may be of the same factors. */
static const char *
point_label(const struct selection *s, size_t i)
{
	const char *phase = table_text(s->points, s->rows[i], "phase");
	uint32_t which = varying(s);
	const char *label;

	if (which == 0)
		which = 1u << FACTOR_BLOCK | 1u << FACTOR_MIX;
	label = label_factors(s->arena, &s->factors[i], which);
	if (*phase == '\0')
		return label;
	return arena_printf(s->arena, "%s: %s", phase, label);
}

static struct sheet *
make_list(const struct selection *s, const struct rate *rate)
{
	struct sheet *sheet = sheet_new(s->arena, rate->name, s->n + 1, 2);

	sheet_set(sheet, 0, 0, "point");
	sheet_set(sheet, 0, 1, rate->name);
	for (size_t i = 0; i < s->n; i++) {
		sheet_set(sheet, i + 1, 0, point_label(s, i));
		sheet_set(sheet, i + 1, 1, rate_cell(s, i, rate));
	}
	return sheet;
}

static const struct {
	const char *head, *column;
	uint32_t ppm;			/* 0: no percentile */
} latency_rows[] = {
	{"mean", "lat_mean_ns", 0},
	{"99 %", "lat_p99_ns", 990000},
	{"99.9 %", "lat_p999_ns", 999000},
	{"99.99 %", "lat_p9999_ns", 999900},
	{"99.999 %", "lat_p99999_ns", 999990},
	{"maximum", "lat_max_ns", 0},
	{"deviation", "lat_sd_ns", 0},
};

#define NLATENCY_ROWS (sizeof(latency_rows) / sizeof(latency_rows[0]))

/* More points than this stand below one another. */
#define MOST_COLUMNS 12

/* Points across, as reviews print it, or down. */
static struct sheet *
make_latency(const struct selection *s, enum method method)
{
	bool across = s->n <= MOST_COLUMNS;
	size_t down = across ? NLATENCY_ROWS : s->n;
	struct sheet *sheet = sheet_new(s->arena, "Latency, us", down + 1,
	    (across ? s->n : NLATENCY_ROWS) + 1);

	sheet_set(sheet, 0, 0, "us");
	for (size_t r = 0; r < NLATENCY_ROWS; r++)
		sheet_set(sheet, across ? r + 1 : 0, across ? 0 : r + 1,
		    latency_rows[r].head);
	for (size_t i = 0; i < s->n; i++) {
		uint32_t support = method_supported_ppm(s->points, s->rows[i],
		    method);

		sheet_set(sheet, across ? 0 : i + 1, across ? i + 1 : 0,
		    point_label(s, i));
		for (size_t r = 0; r < NLATENCY_ROWS; r++) {
			const char *text = format_cell(s->arena,
			    method_value(s->arena, s->points, s->rows[i],
			    latency_rows[r].column, method) / 1000, 1);

			if (latency_rows[r].ppm > support) {
				text = arena_printf(s->arena, "%s*", text);
				sheet_note(sheet, "* fewer than ten I/Os "
				    "took longer");
			}
			sheet_set(sheet, across ? r + 1 : i + 1,
			    across ? i + 1 : r + 1, text);
		}
	}
	if (method_note(method) != NULL)
		sheet_note(sheet, method_note(method));
	return sheet;
}

static const char *
default_metric(const struct selection *s)
{
	bool alone = true, sequential = true;

	for (size_t i = 0; i < s->n; i++) {
		const int64_t *v = s->factors[i].value;

		alone = alone && v[FACTOR_THREADS] * v[FACTOR_DEPTH] == 1;
		sequential = sequential &&
		    v[FACTOR_PATTERN] != PATTERN_RANDOM;
	}
	return alone ? "latency" : sequential ? "mb_s" : "iops";
}

static struct sheet *
make_sheet(const struct selection *s, const char *metric, enum method method)
{
	const uint32_t both = 1u << FACTOR_MIX | 1u << FACTOR_BLOCK;
	const struct rate *rate = find_rate(metric);
	struct sheet *sheet;

	if (rate == NULL)
		sheet = make_latency(s, method);
	else if (varying(s) == both)
		sheet = make_matrix(s, rate);
	else
		sheet = make_list(s, rate);
	if (strcmp(table_text(s->points, s->rows[0], "steady"), "no") == 0)
		sheet_note(sheet, "Steady state was not reached.");
	return sheet;
}

/* Whether all I/Os of the points failed; says so. */
static bool
have_all_failed(const struct selection *s, const struct request *r)
{
	uint64_t errors = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (table_whole(s->points, s->rows[i], "count") > 0)
			return false;
		errors += table_whole(s->points, s->rows[i], "errors");
	}
	warn_msg("%s: no results of test '%s': all %" PRIu64 " I/Os failed",
	    r->run, r->test, errors);
	return true;
}

static void
note_failed(const struct selection *s, struct sheet *sheet)
{
	for (size_t i = 0; i < s->n; i++) {
		uint64_t errors = table_whole(s->points, s->rows[i], "errors");

		if (table_whole(s->points, s->rows[i], "count") == 0)
			sheet_note(sheet, arena_printf(s->arena,
			    "%s: all %" PRIu64 " I/Os failed.",
			    point_label(s, i), errors));
	}
}

static int
print_table(struct arena *a, const void *request)
{
	const struct request *r = request;
	struct selection s = {.arena = a};
	const struct results *results = load_results(a, r->run);
	const char *metric = r->metric;
	const char **notes;
	size_t nnotes;
	struct sheet *sheet;

	if (results == NULL)
		return OUTCOME_INPUT;
	nnotes = results_notes(a, results, r->test, &notes);
	s.points = results_points(a, results, r->run);
	if (s.points == NULL)
		return OUTCOME_INPUT;
	select_rows(&s, r->test);
	if (s.n == 0) {
		warn_msg("%s: no results of a test '%s'", r->run, r->test);
		return OUTCOME_INPUT;
	}
	if (have_all_failed(&s, r))
		return OUTCOME_INPUT;
	if (metric == NULL)
		metric = default_metric(&s);
	sheet = make_sheet(&s, metric, r->method);
	note_failed(&s, sheet);
	for (size_t i = 0; i < nnotes; i++)
		sheet_note(sheet, notes[i]);
	if (sheet_print(sheet, r->as) == -1) {
		warn_msg("--as %s: expected md, tsv or html", r->as);
		return OUTCOME_INPUT;
	}
	return OUTCOME_DONE;
}

/* As options_read(). */
static int
read_request(int argc, char **argv, void *request)
{
	struct request *r = request;
	const char *method = NULL;
	const struct option_row rows[] = {
		{"test", 0, &r->test, NULL}, {"as", 0, &r->as, NULL},
		{"metric", 0, &r->metric, NULL},
		{"method", 0, &method, NULL}, {NULL, 0, NULL, NULL},
	};
	int first, result;

	*r = (struct request){.as = "md"};
	result = options_read(argc, argv, rows, usage, &first);
	if (result != 0)
		return result;
	if (argc - first != 1 || r->test == NULL) {
		warn_msg("one run and --test are needed (see --help)");
		return -1;
	}
	r->run = argv[first];
	if (r->metric != NULL && find_rate(r->metric) == NULL &&
	    strcmp(r->metric, "latency") != 0) {
		warn_msg("--metric %s: expected iops, mb_s, mib_s or latency",
		    r->metric);
		return -1;
	}
	return method_find(method, &r->method);
}

int
verb_table(int argc, char **argv)
{
	struct request r;

	return verb_print(argc, argv, &r, read_request, print_table);
}
