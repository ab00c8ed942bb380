/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/replay.h"
#include "base/bytes.h"
#include "stats/wide.h"

/* Memory is taken by so much. */
#define BLOCK_BYTES ((size_t)1 << 20)

/* Runs are kept and handed over in pieces: these stay in the nearest cache, and
 * a rare large latency widens few others. */
#define PIECE 1024

/* What stands before the latencies of a piece, which are differences from the
 * least, 'width' bytes each. */
struct head {
	uint64_t second, record, least_ns;
	uint32_t step, n;
	uint8_t op, counted, width;
};

struct replay {
	struct replay_budget *budget;
	size_t nblocks;
	uint8_t **blocks;
	size_t *used;			/* used[nblocks], bytes */
	uint32_t step;			/* of the frame in hand */
	uint64_t frame_bytes;		/* where it begins */
	size_t frame_nblocks, frame_used;	/* what was there before it */
	uint64_t end_bytes;
};

struct replay *
replay_new(struct replay_budget *budget)
{
	struct replay *r = calloc(1, sizeof(*r));

	if (r == NULL)
		return NULL;
	r->budget = budget;
	r->end_bytes = UINT64_MAX;
	return r;
}

static void
drop_blocks(struct replay *r, size_t nblocks)
{
	while (r->nblocks > nblocks)
		free(r->blocks[--r->nblocks]);
}

void
replay_free(struct replay *r)
{
	if (r == NULL)
		return;
	drop_blocks(r, 0);
	free(r->blocks);
	free(r->used);
	free(r);
}

static void
add_block(struct replay *r, uint8_t *block)
{
	size_t room = (r->nblocks + 1) * sizeof(void *);
	uint8_t **blocks = realloc(r->blocks, room);
	size_t *used;

	if (blocks == NULL)
		goto free_block;
	r->blocks = blocks;
	used = realloc(r->used, (r->nblocks + 1) * sizeof(used[0]));
	if (used == NULL)
		goto free_block;
	r->used = used;
	r->used[r->nblocks] = 0;
	r->blocks[r->nblocks++] = block;
	return;
free_block:
	free(block);
}

/* Where so many bytes go; NULL if there is no memory for them. */
static uint8_t *
find_room(struct replay *r, size_t length)
{
	uint8_t *block;
	size_t before = r->nblocks;

	if (r->nblocks > 0 &&
	    BLOCK_BYTES - r->used[r->nblocks - 1] >= length)
		return r->blocks[r->nblocks - 1] + r->used[r->nblocks - 1];
	if (atomic_fetch_sub(&r->budget->left_bytes, (int64_t)BLOCK_BYTES) <
	    (int64_t)BLOCK_BYTES)
		return NULL;
	block = malloc(BLOCK_BYTES);
	if (block == NULL)
		return NULL;
	add_block(r, block);
	return r->nblocks > before ? block : NULL;
}

void
replay_frame(struct replay *r, uint32_t step, uint64_t offset_bytes)
{
	r->step = step;
	r->frame_bytes = offset_bytes;
	r->frame_nblocks = r->nblocks;
	r->frame_used = r->nblocks > 0 ? r->used[r->nblocks - 1] : 0;
}

/* Takes the frame in hand back, and keeps none from now on. */
static void
stop(struct replay *r)
{
	r->end_bytes = r->frame_bytes;
	drop_blocks(r, r->frame_nblocks);
	if (r->nblocks > 0)
		r->used[r->nblocks - 1] = r->frame_used;
}

WIDE static void
find_span(const uint64_t *values, size_t n, uint64_t *least_out,
    uint64_t *largest_out)
{
	uint64_t least = UINT64_MAX, largest = 0;

	for (size_t i = 0; i < n; i++) {
		least = values[i] < least ? values[i] : least;
		largest = values[i] > largest ? values[i] : largest;
	}
	*least_out = least;
	*largest_out = largest;
}

static uint8_t
width_of(uint64_t span)
{
	if (span >> 16 == 0)
		return 2;
	if (span >> 24 == 0)
		return 3;
	return span >> 32 == 0 ? 4 : 8;
}

