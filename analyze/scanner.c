/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/parallel.h"
#include "analyze/progress.h"
#include "analyze/scanner.h"
#include "base/report.h"

/* Steps, and records of them, whose histograms are held unpacked: one is being
 * run, another may still be drained, and streams may be a frame apart.  So may
 * be the seconds of each. */
#define OPEN_STEPS 8
#define OPEN_SECONDS 4

struct open_step {
	struct scan_step *step;
	uint64_t record;		/* 0: the whole of the step */
	uint64_t used;			/* larger is later */
	uint64_t *count[2];		/* [op][HISTOGRAM_BINS] */
};

/* More records than this take the memory that I/Os are kept in. */
#define MOST_WITH_REPLAY 8192u

#define SECOND_NS 1000000000u

/* I/Os are counted in a histogram of what they have in common, which is added
 * to that of the step and that of the slice: each I/O is counted once. */
struct open_second {
	struct scan_step *step;
	uint64_t record, second;
	bool counted;			/* in the step too, not of the ramp */
	uint64_t used;
	uint32_t first[2], last[2];	/* the bins that may not be 0 */
	uint64_t *count[2];
};

/* Reads one part of a log. */
struct scanner {
	struct scan *scan;
	uint64_t begin_bytes;		/* of the part */
	struct frameio *work;
	struct open_step open[OPEN_STEPS];
	struct open_second seconds[OPEN_SECONDS];
	uint64_t *group;		/* scratch: group[HISTOGRAM_BINS] */
	uint64_t clock;			/* of the 'used' */
	struct replay *replay;
	struct replay_room *room;
	size_t nrecords;		/* that the others were told of */
	struct scan_step *current;	/* of the frame in hand */
	bool failed;			/* memory ran out, or */
	bool has_crowd;			/* there are too many records */
};

static int
close_op(struct scanner *c, struct open_step *open, int op)
{
	struct scan_step *step = open->step;

	if (open->record > 0)
		return scan_add_record(c->scan, step, open->record, op,
		    open->count[op], c->group);
	if (step->nrecords == 0)
		return tally_pack(&step->op[op], open->count[op]);
	/* What is in records its tally has not seen. */
	return packed_add(&step->op[op].histogram, open->count[op], 0,
	    HISTOGRAM_BINS - 1);
}

static void
close_step(struct scanner *c, struct open_step *open)
{
	if (open->step == NULL)
		return;
	for (int op = 0; op < 2; op++) {
		if (close_op(c, open, op) == -1)
			c->failed = true;
	}
	open->step = NULL;
}

static struct open_step *
open_step(struct scanner *c, struct scan_step *step, uint64_t record)
{
	struct open_step *oldest = &c->open[0];

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
	oldest->step = step;
	oldest->record = record;
	oldest->used = ++c->clock;
	return oldest;
}

/* Adds the counts of one op of a second to those that it belongs to. */
static void
spill_op(struct scanner *c, struct open_second *open, int op)
{
	uint64_t *count = open->count[op];
	uint64_t *step = NULL, *record = NULL;
	uint32_t first = open->first[op], last = open->last[op];

	if (open->counted)
		step = open_step(c, open->step, 0)->count[op];
	if (open->counted && open->record > 0)
		record = open_step(c, open->step, open->record)->count[op];
	for (uint32_t bin = first; bin <= last; bin++) {
		if (step != NULL)
			step[bin] += count[bin];
		if (record != NULL)
			record[bin] += count[bin];
		c->group[histogram_group(bin)] += count[bin];
		count[bin] = 0;
	}
	if (scan_add_slice(c->scan, open->second, op, c->group,
	    histogram_group(first), last) == -1)
		c->failed = true;
}

static void
close_second(struct scanner *c, struct open_second *open)
{
	if (open->step == NULL)
		return;
	for (int op = 0; op < 2; op++) {
		if (open->first[op] <= open->last[op])
			spill_op(c, open, op);
	}
	open->step = NULL;
}

