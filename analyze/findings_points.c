/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "analyze/findings.h"
#include "analyze/label.h"
#include "stats/quantile.h"

/* As good as the best, for those who ask what is enough. */
#define SATURATED_FRAC 0.95

/* Fewer values than this of a factor are no sweep. */
#define LEAST_VALUES 3

/* Latencies that reviewers ask for, in ms. */
static const double mean_bounds_ms[] = {0.2, 0.5, 1, 5};
static const double tail_bounds_ms[] = {1, 5};

#define TAIL_PPM 990000u

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Points of a test that are equal but for the factors in 'free'. */
struct group {
	struct analysis *a;
	const struct test *t;
	uint32_t free;
	size_t n;
	const struct point **points;	/* points[n], in the test's order */
	const char *name;
};

static bool
is_same(const struct point *x, const struct point *y, uint32_t free)
{
	for (int f = 0; f < NFACTORS; f++) {
		if ((free & 1u << f) == 0 &&
		    x->factors.value[f] != y->factors.value[f])
			return false;
	}
	return x->phase == y->phase;
}

/* I/Os that took no time have no rate. */
static bool
is_measured(const struct point *p)
{
	return p->rounds > 0 && p->op[OP_ALL].latency.count > 0 &&
	    isfinite(p->rates[OP_ALL].iops);
}

/* The group that begins with point 'first'; empty if an earlier one has it. */
static struct group
group_of(struct analysis *a, const struct test *t, size_t first,
    uint32_t free)
{
	struct group g = {
		.a = a, .t = t, .free = free,
		.points = arena_array(a->arena, t->npoints,
		    sizeof(g.points[0])),
	};

	for (size_t p = 0; p < t->npoints; p++) {
		if (!is_measured(&t->points[p]) ||
		    !is_same(&t->points[p], &t->points[first], free))
			continue;
		if (p < first)
			return (struct group){0};
		g.points[g.n++] = &t->points[p];
	}
	g.name = label_factors(a->arena, &t->points[first].factors,
	    (t->varying | FINDINGS_LOAD) & ~free);
	return g;
}

static int64_t
demand_of(const struct point *p)
{
	return p->factors.value[FACTOR_THREADS] *
	    p->factors.value[FACTOR_DEPTH];
}

static int64_t
block_of(const struct point *p)
{
	return p->factors.value[FACTOR_BLOCK];
}

static double
iops_of(const struct point *p)
{
	return p->rates[OP_ALL].iops;
}

static double
mb_s_of(const struct point *p)
{
	return p->rates[OP_ALL].mb_s;
}

static size_t
count_values(const struct group *g, int64_t (*value_of)(const struct point *))
{
	size_t n = 0;

	for (size_t i = 0; i < g->n; i++) {
		size_t k = 0;

		while (k < i && value_of(g->points[k]) !=
		    value_of(g->points[i]))
			k++;
		n += k == i;
	}
	return n;
}

/* The point of the least value that comes up to the best rate of all; the
 * largest value is in '*most_out'. */
static const struct point *
saturated(const struct group *g, int64_t (*value_of)(const struct point *),
    double (*rate_of)(const struct point *), int64_t *most_out)
{
	const struct point *found = NULL;
	double best = 0;

	*most_out = INT64_MIN;
	for (size_t i = 0; i < g->n; i++) {
		best = fmax(best, rate_of(g->points[i]));
		if (value_of(g->points[i]) > *most_out)
			*most_out = value_of(g->points[i]);
	}
	for (size_t i = 0; i < g->n; i++) {
		const struct point *p = g->points[i];

		if (rate_of(p) >= SATURATED_FRAC * best &&
		    (found == NULL || value_of(p) < value_of(found)))
			found = p;
	}
	return found;
}

/* A point of a group, told by what all of it has in common and the factors in
 * 'more'. */
static struct subject
subject_of(const struct group *g, const struct point *p, uint32_t more)
{
	return (struct subject){
		g->t, p->phase, &p->factors,
		((g->t->varying | FINDINGS_LOAD) & ~g->free) | more,
	};
}

