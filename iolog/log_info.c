/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/report.h"
#include "base/units.h"
#include "base/utf8.h"
#include "iolog/frame.h"
#include "iolog/log.h"

static const char usage[] =
"usage: plateau log info [--steps] FILE\n"
"Prints what a raw log says of itself and what is in it: clock, streams,\n"
"counts, bytes per I/O, what was lost before a repair, and the steps.\n"
"\n"
"  --steps  print the steps even if they are more than 20\n"
"  --help   print this\n";

/* Lists longer than this are only counted, unless asked for. */
#define STEPS_MOST 20u
#define LOSSES_MOST 20u

/* A step, with its texts. */
struct named_step {
	struct iolog_step step;
	char text[FRAME_EVENT_MOST];
};

struct counts {
	uint64_t nsteps, nlosses;
	struct named_step *steps;	/* the first STEPS_MOST */
	struct iolog_loss losses[LOSSES_MOST];
	uint64_t nframes, ncompletions, nsubmits, nerrors, nstalls, nanchors;
	uint64_t nage, nlatency;	/* data frames of each form */
	uint64_t all_bytes;
};

/* Text of the file, without what a terminal would obey; line ends only of text
 * that has lines. */
static void
print_text(const char *text, bool has_lines)
{
	while (*text != '\0') {
		uint32_t c = 0;
		size_t n = utf8_read(text, &c);

		if (n > 0 && ((c == '\n' && has_lines) || !utf8_is_obeyed(c)))
			fwrite(text, 1, n, stdout);
		else
			putchar('?');
		text += n == 0 ? 1 : n;
	}
}

static const char *
clock_name(enum iolog_clock clock)
{
	switch (clock) {
	case IOLOG_CLOCK_MONOTONIC_RAW:
		return "CLOCK_MONOTONIC_RAW";
	case IOLOG_CLOCK_TSC:
		return "time stamp counter";
	case IOLOG_CLOCK_VIRTUAL:
		return "virtual";
	}
	return "unknown";
}

static void
print_header(const struct iolog_header *h)
{
	char when[UNITS_TEXT];

	printf("run         ");
	for (size_t i = 0; i < sizeof(h->run_uuid); i++)
		printf("%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" :
		    "", h->run_uuid[i]);
	printf("\nbegun       %s%s\n",
	    units_format_utc(when, sizeof(when), h->anchor.realtime_ns),
	    h->simulated ? " (SIMULATED)" : "");
	printf("clock       %s, %" PRIu64 "/%" PRIu64 " ns a tick, stamp per "
	    "%s\n", clock_name(h->clock), h->tick_num, h->tick_den,
	    h->stamp == IOLOG_STAMP_BATCH ? "batch" : "event");
	printf("target      %" PRIu64 " bytes, sectors of %" PRIu32 "\n",
	    h->target_bytes, h->sector_bytes);
	printf("streams     %" PRIu32 "\n", h->nstreams);
	if (*h->text != '\0') {
		print_text(h->text, true);
		if (h->text[strlen(h->text) - 1] != '\n')
			putchar('\n');
	}
}

static void
print_step(const struct iolog_step *s)
{
	printf("step %" PRIu32 "\tround %" PRIu32 "\t", s->step, s->round);
	print_text(s->stage, false);
	putchar('\t');
	print_text(s->factors, false);
	putchar('\n');
}

static void
keep_step(struct counts *c, const struct iolog_step *s)
{
	if (c->nsteps++ >= STEPS_MOST)
		return;
	struct named_step *to = &c->steps[c->nsteps - 1];
	size_t nstage = strlen(s->stage) + 1;
	to->step = *s;
	to->step.stage = memcpy(to->text, s->stage, nstage);
	to->step.factors = memcpy(to->text + nstage, s->factors,
	    strlen(s->factors) + 1);
}

static void
count_frame(struct counts *c, const struct iolog_frame *f)
{
	c->nframes++;
	c->all_bytes += f->length_bytes;
	switch (f->type) {
	case IOLOG_FRAME_DATA:
		c->nage += f->is_age_form;
		c->nlatency += !f->is_age_form;
		c->ncompletions += f->n;
		c->nsubmits += f->nsubmits;
		c->nerrors += f->nerrors;
		break;
	case IOLOG_FRAME_STEP:
		keep_step(c, &f->begin);
		break;
	case IOLOG_FRAME_LOSS:
		if (c->nlosses++ < LOSSES_MOST)
			c->losses[c->nlosses - 1] = f->loss;
		break;
	case IOLOG_FRAME_STALL:
		c->nstalls++;
		break;
	case IOLOG_FRAME_ANCHOR:
		c->nanchors++;
		break;
	default:
		break;
	}
}

