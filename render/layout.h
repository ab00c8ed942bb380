/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_LAYOUT_H
#define PLATEAU_RENDER_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "render/block.h"
#include "render/logo.h"
#include "render/rich.h"

/*
 * How items fill pages.  They come one below the other.  What does
 * not fit goes to the next page; figures of the page may get lower for it, or
 * else what follows in the same section and fits moves up ahead of it:
 * but no figure ahead of a figure, no table ahead of a table, no text
 * ahead of text.  The figures of a page that ends early get higher.
 */

enum item_type { ITEM_LINES, ITEM_BLOCK, ITEM_PICTURE };

struct item {
	enum item_type type;
	bool keeps;			/* on the page of the next one */
	bool caption;			/* lines of a figure or a table */
	double before_pt;
	/* ITEM_LINES */
	size_t nlines;
	struct rich_line *lines;
	double leading_pt, size_pt, indent_pt;
	const char *bullet;		/* before the first line; or NULL */
	uint32_t ground, edge;	/* behind the lines; at their left; 0: none */
	bool rule;			/* above: a section begins */
	unsigned level;			/* of a heading; 0: none */
	const char *anchor;		/* what links lead to; or NULL */
	const char *title;		/* in the outline */
	struct block block;
	const struct logo *picture;
	const struct item *beside;	/* what stands abreast; or NULL */
	unsigned page;			/* where it begins, from 0 */
};

/* Lines or rows of an item on a page. */
struct piece {
	const struct item *item;
	size_t first, count;
	double gap_pt;			/* above */
	double y, height_pt;
};

struct page {
	size_t npieces;
	struct piece *pieces;
};

struct layout {
	struct arena *arena;
	double first_top, top, bottom;	/* of the first page, of the others */
	bool flexible;			/* heights of figures may change */
	size_t nitems, npages;
	struct item *items;
	struct page *pages;
};

/* layout_units() is how many lines or rows an item has; what cannot be divided
 * is one. */
size_t layout_units(const struct item *item);

/* layout_picture_scale() is how large a pixel of a picture is, in points. */
double layout_picture_scale(const struct logo *picture);

/* layout_fill() places the items on pages. */
void layout_fill(struct layout *l);

#endif
