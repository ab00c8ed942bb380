/* SPDX-License-Identifier: BSD-2-Clause */
/* Findings are those worked out by hand, and nothing is told that a test does
 * not show. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/findings.h"
#include "render/finding.h"
#include "stats/histogram.h"

#define SECOND_NS UINT64_C(1000000000)
#define BLOCK 4096
#define MOST 120

static int failures;
static const struct lang *russian;

static void
expect(const char *what, double got, double wanted)
{
	if (fabs(got - wanted) <= 1e-9 * fabs(wanted) ||
	    (isnan(got) && isnan(wanted)))
		return;
	printf("%s: %.17g, expected %.17g\n", what, got, wanted);
	failures++;
}

/* The finding number 'nth', from 0, with a key; NULL if there are fewer. */
static const struct result_finding *
find(const struct analysis *a, const char *key, size_t nth)
{
	for (size_t i = 0; i < a->results.nfindings; i++) {
		const struct result_finding *f = &a->results.findings[i];

		if (strcmp(f->key, key) == 0 && nth-- == 0)
			return f;
	}
	return NULL;
}

/* A sentence that has no form in the catalogues stays English. */
static void
expect_words(const struct analysis *a, const struct result_finding *f)
{
	const char *words = finding_words(a->arena, russian,
	    arena_printf(a->arena, "found.%s", f->key), f->text);

	if (strcmp(words + 1, f->text + 1) != 0)
		return;
	printf("%s: no form of: %s\n", f->key, f->text);
	failures++;
}

static void
expect_value(const struct analysis *a, const char *key, size_t nth,
    const char *name, double wanted)
{
	const struct result_finding *f = find(a, key, nth);

	if (f == NULL) {
		printf("no %s number %zu\n", key, nth);
		failures++;
		return;
	}
	expect(name, results_value(f, name), wanted);
	expect_words(a, f);
}

static void
expect_none(const struct analysis *a, const char *key, size_t nth)
{
	const struct result_finding *f = find(a, key, nth);

	if (f == NULL)
		return;
	printf("%s, which is not so: %s\n", key, f->text);
	failures++;
}

/* A test in the making, with what it hangs on. */
struct scene {
	struct analysis analysis;
	struct plan plan;
	struct plan_stage stages[2];
	struct run run;
	struct run_stage run_stages[2];
	struct test test;
	struct scan scan;
	struct point points[8];
	struct cell cells[8], *done[8];
	struct scan_step steps[8];
};

static void
set_up(struct arena *arena, struct scene *s)
{
	memset(s, 0, sizeof(*s));
	s->plan.stages = s->stages;
	s->plan.nstages = 2;
	s->stages[0] = (struct plan_stage){
		.kind = STAGE_PURGE, .number = 1,
	};
	s->stages[1] = (struct plan_stage){.kind = STAGE_TEST, .number = 2};
	s->run.stages = s->run_stages;
	s->run.nstages = 2;
	s->run_stages[0] = (struct run_stage){
		.number = 1, .status = RUN_DONE,
	};
	facts_set(arena, &s->run.device, "capacity_bytes", "4096000");
	s->analysis = (struct analysis){
		.arena = arena, .plan = &s->plan, .run = &s->run,
	};
	s->scan.record_ns = SECOND_NS;
	s->test = (struct test){
		.id = "t", .measures = true, .plan = &s->stages[1],
		.scan = &s->scan, .points = s->points, .cells = s->cells,
		.done = s->done, .nrounds = 1,
	};
}

/* Adds a point with that many I/Os of one latency. */
static struct point *
add_point(struct scene *s, double iops, uint64_t latency_ns, size_t count)
{
	struct point *p = &s->points[s->test.npoints++];
	uint64_t values[1000];

	for (size_t i = 0; i < count; i++)
		values[i] = latency_ns;
	p->factors = factor_defaults();
	p->rounds = 1;
	p->nsteps = 1;
	p->rates[OP_ALL].iops = iops;
	p->rates[OP_ALL].mb_s = iops * BLOCK / 1e6;
	moments_add(&p->op[OP_ALL].latency, values, count);
	p->op[OP_ALL].exact = true;
	for (size_t i = 0; i < NPERCENTILES; i++)
		p->op[OP_ALL].value_ns[i] = latency_ns;
	return p;
}

