/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analyze/checks.h"
#include "analyze/label.h"
#include "analyze/summary.h"
#include "base/report.h"
#include "base/units.h"
#include "stats/quantile.h"

/* Latency metrics are kept in ns and told in a unit that fits. */
static const char *
metric_text(struct arena *a, const char *metric, double value)
{
	char text[UNITS_TEXT];

	if (strcmp(metric, "lat_mean") == 0)
		return arena_strdup(a, units_format_latency(text, sizeof(text),
		    value));
	return arena_printf(a, value < 100 ? "%.2f" : "%.0f", value);
}

static void
print_rule(struct arena *a, const struct result_track *r, const char *rule,
    double measured, double allowed, bool met)
{
	if (!isfinite(measured))
		printf("    %s: %s not known\n", r->label, rule);
	else
		printf("    %s: %s %s, %s %s allowed\n", r->label, rule,
		    metric_text(a, r->metric, measured),
		    met ? "within the" : "MORE THAN the",
		    metric_text(a, r->metric, allowed));
}

static void
print_tracks(struct arena *a, const struct test *t)
{
	const struct window *w = &t->windows[t->chosen];

	for (size_t i = 0; i < t->plan->steady.ntracks; i++) {
		const struct result_track *r = &w->tracks[i];

		print_rule(a, r, "range", r->range_measured, r->range_allowed,
		    r->range_met);
		print_rule(a, r, "slope", r->slope_measured, r->slope_allowed,
		    r->slope_met);
	}
	if (w->spans_gap)
		printf("    the window spans an interruption\n");
}

static void
print_rounds(struct arena *a, const struct test *t)
{
	unsigned nrounds = t->plan != NULL ? t->plan->rounds : t->nrounds;

	if (t->steady_asked && t->plan->steady.every > 0)
		printf("  %u %s of %u records", t->njudged,
		    t->njudged == 1 ? "round" : "rounds",
		    t->plan->steady.every);
	else if (t->ncomplete > nrounds)
		printf("  %u rounds complete, planned: %u; a window behind an "
		    "interruption may need more", t->ncomplete, nrounds);
	else
		printf("  %u of %u %s complete", t->ncomplete, nrounds,
		    nrounds == 1 ? "round" : "rounds");
	if (!t->steady_asked)
		printf("; no steady state asked for\n");
	else if (t->steady_reached)
		printf("; STEADY in rounds %u to %u\n", t->window_first,
		    t->window_last);
	else if (t->nwindows > 0)
		printf("; NOT STEADY, the last window is %u to %u\n",
		    t->window_first, t->window_last);
	else
		printf("; NOT STEADY, the rule needs %u in a row\n",
		    t->plan->steady.window);
	if (t->nwindows > 0)
		print_tracks(a, t);
}

static void
print_counts(const struct test *t)
{
	struct counts c = counts_of(t);

	if (c.issued_known)
		printf("  issued %" PRIu64, c.issued);
	else
		printf("  issued at least %" PRIu64, c.issued_least);
	if (c.logged_known)
		printf(", logged %" PRIu64, c.logged);
	else
		printf(", logged unknown");
	printf(", analysed %" PRIu64, c.analysed);
	printf(" (of these in ramps %" PRIu64 ", drained %" PRIu64
	    ", failed %" PRIu64 ")\n", c.ramp, c.drained, c.failed);
}

/* The values of a factor at the points of a test, in order of appearance. */
static size_t
axis(const struct test *t, enum factor f, int64_t *values, size_t most)
{
	size_t n = 0;

	for (size_t p = 0; p < t->npoints; p++) {
		int64_t value = t->points[p].factors.value[f];
		size_t i = 0;

		while (i < n && values[i] != value)
			i++;
		if (i < n)
			continue;
		if (n == most)
			return most + 1;
		values[n++] = value;
	}
	return n;
}

static const struct point *
point_at(const struct test *t, int64_t mix, int64_t block)
{
	for (size_t p = 0; p < t->npoints; p++) {
		const struct factors *f = &t->points[p].factors;

		if (f->value[FACTOR_MIX] == mix &&
		    f->value[FACTOR_BLOCK] == block)
			return &t->points[p];
	}
	return NULL;
}

/* A rate that is not known, of I/Os that took no time, is a dash. */
static void
print_rate(double value, int decimals)
{
	if (isfinite(value))
		printf(" %10.*f", decimals, value);
	else
		printf(" %10s", "-");
}

#define MOST_VALUES 12

static void
print_matrix(const struct test *t)
{
	int64_t mixes[MOST_VALUES], blocks[MOST_VALUES];
	size_t nmixes = axis(t, FACTOR_MIX, mixes, MOST_VALUES);
	size_t nblocks = axis(t, FACTOR_BLOCK, blocks, MOST_VALUES);
	char text[FACTOR_TEXT];

	printf("  %10s", "IOPS");
	for (size_t m = 0; m < nmixes; m++)
		printf(" %10s", factor_format(FACTOR_MIX, mixes[m], text,
		    sizeof(text)));
	printf("\n");
	for (size_t b = 0; b < nblocks; b++) {
		printf("  %10s", factor_format(FACTOR_BLOCK, blocks[b], text,
		    sizeof(text)));
		for (size_t m = 0; m < nmixes; m++) {
			const struct point *p = point_at(t, mixes[m],
			    blocks[b]);

			print_rate(p == NULL || p->rounds == 0 ? NAN :
			    p->rates[OP_ALL].iops, 0);
		}
		printf("\n");
	}
}

