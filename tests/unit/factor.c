/* SPDX-License-Identifier: BSD-2-Clause */
/* Factors are read and written as plans, tables and logs have them, within
 * their ranges. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/factor.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define REFUSED INT64_MIN

static const struct {
	enum factor factor;
	const char *text;	/* as in a plan */
	int64_t value;
	const char *canonical;	/* as written again, and as a table cell */
	const char *cell;
} cases[] = {
	{FACTOR_MIX, "65/35", 65, "65/35", "65/35"},
	{FACTOR_MIX, "0/100", 0, "0/100", "0/100"},
	{FACTOR_MIX, "65", REFUSED, NULL, NULL},
	{FACTOR_BLOCK, "4k", 4096, "4KiB", "4096"},
	{FACTOR_BLOCK, "512", 512, "512", "512"},
	{FACTOR_BLOCK, "4160", 4160, "4160", "4160"},
	{FACTOR_BLOCK, "1GiB", 1 << 30, "1GiB", "1073741824"},
	{FACTOR_BLOCK, "511", REFUSED, NULL, NULL},
	{FACTOR_BLOCK, "1025MiB", REFUSED, NULL, NULL},
	{FACTOR_BLOCK, "4kB", REFUSED, NULL, NULL},
	{FACTOR_BLOCK, "16777215T", REFUSED, NULL, NULL},  /* over 2^63 */
	{FACTOR_THREADS, "1", 1, "1", "1"},
	{FACTOR_THREADS, "1024", 1024, "1024", "1024"},
	{FACTOR_THREADS, "0", REFUSED, NULL, NULL},
	{FACTOR_THREADS, "1025", REFUSED, NULL, NULL},
	{FACTOR_DEPTH, "032", 32, "32", "32"},
	{FACTOR_DEPTH, "32769", REFUSED, NULL, NULL},
	{FACTOR_DEPTH, "18446744073709551617", REFUSED, NULL, NULL},
	{FACTOR_PATTERN, "random", PATTERN_RANDOM, "random", "random"},
	{FACTOR_PATTERN, "sequential", PATTERN_SEQUENTIAL, "sequential",
	    "sequential"},
	{FACTOR_PATTERN, "Random", REFUSED, NULL, NULL},
	{FACTOR_PATTERN, "", REFUSED, NULL, NULL},
	{FACTOR_REGION, "100%", 10000, "100%", "100"},
	{FACTOR_REGION, "12.5%", 1250, "12.5%", "12.5"},
	{FACTOR_REGION, "0.01%", 1, "0.01%", "0.01"},
	{FACTOR_REGION, "29.29%", 2929, "29.29%", "29.29"},  /* inexact */
	{FACTOR_REGION, "0.001%", REFUSED, NULL, NULL},
	{FACTOR_REGION, "0%", REFUSED, NULL, NULL},	/* nothing to use */
	{FACTOR_REGION, "50", REFUSED, NULL, NULL},	/* too few bytes */
	{FACTOR_REGION, "30GiB", INT64_C(30) << 30, "30GiB", "32212254720B"},
	{FACTOR_REGION, "200GB", INT64_C(200000000000), "195312500KiB",
	    "200000000000B"},
	{FACTOR_PATTERN, "sequential-shared", PATTERN_SHARED,
	    "sequential-shared", "sequential-shared"},
	{FACTOR_PATTERN, "zoned:", REFUSED, NULL, NULL},
	{FACTOR_PATTERN, "zoned:100/0", REFUSED, NULL, NULL},
	{FACTOR_PATTERN, "281474976710656", REFUSED, NULL, NULL},
	{FACTOR_BLOCK, "281474976710656", REFUSED, NULL, NULL},	/* handles */
	{FACTOR_THREADS, "281474976710656", REFUSED, NULL, NULL},
	{FACTOR_BLOCK, "4k/100:", REFUSED, NULL, NULL},
	{FACTOR_BLOCK, "4k/50:256/50", REFUSED, NULL, NULL},
	{FACTOR_BLOCK, "4k/1:4k/1:4k/1:4k/1:4k/1:4k/1:4k/1:4k/1:4k/1:4k/1:"
	    "4k/1:4k/1:4k/1:4k/1:4k/1:4k/1:4k/84", REFUSED, NULL, NULL},
	{FACTOR_PAUSE, "5s", 5000000000, "5s", "5000000000"},
	{FACTOR_PAUSE, "31d", REFUSED, NULL, NULL},
	{FACTOR_COMPRESSIBLE, "20%", 20, "20%", "20"},
	{FACTOR_COMPRESSIBLE, "0%", 0, "0%", "0"},
	{FACTOR_COMPRESSIBLE, "12.5%", REFUSED, NULL, NULL},
	{FACTOR_COMPRESSIBLE, "101%", REFUSED, NULL, NULL},
};

