/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analyze/deviations.h"
#include "analyze/label.h"
#include "base/units.h"

#define KIB 1024
#define SECOND_NS UINT64_C(1000000000)

/* What a test of the specification prescribes; 0 or NULL: left open.  A list
 * ends with -1, and stands in the order of the loop. */
struct prescribed_track {
	int64_t mix, block;
};

struct prescribed_test {
	const char *id;
	enum pattern pattern;
	int64_t threads, depth;
	const int64_t *mixes;		/* the outer loop */
	const int64_t *blocks;		/* the inner loop */
	bool any_block;			/* one of the blocks is enough */
	double fill_passes;		/* 0: no fill */
	int64_t fill_block;		/* 0: the block of the test */
	size_t ntracks;
	struct prescribed_track tracks[3];
};

static const int64_t iops_mixes[] = {100, 95, 65, 50, 35, 5, 0, -1};
static const int64_t iops_blocks[] = {
	1024 * KIB, 128 * KIB, 64 * KIB, 32 * KIB, 16 * KIB, 8 * KIB, 4 * KIB,
	512, -1,
};
static const int64_t tp_mixes[] = {100, 0, -1};
static const int64_t tp_blocks[] = {1024 * KIB, 128 * KIB, -1};
static const int64_t lat_mixes[] = {100, 65, 0, -1};
static const int64_t lat_blocks[] = {8 * KIB, 4 * KIB, 512, -1};

/* SNIA SSS PTS 2.0.2, sections 7 to 9. */
static const struct prescribed_test pts_tests[] = {
	{
		.id = "iops", .pattern = PATTERN_RANDOM,
		.mixes = iops_mixes, .blocks = iops_blocks,
		.fill_passes = 2, .fill_block = 128 * KIB,
		.ntracks = 3,
		.tracks = {{0, 4 * KIB}, {65, 64 * KIB}, {100, 1024 * KIB}},
	}, {
		.id = "throughput", .pattern = PATTERN_SEQUENTIAL,
		.threads = 1, .depth = 32,
		.mixes = tp_mixes, .blocks = tp_blocks, .any_block = true,
		.fill_passes = 2,
		.ntracks = 1, .tracks = {{0, 0}},
	}, {
		.id = "latency", .pattern = PATTERN_RANDOM,
		.threads = 1, .depth = 1,
		.mixes = lat_mixes, .blocks = lat_blocks,
		.fill_passes = 2, .fill_block = 128 * KIB,
		.ntracks = 1, .tracks = {{0, 4 * KIB}},
	},
};

/* Rules common to its tests. */
static const struct {
	unsigned window, rounds;
	double range_frac, slope_frac;
	uint64_t step_ns;
} pts = {5, 25, 0.20, 0.10, 60 * SECOND_NS};

static bool
claims_pts(const struct analysis *a)
{
	return a->plan != NULL && a->plan->specification != NULL &&
	    strstr(a->plan->specification, "PTS") != NULL;
}

/* "iops", and "iops-2" or "latency.c" too: an id may say more. */
static const struct prescribed_test *
find_prescribed(const char *id)
{
	for (size_t i = 0; i < sizeof(pts_tests) / sizeof(pts_tests[0]); i++) {
		size_t length = strlen(pts_tests[i].id);

		if (strncmp(id, pts_tests[i].id, length) == 0 &&
		    strchr("-._", id[length]) != NULL)
			return &pts_tests[i];
	}
	return NULL;
}

static const char *
list_text(struct arena *a, enum factor f, const int64_t *values, size_t n)
{
	const char *list = "";
	char text[FACTOR_TEXT];

	for (size_t i = 0; i < n; i++)
		list = arena_printf(a, "%s%s%s", list, i > 0 ? " " : "",
		    factor_format(f, values[i], text, sizeof(text)));
	return list;
}

static size_t
list_length(const int64_t *list)
{
	size_t n = 0;

	while (list[n] != -1)
		n++;
	return n;
}

/* The values of a factor in the loop of a test; its constant without one. */
static const int64_t *
values_of(const struct plan_stage *s, enum factor f, size_t *n_out)
{
	for (size_t i = 0; i < s->nloops; i++) {
		if (s->loops[i].factor == f) {
			*n_out = s->loops[i].nvalues;
			return s->loops[i].values;
		}
	}
	*n_out = 1;
	return &s->base.value[f];
}