/* With a mark if too few I/Os lie above it; returns whether it has one. */
static bool
print_latency_cell(struct arena *a, const struct tally *t, uint32_t ppm)
{
	bool marked = ppm > quantile_supported_ppm(t->latency.count);
	char text[UNITS_TEXT];

	for (size_t i = 0; i < NPERCENTILES; i++) {
		if (percentiles[i].ppm != ppm || !t->exact)
			continue;
		units_format_latency(text, sizeof(text),
		    (double)t->value_ns[i]);
		printf(" %10s", arena_printf(a, "%s%s", text,
		    marked ? "*" : ""));
		return marked;
	}
	printf(" %10s", "-");
	return false;
}

static void
print_list(struct arena *a, const struct test *t)
{
	char text[UNITS_TEXT];
	bool marked = false;

	printf("  %10s %10s %10s %10s %10s  %s\n", "IOPS", "MB/s", "mean",
	    "99 %", "max", "point");
	for (size_t p = 0; p < t->npoints; p++) {
		const struct point *point = &t->points[p];
		const struct tally *all = &point->op[OP_ALL];

		if (point->rounds == 0 || all->latency.count == 0)
			continue;
		printf(" ");
		print_rate(point->rates[OP_ALL].iops, 0);
		print_rate(point->rates[OP_ALL].mb_s, 1);
		printf(" %10s", units_format_latency(text, sizeof(text),
		    moments_mean(&all->latency)));
		marked = print_latency_cell(a, all, 990000) || marked;
		printf(" %10s  %s\n", units_format_latency(text, sizeof(text),
		    (double)all->latency.largest),
		    test_point_label(a, t, &point->factors));
	}
	if (marked)
		printf("  * fewer than ten I/Os took longer\n");
}

/* A matrix where mix and block are all that varies, else a list. */
static bool
is_matrix(const struct test *t)
{
	int64_t values[MOST_VALUES];
	size_t nmixes = axis(t, FACTOR_MIX, values, MOST_VALUES);
	size_t nblocks = axis(t, FACTOR_BLOCK, values, MOST_VALUES);

	return nmixes > 1 && nblocks > 1 && nmixes <= MOST_VALUES &&
	    nblocks <= MOST_VALUES && t->npoints <= nmixes * nblocks &&
	    t->measures;
}

void
summary_test(struct arena *a, const struct test *t)
{
	printf("%s: %s\n", t->id, t->title);
	if (t->measures)
		print_rounds(a, t);
	print_counts(t);
	if (is_matrix(t))
		print_matrix(t);
	else
		print_list(a, t);
}

/* Findings that a glance is enough for; the others would be a page. */
static bool
is_brief(const char *key)
{
	static const char *const keys[] = {
		"plateau", "plateau-none", "fresh-ratio", "recovery",
		"recovery-none", "idle-gain", "periodic", "step-down",
		"step-up", "sequential-ratio",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strcmp(keys[i], key) == 0)
			return true;
	}
	return false;
}

static void
print_findings(const struct results *r)
{
	if (r->nfindings > 0)
		printf("Findings: %zu in results.xml\n", r->nfindings);
	for (size_t i = 0; i < r->nfindings; i++) {
		const struct result_finding *f = &r->findings[i];

		if (is_brief(f->key))
			printf("  %s%s%s: %s\n", f->test,
			    f->phase != NULL ? " " : "",
			    f->phase != NULL ? f->phase : "", f->text);
	}
}

void
summary_failures(const struct analysis *a)
{
	const struct results *r = &a->results;

	for (size_t i = 0; i < r->nchecks; i++) {
		const struct result_check *c = &r->checks[i];

		if (c->verdict == CHECK_FAIL)
			warn_msg("%s: FAIL %s%s%s: %s", a->dir,
			    c->test != NULL ? c->test : "",
			    c->test != NULL ? " " : "", c->name, c->text);
	}
}

void
summary_findings(const struct analysis *a)
{
	const struct results *r = &a->results;

	for (size_t i = 0; i < r->nchecks; i++) {
		const struct result_check *c = &r->checks[i];

		if (c->verdict != CHECK_PASS)
			printf("%s %s%s%s: %s\n",
			    c->verdict == CHECK_FAIL ? "FAIL" : "warn",
			    c->test != NULL ? c->test : "",
			    c->test != NULL ? " " : "", c->name, c->text);
	}
	print_findings(r);
	if (r->ndeviations > 0)
		printf("Deviations:\n");
	for (size_t i = 0; i < r->ndeviations; i++) {
		const struct result_deviation *d = &r->deviations[i];

		printf("  %s%s%s\n", d->test != NULL ? d->test : "",
		    d->test != NULL ? ": " : "", d->text);
	}
}
