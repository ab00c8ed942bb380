/* SPDX-License-Identifier: BSD-2-Clause */
/* results.xml loads as exactly what was saved, unknown numbers included. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "model/results.h"
#include "tests/unit/expect.h"

static char dir[] = "/tmp/results-XXXXXX";

static struct result_track tracks[] = {
	{.metric = "iops", .op = "all",
	    .fixed = 1u << FACTOR_MIX | 1u << FACTOR_BLOCK,
	    .label = "IOPS, 4 KiB, R/W 0/100", .average = 11726.8,
	    .range_allowed = 2345.36, .range_measured = 300,
	    .slope_allowed = 1172.68, .slope_measured = 25.6,
	    .slope = -6.4, .intercept = 1.0 / 3, .correlation = -0.1,
	    .range_met = true, .slope_met = true},
	{.metric = "lat_mean", .op = "write", .label = "nothing known",
	    .average = NAN, .range_allowed = NAN, .range_measured = INFINITY,
	    .slope_allowed = -INFINITY, .slope_measured = NAN, .slope = NAN,
	    .intercept = NAN, .correlation = NAN},
};

static struct result_test tests[] = {
	{.stage = 3, .id = "iops", .title = "IOPS", .rounds = 7,
	    .window_first = 3, .window_last = 7, .steady_asked = true,
	    .steady_reached = true, .ntracks = COUNT(tracks), .tracks = tracks,
	    .issued = UINT64_MAX, .logged = UINT64_MAX - 1,
	    .analysed = UINT64_MAX - 2, .in_ramp = 4, .errors = 5},
	{.stage = 4, .id = "sweep"},
};

static struct result_check checks[] = {
	{"counts", "iops", CHECK_PASS, "issued = logged = analysed"},
	{"gaps", NULL, CHECK_WARN, "one gap of 2 s"},
	{"errors", "iops", CHECK_FAIL, "5 I/Os failed <&\"\x01>"},
};

static struct result_deviation deviations[] = {
	{"window", "iops", "window of 4 rounds, not 5"},
	{"no-purge", NULL, NULL},
};

static struct result_value values[] = {
	{"iops", 25100.25}, {"time_s", NAN}, {"change", -0.63},
};

static struct result_finding findings[] = {
	{"sustained", "wsat", "settles at 25100 IOPS", "group-1",
	    1u << FACTOR_MIX | 1u << FACTOR_DEPTH,
	    {.value = {[FACTOR_MIX] = 65, [FACTOR_DEPTH] = 32}},
	    COUNT(values), values},
	{.key = "no-numbers"},
};

static void
check_findings(const struct results *r)
{
	if (r->nfindings != COUNT(findings)) {
		fail("findings", "not all there");
		return;
	}
	for (size_t i = 0; i < COUNT(findings); i++) {
		const struct result_finding *got = &r->findings[i];
		const struct result_finding *want = &findings[i];

		expect("key", got->key, want->key);
		expect("test", got->test, want->test);
		expect("phase", got->phase, want->phase);
		expect("text", got->text, want->text == NULL ? "no words" :
		    want->text);
		if (got->fixed != want->fixed ||
		    got->nvalues != want->nvalues)
			fail("finding", want->key);
		for (int f = 0; f < NFACTORS; f++)
			if (got->fixed & 1u << f &&
			    got->at.value[f] != want->at.value[f])
				fail("factor", factor_name((enum factor)f));
		for (size_t k = 0; k < want->nvalues; k++)
			expect_number(want->values[k].name,
			    results_value(got, want->values[k].name),
			    want->values[k].value);
	}
	expect_number("a value that is not there",
	    results_value(&r->findings[0], "mb_s"), NAN);
}

static void
check_track(const struct result_track *got, const struct result_track *want)
{
	expect("metric", got->metric, want->metric);
	expect("op", got->op, want->op);
	expect("label", got->label, want->label);
	if (got->fixed != want->fixed || got->range_met != want->range_met ||
	    got->slope_met != want->slope_met)
		fail("track", want->label);
	for (int f = 0; f < NFACTORS; f++)
		if (got->fixed & 1u << f &&
		    got->at.value[f] != want->at.value[f])
			fail("factor", factor_name((enum factor)f));
	expect_number("average", got->average, want->average);
	expect_number("range", got->range_allowed, want->range_allowed);
	/* What is not finite is not known. */
	expect_number("range", got->range_measured,
	    isfinite(want->range_measured) ? want->range_measured : NAN);
	expect_number("slope", got->slope_allowed,
	    isfinite(want->slope_allowed) ? want->slope_allowed : NAN);
	expect_number("slope", got->slope_measured, want->slope_measured);
	expect_number("fit", got->slope, want->slope);
	expect_number("fit", got->intercept, want->intercept);
	expect_number("correlation", got->correlation, want->correlation);
}

static void
check_tests(const struct results *r)
{
	if (r->ntests != COUNT(tests)) {
		fail("tests", "not all there");
		return;
	}
	for (size_t i = 0; i < COUNT(tests); i++) {
		const struct result_test *got = &r->tests[i];
		const struct result_test *want = &tests[i];

		expect("id", got->id, want->id);
		expect("title", got->title,
		    want->title == NULL ? want->id : want->title);
		if (got->stage != want->stage || got->rounds != want->rounds ||
		    got->window_first != want->window_first ||
		    got->window_last != want->window_last ||
		    got->steady_asked != want->steady_asked ||
		    got->steady_reached != want->steady_reached ||
		    got->issued != want->issued ||
		    got->logged != want->logged ||
		    got->analysed != want->analysed ||
		    got->in_ramp != want->in_ramp ||
		    got->errors != want->errors ||
		    got->ntracks != want->ntracks)
			fail("test", want->id);
	}
	for (size_t i = 0; i < r->tests[0].ntracks; i++)
		check_track(&r->tests[0].tracks[i], &tracks[i]);
}

