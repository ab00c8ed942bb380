/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/input.h"
#include "analyze/options.h"
#include "analyze/verb_export.h"
#include "base/report.h"
#include "model/factor.h"
#include "model/results.h"

static const char usage[] =
"usage: plateau export RUN --as json|csv|hgrm [OPTION...]\n"
"Prints results for other programs.\n"
"\n"
"      --as FORM     json: all points, key names as fio's; csv: one table;\n"
"                    hgrm: the distribution of one point, in us, for the\n"
"                    plotters of HdrHistogram\n"
"      --table NAME  csv: which of the tables in results/ (points)\n"
"      --test ID     hgrm: the test\n"
"      --at FACTORS  hgrm: the point, such as \"mix=0/100 block=4KiB\", or\n"
"                    \"phase=state-1\"\n"
"      --op OP       hgrm: read, write or all (all)\n"
"      --method NAME json: latencies over the pooled I/Os (pooled), or as\n"
"                    published: means of the rounds' values (rounds), of the\n"
"                    reads' and the writes' value (read-write)\n"
"      --help        print this\n";

struct request {
	const char *run, *as, *table, *test, *at, *op;
	enum method method;
};

/* A point, told by some of its factors and its phase. */
struct place {
	const char *phase;		/* NULL: any */
	struct factors at;
	uint32_t fixed;
};

/* Reads "mix=0/100 block=4KiB phase=state-1". */
static int
read_place(struct arena *a, const char *text, struct place *place_out)
{
	char *rest = arena_strdup(a, text), *word;
	const char *why = "no such factor";

	while ((word = strsep(&rest, " ,")) != NULL) {
		char *equals = strchr(word, '=');
		enum factor factor;

		if (*word == '\0')
			continue;
		if (strncmp(word, "phase=", 6) == 0) {
			place_out->phase = word + 6;
			continue;
		}
		if (equals != NULL)
			*equals = '\0';
		factor = factor_find(word);
		if (equals == NULL || factor == NFACTORS ||
		    factor_parse(factor, equals + 1,
		    &place_out->at.value[factor], &why) == -1) {
			warn_msg("--at %s: %s: %s", text, word, why);
			return -1;
		}
		place_out->fixed |= 1u << factor;
	}
	return 0;
}

static bool
row_is_at(const struct table *t, size_t row, const struct place *place)
{
	if (place->phase != NULL &&
	    strcmp(table_text(t, row, "phase"), place->phase) != 0)
		return false;
	for (int i = 0; i < NFACTORS; i++) {
		int64_t value;
		const char *why;

		if ((place->fixed & 1u << i) == 0)
			continue;
		if (factor_parse_cell((enum factor)i, table_text(t, row,
		    factor_column((enum factor)i)), &value, &why) == -1 ||
		    value != place->at.value[i])
			return false;
	}
	return true;
}

/* The one row of points.tsv that is asked for; its number of rows if there is
 * none or more than one, which is printed. */
static size_t
find_point(struct arena *a, const struct table *points,
    const struct request *r)
{
	struct place place = {.at = factor_defaults()};
	size_t found = points->nrows, n = 0;

	if (r->at != NULL && read_place(a, r->at, &place) == -1)
		return points->nrows;
	for (size_t row = 0; row < points->nrows; row++) {
		if (strcmp(table_text(points, row, "test"), r->test) == 0 &&
		    strcmp(table_text(points, row, "op"), r->op) == 0 &&
		    row_is_at(points, row, &place)) {
			found = row;
			n++;
		}
	}
	if (n == 1)
		return found;
	if (n == 0)
		warn_msg("%s: no point of a test '%s' is there%s%s", r->run,
		    r->test, r->at != NULL ? " at " : "",
		    r->at != NULL ? r->at : "");
	else
		warn_msg("%s: %zu points of test '%s' match: say which with "
		    "--at", r->run, n, r->test);
	return points->nrows;
}

/* Whether a row of cells.tsv is a step that the point pools. */
static bool
is_pooled(const struct table *cells, size_t row, const struct table *points,
    size_t point)
{
	uint64_t round = table_whole(cells, row, "round");
	uint64_t first = table_whole(points, point, "window_first");
	uint64_t last = table_whole(points, point, "window_last");

	return strcmp(table_text(cells, row, "op"), "all") == 0 &&
	    table_whole(cells, row, "record") == 0 &&
	    strcmp(table_text(cells, row, "status"), "done") == 0 &&
	    (first == 0 || (round >= first && round <= last)) &&
	    method_same_point(cells, row, points, point);
}

static int
compare_bins(const void *a, const void *b)
{
	const struct export_bin *x = a, *y = b;

	return (x->low_ns > y->low_ns) - (x->low_ns < y->low_ns);
}

static uint64_t
sum_bins(const struct export_bin *bins, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += bins[i].count;
	return sum;
}

/* Adds up bins that are the same; they are sorted. */
static size_t
join_bins(struct export_bin *bins, size_t n)
{
	size_t joined = 0;

	qsort(bins, n, sizeof(bins[0]), compare_bins);
	for (size_t i = 0; i < n; i++) {
		if (joined > 0 && bins[joined - 1].low_ns == bins[i].low_ns)
			bins[joined - 1].count += bins[i].count;
		else
			bins[joined++] = bins[i];
	}
	return joined;
}

