/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/report.h"
#include "base/units.h"
#include "collect/fields.h"
#include "collect/halt.h"
#include "collect/progress.h"
#include "collect/ticks.h"

/* Quick enough to look alive, slow enough to read. */
#define PERIOD_NS 250000000u

/* "Now" is about this many periods long. */
#define WINDOW 4

static struct {
	const struct crew *crew;
	bool running, terminal;
	pthread_t thread;
	pthread_mutex_t place_lock;	/* the three below */
	struct progress_place place;
	uint64_t begun_ticks;
	uint64_t place_number;
	pthread_mutex_t print_lock;	/* shown, and the terminal */
	bool shown;
	pthread_mutex_t end_lock;
	pthread_cond_t end;
	bool ending;
} progress = {
	.place_lock = PTHREAD_MUTEX_INITIALIZER,
	.print_lock = PTHREAD_MUTEX_INITIALIZER,
	.end_lock = PTHREAD_MUTEX_INITIALIZER,
	.end = PTHREAD_COND_INITIALIZER,
};

/* The counters at the last few periods. */
struct history {
	struct live_sum sum[WINDOW];
	uint64_t ticks[WINDOW];
	unsigned next, count;
};

static void
clear_line(void)
{
	pthread_mutex_lock(&progress.print_lock);
	if (progress.shown)
		fputs("\r\033[K", stderr);
	progress.shown = false;
	pthread_mutex_unlock(&progress.print_lock);
}

/* What a line may take: not the last column, which wraps on some. */
static unsigned
terminal_columns(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == -1 || size.ws_col == 0)
		return 79;
	return size.ws_col - 1u;
}

static void
show_line(const char *line)
{
	pthread_mutex_lock(&progress.print_lock);
	fprintf(stderr, "\r%s\033[K", line);
	progress.shown = true;
	pthread_mutex_unlock(&progress.print_lock);
}

/* The fields of the line, in its order. */
enum {
	FIELD_STAGE, FIELD_ROUND, FIELD_STEP, FIELD_WHAT, FIELD_IOPS,
	FIELD_MEAN, FIELD_TAIL, FIELD_LEFT, NFIELDS
};

static const unsigned ranks[NFIELDS] = {
	[FIELD_LEFT] = 1, [FIELD_IOPS] = 2, [FIELD_TAIL] = 3,
	[FIELD_ROUND] = 4, [FIELD_STAGE] = 5, [FIELD_STEP] = 6,
	[FIELD_MEAN] = 7, [FIELD_WHAT] = 8,
};

/* What is left of the step by its bytes. */
static double
left_by_bytes(const struct progress_place *p, uint64_t bytes_done,
    double bytes_per_s)
{
	if (bytes_per_s <= 0 || p->step_bytes <= bytes_done)
		return 0;
	return (double)(p->step_bytes - bytes_done) / bytes_per_s;
}

static void
format_left(struct field *f, const struct progress_place *p,
    uint64_t bytes_done, double elapsed_s, double bytes_per_s)
{
	const char *kind = ticks_virtual != NULL ? " of virtual time" : "";
	struct left left = p->rest;
	double fill_rate = p->fill_bytes_per_s;
	double most_s = fmax(0, p->step_s - elapsed_s);
	double least_s = fmax(0, p->step_least_s - elapsed_s);
	char text[LEFT_TEXT];

	if (p->step_bytes > 0) {
		double bytes_s = left_by_bytes(p, bytes_done, bytes_per_s);

		if (p->step_s <= 0 || bytes_s < most_s)
			most_s = bytes_s;
		least_s = p->step_s <= 0 ? most_s : fmin(least_s, most_s);
	}
	/* A fill tells what the ones behind it will take. */
	if (p->step_s <= 0 && elapsed_s > 0 && bytes_done > 0)
		fill_rate = (double)bytes_done / elapsed_s;
	left.least_s += least_s;
	left.most_s += most_s;
	left_format(text, &left, fill_rate);
	snprintf(f->text, sizeof(f->text), "%s%s", text, kind);
	left.least_s = left.most_s;
	left_format(text, &left, fill_rate);
	snprintf(f->brief, sizeof(f->brief), "-%s", text + strlen("left "));
}

static void
format_now(struct field *fields, const struct live_sum *now, double seconds)
{
	char text[UNITS_TEXT];

	if (now->count == 0 || seconds <= 0) {
		snprintf(fields[FIELD_IOPS].text,
		    sizeof(fields[FIELD_IOPS].text), "0 IOPS");
		return;
	}
	snprintf(fields[FIELD_IOPS].text, sizeof(fields[FIELD_IOPS].text),
	    "%s IOPS", units_format_count(text, sizeof(text),
	    (double)now->count / seconds));
	snprintf(fields[FIELD_MEAN].text, sizeof(fields[FIELD_MEAN].text),
	    "mean %s", units_format_latency(text, sizeof(text),
	    live_mean_ns(now)));
	snprintf(fields[FIELD_TAIL].text, sizeof(fields[FIELD_TAIL].text),
	    "99 %% %s", units_format_latency(text, sizeof(text),
	    live_quantile_ns(now, 0.99)));
}

