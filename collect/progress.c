/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/report.h"
#include "base/units.h"
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

static unsigned
terminal_width(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == -1 || size.ws_col < 20)
		return 80;
	return size.ws_col;
}

static void
show_line(char *line)
{
	unsigned width = terminal_width();

	/* Ids come from plans: no byte of theirs may steer the terminal. */
	for (char *p = line; *p != '\0'; p++)
		if ((unsigned char)*p < ' ' || (unsigned char)*p > '~')
			*p = '?';
	if (strlen(line) >= width)
		line[width - 1] = '\0';
	pthread_mutex_lock(&progress.print_lock);
	fprintf(stderr, "\r%s\033[K", line);
	progress.shown = true;
	pthread_mutex_unlock(&progress.print_lock);
}

static void
format_left(char *buffer, size_t size, const struct progress_place *p,
    uint64_t bytes_done, double elapsed_s, double bytes_per_s)
{
	const char *kind = ticks_virtual != NULL ? " of virtual time" : "";
	double least_s = fmax(0, p->step_least_s - elapsed_s);
	double most_s = fmax(0, p->step_s - elapsed_s);
	double bytes_s = 0;
	char least[UNITS_TEXT], most[UNITS_TEXT];

	if (bytes_per_s > 0 && p->step_bytes > bytes_done)
		bytes_s = (double)(p->step_bytes - bytes_done) / bytes_per_s;
	/* A drive may become slower: an amount says when a step with a length
	 * ends at the soonest, and when one without does. */
	if (p->step_bytes > 0)
		least_s = p->step_s > 0 ? fmin(least_s, bytes_s) : bytes_s;
	if (p->step_s <= 0)
		most_s = least_s;
	units_format_clock(least, sizeof(least),
	    (uint64_t)(p->rest_least_s + least_s + 0.5));
	units_format_clock(most, sizeof(most),
	    (uint64_t)(p->rest_most_s + most_s + 0.5));
	if (strcmp(least, most) == 0)
		snprintf(buffer, size, "left %s%s", least, kind);
	else
		snprintf(buffer, size, "left %s to %s%s", least, most, kind);
}

static void
format_now(char *buffer, size_t size, const struct live_sum *now,
    double seconds)
{
	char iops[UNITS_TEXT], mean[UNITS_TEXT], tail[UNITS_TEXT];

	if (now->count == 0 || seconds <= 0) {
		snprintf(buffer, size, "0 IOPS");
		return;
	}
	units_format_count(iops, sizeof(iops), (double)now->count / seconds);
	units_format_latency(mean, sizeof(mean), live_mean_ns(now));
	units_format_latency(tail, sizeof(tail), live_quantile_ns(now, 0.99));
	snprintf(buffer, size, "%s IOPS  mean %s  99 %% %s", iops, mean, tail);
}

static void
format_place(char *buffer, size_t size, const struct progress_place *p,
    double done_frac)
{
	if (p->step_bytes > 0 && p->nrounds == 0)
		snprintf(buffer, size, "[%u/%u] %s  %.0f %%  %s", p->stage,
		    p->nstages, p->id, 100 * done_frac, p->what);
	else if (p->nrounds > 0)
		snprintf(buffer, size, "[%u/%u] %s  round %u/%u  step %u/%u  "
		    "%s", p->stage, p->nstages, p->id, p->round, p->nrounds,
		    p->step, p->nsteps, p->what);
	else
		snprintf(buffer, size, "[%u/%u] %s", p->stage, p->nstages,
		    p->id);
}

/* A stage or a round begins, and there is no terminal to rewrite a line on. */
static void
print_news(const struct progress_place *p, const struct progress_place *last)
{
	char left[2 * UNITS_TEXT + 32];

	if (p->stage == last->stage && p->round == last->round)
		return;
	format_left(left, sizeof(left), p, 0, 0, 0);
	if (p->nrounds > 0)
		fprintf(stderr, "[%u/%u] %s  round %u/%u  %s\n", p->stage,
		    p->nstages, p->id, p->round, p->nrounds, left);
	else
		fprintf(stderr, "[%u/%u] %s  %s\n", p->stage, p->nstages,
		    p->id, left);
}

static void
print_state(const struct progress_place *p, struct history *h,
    const struct live_sum *sum, uint64_t now_ticks, uint64_t begun_ticks,
    const struct live_sum *begun)
{
	unsigned oldest = h->count < WINDOW ? 0 : h->next;
	char place[256], now[192], left[2 * UNITS_TEXT + 32], line[640];

	if (h->count == 0)
		return;
	struct live_sum recent = live_sum_since(sum, &h->sum[oldest]);
	double seconds = (double)(now_ticks - h->ticks[oldest]) * 1e-9;
	uint64_t done = sum->bytes - begun->bytes;

	format_place(place, sizeof(place), p, p->step_bytes == 0 ? 0 :
	    (double)done / (double)p->step_bytes);
	format_now(now, sizeof(now), &recent, seconds);
	format_left(left, sizeof(left), p, done,
	    (double)(now_ticks - begun_ticks) * 1e-9,
	    seconds > 0 ? (double)recent.bytes / seconds : 0);
	snprintf(line, sizeof(line), "%s  %s  %s", place, now, left);
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

void
progress_open(const struct crew *crew, bool quiet)
{
	progress.crew = crew;
	progress.terminal = isatty(STDERR_FILENO);
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