static size_t
loop_place(const struct plan_stage *s, enum factor f)
{
	size_t place = 0;

	while (place < s->nloops && s->loops[place].factor != f)
		place++;
	return place;
}

static bool
has_value(const int64_t *values, size_t n, int64_t value)
{
	for (size_t i = 0; i < n; i++) {
		if (values[i] == value)
			return true;
	}
	return false;
}

static void
compare_list(struct analysis *a, const struct plan_stage *s, const char *key,
    enum factor f, const int64_t *asked, bool any)
{
	size_t n, nasked = list_length(asked);
	const int64_t *values = values_of(s, f, &n);
	bool same = n == nasked &&
	    memcmp(values, asked, n * sizeof(values[0])) == 0;

	if (any && n == 1 && has_value(asked, nasked, values[0]))
		same = true;
	if (!same)
		analysis_deviation(a, key, s->id,
		    "%s is %s, the specification asks for %s",
		    factor_name(f), list_text(a->arena, f, values, n),
		    list_text(a->arena, f, asked, nasked));
}

static void
compare_constant(struct analysis *a, const struct plan_stage *s,
    const char *key, enum factor f, int64_t asked)
{
	size_t n;
	const int64_t *values = values_of(s, f, &n);

	if (n != 1 || values[0] != asked)
		analysis_deviation(a, key, s->id,
		    "%s is %s, the specification asks for %s",
		    factor_name(f), list_text(a->arena, f, values, n),
		    list_text(a->arena, f, &asked, 1));
}

static void
compare_order(struct analysis *a, const struct plan_stage *s)
{
	size_t mix = loop_place(s, FACTOR_MIX);
	size_t block = loop_place(s, FACTOR_BLOCK);

	if (mix < s->nloops && block < s->nloops && mix > block)
		analysis_deviation(a, "loop-order", s->id,
		    "the loop over mixes stands inside the loop over blocks, "
		    "the specification has it outside");
}

static bool
tracks_one(const struct plan_stage *s, const struct prescribed_track *asked)
{
	for (size_t i = 0; i < s->steady.ntracks; i++) {
		const struct factors *at = &s->steady.tracks[i].at;

		if (at->value[FACTOR_MIX] == asked->mix && (asked->block == 0 ||
		    at->value[FACTOR_BLOCK] == asked->block))
			return true;
	}
	return false;
}

static void
compare_tracks(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	size_t missing = 0;

	for (size_t i = 0; i < p->ntracks; i++)
		missing += !tracks_one(s, &p->tracks[i]);
	if (missing > 0)
		analysis_deviation(a, "tracks", s->id,
		    "%zu of the %zu tracking variables of the specification "
		    "are not tracked", missing, p->ntracks);
}

static void
compare_steady(struct analysis *a, const struct plan_stage *s)
{
	const struct plan_steady *rule = &s->steady;

	if (rule->window != pts.window)
		analysis_deviation(a, "window", s->id,
		    "the window has %u rounds, the specification asks for %u",
		    rule->window, pts.window);
	if (rule->window > 0 && rule->range_frac > pts.range_frac)
		analysis_deviation(a, "range", s->id,
		    "a range of %g %% is allowed, the specification allows "
		    "%g %%", 100 * rule->range_frac, 100 * pts.range_frac);
	if (rule->window > 0 && rule->slope_frac > pts.slope_frac)
		analysis_deviation(a, "slope", s->id,
		    "a slope of %g %% is allowed, the specification allows "
		    "%g %%", 100 * rule->slope_frac, 100 * pts.slope_frac);
	if (s->rounds < pts.rounds)
		analysis_deviation(a, "rounds", s->id,
		    "at most %u rounds were to be run, the specification asks "
		    "for %u", s->rounds, pts.rounds);
}

static void
compare_step(struct analysis *a, const struct plan_stage *s)
{
	char here[UNITS_TEXT], asked[UNITS_TEXT];

	if (s->duration_ns == pts.step_ns)
		return;
	units_format_duration(here, sizeof(here), s->duration_ns);
	units_format_duration(asked, sizeof(asked), pts.step_ns);
	analysis_deviation(a, "step-time", s->id,
	    "steps last %s, the specification asks for %s", here, asked);
}

