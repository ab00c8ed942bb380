/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/report.h"
#include "render/compare_verb.h"
#include "render/options.h"
#include "render/review_verb.h"

static void
print_help(FILE *to)
{
	fputs("usage: plateau render RUN [OPTION...]\n\n"
	    "Makes the report of a run that was analyzed: pages, figures and\n"
	    "tables in RUN/report/.\n\n"
	    "  --report NAME     template: a name (snia-pts) or a file\n"
	    OPTIONS_HELP_LANG
	    "  --fact SPACE.NAME=TEXT\n"
	    "                    state what the program cannot find, such as\n"
	    "                    condition.sponsor, device.nand\n"
	    "  -o, --output DIR  where to\n"
	    OPTIONS_HELP_END, to);
}

enum { OPTION_REPORT = OPTION_OWN, OPTION_FACT };

static const struct option long_options[] = {
	OPTIONS_SHARED,
	{"report", required_argument, NULL, OPTION_REPORT},
	{"fact", required_argument, NULL, OPTION_FACT},
	{NULL, 0, NULL, 0},
};

/* Returns 0, or -1 for wrong usage; 1 when help was asked for. */
static int
read_options(int argc, char **argv, struct options *o)
{
	struct report_options *r = &o->report;
	int option, status = 0;

	while (status == 0 && (option = getopt_long(argc, argv, OPTIONS_SHORT,
	    long_options, NULL)) != -1) {
		if (option == OPTION_REPORT)
			r->template = optarg;
		else if (option == OPTION_FACT)
			r->facts[r->nfacts++] = optarg;
		else
			status = options_take(o, option, optarg);
	}
	if (status == 0 && optind + 1 != argc) {
		warn_msg("render: exactly one run directory is expected");
		status = -1;
	}
	if (status == 0)
		r->run = argv[optind];
	return status;
}

static int
render_verb(struct arena *a, int argc, char **argv)
{
	struct options o = options_defaults();

	o.report.template = "snia-pts";
	/* There are fewer facts than arguments. */
	o.report.facts = arena_array(a, (size_t)argc + 1,
	    sizeof(*o.report.facts));
	switch (read_options(argc, argv, &o)) {
	case 1:
		print_help(stdout);
		return 0;
	case -1:
		return options_usage("render");
	}
	return options_exit(&o, report_make(&o.report), o.report.dir != NULL ?
	    o.report.dir : arena_printf(a, "%s/report", o.report.run),
	    "report.pdf");
}

int
main(int argc, char **argv)
{
	struct arena *a = arena_new();
	int status;

	report_set_program("plateau");
	if (argc > 1 && strcmp(argv[1], "compare") == 0) {
		status = compare_verb(argc - 1, argv + 1);
	} else if (argc > 1 && strcmp(argv[1], "review") == 0) {
		status = review_verb(argc - 1, argv + 1);
	} else {
		/* The front command passes its verb on. */
		bool named = argc > 1 && strcmp(argv[1], "render") == 0;

		status = render_verb(a, argc - named, argv + named);
	}
	arena_free(a);
	return report_end(status);
}
