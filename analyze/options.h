/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_OPTIONS_H
#define PLATEAU_ANALYZE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyze/window.h"

/* How a verb ended: its exit status. */
enum outcome {
	OUTCOME_DONE = 0,
	OUTCOME_FAILED = 1,		/* the system said no */
	OUTCOME_INPUT = 2,		/* wrong usage or input */
	OUTCOME_UNMET = 3		/* --strict: done, but not as asked */
};

/* outcome_worse() is the one of two to tell: the larger, but that what was not
 * done at all is worse than what was not done as asked. */
enum outcome outcome_worse(enum outcome one, enum outcome other);

/* An option of a verb: where its value goes, or what it switches on. */
struct option_row {
	const char *name;		/* NULL ends a table */
	char letter;			/* a short form, or 0 */
	const char **text_out;
	bool *flag_out;			/* without a value */
};

/*
 * options_read() reads the options behind a verb by a table, and --help, which
 * prints 'usage'.  0, with the place of the first argument that is no option in
 * '*first_out'; -1 with the mistake printed; 1 if --help was printed.
 */
int options_read(int argc, char **argv, const struct option_row *rows,
    const char *usage, int *first_out);

struct options {
	bool strict, quiet;
	const char *output;		/* -o: folder to hold results/; NULL:
					   the run itself */
	const struct window_rule *rule;	/* --rule; NULL: the plan's */
	uint64_t record_ns;		/* --record; 0: steps are not sliced */
	unsigned nthreads;		/* of the analysis, from 1 */
	bool force;			/* count all logs anew */
	bool merge;			/* count none: parts did */
	unsigned part, nparts;		/* --part; 0: no parts */
	size_t nruns;
	char **runs;
};

/* options_analyze() reads the command line of "plateau analyze"; it returns
 * what options_read() does. */
int options_analyze(int argc, char **argv, struct options *o_out);

#endif
