/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

#include "base/report.h"
#include "base/units.h"
#include "collect/control.h"
#include "collect/found.h"
#include "collect/halt.h"
#include "collect/kept.h"
#include "collect/left.h"
#include "collect/logfile.h"
#include "collect/progress.h"
#include "collect/provision.h"
#include "collect/purge.h"
#include "collect/smart.h"
#include "collect/ticks.h"
#include "collect/tracks.h"
#include "collect/traffic.h"

/* How often the controlling thread looks after things during a step. */
#define LOOK_NS 50000000u

/* A wait of LOOK_NS that takes longer than this: the host stood still. */
#define STOPPED_NS (LOOK_NS + 100000000u)

/* The format asks for an anchor a minute at least. */
#define ANCHOR_NS 30000000000u

/*
 * Steps follow one another in well under 2 ms on an idle machine: the time to
 * wake a thread.  A pause as long as this is worth a line in the report.
 */
#define GAP_NS 10000000u

/* When a record is over its last completions are known this much later. */
#define SETTLE_NS 500000000u

/* How often the bytes of a long step are entered, for 'plateau status'. */
#define LIVE_NS 5000000000u

/* The log of the stage before, which is being closed meanwhile. */
struct closing {
	struct run_stage *run;
	struct logfile *log;		/* NULL: none */
	bool failed;			/* one of them was not whole */
};

/* A stage that does I/O, while it runs. */
struct stage_run {
	struct session *s;
	const struct plan_stage *plan;
	struct run_stage *run;
	struct logfile *log;
	struct tracks *tracks;
	struct closing *closing;	/* the log before this one */
	size_t nsteps;			/* of a round */
	unsigned first_round;		/* 1, or where a test goes on */
	unsigned nrounds;		/* the last one that there may be */
	struct load *loads;		/* loads[nsteps], worked out before */
	const char **factors;		/* factors[nsteps], as in the log */
	struct choose_point *points;	/* points[nsteps] of this round */
	uint64_t begin_ticks;		/* of the first step */
	unsigned judged;		/* groups of records looked at */
	uint64_t anchored_ticks;	/* when the log got its last anchor */
	uint64_t last_ticks;		/* last completion of the step before */
	uint64_t lived_ticks;		/* when bytes were entered last */
	uint64_t stop_begin_ticks, stop_end_ticks;	/* the longest of this
							   step, or 0 */
	uint64_t live_bytes;		/* of all steps before this one */
	uint64_t read_before, written_before;	/* of the stage, likewise */
};

static uint64_t
run_ns(const struct session *s, uint64_t ticks)
{
	/* Of a run that goes on after a boot, the anchor lies before tick 0. */
	int64_t since = (int64_t)(ticks - s->anchor_ticks);

	return since > 0 ? ticks_to_ns((uint64_t)since) : 0;
}

static uint64_t
earlier(uint64_t one, uint64_t other)
{
	if (one == 0 || other == 0)
		return one + other;
	return one < other ? one : other;
}

static uint64_t
later(uint64_t one, uint64_t other)
{
	return one > other ? one : other;
}

static struct worker_result
sum_streams(const struct crew *crew, unsigned nstreams)
{
	struct worker_result sum = {0};

	for (uint32_t i = 0; i < nstreams; i++) {
		const struct worker_result *r = crew_result(crew, i);

		sum.issued += r->issued;
		sum.completed += r->completed;
		sum.errors += r->errors;
		sum.lost += r->lost;
		sum.bytes_read += r->bytes_read;
		sum.bytes_written += r->bytes_written;
		sum.first_ticks = earlier(sum.first_ticks, r->first_ticks);
		sum.measured_ticks = earlier(sum.measured_ticks,
		    r->measured_ticks);
		sum.closed_ticks = later(sum.closed_ticks, r->closed_ticks);
		sum.last_ticks = later(sum.last_ticks, r->last_ticks);
		sum.stall_begin_ticks = earlier(sum.stall_begin_ticks,
		    r->stall_begin_ticks);
		sum.stall_end_ticks = later(sum.stall_end_ticks,
		    r->stall_end_ticks);
		sum.nstalls += r->nstalls;
		sum.nbackwards += r->nbackwards;
		if (r->back_from_ticks - r->back_to_ticks >
		    sum.back_from_ticks - sum.back_to_ticks) {
			sum.back_from_ticks = r->back_from_ticks;
			sum.back_to_ticks = r->back_to_ticks;
		}
		sum.cpu_user_us += r->cpu_user_us;
		sum.cpu_sys_us += r->cpu_sys_us;
		sum.backlog_ticks = earlier(sum.backlog_ticks,
		    r->backlog_ticks);
		for (unsigned op = 0; op < 2; op++) {
			sum.tally[op].count += r->tally[op].count;
			sum.tally[op].bytes += r->tally[op].bytes;
			sum.tally[op].latency_ticks +=
			    r->tally[op].latency_ticks;
		}
	}
	return sum;
}

