/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "analyze/label.h"
#include "analyze/window.h"
#include "stats/moments.h"
#include "stats/steady.h"

/*
 * In reviews the line that fits the window stays between 90 and 110 % of the
 * average, so that its rise is at most 20 % of it.  They do not limit the
 * range; the plans of theirs that ship have it at 100 %.
 */
static const struct window_rule rules[] = {
	{"pts", 5, 0.20, 0.10},
	{"reviews", 4, 1.00, 0.20},
};

const struct window_rule *
window_rule_find(const char *name)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		if (strcmp(rules[i].name, name) == 0)
			return &rules[i];
	}
	return NULL;
}

void
window_rule_set(struct plan *plan, const struct window_rule *rule)
{
	for (size_t i = 0; i < plan->nstages; i++) {
		struct plan_steady *steady = &plan->stages[i].steady;

		if (steady->window == 0)
			continue;
		steady->window = rule->window;
		steady->range_frac = rule->range_frac;
		steady->slope_frac = rule->slope_frac;
	}
}

static int
op_index(const char *name)
{
	for (int op = 0; op < NOPS; op++) {
		if (strcmp(test_op_name(op), name) == 0)
			return op;
	}
	return OP_ALL;
}

static bool
matches(const struct plan_track *track, const struct factors *f)
{
	for (int i = 0; i < NFACTORS; i++) {
		if ((track->fixed & 1u << i) != 0 &&
		    track->at.value[i] != f->value[i])
			return false;
	}
	return true;
}

static double
metric_of(const struct tally *t, uint64_t ns, const char *metric)
{
	if (strcmp(metric, "iops") == 0)
		return test_iops(t->latency.count, ns);
	if (strcmp(metric, "mb_s") == 0)
		return test_mb_s(t->bytes, ns);
	if (strcmp(metric, "lat_mean") == 0)
		return moments_mean(&t->latency);
	return NAN;
}

/* The value of a tracked variable in a round: that of the last step there
 * that ran to its end. */
static double
step_value(const struct test *t, const struct plan_track *track,
    unsigned round)
{
	const struct cell *last = NULL;

	for (size_t i = test_find_done(t, round, 0); i < t->ndone &&
	    t->done[i]->round == round; i++) {
		const struct cell *c = t->done[i];

		if (matches(track, &c->scan->factors) &&
		    (last == NULL || c->scan->number > last->scan->number))
			last = c;
	}
	if (last == NULL)
		return NAN;
	return metric_of(&last->scan->op[op_index(track->op)],
	    test_step_ns(last->scan), track->metric);
}

/* The one step of a test whose rounds are groups of its records. */
static const struct scan_step *
record_step(const struct test *t)
{
	return t->ncells > 0 ? t->cells[0].scan : NULL;
}

/* Whether the records of group 'round' have all of their I/Os.  Where the step
 * does not, and no hole of the log tells of which, none has. */
static bool
has_records(const struct test *t, unsigned round)
{
	const struct scan_step *s = record_step(t);
	size_t every = t->plan->steady.every, end = round * every;
	bool lossy = t->cells[0].lossy;

	if (t->cells[0].excess)
		return false;
	for (size_t i = 0; i < s->nrecords; i++) {
		if (!s->records[i].has_hole)
			continue;
		if (i >= end - every && i < end)
			return false;
		lossy = false;
	}
	return !lossy;
}

size_t
window_record(const struct test *t, unsigned round)
{
	const struct plan_steady *rule = &t->plan->steady;

	return (size_t)(round - 1) * rule->every + rule->sample - 1;
}

static double
record_value(const struct test *t, const struct plan_track *track,
    unsigned round)
{
	const struct scan_step *s = record_step(t);
	size_t at = window_record(t, round);

	if (s == NULL || at >= s->nrecords)
		return NAN;
	return metric_of(&s->records[at].op[op_index(track->op)],
	    scan_record_ns(t->scan, s, at), track->metric);
}

