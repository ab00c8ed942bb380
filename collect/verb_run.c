/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "base/version.h"
#include "collect/control.h"
#include "collect/halt.h"
#include "collect/identity.h"
#include "collect/progress.h"
#include "collect/safety.h"
#include "collect/ticks.h"
#include "collect/verbs.h"
#include "iolog/generator.h"

static struct plan *
load_plan(struct arena *a, const struct options *o)
{
	const char *path = plan_find(a, o->plan);
	struct plan *plan;

	if (!file_exists(path)) {
		warn_msg("there is no plan '%s' (%s); 'plateau plans' lists "
		    "those that come with the program", o->plan, path);
		return NULL;
	}
	plan = plan_load(a, path);
	if (plan == NULL)
		return NULL;
	for (size_t i = 0; i < o->nsets; i++)
		if (plan_set(a, plan, o->sets[i]) == -1)
			return NULL;
	/* Judged together: of rounds=2 and window=2 either may come first. */
	if (plan_check(plan, NULL) > 0)
		return NULL;
	if (o->scale != 1)
		plan_scale(plan, o->scale);
	return plan;
}

/* The run folder must be new or empty. */
static int
check_run_dir(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	bool empty = true;

	if (d == NULL && errno == ENOENT)
		return 0;
	if (d == NULL) {
		warn_errno("%s", dir);
		return -1;
	}
	while ((entry = readdir(d)) != NULL)
		if (strcmp(entry->d_name, ".") != 0 &&
		    strcmp(entry->d_name, "..") != 0)
			empty = false;
	closedir(d);
	if (!empty)
		warn_msg("%s: not empty; a run needs a new folder for itself",
		    dir);
	return empty ? 0 : -1;
}

static int
check_log_place(struct arena *a, const struct options *o,
    const struct target *t, enum safety_log *place_out)
{
	*place_out = SAFETY_LOG_APART;
	if (o->run_dir == NULL || (t->fd == -1 && !t->block))
		return 0;
	*place_out = safety_log_place(a, o->run_dir, t->block, t->number);
	if (*place_out != SAFETY_LOG_ON_TARGET)
		return 0;
	warn_msg("%s: lies on %s, the device under test: the log would be "
	    "measured too; put the run on another device", o->run_dir,
	    t->path);
	return -1;
}

/* Buffers are locked in by use: too many, and the host swaps or kills us. */
static int
check_memory(const struct plan *plan)
{
	FILE *f = fopen("/proc/meminfo", "re");
	char line[256], need[UNITS_TEXT], free_text[UNITS_TEXT];
	uint64_t free_kib = 0, bytes = 0;

	if (f == NULL)
		return 0;
	while (fgets(line, sizeof(line), f) != NULL)
		if (sscanf(line, "MemAvailable: %" SCNu64, &free_kib) == 1)
			break;
	fclose(f);
	for (uint32_t i = 0; i < schedule_streams(plan); i++)
		bytes += schedule_buffer_bytes(plan, i);
	if (free_kib == 0 || bytes / 1024 < free_kib / 10 * 8)
		return 0;
	warn_msg("the plan needs %s of buffers and the host has %s of memory "
	    "left; use fewer threads, less depth or smaller blocks (--set)",
	    units_format_capacity(need, sizeof(need), bytes),
	    units_format_capacity(free_text, sizeof(free_text),
	    free_kib * 1024));
	return -1;
}

/* Text of 16 bytes as a UUID of this version. */
static const char *
uuid_text(struct arena *a, uint8_t u[16], uint8_t version)
{
	u[6] = (uint8_t)((u[6] & 0x0f) | version << 4);
	u[8] = (uint8_t)((u[8] & 0x3f) | 0x80);
	return arena_printf(a, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
	    "%02x%02x%02x%02x%02x%02x", u[0], u[1], u[2], u[3], u[4], u[5],
	    u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13], u[14], u[15]);
}

static const char *
new_uuid(struct arena *a)
{
	uint8_t u[16] = {0};

	/* A kernel without randomness is no reason not to measure. */
	if (getrandom(u, sizeof(u), 0) != sizeof(u))
		put_u64(u, clock_ns(CLOCK_REALTIME));
	return uuid_text(a, u, 4);
}

/* Goes on with a fingerprint of what is in the file, if it is there. */
static uint64_t
add_file(struct arena *a, const char *path, uint64_t fingerprint)
{
	size_t length = 0;
	const char *text = file_read(a, path, (size_t)1 << 24, &length);

	for (size_t i = 0; i < length; i++)
		fingerprint = generator_mix(fingerprint ^
		    (uint8_t)text[i]);
	return fingerprint;
}

/* Equal simulations are one and the same run: the id is made of all that the
 * result depends on. */
