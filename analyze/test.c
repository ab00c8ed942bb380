/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/exact.h"
#include "analyze/label.h"
#include "analyze/test.h"
#include "analyze/window.h"
#include "base/report.h"
#include "stats/ratio.h"

unsigned
test_rounds(const struct test *t)
{
	if (t->steady_asked && t->plan->steady.every > 0)
		return t->njudged;
	return t->ncomplete;
}

size_t
test_resumed(const struct test *t)
{
	size_t n = 0;

	for (size_t i = 0; t->run != NULL && i < t->run->ngaps; i++)
		n += strcmp(t->run->gaps[i].why, "resumed") == 0;
	return n;
}

bool
test_has_amount(const struct test *t)
{
	return t->plan != NULL && amount_is_told(&t->plan->amount);
}

uint64_t
test_step_ns(const struct scan_step *s)
{
	if (s->op[OP_ALL].latency.count == 0)
		return 0;
	return s->last_complete_ns - s->first_submit_ns;
}

uint64_t
test_step_read(const struct scan_step *s)
{
	const struct tally *all = &s->op[OP_ALL];

	return all->latency.count + all->ramp + all->failed;
}

double
test_seconds(uint64_t ns)
{
	return ns == 0 ? NAN : ratio_round(ns, 1000000000u);
}

double
test_iops(uint64_t count, uint64_t ns)
{
	return ratio_round((unsigned __int128)count * 1000000000u, ns);
}

double
test_mb_s(uint64_t bytes, uint64_t ns)
{
	return ratio_round((unsigned __int128)bytes * 1000, ns);
}

const char *
test_op_name(int op)
{
	static const char *const names[NOPS] = {
		[OP_READ] = "read", [OP_WRITE] = "write", [OP_ALL] = "all",
	};

	return names[op];
}

static int
compare_run_steps(const void *a, const void *b)
{
	const struct run_step *x = *(const struct run_step *const *)a;
	const struct run_step *y = *(const struct run_step *const *)b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return (x > y) - (x < y);
}

/* The steps of run.xml by number. */
static const struct run_step **
sort_run_steps(struct arena *a, const struct run_stage *run)
{
	const struct run_step **sorted = arena_array(a, run->nsteps + 1,
	    sizeof(sorted[0]));

	for (size_t i = 0; i < run->nsteps; i++)
		sorted[i] = &run->steps[i];
	qsort(sorted, run->nsteps, sizeof(sorted[0]), compare_run_steps);
	return sorted;
}

static const struct run_step *
find_run_step(const struct run_step *const *sorted, size_t n, uint32_t number)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (sorted[middle]->number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && sorted[low]->number == number ? sorted[low] : NULL;
}

/*
 * What a step was, from the first of: its frame in the log, run.xml, the
 * plan.  Without any of them the factors are the defaults and the round 0.
 */
static void
identify(struct cell *c, const struct plan_stage *plan)
{
	struct scan_step *s = c->scan;

	c->round = s->round;
	if (c->round == 0 && c->run != NULL)
		c->round = c->run->round;
	if (s->has_factors)
		return;
	if (c->run != NULL) {
		s->factors = c->run->factors;
		s->has_factors = true;
	} else if (plan != NULL && plan->kind == STAGE_TEST) {
		size_t nsteps = plan_steps(plan);

		s->factors = plan_step_factors(plan, (s->number - 1) % nsteps);
		s->has_factors = true;
		if (c->round == 0)
			c->round = (uint32_t)((s->number - 1) / nsteps) + 1;
	}
}

/* Steps are numbered through the rounds, phase after phase. */
static const struct plan_phase *
phase_of(const struct plan_stage *plan, uint32_t number)
{
	if (plan == NULL || plan->kind != STAGE_TEST || plan->nphases == 0)
		return NULL;
	return plan_step(plan, (number - 1) % plan_steps(plan)).phase;
}

/* Whether I/Os of a step are missing: run.xml knows how many there were, the
 * numbering of the log alone where a hole is. */
static bool
is_lossy(const struct cell *c)
{
	if (c->run != NULL)
		return test_step_read(c->scan) < c->run->issued;
	return c->scan->has_hole;
}

