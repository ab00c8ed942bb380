/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_FLYING_H
#define PLATEAU_IOLOG_FLYING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The I/Os of one stream that were submitted and have not come back: a table by
 * submit number.  Numbers in flight are mostly neighbours, so that each has the
 * slot of its lowest bits for itself, and is found, added and removed in one
 * step.  Those that have not are displaced to the next free slot; a small table
 * that would displace one grows instead.
 */
struct iolog_flying {
	struct iolog_flight *slots;
	size_t count, room;		/* room is a power of 2 */
	size_t ndisplaced;
};

struct iolog_flight {
	uint64_t submit, ticks;
	uint32_t step;
	bool used;
};

/* iolog_flying_init() takes memory for 'most' I/Os before it has to grow; 0,
 * or -1 with errno.  iolog_flying_free() gives it back. */
int iolog_flying_init(struct iolog_flying *f, size_t most);
void iolog_flying_free(struct iolog_flying *f);

/* iolog_flying_add_slowly() and iolog_flying_take_slowly() are for the inline
 * functions below. */
int iolog_flying_add_slowly(struct iolog_flying *f, uint64_t submit,
    uint64_t ticks, uint32_t step);
bool iolog_flying_take_slowly(struct iolog_flying *f, uint64_t submit);

/* iolog_flying_add() adds an I/O, or replaces the one of that number.  Returns
 * 0, or -1 with errno if there is no memory. */
static inline int
iolog_flying_add(struct iolog_flying *f, uint64_t submit, uint64_t ticks,
    uint32_t step)
{
	struct iolog_flight *slot = &f->slots[submit & (f->room - 1)];

	if (slot->used || f->ndisplaced > 0 || f->count * 2 >= f->room)
		return iolog_flying_add_slowly(f, submit, ticks, step);
	/* One by one: a struct would be made elsewhere and waited for. */
	slot->submit = submit;
	slot->ticks = ticks;
	slot->step = step;
	slot->used = true;
	f->count++;
	return 0;
}

/* iolog_flying_take() removes I/O 'submit'; false if it is not in flight. */
static inline bool
iolog_flying_take(struct iolog_flying *f, uint64_t submit)
{
	struct iolog_flight *slot = &f->slots[submit & (f->room - 1)];

	if (f->ndisplaced > 0)
		return iolog_flying_take_slowly(f, submit);
	if (!slot->used || slot->submit != submit)
		return false;
	slot->used = false;
	f->count--;
	return true;
}

/* iolog_flying_sorted() copies all, by submit number, to flights_out, which
 * has room for f->count, and returns how many. */
size_t iolog_flying_sorted(const struct iolog_flying *f,
    struct iolog_flight *flights_out);

#endif
