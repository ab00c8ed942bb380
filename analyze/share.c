/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "analyze/share.h"
#include "base/report.h"

struct share {
	unsigned part, nparts;
	uint64_t *bytes;		/* bytes[nparts], given out so far */
};

struct sized {
	size_t index;
	uint64_t bytes;
};

struct share *
share_new(unsigned part, unsigned nparts)
{
	struct share *s = calloc(1, sizeof(*s));

	if (s != NULL)
		s->bytes = calloc(nparts, sizeof(s->bytes[0]));
	if (s == NULL || s->bytes == NULL) {
		warn_errno("%u parts", nparts);
		free(s);
		return NULL;
	}
	s->part = part;
	s->nparts = nparts;
	return s;
}

void
share_free(struct share *s)
{
	if (s == NULL)
		return;
	free(s->bytes);
	free(s);
}

static int
compare_sizes(const void *a, const void *b)
{
	const struct sized *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static unsigned
least_loaded(const struct share *s)
{
	unsigned least = 0;

	for (unsigned i = 1; i < s->nparts; i++)
		least = s->bytes[i] < s->bytes[least] ? i : least;
	return least;
}

void
share_logs(struct share *s, struct arena *a, const struct log *logs,
    size_t nlogs, bool *mine_out)
{
	struct sized *sized = arena_array(a, nlogs + 1, sizeof(sized[0]));

	for (size_t i = 0; i < nlogs; i++) {
		struct stat st;

		sized[i].index = i;
		if (stat(logs[i].path, &st) == 0)
			sized[i].bytes = (uint64_t)st.st_size;
	}
	qsort(sized, nlogs, sizeof(sized[0]), compare_sizes);
	for (size_t i = 0; i < nlogs; i++) {
		unsigned to = least_loaded(s);

		/* A byte more, so that empty logs are shared too. */
		s->bytes[to] += sized[i].bytes + 1;
		mine_out[sized[i].index] = to + 1 == s->part;
	}
}