/* What became of a step. */
static void
classify(struct cell *c, bool is_last, bool log_ended)
{
	/* Without run.xml, a step is over when another follows or the log was
	 * closed. */
	bool ended = c->run != NULL ? c->run->status == RUN_DONE :
	    !is_last || log_ended;

	if (!ended)
		return;
	c->lossy = is_lossy(c);
	c->excess = c->run != NULL &&
	    test_step_read(c->scan) > c->run->issued;
	c->empty = !c->lossy && c->scan->op[OP_ALL].latency.count == 0;
	c->done = !c->lossy && !c->excess && !c->empty;
}

static void
find_cells(struct arena *a, struct test *t)
{
	const struct scan *s = t->scan;
	const struct run_step **sorted = NULL;

	if (t->run != NULL)
		sorted = sort_run_steps(a, t->run);
	t->ncells = s->nsteps;
	t->cells = arena_array(a, s->nsteps + 1, sizeof(t->cells[0]));
	for (size_t i = 0; i < s->nsteps; i++) {
		struct cell *c = &t->cells[i];

		c->scan = s->steps[i];
		if (t->run != NULL)
			c->run = find_run_step(sorted, t->run->nsteps,
			    c->scan->number);
		identify(c, t->plan);
		c->phase = phase_of(t->plan, c->scan->number);
		classify(c, i + 1 == s->nsteps, s->ended);
		t->nempty += c->empty;
		t->nexcess += c->excess;
		/* Every round has a step: a larger number is damage. */
		if (c->round > s->nsteps)
			c->round = 0;
		if (c->round > t->nrounds)
			t->nrounds = c->round;
	}
}

