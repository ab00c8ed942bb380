/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "analyze/sheet.h"
#include "base/report.h"

struct sheet *
sheet_new(struct arena *a, const char *title, size_t nrows, size_t ncolumns)
{
	struct sheet *s = arena_alloc(a, sizeof(*s));

	s->arena = a;
	s->title = title;
	s->nrows = nrows;
	s->ncolumns = ncolumns;
	s->cells = arena_array(a, nrows * ncolumns + 1, sizeof(s->cells[0]));
	for (size_t i = 0; i < nrows * ncolumns; i++)
		s->cells[i] = "";
	return s;
}

void
sheet_set(struct sheet *s, size_t row, size_t column, const char *text)
{
	s->cells[row * s->ncolumns + column] = text;
}

void
sheet_note(struct sheet *s, const char *text)
{
	for (size_t i = 0; i < s->nnotes; i++) {
		if (strcmp(s->notes[i], text) == 0)
			return;
	}
	s->notes = arena_grow(s->arena, s->notes, s->nnotes,
	    sizeof(s->notes[0]));
	s->notes[s->nnotes++] = text;
}

/* Text in which none of 'special' means anything: each becomes what
 * 'instead' has in its place. */
static void
print_safe(const char *text, const char *special, const char *const *instead)
{
	for (; *text != '\0'; text++) {
		const char *at = strchr(special, *text);

		if (at != NULL)
			fputs(instead[at - special], stdout);
		else
			putchar(*text);
	}
}

static void
print_markdown(const struct sheet *s)
{
	static const char *const instead[] = {"\\|", "\\*", "\\_", "&lt;"};

	printf("**");
	print_safe(s->title, "|*_<", instead);
	printf("**\n\n");
	for (size_t row = 0; row < s->nrows; row++) {
		for (size_t i = 0; i < s->ncolumns; i++) {
			printf("| ");
			print_safe(s->cells[row * s->ncolumns + i], "|*_<",
			    instead);
			putchar(' ');
		}
		printf("|\n");
		for (size_t i = 0; row == 0 && i < s->ncolumns; i++)
			printf(i == 0 ? "|---" : "|---:");
		if (row == 0)
			printf("|\n");
	}
	for (size_t i = 0; i < s->nnotes; i++) {
		printf("\n");
		print_safe(s->notes[i], "|*_<", instead);
		printf("\n");
	}
}

static void
print_tsv(const struct sheet *s)
{
	static const char *const instead[] = {" ", " "};

	for (size_t row = 0; row < s->nrows; row++) {
		for (size_t i = 0; i < s->ncolumns; i++) {
			if (i > 0)
				putchar('\t');
			print_safe(s->cells[row * s->ncolumns + i], "\t\n",
			    instead);
		}
		putchar('\n');
	}
	for (size_t i = 0; i < s->nnotes; i++)
		warn_msg("%s", s->notes[i]);
}

static void
print_element(const char *tag, const char *text)
{
	static const char *const instead[] = {
		"&amp;", "&lt;", "&gt;", "&quot;",
	};

	printf("<%s>", tag);
	print_safe(text, "&<>\"", instead);
	printf("</%s>", tag);
}

static void
print_html(const struct sheet *s)
{
	printf("<table>\n");
	print_element("caption", s->title);
	printf("\n");
	for (size_t row = 0; row < s->nrows; row++) {
		printf("<tr>");
		for (size_t i = 0; i < s->ncolumns; i++)
			print_element(row == 0 || i == 0 ? "th" : "td",
			    s->cells[row * s->ncolumns + i]);
		printf("</tr>\n");
	}
	printf("</table>\n");
	for (size_t i = 0; i < s->nnotes; i++) {
		print_element("p", s->notes[i]);
		printf("\n");
	}
}

int
sheet_print(const struct sheet *s, const char *as)
{
	static const struct {
		const char *name;
		void (*print)(const struct sheet *s);
	} forms[] = {
		{"md", print_markdown}, {"tsv", print_tsv},
		{"html", print_html},
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (strcmp(forms[i].name, as) == 0) {
			forms[i].print(s);
			return 0;
		}
	}
	return -1;
}
