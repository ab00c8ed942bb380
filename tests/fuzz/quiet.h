/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_FUZZ_QUIET_H
#define PLATEAU_FUZZ_QUIET_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Has our messages go nowhere, while those of the fuzzer are kept. */
static void
be_quiet(int *argc, char ***argv)
{
	static char quiet[] = "-close_fd_mask=2";
	char **arguments = calloc((size_t)*argc + 2, sizeof(*arguments));

	if (arguments == NULL)
		abort();
	memcpy(arguments, *argv, (size_t)*argc * sizeof(*arguments));
	arguments[(*argc)++] = quiet;
	*argv = arguments;
}

#endif