static double
track_value(const struct test *t, const struct plan_track *track,
    unsigned round)
{
	if (t->plan->steady.every > 0)
		return record_value(t, track, round);
	return step_value(t, track, round);
}

/* Whether a round can be judged: a complete one, or a group of records whose
 * record that is looked at came to its end and has an I/O. */
static bool
is_judged(const struct test *t, unsigned round)
{
	const struct scan_step *s = record_step(t);
	size_t at;

	if (t->plan->steady.every == 0)
		return t->complete[round];
	at = window_record(t, round);
	return s != NULL && scan_record_ended(t->scan, s, at) &&
	    scan_record_ns(t->scan, s, at) > 0 && has_records(t, round);
}

/* The last round that may be judged. */
static unsigned
last_judged(const struct test *t)
{
	const struct plan_steady *rule = &t->plan->steady;
	const struct scan_step *s = record_step(t);
	unsigned n = 0;

	if (rule->every == 0)
		return t->last_complete;
	while (s != NULL && window_record(t, n + 1) < s->nrecords)
		n++;
	while (n > 0 && !is_judged(t, n))
		n--;
	return n;
}

static struct result_track
judge_track(struct arena *a, const struct test *t,
    const struct window_rule *rule, const struct plan_track *track,
    unsigned first)
{
	double *y = arena_array(a, rule->window, sizeof(y[0]));
	struct steady s;

	for (unsigned i = 0; i < rule->window; i++)
		y[i] = track_value(t, track, first + i);
	steady_check(y, rule->window, first, rule->range_frac,
	    rule->slope_frac, &s);
	return (struct result_track){
		.metric = track->metric, .op = track->op,
		.fixed = track->fixed, .at = track->at,
		.label = label_track(a, track),
		.average = s.average,
		.range_allowed = s.range_allowed, .range_measured = s.range,
		.slope_allowed = s.slope_allowed,
		.slope_measured = s.excursion,
		.slope = s.slope, .intercept = s.intercept,
		.correlation = s.correlation,
		.range_met = s.range_met, .slope_met = s.slope_met,
	};
}

/* A gap lies in the window if steps of it stand on both sides. */
static bool
spans(const struct test *t, const struct run_gap *gap, unsigned first,
    unsigned last)
{
	bool before = false, after = false;

	for (size_t i = 0; i < t->ncells; i++) {
		const struct cell *c = &t->cells[i];

		if (c->run == NULL || c->round < first || c->round > last)
			continue;
		before = before || c->run->begin_ns < gap->begin_ns;
		after = after || c->run->end_ns > gap->end_ns;
	}
	return before && after;
}

/* A stall of the log is told apart (checks.c); a resumed run gave the drive
 * time to recover, and its rounds are no sequence. */
static bool
spans_gap(const struct test *t, unsigned first, unsigned last)
{
	/* A step goes on in one piece or not at all. */
	if (t->run == NULL || t->plan->steady.every > 0)
		return false;
	for (size_t i = 0; i < t->run->ngaps; i++) {
		if (strcmp(t->run->gaps[i].why, "resumed") == 0 &&
		    spans(t, &t->run->gaps[i], first, last))
			return true;
	}
	return false;
}

static struct window
judge_window(struct arena *a, const struct test *t,
    const struct window_rule *rule, unsigned first)
{
	const struct plan_steady *plan = &t->plan->steady;
	struct window w = {
		.first = first, .last = first + rule->window - 1,
		.tracks = arena_array(a, plan->ntracks + 1,
		    sizeof(w.tracks[0])),
	};

	w.spans_gap = spans_gap(t, w.first, w.last);
	w.reached = !w.spans_gap && plan->ntracks > 0;
	for (size_t i = 0; i < plan->ntracks; i++) {
		w.tracks[i] = judge_track(a, t, rule, &plan->tracks[i],
		    first);
		w.reached = w.reached && w.tracks[i].range_met &&
		    w.tracks[i].slope_met;
	}
	return w;
}

