/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/report.h"
#include "base/version.h"

/* Which program a verb belongs to, and its line in the help. */
static const struct verb {
	const char *name, *program, *help;
} verbs[] = {
	{"run", "plateau-collect", "measure a drive by a plan"},
	{"plans", "plateau-collect", "list the plans, show one"},
	{"status", "plateau-collect", "how far a run has come"},
	{"doctor", "plateau-collect", "what on this host spoils a measurement"},
	{"analyze", "plateau-analyze", "raw logs to exact statistics"},
	{"table", "plateau-analyze", "print a table of a run"},
	{"export", "plateau-analyze", "results as JSON, CSV or .hgrm"},
	{"render", "plateau-render", "results to a report: PDF, SVG, tables"},
	{"compare", "plateau-render",
	    "runs and published results side by side"},
	{"review", "plateau-render",
	    "an article about runs: HTML, PDF, Markdown"},
	{"log", "plateau-log", "look into a raw log"},
};

static void
print_help(FILE *to)
{
	fputs("usage: plateau VERB [OPTION...]\n\n"
	    "Measures solid-state drives, keeps the latency of every I/O, and\n"
	    "prints the report.\n\n", to);
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++)
		fprintf(to, "  %-9s %s\n", verbs[i].name, verbs[i].help);
	fputs("\nplateau VERB --help tells more; so does man plateau.\n", to);
}

int
main(int argc, char **argv)
{
	report_set_program("plateau");
	if (argc < 2) {
		print_help(stderr);
		return 2;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
		print_help(stdout);
		return report_end(0);
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("plateau " PLATEAU_VERSION);
		return report_end(0);
	}
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
		if (strcmp(argv[1], verbs[i].name) != 0)
			continue;
		struct arena *a = arena_new();
		char *program = file_program_path(a, verbs[i].program);

		/* The verb stays as argv[1] where a program knows several;
		 * "plateau log info" and "plateau-log info" are the same. */
		bool one_verb = strcmp(verbs[i].name, "log") == 0;
		execv(program, one_verb ? argv + 1 : argv);
		warn_errno("%s", program);
		arena_free(a);
		return 1;
	}
	warn_msg("there is no verb '%s'; plateau --help lists them", argv[1]);
	return 2;
}
