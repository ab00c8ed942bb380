/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "collect/choose.h"

static bool
qualifies(const struct plan_choice *choice, const struct choose_point *p)
{
	for (unsigned f = 0; f < NFACTORS; f++)
		if ((choice->fixed & 1u << f) &&
		    choice->at.value[f] != p->factors.value[f])
			return false;
	return p->iops > 0 && (choice->within_ns == 0 ||
	    p->lat_mean_ns <= (double)choice->within_ns);
}

/* How far a point is from what is looked for: the smallest wins. */
static double
distance(const struct choose_point *p, const char *pick, double middle)
{
	if (strcmp(pick, "max") == 0)
		return -p->iops;
	if (strcmp(pick, "min") == 0)
		return (double)p->factors.value[FACTOR_THREADS] *
		    (double)p->factors.value[FACTOR_DEPTH];
	return fabs(p->iops - middle);
}

static const struct choose_point *
nearest(const struct plan_choice *choice, const struct choose_round *round,
    const char *pick, double middle)
{
	const struct choose_point *best = NULL;

	for (size_t i = 0; i < round->npoints; i++) {
		const struct choose_point *p = &round->points[i];

		if (qualifies(choice, p) && (best == NULL ||
		    distance(p, pick, middle) <
		    distance(best, pick, middle)))
			best = p;
	}
	return best;
}

const struct choose_point *
choose_point(const struct plan_choice *choice,
    const struct choose_round *round)
{
	const struct choose_point *most = nearest(choice, round, "max", 0);
	const struct choose_point *least = nearest(choice, round, "min", 0);

	if (most == NULL || least == NULL)
		return NULL;
	return nearest(choice, round, choice->pick,
	    (most->iops + least->iops) / 2);
}

static void
take_loops(const struct plan_loop *loops, size_t nloops, uint32_t stated,
    const struct factors *from, struct factors *to)
{
	for (size_t i = 0; i < nloops; i++)
		if (!(stated & 1u << loops[i].factor))
			to->value[loops[i].factor] =
			    from->value[loops[i].factor];
}

void
choose_take(const struct plan_choice *choice,
    const struct plan_stage *source, const struct choose_point *point,
    struct factors *factors)
{
	take_loops(source->loops, source->nloops, choice->fixed,
	    &point->factors, factors);
	for (size_t i = 0; i < source->nphases; i++)
		take_loops(source->phases[i].loops, source->phases[i].nloops,
		    choice->fixed, &point->factors, factors);
}
