/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_UTF8_H
#define PLATEAU_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * utf8_read() reads the character at 'text', which ends in a NUL.  Returns how
 * many bytes it has, 1 to 4, or 0 and '*character_out' as it was if none begins
 * there: a stray byte, a form longer than needed, half of a surrogate pair, a
 * value above U+10FFFF, or one that is cut off.  The NUL is a character.
 */
size_t utf8_read(const char *text, uint32_t *character_out);

/* utf8_is_obeyed() says whether a terminal obeys a character rather than show
 * it: controls (C0, DEL, C1), line ends, and what turns the direction of
 * text. */
bool utf8_is_obeyed(uint32_t character);

#endif
