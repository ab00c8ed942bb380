/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "analyze/kept.h"
#include "analyze/output.h"
#include "base/file.h"
#include "base/report.h"

/* A file is these bytes, the fingerprint, the numbers, and their XXH3. */
#define MAGIC "plateau counts 4\n"
#define MAGIC_BYTES (sizeof(MAGIC) - 1)
#define HEAD_BYTES (MAGIC_BYTES + sizeof(struct fingerprint))
#define TAIL_BYTES sizeof(XXH64_canonical_t)

/* More than this is no file of ours. */
#define MOST_BYTES ((size_t)1 << 31)

/*
 * Numbers on their way into a file or out of one, in seven bits a byte: one
 * function for each structure does both, so that they cannot differ.
 */
struct pipe {
	bool writing, failed;
	struct arena *arena;
	uint8_t *bytes;
	size_t at;			/* where it reads or writes */
	size_t room;			/* of what is written */
	size_t end;			/* of what is read */
};

static void
put_byte(struct pipe *p, uint8_t byte)
{
	if (p->at == p->room) {
		size_t room = p->room > 0 ? 2 * p->room : 1 << 16;
		uint8_t *more = p->failed ? NULL : realloc(p->bytes, room);

		if (more == NULL) {
			p->failed = true;
			return;
		}
		p->bytes = more;
		p->room = room;
	}
	p->bytes[p->at++] = byte;
}

static uint8_t
get_byte(struct pipe *p)
{
	if (p->at < p->end)
		return p->bytes[p->at++];
	p->failed = true;
	return 0;
}

static void
number(struct pipe *p, uint64_t *value)
{
	uint64_t v = *value;
	unsigned shift = 0;
	uint8_t byte;

	if (p->writing) {
		for (; v >= 128; v >>= 7)
			put_byte(p, (uint8_t)(v | 128));
		put_byte(p, (uint8_t)v);
		return;
	}
	*value = 0;
	do {
		byte = get_byte(p);
		if (shift < 64)
			*value |= (uint64_t)(byte & 127) << shift;
		shift += 7;
	} while (byte >= 128);
}

static void
number32(struct pipe *p, uint32_t *value)
{
	uint64_t v = *value;

	number(p, &v);
	p->failed = p->failed || v > UINT32_MAX;
	*value = (uint32_t)v;
}

static void
flag(struct pipe *p, bool *value)
{
	uint64_t v = *value;

	number(p, &v);
	*value = v != 0;
}

static void
wide(struct pipe *p, unsigned __int128 *value)
{
	uint64_t low = (uint64_t)*value, high = (uint64_t)(*value >> 64);

	number(p, &low);
	number(p, &high);
	*value = (unsigned __int128)high << 64 | low;
}

/* How many there are of what takes a byte at least. */
static void
size(struct pipe *p, size_t *n)
{
	uint64_t v = *n;

	number(p, &v);
	if (!p->writing && v > p->end - p->at) {
		p->failed = true;
		v = 0;
	}
	*n = (size_t)v;
}

/* Room for what is read; NULL, and failed, if there is none. */
static void *
room_for(struct pipe *p, size_t n, size_t element_bytes)
{
	void *room = calloc(n + 1, element_bytes);

	p->failed = p->failed || room == NULL;
	return room;
}

static void
bytes(struct pipe *p, uint8_t **data, size_t *length)
{
	size(p, length);
	if (!p->writing)
		*data = *length > 0 ? room_for(p, *length, 1) : NULL;
	for (size_t i = 0; i < *length && !p->failed; i++) {
		if (p->writing)
			put_byte(p, (*data)[i]);
		else
			(*data)[i] = get_byte(p);
	}
}

static void
text(struct pipe *p, char **value)
{
	size_t length = *value != NULL ? strlen(*value) : 0;
	uint8_t *data = (uint8_t *)*value;

	bytes(p, &data, &length);
	*value = (char *)data;
}

static void
moments(struct pipe *p, struct moments *m)
{
	number(p, &m->count);
	if (m->count == 0)
		return;
	number(p, &m->least);
	number(p, &m->largest);
	number(p, &m->squares_high);
	wide(p, &m->sum);
	wide(p, &m->squares);
}

static void
values(struct pipe *p, uint64_t *value_ns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		number(p, &value_ns[i]);
}

static void
tally(struct pipe *p, struct tally *t)
{
	moments(p, &t->latency);
	number(p, &t->bytes);
	number(p, &t->failed);
	number(p, &t->ramp);
	number(p, &t->drained);
	bytes(p, &t->histogram.bytes, &t->histogram.length);
	flag(p, &t->exact);
	if (t->exact)
		values(p, t->value_ns, NPERCENTILES);
}

/* The factors as the log tells them: what run.xml or the plan say is asked of
 * these each time. */
static void
step_factors(struct pipe *p, struct scan_step *step)
{
	char *words = NULL;
	const char *why;

	flag(p, &step->told);
	if (!p->writing)
		step->factors = factor_defaults();
	if (!step->told)
		return;
	if (p->writing) {
		words = factors_to_text(p->arena, &step->factors);
		text(p, &words);
		return;
	}
	text(p, &words);
	step->has_factors = true;
	if (words == NULL ||
	    factors_from_text(words, &step->factors, &why) == -1)
		p->failed = true;
	free(words);
}

