/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "iolog/gaps.h"

/* Opens a place for one range at 'at'. */
static bool
insert(struct iolog_gaps *g, size_t at)
{
	if (g->n == GAPS_MOST)
		return false;
	if (g->items == NULL &&
	    (g->items = calloc(GAPS_MOST, sizeof(*g->items))) == NULL)
		return false;
	memmove(g->items + at + 1, g->items + at,
	    (g->n - at) * sizeof(*g->items));
	g->n++;
	return true;
}

bool
iolog_gaps_add(struct iolog_gaps *g, uint64_t begin, uint64_t end)
{
	if (begin == end)
		return true;
	if (!insert(g, g->n))
		return false;
	g->items[g->n - 1] = (struct iolog_gap){ begin, end };
	return true;
}

/* The gap that holds [begin, end); g->n if there is none. */
static size_t
find(const struct iolog_gaps *g, uint64_t begin, uint64_t end)
{
	size_t low = 0, high = g->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (g->items[middle].end <= begin)
			low = middle + 1;
		else
			high = middle;
	}
	return low < g->n && g->items[low].begin <= begin &&
	    end <= g->items[low].end ? low : g->n;
}

bool
iolog_gaps_has(const struct iolog_gaps *g, uint64_t begin, uint64_t end)
{
	return find(g, begin, end) < g->n;
}

bool
iolog_gaps_take(struct iolog_gaps *g, uint64_t begin, uint64_t end)
{
	size_t at = find(g, begin, end);

	if (at == g->n)
		return false;
	struct iolog_gap gap = g->items[at];
	if (gap.begin < begin && end < gap.end) {
		if (!insert(g, at))
			return false;
		g->items[at].end = begin;
		g->items[at + 1] = (struct iolog_gap){ end, gap.end };
	} else if (gap.begin < begin) {
		g->items[at].end = begin;
	} else if (end < gap.end) {
		g->items[at].begin = end;
	} else {
		g->n--;
		memmove(g->items + at, g->items + at + 1,
		    (g->n - at) * sizeof(*g->items));
	}
	return true;
}

void
iolog_gaps_free(struct iolog_gaps *g)
{
	free(g->items);
	*g = (struct iolog_gaps){ .n = 0 };
}
