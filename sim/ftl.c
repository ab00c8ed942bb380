/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "sim/ftl.h"

/* Far enough for memory to answer, near enough to stay in the cache. */
#define AHEAD_SLOTS 12

/* The ring of free blocks stands behind those of the buckets. */
static uint32_t
free_ring(const struct ftl *t)
{
	return t->shape.nblocks + t->nbuckets;
}

static uint32_t
bucket_ring(const struct ftl *t, uint32_t block)
{
	uint32_t bucket = t->shape.fifo ? 0 :
	    t->blocks[block].valid_quanta / FTL_QUANTA;

	return t->shape.nblocks + bucket;
}

static void
ring_add(struct ftl *t, uint32_t ring, uint32_t block)
{
	struct ftl_block *b = t->blocks;

	b[block].next = ring;
	b[block].prev = b[ring].prev;
	b[b[ring].prev].next = block;
	b[ring].prev = block;
}

static void
ring_remove(struct ftl *t, uint32_t block)
{
	struct ftl_block *b = t->blocks;

	b[b[block].prev].next = b[block].next;
	b[b[block].next].prev = b[block].prev;
}

/* A closed block can be collected. */
static void
close_block(struct ftl *t, uint32_t block)
{
	uint32_t ring = bucket_ring(t, block);

	ring_add(t, ring, block);
	if (ring - t->shape.nblocks < t->least)
		t->least = ring - t->shape.nblocks;
}

static void
free_block(struct ftl *t, uint32_t block)
{
	t->blocks[block].valid_quanta = 0;
	t->blocks[block].nslots = 0;
	ring_add(t, free_ring(t), block);
	t->nfree++;
}

static void
open_block(struct ftl *t)
{
	uint32_t block = t->blocks[free_ring(t)].next;

	ring_remove(t, block);
	t->nfree--;
	t->open = block;
	t->open_quanta = 0;
	t->open_units = 0;
	t->unit_first = block * t->block_slots;
}

static uint32_t
page_quanta(const struct ftl *t, uint32_t page)
{
	return t->quanta_of != NULL ? t->quanta_of[page] : FTL_QUANTA;
}

static void
invalidate(struct ftl *t, uint32_t page)
{
	uint32_t slot = t->slot_of[page];
	uint32_t block = slot / t->block_slots;
	struct ftl_block *b = &t->blocks[block];
	bool listed = block != t->open && block != t->victim;
	uint32_t before = b->valid_quanta / FTL_QUANTA;

	t->valid[slot / 64] &= ~(UINT64_C(1) << slot % 64);
	b->valid_quanta -= page_quanta(t, page);
	if (!listed || t->shape.fifo ||
	    b->valid_quanta / FTL_QUANTA == before)
		return;
	ring_remove(t, block);
	close_block(t, block);
}

static uint32_t
cache_after(const struct ftl *t, uint32_t i)
{
	return i + 1 == t->shape.cache_pages ? 0 : i + 1;
}

/* The unit is full, or its block is: program it.  'leftover' quanta are the
 * part of the last page that goes into the next unit. */
static void
program_unit(struct ftl *t, uint32_t leftover, uint64_t now_ns)
{
	uint32_t end = t->open * t->block_slots + t->blocks[t->open].nslots;
	uint32_t ndies = t->flash->ndies;
	uint32_t group = t->unit_first / t->shape.unit_pages;
	uint64_t done_ns = flash_program(t->flash, t->open_units % ndies,
	    t->open_units < ndies, now_ns);

	for (; group <= (end - 1) / t->shape.unit_pages; group++) {
		struct ftl_unit *u = &t->flying[group % FTL_FLYING];

		u->slot_group = group;
		u->done_ns = done_ns;
	}
	while (t->cache_pending != t->cache_next) {
		t->cache_free_ns[t->cache_pending] = done_ns;
		t->cache_pending = cache_after(t, t->cache_pending);
	}
	t->open_units++;
	t->unit_first = end;
	t->pending_quanta = leftover;
}

static bool
has_room(const struct ftl *t, uint32_t quanta)
{
	return t->open != FTL_NONE &&
	    t->open_quanta + quanta <= t->block_quanta;
}

/* Puts a page at the end of the open block, or opens the next. */
static void
append(struct ftl *t, uint32_t page, uint32_t quanta, bool host,
    uint64_t now_ns)
{
	struct ftl_block *b;
	uint32_t slot;

	if (!has_room(t, quanta)) {
		if (t->open != FTL_NONE) {
			uint32_t full = t->open;

			if (t->pending_quanta > 0)
				program_unit(t, 0, now_ns);
			t->open = FTL_NONE;
			close_block(t, full);
		}
		open_block(t);
	}
	b = &t->blocks[t->open];
	slot = t->open * t->block_slots + b->nslots++;
	b->valid_quanta += quanta;
	t->valid[slot / 64] |= UINT64_C(1) << slot % 64;
	t->page_of[slot] = page;
	t->slot_of[page] = slot;
	if (t->quanta_of != NULL)
		t->quanta_of[page] = (uint8_t)quanta;
	t->open_quanta += quanta;
	t->pending_quanta += quanta;
	if (host) {
		t->host_pages++;
		t->cache_next = cache_after(t, t->cache_next);
	}
	if (t->pending_quanta >= t->unit_quanta)
		program_unit(t, t->pending_quanta - t->unit_quanta, now_ns);
}

