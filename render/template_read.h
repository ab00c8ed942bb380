/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_TEMPLATE_READ_H
#define PLATEAU_RENDER_TEMPLATE_READ_H

#include "render/template.h"
#include "render/xmlnode.h"

/* What a figure, a table or a point of a test is in XML, for templates and for
 * articles.  'more' are names of further attributes, which the caller reads. */

/* template_read_shown() reads the attributes of a <figure> or <table>, which
 * b->type says. */
void template_read_shown(struct xmlread *x, const xmlNode *node,
    const char *more, struct template_block *b);

/* template_read_point() reads test, metric, op and factors. */
void template_read_point(struct xmlread *x, const xmlNode *node,
    const char *more, struct template_number *number);

#endif
