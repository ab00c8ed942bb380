/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FILE_NAMES_H
#define PLATEAU_RENDER_FILE_NAMES_H

#include <stddef.h>

#include "base/arena.h"

/* Names of files, of which no two are the same. */
struct file_names {
	size_t count;
	const char **names;
};

/* file_names_add() makes a name of 'wanted': of small letters, digits and '-',
 * with a number at its end if it is taken. */
const char *file_names_add(struct arena *a, struct file_names *n,
    const char *wanted);

#endif