static void
add_gap(struct stage_run *sr, const char *why, uint32_t step,
    uint64_t begin_ticks, uint64_t end_ticks)
{
	struct run_stage *run = sr->run;

	run->gaps = arena_grow(sr->s->arena, run->gaps, run->ngaps,
	    sizeof(*run->gaps));
	run->gaps[run->ngaps] = (struct run_gap){
		.why = why,
		.step = step,
		.begin_ns = run_ns(sr->s, begin_ticks),
		.end_ns = run_ns(sr->s, end_ticks),
	};
	run->ngaps++;
}

/* Divided, so that it prints as the microseconds that it is. */
static double
seconds_of_us(uint64_t us)
{
	return (double)us / 1e6;
}

static double
seconds_since(struct timeval now, struct timeval before)
{
	return seconds_of_us((uint64_t)((now.tv_sec - before.tv_sec) * 1000000 +
	    now.tv_usec - before.tv_usec));
}

static enum run_status
halted_status(void)
{
	switch (halt_reason()) {
	case HALT_NO:
		return RUN_DONE;
	case HALT_SIGNAL:
		return RUN_INTERRUPTED;
	default:
		return RUN_FAILED;
	}
}

/* Ends the log of the stage and compares what was issued with what it has.  A
 * log that is not whole ends the run. */
static void
settle_log(struct closing *closing, const struct session *s)
{
	struct run_stage *run = closing->run;
	struct iolog_totals totals;
	uint64_t count;

	if (closing->log == NULL)
		return;
	if (!logfile_is_closed(closing->log))
		halt_tell("the raw log");

	int closed = logfile_end_close(closing->log, &totals);
	int error = errno;

	closing->log = NULL;
	run->logged = kept_logged(run) + totals.completions;
	if (closed == -1) {
		/* The totals are of what was to be written. */
		logfile_count(s->arena, s->options->run_dir, run->log, s->run,
		    run->id, &count);
		run->logged = kept_logged(run) + count;
		halt_failed(HALT_LOG, error);
		run->status = RUN_FAILED;
		run->note = "the raw log could not be written to its end";
		closing->failed = true;
	} else if (run->logged != run->issued) {
		warn_msg("stage '%s': %" PRIu64 " I/Os were issued and %"
		    PRIu64 " were logged: the log is not whole", run->id,
		    run->issued, run->logged);
		halt_request(HALT_LOG);
		run->status = RUN_FAILED;
		run->note = "issued and logged I/Os differ";
		closing->failed = true;
	}
}

/* Looks after the log while the streams work. */
static void
look_after(struct stage_run *sr)
{
	struct iolog_recorder *recorder = logfile_recorder(sr->log);
	int failed = iolog_recorder_failed(recorder);
	uint64_t now = ticks_now();

	/* The recorder printed why. */
	if (failed != 0)
		halt_failed(HALT_LOG, failed);
	if (ticks_to_ns(now - sr->anchored_ticks) > ANCHOR_NS) {
		struct iolog_anchor anchor = logfile_anchor();

		crew_settle(sr->s->crew);
		iolog_recorder_anchor(recorder, &anchor);
		sr->anchored_ticks = now;
	}
	if (sr->closing->log != NULL && logfile_is_closed(sr->closing->log)) {
		settle_log(sr->closing, sr->s);
		runfile_changed(sr->s->runfile, false);
	}
}

