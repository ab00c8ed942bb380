/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "render/compare_figures.h"

int64_t
compare_nearest(const int64_t *values, size_t count, int64_t to)
{
	int64_t best = values[0];

	for (size_t i = 1; i < count; i++)
		if (llabs(values[i] - to) < llabs(best - to))
			best = values[i];
	return best;
}

/* Reads, a mixed load and writes, at 4 KiB and at the next block size. */
static void
add_varied(const struct compare *c, struct compare_curves *curves)
{
	int64_t *blocks, *mixes;
	size_t nblocks = compare_varied(c, FACTOR_BLOCK, &blocks);
	size_t nmixes = compare_varied(c, FACTOR_MIX, &mixes);

	if (nblocks == 0)
		return;
	int64_t small = compare_nearest(blocks, nblocks, 4096);
	int64_t mixed = compare_nearest(mixes, nmixes, 67);
	for (size_t i = 0; i < nblocks && curves->count + 3 <= COMPARE_CURVES;
	    i++) {
		if (blocks[i] < small)
			continue;
		for (size_t k = nmixes; k-- > 0;)
			if (mixes[k] == 0 || mixes[k] == 100 ||
			    mixes[k] == mixed)
				curves->places[curves->count++] =
				    (struct compare_place){blocks[i],
				    mixes[k]};
	}
	curves->nvaried = curves->count;
}

/* The load of a test that varies nothing but threads and depth. */
static void
add_fixed(const struct compare_test *t, struct compare_curves *curves)
{
	struct compare_place at = {t->at.value[FACTOR_BLOCK],
	    t->at.value[FACTOR_MIX]};

	if (t->kind != COMPARE_RANDOM || !t->queues || !compare_is_one_load(t))
		return;
	for (size_t i = 0; i < curves->count; i++)
		if (curves->places[i].block == at.block &&
		    curves->places[i].mix == at.mix)
			return;
	if (curves->count < curves->nvaried + COMPARE_FIXED)
		curves->places[curves->count++] = at;
}

struct compare_curves
compare_find_curves(const struct compare *c)
{
	struct compare_curves curves = {0};

	add_varied(c, &curves);
	for (size_t i = 0; i < c->ndrives; i++)
		for (size_t k = 0; k < c->drives[i].ntests; k++)
			add_fixed(&c->drives[i].tests[k], &curves);
	return curves;
}
