/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_SHELL_H
#define PLATEAU_BASE_SHELL_H

#include "base/arena.h"

/*
 * Commands that are printed for a person to copy into a shell.  Nothing of ours
 * ever gives one to a shell itself.
 */

/*
 * shell_quote() returns 'word' as a shell reads it back: plain words as they
 * are, others in single quotes.  What a terminal would obey, and what is no
 * UTF-8, becomes '?', because nobody could copy it.
 */
const char *shell_quote(struct arena *a, const char *word);

/*
 * shell_command() returns the words up to a NULL, quoted, as one command.  If a
 * word has what nobody can copy, a comment at its end says so.
 */
const char *shell_command(struct arena *a, ...) __attribute__((sentinel));

#endif
