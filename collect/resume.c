/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "collect/identity.h"
#include "collect/kept.h"
#include "collect/logfile.h"
#include "collect/resume.h"
#include "collect/runfile.h"

/* The stages of run and plan belong together. */
static bool
match(const struct run *run, const struct plan *plan)
{
	if (run->nstages != plan->nstages)
		return false;
	for (size_t i = 0; i < run->nstages; i++)
		if (run->stages[i].number != plan->stages[i].number ||
		    strcmp(run->stages[i].id, plan->stages[i].id) != 0)
			return false;
	return true;
}

/* A stage is done when its log is: the end may have come before the log was
 * closed, or before the books said so. */
static void
recount(struct arena *a, const char *dir, struct run *run)
{
	for (size_t i = 0; i < run->nstages; i++) {
		struct run_stage *stage = &run->stages[i];
		uint64_t count;

		if (stage->log == NULL || stage->status != RUN_DONE ||
		    stage->logged == stage->issued ||
		    logfile_count(a, dir, stage->log, run, stage->id,
		    &count) != NULL)
			continue;
		stage->logged = kept_logged(stage) + count;
		if (stage->logged != stage->issued)
			stage->status = RUN_INTERRUPTED;
	}
}

/* What is wrong with a log that is to have so many I/Os, or NULL. */
static const char *
log_fault(struct arena *a, const char *dir, const char *name,
    const struct run *run, const struct run_stage *stage, uint64_t wanted)
{
	uint64_t count;
	const char *why = logfile_count(a, dir, name, run, stage->id, &count);

	if (why != NULL || count == wanted)
		return why;
	return arena_printf(a, "it has %" PRIu64 " I/Os, and the run logged %"
	    PRIu64, count, wanted);
}

/* Whether the logs of a stage that is done have all that it issued. */
static bool
has_logs(struct arena *a, const char *dir, const struct run *run,
    const struct run_stage *stage)
{
	const char *name = NULL, *why = NULL;

	for (size_t i = 0; i < stage->nparts && why == NULL; i++) {
		const struct run_part *part = &stage->parts[i];

		name = part->log;
		why = log_fault(a, dir, name, run, stage,
		    part->logged + part->repeated);
	}
	if (why == NULL && stage->log != NULL) {
		name = stage->log;
		why = log_fault(a, dir, name, run, stage,
		    stage->issued - kept_logged(stage));
	}
	if (why == NULL)
		return true;
	warn_msg("%s/%s: %s: put back the log that was there, or have stage "
	    "%u and all behind it run again: in %s/run.xml, change its status "
	    "from \"done\" to \"interrupted\"", dir, name, why, stage->number,
	    dir);
	return false;
}

/* Of a stage that was under way, what is lost is run again: but not without a
 * word. */
static void
tell_loss(struct arena *a, const char *dir, const struct run *run,
    const struct run_stage *stage)
{
	for (size_t i = 0; i <= stage->nparts; i++) {
		const char *name = i == stage->nparts ? stage->log :
		    stage->parts[i].log;
		const char *why;

		if (name == NULL || (why = logfile_check(a, dir, name, run,
		    stage->id)) == NULL)
			continue;
		warn_msg("%s/%s: %s: what it held is measured again", dir,
		    name, why);
	}
}

/* Whether all that stays has its logs.  A simulation begins anew. */
static bool
logs_are_there(struct arena *a, const char *dir, const struct plan *plan,
    const struct run *run)
{
	size_t first = resume_first(plan, run);

	for (size_t i = 0; i < first; i++)
		if (run->stages[i].status == RUN_DONE &&
		    !has_logs(a, dir, run, &run->stages[i]))
			return false;
	if (!run->simulated && first < run->nstages)
		tell_loss(a, dir, run, &run->stages[first]);
	return true;
}

const char *
resume_token(struct arena *a, const struct run *run)
{
	const char *kind = facts_get(&run->conditions, "target_kind");
	const char *name = facts_get(&run->device, "name");

	if (run->simulated || (run->target == NULL &&
	    facts_get(&run->device, "serial") != NULL))
		return NULL;
	if (kind == NULL || strcmp(kind, "block") != 0 || name == NULL)
		return facts_get(&run->device, "path");
	return arena_printf(a, "%s:%s", name, facts_get(&run->device,
	    "capacity_bytes"));
}

/* Whether plan.xml is what it was when the run began. */
static bool
same_plan(struct arena *a, const char *dir, const struct run *run)
{
	const char *now = plan_sha256(a, arena_printf(a, "%s/plan.xml", dir));

	if (run->plan_sha256 == NULL || (now != NULL &&
	    strcmp(now, run->plan_sha256) == 0))
		return true;
	warn_msg("%s/plan.xml: was changed since the run began, and what is "
	    "measured by two plans is no run; begin another one", dir);
	return false;
}

enum outcome
resume_load(struct arena *a, struct options *o, struct run **run_out,
    struct plan **plan_out)
{
	struct run *run = run_load(a, o->resume);
	struct plan *plan;

