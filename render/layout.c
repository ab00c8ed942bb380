/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "render/layout.h"
#include "render/style.h"

#define PICTURE_PT 330.0

/* A table so low is not divided; of another one no fewer rows stand alone. */
#define WHOLE_PT 190.0
#define LEAST_ROWS 3

/* The figures of a page grow so much, to fill it. */
#define MOST_GROWTH 1.18

/* Heights are sums: what differs by less is the same. */
#define HAIR_PT 0.05

/* Items that stay together: those that keep, and what they keep with. */
struct group {
	size_t first, end;
	bool figure, table, text;	/* has one of its own */
	bool placed;
};

/* What items take: as they are, and with figures as low as can be. */
struct room {
	double usual, least;
};

/* -------------------------------------------------------------------- items */

double
layout_picture_scale(const struct logo *picture)
{
	/* A picture fills the width, or PICTURE_PT of height, but is not made
	 * much larger than it is. */
	return fmin(fmin(STYLE_TEXT_PT / picture->columns,
	    PICTURE_PT / picture->rows), 72.0 / 96);
}

size_t
layout_units(const struct item *item)
{
	return item->beside != NULL ? 1 :
	    item->type == ITEM_LINES ? item->nlines :
	    item->type == ITEM_BLOCK ? block_units(&item->block) : 1;
}

static double
item_height(const struct item *item, size_t first, size_t count)
{
	if (item->beside != NULL) {
		struct item alone = *item;

		alone.beside = NULL;
		return fmax(item_height(&alone, 0, layout_units(&alone)),
		    item_height(item->beside, 0, layout_units(item->beside)));
	}
	switch (item->type) {
	case ITEM_LINES:
		return item->leading_pt * (double)count;
	case ITEM_BLOCK:
		return block_height(&item->block, first, count);
	case ITEM_PICTURE:
		return layout_picture_scale(item->picture) *
		    item->picture->rows;
	}
	return 0;
}

static double
least_height(const struct layout *l, const struct item *item, size_t first,
    size_t count)
{
	double usual = item_height(item, first, count);

	if (!l->flexible || item->beside != NULL ||
	    item->type != ITEM_BLOCK || item->block.type != BLOCK_FIGURE)
		return usual;
	return fmin(usual, figure_least(item->block.figure));
}

/* Of a paragraph no single line stands alone before or behind the break, of a
 * table not one row or two. */
static size_t
item_fit(const struct item *item, size_t first, double height_pt, bool must)
{
	size_t units = layout_units(item) - first, count = units;
	bool table = item->type == ITEM_BLOCK && item->beside == NULL;
	size_t least = table ? LEAST_ROWS : 2;

	if (table)
		count = block_fit(&item->block, first, height_pt, must);
	else
		while (count > 0 && item_height(item, first, count) >
		    height_pt)
			count--;
	if (table && first == 0 && count < units && !must &&
	    item_height(item, 0, units) <= WHOLE_PT)
		return 0;
	if (count < units && units - count < least && units >= 2 * least) {
		count = units - least;
		if (table)
			count = block_fit(&item->block, first, item_height(
			    item, first, count), must);
	}
	if (count < units && count < least && !must)
		return 0;
	return count == 0 && must ? 1 : count;
}

/* -------------------------------------------------------------------- pages */

static struct page *
last_page(const struct layout *l)
{
	return &l->pages[l->npages - 1];
}

static double
page_top(const struct layout *l, size_t page)
{
	return page == 0 ? l->first_top : l->top;
}

static struct room
page_used(const struct layout *l, const struct page *page)
{
	struct room used = {0};

	for (size_t i = 0; i < page->npieces; i++) {
		const struct piece *p = &page->pieces[i];

		used.usual += p->gap_pt + item_height(p->item, p->first,
		    p->count);
		used.least += p->gap_pt + least_height(l, p->item, p->first,
		    p->count);
	}
	return used;
}