static void
tell_depth(const struct group *g)
{
	int64_t most;
	const struct point *p = saturated(g, demand_of, iops_of, &most);
	struct subject of = subject_of(g, p, 0);
	const char *count = label_number(g->a->arena, (double)demand_of(p));

	if (demand_of(p) < most)
		analysis_finding(g->a, "depth", &of,
		    "%s: saturated with %s in flight", g->name, count);
	else
		analysis_finding(g->a, "depth-none", &of,
		    "%s: not saturated with %s in flight, the most that were "
		    "tried", g->name, count);
	analysis_value(g->a, "in_flight", (double)demand_of(p));
	analysis_value(g->a, "iops", iops_of(p));
}

static void
tell_block(const struct group *g)
{
	char text[FACTOR_TEXT];
	int64_t most;
	const struct point *p = saturated(g, block_of, mb_s_of, &most);
	struct subject of = subject_of(g, p, 0);

	factor_format(FACTOR_BLOCK, block_of(p), text, sizeof(text));
	if (block_of(p) < most)
		analysis_finding(g->a, "block", &of,
		    "%s: saturated by blocks of %s", g->name, text);
	else
		analysis_finding(g->a, "block-none", &of,
		    "%s: not saturated by blocks of %s, the largest that were "
		    "tried", g->name, text);
	analysis_value(g->a, "block_bytes", (double)block_of(p));
	analysis_value(g->a, "mb_s", mb_s_of(p));
}

static double
mean_ms(const struct point *p)
{
	return moments_mean(&p->op[OP_ALL].latency) / 1e6;
}

/* Not known (NAN) where too few I/Os support it. */
static double
tail_ms(const struct point *p)
{
	const struct tally *t = &p->op[OP_ALL];

	if (!t->exact || quantile_supported_ppm(t->latency.count) < TAIL_PPM)
		return NAN;
	for (size_t i = 0; i < NPERCENTILES; i++) {
		if (percentiles[i].ppm == TAIL_PPM)
			return (double)t->value_ns[i] / 1e6;
	}
	return NAN;
}

/* The point of the most IOPS within a bound, or NULL if there are not points
 * on both sides of it. */
static const struct point *
best_within(const struct group *g, double (*latency_of)(const struct point *),
    double bound_ms)
{
	const struct point *best = NULL;
	bool beyond = false;

	for (size_t i = 0; i < g->n; i++) {
		const struct point *p = g->points[i];

		beyond = beyond || latency_of(p) > bound_ms;
		if (latency_of(p) <= bound_ms &&
		    (best == NULL || iops_of(p) > iops_of(best)))
			best = p;
	}
	return beyond ? best : NULL;
}

static void
tell_mean(const struct group *g, const struct point *p, double bound_ms)
{
	struct subject of = subject_of(g, p, g->free);

	analysis_finding(g->a, "iops-at-mean", &of,
	    "%s: up to %s IOPS with a mean latency within %g ms", g->name,
	    label_number(g->a->arena, iops_of(p)), bound_ms);
}

static void
tell_tail(const struct group *g, const struct point *p, double bound_ms)
{
	struct subject of = subject_of(g, p, g->free);

	analysis_finding(g->a, "iops-at-p99", &of,
	    "%s: up to %s IOPS with 99 %% of the I/Os within %g ms", g->name,
	    label_number(g->a->arena, iops_of(p)), bound_ms);
}

/* What a bound is of, and the bounds in ascending order. */
struct bounds {
	double (*latency_of)(const struct point *);
	void (*tell)(const struct group *, const struct point *, double);
	size_t n;
	const double *ms;
};