static const char *
simulated_uuid(struct arena *a, const char *run_dir, uint64_t seed)
{
	uint64_t fingerprint = generator_mix(seed + 1);
	uint8_t u[16];

	for (const char *p = PLATEAU_VERSION; *p != '\0'; p++)
		fingerprint = generator_mix(fingerprint ^ (uint8_t)*p);
	fingerprint = add_file(a, arena_printf(a, "%s/plan.xml", run_dir),
	    fingerprint);
	fingerprint = add_file(a, arena_printf(a, "%s/drive.xml", run_dir),
	    fingerprint);
	put_u64(u, fingerprint);
	put_u64(u + 8, generator_mix(fingerprint));
	return uuid_text(a, u, 8);
}

static const char *
kind_name(enum stage_kind kind)
{
	switch (kind) {
	case STAGE_PURGE:
		return "purge";
	case STAGE_FILL:
		return "fill";
	case STAGE_TEST:
		return "test";
	case STAGE_IDLE:
		return "idle";
	}
	return "";
}

/* Whether a test reads blocks that were never written, which drives answer
 * from their tables alone. */
static bool
reads_holes(const struct plan *plan, const struct target *t)
{
	bool erasable = t->block || t->profile != NULL;
	bool written = !t->created && t->profile == NULL;

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		if (stage->kind == STAGE_PURGE && erasable)
			written = strcmp(stage->method, "none") == 0;
		if (stage->kind == STAGE_FILL && stage->passes >= 1)
			written = true;
		for (size_t k = 0; stage->kind == STAGE_TEST && !written &&
		    k < plan_steps(stage); k++)
			if (plan_step_factors(stage, k).value[FACTOR_MIX] > 0)
				return true;
	}
	return false;
}

static void
set_conditions(struct arena *a, struct run *run, const struct options *o,
    const struct plan *plan, const struct target *t, enum safety_log place)
{
	struct facts *c = &run->conditions;

	facts_set(a, c, "target_kind", t->profile != NULL ? "simulated" :
	    t->block ? "block" : "file");
	if (t->created)
		facts_set(a, c, "target_created", "yes");
	if (place == SAFETY_LOG_SAME_FS)
		facts_set(a, c, "log_on_target_fs", "yes");
	/* The demonstration's own plan says what it is by its name. */
	if (o->demonstration || strcmp(plan->name, "demo") == 0)
		facts_set(a, c, "demonstration", "yes");
	if (t->in_use != NULL)
		facts_set(a, c, "target_in_use", t->in_use);
	if (reads_holes(plan, t))
		facts_set(a, c, "reads_never_written", "yes");
}

static struct run *
new_run(struct arena *a, const struct options *o, const struct plan *plan,
    const struct target *t, enum safety_log place)
{
	struct run *run = arena_alloc(a, sizeof(*run));

	run->tool = "plateau " PLATEAU_VERSION;
	run->uuid = t->profile == NULL ? new_uuid(a) :
	    simulated_uuid(a, o->run_dir, o->seed);
	run->simulated = t->profile != NULL;
	run->plan = plan->name;
	run->title = plan->title;
	run->specification = plan->specification;
	run->engine = o->engine->name;
	run->command = o->command;
	run->seed = o->seed;
	run->scale = plan->scale;
	run->status = RUN_RUNNING;
	run->nstages = plan->nstages;
	run->stages = arena_array(a, plan->nstages, sizeof(*run->stages));
	for (size_t i = 0; i < plan->nstages; i++) {
		run->stages[i].number = plan->stages[i].number;
		run->stages[i].kind = kind_name(plan->stages[i].kind);
		run->stages[i].id = plan->stages[i].id;
	}
	identity_device(a, t, &run->device);
	identity_host(a, &run->host);
	set_conditions(a, run, o, plan, t, place);
	return run;
}

static void
print_stage(const struct plan *plan, const struct plan_stage *stage,
    const struct target *t)
{
	char least[UNITS_TEXT], most[UNITS_TEXT], bytes[UNITS_TEXT];

	printf("%2u  %-5s  %s", stage->number, kind_name(stage->kind),
	    stage->id);
	units_format_clock(least, sizeof(least), (uint64_t)schedule_seconds(
	    plan, stage, schedule_least_rounds(stage), t, 0));
	units_format_clock(most, sizeof(most), (uint64_t)schedule_seconds(
	    plan, stage, stage->rounds, t, 0));
	if (stage->kind == STAGE_FILL) {
		struct load l = schedule_load(plan, stage, 0, t, 0);

		printf(": %s written", units_format_capacity(bytes,
		    sizeof(bytes), schedule_fill_bytes(&l)));
	} else if (stage->kind == STAGE_TEST) {
		printf(": %zu steps a round, %u to %u rounds, %s to %s",
		    plan_steps(stage), schedule_least_rounds(stage),
		    stage->rounds, least, most);
	} else if (stage->kind == STAGE_IDLE) {
		printf(": %s", most);
	}
	putchar('\n');
}

