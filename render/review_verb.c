/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "render/options.h"
#include "render/review_build.h"
#include "render/review_init.h"
#include "render/review_verb.h"

static void
print_help(FILE *to)
{
	fputs("usage: plateau review init RUN... [OPTION...]\n"
	    "       plateau review build ARTICLE.xml [OPTION...]\n\n"
	    "Makes a review, an article about runs. 'init' writes a first\n"
	    "draft with all that the runs (and files of published results)\n"
	    "can show; 'build' makes pages of it.\n\n"
	    "  --lang LIST       languages (init: en; build: all there are)\n"
	    "  --as LIST         build: of pdf, html, md (default all);\n"
	    "                    --format is the same\n"
	    "  --paper NAME      build: a4 or letter\n"
	    "  --dpi N           build: of pictures beside md (default 150)\n"
	    "  --final           build: refuse what is not finished\n"
	    "  --dry-run         build: read and check, write nothing\n"
	    "  -o, --output DIR  where to (default: review)\n"
	    OPTIONS_HELP_END, to);
}

enum { OPTION_FINAL = OPTION_OWN, OPTION_DRY_RUN, OPTION_FORMAT };

static const struct option long_options[] = {
	OPTIONS_SHARED,
	{"final", no_argument, NULL, OPTION_FINAL},
	{"dry-run", no_argument, NULL, OPTION_DRY_RUN},
	{"format", required_argument, NULL, OPTION_FORMAT},
	{NULL, 0, NULL, 0},
};

static int
take_formats(struct review_options *r, const char *list)
{
	const struct { const char *name; bool *wanted; } known[] = {
		{"pdf", &r->pdf}, {"html", &r->html}, {"md", &r->markdown},
	};

	r->pdf = r->html = r->markdown = false;
	for (const char *p = list;;) {
		size_t length = strcspn(p, ","), i = 0;

		while (i < 3 && (strlen(known[i].name) != length ||
		    strncmp(known[i].name, p, length) != 0))
			i++;
		if (i == 3) {
			warn_msg("--as %s: expected a list of pdf, html, md",
			    list);
			return -1;
		}
		*known[i].wanted = true;
		if (p[length] == '\0')
			return 0;
		p += length + 1;
	}
}

/* Returns 0, or -1 for wrong usage; 1 when help was asked for. */
static int
read_options(int argc, char **argv, struct options *o,
    struct review_options *r)
{
	int option, status = 0;

	while (status == 0 && (option = getopt_long(argc, argv, OPTIONS_SHORT,
	    long_options, NULL)) != -1) {
		switch (option) {
		case OPTION_LANG:
			r->languages = optarg;
			break;
		case OPTION_AS:
		case OPTION_FORMAT:
			status = take_formats(r, optarg);
			break;
		case OPTION_FINAL:
			r->final = true;
			break;
		case OPTION_DRY_RUN:
			r->dry_run = true;
			break;
		default:
			status = options_take(o, option, optarg);
		}
	}
	r->paper = o->report.paper;
	r->dpi = o->report.dpi;
	r->dir = o->report.dir;
	r->quiet = o->quiet;
	return status;
}

static int
exit_status(enum report_status status)
{
	return status == REPORT_OK ? 0 : status == REPORT_FAILED ? 1 : 2;
}

int
review_verb(int argc, char **argv)
{
	struct options o = options_defaults();
	struct review_options r = {.pdf = true, .html = true,
	    .markdown = true};
	const char *verb = argc > 1 ? argv[1] : "";
	bool init = strcmp(verb, "init") == 0;

	o.report.dir = "review";
	if (strcmp(verb, "--help") == 0 || strcmp(verb, "-h") == 0) {
		print_help(stdout);
		return 0;
	}
	if (!init && strcmp(verb, "build") != 0) {
		warn_msg("review: expected init or build");
		return options_usage("review");
	}
	switch (read_options(argc - 1, argv + 1, &o, &r)) {
	case 1:
		print_help(stdout);
		return 0;
	case -1:
		return options_usage("review");
	}
	int count = argc - 1 - optind;
	char **names = argv + 1 + optind;
	if (init && count > 0)
		return exit_status(review_init((size_t)count,
		    (const char *const *)names, r.languages, r.dir, r.quiet));
	if (!init && count == 1) {
		r.article = names[0];
		return exit_status(review_build(&r));
	}
	warn_msg(init ? "review init: a run directory or a file of published "
	    "results is expected" : "review build: one article is expected");
	return options_usage("review");
}
