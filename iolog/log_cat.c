/* SPDX-License-Identifier: BSD-2-Clause */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "iolog/log.h"

static const char usage[] =
"usage: plateau-log cat FILE\n"
"Prints every I/O of a raw log as tab-separated text with a header row, in the\n"
"order of the file.  FILE \"-\" is standard input.\n"
"\n"
"  --help  print this\n";

/* Room for a row: eight numbers of at most 20 digits, a word, separators. */
#define ROW_BYTES 192u

static char *
put_number(char *to, uint64_t v)
{
	char digits[20];
	int n = 0;

	do {
		digits[n++] = (char)('0' + v % 10);
		v /= 10;
	} while (v != 0);
	while (n > 0)
		*to++ = digits[--n];
	return to;
}

static char *
put_signed(char *to, int64_t v)
{
	if (v >= 0)
		return put_number(to, (uint64_t)v);
	*to++ = '-';
	return put_number(to, 0 - (uint64_t)v);
}

static char *
put_text(char *to, const char *text)
{
	size_t n = strlen(text);

	memcpy(to, text, n);
	return to + n;
}

/* Stamps before the anchor are negative. */
static int64_t
stamp_to_ns(const struct iolog_header *h, uint64_t ticks)
{
	uint64_t since = ticks - h->anchor.ticks;

	if ((int64_t)since >= 0)
		return (int64_t)iolog_ticks_to_ns(h, since);
	/* floor() of a negative number is away from zero. */
	unsigned __int128 product = (unsigned __int128)(0 - since) *
	    h->tick_num + (h->tick_den - 1);
	return -(int64_t)(product / h->tick_den);
}

static char *
put_row(char *to, const struct iolog_header *h, const struct iolog_frame *f,
    uint32_t i)
{
	uint64_t latency_ns = iolog_ticks_to_ns(h, f->latency_ticks[i]);
	int64_t submit_ns = stamp_to_ns(h,
	    f->complete_ticks[i] - f->latency_ticks[i]);

	to = put_number(to, f->stream);
	*to++ = '\t';
	to = put_number(to, f->step);
	to = put_text(to, f->op[i] == IOLOG_READ ? "\tread\t" : "\twrite\t");
	to = put_signed(to, submit_ns);
	*to++ = '\t';
	to = put_signed(to, submit_ns + (int64_t)latency_ns);
	*to++ = '\t';
	to = put_number(to, latency_ns);
	*to++ = '\t';
	to = put_number(to, f->bytes[i]);
	*to++ = '\t';
	to = put_signed(to, f->result[i]);
	*to++ = '\n';
	return to;
}

static bool
print_frame(const struct iolog_header *h, const struct iolog_frame *f)
{
	static char rows[64 * ROW_BYTES];
	char *to = rows;

	for (uint32_t i = 0; i < f->n; i++) {
		to = put_row(to, h, f, i);
		if ((size_t)(to - rows) < sizeof(rows) - ROW_BYTES &&
		    i + 1 < f->n)
			continue;
		if (fwrite(rows, 1, (size_t)(to - rows), stdout) !=
		    (size_t)(to - rows))
			return false;
		to = rows;
	}
	return true;
}

static int
cat(const char *path)
{
	struct iolog_reader *r = log_open(path);
	struct iolog_frame f;
	bool damaged = false, ok = true;

	if (r == NULL)
		return 2;
	ok = puts("stream\tstep\top\tsubmit_ns\tcomplete_ns\tlatency_ns\t"
	    "bytes\tresult") >= 0;
	while (ok && log_next(r, path, &f, &damaged) == IOLOG_OK)
		if (f.type == IOLOG_FRAME_DATA)
			ok = print_frame(iolog_reader_header(r), &f);
	if (fflush(stdout) != 0 || !ok) {
		warn_errno("write(standard output)");
		damaged = true;
	}
	iolog_reader_close(r);
	return damaged ? 1 : 0;
}

int
log_cat(int argc, char **argv)
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
	return cat(argv[optind]);
}
