/* SPDX-License-Identifier: BSD-2-Clause */
/* Phases make points of their own, and records rounds of their own, with the
 * values that were worked out by hand. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/scan.h"
#include "analyze/test.h"
#include "base/file.h"

#define SECOND_NS ((uint64_t)1000000000)

static int failures;

static void
expect(const char *what, double got, double want)
{
	if (got == want || (isnan(got) && isnan(want)))
		return;
	printf("%s is %.17g, expected %.17g\n", what, got, want);
	failures++;
}

static const struct plan_stage *
load_stage(struct arena *a, const char *inner)
{
	char path[] = "/tmp/plateau-test-XXXXXX";
	const char *text = arena_printf(a, "<plan xmlns=\"urn:plateau:plan:1\" "
	    "name=\"p\"><test id=\"t\" mix=\"0/100\" %s</test></plan>", inner);
	int fd = mkstemp(path);
	struct plan *plan;

	if (fd == -1 || file_write_all(fd, text, strlen(text)) == -1)
		exit(1);
	close(fd);
	plan = plan_load(a, path);
	unlink(path);
	if (plan == NULL)
		exit(1);
	return &plan->stages[0];
}

static struct scan *
new_scan(void)
{
	const struct iolog_header header = {.tick_num = 1, .tick_den = 1};
	struct scan *s = scan_new("none", &header);

	if (s == NULL)
		exit(1);
	s->ended = true;
	return s;
}

/* Adds writes of 1000 bytes each.  Latencies below 512 ns have a bin each, so
 * that no log has to be read for the percentiles. */
static void
add_writes(struct tally *tally, struct scan_step *step,
    const uint64_t *latency_ns, size_t n)
{
	static uint64_t count[HISTOGRAM_BINS];
	struct tally *t = &tally[OP_WRITE];

	moments_add(&t->latency, latency_ns, n);
	t->bytes += 1000 * n;
	histogram_add(count, latency_ns, n);
	if (packed_add(&step->op[OP_WRITE].histogram, count, 0,
	    HISTOGRAM_BINS - 1) == -1)
		exit(1);
}

/* A step of so many seconds, the first a second after the log's begin, and
 * then one behind the other. */
static struct scan_step *
add_step(struct scan *s, uint32_t number, uint32_t round, uint64_t seconds)
{
	struct scan_step *step = scan_step(s, number);
	const struct scan_step *before = scan_find(s, number - 1);

	if (step == NULL)
		exit(1);
	step->round = round;
	step->begin_ns = before != NULL ? before->last_complete_ns :
	    FRAMEIO_ANCHOR_NS + SECOND_NS;
	step->first_submit_ns = step->begin_ns;
	step->last_complete_ns = step->begin_ns + seconds * SECOND_NS;
	return step;
}

static const struct point *
find_point(const struct test *t, const char *phase)
{
	for (size_t i = 0; i < t->npoints; i++) {
		if (strcmp(t->points[i].phase->id, phase) == 0)
			return &t->points[i];
	}
	printf("no point of phase %s\n", phase);
	exit(1);
}

/*
 * Two rounds of: 4 KiB twice, 8 KiB, 4 KiB.  Steps 1 2 | 3 | 4, 5 6 | 7 | 8;
 * the same block before and after the load is two points.
 *
 *	step	seconds	latencies (ns)		IOPS
 *	1	1	100 100 100 100		4
 *	2	2	200 200			1
 *	5	1	300 300			2
 *	6	1	100			1
 *	mean of the rates			8 / 4 = 2
 *	pooled: 5 x 100, 2 x 200, 2 x 300	n 9, sum 1500, 9 x 1000 bytes
 *	rank of 50 % = ceil(4.5) = 5: 100; 80 %: ceil(7.2) = 8: 300
 *	mean of the steps' means	(100 + 200 + 300 + 100) / 4 = 175
 */
