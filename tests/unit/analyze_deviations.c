/* SPDX-License-Identifier: BSD-2-Clause */
/* Each way to differ from the PTS is declared under its key, and a run of any
 * PTS plan as it ships declares none. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/deviations.h"
#include "render/finding.h"

/* One change to a run that is as specified, and the key that it gives. */
struct difference {
	const char *set;		/* plan_set(), or NULL */
	void (*change)(struct plan *plan, struct run *run, struct test *t);
	const char *key;		/* NULL: none */
};

static int64_t client_region = 7500;

static void no_purge(struct plan *p, struct run *r, struct test *t)
{
	(void)r, (void)t;
	p->stages[0].kind = STAGE_IDLE;
}
static void purge_skipped(struct plan *p, struct run *r, struct test *t)
{
	(void)p, (void)t;
	r->stages[0].status = RUN_SKIPPED;
}
static void purge_discard(struct plan *p, struct run *r, struct test *t)
{
	(void)p, (void)t;
	r->stages[0].note = "discard of the whole device";
}
static void no_fill(struct plan *p, struct run *r, struct test *t)
{
	(void)r, (void)t;
	p->stages[1].kind = STAGE_IDLE;
}
static void one_pass(struct plan *p, struct run *r, struct test *t)
{
	(void)r, (void)t;
	p->stages[1].passes = 1;
}
static void fill_block(struct plan *p, struct run *r, struct test *t)
{
	(void)r, (void)t;
	p->stages[1].base.value[FACTOR_BLOCK] = 65536;
}
static void swap_loops(struct plan *p, struct run *r, struct test *t)
{
	struct plan_loop outer = p->stages[2].loops[0];

	(void)r, (void)t;
	p->stages[2].loops[0] = p->stages[2].loops[1];
	p->stages[2].loops[1] = outer;
}
static void one_track(struct plan *p, struct run *r, struct test *t)
{
	(void)r, (void)t;
	p->stages[2].steady.ntracks = 1;
}
static void wide_range(struct plan *p, struct run *r, struct test *t)
{
	(void)r, (void)t;
	p->stages[2].steady.range_frac = 0.3;
}
static void steep(struct plan *p, struct run *r, struct test *t)
{
	(void)r, (void)t;
	p->stages[2].steady.slope_frac = 0.2;
}
static void other_name(struct plan *p, struct run *r, struct test *t)
{
	(void)p, (void)r;
	t->id = "atto";
}
static void longer_name(struct plan *p, struct run *r, struct test *t)
{
	(void)p, (void)r;
	t->id = "iops-2";
}
static void client(struct plan *p, struct run *r, struct test *t)
{
	(void)r, (void)t;
	p->specification = "SNIA PTS-C 2.0.2";
	p->stages[2].base.value[FACTOR_REGION] = client_region;
}
static void no_claim(struct plan *p, struct run *r, struct test *t)
{
	no_purge(p, r, t);
	no_fill(p, r, t);
	p->specification = NULL;
}
static void cache_not_set(struct plan *p, struct run *r, struct test *t)
{
	static struct fact items[] = {
		{"write_cache_asked", "off"}, {"write_cache_not_set", "why"},
	};

	no_claim(p, r, t);
	r->device = (struct facts){2, items};
}
static void not_steady(struct plan *p, struct run *r, struct test *t)
{
	(void)p, (void)r;
	t->steady_reached = false;
	t->nwindows = 1;
}
static void not_judged(struct plan *p, struct run *r, struct test *t)
{
	(void)p, (void)r;
	t->steady_reached = false;
}
static void interrupted(struct plan *p, struct run *r, struct test *t)
{
	(void)p, (void)t;
	r->stages[2].status = RUN_INTERRUPTED;
}
/* What a provision stage before the test left of the drive. */
static void limited(struct plan *p, struct run *r, struct test *t)
{
	(void)p, (void)t;
	r->stages[1].capacity_after_bytes = 900000000000;
}
static void limited_later(struct plan *p, struct run *r, struct test *t)
{
	limited(p, r, t);
	r->stages[1].capacity_after_bytes = 0;
	r->stages[2].capacity_after_bytes = 900000000000;
}
static void simulated(struct plan *p, struct run *r, struct test *t)
{
	(void)p, (void)t;
	r->simulated = true;
}
static void scaled(struct plan *p, struct run *r, struct test *t)
{
	(void)p, (void)t;
	r->scale = 60;
}

