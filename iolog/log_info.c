/* SPDX-License-Identifier: BSD-2-Clause */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "base/units.h"
#include "iolog/log.h"

static const char usage[] =
"usage: plateau-log info FILE\n"
"Prints what a raw log says of itself and what is in it: clock, steps,\n"
"streams, counts, bytes per I/O.\n"
"\n"
"  --help  print this\n";

struct counts {
	uint64_t nframes, ncompletions, nsubmits, nerrors, nstalls, nanchors;
	uint64_t nage, nlatency;	/* data frames of each form */
	uint64_t all_bytes;
};

/* Text of the file, without what a terminal would obey. */
static void
print_text(const char *text)
{
	for (; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;

		putchar((c < ' ' && c != '\n') || c == 0x7f ? '?' : c);
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
		print_text(h->text);
		if (h->text[strlen(h->text) - 1] != '\n')
			putchar('\n');
	}
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
		printf("step %" PRIu32 "\tround %" PRIu32 "\t", f->begin.step,
		    f->begin.round);
		print_text(f->begin.stage);
		putchar('\t');
		print_text(f->begin.factors);
		putchar('\n');
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

static int
info(const char *path)
{
	struct iolog_reader *r = log_open(path);
	struct iolog_frame f;
	struct counts c = { .nframes = 0 };
	bool damaged = false;

	if (r == NULL)
		return 2;
	print_header(iolog_reader_header(r));
	while (log_next(r, path, &f, &damaged) == IOLOG_OK)
		count_frame(&c, &f);
	print_counts(&c);
	iolog_reader_close(r);
	return damaged ? 1 : 0;
}

int
log_info(int argc, char **argv)
{
	static const struct option options[] = {
		{ "help", no_argument, NULL, 'h' }, { 0 }
	};

	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
		if (c != 'h')
			return 2;
		fputs(usage, stdout);
		return 0;
	}
	if (argc - optind != 1) {
		fputs(usage, stderr);
		return 2;
	}
	return info(argv[optind]);
}