static void
records(struct pipe *p, struct scan_step *step)
{
	size(p, &step->nrecords);
	if (!p->writing && step->nrecords > 0) {
		step->records = room_for(p, step->nrecords,
		    sizeof(step->records[0]));
		if (step->records == NULL)
			step->nrecords = 0;
	}
	for (size_t i = 0; i < step->nrecords; i++) {
		flag(p, &step->records[i].has_hole);
		for (int op = 0; op < NOPS; op++)
			tally(p, &step->records[i].op[op]);
	}
}

static void
step_numbers(struct pipe *p, struct scan_step *step)
{
	number32(p, &step->round);
	step_factors(p, step);
	number(p, &step->begin_ns);
	number(p, &step->duration_ns);
	number(p, &step->first_submit_ns);
	number(p, &step->last_complete_ns);
	number(p, &step->ramp_first_ns);
	number(p, &step->ramp_last_ns);
	number(p, &step->records_last_ns);
	flag(p, &step->has_hole);
	for (int op = 0; op < NOPS; op++)
		tally(p, &step->op[op]);
	records(p, step);
}

static void
steps(struct pipe *p, struct scan *s)
{
	size_t n = s->nsteps;

	size(p, &n);
	for (size_t i = 0; i < n && !p->failed; i++) {
		struct scan_step *step = p->writing ? s->steps[i] : NULL;
		uint32_t name = p->writing ? step->number : 0;

		number32(p, &name);
		if (!p->writing) {
			step = scan_step(s, name);
			/* They ascend, or they are not ours. */
			if (step == NULL || s->nsteps != i + 1 ||
			    s->steps[i] != step) {
				p->failed = true;
				return;
			}
			step->index = i;
		}
		step_numbers(p, step);
	}
}

static void
seconds(struct pipe *p, struct scan *s)
{
	size_t n = s->nseconds;

	size(p, &n);
	if (!p->writing) {
		s->seconds = room_for(p, n, sizeof(s->seconds[0]));
		s->nseconds = s->room = s->seconds != NULL ? n : 0;
	}
	for (size_t i = 0; i < s->nseconds && !p->failed; i++) {
		struct scan_second *second = &s->seconds[i];

		number32(p, &second->step);
		flag(p, &second->exact);
		for (int op = 0; op < 2; op++) {
			moments(p, &second->latency[op]);
			number(p, &second->bytes[op]);
			number(p, &second->failed[op]);
		}
		for (int op = 0; op < NOPS && second->exact; op++)
			values(p, second->value_ns[op], NPERCENTILES_SECOND);
	}
}

static void
slices(struct pipe *p, struct scan *s)
{
	size_t n = s->nslices;

	number(p, &s->slice_seconds);
	size(p, &n);
	p->failed = p->failed || s->slice_seconds == 0 ||
	    s->slice_seconds > 2 * SCAN_SECONDS || n > SCAN_SLICES;
	if (p->failed)
		return;
	if (!p->writing) {
		s->slices = room_for(p, n, sizeof(s->slices[0]));
		s->nslices = s->slices != NULL ? n : 0;
	}
	for (size_t i = 0; i < s->nslices; i++) {
		for (int op = 0; op < 2; op++)
			bytes(p, &s->slices[i].histogram[op].bytes,
			    &s->slices[i].histogram[op].length);
	}
}

static void
damages(struct pipe *p, struct scan *s)
{
	uint32_t kind = (uint32_t)s->first_loss.kind;

	number(p, &s->damaged_bytes);
	number(p, &s->tail_bytes);
	number(p, &s->first_damage.begin_bytes);
	number(p, &s->first_damage.end_bytes);
	flag(p, &s->header_damaged);
	number(p, &s->lost_bytes);
	number32(p, &kind);
	s->first_loss.kind = (enum iolog_loss_kind)kind;
	number(p, &s->first_loss.begin_bytes);
	number(p, &s->first_loss.end_bytes);
	flag(p, &s->truncated);
	number(p, &s->end_bytes);
}

/* Counts that are no lengths of anything here. */
static void
tell(struct pipe *p, size_t *n)
{
	uint64_t v = *n;

	number(p, &v);
	*n = (size_t)v;
}

static void
whole_scan(struct pipe *p, struct scan *s)
{
	text(p, &s->stage);
	steps(p, s);
	number(p, &s->origin_ns);
	seconds(p, s);
	slices(p, s);
	number(p, &s->late);
	number(p, &s->record_ns);
	number(p, &s->submits);
	number(p, &s->read);
	number(p, &s->repeated);
	number(p, &s->missing);
	number(p, &s->nstalls);
	number(p, &s->stall_ns);
	tell(p, &s->nanchors);
	number(p, &s->last_anchor.ticks);
	number(p, &s->last_anchor.monotonic_ns);
	number(p, &s->last_anchor.realtime_ns);
	flag(p, &s->ended);
	number(p, &s->totals.completions);
	number(p, &s->totals.submits);
	number(p, &s->totals.errors);
	number(p, &s->totals.stalls);
	number(p, &s->totals.bytes);
	tell(p, &s->ndamages);
	tell(p, &s->nlosses);
	damages(p, s);
}

