/* SPDX-License-Identifier: BSD-2-Clause */
/* Whatever bytes a text is: clean, it is valid, free of control characters, and
 * stays as it is when cleaned again; quoted for gnuplot, it holds no sign that
 * means something there. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "render/gp_string.h"
#include "render/text_clean.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_clean(struct arena *a, const char *clean)
{
	const char *p = clean;
	uint32_t c;

	if (strcmp(text_clean(a, clean), clean) != 0)
		abort();
	while ((c = text_next(&p)) != 0)
		if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c > 0x10ffff ||
		    (c >= 0xd800 && c < 0xe000))
			abort();
}

static void
check_quoted(const char *quoted)
{
	size_t length = strlen(quoted);

	if (length < 2 || quoted[0] != '"' || quoted[length - 1] != '"')
		abort();
	for (size_t i = 1; i + 1 < length; i++) {
		const char *digits = "01234567";

		if (strchr("\"'`@#$!<>|{}[]&~^*?_", quoted[i]) != NULL)
			abort();
		if (quoted[i] != '\\')
			continue;
		if (quoted[i + 1] != '0')
			abort();
		for (int k = 2; k <= 4; k++)
			if (strchr(digits, quoted[i + (size_t)k]) == NULL)
				abort();
		i += 4;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *a = arena_new();
	char *text = arena_strndup(a, (const char *)data, size);

	check_clean(a, text_clean(a, text));
	check_quoted(gp_string(a, text));
	check_quoted(gp_tick_string(a, text));
	arena_free(a);
	return 0;
}