/* What is left of the last page. */
static struct room
room_left(const struct layout *l)
{
	struct room used = page_used(l, last_page(l));
	double whole = l->bottom - page_top(l, l->npages - 1) + HAIR_PT;

	return (struct room){whole - used.usual, whole - used.least};
}

/* Takes 'spare_pt' (less than nothing: gives it back) from or to the figures
 * of a page, each by its part of what all can. */
static void
stretch(const struct layout *l, const struct page *page, double spare_pt,
    bool full)
{
	double usual = 0, least = 0, by;

	for (size_t i = 0; i < page->npieces; i++) {
		const struct piece *p = &page->pieces[i];
		double low = least_height(l, p->item, p->first, p->count);

		if (low < p->height_pt) {
			usual += p->height_pt;
			least += low;
		}
	}
	if (usual <= least || (spare_pt > 0 && !full))
		return;
	by = spare_pt < 0 ? spare_pt / (usual - least) :
	    fmin(spare_pt / usual, MOST_GROWTH - 1);
	for (size_t i = 0; i < page->npieces; i++) {
		struct piece *p = &page->pieces[i];
		double low = least_height(l, p->item, p->first, p->count);

		if (low < p->height_pt)
			p->height_pt += by * (spare_pt < 0 ? p->height_pt -
			    low : p->height_pt);
	}
}

/* Says where the pieces of the last page stand; 'full': another follows. */
static void
end_page(const struct layout *l, bool full)
{
	struct page *page = last_page(l);
	double y = page_top(l, l->npages - 1);

	for (size_t i = 0; i < page->npieces; i++) {
		struct piece *p = &page->pieces[i];

		p->height_pt = item_height(p->item, p->first, p->count);
	}
	if (l->flexible)
		stretch(l, page, room_left(l).usual - HAIR_PT, full);
	for (size_t i = 0; i < page->npieces; i++) {
		struct piece *p = &page->pieces[i];

		p->y = y + p->gap_pt;
		p->height_pt = fmin(p->height_pt, l->bottom - p->y);
		y = p->y + p->height_pt;
	}
}

static void
begin_page(struct layout *l)
{
	if (l->npages > 0)
		end_page(l, true);
	l->pages = arena_grow(l->arena, l->pages, l->npages,
	    sizeof(*l->pages));
	l->pages[l->npages++] = (struct page){0};
}

static void
add_piece(struct layout *l, struct item *item, size_t first, size_t count,
    double gap_pt)
{
	struct page *page = last_page(l);

	if (first == 0)
		item->page = (unsigned)l->npages - 1;
	page->pieces = arena_grow(l->arena, page->pieces, page->npieces,
	    sizeof(*page->pieces));
	page->pieces[page->npieces++] = (struct piece){.item = item,
	    .first = first, .count = count, .gap_pt = gap_pt};
}

/* Puts an item here, and what is too much of it on further pages. */
static void
put_item(struct layout *l, struct item *item)
{
	size_t units = layout_units(item), first = 0;

	while (first < units) {
		bool empty = last_page(l)->npieces == 0;
		double gap = empty || first > 0 ? 0 : item->before_pt;
		struct room left = room_left(l);
		size_t count = least_height(l, item, first, units - first) <=
		    left.least - gap ? units - first : item_fit(item, first,
		    left.usual - gap, empty);

		if (count == 0) {
			begin_page(l);
			continue;
		}
		add_piece(l, item, first, count, gap);
		first += count;
	}
}

/* ------------------------------------------------------------------- groups */

static struct room
items_room(const struct layout *l, size_t first, size_t end)
{
	struct room needed = {0};

	for (size_t i = first; i < end; i++) {
		const struct item *item = &l->items[i];
		size_t units = layout_units(item);
		double gap = i == first && last_page(l)->npieces == 0 ? 0 :
		    item->before_pt;

		needed.usual += gap + item_height(item, 0, units);
		needed.least += gap + least_height(l, item, 0, units);
	}
	return needed;
}

/* Whether all of it stands on the last page.  Figures give room for figures and
 * tables; text goes on over the page's end. */