/* Enters the step that has ended in the books. */
static void
note_step(struct stage_run *sr, const struct load *load,
    const struct worker_result *sum, const struct rusage *before,
    const struct rusage *after)
{
	struct run_stage *run = sr->run;
	struct run_step *step = &run->steps[run->nsteps];

	*step = (struct run_step){
		.number = load->step,
		.round = load->round,
		.factors = load->factors,
		.status = halted_status(),
		.begin_ns = run_ns(sr->s, sum->first_ticks),
		.end_ns = run_ns(sr->s, sum->last_ticks),
		.issued = sum->issued,
		.completed = sum->completed - sum->lost,
		.errors = sum->errors,
		.cpu_user_s = seconds_since(after->ru_utime, before->ru_utime),
		.cpu_sys_s = seconds_since(after->ru_stime, before->ru_stime),
	};
	bool threads = sr->s->target->simulation == NULL;

	step->io_user_s = threads ? seconds_of_us(sum->cpu_user_us) : NAN;
	step->io_sys_s = threads ? seconds_of_us(sum->cpu_sys_us) : NAN;
	if (sum->last_ticks > sum->closed_ticks)
		step->drain_ns = ticks_to_ns(sum->last_ticks -
		    sum->closed_ticks);
	run->nsteps++;
	run->issued += sum->issued;
	run->errors += sum->errors;
	run->bytes_read = sr->read_before + sum->bytes_read;
	run->bytes_written = sr->written_before + sum->bytes_written;
	run->end_ns = step->end_ns;
	if (sr->last_ticks != 0 && !plan_is_timed(sr->plan) &&
	    sum->first_ticks > sr->last_ticks + ticks_of_ns(GAP_NS))
		add_gap(sr, "between-steps", load->step, sr->last_ticks,
		    sum->first_ticks);
	if (sum->nstalls > 0)
		add_gap(sr, "log-stall", load->step, sum->stall_begin_ticks,
		    sum->stall_end_ticks);
	if (sum->nbackwards > 0)
		add_gap(sr, "clock-backwards", load->step, sum->back_to_ticks,
		    sum->back_from_ticks);
	if (sr->stop_end_ticks != 0)
		add_gap(sr, "host-stopped", load->step, sr->stop_begin_ticks,
		    sr->stop_end_ticks);
	if (sum->backlog_ticks != 0)
		add_gap(sr, "backlog", load->step, sum->backlog_ticks,
		    sum->closed_ticks);
	sr->last_ticks = sum->last_ticks;
}

/* Enters what a long step has moved so far, where that is reads or writes
 * alone. */
static void
note_live(struct stage_run *sr, const struct load *load)
{
	uint64_t now = ticks_now(), bytes;

	if (sr->s->run->simulated || (load->read_percent > 0 &&
	    load->read_percent < 100) ||
	    ticks_to_ns(now - sr->lived_ticks) < LIVE_NS)
		return;
	bytes = crew_live(sr->s->crew).bytes - sr->live_bytes;
	if (load->read_percent == 0)
		sr->run->bytes_written = sr->written_before + bytes;
	else
		sr->run->bytes_read = sr->read_before + bytes;
	sr->lived_ticks = now;
	runfile_changed(sr->s->runfile, false);
}

/*
 * Looks at the record that stands for the next group of them, once all of it is
 * in: a completion is at most a reap's timeout late.
 */
static void
judge_records(struct stage_run *sr, const struct load *load)
{
	const struct plan_steady *rule = &sr->plan->steady;
	uint64_t index = (uint64_t)sr->judged * rule->every + rule->sample - 1;
	uint64_t end = load->begin_ticks +
	    ticks_of_ns((index + 1) * load->record_ns + SETTLE_NS);
	struct worker_tally tally[2];

	if (ticks_now() < end ||
	    sr->judged >= plan_judged_rounds(sr->plan))
		return;
	sr->judged++;
	for (unsigned op = 0; op < 2; op++)
		tally[op] = crew_record(sr->s->crew, (size_t)index, op);
	tracks_note(sr->tracks, &load->factors, sr->judged, tally,
	    (double)load->record_ns * 1e-9);
	if (tracks_steady(sr->tracks, sr->judged)) {
		sr->run->steady_round = sr->judged;
		crew_cut(sr->s->crew);
	}
}

