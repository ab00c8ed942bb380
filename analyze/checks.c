/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analyze/checks.h"
#include "analyze/identity.h"
#include "analyze/label.h"
#include "analyze/rates.h"
#include "base/units.h"

/* Little's law: the I/Os in flight, IOPS x mean latency, cannot exceed threads
 * x depth; if they fall below this share of it, the host did not keep the
 * drive busy. */
#define BUSY_FRAC 0.9

/* Rounding and the moment of the stamps leave this much above. */
#define FULL_FRAC 1.001

/* Fewer I/Os than this for each that is in flight are mostly the beginning and
 * the end of a step. */
#define LITTLE_LEAST 20

/* A pause between steps that a drive could use to recover. */
#define PAUSE_NS 100000000u

/* A step that measured less than this share of its time. */
#define SHORT_FRAC 0.95

/* The last I/Os of a step come back within the mean latency or so; one that goes
 * on for longer than so many of them, than this share of its time and than
 * PAUSE_NS is too long. */
#define DRAIN_LATENCIES 2
#define LONG_FRAC 0.1

/* NTP slews by no more; a larger difference of two clocks is a fault. */
#define DRIFT_PPM 500

/* A log is to have a reading of all clocks so often. */
#define ANCHOR_MOST_NS 60e9

/* More of a processor's time than this for each thread: the host's limit may
 * have been measured. */
#define CPU_FRAC 0.9

/* What run.xml says of a stage that never came to its end is of some moment
 * before. */
static bool
was_cut_off(const struct test *t)
{
	return t->run != NULL && t->run->status == RUN_RUNNING;
}

static uint64_t
largest(uint64_t one, uint64_t other)
{
	return one > other ? one : other;
}

struct counts
counts_of(const struct test *t)
{
	const struct scan *s = t->scan;
	bool told = t->run != NULL && !was_cut_off(t);
	/* Of several logs the last one tells its own. */
	bool ended = s->ended && s->nsources < 2;
	struct counts c = {.analysed = s->read};

	c.issued_least = largest(s->read, s->submits);
	if (t->run != NULL)
		c.issued_least = largest(c.issued_least, t->run->issued);

	for (size_t i = 0; i < s->nsteps; i++) {
		const struct tally *all = &s->steps[i]->op[OP_ALL];

		c.ramp += all->ramp;
		c.drained += all->drained;
		c.failed += all->failed;
	}
	if (told && t->run->issued > 0) {
		c.issued = t->run->issued;
		c.issued_known = true;
	} else if (ended && !was_cut_off(t)) {
		c.issued = s->totals.submits;
		c.issued_known = true;
	}
	if (ended) {
		c.logged = s->totals.completions;
		c.logged_known = true;
	} else if (told && t->run->logged > 0) {
		c.logged = t->run->logged;
		c.logged_known = true;
	}
	return c;
}

static void
check_counts(struct analysis *a, const struct test *t)
{
	struct counts c = counts_of(t);

	if (!c.issued_known && a->state == RUN_IS_LIVE)
		analysis_check(a, "counts", t->id, CHECK_WARN,
		    "%" PRIu64 " I/Os analysed; the test is still running",
		    c.analysed);
	else if (!c.issued_known)
		analysis_check(a, "counts", t->id, CHECK_WARN,
		    "at least %" PRIu64 " I/Os issued, %" PRIu64 " analysed; "
		    "how many more there were is not known, because the run "
		    "was cut off", c.issued_least, c.analysed);
	else if (!c.logged_known)
		analysis_check(a, "counts", t->id, CHECK_FAIL,
		    "%" PRIu64 " I/Os issued, %" PRIu64 " analysed; how many "
		    "were logged is not known, because the log was cut off",
		    c.issued, c.analysed);
	else if (c.issued == c.logged && c.logged == c.analysed)
		analysis_check(a, "counts", t->id, CHECK_PASS,
		    "issued = logged = analysed = %" PRIu64, c.issued);
	else
		analysis_check(a, "counts", t->id, CHECK_FAIL,
		    "%" PRIu64 " I/Os issued, %" PRIu64 " logged, %" PRIu64
		    " analysed", c.issued, c.logged, c.analysed);
}

