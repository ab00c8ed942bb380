/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/analysis.h"
#include "analyze/checks.h"
#include "model/xmltext.h"

/* What files say is printed on terminals too. */
static const char *
format_text(struct arena *a, const char *format, va_list arguments)
{
	char *text = NULL;
	const char *copy = "";

	if (vasprintf(&text, format, arguments) != -1)
		copy = xmltext_clean(a, text);
	free(text);
	return copy;
}

void
analysis_check(struct analysis *a, const char *name, const char *test,
    unsigned verdict, const char *format, ...)
{
	struct results *r = &a->results;
	struct result_check c = {.name = name, .test = test};
	va_list arguments;

	va_start(arguments, format);
	c.text = format_text(a->arena, format, arguments);
	va_end(arguments);
	c.verdict = verdict;
	r->checks = arena_grow(a->arena, r->checks, r->nchecks,
	    sizeof(r->checks[0]));
	r->checks[r->nchecks++] = c;
}

void
analysis_deviation(struct analysis *a, const char *key, const char *test,
    const char *format, ...)
{
	struct results *r = &a->results;
	struct result_deviation d = {.key = key, .test = test};
	va_list arguments;

	va_start(arguments, format);
	d.text = format_text(a->arena, format, arguments);
	va_end(arguments);
	r->deviations = arena_grow(a->arena, r->deviations, r->ndeviations,
	    sizeof(r->deviations[0]));
	r->deviations[r->ndeviations++] = d;
}

void
analysis_finding(struct analysis *a, const char *key,
    const struct subject *of, const char *format, ...)
{
	struct results *r = &a->results;
	struct result_finding f = {
		.key = key, .test = of->test->id, .fixed = of->fixed,
	};
	va_list arguments;

	if (of->at != NULL)
		f.at = *of->at;
	if (of->phase != NULL)
		f.phase = of->phase->id;

	va_start(arguments, format);
	f.text = format_text(a->arena, format, arguments);
	va_end(arguments);
	r->findings = arena_grow(a->arena, r->findings, r->nfindings,
	    sizeof(r->findings[0]));
	r->findings[r->nfindings++] = f;
}

void
analysis_value(struct analysis *a, const char *name, double value)
{
	struct result_finding *f =
	    &a->results.findings[a->results.nfindings - 1];

	f->values = arena_grow(a->arena, f->values, f->nvalues,
	    sizeof(f->values[0]));
	f->values[f->nvalues++] = (struct result_value){name, value};
}

void
analysis_add_fill(struct analysis *a, const struct test *t)
{
	struct results *r = &a->results;
	struct counts counts = counts_of(t);

	r->fills = arena_grow(a->arena, r->fills, r->nfills,
	    sizeof(r->fills[0]));
	r->fills[r->nfills++] = (struct result_fill){
		.stage = t->stage, .id = t->id,
		.issued = counts.issued, .logged = counts.logged,
		.analysed = counts.analysed, .in_ramp = counts.ramp,
		.errors = counts.failed, .drained = counts.drained,
	};
}

void
analysis_add_test(struct analysis *a, const struct test *t)
{
	struct results *r = &a->results;
	struct counts counts = counts_of(t);
	struct result_test result = {
		.stage = t->stage, .id = t->id, .title = t->title,
		.rounds = test_rounds(t),
		.window_first = t->window_first,
		.window_last = t->window_last,
		.steady_asked = t->steady_asked,
		.steady_reached = t->steady_reached,
		.issued = counts.issued, .logged = counts.logged,
		.analysed = counts.analysed,
		.in_ramp = counts.ramp, .errors = counts.failed,
		.drained = counts.drained,
	};

	if (t->nwindows > 0) {
		result.ntracks = t->plan->steady.ntracks;
		result.tracks = t->windows[t->chosen].tracks;
	}
	a->tests = arena_grow(a->arena, a->tests, a->ntests,
	    sizeof(a->tests[0]));
	a->tests[a->ntests++] = t;
	r->tests = arena_grow(a->arena, r->tests, r->ntests,
	    sizeof(r->tests[0]));
	r->tests[r->ntests++] = result;
}
