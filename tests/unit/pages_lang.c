/* Catalogues give words and numbers as a language writes them.
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "render/lang.h"

static int failures;

static void
same(const char *what, const char *got, const char *expected)
{
	if (strcmp(got, expected) == 0)
		return;
	printf("%s: got \"%s\", expected \"%s\"\n", what, got, expected);
	failures++;
}

#define THIN "\u202f"

static void
test_numbers(struct arena *a, const struct lang *en, const struct lang *ru)
{
	static const struct {
		double value;
		int figures;
		const char *expected;
	} figures[] = {
		{1017.4, 3, "1" THIN "017"},
		{98.46, 3, "98.5"},
		{7.416, 3, "7.42"},
		{0.03149, 3, "0.0315"},
		{0, 3, "0"},
		{9.996, 3, "10.0"},	/* rounds up into the next power */
		{99.96, 3, "100"},
		{999.6, 3, "1" THIN "000"},
		{-6.4, 2, "\u22126.4"},
		{-0.0, 3, "0"},		/* no minus zero */
		{1e-12, 3, "0.000000000"},	/* never more than 9 digits */
		{NAN, 3, LANG_UNKNOWN},
		{INFINITY, 3, LANG_UNKNOWN},
	};

	for (size_t i = 0; i < sizeof(figures) / sizeof(*figures); i++)
		same("figures", lang_figures(a, en, figures[i].value,
		    figures[i].figures), figures[i].expected);
	same("number", lang_number(a, ru, 1234567.891, 2),
	    "1" THIN "234" THIN "567,89");
	same("number", lang_number(a, en, 999, 0), "999");
	same("number", lang_number(a, en, -0.04, 1), "0.0");
	same("whole", lang_whole(a, en, UINT64_MAX),
	    "18" THIN "446" THIN "744" THIN "073" THIN "709" THIN "551" THIN
	    "615");
	if (lang_decimal_at(ru, "12,5") != 2 || lang_decimal_at(ru, "12") != 2)
		same("decimal", "elsewhere", "at 2");
}

static void
test_quantities(struct arena *a, const struct lang *en, const struct lang *ru)
{
	same("block", lang_block(a, en, 512), "0.5\u00a0KiB");
	same("block", lang_block(a, ru, 512), "0,5\u00a0КиБ");
	same("block", lang_block(a, en, 1 << 20), "1024\u00a0KiB");
	same("block", lang_block(a, en, 1000), "0.977\u00a0KiB");
	same("capacity", lang_capacity(a, en, 960197124096), "960.2\u00a0GB");
	same("capacity", lang_capacity(a, ru, 960197124096), "960,2\u00a0ГБ");
	/* 999.96 GB would be 1000.0. */
	same("capacity", lang_capacity(a, en, 999960000000), "1.0\u00a0TB");
	same("duration", lang_duration(a, en, 60000000000), "60\u00a0s");
	same("duration", lang_duration(a, en, 120000000000), "2\u00a0min");
	same("duration", lang_duration(a, en, 250000000), "250\u00a0ms");
	same("duration", lang_duration(a, en, 16800000000000),
	    "4.67\u00a0h");
	same("time", lang_time(a, 0), LANG_UNKNOWN);
	same("time", lang_time(a, UINT64_C(1700000000000000000)),
	    "2023-11-14 22:13 UTC");
}

static void
test_words(struct arena *a, const struct lang *en)
{
	same("text", lang_text(en, "status.done"), "done");
	same("missing", lang_text(en, "no.such.key"), "no.such.key");
	same("fill", lang_fill(a, en, "head.n-of-m", "m", "9", "n", "{m}",
	    NULL), "{m} of 9");
	same("fill", lang_fill(a, en, "head.n-of-m", "n", "2", "m", NULL,
	    NULL), "2 of " LANG_UNKNOWN);
	same("fill", lang_fill(a, en, "head.n-of-m", NULL),
	    LANG_UNKNOWN " of " LANG_UNKNOWN);
}

int
main(void)
{
	struct arena *a = arena_new();
	const struct lang *en = lang_load(a, "en");
	const struct lang *ru = lang_load(a, "ru");

	if (en == NULL || ru == NULL)
		return 1;
	test_numbers(a, en, ru);
	test_quantities(a, en, ru);
	test_words(a, en);
	arena_free(a);
	return failures == 0 ? 0 : 1;
}
