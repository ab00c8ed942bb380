/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analyze/deviations.h"
#include "analyze/label.h"
#include "analyze/rates.h"
#include "analyze/specification.h"
#include "base/units.h"

static bool
claims_pts(const struct analysis *a)
{
	return a->plan != NULL && a->plan->specification != NULL &&
	    strstr(a->plan->specification, "PTS") != NULL;
}

static int
version_of(const struct analysis *a)
{
	return strstr(a->plan->specification, " 1.") != NULL ? 1 : 2;
}

static const char *
list_text(struct arena *a, enum factor f, const int64_t *values, size_t n)
{
	const char *list = "";
	char text[FACTOR_TEXT];

	for (size_t i = 0; i < n; i++)
		list = arena_printf(a, "%s%s%s", list, i > 0 ? " " : "",
		    factor_format(f, values[i], text, sizeof(text)));
	return list;
}

/* Reads what the specification asks for: words with blanks between. */
static size_t
read_list(struct arena *a, enum factor f, const char *text,
    int64_t **values_out)
{
	char *words = arena_strdup(a, text), *rest = NULL;
	const char *why;
	size_t n = 0;

	*values_out = NULL;
	for (char *word = strtok_r(words, " ", &rest); word != NULL;
	    word = strtok_r(NULL, " ", &rest)) {
		*values_out = arena_grow(a, *values_out, n,
		    sizeof(**values_out));
		n += factor_parse(f, word, &(*values_out)[n], &why) == 0;
	}
	return n;
}

static const struct plan_loop *
find_loop(const struct plan_loop *loops, size_t n, enum factor f)
{
	for (size_t i = 0; i < n; i++) {
		if (loops[i].factor == f)
			return &loops[i];
	}
	return NULL;
}

/* The values that a factor takes in a phase, or in a test without phases, for
 * which 'phase' is NULL. */
static const int64_t *
values_of(const struct plan_stage *s, const struct plan_phase *phase,
    enum factor f, size_t *n_out)
{
	const struct plan_loop *loop = phase == NULL ?
	    find_loop(s->loops, s->nloops, f) :
	    find_loop(phase->loops, phase->nloops, f);

	*n_out = loop != NULL ? loop->nvalues : 1;
	if (loop != NULL)
		return loop->values;
	if (phase != NULL && (phase->given & 1u << f) != 0)
		return &phase->at.value[f];
	return &s->base.value[f];
}

static bool
has_value(const int64_t *values, size_t n, int64_t value)
{
	for (size_t i = 0; i < n; i++) {
		if (values[i] == value)
			return true;
	}
	return false;
}

static const char *
factor_key(enum factor f)
{
	return f == FACTOR_MIX ? "mixes" : f == FACTOR_BLOCK ? "blocks" :
	    factor_name(f);
}

static void
compare_factor(struct analysis *a, const struct plan_stage *s,
    const struct plan_phase *phase, enum factor f, const char *text, bool any)
{
	int64_t *asked;
	size_t n, nasked = read_list(a->arena, f, text, &asked);
	const int64_t *values = values_of(s, phase, f, &n);

	if (n == nasked && memcmp(values, asked, n * sizeof(values[0])) == 0)
		return;
	if (any && n == 1 && has_value(asked, nasked, values[0]))
		return;
	analysis_deviation(a, factor_key(f), s->id,
	    "%s%s%s is %s, the specification asks for %s", factor_name(f),
	    phase != NULL && phase->id != NULL ? " of " : "",
	    phase != NULL && phase->id != NULL ? phase->id : "",
	    list_text(a->arena, f, values, n),
	    list_text(a->arena, f, asked, nasked));
}

