/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/utf8.h"

size_t
utf8_read(const char *text, uint32_t *character_out)
{
	/* Of each length, the least value that needs it. */
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *p = (const unsigned char *)text;
	size_t length = *p < 0x80 ? 1 : *p < 0xc0 ? 0 : *p < 0xe0 ? 2 :
	    *p < 0xf0 ? 3 : *p < 0xf8 ? 4 : 0;
	uint32_t c = length < 2 ? *p : *p & (0x7fu >> length);

	for (size_t i = 1; i < length; i++) {
		/* The NUL at the end stops here too. */
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3fu);
	}
	if (length == 0 || c < least[length] || c > 0x10ffff ||
	    (c >= 0xd800 && c < 0xe000))
		return 0;
	*character_out = c;
	return length;
}

bool
utf8_is_obeyed(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c ||
	    (c >= 0x200e && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
	    (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}
