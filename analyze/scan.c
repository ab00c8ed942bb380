/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/scan.h"
#include "base/report.h"

/* A log names its steps; more than this (a year of seconds' steps is less)
 * would only serve to fill our memory. */
#define MOST_STEPS (1u << 18)

/* Steps or records whose histograms are held unpacked: one is being run,
 * another may still be drained, and streams may be a frame apart. */
#define OPEN_STEPS 4

struct open_step {
	struct scan_step *step;
	uint64_t record;		/* 0: the step is not sliced */
	uint64_t used;			/* larger is later */
	uint64_t *count[2];		/* [op][HISTOGRAM_BINS] */
};

struct scanner {
	struct scan *scan;
	struct frameio *work;
	struct open_step open[OPEN_STEPS];
	uint64_t clock;			/* of open_step.used */
	uint64_t *expected;		/* expected[nstreams]: next number */
	bool origin_known;
	struct scan_step *current;	/* of the frame in hand */
	bool failed;			/* memory ran out */
};

struct scan_step *
scan_find(const struct scan *s, uint32_t number)
{
	size_t low = 0, high = s->nsteps;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->steps[middle]->number < number)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < s->nsteps && s->steps[low]->number == number)
		return s->steps[low];
	return NULL;
}

static struct scan_step *
add_step(struct scan *s, uint32_t number)
{
	struct scan_step *step;
	size_t at = s->nsteps;

	if (s->nsteps == MOST_STEPS)
		return NULL;
	if ((s->nsteps & (s->nsteps - 1)) == 0) {
		size_t room = s->nsteps > 0 ? 2 * s->nsteps : 1;
		struct scan_step **more = realloc(s->steps,
		    room * sizeof(more[0]));

		if (more == NULL)
			return NULL;
		s->steps = more;
	}
	step = calloc(1, sizeof(*step));
	if (step == NULL)
		return NULL;
	step->number = number;
	step->factors = factor_defaults();
	step->first_submit_ns = step->ramp_first_ns = UINT64_MAX;
	/* Steps ascend in a log that is whole: this loop hardly ever turns. */
	for (; at > 0 && s->steps[at - 1]->number > number; at--)
		s->steps[at] = s->steps[at - 1];
	s->steps[at] = step;
	s->nsteps++;
	return step;
}

static struct scan_step *
find_or_add_step(struct scanner *c, uint32_t number)
{
	struct scan_step *step = scan_find(c->scan, number);

	if (step == NULL)
		step = add_step(c->scan, number);
	if (step == NULL) {
		if (!c->failed)
			warn_msg("%s: no room for step %" PRIu32,
			    c->scan->path, number);
		c->failed = true;
	}
	return step;
}

struct frameio_grid
scan_grid(const struct scan *s, const struct scan_step *step)
{
	struct frameio_grid g = {
		.origin_ns = s->origin_ns, .begin_ns = step->begin_ns,
	};

	if (step->duration_ns == 0 || step->duration_ns > s->record_ns)
		g.record_ns = s->record_ns;
	return g;
}

uint64_t
scan_record_ns(const struct scan *s, const struct scan_step *step,
    size_t index)
{
	uint64_t begin_ns = step->begin_ns + index * s->record_ns;
	uint64_t end_ns = begin_ns + s->record_ns;

	if (step->records[index].op[OP_ALL].latency.count == 0)
		return 0;
	if (begin_ns < step->first_submit_ns)
		begin_ns = step->first_submit_ns;
	if (end_ns > step->last_complete_ns)
		end_ns = step->last_complete_ns;
	return end_ns > begin_ns ? end_ns - begin_ns : 0;
}

/* The tallies that an open step collects. */
static struct tally *
open_tallies(const struct open_step *open)
{
	if (open->record > 0)
		return open->step->records[open->record - 1].op;
	return open->step->op;
}

static void
close_step(struct scanner *c, struct open_step *open)
{
	if (open->step == NULL)
		return;
	for (int op = 0; op < 2; op++) {
		if (tally_pack(&open_tallies(open)[op], open->count[op]) == -1)
			c->failed = true;
	}
	open->step = NULL;
}

static int
add_record(struct scan_step *step, uint64_t record)
{
	struct scan_record *more;

	if (record <= step->nrecords)
		return 0;
	more = realloc(step->records, record * sizeof(more[0]));
	if (more == NULL)
		return -1;
	memset(more + step->nrecords, 0,
	    (record - step->nrecords) * sizeof(more[0]));
	step->records = more;
	step->nrecords = record;
	return 0;
}

static struct open_step *
open_step(struct scanner *c, struct scan_step *step, uint64_t record)
{
	struct open_step *oldest = &c->open[0];

	if (record > SCAN_RECORDS)
		record = SCAN_RECORDS;

	for (size_t i = 0; i < OPEN_STEPS; i++) {
		struct open_step *o = &c->open[i];

		if (o->step == step && o->record == record) {
			o->used = ++c->clock;
			return o;
		}
		if (o->used < oldest->used)
			oldest = o;
	}
	close_step(c, oldest);
	if (add_record(step, record) == -1)
		c->failed = true;
	oldest->step = c->failed ? NULL : step;
	oldest->record = record;
	oldest->used = ++c->clock;
	return oldest;
}