/* Judges every window of rounds in a row that all have values.  Returns how
 * many there are. */
static size_t
judge_windows(struct arena *a, const struct test *t,
    const struct window_rule *rule, struct window **windows_out)
{
	unsigned in_a_row = 0, last = last_judged(t);
	size_t n = 0;

	*windows_out = arena_array(a, (size_t)last + 1,
	    sizeof((*windows_out)[0]));
	for (unsigned round = 1; round <= last; round++) {
		in_a_row = is_judged(t, round) ? in_a_row + 1 : 0;
		if (in_a_row >= rule->window)
			(*windows_out)[n++] = judge_window(a, t, rule,
			    round - rule->window + 1);
	}
	return n;
}

/* Groups of records that can be judged. */
static unsigned
count_judged(const struct test *t)
{
	unsigned n = 0, last = last_judged(t);

	for (unsigned round = 1; round <= last; round++)
		n += is_judged(t, round);
	return n;
}

static void
choose_window(struct test *t)
{
	t->chosen = t->nwindows - 1;
	for (size_t i = 0; i < t->nwindows && !t->steady_reached; i++) {
		if (t->windows[i].reached) {
			t->steady_reached = true;
			t->chosen = i;
		}
	}
	t->window_first = t->windows[t->chosen].first;
	t->window_last = t->windows[t->chosen].last;
}

static unsigned
first_complete(const struct test *t)
{
	unsigned round = 1;

	while (!t->complete[round])
		round++;
	return round;
}

/* How far a window is from flat: the largest excursion of its variables, as a
 * share of their average. */
static double
unrest(const struct test *t, const struct window *w)
{
	double most = 0;

	for (size_t i = 0; i < t->plan->steady.ntracks; i++) {
		const struct result_track *r = &w->tracks[i];
		double share = r->slope_measured / r->average;

		if (!(share >= 0) || !isfinite(share))
			return INFINITY;
		most = fmax(most, share);
	}
	return most;
}

struct window_search
window_search(struct arena *a, const struct test *t,
    const struct window_rule *rule)
{
	struct window_search s = {.unrest_frac = INFINITY};
	struct window *windows;

	if (!t->steady_asked || t->plan->steady.ntracks == 0)
		return s;
	s.n = judge_windows(a, t, rule, &windows);
	for (size_t i = 0; i < s.n; i++) {
		const struct window *w = &windows[i];
		double share = unrest(t, w);

		if (w->reached) {
			s.nreached++;
			s.last = w;
		}
		if (w->reached && s.first == NULL) {
			s.first = w;
			s.unrest_frac = INFINITY;
		}
		if (w->spans_gap || (s.first != NULL && !w->reached) ||
		    !(share < s.unrest_frac))
			continue;
		s.unrest_frac = share;
		s.best = w;
	}
	return s;
}

void
window_choose(struct arena *a, struct test *t)
{
	struct window_rule rule = {0};

	if (t->plan != NULL && t->plan->kind == STAGE_TEST)
		rule = (struct window_rule){
			NULL, t->plan->steady.window, t->plan->steady.range_frac,
			t->plan->steady.slope_frac,
		};
	t->steady_asked = rule.window > 0;
	if (t->ncomplete > 0) {
		t->window_first = t->pool_first = first_complete(t);
		t->window_last = t->pool_last = t->last_complete;
	}
	if (!t->steady_asked)
		return;
	t->nwindows = judge_windows(a, t, &rule, &t->windows);
	if (t->plan->steady.every > 0)
		t->njudged = count_judged(t);
	if (t->nwindows == 0)
		return;
	choose_window(t);
	t->pool_records = t->plan->steady.every > 0 && t->steady_reached;
	if (t->plan->steady.every == 0 || t->pool_records) {
		t->pool_first = t->window_first;
		t->pool_last = t->window_last;
	}
}