static void
compare_order(struct analysis *a, const struct plan_stage *s,
    const struct plan_phase *phase, const struct prescribed_test *p)
{
	const struct plan_loop *loops = phase != NULL ? phase->loops :
	    s->loops;
	size_t n = phase != NULL ? phase->nloops : s->nloops;
	const struct plan_loop *outer = find_loop(loops, n, p->outer);
	const struct plan_loop *inner = find_loop(loops, n, p->inner);

	if (p->outer == p->inner || outer == NULL || inner == NULL ||
	    outer < inner)
		return;
	if (p->outer == FACTOR_MIX)
		analysis_deviation(a, "loop-order", s->id,
		    "the loop over mixes stands inside the loop over blocks, "
		    "the specification has it outside");
	else
		analysis_deviation(a, "loop-order", s->id,
		    "the loop over threads stands inside the loop over depths, "
		    "the specification has it outside");
}

static bool
tracks_one(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_track *asked)
{
	for (size_t i = 0; i < s->steady.ntracks; i++) {
		const struct plan_track *track = &s->steady.tracks[i];
		bool same = strcmp(track->metric, asked->metric) == 0;

		for (int f = 0; f < NFACTORS; f++) {
			int64_t *value;

			if (asked->values[f] == NULL)
				continue;
			read_list(a->arena, (enum factor)f, asked->values[f],
			    &value);
			same = same && track->at.value[f] == value[0];
		}
		if (same)
			return true;
	}
	return false;
}

static void
compare_tracks(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	size_t missing = 0;

	for (size_t i = 0; i < p->ntracks; i++)
		missing += !tracks_one(a, s, &p->tracks[i]);
	if (missing > 0 && p->ntracks == 1)
		analysis_deviation(a, "tracks", s->id,
		    "the tracking variable of the specification is not "
		    "tracked");
	else if (missing > 0)
		analysis_deviation(a, "tracks", s->id,
		    "%zu of the %zu tracking variables of the specification "
		    "%s not tracked", missing, p->ntracks,
		    missing == 1 ? "is" : "are");
}

/* Where records stand for rounds, which of them do. */
static void
compare_records(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	const struct plan_steady *rule = &s->steady;

	if (p->every > 0 && rule->window > 0 && rule->every != p->every)
		analysis_deviation(a, "every", s->id,
		    "one of %u records is judged, the specification asks for "
		    "one of %u", rule->every, p->every);
	else if (p->sample > 0 && rule->window > 0 &&
	    rule->sample != p->sample)
		analysis_deviation(a, "sample", s->id,
		    "of the records, number %u is judged, the specification "
		    "asks for number %u", rule->sample, p->sample);
}

static void
compare_steady(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	const struct plan_steady *rule = &s->steady;
	const struct window_rule *pts = window_rule_find("pts");
	unsigned rounds = rule->window > 0 ? plan_judged_rounds(s) : s->rounds;

	if (p->steady == STEADY_NOT_ASKED ||
	    (p->steady == STEADY_MAY && rule->window == 0))
		return;
	if (rule->window != pts->window)
		analysis_deviation(a, "window", s->id,
		    "the window has %u %s, the specification asks for %u",
		    rule->window, rule->window == 1 ? "round" : "rounds",
		    pts->window);
	if (rule->window > 0 && rule->range_frac > pts->range_frac)
		analysis_deviation(a, "range", s->id,
		    "a range of %g %% is allowed, the specification allows "
		    "%g %%", 100 * rule->range_frac, 100 * pts->range_frac);
	if (rule->window > 0 && rule->slope_frac > pts->slope_frac)
		analysis_deviation(a, "slope", s->id,
		    "a slope of %g %% is allowed, the specification allows "
		    "%g %%", 100 * rule->slope_frac, 100 * pts->slope_frac);
	if (rounds < p->rounds)
		analysis_deviation(a, "rounds", s->id,
		    "at most %u %s to be run, the specification asks for %u",
		    rounds, rounds == 1 ? "round was" : "rounds were",
		    p->rounds);
	compare_tracks(a, s, p);
	compare_records(a, s, p);
}

/* Compares a length with what is asked for; key and sentence are the
 * caller's. */
