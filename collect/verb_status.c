/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "base/units.h"
#include "collect/verbs.h"
#include "model/run.h"

static void
print_stage(const struct run_stage *stage)
{
	printf("%2u  %-5s  %-12s  %-11s", stage->number, stage->kind,
	    stage->id, run_status_name(stage->status));
	if (stage->nsteps > 0) {
		const struct run_step *last = &stage->steps[stage->nsteps - 1];

		printf("  round %" PRIu32 "  step %" PRIu32, last->round,
		    last->number);
	}
	if (stage->issued > 0)
		printf("  %" PRIu64 " I/Os", stage->issued);
	if (stage->errors > 0)
		printf("  %" PRIu64 " failed", stage->errors);
	if (stage->steady_round > 0)
		printf("  steady in round %" PRIu32, stage->steady_round);
	if (stage->note != NULL)
		printf("  (%s)", stage->note);
	putchar('\n');
}

static void
print_run(const struct run *run)
{
	char text[UNITS_TEXT];

	printf("%s  plan %s  %s  started %s", run_status_name(run->status),
	    run->plan, run->uuid, units_format_utc(text, sizeof(text),
	    run->started_ns));
	if (run->finished_ns != 0)
		printf("  finished %s", units_format_utc(text, sizeof(text),
		    run->finished_ns));
	putchar('\n');
	for (size_t i = 0; i < run->nstages; i++)
		print_stage(&run->stages[i]);
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
		    "Prints how far the run in the folder RUN has come.");
		return OUTCOME_DONE;
	}
	struct arena *a = arena_new();
	const struct run *run = run_load(a, argv[1]);

	if (run != NULL)
		print_run(run);
	arena_free(a);
	return run == NULL ? OUTCOME_USAGE : OUTCOME_DONE;
}
