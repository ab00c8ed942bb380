/* SPDX-License-Identifier: BSD-2-Clause */
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/percentile.h"
#include "analyze/verb_export.h"
#include "base/version.h"
#include "model/factor.h"

static void
add_whole(struct json_object *to, const char *key, uint64_t value)
{
	json_object_object_add(to, key, json_object_new_uint64(value));
}

static void
add_text(struct json_object *to, const char *key, const char *text)
{
	json_object_object_add(to, key, json_object_new_string(text));
}

/* A number as the table has it, digit by digit; not known: null. */
static void
add_number(struct json_object *to, const char *key, const struct table *t,
    size_t row, const char *column)
{
	double value = table_number(t, row, column);
	struct json_object *number = NULL;

	if (isfinite(value))
		number = json_object_new_double_s(value,
		    table_text(t, row, column));
	json_object_object_add(to, key, number);
}

static void
add_rounded(struct json_object *to, const char *key, double value)
{
	struct json_object *number = NULL;

	if (isfinite(value) && value >= 0 && value < 0x1p63)
		number = json_object_new_uint64((uint64_t)(value + 0.5));
	json_object_object_add(to, key, number);
}

/* A latency by the method that is asked for; as it stands in the table where
 * that is ours. */
static void
add_latency(struct json_object *to, const char *key, struct arena *a,
    const struct table *t, size_t row, const char *column, enum method m)
{
	double value = method_value(a, t, row, column, m);

	if (m == METHOD_POOLED)
		add_number(to, key, t, row, column);
	else
		json_object_object_add(to, key, isfinite(value) ?
		    json_object_new_double(value) : NULL);
}

static struct json_object *
latency_of(struct arena *a, const struct table *t, size_t row, enum method m)
{
	struct json_object *lat = json_object_new_object();
	struct json_object *list = json_object_new_object();

	add_latency(lat, "min", a, t, row, "lat_min_ns", m);
	add_latency(lat, "max", a, t, row, "lat_max_ns", m);
	add_latency(lat, "mean", a, t, row, "lat_mean_ns", m);
	add_latency(lat, "stddev", a, t, row, "lat_sd_ns", m);
	add_whole(lat, "N", table_whole(t, row, "count"));
	for (size_t i = 0; i < NPERCENTILES; i++)
		add_latency(list, arena_printf(a, "%.6f",
		    (double)percentiles[i].ppm / 1e4), a, t, row,
		    arena_printf(a, "lat_%s_ns", percentiles[i].name), m);
	json_object_object_add(lat, "percentile", list);
	add_whole(lat, "supported_ppm", method_supported_ppm(t, row, m));
	return lat;
}

static struct json_object *
op_of(struct arena *a, const struct table *t, size_t row, enum method m)
{
	struct json_object *op = json_object_new_object();

	uint64_t bytes = table_whole(t, row, "bytes");
	double mb_s = table_number(t, row, "mb_s");

	add_whole(op, "io_bytes", bytes);
	add_whole(op, "io_kbytes", bytes / 1024);
	add_whole(op, "total_ios", table_whole(t, row, "count"));
	add_whole(op, "total_err", table_whole(t, row, "errors"));
	/* fio's runtime is in ms, its bandwidth in whole bytes, and whole KiB, a
	 * second. */
	add_rounded(op, "runtime", table_number(t, row, "seconds") * 1e3);
	add_rounded(op, "bw_bytes", mb_s * 1e6);
	add_rounded(op, "bw", floor(mb_s * 1e6 / 1024));
	add_number(op, "iops", t, row, "iops");
	json_object_object_add(op, "lat_ns", latency_of(a, t, row, m));
	return op;
}

static struct json_object *
options_of(const struct table *t, size_t row)
{
	struct json_object *o = json_object_new_object();
	bool is_random = strcmp(table_text(t, row, "pattern"), "random") == 0;
	const char *mix = table_text(t, row, "mix");

	if (strcmp(mix, "100/0") == 0)
		add_text(o, "rw", is_random ? "randread" : "read");
	else if (strcmp(mix, "0/100") == 0)
		add_text(o, "rw", is_random ? "randwrite" : "write");
	else
		add_text(o, "rw", is_random ? "randrw" : "rw");
	json_object_object_add(o, "rwmixread", json_object_new_string_len(mix,
	    (int)strcspn(mix, "/")));
	add_text(o, "bs", table_text(t, row, "block_bytes"));
	add_text(o, "numjobs", table_text(t, row, "threads"));
	add_text(o, "iodepth", table_text(t, row, "depth"));
	return o;
}

