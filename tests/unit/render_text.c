/* SPDX-License-Identifier: BSD-2-Clause */
/* Text from anywhere becomes clean UTF-8, is split into runs of faces that have
 * its characters, and is broken into lines by the rules of its language. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "render/fonts.h"

static int failures;

#define EXPECT(condition, ...) do { \
	if (!(condition)) { \
		failures++; \
		printf(__VA_ARGS__); \
		putchar('\n'); \
	} \
} while (0)

static void
test_clean(struct arena *a)
{
	static const char *const cases[][2] = {
		{"plain", "plain"},
		{"tab\tline\nend\r", "tab line end "},
		{"\x01\x1f\x7f", ""},
		{"C1 \xc2\x85 next line", "C1  next line"},
		{"\xe2\x80\xae" "gpj.exe", "gpj.exe"},	/* right to left */
		{"zero\xe2\x80\x8bwidth", "zerowidth"},
		{"\xff", "\xef\xbf\xbd"},
		{"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},	/* overlong / */
		{"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
		{"cut \xe6\x97", "cut \xef\xbf\xbd\xef\xbf\xbd"},
		{"\xef\xbf\xbe", "\xef\xbf\xbd"},	/* not for XML */
		{"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
		    "\xef\xbf\xbd"},			/* above U+10FFFF */
		{"日本語 русский µs 😀", "日本語 русский µs 😀"},
		{"", ""},
		{NULL, ""},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *got = text_clean(a, cases[i][0]);

		EXPECT(strcmp(got, cases[i][1]) == 0,
		    "text_clean case %zu gave \"%s\"", i, got);
	}
}

static void
test_runs(struct arena *a)
{
	static const struct {
		const char *language, *text;
		size_t nruns;
	} cases[] = {
		{"en", "plain", 1},
		{"en", "a ≤ b", 3},		/* Noto Sans lacks it */
		{"en", "試験 A", 2},
		{"ja", "試験 A", 2},
		{"ru", "Отчёт", 1},
		{"en", "😀", 1},		/* one replacement */
		{"en", "a😀b", 3},
		{"en", "", 0},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fonts *f = fonts_open(cases[i].language);
		struct font_run *runs;
		size_t n = fonts_runs(f, a, FONT_REGULAR, 10, cases[i].text,
		    &runs);
		double sum = 0;

		EXPECT(n == cases[i].nruns, "\"%s\": %zu runs, not %zu",
		    cases[i].text, n, cases[i].nruns);
		for (size_t k = 0; k < n; k++)
			sum += runs[k].width_pt;
		EXPECT(fabs(sum - fonts_width(f, FONT_REGULAR, 10,
		    cases[i].text)) < 1e-9, "\"%s\": widths differ",
		    cases[i].text);
		fonts_close(f);
	}
}

/* IPAexGothic's Cyrillic is as wide as a kanji, so it must never be taken for
 * Russian; in Japanese text a sign that both have comes from it. */
static void
test_order(struct arena *a)
{
	struct fonts *en = fonts_open("en"), *ja = fonts_open("ja");
	struct font_run *runs;

	EXPECT(fonts_width(ja, FONT_REGULAR, 10, "Ж") < 9,
	    "Cyrillic is %g wide in Japanese text",
	    fonts_width(ja, FONT_REGULAR, 10, "Ж"));
	fonts_runs(en, a, FONT_REGULAR, 10, "→", &runs);
	unsigned in_english = runs[0].face;
	fonts_runs(ja, a, FONT_REGULAR, 10, "→", &runs);
	EXPECT(in_english != runs[0].face, "one order for all languages");
	fonts_close(en);
	fonts_close(ja);
}

static void
expect_lines(struct arena *a, struct fonts *f, double width_pt,
    const char *text, const char *want)
{
	char **lines;
	size_t n = fonts_wrap(f, a, FONT_REGULAR, 10, width_pt, text, &lines);
	const char *got = "";

	for (size_t i = 0; i < n; i++) {
		got = arena_printf(a, "%s%s%s", got, i > 0 ? "|" : "",
		    lines[i]);
		EXPECT(fonts_width(f, FONT_REGULAR, 10, lines[i]) <=
		    width_pt + 0.01 || strlen(lines[i]) <= 3,
		    "line \"%s\" is too wide", lines[i]);
	}
	EXPECT(strcmp(got, want) == 0, "\"%s\" at %g pt gave \"%s\"", text,
	    width_pt, got);
}

static void
test_wrap(struct arena *a)
{
	struct fonts *f = fonts_open("ja");

	expect_lines(a, f, 1000, "one two three", "one two three");
	expect_lines(a, f, 45, "one two three", "one two|three");
	expect_lines(a, f, 45, "one  two   ", "one  two");
	expect_lines(a, f, 1000, "", "");
	/* A word that is too long is cut; one character always fits. */
	expect_lines(a, f, 30, "aaaaaaaaaa", "aaaaa|aaaaa");
	expect_lines(a, f, 1, "ab", "a|b");
	/* Narrow no-break space: a number stays whole. */
	expect_lines(a, f, 60, "IOPS 189\u202f965", "IOPS|189\u202f965");
	/* Japanese breaks anywhere, each character 10 pt wide ... */
	expect_lines(a, f, 41, "遅延飽和試験", "遅延飽和|試験");
	/* ... but a comma does not begin a line, nor a bracket end one. */
	expect_lines(a, f, 41, "遅延飽和、試験", "遅延飽|和、試験");
	expect_lines(a, f, 41, "遅延飽「試験」", "遅延飽|「試験」");
	/* No character alone on the last line ... */
	expect_lines(a, f, 41, "飽和データ", "飽和|データ");
	expect_lines(a, f, 41, "遅延飽和試", "遅延飽|和試");
	/* ... and a word of katakana is whole if little room is lost. */
	expect_lines(a, f, 61, "飽和飽和飽スレッド", "飽和飽和飽|スレッド");
	expect_lines(a, f, 71, "飽和飽和飽スレッド", "飽和飽和飽ス|レッド");
	expect_lines(a, f, 41, "飽和飽データ", "飽和飽|データ");
	fonts_close(f);
}

static void
test_fit(struct arena *a)
{
	struct fonts *f = fonts_open("en");
	const char *text = "SAMSUNG MZWLR3T8HBLS-00007";

	EXPECT(fonts_fit(f, a, FONT_BOLD, 8, 500, text) == text,
	    "a text that fits was copied");
	for (double width = 0; width < 140; width += 7) {
		const char *cut = fonts_fit(f, a, FONT_BOLD, 8, width, text);
		double wide = fonts_width(f, FONT_BOLD, 8, cut);

		EXPECT(wide <= width || strcmp(cut, "…") == 0,
		    "\"%s\" is %g pt wide, not %g", cut, wide, width);
	}
	fonts_close(f);
}

int
main(void)
{
	report_set_program("render_text");
	struct fonts *f = fonts_open("en");
	if (f == NULL) {
		puts("skipped: fonts are missing");
		return 77;
	}
	fonts_close(f);
	struct arena *a = arena_new();
	test_clean(a);
	test_runs(a);
	test_order(a);
	test_wrap(a);
	test_fit(a);
	arena_free(a);
	return failures == 0 ? 0 : 1;
}
