/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "base/report.h"
#include "render/compare_report.h"
#include "render/compare_verb.h"
#include "render/options.h"

static void
print_help(FILE *to)
{
	fputs("usage: plateau compare RUN... [OPTION...]\n\n"
	    "Sets runs and published results side by side: pages, figures and\n"
	    "tables in a folder. RUN is the folder of an analyzed run, or a\n"
	    "file of published results (samples/published/).\n\n"
	    OPTIONS_HELP_LANG
	    "  -o, --output DIR  where to (default: comparison)\n"
	    OPTIONS_HELP_END, to);
}

static const struct option long_options[] = {
	OPTIONS_SHARED,
	{NULL, 0, NULL, 0},
};

/* Returns 0, or -1 for wrong usage; 1 when help was asked for. */
static int
read_options(int argc, char **argv, struct options *o,
    struct compare_inputs *in)
{
	int option, status = 0;

	while (status == 0 && (option = getopt_long(argc, argv, OPTIONS_SHORT,
	    long_options, NULL)) != -1)
		status = options_take(o, option, optarg);
	if (status == 0 && optind == argc) {
		warn_msg("compare: a run directory or a file of published "
		    "results is expected");
		status = -1;
	}
	in->count = (size_t)(argc - optind);
	in->paths = (const char *const *)(argv + optind);
	return status;
}

int
compare_verb(int argc, char **argv)
{
	struct options o = options_defaults();
	struct compare_inputs in;

	o.report.dir = "comparison";
	switch (read_options(argc, argv, &o, &in)) {
	case 1:
		print_help(stdout);
		return 0;
	case -1:
		return options_usage("compare");
	}
	return options_exit(&o, compare_make(&o.report, &in), o.report.dir,
	    "compare.pdf");
}
