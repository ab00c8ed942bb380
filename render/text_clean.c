/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/utf8.h"
#include "render/text_clean.h"

#define REPLACEMENT 0xfffdu

/* What a character becomes; 0: nothing. */
static uint32_t
replacement(uint32_t c)
{
	if (c == '\t' || c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029)
		return ' ';
	if (c < 0x20 || (c >= 0x7f && c < 0xa0))
		return 0;
	/* Zero-width signs, and those that turn the direction of writing:
	 * none has a glyph, and the latter can make a name read as another. */
	if (c == 0xad || (c >= 0x200b && c <= 0x200f) ||
	    (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
	    c == 0xfeff)
		return 0;
	if ((c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef))
		return REPLACEMENT;
	return c;
}

char *
text_clean(struct arena *a, const char *text)
{
	if (text == NULL)
		return arena_strdup(a, "");
	/* The longest growth is one bad byte to the 3 bytes of U+FFFD. */
	char *copy = arena_alloc(a, strlen(text) * 3 + 1);
	char *p = copy;
	while (*text != '\0') {
		uint32_t c = REPLACEMENT;
		size_t length = utf8_read(text, &c);
		uint32_t becomes = replacement(c);

		if (length != 0 && becomes == c) {
			memcpy(p, text, length);
			p += length;
		} else if (becomes == ' ') {
			*p++ = ' ';
		} else if (becomes == REPLACEMENT) {
			memcpy(p, "\xef\xbf\xbd", 3);
			p += 3;
		}
		text += length != 0 ? length : 1;
	}
	*p = '\0';
	return copy;
}

uint32_t
text_next(const char **p)
{
	uint32_t c = 0;
	size_t length = utf8_read(*p, &c);

	if (length == 0) {
		c = REPLACEMENT;
		length = 1;
	}
	if (c != 0)
		*p += length;
	return c;
}
