/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_GP_STRING_H
#define PLATEAU_RENDER_GP_STRING_H

#include "base/arena.h"

/*
 * gp_string() is the only way for text to get into a gnuplot script: it returns
 * 'text' as a double-quoted gnuplot string that stands for that text and
 * nothing else, whatever the text is.  Letters, digits, blanks and a few signs
 * stand for themselves; every other byte is a four-digit octal escape.
 *
 * The text is cleaned by text_clean() first.  The string is for the svg
 * terminal without enhanced text: "&#x" and "]]>" are written as entities,
 * which that terminal does not escape.  Not for formats ("%" is kept).
 */
char *gp_string(struct arena *a, const char *text);

/* gp_tick_string() is gp_string() for labels in "set xtics (...)", which are
 * formats: each "%" is doubled. */
char *gp_tick_string(struct arena *a, const char *text);

#endif
