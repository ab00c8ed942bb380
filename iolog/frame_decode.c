/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "iolog/crc32c.h"
#include "iolog/frame.h"
#include "iolog/rank.h"
#include "iolog/rules.h"

/* Submit stamps are written at least so many at a time, whatever their call's
 * count: a loop of unknown length costs a misprediction.  Few will do where
 * nearly all calls are of one I/O. */
#define SPREAD_MOST 8u
#define SPREAD_FEW 2u

/* What the recorder writes; larger frames grow the arrays. */
#define ROOM_LEAST 16384u

struct iolog_frame_decoder {
	struct iolog_rules rules;
	/* Arrays of 'room' elements, a multiple of 256. */
	size_t room;
	uint32_t *values, *scratch, *order;
	const uint32_t *told_order;	/* by the caller, who may err; or NULL */
	uint64_t *complete, *latency, *submit, *offset, *numbers;
	uint8_t *op, *flags;
	uint32_t *bytes;
	int32_t *result;
	/* The first all_filled elements of bytes and result are all_bytes: most
	 * frames have one size and no error, and so are filled already. */
	uint32_t all_bytes;
	size_t all_filled;
	uint32_t *call_count;
	uint64_t *call_ticks, *call_duration;
	uint64_t *flying_number;
	size_t nflying;
	uint64_t depth;			/* a submit's number less that of the
					   completion that made room for it */
	bool is_single;			/* each call was of one I/O */
	bool in_order;			/* no completion is before another */
	/* Stamps of the I/Os in flight, then of the calls'. */
	size_t stamps_room;
	uint64_t *stamps;
	uint8_t *directions;		/* likewise, if they follow a rule */
};

/* What a frame's columns are read with. */
struct source {
	const struct iolog_frame_header *header;
	struct iolog_column columns[FORMAT_COLUMNS_MOST];
	struct iolog_wide wide;		/* of the column taken last */
	unsigned parameter;
};

struct iolog_frame_decoder *
iolog_frame_decoder_new(const struct iolog_rules *rules)
{
	struct iolog_frame_decoder *d = calloc(1, sizeof(*d));

	if (d != NULL)
		d->rules = *rules;
	return d;
}

void
iolog_frame_decoder_free(struct iolog_frame_decoder *d)
{
	if (d == NULL)
		return;
	free(d->values);
	free(d->scratch);
	free(d->order);
	free(d->complete);
	free(d->latency);
	free(d->submit);
	free(d->offset);
	free(d->numbers);
	free(d->op);
	free(d->flags);
	free(d->bytes);
	free(d->result);
	free(d->call_count);
	free(d->call_ticks);
	free(d->call_duration);
	free(d->flying_number);
	free(d->stamps);
	free(d->directions);
	free(d);
}

/* Replaces an array, whose contents nobody needs; false without memory. */
static bool
renew(void *array_pointer, size_t count, size_t element_bytes)
{
	void **array = array_pointer;

	free(*array);
	*array = malloc(count * element_bytes);
	return *array != NULL;
}

static int
make_room(struct iolog_frame_decoder *d, const struct iolog_frame_header *h)
{
	size_t most = h->n;

	most = h->ncalls > most ? h->ncalls : most;
	most = h->nflying > most ? h->nflying : most;
	size_t room = (most + 255) / 256 * 256;
	room = room < ROOM_LEAST ? ROOM_LEAST : room;
	if (d->room >= room)
		return 0;
	d->room = 0;
	if (!renew(&d->values, room, sizeof(*d->values)) ||
	    !renew(&d->scratch, room, sizeof(*d->scratch)) ||
	    !renew(&d->order, room, sizeof(*d->order)) ||
	    !renew(&d->complete, room, sizeof(*d->complete)) ||
	    !renew(&d->latency, room, sizeof(*d->latency)) ||
	    !renew(&d->submit, room, sizeof(*d->submit)) ||
	    !renew(&d->offset, room, sizeof(*d->offset)) ||
	    !renew(&d->numbers, room, sizeof(*d->numbers)) ||
	    !renew(&d->op, room, sizeof(*d->op)) ||
	    !renew(&d->flags, room, sizeof(*d->flags)) ||
	    !renew(&d->bytes, room, sizeof(*d->bytes)) ||
	    !renew(&d->result, room, sizeof(*d->result)) ||
	    !renew(&d->call_count, room, sizeof(*d->call_count)) ||
	    !renew(&d->call_ticks, room, sizeof(*d->call_ticks)) ||
	    !renew(&d->call_duration, room, sizeof(*d->call_duration)) ||
	    !renew(&d->flying_number, room, sizeof(*d->flying_number)))
		return -1;
	d->room = room;
	d->all_filled = 0;
	return 0;
}

