/* SPDX-License-Identifier: BSD-2-Clause */
#include "analyze/findings.h"
#include "analyze/label.h"
#include "analyze/window.h"

static void
put_values(struct analysis *a, const struct window_rule *rule,
    const struct window_search *s)
{
	analysis_value(a, "window", rule->window);
	analysis_value(a, "windows", (double)s->n);
	analysis_value(a, "steady_windows", (double)s->nreached);
	if (s->first != NULL) {
		analysis_value(a, "first_window_first", s->first->first);
		analysis_value(a, "first_window_last", s->first->last);
		analysis_value(a, "last_window_first", s->last->first);
		analysis_value(a, "last_window_last", s->last->last);
	}
	analysis_value(a, "best_window_first", s->best->first);
	analysis_value(a, "best_window_last", s->best->last);
	analysis_value(a, "best_excursion_percent", 100 * s->unrest_frac);
}

static void
tell_pts(struct analysis *a, const struct test *t)
{
	const struct window_rule *rule = window_rule_find("pts");
	struct window_search s = window_search(a->arena, t, rule);
	struct subject of = {.test = t};

	if (s.best == NULL)
		return;
	if (s.first != NULL)
		analysis_finding(a, "steady-pts", &of,
		    "by the rule of the PTS steady in %zu of %zu windows, "
		    "first in rounds %u to %u, best in rounds %u to %u with a "
		    "slope of %s %%", s.nreached, s.n, s.first->first,
		    s.first->last, s.best->first, s.best->last,
		    label_number(a->arena, 100 * s.unrest_frac));
	else
		analysis_finding(a, "steady-pts-none", &of,
		    "by the rule of the PTS steady in none of %zu windows; "
		    "flattest in rounds %u to %u with a slope of %s %%", s.n,
		    s.best->first, s.best->last,
		    label_number(a->arena, 100 * s.unrest_frac));
	put_values(a, rule, &s);
}

static void
tell_reviews(struct analysis *a, const struct test *t)
{
	const struct window_rule *rule = window_rule_find("reviews");
	struct window_search s = window_search(a->arena, t, rule);
	struct subject of = {.test = t};

	if (s.best == NULL)
		return;
	if (s.first != NULL)
		analysis_finding(a, "steady-reviews", &of,
		    "by the rule of reviews (fit within 90 to 110 %%, 4 "
		    "rounds) steady in %zu of %zu windows, first in rounds %u "
		    "to %u, best in rounds %u to %u with a slope of %s %%",
		    s.nreached, s.n, s.first->first, s.first->last,
		    s.best->first, s.best->last,
		    label_number(a->arena, 100 * s.unrest_frac));
	else
		analysis_finding(a, "steady-reviews-none", &of,
		    "by the rule of reviews (fit within 90 to 110 %%, 4 "
		    "rounds) steady in none of %zu windows; flattest in "
		    "rounds %u to %u with a slope of %s %%", s.n,
		    s.best->first, s.best->last,
		    label_number(a->arena, 100 * s.unrest_frac));
	put_values(a, rule, &s);
}

void
findings_steady(struct analysis *a, const struct test *t)
{
	tell_pts(a, t);
	tell_reviews(a, t);
}