static const struct difference differences[] = {
	{NULL, NULL, NULL},
	{NULL, no_purge, "purge-none"},
	{NULL, purge_skipped, "purge-not-done"},
	{NULL, purge_discard, "purge-discard"},
	{NULL, no_fill, "fill-none"},
	{NULL, one_pass, "fill-amount"},
	{NULL, fill_block, "fill-block"},
	{NULL, swap_loops, "loop-order"},
	{NULL, one_track, "tracks"},
	{NULL, wide_range, "range"},
	{NULL, steep, "slope"},
	{NULL, other_name, "not-a-test-of-it"},
	{NULL, longer_name, NULL},
	{NULL, client, "write-cache-off"},
	{NULL, no_claim, NULL},
	{NULL, cache_not_set, "write-cache-not-set"},
	{NULL, not_steady, "steady-not-reached"},
	{NULL, not_judged, "steady-not-judged"},
	{NULL, interrupted, "interrupted"},
	{NULL, limited, "provisioned"},
	{NULL, limited_later, NULL},
	{NULL, simulated, "simulated"},
	{NULL, scaled, "scale"},
	{"window=4", NULL, "window"},
	{"rounds=10", NULL, "rounds"},
	{"duration=30s", NULL, "step-time"},
	{"mix=100/0 65/35 0/100", NULL, "mixes"},
	{"block=1024KiB 64KiB 4KiB", NULL, "blocks"},
	{"pattern=sequential", NULL, "pattern"},
	{"region=80%", NULL, "region"},
	{"compressible=20%", NULL, "compressible"},
	{"rate=1000/s", NULL, "rate"},
	{"threads=2", NULL, NULL},	/* the operator's choice */
	{"depth=16", NULL, NULL},
};

/* Conditions and facts that alone give a deviation. */
static const struct {
	const char *fact, *value, *key;
	bool of_device;
} facts[] = {
	{"target_kind", "file", "target-file", false},
	{"demonstration", "yes", "demonstration", false},
	{"log_on_target_fs", "yes", "log-on-target", false},
	{"target_in_use", "by LVM", "target-in-use", false},
	{"reads_never_written", "yes", "reads-never-written", false},
	{"queue_exceeded", "stage iops: 256", "queue-exceeded", false},
	{"write_cache", "write back", "write-cache-on", true},
};

static int failures;
static const struct lang *russian;

/* A sentence that has no form in the catalogues stays English. */
static void
expect_words(struct arena *a, const struct result_deviation *d)
{
	const char *words = finding_words(a, russian,
	    arena_printf(a, "deviation.%s", d->key), d->text);

	if (strcmp(words + 1, d->text + 1) != 0)
		return;
	printf("%s: no form of: %s\n", d->key, d->text);
	failures++;
}

static void
expect(struct analysis *a, const char *what, const char *key)
{
	const struct results *r = &a->results;

	for (size_t i = 0; i < r->ndeviations; i++)
		expect_words(a->arena, &r->deviations[i]);
	if (r->ndeviations == (key != NULL) &&
	    (key == NULL || strcmp(r->deviations[0].key, key) == 0))
		return;
	printf("%s: expected %s, got", what, key != NULL ? key : "none");
	for (size_t i = 0; i < r->ndeviations; i++)
		printf(" %s (%s)", r->deviations[i].key,
		    r->deviations[i].text);
	printf("\n");
	failures++;
}

struct situation {
	struct plan *plan;
	struct run run;
	struct test test;
};

