/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "collect/pciids.h"

#define DIGITS 4

bool
pciids_is_number(const char *text)
{
	if (strncmp(text, "0x", 2) != 0 || strlen(text) != 2 + DIGITS)
		return false;
	for (text += 2; *text != '\0'; text++)
		if (!isxdigit((unsigned char)*text))
			return false;
	return true;
}

static FILE *
open_list(const char *path)
{
	FILE *f;

	if (path != NULL)
		return fopen(path, "re");
	f = fopen("/usr/share/misc/pci.ids", "re");
	return f != NULL ? f : fopen("/usr/share/hwdata/pci.ids", "re");
}

/* The name behind the number in such a line, or NULL if it has another. */
static char *
name_in(char *line, const char *number)
{
	if (strncasecmp(line, number + 2, DIGITS) != 0 ||
	    strspn(line + DIGITS, " ") == 0)
		return NULL;
	line += DIGITS + strspn(line + DIGITS, " ");
	line[strcspn(line, "\r\n")] = '\0';
	return line;
}

/*
 * Vendors stand at the beginning of a line and their devices behind one tab
 * below them; what is behind two is of no interest here, and the list ends in
 * lines with a letter ("C 00 ...") that look like no vendor.
 */
static const char *
find(struct arena *a, const char *path, const char *vendor,
    const char *device)
{
	FILE *f;
	char line[1024];
	bool below = false;
	const char *name = NULL;

	if (!pciids_is_number(vendor) ||
	    (device != NULL && !pciids_is_number(device)))
		return NULL;
	f = open_list(path);
	if (f == NULL)
		return NULL;
	while (name == NULL && fgets(line, sizeof(line), f) != NULL) {
		if (line[0] != '\t')
			below = name_in(line, vendor) != NULL;
		if (!below || line[0] == '#')
			continue;
		if (device == NULL)
			name = line + DIGITS + strspn(line + DIGITS, " ");
		else if (line[0] == '\t')
			name = name_in(line + 1, device);
	}
	fclose(f);
	return name == NULL || *name == '\0' ? NULL : arena_strdup(a, name);
}

const char *
pciids_vendor(struct arena *a, const char *path, const char *vendor)
{
	return find(a, path, vendor, NULL);
}

const char *
pciids_device(struct arena *a, const char *path, const char *vendor,
    const char *device)
{
	return find(a, path, vendor, device);
}