/* Each step of the log against its own count, and all against the stage's. */
static void
check_step_counts(struct analysis *a, const struct test *t)
{
	const struct cell *c = t->cells;
	uint64_t sum = 0;

	while (t->nexcess > 0 && !c->excess)
		c++;
	if (t->nexcess == 1)
		analysis_check(a, "counts", t->id, CHECK_FAIL,
		    "the log has more I/Os of step %" PRIu32 " than were "
		    "issued, %" PRIu64 " of %" PRIu64 ": its round is "
		    "incomplete and in no window", c->scan->number,
		    test_step_read(c->scan), c->run->issued);
	if (t->nexcess > 1)
		analysis_check(a, "counts", t->id, CHECK_FAIL,
		    "the log has more I/Os of %zu steps than were issued, the "
		    "first is step %" PRIu32 " with %" PRIu64 " of %" PRIu64
		    ": such a round is incomplete and in no window",
		    t->nexcess, c->scan->number, test_step_read(c->scan),
		    c->run->issued);
	if (t->run == NULL || t->run->nsteps == 0 || was_cut_off(t))
		return;
	for (size_t i = 0; i < t->run->nsteps; i++)
		sum += t->run->steps[i].issued;
	if (sum != t->run->issued)
		analysis_check(a, "counts", t->id, CHECK_FAIL,
		    "by run.xml %" PRIu64 " I/Os were issued, and %" PRIu64
		    " in its steps", t->run->issued, sum);
}

static void
check_log(struct analysis *a, const struct test *t)
{
	const struct scan *s = t->scan;

	if (s->ndamages == 1)
		analysis_check(a, "log", t->id, CHECK_FAIL,
		    "the log is damaged at byte %" PRIu64 ": %" PRIu64
		    " bytes skipped, at least %" PRIu64 " I/Os missing",
		    s->first_damage.begin_bytes, s->damaged_bytes, s->missing);
	else if (s->ndamages > 0)
		analysis_check(a, "log", t->id, CHECK_FAIL,
		    "the log is damaged in %zu places, the first at byte %"
		    PRIu64 ": %" PRIu64 " bytes skipped, at least %" PRIu64
		    " I/Os missing", s->ndamages, s->first_damage.begin_bytes,
		    s->damaged_bytes, s->missing);
	else if (s->truncated && a->state == RUN_IS_LIVE)
		analysis_check(a, "log", t->id, CHECK_WARN,
		    "the log is read up to byte %" PRIu64 ": the run is still "
		    "going on", s->end_bytes);
	else if (s->truncated)
		analysis_check(a, "log", t->id, CHECK_FAIL,
		    "the log ends at byte %" PRIu64 " without its end mark: "
		    "what came behind is lost", s->end_bytes);
	else if (s->nlosses > 0)
		analysis_check(a, "log", t->id, CHECK_FAIL,
		    "the log was repaired: in %zu %s, the first at byte %"
		    PRIu64 " of what it was, %" PRIu64 " bytes were lost, at "
		    "least %" PRIu64 " I/Os missing", s->nlosses,
		    s->nlosses == 1 ? "place" : "places",
		    s->first_loss.begin_bytes, s->lost_bytes, s->missing);
	else if (s->header_damaged)
		analysis_check(a, "log", t->id, CHECK_WARN,
		    "the log's header is damaged; its copy was used, and "
		    "nothing is missing");
	else if (s->missing > 0)
		analysis_check(a, "log", t->id, CHECK_FAIL,
		    "the numbering of the log shows %" PRIu64
		    " I/Os missing", s->missing);
	else
		analysis_check(a, "log", t->id, CHECK_PASS,
		    "the log is whole");
	if (s->tail_bytes > 0)
		analysis_check(a, "log", t->id, CHECK_WARN,
		    "%" PRIu64 " bytes behind the end of the log do not belong "
		    "to it, and were ignored", s->tail_bytes);
	if (s->repeated > 0)
		analysis_check(a, "repeated", t->id, CHECK_WARN,
		    "%" PRIu64 " I/Os of rounds that were interrupted and run "
		    "again are in the logs and in no statistic", s->repeated);
	if (s->late > 0)
		analysis_check(a, "seconds", t->id, CHECK_WARN,
		    "%" PRIu64 " I/Os came later than %u s and are not in "
		    "seconds.tsv", s->late, SCAN_SECONDS);
}