static bool
differs(uint64_t ns, const char *asked, struct analysis *a,
    const char **here_out)
{
	char text[UNITS_TEXT];
	uint64_t asked_ns;
	const char *why;

	if (asked == NULL || (units_parse_duration(asked, &asked_ns, &why) ==
	    0 && ns == asked_ns))
		return false;
	*here_out = arena_strdup(a->arena, units_format_duration(text,
	    sizeof(text), ns));
	return true;
}

static void
compare_times(struct analysis *a, const struct plan_stage *s,
    const struct plan_phase *phase, const char *asked)
{
	uint64_t ns = phase != NULL && phase->duration_ns > 0 ?
	    phase->duration_ns : s->duration_ns;
	const char *here;

	if (differs(ns, asked, a, &here))
		analysis_deviation(a, "step-time", s->id,
		    "steps last %s, the specification asks for %s", here,
		    asked);
}

static void
compare_lengths(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	const char *here;
	struct amount asked;
	const char *why;
	char text[UNITS_TEXT];

	if (p->nphases == 0)
		compare_times(a, s, NULL, p->duration);
	if (differs(s->record_ns, p->record, a, &here))
		analysis_deviation(a, "record", s->id,
		    "records last %s, the specification asks for %s", here,
		    p->record);
	here = amount_format(&s->amount, text, sizeof(text));
	if (p->amount == NULL ? here == NULL :
	    amount_parse(p->amount, &asked, &why) == -1 ||
	    (s->amount.percent >= asked.percent &&
	    s->amount.percent <= asked.percent))
		return;
	analysis_deviation(a, "amount", s->id,
	    "the test ends after writing %s, the specification asks for %s",
	    here != NULL ? here : "any amount",
	    p->amount != NULL ? p->amount : "its full time");
}

/* The last stage of a kind before 's', back to the test before it. */
static const struct plan_stage *
stage_before(const struct plan *plan, const struct plan_stage *s,
    enum stage_kind kind)
{
	while (s > plan->stages) {
		s--;
		if (s->kind == kind)
			return s;
		if (s->kind == STAGE_TEST)
			break;
	}
	return NULL;
}

static const struct run_stage *
run_stage_of(const struct analysis *a, const struct plan_stage *s)
{
	for (size_t i = 0; a->run != NULL && i < a->run->nstages; i++) {
		if (a->run->stages[i].number == s->number)
			return &a->run->stages[i];
	}
	return NULL;
}

static void
compare_purge(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	const struct plan_stage *purge = stage_before(a->plan, s, STAGE_PURGE);
	const struct run_stage *run = purge != NULL ? run_stage_of(a, purge) :
	    NULL;

	/* Without run.xml it is not known what became of a purge. */
	if (!p->purge || (purge != NULL && a->run == NULL))
		return;
	if (purge == NULL)
		analysis_deviation(a, "purge-none", s->id,
		    "the plan has no purge before the test");
	else if (run == NULL || run->status != RUN_DONE)
		analysis_deviation(a, "purge-not-done", s->id,
		    "the drive was not purged%s%s%s",
		    run != NULL && run->note != NULL ? " (" : "",
		    run != NULL && run->note != NULL ? run->note : "",
		    run != NULL && run->note != NULL ? ")" : "");
	else if (run->note != NULL && strstr(run->note, "discard") != NULL)
		analysis_deviation(a, "purge-discard", s->id,
		    "the drive was discarded, which is no purge by the "
		    "specification");
}

static void
compare_fill(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	const struct plan_stage *fill = stage_before(a->plan, s, STAGE_FILL);
	int64_t block = s->base.value[FACTOR_BLOCK];
	const char *why, *times = label_number(a->arena, p->fill_passes);
	char here[FACTOR_TEXT], asked[FACTOR_TEXT];

	if (p->fill_passes == 0)
		return;
	if (fill == NULL) {
		analysis_deviation(a, "fill-none", s->id,
		    "the plan has no fill before the test, the specification "
		    "asks for %s times the capacity", times);
		return;
	}
	if (p->fill_block != NULL)
		factor_parse(FACTOR_BLOCK, p->fill_block, &block, &why);
	if (fill->passes < p->fill_passes)
		analysis_deviation(a, "fill-amount", s->id,
		    "the fill writes %s times the capacity, the specification "
		    "asks for %s times",
		    label_number(a->arena, fill->passes), times);
	if (fill->base.value[FACTOR_BLOCK] == block)
		return;
	factor_format(FACTOR_BLOCK, fill->base.value[FACTOR_BLOCK], here,
	    sizeof(here));
	factor_format(FACTOR_BLOCK, block, asked, sizeof(asked));
	analysis_deviation(a, "fill-block", s->id,
	    "the fill writes blocks of %s, the specification asks for %s",
	    here, asked);
}

