/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_OPTIONS_H
#define PLATEAU_RENDER_OPTIONS_H

#include <getopt.h>

#include "render/report.h"

/* The options that all verbs which make pages share. */
struct options {
	struct report_options report;
	bool quiet;
};

/* options_defaults(): English, A4, PDF and SVG, 150 dpi. */
struct options options_defaults(void);

/* For the array of getopt_long(); options of the verb are from OPTION_OWN. */
#define OPTIONS_SHORT "o:qh"
#define OPTIONS_SHARED							\
	{"lang", required_argument, NULL, OPTION_LANG},			\
	{"paper", required_argument, NULL, OPTION_PAPER},		\
	{"as", required_argument, NULL, OPTION_AS},			\
	{"dpi", required_argument, NULL, OPTION_DPI},			\
	{"output", required_argument, NULL, 'o'},			\
	{"quiet", no_argument, NULL, 'q'},				\
	{"help", no_argument, NULL, 'h'}
enum { OPTION_LANG = 256, OPTION_PAPER, OPTION_AS, OPTION_DPI, OPTION_OWN };

/* Their lines in the help of a verb. */
#define OPTIONS_HELP_LANG						\
	"  --lang CODE       language: en, ru, ja\n"			\
	"  --paper NAME      a4 or letter\n"				\
	"  --as LIST         of pdf, svg, png, html (default pdf,svg)\n"	\
	"  --dpi N           of png, 36 to 1200 (default 150)\n"
#define OPTIONS_HELP_END						\
	"  -q, --quiet       do not print what was made\n"		\
	"  -h, --help        this\n"

/* options_take() takes an option of these that getopt_long() returned.  0, 1
 * when help is asked for, or -1 for wrong usage, with the reason printed. */
int options_take(struct options *o, int option, char *argument);

/* options_usage() is the end of wrong usage, the exit status. */
int options_usage(const char *verb);

/* options_exit() is the exit status of what was made in 'dir'; its paths are
 * printed, one a line, unless 'quiet'. */
int options_exit(const struct options *o, enum report_status status,
    const char *dir, const char *document);

#endif