static void
check_errors(struct analysis *a, const struct test *t)
{
	struct counts c = counts_of(t);

	if (c.failed > 0)
		analysis_check(a, "errors", t->id, CHECK_FAIL,
		    "%" PRIu64 " I/Os failed, came back short or never; they "
		    "are in no statistic", c.failed);
	else
		analysis_check(a, "errors", t->id, CHECK_PASS,
		    "no I/O failed");
}

/* I/Os in flight on average, as a share of threads x depth. */
static double
busy_share(const struct scan_step *s)
{
	const struct factors *f = &s->factors;
	double flying = (double)f->value[FACTOR_THREADS] *
	    (double)f->value[FACTOR_DEPTH];
	uint64_t count = s->op[OP_ALL].latency.count;

	/* A fixed rate keeps in flight what the rate needs, not the depth. */
	if (!s->has_factors || f->value[FACTOR_RATE] > 0 ||
	    (double)count < LITTLE_LEAST * flying)
		return NAN;
	return (double)s->op[OP_ALL].latency.sum /
	    (double)test_step_ns(s) / flying;
}

/* The shares of the steps of a test, or of those with one I/O in flight. */
struct shares {
	size_t n, nlow;			/* steps, and those below BUSY_FRAC */
	double least, most;
	const struct cell *least_at, *most_at;
};

static struct shares
shares_of(const struct test *t, bool alone)
{
	struct shares r = {.least = INFINITY};

	for (size_t i = 0; i < t->ncells; i++) {
		const struct cell *c = &t->cells[i];
		const int64_t *value = c->scan->factors.value;
		double share = busy_share(c->scan);

		if (!c->done || !isfinite(share) || (alone &&
		    value[FACTOR_THREADS] * value[FACTOR_DEPTH] != 1))
			continue;
		r.n++;
		r.nlow += share < BUSY_FRAC;
		if (share < r.least) {
			r.least = share;
			r.least_at = c;
		}
		if (share > r.most) {
			r.most = share;
			r.most_at = c;
		}
	}
	return r;
}

static void
check_little(struct analysis *a, const struct test *t)
{
	struct shares r = shares_of(t, false);

	if (r.n == 0)
		return;
	if (r.most > FULL_FRAC)
		analysis_check(a, "little", t->id, CHECK_FAIL,
		    "IOPS x mean latency is %.2f %% of threads x depth in "
		    "step %" PRIu32 " (%s), which cannot be", 100 * r.most,
		    r.most_at->scan->number, test_point_label(a->arena, t,
		    &r.most_at->scan->factors));
	else if (r.nlow > 0)
		analysis_check(a, "little", t->id, CHECK_WARN,
		    "in %zu of %zu %s fewer than %.0f %% of threads x depth "
		    "were in flight, least %.1f %% in step %" PRIu32 " (%s): "
		    "there the host was part of the limit", r.nlow, r.n,
		    r.n == 1 ? "step" : "steps", 100 * BUSY_FRAC,
		    100 * r.least, r.least_at->scan->number,
		    test_point_label(a->arena, t, &r.least_at->scan->factors));
	else
		analysis_check(a, "little", t->id, CHECK_PASS,
		    "IOPS x mean latency is %.1f to %.1f %% of threads x "
		    "depth", 100 * r.least, 100 * r.most);
}

/* The same law, as the PTS has it of its latency test. */
static void
check_art(struct analysis *a, const struct test *t)
{
	struct shares r = shares_of(t, true);

	if (r.n > 0)
		analysis_check(a, "art", t->id, r.nlow > 0 ||
		    r.most > FULL_FRAC ? CHECK_WARN : CHECK_PASS,
		    "with one I/O in flight mean latency is %.1f to %.1f %% of "
		    "1 / IOPS", 100 * r.least, 100 * r.most);
}

static uint64_t
first_ns(const struct scan_step *s)
{
	return s->ramp_first_ns < s->first_submit_ns ? s->ramp_first_ns :
	    s->first_submit_ns;
}

static uint64_t
last_ns(const struct scan_step *s)
{
	return s->ramp_last_ns > s->last_complete_ns ? s->ramp_last_ns :
	    s->last_complete_ns;
}

/* The time without I/O between a step and the one before, but for the pause that
 * the plan asks for; 0 if there is none, or it is not known. */
