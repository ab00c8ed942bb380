/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "analyze/findings.h"
#include "analyze/label.h"
#include "analyze/rates.h"
#include "base/units.h"
#include "stats/series.h"

/* A test of more points is a matrix, and no story in time. */
#define MOST_POINTS 12

/* Steps that are told of one series. */
#define MOST_STEPS 5

/* The first part of a series that is called its beginning. */
#define BEGIN_PARTS 100

/* What goes up and down by less than this share of its mean is steady. */
#define WAVE_FRAC 0.01

/* A series that is looked at. */
struct view {
	struct analysis *a;
	struct subject of;
	const char *load;		/* its name */
	struct findings_rate unit;
	const double *y;		/* its rates in that unit */
	struct rates r;
};

static struct view
view_of(struct analysis *a, const struct test *t, size_t point,
    struct rates r)
{
	const struct point *p = &t->points[point];
	struct findings_rate unit = findings_rate(&p->factors);

	return (struct view){
		.a = a, .of = {t, p->phase, &p->factors, FINDINGS_LOAD |
		    1u << FACTOR_THREADS | 1u << FACTOR_DEPTH |
		    1u << FACTOR_PAUSE},
		.load = findings_load(a, &p->factors), .unit = unit,
		.y = unit.is_mb_s ? r.mb_s : r.iops, .r = r,
	};
}

static const char *
number(const struct view *v, double value)
{
	return label_number(v->a->arena, value);
}

/* Seconds, or minutes where people count these. */
static const char *
duration(const struct view *v, double seconds)
{
	bool minutes = seconds >= 120;

	return arena_printf(v->a->arena, "%s %s",
	    number(v, minutes ? seconds / 60 : seconds), minutes ? "min" : "s");
}

/* In the unit of the load, which is the other one times its block. */
static void
put_rate(const struct view *v, const char *prefix, double rate)
{
	struct arena *arena = v->a->arena;

	analysis_value(v->a, arena_printf(arena, "%s%s", prefix,
	    v->unit.is_mb_s ? "mb_s" : "iops"), rate);
}

static double
capacity_bytes(const struct analysis *a)
{
	const char *text = a->run == NULL ? NULL :
	    facts_get(&a->run->device, "capacity_bytes");
	uint64_t bytes;
	const char *why;

	if (text == NULL || units_parse_whole(text, 1, UINT64_MAX, &bytes,
	    &why) == -1)
		return NAN;
	return (double)bytes;
}

/* Whether the test began on a drive that was purged, and not filled. */
static bool
began_fresh(const struct analysis *a, const struct test *t)
{
	const struct plan_stage *s = t->plan;

	if (a->plan == NULL || s == NULL || a->run == NULL)
		return false;
	while (s > a->plan->stages) {
		s--;
		if (s->kind == STAGE_FILL || s->kind == STAGE_TEST)
			return false;
		if (s->kind != STAGE_PURGE)
			continue;
		for (size_t i = 0; i < a->run->nstages; i++) {
			if (a->run->stages[i].number == s->number)
				return a->run->stages[i].status == RUN_DONE;
		}
	}
	return false;
}

static void
tell_plateau(const struct view *v, size_t begin, double level)
{
	double fills = v->r.written_bytes[begin] / capacity_bytes(v->a);
	const char *time = duration(v, v->r.begin_s[begin]);
	const char *rate = number(v, level);

	if (begin == v->r.n)
		analysis_finding(v->a, "plateau-none", &v->of,
		    "%s: no plateau; in the end %s %s", v->load, rate,
		    v->unit.unit);
	else if (begin == 0)
		analysis_finding(v->a, "plateau-at-once", &v->of,
		    "%s: %s %s from the beginning to the end", v->load, rate,
		    v->unit.unit);
	else if (fills > 0)
		analysis_finding(v->a, "plateau", &v->of,
		    "%s: settles at %s %s after %s and %s drive %s", v->load,
		    rate, v->unit.unit, time, number(v, fills),
		    strcmp(number(v, fills), "1") == 0 ? "fill" : "fills");
	else
		analysis_finding(v->a, "plateau", &v->of,
		    "%s: settles at %s %s after %s", v->load, rate,
		    v->unit.unit, time);
	put_rate(v, "", level);
	if (begin == v->r.n)
		return;
	analysis_value(v->a, "time_s", v->r.begin_s[begin]);
	analysis_value(v->a, "written_bytes", v->r.written_bytes[begin]);
	analysis_value(v->a, "drive_fills", fills);
}

