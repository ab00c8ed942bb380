/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "render/chart_place.h"

/* What it costs to cover things, per thing.  Another label is unreadable then,
 * and so is what sticks out; a line through a label is only ugly. */
#define COST_LABEL 50.0
#define COST_OUTSIDE 200.0
#define COST_LINE 5.0
#define MOST_LINES 4.0			/* a dense line is not worse */
#define CLEARANCE_PT 1.2		/* between a line and a label */

struct line { struct canvas_point from, to; };

struct place {
	struct arena *arena;
	struct place_box area;
	size_t nlines, nboxes;
	struct line *lines;
	struct place_box *boxes;
};

struct place *
place_new(struct arena *a, struct place_box area)
{
	struct place *p = arena_alloc(a, sizeof(*p));

	p->arena = a;
	p->area = area;
	return p;
}

void
place_add_line(struct place *p, struct canvas_point from,
    struct canvas_point to)
{
	p->lines = arena_grow(p->arena, p->lines, p->nlines,
	    sizeof(*p->lines));
	p->lines[p->nlines++] = (struct line){from, to};
}

void
place_add_box(struct place *p, struct place_box box)
{
	p->boxes = arena_grow(p->arena, p->boxes, p->nboxes,
	    sizeof(*p->boxes));
	p->boxes[p->nboxes++] = box;
}

/* clip() narrows [*low, *high], parts of a line, to those where the coordinate
 * from + part * step lies in [least, most]. */
static void
clip(double from, double step, double least, double most, double *low,
    double *high)
{
	if (step == 0) {
		if (from < least || from > most)
			*high = -1;
		return;
	}
	double a = (least - from) / step, b = (most - from) / step;
	*low = fmax(*low, fmin(a, b));
	*high = fmin(*high, fmax(a, b));
}

static bool
crosses(const struct line *l, const struct place_box *box)
{
	double low = 0, high = 1;

	clip(l->from.x, l->to.x - l->from.x, box->left, box->right, &low,
	    &high);
	clip(l->from.y, l->to.y - l->from.y, box->top, box->bottom, &low,
	    &high);
	return low <= high;
}

static bool
overlap(const struct place_box *a, const struct place_box *b)
{
	return a->left < b->right && b->left < a->right && a->top < b->bottom &&
	    b->top < a->bottom;
}

static double
cost(const struct place *p, const struct place_box *box)
{
	const struct place_box wide = {
		box->left - CLEARANCE_PT, box->top - CLEARANCE_PT,
		box->right + CLEARANCE_PT, box->bottom + CLEARANCE_PT,
	};
	double sum = 0, lines = 0;

	if (box->left < p->area.left || box->right > p->area.right ||
	    box->top < p->area.top || box->bottom > p->area.bottom)
		sum += COST_OUTSIDE;
	for (size_t i = 0; i < p->nboxes; i++)
		if (overlap(&wide, &p->boxes[i]))
			sum += COST_LABEL;
	for (size_t i = 0; i < p->nlines && lines < MOST_LINES; i++)
		lines += crosses(&p->lines[i], &wide);
	return sum + lines * COST_LINE;
}

size_t
place_choose(struct place *p, const struct canvas_point *tops, size_t count,
    double width, double height)
{
	double least = INFINITY;
	size_t best = 0;
	struct place_box taken = {0};

	for (size_t i = 0; i < count && least > 0; i++) {
		const struct place_box box = {
			tops[i].x, tops[i].y, tops[i].x + width,
			tops[i].y + height,
		};
		double c = cost(p, &box);

		if (c >= least)
			continue;
		least = c;
		best = i;
		taken = box;
	}
	place_add_box(p, taken);
	return best;
}

struct entry { double y; size_t index; };

static int
by_place(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->y != y->y)
		return x->y < y->y ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

/* Labels that touch stand as one block around their mean. */
struct block { double sum; size_t count; };

static double
block_top(const struct block *b, double gap, double top, double bottom)
{
	double half = gap * (double)(b->count - 1) / 2;
	double middle = b->sum / (double)b->count;

	return fmax(top, fmin(middle - half, bottom - 2 * half));
}

static void
merge_blocks(struct block *blocks, size_t *nblocks, double gap, double top,
    double bottom)
{
	while (*nblocks > 1) {
		struct block *above = &blocks[*nblocks - 2];
		struct block *below = above + 1;
		double end = block_top(above, gap, top, bottom) +
		    gap * (double)above->count;

		if (end <= block_top(below, gap, top, bottom) + 1e-9)
			return;
		above->sum += below->sum;
		above->count += below->count;
		--*nblocks;
	}
}

void
place_column(struct arena *a, double *ys, size_t count, double gap, double top,
    double bottom)
{
	struct entry *entries = arena_array(a, count + 1, sizeof(*entries));
	struct block *blocks = arena_array(a, count + 1, sizeof(*blocks));
	size_t nblocks = 0, next = 0;

	if (count > 1 && gap * (double)(count - 1) > bottom - top)
		gap = (bottom - top) / (double)(count - 1);
	for (size_t i = 0; i < count; i++)
		entries[i] = (struct entry){ys[i], i};
	qsort(entries, count, sizeof(*entries), by_place);
	for (size_t i = 0; i < count; i++) {
		blocks[nblocks++] = (struct block){entries[i].y, 1};
		merge_blocks(blocks, &nblocks, gap, top, bottom);
	}
	for (size_t i = 0; i < nblocks; i++) {
		double y = block_top(&blocks[i], gap, top, bottom);

		for (size_t k = 0; k < blocks[i].count; k++, y += gap)
			ys[entries[next++].index] = y;
	}
}