/* The last stage of a kind before 's', back to the test before it. */
static const struct plan_stage *
stage_before(const struct plan *plan, const struct plan_stage *s,
    enum stage_kind kind)
{
	while (s > plan->stages) {
		s--;
		if (s->kind == kind)
			return s;
		if (s->kind == STAGE_TEST)
			break;
	}
	return NULL;
}

static const struct run_stage *
run_stage_of(const struct analysis *a, const struct plan_stage *s)
{
	for (size_t i = 0; a->run != NULL && i < a->run->nstages; i++) {
		if (a->run->stages[i].number == s->number)
			return &a->run->stages[i];
	}
	return NULL;
}

static void
compare_purge(struct analysis *a, const struct plan_stage *s)
{
	const struct plan_stage *purge = stage_before(a->plan, s, STAGE_PURGE);
	const struct run_stage *run = purge != NULL ? run_stage_of(a, purge) :
	    NULL;

	if (purge == NULL)
		analysis_deviation(a, "purge-none", s->id,
		    "the plan has no purge before the test");
	else if (run == NULL || run->status != RUN_DONE)
		analysis_deviation(a, "purge-not-done", s->id,
		    "the drive was not purged%s%s%s",
		    run != NULL && run->note != NULL ? " (" : "",
		    run != NULL && run->note != NULL ? run->note : "",
		    run != NULL && run->note != NULL ? ")" : "");
	else if (run->note != NULL && strstr(run->note, "discard") != NULL)
		analysis_deviation(a, "purge-discard", s->id,
		    "the drive was discarded, which is no purge by the "
		    "specification");
}

static void
compare_fill(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	const struct plan_stage *fill = stage_before(a->plan, s, STAGE_FILL);
	int64_t block = p->fill_block;
	char here[FACTOR_TEXT], asked[FACTOR_TEXT];

	if (p->fill_passes == 0)
		return;
	if (fill == NULL) {
		analysis_deviation(a, "fill-none", s->id,
		    "the plan has no fill before the test, the specification "
		    "asks for %g times the capacity", p->fill_passes);
		return;
	}
	if (block == 0)
		block = s->base.value[FACTOR_BLOCK];
	if (fill->passes < p->fill_passes)
		analysis_deviation(a, "fill-amount", s->id,
		    "the fill writes %g times the capacity, the specification "
		    "asks for %g times", fill->passes, p->fill_passes);
	if (fill->base.value[FACTOR_BLOCK] == block)
		return;
	factor_format(FACTOR_BLOCK, fill->base.value[FACTOR_BLOCK], here,
	    sizeof(here));
	factor_format(FACTOR_BLOCK, block, asked, sizeof(asked));
	analysis_deviation(a, "fill-block", s->id,
	    "the fill writes blocks of %s, the specification asks for %s",
	    here, asked);
}

static bool
is_client(const struct analysis *a)
{
	return strstr(a->plan->specification, "PTS-C") != NULL;
}

static void
compare_settings(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	compare_list(a, s, "mixes", FACTOR_MIX, p->mixes, false);
	compare_list(a, s, "blocks", FACTOR_BLOCK, p->blocks, p->any_block);
	compare_order(a, s);
	compare_constant(a, s, "pattern", FACTOR_PATTERN, p->pattern);
	compare_constant(a, s, "compressible", FACTOR_COMPRESSIBLE, 0);
	compare_constant(a, s, "rate", FACTOR_RATE, 0);
	compare_constant(a, s, "region", FACTOR_REGION,
	    is_client(a) ? 7500 : 10000);
	if (p->threads > 0)
		compare_constant(a, s, "threads", FACTOR_THREADS, p->threads);
	if (p->depth > 0)
		compare_constant(a, s, "depth", FACTOR_DEPTH, p->depth);
}

static void
deviations_pts_test(struct analysis *a, const struct test *t)
{
	const struct prescribed_test *p = find_prescribed(t->id);

	if (p == NULL) {
		analysis_deviation(a, "not-a-test-of-it", t->id,
		    "no test of the specification is called '%s'", t->id);
		return;
	}
	compare_settings(a, t->plan, p);
	compare_step(a, t->plan);
	compare_steady(a, t->plan);
	compare_tracks(a, t->plan, p);
	compare_purge(a, t->plan);
	compare_fill(a, t->plan, p);
}

