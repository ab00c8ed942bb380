/* SPDX-License-Identifier: BSD-2-Clause */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/report.h"
#include "base/units.h"
#include "iolog/log.h"

static const char usage[] =
"usage: plateau log cat [OPTION]... FILE\n"
"Prints the I/Os of a raw log as tab-separated text with a header row, in the\n"
"order of the file.  FILE \"-\" is standard input.\n"
"\n"
"  --step N     only step N\n"
"  --stream N   only stream N (a thread's I/Os, from 0)\n"
"  --from NS    only I/Os that completed at NS or later, since the log began;\n"
"               negative: before\n"
"  --to NS      only I/Os that completed before NS\n"
"  --offset     a column offset_bytes: where in the target; \"-\" if unknown\n"
"  --flags      a column flags: those of ramp, drain, lost that hold, joined\n"
"               by commas; \"-\" if none\n"
"  --raw        48-byte structs instead of text: submit_ns, latency_ns,\n"
"               offset_bytes (-1 if unknown), stream, step, bytes, result,\n"
"               op (0 read, 1 write), flags (1 ramp, 2 drain, 4 lost): i64\n"
"               u64 i64 u32 u32 u32 i32 u8 u8, six zeros; little-endian\n"
"  --help       print this\n";

/* Room for a row: nine numbers of at most 20 digits, words, separators. */
#define ROW_BYTES 256u
#define RAW_BYTES 48u

struct selection {
	bool one_step, one_stream, offset, flags, raw;
	uint32_t step, stream;
	int64_t from_ns, to_ns;		/* [from, to) */
	uint64_t nprinted;
};

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

static char *
put_flags(char *to, uint8_t flags)
{
	static const char *const names[] = { "ramp", "drain", "lost" };
	const char *separator = "";

	for (unsigned i = 0; i < 3; i++) {
		if (!(flags >> i & 1))
			continue;
		to = put_text(put_text(to, separator), names[i]);
		separator = ",";
	}
	return *separator == '\0' ? put_text(to, "-") : to;
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
	return (int64_t)(0 - (uint64_t)(product / h->tick_den));
}

static inline int64_t
complete_ns(int64_t submit_ns, uint64_t latency_ns)
{
	return (int64_t)((uint64_t)submit_ns + latency_ns);
}

static char *
put_row(char *to, const struct selection *s, const struct iolog_frame *f,
    uint32_t i, int64_t submit_ns, uint64_t latency_ns)
{
	to = put_number(to, f->stream);
	*to++ = '\t';
	to = put_number(to, f->step);
	to = put_text(to, f->op[i] == IOLOG_READ ? "\tread\t" : "\twrite\t");
	to = put_signed(to, submit_ns);
	*to++ = '\t';
	to = put_signed(to, complete_ns(submit_ns, latency_ns));
	*to++ = '\t';
	to = put_number(to, latency_ns);
	*to++ = '\t';
	to = put_number(to, f->bytes[i]);
	*to++ = '\t';
	to = put_signed(to, f->result[i]);
	if (s->offset) {
		*to++ = '\t';
		to = f->at_bytes == NULL ? put_text(to, "-") :
		    put_number(to, f->at_bytes[i]);
	}
	if (s->flags) {
		*to++ = '\t';
		to = put_flags(to, f->flags[i]);
	}
	*to++ = '\n';
	return to;
}

static char *
put_raw(char *to, const struct iolog_frame *f, uint32_t i, int64_t submit_ns,
    uint64_t latency_ns)
{
	memset(to, 0, RAW_BYTES);
	put_u64(to, (uint64_t)submit_ns);
	put_u64(to + 8, latency_ns);
	put_u64(to + 16, f->at_bytes == NULL ? UINT64_MAX : f->at_bytes[i]);
	put_u32(to + 24, f->stream);
	put_u32(to + 28, f->step);
	put_u32(to + 32, f->bytes[i]);
	put_u32(to + 36, (uint32_t)f->result[i]);
	to[40] = (char)f->op[i];
	to[41] = (char)f->flags[i];
	return to + RAW_BYTES;
}