/* Adds a point of one step of writes in records of a second. */
static struct scan_step *
add_step(struct arena *arena, struct scene *s, const double *iops, size_t n)
{
	size_t at = s->test.ncells++;
	struct scan_step *step = &s->steps[at];
	struct point *p = add_point(s, 1, 1, 1);

	p->factors.value[FACTOR_MIX] = 0;
	step->factors = p->factors;
	step->first_submit_ns = step->begin_ns = at * 1000 * SECOND_NS;
	step->last_complete_ns = step->begin_ns + n * SECOND_NS;
	step->records_last_ns = step->last_complete_ns;
	step->nrecords = n;
	step->records = arena_array(arena, n, sizeof(step->records[0]));
	for (size_t i = 0; i < n; i++) {
		struct tally *op = step->records[i].op;

		op[OP_ALL].latency.count = (uint64_t)iops[i];
		op[OP_WRITE].latency.count = (uint64_t)iops[i];
		op[OP_WRITE].bytes = (uint64_t)iops[i] * BLOCK;
		step->op[OP_ALL].latency.count += (uint64_t)iops[i];
	}
	s->cells[at] = (struct cell){
		.scan = step, .round = 1, .point = s->test.npoints - 1,
		.done = true,
	};
	s->done[s->test.ndone++] = &s->cells[at];
	return step;
}

static void
fill(double *y, size_t from, size_t to, double value)
{
	for (size_t i = from; i < to; i++)
		y[i] = value;
}

/* Depths 1, 2, 4 and 8: saturated at 2 with 19 000 of 20 000, which is 95 %. */
static void
test_demand(struct arena *arena)
{
	static const struct {
		double iops;
		uint64_t latency_ns;
	} depths[] = {
		{10000, 100000}, {19000, 105263}, {20000, 200000},
		{20000, 400000},
	};
	struct scene s;

	set_up(arena, &s);
	s.test.varying = 1u << FACTOR_DEPTH;
	for (size_t i = 0; i < 4; i++)
		add_point(&s, depths[i].iops, depths[i].latency_ns, 1000)
		    ->factors.value[FACTOR_DEPTH] = 1 << i;
	findings_points(&s.analysis, &s.test);
	expect_value(&s.analysis, "depth", 0, "in_flight", 2);
	expect_value(&s.analysis, "depth", 0, "iops", 19000);
	/* 0.2 ms is within 0.2 ms; none is beyond 0.5 ms. */
	expect_value(&s.analysis, "iops-at-mean", 0, "bound_ms", 0.2);
	expect_value(&s.analysis, "iops-at-mean", 0, "iops", 20000);
	expect_value(&s.analysis, "iops-at-mean", 0, "latency_ms", 0.2);
	expect_none(&s.analysis, "iops-at-mean", 1);
	expect_none(&s.analysis, "iops-at-p99", 0);
}

/* The 99 % of 1000 I/Os has ten above it, that of 999 has not. */
static void
test_tail(struct arena *arena)
{
	struct scene s;

	set_up(arena, &s);
	s.test.varying = 1u << FACTOR_DEPTH;
	add_point(&s, 1000, 900000, 1000)->factors.value[FACTOR_DEPTH] = 1;
	add_point(&s, 2000, 1000000, 999)->factors.value[FACTOR_DEPTH] = 2;
	add_point(&s, 4000, 1100000, 1000)->factors.value[FACTOR_DEPTH] = 4;
	findings_points(&s.analysis, &s.test);
	expect_value(&s.analysis, "iops-at-p99", 0, "bound_ms", 1);
	expect_value(&s.analysis, "iops-at-p99", 0, "iops", 1000);
	expect_value(&s.analysis, "depth-none", 0, "in_flight", 4);
	expect_none(&s.analysis, "depth", 0);
	/* Two depths are no sweep. */
	set_up(arena, &s);
	s.test.varying = 1u << FACTOR_DEPTH;
	add_point(&s, 1000, 900000, 1000)->factors.value[FACTOR_DEPTH] = 1;
	add_point(&s, 4000, 1100000, 1000)->factors.value[FACTOR_DEPTH] = 4;
	findings_points(&s.analysis, &s.test);
	expect("two depths", (double)s.analysis.results.nfindings, 0);
}

