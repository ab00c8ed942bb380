/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The translation layer loses nothing: for drives of all shapes, after any
 * writes, purges and idle collection, every page written is in exactly one
 * valid slot, of its size, blocks count what they hold, and no block is both
 * free and full.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "iolog/generator.h"
#include "sim/ftl.h"

#define NDRIVES 300
#define NWRITES 60000

static uint64_t counter;

static uint32_t
below(uint32_t n)
{
	return (uint32_t)generator_below(generator_draw(99, counter++, 0), n);
}

static struct ftl_shape
random_shape(uint32_t ndies)
{
	struct ftl_shape s = {
		.block_pages = 64 * (1 + below(3)) * ndies,
		.unit_pages = 1u << below(4),
		.reserve = 2 + below(3),
		.fifo = below(2) == 0,
		.at_once = below(3) == 0,
		.compresses = below(2) == 0,
	};
	uint32_t used = 2 + below(20);

	s.cache_pages = s.unit_pages * (4 + below(20));
	s.npages = used * s.block_pages - below(s.block_pages);
	s.nblocks = used + s.reserve + 2 + below(5);
	return s;
}

static const char *
check_pages(const struct ftl *t, const uint8_t *written)
{
	for (uint32_t i = 0; i < t->shape.npages; i++) {
		uint32_t slot = t->slot_of[i];

		if ((slot != FTL_NONE) != (written[i] != 0))
			return "a page is lost, or there without a write";
		if (slot == FTL_NONE)
			continue;
		if (t->page_of[slot] != i ||
		    (t->valid[slot / 64] >> slot % 64 & 1) == 0)
			return "a page's slot does not have it";
		if (t->quanta_of != NULL && t->quanta_of[i] != written[i])
			return "a page has another size";
	}
	return NULL;
}

static const char *
check_blocks(const struct ftl *t)
{
	uint32_t nfree = 0;

	for (uint32_t b = 0; b < t->shape.nblocks; b++) {
		uint32_t quanta = 0, first = b * t->block_slots;

		for (uint32_t s = first; s < first + t->block_slots; s++) {
			if ((t->valid[s / 64] >> s % 64 & 1) == 0)
				continue;
			if (t->slot_of[t->page_of[s]] != s)
				return "a valid slot has no page";
			quanta += t->quanta_of == NULL ? FTL_QUANTA :
			    t->quanta_of[t->page_of[s]];
		}
		if (quanta != t->blocks[b].valid_quanta)
			return "a block miscounts";
		if (quanta > t->block_quanta ||
		    t->blocks[b].nslots > t->block_slots)
			return "a block is overfull";
	}
	for (uint32_t b = t->blocks[t->shape.nblocks + t->nbuckets].next;
	    b < t->shape.nblocks; b = t->blocks[b].next, nfree++)
		if (t->blocks[b].valid_quanta != 0 || b == t->open ||
		    b == t->victim)
			return "a free block is in use";
	return nfree == t->nfree ? NULL : "free blocks are miscounted";
}

static int
test_drive(unsigned number)
{
	struct flash_line lines[8] = {{0, 0}}, channels[2] = {{0, 0}};
	struct flash flash = {
		.nchannels = 2, .ndies = 1u << below(4), .dies = lines,
		.channels = channels, .program_ns = 1000, .read_ns = 100,
		.erase_ns = 5000, .page_transfer_ns = 10,
		.unit_transfer_ns = 40, .slow_q16 = 65536,
	};
	struct ftl_shape shape = random_shape(flash.ndies);
	uint8_t *written = calloc(shape.npages, 1);
	const char *wrong = NULL;
	struct ftl t;

	if (written == NULL || ftl_init(&t, &shape, &flash) != 0)
		return 1;
	for (uint32_t i = 0; i < NWRITES && wrong == NULL; i++) {
		/* A tenth of the pages takes half of the writes. */
		uint32_t page = below(below(2) == 0 ? shape.npages :
		    shape.npages / 10 + 1);
		uint32_t quanta = shape.compresses ?
		    FTL_QUANTA / 2 + below(FTL_QUANTA / 2 + 1) : FTL_QUANTA;

		ftl_write(&t, page, quanta, i * UINT64_C(300));
		written[page] = (uint8_t)quanta;
		if (below(500) == 0)
			ftl_collect_idle(&t, below(100000), 2 + below(6),
			    i * UINT64_C(300));
		if (below(40000) == 0) {
			ftl_forget(&t);
			for (uint32_t k = 0; k < shape.npages; k++)
				written[k] = 0;
		}
		if (i % 5000 == 4999) {
			wrong = check_pages(&t, written);
			if (wrong == NULL)
				wrong = check_blocks(&t);
		}
	}
	if (wrong != NULL)
		printf("drive %u: %s\n", number, wrong);
	ftl_destroy(&t);
	free(written);
	return wrong != NULL;
}

int
main(void)
{
	int failed = 0;

	for (unsigned i = 0; i < NDRIVES; i++)
		failed += test_drive(i);
	printf("%d drives, %d wrong\n", NDRIVES, failed);
	return failed > 0;
}
