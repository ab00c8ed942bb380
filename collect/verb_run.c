/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "base/shell.h"
#include "base/units.h"
#include "collect/control.h"
#include "collect/halt.h"
#include "collect/newrun.h"
#include "collect/progress.h"
#include "collect/provision.h"
#include "collect/purge.h"
#include "collect/queue.h"
#include "collect/resume.h"
#include "collect/safety.h"
#include "collect/smart.h"
#include "collect/ticks.h"
#include "collect/verbs.h"
#include "iolog/ring.h"
#include "model/xmltext.h"

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

/* The folder that a new run folder would be made in must be there: a mistyped
 * path makes no folders. */
static int
check_parent(struct arena *a, const char *dir)
{
	char *parent = arena_strdup(a, dir);
	size_t length = strlen(parent);
	struct stat st;

	while (length > 1 && parent[length - 1] == '/')
		length--;
	while (length > 0 && parent[length - 1] != '/')
		length--;
	while (length > 1 && parent[length - 1] == '/')
		length--;
	parent[length] = '\0';
	if (length == 0 || (stat(parent, &st) == 0 && S_ISDIR(st.st_mode)))
		return 0;
	warn_msg("%s: there is no folder %s to make it in", dir, parent);
	return -1;
}

/* The run folder must be new or empty. */
static int
check_run_dir(struct arena *a, const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	bool empty = true;
	struct stat st;

	if (*dir == '\0') {
		warn_msg("-o '': a run needs a folder, and this is no name");
		return -1;
	}
	if (d == NULL && errno == ENOENT && lstat(dir, &st) == 0) {
		warn_msg("%s: is a link that leads nowhere; a run needs a "
		    "folder for itself", dir);
		return -1;
	}
	if (d == NULL && file_exists(dir) && errno == ENOTDIR) {
		warn_msg("%s: is a file; a run needs a folder for itself",
		    dir);
		return -1;
	}
	if (d == NULL && (errno == ENOENT || errno == ENOTDIR))
		return check_parent(a, dir);
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
		bytes += schedule_buffer_bytes(plan, i) + IOLOG_RING_EVENTS *
		    sizeof(struct iolog_event);
	if (free_kib == 0 || bytes / 1024 < free_kib / 10 * 8)
		return 0;
	warn_msg("the plan needs %s of memory for data and log, and the host "
	    "has %s left; use fewer threads, less depth or smaller blocks "
	    "(--set)",
	    units_format_capacity(need, sizeof(need), bytes),
	    units_format_capacity(free_text, sizeof(free_text),
	    free_kib * 1024));
	return -1;
}

static void
print_purge(const struct plan_stage *stage, const struct target *t)
{
	struct arena *a = arena_new();

	printf(": %s", purge_text(a, t, stage->method));
	arena_free(a);
}

/* Then the target is as the stage leaves it. */
static void
print_provision(const struct plan_stage *stage, struct target *t)
{
	char before[UNITS_TEXT], after[UNITS_TEXT];
	struct arena *a = arena_new();
	const char *how = provision_text(a, stage, t);

	units_format_capacity(before, sizeof(before), t->bytes);
	provision_view(stage, t);
	printf(": %s of %s, by %s", units_format_capacity(after, sizeof(after),
	    t->bytes), before, how);
	arena_free(a);
}

static void
print_rounds(const struct plan_stage *stage)
{
	size_t steps = plan_steps(stage);
	unsigned least = schedule_least_rounds(stage);

	printf(": %zu step%s a round, ", steps, steps == 1 ? "" : "s");
	if (least < stage->rounds)
		printf("%u to ", least);
	printf("%u round%s", stage->rounds, stage->rounds == 1 ? "" : "s");
}

static void
print_stage(const struct plan *plan, const struct plan_stage *stage,
    struct target *t)
{
	char least[UNITS_TEXT], most[UNITS_TEXT], bytes[UNITS_TEXT];

