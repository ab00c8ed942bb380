/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_ARTICLE_LOADER_H
#define PLATEAU_RENDER_ARTICLE_LOADER_H

#include "render/article.h"
#include "render/xmlnode.h"

/* What the files that read an article share; inside article_*.c.  Mistakes are
 * printed, and counted by 'x'. */

/* A text of many hundred pages. */
#define LOADER_BYTES (1u << 20)

struct loader {
	struct xmlread *x;
	struct arena *arena;
	struct article *article;
	bool in_part;		/* parts include no others */
	size_t nsections;
	const char **sections;	/* their ids */
};

void loader_unknown(struct loader *l, const xmlNode *node,
    const char *expected);

/* loader_node() is a node without children; loader_add() appends one. */
struct article_node *loader_node(struct loader *l, const xmlNode *from,
    enum article_type type);
void loader_add(struct loader *l, struct article_node *to,
    struct article_node *child);

/* loader_split() takes names that blanks separate; loader_has() looks for
 * one. */
struct article_names loader_split(struct arena *a, const char *list);
bool loader_has(const struct article_names *names, const char *name);

/* loader_path() is the path of a file that an attribute names, from the
 * document's folder. */
const char *loader_path(struct loader *l, const xmlNode *node,
    const char *attribute);

/* loader_prune() takes out what is in other languages. */
void loader_prune(struct loader *l, xmlNode *node);

/* loader_source() finds a run or published file by its id, or NULL;
 * loader_run() reads an attribute that names a run. */
const struct article_source *loader_source(const struct article *article,
    const char *id);
const char *loader_run(struct loader *l, const xmlNode *node,
    const char *name);
bool loader_has_compare(const struct article *article, const char *id);

/* Text in lines: loader_text() reads what an element holds, loader_in_line()
 * one element of it; loader_line() makes blanks and line ends one blank,
 * loader_tidy() does so over elements. */
void loader_text(struct loader *l, const xmlNode *from,
    struct article_node *to);
void loader_in_line(struct loader *l, const xmlNode *node,
    struct article_node *to, bool inside);
const char *loader_line(struct arena *a, const char *text);
void loader_tidy(struct loader *l, struct article_node *node);
bool loader_is_blank(char c);

/* loader_block() reads a block; LOADER_BLOCKS names them. */
#define LOADER_BLOCKS "section, p, list, pre, picture, figure, table, " \
	"specification, claims, devices, bench, findings, todo, addendum, " \
	"pros, cons, include"
void loader_block(struct loader *l, const xmlNode *node,
    struct article_node *to);
const char *loader_date(struct loader *l, const xmlNode *node,
    const char *date);

#endif
