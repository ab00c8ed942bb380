/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <string.h>

#include "model/xmltext.h"

/*
 * The length of the character at 'p' if it may stand in a text, else 0.  The
 * smallest value of each length refuses forms that are longer than needed.
 */
static size_t
character_length(const unsigned char *p)
{
	static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
	uint32_t value;
	size_t length;

	if (*p < 0x80)
		return *p >= 0x20 && *p != 0x7f;
	length = *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : 2;
	if (*p < 0xc2 || *p > 0xf4)
		return 0;
	value = *p & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		/* The NUL at the end stops here too. */
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | (p[i] & 0x3fu);
	}
	if (value < smallest[length] || value > 0x10ffff ||
	    (value >= 0xd800 && value <= 0xdfff) ||	/* half a pair */
	    value == 0xfffe || value == 0xffff ||	/* not in XML */
	    value < 0xa0)				/* terminals obey */
		return 0;
	return length;
}

char *
xmltext_clean(struct arena *a, const char *text)
{
	const unsigned char *from = (const unsigned char *)text;
	size_t size = strnlen(text, XMLTEXT_MAX_BYTES) + 1;
	char *clean = arena_alloc(a, size), *to = clean;

	while (*from != '\0') {
		size_t length = character_length(from);
		size_t step = length == 0 ? 1 : length;

		if ((size_t)(to - clean) + step >= size)
			break;
		if (length > 0)
			memcpy(to, from, length);
		else
			*to = strchr("\t\r\n", *from) != NULL ? ' ' : '?';
		to += step;
		from += step;
	}
	*to = '\0';
	return clean;
}

bool
xmltext_is_clean(const char *text)
{
	const unsigned char *p = (const unsigned char *)text;
	size_t length;

	for (; *p != '\0'; p += length) {
		length = character_length(p);
		if (length == 0)
			return false;
	}
	return (size_t)(p - (const unsigned char *)text) <= XMLTEXT_MAX_BYTES;
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
