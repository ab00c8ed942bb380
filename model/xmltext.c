/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/utf8.h"
#include "model/xmltext.h"

/* The length of the character at 'text' if it may stand in a text, else 0. */
static size_t
character_length(const char *text)
{
	uint32_t c = 0;
	size_t length = utf8_read(text, &c);

	return c < 0x20 || (c >= 0x7f && c < 0xa0) ||	/* terminals obey */
	    c == 0xfffe || c == 0xffff ? 0 : length;	/* not in XML */
}

char *
xmltext_clean(struct arena *a, const char *text)
{
	size_t size = strnlen(text, XMLTEXT_MAX_BYTES) + 1;
	char *clean = arena_alloc(a, size), *to = clean;

	while (*text != '\0') {
		size_t length = character_length(text);
		size_t step = length == 0 ? 1 : length;

		if ((size_t)(to - clean) + step >= size)
			break;
		if (length > 0)
			memcpy(to, text, length);
		else
			*to = strchr("\t\r\n", *text) != NULL ? ' ' : '?';
		to += step;
		text += step;
	}
	*to = '\0';
	return clean;
}

bool
xmltext_is_clean(const char *text)
{
	const char *p = text;
	size_t length;

	for (; *p != '\0'; p += length) {
		length = character_length(p);
		if (length == 0)
			return false;
	}
	return (size_t)(p - text) <= XMLTEXT_MAX_BYTES;
}

static bool
is_alphanumeric(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9');
}

static bool
is_name_character(char c)
{
	return is_alphanumeric(c) || c == '-' || c == '.' || c == '_';
}

bool
xmltext_is_name(const char *text)
{
	size_t length = 0;

	while (is_name_character(text[length]))
		length++;
	return length <= XMLTEXT_MAX_NAME && text[length] == '\0' &&
	    is_alphanumeric(text[0]);
}

char *
xmltext_clean_name(struct arena *a, const char *text)
{
	char *name = arena_strndup(a, text, strnlen(text, XMLTEXT_MAX_NAME));

	for (char *p = name; *p != '\0'; p++)
		if (!is_name_character(*p))
			*p = '_';
	if (!is_alphanumeric(name[0]))
		name[0] = 'x';
	return name;
}