static void
print_counts(const struct counts *c)
{
	printf("I/Os        %" PRIu64 " completed, %" PRIu64 " submitted, %"
	    PRIu64 " errors\n", c->ncompletions, c->nsubmits, c->nerrors);
	printf("stalls      %" PRIu64 "\nanchors     %" PRIu64 "\n",
	    c->nstalls, c->nanchors);
	printf("frames      %" PRIu64 " (%" PRIu64 " of the age form, %" PRIu64
	    " of the latency form), %" PRIu64 " bytes\n", c->nframes, c->nage,
	    c->nlatency, c->all_bytes);
	if (c->ncompletions > 0)
		printf("bytes/I/O   %.3f\n", (double)c->all_bytes /
		    (double)c->ncompletions);
}

static void
print_losses(const struct counts *c)
{
	for (uint64_t i = 0; i < c->nlosses && i < LOSSES_MOST; i++) {
		const struct iolog_loss *l = &c->losses[i];
		uint64_t nbytes = l->end_bytes - l->begin_bytes;

		if (l->kind == IOLOG_LOSS_IOS) {
			printf("repaired    the last %" PRIu64 " I/Os of "
			    "stream %" PRIu32 " lost\n",
			    l->end_io - l->begin_io, l->stream);
			continue;
		}
		printf("repaired    %" PRIu64 " byte%s lost at byte %" PRIu64
		    "%s\n", nbytes, nbytes == 1 ? "" : "s",
		    l->begin_bytes, l->kind == IOLOG_LOSS_END ?
		    ", where the log had been cut" :
		    l->kind == IOLOG_LOSS_FRAMES ?
		    ", and frames before it" : "");
	}
	if (c->nlosses > LOSSES_MOST)
		printf("repaired    %" PRIu64 " places in all\n", c->nlosses);
}

/* All steps, by reading the log once more. */
static bool
print_all_steps(struct iolog_reader *r)
{
	enum iolog_status status;
	struct iolog_frame f;

	if (iolog_reader_rewind(r) == -1)
		return false;
	while ((status = iolog_reader_next(r, &f)) == IOLOG_OK ||
	    status == IOLOG_DAMAGED)
		if (status == IOLOG_OK && f.type == IOLOG_FRAME_STEP)
			print_step(&f.begin);
	return true;
}

static bool
print_steps(const struct counts *c, struct iolog_reader *r, const char *path,
    bool all)
{
	if (c->nsteps > STEPS_MOST && all) {
		if (print_all_steps(r))
			return true;
		warn_errno("%s: cannot be read twice for its steps", path);
		return false;
	}
	if (c->nsteps > STEPS_MOST)
		printf("steps       %" PRIu64 " (--steps prints them)\n",
		    c->nsteps);
	else
		for (uint64_t i = 0; i < c->nsteps; i++)
			print_step(&c->steps[i].step);
	return true;
}

static int
info(const char *path, bool all_steps)
{
	struct iolog_reader *r = log_open(path);
	struct iolog_frame f;
	struct counts c = { .nframes = 0 };
	bool damaged = false;

	if (r == NULL)
		return 2;
	c.steps = calloc(STEPS_MOST, sizeof(*c.steps));
	if (c.steps == NULL) {
		warn_errno("%s", path);
		iolog_reader_close(r);
		return 1;
	}
	print_header(iolog_reader_header(r));
	while (log_next(r, path, &f, &damaged) == IOLOG_OK)
		count_frame(&c, &f);
	print_counts(&c);
	print_losses(&c);
	bool ok = print_steps(&c, r, path, all_steps);
	free(c.steps);
	iolog_reader_close(r);
	return damaged || !ok ? 1 : 0;
}

int
log_info(int argc, char **argv)
{
	bool all_steps = false;
	int status = log_option(argc, argv, usage, "steps", &all_steps, 1);

	return status != -1 ? status : info(argv[optind], all_steps);
}
