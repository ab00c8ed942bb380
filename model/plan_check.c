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

static void
check_loops(struct check *c)
{
	const struct plan_stage *stage = c->stage;
	size_t points = 1;

	for (size_t i = 0; i < stage->nloops; i++) {
		const struct plan_loop *loop = &stage->loops[i];

		if (loop->factor == NFACTORS)
			continue;
		check_values(c, loop);
		for (size_t j = 0; j < i; j++)
			if (stage->loops[j].factor == loop->factor)
				mistake(c, loop->line, "a second loop over %s; "
				    "one is expected, with all values",
				    factor_name(loop->factor));
		/* Never near an overflow: both are limited. */
		points *= loop->nvalues;
		if (points > PLAN_MOST_POINTS) {
			mistake(c, loop->line, "the loops have more than %d "
			    "points; fewer are expected", PLAN_MOST_POINTS);
			return;
		}
	}
	if (points * stage->rounds > PLAN_MOST_STEPS)
		mistake(c, stage->line, "%zu points in %u rounds are more than "
		    "%d steps; fewer are expected", points, stage->rounds,
		    PLAN_MOST_STEPS);
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

static void
check_steady(struct check *c)
{
	const struct plan_steady *steady = &c->stage->steady;

	if (steady->window == 0)
		return;
	if (c->stage->rounds > 0 && steady->window > c->stage->rounds)
		mistake(c, steady->line, "the steady window of %u rounds is "
		    "longer than the test, rounds=%u; a window of at most that "
		    "is expected", steady->window, c->stage->rounds);
	for (size_t i = 0; i < c->stage->nloops; i++)
		if (c->stage->loops[i].factor == NFACTORS)
			return;
	for (size_t i = 0; i < steady->ntracks; i++)
		for (int f = 0; f < NFACTORS; f++)
			check_tracked_factor(c, &steady->tracks[i],
			    (enum factor)f);
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
		if (c.stage->kind != STAGE_TEST)
			continue;
		check_loops(&c);
		check_steady(&c);
	}
	return c.mistakes;
}
