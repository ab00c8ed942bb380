/* SPDX-License-Identifier: BSD-2-Clause */
/* A shell reads every word that is printed for it back as it was, and runs
 * nothing of it. */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/shell.h"

static int failures;

static void
expect_text(const char *is, const char *should_be)
{
	if (strcmp(is, should_be) == 0)
		return;
	printf("%s, not %s\n", is, should_be);
	failures++;
}

/* What sh makes of the words that the quoted one is for it. */
static void
check_read_back(struct arena *a, const char *word)
{
	char back[512] = "";
	FILE *shell = popen(arena_printf(a, "printf '<%%s>' %s",
	    shell_quote(a, word)), "r");

	if (shell == NULL) {
		printf("no shell\n");
		failures++;
		return;
	}
	back[fread(back, 1, sizeof(back) - 1, shell)] = '\0';
	pclose(shell);
	expect_text(back, arena_printf(a, "<%s>", word));
}

int
main(void)
{
	struct arena *a = arena_new();
	char all[256], *to = all;

	for (char c = ' '; c <= '~'; c++) {
		const char one[] = {c, '\0'}, in[] = {'a', c, 'b', '\0'};

		*to++ = c;
		check_read_back(a, one);
		check_read_back(a, in);
	}
	*to = '\0';
	check_read_back(a, all);
	check_read_back(a, "");
	check_read_back(a, "'; echo harm; '");
	check_read_back(a, "$(echo harm)`echo harm`");
	check_read_back(a, "caf\xc3\xa9 \xe2\x80\x94");

	expect_text(shell_quote(a, "/dev/nvme0n1"), "/dev/nvme0n1");
	expect_text(shell_quote(a, "sda:4096"), "sda:4096");
	expect_text(shell_quote(a, "block=4KiB"), "block=4KiB");
	expect_text(shell_quote(a, "=ls"), "'=ls'");
	expect_text(shell_quote(a, "sp ace"), "'sp ace'");
	expect_text(shell_quote(a, "it's"), "'it'\\''s'");
	expect_text(shell_quote(a, "a\x1b[2J\n\x80z"), "'a?[2J??z'");
	expect_text(shell_command(a, "plateau", "status", "r u n", NULL),
	    "plateau status 'r u n'");
	expect_text(shell_command(a, "plateau", "status", "r\n;ls", NULL),
	    "plateau status 'r?;ls'  # each ? may stand for a character that "
	    "cannot be copied: type the name otherwise");
	arena_free(a);
	return failures > 0;
}