static const struct {
	const char *text;
	bool good;
	int64_t mix, block;
} texts[] = {
	{"", true, 100, 4096},			/* all left out */
	{"mix=65/35 block=8KiB", true, 65, 8192},
	{"  block=8KiB\tmix=65/35\n", true, 65, 8192},
	{"mix=65/35 colour=blue block=8KiB", true, 65, 8192},	/* newer */
	{"a-name-that-is-longer-than-any-of-ours=1 mix=1/99", true, 1, 4096},
	{"=5 mix=1/99", true, 1, 4096},
	{"mix", false, 0, 0},
	{"mix=65", false, 0, 0},
	{"mix=", false, 0, 0},
	{"block=4096000000000000000000000000000000000000000000000000000000000",
	    false, 0, 0},			/* longer than any value */
};

static int failures;

static void
fail(const char *what, const char *text)
{
	printf("%s: \"%s\"\n", what, text);
	failures++;
}

static void
check_values(void)
{
	for (size_t i = 0; i < COUNT(cases); i++) {
		enum factor f = cases[i].factor;
		const char *why = NULL;
		char text[FACTOR_TEXT];
		int64_t value;
		int result = factor_parse(f, cases[i].text, &value, &why);

		if (cases[i].value == REFUSED) {
			if (result == 0 || why == NULL)
				fail("taken", cases[i].text);
			continue;
		}
		if (result == -1 || value != cases[i].value) {
			fail("not read", cases[i].text);
			continue;
		}
		factor_format(f, value, text, sizeof(text));
		if (strcmp(text, cases[i].canonical) != 0)
			fail("written", text);
		factor_format_cell(f, value, text, sizeof(text));
		if (strcmp(text, cases[i].cell) != 0)
			fail("cell", text);
		if (factor_parse_cell(f, text, &value, &why) == -1 ||
		    value != cases[i].value)
			fail("cell not read", text);
	}
}

/* A mixture is what its text says, and the same wherever it is read. */
static void
check_mixtures(void)
{
	static const char text[] = "512/4:1KiB/1:1536/1:2KiB/1:2560/1:3KiB/1:"
	    "3584/1:4KiB/67:8KiB/10:16KiB/7:32KiB/3:64KiB/3";
	static const char zones[] = "zoned:50/5:30/15:20/80";
	int64_t sizes, again, places;
	const char *why;
	char buffer[FACTOR_TEXT];

	if (factor_parse(FACTOR_BLOCK, text, &sizes, &why) == -1 ||
	    factor_parse_cell(FACTOR_BLOCK, text, &again, &why) == -1 ||
	    factor_parse(FACTOR_PATTERN, zones, &places, &why) == -1) {
		fail("mixture not read", why);
		return;
	}
	if (sizes != again || sizes == places)
		fail("another mixture", text);
	if (strcmp(factor_format(FACTOR_BLOCK, sizes, buffer,
	    sizeof(buffer)), text) != 0 ||
	    strcmp(factor_format_cell(FACTOR_PATTERN, places, buffer,
	    sizeof(buffer)), zones) != 0)
		fail("mixture written", buffer);
	if (factor_block(sizes) != 65536 || factor_block(4096) != 4096)
		fail("largest block", text);
	if (factor_region(7500, 1000) != 750 ||
	    factor_region(INT64_C(1) << 30, 1000) != UINT64_C(1) << 30)
		fail("region", "75%, 1GiB");
}

static void
check_names(void)
{
	for (int f = 0; f < NFACTORS; f++)
		if (factor_find(factor_name((enum factor)f)) != (enum factor)f)
			fail("not found", factor_name((enum factor)f));
	if (factor_find("") != NFACTORS || factor_find("mixes") != NFACTORS ||
	    factor_find("block_bytes") != NFACTORS)
		fail("found", "a name that no factor has");
}

static void
check_texts(struct arena *a)
{
	struct factors defaults = factor_defaults(), f = {{0}};
	const char *why;

	if (strcmp(factors_to_text(a, &defaults), "mix=100/0 block=4KiB "
	    "threads=1 depth=1 pattern=random region=100% compressible=0% "
	    "rate=none arrival=paced pause=0s"))
		fail("defaults", factors_to_text(a, &defaults));
	if (factors_from_text(factors_to_text(a, &defaults), &f, &why) == -1 ||
	    !factors_equal(&f, &defaults))
		fail("not read again", factors_to_text(a, &defaults));
	f.value[NFACTORS - 1]++;
	if (factors_equal(&f, &defaults))
		fail("equal", "factors that differ");
	for (size_t i = 0; i < COUNT(texts); i++) {
		int result = factors_from_text(texts[i].text, &f, &why);

		if ((result == 0) != texts[i].good)
			fail("wrongly judged", texts[i].text);
		else if (texts[i].good &&
		    (f.value[FACTOR_MIX] != texts[i].mix ||
		    f.value[FACTOR_BLOCK] != texts[i].block))
			fail("misread", texts[i].text);
	}
}

int
main(void)
{
	struct arena *a = arena_new();

	check_values();
	check_mixtures();
	check_names();
	check_texts(a);
	arena_free(a);
	return failures != 0;
}
