/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_FUZZ_FILE_H
#define PLATEAU_FUZZ_FILE_H

/* For fuzzers of what is read from a file by its path: the file, in memory. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char path[64];
static int fd = -1;

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	/* Our messages go nowhere; those of the fuzzer are kept. */
	static char quiet[] = "-close_fd_mask=2";
	char **arguments = calloc((size_t)*argc + 2, sizeof(*arguments));

	fd = memfd_create("input", 0);
	if (fd == -1 || arguments == NULL)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	memcpy(arguments, *argv, (size_t)*argc * sizeof(*arguments));
	arguments[(*argc)++] = quiet;
	*argv = arguments;
	return 0;
}

/* Makes the input what the file at 'path' holds. */
static void
put_in_file(const uint8_t *data, size_t size)
{
	if (ftruncate(fd, 0) == -1 ||
	    pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
}

#endif