static bool
is_client(const struct analysis *a)
{
	return strstr(a->plan->specification, "PTS-C") != NULL;
}

/* Factors that no test of the specification leaves open. */
static const char *
value_asked(const struct analysis *a, const struct prescribed_test *p,
    const struct prescribed_phase *phase, enum factor f)
{
	if (phase != NULL && phase->values[f] != NULL)
		return phase->values[f];
	if (p->values[f] != NULL)
		return p->values[f];
	switch (f) {
	case FACTOR_COMPRESSIBLE:
		return "0%";
	case FACTOR_RATE:
		return "none";
	case FACTOR_REGION:
		return is_client(a) ? "75%" : "100%";
	case FACTOR_PAUSE:
		return "0s";
	default:
		return NULL;
	}
}

/* Whether a phase has a value of its own, or the specification one for it. */
static bool
is_of_phase(const struct plan_phase *phase,
    const struct prescribed_phase *asked, enum factor f)
{
	return asked->values[f] != NULL || (phase->given & 1u << f) != 0 ||
	    find_loop(phase->loops, phase->nloops, f) != NULL;
}

/* The factors of a phase of a test, or of one without phases. */
static void
compare_settings(struct analysis *a, const struct plan_stage *s,
    const struct plan_phase *phase, const struct prescribed_test *p,
    const struct prescribed_phase *asked, uint32_t *inherited)
{
	for (int f = 0; f < NFACTORS; f++) {
		const char *text = value_asked(a, p, asked, (enum factor)f);
		const struct plan_phase *at = phase;

		if (text == NULL)
			continue;
		if (phase != NULL && !is_of_phase(phase, asked,
		    (enum factor)f)) {
			if ((*inherited & 1u << f) != 0)
				continue;
			*inherited |= 1u << f;
			at = NULL;
		}
		compare_factor(a, s, at, (enum factor)f, text,
		    f == FACTOR_BLOCK && p->any_block);
	}
	compare_order(a, s, phase, p);
}

static void
compare_phases(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	uint32_t inherited = 0;		/* factors that were told of */

	if (s->nphases != p->nphases) {
		analysis_deviation(a, "phases", s->id,
		    "a round has %zu %s, the specification asks for %zu",
		    s->nphases, s->nphases == 1 ? "phase" : "phases",
		    p->nphases);
		return;
	}
	for (size_t i = 0; i < s->nphases; i++) {
		const struct plan_phase *phase = &s->phases[i];
		const struct prescribed_phase *asked = &p->phases[i];
		unsigned repeat = asked->repeat > 0 ? asked->repeat : 1;

		compare_settings(a, s, phase, p, asked, &inherited);
		compare_times(a, s, phase, asked->duration);
		if (phase->repeat != repeat)
			analysis_deviation(a, "repeat", s->id,
			    "each point is run %u %s in a row, the "
			    "specification asks for %u", phase->repeat,
			    phase->repeat == 1 ? "time" : "times", repeat);
	}
	if (s->nphases == 0)
		compare_settings(a, s, NULL, p, NULL, &inherited);
}

/* A test that goes on where another ended. */
static void
compare_predecessor(struct analysis *a, const struct plan_stage *s,
    const struct prescribed_test *p)
{
	const struct prescribed_test *before = NULL;

	if (p->after == NULL)
		return;
	if (s > a->plan->stages && s[-1].kind == STAGE_TEST)
		before = specification_find(s[-1].id, version_of(a));
	if (before == NULL || strcmp(before->id, p->after) != 0)
		analysis_deviation(a, "not-after", s->id,
		    "the specification asks for the test '%s' right before it",
		    p->after);
}