static bool
is_step_of(const struct table *cells, const bool *pooled, const char *step)
{
	for (size_t row = 0; row < cells->nrows; row++) {
		if (pooled[row] &&
		    strcmp(table_text(cells, row, "step"), step) == 0)
			return true;
	}
	return false;
}

/* Forms that have no room for notes have them on standard error. */
static void
tell_notes(struct arena *a, const struct results *results, const char *test)
{
	const char **notes;
	size_t n = results_notes(a, results, test, &notes);

	for (size_t i = 0; i < n; i++)
		warn_msg("%s", notes[i]);
}

static int
print_hgrm(struct arena *a, const struct results *results,
    const struct table *points, const struct request *r)
{
	const struct table *cells = results_table(a, results, r->run, "cells");
	const struct table *h = results_table(a, results, r->run,
	    "histograms");
	size_t point = find_point(a, points, r), n = 0;
	struct export_bin *bins;
	bool *pooled;

	if (cells == NULL || h == NULL || point == points->nrows)
		return OUTCOME_INPUT;
	pooled = arena_array(a, cells->nrows + 1, sizeof(pooled[0]));
	for (size_t row = 0; row < cells->nrows; row++)
		pooled[row] = is_pooled(cells, row, points, point);
	bins = arena_array(a, h->nrows + 1, sizeof(bins[0]));
	for (size_t row = 0; row < h->nrows; row++) {
		const char *op = table_text(h, row, "op");

		if (strcmp(table_text(h, row, "test"), r->test) != 0 ||
		    (strcmp(r->op, "all") != 0 && strcmp(r->op, op) != 0) ||
		    !is_step_of(cells, pooled, table_text(h, row, "step")))
			continue;
		bins[n++] = (struct export_bin){
			.low_ns = table_whole(h, row, "low_ns"),
			.high_ns = table_whole(h, row, "high_ns"),
			.count = table_whole(h, row, "count"),
		};
	}
	n = join_bins(bins, n);
	if (sum_bins(bins, n) != table_whole(points, point, "count")) {
		warn_msg("%s: the tables do not tell the distribution of this "
		    "point: rounds that are not complete lie between its own",
		    r->run);
		return OUTCOME_INPUT;
	}
	tell_notes(a, results, r->test);
	export_hgrm(bins, n,
	    table_number(points, point, "lat_mean_ns"),
	    table_number(points, point, "lat_sd_ns"),
	    table_number(points, point, "lat_max_ns"));
	return OUTCOME_DONE;
}

static int
print_export(struct arena *a, const void *request)
{
	const struct request *r = request;
	const struct results *results = load_results(a, r->run);
	const struct table *points = results == NULL ? NULL :
	    results_table(a, results, r->run, "points");
	const struct table *table = points;

	if (points == NULL)
		return OUTCOME_INPUT;
	if (strcmp(r->as, "csv") == 0) {
		if (r->table != NULL)
			table = results_table(a, results, r->run, r->table);
		if (table == NULL)
			return OUTCOME_INPUT;
		tell_notes(a, results, NULL);
		export_csv(table);
		return OUTCOME_DONE;
	}
	if (strcmp(r->as, "json") == 0) {
		export_json(a, points, results, r->method);
		return OUTCOME_DONE;
	}
	if (strcmp(r->as, "hgrm") == 0 && r->test != NULL)
		return print_hgrm(a, results, points, r);
	warn_msg(strcmp(r->as, "hgrm") == 0 ? "--as hgrm needs --test" :
	    "--as: expected json, csv or hgrm");
	return OUTCOME_INPUT;
}

/* As options_read(). */
static int
read_request(int argc, char **argv, void *request)
{
	struct request *r = request;
	const char *method = NULL;
	const struct option_row rows[] = {
		{"as", 0, &r->as, NULL}, {"table", 0, &r->table, NULL},
		{"test", 0, &r->test, NULL}, {"at", 0, &r->at, NULL},
		{"op", 0, &r->op, NULL}, {"method", 0, &method, NULL},
		{NULL, 0, NULL, NULL},
	};
	int first, result;

	*r = (struct request){.op = "all"};
	result = options_read(argc, argv, rows, usage, &first);
	if (result != 0)
		return result;
	if (argc - first != 1 || r->as == NULL) {
		warn_msg("one run and --as are needed (see --help)");
		return -1;
	}
	if (r->table != NULL && strchr(r->table, '/') != NULL) {
		warn_msg("--table %s: the name of a table, such as cells",
		    r->table);
		return -1;
	}
	if (method != NULL && strcmp(r->as, "json") != 0) {
		warn_msg("--method goes with --as json: the tables hold all "
		    "of them");
		return -1;
	}
	r->run = argv[first];
	return method_find(method, &r->method);
}

int
verb_export(int argc, char **argv)
{
	struct request r;

	return verb_print(argc, argv, &r, read_request, print_export);
}
