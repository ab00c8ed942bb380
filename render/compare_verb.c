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
	    "  --label DRIVE=NAME\n"
	    "                    what a drive is called; DRIVE is the path of\n"
	    "                    its run, its id, or its name otherwise\n"
	    "  --claims FILE     claims and prices of models compared, in a\n"
	    "                    file of published results\n"
	    OPTIONS_HELP_LANG
	    "  -o, --output DIR  where to (default: comparison)\n"
	    OPTIONS_HELP_END, to);
}

enum { OPTION_LABEL = OPTION_OWN, OPTION_CLAIMS };

static const struct option long_options[] = {
	OPTIONS_SHARED,
	{"label", required_argument, NULL, OPTION_LABEL},
	{"claims", required_argument, NULL, OPTION_CLAIMS},
	{NULL, 0, NULL, 0},
};

/* Returns 0, or -1 for wrong usage; 1 when help was asked for. */
static int
read_options(int argc, char **argv, struct options *o,
    struct compare_inputs *in, const char **labels, const char **claims)
{
	int option, status = 0;

	in->labels = labels;
	in->claims = claims;
	while (status == 0 && (option = getopt_long(argc, argv, OPTIONS_SHORT,
	    long_options, NULL)) != -1)
		if (option == OPTION_LABEL)
			labels[in->nlabels++] = optarg;
		else if (option == OPTION_CLAIMS)
			claims[in->nclaims++] = optarg;
		else
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
	struct arena *a = arena_new();
	struct options o = options_defaults();
	struct compare_inputs in = {0};
	int status;

	o.report.dir = "comparison";
	/* There are fewer of them than arguments. */
	const char **labels = arena_array(a, (size_t)argc + 1,
	    sizeof(*labels));
	const char **claims = arena_array(a, (size_t)argc + 1,
	    sizeof(*claims));
	switch (read_options(argc, argv, &o, &in, labels, claims)) {
	case 1:
		print_help(stdout);
		status = 0;
		break;
	case -1:
		status = options_usage("compare");
		break;
	default:
		status = options_exit(&o, compare_make(&o.report, &in),
		    o.report.dir, "compare.pdf");
	}
	arena_free(a);
	return status;
}
