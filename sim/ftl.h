/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_SIM_FTL_H
#define PLATEAU_SIM_FTL_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/flash.h"

/*
 * The flash translation layer: which logical page is where, and how room is
 * made for new ones.
 *
 * A block here is what is erased at once: one erase block of every plane of
 * every die.  Pages are appended to one open block; a unit is what one program
 * writes, and the units of a block go round the dies.  A block holds slots,
 * one a logical page; without compression a slot is a page of flash, with it a
 * page takes as many quanta (1/32 of a page) as its data needs.
 */

#define FTL_QUANTA 32			/* of a page */
#define FTL_NONE UINT32_MAX
#define FTL_FLYING 4096			/* units remembered, a power of two */

struct ftl_shape {
	uint32_t npages;		/* logical */
	uint32_t nblocks;
	uint32_t block_pages;		/* a multiple of 64 */
	uint32_t unit_pages;		/* divides block_pages */
	uint32_t cache_pages;		/* write cache, from 4 * unit_pages */
	uint32_t reserve;		/* collect below this many free */
	bool fifo;			/* oldest block first, else emptiest */
	bool at_once;			/* collect whole blocks */
	bool compresses;
};

struct ftl_block {
	uint32_t valid_quanta, nslots;
	uint32_t next, prev;		/* in a ring: free, or a bucket */
};

/* A unit whose program may still be under way: reads come from memory. */
struct ftl_unit {
	uint32_t slot_group;
	uint64_t done_ns;
};

struct ftl {
	struct flash *flash;
	struct ftl_shape shape;
	uint32_t block_slots, block_quanta, unit_quanta;

	uint32_t *slot_of;		/* by logical page; FTL_NONE: nowhere */
	uint32_t *page_of;		/* by slot */
	uint8_t *quanta_of;		/* by logical page; NULL: all alike */
	uint64_t *valid;		/* a bit a slot */

	struct ftl_block *blocks;	/* nblocks, then heads of the rings */
	uint32_t nbuckets;		/* by valid pages, whole ones */
	uint32_t least;			/* no bucket below it holds a block */
	uint32_t nfree;

	uint32_t open;			/* block that pages are appended to */
	uint32_t open_quanta;		/* used in it */
	uint32_t open_units;		/* programmed in it */
	uint32_t unit_first;		/* first slot not programmed yet */
	uint32_t pending_quanta;	/* waiting for the unit to fill */

	uint32_t victim;		/* block being collected, or FTL_NONE */
	uint32_t victim_slot;		/* next slot to look at, in the block */
	uint32_t victim_group;		/* last group of slots that was read */
	int64_t credit;			/* quanta to copy, 1/65536 */
	uint64_t pace;			/* credit for a quantum of the host */

	uint64_t *cache_free_ns;	/* ring: when each page leaves */
	uint32_t cache_next;		/* where the next page goes */
	uint32_t cache_pending;		/* where the first pending one is */
	struct ftl_unit *flying;	/* FTL_FLYING */

	uint64_t host_pages, host_quanta, copied_pages, copied_quanta;
	uint64_t collected;		/* blocks, also those of at_once: */
	uint64_t collected_at_once;
};

/* ftl_init() makes an empty drive.  'shape' has been checked, see drive.c.
 * Returns 0, or -1 with nothing to free if there is no memory. */
int ftl_init(struct ftl *t, const struct ftl_shape *shape,
    struct flash *flash);
void ftl_destroy(struct ftl *t);

/* ftl_forget() is a purge: no page is mapped, all blocks are free.  Counters
 * stay. */
void ftl_forget(struct ftl *t);

/* ftl_admit_ns() returns when the write cache has room for the next page. */
static inline uint64_t
ftl_admit_ns(const struct ftl *t)
{
	return t->cache_free_ns[t->cache_next];
}

/* ftl_write() takes one page of 'quanta' from the host at 'now_ns', and pays
 * for it with collection if free blocks are short. */
void ftl_write(struct ftl *t, uint32_t page, uint32_t quanta,
    uint64_t now_ns);

/* ftl_collect_idle() copies up to 'quanta' out of blocks until 'nfree' blocks
 * are free or nothing is gained. */
void ftl_collect_idle(struct ftl *t, uint64_t quanta, uint32_t nfree,
    uint64_t now_ns);

/* ftl_memory_bytes() is what it holds allocated. */
uint64_t ftl_memory_bytes(const struct ftl *t);

/* ftl_locate() finds a page.  Returns its group of slots (pages of one group
 * are read by one operation, on the die ftl_die()), or FTL_NONE if no flash
 * need be read: it was never written, or is still in memory at 'now_ns'. */
uint32_t ftl_locate(const struct ftl *t, uint32_t page, uint64_t now_ns);

static inline uint32_t
ftl_die(const struct ftl *t, uint32_t group)
{
	return group % t->flash->ndies;
}

#endif
