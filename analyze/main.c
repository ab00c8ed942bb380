/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "analyze/logs.h"
#include "analyze/options.h"
#include "analyze/progress.h"
#include "analyze/verb_analyze.h"
#include "analyze/verb_export.h"
#include "analyze/verb_table.h"
#include "base/report.h"

static const char usage[] =
"usage: plateau-analyze VERB [OPTION...] RUN...\n"
"  analyze   raw logs to exact statistics\n"
"  table     the table of a test, for a review\n"
"  export    results for other programs: JSON, CSV, HdrHistogram\n"
"plateau VERB --help tells more.\n";

/* Parts know what all of them have to count, and not which logs are theirs. */
static void
begin_progress(const struct options *o)
{
	size_t nlogs = 0;
	uint64_t bytes = 0;

	if (o->quiet || o->merge)
		return;
	for (size_t i = 0; i < o->nruns; i++)
		logs_measure(o->runs[i], &nlogs, &bytes);
	if (o->nparts > 0)
		progress_open(0, bytes / o->nparts);
	else
		progress_open(nlogs, bytes);
}

static int
run_analyze(int argc, char **argv)
{
	enum outcome outcome = OUTCOME_DONE;
	struct options o;
	struct share *share = NULL;
	int result = options_analyze(argc, argv, &o);

	if (result != 0)
		return result == 1 ? OUTCOME_DONE : OUTCOME_INPUT;
	if (o.nparts > 0) {
		share = share_new(o.part, o.nparts);
		if (share == NULL)
			return OUTCOME_FAILED;
	}
	begin_progress(&o);
	for (size_t i = 0; i < o.nruns; i++) {
		outcome = outcome_worse(outcome, verb_analyze(o.runs[i], &o,
		    share));
	}
	progress_close();
	share_free(share);
	return (int)outcome;
}

static const struct verb {
	const char *name;
	int (*run)(int argc, char **argv);
} verbs[] = {
	{"analyze", run_analyze}, {"table", verb_table},
	{"export", verb_export},
};

static int
run_verb(int argc, char **argv)
{
	if (argc >= 2 && strcmp(argv[1], "--help") == 0) {
		fputs(usage, stdout);
		return OUTCOME_DONE;
	}
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (argc >= 2 && strcmp(argv[1], verbs[i].name) == 0)
			return verbs[i].run(argc - 1, argv + 1);
	}
	fputs(usage, stderr);
	return OUTCOME_INPUT;
}

int
main(int argc, char **argv)
{
	report_set_program("plateau-analyze");
	return report_end(run_verb(argc, argv));
}