static struct scan_second *
find_second(struct scan *s, uint64_t number)
{
	size_t room = s->room > 0 ? s->room : 64;
	struct scan_second *more;

	if (number >= SCAN_SECONDS)
		return NULL;
	while (room <= number)
		room *= 2;
	if (room > s->room) {
		more = realloc(s->seconds, room * sizeof(more[0]));
		if (more == NULL)
			return NULL;
		memset(more + s->room, 0, (room - s->room) * sizeof(more[0]));
		s->seconds = more;
		s->room = room;
	}
	if (number >= s->nseconds)
		s->nseconds = number + 1;
	return &s->seconds[number];
}

static void
note_span(const struct frameio_run *run, uint64_t *first_ns, uint64_t *last_ns)
{
	if (run->first_submit_ns < *first_ns)
		*first_ns = run->first_submit_ns;
	if (run->last_complete_ns > *last_ns)
		*last_ns = run->last_complete_ns;
}

static void
add_to_step(struct open_step *open, const struct frameio_run *run,
    const struct moments *latency)
{
	struct scan_step *step = open->step;
	struct tally *t = &open_tallies(open)[run->op];

	t->failed += run->failed;
	if (run->n == 0)
		return;
	if (!run->counted) {
		t->ramp += run->n;
		note_span(run, &step->ramp_first_ns, &step->ramp_last_ns);
		return;
	}
	moments_merge(&t->latency, latency);
	t->bytes += run->bytes;
	t->drained += run->drained;
	histogram_add(open->count[run->op], run->latency_ns, run->n);
	note_span(run, &step->first_submit_ns, &step->last_complete_ns);
}

static void
add_to_second(struct scan *s, const struct frameio_run *run, uint32_t step,
    const struct moments *latency)
{
	struct scan_second *second = find_second(s, run->second);

	if (second == NULL) {
		s->late += run->n + run->failed;
		return;
	}
	if (second->step == 0 || step < second->step)
		second->step = step;
	moments_merge(&second->latency[run->op], latency);
	second->bytes[run->op] += run->bytes;
	second->failed[run->op] += run->failed;
}

static void
take_run(void *context, const struct frameio_run *run)
{
	struct scanner *c = context;
	struct moments latency = {0};
	struct open_step *open = open_step(c, c->current, run->record);

	if (c->failed)
		return;
	moments_add(&latency, run->latency_ns, run->n);
	add_to_step(open, run, &latency);
	add_to_second(c->scan, run, c->current->number, &latency);
}

/* The first step's begin is second 0: announced before its first I/O. */
static void
set_origin(struct scanner *c, uint64_t ticks)
{
	if (c->origin_known)
		return;
	c->scan->origin_ns = frameio_since_anchor(&c->scan->header, ticks);
	c->origin_known = true;
}

static void
scan_data(struct scanner *c, const struct iolog_frame *f)
{
	struct scan *s = c->scan;
	struct scan_step *step = find_or_add_step(c, f->step);
	struct frameio_grid grid;

	if (step == NULL)
		return;
	if (f->stream < s->header.nstreams) {
		uint64_t *expected = &c->expected[f->stream];

		if (f->first > *expected)
			s->missing += f->first - *expected;
		*expected = f->first + f->n;
	}
	s->read += f->n;
	s->submits += f->nsubmits;
	set_origin(c, s->header.anchor.ticks);
	c->current = step;
	grid = scan_grid(s, step);
	if (frameio_runs(c->work, &s->header, f, &grid, take_run, c) == -1)
		c->failed = true;
}

static void
scan_begin(struct scanner *c, const struct iolog_step *begin)
{
	struct scan_step *step = find_or_add_step(c, begin->step);
	const char *why;

	if (step == NULL)
		return;
	set_origin(c, begin->begin_ticks);
	step->round = begin->round;
	step->duration_ns = begin->duration_ns;
	step->begin_ns = frameio_since_anchor(&c->scan->header,
	    begin->begin_ticks);
	step->has_factors = begin->factors != NULL &&
	    factors_from_text(begin->factors, &step->factors, &why) == 0;
	if (c->scan->stage == NULL && begin->stage != NULL)
		c->scan->stage = strdup(begin->stage);
}

static void
scan_frame(struct scanner *c, const struct iolog_frame *f)
{
	struct scan *s = c->scan;

	s->end_bytes = f->offset_bytes + f->length_bytes;
	switch (f->type) {
	case IOLOG_FRAME_DATA:
		scan_data(c, f);
		break;
	case IOLOG_FRAME_STEP:
		scan_begin(c, &f->begin);
		break;
	case IOLOG_FRAME_STALL:
		s->nstalls++;
		if (f->stall.end_ticks > f->stall.begin_ticks)
			s->stall_ns += iolog_ticks_to_ns(&s->header,
			    f->stall.end_ticks - f->stall.begin_ticks);
		break;
	case IOLOG_FRAME_ANCHOR:
		s->nanchors++;
		s->last_anchor = f->anchor;
		break;
	case IOLOG_FRAME_INDEX:
		break;
	case IOLOG_FRAME_END:
		s->ended = true;
		s->totals = f->totals;
		break;
	}
}