static int
make_stamps_room(struct iolog_frame_decoder *d, size_t need)
{
	need += SPREAD_MOST;
	if (d->stamps_room >= need)
		return 0;
	d->stamps_room = 0;
	if (!renew(&d->stamps, need, sizeof(*d->stamps)) ||
	    !renew(&d->directions, need, sizeof(*d->directions)))
		return -1;
	d->stamps_room = need;
	return 0;
}

static struct iolog_column
get_column(const struct source *s, unsigned id)
{
	return iolog_column_get(s->columns, s->header->ncolumns, id);
}

/* The lower halves of column 'id' in d->values, its parameter and upper halves
 * in 's'. */
static int
take_column(struct iolog_frame_decoder *d, struct source *s, unsigned id,
    size_t n)
{
	struct iolog_column c = get_column(s, id);

	s->parameter = c.parameter;
	if (iolog_column_wide(s->columns, s->header->ncolumns, id, n,
	    &s->wide) == -1)
		return -1;
	return iolog_column_decode(&c, d->values, n, d->scratch);
}

/* Where the next value with an upper half is, number 'k' of them, and that
 * half; n behind the last. */
static inline size_t
next_wide(const struct source *s, uint32_t k, size_t n, uint64_t *high)
{
	if (k >= s->wide.count)
		return n;
	*high = (uint64_t)get_u32(s->wide.pairs + 8 * (size_t)k + 4) << 32;
	return get_u32(s->wide.pairs + 8 * (size_t)k);
}

/* A whole column as numbers of 64 bits, signs undone. */
static int
take_column64(struct iolog_frame_decoder *d, struct source *s, unsigned id,
    uint64_t *to, size_t n)
{
	uint64_t high = 0;

	if (take_column(d, s, id, n) == -1)
		return -1;
	for (size_t i = 0; i < n; i++)
		to[i] = d->values[i];
	for (uint32_t k = 0; k < s->wide.count; k++) {
		size_t i = next_wide(s, k, n, &high);

		to[i] |= high;
	}
	if (s->parameter & PARAMETER_SIGNED)
		for (size_t i = 0; i < n; i++)
			to[i] = iolog_unzigzag(to[i]);
	return 0;
}

static int
take_completions(struct iolog_frame_decoder *d, struct source *s)
{
	size_t n = s->header->n;
	uint64_t now = s->header->base, unit = s->header->unit;

	if (take_column(d, s, COLUMN_COMPLETE, n) == -1)
		return -1;
	d->in_order = s->wide.count == 0 &&
	    !(s->parameter & PARAMETER_SIGNED);
	if (!d->in_order) {
		if (take_column64(d, s, COLUMN_COMPLETE, d->complete, n) == -1)
			return -1;
		for (size_t i = 0; i < n; i++)
			d->complete[i] = now += unit * d->complete[i];
		return 0;
	}
	const uint32_t *values = d->values;
	uint64_t *complete = d->complete;
	for (size_t i = 0; i < n; i++)
		complete[i] = now += unit * values[i];
	return 0;
}