static double
measured_seconds(const struct worker_result *sum)
{
	return (double)ticks_to_ns(sum->last_ticks - sum->measured_ticks) *
	    1e-9;
}

/* What a later test may choose from. */
static void
note_point(struct stage_run *sr, size_t index, const struct load *load,
    const struct worker_result *sum)
{
	struct choose_point *p = &sr->points[index];
	double seconds = measured_seconds(sum);
	uint64_t count = sum->tally[0].count + sum->tally[1].count;

	p->factors = load->factors;
	p->iops = count > 0 ? (double)count / seconds : 0;
	p->lat_mean_ns = count > 0 ? (double)ticks_to_ns(
	    sum->tally[0].latency_ticks + sum->tally[1].latency_ticks) /
	    (double)count : 0;
}

/* Waits until the step is done, and at most LOOK_NS.  If that took much longer,
 * this thread did not run, and the others have hardly. */
static bool
wait_for_crew(struct stage_run *sr)
{
	uint64_t begin = ticks_now();
	bool done = crew_wait(sr->s->crew, LOOK_NS);
	uint64_t end = ticks_now();

	if (!sr->s->run->simulated && end > begin &&
	    ticks_to_ns(end - begin) > STOPPED_NS &&
	    end - begin > sr->stop_end_ticks - sr->stop_begin_ticks) {
		sr->stop_begin_ticks = begin;
		sr->stop_end_ticks = end;
	}
	return done;
}

static enum run_status
run_step(struct stage_run *sr, unsigned round, size_t index,
    uint64_t begin_ticks)
{
	struct session *s = sr->s;
	struct load *load = &sr->loads[index];
	uint64_t most = (uint64_t)load->threads * load->depth;
	struct rusage before, after;

	load->round = round;
	load->step = (uint32_t)((round - 1) * sr->nsteps + index + 1);
	load->begin_ticks = begin_ticks;
	iolog_recorder_step(logfile_recorder(sr->log), &(struct iolog_step){
		.step = load->step,
		.round = round,
		.begin_ticks = load->begin_ticks,
		.duration_ns = load->duration_ns,
		.stage = sr->plan->id,
		.factors = sr->factors[index],
	});
	sr->lived_ticks = ticks_now();
	sr->stop_begin_ticks = sr->stop_end_ticks = 0;
	sr->live_bytes = crew_live(s->crew).bytes;
	sr->read_before = sr->run->bytes_read;
	sr->written_before = sr->run->bytes_written;
	getrusage(RUSAGE_SELF, &before);
	crew_start(s->crew, load);
	do {
		look_after(sr);
		note_live(sr, load);
		halt_tell("up to %" PRIu64 " I/O%s", most, most == 1 ? "" :
		    "s");
		if (load->record_ns > 0 && sr->run->steady_round == 0)
			judge_records(sr, load);
	} while (!wait_for_crew(sr));
	getrusage(RUSAGE_SELF, &after);

	struct worker_result sum = sum_streams(s->crew, load->threads);

	note_step(sr, load, &sum, &before, &after);
	note_point(sr, index, load, &sum);
	if (sr->tracks != NULL && load->record_ns == 0 &&
	    halt_reason() == HALT_NO)
		tracks_note(sr->tracks, &load->factors, round, sum.tally,
		    measured_seconds(&sum));
	runfile_changed(s->runfile, false);
	return halted_status();
}

/*
 * When the step begins that is due 'ns' behind the beginning of the test: where
 * steps have pauses, beginnings and ends were set before, so that no delay of
 * one moves the next.  The drain of the step before may take the first moments
 * of its time, but not all of it.
 */
static uint64_t
planned_begin(const struct stage_run *sr, double ns, const struct load *load)
{
	uint64_t at = sr->begin_ticks + ticks_of_ns((uint64_t)ns);
	uint64_t now = ticks_now();

	return now < at + ticks_of_ns(load->ramp_ns + load->duration_ns) ? at :
	    now;
}

