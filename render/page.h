/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_PAGE_H
#define PLATEAU_RENDER_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "render/canvas.h"
#include "render/fonts.h"
#include "render/logo.h"

/*
 * The frame that every page of a report repeats, after the SNIA report format:
 * dates, heading, the names of specification, test and page, the device, four
 * panels of facts, and the band with the page's title; then the room for
 * figures and tables, and a footer.  All text is ready for print.
 */

struct page_paper {
	const char *name;		/* "a4", "letter" */
	double width_pt, height_pt;
};

/* page_paper_find() returns a paper by name, or NULL. */
const struct page_paper *page_paper_find(const char *name);

struct page_cell {
	const char *label, *value;
};

/* The room for a logo. */
#define PAGE_LOGO_WIDTH_PT 54.0
#define PAGE_LOGO_HEIGHT_PT 20.0

#define PAGE_PANELS 4
#define PAGE_PANEL_ROWS 10
#define PAGE_HEADER_CELLS 3
#define PAGE_BANNERS 3

struct page_panel {
	const char *title;
	size_t ncells;
	struct page_cell cells[PAGE_PANEL_ROWS];
};

struct page_frame {
	/* the same on all pages of a report */
	size_t nbanners;
	struct page_banner {
		const char *text;
		bool loud;	/* white on red, else ink on a pale ground */
	} banners[PAGE_BANNERS];
	struct page_cell started, finished, revision;
	const char *organisation, *document;
	const struct logo *logo;	/* in place of the organisation; or NULL */
	size_t ncells;
	struct page_cell cells[PAGE_HEADER_CELLS];
	const char *footer;
	/* of the section */
	const char *heading, *subtitle;
	size_t npanels;
	struct page_panel panels[PAGE_PANELS];
	/* of the page */
	const char *page_label;		/* "Page" */
	const char *page_count;		/* "2 of 6", within the section */
	const char *number;		/* in the footer: through the report */
	const char *title;
	const char *flag;	/* at the title's end, in red; or NULL */
};

/* Where the figures and tables of a page stand: the text block between the
 * title band and the footer. */
struct page_body {
	double x, y, width_pt, height_pt;
};

/* page_measure() returns the body; it is the same for all pages whose frames
 * differ only in what is "of the page". */
struct page_body page_measure(struct arena *a, struct fonts *f,
    const struct page_frame *frame, const struct page_paper *paper);

/* page_draw() draws the frame on the page that has begun. */
void page_draw(struct canvas *c, struct arena *a, struct fonts *f,
    const struct page_frame *frame, const struct page_paper *paper);

#endif
