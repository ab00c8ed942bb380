/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/scan.h"

/* A log names its steps; more than this (a year of seconds' steps is less)
 * would only serve to fill our memory. */
#define MOST_STEPS (1u << 18)

struct scan *
scan_new(const char *path, const struct iolog_header *header)
{
	struct scan *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->header = *header;
	s->header.text = NULL;
	s->path = strdup(path);
	s->slice_seconds = 1;
	s->origin_ns = FRAMEIO_ANCHOR_NS;
	s->last_step = UINT32_MAX;
	s->streams = calloc((size_t)header->nstreams + 1,
	    sizeof(s->streams[0]));
	if (s->path == NULL || s->streams == NULL) {
		scan_free(s);
		return NULL;
	}
	return s;
}

static void
free_grouped(struct scan_step *step)
{
	for (size_t i = 0; i < step->nrecords; i++) {
		for (int op = 0; op < 2; op++) {
			struct packed *p = &step->records[i].grouped[op];

			free(p->bytes);
			*p = (struct packed){NULL, 0};
		}
	}
}

void
scan_free_kept(struct scan *s)
{
	for (size_t i = 0; i < s->nsteps; i++)
		free_grouped(s->steps[i]);
	s->record_bytes = 0;
	replay_room_free(s->replay_room);
	s->replay_room = NULL;
}

static void
free_step(struct scan_step *step)
{
	for (int op = 0; op < NOPS; op++) {
		tally_free(&step->op[op]);
		for (size_t i = 0; i < step->nrecords; i++)
			tally_free(&step->records[i].op[op]);
	}
	free_grouped(step);
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
	for (size_t i = 0; i < s->nslices; i++) {
		for (int op = 0; op < 2; op++)
			free(s->slices[i].histogram[op].bytes);
	}
	for (size_t i = 0; i < s->nsources; i++) {
		struct scan_source *source = &s->sources[i];

		for (size_t k = 0; k < source->parts.n; k++)
			replay_free(source->replays[k]);
		free(source->replays);
	}
	replay_room_free(s->replay_room);
	free(s->steps);
	free(s->slices);
	free(s->seconds);
	free(s->streams);
	free(s->sources);
	free(s->stage);
	free(s->path);
	free(s);
}

/* The place of the first step of this number or a larger one, of those that are
 * sorted. */
