/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_SECTIONS_H
#define PLATEAU_RENDER_COMPARE_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "render/figures.h"
#include "render/table_draw.h"

/*
 * What a comparison shows, by name: sections with figures, tables and
 * paragraphs.  For its own pages, and for articles that take parts of it.
 */

/* What is compared: folders of analyzed runs and files of published results.
 * A label is "WHICH=NAME": what a drive is to be called.  WHICH is its name as
 * it would be, the path of a run, or the id of a published drive.  Of files of
 * claims only claims and prices are used, for the drives of their models. */
struct compare_inputs {
	size_t count;
	const char *const *paths;
	size_t nlabels;
	const char *const *labels;
	size_t nclaims;
	const char *const *claims;
};

/* A figure, a table or a paragraph. */
struct compare_part {
	const char *name;	/* of its files: "bars-iops"; paragraph: NULL */
	struct figure *figure;
	struct sheet *sheet;
	const char *text;
	bool key;	/* pages show the drives with their colours for it */
};

struct compare_section {
	const char *name;		/* "random" */
	const char *heading;		/* for people; NULL: none */
	size_t nparts;			/* at least 1 */
	struct compare_part *parts;
};

struct compare;

/*
 * compare_open() reads the inputs and makes all sections.  NULL with the reason
 * printed: an input cannot be read, or nothing is there to show.  All is in
 * 'a'; 'l' and 'f' must stay.
 */
struct compare *compare_open(struct arena *a, const struct lang *l,
    struct fonts *f, const struct compare_inputs *in);

/*
 * compare_sections() are the sections in their order.  Figures are written
 * with figures_write() (of figures.h; any selection of them at once) and can be
 * drawn then; tables with sheet_write(), or sheet_lay() and sheet_draw().
 */
const struct compare_section *compare_sections(const struct compare *c,
    size_t *count_out);

/* compare_part() finds a figure or a table by its name ('figure' says which:
 * "saturation" is both), or NULL.  docs/man/plateau-compare.1 has the names. */
const struct compare_part *compare_part(const struct compare *c,
    const char *name, bool figure);

#endif
