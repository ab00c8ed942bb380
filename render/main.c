/* SPDX-License-Identifier: BSD-2-Clause */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/report.h"
#include "render/compare_verb.h"
#include "render/options.h"
#include "render/report.h"

static void
print_help(FILE *to)
{
	fputs("usage: plateau render RUN [OPTION...]\n\n"
	    "Makes the report of a run that was analyzed: pages, figures and\n"
	    "tables in RUN/report/.\n\n"
	    "  --report NAME     template: a name (snia-pts) or a file\n"
	    "  --lang CODE       language: en, ru, ja\n"
	    "  --paper NAME      a4 or letter\n"
	    "  --as LIST         of pdf, svg, png, html (default pdf,svg)\n"
	    "  --dpi N           of png, 36 to 1200 (default 150)\n"
	    "  --fact SPACE.NAME=TEXT\n"
	    "                    state what the program cannot find, such as\n"
	    "                    condition.sponsor, device.nand\n"
	    "  -o, --output DIR  where to\n"
	    "  -q, --quiet       do not print what was made\n"
	    "  -h, --help        this\n", to);
}

enum { OPTION_REPORT = 256, OPTION_LANG, OPTION_PAPER, OPTION_AS, OPTION_DPI,
	OPTION_FACT };

static const struct option long_options[] = {
	{"report", required_argument, NULL, OPTION_REPORT},
	{"lang", required_argument, NULL, OPTION_LANG},
	{"paper", required_argument, NULL, OPTION_PAPER},
	{"as", required_argument, NULL, OPTION_AS},
	{"dpi", required_argument, NULL, OPTION_DPI},
	{"fact", required_argument, NULL, OPTION_FACT},
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
		case OPTION_REPORT:
			o->template = optarg;
			break;
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
		case OPTION_FACT:
			o->facts[o->nfacts++] = optarg;
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
	if (status == 0 && optind + 1 != argc) {
		warn_msg("render: exactly one run directory is expected");
		status = -1;
	}
	if (status == 0)
		o->run = argv[optind];
	return status;
}

/* Where to look, one path a line. */
static void
print_paths(const struct report_options *o)
{
	struct arena *a = arena_new();
	const char *dir = o->dir != NULL ? o->dir :
	    arena_printf(a, "%s/report", o->run);

	if (o->pdf)
		printf("%s/report.pdf\n", dir);
	if (o->svg || o->png)
		printf("%s/pages/\n", dir);
	printf("%s/figures/\n%s/tables/\n", dir, dir);
	arena_free(a);
}

/* Returns the exit status. */
static int
make(const struct report_options *o, bool quiet)
{
	switch (report_make(o)) {
	case REPORT_BAD_INPUT:
		return 2;
	case REPORT_FAILED:
		return 1;
	case REPORT_OK:
		break;
	}
	if (!quiet)
		print_paths(o);
	return 0;
}

int
main(int argc, char **argv)
{
	struct report_options o = {.template = "snia-pts", .language = "en",
	    .paper = page_paper_find("a4"), .pdf = true, .svg = true,
	    .dpi = 150};
	bool quiet = false;
	struct arena *a = arena_new();

	report_set_program("plateau");
	if (argc > 1 && strcmp(argv[1], "compare") == 0) {
		int result = compare_verb(argc - 1, argv + 1);

		arena_free(a);
		return report_end(result);
	}
	/* The front command passes its verb on. */
	if (argc > 1 && strcmp(argv[1], "render") == 0) {
		argv++;
		argc--;
	}
	/* There are fewer facts than arguments. */
	o.facts = arena_array(a, (size_t)argc + 1, sizeof(*o.facts));
	int status = read_options(argc, argv, &o, &quiet);
	if (status == 1) {
		print_help(stdout);
		status = 0;
	} else if (status == -1) {
		fputs("plateau render --help tells how to use it\n", stderr);
		status = 2;
	} else {
		status = make(&o, quiet);
	}
	arena_free(a);
	return report_end(status);
}