static int
take_latencies(struct iolog_frame_decoder *d, struct source *s)
{
	size_t n = s->header->n;
	uint64_t now = 0, unit = s->header->unit, high = 0;

	if (take_column(d, s, COLUMN_LATENCY, n) == -1)
		return -1;
	/* A sign is undone before the unit: leave the unit out till then. */
	bool is_signed = (s->parameter & PARAMETER_SIGNED) != 0;
	uint64_t factor = is_signed ? 1 : unit;
	size_t i = 0;
	for (uint32_t k = 0; i < n; k++) {
		size_t plain = next_wide(s, k, n, &high);

		for (; i < plain; i++) {
			uint64_t v = d->values[i];

			now = v == 0 ? now : (v - 1) * factor;
			d->latency[i] = now;
		}
		if (i < n) {
			now = ((high | d->values[i]) - 1) * factor;
			d->latency[i++] = now;
		}
	}
	for (i = 0; is_signed && i < n; i++)
		d->latency[i] = iolog_unzigzag(d->latency[i]) * unit;
	return 0;
}

static int
take_flying(struct iolog_frame_decoder *d, struct source *s)
{
	size_t w = s->header->nflying;
	uint64_t number = s->header->first_submit;
	uint64_t now = s->header->base, unit = s->header->unit;

	if (take_column64(d, s, COLUMN_FLYING_NUMBER, d->flying_number,
	    w) == -1)
		return -1;
	for (size_t i = 0; i < w; i++) {
		uint64_t v = d->flying_number[i];

		/* The first counts down from the first call's, the others up
		 * from the one before, and none reaches the first call's. */
		uint64_t next = i == 0 ? number - v : number + v + 1;
		if (next >= s->header->first_submit ||
		    (i > 0 && next <= number))
			return -1;
		d->flying_number[i] = number = next;
	}
	if (take_column64(d, s, COLUMN_FLYING_AGE, d->stamps, w) == -1)
		return -1;
	for (size_t i = 0; i < w; i++)
		d->stamps[i] = now += unit * d->stamps[i];
	return 0;
}

/* Counts of more than 32 bits, or more than there were I/Os, are refused. */
/* Sixteen at a time: nearly every frame fills a list with one number. */
static void
fill(uint32_t *to, size_t n, uint32_t value)
{
	uint32_t pattern[16];
	size_t i = 0;

	for (size_t k = 0; k < 16; k++)
		pattern[k] = value;
	for (; i + 16 <= n; i += 16)
		memcpy(to + i, pattern, sizeof(pattern));
	for (; i < n; i++)
		to[i] = value;
}

static int
take_call_counts(struct iolog_frame_decoder *d, struct source *s)
{
	struct iolog_column c = get_column(s, COLUMN_CALL_COUNT);
	uint32_t m = s->header->ncalls, each;
	uint64_t sum = 0;

	if (iolog_column_is_constant(&c, &each)) {
		fill(d->call_count, m, each);
		d->is_single = each == 1;
		return (uint64_t)m * each == s->header->nsubmits ? 0 : -1;
	}
	if (iolog_column_decode(&c, d->call_count, m, d->scratch) == -1)
		return -1;
	d->is_single = false;
	for (uint32_t j = 0; j < m; j++)
		sum += d->call_count[j];
	return sum == s->header->nsubmits ? 0 : -1;
}

/*
 * When each call was made: some time behind the call before it, or behind the
 * completion that made room for its last I/O if that was later; and that stamp
 * once for each of its I/Os.
 */