/* Waits until the time that is 'ns' behind the beginning of the test. */
static void
wait_until(struct stage_run *sr, double ns)
{
	uint64_t at = sr->begin_ticks + ticks_of_ns((uint64_t)ns);
	uint64_t now;

	while ((now = ticks_now()) < at && halt_reason() == HALT_NO) {
		look_after(sr);
		uint64_t left_ns = ticks_to_ns(at - now);

		crew_rest(sr->s->crew, left_ns < LOOK_NS ? left_ns : LOOK_NS);
	}
}

static void
describe(const struct load *load, char *buffer, size_t size)
{
	char mix[FACTOR_TEXT], block[FACTOR_TEXT];

	factor_format(FACTOR_MIX, load->factors.value[FACTOR_MIX], mix,
	    sizeof(mix));
	factor_format(FACTOR_BLOCK, load->factors.value[FACTOR_BLOCK], block,
	    sizeof(block));
	snprintf(buffer, size, "%.12s %.12s %ux%u", load->fill ? "write" : mix,
	    block, load->threads, load->depth);
}

/* What the step takes if its records are steady as soon as they can be. */
static double
least_step_s(const struct stage_run *sr, const struct load *load)
{
	const struct plan_steady *rule = &sr->plan->steady;

	if (load->record_ns == 0)
		return (double)(load->ramp_ns + load->duration_ns) * 1e-9;
	return (double)load->record_ns * 1e-9 *
	    ((double)(rule->window - 1) * rule->every + rule->sample);
}

/* The soonest round that can end the test: the rounds before an interruption
 * are in no window. */
static unsigned
least_rounds(const struct stage_run *sr)
{
	unsigned least = schedule_least_rounds(sr->plan) + sr->first_round - 1;

	return least < sr->nrounds ? least : sr->nrounds;
}

static void
show_place(const struct stage_run *sr, unsigned round, size_t index)
{
	const struct session *s = sr->s;
	const struct load *load = &sr->loads[index];
	struct progress_place place = {
		.stage = sr->plan->number,
		.nstages = (unsigned)s->plan->nstages,
		.round = round,
		.step = (unsigned)index + 1,
		.nsteps = (unsigned)sr->nsteps,
		.nrounds = load->fill ? 0 : sr->nrounds,
		.step_s = (double)(load->ramp_ns + load->duration_ns) * 1e-9,
		.step_least_s = least_step_s(sr, load),
		.step_bytes = load->fill ? schedule_fill_bytes(load) :
		    load->amount_bytes,
	};
	unsigned least = least_rounds(sr);
	double round_s = load->fill ? 0 :
	    (double)plan_round_ns(sr->plan) * 1e-9;
	double rest_s = (double)load->pause_ns * 1e-9;

	for (size_t i = index + 1; i < sr->nsteps; i++)
		rest_s += (double)(sr->loads[i].ramp_ns +
		    sr->loads[i].duration_ns + sr->loads[i].pause_ns) * 1e-9;
	snprintf(place.id, sizeof(place.id), "%s", sr->plan->id);
	describe(load, place.what, sizeof(place.what));
	if (least < round)
		least = round;
	place.rest = left_stages(s->plan, sr->plan->number, s->target);
	place.fill_bytes_per_s = left_fill_rate(s->run, 0);
	if (!load->fill) {
		place.rest.least_s += rest_s + round_s * (least - round);
		place.rest.most_s += rest_s + round_s * (sr->nrounds - round);
	}
	progress_at(&place);
}

/* One round; with pauses, every step at its own time. */
static enum run_status
run_round(struct stage_run *sr, unsigned round)
{
	bool timed = plan_is_timed(sr->plan);
	double due_ns = (double)plan_round_ns(sr->plan) *
	    (round - sr->first_round);

	for (size_t i = 0; i < sr->nsteps; i++) {
		const struct load *load = &sr->loads[i];

		show_place(sr, round, i);

		enum run_status status = run_step(sr, round, i, timed ?
		    planned_begin(sr, due_ns, load) : ticks_now());

		if (status != RUN_DONE)
			return status;
		due_ns += (double)(load->ramp_ns + load->duration_ns +
		    load->pause_ns);
		if (timed)
			wait_until(sr, due_ns);
	}
	return halted_status();
}

