/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "render/finding.h"
#include "render/text_clean.h"

#define MOST_FORMS 16
#define MOST_VALUES 9

int
finding_match(struct arena *a, const char *form, const char *sentence,
    int most, const char **values_out)
{
	int count = 0;

	for (;;) {
		const char *open = strchr(form, '{');
		const char *close = open == NULL ? NULL : strchr(open, '}');
		size_t before = close == NULL ? strlen(form) :
		    (size_t)(open - form);

		if (strncmp(form, sentence, before) != 0)
			return -1;
		sentence += before;
		if (close == NULL)
			return *sentence == '\0' ? count : -1;
		if (count == most)
			return -1;
		/* A value goes to where the words behind it begin; the last
		 * one to the end. */
		const char *next = strchr(close, '{');
		size_t words = next == NULL ? strlen(close + 1) :
		    (size_t)(next - close - 1);
		size_t rest = strlen(sentence);
		const char *stop = sentence + rest;
		if (next == NULL && words <= rest)
			stop -= words;
		else if (next != NULL)
			stop = strstr(sentence, arena_strndup(a, close + 1,
			    words));
		if (stop == NULL)
			return -1;
		values_out[count++] = arena_strndup(a, sentence,
		    (size_t)(stop - sentence));
		sentence = stop;
		form = close + 1;
	}
}

/* A number, a size, a share or a duration as the language writes it; NULL if
 * the text is none. */
static const char *
number_words(struct arena *a, const struct lang *l, const char *value)
{
	const char *why, *point = strchr(value, '.');
	uint64_t whole;
	double number;

	if (!isdigit((unsigned char)*value) && *value != '-')
		return NULL;
	if (units_parse_double(value, &number, &why) == 0)
		return lang_number(a, l, number, point == NULL ? 0 :
		    (int)strnlen(point + 1, 6));
	if (units_parse_percent(value, &number, &why) == 0)
		return arena_printf(a, "%s\u00a0%%", lang_figures(a, l,
		    100 * number, 1));
	if (units_parse_duration(value, &whole, &why) == 0)
		return lang_duration(a, l, whole);
	if (strstr(value, "iB") != NULL && units_parse_block(value, &whole,
	    &why) == 0 && whole <= INT64_MAX)
		return lang_block(a, l, (int64_t)whole);
	return NULL;
}

/* The place of {name} among the names of a form, or -1. */
static int
find_name(const char *form, const char *name, size_t length)
{
	int place = 0;

	for (const char *p = form; (p = strchr(p, '{')) != NULL; p++, place++)
		if (strncmp(p + 1, name, length) == 0 && p[length + 1] == '}')
			return place;
	return -1;
}

static const char *
fill(struct arena *a, const char *text, const char *form,
    const char *const *values)
{
	const char *filled = "";

	for (;;) {
		const char *open = strchr(text, '{');
		const char *close = open == NULL ? NULL : strchr(open, '}');

		if (close == NULL)
			return arena_printf(a, "%s%s", filled, text);
		int place = find_name(form, open + 1,
		    (size_t)(close - open - 1));
		filled = arena_printf(a, "%s%.*s%s", filled,
		    (int)(open - text), text, place == -1 ? LANG_UNKNOWN :
		    values[place]);
		text = close + 1;
	}
}

/* A word of the analyzer, such as "depth 32", by its form in the catalogue;
 * NULL if none fits.  Its values are numbers. */
static const char *
word_words(struct arena *a, const struct lang *l, const char *value)
{
	static const char prefix[] = "finding-word.";

	for (size_t i = 0; i < lang_count(l); i++) {
		const char *key = lang_key(l, i), *values[MOST_VALUES];
		int n = -1, k = 0;

		if (key == NULL || strncmp(key, prefix,
		    sizeof(prefix) - 1) != 0)
			continue;
		const char *form = lang_english(l, key);
		if (form != NULL)
			n = finding_match(a, form, value, MOST_VALUES, values);
		while (k < n && (values[k] = number_words(a, l,
		    values[k])) != NULL)
			k++;
		if (n != -1 && k == n)
			return fill(a, lang_text(l, key), form, values);
	}
	return NULL;
}

