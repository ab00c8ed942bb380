/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_XMLWRITE_H
#define PLATEAU_MODEL_XMLWRITE_H

#include "base/arena.h"
#include "base/file.h"
#include "model/xmlfield.h"

/*
 * Writing of our XML documents, for the savers of model/.  Texts are cleaned
 * (xmltext.h), so that what is written loads again.  Failures are kept until
 * the end, as stdio does.
 */
struct xmlwrite;

/* xmlwrite_open() begins a document with the root element 'root'.  NULL, with
 * the reason printed, if memory is short. */
struct xmlwrite *xmlwrite_open(const char *root, const char *ns);

/* xmlwrite_begin() begins an element, xmlwrite_end() ends the last one. */
void xmlwrite_begin(struct xmlwrite *w, const char *name);
void xmlwrite_end(struct xmlwrite *w);

/* xmlwrite_attributes() writes the attributes of the element just begun, the
 * mirror of xmlread_attributes(). */
void xmlwrite_attributes(struct xmlwrite *w, const struct xmlfield *fields,
    const void *object);

/* xmlwrite_factors() writes factors as further attributes: those of the bit set
 * 'which', 1u << enum factor. */
void xmlwrite_factors(struct xmlwrite *w, uint32_t which,
    const struct factors *values);

/* xmlwrite_attribute() writes one; NULL or empty text writes none. */
void xmlwrite_attribute(struct xmlwrite *w, const char *name,
    const char *text);

/* xmlwrite_save() ends the document, replaces the file 'path' by it and frees
 * the writer.  Returns 0, or -1 with the reason printed. */
int xmlwrite_save(struct xmlwrite *w, const char *path);

/* xmlwrite_prepare() does all but to put it in place: that is for the caller to
 * commit.  NULL with the reason printed. */
struct file_replace *xmlwrite_prepare(struct xmlwrite *w, const char *path);

#endif