/* A stage of a plan that ships, run as it says. */
static void
set_up(struct arena *a, struct situation *s, const char *plan, size_t stage)
{
	struct run_stage *stages;

	memset(s, 0, sizeof(*s));
	s->plan = plan_load(a, plan_find(a, plan));
	if (s->plan == NULL)
		exit(1);
	stages = arena_array(a, s->plan->nstages, sizeof(stages[0]));
	for (size_t i = 0; i < s->plan->nstages; i++) {
		stages[i].number = s->plan->stages[i].number;
		stages[i].status = RUN_DONE;
	}
	s->run.scale = 1;
	s->run.nstages = s->plan->nstages;
	s->run.stages = stages;
	facts_set(a, &s->run.conditions, "target_kind", "block");
	facts_set(a, &s->run.device, "write_cache", "write through");
	facts_set(a, &s->run.device, "capacity_bytes", "960197124096");
	s->test.id = s->plan->stages[stage].id;
	s->test.measures = true;
	s->test.plan = &s->plan->stages[stage];
	s->test.run = &stages[stage];
	s->test.steady_asked = s->test.steady_reached = true;
	s->test.pool_first = 1;
}

static void
check(struct arena *a, struct situation *s, const char *what, const char *key)
{
	struct analysis analysis = {
		.arena = a, .dir = "x", .plan = s->plan, .run = &s->run,
	};

	deviations_run(&analysis);
	deviations_test(&analysis, &s->test);
	expect(&analysis, what, key);
}

/* Every test of a plan, as it ships. */
static void
check_shipped(struct arena *a, const char *path)
{
	struct situation s;
	size_t stage = 0;

	do {
		set_up(a, &s, path, stage);
		if (strstr(s.plan->specification, "PTS-C") != NULL)
			facts_set(a, &s.run.device, "write_cache",
			    "write back");
		if (s.plan->stages[stage].kind == STAGE_TEST)
			check(a, &s, path, NULL);
	} while (++stage < s.plan->nstages);
}

/* What other tests than IOPS prescribe. */
static const struct {
	const char *plan, *test, *set, *key;
} others[] = {
	{"pts-e-wsat", "wsat", "duration=5h", "step-time"},
	{"pts11-e-wsat", "wsat", "duration=6h", "step-time"},
	{"pts-e-wsat", "wsat", "threads=8", NULL},
	{"pts-e-wsat", "wsat", "block=8KiB", "blocks"},
	{"pts-e-iops", "iops", "amount=1%", "amount"},
	{"pts-e-wsat", "wsat-histogram", "duration=10m", "step-time"},
	{"pts-e-hir", "hir", "block=8KiB", "blocks"},
	{"pts-e-hir", "hir-pc", "duration=5h", "rounds"},
	{"pts-e-xsr", "xsr", "depth=16", "depth"},
	{"pts-e-cbw", "cbw-max", "pattern=random", "pattern"},
	{"pts-e-cbw", "cbw", "rounds=10", "rounds"},
	{"pts-e-dirth", "dirth", "block=16KiB", NULL},
	{"pts-e-tp", "throughput-128k", "depth=16", "depth"},
	{"pts11-e-tp", "throughput-128k", "depth=16", NULL},
	{"pts-e-lat", "latency", "threads=2", "threads"},
	{"pts-e-lat", "lat-histogram", "block=8KiB", "blocks"},
};

static void any_amount(struct plan_stage *s)
{
	s->amount = (struct amount){0, 0, 0};
}
static void short_records(struct plan_stage *s)
{
	s->record_ns /= 2;
}
static void other_every(struct plan_stage *s)
{
	s->steady.every = 30;
}
static void other_sample(struct plan_stage *s)
{
	s->steady.sample = 2;
	s->duration_ns += s->record_ns;	/* which the last round needs */
}
static void fewer_phases(struct plan_stage *s)
{
	s->nphases--;
}
static void fewer_times(struct plan_stage *s)
{
	s->phases[0].repeat = 10;
}
static void long_pause(struct plan_stage *s)
{
	s->phases[0].at.value[FACTOR_PAUSE] *= 2;
}
static void swap_demand(struct plan_stage *s)
{
	struct plan_loop outer = s->phases[1].loops[0];

	s->phases[1].loops[0] = s->phases[1].loops[1];
	s->phases[1].loops[1] = outer;
}
static void nothing_before(struct plan_stage *s)
{
	s[-1].kind = STAGE_IDLE;
}

