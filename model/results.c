/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/report.h"
#include "base/shell.h"
#include "base/units.h"
#include "model/results.h"
#include "model/xmlread.h"
#include "model/xmlwrite.h"

static const struct xmlread_kind results_document = {
	.root = "results",
	.ns = "urn:plateau:results:1",
	.grammar = "schema/results.rng",
	.max_bytes = (size_t)32 << 20,
};

static const char *const metrics[] = {"iops", "mb_s", "lat_mean", NULL};
static const char *const ops[] = {"read", "write", "all", NULL};
static const char *const verdicts[] = {
	[CHECK_PASS] = "pass",
	[CHECK_WARN] = "warn",
	[CHECK_FAIL] = "fail",
	NULL
};

static const struct xmlfield results_fields[] = {
	XMLFIELD("tool", FIELD_TEXT, struct results, tool,
	    .fallback = "unknown"),
	XMLFIELD("run_uuid", FIELD_TEXT, struct results, run_uuid,
	    .fallback = "unknown"),
	{.name = NULL}
};

static const struct xmlfield test_fields[] = {
	XMLFIELD("stage", FIELD_WHOLE32, struct result_test, stage,
	    .required = true, .least = 1),
	XMLFIELD("id", FIELD_NAME, struct result_test, id, .required = true),
	XMLFIELD("title", FIELD_TEXT, struct result_test, title),
	XMLFIELD("rounds", FIELD_WHOLE32, struct result_test, rounds),
	XMLFIELD("window_first", FIELD_WHOLE32, struct result_test,
	    window_first),
	XMLFIELD("window_last", FIELD_WHOLE32, struct result_test,
	    window_last),
	XMLFIELD("steady_asked", FIELD_BOOL, struct result_test, steady_asked,
	    .required = true),
	XMLFIELD("steady_reached", FIELD_BOOL, struct result_test,
	    steady_reached, .required = true),
	XMLFIELD("issued", FIELD_WHOLE, struct result_test, issued),
	XMLFIELD("logged", FIELD_WHOLE, struct result_test, logged),
	XMLFIELD("analysed", FIELD_WHOLE, struct result_test, analysed),
	XMLFIELD("in_ramp", FIELD_WHOLE, struct result_test, in_ramp),
	XMLFIELD("errors", FIELD_WHOLE, struct result_test, errors),
	XMLFIELD("drained", FIELD_WHOLE, struct result_test, drained),
	{.name = NULL}
};

static const struct xmlfield fill_fields[] = {
	XMLFIELD("stage", FIELD_WHOLE32, struct result_fill, stage,
	    .required = true, .least = 1),
	XMLFIELD("id", FIELD_NAME, struct result_fill, id, .required = true),
	XMLFIELD("issued", FIELD_WHOLE, struct result_fill, issued),
	XMLFIELD("logged", FIELD_WHOLE, struct result_fill, logged),
	XMLFIELD("analysed", FIELD_WHOLE, struct result_fill, analysed),
	XMLFIELD("in_ramp", FIELD_WHOLE, struct result_fill, in_ramp),
	XMLFIELD("errors", FIELD_WHOLE, struct result_fill, errors),
	XMLFIELD("drained", FIELD_WHOLE, struct result_fill, drained),
	{.name = NULL}
};

static const struct xmlfield track_fields[] = {
	XMLFIELD("metric", FIELD_WORD, struct result_track, metric,
	    .words = metrics, .required = true),
	XMLFIELD("op", FIELD_WORD, struct result_track, op, .words = ops,
	    .required = true),
	XMLFIELD("label", FIELD_TEXT, struct result_track, label),
	XMLFIELD("average", FIELD_SIGNED, struct result_track, average),
	XMLFIELD("range_allowed", FIELD_SIGNED, struct result_track,
	    range_allowed),
	XMLFIELD("range_measured", FIELD_SIGNED, struct result_track,
	    range_measured),
	XMLFIELD("range_met", FIELD_BOOL, struct result_track, range_met,
	    .required = true),
	XMLFIELD("slope_allowed", FIELD_SIGNED, struct result_track,
	    slope_allowed),
	XMLFIELD("slope_measured", FIELD_SIGNED, struct result_track,
	    slope_measured),
	XMLFIELD("slope_met", FIELD_BOOL, struct result_track, slope_met,
	    .required = true),
	XMLFIELD("slope", FIELD_SIGNED, struct result_track, slope),
	XMLFIELD("intercept", FIELD_SIGNED, struct result_track, intercept),
	XMLFIELD("correlation", FIELD_SIGNED, struct result_track,
	    correlation),
	{.name = NULL}
};

