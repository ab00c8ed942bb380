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

/* Tells of one of the rules: its name, what it is called in words, and the keys
 * of the finding with and without a steady window. */
static void
tell_rule(struct analysis *a, const struct test *t, const char *name,
    const char *words, const char *key, const char *none)
{
	const struct window_rule *rule = window_rule_find(name);
	struct window_search s = window_search(a->arena, t, rule);
	struct subject of = {.test = t};

	if (s.best == NULL)
		return;
	if (s.first != NULL)
		analysis_finding(a, key, &of,
		    "by the rule of %s steady in %zu of %zu %s, first in "
		    "rounds %u to %u, best in rounds %u to %u with a slope of "
		    "%s %%", words, s.nreached, s.n,
		    s.n == 1 ? "window" : "windows", s.first->first,
		    s.first->last, s.best->first, s.best->last,
		    label_number(a->arena, 100 * s.unrest_frac));
	else
		analysis_finding(a, none, &of,
		    "by the rule of %s steady in none of %zu %s; flattest in "
		    "rounds %u to %u with a slope of %s %%", words, s.n,
		    s.n == 1 ? "window" : "windows", s.best->first, s.best->last,
		    label_number(a->arena, 100 * s.unrest_frac));
	put_values(a, rule, &s);
}

void
findings_steady(struct analysis *a, const struct test *t)
{
	tell_rule(a, t, "pts", "the PTS", "steady-pts", "steady-pts-none");
	tell_rule(a, t, "reviews", "reviews (fit within 90 to 110 %, 4 rounds)",
	    "steady-reviews", "steady-reviews-none");
}
