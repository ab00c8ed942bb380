/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "render/text_clean.h"

#define REPLACEMENT 0xfffdu

/*
 * decode() reads one character of at most 4 bytes.  Returns its length, or 0
 * for a byte that begins no valid character: overlong forms, surrogates and
 * values above U+10FFFF are not valid.
 */
static size_t
decode(const unsigned char *s, uint32_t *c_out)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t length;
	uint32_t c;

	if (s[0] < 0x80) {
		*c_out = s[0];
		return 1;
	}
	if (s[0] >= 0xc2 && s[0] < 0xe0) {
		length = 2;
		c = s[0] & 0x1fu;
	} else if (s[0] >= 0xe0 && s[0] < 0xf0) {
		length = 3;
		c = s[0] & 0x0fu;
	} else if (s[0] >= 0xf0 && s[0] < 0xf5) {
		length = 4;
		c = s[0] & 0x07u;
	} else {
		return 0;
	}
	for (size_t i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3fu);
	}
	if (c < least[length] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return 0;
	*c_out = c;
	return length;
}

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
	const unsigned char *s = (const unsigned char *)text;

	if (text == NULL)
		return arena_strdup(a, "");
	/* The longest growth is one bad byte to the 3 bytes of U+FFFD. */
	char *copy = arena_alloc(a, strlen(text) * 3 + 1);
	char *p = copy;
	while (*s != '\0') {
		uint32_t c = REPLACEMENT;
		size_t length = decode(s, &c);
		uint32_t becomes = replacement(c);

		if (length != 0 && becomes == c) {
			memcpy(p, s, length);
			p += length;
		} else if (becomes == ' ') {
			*p++ = ' ';
		} else if (becomes == REPLACEMENT) {
			memcpy(p, "\xef\xbf\xbd", 3);
			p += 3;
		}
		s += length != 0 ? length : 1;
	}
	*p = '\0';
	return copy;
}

uint32_t
text_next(const char **p)
{
	uint32_t c = 0;
	size_t length = decode((const unsigned char *)*p, &c);

	if (length == 0) {
		c = REPLACEMENT;
		length = 1;
	}
	if (c != 0)
		*p += length;
	return c;
}
