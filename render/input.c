/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "base/shell.h"
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

/* The largest table, which archives may leave out: then there is nothing by
 * round or over time. */
static struct table *
load_cells(struct arena *a, const struct results *r, const char *dir)
{
	if (file_exists(arena_printf(a, "%s/results/cells.tsv", dir)))
		return results_table(a, r, dir, "cells");
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
		    "its numbers are in results/; those of a test are printed "
		    "by: %s", dir, needed[i], shell_command(a, "plateau",
		    "table", dir, "--test", "ID", NULL));
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
	in->results = results_of_run(a, dir, in->run);
	if (in->results == NULL)
		return NULL;
	in->cells = load_cells(a, in->results, dir);
	in->points = results_table(a, in->results, dir, "points");
	if (in->cells == NULL || in->points == NULL)
		return NULL;
	processor_add(a, in);
	return in;
}

struct table *
input_part(const struct input *in, struct arena *a, const char *name,
    const char *test)
{
	const char *path = arena_printf(a, "%s/results/%s.tsv", in->dir, name);

	return file_exists(path) ? results_part(a, in->results, in->dir, name,
	    test) : NULL;
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