/* MB/s 100, 475, 500: 95 % of 500 is 475. */
static void
test_blocks(struct arena *arena)
{
	static const double mb_s[] = {100, 475, 500};
	struct scene s;

	set_up(arena, &s);
	s.test.varying = 1u << FACTOR_BLOCK;
	for (size_t i = 0; i < 3; i++) {
		struct point *p = add_point(&s, 1, 1000, 1);

		p->factors.value[FACTOR_BLOCK] = BLOCK << i;
		p->rates[OP_ALL].mb_s = mb_s[i];
	}
	findings_points(&s.analysis, &s.test);
	expect_value(&s.analysis, "block", 0, "block_bytes", 2 * BLOCK);
	expect_value(&s.analysis, "block", 0, "mb_s", 475);
	s.analysis.results.nfindings = 0;
	s.points[1].rates[OP_ALL].mb_s = 474;
	findings_points(&s.analysis, &s.test);
	expect_value(&s.analysis, "block-none", 0, "block_bytes", 4 * BLOCK);
}

/* 90 I/Os of 0.5 ms and 10 of 5 ms. */
static void
test_shares(struct arena *arena)
{
	static uint64_t count[HISTOGRAM_BINS];
	const uint64_t slow_ns = 5000000;
	struct scene s;
	struct tally *t;

	set_up(arena, &s);
	t = &add_point(&s, 1, 500000, 90)->op[OP_ALL];
	count[histogram_bin(500000)] = 90;
	count[histogram_bin(slow_ns)] = 10;
	for (size_t i = 0; i < 10; i++)
		moments_add(&t->latency, &slow_ns, 1);
	tally_pack(t, count);
	findings_shares(&s.analysis, &s.test);
	tally_free(t);
	expect_value(&s.analysis, "share-within", 0, "bound_ms", 1);
	expect_value(&s.analysis, "share-within", 0, "within", 90);
	expect_value(&s.analysis, "share-within", 0, "count", 100);
	expect_value(&s.analysis, "share-within", 1, "within", 100);
	if (strstr(find(&s.analysis, "share-within", 0)->text,
	    "90.0000 %") == NULL ||
	    strstr(find(&s.analysis, "share-within", 1)->text,
	    " 100 %") == NULL) {
		printf("shares in words\n");
		failures++;
	}
}

/* 200 IOPS for 10 s, then 100: 2000 blocks of 4 KiB are two drives of 1000. */
static void
test_plateau(struct arena *arena)
{
	double y[MOST];
	struct scene s;

	set_up(arena, &s);
	fill(y, 0, 10, 200);
	fill(y, 10, 40, 100);
	add_step(arena, &s, y, 40);
	findings_series(&s.analysis, &s.test);
	expect_value(&s.analysis, "plateau", 0, "iops", 100);
	expect_value(&s.analysis, "plateau", 0, "time_s", 10);
	expect_value(&s.analysis, "plateau", 0, "written_bytes", 8192000);
	expect_value(&s.analysis, "plateau", 0, "drive_fills", 2);
	expect_value(&s.analysis, "fresh-ratio", 0, "ratio", 0.5);
	expect_value(&s.analysis, "fresh-ratio", 0, "begin_iops", 200);
	expect_value(&s.analysis, "step-down", 0, "change", -0.5);
	expect_value(&s.analysis, "step-down", 0, "time_s", 9);
	expect_none(&s.analysis, "periodic", 0);
	expect_none(&s.analysis, "plateau", 1);
	/* Without the purge the drive was not fresh. */
	s.analysis.results.nfindings = 0;
	s.run_stages[0].status = RUN_SKIPPED;
	findings_series(&s.analysis, &s.test);
	expect_value(&s.analysis, "begin-ratio", 0, "ratio", 0.5);
	expect_none(&s.analysis, "fresh-ratio", 0);
}

