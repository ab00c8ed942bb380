/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/report.h"
#include "iolog/gaps.h"
#include "iolog/log.h"
#include "iolog/reader.h"

static const char usage[] =
"usage: plateau log verify FILE...\n"
"Reads whole raw logs, checks every checksum, and names what is missing.\n"
"Exit status 0 if all are whole, 1 if not, or if something was lost before\n"
"they were repaired.\n"
"\n"
"  --quiet  print nothing for a log that is whole\n"
"  --help   print this\n";

/* The completions of a stream, by number. */
struct stream {
	uint64_t next;
	struct iolog_gaps gaps;		/* what is missing before it */
};

static void
print_missing(const char *path, uint32_t stream, struct iolog_gap gap)
{
	warn_msg("%s: stream %" PRIu32 ": I/Os %" PRIu64 " to %" PRIu64
	    " are missing (counted by completion, from 0)", path, stream,
	    gap.begin, gap.end - 1);
}

/* Notes the completions that are missing before this frame of its stream, or
 * that it brings later than others. */
static void
check_first(const char *path, struct stream *s, const struct iolog_frame *f,
    bool *damaged)
{
	uint64_t end = f->first + f->n;

	if (f->first >= s->next) {
		if (!iolog_gaps_add(&s->gaps, s->next, f->first)) {
			print_missing(path, f->stream,
			    (struct iolog_gap){ s->next, f->first });
			*damaged = true;
		}
	} else if (f->n > 0 && !iolog_gaps_take(&s->gaps, f->first, end)) {
		warn_msg("%s: stream %" PRIu32 ": I/O %" PRIu64
		    " is there twice%s", path, f->stream, f->first,
		    s->gaps.n < GAPS_MOST ? "" :
		    ", or was told to be missing");
		*damaged = true;
	}
	s->next = end > s->next ? end : s->next;
}

/* Names what was missing and did not come, of 'written' completions. */
static void
check_gaps(const char *path, uint32_t stream, struct stream *s,
    uint64_t written, bool *damaged)
{
	for (size_t i = 0; i < s->gaps.n; i++) {
		print_missing(path, stream, s->gaps.items[i]);
		*damaged = true;
	}
	if (written > s->next) {
		print_missing(path, stream,
		    (struct iolog_gap){ s->next, written });
		*damaged = true;
	}
	iolog_gaps_free(&s->gaps);
}

static void
check_totals(const char *path, uint64_t ncompletions,
    const struct iolog_frame *end, bool *damaged)
{
	uint64_t length = end->offset_bytes + end->length_bytes;

	if (end->totals.completions != ncompletions) {
		warn_msg("%s: %" PRIu64 " I/Os, but %" PRIu64 " were written",
		    path, ncompletions, end->totals.completions);
		*damaged = true;
	}
	/* Of a damaged log the end need not stand at its place. */
	if (!*damaged && end->totals.bytes != length) {
		warn_msg("%s: %" PRIu64 " bytes, but %" PRIu64
		    " were written", path, length, end->totals.bytes);
		*damaged = true;
	}
}

static int
verify(const char *path, bool quiet)
{
	struct iolog_reader *r = log_open(path);
	struct iolog_frame f, end = { .n = 0 };
	bool damaged = false;
	uint64_t ncompletions = 0, nerrors = 0;

	if (r == NULL)
		return 2;
	const struct iolog_header *h = iolog_reader_header(r);
	struct stream *streams = calloc(h->nstreams, sizeof(*streams));
	if (streams == NULL) {
		warn_errno("%s", path);
		iolog_reader_close(r);
		return 1;
	}
	while (log_next(r, path, &f, &damaged) == IOLOG_OK) {
		if (f.type == IOLOG_FRAME_DATA) {
			check_first(path, &streams[f.stream], &f, &damaged);
			ncompletions += f.n;
			nerrors += f.nerrors;
		} else if (f.type == IOLOG_FRAME_LOSS) {
			damaged = true;
		} else if (f.type == IOLOG_FRAME_END) {
			end = f;
		}
	}
	if (end.type == IOLOG_FRAME_END)
		check_totals(path, ncompletions, &end, &damaged);
	for (uint32_t i = 0; i < h->nstreams; i++)
		check_gaps(path, i, &streams[i], iolog_reader_written(r, i),
		    &damaged);
	if (damaged || !quiet)
		printf("%s: %s: %" PRIu64 " I/Os, %" PRIu64 " errors\n",
		    path, damaged ? "whole in it" : "whole", ncompletions,
		    nerrors);
	free(streams);
	iolog_reader_close(r);
	return damaged ? 1 : 0;
}

int
log_verify(int argc, char **argv)
{
	bool quiet = false;
	int status = log_option(argc, argv, usage, "quiet", &quiet, 0);

	if (status != -1)
		return status;
	status = 0;
	for (int i = optind; i < argc; i++) {
		int one = verify(argv[i], quiet);

		status = one > status ? one : status;
	}
	return status;
}
