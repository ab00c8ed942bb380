/* SPDX-License-Identifier: BSD-2-Clause */
/* The analyzer's numbers for a log are those of the I/Os that were put in. */
/*
 * Without arguments it is that test.  "analyze_sample write DIR [WORD...]"
 * writes the run folder DIR for the script tests instead: a small simulated
 * test with ramps, drains, failures, a lost I/O and two streams.  Words:
 * tsc (a 2.096 GHz clock), wild (never steady), cut (interrupted in the last
 * round), single (one step of one I/O), resumed (a gap behind round 2), empty
 * (a step of round 5 has no I/O).
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/scanner.h"
#include "analyze/test.h"
#include "base/file.h"
#include "iolog/ring.h"
#include "stats/quantile.h"

#define NSTREAMS 2u
#define DEPTH 8u
#define STEP_NS 100000000u
#define RAMP_NS 20000000u
#define EMPTY_STEP 27u
#define DEAD UINT64_MAX

struct words {
	bool tsc, wild, cut, single, resumed, empty;
};

/* What was put in, for the test to compare with. */
struct io {
	uint32_t step;
	uint8_t op, flags;
	bool failed;
	uint64_t submit_ticks, complete_ticks;
	uint32_t bytes;
};

static struct io *ios;
static size_t nios, room;

static const struct iolog_header shape = {
	.run_uuid = {0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0x4d, 0xef, 0x81, 0x23,
	    0x45, 0x67, 0x89, 0xab, 0xcd, 0xef},
	.nstreams = NSTREAMS, .clock = IOLOG_CLOCK_VIRTUAL,
	.stamp = IOLOG_STAMP_EVENT, .tick_num = 1, .tick_den = 1,
	.anchor = {.ticks = 5000, .monotonic_ns = 7000, .realtime_ns = 9000},
	.sector_bytes = 512, .target_bytes = (uint64_t)1 << 30,
	.simulated = true, .text = "test=analyze\n",
};