static void
deviations_pts_test(struct analysis *a, const struct test *t)
{
	const struct prescribed_test *p = specification_find(t->id,
	    version_of(a));

	if (p == NULL) {
		analysis_deviation(a, "not-a-test-of-it", t->id,
		    "no test of the specification is called '%s'", t->id);
		return;
	}
	compare_phases(a, t->plan, p);
	compare_lengths(a, t->plan, p);
	compare_steady(a, t->plan, p);
	compare_purge(a, t->plan, p);
	compare_fill(a, t->plan, p);
	compare_predecessor(a, t->plan, p);
}

/* A part of the drive that nobody sees is spare room for the others. */
static void
deviations_capacity(struct analysis *a, const struct test *t)
{
	uint64_t all = a->run == NULL ? 0 : run_capacity(a->run, 0);
	uint64_t shown = t->run == NULL || all == 0 ? all :
	    run_capacity(a->run, t->run->number);

	if (shown < all)
		analysis_deviation(a, "provisioned", t->id,
		    "only %" PRIu64 " of %" PRIu64 " bytes of the drive were "
		    "visible: the rest was spare room", shown, all);
}

/* Too few rounds to judge are not the same as rounds that differ. */
static void
deviation_not_steady(struct analysis *a, const struct test *t)
{
	unsigned window = t->plan->steady.window, rounds = test_rounds(t);

	if (t->nwindows > 0)
		analysis_deviation(a, "steady-not-reached", t->id,
		    "steady state was not reached in %u %s", rounds,
		    rounds == 1 ? "round" : "rounds");
	else if (test_has_amount(t) &&
	    (t->run == NULL || t->run->status == RUN_DONE))
		analysis_deviation(a, "steady-not-judged", t->id,
		    "the test ended by the amount that it writes, before "
		    "steady state could be judged: complete rounds %u, the "
		    "rule needs %u in a row", rounds, window);
	else
		analysis_deviation(a, "steady-not-judged", t->id,
		    "the test ended before steady state could be judged: "
		    "complete rounds %u, the rule needs %u in a row", rounds,
		    window);
}

/* Where a hole lies is known to a step where run.xml counts its I/Os. */
static void
deviation_lost(struct analysis *a, const struct test *t)
{
	if (t->nlost == 1)
		analysis_deviation(a, "step-lost", t->id, t->run != NULL ?
		    "the log does not have all I/Os of step %" PRIu32 ": its "
		    "round is incomplete and in no window" :
		    "the log may not have all I/Os of step %" PRIu32 ": its "
		    "round is incomplete and in no window", t->lost[0]);
	else
		analysis_deviation(a, "step-lost", t->id, t->run != NULL ?
		    "the log does not have all I/Os of the steps %s: their "
		    "rounds are incomplete and in no window" :
		    "the log may not have all I/Os of the steps %s: their "
		    "rounds are incomplete and in no window",
		    label_numbers(a->arena, t->lost, t->nlost));
}

/* Where records stand for rounds, those with I/Os missing; false if there are
 * none, or all are. */
static bool
deviation_records(struct analysis *a, const struct test *t)
{
	const struct scan_step *s = t->ncells > 0 ? t->cells[0].scan : NULL;
	uint32_t *numbers;
	size_t n = 0;

	if (!t->steady_asked || t->plan->steady.every == 0 || s == NULL)
		return false;
	numbers = arena_array(a->arena, s->nrecords + 1, sizeof(numbers[0]));
	for (size_t i = 0; i < s->nrecords; i++) {
		if (s->records[i].has_hole)
			numbers[n++] = (uint32_t)i + 1;
	}
	if (n == 0 || n == s->nrecords)
		return false;
	analysis_deviation(a, "records-lost", t->id,
	    "the log may not have all I/Os of these records: %s; no window "
	    "reaches over them", label_numbers(a->arena, numbers, n));
	return true;
}

