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
	const char *stage;		/* id; NULL: every test */
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
is_meant(const struct setting *s, const struct plan_stage *stage)
{
	if (s->stage == NULL)
		return stage->kind == STAGE_TEST;
	return stage->id != NULL && strcmp(s->stage, stage->id) == 0;
}

static int
check_stage(const struct plan *plan, const struct setting *s)
{
	for (size_t i = 0; i < plan->nstages; i++)
		if (is_meant(s, &plan->stages[i]))
			return 0;
	if (s->stage == NULL)
		return refuse(s, "the plan has no test");
	warn_msg("--set %s: the plan has no stage '%s'", s->assignment,
	    s->stage);
	return -1;
}

/* ----------------------------------------------------------------- factors */

static struct plan_loop *
find_loop(struct plan_loop *loops, size_t nloops, enum factor f)
{
	for (size_t i = 0; i < nloops; i++)
		if (loops[i].factor == f)
			return &loops[i];
	return NULL;
}

static bool
has_loop(const struct plan_stage *stage, enum factor f)
{
	bool found = find_loop(stage->loops, stage->nloops, f) != NULL;

	for (size_t i = 0; i < stage->nphases; i++)
		found = found || find_loop(stage->phases[i].loops,
		    stage->phases[i].nloops, f) != NULL;
	return found;
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
check_factor(const struct plan_stage *stage, enum factor f,
    const struct setting *s)
{
	bool has = stage->kind == STAGE_TEST || (stage->kind == STAGE_FILL &&
	    (PLAN_FILL_FACTORS & 1u << f) != 0);

	if (!has) {
		warn_msg("--set %s: stage %s has no %s", s->assignment,
		    stage->id, s->name);
		return -1;
	}
	if (s->nvalues > 1 && !has_loop(stage, f)) {
		warn_msg("--set %s: %s %s has no loop over %s; one value is "
		    "expected", s->assignment, plan_kind_name(stage->kind),
		    stage->id, s->name);
		return -1;
	}
	return 0;
}

/* Each loop gets values of its own: plan_scale() changes them in place. */
static bool
put_values(struct arena *a, struct plan_loop *loops, size_t nloops,
    enum factor f, const struct setting *s)
{
	struct plan_loop *loop = find_loop(loops, nloops, f);

	if (loop == NULL)
		return false;
	loop->values = arena_array(a, s->nvalues, sizeof(s->values[0]));
	memcpy(loop->values, s->values, s->nvalues * sizeof(s->values[0]));
	loop->nvalues = s->nvalues;
	return true;
}

/* A phase that states the factor itself, or loops over it, differs from its
 * test on purpose: a constant of the test leaves it alone. */
static void
put_factor(struct arena *a, struct plan_stage *stage, enum factor f,
    const struct setting *s)
{
	bool put = put_values(a, stage->loops, stage->nloops, f, s);

	for (size_t i = 0; i < stage->nphases; i++)
		put = put_values(a, stage->phases[i].loops,
		    stage->phases[i].nloops, f, s) || put;
	if (!put)
		stage->base.value[f] = s->values[0];
	plan_complete_fill(stage);
}

static int
set_factor(struct arena *a, struct plan *plan, enum factor f,
    struct setting *s)
{
	if (parse_values(a, f, s) == -1)
		return -1;
	for (size_t i = 0; i < plan->nstages; i++)
		if (is_meant(s, &plan->stages[i]) &&
		    check_factor(&plan->stages[i], f, s) == -1)
			return -1;
	for (size_t i = 0; i < plan->nstages; i++)
		if (is_meant(s, &plan->stages[i]))
			put_factor(a, &plan->stages[i], f, s);
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
put_record(struct plan_stage *stage, uint64_t value)
{
	stage->record_ns = value;
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
	{"record", units_parse_duration, PLAN_LEAST_NS, PLAN_MOST_NS,
	    "a time from 1ms to 30d is expected", put_record},
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
	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		if (is_meant(s, stage) && stage->kind != STAGE_TEST) {
			warn_msg("--set %s: %s is no test", s->assignment,
			    stage->id);
			return -1;
		}
		tracks = tracks || stage->steady.ntracks > 0;
	}
	if (is_window && value > 0 && !tracks)
		return refuse(s, "no test of this plan asks for a steady "
		    "state");
	for (size_t i = 0; i < plan->nstages; i++)
		if (is_meant(s, &plan->stages[i]))
			p->put(&plan->stages[i], value);
	return 0;
}

/* The amount of this name that a stage has: how much a fill, or a step, moves,
 * or what a provision stage leaves; NULL if it has none. */
static struct amount *
amount_of(struct plan_stage *stage, const char *name)
{
	if (stage->kind == STAGE_PROVISION)
		return strcmp(name, "capacity") == 0 ? &stage->capacity : NULL;
	if (stage->kind != STAGE_FILL && stage->kind != STAGE_TEST)
		return NULL;
	return strcmp(name, "amount") == 0 ? &stage->amount : NULL;
}

static int
set_amount(struct plan *plan, const struct setting *s)
{
	struct amount amount;
	const char *why;

	if (amount_parse(s->text, &amount, &why) == -1)
		return refuse(s, why);
	for (size_t i = 0; i < plan->nstages; i++)
		if (is_meant(s, &plan->stages[i]) &&
		    amount_of(&plan->stages[i], s->name) == NULL) {
			warn_msg("--set %s: stage %s has no %s", s->assignment,
			    plan->stages[i].id, s->name);
			return -1;
		}
	for (size_t i = 0; i < plan->nstages; i++) {
		struct plan_stage *stage = &plan->stages[i];

		if (!is_meant(s, stage))
			continue;
		*amount_of(stage, s->name) = amount;
		plan_complete_fill(stage);
	}
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
	char *name = arena_strndup(a, assignment,
	    (size_t)(equals - assignment));
	/* An id may have points; no factor and no property has. */
	char *point = strrchr(name, '.');

	s.name = point == NULL ? name : point + 1;
	if (point != NULL) {
		*point = '\0';
		s.stage = name;
	}
	s.text = arena_strdup(a, equals + 1);
	if (check_stage(plan, &s) == -1)
		return -1;
	enum factor f = factor_find(s.name);
	if (f != NFACTORS)
		return set_factor(a, plan, f, &s);
	for (size_t i = 0; i < NPROPERTIES; i++)
		if (strcmp(s.name, properties[i].name) == 0)
			return set_property(plan, &properties[i], &s);
	if (strcmp(s.name, "amount") == 0 || strcmp(s.name, "capacity") == 0)
		return set_amount(plan, &s);
	warn_msg("--set %s: one of %s, duration, ramp, record, rounds, "
	    "window, amount and capacity is expected", assignment,
	    factor_names(a));
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

/* 0 is none, and stays that. */
static int64_t
scale_pause(int64_t pause, double divisor)
{
	double scaled = fmin(fmax(1, round((double)pause / divisor)),
	    (double)PLAN_MOST_NS);

	return pause > 0 ? (int64_t)scaled : pause;
}

static bool
has_before(const int64_t *values, size_t n, int64_t value)
{
	for (size_t i = 0; i < n; i++)
		if (values[i] == value)
			return true;
	return false;
}

/* Pauses that differ go on to differ: a loop visits no value twice. */
static void
scale_pauses(int64_t *pauses, size_t n, double divisor)
{
	for (size_t i = 0; i < n; i++) {
		pauses[i] = scale_pause(pauses[i], divisor);
		while (has_before(pauses, i, pauses[i]))
			pauses[i] += pauses[i] < (int64_t)PLAN_MOST_NS ? 1 :
			    -(int64_t)n;
	}
}

static void
scale_loops(struct plan_loop *loops, size_t nloops, double divisor)
{
	for (size_t i = 0; i < nloops; i++)
		if (loops[i].factor == FACTOR_PAUSE)
			scale_pauses(loops[i].values, loops[i].nvalues,
			    divisor);
}

static void
scale_amount(struct amount *amount, double divisor)
{
	if (amount->percent > 0)
		amount->percent = fmax(100 * PLAN_LEAST_PASSES,
		    fmin(100 * PLAN_MOST_PASSES, amount->percent / divisor));
	if (amount->bytes > 0)
		amount->bytes = (uint64_t)fmax(1, fmin(0x1p62,
		    (double)amount->bytes / divisor));
	if (amount->ios > 0)
		amount->ios = (uint64_t)fmax(1, fmin(0x1p52,
		    (double)amount->ios / divisor));
}

/* A step has as many records as before, also where they end at the least. */
static void
scale_step(struct plan_stage *stage, double divisor)
{
	if (stage->record_ns == 0) {
		stage->duration_ns = scale_ns(stage->duration_ns, divisor);
		return;
	}
	uint64_t nrecords = stage->duration_ns / stage->record_ns;
	uint64_t rest_ns = stage->duration_ns % stage->record_ns;

	stage->record_ns = scale_ns(stage->record_ns, divisor);
	if (stage->record_ns > PLAN_MOST_NS / (nrecords + 1))
		stage->record_ns = PLAN_MOST_NS / (nrecords + 1);
	if (rest_ns > 0)
		rest_ns = scale_ns(rest_ns, divisor);
	if (rest_ns >= stage->record_ns)
		rest_ns = nrecords > 0 ? stage->record_ns - 1 :
		    stage->record_ns;
	stage->duration_ns = nrecords * stage->record_ns + rest_ns;
}

static void
scale_phase(struct plan_phase *phase, double divisor)
{
	phase->duration_ns = scale_ns(phase->duration_ns, divisor);
	phase->at.value[FACTOR_PAUSE] = scale_pause(
	    phase->at.value[FACTOR_PAUSE], divisor);
	scale_loops(phase->loops, phase->nloops, divisor);
}

void
plan_scale(struct plan *plan, double divisor)
{
	plan->scale = fmin(plan->scale * divisor, DBL_MAX);
	for (size_t i = 0; i < plan->nstages; i++) {
		struct plan_stage *stage = &plan->stages[i];

		scale_step(stage, divisor);
		stage->ramp_ns = scale_ns(stage->ramp_ns, divisor);
		stage->base.value[FACTOR_PAUSE] = scale_pause(
		    stage->base.value[FACTOR_PAUSE], divisor);
		scale_loops(stage->loops, stage->nloops, divisor);
		for (size_t k = 0; k < stage->nphases; k++)
			scale_phase(&stage->phases[k], divisor);
		scale_amount(&stage->amount, divisor);
		if (stage->kind == STAGE_FILL)
			stage->passes = fmax(PLAN_LEAST_PASSES,
			    fmin(PLAN_MOST_PASSES, stage->passes / divisor));
		plan_complete_fill(stage);
	}
}