/* What --set cannot change. */
static const struct {
	const char *plan, *test;
	void (*change)(struct plan_stage *s);
	const char *key;
} changes[] = {
	{"pts-e-wsat", "wsat", any_amount, "amount"},
	{"pts-e-wsat", "wsat", short_records, "record"},
	{"pts-e-wsat", "wsat", other_every, "every"},
	{"pts-e-cbw", "cbw-pc", other_sample, "sample"},
	{"pts-e-hir", "hir", fewer_phases, "phases"},
	{"pts-e-hir", "hir", fewer_times, "repeat"},
	{"pts-e-hir", "hir", long_pause, "pause"},
	{"pts-e-hir", "hir", nothing_before, "not-after"},
	{"pts-e-dirth", "dirth", swap_demand, "loop-order"},
};

/* Sets up the test called 'id'; returns its stage. */
static struct plan_stage *
set_up_test(struct arena *a, struct situation *s, const char *plan,
    const char *id)
{
	size_t stage = 0;

	set_up(a, s, plan, 0);
	while (strcmp(s->plan->stages[stage].id, id) != 0)
		stage++;
	set_up(a, s, plan, stage);
	return &s->plan->stages[stage];
}

static void
check_change(struct arena *a, size_t i)
{
	struct situation s;

	changes[i].change(set_up_test(a, &s, changes[i].plan,
	    changes[i].test));
	check(a, &s, changes[i].key, changes[i].key);
}

static void
check_other(struct arena *a, size_t i)
{
	struct situation s;

	set_up_test(a, &s, others[i].plan, others[i].test);
	if (plan_set(a, s.plan, arena_printf(a, "%s.%s", others[i].test,
	    others[i].set)) == -1)
		exit(1);
	check(a, &s, arena_printf(a, "%s %s %s", others[i].plan,
	    others[i].test, others[i].set), others[i].key);
}

int
main(void)
{
	glob_t shipped;

	struct arena *a = arena_new();
	struct situation s;
	char what[64];

	russian = lang_load(a, "ru");
	if (russian == NULL)
		return 1;
	for (size_t i = 0; i < sizeof(differences) / sizeof(differences[0]);
	    i++) {
		const struct difference *d = &differences[i];

		set_up(a, &s, "pts-e-iops", 2);
		if (d->set != NULL && plan_set(a, s.plan, d->set) == -1)
			return 1;
		if (d->change != NULL)
			d->change(s.plan, &s.run, &s.test);
		snprintf(what, sizeof(what), "difference %zu %s", i,
		    d->set != NULL ? d->set : "");
		check(a, &s, what, d->key);
	}
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		set_up(a, &s, "pts-e-iops", 2);
		facts_set(a, facts[i].of_device ? &s.run.device :
		    &s.run.conditions, facts[i].fact, facts[i].value);
		check(a, &s, facts[i].fact, facts[i].key);
	}
	set_up(a, &s, "pts-e-iops", 2);
	s.run.device.count = 0;
	check(a, &s, "no facts", "write-cache-unknown");
	if (glob("templates/plans/pts*.xml", 0, NULL, &shipped) != 0)
		return 1;
	for (size_t i = 0; i < shipped.gl_pathc; i++)
		check_shipped(a, shipped.gl_pathv[i]);
	globfree(&shipped);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		check_other(a, i);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
		check_change(a, i);
	arena_free(a);
	return failures != 0;
}