static void
deviation_rate(struct analysis *a, const struct test *t)
{
	struct rates_asked r = rates_asked(t);

	if (r.nmissed == 1)
		analysis_deviation(a, "rate-not-reached", t->id,
		    "step %" PRIu32 " reached %.0f of the %.0f I/Os a second "
		    "that were asked for", r.step, r.reached_per_s,
		    r.asked_per_s);
	if (r.nmissed > 1)
		analysis_deviation(a, "rate-not-reached", t->id,
		    "%zu steps did not reach their rate, step %" PRIu32
		    " only %.0f of the %.0f I/Os a second that were asked for",
		    r.nmissed, r.step, r.reached_per_s, r.asked_per_s);
}

static void
deviation_repaired(struct analysis *a, const struct test *t)
{
	if (t->scan != NULL && t->scan->nlosses > 0)
		analysis_deviation(a, "repaired", t->id,
		    "the log was repaired: in %zu %s something was lost, at "
		    "least %" PRIu64 " I/Os", t->scan->nlosses,
		    t->scan->nlosses == 1 ? "place" : "places",
		    t->scan->missing);
}

static void
deviation_empty(struct analysis *a, const struct test *t)
{
	if (t->nempty == 1)
		analysis_deviation(a, "step-empty", t->id,
		    "a step ran to its end without a counted I/O: its round "
		    "is incomplete and in no window");
	if (t->nempty > 1)
		analysis_deviation(a, "step-empty", t->id,
		    "%zu steps ran to their end without a counted I/O: their "
		    "rounds are incomplete and in no window", t->nempty);
}

static void
deviation_excess(struct analysis *a, const struct test *t)
{
	if (t->nexcess == 1)
		analysis_deviation(a, "step-excess", t->id,
		    "the log has more I/Os of a step than were issued: its "
		    "round is incomplete and in no window");
	if (t->nexcess > 1)
		analysis_deviation(a, "step-excess", t->id,
		    "the log has more I/Os of %zu steps than were issued: "
		    "their rounds are incomplete and in no window",
		    t->nexcess);
}

/* How the test came to its end. */
static void
deviations_end(struct analysis *a, const struct test *t)
{
	size_t resumed = test_resumed(t);

	if (resumed > 0)
		analysis_deviation(a, "resumed", t->id,
		    "the test was interrupted and resumed %zu %s", resumed,
		    resumed == 1 ? "time" : "times");
	if (t->run != NULL && t->run->status == RUN_INTERRUPTED)
		analysis_deviation(a, "interrupted", t->id,
		    "the test was interrupted in round %u", t->nrounds);
	if (t->run != NULL && t->run->status == RUN_FAILED)
		analysis_deviation(a, "failed", t->id,
		    "the test failed in round %u", t->nrounds);
}

static void
deviations_conduct(struct analysis *a, const struct test *t)
{
	if (a->rule != NULL && t->steady_asked)
		analysis_deviation(a, "rule", t->id,
		    "steady state was judged by the rule '%s', not by that of "
		    "the plan", a->rule->name);
	deviations_end(a, t);
	if (t->steady_asked && !t->steady_reached)
		deviation_not_steady(a, t);
	deviation_rate(a, t);
	deviation_repaired(a, t);
	if (!deviation_records(a, t) && t->nlost > 0)
		deviation_lost(a, t);
	deviation_excess(a, t);
	deviation_empty(a, t);
	if (t->pool_first == 0)
		analysis_deviation(a, "round-incomplete", t->id,
		    "no round is complete: values are of the steps that "
		    "ended");
}

static bool
is_told(const struct results *r, const char *key)
{
	for (size_t i = 0; i < r->ndeviations; i++) {
		if (strcmp(r->deviations[i].key, key) == 0)
			return true;
	}
	return false;
}

/* A log knows it too, where run.xml is missing or says otherwise. */
static void
deviation_simulated(struct analysis *a)
{
	if (!is_told(&a->results, "simulated"))
		analysis_deviation(a, "simulated", NULL,
		    "SIMULATED: no drive was measured");
}