/* Chooses the next block to collect.  Returns false if all are full of valid
 * pages, so that nothing would be gained. */
static bool
choose_victim(struct ftl *t)
{
	uint32_t ring, block, gain;

	for (;; t->least++) {
		if (t->least == t->nbuckets)
			return false;
		ring = t->shape.nblocks + t->least;
		if (t->blocks[ring].next != ring)
			break;
	}
	block = t->blocks[ring].next;
	if (!t->shape.fifo &&
	    t->blocks[block].valid_quanta == t->block_quanta)
		return false;
	ring_remove(t, block);
	t->victim = block;
	t->victim_slot = 0;
	t->victim_group = FTL_NONE;
	t->credit = 0;
	/* The host writes as many quanta as this block frees while its valid
	 * ones are copied: both end together. */
	gain = t->block_quanta - t->blocks[block].valid_quanta;
	t->pace = gain == 0 ? UINT64_C(1) << 32 :
	    (((uint64_t)t->blocks[block].valid_quanta << 16) + gain - 1) / gain;
	return true;
}

/* Reads all valid pages of a group of the victim at once; each is taken to be
 * as large as the first. */
static void
read_group(struct ftl *t, uint32_t group, uint32_t quanta, uint64_t now_ns)
{
	uint32_t begin = group * t->shape.unit_pages;
	uint64_t n = 0;

	for (uint32_t i = begin; i < begin + t->shape.unit_pages; i++)
		n += t->valid[i / 64] >> i % 64 & 1;
	flash_copy(t->flash, ftl_die(t, group),
	    n * quanta * t->flash->page_transfer_ns / FTL_QUANTA, now_ns);
}

/* Copies the next valid page of the victim, or frees it.  Returns the quanta
 * that were copied, 0 when the block is free. */
static uint32_t
collect_page(struct ftl *t, uint64_t now_ns)
{
	struct ftl_block *b = &t->blocks[t->victim];
	uint32_t first = t->victim * t->block_slots;
	uint32_t slot, page, quanta, group;
	uint64_t word;

	if (b->valid_quanta == 0) {
		free_block(t, t->victim);
		t->victim = FTL_NONE;
		t->collected++;
		return 0;
	}
	slot = first + t->victim_slot;
	word = t->valid[slot / 64] >> slot % 64;
	if (word == 0) {
		slot = (slot / 64 + 1) * 64;
		while ((word = t->valid[slot / 64]) == 0)
			slot += 64;
	}
	slot += (uint32_t)__builtin_ctzll(word);
	page = t->page_of[slot];
	quanta = page_quanta(t, page);
	/* Nearly all of a copy is the wait for its entry in the mapping: have
	 * one fetched that will soon be needed, most likely. */
	if (slot + AHEAD_SLOTS < first + t->block_slots)
		__builtin_prefetch(&t->slot_of[t->page_of[slot +
		    AHEAD_SLOTS]], 1);
	group = slot / t->shape.unit_pages;
	if (group != t->victim_group) {
		read_group(t, group, quanta, now_ns);
		t->victim_group = group;
	}
	t->valid[slot / 64] &= ~(UINT64_C(1) << slot % 64);
	b->valid_quanta -= quanta;
	t->victim_slot = slot - first + 1;
	append(t, page, quanta, false, now_ns);
	t->copied_pages++;
	t->copied_quanta += quanta;
	return quanta;
}

static void
collect_block(struct ftl *t, uint64_t now_ns)
{
	if (t->victim == FTL_NONE && !choose_victim(t))
		return;
	while (t->victim != FTL_NONE)
		collect_page(t, now_ns);
}

/* Pays for 'quanta' that the host has written. */
static void
collect_share(struct ftl *t, uint32_t quanta, uint64_t now_ns)
{
	if (t->victim == FTL_NONE) {
		if (t->nfree >= t->shape.reserve || !choose_victim(t))
			return;
		if (t->shape.at_once) {
			collect_block(t, now_ns);
			t->collected_at_once++;
			return;
		}
	}
	t->credit += (int64_t)(quanta * t->pace);
	while (t->credit >= 0 && t->victim != FTL_NONE)
		t->credit -= (int64_t)collect_page(t, now_ns) << 16;
}

