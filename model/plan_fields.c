/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "model/plan_fields.h"

static const char *const policies[] = {"stop", "go-on", NULL};
static const char *const caches[] = {"as-found", "on", "off", NULL};
static const char *const methods[] = {"auto", "none", "discard",
	"nvme-format", "nvme-sanitize", "ata-secure-erase", "sg-format",
	NULL};
static const char *const provision_methods[] = {"auto", "region",
	"ata-max-address", "sg-resize", "nvme-namespace", "msecli", NULL};
static const char *const metrics[] = {"iops", "mb_s", "lat_mean", NULL};
static const char *const picks[] = {"max", "mid", "min", NULL};
static const char *const ops[] = {"read", "write", "all", NULL};

static bool
is_positive(double value)
{
	return value > 0;
}

static bool
is_passes(double value)
{
	return value >= PLAN_LEAST_PASSES && value <= PLAN_MOST_PASSES;
}

const struct xmlfield plan_fields[] = {
	XMLFIELD("name", FIELD_NAME, struct plan, name, .required = true),
	XMLFIELD("title", FIELD_TEXT, struct plan, title),
	XMLFIELD("specification", FIELD_TEXT, struct plan, specification),
	XMLFIELD("on-error", FIELD_CHOICE, struct plan, on_error,
	    .words = policies, .fallback = "stop"),
	XMLFIELD("write-cache", FIELD_WORD, struct plan, write_cache,
	    .words = caches, .fallback = "as-found"),
	XMLFIELD("scale", FIELD_REAL, struct plan, scale, .fallback = "1",
	    .good = is_positive, .expected = "a number above 0"),
	{.name = NULL}
};

#define ID_AND_TITLE(id_is_required)					\
	XMLFIELD("id", FIELD_NAME, struct plan_stage, id,		\
	    .required = (id_is_required)),				\
	XMLFIELD("title", FIELD_TEXT, struct plan_stage, title)

const struct xmlfield plan_purge_fields[] = {
	ID_AND_TITLE(false),
	XMLFIELD("method", FIELD_WORD, struct plan_stage, method,
	    .words = methods, .fallback = "auto"),
	{.name = NULL}
};

const struct xmlfield plan_provision_fields[] = {
	ID_AND_TITLE(false),
	XMLFIELD("capacity", FIELD_AMOUNT, struct plan_stage, capacity,
	    .fallback = "100%"),
	XMLFIELD("method", FIELD_WORD, struct plan_stage, method,
	    .words = provision_methods, .fallback = "auto"),
	{.name = NULL}
};

const struct xmlfield plan_fill_fields[] = {
	ID_AND_TITLE(false),
	XMLFIELD("passes", FIELD_REAL, struct plan_stage, passes,
	    .fallback = "1", .good = is_passes,
	    .expected = "a number from 0.000000001 to 1000"),
	XMLFIELD("amount", FIELD_AMOUNT, struct plan_stage, amount),
	{.name = NULL}
};

const struct xmlfield plan_test_fields[] = {
	ID_AND_TITLE(true),
	XMLFIELD("rounds", FIELD_WHOLE32, struct plan_stage, rounds,
	    .fallback = "1", .least = 1, .most = PLAN_MOST_ROUNDS),
	XMLFIELD("duration", FIELD_DURATION, struct plan_stage, duration_ns,
	    .fallback = "60s", .least = PLAN_LEAST_NS, .most = PLAN_MOST_NS),
	XMLFIELD("ramp", FIELD_DURATION, struct plan_stage, ramp_ns,
	    .fallback = "0s", .least = 0, .most = PLAN_MOST_NS),
	XMLFIELD("record", FIELD_DURATION, struct plan_stage, record_ns,
	    .least = PLAN_LEAST_NS, .most = PLAN_MOST_NS, .sparse = true),
	XMLFIELD("amount", FIELD_AMOUNT, struct plan_stage, amount),
	{.name = NULL}
};

const struct xmlfield plan_phase_fields[] = {
	XMLFIELD("id", FIELD_NAME, struct plan_phase, id),
	XMLFIELD("title", FIELD_TEXT, struct plan_phase, title),
	XMLFIELD("duration", FIELD_DURATION, struct plan_phase, duration_ns,
	    .least = PLAN_LEAST_NS, .most = PLAN_MOST_NS, .sparse = true),
	XMLFIELD("repeat", FIELD_WHOLE32, struct plan_phase, repeat,
	    .fallback = "1", .least = 1, .most = PLAN_MOST_REPEAT),
	{.name = NULL}
};

const struct xmlfield plan_choice_fields[] = {
	XMLFIELD("test", FIELD_NAME, struct plan_choice, test,
	    .required = true),
	XMLFIELD("pick", FIELD_WORD, struct plan_choice, pick,
	    .words = picks, .required = true),
	XMLFIELD("within", FIELD_DURATION, struct plan_choice, within_ns,
	    .least = 1, .most = PLAN_MOST_NS, .sparse = true),
	{.name = NULL}
};

const struct xmlfield plan_idle_fields[] = {
	ID_AND_TITLE(false),
	XMLFIELD("duration", FIELD_DURATION, struct plan_stage, duration_ns,
	    .required = true, .least = PLAN_LEAST_NS, .most = PLAN_MOST_NS),
	{.name = NULL}
};

const struct xmlfield plan_steady_fields[] = {
	XMLFIELD("window", FIELD_WHOLE32, struct plan_steady, window,
	    .fallback = "5", .least = 2, .most = PLAN_MOST_ROUNDS),
	XMLFIELD("range", FIELD_PERCENT, struct plan_steady, range_frac,
	    .fallback = "20%"),
	XMLFIELD("slope", FIELD_PERCENT, struct plan_steady, slope_frac,
	    .fallback = "10%"),
	XMLFIELD("every", FIELD_WHOLE32, struct plan_steady, every,
	    .least = 1, .most = PLAN_MOST_RECORDS, .sparse = true),
	XMLFIELD("sample", FIELD_WHOLE32, struct plan_steady, sample,
	    .least = 1, .most = PLAN_MOST_RECORDS, .sparse = true),
	{.name = NULL}
};

const struct xmlfield plan_track_fields[] = {
	XMLFIELD("metric", FIELD_WORD, struct plan_track, metric,
	    .words = metrics, .fallback = "iops"),
	XMLFIELD("op", FIELD_WORD, struct plan_track, op, .words = ops,
	    .fallback = "all"),
	{.name = NULL}
};

void
plan_complete_fill(struct plan_stage *stage)
{
	uint64_t parts = factor_region(stage->base.value[FACTOR_REGION],
	    10000);

	/* Of a region in bytes only the target can tell. */
	if (stage->kind != STAGE_FILL || !(stage->amount.percent > 0) ||
	    parts == 0 || parts > 10000)
		return;
	stage->passes = fmax(PLAN_LEAST_PASSES, fmin(PLAN_MOST_PASSES,
	    stage->amount.percent * 100 / (double)parts));
}

const char *
plan_kind_name(enum stage_kind kind)
{
	static const char *const names[] = {
		[STAGE_PURGE] = "purge",
		[STAGE_FILL] = "fill",
		[STAGE_TEST] = "test",
		[STAGE_IDLE] = "idle",
		[STAGE_PROVISION] = "provision",
	};

	return names[kind];
}