	printf("%2u  %-9s  %s", stage->number, plan_kind_name(stage->kind),
	    stage->id);
	units_format_clock(least, sizeof(least),
	    (uint64_t)schedule_least_seconds(stage));
	units_format_clock(most, sizeof(most),
	    (uint64_t)schedule_seconds(plan, stage, stage->rounds, t, 0));
	if (stage->kind == STAGE_FILL) {
		struct load l = schedule_load(plan, stage, 0, t, 0);

		printf(": %s written", units_format_capacity(bytes,
		    sizeof(bytes), schedule_fill_bytes(&l)));
	} else if (stage->kind == STAGE_TEST) {
		print_rounds(stage);
		if (strcmp(least, most) != 0)
			printf(", %s to", least);
		printf("%s %s", strcmp(least, most) == 0 ? "," : "", most);
	} else if (stage->kind == STAGE_IDLE) {
		printf(": %s", most);
	} else if (stage->kind == STAGE_PURGE) {
		print_purge(stage, t);
	} else if (stage->kind == STAGE_PROVISION) {
		print_provision(stage, t);
	}
	putchar('\n');
}

static void
print_dry_run(struct arena *a, const struct plan *plan,
    const struct target *t)
{
	char bytes[UNITS_TEXT];
	struct target then = *t;

	printf("plan %s on %s%s%s, %s, sectors of %" PRIu32 "\n", plan->name,
	    t->path, t->leads_to == NULL ? "" : ", which is ",
	    t->leads_to == NULL ? "" : t->leads_to,
	    units_format_capacity(bytes, sizeof(bytes), t->bytes),
	    t->sector_bytes);
	for (size_t i = 0; i < plan->nstages; i++)
		print_stage(plan, &plan->stages[i], &then);
	if (t->wanted != NULL)
		printf("what is on %s would be lost: a run needs %s for it\n",
		    t->path, shell_command(a, "--destroy", t->wanted, NULL));
	printf("dry run: nothing was written\n");
}