static inline __attribute__((always_inline)) void
add_gaps(struct iolog_frame_decoder *d, const struct iolog_frame_header *h,
    bool plain, bool keep, unsigned spread)
{
	const uint64_t *complete = d->complete;
	const uint32_t *counts = d->call_count, *values = d->values;
	uint64_t *ticks = d->call_ticks, *to = d->stamps + h->nflying;
	uint64_t before = h->base, unit = h->unit;
	uint64_t freed = h->first_submit - 1 - h->freed;
	uint32_t m = h->ncalls, n = h->n;

	for (uint32_t j = 0; j < m; j++) {
		uint64_t gap = plain ? values[j] : ticks[j];
		uint32_t count = counts[j];

		freed += count;
		if (freed < n && complete[freed] > before)
			before = complete[freed];
		before += unit * gap;
		if (keep)
			ticks[j] = before;
		for (unsigned k = 0; k < spread; k++)
			to[k] = before;
		for (uint32_t k = spread; k < count; k++)
			to[k] = before;
		to += count;
	}
}

/* Are stamps, as far as they come from the frame's, below 2^63?  Of 2^16 gaps at
 * most each is less than 2^32 units. */
static bool
has_small_stamps(const struct iolog_frame_decoder *d,
    const struct iolog_frame_header *h)
{
	return d->in_order && h->base >> 62 == 0 && h->unit <= 1u << 14;
}

/*
 * add_gaps() of calls of one I/O each.  A call is the sum of all gaps up to it
 * behind the latest of all completions less the gaps before that: the sums and
 * the latest are found side by side.
 */
static void
add_single_gaps(struct iolog_frame_decoder *d,
    const struct iolog_frame_header *h)
{
	const uint32_t *values = d->values;
	uint64_t *to = d->stamps + h->nflying;
	uint64_t freed = h->first_submit - h->freed;
	uint64_t before = freed < h->n ? 0 : 0 - freed;
	int64_t latest = (int64_t)h->base, sum = 0, unit = h->unit;
	size_t m = h->ncalls, j = 0;
	size_t begin = before < m ? (size_t)before : m;
	uint64_t at = freed + begin;
	size_t end = h->n - at < m - begin ? begin + (size_t)(h->n - at) : m;

	for (; j < begin; j++) {
		sum += unit * values[j];
		to[j] = (uint64_t)(latest + sum);
	}
	for (; j < end; j++) {
		int64_t room = (int64_t)d->complete[at++] - sum;

		latest = room > latest ? room : latest;
		sum += unit * values[j];
		to[j] = (uint64_t)(latest + sum);
	}
	for (; j < m; j++) {
		sum += unit * values[j];
		to[j] = (uint64_t)(latest + sum);
	}
}

static int
take_call_stamps(struct iolog_frame_decoder *d, struct source *s, bool keep)
{
	const struct iolog_frame_header *h = s->header;

	if (take_column(d, s, COLUMN_CALL_GAP, h->ncalls) == -1)
		return -1;
	bool plain = s->wide.count == 0 && !(s->parameter & PARAMETER_SIGNED);
	if (!plain && take_column64(d, s, COLUMN_CALL_GAP, d->call_ticks,
	    h->ncalls) == -1)
		return -1;
	if (!plain)
		add_gaps(d, h, false, true, SPREAD_FEW);
	else if (keep)
		add_gaps(d, h, true, true, SPREAD_FEW);
	else if (d->is_single && has_small_stamps(d, h))
		add_single_gaps(d, h);
	else if (h->nsubmits - h->nsubmits / 4 < h->ncalls)
		add_gaps(d, h, true, false, SPREAD_FEW);
	else
		add_gaps(d, h, true, false, SPREAD_MOST);
	return 0;
}

static int
find_flying(const struct iolog_frame_decoder *d, size_t w, uint64_t number,
    size_t *at_out)
{
	size_t low = 0, high = w;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (d->flying_number[middle] < number)
			low = middle + 1;
		else
			high = middle;
	}
	*at_out = low;
	return low < w && d->flying_number[low] == number ? 0 : -1;
}

