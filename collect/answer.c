/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "collect/answer.h"

/* Deeper than the programs nest, and no deeper than the stack likes. */
#define DEPTH_MOST 32

#define DIGITS_MOST 40

json_object *
answer_json(const char *text, size_t length)
{
	struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MOST);
	json_object *root = NULL;

	if (tokener != NULL && length < INT32_MAX)
		root = json_tokener_parse_ex(tokener, text, (int)length);
	if (tokener != NULL)
		json_tokener_free(tokener);
	return root;
}

json_object *
answer_find(json_object *from, const char *path)
{
	char part[64];

	while (from != NULL && *path != '\0') {
		size_t length = strcspn(path, ".");
		json_object *next = NULL;

		if (length >= sizeof(part))
			return NULL;
		memcpy(part, path, length);
		part[length] = '\0';
		if (!json_object_is_type(from, json_type_object) ||
		    !json_object_object_get_ex(from, part, &next))
			return NULL;
		from = next;
		path += length + (path[length] == '.');
	}
	return from;
}

/* "3,200,631" or "64396.534": commas only in front of three digits. */
static bool
read_grouped(const char *text, double *out)
{
	char digits[DIGITS_MOST + 1];
	size_t n = 0;
	char *end;

	for (const char *p = text; *p != '\0'; p++) {
		if (*p == ',' && n > 0 && strspn(p + 1, "0123456789") == 3)
			continue;
		if ((!isdigit((unsigned char)*p) && *p != '.') ||
		    n == DIGITS_MOST)
			return false;
		digits[n++] = *p;
	}
	digits[n] = '\0';
	*out = strtod(digits, &end);
	return n > 0 && *end == '\0';
}

bool
answer_number(json_object *value, double *out)
{
	if (json_object_is_type(value, json_type_int))
		*out = (double)json_object_get_int64(value);
	else if (json_object_is_type(value, json_type_double))
		*out = json_object_get_double(value);
	else if (!json_object_is_type(value, json_type_string) ||
	    !read_grouped(json_object_get_string(value), out))
		return false;
	return *out >= 0;
}

const char *
answer_line(struct arena *a, const char *text, const char *name)
{
	size_t length = strlen(name);

	while (*text != '\0') {
		const char *line = text + strspn(text, " \t");
		size_t rest = strcspn(line, "\r\n");

		text = line + rest + (line[rest] != '\0');
		if (strncmp(line, name, length) != 0 || rest < length)
			continue;
		size_t at = length + strspn(line + length, " \t");

		if (line[at] != ':')
			continue;
		at++;
		at += strspn(line + at, " \t");
		while (rest > at && isspace((unsigned char)line[rest - 1]))
			rest--;
		return rest > at ? arena_strndup(a, line + at, rest - at) :
		    NULL;
	}
	return NULL;
}

void
answer_set_text(struct arena *a, struct facts *facts, const char *name,
    const char *text)
{
	const char *old = facts_get(facts, name);

	if (text != NULL && (old == NULL || strstr(text, old) != NULL))
		facts_set(a, facts, name, text);
}

void
answer_set_json(struct arena *a, struct facts *facts, const char *name,
    json_object *value)
{
	if (json_object_is_type(value, json_type_string))
		answer_set_text(a, facts, name,
		    json_object_get_string(value));
}

void
answer_set_number(struct arena *a, struct facts *facts, const char *name,
    json_object *value, double unit)
{
	double number;

	if (answer_number(value, &number) && number * unit < 0x1p63)
		facts_setf(a, facts, name, "%.0f", number * unit);
}
