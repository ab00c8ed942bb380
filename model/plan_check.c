/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "model/plan_fields.h"

struct check {
	const char *path;
	const struct plan *plan;
	const struct plan_stage *stage;
	unsigned mistakes;
};

static void mistake(struct check *c, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void
mistake(struct check *c, int line, const char *format, ...)
{
	char text[512];
	va_list args;

	c->mistakes++;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (c->path != NULL)
		warn_msg("%s:%d: %s", c->path, line, text);
	else if (c->stage != NULL)
		warn_msg("plan %s, %s: %s", c->plan->name, c->stage->id, text);
	else
		warn_msg("plan %s: %s", c->plan->name, text);
}

/*
 * An id names a stage in tables, figures and messages.  The ids that purges,
 * fills and idle stages have when none is given may repeat: nobody asks for a
 * fill by name.
 */
static void
check_id(struct check *c)
{
	const struct plan_stage *stage = c->stage;
	const struct plan_stage *other = c->plan->stages;

	if (stage->id == NULL)
		return;
	while (other != stage &&
	    (other->id == NULL || strcmp(other->id, stage->id) != 0))
		other++;
	if (other == stage)
		return;
	bool is_default = stage->kind != STAGE_TEST &&
	    other->kind == stage->kind &&
	    strcmp(stage->id, plan_kind_name(stage->kind)) == 0;
	if (!is_default)
		mistake(c, stage->line, "two stages have the id %s; another id "
		    "is expected", stage->id);
}

static void
check_values(struct check *c, const struct plan_loop *loop)
{
	char text[FACTOR_TEXT];

	if (loop->nvalues == 0) {
		mistake(c, loop->line, "the loop over %s is empty; values are "
		    "expected", factor_name(loop->factor));
		return;
	}
	for (size_t i = 0; i < loop->nvalues; i++)
		for (size_t j = 0; j < i; j++) {
			if (loop->values[i] != loop->values[j] ||
			    loop->values[i] == XMLFACTOR_UNREADABLE)
				continue;
			factor_format(loop->factor, loop->values[i], text,
			    sizeof(text));
			mistake(c, loop->line, "the loop over %s has %s twice; "
			    "once is expected", factor_name(loop->factor),
			    text);
			return;
		}
}

/* The points of these loops, 0 if there are too many, which is told. */
static size_t
check_loops(struct check *c, const struct plan_loop *loops, size_t nloops)
{
	size_t points = 1;

	for (size_t i = 0; i < nloops; i++) {
		const struct plan_loop *loop = &loops[i];

		if (loop->factor == NFACTORS)
			continue;
		check_values(c, loop);
		for (size_t j = 0; j < i; j++)
			if (loops[j].factor == loop->factor)
				mistake(c, loop->line, "a second loop over %s; "
				    "one is expected, with all values",
				    factor_name(loop->factor));
		/* Never near an overflow: both are limited. */
		points *= loop->nvalues;
		if (points > PLAN_MOST_POINTS) {
			mistake(c, loop->line, "the loops have more than %d "
			    "points; fewer are expected", PLAN_MOST_POINTS);
			return 0;
		}
	}
	return points;
}

static void
check_phase_id(struct check *c, const struct plan_phase *phase)
{
	const struct plan_phase *other = c->stage->phases;

	if (phase->id == NULL)
		return;
	while (other->id == NULL || strcmp(other->id, phase->id) != 0)
		other++;
	if (other != phase)
		mistake(c, phase->line, "two phases have the id %s; another id "
		    "is expected", phase->id);
}

static void
check_steps(struct check *c)
{
	const struct plan_stage *stage = c->stage;
	size_t points = check_loops(c, stage->loops, stage->nloops);

	if (stage->nphases > 0 && stage->nloops > 0)
		mistake(c, stage->loops[0].line, "a loop beside phases; it is "
		    "expected in one of them");
	if (stage->nphases > PLAN_MOST_PHASES) {
		mistake(c, stage->phases[PLAN_MOST_PHASES].line, "more than %d "
		    "phases; fewer are expected", PLAN_MOST_PHASES);
		return;
	}
	if (stage->nphases > 0)
		points = 0;
	for (size_t i = 0; i < stage->nphases; i++) {
		const struct plan_phase *phase = &stage->phases[i];

		check_phase_id(c, phase);
		points += phase->repeat * check_loops(c, phase->loops,
		    phase->nloops);
		if (points > PLAN_MOST_POINTS) {
			mistake(c, phase->line, "the phases have more than %d "
			    "points; fewer are expected", PLAN_MOST_POINTS);
			return;
		}
	}
	if (points * stage->rounds > PLAN_MOST_STEPS)
		mistake(c, stage->line, "%zu points in %u rounds are more than "
		    "%d steps; fewer are expected", points, stage->rounds,
		    PLAN_MOST_STEPS);
}

static void
check_records(struct check *c)
{
	const struct plan_stage *stage = c->stage;

	if (stage->record_ns > 0 &&
	    stage->duration_ns / stage->record_ns > PLAN_MOST_RECORDS)
		mistake(c, stage->line, "the step has more than %d records; "
		    "fewer are expected", PLAN_MOST_RECORDS);
	if (stage->record_ns > 0 && stage->ramp_ns > 0)
		mistake(c, stage->line, "records and a ramp; one of them is "
		    "expected: leave out the first records instead");
}

/* "mix=0/100 block=4KiB": the point that a track names. */
static const char *
format_point(const struct plan_track *track, char *buffer, size_t size)
{
	size_t used = 0;

	buffer[0] = '\0';
	for (int f = 0; f < NFACTORS && used < size; f++) {
		char value[FACTOR_TEXT];

		if ((track->fixed & 1u << f) == 0 ||
		    track->at.value[f] == XMLFACTOR_UNREADABLE)
			continue;
		factor_format((enum factor)f, track->at.value[f], value,
		    sizeof(value));
		used += (size_t)snprintf(buffer + used, size - used, "%s%s=%s",
		    used > 0 ? " " : "", factor_name((enum factor)f), value);
	}
	return buffer;
}

/* Whether the loop visits 'value', as far as its values could be read. */
static bool
visits(const struct plan_loop *loop, int64_t value)
{
	for (size_t i = 0; i < loop->nvalues; i++)
		if (loop->values[i] == value ||
		    loop->values[i] == XMLFACTOR_UNREADABLE)
			return true;
	return value == XMLFACTOR_UNREADABLE;
}

static const struct plan_loop *
find_loop(const struct plan_stage *stage, enum factor f)
{
	for (size_t i = 0; i < stage->nloops; i++)
		if (stage->loops[i].factor == f)
			return &stage->loops[i];
	return NULL;
}

static void
check_tracked_factor(struct check *c, const struct plan_track *track,
    enum factor f)
{
	const struct plan_loop *loop = find_loop(c->stage, f);
	bool is_fixed = (track->fixed & 1u << f) != 0;
	int64_t value = track->at.value[f], base = c->stage->base.value[f];
	char text[FACTOR_TEXT], point[256];

	if (!is_fixed && loop != NULL && loop->nvalues > 1)
		mistake(c, track->line, "the track (%s) does not say which %s; "
		    "one point of the loops is expected",
		    format_point(track, point, sizeof(point)), factor_name(f));
	if (!is_fixed || value == XMLFACTOR_UNREADABLE)
		return;
	factor_format(f, value, text, sizeof(text));
	if (loop != NULL && !visits(loop, value))
		mistake(c, track->line, "the track (%s) is at %s=%s, which the "
		    "loop never visits; one of its values is expected%s",
		    format_point(track, point, sizeof(point)), factor_name(f),
		    text, c->path == NULL ? " (or window=0: no steady state)" :
		    "");
	if (loop == NULL && value != base && base != XMLFACTOR_UNREADABLE)
		mistake(c, track->line, "the track (%s) is at %s=%s, but no "
		    "loop is over %s and the test has another one",
		    format_point(track, point, sizeof(point)), factor_name(f),
		    text, factor_name(f));
}

/* How many points of these loops, or of none, are at a factor's value. */
static size_t
count_values(const struct plan_loop *loops, size_t nloops, enum factor f,
    int64_t otherwise, int64_t value)
{
	size_t count = 0;

	for (size_t i = 0; i < nloops; i++) {
		if (loops[i].factor != f)
			continue;
		for (size_t k = 0; k < loops[i].nvalues; k++)
			count += loops[i].values[k] == value;
		return count;
	}
	return otherwise == value;
}

/* How many points are where 'at' says, in the factors that are fixed. */
static size_t
count_points(const struct plan_loop *loops, size_t nloops,
    const struct factors *base, uint32_t fixed, const struct factors *at)
{
	size_t count = 1;

	for (size_t i = 0; i < nloops; i++)
		if (loops[i].factor < NFACTORS &&
		    (fixed & 1u << loops[i].factor) == 0)
			count *= loops[i].nvalues;
	for (int f = 0; f < NFACTORS; f++)
		if (fixed & 1u << f)
			count *= count_values(loops, nloops, (enum factor)f,
			    base->value[f], at->value[f]);
	return count;
}

static size_t
count_steps(const struct plan_stage *stage, uint32_t fixed,
    const struct factors *at)
{
	size_t count = 0;

	if (stage->nphases == 0)
		return count_points(stage->loops, stage->nloops, &stage->base,
		    fixed, at);
	for (size_t i = 0; i < stage->nphases; i++) {
		const struct plan_phase *phase = &stage->phases[i];
		struct factors base = stage->base;

		for (int f = 0; f < NFACTORS; f++)
			if (phase->given & 1u << f)
				base.value[f] = phase->at.value[f];
		count += phase->repeat * count_points(phase->loops,
		    phase->nloops, &base, fixed, at);
	}
	return count;
}

/* Of a test with phases, which need not have loops over equal factors. */
static void
check_phases_track(struct check *c, const struct plan_track *track)
{
	size_t count = count_steps(c->stage, track->fixed, &track->at);
	char point[256];

	if (count != 1)
		mistake(c, track->line, "the track (%s) is at %zu steps of a "
		    "round; one is expected",
		    format_point(track, point, sizeof(point)), count);
}

/* Steady state of the records of one step. */
static void
check_every(struct check *c)
{
	const struct plan_stage *stage = c->stage;
	const struct plan_steady *steady = &stage->steady;

	if (steady->every == 0 && steady->sample > 0)
		mistake(c, steady->line, "<steady> has sample without every; "
		    "both or none are expected");
	if (steady->every == 0)
		return;
	if (stage->record_ns == 0) {
		mistake(c, steady->line, "<steady> has every, but the test has "
		    "no record; record is expected");
		return;
	}
	if (stage->rounds != 1 || plan_steps(stage) != 1)
		mistake(c, steady->line, "<steady> has every, but the test has "
		    "more than one step; one is expected");
	if (steady->sample > steady->every)
		mistake(c, steady->line, "<steady> sample=%u is behind the %u "
		    "records of every; a number up to that is expected",
		    steady->sample, steady->every);
}

static void
check_steady(struct check *c)
{
	const struct plan_stage *stage = c->stage;
	const struct plan_steady *steady = &stage->steady;
	unsigned before = c->mistakes;

	if (steady->window == 0)
		return;
	check_every(c);
	if (c->mistakes > before)
		return;
	unsigned rounds = plan_judged_rounds(stage);
	if (steady->every > 0 && steady->window > rounds)
		mistake(c, steady->line, "the steady window of %u rounds is "
		    "longer than the test, whose records make %u; a window of "
		    "at most that is expected", steady->window, rounds);
	else if (rounds > 0 && steady->window > rounds)
		mistake(c, steady->line, "the steady window of %u rounds is "
		    "longer than the test, rounds=%u; a window of at most that "
		    "is expected", steady->window, rounds);
	for (size_t i = 0; i < stage->nloops; i++)
		if (stage->loops[i].factor == NFACTORS)
			return;
	for (size_t i = 0; i < steady->ntracks; i++) {
		if (stage->nphases > 0) {
			check_phases_track(c, &steady->tracks[i]);
			continue;
		}
		for (int f = 0; f < NFACTORS; f++)
			check_tracked_factor(c, &steady->tracks[i],
			    (enum factor)f);
	}
}

static void
check_choice(struct check *c)
{
	const struct plan_choice *choice = &c->stage->choice;
	const struct plan_stage *source = c->plan->stages;

	if (choice->line == 0 || choice->test == NULL)
		return;
	while (source != c->stage && (source->kind != STAGE_TEST ||
	    source->id == NULL || strcmp(source->id, choice->test) != 0))
		source++;
	if (source == c->stage)
		mistake(c, choice->line, "<choose> test=\"%s\": the id of an "
		    "earlier test is expected", choice->test);
	else if (count_steps(source, choice->fixed, &choice->at) == 0)
		mistake(c, choice->line, "<choose> is at a point that test %s "
		    "never visits; another one is expected", choice->test);
}

static void
check_provision(struct check *c)
{
	if (c->stage->capacity.ios > 0)
		mistake(c, c->stage->line, "<provision> capacity is a number "
		    "of I/Os; a percentage or a size is expected");
	if (c->stage->capacity.percent > 100)
		mistake(c, c->stage->line, "<provision> capacity is more than "
		    "the drive has; up to 100%% is expected");
}

unsigned
plan_check(const struct plan *plan, const char *path)
{
	struct check c = {.path = path, .plan = plan};

	if (plan->nstages > PLAN_MOST_STAGES)
		mistake(&c, plan->stages[PLAN_MOST_STAGES].line,
		    "more than %d stages; fewer are expected",
		    PLAN_MOST_STAGES);
	for (size_t i = 0; i < plan->nstages && i < PLAN_MOST_STAGES; i++) {
		c.stage = &plan->stages[i];
		check_id(&c);
		check_provision(&c);
		if (c.stage->kind != STAGE_TEST)
			continue;
		check_steps(&c);
		check_records(&c);
		check_steady(&c);
		check_choice(&c);
	}
	return c.mistakes;
}
