/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_XMLTEXT_H
#define PLATEAU_MODEL_XMLTEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/*
 * Text in our documents is one line of UTF-8 without control characters, at
 * most XMLTEXT_MAX_BYTES long.  Names of plans, stages and facts are letters,
 * digits, '-', '.' and '_', the first one a letter or a digit, at most
 * XMLTEXT_MAX_NAME long: they become file names.
 */
#define XMLTEXT_MAX_BYTES 65535
#define XMLTEXT_MAX_NAME 64

/*
 * xmltext_clean() makes such text of any bytes, in 'a': tabs and line ends
 * become blanks; other control characters, broken UTF-8 and what XML cannot
 * hold become '?', one for each byte; what is too long is cut off.  Text that
 * is clean comes out as it was.
 */
char *xmltext_clean(struct arena *a, const char *text);

/* xmltext_is_clean() says whether xmltext_clean() would change nothing. */
bool xmltext_is_clean(const char *text);

/* xmltext_is_name() says whether 'text' can be a name. */
bool xmltext_is_name(const char *text);

/* xmltext_clean_name() makes a name of any text that is not empty: what cannot
 * stand in a name becomes '_', the first character too ('x'). */
char *xmltext_clean_name(struct arena *a, const char *text);

#endif
