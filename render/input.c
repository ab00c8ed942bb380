/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "render/input.h"
#include "render/processor.h"

/* Latencies are shown in milliseconds, as the PTS asks. */
#define LATENCY(name, column, beyond) \
	{name, column, "metric." name, "unit.ms", 1e-6, beyond}

static const struct metric metrics[] = {
	{"iops", "iops", "metric.iops", NULL, 1, 0},
	{"mb_s", "mb_s", "metric.mb_s", "unit.mb_s", 1, 0},
	LATENCY("lat_mean", "lat_mean_ns", 0),
	LATENCY("lat_sd", "lat_sd_ns", 0),
	LATENCY("lat_min", "lat_min_ns", 0),
	LATENCY("lat_p50", "lat_p50_ns", 0.5),
	LATENCY("lat_p90", "lat_p90_ns", 0.1),
	LATENCY("lat_p95", "lat_p95_ns", 0.05),
	LATENCY("lat_p99", "lat_p99_ns", 0.01),
	LATENCY("lat_p999", "lat_p999_ns", 0.001),
	LATENCY("lat_p9999", "lat_p9999_ns", 0.0001),
	LATENCY("lat_p99999", "lat_p99999_ns", 0.00001),
	LATENCY("lat_max", "lat_max_ns", 0),
	{"cpu_percent", "cpu_percent", "metric.cpu_percent", "unit.percent", 1,
	    0},
};

const struct metric *
metric_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(metrics) / sizeof(*metrics); i++)
		if (strlen(metrics[i].name) == length &&
		    memcmp(metrics[i].name, name, length) == 0)
			return &metrics[i];
	return NULL;
}

/* No rate, and no latency in ns (eleven days), is larger. */
#define MOST_VALUE 1e15

static bool
is_possible(const char *text)
{
	double value;
	const char *why;

	return *text == '\0' || (units_parse_double(text, &value, &why) == 0 &&
	    value >= 0 && value <= MOST_VALUE);
}

/* Empties cells of metrics that cannot be: they are then not known.  Told once,
 * with the first. */
static void
drop_impossible(const struct table *t, const char *path)
{
	size_t count = 0;

	for (size_t i = 0; i < sizeof(metrics) / sizeof(*metrics); i++) {
		int column = table_column(t, metrics[i].column);

		for (size_t r = 0; column != -1 && r < t->nrows; r++) {
			const char **cell = &t->rows[r][column];

			if (is_possible(*cell))
				continue;
			if (count++ == 0)
				warn_msg("%s:%zu: %s is '%.40s', which cannot "
				    "be: not shown", path, r + 2,
				    metrics[i].column, *cell);
			*cell = "";
		}
	}
	if (count > 1)
		warn_msg("%s: %zu more such values", path, count - 1);
}

/* A table of the results whose values can be shown. */
static struct table *
load_table(struct arena *a, const char *dir, const char *name)
{
	struct table *t = results_table(a, dir, name);

	if (t != NULL)
		drop_impossible(t, arena_printf(a, "%s/results/%s.tsv", dir,
		    name));
	return t;
}

/* The largest table, which archives may leave out: then there is nothing by
 * round or over time. */
static struct table *
load_cells(struct arena *a, const char *dir)
{
	if (file_exists(arena_printf(a, "%s/results/cells.tsv", dir)))
		return load_table(a, dir, "cells");
	return table_new(a, "test round step record op");
}

/* Logs can be analyzed alone; but a report of a drive that nobody knows, by a
 * plan that nobody knows, would be no report. */
static bool
is_nameless(struct arena *a, const char *dir)
{
	static const char *const needed[] = {"run", "plan"};

	for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++) {
		if (file_exists(arena_printf(a, "%s/%s.xml", dir, needed[i])) ||
		    !file_exists(arena_printf(a, "%s/results/results.xml",
		    dir)))
			continue;
		warn_msg("%s: there is no %s.xml, and without it no report; "
		    "its numbers are in results/, and \"plateau table %s\" "
		    "prints them", dir, needed[i], dir);
		return true;
	}
	return false;
}

struct input *
input_load(struct arena *a, const char *dir)
{
	struct input *in = arena_alloc(a, sizeof(*in));

	in->dir = dir;
	if (is_nameless(a, dir))
		return NULL;
	in->run = run_load(a, dir);
	if (in->run == NULL)
		return NULL;
	in->plan = plan_load(a, arena_printf(a, "%s/plan.xml", dir));
	if (in->plan == NULL)
		return NULL;
	if (!file_exists(arena_printf(a, "%s/results/results.xml", dir))) {
		warn_msg("%s: no results yet: run \"plateau analyze %s\" first",
		    dir, dir);
		return NULL;
	}
	in->results = results_load(a, dir);
	if (in->results == NULL)
		return NULL;
	in->cells = load_cells(a, dir);
	in->points = load_table(a, dir, "points");
	if (in->cells == NULL || in->points == NULL)
		return NULL;
	processor_add(a, in);
	if (in->results->run_uuid != NULL && in->run->uuid != NULL &&
	    strcmp(in->results->run_uuid, in->run->uuid) != 0) {
		warn_msg("%s: results/ belongs to the run %s, run.xml is %s: "
		    "run \"plateau analyze %s\" again", dir,
		    in->results->run_uuid, in->run->uuid, dir);
		return NULL;
	}
	return in;
}

struct table *
input_part(const struct input *in, struct arena *a, const char *name,
    const char *test)
{
	const char *path = arena_printf(a, "%s/results/%s.tsv", in->dir, name);

	return file_exists(path) ? table_load_part(a, path, test) : NULL;
}

const struct plan_stage *
input_stage(const struct input *in, const struct result_test *test)
{
	for (size_t i = 0; i < in->plan->nstages; i++)
		if (in->plan->stages[i].number == test->stage)
			return &in->plan->stages[i];
	return NULL;
}

const struct run_stage *
input_run_stage(const struct input *in, unsigned number)
{
	for (size_t i = 0; i < in->run->nstages; i++)
		if (in->run->stages[i].number == number)
			return &in->run->stages[i];
	return NULL;
}

int
input_phase(const struct plan_stage *stage, uint64_t step)
{
	size_t steps = stage == NULL ? 0 : plan_steps(stage);

	if (stage == NULL || stage->nphases == 0 || steps == 0 || step == 0)
		return -1;
	const struct plan_phase *phase = plan_step(stage,
	    (size_t)((step - 1) % steps)).phase;
	return phase == NULL ? -1 : (int)(phase - stage->phases);
}

const struct plan_stage *
input_before(const struct input *in, const struct plan_stage *test,
    enum stage_kind kind)
{
	const struct plan_stage *found = NULL;
	bool tested = false;

	for (size_t i = 0; i < in->plan->nstages; i++) {
		const struct plan_stage *s = &in->plan->stages[i];

		if (s->number >= test->number)
			break;
		if (s->kind != STAGE_TEST && tested)
			found = NULL;
		tested = s->kind == STAGE_TEST;
		if (s->kind == kind)
			found = s;
	}
	return found;
}
