/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines of several faces hold all their text, break where lines of one face do,
 * and are no wider than they may be. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "render/rich.h"

static int failures;

static const char *
line_text(struct arena *a, const struct rich_line *line)
{
	const char *text = "";

	for (size_t i = 0; i < line->nruns; i++)
		text = arena_printf(a, "%s%s", text, line->runs[i].text);
	return text;
}

static double
line_width(const struct rich_line *line)
{
	size_t n = line->nruns;

	return n == 0 ? 0 : line->runs[n - 1].x + line->runs[n - 1].width_pt;
}

/* One face: the same as fonts_wrap(). */
static void
same(struct arena *a, struct fonts *f, const char *text, double width_pt)
{
	const struct rich_span span = {.text = text, .font = FONT_REGULAR,
	    .size_pt = 10};
	struct rich_line *lines;
	char **want;
	size_t n = rich_wrap(f, a, 1, &span, width_pt, &lines);
	size_t count = fonts_wrap(f, a, FONT_REGULAR, 10, width_pt, text,
	    &want);

	for (size_t i = 0; i < n && i < count; i++)
		if (strcmp(line_text(a, &lines[i]), want[i]) != 0) {
			printf("\"%s\" in %g pt, line %zu: \"%s\", not "
			    "\"%s\"\n", text, width_pt, i,
			    line_text(a, &lines[i]), want[i]);
			failures++;
		}
	if (n != count) {
		printf("\"%s\" in %g pt: %zu lines, not %zu\n", text, width_pt,
		    n, count);
		failures++;
	}
}

/* Several faces in one word: it is not broken between them. */
static void
mixed(struct arena *a, struct fonts *f)
{
	const struct rich_span spans[] = {
		{.text = "A word of ", .font = FONT_REGULAR, .size_pt = 10},
		{.text = "sev", .font = FONT_BOLD, .size_pt = 10},
		{.text = "eral", .font = FONT_ITALIC, .size_pt = 10},
		{.text = "1", .font = FONT_REGULAR, .size_pt = 7,
		    .rise_pt = 3},
		{.text = " faces, code too", .font = FONT_MONO, .size_pt = 9},
	};
	const char *whole = "A word of several1 faces, code too", *all = "";
	struct rich_line *lines;

	for (double width = 20; width < 200; width += 7) {
		size_t n = rich_wrap(f, a, 5, spans, width, &lines);

		all = "";
		for (size_t i = 0; i < n; i++) {
			all = arena_printf(a, "%s%s%s", all, i == 0 ? "" :
			    " ", line_text(a, &lines[i]));
			if (line_width(&lines[i]) > width + 1e-6) {
				printf("a line of %g pt in %g\n",
				    line_width(&lines[i]), width);
				failures++;
			}
		}
		if (width >= 60 && strcmp(all, whole) != 0) {
			printf("in %g pt: \"%s\"\n", width, all);
			failures++;
		}
	}
}

int
main(void)
{
	static const char *const texts[] = {
		"", "word", "several words that need more than a line",
		"a-word-that-is-much-too-long-for-any-line-of-this-width",
		"двойная ширина и короткие слова в русском тексте",
		"日本語の文は、どこでも改行できます。「禁則」も守ります。",
		"mixed 日本語 and English テスト text",
		"two  blanks   and a blank at the end ",
	};
	struct arena *a = arena_new();
	struct fonts *f = fonts_open("en");

	if (f == NULL) {
		puts("the fonts are not installed");
		return 77;
	}
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		for (double width = 30; width < 300; width += 11)
			same(a, f, texts[i], width);
	mixed(a, f);
	fonts_close(f);
	arena_free(a);
	return failures > 0;
}