static uint64_t
gap_ns(const struct scan_step *before, const struct scan_step *step)
{
	uint64_t end = last_ns(before), begin = first_ns(step);
	uint64_t asked = !before->has_factors ? 0 :
	    (uint64_t)before->factors.value[FACTOR_PAUSE];

	if (begin == UINT64_MAX || end == 0 || begin <= end)
		return 0;
	return begin - end > asked ? begin - end - asked : 0;
}

static void
check_resumed(struct analysis *a, const struct test *t)
{
	size_t resumed = test_resumed(t);

	if (resumed > 0)
		analysis_check(a, "gaps", t->id, CHECK_WARN,
		    "the test was interrupted and resumed %zu %s", resumed,
		    resumed == 1 ? "time" : "times");
}

static void
check_gaps(struct analysis *a, const struct test *t)
{
	char text[UNITS_TEXT];
	uint64_t longest = 0;
	uint32_t behind = 0;
	bool asked = false;

	for (size_t i = 1; i < t->ncells; i++) {
		const struct scan_step *before = t->cells[i - 1].scan;
		uint64_t gap = gap_ns(before, t->cells[i].scan);

		asked = asked || (before->has_factors &&
		    before->factors.value[FACTOR_PAUSE] > 0);
		if (gap > longest) {
			longest = gap;
			behind = before->number;
		}
	}
	units_format_latency(text, sizeof(text), (double)longest);
	check_resumed(a, t);
	if (longest > 0 && asked)
		analysis_check(a, "gaps", t->id,
		    longest > PAUSE_NS ? CHECK_WARN : CHECK_PASS,
		    "longest pause between steps beyond those that were asked "
		    "for: %s, behind step %" PRIu32, text, behind);
	else if (longest > 0)
		analysis_check(a, "gaps", t->id,
		    longest > PAUSE_NS ? CHECK_WARN : CHECK_PASS,
		    "longest pause between steps: %s, behind step %" PRIu32,
		    text, behind);
	else if (t->ncells > 1)
		analysis_check(a, "gaps", t->id, CHECK_PASS, asked ?
		    "no pause between steps beyond those that were asked for" :
		    "no pause between steps");
}

static void
check_stalls(struct analysis *a, const struct test *t)
{
	char text[UNITS_TEXT];

	if (t->scan->nstalls == 0 && !t->measures)
		return;
	if (t->scan->nstalls == 0) {
		analysis_check(a, "stalls", t->id, CHECK_PASS,
		    "submission never waited for the log");
		return;
	}
	units_format_latency(text, sizeof(text), (double)t->scan->stall_ns);
	analysis_check(a, "stalls", t->id, CHECK_WARN,
	    "submission stood still %" PRIu64 " %s, %s in all, because the "
	    "log was not taken fast enough", t->scan->nstalls,
	    t->scan->nstalls == 1 ? "time" : "times", text);
}

static void
check_short(struct analysis *a, const struct test *t)
{
	size_t nshort = 0;
	double least = INFINITY;
	uint32_t at = 0;

	/* The plan's own terms may end a step earlier. */
	if (test_has_amount(t) ||
	    (t->steady_asked && t->plan->steady.every > 0))
		return;

	for (size_t i = 0; i < t->ncells; i++) {
		const struct scan_step *s = t->cells[i].scan;
		double share;

		if (!t->cells[i].done || s->duration_ns == 0)
			continue;
		share = (double)test_step_ns(s) / (double)s->duration_ns;
		nshort += share < SHORT_FRAC;
		if (share < least) {
			least = share;
			at = s->number;
		}
	}
	if (nshort == 0 && isfinite(least))
		analysis_check(a, "short", t->id, CHECK_PASS,
		    "every step measured %.1f %% of its time or more",
		    floor(1000 * least) / 10);
	if (nshort == 1)
		analysis_check(a, "short", t->id, CHECK_WARN,
		    "step %" PRIu32 " is shorter than asked: %.1f %% of its "
		    "time", at, 100 * least);
	if (nshort > 1)
		analysis_check(a, "short", t->id, CHECK_WARN,
		    "%zu steps are shorter than asked, step %" PRIu32
		    " only %.1f %% of its time", nshort, at, 100 * least);
}

/* How long a step went on behind its time; 0 if that is what its last I/Os
 * take. */