	if (run == NULL)
		return OUTCOME_USAGE;
	plan = plan_load(a, arena_printf(a, "%s/plan.xml", o->resume));
	if (plan == NULL)
		return OUTCOME_USAGE;
	o->target = facts_get(&run->device, "path");
	o->engine = run->engine == NULL ? NULL : engine_find(run->engine);
	if (o->target == NULL || o->engine == NULL || !match(run, plan)) {
		warn_msg("%s: run.xml and plan.xml do not belong together",
		    o->resume);
		return OUTCOME_USAGE;
	}
	if (!same_plan(a, o->resume, run))
		return OUTCOME_USAGE;
	if (run->status == RUN_DONE) {
		warn_msg("%s: is done; there is nothing to resume", o->resume);
		return OUTCOME_USAGE;
	}
	if (runfile_taken(o->resume) == 1) {
		runfile_say_taken(o->resume);
		return OUTCOME_FAILED;
	}
	const char *cpus = facts_get(&run->host, "pinned_cpus");

	if (cpus != NULL && !pin_parse(a, cpus, &o->pin))
		return OUTCOME_USAGE;
	/* The profile as it was then. */
	if (run->simulated)
		o->target = arena_printf(a, "%s/drive.xml", o->resume);
	recount(a, o->resume, run);
	if (!logs_are_there(a, o->resume, plan, run))
		return OUTCOME_USAGE;
	o->seed = run->seed;
	*run_out = run;
	*plan_out = plan;
	return OUTCOME_DONE;
}

/* Programs that are asked once tell more of a model or a serial number than the
 * kernel does. */
static bool
same_fact(const struct run *run, const char *name, const char *was,
    const char *is)
{
	bool serial = strcmp(name, "serial") == 0;
	bool told_by_programs = serial || strcmp(name, "model") == 0;

	/* Then it is told by what the kernel knew, as it is now. */
	if (serial && is == NULL && run->target != NULL)
		return true;
	if (was == NULL || is == NULL)
		return was == is;
	return strcmp(was, is) == 0 ||
	    (told_by_programs && strstr(was, is) != NULL);
}

static bool
same_identity(struct arena *a, const struct run *run, const struct target *t)
{
	const char *now = identity_target(a, t);

	if (run->target == NULL || (now != NULL &&
	    strcmp(run->target, now) == 0))
		return true;
	warn_msg("%s: another target than the run began on: it was '%s' and is "
	    "'%s'; nothing was written", t->path, run->target, now == NULL ?
	    "unknown" : now);
	return false;
}

/* What a stage left of a drive is not more than the drive has. */
static bool
capacity_is_there(const struct run *run, const struct target *t)
{
	uint64_t left = run_capacity(run, UINT_MAX);

	if (left <= t->device_bytes)
		return true;
	warn_msg("%s: has %" PRIu64 " bytes, and a provision stage left %"
	    PRIu64 " of it: another drive, or one that hides a part of itself "
	    "since then", t->path, t->device_bytes, left);
	return false;
}

int
resume_check(struct arena *a, const struct run *run, const struct target *t)
{
	static const char *const names[] = {
		"kind", "capacity_bytes", "sector_bytes", "serial", "model",
	};
	struct facts now = {0, NULL};
	bool provisioned = false;

	for (size_t i = 0; i < run->nstages; i++)
		provisioned = provisioned ||
		    (strcmp(run->stages[i].kind, "provision") == 0 &&
		    run->stages[i].status != RUN_PENDING);
	if (!same_identity(a, run, t) ||
	    (provisioned && !capacity_is_there(run, t)))
		return -1;
	identity_device(a, t, &now);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *was = facts_get(&run->device, names[i]);
		const char *is = facts_get(&now, names[i]);

		if (same_fact(run, names[i], was, is) || (provisioned &&
		    strcmp(names[i], "capacity_bytes") == 0))
			continue;
		warn_msg("%s: another target than the run began on: its %s was "
		    "'%s' and is '%s'", t->path, names[i],
		    was == NULL ? "" : was, is == NULL ? "" : is);
		return -1;
	}
	return 0;
}

static bool
conditions(const struct plan_stage *stage)
{
	return stage->kind == STAGE_PURGE || stage->kind == STAGE_FILL ||
	    stage->kind == STAGE_PROVISION;
}

/* Whether a test is made of rounds, each of which steers the drive to its
 * steady state: then it can go on with the one that was interrupted. */
static bool
goes_on(const struct plan_stage *stage)
{
	return stage->kind == STAGE_TEST && stage->rounds > 1;
}

/* Whether the test before the stage steers the drive to the steady state that
 * this one is to find, so that a few rounds more of it do. */
static bool
is_steered(const struct plan *plan, size_t open)
{
	const struct plan_stage *before = open == 0 ? NULL :
	    &plan->stages[open - 1];

	return before != NULL && plan->stages[open].kind == STAGE_TEST &&
	    goes_on(before) && before->steady.window > 0 &&
	    before->choice.line == 0;
}

