/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_FLYING_H
#define PLATEAU_IOLOG_FLYING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The I/Os of one stream that were submitted and have not come back: a hash
 * table by submit number.
 */
struct iolog_flying {
	struct iolog_flight *slots;
	size_t count, room;		/* room is 2 to the power 64 - shift */
	unsigned shift;
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

/* iolog_flying_add() adds an I/O, or replaces the one of that number.  Returns
 * 0, or -1 with errno if there is no memory. */
int iolog_flying_add(struct iolog_flying *f, uint64_t submit, uint64_t ticks,
    uint32_t step);

/* iolog_flying_take() removes I/O 'submit' into '*flight_out'; false if it is
 * not in flight. */
bool iolog_flying_take(struct iolog_flying *f, uint64_t submit,
    struct iolog_flight *flight_out);

/* iolog_flying_sorted() copies all, by submit number, to flights_out, which
 * has room for f->count, and returns how many. */
size_t iolog_flying_sorted(const struct iolog_flying *f,
    struct iolog_flight *flights_out);

#endif
