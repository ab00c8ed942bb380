/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_ANSWER_H
#define PLATEAU_COLLECT_ANSWER_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "model/run.h"

/*
 * What programs print about drives, as facts.  Drives, and versions of those
 * programs, answer strangely: what is not as expected is left out, and the rest
 * is taken.
 */

/* answer_json() reads JSON, of which raw line ends in texts are forgiven; NULL
 * if it is none.  The caller puts it (json_object_put()). */
json_object *answer_json(const char *text, size_t length);

/* answer_find() is the value at "a.b.c", NULL if a part of the way is
 * missing. */
json_object *answer_find(json_object *from, const char *path);

/* answer_number() reads a number, also one that stands in a text, its digits
 * grouped by commas; false if it is none or negative. */
bool answer_number(json_object *value, double *out);

/*
 * answer_line() is what stands behind "NAME" and a colon in the first such line
 * of text, without blanks around it; NULL if there is none.
 */
const char *answer_line(struct arena *a, const char *text, const char *name);

/*
 * answer_set_text() adds a fact that is not there yet, or that the new text has
 * in it: sysfs cuts the model of a SATA drive off at 16 bytes.  NULL adds
 * nothing.  answer_set_json() does it with a text of JSON.
 * answer_set_number() adds a number, times 'unit' and without a fraction.
 */
void answer_set_text(struct arena *a, struct facts *facts, const char *name,
    const char *text);
void answer_set_json(struct arena *a, struct facts *facts, const char *name,
    json_object *value);
void answer_set_number(struct arena *a, struct facts *facts, const char *name,
    json_object *value, double unit);

#endif
