/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "iolog/flying.h"

int
iolog_flying_init(struct iolog_flying *f, size_t most)
{
	f->count = 0;
	f->room = 2;
	f->shift = 63;
	for (; f->room < most * 2; f->room *= 2)
		f->shift--;
	f->slots = calloc(f->room, sizeof(*f->slots));
	return f->slots == NULL ? -1 : 0;
}

void
iolog_flying_free(struct iolog_flying *f)
{
	free(f->slots);
	f->slots = NULL;
}

/* Numbers in flight are mostly neighbours.  Side by side they would make one
 * long chain, which each removal has to walk: spread them (Knuth's
 * multiplicative hash). */
static size_t
home_of(const struct iolog_flying *f, uint64_t submit)
{
	return submit * 0x9e3779b97f4a7c15u >> f->shift;
}

static size_t
find(const struct iolog_flying *f, uint64_t submit)
{
	size_t at = home_of(f, submit);

	while (f->slots[at].used && f->slots[at].submit != submit)
		at = (at + 1) & (f->room - 1);
	return at;
}

static int
grow(struct iolog_flying *f)
{
	struct iolog_flying larger;

	if (iolog_flying_init(&larger, f->room) == -1)
		return -1;
	for (size_t i = 0; i < f->room; i++)
		if (f->slots[i].used)
			larger.slots[find(&larger, f->slots[i].submit)] =
			    f->slots[i];
	larger.count = f->count;
	iolog_flying_free(f);
	*f = larger;
	return 0;
}

int
iolog_flying_add(struct iolog_flying *f, uint64_t submit, uint64_t ticks,
    uint32_t step)
{
	if (f->count * 2 >= f->room && grow(f) == -1)
		return -1;
	struct iolog_flight *slot = &f->slots[find(f, submit)];
	f->count += !slot->used;
	*slot = (struct iolog_flight){
		.submit = submit, .ticks = ticks, .step = step, .used = true,
	};
	return 0;
}

bool
iolog_flying_take(struct iolog_flying *f, uint64_t submit,
    struct iolog_flight *flight_out)
{
	size_t mask = f->room - 1;
	size_t hole = find(f, submit);

	if (!f->slots[hole].used)
		return false;
	*flight_out = f->slots[hole];
	f->slots[hole].used = false;
	f->count--;
	/* Close the gap, so that a search may stop at the first free slot. */
	for (size_t at = (hole + 1) & mask; f->slots[at].used;
	    at = (at + 1) & mask) {
		size_t home = home_of(f, f->slots[at].submit);

		if (((at - home) & mask) < ((at - hole) & mask))
			continue;
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
