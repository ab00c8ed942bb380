/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_REVIEW_H
#define PLATEAU_RENDER_REVIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "render/article.h"
#include "render/figures.h"
#include "render/file_names.h"
#include "render/input.h"
#include "render/lang.h"
#include "render/page.h"
#include "render/picture.h"
#include "render/table_draw.h"

/*
 * A review in the making: an article in one language, the runs that it is
 * about, and what its figures and tables show.  Files that write it
 * (review_html.c, review_markdown.c, review_pages.c) walk through the article
 * and find there what each node shows.
 */

/* What a node of the article shows. */
struct exhibit {
	size_t nfigures, nsheets, nlines;
	struct figure **figures;
	struct sheet **sheets;
	const char **lines;		/* sentences: FINDINGS */
	const char *title;		/* of a sheet without one; or NULL */
	const struct picture *picture;
	const char *picture_name;	/* of its file */
	const char *missing;		/* why there is nothing; or NULL */
};

struct review_run {
	const struct article_source *source;
	const struct input *in;
};

#define REVIEW_BANNERS 3

struct review {
	struct arena *arena;
	const struct review *first;	/* in another language; or NULL */
	const struct lang *lang;
	const struct lang *english;	/* for the terminal */
	struct fonts *fonts;
	struct article *article;
	const struct template *template;
	size_t nruns, ncompares;
	struct review_run *runs;
	struct compare **compares;	/* as article->compares */
	size_t nfigures, nsheets, nnotes;
	struct figure **figures;	/* all, to be written */
	struct sheet **sheets;
	struct article_node **notes;	/* footnotes, number i + 1 */
	struct file_names names;
	size_t nsections, ntodo, nmissing, ndamaged;
	size_t nbanners;
	struct page_banner banners[REVIEW_BANNERS];
};

/*
 * review_make() reads what the article names and makes what it shows.  What a
 * run does not have is told, with the line, and stated in the article.
 * Returns 0, or -1 with the reason printed: something cannot be read, or is
 * called by a name that there is not.
 */
int review_make(struct review *r);

/* review_word() is the catalogue's text for an article. */
const char *review_word(const struct review *r, const char *key);

/* review_figure_lack() says why there is no web figure of a figure that was
 * written; NULL: there is one. */
const char *review_figure_lack(const struct review *r,
    const struct figure *figure);

/* review_figure_number() is "Figure 3", which stands below figure 'i' of a node,
 * review_table_number() "Table 3", above its sheet 'i'; behind it node->title,
 * or else, of a sheet, review_title(): figures have theirs in themselves. */
const char *review_figure_number(const struct review *r,
    const struct article_node *node, size_t i);
const char *review_table_number(const struct review *r,
    const struct article_node *node, size_t i);
const char *review_title(const struct article_node *node, size_t i);

#endif
