/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "base/version.h"
#include "iolog/log.h"

static const char usage[] =
"usage: plateau log VERB [OPTION]... FILE [NEW]\n"
"Looks into the raw log of a run (raw/NN-TEST.iolog).\n"
"\n"
"  info      what the log says of itself and how much is in it\n"
"  cat       every I/O as tab-separated text\n"
"  verify    check it from end to end\n"
"  repair    a new log from what is whole in a damaged one\n"
"  repack    a new log, encoded anew\n"
"\n"
"  --help     print this; VERB --help tells the verb's options\n"
"  --version  print the version\n";

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
} verbs[] = {
	{ "info", log_info },
	{ "cat", log_cat },
	{ "verify", log_verify },
	{ "repair", log_repair },
	{ "repack", log_repack },
};

/* getopt() names what it complains of by argv[0]. */
static int
run_verb(size_t verb, int argc, char **argv)
{
	static char name[32];

	snprintf(name, sizeof(name), "plateau log %s", verbs[verb].name);
	argv[0] = name;
	return verbs[verb].run(argc, argv);
}

int
main(int argc, char **argv)
{
	report_set_program("plateau");
	if (argc < 2) {
		fputs(usage, stderr);
		return 2;
	}
	if (strcmp(argv[1], "--help") == 0) {
		fputs(usage, stdout);
		return report_end(0);
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("plateau-log " PLATEAU_VERSION);
		return report_end(0);
	}
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (strcmp(argv[1], verbs[i].name) == 0)
			return report_end(run_verb(i, argc - 1, argv + 1));
	warn_msg("%s: no such verb; see plateau log --help", argv[1]);
	return 2;
}
