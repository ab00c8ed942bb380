/* SPDX-License-Identifier: BSD-2-Clause */
#include <getopt.h>
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
	    "  --lang CODE       language: en, ru, ja\n"
	    "  --paper NAME      a4 or letter\n"
	    "  --as LIST         of pdf, svg, png, html (default pdf,svg)\n"
	    "  --dpi N           of png, 36 to 1200 (default 150)\n"
	    "  -o, --output DIR  where to (default: comparison)\n"
	    "  -q, --quiet       do not print what was made\n"
	    "  -h, --help        this\n", to);
}

enum { OPTION_LANG = 256, OPTION_PAPER, OPTION_AS, OPTION_DPI };

static const struct option long_options[] = {
	{"lang", required_argument, NULL, OPTION_LANG},
	{"paper", required_argument, NULL, OPTION_PAPER},
	{"as", required_argument, NULL, OPTION_AS},
	{"dpi", required_argument, NULL, OPTION_DPI},
	{"output", required_argument, NULL, 'o'},
	{"quiet", no_argument, NULL, 'q'},
	{"help", no_argument, NULL, 'h'},
	{NULL, 0, NULL, 0},
};

/* Returns 0, or -1 for wrong usage; 1 when help was asked for. */
static int
read_options(int argc, char **argv, struct report_options *o, bool *quiet_out)
{
	int option, status = 0;

	while (status == 0 && (option = getopt_long(argc, argv, "o:qh",
	    long_options, NULL)) != -1) {
		switch (option) {
		case OPTION_LANG:
			o->language = optarg;
			break;
		case OPTION_PAPER:
			status = options_paper(o, optarg);
			break;
		case OPTION_AS:
			status = options_formats(o, optarg);
			break;
		case OPTION_DPI:
			status = options_dpi(o, optarg);
			break;
		case 'o':
			o->dir = optarg;
			break;
		case 'q':
			*quiet_out = true;
			break;
		case 'h':
			return 1;
		default:
			status = -1;
		}
	}
	if (status == 0 && optind == argc) {
		warn_msg("compare: a run directory or a file of published "
		    "results is expected");
		status = -1;
	}
	return status;
}

int
compare_verb(int argc, char **argv)
{
	struct report_options o = {.language = "en", .dir = "comparison",
	    .paper = page_paper_find("a4"), .pdf = true, .svg = true,
	    .dpi = 150};
	bool quiet = false;

	switch (read_options(argc, argv, &o, &quiet)) {
	case 1:
		print_help(stdout);
		return 0;
	case -1:
		fputs("plateau compare --help tells how to use it\n", stderr);
		return 2;
	}
	switch (compare_make(&o, &(struct compare_inputs){
	    .count = (size_t)(argc - optind),
	    .paths = (const char *const *)(argv + optind)})) {
	case REPORT_BAD_INPUT:
		return 2;
	case REPORT_FAILED:
		return 1;
	case REPORT_OK:
		break;
	}
	if (quiet)
		return 0;
	if (o.pdf)
		printf("%s/compare.pdf\n", o.dir);
	if (o.svg || o.png)
		printf("%s/pages/\n", o.dir);
	printf("%s/figures/\n%s/tables/\n", o.dir, o.dir);
	return 0;
}