static int
compare_numbers(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Steps that ran to their end and are not, or not all, in the log. */
static void
find_lost(struct arena *a, struct test *t)
{
	size_t nsteps = t->run != NULL ? t->run->nsteps : 0;

	t->lost = arena_array(a, t->ncells + nsteps + 1, sizeof(t->lost[0]));
	for (size_t i = 0; i < t->ncells; i++) {
		if (t->cells[i].lossy)
			t->lost[t->nlost++] = t->cells[i].scan->number;
	}
	for (size_t i = 0; i < nsteps; i++) {
		const struct run_step *step = &t->run->steps[i];

		if (step->status == RUN_DONE && step->issued > 0 &&
		    scan_find(t->scan, step->number) == NULL)
			t->lost[t->nlost++] = step->number;
	}
	qsort(t->lost, t->nlost, sizeof(t->lost[0]), compare_numbers);
}

/* The same factors in another phase are another point: what came before is
 * what phases are about. */
static int
compare_points(const struct cell *x, const struct cell *y)
{
	if (x->phase != y->phase)
		return (x->phase > y->phase) - (x->phase < y->phase);
	for (int f = 0; f < NFACTORS; f++) {
		int64_t one = x->scan->factors.value[f];
		int64_t other = y->scan->factors.value[f];

		if (one != other)
			return one < other ? -1 : 1;
	}
	return 0;
}

static int
compare_by_point(const void *a, const void *b)
{
	return compare_points(*(struct cell *const *)a,
	    *(struct cell *const *)b);
}

/* Numbers the different points in any order. */
static void
group_cells(struct arena *a, struct test *t)
{
	struct cell **sorted = arena_array(a, t->ncells + 1,
	    sizeof(sorted[0]));
	size_t group = 0;

	for (size_t i = 0; i < t->ncells; i++)
		sorted[i] = &t->cells[i];
	qsort(sorted, t->ncells, sizeof(sorted[0]), compare_by_point);
	for (size_t i = 0; i < t->ncells; i++) {
		group += i > 0 && compare_points(sorted[i - 1],
		    sorted[i]) != 0;
		sorted[i]->point = group;
	}
}

/* Points stand in the order in which the test comes to them. */
static void
find_points(struct arena *a, struct test *t)
{
	size_t *place = arena_array(a, t->ncells + 1, sizeof(place[0]));

	group_cells(a, t);
	for (size_t i = 0; i < t->ncells; i++) {
		struct cell *c = &t->cells[i];

		if (place[c->point] == 0) {
			t->points = arena_grow(a, t->points, t->npoints,
			    sizeof(t->points[0]));
			t->points[t->npoints++] = (struct point){
				.factors = c->scan->factors,
				.phase = c->phase,
			};
			place[c->point] = t->npoints;
		}
		c->point = place[c->point] - 1;
	}
}

static int
compare_cells(const void *a, const void *b)
{
	const struct cell *x = *(struct cell *const *)a;
	const struct cell *y = *(struct cell *const *)b;

	if (x->round != y->round)
		return x->round < y->round ? -1 : 1;
	if (x->point != y->point)
		return x->point < y->point ? -1 : 1;
	return (x->scan->number > y->scan->number) -
	    (x->scan->number < y->scan->number);
}

static void
find_done_cells(struct arena *a, struct test *t)
{
	t->done = arena_array(a, t->ncells + 1, sizeof(t->done[0]));
	for (size_t i = 0; i < t->ncells; i++) {
		if (t->cells[i].done)
			t->done[t->ndone++] = &t->cells[i];
	}
	qsort(t->done, t->ndone, sizeof(t->done[0]), compare_cells);
}

size_t
test_find_done(const struct test *t, unsigned round, size_t point)
{
	size_t low = 0, high = t->ndone;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct cell *c = t->done[middle];

		if (c->round < round ||
		    (c->round == round && c->point < point))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* How many steps of a round ran to their end. */
static size_t
count_done(const struct test *t, unsigned round)
{
	return test_find_done(t, round + 1, 0) - test_find_done(t, round, 0);
}

/* A log alone does not say how long a round is: as long as its longest one. */
static size_t
steps_of_round(struct arena *a, const struct test *t)
{
	size_t *n = arena_array(a, (size_t)t->nrounds + 1, sizeof(n[0]));
	size_t most = 0;

	if (t->plan != NULL && t->plan->kind == STAGE_TEST)
		return plan_steps(t->plan);
	for (size_t i = 0; i < t->ncells; i++) {
		const struct cell *c = &t->cells[i];

		if (c->round > 0 && (c->done || c->empty || c->lossy ||
		    c->excess) && ++n[c->round] > most)
			most = n[c->round];
	}
	return most;
}

static void
find_complete_rounds(struct arena *a, struct test *t)
{
	size_t expected = steps_of_round(a, t);

	t->complete = arena_array(a, (size_t)t->nrounds + 1,
	    sizeof(t->complete[0]));
	if (expected == 0)
		return;
	for (unsigned round = 1; round <= t->nrounds; round++) {
		if (count_done(t, round) < expected)
			continue;
		t->complete[round] = true;
		t->ncomplete++;
		t->last_complete = round;
	}
}

/* Found once: every label asks for it. */
static uint32_t
varying_factors(const struct test *t)
{
	uint32_t which = 0;

	for (size_t p = 1; p < t->npoints; p++) {
		for (int f = 0; f < NFACTORS; f++) {
			if (t->points[p].factors.value[f] !=
			    t->points[0].factors.value[f])
				which |= 1u << f;
		}
	}
	return which != 0 ? which : 1u << FACTOR_BLOCK | 1u << FACTOR_MIX;
}

/* Whether a log's own name for its stage is one that a plan may give. */
static bool
is_name(const char *text)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._";

	return text != NULL && text[0] != '\0' &&
	    strchr("-._", text[0]) == NULL && strlen(text) <= 64 &&
	    text[strspn(text, allowed)] == '\0';
}

struct test *
test_new(struct arena *a, struct scan *scan, const struct plan_stage *plan,
    const struct run_stage *run)
{
	struct test *t = arena_alloc(a, sizeof(*t));

	t->scan = scan;
	t->plan = plan;
	t->run = run;
	t->measures = true;
	t->id = is_name(scan->stage) ? arena_strdup(a, scan->stage) : "log";
	if (run != NULL) {
		t->stage = run->number;
		t->id = run->id;
		t->measures = strcmp(run->kind, "test") == 0;
	}
	if (plan != NULL) {
		t->stage = plan->number;
		t->id = plan->id;
		t->title = plan->title;
		t->measures = plan->kind == STAGE_TEST;
	}
	if (t->title == NULL)
		t->title = t->id;
	find_cells(a, t);
	find_lost(a, t);
	find_points(a, t);
	t->varying = varying_factors(t);
	find_done_cells(a, t);
	find_complete_rounds(a, t);
	window_choose(a, t);
	return t;
}

void
test_free(struct test *t)
{
	if (t == NULL)
		return;
	for (size_t p = 0; p < t->npoints; p++) {
		for (int op = 0; op < NOPS; op++)
			tally_free(&t->points[p].op[op]);
	}
	scan_free(t->scan);
	t->scan = NULL;
}

/* Adds a step, or a record, to the pool of a point.  0, or -1. */
static int
pool_ops(struct point *point, const struct tally *op, uint64_t ns)
{
	point->seconds_ns += ns;
	for (int o = 0; o < NOPS; o++) {
		struct point_op *r = &point->rates[o];

		if (tally_merge(&point->op[o], &op[o]) == -1)
			return -1;
		r->iops += test_iops(op[o].latency.count, ns);
		r->mb_s += test_mb_s(op[o].bytes, ns);
	}
	return 0;
}

static void
add_step(struct arena *a, struct point *point, const struct scan_step *s)
{
	point->steps = arena_grow(a, point->steps, point->nsteps,
	    sizeof(point->steps[0]));
	point->steps[point->nsteps++] = s->index;
}

/* Whether the points pool a step: one of a complete round; if there is none, any
 * that ended. */
static bool
is_pooled(const struct test *t, const struct cell *c)
{
	if (c->round == 0 || !(c->done || c->lossy))
		return false;
	return t->pool_first == 0 || (c->done && t->complete[c->round] &&
	    c->round >= t->pool_first && c->round <= t->pool_last);
}

/* Adds the steps that are pooled; more than one a round where a phase repeats a
 * point.  0, or -1. */
static int
pool_steps(struct arena *a, struct test *t)
{
	uint32_t *seen = arena_array(a, t->npoints + 1, sizeof(seen[0]));

	for (size_t i = 0; i < t->ncells; i++) {
		const struct cell *c = &t->cells[i];
		struct point *point = &t->points[c->point];

		if (!is_pooled(t, c))
			continue;
		if (seen[c->point] != c->round)
			point->rounds++;
		seen[c->point] = c->round;
		add_step(a, point, c->scan);
		if (pool_ops(point, c->scan->op, test_step_ns(c->scan)) == -1)
			return -1;
	}
	return 0;
}

/* Adds the records that the rounds of the window are told by.  0, or -1. */
static int
pool_records(struct arena *a, struct test *t)
{
	const struct scan_step *s = t->cells[0].scan;
	struct point *point = &t->points[t->cells[0].point];

	add_step(a, point, s);
	point->rounds = t->pool_last - t->pool_first + 1;
	point->records = arena_array(a, point->rounds,
	    sizeof(point->records[0]));
	for (unsigned i = 0; i < point->rounds; i++) {
		size_t at = window_record(t, t->pool_first + i);

		point->records[point->nrecords++] = at;
		if (pool_ops(point, s->records[at].op,
		    scan_record_ns(t->scan, s, at)) == -1)
			return -1;
	}
	return 0;
}

/* How many steps or records a point pools. */
static size_t
count_parts(const struct point *point)
{
	return point->nrecords > 0 ? point->nrecords : point->nsteps;
}

/* The tallies of one of them. */
static const struct tally *
part_ops(const struct test *t, const struct point *point, size_t i)
{
	struct scan_step *const *steps = t->scan->steps;

	if (point->nrecords > 0)
		return steps[point->steps[0]]->records[point->records[i]].op;
	return steps[point->steps[i]]->op;
}

static void
mean_rates(struct point *point)
{
	for (int op = 0; op < NOPS; op++) {
		point->rates[op].iops /= (double)count_parts(point);
		point->rates[op].mb_s /= (double)count_parts(point);
	}
}

/* The means of their own latencies, once these are known. */
static void
mean_latencies(const struct test *t, struct point *point, int op)
{
	struct point_op *r = &point->rates[op];

	for (size_t i = 0; i < count_parts(point); i++) {
		const struct tally *from = &part_ops(t, point, i)[op];

		if (from->latency.count == 0)
			continue;
		r->rounds++;
		r->lat_mean_ns += moments_mean(&from->latency);
		r->lat_sd_ns += moments_sd(&from->latency);
		r->lat_max_ns += (double)from->latency.largest;
		for (size_t k = 0; k < NPERCENTILES; k++)
			r->value_ns[k] += (double)from->value_ns[k];
	}
	r->lat_mean_ns /= r->rounds;
	r->lat_sd_ns /= r->rounds;
	r->lat_max_ns /= r->rounds;
	for (size_t k = 0; k < NPERCENTILES; k++)
		r->value_ns[k] /= r->rounds;
}

/* Pools the points over the window, once.  0, or -1 with the reason printed. */
static int
pool_points(struct arena *a, struct test *t)
{
	if (t->pooled)
		return 0;
	if ((t->pool_records ? pool_records(a, t) : pool_steps(a, t)) == -1) {
		warn_errno("%s", t->scan->path);
		return -1;
	}
	for (size_t p = 0; p < t->npoints; p++)
		mean_rates(&t->points[p]);
	t->pooled = true;
	return 0;
}

static void
mean_points(const struct test *t)
{
	for (size_t p = 0; p < t->npoints; p++) {
		for (int op = 0; op < NOPS; op++)
			mean_latencies(t, &t->points[p], op);
	}
}

int
test_points(struct arena *a, struct test *t, unsigned nthreads)
{
	struct exact_pool *pools = arena_array(a, t->npoints + 1,
	    sizeof(pools[0]));
	int result;

	if (pool_points(a, t) == -1)
		return -1;
	for (size_t p = 0; p < t->npoints; p++) {
		pools[p] = (struct exact_pool){
			.op = t->points[p].op,
			.nsteps = t->points[p].nsteps,
			.steps = t->points[p].steps,
			.nrecords = t->points[p].nrecords,
			.records = t->points[p].records,
		};
	}
	result = exact_percentiles(t->scan, pools, t->npoints, nthreads);
	t->exact = result == 0;
	mean_points(t);
	return result;
}

static bool
is_same_list(const size_t *one, size_t n, const size_t *other, size_t nother)
{
	return n == nother &&
	    (n == 0 || memcmp(one, other, n * sizeof(one[0])) == 0);
}

/* Whether a point pools the steps, or the records, of a pool. */
static bool
is_pool_of(const struct point *p, const struct test_pool *pool)
{
	return is_same_list(p->steps, p->nsteps, pool->steps, pool->nsteps) &&
	    is_same_list(p->records, p->nrecords, pool->records,
	    pool->nrecords);
}

bool
test_points_known(struct arena *a, struct test *t,
    const struct test_pool *pools, size_t npools)
{
	if (npools != t->npoints || pool_points(a, t) == -1)
		return false;
	for (size_t p = 0; p < npools; p++) {
		if (!is_pool_of(&t->points[p], &pools[p]))
			return false;
	}
	for (size_t p = 0; p < npools; p++) {
		for (int op = 0; op < NOPS; op++) {
			struct tally *to = &t->points[p].op[op];

			memcpy(to->value_ns, pools[p].value_ns[op],
			    sizeof(to->value_ns));
			to->exact = to->latency.count > 0;
		}
	}
	t->exact = true;
	mean_points(t);
	return true;
}

struct test_pool
test_pool_of(const struct point *p)
{
	struct test_pool pool = {
		.nsteps = p->nsteps, .steps = p->steps,
		.nrecords = p->nrecords, .records = p->records,
	};

	for (int op = 0; op < NOPS; op++)
		memcpy(pool.value_ns[op], p->op[op].value_ns,
		    sizeof(pool.value_ns[op]));
	return pool;
}

const char *
test_point_label(struct arena *a, const struct test *t,
    const struct factors *f)
{
	return label_factors(a, f, t->varying);
}