/* Of bounds with the same answer the first is told. */
static void
tell_bounds(const struct group *g, const struct bounds *b)
{
	const struct point *last = NULL;

	for (size_t i = 0; i < b->n; i++) {
		const struct point *best = best_within(g, b->latency_of,
		    b->ms[i]);

		if (best == NULL || best == last)
			continue;
		last = best;
		b->tell(g, best, b->ms[i]);
		analysis_value(g->a, "bound_ms", b->ms[i]);
		analysis_value(g->a, "iops", iops_of(best));
		analysis_value(g->a, "latency_ms", b->latency_of(best));
	}
}

static void
tell_demand(const struct group *g)
{
	if (count_values(g, demand_of) < LEAST_VALUES)
		return;
	tell_bounds(g, &(struct bounds){mean_ms, tell_mean,
	    COUNT(mean_bounds_ms), mean_bounds_ms});
	tell_bounds(g, &(struct bounds){tail_ms, tell_tail,
	    COUNT(tail_bounds_ms), tail_bounds_ms});
	tell_depth(g);
}

void
findings_points(struct analysis *a, const struct test *t)
{
	const uint32_t demand = 1u << FACTOR_THREADS | 1u << FACTOR_DEPTH;
	const uint32_t block = 1u << FACTOR_BLOCK;

	/* A fixed rate decides the IOPS, whatever the demand. */
	for (size_t p = 0; p < t->npoints; p++) {
		struct group g = {0};

		if (!is_measured(&t->points[p]) ||
		    t->points[p].factors.value[FACTOR_RATE] > 0)
			continue;
		if ((t->varying & demand) != 0)
			g = group_of(a, t, p, demand);
		if (g.n > 0)
			tell_demand(&g);
		g.n = 0;
		if ((t->varying & block) != 0)
			g = group_of(a, t, p, block);
		if (count_values(&g, block_of) >= LEAST_VALUES)
			tell_block(&g);
	}
}

/* ----------------------------------------------- sequential against random */

/* The most MB/s of a pattern among all points of the run with the other
 * factors of a load; threads and depth are free. */
static const struct point *
best_of(const struct analysis *a, const struct point *like, bool random)
{
	const uint32_t free = 1u << FACTOR_THREADS | 1u << FACTOR_DEPTH |
	    1u << FACTOR_PATTERN;
	const struct point *best = NULL;

	for (size_t i = 0; i < a->ntests; i++) {
		for (size_t p = 0; p < a->tests[i]->npoints; p++) {
			const struct point *point = &a->tests[i]->points[p];
			int64_t pattern = point->factors.value[FACTOR_PATTERN];

			if (!is_measured(point) ||
			    !is_same(point, like, free) ||
			    (random ? pattern != PATTERN_RANDOM :
			    pattern != PATTERN_SEQUENTIAL))
				continue;
			if (best == NULL || mb_s_of(point) > mb_s_of(best))
				best = point;
		}
	}
	return best;
}

static void
tell_sequential(struct analysis *a, const struct test *t,
    const struct point *p, const struct point *random)
{
	uint32_t load = 1u << FACTOR_BLOCK | 1u << FACTOR_MIX;
	struct subject of = {t, p->phase, &p->factors, load};
	double ratio = mb_s_of(p) / mb_s_of(random);

	analysis_finding(a, "sequential-ratio", &of,
	    "%s: sequential access has %s %% of the MB/s of random access",
	    label_factors(a->arena, &p->factors, load),
	    label_number(a->arena, 100 * ratio));
	analysis_value(a, "ratio", ratio);
	analysis_value(a, "mb_s", mb_s_of(p));
	analysis_value(a, "random_mb_s", mb_s_of(random));
}

void
findings_run(struct analysis *a)
{
	for (size_t i = 0; i < a->ntests; i++) {
		const struct test *t = a->tests[i];

		for (size_t p = 0; p < t->npoints; p++) {
			const struct point *point = &t->points[p], *random;

			/* Once for each load: at its best sequential point. */
			if (point->phase != NULL || !is_measured(point) ||
			    best_of(a, point, false) != point)
				continue;
			random = best_of(a, point, true);
			if (random != NULL && mb_s_of(random) > 0)
				tell_sequential(a, t, point, random);
		}
	}
}
