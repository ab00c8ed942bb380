/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "render/input.h"

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

struct input *
input_load(struct arena *a, const char *dir)
{
	struct input *in = arena_alloc(a, sizeof(*in));

	in->dir = dir;
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
	in->cells = results_table(a, dir, "cells");
	in->points = results_table(a, dir, "points");
	if (in->cells == NULL || in->points == NULL)
		return NULL;
	if (file_exists(arena_printf(a, "%s/results/histograms.tsv", dir))) {
		in->histograms = results_table(a, dir, "histograms");
		if (in->histograms == NULL)
			return NULL;
	}
	if (in->results->run_uuid != NULL && in->run->uuid != NULL &&
	    strcmp(in->results->run_uuid, in->run->uuid) != 0) {
		warn_msg("%s: results/ belongs to the run %s, run.xml is %s: "
		    "run \"plateau analyze %s\" again", dir,
		    in->results->run_uuid, in->run->uuid, dir);
		return NULL;
	}
	return in;
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

const struct plan_stage *
input_before(const struct input *in, const struct plan_stage *test,
    enum stage_kind kind)
{
	const struct plan_stage *found = NULL;

	for (size_t i = 0; i < in->plan->nstages; i++) {
		const struct plan_stage *s = &in->plan->stages[i];

		if (s->number >= test->number)
			break;
		if (s->kind == STAGE_TEST)
			found = NULL;
		else if (s->kind == kind)
			found = s;
	}
	return found;
}