static bool
fits_whole(const struct layout *l, const struct group *g)
{
	struct room left = room_left(l);
	struct room needed = items_room(l, g->first, g->end);

	return g->figure || g->table ? needed.least <= left.least :
	    needed.usual <= left.usual;
}

/* Whether its beginning stands there, up to a break in its last item. */
static bool
fits_begun(const struct layout *l, const struct group *g)
{
	const struct item *last = &l->items[g->end - 1];

	return item_fit(last, 0, room_left(l).usual - items_room(l, g->first,
	    g->end - 1).usual - last->before_pt, false) > 0;
}

/* Puts items on the last page, where they fit. */
static void
put_whole(struct layout *l, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		add_piece(l, &l->items[i], 0, layout_units(&l->items[i]),
		    last_page(l)->npieces == 0 ? 0 : l->items[i].before_pt);
}

static void
put_group(struct layout *l, struct group *g)
{
	if (fits_whole(l, g))
		put_whole(l, g->first, g->end);
	else
		for (size_t i = g->first; i < g->end; i++)
			put_item(l, &l->items[i]);
	g->placed = true;
}

static bool
is_exhibit(const struct item *item)
{
	return item->caption || item->type != ITEM_LINES;
}

static size_t
find_groups(const struct layout *l, struct group **groups_out)
{
	struct group *groups = arena_array(l->arena, l->nitems + 1,
	    sizeof(*groups));
	size_t count = 0;
	bool open = false;

	for (size_t i = 0; i < l->nitems; i++) {
		const struct item *item = &l->items[i];

		if (!open)
			groups[count++] = (struct group){.first = i};
		struct group *g = &groups[count - 1];

		g->end = i + 1;
		g->text |= !is_exhibit(item);
		g->table |= item->type == ITEM_BLOCK &&
		    item->block.type == BLOCK_SHEETS;
		g->figure |= item->type == ITEM_PICTURE ||
		    (item->type == ITEM_BLOCK &&
		    item->block.type == BLOCK_FIGURE);
		open = item->keeps;
	}
	*groups_out = groups;
	return count;
}

/* Moves up what fits of the section of group 'from', which does not: behind the
 * heading and the text that it begins with. */
static void
move_up(struct layout *l, struct group *groups, size_t ngroups, size_t from)
{
	struct group *late = &groups[from];
	struct group passed = *late, lead = *late;

	for (lead.end = late->first; lead.end < late->end &&
	    !is_exhibit(&l->items[lead.end]);)
		lead.end++;
	/* Lines that are no exhibit's are not put off alone. */
	if (lead.end == late->end)
		return;
	passed.text = false;
	for (size_t i = from + 1; i < ngroups; i++) {
		struct group *g = &groups[i];
		struct room left = room_left(l);

		if (l->items[g->first].level > 0)
			return;
		if (g->placed)
			continue;
		struct room needed = items_room(l, g->first, g->end);
		struct room before = items_room(l, lead.first, lead.end);
		bool fits = g->figure || g->table ? needed.least +
		    before.least <= left.least : needed.usual + before.usual <=
		    left.usual;
		if (!fits || (g->figure && passed.figure) ||
		    (g->table && passed.table) || (g->text && passed.text)) {
			passed.figure |= g->figure;
			passed.table |= g->table;
			passed.text |= g->text;
			continue;
		}
		put_whole(l, lead.first, lead.end);
		put_whole(l, g->first, g->end);
		g->placed = true;
		late->first = lead.first = lead.end;
	}
}

void
layout_fill(struct layout *l)
{
	struct group *groups;
	size_t ngroups = find_groups(l, &groups);

	l->npages = 0;
	begin_page(l);
	for (size_t i = 0; i < ngroups; i++) {
		struct group *g = &groups[i];

		if (g->placed)
			continue;
		if (!fits_whole(l, g) && !fits_begun(l, g) &&
		    last_page(l)->npieces > 0) {
			move_up(l, groups, ngroups, i);
			begin_page(l);
		}
		put_group(l, g);
	}
	end_page(l, false);
}