static const struct xmlfield check_fields[] = {
	XMLFIELD("name", FIELD_NAME, struct result_check, name,
	    .required = true),
	XMLFIELD("test", FIELD_NAME, struct result_check, test),
	XMLFIELD("verdict", FIELD_CHOICE, struct result_check, verdict,
	    .words = verdicts, .required = true),
	XMLFIELD("text", FIELD_TEXT, struct result_check, text,
	    .fallback = "no words"),
	{.name = NULL}
};

static const struct xmlfield deviation_fields[] = {
	XMLFIELD("key", FIELD_NAME, struct result_deviation, key,
	    .required = true),
	XMLFIELD("test", FIELD_NAME, struct result_deviation, test),
	XMLFIELD("text", FIELD_TEXT, struct result_deviation, text,
	    .fallback = "no words"),
	{.name = NULL}
};

static const struct xmlfield finding_fields[] = {
	XMLFIELD("key", FIELD_NAME, struct result_finding, key,
	    .required = true),
	XMLFIELD("test", FIELD_NAME, struct result_finding, test),
	XMLFIELD("phase", FIELD_NAME, struct result_finding, phase),
	XMLFIELD("text", FIELD_TEXT, struct result_finding, text,
	    .fallback = "no words"),
	{.name = NULL}
};

static const struct xmlfield value_fields[] = {
	XMLFIELD("name", FIELD_NAME, struct result_value, name,
	    .required = true),
	XMLFIELD("value", FIELD_SIGNED, struct result_value, value),
	{.name = NULL}
};

static const struct xmlfield table_fields[] = {
	XMLFIELD("name", FIELD_NAME, struct result_table, name,
	    .required = true),
	XMLFIELD("rows", FIELD_WHOLE, struct result_table, rows,
	    .required = true),
	{.name = NULL}
};

/* ----------------------------------------------------------------- reading */

static void
read_track(struct xmlread *x, xmlNode *node, void *context)
{
	struct result_test *test = context;

	test->tracks = arena_grow(xmlread_arena(x), test->tracks,
	    test->ntracks, sizeof(test->tracks[0]));
	struct result_track *track = &test->tracks[test->ntracks++];
	/* A number that was left out is not known. */
	*track = (struct result_track){
		.at = factor_defaults(),
		.average = NAN,
		.range_allowed = NAN, .range_measured = NAN,
		.slope_allowed = NAN, .slope_measured = NAN,
		.slope = NAN, .intercept = NAN,
		.correlation = NAN,
	};
	struct xmlfactors factors = {
		XMLFACTORS_ALL, &track->at, &track->fixed
	};
	xmlread_attributes(x, node, track_fields, track, &factors);
	xmlread_children(x, node, NULL, NULL);
	if (track->label == NULL)
		track->label = track->metric;
}

static void
read_test(struct xmlread *x, xmlNode *node, void *context)
{
	static const struct xmlread_child children[] = {
		{.name = "track", .read = read_track},
		{.name = NULL}
	};
	struct results *r = context;

	r->tests = arena_grow(xmlread_arena(x), r->tests, r->ntests,
	    sizeof(r->tests[0]));
	struct result_test *test = &r->tests[r->ntests++];
	xmlread_attributes(x, node, test_fields, test, NULL);
	xmlread_children(x, node, children, test);
	if (test->title == NULL)
		test->title = test->id;
	if (test->window_first > test->window_last)
		xmlread_mistake(x, xmlread_attribute_line(node,
		    "window_first"), "<test> window_first=\"%u\" is behind "
		    "window_last=\"%u\"", test->window_first,
		    test->window_last);
}

static void
read_fill(struct xmlread *x, xmlNode *node, void *context)
{
	struct results *r = context;

	r->fills = arena_grow(xmlread_arena(x), r->fills, r->nfills,
	    sizeof(r->fills[0]));
	xmlread_attributes(x, node, fill_fields, &r->fills[r->nfills++], NULL);
	xmlread_children(x, node, NULL, NULL);
}

static void
read_check(struct xmlread *x, xmlNode *node, void *context)
{
	struct results *r = context;

	r->checks = arena_grow(xmlread_arena(x), r->checks, r->nchecks,
	    sizeof(r->checks[0]));
	xmlread_attributes(x, node, check_fields, &r->checks[r->nchecks++],
	    NULL);
	xmlread_children(x, node, NULL, NULL);
}

static void
read_deviation(struct xmlread *x, xmlNode *node, void *context)
{
	struct results *r = context;

	r->deviations = arena_grow(xmlread_arena(x), r->deviations,
	    r->ndeviations, sizeof(r->deviations[0]));
	xmlread_attributes(x, node, deviation_fields,
	    &r->deviations[r->ndeviations++], NULL);
	xmlread_children(x, node, NULL, NULL);
}