/* What is left of the rate at the beginning. */
static void
tell_ratio(const struct view *v, double level, bool fresh)
{
	size_t n = v->r.n / BEGIN_PARTS > 0 ? v->r.n / BEGIN_PARTS : 1;
	double first = series_mean(v->y, n);
	const char *percent = number(v, 100 * level / first);
	const char *rate = number(v, first);

	if (!(first > 0))
		return;
	if (fresh)
		analysis_finding(v->a, "fresh-ratio", &v->of,
		    "%s: the plateau is %s %% of the fresh drive's %s %s",
		    v->load, percent, rate, v->unit.unit);
	else
		analysis_finding(v->a, "begin-ratio", &v->of,
		    "%s: the plateau is %s %% of the %s %s at the beginning",
		    v->load, percent, rate, v->unit.unit);
	analysis_value(v->a, "ratio", level / first);
	put_rate(v, "begin_", first);
	put_rate(v, "", level);
}

static void
tell_step(const struct view *v, const struct series_step *s)
{
	const char *before = number(v, s->before);
	const char *after = number(v, s->after);
	const char *time = duration(v, v->r.begin_s[s->at]);

	if (s->after < s->before)
		analysis_finding(v->a, "step-down", &v->of,
		    "%s: falls from %s to %s %s at once, %s after the beginning",
		    v->load, before, after, v->unit.unit, time);
	else
		analysis_finding(v->a, "step-up", &v->of,
		    "%s: rises from %s to %s %s at once, %s after the beginning",
		    v->load, before, after, v->unit.unit, time);
	analysis_value(v->a, "change", s->after / s->before - 1);
	put_rate(v, "before_", s->before);
	put_rate(v, "after_", s->after);
	analysis_value(v->a, "time_s", v->r.begin_s[s->at]);
}

static void
tell_steps(const struct view *v)
{
	struct series_step steps[MOST_STEPS];
	size_t n = series_steps(v->y, v->r.n, steps, MOST_STEPS);

	for (size_t i = 0; i < n; i++)
		tell_step(v, &steps[i]);
}

/* Up and down in turn, as a drive's own work behind the scenes makes it, from
 * entry 'begin' on. */
static void
tell_period(const struct view *v, size_t begin)
{
	const double *y = v->y + begin;
	size_t n = v->r.n - begin, period;
	double mean = series_mean(y, n), least = INFINITY, squares = 0;
	double period_s;

	for (size_t i = 0; i < n; i++) {
		least = fmin(least, y[i]);
		squares += (y[i] - mean) * (y[i] - mean);
	}
	if (n < RATES_LEAST || sqrt(squares / (double)n) < WAVE_FRAC * mean)
		return;
	period = series_period(y, n);
	if (period == 0)
		return;
	period_s = v->r.begin_s[begin + period] - v->r.begin_s[begin];
	analysis_finding(v->a, "periodic", &v->of,
	    "%s: goes up and down every %s s, down to %s %% of the mean",
	    v->load, number(v, period_s), number(v, 100 * least / mean));
	analysis_value(v->a, "period_s", period_s);
	analysis_value(v->a, "least_ratio", least / mean);
}

static void
tell_series(const struct view *v, bool fresh)
{
	double level = series_level(v->y, v->r.n);
	size_t begin = series_plateau(v->y, v->r.n);

	if (!(level > 0))
		return;
	tell_plateau(v, begin, level);
	if (begin > 0 && begin < v->r.n)
		tell_ratio(v, level, fresh);
	tell_steps(v);
	tell_period(v, begin < v->r.n ? begin : v->r.n / 2);
}

