/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_XMLREAD_H
#define PLATEAU_MODEL_XMLREAD_H

#include <libxml/tree.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "model/xmlfield.h"

/*
 * Strict reading of our XML documents, for the loaders of model/.  No network,
 * no DOCTYPE, no entities, limited size and depth.  Every mistake is printed as
 * "path:line: what, and what was expected" and counted; reading goes on, so
 * that one look at the messages shows all that is wrong with a file.
 */
struct xmlread;

struct xmlread_kind {
	const char *root;		/* name of the root element */
	const char *ns;			/* its namespace */
	const char *grammar;		/* "schema/plan.rng", under templates */
	size_t max_bytes;
};

/* xmlread_open() reads the file 'path' whole.  Returns NULL, with the reason
 * printed, if it is no well-formed document of this kind. */
struct xmlread *xmlread_open(struct arena *a, const char *path,
    const struct xmlread_kind *kind);

/*
 * xmlread_close() checks a document without mistakes against its grammar too,
 * where that file is found, and frees it; NULL is harmless.  Texts that were
 * read stay in the arena.  Returns 0, or -1 if there were mistakes.
 */
int xmlread_close(struct xmlread *x);

/* The root element; the arena and the path that it was opened with; the line,
 * from 1, in which the start tag of an element begins. */
xmlNode *xmlread_root(struct xmlread *x);
struct arena *xmlread_arena(struct xmlread *x);
const char *xmlread_path(const struct xmlread *x);
int xmlread_line(const xmlNode *node);

/* xmlread_mistake() prints and counts one; xmlread_add_mistakes() counts those
 * that another has printed. */
void xmlread_mistake(struct xmlread *x, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void xmlread_add_mistakes(struct xmlread *x, unsigned count);

/* xmlread_is_hopeless() says whether there are so many that no more are shown:
 * a file of another kind, or a hostile one.  Reading ends there. */
bool xmlread_is_hopeless(const struct xmlread *x);

/*
 * xmlread_attributes() reads all attributes of 'node' into 'object' by the
 * table 'fields' and, if 'factors' is not NULL, into factors->values.  Unknown
 * and missing ones are mistakes.
 */
void xmlread_attributes(struct xmlread *x, xmlNode *node,
    const struct xmlfield *fields, void *object,
    const struct xmlfactors *factors);

/* What may stand in an element, and who reads it. */
struct xmlread_child {
	const char *name;		/* NULL ends a table */
	void (*read)(struct xmlread *x, xmlNode *node, void *context);
	bool once, required;
};

/* xmlread_children() has each element in 'node' read in order; 'children' is
 * NULL where there may be none.  Unknown elements, text, and elements that are
 * missing or there twice are mistakes. */
void xmlread_children(struct xmlread *x, xmlNode *node,
    const struct xmlread_child *children, void *context);

/* xmlread_attribute_line() returns the line of the attribute 'name', or of the
 * element if it has none. */
int xmlread_attribute_line(const xmlNode *node, const char *name);

#endif
