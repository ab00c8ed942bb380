/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "render/lang.h"
#include "render/xmlnode.h"

/* The largest catalogue in use has 30 kB. */
static const struct xmlread_kind catalogue = {"catalogue",
    "urn:plateau:lang:1", "schema/lang.rng", 1u << 20};

struct lang_entry {
	const char *key, *text;
	bool borrowed;			/* from English */
};

struct lang {
	const char *code;
	const char *decimal;		/* "." or "," */
	const char *group;		/* between thousands */
	size_t count;
	struct lang_entry *entries;	/* in the order of the file */
	size_t *sorted;			/* indexes by key */
	const struct lang *english;	/* NULL: this is it */
};

static const struct lang_entry *
find_entry(const struct lang *l, const char *key)
{
	size_t low = 0, high = l->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct lang_entry *e = &l->entries[l->sorted[middle]];
		int order = strcmp(key, e->key);

		if (order == 0)
			return e;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

static int
compare_entries(const void *left, const void *right, void *entries)
{
	const struct lang_entry *e = entries;

	return strcmp(e[*(const size_t *)left].key,
	    e[*(const size_t *)right].key);
}

static void
sort_entries(struct arena *a, struct lang *l)
{
	l->sorted = arena_array(a, l->count + 1, sizeof(*l->sorted));
	for (size_t i = 0; i < l->count; i++)
		l->sorted[i] = i;
	qsort_r(l->sorted, l->count, sizeof(*l->sorted), compare_entries,
	    l->entries);
}

static void
add_entry(struct arena *a, struct lang *l, const char *key, const char *text,
    bool borrowed)
{
	l->entries = arena_grow(a, l->entries, l->count, sizeof(*l->entries));
	l->entries[l->count++] = (struct lang_entry){key, text, borrowed};
}

static void
read_texts(struct xmlread *x, struct lang *l)
{
	const xmlNode *root = xmlread_root(x);

	for (xmlNode *n = xmlnode_first(x, root); n != NULL;
	    n = xmlnode_next(x, n)) {
		if (!xmlnode_is(n, "text")) {
			xmlnode_mistake(x, n, "unknown element <%s>; a "
			    "catalogue holds <text>", (const char *)n->name);
			continue;
		}
		xmlnode_known(x, n, "key");
		const char *key = xmlnode_required(x, n, "key");
		const char *text = xmlnode_text(x, n);
		if (*text == '\0')
			xmlnode_mistake(x, n, "the text of '%s' is empty", key);
		add_entry(xmlread_arena(x), l, key, text, false);
	}
	sort_entries(xmlread_arena(x), l);
	for (size_t i = 1; i < l->count; i++)
		if (strcmp(l->entries[l->sorted[i - 1]].key,
		    l->entries[l->sorted[i]].key) == 0)
			xmlnode_mistake(x, root, "the key '%s' is there twice",
			    l->entries[l->sorted[i]].key);
}

static struct lang *
load_file(struct arena *a, const char *path)
{
	struct lang *l = arena_alloc(a, sizeof(*l));
	struct xmlread *x = xmlread_open(a, path, &catalogue);

	if (x == NULL)
		return NULL;
	const xmlNode *root = xmlread_root(x);
	xmlnode_known(x, root, "lang decimal group");
	l->code = xmlnode_required(x, root, "lang");
	l->decimal = xmlnode_required(x, root, "decimal");
	l->group = xmlnode_attribute(x, root, "group");
	if (l->group == NULL)
		l->group = "";
	read_texts(x, l);
	return xmlread_close(x) == 0 ? l : NULL;
}

static void
borrow_missing(struct arena *a, struct lang *l, const struct lang *english)
{
	size_t missing = 0;

	for (size_t i = 0; i < english->count; i++) {
		const struct lang_entry *e = &english->entries[i];

		if (find_entry(l, e->key) != NULL)
			continue;
		add_entry(a, l, e->key, e->text, true);
		sort_entries(a, l);
		missing++;
	}
	if (missing > 0)
		warn_msg("language '%s': %zu texts are missing and stand in "
		    "English", l->code, missing);
}

struct lang *
lang_load(struct arena *a, const char *code)
{
	size_t length = strlen(code);
	bool is_path = strchr(code, '/') != NULL ||
	    (length > 4 && strcmp(code + length - 4, ".xml") == 0);
	const char *path = is_path ? code :
	    file_data_path(a, arena_printf(a, "lang/%s.xml", code));

	if (!is_path && !file_exists(path)) {
		warn_msg("language '%s': there is no catalogue %s", code, path);
		return NULL;
	}
	struct lang *l = load_file(a, path);
	if (l == NULL || strcmp(l->code, "en") == 0)
		return l;
	const struct lang *english = load_file(a,
	    file_data_path(a, "lang/en.xml"));
	if (english == NULL)
		return NULL;
	l->english = english;
	borrow_missing(a, l, english);
	return l;
}

const char *
lang_code(const struct lang *l)
{
	return l->code;
}

const char *
lang_find(const struct lang *l, const char *key)
{
	const struct lang_entry *e = find_entry(l, key);

	return e == NULL ? NULL : e->text;
}

const char *
lang_english(const struct lang *l, const char *key)
{
	return lang_find(l->english == NULL ? l : l->english, key);
}

const char *
lang_text(const struct lang *l, const char *key)
{
	const char *text = lang_find(l, key);

	if (text == NULL) {
		warn_msg("language '%s': no text for '%s'", l->code, key);
		return key;
	}
	return text;
}

/* The value that follows 'name' in the arguments. */
static const char *
find_argument(va_list args, const char *name, size_t length)
{
	va_list copy;
	const char *value = LANG_UNKNOWN;

	va_copy(copy, args);
	for (;;) {
		const char *argument = va_arg(copy, const char *);

		if (argument == NULL)
			break;
		const char *given = va_arg(copy, const char *);
		if (strlen(argument) != length ||
		    memcmp(argument, name, length) != 0)
			continue;
		if (given != NULL)
			value = given;
		break;
	}
	va_end(copy);
	return value;
}

const char *
lang_fill(struct arena *a, const struct lang *l, const char *key, ...)
{
	const char *rest = lang_text(l, key);
	const char *filled = "";
	va_list args;

	va_start(args, key);
	for (;;) {
		const char *open = strchr(rest, '{');
		const char *close = open == NULL ? NULL : strchr(open, '}');

		if (close == NULL)
			break;
		const char *value = find_argument(args, open + 1,
		    (size_t)(close - open - 1));
		filled = arena_printf(a, "%s%.*s%s", filled,
		    (int)(open - rest), rest, value);
		rest = close + 1;
	}
	va_end(args);
	return arena_printf(a, "%s%s", filled, rest);
}

size_t
lang_count(const struct lang *l)
{
	return l->count;
}

const char *
lang_key(const struct lang *l, size_t index)
{
	return l->entries[index].borrowed ? NULL : l->entries[index].key;
}

/* "1234567" as "1 234 567", with the group mark of the language; a copy. */
static const char *
group_digits(struct arena *a, const struct lang *l, const char *digits)
{
	size_t length = strlen(digits);
	size_t head = length % 3 == 0 ? 3 : length % 3;

	if (length <= 3)
		return arena_strdup(a, digits);
	const char *grouped = arena_strndup(a, digits, head);
	for (size_t i = head; i < length; i += 3)
		grouped = arena_printf(a, "%s%s%.3s", grouped, l->group,
		    digits + i);
	return grouped;
}

const char *
lang_number(struct arena *a, const struct lang *l, double value, int decimals)
{
	char digits[64];

	if (!isfinite(value) || fabs(value) >= 1e18)
		return LANG_UNKNOWN;
	snprintf(digits, sizeof(digits), "%.*f", decimals, fabs(value));
	/* The C locale is in force: the point is a point. */
	char *point = strchr(digits, '.');
	if (point != NULL)
		*point = '\0';
	bool zero = strspn(digits, "0") == strlen(digits) && (point == NULL ||
	    strspn(point + 1, "0") == strlen(point + 1));
	return arena_printf(a, "%s%s%s%s", value < 0 && !zero ? "\u2212" : "",
	    group_digits(a, l, digits), point == NULL ? "" : l->decimal,
	    point == NULL ? "" : point + 1);
}

const char *
lang_whole(struct arena *a, const struct lang *l, uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%llu", (unsigned long long)value);
	return group_digits(a, l, digits);
}

const char *
lang_figures(struct arena *a, const struct lang *l, double value, int figures)
{
	int decimals = 0;

	if (value != 0 && isfinite(value)) {
		int magnitude = (int)floor(log10(fabs(value)));

		decimals = figures - 1 - magnitude;
		/* 0.9996 to three figures is 1.00, not 1.000. */
		if (decimals > 0 && fabs(value) + 0.5 * pow(10, -decimals) >=
		    pow(10, magnitude + 1))
			decimals--;
	}
	if (decimals < 0)
		decimals = 0;
	return lang_number(a, l, value, decimals > 9 ? 9 : decimals);
}

size_t
lang_decimal_at(const struct lang *l, const char *text)
{
	const char *mark = strstr(text, l->decimal);

	return mark == NULL ? strlen(text) : (size_t)(mark - text);
}

const char *
lang_capacity(struct arena *a, const struct lang *l, uint64_t bytes)
{
	static const char *const units[] = {"unit.kb", "unit.mb", "unit.gb",
	    "unit.tb", "unit.pb", "unit.eb"};
	double value = (double)bytes / 1000;
	size_t unit = 0;

	/* 999.96 would print as 1000.0. */
	while (value >= 999.95 && unit < 5) {
		value /= 1000;
		unit++;
	}
	return arena_printf(a, "%s\u00a0%s", lang_number(a, l, value, 1),
	    lang_text(l, units[unit]));
}

const char *
lang_block_kib(struct arena *a, const struct lang *l, int64_t bytes)
{
	double kib = (double)bytes / 1024;

	/* A name more than a quantity: 1024, not in groups. */
	if (bytes % 1024 == 0 && bytes < 10000 * 1024)
		return arena_printf(a, "%.0f", kib);
	return lang_number(a, l, kib, bytes % 1024 == 0 ? 0 :
	    bytes % 512 == 0 ? 1 : 3);
}

const char *
lang_block(struct arena *a, const struct lang *l, int64_t bytes)
{
	return arena_printf(a, "%s\u00a0%s", lang_block_kib(a, l, bytes),
	    lang_text(l, "unit.kib"));
}

const char *
lang_sentences(struct arena *a, const struct lang *l, const char *first,
    const char *second)
{
	static const char full_stop[] = "\u3002";
	size_t length = first == NULL ? 0 : strlen(first);
	size_t stop = sizeof(full_stop) - 1;

	if (length == 0)
		return second;
	if (second == NULL || *second == '\0')
		return first;
	if (length >= stop && strcmp(&first[length - stop], full_stop) == 0)
		return arena_printf(a, "%s%s", first, second);
	if (first[length - 1] == '.')
		return arena_printf(a, "%s %s", first, second);
	return lang_fill(a, l, "sentence.next", "first", first, "second",
	    second, NULL);
}

const char *
lang_percent(struct arena *a, const struct lang *l, const char *text)
{
	double share;
	const char *why;

	if (units_parse_percent(text, &share, &why) == -1)
		return text;
	/* To hundredths of a percent, which is what plans can say. */
	double percent = round(share * 10000) / 100;
	return arena_printf(a, "%s\u00a0%%", lang_number(a, l, percent,
	    percent == floor(percent) ? 0 : 2));
}

/* The length of a number without zeros behind its decimal mark. */
static size_t
told_length(const struct lang *l, const char *number)
{
	size_t mark = lang_decimal_at(l, number), end = strlen(number);

	while (end > mark && number[end - 1] == '0')
		end--;
	return end == mark + strlen(l->decimal) ? mark : end;
}

const char *
lang_duration(struct arena *a, const struct lang *l, uint64_t ns)
{
	static const struct { double ns; const char *key; } units[] = {
		{3600e9, "unit.h"}, {60e9, "unit.min"}, {1e9, "unit.s"},
		{1e6, "unit.ms"}, {1e3, "unit.us"},
	};
	size_t unit = 0;

	/* Two minutes and up read better in minutes, as do hours. */
	while (unit < 4 && (double)ns < (unit < 2 ? 2 : 1) * units[unit].ns)
		unit++;
	const char *number = lang_figures(a, l, (double)ns / units[unit].ns,
	    3);
	return arena_printf(a, "%.*s\u00a0%s", (int)told_length(l, number),
	    number, lang_text(l, units[unit].key));
}

const char *
lang_time(struct arena *a, uint64_t realtime_ns)
{
	time_t seconds = (time_t)(realtime_ns / 1000000000u);
	struct tm utc;
	char text[32];

	if (realtime_ns == 0 || gmtime_r(&seconds, &utc) == NULL ||
	    strftime(text, sizeof(text), "%Y-%m-%d %H:%M UTC", &utc) == 0)
		return LANG_UNKNOWN;
	return arena_strdup(a, text);
}