static size_t
find_place(const struct scan *s, uint32_t number)
{
	size_t low = 0, high = s->nsorted;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->steps[middle]->number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct scan_step *
scan_find(const struct scan *s, uint32_t number)
{
	size_t at = find_place(s, number);

	if (at < s->nsorted && s->steps[at]->number == number)
		return s->steps[at];
	for (size_t i = s->nsorted; i < s->nsteps; i++) {
		if (s->steps[i]->number == number)
			return s->steps[i];
	}
	return NULL;
}

static int
compare_steps(const void *a, const void *b)
{
	const struct scan_step *x = *(struct scan_step *const *)a;
	const struct scan_step *y = *(struct scan_step *const *)b;

	return (x->number > y->number) - (x->number < y->number);
}

/* Sorts the loose steps and merges them, from the end, with the others.  0, or
 * -1 if memory is out. */
static int
sort_steps(struct scan *s)
{
	size_t nloose = s->nsteps - s->nsorted, to = s->nsteps;
	struct scan_step **loose;

	if (nloose == 0)
		return 0;
	loose = malloc(nloose * sizeof(loose[0]));
	if (loose == NULL)
		return -1;
	memcpy(loose, s->steps + s->nsorted, nloose * sizeof(loose[0]));
	qsort(loose, nloose, sizeof(loose[0]), compare_steps);
	while (nloose > 0) {
		if (s->nsorted > 0 && s->steps[s->nsorted - 1]->number >
		    loose[nloose - 1]->number)
			s->steps[--to] = s->steps[--s->nsorted];
		else
			s->steps[--to] = loose[--nloose];
	}
	s->nsorted = s->nsteps;
	free(loose);
	return 0;
}

/* Steps ascend in a log that is whole.  Those of one that is not are loose
 * until there are so many: a search looks at each, sorting them moves all. */
#define MOST_LOOSE 512

static struct scan_step *
add_step(struct scan *s, uint32_t number)
{
	struct scan_step *step;

	if (s->nsteps == MOST_STEPS || (s->nsteps - s->nsorted == MOST_LOOSE &&
	    sort_steps(s) == -1))
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
	step->begin_ns = FRAMEIO_ANCHOR_NS;
	step->first_submit_ns = step->ramp_first_ns = UINT64_MAX;
	if (s->nsorted == s->nsteps && (s->nsteps == 0 ||
	    s->steps[s->nsteps - 1]->number < number))
		s->nsorted++;
	s->steps[s->nsteps++] = step;
	return step;
}

struct scan_step *
scan_step(struct scan *s, uint32_t number)
{
	struct scan_step *step = scan_find(s, number);

	return step != NULL ? step : add_step(s, number);
}

/* Makes room for second 'number', which lies before or behind what there is. */
static int
extend_seconds(struct scan *s, uint64_t number)
{
	uint64_t first = number < s->first_second ? number : s->first_second;
	uint64_t last = s->first_second + s->nseconds;
	size_t before = (size_t)(s->first_second - first);
	size_t room = s->room > 0 ? s->room : 64;
	struct scan_second *more;

	last = number >= last ? number + 1 : last;
	while (room < last - first)
		room *= 2;
	more = calloc(room, sizeof(more[0]));
	if (more == NULL)
		return -1;
	if (s->nseconds > 0)
		memcpy(more + before, s->seconds,
		    s->nseconds * sizeof(more[0]));
	free(s->seconds);
	s->seconds = more;
	s->room = room;
	s->nseconds += s->nseconds > 0 ? before : 0;
	s->first_second = first;
	return 0;
}

struct scan_second *
scan_second(struct scan *s, uint64_t number)
{
	if (number >= SCAN_SECONDS)
		return NULL;
	if (s->nseconds == 0 && s->room == 0)
		s->first_second = number;
	if ((number < s->first_second ||
	    number - s->first_second >= s->room) &&
	    extend_seconds(s, number) == -1)
		return NULL;
	if (number - s->first_second >= s->nseconds)
		s->nseconds = (size_t)(number - s->first_second) + 1;
	return &s->seconds[number - s->first_second];
}

/* Adds 'from' to 'to' and empties it. */
static int
move_slice(struct scan *s, struct scan_slice *to, struct scan_slice *from,
    uint64_t *count)
{
	for (int op = 0; op < 2; op++) {
		s->slice_bytes -= to->histogram[op].length;
		if (packed_move(&to->histogram[op], &from->histogram[op],
		    count) == -1)
			return -1;
		s->slice_bytes += to->histogram[op].length;
	}
	return 0;
}

/* Makes slices twice as long until they are few enough for so many seconds, and
 * for so many bytes.  How often does not depend on the order in which their
 * I/Os came: more of these never take fewer bytes. */
static int
join_slices(struct scan *s, uint64_t seconds)
{
	uint64_t *count = NULL;
	int result = 0;

	while (result == 0 && (s->slice_bytes > SCAN_SLICE_BYTES ||
	    seconds > SCAN_SLICES * s->slice_seconds) &&
	    s->slice_seconds < SCAN_SECONDS) {
		if (count == NULL)
			count = calloc(HISTOGRAM_BINS, sizeof(count[0]));
		if (count == NULL)
			return -1;
		s->slice_seconds *= 2;
		for (size_t i = 1; i < s->nslices && result == 0; i++) {
			struct scan_slice *from = &s->slices[i];

			s->slice_bytes -= from->histogram[0].length +
			    from->histogram[1].length;
			result = move_slice(s, &s->slices[i / 2], from, count);
		}
		if (result == 0)
			s->nslices = (s->nslices + 1) / 2;
	}
	free(count);
	return result;
}

/* The slice that a second is in, or NULL if memory is out. */
static struct scan_slice *
find_slice(struct scan *s, uint64_t second)
{
	size_t at;

	if (s->slices == NULL)
		s->slices = calloc(SCAN_SLICES, sizeof(s->slices[0]));
	if (s->slices == NULL || join_slices(s, second + 1) == -1)
		return NULL;
	at = (size_t)(second / s->slice_seconds);
	if (at >= s->nslices)
		s->nslices = at + 1;
	return &s->slices[at];
}

int
scan_add_slice(struct scan *s, uint64_t second, int op, uint64_t *count,
    uint32_t first, uint32_t last)
{
	struct scan_slice *slice;
	struct packed *p;

	if (second >= SCAN_SECONDS) {
		memset(count + first, 0, (last - first + 1) *
		    sizeof(count[0]));
		return 0;
	}
	slice = find_slice(s, second);
	if (slice == NULL)
		return -1;
	p = &slice->histogram[op];
	s->slice_bytes -= p->length;
	if (p->bytes != NULL) {
		first = 0;
		last = HISTOGRAM_BINS - 1;
	}
	if (packed_add(p, count, first, last) == -1)
		return -1;
	s->slice_bytes += p->length;
	return join_slices(s, 0);
}

/* Makes the records of a step begin with 'first', or end behind 'last', if they
 * do not: those of a part of a log begin anywhere. */
static int
extend_records(struct scan *s, struct scan_step *step, size_t first,
    size_t last)
{
	size_t end = step->first_record + step->nrecords, before, n;

	if (step->nrecords == 0)
		step->first_record = end = last;
	first = first < step->first_record ? first : step->first_record;
	before = step->first_record - first;
	n = (last > end ? last : end) - first;
	if (n - step->nrecords > SCAN_RECORDS - s->nrecords) {
		errno = EOVERFLOW;
		return -1;
	}
	if (n > step->room) {
		size_t room = n + n / 2;
		struct scan_record *more = realloc(step->records,
		    room * sizeof(more[0]));

		if (more == NULL)
			return -1;
		step->records = more;
		step->room = room;
	}
	if (before > 0)
		memmove(step->records + before, step->records,
		    step->nrecords * sizeof(step->records[0]));
	memset(step->records, 0, before * sizeof(step->records[0]));
	memset(step->records + before + step->nrecords, 0,
	    (n - before - step->nrecords) * sizeof(step->records[0]));
	s->nrecords += n - step->nrecords;
	step->nrecords = n;
	step->first_record = first;
	return 0;
}

struct scan_record *
scan_record(struct scan *s, struct scan_step *step, uint64_t record)
{
	/* The number may be any; the times of an I/O may be wrong. */
	if (record > SCAN_RECORDS) {
		errno = EOVERFLOW;
		return NULL;
	}
	if ((record <= step->first_record ||
	    record - step->first_record > step->nrecords) &&
	    extend_records(s, step, (size_t)record - 1, (size_t)record) == -1)
		return NULL;
	return &step->records[record - 1 - step->first_record];
}

int
scan_add_record(struct scan *s, struct scan_step *step, uint64_t record,
    int op, uint64_t *count, uint64_t *group)
{
	struct scan_record *to = scan_record(s, step, record);
	uint32_t bins = HISTOGRAM_GROUP, first, last;

	if (to == NULL)
		return -1;
	if (to->op[op].latency.count == 0)
		return 0;
	if (s->record_bytes > SCAN_RECORD_BYTES)
		to->is_coarse = true;
	if (to->is_coarse)
		bins = SCAN_COARSE_GROUP;
	first = histogram_bin(to->op[op].latency.least);
	last = histogram_bin(to->op[op].latency.largest);
	for (uint32_t bin = first; bin <= last; bin++) {
		group[bin - bin % bins] += count[bin];
		count[bin] = 0;
	}
	s->record_bytes -= to->grouped[op].length;
	if (packed_add(&to->grouped[op], group,
	    first - first % SCAN_COARSE_GROUP, last) == -1)
		return -1;
	s->record_bytes += to->grouped[op].length;
	return 0;
}

/* What is missing came back between these times. */
static void
add_hole(struct scan *s, uint64_t begin_ns, uint64_t end_ns)
{
	struct scan_hole *hole;

	if (s->nholes < SCAN_HOLES) {
		s->holes[s->nholes++] = (struct scan_hole){begin_ns, end_ns};
		return;
	}
	hole = &s->holes[SCAN_HOLES - 1];
	if (begin_ns < hole->begin_ns)
		hole->begin_ns = begin_ns;
	if (end_ns > hole->end_ns)
		hole->end_ns = end_ns;
}

/* What is missing is of these steps, or of one between them. */
static void
note_hole(struct scan *s, uint32_t first_step, uint32_t last_step)
{
	struct scan_step *step;

	/* A stream's steps ascend, unless its frames changed places. */
	if (first_step > last_step)
		return;
	step = scan_find(s, first_step);
	if (step != NULL && step->hole_end < last_step)
		step->hole_end = last_step;
}

/* Adds the numbers of a later stretch of a stream. */
static void
add_numbers(struct scan *s, struct scan_stream *t,
    const struct scan_stream *later)
{
	if (!t->seen) {
		*t = *later;
		return;
	}
	if (later->first > t->next) {
		s->missing += later->first - t->next;
		note_hole(s, t->last_step, later->first_step);
		add_hole(s, t->last_ns, later->first_ns);
	}
	t->next = later->next;
	t->last_step = later->last_step;
	t->last_ns = later->last_ns;
}

void
scan_note_numbers(struct scan *s, const struct iolog_frame *f)
{
	struct scan_stream read = {
		.seen = true, .first = f->first, .next = f->first + f->n,
		.first_step = f->step, .last_step = f->step,
	};

	if (f->stream >= s->header.nstreams || f->n == 0)
		return;
	read.first_ns = frameio_time(&s->header, f->complete_ticks[0]);
	read.last_ns = frameio_time(&s->header, f->complete_ticks[f->n - 1]);
	add_numbers(s, &s->streams[f->stream], &read);
}

struct frameio_grid
scan_grid(const struct scan *s, const struct scan_step *step)
{
	struct frameio_grid g = {
		.origin_ns = s->origin_ns, .base_ns = s->base_ns,
		.begin_ns = step->begin_ns,
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
	if (end_ns > step->records_last_ns)
		end_ns = step->records_last_ns;
	return end_ns > begin_ns ? end_ns - begin_ns : 0;
}

bool
scan_record_ended(const struct scan *s, const struct scan_step *step,
    size_t index)
{
	return index < step->nrecords && step->begin_ns +
	    (index + 1) * s->record_ns <= step->last_complete_ns;
}

static void
merge_span(uint64_t *first, uint64_t *last, uint64_t from_first,
    uint64_t from_last)
{
	if (from_first < *first)
		*first = from_first;
	if (from_last > *last)
		*last = from_last;
}

static int
merge_ops(struct tally *op, const struct tally *from)
{
	for (int o = 0; o < 2; o++) {
		if (tally_merge(&op[o], &from[o]) == -1)
			return -1;
	}
	return 0;
}

static int
merge_records(struct scan *s, struct scan_step *step, struct scan_step *from)
{
	uint64_t *count = calloc(HISTOGRAM_BINS, sizeof(count[0]));
	int result = count == NULL ? -1 : 0;

	for (size_t i = 0; i < from->nrecords && result == 0; i++) {
		struct scan_record *other = &from->records[i];
		struct scan_record *record = scan_record(s, step,
		    from->first_record + i + 1);

		if (record == NULL ||
		    merge_ops(record->op, other->op) == -1)
			result = -1;
		for (int op = 0; op < 2 && result == 0; op++) {
			s->record_bytes -= record->grouped[op].length;
			result = packed_move(&record->grouped[op],
			    &other->grouped[op], count);
			s->record_bytes += record->grouped[op].length;
		}
		if (result == 0 && other->is_coarse)
			record->is_coarse = true;
	}
	free(count);
	return result;
}

static int
merge_step(struct scan *s, struct scan_step *step, struct scan_step *from)
{
	if (step->round == 0 && !step->has_factors) {
		step->round = from->round;
		step->has_factors = from->has_factors;
		step->told = from->told;
		step->factors = from->factors;
		step->begin_ns = from->begin_ns;
		step->duration_ns = from->duration_ns;
	}
	merge_span(&step->first_submit_ns, &step->last_complete_ns,
	    from->first_submit_ns, from->last_complete_ns);
	merge_span(&step->ramp_first_ns, &step->ramp_last_ns,
	    from->ramp_first_ns, from->ramp_last_ns);
	if (from->records_last_ns > step->records_last_ns)
		step->records_last_ns = from->records_last_ns;
	if (from->hole_end > step->hole_end)
		step->hole_end = from->hole_end;
	if (from->nrecords > 0 && merge_records(s, step, from) == -1)
		return -1;
	return merge_ops(step->op, from->op);
}

static size_t
grouped_bytes(const struct scan_step *step)
{
	size_t length = 0;

	for (size_t i = 0; i < step->nrecords; i++)
		length += step->records[i].grouped[0].length +
		    step->records[i].grouped[1].length;
	return length;
}

/* A step that only 'from' knows moves over as it is. */
static int
merge_steps(struct scan *s, struct scan *from)
{
	for (size_t i = 0; i < from->nsteps; i++) {
		struct scan_step *other = from->steps[i];
		bool known = scan_find(s, other->number) != NULL;
		struct scan_step *step = scan_step(s, other->number);

		if (step == NULL)
			return -1;
		if (!known) {
			struct scan_step empty = *step;

			*step = *other;
			*other = empty;
			s->nrecords += step->nrecords;
			s->record_bytes += grouped_bytes(step);
		} else if (merge_step(s, step, other) == -1) {
			return -1;
		}
	}
	if (s->nrecords > SCAN_RECORDS) {
		errno = EOVERFLOW;
		return -1;
	}
	return 0;
}

static int
merge_seconds(struct scan *s, const struct scan *from)
{
	for (size_t i = 0; i < from->nseconds; i++) {
		const struct scan_second *other = &from->seconds[i];
		struct scan_second *second = scan_second(s,
		    from->first_second + i);

		if (second == NULL)
			return -1;
		if (second->step == 0 ||
		    (other->step != 0 && other->step < second->step))
			second->step = other->step;
		for (int op = 0; op < 2; op++) {
			moments_merge(&second->latency[op],
			    &other->latency[op]);
			second->bytes[op] += other->bytes[op];
			second->failed[op] += other->failed[op];
		}
	}
	return 0;
}

static int
merge_slices(struct scan *s, struct scan *from)
{
	uint64_t *count = calloc(HISTOGRAM_BINS, sizeof(count[0]));
	int result = count == NULL ? -1 :
	    join_slices(s, SCAN_SLICES * from->slice_seconds);

	for (size_t i = 0; i < from->nslices && result == 0; i++) {
		struct scan_slice *slice = find_slice(s,
		    i * from->slice_seconds);

		if (slice == NULL ||
		    move_slice(s, slice, &from->slices[i], count) == -1 ||
		    join_slices(s, 0) == -1)
			result = -1;
	}
	free(count);
	return result;
}

static void
merge_streams(struct scan *s, const struct scan *from)
{
	for (size_t i = 0; i < from->nholes; i++)
		add_hole(s, from->holes[i].begin_ns, from->holes[i].end_ns);
	for (uint32_t i = 0; i < s->header.nstreams; i++) {
		const struct scan_stream *t = &from->streams[i];

		if (t->seen)
			add_numbers(s, &s->streams[i], t);
	}
}

static void
merge_marks(struct scan *s, struct scan *from)
{
	if (s->stage == NULL) {
		s->stage = from->stage;
		from->stage = NULL;
	}
	if (from->nanchors > 0)
		s->last_anchor = from->last_anchor;
	if (from->ended) {
		s->ended = true;
		s->totals = from->totals;
	}
	if (s->ndamages == 0)
		s->first_damage = from->first_damage;
	if (s->nlosses == 0)
		s->first_loss = from->first_loss;
	if (from->end_bytes > s->end_bytes)
		s->end_bytes = from->end_bytes;
}

int
scan_merge(struct scan *s, struct scan *from)
{
	if (merge_steps(s, from) == -1 || merge_seconds(s, from) == -1 ||
	    merge_slices(s, from) == -1)
		return -1;
	merge_streams(s, from);
	merge_marks(s, from);
	s->late += from->late;
	s->submits += from->submits;
	s->read += from->read;
	s->repeated += from->repeated;
	s->missing += from->missing;
	s->nstalls += from->nstalls;
	s->stall_ns += from->stall_ns;
	s->nanchors += from->nanchors;
	s->ndamages += from->ndamages;
	s->damaged_bytes += from->damaged_bytes;
	s->tail_bytes += from->tail_bytes;
	s->nlosses += from->nlosses;
	s->lost_bytes += from->lost_bytes;
	s->header_damaged = s->header_damaged || from->header_damaged;
	s->end_lost = s->end_lost || from->end_lost;
	s->truncated = s->truncated || from->truncated;
	return 0;
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
sum_records(struct scan *s, struct scan_step *step)
{
	if (step->nrecords > 0 && step->first_record > 0 &&
	    extend_records(s, step, 0, 1) == -1)
		return -1;
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

/* The last step that has an I/O, or SIZE_MAX. */
static size_t
last_with_ios(const struct scan *s)
{
	size_t i = s->nsteps;

	while (i-- > 0) {
		const struct tally *all = &s->steps[i]->op[OP_ALL];

		if (all->latency.count + all->ramp + all->failed > 0)
			break;
	}
	return i;
}

/*
 * Marks the steps that the holes of the numbering lie in or between.  The first
 * I/Os of a stream may be of any step before, and the numbering does not show
 * that the last are missing: the end frame does, and a repaired log tells it.
 */
static void
find_holes(struct scan *s)
{
	uint32_t begin_end = 0, end = 0;
	size_t last = last_with_ios(s);

	for (uint32_t i = 0; i < s->header.nstreams; i++) {
		const struct scan_stream *t = &s->streams[i];

		if (t->first > 0 && t->first_step > begin_end)
			begin_end = t->first_step;
	}
	for (size_t i = 0; i < s->nsteps; i++) {
		struct scan_step *step = s->steps[i];

		if (step->hole_end > end)
			end = step->hole_end;
		step->has_hole = step->number <= begin_end ||
		    step->number <= end;
	}
	if (last < s->nsteps && (s->end_lost || (s->ended &&
	    s->nsources == 1 && s->totals.completions > s->read + s->missing)))
		s->steps[last]->has_hole = true;
}

/* Adds the holes before the first I/O of a stream and, where the log's end is
 * missing, behind the last.  False if nothing is known of a stream. */
static bool
find_ends(struct scan *s)
{
	bool whole = s->ended && s->totals.completions <= s->read + s->missing;
	uint64_t last_ns = UINT64_MAX;

	for (uint32_t i = 0; i < s->header.nstreams; i++) {
		const struct scan_stream *t = &s->streams[i];

		if (!t->seen)
			return false;
		if (t->first > 0)
			add_hole(s, 0, t->first_ns);
		if (t->last_ns < last_ns)
			last_ns = t->last_ns;
	}
	if (s->end_lost || !whole)
		add_hole(s, last_ns, UINT64_MAX);
	return true;
}

/* Marks the records that the holes lie in; all, where these are not known: a
 * test that went on in another log has times of two clocks. */
static void
mark_records(struct scan *s)
{
	bool known = s->nsources < 2 && find_ends(s);

	for (size_t i = 0; i < s->nsteps; i++) {
		struct scan_step *step = s->steps[i];

		for (size_t k = 0; k < step->nrecords; k++) {
			uint64_t begin_ns = step->begin_ns + k * s->record_ns;
			bool hit = !known && step->has_hole;

			for (size_t h = 0; h < s->nholes && !hit; h++)
				hit = s->holes[h].begin_ns < begin_ns +
				    s->record_ns &&
				    s->holes[h].end_ns >= begin_ns;
			step->records[k].has_hole = hit;
		}
	}
}

int
scan_finish(struct scan *s)
{
	if (s->nseconds > 0 && s->first_second > 0 &&
	    extend_seconds(s, 0) == -1)
		return -1;
	/* The last part may begin behind the end frame's first byte. */
	s->truncated = s->truncated && !s->ended;
	for (uint32_t i = 0; i < s->header.nstreams; i++)
		s->missing += s->streams[i].first;
	if (sort_steps(s) == -1)
		return -1;
	for (size_t i = 0; i < s->nsteps; i++) {
		s->steps[i]->index = i;
		if (sum_records(s, s->steps[i]) == -1)
			return -1;
	}
	find_holes(s);
	mark_records(s);
	return 0;
}