/* Where to begin for the stage 'open' to find what has to come before it. */
static size_t
with_conditions(const struct plan *plan, size_t open)
{
	size_t first = open;

	/* A test that chooses has what it is to be at from another one. */
	if (goes_on(&plan->stages[open]) ||
	    plan->stages[open].choice.line != 0)
		return open;
	if (is_steered(plan, open))
		return open - 1;
	while (first > 0 && !conditions(&plan->stages[first]))
		first--;
	if (!conditions(&plan->stages[first]))
		return open;
	while (first > 0 && conditions(&plan->stages[first - 1]))
		first--;
	return first;
}

size_t
resume_first(const struct plan *plan, const struct run *run)
{
	size_t open = 0;

	/* What the drive was like was in the memory of the process. */
	if (run->simulated)
		return 0;
	while (open < run->nstages && (run->stages[open].status == RUN_DONE ||
	    run->stages[open].status == RUN_SKIPPED))
		open++;
	if (open == run->nstages)
		return open;

	return with_conditions(plan, open);
}

/* The last moment of which the run knows. */
static uint64_t
last_ns(const struct run *run)
{
	uint64_t last = 0;

	for (size_t i = 0; i < run->nstages; i++)
		if (run->stages[i].end_ns > last)
			last = run->stages[i].end_ns;
	return last;
}

static void
start_again(struct run_stage *stage)
{
	*stage = (struct run_stage){
		.number = stage->number,
		.kind = stage->kind,
		.id = stage->id,
		.status = RUN_PENDING,
	};
}

static void
note_gap(struct arena *a, struct run_stage *stage, uint64_t begin_ns,
    uint64_t end_ns)
{
	stage->gaps = arena_grow(a, stage->gaps, stage->ngaps,
	    sizeof(*stage->gaps));
	stage->gaps[stage->ngaps++] = (struct run_gap){
		.why = "resumed",
		.step = (uint32_t)stage->nsteps + 1,
		.begin_ns = begin_ns < end_ns ? begin_ns : end_ns,
		.end_ns = end_ns,
	};
}

/* What the operator should know of where the run begins again. */
static void
tell(const struct run *run, const struct run_stage *stage, unsigned rounds)
{
	if (run->simulated)
		warn_msg("what a simulated drive holds ends with its process: "
		    "the run begins again with its first stage, and gives what "
		    "it would have given");
	else if (rounds > 0)
		warn_msg("goes on with round %u of '%s'; what was whole before "
		    "stays, and no steady-state window spans the pause",
		    rounds + 1, stage->id);
	else
		warn_msg("goes on with stage %u, '%s', from its beginning",
		    stage->number, stage->id);
}

void
resume_reset(struct arena *a, const char *dir, const struct plan *plan,
    struct run *run, uint64_t now_ns)
{
	size_t first = resume_first(plan, run);
	uint64_t since_ns = last_ns(run);
	unsigned rounds = 0;

	if (first < run->nstages) {
		struct run_stage *stage = &run->stages[first];
		uint32_t steady = stage->steady_round;

		if (!run->simulated && goes_on(&plan->stages[first]))
			rounds = kept_rounds(a, dir, run,
			    &plan->stages[first], stage);
		/* The window that it has is not lost. */
		if (steady <= rounds)
			stage->steady_round = steady;
		tell(run, stage, rounds);
	}
	for (size_t i = first; i < run->nstages; i++)
		if (i > first || rounds == 0)
			start_again(&run->stages[i]);
	if (!run->simulated) {
		facts_set(a, &run->conditions, "resumed", "yes");
		if (first < run->nstages)
			note_gap(a, &run->stages[first], since_ns, now_ns);
	}
	run->status = RUN_RUNNING;
	run->finished_ns = 0;
}

void
resume_show(const struct run *run, struct target *t)
{
	uint64_t found = run_capacity(run, 0);
	uint64_t left = run_capacity(run, UINT_MAX);

	if (found > t->full_bytes)
		t->full_bytes = found;
	if (left > 0)
		target_show(t, left);
}

/* Gives the file another name, if it is there. */
static int
keep_file(struct arena *a, const char *path)
{
	const char *old;
	unsigned number = 1;

	if (!file_exists(path))
		return 0;
	do
		old = arena_printf(a, "%s.old-%u", path, number++);
	while (file_exists(old));
	if (rename(path, old) == 0)
		return 0;
	warn_errno("rename(%s, %s)", path, old);
	return -1;
}

int
resume_keep_logs(struct arena *a, const char *dir, const struct plan *plan,
    const struct run *run)
{
	for (size_t i = 0; i < run->nstages; i++) {
		const struct run_stage *stage = &run->stages[i];
		size_t part = stage->nparts + 1;
		const char *log;

		if (stage->status != RUN_PENDING)
			continue;
		do {
			log = arena_printf(a, "%s/%s", dir, logfile_name(a,
			    &plan->stages[i], part++));
			if (keep_file(a, log) == -1)
				return -1;
		} while (file_exists(arena_printf(a, "%s/%s", dir,
		    logfile_name(a, &plan->stages[i], part))));
	}
	return 0;
}