/* Whether the points of a row's test differ in a column. */
static bool
varies(const struct table *t, size_t row, const char *column)
{
	const char *test = table_text(t, row, "test");

	for (size_t i = 0; i < t->nrows; i++) {
		if (strcmp(table_text(t, i, "test"), test) == 0 &&
		    strcmp(table_text(t, i, column),
		    table_text(t, row, column)) != 0)
			return true;
	}
	return false;
}

/* The test, block and mix, and what else its points differ in. */
static const char *
job_name(struct arena *a, const struct table *t, size_t row)
{
	const char *phase = table_text(t, row, "phase");
	const char *name = arena_printf(a, "%s %s %s",
	    table_text(t, row, "test"), table_text(t, row, "block_bytes"),
	    table_text(t, row, "mix"));

	for (int f = 0; f < NFACTORS; f++) {
		const char *column = factor_column((enum factor)f);

		if (f != FACTOR_BLOCK && f != FACTOR_MIX &&
		    varies(t, row, column))
			name = arena_printf(a, "%s %s=%s", name,
			    factor_name((enum factor)f),
			    table_text(t, row, column));
	}
	return *phase == '\0' ? name : arena_printf(a, "%s phase=%s", name,
	    phase);
}

static struct json_object *
job_of(struct arena *a, const struct table *t, size_t row)
{
	struct json_object *job = json_object_new_object();
	const char *steady = table_text(t, row, "steady");

	add_text(job, "jobname", job_name(a, t, row));
	json_object_object_add(job, "job options", options_of(t, row));
	add_whole(job, "rounds", table_whole(t, row, "rounds"));
	if (*steady != '\0')
		json_object_object_add(job, "steady_state",
		    json_object_new_boolean(strcmp(steady, "yes") == 0));
	return job;
}

/* The checks that failed, where there are any. */
static void
add_failures(struct json_object *root, const struct results *r,
    const char *test)
{
	struct json_object *list = NULL;

	for (size_t i = 0; i < r->nchecks; i++) {
		const struct result_check *c = &r->checks[i];
		struct json_object *check;

		if (c->verdict != CHECK_FAIL || (test != NULL &&
		    c->test != NULL && strcmp(c->test, test) != 0))
			continue;
		if (list == NULL) {
			list = json_object_new_array();
			json_object_object_add(root, "failed checks", list);
		}
		check = json_object_new_object();
		add_text(check, "check", c->name);
		if (c->test != NULL)
			add_text(check, "test", c->test);
		add_text(check, "text", c->text);
		json_object_array_add(list, check);
	}
}

void
export_json(struct arena *a, const struct table *points,
    const struct results *results, const char *test, enum method method)
{
	struct json_object *root = json_object_new_object();
	struct json_object *jobs = json_object_new_array();
	struct json_object *job = NULL;

	add_text(root, "plateau version", PLATEAU_VERSION);
	add_text(root, "run_uuid", results->run_uuid);
	json_object_object_add(root, "simulated",
	    json_object_new_boolean(results_is_simulated(results)));
	add_failures(root, results, test);
	add_text(root, "latency method", method_name(method));
	for (size_t row = 0; row < points->nrows; row++) {
		const char *op = table_text(points, row, "op");

		if (job == NULL ||
		    !method_same_point(points, row - 1, points, row)) {
			job = job_of(a, points, row);
			json_object_array_add(jobs, job);
		}
		/* fio calls it mixed. */
		json_object_object_add(job, strcmp(op, "all") == 0 ? "mixed" :
		    op, op_of(a, points, row, method));
	}
	json_object_object_add(root, "jobs", jobs);
	puts(json_object_to_json_string_ext(root, JSON_C_TO_STRING_PRETTY |
	    JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(root);
}
