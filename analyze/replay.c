/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "analyze/replay.h"
#include "base/bytes.h"

/* Room is taken by so much. */
#define BLOCK_BYTES ((size_t)1 << 18)

/* Of the pages that the system is asked for: it clears and maps a small one at
 * a time otherwise, which takes longer than all else that is done here. */
#define PAGE_BYTES ((size_t)2 << 20)

struct replay_room {
	uint8_t *bytes;
	size_t nblocks;
	_Atomic size_t nused, nothers;
	_Atomic bool closed;
};

/* What stands before the latencies of a piece, which are differences from the
 * least, 'width' bytes each.  Pieces stay in the nearest cache, and a rare large
 * latency widens few others. */
struct head {
	uint64_t second, record, least_ns;
	uint32_t step, n;
	uint8_t op, counted, width;
};

struct replay {
	struct replay_room *room;
	size_t nblocks;
	uint8_t **blocks;
	size_t *used;			/* used[nblocks], bytes */
	uint32_t step;			/* of the frame in hand */
	uint64_t frame_bytes;		/* where it begins */
	size_t frame_nblocks, frame_used;	/* what was there before it */
	uint64_t end_bytes;
};

struct replay_room *
replay_room_new(size_t bytes)
{
	struct replay_room *room = calloc(1, sizeof(*room));
	size_t nbytes = (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;

	if (room == NULL)
		return NULL;
	room->bytes = aligned_alloc(PAGE_BYTES, nbytes);
	if (room->bytes == NULL) {
		free(room);
		return NULL;
	}
	madvise(room->bytes, nbytes, MADV_HUGEPAGE);
	room->nblocks = bytes / BLOCK_BYTES;
	atomic_init(&room->nused, 0);
	atomic_init(&room->nothers, 0);
	atomic_init(&room->closed, false);
	return room;
}

void
replay_room_free(struct replay_room *room)
{
	if (room == NULL)
		return;
	free(room->bytes);
	free(room);
}

size_t
replay_room_share(struct replay_room *room, size_t n, size_t most)
{
	size_t all = atomic_fetch_add(&room->nothers, n) + n;

	/* Who is writing there at this moment takes a page or two again. */
	if (all > most && !atomic_exchange(&room->closed, true))
		madvise(room->bytes, room->nblocks * BLOCK_BYTES,
		    MADV_DONTNEED);
	return all;
}

size_t
replay_room_bytes(const struct replay_room *room)
{
	size_t nused;

	if (room == NULL || atomic_load(&room->closed))
		return 0;
	nused = atomic_load(&room->nused);
	return (nused < room->nblocks ? nused : room->nblocks) * BLOCK_BYTES;
}

struct replay *
replay_new(struct replay_room *room)
{
	struct replay *r = calloc(1, sizeof(*r));

	if (r == NULL)
		return NULL;
	r->room = room;
	r->end_bytes = UINT64_MAX;
	return r;
}

void
replay_free(struct replay *r)
{
	if (r == NULL)
		return;
	free(r->blocks);
	free(r->used);
	free(r);
}

/* Adds a block behind the others; false if there is no memory for it. */
static bool
add_block(struct replay *r)
{
	size_t n = r->nblocks, at;
	uint8_t **blocks = realloc(r->blocks, (n + 1) * sizeof(blocks[0]));
	size_t *used;

	if (blocks == NULL)
		return false;
	r->blocks = blocks;
	used = realloc(r->used, (n + 1) * sizeof(used[0]));
	if (used == NULL)
		return false;
	r->used = used;
	at = atomic_fetch_add(&r->room->nused, 1);
	if (at >= r->room->nblocks)
		return false;
	r->blocks[n] = r->room->bytes + at * BLOCK_BYTES;
	r->used[n] = 0;
	r->nblocks++;
	return true;
}

/* Where so many bytes go; NULL if there is no memory for them. */
static uint8_t *
find_room(struct replay *r, size_t length)
{
	if ((r->nblocks == 0 ||
	    BLOCK_BYTES - r->used[r->nblocks - 1] < length) && !add_block(r))
		return NULL;
	return r->blocks[r->nblocks - 1] + r->used[r->nblocks - 1];
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
	r->nblocks = r->frame_nblocks;
	if (r->nblocks > 0)
		r->used[r->nblocks - 1] = r->frame_used;
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
replay_piece(struct replay *r, const struct frameio_run *run,
    const struct moments *latency)
{
	struct head h = {
		.second = run->second, .record = run->record,
		.least_ns = latency->least, .step = r->step,
		.n = (uint32_t)run->n, .op = (uint8_t)run->op,
		.counted = run->counted,
		.width = width_of(latency->largest - latency->least),
	};
	uint8_t *to;

	if (r->end_bytes != UINT64_MAX || atomic_load(&r->room->closed))
		return;
	to = find_room(r, piece_bytes(&h));
	if (to == NULL) {
		stop(r);
		return;
	}
	memcpy(to, &h, sizeof(h));
	put_piece(to + sizeof(h), &h, run->latency_ns);
	r->used[r->nblocks - 1] += piece_bytes(&h);
}

uint64_t
replay_end_bytes(const struct replay *r)
{
	return atomic_load(&r->room->closed) ? 0 : r->end_bytes;
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
	uint64_t values[REPLAY_PIECE];
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

	if (atomic_load(&r->room->closed))
		return;
	for (size_t b = 0; b < r->nblocks; b++) {
		for (size_t at = 0; at < r->used[b]; at += piece_bytes(&h)) {
			memcpy(&h, r->blocks[b] + at, sizeof(h));
			take_piece(&h, r->blocks[b] + at + sizeof(h), take,
			    context);
		}
	}
}
