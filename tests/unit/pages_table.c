/* Tables fit their width and go on on the next page without losing a row.
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "render/table_draw.h"

#define WIDTH 493.0

static int failures;

static void
check(bool good, const char *what)
{
	if (good)
		return;
	printf("failed: %s\n", what);
	failures++;
}

static struct sheet *
numbers(struct arena *a, size_t ncolumns, size_t nrows)
{
	struct sheet *s = sheet_of_columns(a, "numbers", ncolumns);

	for (size_t i = 0; i < ncolumns; i++)
		s->columns[i] = (struct sheet_column){
		    .head = arena_printf(a, "column %zu", i),
		    .raw = arena_printf(a, "c%zu", i),
		    .align = i == 0 ? SHEET_HEAD : SHEET_NUMBER};
	for (size_t r = 0; r < nrows; r++) {
		struct sheet_cell *cells = sheet_add(a, s);

		for (size_t i = 0; i < ncolumns; i++)
			cells[i].text = arena_printf(a, "%zu.5", r * 1000);
	}
	return s;
}

/* Takes pages of 'height' until all rows are placed; returns the pages. */
static size_t
paginate(const struct sheet_plan *p, double height)
{
	size_t first = 0, pages = 0;

	while (first < sheet_rows(p) && pages < 1000) {
		size_t count = sheet_fit(p, first, height, true);

		check(count > 0, "a page takes a row");
		check(count == 1 ||
		    sheet_height(p, first, count) <= height + 0.001,
		    "rows stand within the page");
		first += count;
		pages++;
	}
	check(first == sheet_rows(p), "every row is on a page");
	return pages;
}

static void
test_pages(struct arena *a, struct fonts *f, const struct lang *l)
{
	struct sheet_plan *p = sheet_lay(a, f, l, numbers(a, 8, 100), WIDTH);

	check(paginate(p, 1e6) == 1, "100 rows on an endless page");
	check(paginate(p, 300) > 4, "100 rows on small pages");
	check(paginate(p, 10) == 100, "a page lower than a row takes one");
	check(sheet_fit(p, 0, 10, false) == 0, "nothing fits in 10 pt");
	p = sheet_lay(a, f, l, numbers(a, 8, 0), WIDTH);
	check(paginate(p, 300) == 0, "a table without rows");
	check(sheet_height(p, 0, 0) < 40, "is only its head");
}

static void
test_group_not_last(struct arena *a, struct fonts *f, const struct lang *l)
{
	struct sheet *s = numbers(a, 3, 4);
	struct sheet_plan *p;

	sheet_add_group(a, s, "group", "group");
	sheet_add(a, s)[0].text = "behind it";
	p = sheet_lay(a, f, l, s, WIDTH);
	double height = sheet_height(p, 0, 5);
	check(sheet_fit(p, 0, height + 1, true) == 4,
	    "a heading goes to the next page with its rows");
	check(sheet_fit(p, 4, height, true) == 2, "and stands there");
}

/* Text of any length stays in the width of its column. */
static void
test_long_text(struct arena *a, struct fonts *f, const struct lang *l)
{
	struct sheet *s = sheet_of_columns(a, "long", 2);
	char word[201];

	memset(word, 'M', 200);
	word[200] = '\0';
	s->columns[0].align = s->columns[1].align = SHEET_TEXT;
	s->columns[0].raw = "a";
	s->columns[1].raw = "b";
	sheet_add(a, s)[0].text = word;
	s->rows[0].cells[1].text = "short";
	struct sheet_plan *p = sheet_lay(a, f, l, s, 200);
	/* 200 letters of 6 pt, in lines of less than 170 pt. */
	check(sheet_height(p, 0, 1) > 70, "a long word is broken");
	p = sheet_lay(a, f, l, numbers(a, 40, 2), WIDTH);
	check(sheet_height(p, 0, 2) > 0, "forty columns are laid out");
}

static void
test_files(struct arena *a)
{
	char dir[] = "/tmp/pages-table-XXXXXX";
	struct sheet *s = numbers(a, 2, 1);
	size_t length;

	s->title = "A|title";
	s->rows[0].cells[0].text = "a|b\\c *d*";
	s->rows[0].cells[0].raw = "a\tb";
	s->rows[0].cells[1].tone = SHEET_WEAK;
	check(mkdtemp(dir) != NULL, "mkdtemp");
	check(sheet_write(s, dir, true) == 0, "files are written");
	const char *tsv = arena_printf(a, "%s/numbers.tsv", dir);
	const char *md = arena_printf(a, "%s/numbers.md", dir);
	const char *text = file_read(a, tsv, 1000, &length);
	check(text != NULL && strcmp(text, "c0\tc1\na b\t0.5\n") == 0, "TSV");
	text = file_read(a, md, 1000, &length);
	check(text != NULL && strcmp(text, "### A\\|title\n\n"
	    "| column 0 | column 1 |\n| ---: | ---: |\n"
	    "| a\\|b\\\\c \\*d\\* | 0.5\u2020 |\n") == 0, "Markdown");
	const char *html = arena_printf(a, "%s/numbers.html", dir);
	text = file_read(a, html, 1000, &length);
	check(text != NULL && strstr(text, "<th scope=\"row\">a|b\\c *d*"
	    "</th><td align=\"right\">0.5\u2020</td>") != NULL, "HTML");
	unlink(html);
	unlink(tsv);
	unlink(md);
	rmdir(dir);
}

int
main(void)
{
	struct arena *a = arena_new();
	const struct lang *l = lang_load(a, "en");
	struct fonts *f = fonts_open("en");

	if (l == NULL || f == NULL)
		return 1;
	test_pages(a, f, l);
	test_group_not_last(a, f, l);
	test_long_text(a, f, l);
	test_files(a);
	fonts_close(f);
	arena_free(a);
	return failures == 0 ? 0 : 1;
}