static inline __attribute__((always_inline)) int
refer(struct iolog_frame_decoder *d, const struct iolog_frame_header *h,
    bool plain, bool numbers, bool directions)
{
	const uint64_t *of_calls = d->stamps + h->nflying;
	const uint64_t *complete = d->complete;
	const uint32_t *values = d->values;
	const uint8_t *ops = d->directions + h->nflying;
	uint64_t *latency = d->latency, *submit = d->submit;
	uint8_t *op = d->op;
	uint64_t first = h->first_submit, nsubmits = h->nsubmits;
	/* Of an I/O's number, less first_submit. */
	uint64_t place = h->reference - first;
	uint32_t n = h->n;

	for (uint32_t i = 0; i < n; i++, place++) {
		uint64_t at = place - (plain ? values[i] : submit[i]);

		if (__builtin_expect(at < nsubmits, 1)) {
			latency[i] = complete[i] - of_calls[at];
			if (directions)
				op[i] = ops[at];
		} else {
			size_t slot;

			if (find_flying(d, h->nflying, at + first,
			    &slot) == -1)
				return -1;
			latency[i] = complete[i] - d->stamps[slot];
			if (directions)
				op[i] = d->directions[slot];
		}
		if (numbers)
			submit[i] = at + first;
	}
	return 0;
}

/* The directions of all submits that the frame's completions may answer. */
static int
take_directions(struct iolog_frame_decoder *d, const struct source *s,
    const struct iolog_column *rule)
{
	const struct iolog_frame_header *h = s->header;
	uint64_t key = generator_stream_key(d->rules.key, h->stream, h->step);

	if (rule->length != OP_RULE_BYTES || get_u32(rule->data) > 100 ||
	    d->rules.generator != GENERATOR_MIX64)
		return -1;
	uint32_t read_percent = get_u32(rule->data);
	for (uint32_t i = 0; i < h->nflying; i++)
		iolog_op_rule_apply(read_percent, key, d->flying_number[i],
		    d->directions + i, 1);
	iolog_op_rule_apply(read_percent, key, h->first_submit,
	    d->directions + h->nflying, h->nsubmits);
	return 0;
}

/* Which submit each completion answers, and so how long it took, and in which
 * direction it went if that follows a rule. */
static int
take_references(struct iolog_frame_decoder *d, struct source *s, bool numbers)
{
	const struct iolog_frame_header *h = s->header;
	struct iolog_column rule = get_column(s, COLUMN_OP_RULE);

	if (rule.data != NULL && take_directions(d, s, &rule) == -1)
		return -1;
	if (take_column(d, s, COLUMN_REFERENCE, h->n) == -1)
		return -1;
	bool plain = s->wide.count == 0 && !(s->parameter & PARAMETER_SIGNED);
	if (plain && !numbers)
		return rule.data == NULL ? refer(d, h, true, false, false) :
		    refer(d, h, true, false, true);
	if (plain)
		return refer(d, h, true, true, rule.data != NULL);
	if (take_column64(d, s, COLUMN_REFERENCE, d->submit, h->n) == -1)
		return -1;
	return refer(d, h, false, true, rule.data != NULL);
}

static int
take_small(struct iolog_frame_decoder *d, struct source *s, unsigned id,
    unsigned most, uint8_t *to)
{
	struct iolog_column c = get_column(s, id);
	size_t n = s->header->n;
	uint32_t one, all = 0;

	if (iolog_column_is_constant(&c, &one)) {
		memset(to, (int)one, n);
		return one > most ? -1 : 0;
	}
	if (take_column(d, s, id, n) == -1 || s->wide.count != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		all |= d->values[i];
		to[i] = (uint8_t)d->values[i];
	}
	return all > most ? -1 : 0;
}

static int
take_ops(struct iolog_frame_decoder *d, struct source *s)
{
	struct iolog_column rule = get_column(s, COLUMN_OP_RULE);

	if (rule.data == NULL)
		return take_small(d, s, COLUMN_OP, IOLOG_WRITE, d->op);
	/* take_references() did it. */
	if (s->header->form != FORM_AGE ||
	    crc32c(0, d->op, s->header->n) != get_u32(rule.data + 4))
		return -1;
	return 0;
}

