/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FINDING_H
#define PLATEAU_RENDER_FINDING_H

#include "base/arena.h"
#include "render/lang.h"

/*
 * finding_words() says in the language of the report what the analyzer found, a
 * check or a deviation.  results.xml has its kind and an English sentence; the
 * English catalogue has the forms of that sentence, with {names} where it has
 * numbers: "KEY", "KEY.2", "KEY.3" ....  The first that fits gives the values,
 * and the text of the same key in the report's language is filled with them.
 * Values that are numbers, sizes ("4KiB"), durations ("1.5s"), words that have
 * a form "finding-word.NAME" ("depth {n}"), or lists of these stand as that
 * language writes them; other values, and a sentence that no form fits, as they
 * are.
 */
const char *finding_words(struct arena *a, const struct lang *l,
    const char *key, const char *sentence);

/* finding_found() is the same for what a reviewer would write: "found.KEY".
 * 'load' stands for the load at the beginning of the sentence. */
const char *finding_found(struct arena *a, const struct lang *l,
    const char *key, const char *sentence, const char *load);

/* finding_match() says whether 'sentence' has the form 'form', and gives the
 * values of its up to 'most' names, in their order.  Returns how many, or
 * -1. */
int finding_match(struct arena *a, const char *form, const char *sentence,
    int most, const char **values_out);

/*
 * finding_title() returns a plan's title of a run, test or phase in the
 * language of 'l'.  Its key is "plan." and the title in small letters, with
 * hyphens for what is neither letter nor digit and "n" for each number:
 * "Wait state 2: 10 s idle" is plan.wait-state-n-n-s-idle.  A title that has no
 * text stands as it is.
 */
const char *finding_title(struct arena *a, const struct lang *l,
    const char *title);

#endif
