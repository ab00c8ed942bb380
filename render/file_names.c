/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "render/file_names.h"

/* A file's name may have 255 bytes; this leaves room for suffixes. */
#define MOST_BYTES 120

static bool
is_taken(const struct file_names *n, const char *name)
{
	for (size_t i = 0; i < n->count; i++)
		if (strcmp(n->names[i], name) == 0)
			return true;
	return false;
}

const char *
file_names_add(struct arena *a, struct file_names *n, const char *wanted)
{
	char *name = arena_strdup(a, wanted);
	const char *unique = name;

	for (char *p = name; *p != '\0'; p++)
		*p = isascii((unsigned char)*p) && isalnum((unsigned char)*p) ?
		    (char)tolower((unsigned char)*p) : '-';
	if (strlen(name) > MOST_BYTES)
		name[MOST_BYTES] = '\0';
	for (unsigned i = 2; is_taken(n, unique); i++)
		unique = arena_printf(a, "%s-%u", name, i);
	n->names = arena_grow(a, n->names, n->count, sizeof(*n->names));
	n->names[n->count++] = unique;
	return unique;
}