static void
fill_bytes(struct iolog_frame_decoder *d, uint32_t all, size_t n)
{
	size_t i = d->all_bytes == all ? d->all_filled : 0;

	for (; i < n; i++) {
		d->bytes[i] = all;
		d->result[i] = (int32_t)all;
	}
	d->all_bytes = all;
	d->all_filled = i;
}

static int
take_bytes(struct iolog_frame_decoder *d, struct source *s)
{
	struct iolog_column c = get_column(s, COLUMN_BYTES);
	unsigned shift = c.parameter & PARAMETER_SHIFT;
	size_t n = s->header->n;
	uint32_t all;

	if (shift >= 32)
		return -1;
	if (iolog_column_is_constant(&c, &all)) {
		fill_bytes(d, all << shift, n);
		return 0;
	}
	d->all_filled = 0;
	if (take_column(d, s, COLUMN_BYTES, n) == -1 || s->wide.count != 0)
		return -1;
	for (size_t i = 0; i < n; i++)
		d->bytes[i] = d->values[i] << shift;
	memcpy(d->result, d->bytes, n * sizeof(*d->result));
	return 0;
}

static int
take_errors(struct iolog_frame_decoder *d, struct source *s)
{
	struct iolog_column c = get_column(s, COLUMN_ERRORS);
	uint32_t least = 0;

	if (c.length != s->header->nerrors * (uint64_t)8)
		return -1;
	for (uint32_t i = 0; i < c.length / 8; i++) {
		uint32_t index = get_u32(c.data + 8 * (size_t)i);

		if (index < least || index >= s->header->n)
			return -1;
		d->all_filled = d->all_filled < index ? d->all_filled : index;
		d->result[index] =
		    (int32_t)get_u32(c.data + 8 * (size_t)i + 4);
		least = index + 1;
	}
	return 0;
}

/* Are these the places of n keys in order, equal ones in order of place? */
static bool
is_order(const uint32_t *order, const uint64_t *keys, size_t n)
{
	uint32_t before = order[0];
	bool right = before < n;

	for (size_t p = 1; p < n && right; p++) {
		uint32_t now = order[p];

		right = now < n && (keys[before] < keys[now] ||
		    (keys[before] == keys[now] && before < now));
		before = now;
	}
	return right;
}

/* The numbers in order, and who has which: see put_ranks() of the encoder. */
static int
take_ranks(struct iolog_frame_decoder *d, struct source *s)
{
	size_t n = s->header->n;
	uint64_t next = s->header->first_submit, least = UINT64_MAX;

	if (take_column64(d, s, COLUMN_RANK_NUMBER, d->numbers, n) == -1)
		return -1;
	for (size_t p = 0; p < n; p++) {
		uint64_t v = d->numbers[p];

		d->numbers[p] = next + (p == 0 ? iolog_unzigzag(v) : v);
		next = d->numbers[p] + 1;
	}
	for (size_t i = 0; i < n; i++) {
		d->submit[i] = d->complete[i] - d->latency[i];
		least = d->submit[i] < least ? d->submit[i] : least;
	}
	for (size_t i = 0; i < n; i++)
		d->submit[i] -= least;
	const uint32_t *order = d->told_order;
	if (order == NULL || n == 0 || !is_order(order, d->submit, n)) {
		iolog_rank(d->submit, d->order, n, d->offset, d->scratch);
		order = d->order;
	}
	if (take_column64(d, s, COLUMN_RANK_ORDER, d->offset, n) == -1)
		return -1;
	for (size_t p = 0; p < n; p++) {
		uint64_t place = p + d->offset[p];

		if (place >= n)
			return -1;
		d->submit[order[p]] = d->numbers[place];
	}
	return 0;
}

