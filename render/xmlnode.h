/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_XMLNODE_H
#define PLATEAU_RENDER_XMLNODE_H

#include <stdbool.h>

#include "model/xmlread.h"

/*
 * Walking through templates and catalogues, whose elements differ too much from
 * one another for the tables of model/xmlread.h.  Opening, closing and messages
 * are there.
 */

/* xmlnode_first() and xmlnode_next() walk over the elements in a node.  Text
 * between them that is not blank is a mistake. */
xmlNode *xmlnode_first(struct xmlread *x, const xmlNode *parent);
xmlNode *xmlnode_next(struct xmlread *x, const xmlNode *node);

bool xmlnode_is(const xmlNode *node, const char *name);

/* xmlnode_mistake() prints a mistake at the node's line and counts it. */
void xmlnode_mistake(struct xmlread *x, const xmlNode *node,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* xmlnode_attribute() returns the value of an attribute, in the arena, or
 * NULL. */
const char *xmlnode_attribute(struct xmlread *x, const xmlNode *node,
    const char *name);

/* xmlnode_required() is the same and counts a mistake if it is not there or
 * empty; it then returns "". */
const char *xmlnode_required(struct xmlread *x, const xmlNode *node,
    const char *name);

/* xmlnode_known() counts a mistake for each attribute that is not among
 * 'names', separated by blanks. */
void xmlnode_known(struct xmlread *x, const xmlNode *node, const char *names);

/* xmlnode_text() returns the text in an element, blanks and line ends as single
 * blanks. */
const char *xmlnode_text(struct xmlread *x, const xmlNode *node);

#endif