static void
places(struct pipe *p, size_t **list, size_t *n)
{
	size(p, n);
	if (!p->writing && !p->failed)
		*list = arena_array(p->arena, *n + 1, sizeof((*list)[0]));
	for (size_t i = 0; i < *n && !p->failed; i++)
		tell(p, &(*list)[i]);
}

static void
pool(struct pipe *p, struct test_pool *pool)
{
	places(p, &pool->steps, &pool->nsteps);
	places(p, &pool->records, &pool->nrecords);
	for (int op = 0; op < NOPS; op++)
		values(p, pool->value_ns[op], NPERCENTILES);
}

const char *
kept_path(struct arena *a, const char *dir, const char *log)
{
	const char *slash = strrchr(log, '/');
	const char *name = slash != NULL ? slash + 1 : log;
	const char *dot = strrchr(name, '.');
	size_t length = dot != NULL && strcmp(dot, ".iolog") == 0 ?
	    (size_t)(dot - name) : strlen(name);

	return arena_printf(a, "%s/analyzed/%.*s.counts", dir, (int)length,
	    name);
}

/* The numbers of a file, where it is whole and has this fingerprint. */
static bool
find_numbers(struct pipe *p, const struct fingerprint *print)
{
	XXH64_canonical_t tail;

	if (p->bytes == NULL || p->end < HEAD_BYTES + TAIL_BYTES ||
	    memcmp(p->bytes, MAGIC, MAGIC_BYTES) != 0 ||
	    memcmp(p->bytes + MAGIC_BYTES, print, sizeof(*print)) != 0)
		return false;
	p->at = HEAD_BYTES;
	p->end -= TAIL_BYTES;
	XXH64_canonicalFromHash(&tail, XXH3_64bits(p->bytes, p->end));
	return memcmp(&tail, p->bytes + p->end, sizeof(tail)) == 0;
}

/* A scan of these logs, with the header of the first. */
static struct scan *
open_scan(const struct scan_source *logs, size_t nlogs)
{
	enum iolog_status status;
	struct iolog_reader *reader = iolog_reader_open(logs[0].path, &status);
	struct scan *s = NULL;

	if (reader != NULL)
		s = scan_new(logs[0].path, iolog_reader_header(reader));
	iolog_reader_close(reader);
	if (s == NULL)
		return NULL;
	s->sources = calloc(nlogs, sizeof(s->sources[0]));
	if (s->sources == NULL) {
		scan_free(s);
		return NULL;
	}
	memcpy(s->sources, logs, nlogs * sizeof(logs[0]));
	s->nsources = nlogs;
	return s;
}

struct kept *
kept_load(struct arena *a, const char *path,
    const struct scan_source *logs, size_t nlogs,
    const struct fingerprint *print)
{
	struct kept *k = arena_alloc(a, sizeof(*k));
	struct pipe p = {.arena = a};

	if (!file_exists(path))
		return NULL;
	p.bytes = (uint8_t *)file_read(a, path, MOST_BYTES, &p.end);
	if (!find_numbers(&p, print))
		return NULL;
	k->scan = open_scan(logs, nlogs);
	if (k->scan == NULL)
		return NULL;
	whole_scan(&p, k->scan);
	size(&p, &k->npools);
	k->pools = arena_array(a, k->npools + 1, sizeof(k->pools[0]));
	for (size_t i = 0; i < k->npools && !p.failed; i++)
		pool(&p, &k->pools[i]);
	if (p.failed || p.at != p.end) {
		scan_free(k->scan);
		return NULL;
	}
	return k;
}

static void
write_numbers(struct pipe *p, const struct test *t,
    const struct fingerprint *print)
{
	size_t npools = t->npoints;
	XXH64_canonical_t tail;

	for (size_t i = 0; i < MAGIC_BYTES; i++)
		put_byte(p, (uint8_t)MAGIC[i]);
	for (size_t i = 0; i < sizeof(print->bytes); i++)
		put_byte(p, print->bytes[i]);
	whole_scan(p, t->scan);
	size(p, &npools);
	for (size_t i = 0; i < npools; i++) {
		struct test_pool one = test_pool_of(&t->points[i]);

		pool(p, &one);
	}
	if (p->failed)
		return;
	XXH64_canonicalFromHash(&tail, XXH3_64bits(p->bytes, p->at));
	for (size_t i = 0; i < sizeof(tail.digest); i++)
		put_byte(p, tail.digest[i]);
}

int
kept_save(struct arena *a, const char *path, const struct test *t,
    const struct fingerprint *print)
{
	const char *folder = arena_strndup(a, path,
	    (size_t)(strrchr(path, '/') - path));
	struct pipe p = {.writing = true, .arena = a};
	int result = -1;

	write_numbers(&p, t, print);
	if (p.failed)
		warn_errno("%s", path);
	else if (output_folder(folder) == 0)
		result = file_replace_bytes(path, p.bytes, p.at);
	free(p.bytes);
	return result;
}
