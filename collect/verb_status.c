/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/report.h"
#include "base/shell.h"
#include "base/units.h"
#include "collect/left.h"
#include "collect/resume.h"
#include "collect/runfile.h"
#include "collect/verbs.h"
#include "model/run.h"

/* What was under way in a run that nobody goes on with was cut off. */
static const char *
status_text(enum run_status status, bool cut_off)
{
	return cut_off && status == RUN_RUNNING ? "cut off" :
	    run_status_name(status);
}

static void
print_stage(const struct run_stage *stage, bool cut_off)
{
	char size[UNITS_TEXT];

	printf("%2u  %-5s  %-12s  %-11s", stage->number, stage->kind,
	    stage->id, status_text(stage->status, cut_off));
	if (stage->nsteps > 0) {
		const struct run_step *last = &stage->steps[stage->nsteps - 1];

		printf("  round %" PRIu32 "  step %" PRIu32, last->round,
		    last->number);
	}
	if (stage->issued > 0)
		printf("  %" PRIu64 " I/O%s", stage->issued,
		    stage->issued == 1 ? "" : "s");
	else if (stage->bytes_written + stage->bytes_read > 0)
		printf("  %s so far", units_format_capacity(size, sizeof(size),
		    stage->bytes_written + stage->bytes_read));
	if (stage->errors > 0)
		printf("  %" PRIu64 " failed", stage->errors);
	if (stage->steady_round > 0)
		printf("  steady in round %" PRIu32, stage->steady_round);
	if (stage->nparts > 0)
		printf("  went on %zu %s", stage->nparts, stage->nparts == 1 ?
		    "time" : "times");
	if (stage->note != NULL)
		printf("  (%s)", stage->note);
	putchar('\n');
}

/* With the token, if the run needs it again to write. */
static void
print_resume(struct arena *a, const char *dir, const struct run *run)
{
	const char *path = arena_printf(a, "%s/plan.xml", dir);
	const char *token = resume_token(a, run);
	const struct plan *plan = token == NULL || !file_exists(path) ? NULL :
	    plan_load(a, path);

	printf("To go on:           %s\n", plan != NULL && plan_writes(plan) ?
	    shell_command(a, "plateau", "run", "--resume", dir, "--destroy",
	    token, NULL) :
	    shell_command(a, "plateau", "run", "--resume", dir, NULL));
}

static void
print_advice(struct arena *a, const char *dir, const struct run *run)
{
	puts("The program ended before the run did, by kill -9, a second "
	    "signal, a power cut\nor a crash.");
	print_resume(a, dir, run);
	for (size_t i = 0; i < run->nstages; i++)
		if (run->stages[i].status == RUN_RUNNING &&
		    run->stages[i].log != NULL)
			printf("What its log holds: %s\n", shell_command(a,
			    "plateau", "log", "verify", arena_printf(a, "%s/%s",
			    dir, run->stages[i].log), NULL));
}

/* Whether somebody has asked a run that is going on to end. */
static bool
is_stopping(const struct run *run)
{
	for (size_t i = 0; i < run->nstages; i++)
		if (run->stages[i].status == RUN_RUNNING &&
		    run->stages[i].note != NULL)
			return true;
	return false;
}

/* What a run that is going on still takes; nothing if its plan or the size of
 * its target is not known. */
static void
print_left(struct arena *a, const char *dir, const struct run *run)
{
	const struct plan *plan = plan_load(a, arena_printf(a, "%s/plan.xml",
	    dir));
	const char *size = facts_get(&run->device, "capacity_bytes"), *why;
	uint64_t now_ns = clock_ns(CLOCK_REALTIME);
	struct target target = {.sector_bytes = 512};
	char text[LEFT_TEXT];

	if (plan == NULL || plan->nstages != run->nstages || size == NULL ||
	    run->simulated || now_ns < run->started_ns ||
	    units_parse_whole(size, 1, UINT64_MAX, &target.bytes, &why) == -1)
		return;
	struct left left = left_now(plan, run, &target,
	    now_ns - run->started_ns);

	puts(left_format(text, &left, left_fill_rate(run,
	    now_ns - run->started_ns)));
}

static void
print_run(struct arena *a, const char *dir, const struct run *run)
{
	bool cut_off = run->status == RUN_RUNNING && runfile_taken(dir) == 0;
	bool stopping = run->status == RUN_RUNNING && is_stopping(run);
	char text[UNITS_TEXT];

	printf("%s  plan %s  %s  started %s", stopping && !cut_off ?
	    "stopping" : status_text(run->status, cut_off), run->plan,
	    run->uuid, units_format_utc(text, sizeof(text), run->started_ns));
	if (run->finished_ns != 0)
		printf("  finished %s", units_format_utc(text, sizeof(text),
		    run->finished_ns));
	putchar('\n');
	for (size_t i = 0; i < run->nstages; i++)
		print_stage(&run->stages[i], cut_off);
	if (cut_off)
		print_advice(a, dir, run);
	else if (run->status == RUN_RUNNING && !stopping)
		print_left(a, dir, run);
	else if (run->status != RUN_DONE)
		print_resume(a, dir, run);
}

enum outcome
verb_status(int argc, char **argv)
{
	bool help = argc == 2 && strcmp(argv[1], "--help") == 0;

	if (argc != 2 || (argv[1][0] == '-' && !help)) {
		warn_msg("status: the folder of one run is needed; see plateau "
		    "status --help");
		return OUTCOME_USAGE;
	}
	if (help) {
		puts("usage: plateau status RUN\n\n"
		    "Prints how far the run in the folder RUN has come, when "
		    "it will end at the\nearliest and at the latest, and what "
		    "to do if it did not come to its end.");
		return OUTCOME_DONE;
	}
	struct arena *a = arena_new();
	const struct run *run = NULL;

	if (file_exists(argv[1]) && !file_exists(arena_printf(a, "%s/run.xml",
	    argv[1])))
		warn_msg("%s: has no run.xml: it is not the folder of a run, "
		    "or the run has not begun yet", argv[1]);
	else
		run = run_load(a, argv[1]);
	if (run != NULL)
		print_run(a, argv[1], run);
	arena_free(a);
	return run == NULL ? OUTCOME_USAGE : OUTCOME_DONE;
}
