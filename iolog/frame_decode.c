/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "iolog/frame.h"

/* Arrays of 'room' elements, a multiple of 256, grown to the largest frame. */
struct iolog_frame_decoder {
	size_t room;
	uint32_t *values, *scratch;
	uint64_t *complete, *latency;
	uint8_t *op, *flags;
	uint32_t *bytes;
	int32_t *result;
};

struct iolog_frame_decoder *
iolog_frame_decoder_new(void)
{
	return calloc(1, sizeof(struct iolog_frame_decoder));
}

static void
free_arrays(struct iolog_frame_decoder *d)
{
	free(d->values);
	free(d->scratch);
	free(d->complete);
	free(d->latency);
	free(d->op);
	free(d->flags);
	free(d->bytes);
	free(d->result);
}

void
iolog_frame_decoder_free(struct iolog_frame_decoder *d)
{
	if (d == NULL)
		return;
	free_arrays(d);
	free(d);
}

static int
make_room(struct iolog_frame_decoder *d, size_t n)
{
	/* At least 16384, what the recorder writes: no second growth. */
	size_t room = n <= 16384 ? 16384 : FORMAT_RECORDS_MOST;

	if (d->room >= room)
		return 0;
	free_arrays(d);
	*d = (struct iolog_frame_decoder){
		.room = room,
		.values = malloc(room * sizeof(*d->values)),
		.scratch = malloc(room * sizeof(*d->scratch)),
		.complete = malloc(room * sizeof(*d->complete)),
		.latency = malloc(room * sizeof(*d->latency)),
		.op = malloc(room * sizeof(*d->op)),
		.flags = malloc(room * sizeof(*d->flags)),
		.bytes = malloc(room * sizeof(*d->bytes)),
		.result = malloc(room * sizeof(*d->result)),
	};
	if (d->values == NULL || d->scratch == NULL || d->complete == NULL ||
	    d->latency == NULL || d->op == NULL || d->flags == NULL ||
	    d->bytes == NULL || d->result == NULL) {
		d->room = 0;
		return -1;
	}
	return 0;
}

/* What a frame's columns are read with. */
struct source {
	const struct iolog_frame_header *header;
	struct iolog_column columns[FORMAT_COLUMNS_MOST];
	struct iolog_wide wide;
	unsigned parameter;
};

/* The lower halves of column 'id' in d->values, its parameter and upper halves
 * in 's'. */
static int
take_column(struct iolog_frame_decoder *d, struct source *s, unsigned id,
    size_t n)
{
	struct iolog_column c = iolog_column_get(s->columns,
	    s->header->ncolumns, id);

	s->parameter = c.parameter;
	if (iolog_column_wide(s->columns, s->header->ncolumns, id, n,
	    &s->wide) == -1)
		return -1;
	return iolog_column_decode(&c, d->values, n, d->scratch);
}

/* One more than the index before which no value has an upper half, and that
 * upper half; 'k' counts them. */
static inline size_t
next_wide(const struct iolog_wide *w, uint32_t k, size_t n, uint64_t *high)
{
	if (k >= w->count)
		return n;
	*high = (uint64_t)get_u32(w->pairs + 8 * (size_t)k + 4) << 32;
	return get_u32(w->pairs + 8 * (size_t)k);
}

static int
take_completions(struct iolog_frame_decoder *d, struct source *s)
{
	size_t n = s->header->n;
	uint64_t now = s->header->base, unit = s->header->unit;
	uint64_t high = 0;

	if (take_column(d, s, COLUMN_COMPLETE, n) == -1)
		return -1;
	bool is_signed = (s->parameter & PARAMETER_SIGNED) != 0;
	size_t i = 0;
	for (uint32_t k = 0; i < n; k++) {
		size_t plain = next_wide(&s->wide, k, n, &high);

		if (is_signed)
			for (; i < plain; i++)
				d->complete[i] = now += unit *
				    iolog_unzigzag(d->values[i]);
		else
			for (; i < plain; i++)
				d->complete[i] = now += unit * d->values[i];
		if (i < n) {
			uint64_t v = high | d->values[i];

			now += unit * (is_signed ? iolog_unzigzag(v) : v);
			d->complete[i++] = now;
		}
	}
	return 0;
}

static int
take_latencies(struct iolog_frame_decoder *d, struct source *s)
{
	size_t n = s->header->n;
	uint64_t now = 0, unit = s->header->unit, high = 0;

	if (take_column(d, s, COLUMN_LATENCY, n) == -1)
		return -1;
	/* A sign is undone only after the unit: leave the unit out till then. */
	bool is_signed = (s->parameter & PARAMETER_SIGNED) != 0;
	uint64_t factor = is_signed ? 1 : unit;
	size_t i = 0;
	for (uint32_t k = 0; i < n; k++) {
		size_t plain = next_wide(&s->wide, k, n, &high);

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
take_small(struct iolog_frame_decoder *d, struct source *s, unsigned id,
    uint8_t *to)
{
	size_t n = s->header->n;
	uint32_t all = 0;

	if (take_column(d, s, id, n) == -1 || s->wide.count != 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		all |= d->values[i];
		to[i] = (uint8_t)d->values[i];
	}
	return all > UINT8_MAX ? -1 : 0;
}

static int
take_bytes(struct iolog_frame_decoder *d, struct source *s)
{
	size_t n = s->header->n;

	if (take_column(d, s, COLUMN_BYTES, n) == -1 || s->wide.count != 0)
		return -1;
	unsigned shift = s->parameter & PARAMETER_SHIFT;
	if (shift >= 32)
		return -1;
	for (size_t i = 0; i < n; i++) {
		d->bytes[i] = d->values[i] << shift;
		d->result[i] = (int32_t)d->bytes[i];
	}
	return 0;
}

static int
take_errors(struct iolog_frame_decoder *d, struct source *s)
{
	struct iolog_column c = iolog_column_get(s->columns,
	    s->header->ncolumns, COLUMN_ERRORS);
	uint32_t least = 0;

	if (c.length != s->header->nerrors * (uint64_t)8)
		return -1;
	for (uint32_t i = 0; i < c.length / 8; i++) {
		uint32_t index = get_u32(c.data + 8 * (size_t)i);

		if (index < least || index >= s->header->n)
			return -1;
		d->result[index] =
		    (int32_t)get_u32(c.data + 8 * (size_t)i + 4);
		least = index + 1;
	}
	return 0;
}

int
iolog_frame_decode(struct iolog_frame_decoder *d,
    const struct iolog_frame_header *h, const uint8_t *payload,
    struct iolog_frame *f)
{
	struct source s = { .header = h };

	if (h->form != FORM_LATENCY || make_room(d, h->n) == -1 ||
	    iolog_columns_find(payload, h->length_bytes - FRAME_HEADER_BYTES,
	    h->ncolumns, s.columns) == -1 ||
	    take_completions(d, &s) == -1 || take_latencies(d, &s) == -1 ||
	    take_small(d, &s, COLUMN_OP, d->op) == -1 ||
	    take_small(d, &s, COLUMN_FLAGS, d->flags) == -1 ||
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
	return 0;
}