static enum run_status
run_rounds(struct stage_run *sr)
{
	struct choose_round *found = &sr->s->rounds[sr->plan->number - 1];

	/* By default Linux may end a pause 50 us late, to save power. */
	prctl(PR_SET_TIMERSLACK, 1UL);
	sr->begin_ticks = ticks_now();
	for (unsigned round = sr->first_round; round <= sr->nrounds; round++) {
		enum run_status status = run_round(sr, round);

		if (status != RUN_DONE)
			return status;
		found->npoints = sr->nsteps;
		found->points = sr->points;
		if (sr->tracks == NULL || sr->plan->steady.every > 0)
			continue;
		if (!tracks_steady(sr->tracks, round))
			continue;
		/* It was steady before, if it goes on for a later test. */
		if (sr->run->steady_round == 0)
			sr->run->steady_round = round;
		break;
	}
	return RUN_DONE;
}

/* Gives the factors of the load the values that an earlier test found. */
static int
take_choice(struct session *s, const struct plan_stage *stage,
    struct load *load)
{
	size_t i = 0;

	while (strcmp(s->plan->stages[i].id, stage->choice.test) != 0)
		i++;		/* plan_check() saw that there is one */

	const struct choose_point *p = choose_point(&stage->choice,
	    &s->rounds[i]);

	if (p == NULL)
		return -1;
	choose_take(&stage->choice, &s->plan->stages[i], p, &load->factors);
	schedule_set_factors(load, s->target);
	return 0;
}

/* Everything that the stage needs while it runs, before its log is opened. */
static int
prepare_stage(struct stage_run *sr, struct session *s,
    const struct plan_stage *stage, struct run_stage *run)
{
	struct arena *a = s->arena;
	bool test = stage->kind == STAGE_TEST;
	const struct run_step *kept = run->steps;

	memset(sr, 0, sizeof(*sr));
	sr->s = s;
	sr->plan = stage;
	sr->run = run;
	sr->nsteps = test ? plan_steps(stage) : 1;
	sr->tracks = test ? tracks_new(a, stage) : NULL;
	sr->loads = arena_array(a, sr->nsteps, sizeof(*sr->loads));
	sr->factors = arena_array(a, sr->nsteps, sizeof(*sr->factors));
	for (size_t i = 0; i < sr->nsteps; i++) {
		sr->loads[i] = schedule_load(s->plan, stage, i, s->target,
		    s->run->seed);
		if (stage->choice.line != 0 &&
		    take_choice(s, stage, &sr->loads[i]) == -1)
			return -1;
		sr->factors[i] = factors_to_text(a, &sr->loads[i].factors);
	}
	sr->points = arena_array(a, sr->nsteps, sizeof(*sr->points));
	sr->first_round = (unsigned)(run->nsteps / sr->nsteps) + 1;
	sr->nrounds = test ? schedule_last_round(stage, sr->first_round - 1) :
	    1;
	run->steps = arena_array(a, sr->nsteps * sr->nrounds,
	    sizeof(*run->steps));
	if (run->nsteps > 0)
		memcpy(run->steps, kept, run->nsteps * sizeof(*run->steps));
	return 0;
}

static const char *
halt_note(void)
{
	switch (halt_reason()) {
	case HALT_SIGNAL:
		return "interrupted by a signal";
	case HALT_ERROR:
		return "an I/O failed";
	case HALT_LOST:
		return "an I/O did not come back";
	case HALT_LOG:
		return "the raw log could not be written";
	case HALT_CLOCK:
		return "the clock went backwards";
	case HALT_BOOKS:
		return "run.xml could not be written";
	case HALT_ROOM:
		return "no room for the raw log or for run.xml";
	case HALT_GONE:
		return "a raw log was removed while the run went on";
	case HALT_THREAD:
		return "an I/O engine broke down";
	case HALT_NO:
		break;
	}
	return NULL;
}

