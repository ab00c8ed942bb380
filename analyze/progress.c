/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "analyze/progress.h"
#include "base/clock.h"
#include "base/report.h"

/* Quick enough to look alive, slow enough to read. */
#define PERIOD_NS 250000000u

/* What was counted in less than this tells nothing of the rest. */
#define LEAST_S 1.0

static struct {
	bool active;
	size_t nlogs, at;		/* at: the log in hand, from 1 */
	uint64_t bytes, over_bytes;	/* all; those of the logs before */
	uint64_t spared_bytes;		/* of these, of logs not counted */
	uint64_t begun_ns;
	const char *path;
	uint64_t log_bytes;
	_Atomic uint64_t read_bytes;	/* of the log, in this pass */
	_Atomic unsigned pass;		/* from 1 */
	_Atomic uint64_t next_ns;	/* when the line is due again */
	pthread_mutex_t lock;		/* of the terminal */
	bool shown;
} progress = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void
clear_line(void)
{
	pthread_mutex_lock(&progress.lock);
	if (progress.shown)
		fputs("\r\033[K", stderr);
	progress.shown = false;
	pthread_mutex_unlock(&progress.lock);
}

void
progress_open(size_t nlogs, uint64_t bytes)
{
	const char *term = getenv("TERM");

	progress.active = isatty(STDERR_FILENO) == 1 && term != NULL &&
	    strcmp(term, "dumb") != 0;
	progress.nlogs = nlogs;
	progress.bytes = bytes;
	progress.begun_ns = clock_ns(CLOCK_MONOTONIC);
	if (progress.active)
		report_set_line_hook(clear_line);
}

void
progress_close(void)
{
	if (!progress.active)
		return;
	clear_line();
	report_set_line_hook(NULL);
	progress.active = false;
}

void
progress_log(const char *path, uint64_t bytes)
{
	progress.at++;
	progress.path = path;
	progress.log_bytes = bytes;
	atomic_store(&progress.read_bytes, 0);
	atomic_store(&progress.pass, 1);
}

void
progress_log_end(bool counted)
{
	progress.over_bytes += progress.log_bytes;
	if (!counted)
		progress.spared_bytes += progress.log_bytes;
	progress.log_bytes = 0;
	if (progress.active)
		clear_line();
}

void
progress_pass(void)
{
	atomic_fetch_add(&progress.pass, 1);
	atomic_store(&progress.read_bytes, 0);
}

/* The share of the log that was read in this pass. */
static double
pass_frac(void)
{
	double read_bytes = (double)atomic_load(&progress.read_bytes);

	if (progress.log_bytes == 0)
		return 1;
	return fmin(1, read_bytes / (double)progress.log_bytes);
}

/* The seconds that are left; NAN if that cannot be told yet.  The first pass is
 * about half of the work on a log: the later ones find most I/Os in memory. */
static double
left_s(void)
{
	double elapsed_s = (double)(clock_ns(CLOCK_MONOTONIC) -
	    progress.begun_ns) * 1e-9;
	double log_frac = pass_frac() / 2 +
	    (atomic_load(&progress.pass) > 1 ? 0.5 : 0);
	double done = (double)(progress.over_bytes - progress.spared_bytes) +
	    fmin(1, log_frac) * (double)progress.log_bytes;
	double all = (double)progress.bytes - (double)progress.spared_bytes;

	if (elapsed_s < LEAST_S || !(done > 0))
		return NAN;
	return fmax(0, elapsed_s * (all - done) / done);
}

static void
format_left(char *text, size_t size)
{
	double left = left_s();

	if (!isfinite(left))
		text[0] = '\0';
	else if (left < 120)
		snprintf(text, size, "  left about %.0f s", ceil(left));
	else
		snprintf(text, size, "  left about %.0f min",
		    ceil(left / 60));
}

static void
show_line(void)
{
	struct winsize window;
	char left[64], state[128], total[32] = "";
	size_t columns = 79, room, length = strlen(progress.path);

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 &&
	    window.ws_col > 0)
		columns = window.ws_col - 1u;
	format_left(left, sizeof(left));
	if (progress.nlogs > 0)
		snprintf(total, sizeof(total), "/%zu", progress.nlogs);
	snprintf(state, sizeof(state), "[%zu%s]  pass %u  %.0f %%%s  ",
	    progress.at, total, atomic_load(&progress.pass),
	    floor(100 * pass_frac()), left);
	/* The end of a path tells more than its beginning. */
	room = columns > strlen(state) ? columns - strlen(state) : 0;
	if (room > 0 && length > room)
		length = room;
	fprintf(stderr, "\r%.*s%s\033[K", (int)columns, state, room == 0 ? "" :
	    progress.path + strlen(progress.path) - length);
	progress.shown = true;
}

void
progress_add(uint64_t bytes)
{
	uint64_t now, due;

	if (!progress.active)
		return;
	atomic_fetch_add(&progress.read_bytes, bytes);
	now = clock_ns(CLOCK_MONOTONIC);
	due = atomic_load(&progress.next_ns);
	if (now < due || !atomic_compare_exchange_strong(&progress.next_ns,
	    &due, now + PERIOD_NS))
		return;
	pthread_mutex_lock(&progress.lock);
	show_line();
	pthread_mutex_unlock(&progress.lock);
}