static struct open_second *
open_second(struct scanner *c, const struct frameio_run *run)
{
	struct open_second *oldest = &c->seconds[0];

	for (size_t i = 0; i < OPEN_SECONDS; i++) {
		struct open_second *o = &c->seconds[i];

		if (o->step == c->current && o->record == run->record &&
		    o->second == run->second && o->counted == run->counted) {
			o->used = ++c->clock;
			return o;
		}
		if (o->used < oldest->used)
			oldest = o;
	}
	close_second(c, oldest);
	oldest->step = c->current;
	oldest->record = run->record;
	oldest->second = run->second;
	oldest->counted = run->counted;
	oldest->used = ++c->clock;
	oldest->first[OP_READ] = oldest->first[OP_WRITE] = HISTOGRAM_BINS;
	oldest->last[OP_READ] = oldest->last[OP_WRITE] = 0;
	return oldest;
}

static void
add_to_histogram(struct scanner *c, const struct frameio_run *run,
    const struct moments *latency)
{
	struct open_second *open = open_second(c, run);
	uint32_t first = histogram_bin(latency->least);
	uint32_t last = histogram_bin(latency->largest);

	histogram_add(open->count[run->op], run->latency_ns, run->n);
	if (first < open->first[run->op])
		open->first[run->op] = first;
	if (last > open->last[run->op])
		open->last[run->op] = last;
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
add_to_step(struct scanner *c, const struct frameio_run *run,
    const struct moments *latency)
{
	struct scan_step *step = c->current;
	struct scan_record *record = NULL;
	struct tally *t = step->op;

	if (run->record > 0)
		record = scan_record(c->scan, step, run->record);
	if (record != NULL) {
		t = record->op;
	} else if (run->record > 0) {
		c->failed = true;
		c->has_crowd = errno == EOVERFLOW;
		return;
	}
	t += run->op;
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
	if (run->record > 0 && run->last_complete_ns > step->records_last_ns)
		step->records_last_ns = run->last_complete_ns;
	note_span(run, &step->first_submit_ns, &step->last_complete_ns);
}

static void
add_to_second(struct scan *s, const struct frameio_run *run, uint32_t step,
    const struct moments *latency)
{
	struct scan_second *second = scan_second(s, run->second);

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

	for (size_t i = 0; i < run->n; i += REPLAY_PIECE) {
		struct frameio_run piece = *run;
		struct moments m = {0};

		piece.latency_ns += i;
		piece.n = run->n - i < REPLAY_PIECE ? run->n - i : REPLAY_PIECE;
		moments_add(&m, piece.latency_ns, piece.n);
		replay_piece(c->replay, &piece, &m);
		add_to_histogram(c, &piece, &m);
		moments_merge(&latency, &m);
	}
	add_to_step(c, run, &latency);
	add_to_second(c->scan, run, c->current->number, &latency);
}

static struct scan_step *
step_of(struct scanner *c, uint32_t number)
{
	struct scan_step *step = scan_step(c->scan, number);

	if (step == NULL && !c->failed)
		warn_msg("%s: no room for step %" PRIu32, c->scan->path,
		    number);
	c->failed = c->failed || step == NULL;
	return step;
}

static void
scan_begin(struct scanner *c, const struct iolog_step *begin)
{
	struct scan_step *step;
	const char *why;

	if (begin->step > c->scan->last_step)
		return;
	step = step_of(c, begin->step);
	if (step == NULL)
		return;
	step->round = begin->round;
	step->duration_ns = begin->duration_ns;
	step->begin_ns = frameio_time(&c->scan->header, begin->begin_ticks);
	step->told = begin->factors != NULL &&
	    factors_from_text(begin->factors, &step->factors, &why) == 0;
	step->has_factors = step->told;
	if (c->scan->stage == NULL && begin->stage != NULL)
		c->scan->stage = strdup(begin->stage);
}

/* Records count from the begin of their step: one that began in an earlier part
 * was announced there. */
static void
find_begin(struct scanner *c, uint32_t number)
{
	enum iolog_status status;
	struct iolog_reader *reader = iolog_reader_open(c->scan->path,
	    &status);
	struct iolog_frame f;
	uint64_t end;

	if (reader == NULL) {
		c->failed = true;
		return;
	}
	/* Where there is no such step, all before this part is looked at. */
	iolog_reader_seek_step(reader, number, &end);
	do {
		status = iolog_reader_next(reader, &f);
		if (status == IOLOG_OK && f.type == IOLOG_FRAME_STEP &&
		    f.begin.step == number) {
			scan_begin(c, &f.begin);
			break;
		}
	} while (status == IOLOG_DAMAGED || (status == IOLOG_OK &&
	    f.offset_bytes < c->begin_bytes));
	iolog_reader_close(reader);
}

/* Tells the others of the records that this part has come to.  I/Os are not kept
 * beside many of them; some are in more than one part. */
static void
make_room(struct scanner *c)
{
	size_t n = c->scan->nrecords;

	if (n > c->nrecords &&
	    replay_room_share(c->room, n - c->nrecords, MOST_WITH_REPLAY) >
	    SCAN_RECORDS + SCAN_RECORDS / 2)
		c->failed = c->has_crowd = true;
	c->nrecords = n;
}

static void
scan_data(struct scanner *c, const struct iolog_frame *f)
{
	struct scan *s = c->scan;
	struct frameio_grid grid;

	scan_note_numbers(s, f);
	if (f->step > s->last_step) {
		s->repeated += f->n;
		return;
	}
	if (s->record_ns > 0 && c->begin_bytes > 0 &&
	    scan_find(s, f->step) == NULL)
		find_begin(c, f->step);
	c->current = step_of(c, f->step);
	if (c->current == NULL)
		return;
	make_room(c);
	s->read += f->n;
	s->submits += f->nsubmits;
	grid = scan_grid(s, c->current);
	replay_frame(c->replay, f->step, f->offset_bytes);
	progress_add(f->length_bytes);
	if (frameio_runs(c->work, &s->header, f, &grid, take_run, c) == -1)
		c->failed = true;
}

static void
note_loss(struct scan *s, const struct iolog_loss *l)
{
	if (s->nlosses++ == 0)
		s->first_loss = *l;
	s->lost_bytes += l->end_bytes - l->begin_bytes;
	s->end_lost = s->end_lost || l->kind == IOLOG_LOSS_END;
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
		if (f->stall.step > s->last_step)
			break;
		s->nstalls++;
		if (f->stall.end_ticks > f->stall.begin_ticks)
			s->stall_ns += iolog_ticks_to_ns(&s->header,
			    f->stall.end_ticks - f->stall.begin_ticks);
		break;
	case IOLOG_FRAME_ANCHOR:
		s->nanchors++;
		s->last_anchor = f->anchor;
		break;
	case IOLOG_FRAME_LOSS:
		note_loss(s, &f->loss);
		break;
	case IOLOG_FRAME_INDEX:
	case IOLOG_FRAME_HEADER:
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
	if (d.kind == IOLOG_DAMAGE_HEADER ||
	    d.kind == IOLOG_DAMAGE_OTHER_HEADER) {
		s->header_damaged = true;
		return;
	}
	if (d.kind == IOLOG_DAMAGE_TAIL) {
		s->tail_bytes += d.end_bytes - d.begin_bytes;
		return;
	}
	if (s->ndamages++ == 0)
		s->first_damage = d;
	s->damaged_bytes += d.end_bytes - d.begin_bytes;
}

/*
 * What a reader that was sent into the middle of a file skips to find its first
 * frame is no damage, or damage that the part before counts: that reads on to
 * the first whole frame behind its end.
 */
static bool
is_search(const struct scanner *c, struct iolog_damage d, uint64_t begin)
{
	return begin > 0 && c->scan->end_bytes == 0 && d.begin_bytes == begin;
}

/* Reads the frames that begin in [begin, end).  Returns the status that ended
 * them, IOLOG_END for the end of the part too. */
static enum iolog_status
read_part(struct scanner *c, struct iolog_reader *reader, uint64_t begin,
    uint64_t end)
{
	struct iolog_frame f;
	enum iolog_status status;

	while (!c->failed) {
		status = iolog_reader_next(reader, &f);
		if (status == IOLOG_OK) {
			if (f.offset_bytes >= end)
				return IOLOG_END;
			scan_frame(c, &f);
		} else if (status == IOLOG_DAMAGED) {
			struct iolog_damage d = iolog_reader_damage(reader);

			if (!is_search(c, d, begin))
				note_damage(c->scan, d);
		} else {
			return status;
		}
	}
	errno = c->has_crowd ? EOVERFLOW : ENOMEM;
	return IOLOG_ERRNO;
}

static int
scanner_open(struct scanner *c, struct scan *s)
{
	*c = (struct scanner){.scan = s, .work = frameio_new()};
	if (c->work == NULL)
		return -1;
	c->group = calloc(HISTOGRAM_BINS, sizeof(c->group[0]));
	if (c->group == NULL)
		return -1;
	for (int op = 0; op < 2; op++) {
		for (size_t i = 0; i < OPEN_STEPS; i++) {
			c->open[i].count[op] = calloc(HISTOGRAM_BINS,
			    sizeof(uint64_t));
			if (c->open[i].count[op] == NULL)
				return -1;
		}
		for (size_t i = 0; i < OPEN_SECONDS; i++) {
			c->seconds[i].count[op] = calloc(HISTOGRAM_BINS,
			    sizeof(uint64_t));
			if (c->seconds[i].count[op] == NULL)
				return -1;
		}
	}
	return 0;
}

/* Returns -1 if memory is or was out. */
static int
scanner_close(struct scanner *c)
{
	for (size_t i = 0; i < OPEN_SECONDS; i++) {
		close_second(c, &c->seconds[i]);
		for (int op = 0; op < 2; op++)
			free(c->seconds[i].count[op]);
	}
	for (size_t i = 0; i < OPEN_STEPS; i++) {
		close_step(c, &c->open[i]);
		for (int op = 0; op < 2; op++)
			free(c->open[i].count[op]);
	}
	free(c->group);
	frameio_free(c->work);
	return c->failed ? -1 : 0;
}

/* What the I/Os may take that are kept for the later passes. */
#define REPLAY_BYTES ((size_t)128 << 20)

/*
 * A log that is being read, by parts.  They are merged in their order, by the
 * thread that ends the first of those that are still to come, while the others
 * read on.
 */
struct reading {
	struct scan *whole;
	struct parts parts;
	struct replay_room *room;
	struct replay **replays;	/* replays[parts.n] */
	pthread_mutex_t lock;		/* of what follows */
	struct scan **scans;		/* scans[parts.n]: read, not merged */
	size_t nmerged;
	bool merging;			/* a thread does that now */
	int error;			/* the first errno, or 0 */
};

/* Merges what can be, unless another thread does. */
static void
merge_read(struct reading *r)
{
	pthread_mutex_lock(&r->lock);
	while (!r->merging && r->nmerged < r->parts.n &&
	    r->scans[r->nmerged] != NULL) {
		struct scan *s = r->scans[r->nmerged];
		int error = r->error;

		r->merging = true;
		pthread_mutex_unlock(&r->lock);
		if (error == 0 && scan_merge(r->whole, s) == -1)
			error = errno;
		scan_free(s);
		pthread_mutex_lock(&r->lock);
		r->scans[r->nmerged++] = NULL;
		r->error = error;
		r->merging = false;
	}
	pthread_mutex_unlock(&r->lock);
}

static void
read_job(void *context, unsigned thread, size_t index)
{
	struct reading *r = context;
	const struct scan *whole = r->whole;
	struct scan *s = scan_new(whole->path, &whole->header);
	uint64_t begin = parts_begin(&r->parts, index);
	int error = ENOMEM;
	enum iolog_status status;
	struct iolog_reader *reader = iolog_reader_open(whole->path, &status);
	struct scanner scanner = {0};

	(void)thread;
	if (s == NULL || reader == NULL || r->replays[index] == NULL ||
	    scanner_open(&scanner, s) == -1 ||
	    (index > 0 && iolog_reader_seek(reader, begin) == -1))
		goto close;
	s->last_step = whole->last_step;
	s->origin_ns = whole->origin_ns;
	s->base_ns = whole->base_ns;
	s->record_ns = whole->record_ns;
	scanner.begin_bytes = begin;
	scanner.replay = r->replays[index];
	scanner.room = r->room;
	status = read_part(&scanner, reader, begin,
	    parts_begin(&r->parts, index + 1));
	error = status == IOLOG_ERRNO ? errno : 0;
	/* Only behind the last part is the end of the log expected. */
	s->truncated = status == IOLOG_TRUNCATED && index + 1 == r->parts.n;
close:
	if (scanner_close(&scanner) == -1 && error == 0)
		error = ENOMEM;
	iolog_reader_close(reader);
	pthread_mutex_lock(&r->lock);
	r->scans[index] = s;
	if (r->error == 0)
		r->error = error;
	pthread_mutex_unlock(&r->lock);
	merge_read(r);
}

/* Second 0 is the begin of the first step, which is announced before its first
 * I/O; without a step frame it is the log's anchor. */
static void
find_origin(struct scan *s, struct iolog_reader *reader)
{
	struct iolog_frame f;
	enum iolog_status status;

	do {
		status = iolog_reader_next(reader, &f);
		if (status == IOLOG_OK && f.type == IOLOG_FRAME_STEP)
			s->origin_ns = frameio_time(&s->header,
			    f.begin.begin_ticks);
	} while ((status == IOLOG_OK && f.type != IOLOG_FRAME_STEP &&
	    f.type != IOLOG_FRAME_DATA) || status == IOLOG_DAMAGED);
}

static int
run_parts(struct reading *r, unsigned nthreads)
{
	for (size_t i = 0; i < r->parts.n; i++)
		r->replays[i] = replay_new(r->room);
	pthread_mutex_init(&r->lock, NULL);
	parallel_run(nthreads, r->parts.n, read_job, r);
	pthread_mutex_destroy(&r->lock);
	errno = r->error;
	return r->error == 0 ? 0 : -1;
}

/* Whether the begin of a step is found fast. */
static bool
has_index(const char *path)
{
	enum iolog_status status;
	struct iolog_reader *reader = iolog_reader_open(path, &status);
	struct iolog_frame f;
	uint64_t end;
	bool found;

	if (reader == NULL)
		return false;
	do {
		status = iolog_reader_next(reader, &f);
	} while (status == IOLOG_DAMAGED || (status == IOLOG_OK &&
	    f.type != IOLOG_FRAME_STEP && f.type != IOLOG_FRAME_DATA));
	found = status == IOLOG_OK && f.type == IOLOG_FRAME_STEP &&
	    iolog_reader_seek_step(reader, f.begin.step, &end) == 0;
	iolog_reader_close(reader);
	return found;
}

/* Reads the only log of a scan, whose I/Os are kept for later passes too. */
static int
read_parts(struct scan *s, struct replay_room *room, unsigned nthreads)
{
	struct scan_source *source = &s->sources[0];
	struct reading r = {
		.whole = s, .room = room,
		.parts = parts_of(s->path, s->record_ns == 0 ||
		    has_index(s->path) ? nthreads : 1),
	};
	int result = -1;

	source->replays = r.replays = calloc(r.parts.n, sizeof(r.replays[0]));
	if (r.replays != NULL)
		source->parts = r.parts;
	r.scans = calloc(r.parts.n, sizeof(r.scans[0]));
	if (r.replays != NULL && r.scans != NULL)
		result = run_parts(&r, nthreads);
	for (size_t i = 0; r.scans != NULL && i < r.parts.n; i++)
		scan_free(r.scans[i]);
	free(r.scans);
	return result;
}

/* When the last of its I/Os came back, since second 0. */
static uint64_t
last_ns(const struct scan *s)
{
	uint64_t last = s->origin_ns;

	for (size_t i = 0; i < s->nsteps; i++) {
		const struct scan_step *step = s->steps[i];

		if (step->last_complete_ns > last)
			last = step->last_complete_ns;
		if (step->ramp_last_ns > last)
			last = step->ramp_last_ns;
	}
	return last - s->origin_ns;
}

/*
 * When the test of 'before' went on in the log 'later', since second 0: as the
 * system's clock tells, the one that counts through a boot.  If it was set back
 * meanwhile, the next whole second.
 */
static uint64_t
went_on_ns(const struct scan *before, const struct scan *later)
{
	uint64_t from_ns = before->header.anchor.realtime_ns;
	uint64_t to_ns = later->header.anchor.realtime_ns;
	uint64_t at_ns = later->origin_ns + (to_ns - from_ns);

	if (to_ns >= from_ns && at_ns >= before->origin_ns + last_ns(before))
		return at_ns - before->origin_ns;
	return (before->first_second + before->nseconds) * SECOND_NS;
}

/* What a scan is of before its log is read, in which the test of 'before' (or
 * NULL) went on.  NULL if memory is out. */
static struct scan *
scan_of(const struct scan_source *log, struct iolog_reader *reader,
    const struct scan *before, uint64_t record_ns)
{
	struct scan *s = scan_new(log->path, iolog_reader_header(reader));

	if (s == NULL)
		return NULL;
	s->sources = calloc(1, sizeof(s->sources[0]));
	if (s->sources == NULL) {
		scan_free(s);
		return NULL;
	}
	s->record_ns = record_ns;
	s->last_step = log->last_step;
	find_origin(s, reader);
	s->base_ns = before != NULL ? went_on_ns(before, s) : 0;
	s->nsources = 1;
	s->sources[0] = (struct scan_source){
		.path = log->path, .last_step = log->last_step,
		.header = s->header, .origin_ns = s->origin_ns,
		.base_ns = s->base_ns,
	};
	return s;
}

static void
tell_failure(const char *path)
{
	int why = errno;

	if (why == EOVERFLOW)
		warn_msg("%s: there are more than %u records: longer "
		    "ones are needed (--record)", path, SCAN_RECORDS);
	else
		warn_errno("read(%s)", path);
	errno = why;
}

/* Reads one log; its steps are not summed up yet. */
static struct scan *
read_log(const struct scan_source *log, const struct scan *before,
    uint64_t record_ns, struct replay_room *room, unsigned nthreads,
    enum iolog_status *status_out)
{
	struct iolog_reader *reader = iolog_reader_open(log->path, status_out);
	struct scan *s;

	if (reader == NULL) {
		if (*status_out == IOLOG_ERRNO)
			warn_errno("open(%s)", log->path);
		else
			warn_msg("%s: %s", log->path,
			    iolog_status_text(*status_out));
		return NULL;
	}
	s = scan_of(log, reader, before, record_ns);
	/* Frames that stand twice are only known to one that reads both. */
	if (!iolog_reader_is_closed(reader))
		nthreads = 1;
	iolog_reader_close(reader);
	if (s == NULL || read_parts(s, room, nthreads) == -1) {
		tell_failure(log->path);
		scan_free(s);
		*status_out = IOLOG_ERRNO;
		return NULL;
	}
	s->sources[0].end_bytes = s->end_bytes;
	return s;
}

/* Moves the log of 'from' behind those of 's'. */
static int
move_source(struct scan *s, struct scan *from, uint64_t shift_ns)
{
	struct scan_source *more = realloc(s->sources,
	    (s->nsources + 1) * sizeof(more[0]));

	if (more == NULL)
		return -1;
	s->sources = more;
	s->sources[s->nsources] = from->sources[0];
	s->sources[s->nsources++].shift_ns = shift_ns;
	from->nsources = 0;
	return 0;
}

static void
shift(uint64_t *time_ns, uint64_t ns)
{
	if (*time_ns > 0 && *time_ns < UINT64_MAX)
		*time_ns += ns;
}

static void
shift_steps(struct scan *s, uint64_t ns)
{
	for (size_t i = 0; i < s->nsteps; i++) {
		struct scan_step *step = s->steps[i];

		step->begin_ns += ns;
		shift(&step->first_submit_ns, ns);
		shift(&step->last_complete_ns, ns);
		shift(&step->ramp_first_ns, ns);
		shift(&step->ramp_last_ns, ns);
		shift(&step->records_last_ns, ns);
	}
}

/* Adds the log 'later', in which the test went on.  0, or -1. */
static int
join(struct scan *s, struct scan *later)
{
	uint64_t begin_ns = s->origin_ns + later->base_ns;
	uint64_t shift_ns = begin_ns > later->origin_ns ?
	    begin_ns - later->origin_ns : 0;

	if (move_source(s, later, shift_ns) == -1)
		return -1;
	shift_steps(later, shift_ns);
	/* I/Os are numbered from 0 in each log, clocks start anew. */
	for (uint32_t i = 0; i < later->header.nstreams; i++) {
		s->missing += later->streams[i].first;
		later->streams[i].seen = false;
	}
	later->nanchors = 0;
	/* Where the one before ends was known when the test went on. */
	s->truncated = s->ended = false;
	return scan_merge(s, later);
}

struct scan *
scan_logs(const struct scan_source *logs, size_t nlogs, uint64_t record_ns,
    unsigned nthreads, enum iolog_status *status_out)
{
	struct replay_room *room = replay_room_new(REPLAY_BYTES);
	struct scan *s;
	bool is_one = true;
	int result = 0;

	*status_out = IOLOG_ERRNO;
	if (room == NULL)
		return NULL;
	s = read_log(&logs[0], NULL, record_ns, room, nthreads, status_out);
	if (s == NULL) {
		replay_room_free(room);
		return NULL;
	}
	s->replay_room = room;
	for (size_t i = 1; i < nlogs && result == 0; i++) {
		struct scan *later = read_log(&logs[i], s, record_ns, room,
		    nthreads, status_out);

		if (later == NULL) {
			scan_free(s);
			return NULL;
		}
		if (later->header.nstreams != s->header.nstreams ||
		    memcmp(later->header.run_uuid, s->header.run_uuid,
		    sizeof(s->header.run_uuid)) != 0) {
			warn_msg("%s: is no part of the test that %s is of",
			    logs[i].path, logs[0].path);
			is_one = false;
			result = -1;
		} else {
			result = join(s, later);
		}
		scan_free(later);
	}
	if (result == -1 || scan_finish(s) == -1) {
		if (is_one)
			tell_failure(logs[0].path);
		scan_free(s);
		*status_out = IOLOG_ERRNO;
		errno = is_one ? errno : EINVAL;
		return NULL;
	}
	return s;
}

struct scan *
scan_log(const char *path, uint64_t record_ns, unsigned nthreads,
    enum iolog_status *status_out)
{
	struct scan_source log = {.path = path, .last_step = UINT32_MAX};

	return scan_logs(&log, 1, record_ns, nthreads, status_out);
}