static void
format_place(struct field *fields, const struct progress_place *p,
    double done_frac)
{
	struct field *stage = &fields[FIELD_STAGE];
	struct field *round = &fields[FIELD_ROUND];
	struct field *step = &fields[FIELD_STEP];

	snprintf(stage->text, sizeof(stage->text), "[%u/%u] %s", p->stage,
	    p->nstages, p->id);
	snprintf(stage->brief, sizeof(stage->brief), "[%u/%u]", p->stage,
	    p->nstages);
	if (p->step_bytes > 0) {
		snprintf(round->text, sizeof(round->text), "%.0f %%",
		    100 * done_frac);
	} else if (p->nrounds > 0) {
		snprintf(round->text, sizeof(round->text), "round %u/%u",
		    p->round, p->nrounds);
		snprintf(step->text, sizeof(step->text), "step %u/%u",
		    p->step, p->nsteps);
	} else {
		return;
	}
	snprintf(fields[FIELD_WHAT].text, sizeof(fields[FIELD_WHAT].text),
	    "%s", p->what);
}

/* A stage or a round begins, and there is no terminal to rewrite a line on. */
static void
print_news(const struct progress_place *p, const struct progress_place *last)
{
	struct field left;

	if (p->stage == last->stage && p->round == last->round)
		return;
	format_left(&left, p, 0, 0, 0);
	if (p->nrounds > 0)
		fprintf(stderr, "[%u/%u] %s  round %u/%u  %s\n", p->stage,
		    p->nstages, p->id, p->round, p->nrounds, left.text);
	else
		fprintf(stderr, "[%u/%u] %s  %s\n", p->stage, p->nstages,
		    p->id, left.text);
}

static void
print_state(const struct progress_place *p, struct history *h,
    const struct live_sum *sum, uint64_t now_ticks, uint64_t begun_ticks,
    const struct live_sum *begun)
{
	unsigned oldest = h->count < WINDOW ? 0 : h->next;
	struct field fields[NFIELDS];
	char line[512];

	if (h->count == 0)
		return;
	struct live_sum recent = live_sum_since(sum, &h->sum[oldest]);
	double seconds = (double)ticks_to_ns(now_ticks - h->ticks[oldest]) *
	    1e-9;
	uint64_t done = sum->bytes - begun->bytes;

	memset(fields, 0, sizeof(fields));
	for (unsigned i = 0; i < NFIELDS; i++)
		fields[i].rank = ranks[i];
	format_place(fields, p, p->step_bytes == 0 ? 0 :
	    (double)done / (double)p->step_bytes);
	format_now(fields, &recent, seconds);
	format_left(&fields[FIELD_LEFT], p, done,
	    (double)ticks_to_ns(now_ticks - begun_ticks) * 1e-9,
	    seconds > 0 ? (double)recent.bytes / seconds : 0);
	fields_line(line, sizeof(line), fields, NFIELDS, terminal_columns());
	show_line(line);
}

/* Sleeps a period; true when it is time to end. */
static bool
wait_period(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	at.tv_nsec += PERIOD_NS;
	at.tv_sec += at.tv_nsec / 1000000000;
	at.tv_nsec %= 1000000000;
	pthread_mutex_lock(&progress.end_lock);
	if (!progress.ending)
		pthread_cond_clockwait(&progress.end, &progress.end_lock,
		    CLOCK_MONOTONIC, &at);
	bool ending = progress.ending;

	pthread_mutex_unlock(&progress.end_lock);
	return ending;
}

static void *
progress_main(void *data)
{
	static struct history h;
	struct progress_place last = {0};
	struct live_sum begun = {0};
	uint64_t seen = 0;

	(void)data;
	memset(&h, 0, sizeof(h));
	while (!wait_period()) {
		pthread_mutex_lock(&progress.place_lock);
		struct progress_place place = progress.place;
		uint64_t begun_ticks = progress.begun_ticks;
		uint64_t number = progress.place_number;

		pthread_mutex_unlock(&progress.place_lock);
		if (number == 0)
			continue;
		struct live_sum sum = crew_live(progress.crew);
		uint64_t now = ticks_now();

		if (number != seen) {
			begun = sum;
			/* What was before the step is not "now". */
			h.count = h.next = 0;
		}
		if (progress.terminal)
			print_state(&place, &h, &sum, now, begun_ticks, &begun);
		else if (number != seen)
			print_news(&place, &last);
		seen = number;
		last = place;
		h.sum[h.next] = sum;
		h.ticks[h.next] = now;
		h.next = (h.next + 1) % WINDOW;
		h.count++;
	}
	return NULL;
}

/* A terminal that cannot rewrite a line gets lines. */
static bool
has_a_terminal(void)
{
	const char *kind = getenv("TERM");

	return isatty(STDERR_FILENO) && kind != NULL && *kind != '\0' &&
	    strcmp(kind, "dumb") != 0;
}

void
progress_open(const struct crew *crew, bool quiet)
{
	progress.crew = crew;
	progress.terminal = has_a_terminal();
	progress.ending = false;
	progress.place_number = 0;
	if (quiet)
		return;
	report_set_line_hook(clear_line);
	halt_block_signals();
	progress.running = pthread_create(&progress.thread, NULL,
	    progress_main, NULL) == 0;
	halt_unblock_signals();
}

void
progress_close(void)
{
	if (!progress.running)
		return;
	pthread_mutex_lock(&progress.end_lock);
	progress.ending = true;
	pthread_cond_signal(&progress.end);
	pthread_mutex_unlock(&progress.end_lock);
	pthread_join(progress.thread, NULL);
	progress.running = false;
	clear_line();
	report_set_line_hook(NULL);
}

void
progress_at(const struct progress_place *place)
{
	if (!progress.running)
		return;
	pthread_mutex_lock(&progress.place_lock);
	progress.place = *place;
	progress.begun_ticks = ticks_now();
	progress.place_number++;
	pthread_mutex_unlock(&progress.place_lock);
}
