/* SPDX-License-Identifier: BSD-2-Clause */
#include <getopt.h>
#include <stdio.h>

#include "iolog/log.h"
#include "iolog/log_copy.h"

static const char usage[] =
"usage: plateau log repair FILE NEW\n"
"Writes a new raw log from all that is whole in a damaged one, with a new\n"
"index and end.  What is missing stays missing: I/Os keep their numbers, and\n"
"a mark stands where something was lost, which verify and info name.  A\n"
"damaged file header is replaced by its copy.  FILE is not changed.\n"
"\n"
"  --help  print this\n";

int
log_repair(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' }, { 0 }
	};
	const struct log_copy copy = { .allow_damage = true };

	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
		if (c != 'h')
			return 2;
		fputs(usage, stdout);
		return 0;
	}
	if (argc - optind != 2) {
		fputs(usage, stderr);
		return 2;
	}
	return log_copy(&copy, argv[optind], argv[optind + 1]);
}