static uint64_t
excess_ns(const struct scan_step *s)
{
	const struct moments *latency = &s->op[OP_ALL].latency;
	uint64_t took = test_step_ns(s);

	if (s->duration_ns == 0 || took <= s->duration_ns)
		return 0;

	double excess = (double)(took - s->duration_ns);

	return excess > PAUSE_NS &&
	    excess > LONG_FRAC * (double)s->duration_ns &&
	    excess * (double)latency->count > DRAIN_LATENCIES *
	    (double)latency->sum ? took - s->duration_ns : 0;
}

/* What the collector saw: it slept for too long. */
static size_t
check_stopped(struct analysis *a, const struct test *t)
{
	const struct run_gap *longest = NULL;
	char text[UNITS_TEXT];
	size_t n = 0;

	for (size_t i = 0; t->run != NULL && i < t->run->ngaps; i++) {
		const struct run_gap *gap = &t->run->gaps[i];

		if (strcmp(gap->why, "host-stopped") != 0 ||
		    gap->end_ns <= gap->begin_ns)
			continue;
		n++;
		if (longest == NULL || gap->end_ns - gap->begin_ns >
		    longest->end_ns - longest->begin_ns)
			longest = gap;
	}
	if (n == 0)
		return 0;
	units_format_latency(text, sizeof(text), (double)(longest->end_ns -
	    longest->begin_ns));
	if (n == 1)
		analysis_check(a, "long", t->id, CHECK_WARN,
		    "the host stood still in step %" PRIu32 ", for %s: "
		    "latencies there are not the drive's", longest->step,
		    text);
	else
		analysis_check(a, "long", t->id, CHECK_WARN,
		    "the host stood still in %zu steps, longest in step %"
		    PRIu32 ", for %s: latencies there are not the drive's", n,
		    longest->step, text);
	return n;
}

static void
check_long(struct analysis *a, const struct test *t)
{
	size_t nsteps = 0, nlong = 0, nstopped = check_stopped(a, t);
	char text[UNITS_TEXT];
	uint64_t longest = 0;
	uint32_t at = 0;

	for (size_t i = 0; i < t->ncells; i++) {
		const struct scan_step *s = t->cells[i].scan;
		uint64_t excess = excess_ns(s);

		nsteps += s->duration_ns > 0;
		nlong += excess > 0;
		if (excess > longest) {
			longest = excess;
			at = s->number;
		}
	}
	units_format_latency(text, sizeof(text), (double)longest);
	if (nlong == 0 && nstopped == 0 && nsteps > 0)
		analysis_check(a, "long", t->id, CHECK_PASS,
		    "no step went on for long behind its time");
	if (nlong == 1)
		analysis_check(a, "long", t->id, CHECK_WARN,
		    "step %" PRIu32 " went on for %s behind its time: the host "
		    "stood still, or the drive", at, text);
	if (nlong > 1)
		analysis_check(a, "long", t->id, CHECK_WARN,
		    "%zu steps went on for long behind their time, step %"
		    PRIu32 " for %s: the host stood still, or the drive",
		    nlong, at, text);
}

static void
check_rates(struct analysis *a, const struct test *t)
{
	struct rates_asked r = rates_asked(t);

	if (r.nsteps > 0 && r.nmissed == 0)
		analysis_check(a, "rate", t->id, CHECK_PASS,
		    "every step has the rate that was asked for");
	if (r.nmissed == 1)
		analysis_check(a, "rate", t->id, CHECK_WARN,
		    "step %" PRIu32 " reached %.0f of the %.0f I/Os a second "
		    "that were asked for", r.step, r.reached_per_s,
		    r.asked_per_s);
	if (r.nmissed > 1)
		analysis_check(a, "rate", t->id, CHECK_WARN,
		    "%zu steps did not reach their rate, step %" PRIu32
		    " only %.0f of the %.0f I/Os a second that were asked for",
		    r.nmissed, r.step, r.reached_per_s, r.asked_per_s);
}

static void
check_backwards(struct analysis *a, const struct test *t)
{
	const struct run_gap *first = NULL;
	size_t n = 0;

	for (size_t i = 0; t->run != NULL && i < t->run->ngaps; i++) {
		const struct run_gap *gap = &t->run->gaps[i];

		if (strcmp(gap->why, "clock-backwards") != 0)
			continue;
		if (n++ == 0)
			first = gap;
	}
	if (first != NULL)
		analysis_check(a, "clock", t->id, CHECK_FAIL,
		    "the clock went backwards in %zu %s, the first is step %"
		    PRIu32 ": its latencies are not known", n,
		    n == 1 ? "step" : "steps", first->step);
}

