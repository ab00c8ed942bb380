/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/input.h"
#include "analyze/options.h"
#include "analyze/verb_export.h"
#include "base/report.h"
#include "base/shell.h"
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
"      --test ID     this test alone; hgrm needs it\n"
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
			if (place_out->phase != NULL) {
				warn_msg("--at %s: phase is there twice", text);
				return -1;
			}
			place_out->phase = word + 6;
			continue;
		}
		if (equals != NULL)
			*equals = '\0';
		factor = factor_find(word);
		if (equals != NULL && factor != NFACTORS &&
		    (place_out->fixed & 1u << factor) != 0) {
			warn_msg("--at %s: %s is there twice", text, word);
			return -1;
		}
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
	size_t found = points->nrows, n = 0, nother = 0;

	if (r->at != NULL && read_place(a, r->at, &place) == -1)
		return points->nrows;
	for (size_t row = 0; row < points->nrows; row++) {
		if (strcmp(table_text(points, row, "test"), r->test) != 0 ||
		    !row_is_at(points, row, &place))
			continue;
		nother++;
		if (strcmp(table_text(points, row, "op"), r->op) == 0) {
			found = row;
			n++;
		}
	}
	if (n == 1)
		return found;
	if (n == 0 && nother > 0)
		warn_msg("%s: no I/O at this point of test '%s' is a %s",
		    r->run, r->test, r->op);
	else if (n == 0)
		warn_msg("%s: no point of a test '%s' is there%s%s", r->run,
		    r->test, r->at != NULL ? " at " : "",
		    r->at != NULL ? r->at : "");
	else
		warn_msg("%s: %zu points of test '%s' match: say which with "
		    "--at", r->run, n, r->test);
	return points->nrows;
}

/* The records of a test that have histograms: where the point is of records,
 * these; else none. */
static size_t
find_records(struct arena *a, const struct table *h, const char *test,
    const char ***records_out)
{
	const char **records = NULL;
	size_t n = 0;

	for (size_t row = 0; row < h->nrows; row++) {
		const char *record = table_text(h, row, "record");

		if (strcmp(table_text(h, row, "test"), test) != 0 ||
		    strcmp(record, "0") == 0 ||
		    (n > 0 && strcmp(records[n - 1], record) == 0))
			continue;
		records = arena_grow(a, records, n, sizeof(records[0]));
		records[n++] = record;
	}
	*records_out = records;
	return n;
}

static bool
is_listed(const char *const *records, size_t n, const char *record)
{
	for (size_t i = 0; i < n; i++) {
		if (strcmp(records[i], record) == 0)
			return true;
	}
	return false;
}