static void
run_io_stage(struct session *s, const struct plan_stage *stage,
    struct run_stage *run, struct closing *closing)
{
	struct stage_run sr;
	unsigned nstreams = schedule_stage_streams(s->plan, stage);
	const char *name = logfile_name(s->arena, stage, run->nparts + 1);
	int failed;

	if (prepare_stage(&sr, s, stage, run) == -1) {
		run->status = RUN_SKIPPED;
		run->note = arena_printf(s->arena, "test '%s' found no such "
		    "point", stage->choice.test);
		return;
	}
	sr.closing = closing;
	/* With many threads the log takes its time to open. */
	show_place(&sr, sr.first_round, 0);
	if (stage->kind == STAGE_TEST && run->nparts == 0)
		smart_counters(s->arena, s->target, "begin", &run->counters);
	sr.log = logfile_open(s->arena, s->options->run_dir, name, s->run,
	    stage, s->target, nstreams, sr.loads[0].key);
	if (sr.log == NULL) {
		halt_failed(HALT_LOG, errno);
		run->status = RUN_FAILED;
		run->note = halt_note();
		return;
	}
	run->log = name;
	runfile_changed(s->runfile, true);
	sr.anchored_ticks = ticks_now();
	crew_begin_log(s->crew, logfile_recorder(sr.log), nstreams);

	struct traffic before = traffic_now(s->arena, s->target);
	struct traffic ours = {true, run->bytes_read, run->bytes_written};

	run->status = run_rounds(&sr);
	ours.read_bytes = run->bytes_read - ours.read_bytes;
	ours.written_bytes = run->bytes_written - ours.written_bytes;
	/* Of an I/O that failed nobody knows what the kernel counted. */
	if (stage->kind == STAGE_TEST && run->errors == 0)
		traffic_tell(s->arena, s->target, &before, &ours,
		    &run->counters);
	/* A failure of the last moment: nothing more is to be begun. */
	failed = iolog_recorder_failed(logfile_recorder(sr.log));
	if (failed != 0 && halt_failed(HALT_LOG, failed))
		run->status = RUN_FAILED;
	run->note = halt_note();
	if (run->note == NULL && s->target->simulation != NULL)
		run->note = simulation_note(s->arena, s->target->simulation);

	struct iolog_anchor anchor = logfile_anchor();

	iolog_recorder_anchor(logfile_recorder(sr.log), &anchor);
	logfile_begin_close(sr.log);
	if (stage->kind == STAGE_TEST)
		smart_counters(s->arena, s->target, "end", &run->counters);
	if (run->note == NULL)
		run->note = smart_amplification(s->arena, &run->counters);
	settle_log(closing, s);
	closing->run = run;
	closing->log = sr.log;
}

static void
idle(struct session *s, const struct plan_stage *stage, struct run_stage *run)
{
	uint64_t end = ticks_now() + ticks_of_ns(stage->duration_ns);
	uint64_t now;

	while ((now = ticks_now()) < end && halt_reason() == HALT_NO) {
		uint64_t left_ns = ticks_to_ns(end - now);

		crew_rest(s->crew, left_ns < LOOK_NS ? left_ns : LOOK_NS);
	}
	run->end_ns = run_ns(s, ticks_now());
	run->status = halted_status();
	run->note = halt_note();
}

static void
run_quiet_stage(struct session *s, const struct plan_stage *stage,
    struct run_stage *run)
{
	struct progress_place place = {
		.stage = stage->number,
		.nstages = (unsigned)s->plan->nstages,
		.step_s = (double)stage->duration_ns * 1e-9,
		.step_least_s = (double)stage->duration_ns * 1e-9,
		.rest = left_stages(s->plan, stage->number, s->target),
		.fill_bytes_per_s = left_fill_rate(s->run, 0),
	};

