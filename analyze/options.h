/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_OPTIONS_H
#define PLATEAU_ANALYZE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a verb ended: its exit status.  The larger of two is the one to tell. */
enum outcome {
	OUTCOME_DONE = 0,
	OUTCOME_FAILED = 1,		/* the system said no */
	OUTCOME_INPUT = 2,		/* wrong usage or input */
	OUTCOME_UNMET = 3		/* --strict: done, but not as asked */
};

struct options {
	bool strict, quiet;
	const char *output;		/* -o: folder to hold results/; NULL:
					   the run itself */
	uint64_t record_ns;		/* --record; 0: steps are not sliced */
	unsigned nthreads;		/* of the analysis, from 1 */
	size_t nruns;
	char **runs;
};

/* options_analyze() reads the command line behind the verb.  0; -1 with the
 * mistake printed; 1 if --help was printed. */
int options_analyze(int argc, char **argv, struct options *o_out);

#endif