static void
read_value(struct xmlread *x, xmlNode *node, void *context)
{
	struct result_finding *f = context;

	f->values = arena_grow(xmlread_arena(x), f->values, f->nvalues,
	    sizeof(f->values[0]));
	f->values[f->nvalues] = (struct result_value){.value = NAN};
	xmlread_attributes(x, node, value_fields, &f->values[f->nvalues++],
	    NULL);
	xmlread_children(x, node, NULL, NULL);
}

static void
read_finding(struct xmlread *x, xmlNode *node, void *context)
{
	static const struct xmlread_child children[] = {
		{.name = "value", .read = read_value},
		{.name = NULL}
	};
	struct results *r = context;

	r->findings = arena_grow(xmlread_arena(x), r->findings, r->nfindings,
	    sizeof(r->findings[0]));
	struct result_finding *f = &r->findings[r->nfindings++];
	f->at = factor_defaults();
	struct xmlfactors factors = {XMLFACTORS_ALL, &f->at, &f->fixed};
	xmlread_attributes(x, node, finding_fields, f, &factors);
	xmlread_children(x, node, children, f);
}

static void
read_table(struct xmlread *x, xmlNode *node, void *context)
{
	struct results *r = context;

	r->tables = arena_grow(xmlread_arena(x), r->tables, r->ntables,
	    sizeof(r->tables[0]));
	xmlread_attributes(x, node, table_fields, &r->tables[r->ntables++],
	    NULL);
	xmlread_children(x, node, NULL, NULL);
}

struct results *
results_load(struct arena *a, const char *dir)
{
	static const struct xmlread_child children[] = {
		{.name = "fill", .read = read_fill},
		{.name = "test", .read = read_test},
		{.name = "check", .read = read_check},
		{.name = "deviation", .read = read_deviation},
		{.name = "finding", .read = read_finding},
		{.name = "table", .read = read_table},
		{.name = NULL}
	};
	struct xmlread *x = xmlread_open(a,
	    arena_printf(a, "%s/results/results.xml", dir), &results_document);

	if (x == NULL)
		return NULL;
	struct results *r = arena_alloc(a, sizeof(*r));
	xmlread_attributes(x, xmlread_root(x), results_fields, r, NULL);
	xmlread_children(x, xmlread_root(x), children, r);
	return xmlread_close(x) == 0 ? r : NULL;
}

struct results *
results_of_run(struct arena *a, const char *dir, const struct run *run)
{
	struct results *r;

	if (!file_exists(arena_printf(a, "%s/results/results.xml", dir))) {
		warn_msg("%s: no results yet; first run: %s", dir,
		    shell_command(a, "plateau", "analyze", dir, NULL));
		return NULL;
	}
	r = results_load(a, dir);
	if (r != NULL && run != NULL && run->uuid != NULL &&
	    strcmp(r->run_uuid, run->uuid) != 0) {
		warn_msg("%s: results/ belongs to the run %s, run.xml is %s; "
		    "run again: %s", dir, r->run_uuid, run->uuid,
		    shell_command(a, "plateau", "analyze", dir, NULL));
		return NULL;
	}
	return r;
}

bool
results_is_simulated(const struct results *r)
{
	for (size_t i = 0; i < r->ndeviations; i++) {
		if (strcmp(r->deviations[i].key, "simulated") == 0)
			return true;
	}
	return false;
}

/* ----------------------------------------------------------------- writing */

static void
write_test(struct xmlwrite *w, const struct result_test *test)
{
	xmlwrite_begin(w, "test");
	xmlwrite_attributes(w, test_fields, test);
	for (size_t i = 0; i < test->ntracks; i++) {
		const struct result_track *track = &test->tracks[i];

		xmlwrite_begin(w, "track");
		xmlwrite_attributes(w, track_fields, track);
		xmlwrite_factors(w, track->fixed, &track->at);
		xmlwrite_end(w);
	}
	xmlwrite_end(w);
}

static void
write_finding(struct xmlwrite *w, const struct result_finding *f)
{
	xmlwrite_begin(w, "finding");
	xmlwrite_attributes(w, finding_fields, f);
	xmlwrite_factors(w, f->fixed, &f->at);
	for (size_t i = 0; i < f->nvalues; i++) {
		xmlwrite_begin(w, "value");
		xmlwrite_attributes(w, value_fields, &f->values[i]);
		xmlwrite_end(w);
	}
	xmlwrite_end(w);
}