	snprintf(place.id, sizeof(place.id), "%s", stage->id);
	progress_at(&place);
	run->begin_ns = run_ns(s, ticks_now());
	/* Whoever goes on with this run must know that the drive was purged. */
	runfile_settle(s->runfile);
	if (halt_reason() != HALT_NO) {
		run->status = halted_status();
		run->note = halt_note();
		return;
	}
	if (stage->kind == STAGE_IDLE) {
		idle(s, stage, run);
		return;
	}
	run->status = stage->kind == STAGE_PROVISION ?
	    provision_target(s->arena, s->target, s->options->engine, stage,
	    run) : purge_target(s->arena, s->target, s->options->engine,
	    stage->method, &run->note);
	cache_keep(s->arena, &s->cache);
	run->end_ns = run_ns(s, ticks_now());
	if (run->status == RUN_FAILED)
		halt_request(HALT_THREAD);
}

static enum outcome
outcome_of(const struct session *s, bool log_failed)
{
	if (halt_reason() == HALT_SIGNAL)
		return OUTCOME_INTERRUPTED;
	if (halt_reason() != HALT_NO || log_failed)
		return OUTCOME_FAILED;
	if (!s->options->strict)
		return OUTCOME_DONE;
	for (size_t i = 0; i < s->plan->nstages; i++)
		if (s->run->stages[i].errors > 0 ||
		    (s->plan->stages[i].steady.window > 0 &&
		    s->run->stages[i].steady_round == 0))
			return OUTCOME_UNMET;
	return OUTCOME_DONE;
}

/* Of a run that goes on: what tests that are done found for those that are to
 * come. */
static void
find_rounds(struct session *s)
{
	const struct plan *plan = s->plan;

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_choice *choice = &plan->stages[i].choice;
		size_t k = 0;

		if (choice->line == 0 || s->run->stages[i].status !=
		    RUN_PENDING)
			continue;
		while (strcmp(plan->stages[k].id, choice->test) != 0)
			k++;
		if (s->run->stages[k].status == RUN_DONE &&
		    s->rounds[k].npoints == 0)
			s->rounds[k] = found_round(s->arena,
			    s->options->run_dir, s->run, &plan->stages[k],
			    &s->run->stages[k]);
	}
}

/* 'plateau status' has it from there. */
static void
note_stopping(void *data, const char *what)
{
	struct session *s = data;

	for (size_t i = 0; i < s->run->nstages; i++)
		if (s->run->stages[i].status == RUN_RUNNING)
			s->run->stages[i].note = arena_printf(s->arena,
			    "stopping: waiting for %s", what);
	runfile_changed(s->runfile, true);
}

/* A stage is not done without its log. */
static void
miss_logs(struct session *s)
{
	runfile_changed(s->runfile, true);
	runfile_settle(s->runfile);
	for (size_t i = 0; i < s->run->nstages; i++) {
		struct run_stage *stage = &s->run->stages[i];

		if (!runfile_misses_log(s->runfile, i))
			continue;
		stage->status = RUN_FAILED;
		stage->note = "its raw log was removed while the run went on";
	}
}

enum outcome
control_run(struct session *s)
{
	struct closing closing = {NULL, NULL, false};

	s->rounds = arena_array(s->arena, s->plan->nstages,
	    sizeof(*s->rounds));
	find_rounds(s);
	halt_set_hook(note_stopping, s);
	for (size_t i = 0; i < s->plan->nstages && halt_reason() == HALT_NO;
	    i++) {
		const struct plan_stage *stage = &s->plan->stages[i];
		struct run_stage *run = &s->run->stages[i];

		/* Of a run that is resumed. */
		if (run->status != RUN_PENDING)
			continue;
		run->status = RUN_RUNNING;
		if (run->nparts == 0)
			run->begin_ns = run_ns(s, ticks_now());
		runfile_changed(s->runfile, true);
		if (stage->kind != STAGE_FILL && stage->kind != STAGE_TEST)
			run_quiet_stage(s, stage, run);
		else
			run_io_stage(s, stage, run, &closing);
		runfile_changed(s->runfile, true);
	}
	settle_log(&closing, s);
	halt_set_hook(NULL, NULL);
	miss_logs(s);

	enum outcome outcome = outcome_of(s, closing.failed);

	s->run->status = outcome == OUTCOME_INTERRUPTED ? RUN_INTERRUPTED :
	    outcome == OUTCOME_FAILED ? RUN_FAILED : RUN_DONE;
	s->run->finished_ns = clock_ns(CLOCK_REALTIME);
	return outcome;
}