static bool
print_frame(struct selection *s, const struct iolog_header *h,
    const struct iolog_frame *f)
{
	static char rows[64 * ROW_BYTES];
	char *to = rows;

	if ((s->one_step && f->step != s->step) ||
	    (s->one_stream && f->stream != s->stream))
		return true;
	for (uint32_t i = 0; i < f->n; i++) {
		uint64_t latency_ns = iolog_ticks_to_ns(h,
		    f->latency_ticks[i]);
		int64_t submit_ns = stamp_to_ns(h,
		    f->complete_ticks[i] - f->latency_ticks[i]);
		int64_t done_ns = complete_ns(submit_ns, latency_ns);

		if (done_ns < s->from_ns || done_ns >= s->to_ns)
			continue;
		s->nprinted++;
		to = s->raw ? put_raw(to, f, i, submit_ns, latency_ns) :
		    put_row(to, s, f, i, submit_ns, latency_ns);
		if ((size_t)(to - rows) < sizeof(rows) - ROW_BYTES)
			continue;
		if (fwrite(rows, 1, (size_t)(to - rows), stdout) !=
		    (size_t)(to - rows))
			return false;
		to = rows;
	}
	return fwrite(rows, 1, (size_t)(to - rows), stdout) ==
	    (size_t)(to - rows);
}

static int
cat(struct selection *s, const char *path)
{
	struct iolog_reader *r = log_open(path);
	struct iolog_frame f;
	uint64_t end_bytes = UINT64_MAX;
	bool damaged = false, ok = true;

	if (r == NULL)
		return 2;
	if (s->offset || s->raw)
		iolog_reader_want(r, IOLOG_WANT_OFFSETS);
	/* Without an index all of the log is looked through. */
	if (s->one_step)
		(void)iolog_reader_seek_step(r, s->step, &end_bytes);
	if (!s->raw)
		ok = printf("stream\tstep\top\tsubmit_ns\tcomplete_ns\t"
		    "latency_ns\tbytes\tresult%s%s\n",
		    s->offset ? "\toffset_bytes" : "",
		    s->flags ? "\tflags" : "") > 0;
	while (ok && log_next(r, path, &f, &damaged) == IOLOG_OK &&
	    f.offset_bytes < end_bytes)
		if (f.type == IOLOG_FRAME_DATA)
			ok = print_frame(s, iolog_reader_header(r), &f);
	if (fflush(stdout) != 0 || !ok) {
		warn_errno("write(standard output)");
		damaged = true;
	}
	if (ok && s->nprinted == 0)
		warn_msg("%s: no I/O is selected; info --steps lists the steps",
		    path);
	iolog_reader_close(r);
	return damaged ? 1 : 0;
}

static bool
parse_number(const char *option, const char *text, uint64_t most,
    uint64_t *value_out)
{
	const char *why;

	if (units_parse_whole(text, 0, most, value_out, &why) == 0)
		return true;
	warn_msg("log cat: --%s %s: %s", option, text, why);
	return false;
}

/* Times may be before the log's beginning. */
static bool
parse_time(const char *option, const char *text, int64_t *ns_out)
{
	bool negative = *text == '-';
	uint64_t value;

	if (!parse_number(option, text + negative, INT64_MAX, &value))
		return false;
	*ns_out = negative ? -(int64_t)value : (int64_t)value;
	return true;
}

int
log_cat(int argc, char **argv)
{
	static const struct option options[] = {
		{ "step", required_argument, NULL, 's' },
		{ "stream", required_argument, NULL, 'S' },
		{ "from", required_argument, NULL, 'f' },
		{ "to", required_argument, NULL, 't' },
		{ "offset", no_argument, NULL, 'o' },
		{ "flags", no_argument, NULL, 'F' },
		{ "raw", no_argument, NULL, 'r' },
		{ "help", no_argument, NULL, 'h' }, { 0 }
	};
	struct selection s = { .from_ns = INT64_MIN, .to_ns = INT64_MAX };
	int which = 0;

	for (int c; (c = getopt_long(argc, argv, "", options,
	    &which)) != -1;) {
		const char *name = options[which].name;
		uint64_t value = 0;

		if (c == 'h') {
			fputs(usage, stdout);
			return 0;
		}
		if (c == '?' || ((c == 's' || c == 'S') &&
		    !parse_number(name, optarg, UINT32_MAX, &value)) ||
		    (c == 'f' && !parse_time(name, optarg, &s.from_ns)) ||
		    (c == 't' && !parse_time(name, optarg, &s.to_ns)))
			return 2;
		s.one_step |= c == 's';
		s.one_stream |= c == 'S';
		s.offset |= c == 'o';
		s.flags |= c == 'F';
		s.raw |= c == 'r';
		if (c == 's')
			s.step = (uint32_t)value;
		else if (c == 'S')
			s.stream = (uint32_t)value;
	}
	if (argc - optind != 1) {
		fputs(usage, stderr);
		return 2;
	}
	return cat(&s, argv[optind]);
}