static void
deviations_conduct(struct analysis *a, const struct test *t)
{
	size_t resumed = 0;

	for (size_t i = 0; t->run != NULL && i < t->run->ngaps; i++)
		resumed += strcmp(t->run->gaps[i].why, "resumed") == 0;
	if (resumed > 0)
		analysis_deviation(a, "resumed", t->id,
		    "the test was interrupted and resumed %zu times", resumed);
	if (t->run != NULL && t->run->status == RUN_INTERRUPTED)
		analysis_deviation(a, "interrupted", t->id,
		    "the test was interrupted in round %u", t->nrounds);
	if (t->run != NULL && t->run->status == RUN_FAILED)
		analysis_deviation(a, "failed", t->id,
		    "the test failed in round %u", t->nrounds);
	if (t->steady_asked && !t->steady_reached)
		analysis_deviation(a, "steady-not-reached", t->id,
		    "steady state was not reached in %u rounds",
		    test_rounds(t));
	if (t->nempty > 0)
		analysis_deviation(a, "step-empty", t->id,
		    "%zu steps ran to their end without a counted I/O: their "
		    "rounds are incomplete and in no window", t->nempty);
	if (t->pool_first == 0)
		analysis_deviation(a, "round-incomplete", t->id,
		    "no round is complete: values are of the steps that "
		    "ended");
}

void
deviations_test(struct analysis *a, const struct test *t)
{
	if (!t->measures)
		return;
	if (claims_pts(a) && t->plan != NULL)
		deviations_pts_test(a, t);
	deviations_conduct(a, t);
}

/* Conditions of the run that are a deviation when they are set. */
static const struct {
	const char *condition, *key, *text;
} conditions[] = {
	{"demonstration", "demonstration",
	    "a demonstration: its target and its times say nothing of a "
	    "drive"},
	{"log_on_target_fs", "log-on-target",
	    "the raw log was written to the file system that was measured"},
	{"target_in_use", "target-in-use",
	    "the target was in use by something else"},
	{"reads_never_written", "reads-never-written",
	    "blocks were read that had never been written"},
};

static void
deviations_conditions(struct analysis *a)
{
	const struct facts *c = &a->run->conditions;
	const char *kind = facts_get(c, "target_kind");

	for (size_t i = 0; i < sizeof(conditions) / sizeof(conditions[0]);
	    i++) {
		const char *value = facts_get(c, conditions[i].condition);

		if (value != NULL && strcmp(value, "no") != 0)
			analysis_deviation(a, conditions[i].key, NULL, "%s",
			    conditions[i].text);
	}
	if (kind != NULL && strcmp(kind, "file") == 0 && !a->run->simulated)
		analysis_deviation(a, "target-file", NULL,
		    "the target is a file, not a drive: the file system and "
		    "what else is on it were measured too");
}

static void
deviations_cache(struct analysis *a)
{
	const char *cache = facts_get(&a->run->device, "write_cache");
	bool enabled;

	if (!claims_pts(a) || a->run->simulated)
		return;
	if (cache == NULL) {
		analysis_deviation(a, "write-cache-unknown", NULL,
		    "the state of the drive's write cache is not known");
		return;
	}
	enabled = strcmp(cache, "write back") == 0;
	if (enabled != is_client(a))
		analysis_deviation(a,
		    enabled ? "write-cache-on" : "write-cache-off", NULL,
		    "the kernel reports the write cache as \"%s\", the "
		    "specification asks for it to be %s", cache,
		    is_client(a) ? "on" : "off");
}

void
deviations_run(struct analysis *a)
{
	if (a->plan == NULL)
		analysis_deviation(a, "plan-unknown", NULL,
		    "there is no plan.xml: what was asked for is not known");
	if (a->run == NULL) {
		analysis_deviation(a, "run-unknown", NULL,
		    "there is no run.xml: drive and host are not known");
		return;
	}
	if (a->run->simulated)
		analysis_deviation(a, "simulated", NULL,
		    "SIMULATED: no drive was measured");
	if (a->run->scale > 1)
		analysis_deviation(a, "scale", NULL,
		    "durations and fills were divided by %g", a->run->scale);
	deviations_conditions(a);
	deviations_cache(a);
}
