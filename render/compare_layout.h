/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_LAYOUT_H
#define PLATEAU_RENDER_COMPARE_LAYOUT_H

#include "render/compare.h"
#include "render/layout.h"
#include "render/page.h"

/*
 * The pages of a comparison: its sections one below the other.  Two figures of
 * half a page's width stand side by side.
 */
struct compare_document {
	const struct compare *compare;
	const struct page_paper *paper;
	const char *title, *subtitle, *footer;
	size_t nbanners;
	struct page_banner banners[2];
	struct layout layout;		/* set by compare_lay() */
};

/* compare_lay() gives all parts their pages; figures must have been written,
 * for one that could not be drawn is lower. */
void compare_lay(struct compare_document *d);

/* compare_draw() draws all pages and closes the canvas, which may be NULL.  0,
 * or -1 with the reason printed. */
int compare_draw(const struct compare_document *d, struct canvas *canvas);

#endif
