/* Sentences of the analyzer stand in the language of the report, numbers too.
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "render/finding.h"

static int failures;

static void
check(int ok, const char *what)
{
	if (ok)
		return;
	printf("failed: %s\n", what);
	failures++;
}

static void
test_match(struct arena *a)
{
	static const struct {
		const char *form, *sentence;
		int count;
		const char *first, *last;
	} cases[] = {
		{"the log is whole", "the log is whole", 0, NULL, NULL},
		{"the log is whole", "the log is whole.", -1, NULL, NULL},
		{"{count} I/Os failed", "12 I/Os failed", 1, "12", "12"},
		{"{a} is {b}, not {c}", "block is 4k 8k, not 512", 3, "block",
		    "512"},
		/* The last value takes all that its end leaves. */
		{"not done ({why})", "not done (no (such) thing)", 1,
		    "no (such) thing", "no (such) thing"},
		{"{a} and {b}", "nothing", -1, NULL, NULL},
		{"x{a}", "x", 1, "", ""},
		{"", "", 0, NULL, NULL},
		/* Braces in the sentence are text; in a form that has no end
		 * too. */
		{"{a} b", "{a} {b} b", 1, "{a} {b}", "{a} {b}"},
		{"a {b", "a {b", 0, NULL, NULL},
		/* More values than there is room for. */
		{"{a} {b} {c} {d}", "1 2 3 4", -1, NULL, NULL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *values[3];
		int count = finding_match(a, cases[i].form, cases[i].sentence,
		    3, values);

		check(count == cases[i].count, cases[i].form);
		if (count > 0 && count == cases[i].count)
			check(strcmp(values[0], cases[i].first) == 0 &&
			    strcmp(values[count - 1], cases[i].last) == 0,
			    cases[i].sentence);
	}
}

static void
test_words(struct arena *a, const struct lang *en, const struct lang *ru)
{
	static const char sentence[] = "in 5 of 249 steps fewer than 90 % of "
	    "threads x depth were in flight, least 85.1 % in step 1780 "
	    "(128KiB, R/W 95/5): there the host was part of the limit";
	const char *words = finding_words(a, ru, "finding.little", sentence);

	check(strstr(words, "85,1\u00a0%") != NULL || strstr(words,
	    "85,1 %") != NULL, "a decimal comma");
	check(strstr(words, "1\u202f780") != NULL, "groups of digits");
	check(strstr(words, "(128\u00a0КиБ, R/W 95/5)") != NULL, "a point");
	check(strstr(words, "host") == NULL, "no English");
	words = finding_words(a, en, "finding.little", sentence);
	check(strncmp(words, "In 5 of 249 steps", 17) == 0, "a capital");
	check(strcmp(finding_words(a, ru, "finding.little", "never said"),
	    "Never said") == 0, "an unknown sentence");
	check(strcmp(finding_words(a, ru, "finding.unknown", "x\ny"), "X y") ==
	    0 || strstr(finding_words(a, ru, "finding.unknown", "x\ny"),
	    "\n") == NULL, "no line ends");
}

static void
test_found(struct arena *a, const struct lang *en, const struct lang *ru)
{
	static const char sentence[] =
	    "sequential, 1MiB, R/W 0/100: 524 MB/s from the beginning to the "
	    "end";

	check(strcmp(finding_found(a, en, "plateau-at-once", sentence,
	    "SEQ 1024 KiB"), "SEQ 1024 KiB: 524 MB/s from the beginning to the "
	    "end") == 0, "a load");
	check(strcmp(finding_found(a, ru, "plateau-at-once", sentence,
	    "SEQ 1024 КиБ"), "SEQ 1024 КиБ: 524 МБ/с от начала до конца") == 0,
	    "a load and a unit");
	check(strcmp(finding_words(a, ru, "deviation.step-time",
	    "steps last 1.5s, the specification asks for 60s"),
	    "Шаги длятся 1,5\u00a0с, в спецификации 60\u00a0с") == 0,
	    "durations");
	check(strcmp(finding_words(a, ru, "finding.steady",
	    "mean latency of writes, 4KiB, 2 threads, depth 16: range 133 us "
	    "in rounds 2 to 4, at most 43.5 us"), "средняя задержка записи, "
	    "4\u00a0КиБ, потоков: 2, глубина 16: размах 133 мкс в раундах "
	    "2–4, допустимо 43,5 мкс") == 0, "words of the analyzer");
	check(strcmp(finding_words(a, ru, "deviation.blocks",
	    "block is 8KiB 4KiB, the specification asks for 8KiB 4KiB 512"),
	    "Размеры блока: 8\u00a0КиБ, 4\u00a0КиБ, в спецификации "
	    "8\u00a0КиБ, 4\u00a0КиБ, 512") == 0, "lists");
	check(strcmp(finding_words(a, ru, "finding.gaps",
	    "longest pause between steps: the random 5 s, behind step 7"),
	    "Самый долгий перерыв между шагами: the random 5 s, после шага 7")
	    == 0, "a value that is no list");
}

static void
test_titles(struct arena *a, const struct lang *en, const struct lang *ru)
{
	static const char wait[] = "Wait state 10: 50 s idle";

	check(strcmp(finding_title(a, en, wait), wait) == 0, "English titles");
	check(strcmp(finding_title(a, ru, wait),
	    "Ожидание 10: паузы по 50 с") == 0, "numbers in titles");
	check(strcmp(finding_title(a, ru, "Write saturation"),
	    "Насыщение записью") == 0, "titles");
	check(strcmp(finding_title(a, ru, "PTS-E 1.1 IOPS"),
	    "PTS-E 1.1: IOPS") == 0, "revisions are no numbers");
	check(strcmp(finding_title(a, ru, "Своё"), "Своё") == 0 &&
	    strcmp(finding_title(a, ru, ""), "") == 0, "other titles");
}

int
main(void)
{
	struct arena *a = arena_new();
	const struct lang *en = lang_load(a, "en"), *ru = lang_load(a, "ru");

	check(en != NULL && ru != NULL, "catalogues");
	test_match(a);
	if (en != NULL && ru != NULL) {
		test_words(a, en, ru);
		test_found(a, en, ru);
		test_titles(a, en, ru);
	}
	arena_free(a);
	return failures > 0;
}
