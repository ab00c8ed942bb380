/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "collect/fields.h"

#define BETWEEN "  "

/* More than there are: an index for each rank. */
#define FIELDS_MOST 32

/* Takes what of the field fits into the room that is left. */
static const char *
choose(const struct field *field, size_t between, size_t *room)
{
	const char *const forms[] = {field->text, field->brief};

	for (size_t i = 0; i < 2; i++) {
		size_t length = strlen(forms[i]);

		if (length == 0 || length + between > *room)
			continue;
		*room -= length + between;
		return forms[i];
	}
	return NULL;
}

static const struct field *
of_rank(const struct field *fields, size_t nfields, unsigned rank)
{
	for (size_t i = 0; i < nfields; i++)
		if (fields[i].rank == rank)
			return &fields[i];
	return NULL;
}

void
fields_line(char *line, size_t size, const struct field *fields,
    size_t nfields, unsigned columns)
{
	const char *shown[FIELDS_MOST] = {NULL};
	size_t room = columns < size - 1 ? columns : size - 1;
	size_t between = 0, length = 0;

	for (unsigned rank = 1; rank <= FIELDS_MOST; rank++) {
		const struct field *f = of_rank(fields, nfields, rank);
		const char *form = f == NULL ? NULL :
		    choose(f, between, &room);

		if (form == NULL)
			continue;
		shown[f - fields] = form;
		between = strlen(BETWEEN);
	}
	for (size_t i = 0; i < nfields && i < FIELDS_MOST; i++) {
		if (shown[i] == NULL)
			continue;
		if (length > 0) {
			memcpy(line + length, BETWEEN, strlen(BETWEEN));
			length += strlen(BETWEEN);
		}
		memcpy(line + length, shown[i], strlen(shown[i]));
		length += strlen(shown[i]);
	}
	line[length] = '\0';
	/* Ids come from plans: no byte of theirs may steer the terminal. */
	for (char *p = line; *p != '\0'; p++)
		if ((unsigned char)*p < ' ' || (unsigned char)*p > '~')
			*p = '?';
}
