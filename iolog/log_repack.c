/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/report.h"
#include "iolog/log.h"
#include "iolog/log_copy.h"

static const char usage[] =
"usage: plateau log repack [--small] FILE NEW\n"
"Encodes a whole raw log anew, as this version of the program would, and\n"
"checks every frame.  FILE is not changed.\n"
"\n"
"  --small  up to a tenth fewer bytes, slower to read: for archives\n"
"  --help   print this\n";

struct repack {
	const char *path;
	bool small;
	struct iolog_frame_encoder *encoder;
	struct iolog_frame_decoder *check;
	uint32_t *bytes, *call_count;	/* of FORMAT_RECORDS_MOST and */
	int32_t *result;		/* FORMAT_CALLS_MOST elements */
	uint64_t *complete, *latency, *submit, *offset;
	uint64_t *call_before, *call_duration;
	uint8_t *op, *flags;
};

static int
repack_init(struct repack *p, const struct iolog_rules *rules)
{
	const size_t n = FORMAT_RECORDS_MOST;

	p->encoder = iolog_frame_encoder_new(rules, FORMAT_RECORDS_MOST);
	p->check = iolog_frame_decoder_new(rules);
	p->complete = malloc(n * sizeof(uint64_t));
	p->latency = malloc(n * sizeof(uint64_t));
	p->submit = malloc(n * sizeof(uint64_t));
	p->offset = malloc(n * sizeof(uint64_t));
	p->call_before = malloc(n * sizeof(uint64_t));
	p->call_duration = malloc(n * sizeof(uint64_t));
	p->bytes = malloc(n * sizeof(uint32_t));
	p->result = malloc(n * sizeof(int32_t));
	p->call_count = malloc(n * sizeof(uint32_t));
	p->op = malloc(n);
	p->flags = malloc(n);
	return p->encoder == NULL || p->check == NULL || p->complete == NULL ||
	    p->latency == NULL || p->submit == NULL || p->offset == NULL ||
	    p->call_before == NULL || p->call_duration == NULL ||
	    p->bytes == NULL || p->result == NULL || p->call_count == NULL ||
	    p->op == NULL || p->flags == NULL ? -1 : 0;
}

static void
repack_free(struct repack *p)
{
	iolog_frame_encoder_free(p->encoder);
	iolog_frame_decoder_free(p->check);
	free(p->complete);
	free(p->latency);
	free(p->submit);
	free(p->offset);
	free(p->call_before);
	free(p->call_duration);
	free(p->bytes);
	free(p->result);
	free(p->call_count);
	free(p->op);
	free(p->flags);
}

static uint64_t *
copy64(uint64_t *to, const uint64_t *from, uint32_t n)
{
	return from == NULL ? NULL : memcpy(to, from, n * sizeof(*to));
}

/* The frame as the encoder takes it; copies, for it owns nothing. */
static struct iolog_records
records_of(struct repack *p, const struct iolog_frame *f,
    struct iolog_frame_decoder *d)
{
	struct iolog_records r = {
		.stream = f->stream, .step = f->step, .first = f->first,
		.n = f->n, .ncalls = f->ncalls, .nsubmits = f->nsubmits,
		.complete = copy64(p->complete, f->complete_ticks, f->n),
		.latency = copy64(p->latency, f->latency_ticks, f->n),
		.submit = copy64(p->submit, f->submit, f->n),
		.offset = copy64(p->offset, f->at_bytes, f->n),
		.bytes = memcpy(p->bytes, f->bytes, f->n * sizeof(*p->bytes)),
		.result = memcpy(p->result, f->result,
		    f->n * sizeof(*p->result)),
		.op = memcpy(p->op, f->op, f->n),
		.flags = memcpy(p->flags, f->flags, f->n),
		.first_submit = f->first_submit, .in_sequence = true,
		.call_count = memcpy(p->call_count, f->call_count,
		    f->ncalls * sizeof(*p->call_count)),
		.call_before = copy64(p->call_before, f->call_ticks,
		    f->ncalls),
		.call_duration = copy64(p->call_duration,
		    f->call_duration_ticks, f->ncalls),
	};

	iolog_frame_flying(d, &r);
	return r;
}

static bool
is_same(const struct iolog_records *r, const struct iolog_frame *f)
{
	size_t n = r->n;

	return f->n == n && f->ncalls == r->ncalls &&
	    memcmp(f->complete_ticks, r->complete, n * 8) == 0 &&
	    memcmp(f->latency_ticks, r->latency, n * 8) == 0 &&
	    memcmp(f->bytes, r->bytes, n * 4) == 0 &&
	    memcmp(f->result, r->result, n * 4) == 0 &&
	    memcmp(f->op, r->op, n) == 0 &&
	    memcmp(f->flags, r->flags, n) == 0 &&
	    memcmp(f->call_count, r->call_count, r->ncalls * 4) == 0 &&
	    memcmp(f->call_duration_ticks, r->call_duration,
	    r->ncalls * 8) == 0 &&
	    (r->offset == NULL || (f->at_bytes != NULL &&
	    memcmp(f->at_bytes, r->offset, n * 8) == 0));
}

static uint8_t *
change(void *context, struct iolog_reader *reader, const struct iolog_frame *f,
    struct iolog_frame_header *h)
{
	struct repack *p = context;
	struct iolog_records r = records_of(p, f, iolog_reader_decoder(reader));
	struct iolog_frame again;

	uint8_t *frame = iolog_frame_encode(p->encoder, &r, p->small, h);
	if (iolog_frame_decode(p->check, h, frame + FRAME_HEADER_BYTES,
	    IOLOG_WANT_OFFSETS | IOLOG_WANT_CALLS, &again) == -1 ||
	    !is_same(&r, &again)) {
		warn_msg("%s: byte %" PRIu64 ": this frame would be encoded "
		    "wrongly", p->path, f->offset_bytes);
		return NULL;
	}
	return frame;
}

static int
begin(void *context, const struct iolog_header *h)
{
	struct repack *p = context;

	if (repack_init(p, &(struct iolog_rules){
	    .generator = h->generator, .key = h->key }) == 0)
		return 0;
	warn_errno("%s", p->path);
	return -1;
}

static int
repack(const char *from, const char *to, bool small)
{
	struct repack p = { .path = from, .small = small };
	int status = log_copy(&(struct log_copy){ .begin = begin,
	    .change = change, .context = &p,
	    .wants = IOLOG_WANT_OFFSETS | IOLOG_WANT_CALLS }, from, to);

	repack_free(&p);
	return status;
}

int
log_repack(int argc, char **argv)
{
	bool small = false;
	int status = log_option(argc, argv, usage, "small", &small, 2);

	return status != -1 ? status :
	    repack(argv[optind], argv[optind + 1], small);
}
