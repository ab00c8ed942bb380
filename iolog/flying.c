/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "iolog/flying.h"

/* Up to this room the table grows rather than displace: an I/O that takes
 * long, while thousands come and go, is a neighbour of theirs no more. */
#define SPREAD_ROOM 4096u

int
iolog_flying_init(struct iolog_flying *f, size_t most)
{
	f->count = f->ndisplaced = 0;
	f->room = 2;
	while (f->room < most * 2)
		f->room *= 2;
	f->slots = calloc(f->room, sizeof(*f->slots));
	return f->slots == NULL ? -1 : 0;
}

void
iolog_flying_free(struct iolog_flying *f)
{
	free(f->slots);
	f->slots = NULL;
}

static size_t
home_of(const struct iolog_flying *f, uint64_t submit)
{
	return submit & (f->room - 1);
}

static size_t
find(const struct iolog_flying *f, uint64_t submit)
{
	size_t at = home_of(f, submit);

	while (f->slots[at].used && f->slots[at].submit != submit)
		at = (at + 1) & (f->room - 1);
	return at;
}

static void
put(struct iolog_flying *f, const struct iolog_flight *flight)
{
	size_t at = find(f, flight->submit);

	if (!f->slots[at].used) {
		f->count++;
		f->ndisplaced += at != home_of(f, flight->submit);
	}
	f->slots[at] = *flight;
}

static int
grow(struct iolog_flying *f)
{
	struct iolog_flying larger;

	if (iolog_flying_init(&larger, f->room) == -1)
		return -1;
	for (size_t i = 0; i < f->room; i++)
		if (f->slots[i].used)
			put(&larger, &f->slots[i]);
	iolog_flying_free(f);
	*f = larger;
	return 0;
}

int
iolog_flying_add_slowly(struct iolog_flying *f, uint64_t submit,
    uint64_t ticks, uint32_t step)
{
	const struct iolog_flight flight = {
		.submit = submit, .ticks = ticks, .step = step, .used = true,
	};

	for (;;) {
		const struct iolog_flight *slot = &f->slots[home_of(f,
		    submit)];
		bool displaces = slot->used && slot->submit != submit;

		if (f->count * 2 < f->room && !(displaces &&
		    f->room < SPREAD_ROOM))
			break;
		if (grow(f) == -1)
			return -1;
	}
	put(f, &flight);
	return 0;
}

bool
iolog_flying_take_slowly(struct iolog_flying *f, uint64_t submit)
{
	size_t mask = f->room - 1;
	size_t hole = find(f, submit);

	if (!f->slots[hole].used)
		return false;
	f->ndisplaced -= hole != home_of(f, submit);
	f->slots[hole].used = false;
	f->count--;
	/* Close the gap, so that a search may stop at the first free slot. */
	for (size_t at = (hole + 1) & mask; f->slots[at].used;
	    at = (at + 1) & mask) {
		size_t home = home_of(f, f->slots[at].submit);

		if (((at - home) & mask) < ((at - hole) & mask))
			continue;
		f->ndisplaced -= home == hole;
		f->slots[hole] = f->slots[at];
		f->slots[at].used = false;
		hole = at;
	}
	return true;
}

static int
by_submit(const void *a, const void *b)
{
	const struct iolog_flight *x = a, *y = b;

	return (x->submit > y->submit) - (x->submit < y->submit);
}

size_t
iolog_flying_sorted(const struct iolog_flying *f,
    struct iolog_flight *flights_out)
{
	size_t count = 0;

	for (size_t i = 0; i < f->room; i++)
		if (f->slots[i].used)
			flights_out[count++] = f->slots[i];
	qsort(flights_out, count, sizeof(*flights_out), by_submit);
	return count;
}
