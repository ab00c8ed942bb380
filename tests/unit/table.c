/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables load, keep and save their cells exactly; what is no table is refused
 * with its line. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "model/table.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
	const char *text;
	size_t length;		/* 0: that of the text */
	size_t ncolumns, nrows;	/* 0 columns: refused */
} files[] = {
	{"a\tb\n1\t2\n", 0, 2, 1},
	{"a\tb\n1\t2", 0, 2, 1},		/* no last line end */
	{"a\tb\r\n1\t2\r\n", 0, 2, 1},		/* a spreadsheet saved it */
	{"a\tb\n", 0, 2, 0},
	{"a\tb\n\t\n", 0, 2, 1},		/* two unknown values */
	{"a\n\n", 0, 1, 1},			/* one unknown value */
	{"", 0, 0, 0},
	{"\n", 0, 0, 0},
	{"a\t\n", 0, 0, 0},			/* a column without a name */
	{"a\ta\n", 0, 0, 0},
	{"a\tb\n1\n", 0, 0, 0},
	{"a\tb\n1\t2\t3\n", 0, 0, 0},
	{"a\tb\n1\t2\n\n", 0, 0, 0},		/* an empty line */
	{"a\tb\n1\0\t2\n", 9, 0, 0},
};

static int failures;

static void
fail(const char *what, const char *text)
{
	printf("%s: %s\n", what, text);
	failures++;
}

static void
check_files(struct arena *a, const char *path)
{
	for (size_t i = 0; i < COUNT(files); i++) {
		size_t length = files[i].length > 0 ? files[i].length :
		    strlen(files[i].text);

		if (file_replace_bytes(path, files[i].text, length) == -1) {
			fail("cannot write", path);
			return;
		}
		struct table *t = table_load(a, path);
		if (files[i].ncolumns == 0 ? t != NULL : t == NULL ||
		    t->ncolumns != files[i].ncolumns ||
		    t->nrows != files[i].nrows)
			fail("wrongly judged", files[i].text);
	}
}

static void
check_cells(const struct table *t)
{
	if (t->ncolumns != 3 || t->nrows != 2 || table_column(t, "n") != 1 ||
	    table_column(t, "none") != -1)
		fail("shape", "columns or rows");
	if (strcmp(table_text(t, 0, "text"), "two  blanks ") != 0)
		fail("text", table_text(t, 0, "text"));
	if (table_whole(t, 0, "n") != UINT64_MAX ||
	    table_number(t, 1, "n") != 0.1 || table_number(t, 0, "x") != -2.5)
		fail("number", table_text(t, 0, "n"));
	/* A NAN, a cell never set, a text, no such column, no such row. */
	if (strcmp(table_text(t, 1, "x"), "") != 0 ||
	    !isnan(table_number(t, 1, "x")) || table_whole(t, 1, "x") != 0 ||
	    strcmp(table_text(t, 1, "text"), "") != 0 ||
	    !isnan(table_number(t, 0, "text")) ||
	    strcmp(table_text(t, 0, "none"), "") != 0 ||
	    !isnan(table_number(t, 2, "n")) || table_whole(t, 0, "none") != 0)
		fail("empty", "a cell that is not");
	if (table_whole(t, 1, "n") != 0)
		fail("whole", "0.1 is none");
}

static void
check_building(struct arena *a, const char *path)
{
	struct table *t = table_new(a, " text n  x ");

	for (size_t i = 0; i < 2; i++)
		if (table_add_row(a, t) != i)
			fail("index", "of a new row");
	table_set(a, t, 0, "text", "two\t\nblanks\r");
	table_set(a, t, 0, "n", "18446744073709551615");
	table_set_number(a, t, 1, "n", 0.1);
	table_set_number(a, t, 0, "x", -2.5);
	table_set_number(a, t, 1, "x", NAN);
	check_cells(t);
	if (table_save(t, path) == -1) {
		fail("cannot save", path);
		return;
	}
	t = table_load(a, path);
	if (t == NULL)
		fail("cannot load", path);
	else
		check_cells(t);
}

/* More rows than any first guess of memory. */
static void
check_many_rows(struct arena *a, const char *path)
{
	struct table *t = table_new(a, "row");
	const uint64_t nrows = 10000;

	for (uint64_t i = 0; i < nrows; i++)
		table_set_number(a, t, table_add_row(a, t), "row", (double)i);
	if (table_save(t, path) == -1 || (t = table_load(a, path)) == NULL ||
	    t->nrows != nrows) {
		fail("many rows", "not all there");
		return;
	}
	for (uint64_t i = 0; i < nrows; i++)
		if (table_whole(t, i, "row") != i)
			fail("many rows", table_text(t, i, "row"));
}

int
main(void)
{
	char dir[] = "/tmp/table-XXXXXX";
	struct arena *a = arena_new();

	if (mkdtemp(dir) == NULL) {
		printf("mkdtemp: no temporary folder\n");
		return 1;
	}
	const char *path = arena_printf(a, "%s/t.tsv", dir);
	check_files(a, path);
	check_building(a, path);
	check_many_rows(a, path);
	unlink(path);
	rmdir(dir);
	arena_free(a);
	return failures != 0;
}