static uint64_t
random64(void)
{
	static uint64_t state = 1;

	/* xorshift64 (Marsaglia 2003). */
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static void
keep(struct io io)
{
	if (nios == room) {
		room = room > 0 ? 2 * room : 4096;
		ios = realloc(ios, room * sizeof(ios[0]));
		if (ios == NULL)
			exit(1);
	}
	ios[nios++] = io;
}

/* One stream in one step: a closed loop in virtual time. */
struct loop {
	struct iolog_recorder *recorder;
	struct iolog_ring *ring;
	const struct iolog_header *header;
	struct iolog_step step;
	struct factors factors;
	uint64_t *submit;		/* the stream's next number */
	double slow;			/* latency is multiplied by this */
	uint64_t end_ns;		/* nothing is submitted later */
	struct {
		uint64_t number, submit, complete;	/* ticks */
		uint8_t op;
	} flying[DEPTH];
};

static uint64_t
ticks_of(const struct iolog_header *h, uint64_t ns)
{
	return (uint64_t)((unsigned __int128)ns * h->tick_den / h->tick_num);
}

static uint64_t
latency_ticks(const struct loop *l, uint8_t op)
{
	double ns = op == IOLOG_READ ? 90e3 : 140e3;

	ns *= 1 + (double)(random64() % 1000) / 2500;
	ns *= l->slow * (1 + (double)l->factors.value[FACTOR_BLOCK] / 65536);
	if (random64() % 701 == 0)
		ns *= 30;
	return ticks_of(l->header, (uint64_t)ns);
}

static void
wait_for_room(struct iolog_ring *ring)
{
	while (!iolog_ring_has_room(ring, 8))
		sched_yield();
}

static void
submit(struct loop *l, size_t slot, uint64_t now_ticks)
{
	uint8_t op = random64() % 100 <
	    (uint64_t)l->factors.value[FACTOR_MIX] ? IOLOG_READ : IOLOG_WRITE;

	wait_for_room(l->ring);
	l->flying[slot].number = (*l->submit)++;
	l->flying[slot].submit = now_ticks;
	l->flying[slot].complete = now_ticks + latency_ticks(l, op);
	l->flying[slot].op = op;
	iolog_ring_submit(l->ring, l->step.step, l->flying[slot].number, 1,
	    now_ticks, now_ticks + 7);
}

static void
complete(struct loop *l, size_t slot, uint64_t end_ticks)
{
	uint64_t ramp_ticks = ticks_of(l->header, RAMP_NS);
	uint32_t bytes = (uint32_t)l->factors.value[FACTOR_BLOCK];
	struct io io = {
		.step = l->step.step, .op = l->flying[slot].op,
		.submit_ticks = l->flying[slot].submit,
		.complete_ticks = l->flying[slot].complete, .bytes = bytes,
	};
	int32_t result = (int32_t)bytes;

	if (io.submit_ticks < l->step.begin_ticks + ramp_ticks)
		io.flags |= IOLOG_FLAG_RAMP;
	if (io.complete_ticks >= end_ticks)
		io.flags |= IOLOG_FLAG_DRAIN;
	if (random64() % 997 == 0)
		result = random64() % 2 ? -EIO : (int32_t)bytes - 512;
	io.failed = result != (int32_t)bytes;
	wait_for_room(l->ring);
	iolog_ring_complete(l->ring, io.step, l->flying[slot].number,
	    io.submit_ticks, io.complete_ticks, io.op, io.flags, 0, bytes,
	    result);
	keep(io);
}

static size_t
next_slot(const struct loop *l)
{
	size_t next = 0;

	for (size_t i = 1; i < DEPTH; i++) {
		if (l->flying[i].complete < l->flying[next].complete)
			next = i;
	}
	return next;
}

static void
run_stream(struct loop *l)
{
	uint64_t end_ticks = ticks_of(l->header, l->end_ns);
	size_t slot;

	for (size_t i = 0; i < DEPTH; i++)
		submit(l, i, l->step.begin_ticks + 10 * i);
	for (;;) {
		slot = next_slot(l);
		if (l->flying[slot].complete == DEAD)
			return;
		complete(l, slot, end_ticks);
		if (l->flying[slot].complete < end_ticks)
			submit(l, slot, l->flying[slot].complete + 300);
		else
			l->flying[slot].complete = DEAD;
	}
}

/* Falls in the first rounds, then stays; or never does. */
static double
slowness(const struct words *w, unsigned round)
{
	if (w->wild)
		return round % 2 ? 1 : 2;
	return round < 4 ? 1 + 0.5 * (4 - round) : 1 + 0.01 * round;
}

static uint64_t
last_complete(uint32_t step)
{
	uint64_t last = 0;

	for (size_t i = nios; i-- > 0 && ios[i].step == step;) {
		if (ios[i].complete_ticks > last)
			last = ios[i].complete_ticks;
	}
	return last;
}

static struct plan *
make_plan(struct arena *a, const struct words *w)
{
	static int64_t mixes[] = {100, 65, 0};
	static int64_t blocks[] = {65536, 4096};
	struct plan *plan = arena_alloc(a, sizeof(*plan));
	struct plan_stage *s = arena_alloc(a, sizeof(*s));

	*plan = (struct plan){
		.name = "sample", .title = "Sample", .on_error = ERROR_GO_ON,
		.scale = 1, .nstages = 1, .stages = s,
	};
	*s = (struct plan_stage){
		.kind = STAGE_TEST, .number = 1, .id = "iops",
		.title = "IOPS", .base = factor_defaults(), .rounds = 7,
		.duration_ns = STEP_NS, .ramp_ns = RAMP_NS,
	};
	s->base.value[FACTOR_THREADS] = NSTREAMS;
	s->base.value[FACTOR_DEPTH] = DEPTH;
	s->loops = arena_array(a, 2, sizeof(s->loops[0]));
	s->nloops = 2;
	s->loops[0] = (struct plan_loop){
		.factor = FACTOR_MIX, .nvalues = w->single ? 1 : 3,
		.values = mixes,
	};
	s->loops[1] = (struct plan_loop){
		.factor = FACTOR_BLOCK, .nvalues = w->single ? 1 : 2,
		.values = blocks,
	};
	if (w->single)
		return plan;
	s->steady = (struct plan_steady){
		.window = 3, .range_frac = 0.2, .slope_frac = 0.1,
		.ntracks = 2,
		.tracks = arena_array(a, 2, sizeof(s->steady.tracks[0])),
	};
	for (size_t i = 0; i < 2; i++) {
		struct plan_track *t = &s->steady.tracks[i];

		t->metric = i == 0 ? "iops" : "lat_mean";
		t->op = "all";
		t->fixed = 1u << FACTOR_MIX | 1u << FACTOR_BLOCK;
		t->at = s->base;
		t->at.value[FACTOR_MIX] = i == 0 ? 0 : 65;
		t->at.value[FACTOR_BLOCK] = 4096;
	}
	return plan;
}

static struct run *
make_run(struct arena *a, const struct plan *plan)
{
	struct run *run = arena_alloc(a, sizeof(*run));
	struct run_stage *s = arena_alloc(a, sizeof(*s));

	*run = (struct run){
		.tool = "plateau test",
		.uuid = "12345678-9abc-4def-8123-456789abcdef",
		.plan = plan->name, .title = plan->title, .engine = "sim",
		.simulated = true, .command = "test", .seed = 1, .scale = 1,
		.status = RUN_DONE, .started_ns = 1700000000000000000,
		.finished_ns = 1700000010000000000, .nstages = 1, .stages = s,
	};
	*s = (struct run_stage){
		.number = 1, .kind = "test", .id = "iops", .status = RUN_DONE,
		.log = "raw/01-iops.iolog",
		.steps = arena_array(a, 64, sizeof(s->steps[0])),
	};
	return run;
}

static void
add_step(struct arena *a, struct run *run, const struct loop *l, size_t first,
    const struct words *w)
{
	struct run_stage *s = &run->stages[0];
	struct run_step *step = &s->steps[s->nsteps++];

	*step = (struct run_step){
		.number = l->step.step, .round = l->step.round,
		.factors = l->factors, .status = RUN_DONE,
		.begin_ns = l->step.begin_ticks,
		.end_ns = last_complete(l->step.step),
		.issued = nios - first, .completed = nios - first,
		.cpu_user_s = 0.01, .cpu_sys_s = 0.02,
	};
	for (size_t i = first; i < nios; i++)
		step->errors += ios[i].failed;
	s->issued += step->issued;
	s->errors += step->errors;
	if (w->resumed && s->nsteps == 12) {
		s->gaps = arena_array(a, 1, sizeof(s->gaps[0]));
		s->ngaps = 1;
		s->gaps[0] = (struct run_gap){
			.why = "resumed", .begin_ns = step->end_ns,
			.end_ns = step->end_ns + 1,
		};
	}
}

static void
begin_step(struct loop *l, const struct plan_stage *s, uint32_t number,
    const struct words *w)
{
	uint32_t nsteps = (uint32_t)plan_steps(s);

	l->factors = plan_step_factors(s, (number - 1) % nsteps);
	l->step.step = number;
	l->step.round = (number - 1) / nsteps + 1;
	l->step.duration_ns = STEP_NS;
	l->step.stage = "iops";
	l->slow = slowness(w, l->step.round);
}

static int
write_log(struct arena *a, const char *path, const struct iolog_header *h,
    const struct plan *plan, struct run *run, const struct words *w)
{
	const struct plan_stage *s = &plan->stages[0];
	uint32_t nsteps = (uint32_t)plan_steps(s) * (w->single ? 1 : 7);
	uint64_t numbers[NSTREAMS] = {0}, begin_ticks = h->anchor.ticks + 1000;
	struct iolog_totals totals;
	struct loop l = {.header = h};

	l.recorder = iolog_recorder_open(path, h);
	if (l.recorder == NULL)
		return -1;
	if (w->cut)
		nsteps -= 2;
	for (uint32_t number = 1; number <= nsteps; number++) {
		size_t first = nios;

		begin_step(&l, s, number, w);
		l.step.begin_ticks = begin_ticks;
		l.step.factors = factors_to_text(a, &l.factors);
		l.end_ns = (uint64_t)((unsigned __int128)begin_ticks *
		    h->tick_num / h->tick_den) + RAMP_NS + STEP_NS;
		iolog_recorder_step(l.recorder, &l.step);
		for (uint32_t i = 0; i < NSTREAMS && !w->single &&
		    !(w->empty && number == EMPTY_STEP); i++) {
			l.ring = iolog_recorder_ring(l.recorder, i);
			l.submit = &numbers[i];
			run_stream(&l);
		}
		if (w->single) {
			struct iolog_ring *ring = iolog_recorder_ring(
			    l.recorder, 0);

			iolog_ring_submit(ring, 1, 0, 1, begin_ticks,
			    begin_ticks);
			iolog_ring_complete(ring, 1, 0, begin_ticks,
			    begin_ticks, IOLOG_READ, 0, 0, 65536, 65536);
			keep((struct io){.step = 1, .bytes = 65536,
			    .submit_ticks = begin_ticks,
			    .complete_ticks = begin_ticks});
		}
		add_step(a, run, &l, first, w);
		if (nios > first)
			begin_ticks = last_complete(number);
		begin_ticks += 2000;
	}
	if (w->cut) {
		run->status = run->stages[0].status = RUN_INTERRUPTED;
		run->stages[0].steps[nsteps - 1].status = RUN_INTERRUPTED;
	}
	if (iolog_recorder_close(l.recorder, &totals) == -1)
		return -1;
	run->stages[0].logged = totals.completions;
	return 0;
}

static int
write_run(struct arena *a, const char *dir, const struct words *w)
{
	struct iolog_header h = shape;
	struct plan *plan = make_plan(a, w);
	struct run *run = make_run(a, plan);
	char *log = arena_printf(a, "%s/raw/01-iops.iolog", dir);

	if (w->tsc) {
		h.tick_num = 1000;
		h.tick_den = 2096;
	}
	if (file_make_dirs(arena_printf(a, "%s/raw", dir)) == -1 ||
	    write_log(a, log, &h, plan, run, w) == -1 ||
	    run_save(run, dir) == -1 ||
	    plan_save(plan, arena_printf(a, "%s/plan.xml", dir)) == -1)
		return -1;
	return 0;
}

static int failures;

static void
expect(const char *what, uint32_t step, int op, uint64_t got, uint64_t want)
{
	if (got == want)
		return;
	printf("step %" PRIu32 " %s: %s is %" PRIu64 ", expected %" PRIu64
	    "\n", step, test_op_name(op), what, got, want);
	failures++;
}

static int
compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* By definition, straight from the I/Os: sorted, summed, counted. */
static void
check_op(const struct iolog_header *h, const struct scan_step *s, int op)
{
	const struct tally *t = &s->op[op];
	uint64_t *v = malloc((nios + 1) * sizeof(v[0]));
	uint64_t n = 0, bytes = 0, failed = 0, ramp = 0, drained = 0;
	unsigned __int128 sum = 0;

	if (v == NULL)
		exit(1);
	for (size_t i = 0; i < nios; i++) {
		const struct io *io = &ios[i];

		if (io->step != s->number || (op != OP_ALL && op != io->op))
			continue;
		if (io->failed) {
			failed++;
		} else if (io->flags & IOLOG_FLAG_RAMP) {
			ramp++;
		} else {
			v[n] = iolog_ticks_to_ns(h, io->complete_ticks -
			    io->submit_ticks);
			sum += v[n++];
			bytes += io->bytes;
			drained += (io->flags & IOLOG_FLAG_DRAIN) != 0;
		}
	}
	qsort(v, n, sizeof(v[0]), compare);
	expect("count", s->number, op, t->latency.count, n);
	expect("bytes", s->number, op, t->bytes, bytes);
	expect("failed", s->number, op, t->failed, failed);
	expect("ramp", s->number, op, t->ramp, ramp);
	expect("drained", s->number, op, t->drained, drained);
	expect("sum", s->number, op, (uint64_t)t->latency.sum, (uint64_t)sum);
	for (size_t i = 0; i < NPERCENTILES && n > 0; i++)
		expect(percentiles[i].name, s->number, op, t->value_ns[i],
		    quantile_sorted(v, n, percentiles[i].ppm));
	free(v);
}

static void
check_words(struct words w, unsigned nthreads)
{
	char dir[] = "/tmp/plateau-test-XXXXXX";
	struct arena *a = arena_new();
	enum iolog_status status;
	struct scan *scan;
	struct test *t;

	nios = 0;
	if (mkdtemp(dir) == NULL || write_run(a, dir, &w) == -1)
		exit(1);
	scan = scan_log(arena_printf(a, "%s/raw/01-iops.iolog", dir), 0,
	    nthreads, &status);
	if (scan == NULL)
		exit(1);
	t = test_new(a, scan, &make_plan(a, &w)->stages[0], NULL);
	if (test_points(a, t, nthreads) == -1)
		failures++;
	expect("read", 0, OP_ALL, scan->read, nios);
	expect("steps", 0, OP_ALL, t->ncells, w.single ? 1 : w.cut ? 40 : 42);
	expect("rounds", 0, OP_ALL, t->ncomplete,
	    w.single ? 1 : w.cut ? 6 : 7);
	expect("first round of the window", 0, OP_ALL, t->window_first,
	    w.single ? 1 : w.wild ? 5 : 4);
	expect("steady", 0, OP_ALL, t->steady_reached, !w.single && !w.wild);
	for (size_t i = 0; i < scan->nsteps; i++) {
		for (int op = 0; op < NOPS; op++)
			check_op(&scan->header, scan->steps[i], op);
	}
	test_free(t);
	unlink(arena_printf(a, "%s/raw/01-iops.iolog", dir));
	unlink(arena_printf(a, "%s/run.xml", dir));
	unlink(arena_printf(a, "%s/plan.xml", dir));
	rmdir(arena_printf(a, "%s/raw", dir));
	rmdir(dir);
	arena_free(a);
}

static struct words
read_words(int argc, char **argv)
{
	struct words w = {0};

	for (int i = 3; i < argc; i++) {
		w.tsc = w.tsc || strcmp(argv[i], "tsc") == 0;
		w.wild = w.wild || strcmp(argv[i], "wild") == 0;
		w.cut = w.cut || strcmp(argv[i], "cut") == 0;
		w.single = w.single || strcmp(argv[i], "single") == 0;
		w.resumed = w.resumed || strcmp(argv[i], "resumed") == 0;
		w.empty = w.empty || strcmp(argv[i], "empty") == 0;
	}
	return w;
}

int
main(int argc, char **argv)
{
	if (argc >= 3 && strcmp(argv[1], "write") == 0) {
		struct arena *a = arena_new();
		struct words w = read_words(argc, argv);
		int result = write_run(a, argv[2], &w);

		arena_free(a);
		free(ios);
		return result == 0 ? 0 : 1;
	}
	check_words((struct words){0}, 1);
	check_words((struct words){.tsc = true}, 1);
	check_words((struct words){.wild = true}, 1);
	check_words((struct words){.cut = true}, 1);
	check_words((struct words){.single = true}, 1);
	check_words((struct words){0}, 3);
	check_words((struct words){.tsc = true}, 8);
	free(ios);
	return failures != 0;
}