/* The members of a list, each in words; NULL if it is none, or, with 'numbers',
 * if one of them does not begin as a number does. */
static const char *
list_words(struct arena *a, const struct lang *l, const char *value,
    const char *between, bool numbers)
{
	const char *list = "", *end;

	if (strstr(value, between) == NULL)
		return NULL;
	do {
		const char *one, *words;

		end = strstr(value, between);
		one = end == NULL ? value : arena_strndup(a, value,
		    (size_t)(end - value));
		if (numbers && !isdigit((unsigned char)*one))
			return NULL;
		words = number_words(a, l, one);
		if (words == NULL)
			words = word_words(a, l, one);
		list = arena_printf(a, "%s%s%s", list, *list == '\0' ? "" :
		    ", ", words != NULL ? words : text_clean(a, one));
		value = end == NULL ? value : end + strlen(between);
	} while (end != NULL);
	return list;
}

/* A value of a sentence in the language of the report: a number, a word, or a
 * list of such ("4KiB, R/W 65/35, depth 32"; "8KiB 4KiB"); other text as it
 * is. */
static const char *
value_words(struct arena *a, const struct lang *l, const char *value)
{
	const char *words = number_words(a, l, value);

	if (words == NULL)
		words = word_words(a, l, value);
	if (words == NULL)
		words = list_words(a, l, value, ", ", false);
	if (words == NULL)
		words = list_words(a, l, value, " ", true);
	return words != NULL ? words : text_clean(a, value);
}

/* A message of the program begins as a sentence does on paper. */
static const char *
capitalise(struct arena *a, const char *text)
{
	char *copy = text_clean(a, text);

	if (isascii((unsigned char)*copy))
		*copy = (char)toupper((unsigned char)*copy);
	return copy;
}

static const char *
words(struct arena *a, const struct lang *l, const char *key,
    const char *sentence, bool title)
{
	const char *values[MOST_VALUES];

	for (int i = 1; i <= MOST_FORMS; i++) {
		const char *one = i == 1 ? key :
		    arena_printf(a, "%s.%d", key, i);
		const char *form = lang_english(l, one);
		int n = form == NULL ? -1 : finding_match(a, form, sentence,
		    MOST_VALUES, values);

		/* Values of titles stand as they are: "1024K" is no number to
		 * be grouped. */
		for (int k = 0; k < n; k++)
			values[k] = title ? text_clean(a, values[k]) :
			    value_words(a, l, values[k]);
		if (n != -1)
			return capitalise(a, fill(a, lang_text(l, one), form,
			    values));
	}
	return capitalise(a, sentence);
}

const char *
finding_words(struct arena *a, const struct lang *l, const char *key,
    const char *sentence)
{
	return words(a, l, key, sentence, false);
}

const char *
finding_found(struct arena *a, const struct lang *l, const char *key,
    const char *sentence, const char *load)
{
	static const char begin[] = "{load}: ";

	key = arena_printf(a, "found.%s", key);
	const char *form = lang_english(l, key);
	const char *rest = strstr(sentence, ": ");
	if (form != NULL && rest != NULL &&
	    strncmp(form, begin, sizeof(begin) - 1) == 0)
		sentence = arena_printf(a, "%s%s", load, rest);
	return words(a, l, key, sentence, false);
}

/* The key of a title: finding.h. */
static const char *
title_key(struct arena *a, const char *title)
{
	char *key = arena_printf(a, "plan.%s", title);
	char *to = key + strlen("plan.");

	for (const char *from = title; *from != '\0'; from++) {
		unsigned char c = (unsigned char)*from;
		char put = isdigit(c) ? 'n' : isalpha(c) ? (char)tolower(c) :
		    '-';

		if (to[-1] != put || isalpha(c))
			*to++ = put;
	}
	*to = '\0';
	return key;
}

const char *
finding_title(struct arena *a, const struct lang *l, const char *title)
{
	return words(a, l, title_key(a, title), title, true);
}
