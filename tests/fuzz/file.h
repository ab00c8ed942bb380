/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_FUZZ_FILE_H
#define PLATEAU_FUZZ_FILE_H

/* For fuzzers of what is read from a file by its path: the file, in memory. */
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/fuzz/quiet.h"

static char path[64];
static int fd = -1;

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	fd = memfd_create("input", 0);
	if (fd == -1)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	be_quiet(argc, argv);
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