static void
check_phases(void)
{
	static const struct {
		uint32_t number, round;
		uint64_t seconds;
		size_t n;
		uint64_t latency_ns[4];
	} steps[] = {
		{1, 1, 1, 4, {100, 100, 100, 100}},
		{2, 1, 2, 2, {200, 200}},
		{3, 1, 1, 1, {400}},
		{4, 1, 1, 1, {50}},
		{5, 2, 1, 2, {300, 300}},
		{6, 2, 1, 1, {100}},
		{7, 2, 4, 2, {410, 430}},
		{8, 2, 1, 3, {60, 60, 61}},
	};
	struct arena *a = arena_new();
	const struct plan_stage *plan = load_stage(a, "rounds=\"2\" "
	    "duration=\"1s\"><phase id=\"before\" repeat=\"2\"/>"
	    "<phase id=\"load\" block=\"8KiB\"/><phase id=\"after\"/>");
	struct scan *s = new_scan();
	struct test *t;
	const struct point *p;

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		struct scan_step *step = add_step(s, steps[i].number,
		    steps[i].round, steps[i].seconds);

		add_writes(step->op, step, steps[i].latency_ns, steps[i].n);
	}
	if (scan_finish(s) == -1)
		exit(1);
	t = test_new(a, s, plan, NULL);
	if (test_points(a, t, 1) == -1)
		exit(1);
	expect("points", (double)t->npoints, 3);
	expect("complete rounds", t->ncomplete, 2);
	p = find_point(t, "before");
	expect("before: rounds", p->rounds, 2);
	expect("before: steps", (double)p->nsteps, 4);
	expect("before: seconds", (double)p->seconds_ns, 5e9);
	expect("before: IOPS", p->rates[OP_WRITE].iops, 2);
	expect("before: MB/s", p->rates[OP_ALL].mb_s, 0.002);
	expect("before: count", (double)p->op[OP_ALL].latency.count, 9);
	expect("before: bytes", (double)p->op[OP_ALL].bytes, 9000);
	expect("before: mean", moments_mean(&p->op[OP_ALL].latency),
	    1500.0 / 9);
	expect("before: median", (double)p->op[OP_WRITE].value_ns[6], 100);
	expect("before: 80 %", (double)p->op[OP_WRITE].value_ns[9], 300);
	expect("before: mean of means", p->rates[OP_WRITE].lat_mean_ns, 175);
	expect("before: reads", (double)p->op[OP_READ].latency.count, 0);
	p = find_point(t, "load");
	expect("load: IOPS", p->rates[OP_ALL].iops, (1 + 0.5) / 2);
	expect("load: largest", (double)p->op[OP_ALL].latency.largest, 430);
	p = find_point(t, "after");
	expect("after: steps", (double)p->nsteps, 2);
	expect("after: IOPS", p->rates[OP_ALL].iops, 2);
	expect("after: median", (double)p->op[OP_ALL].value_ns[6], 60);
	test_free(t);
	arena_free(a);
}

/*
 * Nine whole records of a second, of 90 80 50 | 40 42 41 | 44 46 45 writes, and
 * half of a tenth.  Every third is a round, the second of each is looked at:
 * 80, 42, 46.  In a window of two, 20 % allowed:
 *
 *	1 2	mean 61, range 38 > 12.2
 *	2 3	mean 44, range 4 <= 8.8, slope 4 <= 4.4: steady
 */
static void
check_records(void)
{
	static const size_t counts[] = {
		90, 80, 50, 40, 42, 41, 44, 46, 45, 23,
	};
	struct arena *a = arena_new();
	const struct plan_stage *plan = load_stage(a, "rounds=\"1\" "
	    "duration=\"60s\" record=\"1s\"><steady window=\"2\" "
	    "range=\"20%\" slope=\"10%\" every=\"3\" sample=\"2\">"
	    "<track metric=\"iops\" op=\"write\"/></steady>");
	struct scan *s = new_scan();
	struct scan_step *step = add_step(s, 1, 1, 9);
	uint64_t latency_ns[100];
	struct test *t;

	s->record_ns = SECOND_NS;
	step->last_complete_ns += SECOND_NS / 2;
	step->records_last_ns = step->last_complete_ns;
	for (size_t i = 0; i < 100; i++)
		latency_ns[i] = 100 + i;
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		struct scan_record *record = scan_record(s, step, i + 1);

		if (record == NULL)
			exit(1);
		add_writes(record->op, step, latency_ns, counts[i]);
		/* They need a log, and the step does not. */
		record->op[OP_WRITE].exact = true;
	}
	if (scan_finish(s) == -1)
		exit(1);
	expect("the last record's time", (double)scan_record_ns(s, step, 9),
	    5e8);
	t = test_new(a, s, plan, NULL);
	/* Without a log the percentiles of the window's records are not known. */
	expect("no log", test_points(a, t, 1), -1);
	expect("judged", test_rounds(t), 3);
	expect("windows", (double)t->nwindows, 2);
	expect("steady", t->steady_reached, true);
	expect("window begins", t->window_first, 2);
	expect("window ends", t->window_last, 3);
	expect("average 1", t->windows[0].tracks[0].average, 61);
	expect("range 1", t->windows[0].tracks[0].range_measured, 38);
	expect("reached 1", t->windows[0].reached, false);
	expect("average 2", t->windows[1].tracks[0].average, 44);
	expect("slope 2", t->windows[1].tracks[0].slope, 4);
	/* The point is the fifth and the eighth record. */
	expect("rounds", t->points[0].rounds, 2);
	expect("first round", t->pool_first, 2);
	expect("last round", t->pool_last, 3);
	expect("count", (double)t->points[0].op[OP_ALL].latency.count, 88);
	expect("IOPS", t->points[0].rates[OP_ALL].iops, 44);
	expect("seconds", (double)t->points[0].seconds_ns, 2e9);
	expect("exact", t->points[0].op[OP_ALL].exact, false);
	test_free(t);
	arena_free(a);
}

int
main(void)
{
	check_phases();
	check_records();
	return failures != 0;
}