void
ftl_write(struct ftl *t, uint32_t page, uint32_t quanta, uint64_t now_ns)
{
	if (t->slot_of[page] != FTL_NONE)
		invalidate(t, page);
	t->slot_of[page] = FTL_NONE;
	/* The last free block belongs to collection. */
	while (!has_room(t, quanta) && t->nfree <= 1)
		collect_block(t, now_ns);
	append(t, page, quanta, true, now_ns);
	t->host_quanta += quanta;
	collect_share(t, quanta, now_ns);
}

void
ftl_collect_idle(struct ftl *t, uint64_t quanta, uint32_t nfree,
    uint64_t now_ns)
{
	while (quanta > 0) {
		uint32_t copied;

		if (t->victim == FTL_NONE &&
		    (t->nfree >= nfree || !choose_victim(t)))
			return;
		copied = collect_page(t, now_ns);
		quanta -= copied < quanta ? copied : quanta;
	}
}

uint32_t
ftl_locate(const struct ftl *t, uint32_t page, uint64_t now_ns)
{
	uint32_t slot = t->slot_of[page];
	uint32_t group = slot / t->shape.unit_pages;
	const struct ftl_unit *u = &t->flying[group % FTL_FLYING];

	if (slot == FTL_NONE)
		return FTL_NONE;
	if (slot / t->block_slots == t->open && slot >= t->unit_first)
		return FTL_NONE;
	if (u->slot_group == group && u->done_ns > now_ns)
		return FTL_NONE;
	return group;
}

void
ftl_forget(struct ftl *t)
{
	const struct ftl_shape *s = &t->shape;
	uint32_t nrings = t->nbuckets + 1;

	memset(t->slot_of, 0xff, s->npages * sizeof(*t->slot_of));
	memset(t->valid, 0, (size_t)s->nblocks * t->block_slots / 8);
	for (uint32_t i = s->nblocks; i < s->nblocks + nrings; i++)
		t->blocks[i].next = t->blocks[i].prev = i;
	t->nfree = 0;
	for (uint32_t i = 0; i < s->nblocks; i++)
		free_block(t, i);
	memset(t->flying, 0xff, FTL_FLYING * sizeof(*t->flying));
	for (uint32_t i = 0; i < FTL_FLYING; i++)
		t->flying[i].done_ns = 0;
	for (uint32_t i = 0; i < s->cache_pages; i++)
		t->cache_free_ns[i] = 0;
	t->least = t->nbuckets;
	t->open = t->victim = FTL_NONE;
	t->pending_quanta = 0;
	t->cache_pending = t->cache_next;
	t->credit = 0;
}

int
ftl_init(struct ftl *t, const struct ftl_shape *shape, struct flash *flash)
{
	size_t nslots;

	*t = (struct ftl){ .flash = flash, .shape = *shape };
	t->block_slots = shape->block_pages * (shape->compresses ? 2 : 1);
	t->block_quanta = shape->block_pages * FTL_QUANTA;
	t->unit_quanta = shape->unit_pages * FTL_QUANTA;
	t->nbuckets = shape->fifo ? 1 : shape->block_pages + 1;
	nslots = (size_t)shape->nblocks * t->block_slots;

	t->slot_of = malloc(shape->npages * sizeof(*t->slot_of));
	t->page_of = calloc(nslots, sizeof(*t->page_of));
	t->valid = malloc(nslots / 8);
	t->blocks = calloc((size_t)shape->nblocks + t->nbuckets + 1,
	    sizeof(*t->blocks));
	t->cache_free_ns = calloc(shape->cache_pages,
	    sizeof(*t->cache_free_ns));
	t->flying = malloc(FTL_FLYING * sizeof(*t->flying));
	if (shape->compresses)
		t->quanta_of = calloc(shape->npages, 1);
	if (t->slot_of == NULL || t->page_of == NULL || t->valid == NULL ||
	    t->blocks == NULL || t->cache_free_ns == NULL ||
	    t->flying == NULL || (shape->compresses && t->quanta_of == NULL)) {
		ftl_destroy(t);
		return -1;
	}
	ftl_forget(t);
	return 0;
}

void
ftl_destroy(struct ftl *t)
{
	free(t->slot_of);
	free(t->page_of);
	free(t->quanta_of);
	free(t->valid);
	free(t->blocks);
	free(t->cache_free_ns);
	free(t->flying);
}

uint64_t
ftl_memory_bytes(const struct ftl *t)
{
	uint64_t nslots = (uint64_t)t->shape.nblocks * t->block_slots;

	return (uint64_t)t->shape.npages *
	    (sizeof(*t->slot_of) + (t->quanta_of != NULL ? 1 : 0)) +
	    nslots * sizeof(*t->page_of) + nslots / 8 +
	    ((uint64_t)t->shape.nblocks + t->nbuckets + 1) *
	    sizeof(*t->blocks) +
	    t->shape.cache_pages * sizeof(*t->cache_free_ns) +
	    FTL_FLYING * sizeof(*t->flying);
}