static void
check_round_trip(struct arena *a)
{
	struct results r = {
		.tool = "plateau 0.1.0", .run_uuid = "u",
		.ntests = COUNT(tests), .tests = tests,
		.nchecks = COUNT(checks), .checks = checks,
		.ndeviations = COUNT(deviations), .deviations = deviations,
		.nfindings = COUNT(findings), .findings = findings,
	}, *again = NULL;

	struct file_replace *file = results_prepare(&r, dir);

	if (file != NULL && file_replace_commit(file) == 0)
		again = results_load(a, dir);
	if (again == NULL) {
		fail("not loaded again", "sample");
		return;
	}
	expect("tool", again->tool, r.tool);
	check_findings(again);
	expect("run", again->run_uuid, r.run_uuid);
	check_tests(again);
	if (again->nchecks != 3 || again->ndeviations != 2) {
		fail("checks or deviations", "not all there");
		return;
	}
	for (size_t i = 0; i < 3; i++) {
		expect("check", again->checks[i].name, checks[i].name);
		expect("check", again->checks[i].test, checks[i].test);
		if (again->checks[i].verdict != checks[i].verdict)
			fail("verdict", checks[i].name);
	}
	expect("text", again->checks[2].text, "5 I/Os failed <&\"?>");
	expect("key", again->deviations[1].key, "no-purge");
	expect("text", again->deviations[0].text, deviations[0].text);
	expect("test", again->deviations[1].test, NULL);
	if (again->deviations[1].text == NULL)
		fail("text", "a reader would print a null pointer");
}

#define RESULTS "<results xmlns='urn:plateau:results:1'>"

static void
check_damaged(struct arena *a)
{
	static const struct {
		const char *text;
		bool good;
	} files[] = {
		{RESULTS "</results>", true},
		{RESULTS "<check name='a' verdict='maybe'/></results>", false},
		{RESULTS "<test stage='1' id='../x' steady_asked='no' "
		    "steady_reached='no'/></results>", false},
		{RESULTS "<test stage='1' id='x' steady_asked='no' "
		    "steady_reached='no' window_first='5' window_last='3'/>"
		    "</results>", false},
		{RESULTS "<test stage='1' id='x' steady_asked='no' "
		    "steady_reached='no'><track metric='iops' op='all' "
		    "range_met='yes' slope_met='no' average='nan'/></test>"
		    "</results>", false},
		{RESULTS "<deviation key='a b'/></results>", false},
		{RESULTS "<finding key='a'><value name='iops' value='1'/>"
		    "<value name='s'/></finding></results>", true},
		{RESULTS "<finding key='a'><value name='iops' value='1k'/>"
		    "</finding></results>", false},
		{RESULTS "<finding key='a' block='4kB'/></results>", false},
		{RESULTS "<finding test='a'/></results>", false},
	};
	const char *path = arena_printf(a, "%s/results/results.xml", dir);

	for (size_t i = 0; i < COUNT(files); i++) {
		file_replace_bytes(path, files[i].text, strlen(files[i].text));
		if ((results_load(a, dir) != NULL) != files[i].good)
			fail("wrongly judged", files[i].text);
	}
}

static void
check_table(struct arena *a)
{
	const char *path = arena_printf(a, "%s/results/cells.tsv", dir);
	struct result_table row = {"cells", 1}, rows = {"cells", 2};
	const struct results unknown = {0};
	const struct results told = {.ntables = 1, .tables = &row};
	const struct results cut_off = {.ntables = 1, .tables = &rows};
	struct table *t;

	file_replace_bytes(path, "test\tround\niops\t1\n", 18);
	t = results_table(a, &unknown, dir, "cells");
	if (t == NULL || strcmp(table_text(t, 0, "test"), "iops") != 0 ||
	    table_whole(t, 0, "round") != 1)
		fail("table", "cells");
	if (results_table(a, &unknown, dir, "none") != NULL)
		fail("table", "one that does not exist");
	if (results_table(a, &told, dir, "cells") == NULL ||
	    results_part(a, &told, dir, "cells", "other") == NULL)
		fail("table", "one that has its rows");
	if (results_table(a, &cut_off, dir, "cells") != NULL ||
	    results_part(a, &cut_off, dir, "cells", "other") != NULL)
		fail("table", "one that was cut off at a line's end");
	unlink(path);
}

int
main(void)
{
	struct arena *a = arena_new();

	if (mkdtemp(dir) == NULL) {
		printf("mkdtemp: no temporary folder\n");
		return 1;
	}
	file_make_dirs(arena_printf(a, "%s/results", dir));
	for (size_t i = 0; i < COUNT(tracks); i++) {
		tracks[i].at = factor_defaults();
		tracks[i].at.value[FACTOR_MIX] = 0;
	}
	check_round_trip(a);
	check_damaged(a);
	check_table(a);
	unlink(arena_printf(a, "%s/results/results.xml", dir));
	rmdir(arena_printf(a, "%s/results", dir));
	rmdir(dir);
	arena_free(a);
	return failures != 0;
}
