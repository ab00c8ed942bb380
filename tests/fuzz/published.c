/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes are in a file of published results: it is refused, or what it
 * holds is complete. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "model/published.h"

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

	fd = memfd_create("published", 0);
	if (fd == -1 || arguments == NULL)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	memcpy(arguments, *argv, (size_t)*argc * sizeof(*arguments));
	arguments[(*argc)++] = quiet;
	*argv = arguments;
	return 0;
}

/* Every text and number that a loaded document promises is there. */
static void
walk(const struct published *p)
{
	if (p->title == NULL || p->author == NULL || p->ndrives == 0)
		abort();
	for (size_t i = 0; i < p->ndrives; i++) {
		const struct published_drive *d = &p->drives[i];

		if (d->id == NULL || d->name == NULL)
			abort();
		for (size_t k = 0; k < d->ntests; k++)
			if (d->tests[k].npoints == 0 ||
			    d->tests[k].title == NULL ||
			    d->tests[k].points[0].op == NULL)
				abort();
		for (size_t k = 0; k < d->nclaims; k++)
			if (d->claims[k].text == NULL)
				abort();
		for (size_t k = 0; k < d->napplications; k++)
			if (d->applications[k].aggregate == NULL)
				abort();
	}
	for (size_t i = 0; i < p->nrelations; i++)
		if (p->relations[i].least > p->relations[i].most)
			abort();
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_new();

	if (ftruncate(fd, 0) == -1 ||
	    pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
	const struct published *p = published_load(a, path);
	if (p != NULL)
		walk(p);
	arena_free(a);
	return 0;
}