/* Each store may reach over the end of its value, into the next. */
static inline void
put_values(uint8_t *to, const uint64_t *values, size_t n, uint64_t least,
    size_t width)
{
	for (size_t i = 0; i < n; i++)
		put_u64(to + i * width, values[i] - least);
}

static inline void
get_values(const uint8_t *from, size_t n, uint64_t least, size_t width,
    uint64_t *values)
{
	uint64_t mask = width == 8 ? UINT64_MAX :
	    ((uint64_t)1 << 8 * width) - 1;

	for (size_t i = 0; i < n; i++)
		values[i] = (get_u64(from + i * width) & mask) + least;
}

static void
put_piece(uint8_t *to, const struct head *h, const uint64_t *values)
{
	switch (h->width) {
	case 2:
		put_values(to, values, h->n, h->least_ns, 2);
		break;
	case 3:
		put_values(to, values, h->n, h->least_ns, 3);
		break;
	case 4:
		put_values(to, values, h->n, h->least_ns, 4);
		break;
	default:
		put_values(to, values, h->n, h->least_ns, 8);
		break;
	}
}

/* What a piece takes; the last store reaches over its end. */
static size_t
piece_bytes(const struct head *h)
{
	return sizeof(*h) + (size_t)h->width * h->n + sizeof(uint64_t);
}

void
replay_run(struct replay *r, const struct frameio_run *run,
    const struct moments *latency)
{
	struct head h = {
		.second = run->second, .record = run->record,
		.step = r->step, .op = (uint8_t)run->op,
		.counted = run->counted,
	};

	for (size_t i = 0; i < run->n && r->end_bytes == UINT64_MAX;
	    i += h.n) {
		uint64_t largest = latency->largest;
		uint8_t *to;

		h.n = run->n - i < PIECE ? (uint32_t)(run->n - i) : PIECE;
		h.least_ns = latency->least;
		h.width = width_of(largest - h.least_ns);
		if (h.width > 3) {
			find_span(run->latency_ns + i, h.n, &h.least_ns,
			    &largest);
			h.width = width_of(largest - h.least_ns);
		}
		to = find_room(r, piece_bytes(&h));
		if (to == NULL) {
			stop(r);
			return;
		}
		memcpy(to, &h, sizeof(h));
		put_piece(to + sizeof(h), &h, run->latency_ns + i);
		r->used[r->nblocks - 1] += piece_bytes(&h);
	}
}

size_t
replay_bytes(const struct replay *r)
{
	return r->nblocks * BLOCK_BYTES;
}

uint64_t
replay_end_bytes(const struct replay *r)
{
	return r->end_bytes;
}

static void
get_piece(const uint8_t *from, const struct head *h, uint64_t *values)
{
	switch (h->width) {
	case 2:
		get_values(from, h->n, h->least_ns, 2, values);
		break;
	case 3:
		get_values(from, h->n, h->least_ns, 3, values);
		break;
	case 4:
		get_values(from, h->n, h->least_ns, 4, values);
		break;
	default:
		get_values(from, h->n, h->least_ns, 8, values);
		break;
	}
}

static void
take_piece(const struct head *h, const uint8_t *from,
    void (*take)(void *context, uint32_t step, const struct frameio_run *run),
    void *context)
{
	uint64_t values[PIECE];
	struct frameio_run run = {
		.second = h->second, .record = h->record, .op = h->op,
		.counted = h->counted != 0, .latency_ns = values, .n = h->n,
	};

	get_piece(from, h, values);
	take(context, h->step, &run);
}

void
replay_each(const struct replay *r,
    void (*take)(void *context, uint32_t step, const struct frameio_run *run),
    void *context)
{
	struct head h;

	for (size_t b = 0; b < r->nblocks; b++) {
		for (size_t at = 0; at < r->used[b]; at += piece_bytes(&h)) {
			memcpy(&h, r->blocks[b] + at, sizeof(h));
			take_piece(&h, r->blocks[b] + at + sizeof(h), take,
			    context);
		}
	}
}