static void
note_damage(struct scan *s, struct iolog_damage d)
{
	if (s->ndamages++ == 0)
		s->first_damage = d;
	s->damaged_bytes += d.end_bytes - d.begin_bytes;
}

/* Returns the status that ended the log. */
static enum iolog_status
read_frames(struct scanner *c, struct iolog_reader *reader)
{
	struct iolog_frame f;
	enum iolog_status status;

	while (!c->failed) {
		status = iolog_reader_next(reader, &f);
		if (status == IOLOG_OK) {
			scan_frame(c, &f);
		} else if (status == IOLOG_DAMAGED) {
			note_damage(c->scan, iolog_reader_damage(reader));
		} else {
			return status;
		}
	}
	errno = ENOMEM;
	return IOLOG_ERRNO;
}

static int
sum_ops(struct tally *t)
{
	for (int op = 0; op < 2; op++) {
		if (tally_merge(&t[OP_ALL], &t[op]) == -1)
			return -1;
	}
	return 0;
}

static int
sum_records(struct scan_step *step)
{
	for (size_t i = 0; i < step->nrecords; i++) {
		struct tally *record = step->records[i].op;

		for (int op = 0; op < 2; op++) {
			if (tally_merge(&step->op[op], &record[op]) == -1)
				return -1;
		}
		if (sum_ops(record) == -1)
			return -1;
	}
	return sum_ops(step->op);
}

static int
finish(struct scanner *c)
{
	for (size_t i = 0; i < OPEN_STEPS; i++)
		close_step(c, &c->open[i]);
	for (size_t i = 0; i < c->scan->nsteps && !c->failed; i++) {
		c->scan->steps[i]->index = i;
		if (sum_records(c->scan->steps[i]) == -1)
			c->failed = true;
	}
	return c->failed ? -1 : 0;
}

static int
scanner_open(struct scanner *c, struct scan *s)
{
	*c = (struct scanner){.scan = s, .work = frameio_new()};
	c->expected = calloc((size_t)s->header.nstreams + 1,
	    sizeof(c->expected[0]));
	if (c->work == NULL || c->expected == NULL)
		return -1;
	for (size_t i = 0; i < OPEN_STEPS; i++) {
		for (int op = 0; op < 2; op++) {
			c->open[i].count[op] = calloc(HISTOGRAM_BINS,
			    sizeof(uint64_t));
			if (c->open[i].count[op] == NULL)
				return -1;
		}
	}
	return 0;
}

static void
scanner_close(struct scanner *c)
{
	for (size_t i = 0; i < OPEN_STEPS; i++) {
		for (int op = 0; op < 2; op++)
			free(c->open[i].count[op]);
	}
	free(c->expected);
	frameio_free(c->work);
}

struct scan *
scan_log(const char *path, uint64_t record_ns, enum iolog_status *status_out)
{
	struct iolog_reader *reader = iolog_reader_open(path, status_out);
	struct scanner scanner = {0};
	struct scan *s;

	if (reader == NULL) {
		if (*status_out == IOLOG_ERRNO)
			warn_errno("open(%s)", path);
		else
			warn_msg("%s: %s", path,
			    iolog_status_text(*status_out));
		return NULL;
	}
	s = calloc(1, sizeof(*s));
	if (s == NULL)
		goto fail_close_reader;
	s->path = strdup(path);
	s->record_ns = record_ns;
	s->header = *iolog_reader_header(reader);
	s->header.text = NULL;
	if (s->path == NULL || scanner_open(&scanner, s) == -1)
		goto fail_close_scanner;
	*status_out = read_frames(&scanner, reader);
	if (*status_out == IOLOG_TRUNCATED) {
		s->truncated = true;
	} else if (*status_out != IOLOG_END) {
		warn_errno("read(%s)", path);
		goto fail_close_scanner;
	}
	if (finish(&scanner) == -1)
		goto fail_close_scanner;
	scanner_close(&scanner);
	iolog_reader_close(reader);
	return s;

fail_close_scanner:
	scanner_close(&scanner);
	scan_free(s);
fail_close_reader:
	iolog_reader_close(reader);
	*status_out = IOLOG_ERRNO;
	return NULL;
}

static void
free_step(struct scan_step *step)
{
	for (int op = 0; op < NOPS; op++) {
		tally_free(&step->op[op]);
		for (size_t i = 0; i < step->nrecords; i++)
			tally_free(&step->records[i].op[op]);
	}
	free(step->records);
	free(step);
}

void
scan_free(struct scan *s)
{
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->nsteps; i++)
		free_step(s->steps[i]);
	free(s->steps);
	free(s->seconds);
	free(s->stage);
	free(s->path);
	free(s);
}
