/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_OUTPUT_H
#define PLATEAU_ANALYZE_OUTPUT_H

#include <stdbool.h>

#include "base/arena.h"

/* output_is_safe() says whether what an analysis writes stays below 'dir': its
 * results/ and analyzed/, as far as there are any, are no symbolic links.
 * False with the reason printed. */
bool output_is_safe(struct arena *a, const char *dir);

/* output_is_of() says whether 'dir' is not the folder of another run than that
 * of 'uuid'; NULL is of none that is known.  False with the reason printed. */
bool output_is_of(struct arena *a, const char *dir, const char *uuid);

/* output_folder() makes the folder 'path' where it is missing, and removes what
 * programs that were killed left in it of files that they wrote.  0, or -1 with
 * the reason printed. */
int output_folder(const char *path);

#endif
