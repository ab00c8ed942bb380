/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "render/review_findings.h"

/* Of a kind so many are told one by one. */
#define MOST_OF_KIND 3

/* The weightiest first; what is not here is not told. */
static const char *const kinds[] = {
	"plateau", "plateau-at-once", "plateau-none", "fresh-ratio",
	"begin-ratio", "recovery", "recovery-none", "idle-gain", "step-down",
	"step-up", "periodic", "iops-at-mean", "iops-at-p99", "depth", "block",
	"sequential-ratio", "share-within", "steady-pts", "steady-pts-none",
	"steady-reviews", "steady-reviews-none",
};
#define NKINDS (sizeof(kinds) / sizeof(*kinds))

static bool
is_like(const struct result_finding *f, const struct result_finding *other)
{
	return strcmp(f->key, other->key) == 0 &&
	    strcmp(f->test, other->test) == 0;
}

static double
share(const struct result_finding *f)
{
	return results_value(f, "within") / results_value(f, "count");
}

/* Whether finding 'index' stands for those like it. */
static bool
stands(const struct results *r, size_t index)
{
	const struct result_finding *f = &r->findings[index];
	bool shares = strcmp(f->key, "share-within") == 0;
	size_t before = 0, behind = 0;

	for (size_t i = 0; i < r->nfindings; i++) {
		const struct result_finding *other = &r->findings[i];

		if (i == index || other->test == NULL || !is_like(f, other))
			continue;
		before += i < index;
		behind += i > index;
		if (shares && (share(other) < share(f) || (i < index &&
		    share(other) <= share(f))))
			return false;
	}
	return shares || before == 0 || behind == 0 ||
	    before + behind + 1 <= MOST_OF_KIND;
}

size_t
review_choose_findings(struct arena *a, const struct results *r,
    const char *test, size_t most,
    const struct result_finding ***findings_out)
{
	const struct result_finding **found = arena_array(a, r->nfindings + 1,
	    sizeof(struct result_finding *));
	size_t count = 0;

	for (size_t kind = 0; kind < NKINDS; kind++)
		for (size_t i = 0; i < r->nfindings && count < most; i++) {
			const struct result_finding *f = &r->findings[i];

			if (f->test != NULL && strcmp(f->key, kinds[kind]) ==
			    0 && (test == NULL || strcmp(f->test, test) ==
			    0) && stands(r, i))
				found[count++] = f;
		}
	*findings_out = found;
	return count;
}
