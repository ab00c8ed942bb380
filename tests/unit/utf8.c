/* SPDX-License-Identifier: BSD-2-Clause */
/* Every character of Unicode is read from its own bytes and from no others,
 * and messages hold nothing that a terminal obeys. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/report.h"
#include "base/utf8.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int failures;

static size_t
write_character(uint32_t c, char *to)
{
	size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};

	to[length] = '\0';
	for (size_t i = length; i-- > 1; c >>= 6)
		to[i] = (char)(0x80 | (c & 0x3f));
	to[0] = (char)(first[length] | c);
	return length;
}

static void
check_all(void)
{
	for (uint32_t c = 0; c < 0x120000; c++) {
		bool is_character = c < 0xd800 || (c >= 0xe000 && c < 0x110000);
		uint32_t got = 0xffffffff;
		char text[5];
		size_t length = write_character(c, text);

		if (utf8_read(text, &got) != (is_character ? length : 0) ||
		    got != (is_character ? c : 0xffffffff)) {
			printf("U+%04X is not read\n", (unsigned)c);
			failures++;
		}
		text[length - 1] = '\0';
		if (length > 1 && utf8_read(text, &got) != 0) {
			printf("U+%04X is read from less\n", (unsigned)c);
			failures++;
		}
	}
}

static void
check_ill_formed(void)
{
	static const char *const texts[] = {
		"\x80", "\xbf", "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf",
		"\xf0\x8f\xbf\xbf", "\xf8\x88\x80\x80\x80", "\xfe", "\xff",
		"\xe9\xab" "a", "\xc3(",
	};

	for (size_t i = 0; i < COUNT(texts); i++) {
		uint32_t c = 0;

		if (utf8_read(texts[i], &c) != 0) {
			printf("ill-formed text %zu is read\n", i);
			failures++;
		}
	}
}

/* A message comes out of a pipe in place of the terminal. */
static void
check_message(void)
{
	static const char wanted[] =
	    "plateau: a?[31m ?31m \xd0\x9f? ?b? ?\n";
	char got[256];
	int ends[2], terminal = dup(STDERR_FILENO);

	if (pipe(ends) == -1 || terminal == -1 ||
	    dup2(ends[1], STDERR_FILENO) == -1) {
		perror("pipe");
		failures++;
		return;
	}
	warn_msg("a%s", "\x1b[31m \xc2\x9b" "31m \xd0\x9f\xff "
	    "\xe2\x80\xae" "b\n \xc3");
	dup2(terminal, STDERR_FILENO);
	ssize_t n = read(ends[0], got, sizeof(got) - 1);
	got[n > 0 ? n : 0] = '\0';
	if (strcmp(got, wanted) != 0) {
		printf("message: %s", got);
		failures++;
	}
	close(terminal);
	close(ends[0]);
	close(ends[1]);
}

int
main(void)
{
	check_all();
	check_ill_formed();
	check_message();
	return failures != 0;
}