/* A load that comes back after another: how long that is felt. */
static void
tell_recovery(const struct view *v, const struct view *before)
{
	double level = series_level(before->y, before->r.n);
	size_t at = series_reach(v->y, v->r.n, level);
	bool reached = at < v->r.n;
	double seconds = v->r.begin_s[reached ? at : v->r.n - 1];

	if (reached)
		analysis_finding(v->a, "recovery", &v->of,
		    "%s: again at 90 %% of its earlier %s %s after %s",
		    v->load, number(v, level), v->unit.unit,
		    duration(v, seconds));
	else
		analysis_finding(v->a, "recovery-none", &v->of,
		    "%s: not again at 90 %% of its earlier %s %s within %s",
		    v->load, number(v, level), v->unit.unit,
		    duration(v, seconds));
	put_rate(v, "before_", level);
	if (reached)
		analysis_value(v->a, "time_s", seconds);
}

/* The last cell before 'i' with the same load, if another stands between. */
static size_t
same_load_before(const struct test *t, size_t i)
{
	for (size_t k = i; k-- > 0;) {
		if (factors_equal(&t->done[k]->scan->factors,
		    &t->done[i]->scan->factors))
			return k + 1 < i ? k : i;
	}
	return i;
}

void
findings_series(struct analysis *a, const struct test *t)
{
	struct view views[MOST_POINTS];
	bool fresh = began_fresh(a, t);

	if (t->npoints > MOST_POINTS || t->ndone != t->npoints)
		return;
	for (size_t i = 0; i < t->ndone; i++) {
		const struct cell *c = t->done[i];
		size_t before = same_load_before(t, i);

		views[i] = view_of(a, t, c->point,
		    rates_of_step(a->arena, t, c));
		if (views[i].r.n == 0)
			continue;
		tell_series(&views[i], fresh && i == 0);
		if (before < i && views[before].r.n > 0)
			tell_recovery(&views[i], &views[before]);
	}
}

/* Within a phase that repeats its point only steps are told: the rest is that
 * of its pauses. */
static void
tell_repeated(struct analysis *a, const struct test *t, size_t point)
{
	struct view v = view_of(a, t, point,
	    rates_of_point(a->arena, t, point));

	if (v.r.n > 0)
		tell_steps(&v);
}

/* The mean rate of the steps of the same load without a pause; NAN if there
 * are none. */
static double
rate_without_pause(const struct test *t, struct factors at)
{
	double sum = 0;
	size_t n = 0;

	at.value[FACTOR_PAUSE] = 0;
	for (size_t p = 0; p < t->npoints; p++) {
		const struct point *point = &t->points[p];

		if (point->nsteps == 0 ||
		    !factors_equal(&point->factors, &at))
			continue;
		sum += point->rates[OP_ALL].iops * (double)point->nsteps;
		n += point->nsteps;
	}
	return n > 0 ? sum / (double)n : NAN;
}

void
findings_phases(struct analysis *a, const struct test *t)
{
	if (t->npoints > MOST_POINTS || t->nrounds != 1)
		return;
	for (size_t p = 0; p < t->npoints; p++) {
		const struct point *point = &t->points[p];
		double pause_s = (double)point->factors.value[FACTOR_PAUSE] /
		    1e9;
		double iops = point->rates[OP_ALL].iops;
		double base = rate_without_pause(t, point->factors);

		if (point->nsteps < 2)
			continue;
		tell_repeated(a, t, p);
		if (!(pause_s > 0) || !(base > 0))
			continue;
		analysis_finding(a, "idle-gain", &(struct subject){t,
		    point->phase, &point->factors, FINDINGS_LOAD |
		    1u << FACTOR_PAUSE},
		    "behind pauses of %s s %s IOPS, %s %% of the rate without "
		    "pauses", label_number(a->arena, pause_s),
		    label_number(a->arena, iops),
		    label_number(a->arena, 100 * iops / base));
		analysis_value(a, "pause_s", pause_s);
		analysis_value(a, "iops", iops);
		analysis_value(a, "base_iops", base);
		analysis_value(a, "ratio", iops / base);
	}
}
