/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>

#include "base/shell.h"
#include "base/utf8.h"

/* What no shell takes for anything else than itself, but '=' at the
 * beginning. */
static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    "abcdefghijklmnopqrstuvwxyz0123456789_./:@%+,=-";

/* How long the character at 'text' is if it can be copied from a terminal, else
 * 0. */
static size_t
copyable(const char *text)
{
	uint32_t c = 0;
	size_t length = utf8_read(text, &c);

	return length == 0 || utf8_is_obeyed(c) ? 0 : length;
}

static bool
is_copyable(const char *word)
{
	size_t length;

	for (; *word != '\0'; word += length) {
		length = copyable(word);
		if (length == 0)
			return false;
	}
	return true;
}

const char *
shell_quote(struct arena *a, const char *word)
{
	if (*word != '\0' && *word != '=' && word[strspn(word, plain)] == '\0')
		return word;

	/* An apostrophe ends the quotes, stands alone, and begins them anew. */
	char *quoted = arena_alloc(a, 4 * strlen(word) + 3), *to = quoted;

	*to++ = '\'';
	while (*word != '\0') {
		size_t length = copyable(word);

		if (*word == '\'') {
			memcpy(to, "'\\''", 4);
			to += 4;
		} else if (length == 0) {
			*to++ = '?';
		} else {
			memcpy(to, word, length);
			to += length;
		}
		word += length == 0 ? 1 : length;
	}
	memcpy(to, "'", 2);
	return quoted;
}

const char *
shell_command(struct arena *a, ...)
{
	const char *text = "", *word;
	bool whole = true;
	va_list args;

	va_start(args, a);
	while ((word = va_arg(args, const char *)) != NULL) {
		text = arena_printf(a, "%s%s%s", text, *text == '\0' ? "" : " ",
		    shell_quote(a, word));
		whole = whole && is_copyable(word);
	}
	va_end(args);
	return whole ? text : arena_printf(a, "%s  # each ? may stand for a "
	    "character that cannot be copied: type the name otherwise", text);
}
