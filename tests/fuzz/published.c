/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes are in a file of published results: it is refused, or what it
 * holds is complete. */
#include "model/published.h"
#include "tests/fuzz/file.h"

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

	put_in_file(data, size);
	const struct published *p = published_load(a, path);
	if (p != NULL)
		walk(p);
	arena_free(a);
	return 0;
}
