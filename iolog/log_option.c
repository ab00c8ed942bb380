/* SPDX-License-Identifier: BSD-2-Clause */
#include <getopt.h>
#include <stdio.h>

#include "iolog/log.h"

int
log_option(int argc, char **argv, const char *usage, const char *name,
    bool *given_out, int noperands)
{
	const struct option options[] = {
		{ "help", no_argument, NULL, 'h' },
		{ name, no_argument, NULL, 'n' }, { 0 }
	};

	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
		if (c == 'h') {
			fputs(usage, stdout);
			return 0;
		}
		if (c != 'n')
			return 2;
		*given_out = true;
	}
	if (noperands == 0 ? optind == argc : argc - optind != noperands) {
		fputs(usage, stderr);
		return 2;
	}
	return -1;
}