struct file_replace *
results_prepare(const struct results *r, const char *dir)
{
	struct arena *scratch = arena_new();
	struct xmlwrite *w = xmlwrite_open("results", results_document.ns);
	struct file_replace *file = NULL;

	if (w == NULL)
		goto done;
	xmlwrite_attributes(w, results_fields, r);
	for (size_t i = 0; i < r->nfills; i++) {
		xmlwrite_begin(w, "fill");
		xmlwrite_attributes(w, fill_fields, &r->fills[i]);
		xmlwrite_end(w);
	}
	for (size_t i = 0; i < r->ntests; i++)
		write_test(w, &r->tests[i]);
	for (size_t i = 0; i < r->nchecks; i++) {
		xmlwrite_begin(w, "check");
		xmlwrite_attributes(w, check_fields, &r->checks[i]);
		xmlwrite_end(w);
	}
	for (size_t i = 0; i < r->ndeviations; i++) {
		xmlwrite_begin(w, "deviation");
		xmlwrite_attributes(w, deviation_fields, &r->deviations[i]);
		xmlwrite_end(w);
	}
	for (size_t i = 0; i < r->nfindings; i++)
		write_finding(w, &r->findings[i]);
	for (size_t i = 0; i < r->ntables; i++) {
		xmlwrite_begin(w, "table");
		xmlwrite_attributes(w, table_fields, &r->tables[i]);
		xmlwrite_end(w);
	}
	xmlwrite_end(w);
	file = xmlwrite_prepare(w,
	    arena_printf(scratch, "%s/results/results.xml", dir));

done:
	arena_free(scratch);
	return file;
}

double
results_value(const struct result_finding *f, const char *name)
{
	for (size_t i = 0; i < f->nvalues; i++) {
		if (strcmp(f->values[i].name, name) == 0)
			return f->values[i].value;
	}
	return NAN;
}

/* No latency, which is of 64 bits, is larger, and no rate that is made of I/Os
 * and ns. */
#define MOST_VALUE 1e20

static bool
is_one_of(const char *column, const char *const *columns)
{
	while (*columns != NULL && strcmp(*columns, column) != 0)
		columns++;
	return *columns != NULL;
}

static bool
is_counted(const char *column)
{
	static const char *const columns[] = {
		"count", "errors", "bytes", "rounds", "ramp", "drained",
		"low_ns", "high_ns", "lat_supported_ppm", NULL,
	};

	return is_one_of(column, columns);
}

static bool
is_measured(const char *column)
{
	static const char *const columns[] = {
		"iops", "mb_s", "seconds", "cpu_user", "cpu_sys", NULL,
	};

	if (is_one_of(column, columns))
		return true;
	return strncmp(column, "lat_", 4) == 0 && !is_counted(column);
}

static bool
is_possible(const char *text, bool whole)
{
	double value;
	uint64_t count;
	const char *why;

	if (*text == '\0')
		return true;
	if (whole)
		return units_parse_whole(text, 0, UINT64_MAX, &count,
		    &why) == 0;
	return units_parse_double(text, &value, &why) == 0 && value >= 0 &&
	    value <= MOST_VALUE;
}

/* Whether no cell is what it cannot be; says the first that is. */
static bool
is_table_possible(struct arena *a, const struct table *t, const char *path,
    const char *dir)
{
	for (size_t column = 0; column < t->ncolumns; column++) {
		const char *name = t->columns[column];
		bool whole = is_counted(name);

		for (size_t r = 0; (whole || is_measured(name)) &&
		    r < t->nrows; r++) {
			const char *cell = t->rows[r][column];

			if (is_possible(cell, whole))
				continue;
			warn_msg("%s:%zu: %s is '%.40s', which cannot be; run "
			    "again: %s", path, r + 2, name, cell,
			    shell_command(a, "plateau", "analyze", dir, NULL));
			return false;
		}
	}
	return true;
}

static const char *
table_path(struct arena *a, const char *dir, const char *name)
{
	return arena_printf(a, "%s/results/%s.tsv", dir, name);
}

/* Whether a table has the rows that were written; says so if not. */
static bool
is_complete(struct arena *a, const struct results *r, const char *dir,
    const char *name, size_t rows)
{
	for (size_t i = 0; i < r->ntables; i++) {
		const struct result_table *t = &r->tables[i];

		if (strcmp(t->name, name) != 0 || t->rows == rows)
			continue;
		warn_msg("%s/results/%s.tsv is not as it was written: rows %zu "
		    "of %" PRIu64 "; run again: %s", dir, name, rows, t->rows,
		    shell_command(a, "plateau", "analyze", dir, NULL));
		return false;
	}
	return true;
}

struct table *
results_table(struct arena *a, const struct results *r, const char *dir,
    const char *name)
{
	const char *path = table_path(a, dir, name);
	struct table *t = table_load(a, path);

	return t != NULL && is_complete(a, r, dir, name, t->nrows) &&
	    is_table_possible(a, t, path, dir) ? t : NULL;
}

struct table *
results_part(struct arena *a, const struct results *r, const char *dir,
    const char *name, const char *test)
{
	size_t rows;
	struct table *t = table_load_part(a, table_path(a, dir, name), test,
	    &rows);

	return t != NULL && is_complete(a, r, dir, name, rows) ? t : NULL;
}
