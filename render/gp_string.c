/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "render/gp_string.h"
#include "render/text_clean.h"

/* entities() writes what the svg terminal would pass on as it is, and XML would
 * then read in another way, as entities that come back as the text. */
static char *
entities(struct arena *a, const char *text)
{
	char *copy = arena_alloc(a, strlen(text) * 4 + 1), *p = copy;

	while (*text != '\0') {
		if (strncmp(text, "&#x", 3) == 0) {
			p = stpcpy(p, "&#x26;#x");
			text += 3;
		} else if (strncmp(text, "]]>", 3) == 0) {
			p = stpcpy(p, "]]&#x3e;");
			text += 3;
		} else {
			*p++ = *text++;
		}
	}
	return copy;
}

static bool
is_plain(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9') || strchr(" .,:;()+-/=", c) != NULL ||
	    c >= 0x80;
}

static char *
quote(struct arena *a, const char *text, bool is_format)
{
	const char *clean = entities(a, text_clean(a, text));
	char *copy = arena_alloc(a, strlen(clean) * 10 + 3), *p = copy;

	*p++ = '"';
	for (; *clean != '\0'; clean++) {
		if (*clean == '%')
			p = stpcpy(p, is_format ? "%%" : "%");
		else if (is_plain((unsigned char)*clean))
			*p++ = *clean;
		else	/* Four digits: with three, a digit of the text that
			 * follows would be taken for one of them. */
			p += sprintf(p, "\\%04o", (unsigned char)*clean);
	}
	*p++ = '"';
	*p = '\0';
	return copy;
}

char *
gp_string(struct arena *a, const char *text)
{
	return quote(a, text, false);
}

char *
gp_tick_string(struct arena *a, const char *text)
{
	return quote(a, text, true);
}
