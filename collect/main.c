/* SPDX-License-Identifier: BSD-2-Clause */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "base/version.h"
#include "collect/verbs.h"

static const struct {
	const char *name;
	enum outcome (*run)(int argc, char **argv);
} verbs[] = {
	{"run", verb_run},
	{"plans", verb_plans},
	{"status", verb_status},
	{"doctor", verb_doctor},
};

static enum outcome
run_verb(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof(verbs) / sizeof(*verbs); i++)
		if (strcmp(argv[1], verbs[i].name) == 0)
			return verbs[i].run(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "--version") == 0) {
		puts("plateau-collect " PLATEAU_VERSION);
		return OUTCOME_DONE;
	}
	fprintf(argc > 1 && strcmp(argv[1], "--help") == 0 ? stdout : stderr,
	    "usage: plateau-collect run|plans|status|doctor [OPTION...]\n"
	    "Each verb has --help.  See also plateau --help.\n");
	return argc > 1 && strcmp(argv[1], "--help") == 0 ? OUTCOME_DONE :
	    OUTCOME_USAGE;
}

/* By default what was once large is kept for later: rings and buffers of each
 * log would stay behind it. */
#define MMAP_BYTES (1 << 20)

int
main(int argc, char **argv)
{
	mallopt(M_MMAP_THRESHOLD, MMAP_BYTES);
	/* Programs that are asked about a drive are to write numbers so. */
	setenv("LC_ALL", "C", 1);
	report_set_program("plateau");
	return report_end((int)run_verb(argc, argv));
}