static void
test_no_plateau(struct arena *arena)
{
	double y[MOST];
	struct scene s;

	set_up(arena, &s);
	for (size_t i = 0; i < 40; i++)
		y[i] = 1000 - 20 * (double)i;
	add_step(arena, &s, y, 40);
	findings_series(&s.analysis, &s.test);
	/* The last two: 240 and 220. */
	expect_value(&s.analysis, "plateau-none", 0, "iops", 230);
	expect("nothing else", (double)s.analysis.results.nfindings, 1);
	/* 39 records are no series, and without seconds there is nothing. */
	set_up(arena, &s);
	add_step(arena, &s, y, 39);
	findings_series(&s.analysis, &s.test);
	expect("too short", (double)s.analysis.results.nfindings, 0);
}

/* Every fifth record is a dip from 100: to 60, when the mean is 92 and six in a
 * row have 86.7 or 93.3; and to 10, when it is 82 and six have 70 or 85, which
 * is no plateau. */
static void
test_period(struct arena *arena)
{
	double y[MOST];
	struct scene s;

	set_up(arena, &s);
	for (size_t i = 0; i < 120; i++)
		y[i] = i % 5 == 4 ? 60 : 100;
	add_step(arena, &s, y, 120);
	findings_series(&s.analysis, &s.test);
	expect_value(&s.analysis, "plateau-at-once", 0, "iops", 520.0 / 6);
	expect_value(&s.analysis, "periodic", 0, "period_s", 5);
	expect_value(&s.analysis, "periodic", 0, "least_ratio", 60.0 / 92);
	expect_none(&s.analysis, "step-down", 0);
	set_up(arena, &s);
	for (size_t i = 4; i < 120; i += 5)
		y[i] = 10;
	add_step(arena, &s, y, 120);
	findings_series(&s.analysis, &s.test);
	expect_value(&s.analysis, "plateau-none", 0, "iops", 70);
	expect_value(&s.analysis, "periodic", 0, "least_ratio", 10.0 / 82);
}

/* A load of 100; another; the first again, from 50 on, at 90 with its 21st
 * second.  The two means before are 50 and 70. */
static void
test_recovery(struct arena *arena)
{
	struct plan_phase phases[3] = {
		{.id = "a"}, {.id = "b"}, {.id = "c"},
	};
	double y[MOST];
	struct scene s;

	set_up(arena, &s);
	fill(y, 0, 40, 100);
	add_step(arena, &s, y, 40);
	add_step(arena, &s, y, 40)->factors.value[FACTOR_BLOCK] = 8192;
	fill(y, 0, 20, 50);
	fill(y, 20, 40, 90);
	add_step(arena, &s, y, 40);
	for (size_t i = 0; i < 3; i++) {
		s.points[i].phase = &phases[i];
		s.points[i].factors = s.steps[i].factors;
	}
	findings_series(&s.analysis, &s.test);
	expect_value(&s.analysis, "recovery", 0, "time_s", 20);
	expect_value(&s.analysis, "recovery", 0, "before_iops", 100);
	expect_none(&s.analysis, "recovery", 1);
	if (find(&s.analysis, "recovery", 0)->phase == NULL ||
	    strcmp(find(&s.analysis, "recovery", 0)->phase, "c") != 0) {
		printf("the recovery is not told of the last phase\n");
		failures++;
	}
}