static void
check_clock(struct analysis *a, const struct test *t)
{
	const struct iolog_header *h = &t->scan->header;
	const struct iolog_anchor *last = &t->scan->last_anchor;
	double here, there, ppm;

	if (h->clock == IOLOG_CLOCK_VIRTUAL && !t->measures)
		return;
	if (h->clock == IOLOG_CLOCK_VIRTUAL) {
		analysis_check(a, "clock", t->id, CHECK_PASS,
		    "time is virtual: there is no other clock to differ from");
		return;
	}
	if (t->scan->nanchors == 0 ||
	    last->monotonic_ns <= h->anchor.monotonic_ns)
		return;
	here = (double)frameio_since_anchor(h, last->ticks);
	there = (double)(last->monotonic_ns - h->anchor.monotonic_ns);
	/* Two readings are some microseconds apart: a second is needed to
	 * tell parts per million. */
	if (there < 1e9)
		return;
	ppm = 1e6 * (here - there) / there;
	if (fabs(ppm) < 0.05)
		ppm = 0;		/* and not -0.0 */
	if ((double)t->scan->nanchors < floor(there / ANCHOR_MOST_NS))
		analysis_check(a, "clock", t->id, CHECK_WARN,
		    "the log has only %zu readings of the clocks in %.0f s: "
		    "not one a minute", t->scan->nanchors, there / 1e9);
	analysis_check(a, "clock", t->id,
	    fabs(ppm) > DRIFT_PPM ? CHECK_FAIL : CHECK_PASS,
	    "the clock of the log differs from the system's by %.1f ppm over "
	    "%.0f s", ppm, there / 1e9);
}

static void
check_cpu(struct analysis *a, const struct test *t)
{
	size_t nbusy = 0;
	double most = 0;
	uint32_t at = 0;

	/* Virtual time waits for the host. */
	if (a->run != NULL && a->run->simulated)
		return;
	for (size_t i = 0; i < t->ncells; i++) {
		const struct cell *c = &t->cells[i];
		double seconds = test_seconds(test_step_ns(c->scan));
		double share;

		if (!c->done || c->run == NULL || !c->scan->has_factors)
			continue;
		share = (c->run->cpu_user_s + c->run->cpu_sys_s) / seconds /
		    (double)c->scan->factors.value[FACTOR_THREADS];
		nbusy += share > CPU_FRAC;
		if (share > most) {
			most = share;
			at = c->scan->number;
		}
	}
	if (nbusy == 0 && most > 0)
		analysis_check(a, "cpu", t->id, CHECK_PASS,
		    "no step took more than %.0f %% of a processor a thread",
		    ceil(100 * most));
	if (nbusy == 1)
		analysis_check(a, "cpu", t->id, CHECK_WARN,
		    "step %" PRIu32 " took more than %.0f %% of a processor a "
		    "thread, %.0f %%: the host may be the limit", at,
		    100 * CPU_FRAC, 100 * most);
	if (nbusy > 1)
		analysis_check(a, "cpu", t->id, CHECK_WARN,
		    "%zu steps took more than %.0f %% of a processor a thread, "
		    "step %" PRIu32 " %.0f %%: the host may be the limit",
		    nbusy, 100 * CPU_FRAC, at, 100 * most);
}

static void
check_foreign(struct analysis *a, const struct test *t)
{
	static const char *const names[] = {
		"foreign_read_bytes", "foreign_written_bytes",
	};
	char text[2][UNITS_TEXT];
	const char *why;

	for (size_t i = 0; i < 2; i++) {
		const char *value = t->run == NULL ? NULL :
		    facts_get(&t->run->counters, names[i]);
		uint64_t bytes;

		if (value == NULL || units_parse_whole(value, 0, UINT64_MAX,
		    &bytes, &why) == -1)
			return;
		units_format_capacity(text[i], sizeof(text[i]), bytes);
	}
	analysis_check(a, "foreign", t->id, CHECK_WARN,
	    "other programs read %s and wrote %s on the disk during the test: "
	    "it was not measured alone", text[0], text[1]);
}

