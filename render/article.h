/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_ARTICLE_H
#define PLATEAU_RENDER_ARTICLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "render/template.h"

struct exhibit;

/*
 * An article: text about runs, with figures and tables made from them.
 * docs/review.md is its manual, templates/schema/article.rng its grammar.  One
 * file has the texts of several languages; what is loaded is the article in
 * one of them.
 */

enum article_type {
	/* blocks */
	ARTICLE_SECTION,
	ARTICLE_PARAGRAPH,
	ARTICLE_LIST, ARTICLE_ITEM,
	ARTICLE_PRE,			/* a transcript */
	ARTICLE_PICTURE,
	ARTICLE_FIGURE, ARTICLE_TABLE,
	ARTICLE_SPECIFICATION,		/* rows of cells */
	ARTICLE_ROW, ARTICLE_CELL,
	ARTICLE_CLAIMS, ARTICLE_CLAIM,
	ARTICLE_DEVICES, ARTICLE_BENCH,
	ARTICLE_FINDINGS,		/* what the analyzer found, in words */
	ARTICLE_TODO,
	ARTICLE_ADDENDUM,
	ARTICLE_PROS, ARTICLE_CONS,
	/* in lines */
	ARTICLE_TEXT, ARTICLE_EM, ARTICLE_STRONG, ARTICLE_CODE, ARTICLE_LINK,
	ARTICLE_NOTE,			/* a footnote: its children */
	ARTICLE_VALUE,			/* a number of a run */
	ARTICLE_FACT,			/* a fact of a run */
};

/* Names of runs, or of comparisons, separated by blanks in the file. */
struct article_names {
	size_t count;
	const char **names;
};

struct article_node {
	enum article_type type;
	int line;
	const char *path;		/* of the file that it stands in */
	size_t nchildren;
	struct article_node **children;
	/*
	 * TEXT: the words.  PRE: all of it, with its lines.  LINK: where to.
	 * PICTURE: path of the file.  FACT: its name, "device.model".
	 * ADDENDUM: its date.
	 */
	const char *text;
	const char *id;			/* SECTION: to be linked to; or NULL */
	bool numbered;			/* LIST */
	/* SECTION, PRE, PICTURE, FIGURE, TABLE ...: its heading or caption, a
	 * node of inline children; or NULL */
	struct article_node *title;
	const char *alt;		/* PICTURE */
	struct article_names runs;	/* DEVICES, BENCH, FINDINGS */
	size_t most;			/* FINDINGS: of a run */
	/* FIGURE, TABLE: of a test of a run, in full ('has_block') or as a
	 * figure of the report template ('name'); or of a comparison, 'name'.
	 * FINDINGS: 'test', or NULL */
	const char *run, *test, *compare, *name;
	size_t track;			/* from 1; 0: of each */
	bool has_block;
	struct template_block block;
	/* VALUE, CLAIM: a point of a run */
	struct template_number point;
	double claimed;			/* in the unit that is printed */
	const char *conditions;		/* of the maker; or NULL */
	/* set by review.c: the number of a section, a footnote, the first
	 * figure or table; what is shown */
	unsigned number;
	const struct exhibit *shows;
};

/* What the names of runs and comparisons stand for. */
struct article_source {
	int line;
	const char *id, *path;		/* a run's folder, or a file */
	bool published;
};

struct article_compare {
	int line;
	const char *id;
	struct article_names of, claims;
	/* What drives are to be called: by a source's id, or as in
	 * compare_sections.h. */
	size_t nlabels;
	struct article_label {
		const char *drive, *name;
	} *labels;
};

struct article {
	const char *path;
	struct article_names languages;
	const char *language;		/* of these: that of the texts */
	const char *date;		/* "2026-11-30"; or NULL */
	const char *report;		/* template whose figures are named */
	const char *title, *subtitle, *author;	/* subtitle, author: or NULL */
	size_t nsources, ncompares;
	struct article_source *sources;
	struct article_compare *compares;
	size_t nblocks;
	struct article_node **blocks;
};

/*
 * article_load() reads the file 'path' and what it includes; 'language' NULL
 * is its first one.  NULL with every mistake printed as "path:line: what, and
 * what was expected".
 */
struct article *article_load(struct arena *a, const char *path,
    const char *language);

/* article_words() is the text in a node and its children, without footnotes
 * and without values. */
const char *article_words(struct arena *a, const struct article_node *node);

#endif