static void
print_dry_run(const struct plan *plan, const struct target *t)
{
	char bytes[UNITS_TEXT];

	printf("plan %s on %s, %s, sectors of %" PRIu32 "\n", plan->name,
	    t->path, units_format_capacity(bytes, sizeof(bytes), t->bytes),
	    t->sector_bytes);
	for (size_t i = 0; i < plan->nstages; i++)
		print_stage(plan, &plan->stages[i], t);
	printf("dry run: nothing was written\n");
}

static void
print_end(const struct session *s, enum outcome outcome)
{
	uint64_t issued = 0, logged = 0, errors = 0;

	for (size_t i = 0; i < s->run->nstages; i++) {
		issued += s->run->stages[i].issued;
		logged += s->run->stages[i].logged;
		errors += s->run->stages[i].errors;
	}
	if (s->options->quiet && outcome == OUTCOME_DONE)
		return;
	fprintf(stderr, "%s: %s; %" PRIu64 " I/Os issued, %" PRIu64
	    " logged, %" PRIu64 " failed\n", s->options->run_dir,
	    run_status_name(s->run->status), issued, logged, errors);
}

static int
keep_profile(struct arena *a, const char *dir, const struct target *t)
{
	size_t length;
	const char *text = file_read(a, t->profile_path, (size_t)1 << 24,
	    &length);

	return text == NULL ? -1 : file_replace_bytes(arena_printf(a,
	    "%s/drive.xml", dir), text, length);
}

/* Makes the run folder with its plan.  What is in it from then on tells how the
 * run went. */
static int
make_run_dir(struct arena *a, const char *dir, const struct plan *plan,
    const struct target *t)
{
	if (file_make_dirs(arena_printf(a, "%s/raw", dir)) == -1)
		return -1;
	if (t->profile != NULL && keep_profile(a, dir, t) == -1)
		return -1;
	return plan_save(plan, arena_printf(a, "%s/plan.xml", dir));
}

/* Everything is checked and open: does it. */
static enum outcome
execute(struct session *s, enum safety_log place)
{
	const struct options *o = s->options;
	struct arena *a = s->arena;
	enum outcome outcome;

	if (make_run_dir(a, o->run_dir, s->plan, s->target) == -1)
		return OUTCOME_FAILED;
	s->run = new_run(a, o, s->plan, s->target, place);
	s->run->started_ns = clock_ns(CLOCK_REALTIME);
	s->anchor_ticks = ticks_now();
	s->runfile = runfile_open(o->run_dir, s->run);
	if (s->runfile == NULL)
		return OUTCOME_FAILED;
	progress_open(s->crew, o->quiet);
	outcome = control_run(s);
	progress_close();
	if (runfile_close(s->runfile) == -1 && outcome == OUTCOME_DONE)
		outcome = OUTCOME_FAILED;
	print_end(s, outcome);
	return outcome;
}

/* With the target open and the plan fitting it. */
static enum outcome
run_on_target(struct arena *a, const struct options *o,
    const struct plan *plan, struct target *t)
{
	struct session s = {
		.arena = a, .options = o, .plan = plan, .target = t,
	};
	enum safety_log place;

	if (schedule_check(plan, t) == -1 ||
	    check_log_place(a, o, t, &place) == -1 ||
	    (o->run_dir != NULL && check_run_dir(o->run_dir) == -1) ||
	    check_memory(plan) == -1)
		return OUTCOME_USAGE;
	if (o->dry_run) {
		print_dry_run(plan, t);
		return OUTCOME_DONE;
	}
	if (target_allocate(t) == -1)
		return OUTCOME_FAILED;
	halt_on_signals();
	s.crew = crew_open(plan, t, o->engine, o->seed);
	if (s.crew == NULL)
		return OUTCOME_FAILED;

	enum outcome outcome = execute(&s, place);

	crew_close(s.crew);
	return outcome;
}

enum outcome
verb_run(int argc, char **argv)
{
	struct arena *a = arena_new();
	struct options o;
	struct target target;
	enum outcome outcome;

	if (!options_parse(a, argc, argv, &o, &outcome))
		goto free_arena;

	const struct plan *plan = load_plan(a, &o);
	struct target_request request = {
		.path = o.target,
		.create_bytes = o.create_bytes,
		.destroy = o.destroy,
		.look_only = o.dry_run,
	};

	if (plan == NULL) {
		outcome = OUTCOME_USAGE;
		goto free_arena;
	}
	request.writes = plan_writes(plan);
	if (o.engine->simulated)
		request.simulated_depth = schedule_streams(plan) *
		    schedule_depth(plan);
	outcome = target_open(a, &request, &target);
	if (outcome != OUTCOME_DONE)
		goto free_arena;
	outcome = run_on_target(a, &o, plan, &target);
	/* A file that nothing was measured on is not left behind. */
	target_close(&target, o.run_dir == NULL || !file_exists(arena_printf(a,
	    "%s/run.xml", o.run_dir)));
free_arena:
	arena_free(a);
	return outcome;
}