void
deviations_test(struct analysis *a, const struct test *t)
{
	if (t->scan != NULL && t->scan->header.simulated)
		deviation_simulated(a);
	if (!t->measures)
		return;
	if (claims_pts(a) && t->plan != NULL)
		deviations_pts_test(a, t);
	deviations_capacity(a, t);
	deviations_conduct(a, t);
}

/* Conditions of the run that are a deviation when they are set. */
static const struct {
	const char *condition, *key, *text;
} conditions[] = {
	{"demonstration", "demonstration",
	    "a demonstration: its target and its times say nothing of a "
	    "drive"},
	{"log_on_target_fs", "log-on-target",
	    "the raw log was written to the file system that was measured"},
	{"target_in_use", "target-in-use",
	    "the target was in use by something else"},
	{"queue_exceeded", "queue-exceeded",
	    "more I/Os were outstanding than the queue of the disk takes: the "
	    "rest waited in the host"},
	{"reads_never_written", "reads-never-written",
	    "blocks were read that had never been written"},
};

static void
deviations_conditions(struct analysis *a)
{
	const struct facts *c = &a->run->conditions;
	const char *kind = facts_get(c, "target_kind");

	for (size_t i = 0; i < sizeof(conditions) / sizeof(conditions[0]);
	    i++) {
		const char *value = facts_get(c, conditions[i].condition);

		if (value != NULL && strcmp(value, "no") != 0)
			analysis_deviation(a, conditions[i].key, NULL, "%s",
			    conditions[i].text);
	}
	if (kind != NULL && strcmp(kind, "file") == 0 && !a->run->simulated)
		analysis_deviation(a, "target-file", NULL,
		    "the target is a file, not a drive: the file system and "
		    "what else is on it were measured too");
}

static void
deviations_cache(struct analysis *a)
{
	const char *cache = facts_get(&a->run->device, "write_cache");
	const char *asked = facts_get(&a->run->device, "write_cache_asked");
	bool enabled;

	if (a->run->simulated)
		return;
	if (!claims_pts(a)) {
		if (asked != NULL && facts_get(&a->run->device,
		    "write_cache_not_set") != NULL)
			analysis_deviation(a, "write-cache-not-set", NULL,
			    "the write cache was to be %s and was left as it "
			    "was", asked);
		return;
	}
	if (cache == NULL) {
		analysis_deviation(a, "write-cache-unknown", NULL,
		    "the state of the drive's write cache is not known");
		return;
	}
	enabled = strcmp(cache, "write back") == 0;
	if (enabled != is_client(a))
		analysis_deviation(a,
		    enabled ? "write-cache-on" : "write-cache-off", NULL,
		    "the kernel reports the write cache as \"%s\", the "
		    "specification asks for it to be %s", cache,
		    is_client(a) ? "on" : "off");
}

void
deviations_run(struct analysis *a)
{
	if (a->plan == NULL)
		analysis_deviation(a, "plan-unknown", NULL,
		    "there is no plan.xml: what was asked for is not known");
	if (a->run == NULL) {
		analysis_deviation(a, "run-unknown", NULL,
		    "there is no run.xml: drive and host are not known");
		return;
	}
	if (a->plan_is_other)
		analysis_deviation(a, "plan-changed", NULL,
		    "plan.xml is not the plan that the run was made by");
	if (a->state == RUN_IS_LIVE)
		analysis_deviation(a, "still-running", NULL,
		    "the run is still going on: this is a part of it");
	if (a->state == RUN_IS_CUT_OFF)
		analysis_deviation(a, "cut-off", NULL,
		    "the run was cut off before its end, and what it had not "
		    "written is lost");
	if (a->run->simulated)
		deviation_simulated(a);
	if (a->run->scale > 1)
		analysis_deviation(a, "scale", NULL,
		    "durations and fills were divided by %g", a->run->scale);
	deviations_conditions(a);
	deviations_cache(a);
}
