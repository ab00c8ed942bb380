/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_SHEETS_H
#define PLATEAU_RENDER_SHEETS_H

#include "render/scope.h"
#include "render/table_draw.h"
#include "render/template.h"

/* A line of the table of contents. */
struct contents_entry {
	const char *title;
	bool section;			/* a section, not a page of it */
	unsigned page;			/* from 1; 0: not known yet */
};

/*
 * sheets_make() chooses the data for a table of a template; at most two sheets,
 * which stand side by side.  'name' is that of its files.  Returns the count; 0
 * if the run has nothing for it.
 */
#define SHEETS_MOST 2
size_t sheets_make(const struct scope *s, const struct template_block *b,
    const char *name, struct sheet *sheets_out[SHEETS_MOST]);

/* sheets_contents() is the table of contents: in two columns side by side, or
 * in one if it is long and must be able to go on on the next page. */
size_t sheets_contents(const struct scope *s, const struct template_block *b,
    size_t nentries, const struct contents_entry *entries,
    struct sheet *sheets_out[SHEETS_MOST]);

#endif
