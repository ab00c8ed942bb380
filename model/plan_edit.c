/* SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "base/units.h"
#include "model/plan_fields.h"

/* An assignment on its way into the plan. */
struct setting {
	const char *assignment;		/* whole, for messages */
	const char *name, *text;
	size_t nvalues;
	int64_t *values;
};

static int
refuse(const struct setting *s, const char *why)
{
	warn_msg("--set %s: %s", s->assignment, why);
	return -1;
}

static bool
has_tests(const struct plan *plan)
{
	for (size_t i = 0; i < plan->nstages; i++)
		if (plan->stages[i].kind == STAGE_TEST)
			return true;
	return false;
}

/* ----------------------------------------------------------------- factors */

static struct plan_loop *
find_loop(struct plan_stage *stage, enum factor f)
{
	for (size_t i = 0; i < stage->nloops; i++)
		if (stage->loops[i].factor == f)
			return &stage->loops[i];
	return NULL;
}

static int
parse_values(struct arena *a, enum factor f, struct setting *s)
{
	static const char separators[] = " ,\t\n";
	const char *text = s->text;

	for (text += strspn(text, separators); *text != '\0';
	    text += strspn(text, separators)) {
		size_t length = strcspn(text, separators);
		const char *value = arena_strndup(a, text, length), *why;

		text += length;
		if (s->nvalues == PLAN_MOST_VALUES)
			return refuse(s, "fewer values are expected");
		s->values = arena_grow(a, s->values, s->nvalues,
		    sizeof(s->values[0]));
		if (factor_parse(f, value, &s->values[s->nvalues++],
		    &why) == -1) {
			warn_msg("--set %s: %s: %s", s->assignment, value, why);
			return -1;
		}
	}
	return s->nvalues > 0 ? 0 : refuse(s, "a value is expected");
}

static int
set_factor(struct arena *a, struct plan *plan, enum factor f,
    struct setting *s)
{
	if (parse_values(a, f, s) == -1)
		return -1;
	for (size_t i = 0; i < plan->nstages; i++) {
		struct plan_stage *stage = &plan->stages[i];

		if (stage->kind == STAGE_TEST && s->nvalues > 1 &&
		    find_loop(stage, f) == NULL) {
			warn_msg("--set %s: test %s has no loop over %s; one "
			    "value is expected", s->assignment, stage->id,
			    s->name);
			return -1;
		}
	}
	for (size_t i = 0; i < plan->nstages; i++) {
		struct plan_stage *stage = &plan->stages[i];
		struct plan_loop *loop = find_loop(stage, f);

		if (loop != NULL) {
			loop->values = s->values;
			loop->nvalues = s->nvalues;
		} else if (stage->kind == STAGE_TEST) {
			stage->base.value[f] = s->values[0];
		}
	}
	return 0;
}

/* ------------------------------------------------------- times and numbers */

static void
put_duration(struct plan_stage *stage, uint64_t value)
{
	stage->duration_ns = value;
}

static void
put_ramp(struct plan_stage *stage, uint64_t value)
{
	stage->ramp_ns = value;
}

static void
put_rounds(struct plan_stage *stage, uint64_t value)
{
	stage->rounds = (unsigned)value;
}

/* A test that tracks nothing has no steady state, whatever the window. */
static void
put_window(struct plan_stage *stage, uint64_t value)
{
	if (stage->steady.ntracks == 0)
		return;
	stage->steady.window = (unsigned)value;
	if (value == 0)
		memset(&stage->steady, 0, sizeof(stage->steady));
}

static int
parse_number(const char *text, uint64_t *value_out, const char **why_out)
{
	return units_parse_whole(text, 0, UINT64_MAX, value_out, why_out);
}

static const struct property {
	const char *name;
	int (*parse)(const char *text, uint64_t *value_out,
	    const char **why_out);
	uint64_t least, most;
	const char *range;
	void (*put)(struct plan_stage *stage, uint64_t value);
} properties[] = {
	{"duration", units_parse_duration, PLAN_LEAST_NS, PLAN_MOST_NS,
	    "a time from 1ms to 30d is expected", put_duration},
	{"ramp", units_parse_duration, 0, PLAN_MOST_NS,
	    "a time from 0s to 30d is expected", put_ramp},
	{"rounds", parse_number, 1, PLAN_MOST_ROUNDS,
	    "a whole number from 1 to 10000 is expected", put_rounds},
	{"window", parse_number, 0, PLAN_MOST_ROUNDS,
	    "a whole number from 2 to 10000 is expected, or 0 for no steady "
	    "state", put_window},
};

#define NPROPERTIES (sizeof(properties) / sizeof(properties[0]))

static int
set_property(struct plan *plan, const struct property *p,
    const struct setting *s)
{
	bool is_window = p->put == put_window, tracks = false;
	const char *why;
	uint64_t value;

	if (p->parse(s->text, &value, &why) == -1)
		return refuse(s, why);
	/* A straight line goes through any one point. */
	if (value < p->least || value > p->most || (is_window && value == 1))
		return refuse(s, p->range);
	for (size_t i = 0; i < plan->nstages; i++)
		tracks = tracks || plan->stages[i].steady.ntracks > 0;
	if (is_window && value > 0 && !tracks)
		return refuse(s, "no test of this plan asks for a steady "
		    "state");
	for (size_t i = 0; i < plan->nstages; i++)
		if (plan->stages[i].kind == STAGE_TEST)
			p->put(&plan->stages[i], value);
	return 0;
}

int
plan_set(struct arena *a, struct plan *plan, const char *assignment)
{
	const char *equals = strchr(assignment, '=');
	struct setting s = {.assignment = assignment};

	if (equals == NULL)
		return refuse(&s, "FACTOR=VALUES is expected, such as "
		    "block=4KiB,8KiB");
	s.name = arena_strndup(a, assignment, (size_t)(equals - assignment));
	s.text = arena_strdup(a, equals + 1);
	if (!has_tests(plan))
		return refuse(&s, "the plan has no test");
	enum factor f = factor_find(s.name);
	if (f != NFACTORS)
		return set_factor(a, plan, f, &s);
	for (size_t i = 0; i < NPROPERTIES; i++)
		if (strcmp(s.name, properties[i].name) == 0)
			return set_property(plan, &properties[i], &s);
	warn_msg("--set %s: one of %s, duration, ramp, rounds and window is "
	    "expected", assignment, factor_names(a));
	return -1;
}

/* ------------------------------------------------------------------- scale */

static uint64_t
scale_ns(uint64_t ns, double divisor)
{
	double scaled = round((double)ns / divisor);

	if (ns == 0)
		return 0;
	if (scaled < (double)PLAN_LEAST_NS)
		return PLAN_LEAST_NS;
	if (scaled > (double)PLAN_MOST_NS)
		return PLAN_MOST_NS;
	return (uint64_t)scaled;
}

void
plan_scale(struct plan *plan, double divisor)
{
	plan->scale = fmin(plan->scale * divisor, DBL_MAX);
	for (size_t i = 0; i < plan->nstages; i++) {
		struct plan_stage *stage = &plan->stages[i];

		stage->duration_ns = scale_ns(stage->duration_ns, divisor);
		stage->ramp_ns = scale_ns(stage->ramp_ns, divisor);
		if (stage->kind == STAGE_FILL)
			stage->passes = fmax(PLAN_LEAST_PASSES,
			    fmin(PLAN_MOST_PASSES, stage->passes / divisor));
	}
}