static int
take_stored_offsets(struct iolog_frame_decoder *d, struct source *s)
{
	size_t n = s->header->n;
	uint64_t before = 0;

	if (take_column64(d, s, COLUMN_OFFSET, d->offset, n) == -1)
		return -1;
	unsigned shift = s->parameter & PARAMETER_SHIFT;
	bool delta = (s->parameter & PARAMETER_DELTA) != 0;
	for (size_t i = 0; i < n; i++) {
		before = delta ? before + d->offset[i] : d->offset[i];
		d->offset[i] = before << shift;
	}
	return 0;
}

static int
parse_offset_rule(const struct iolog_frame_decoder *d,
    const struct iolog_column *c, struct iolog_offset_rule *rule_out,
    uint32_t *guard_out)
{
	if (c->length != RULE_BYTES)
		return -1;
	rule_out->kind = get_u32(c->data + RULE_OF_KIND);
	rule_out->a = get_u64(c->data + RULE_OF_A);
	rule_out->b = get_u64(c->data + RULE_OF_B);
	*guard_out = get_u32(c->data + RULE_OF_GUARD);
	return rule_out->kind == RULE_LINEAR ||
	    (rule_out->kind == RULE_RANDOM &&
	    d->rules.generator == GENERATOR_MIX64) ? 0 : -1;
}

static int
parse_zones(const struct iolog_frame_decoder *d, const struct iolog_column *c,
    size_t n, struct iolog_offset_rule *rule_out, uint32_t *guard_out)
{
	uint64_t percent = 0;

	if (d->rules.generator != GENERATOR_MIX64 ||
	    c->length < ZONES_HEAD_BYTES)
		return -1;
	rule_out->kind = RULE_ZONES;
	rule_out->nzones = get_u32(c->data + ZONES_OF_COUNT);
	*guard_out = get_u32(c->data + ZONES_OF_GUARD);
	if (rule_out->nzones > ZONES_MOST || c->length != ZONES_HEAD_BYTES +
	    rule_out->nzones * (size_t)ZONE_BYTES)
		return -1;
	for (uint32_t i = 0; i < rule_out->nzones; i++) {
		const uint8_t *zone = c->data + ZONES_HEAD_BYTES +
		    i * (size_t)ZONE_BYTES;

		rule_out->zones[i] = (struct iolog_zone){
			.begin = get_u64(zone + ZONE_OF_BEGIN),
			.length = get_u64(zone + ZONE_OF_LENGTH),
			.percent = get_u32(zone + ZONE_OF_SHARE),
		};
		percent += rule_out->zones[i].percent;
	}
	for (size_t i = 0; i < n; i++)
		if (d->bytes[i] == 0)
			return -1;
	return percent == 100 ? 0 : -1;
}

/* Numbers and offsets, as far as the frame has them. */
static int
take_offsets(struct iolog_frame_decoder *d, struct source *s,
    struct iolog_frame *f)
{
	const struct iolog_frame_header *h = s->header;
	struct iolog_column column = get_column(s, COLUMN_OFFSET_RULE);
	struct iolog_column zones = get_column(s, COLUMN_OFFSET_ZONES);
	struct iolog_offset_rule rule = { .kind = 0 };
	uint32_t guard;

	if (h->form == FORM_AGE)
		f->submit = d->submit;
	if (column.data == NULL && zones.data == NULL) {
		if (get_column(s, COLUMN_OFFSET).data == NULL)
			return 0;
		f->at_bytes = d->offset;
		return take_stored_offsets(d, s);
	}
	if ((column.data != NULL ? parse_offset_rule(d, &column, &rule,
	    &guard) : parse_zones(d, &zones, h->n, &rule, &guard)) == -1)
		return -1;
	if (h->form == FORM_LATENCY && take_ranks(d, s) == -1)
		return -1;
	iolog_offset_rule_apply(&rule, generator_stream_key(d->rules.key,
	    h->stream, h->step), d->submit, d->bytes, d->offset, h->n);
	if (iolog_offset_guard(d->offset, h->n) != guard)
		return -1;
	f->submit = d->submit;
	f->at_bytes = d->offset;
	return 0;
}

