/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "analyze/verb_export.h"

static void
print_field(const char *text)
{
	if (strpbrk(text, ",\"\r\n") == NULL) {
		fputs(text, stdout);
		return;
	}
	putchar('"');
	for (; *text != '\0'; text++) {
		if (*text == '"')
			putchar('"');
		putchar(*text);
	}
	putchar('"');
}

static void
print_row(const char *const *cells, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			putchar(',');
		print_field(cells[i]);
	}
	putchar('\n');
}

void
export_csv(const struct table *t)
{
	print_row((const char *const *)t->columns, t->ncolumns);
	for (size_t row = 0; row < t->nrows; row++)
		print_row((const char *const *)t->rows[row], t->ncolumns);
}