/* Whether a row of cells.tsv is of a step that the point pools. */
static bool
is_pooled(const struct table *cells, size_t row, const struct table *points,
    size_t point)
{
	uint64_t round = table_whole(cells, row, "round");
	uint64_t first = table_whole(points, point, "window_first");
	uint64_t last = table_whole(points, point, "window_last");

	return table_whole(cells, row, "record") == 0 &&
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

/* Whether a row of histograms.tsv is of a step or record that the point
 * pools. */
static bool
is_part_of(const struct table *cells, const bool *pooled,
    const struct table *h, size_t at)
{
	const char *step = table_text(h, at, "step");
	const char *record = table_text(h, at, "record");

	for (size_t row = 0; row < cells->nrows; row++) {
		if (pooled[row] &&
		    strcmp(table_text(cells, row, "step"), step) == 0 &&
		    strcmp(table_text(cells, row, "record"), record) == 0)
			return true;
	}
	return false;
}

/* Which rows of cells.tsv, of any op, the point pools. */
static bool *
find_pooled(struct arena *a, const struct table *cells, const struct table *h,
    const struct table *points, size_t point, const char *test)
{
	const char **records;
	size_t n = find_records(a, h, test, &records);
	bool *pooled = arena_array(a, cells->nrows + 1, sizeof(pooled[0]));

	for (size_t row = 0; row < cells->nrows; row++)
		pooled[row] = n == 0 ? is_pooled(cells, row, points, point) :
		    is_listed(records, n, table_text(cells, row, "record")) &&
		    method_same_point(cells, row, points, point);
	return pooled;
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

static uint64_t
sum_cells(const struct table *cells, const bool *pooled,
    const struct request *r)
{
	uint64_t sum = 0;

	for (size_t row = 0; row < cells->nrows; row++) {
		if (pooled[row] &&
		    strcmp(table_text(cells, row, "op"), r->op) == 0)
			sum += table_whole(cells, row, "count");
	}
	return sum;
}

/* Whether so many I/Os in bins are those of the point; says why not. */
static bool
is_distribution(uint64_t binned, const struct table *cells,
    const bool *pooled, const struct table *points, size_t point,
    const struct request *r, struct arena *a)
{
	uint64_t in_cells = sum_cells(cells, pooled, r);
	uint64_t count = table_whole(points, point, "count");

	if (count == 0)
		warn_msg("%s: all %" PRIu64 " I/Os of this point failed",
		    r->run, table_whole(points, point, "errors"));
	else if (binned != in_cells)
		warn_msg("%s: histograms.tsv has %" PRIu64 " I/Os of this "
		    "point, cells.tsv %" PRIu64 ": one of them is not as it "
		    "was written; run again: %s", r->run, binned, in_cells,
		    shell_command(a, "plateau", "analyze", r->run, NULL));
	else if (binned != count)
		warn_msg("%s: the tables do not tell the distribution of this "
		    "point: rounds that are not complete lie between its own",
		    r->run);
	else if (*table_text(points, point, "lat_mean_ns") == '\0' ||
	    *table_text(points, point, "lat_sd_ns") == '\0' ||
	    *table_text(points, point, "lat_max_ns") == '\0')
		warn_msg("%s: points.tsv has no mean, deviation or maximum of "
		    "this point", r->run);
	else
		return true;
	return false;
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
	pooled = find_pooled(a, cells, h, points, point, r->test);
	bins = arena_array(a, h->nrows + 1, sizeof(bins[0]));
	for (size_t row = 0; row < h->nrows; row++) {
		const char *op = table_text(h, row, "op");

		if (strcmp(table_text(h, row, "test"), r->test) != 0 ||
		    (strcmp(r->op, "all") != 0 && strcmp(r->op, op) != 0) ||
		    !is_part_of(cells, pooled, h, row))
			continue;
		bins[n++] = (struct export_bin){
			.low_ns = table_whole(h, row, "low_ns"),
			.high_ns = table_whole(h, row, "high_ns"),
			.count = table_whole(h, row, "count"),
		};
	}
	n = join_bins(bins, n);
	if (!is_distribution(sum_bins(bins, n), cells, pooled, points, point,
	    r, a))
		return OUTCOME_INPUT;
	tell_notes(a, results, r->test);
	export_hgrm(bins, n,
	    table_number(points, point, "lat_mean_ns"),
	    table_number(points, point, "lat_sd_ns"),
	    table_number(points, point, "lat_max_ns"));
	return OUTCOME_DONE;
}

/* Whether there is such a stage; says so if not. */
static bool
has_test(const struct results *results, const struct request *r)
{
	if (r->test == NULL)
		return true;
	for (size_t i = 0; i < results->ntests; i++) {
		if (strcmp(results->tests[i].id, r->test) == 0)
			return true;
	}
	for (size_t i = 0; i < results->nfills; i++) {
		if (strcmp(results->fills[i].id, r->test) == 0)
			return true;
	}
	warn_msg("%s: no results of a test '%s'", r->run, r->test);
	return false;
}

static void
keep_test(struct table *t, const char *test)
{
	size_t kept = 0;

	for (size_t row = 0; row < t->nrows; row++) {
		if (strcmp(table_text(t, row, "test"), test) == 0)
			t->rows[kept++] = t->rows[row];
	}
	t->nrows = kept;
}

static int
print_export(struct arena *a, const void *request)
{
	const struct request *r = request;
	const struct results *results = load_results(a, r->run);
	bool is_csv = strcmp(r->as, "csv") == 0;
	struct table *table;

	if (results == NULL || !has_test(results, r))
		return OUTCOME_INPUT;
	table = is_csv ? results_table(a, results, r->run, r->table != NULL ?
	    r->table : "points") : results_points(a, results, r->run);
	if (table == NULL)
		return OUTCOME_INPUT;
	if (r->test != NULL)
		keep_test(table, r->test);
	if (strcmp(r->as, "hgrm") == 0)
		return print_hgrm(a, results, table, r);
	if (is_csv) {
		tell_notes(a, results, r->test);
		export_csv(table);
	} else {
		export_json(a, table, results, r->test, r->method);
	}
	return OUTCOME_DONE;
}

/* Whether the form and what goes with it are known; says what is not. */
static int
check_form(const struct request *r)
{
	bool is_hgrm = strcmp(r->as, "hgrm") == 0;
	bool is_csv = strcmp(r->as, "csv") == 0;

	if (!is_hgrm && !is_csv && strcmp(r->as, "json") != 0)
		warn_msg("--as %s: expected json, csv or hgrm", r->as);
	else if (is_hgrm && r->test == NULL)
		warn_msg("--as hgrm needs --test");
	else if (!is_hgrm && (r->at != NULL || r->op != NULL))
		warn_msg("--at and --op go with --as hgrm");
	else if (!is_csv && r->table != NULL)
		warn_msg("--table goes with --as csv");
	else if (r->op != NULL && strcmp(r->op, "read") != 0 &&
	    strcmp(r->op, "write") != 0 && strcmp(r->op, "all") != 0)
		warn_msg("--op %s: expected read, write or all", r->op);
	else
		return 0;
	return -1;
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

	*r = (struct request){0};
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
	if (check_form(r) == -1)
		return -1;
	if (r->op == NULL)
		r->op = "all";
	r->run = argv[first];
	return method_find(method, &r->method);
}

int
verb_export(int argc, char **argv)
{
	struct request r;

	return verb_print(argc, argv, &r, read_request, print_export);
}
