/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_GAPS_H
#define PLATEAU_IOLOG_GAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Numbers that were passed over and may still come: ranges [begin, end), in
 * order and apart.  All zeros is the empty set.
 */
struct iolog_gaps {
	struct iolog_gap { uint64_t begin, end; } *items;
	size_t n;
};

/* More ranges than this are not kept: memory stays small, whatever is read. */
#define GAPS_MOST 1024u

/* iolog_gaps_add() adds a range behind all others; false if there is no room
 * for it. */
bool iolog_gaps_add(struct iolog_gaps *g, uint64_t begin, uint64_t end);

/* iolog_gaps_has() says whether all of [begin, end), not empty, is missing. */
bool iolog_gaps_has(const struct iolog_gaps *g, uint64_t begin, uint64_t end);

/* iolog_gaps_take() takes a range out; false, and nothing is, unless all of it
 * is missing and there is room for what is left of its gap. */
bool iolog_gaps_take(struct iolog_gaps *g, uint64_t begin, uint64_t end);

/* iolog_gaps_free() gives the memory back and leaves the empty set. */
void iolog_gaps_free(struct iolog_gaps *g);

#endif