static int
take_calls(struct iolog_frame_decoder *d, struct source *s,
    struct iolog_frame *f)
{
	const struct iolog_frame_header *h = s->header;

	/* A frame without calls may still know how many I/Os there were. */
	if (h->form == FORM_AGE)
		f->call_ticks = d->call_ticks;
	else if (h->ncalls > 0 && take_call_counts(d, s) == -1)
		return -1;
	if (take_column(d, s, COLUMN_CALL_DURATION, h->ncalls) == -1 ||
	    s->wide.count != 0)
		return -1;
	for (uint32_t j = 0; j < h->ncalls; j++) {
		if (d->values[j] >= 8 * 62)
			return -1;
		d->call_duration[j] = iolog_duration_ticks(d->values[j]);
	}
	f->first_submit = h->first_submit;
	f->ncalls = h->ncalls;
	f->call_count = d->call_count;
	f->call_duration_ticks = d->call_duration;
	return 0;
}

static int
take_times(struct iolog_frame_decoder *d, struct source *s, unsigned wants)
{
	const struct iolog_frame_header *h = s->header;

	if (take_completions(d, s) == -1)
		return -1;
	if (h->form == FORM_LATENCY)
		return take_latencies(d, s);
	if (h->form != FORM_AGE ||
	    make_stamps_room(d, (size_t)h->nflying + h->nsubmits) == -1 ||
	    take_flying(d, s) == -1 || take_call_counts(d, s) == -1 ||
	    take_call_stamps(d, s, (wants & IOLOG_WANT_CALLS) != 0) == -1)
		return -1;
	return take_references(d, s, (wants & IOLOG_WANT_OFFSETS) != 0);
}

int
iolog_frame_decode(struct iolog_frame_decoder *d,
    const struct iolog_frame_header *h, const uint8_t *payload,
    unsigned wants, struct iolog_frame *f)
{
	struct source s = { .header = h };

	f->submit = f->at_bytes = f->call_ticks = NULL;
	if (make_room(d, h) == -1 ||
	    iolog_columns_find(payload, h->length_bytes - FRAME_HEADER_BYTES,
	    h->ncolumns, s.columns) == -1)
		return -1;
	d->nflying = h->form == FORM_AGE ? h->nflying : 0;
	d->depth = h->freed - h->first;
	if (take_times(d, &s, wants) == -1 || take_ops(d, &s) == -1 ||
	    take_small(d, &s, COLUMN_FLAGS, UINT8_MAX, d->flags) == -1 ||
	    take_bytes(d, &s) == -1 || take_errors(d, &s) == -1)
		return -1;
	f->stream = h->stream;
	f->step = h->step;
	f->first = h->first;
	f->n = h->n;
	f->nsubmits = h->nsubmits;
	f->complete_ticks = d->complete;
	f->latency_ticks = d->latency;
	f->op = d->op;
	f->flags = d->flags;
	f->bytes = d->bytes;
	f->result = d->result;
	f->nerrors = h->nerrors;
	f->is_age_form = h->form == FORM_AGE;
	if (wants & IOLOG_WANT_CALLS && take_calls(d, &s, f) == -1)
		return -1;
	if (wants & IOLOG_WANT_OFFSETS && take_offsets(d, &s, f) == -1)
		return -1;
	return 0;
}

void
iolog_frame_decoder_order(struct iolog_frame_decoder *d, const uint32_t *order)
{
	d->told_order = order;
}

void
iolog_frame_flying(struct iolog_frame_decoder *d, struct iolog_records *r)
{
	r->depth = (uint32_t)d->depth;
	r->nflying = (uint32_t)d->nflying;
	r->flying_number = d->flying_number;
	r->flying_ticks = d->stamps;
}