static void
test_pauses(struct arena *arena)
{
	struct scene s;
	struct point *p;

	set_up(arena, &s);
	p = add_point(&s, 100, 1000, 1);
	p->nsteps = 10;
	p = add_point(&s, 120, 1000, 1);
	p->nsteps = 30;
	p = add_point(&s, 150, 1000, 1);
	p->nsteps = 10;
	p->factors.value[FACTOR_PAUSE] = 5 * (int64_t)SECOND_NS;
	findings_phases(&s.analysis, &s.test);
	/* (10 x 100 + 30 x 120) / 40 = 115. */
	expect_value(&s.analysis, "idle-gain", 0, "pause_s", 5);
	expect_value(&s.analysis, "idle-gain", 0, "base_iops", 115);
	expect_value(&s.analysis, "idle-gain", 0, "ratio", 150.0 / 115);
	expect_none(&s.analysis, "idle-gain", 1);
}

/* 100 MB/s of random and 250 of sequential access in another test. */
static void
test_sequential(struct arena *arena)
{
	struct scene s, other;
	const struct test *tests[2];

	set_up(arena, &s);
	set_up(arena, &other);
	add_point(&s, 1, 1000, 1)->rates[OP_ALL].mb_s = 100;
	add_point(&s, 1, 1000, 1)->rates[OP_ALL].mb_s = 80;
	add_point(&other, 1, 1000, 1)->rates[OP_ALL].mb_s = 250;
	other.points[0].factors.value[FACTOR_PATTERN] = PATTERN_SEQUENTIAL;
	other.points[0].factors.value[FACTOR_DEPTH] = 32;
	tests[0] = &s.test;
	tests[1] = &other.test;
	s.analysis.tests = tests;
	s.analysis.ntests = 2;
	findings_run(&s.analysis);
	expect_value(&s.analysis, "sequential-ratio", 0, "ratio", 2.5);
	expect_none(&s.analysis, "sequential-ratio", 1);
}

/*
 * Records as rounds: 200, and the first vector of the PTS.
 *
 * PTS: the second of two windows, with a slope of 0.7 x 4 = 2.8 %.  Reviews, 4
 * rounds: of the first the mean is 125 and the slope -155 / 5 = -31, or 74 %;
 * of the second 100.5 and -2 / 5 = -0.4, or 1.2 / 100.5; of the third 100 and
 * -7 / 5 = -1.4, or 4.2 %.
 */
static void
test_steady(struct arena *arena)
{
	static const double y[] = {200, 100, 105, 95, 102, 98};
	struct plan_track track = {.metric = "iops", .op = "all"};
	struct scene s;

	set_up(arena, &s);
	s.stages[1].steady = (struct plan_steady){
		.window = 5, .range_frac = 0.2, .slope_frac = 0.1,
		.every = 1, .sample = 1, .ntracks = 1, .tracks = &track,
	};
	s.test.steady_asked = true;
	add_step(arena, &s, y, 6);
	findings_steady(&s.analysis, &s.test);
	expect_value(&s.analysis, "steady-pts", 0, "windows", 2);
	expect_value(&s.analysis, "steady-pts", 0, "steady_windows", 1);
	expect_value(&s.analysis, "steady-pts", 0, "first_window_first", 2);
	expect_value(&s.analysis, "steady-pts", 0, "best_excursion_percent",
	    2.8);
	expect_value(&s.analysis, "steady-reviews", 0, "windows", 3);
	expect_value(&s.analysis, "steady-reviews", 0, "steady_windows", 2);
	expect_value(&s.analysis, "steady-reviews", 0, "first_window_first",
	    2);
	expect_value(&s.analysis, "steady-reviews", 0, "last_window_last", 6);
	expect_value(&s.analysis, "steady-reviews", 0, "best_window_last", 5);
	expect_value(&s.analysis, "steady-reviews", 0,
	    "best_excursion_percent", 120 / 100.5);
}

int
main(void)
{
	struct arena *arena = arena_new();

	russian = lang_load(arena, "ru");
	if (russian == NULL)
		return 1;
	test_demand(arena);
	test_tail(arena);
	test_blocks(arena);
	test_shares(arena);
	test_plateau(arena);
	test_no_plateau(arena);
	test_period(arena);
	test_recovery(arena);
	test_pauses(arena);
	test_sequential(arena);
	test_steady(arena);
	arena_free(arena);
	return failures != 0;
}