/* What a provision stage did outlives the run. */
static void
print_hidden(const struct target *t)
{
	char size[UNITS_TEXT];

	if (t->hidden_bytes > 0)
		fprintf(stderr, "%s: goes on hiding %s of itself; plateau run "
		    "--plan full-capacity gives them back\n", t->path,
		    units_format_capacity(size, sizeof(size),
		    t->hidden_bytes));
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
	fprintf(stderr, "%s: %s; %" PRIu64 " I/O%s issued, %" PRIu64
	    " logged, %" PRIu64 " failed\n", s->options->run_dir,
	    run_status_name(s->run->status), issued, issued == 1 ? "" : "s",
	    logged, errors);
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

/* Takes away what a run made that has no run.xml: another one can be made
 * there. */
static void
unmake_run_dir(struct arena *a, const char *dir, bool was_there)
{
	static const char *const names[] = {"plan.xml", "drive.xml"};

	if (file_exists(arena_printf(a, "%s/run.xml", dir)))
		return;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		unlink(arena_printf(a, "%s/%s", dir, names[i]));
	rmdir(arena_printf(a, "%s/raw", dir));
	if (!was_there)
		rmdir(dir);
}

/* What the threads got of the host.  A simulated run would be the same on any
 * other. */
static void
tell_of_crew(const struct session *s)
{
	struct facts *host = &s->run->host;
	const struct pin *pin = &s->options->pin;

	if (s->options->engine->simulated)
		return;
	facts_set(s->arena, host, "buffer_pages", crew_pages(s->arena,
	    s->crew));
	if (pin->ncpus > 0)
		facts_set(s->arena, host, "other_cpus", pin->others == NULL ?
		    "the same" : pin->others);
}

/* Begins a new run: its folder, with what is known before the first stage. */
static int
begin(struct session *s, enum safety_log place)
{
	const struct options *o = s->options;
	bool was_there = file_exists(o->run_dir);

	if (make_run_dir(s->arena, o->run_dir, s->plan, s->target) == -1) {
		unmake_run_dir(s->arena, o->run_dir, was_there);
		return -1;
	}
	s->run = newrun(s->arena, o, s->plan, s->target, place);
	tell_of_crew(s);
	s->run->started_ns = clock_ns(CLOCK_REALTIME);
	s->anchor_ticks = ticks_now();
	s->runfile = runfile_open(o->run_dir, s->run);
	if (s->runfile != NULL)
		return 0;
	unmake_run_dir(s->arena, o->run_dir, was_there);
	return -1;
}

/* Goes on with an old one, on the time that it began with. */
static int
begin_again(struct session *s)
{
	const struct options *o = s->options;

	if (s->run->simulated)
		s->run->started_ns = clock_ns(CLOCK_REALTIME);

	/* In a simulation all time begins anew. */
	uint64_t now_ns = s->run->simulated ? 0 :
	    clock_ns(CLOCK_REALTIME) - s->run->started_ns;

	s->anchor_ticks = ticks_now() - ticks_of_ns(now_ns);
	resume_reset(s->arena, o->run_dir, s->plan, s->run, now_ns);
	resume_show(s->run, s->target);
	s->runfile = runfile_open(o->run_dir, s->run);
	if (s->runfile == NULL)
		return -1;
	if (resume_keep_logs(s->arena, o->run_dir, s->plan, s->run) == 0)
		return 0;
	runfile_close(s->runfile);
	return -1;
}

/* Runs the stages on a drive whose cache is as the plan wants it. */
static enum outcome
run_stages(struct session *s)
{
	enum outcome outcome;

	cache_prepare(s->arena, &s->cache, s->target, s->plan->write_cache,
	    plan_writes(s->plan), &s->run->device);
	progress_open(s->crew, s->options->quiet);
	outcome = control_run(s);
	progress_close();
	cache_restore(s->arena, &s->cache);
	return outcome;
}

/* The results are of what was open; who looks at the path now looks at another
 * thing. */
static void
tell_of_target(const struct session *s)
{
	if (target_is_there(s->target))
		return;
	facts_set(s->arena, &s->run->conditions, "target_replaced", "yes");
	warn_msg("%s: was replaced or removed while it was measured: what was "
	    "measured is what was there when the run began", s->target->path);
}

/* Everything is checked and open: does it. */
static enum outcome
execute(struct session *s, enum safety_log place)
{
	/* Before it began: nothing is left of it. */
	if (halt_reason() == HALT_SIGNAL)
		return OUTCOME_INTERRUPTED;
	if ((s->run == NULL ? begin(s, place) : begin_again(s)) == -1)
		return OUTCOME_FAILED;

	enum outcome outcome = run_stages(s);

	smart_counters(s->arena, s->target, "end", &s->run->device);
	tell_of_target(s);
	if (runfile_close(s->runfile) == -1 && outcome == OUTCOME_DONE)
		outcome = OUTCOME_FAILED;
	print_end(s, outcome);
	print_hidden(s->target);
	return outcome;
}

/* I/Os that wait in the host tell of the host: told, and done all the same. */
static void
warn_of_queue(struct arena *a, const struct plan *plan, const struct target *t)
{
	const char *excess = queue_excess(a, plan, t);

	if (excess != NULL)
		warn_msg("%s: %s: what the queue does not take waits in the "
		    "host, and latencies have that wait", t->path, excess);
}

/* Whether one of the stages from 'first' on, before stage 'i', is the same
 * purge: the answer of the drive would be the same too. */
static bool
purges_before(const struct plan *plan, size_t first, size_t i)
{
	for (size_t k = first; k < i; k++)
		if (plan->stages[k].kind == STAGE_PURGE &&
		    strcmp(plan->stages[k].method,
		    plan->stages[i].method) == 0)
			return true;
	return false;
}

/* Whether the stages that are to be run can be, as far as that is known before:
 * a purge that fails in the night is one too late. */
static int
check_stages(struct arena *a, const struct options *o, const struct plan *plan,
    const struct target *t, const struct run *old)
{
	size_t first = old == NULL ? 0 : resume_first(plan, old);

	for (size_t i = first; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		if ((stage->kind == STAGE_PURGE &&
		    !purges_before(plan, first, i) &&
		    purge_check(a, t, o->engine, stage->method) == -1) ||
		    (stage->kind == STAGE_PROVISION &&
		    provision_check_tool(a, stage, t, o->engine) == -1))
			return -1;
	}
	return 0;
}

/* What to do behind a failure of log or books, which was told. */
static void
advise(struct arena *a, const char *dir)
{
	enum halt why = halt_reason();
	const char *status = shell_command(a, "plateau", "status", dir, NULL);

	if (why == HALT_ROOM)
		warn_msg("what was logged is kept: make room for the log, "
		    "then the status tells how to go on: %s", status);
	else if ((why == HALT_LOG || why == HALT_BOOKS || why == HALT_GONE) &&
	    file_exists(arena_printf(a, "%s/run.xml", dir)))
		warn_msg("the status tells how to go on: %s", status);
}

/* With the target open; 'old' is a run to go on with, or NULL. */
static enum outcome
run_on_target(struct arena *a, const struct options *o,
    const struct plan *plan, struct target *t, struct run *old)
{
	struct session s = {
		.arena = a, .options = o, .plan = plan, .target = t,
		.run = old,
	};
	enum safety_log place;

	if (schedule_check(plan, t) == -1 ||
	    check_log_place(a, o, t, &place) == -1 ||
	    (old != NULL && resume_check(a, old, t) == -1) ||
	    check_stages(a, o, plan, t, old) == -1 ||
	    check_memory(plan) == -1)
		return OUTCOME_USAGE;
	warn_of_queue(a, plan, t);
	if (o->dry_run) {
		print_dry_run(a, plan, t);
		return OUTCOME_DONE;
	}
	if (!o->engine->simulated &&
	    ticks_open(o->clock, o->stamp_each) == -1)
		return OUTCOME_USAGE;
	if (target_allocate(t) == -1)
		return halt_reason() == HALT_SIGNAL ? OUTCOME_INTERRUPTED :
		    OUTCOME_FAILED;
	/* Before there is any other thread: each begins where this one is. */
	pin_others(&o->pin);
	/* Offsets follow from the seed; data is new, also in a run that goes
	 * on. */
	s.crew = crew_open(plan, t, o->engine, old == NULL ? o->seed :
	    o->seed + clock_ns(CLOCK_REALTIME), &o->pin);
	if (s.crew == NULL)
		return halt_reason() == HALT_SIGNAL ? OUTCOME_INTERRUPTED :
		    OUTCOME_FAILED;

	enum outcome outcome = execute(&s, place);

	crew_close(s.crew);
	advise(a, o->run_dir);
	return outcome;
}

/* The target is kept in run.xml, and has to be found again from there. */
static enum outcome
find_target(struct arena *a, struct options *o)
{
	char *here;

	if (o->engine->simulated || o->resume != NULL)
		return OUTCOME_DONE;
	if (!xmltext_is_clean(o->target)) {
		warn_msg("--target '%s': a path with control characters, or "
		    "that is no UTF-8, cannot be kept in run.xml; give it "
		    "another name, or a link", o->target);
		return OUTCOME_USAGE;
	}
	if (*o->target == '/' || *o->target == '\0')
		return OUTCOME_DONE;
	here = getcwd(NULL, 0);
	if (here == NULL) {
		warn_errno("the current folder");
		return OUTCOME_FAILED;
	}
	o->target = arena_printf(a, "%s/%s", here, o->target);
	free(here);
	return OUTCOME_DONE;
}

/* What to do: the plan, and the run that it is part of already, or NULL. */
static enum outcome
find_plan(struct arena *a, struct options *o, struct plan **plan_out,
    struct run **old_out)
{
	*old_out = NULL;
	if (o->resume != NULL)
		return resume_load(a, o, old_out, plan_out);
	*plan_out = load_plan(a, o);
	return *plan_out == NULL ? OUTCOME_USAGE : OUTCOME_DONE;
}

enum outcome
verb_run(int argc, char **argv)
{
	struct arena *a = arena_new();
	struct options o;
	struct plan *plan;
	struct run *old;
	struct target target;
	enum outcome outcome;

	if (!options_parse(a, argc, argv, &o, &outcome) ||
	    (outcome = find_plan(a, &o, &plan, &old)) != OUTCOME_DONE ||
	    (outcome = find_target(a, &o)) != OUTCOME_DONE)
		goto free_arena;

	/* Before anything is made that would be left behind. */
	if (!o.dry_run)
		halt_on_signals();
	/* Before a file is made that no run would measure. */
	if (old == NULL && o.run_dir != NULL &&
	    check_run_dir(a, o.run_dir) == -1) {
		outcome = OUTCOME_USAGE;
		goto free_arena;
	}

	struct target_request request = {
		.path = o.target,
		.create_bytes = o.create_bytes,
		.destroy = o.destroy,
		.serial = old == NULL ? NULL : facts_get(&old->device,
		    "serial"),
		.writes = plan_writes(plan),
		.look_only = o.dry_run,
	};

	/* Fewer than that are under way at a time; 0 would be a real one. */
	if (o.engine->simulated)
		request.simulated_depth = schedule_streams(plan) *
		    schedule_depth(plan) + 1;
	outcome = target_open(a, &request, &target);
	if (outcome != OUTCOME_DONE)
		goto free_arena;
	outcome = run_on_target(a, &o, plan, &target, old);
	/* A file that nothing was measured on is not left behind. */
	target_close(&target, o.run_dir == NULL || !file_exists(arena_printf(a,
	    "%s/run.xml", o.run_dir)));
free_arena:
	arena_free(a);
	return outcome;
}
