/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>

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
	const struct log_copy copy = { .allow_damage = true };
	int status = log_option(argc, argv, usage, NULL, NULL, 2);

	return status != -1 ? status :
	    log_copy(&copy, argv[optind], argv[optind + 1]);
}
