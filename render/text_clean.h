/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_TEXT_CLEAN_H
#define PLATEAU_RENDER_TEXT_CLEAN_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/*
 * text_clean() returns a copy of 'text' that is valid UTF-8 without control
 * characters: tab and line ends become a blank, other control characters
 * (C0, DEL, C1, direction marks) vanish, invalid bytes and characters that XML
 * forbids become U+FFFD.  NULL gives "".
 */
char *text_clean(struct arena *a, const char *text);

/* text_next() returns the character at '*p' and moves '*p' behind it.  The text
 * must be clean; 0 at its end. */
uint32_t text_next(const char **p);

#endif