static void
check_empty(struct analysis *a, const struct test *t)
{
	const struct cell *c = t->cells;

	if (t->nempty == 0)
		return;
	while (!c->empty)
		c++;
	analysis_check(a, "empty", t->id, CHECK_FAIL,
	    "%zu %s to the end without a counted I/O, %sstep %" PRIu32
	    " (%s) of round %" PRIu32 ": such a round is incomplete and in no "
	    "window", t->nempty, t->nempty == 1 ? "step ran" : "steps ran",
	    t->nempty == 1 ? "" : "the first is ", c->scan->number,
	    test_point_label(a->arena, t, &c->scan->factors), c->round);
}

/* A value of a tracked variable in a unit for people. */
static const char *
track_text(struct analysis *a, const struct result_track *r, double value)
{
	char text[UNITS_TEXT];

	if (strcmp(r->metric, "lat_mean") != 0)
		return label_number(a->arena, value);
	return arena_strdup(a->arena, units_format_latency(text, sizeof(text),
	    value));
}

/* Why the window is not steady: each limit that is passed. */
static void
tell_why_not(struct analysis *a, const struct test *t)
{
	const struct window *w = &t->windows[t->chosen];

	if (w->spans_gap)
		analysis_check(a, "steady", t->id, CHECK_WARN,
		    "rounds %u to %u lie on both sides of an interruption",
		    w->first, w->last);
	for (size_t i = 0; i < t->plan->steady.ntracks; i++) {
		const struct result_track *r = &w->tracks[i];

		if (!isfinite(r->average)) {
			analysis_check(a, "steady", t->id, CHECK_WARN,
			    "%s is not known in all of rounds %u to %u",
			    r->label, w->first, w->last);
			continue;
		}
		if (!r->range_met)
			analysis_check(a, "steady", t->id, CHECK_WARN,
			    "%s: range %s in rounds %u to %u, at most %s",
			    r->label, track_text(a, r, r->range_measured),
			    w->first, w->last,
			    track_text(a, r, r->range_allowed));
		if (!r->slope_met)
			analysis_check(a, "steady", t->id, CHECK_WARN,
			    "%s: slope %s in rounds %u to %u, at most %s",
			    r->label, track_text(a, r, r->slope_measured),
			    w->first, w->last,
			    track_text(a, r, r->slope_allowed));
	}
}

static void
check_steady(struct analysis *a, const struct test *t)
{
	if (!t->measures || !t->steady_asked)
		return;
	if (t->steady_reached)
		analysis_check(a, "steady", t->id, CHECK_PASS,
		    "steady in rounds %u to %u", t->window_first,
		    t->window_last);
	else if (t->nwindows > 0)
		analysis_check(a, "steady", t->id, CHECK_WARN,
		    "steady state was not reached in %u %s", test_rounds(t),
		    test_rounds(t) == 1 ? "round" : "rounds");
	else
		analysis_check(a, "steady", t->id, CHECK_WARN,
		    "complete rounds %u, the steady-state rule needs %u in a "
		    "row", test_rounds(t), t->plan->steady.window);
	if (!t->steady_reached && t->nwindows > 0)
		tell_why_not(a, t);
	/* The collector knows the plan's own rule alone. */
	if (a->rule == NULL && t->run != NULL && t->run->steady_round > 0 &&
	    (!t->steady_reached || t->run->steady_round != t->window_last))
		analysis_check(a, "steady", t->id, CHECK_WARN,
		    "the collector found the plateau in round %" PRIu32
		    ", the log says otherwise", t->run->steady_round);
}

static void
check_exact(struct analysis *a, const struct test *t)
{
	if (!t->exact)
		analysis_check(a, "exact", t->id, CHECK_FAIL,
		    "percentiles are not known: the log could not be read "
		    "a second time");
}

void
checks_test(struct analysis *a, const struct test *t)
{
	identity_test(a, t);
	check_counts(a, t);
	check_step_counts(a, t);
	check_log(a, t);
	check_exact(a, t);
	check_errors(a, t);
	check_steady(a, t);
	check_stalls(a, t);
	check_backwards(a, t);
	check_clock(a, t);
	if (!t->measures)
		return;
	check_empty(a, t);
	check_little(a, t);
	check_art(a, t);
	check_gaps(a, t);
	check_short(a, t);
	check_long(a, t);
	check_rates(a, t);
	check_cpu(a, t);
	check_foreign(a, t);
}
