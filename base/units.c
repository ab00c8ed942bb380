/* SPDX-License-Identifier: BSD-2-Clause */
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/units.h"

#define NS_PER_S UINT64_C(1000000000)

struct unit {
	const char *name;
	uint64_t factor;
};

static const struct unit sizes[] = {
	{"", 1},
	{"k", UINT64_C(1) << 10},
	{"K", UINT64_C(1) << 10},
	{"M", UINT64_C(1) << 20},
	{"G", UINT64_C(1) << 30},
	{"T", UINT64_C(1) << 40},
	{"KiB", UINT64_C(1) << 10},
	{"kiB", UINT64_C(1) << 10},
	{"MiB", UINT64_C(1) << 20},
	{"GiB", UINT64_C(1) << 30},
	{"TiB", UINT64_C(1) << 40},
	{"kB", UINT64_C(1000)},
	{"MB", UINT64_C(1000000)},
	{"GB", UINT64_C(1000000000)},
	{"TB", UINT64_C(1000000000000)},
};

/* Longest first: text with several parts ("1h30m") has them in this order. */
static const struct unit durations[] = {
	{"d", 86400 * NS_PER_S},
	{"h", 3600 * NS_PER_S},
	{"m", 60 * NS_PER_S},
	{"s", NS_PER_S},
	{"ms", 1000000},
	{"us", 1000},
	{"ns", 1},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static int
refuse(const char **why_out, const char *why)
{
	*why_out = why;
	return -1;
}

/* Reads digits at '*text' and moves behind them. */
static int
read_digits(const char **text, uint64_t *value_out, const char **why_out)
{
	uint64_t value = 0;

	if (!is_digit(**text))
		return refuse(why_out, "a whole number is expected");
	for (; is_digit(**text); (*text)++) {
		uint64_t digit = (uint64_t)(**text - '0');

		if (__builtin_mul_overflow(value, UINT64_C(10), &value) ||
		    __builtin_add_overflow(value, digit, &value))
			return refuse(why_out, "the number is too large");
	}
	*value_out = value;
	return 0;
}

int
units_parse_whole(const char *text, uint64_t least, uint64_t most,
    uint64_t *value_out, const char **why_out)
{
	uint64_t value;

	if (read_digits(&text, &value, why_out) == -1)
		return -1;
	if (*text != '\0')
		return refuse(why_out, "a whole number is expected");
	if (value < least)
		return refuse(why_out, "the number is too small");
	if (value > most)
		return refuse(why_out, "the number is too large");
	*value_out = value;
	return 0;
}

int
units_parse_size(const char *text, uint64_t *bytes_out, const char **why_out)
{
	uint64_t number;

	if (!is_digit(*text))
		return refuse(why_out, "a size is expected, such as 4KiB");
	if (read_digits(&text, &number, why_out) == -1)
		return -1;
	if (*text == '.' || *text == ',')
		return refuse(why_out, "a size is a whole number and a unit; "
		    "half a KiB is 512");
	for (size_t i = 0; i < COUNT(sizes); i++) {
		if (strcmp(text, sizes[i].name) != 0)
			continue;
		if (__builtin_mul_overflow(number, sizes[i].factor, bytes_out))
			return refuse(why_out, "the size is too large");
		return 0;
	}
	return refuse(why_out, "the unit of a size is k, M, G or T, the same "
	    "with iB (powers of 1024), or kB, MB, GB, TB (powers of 1000)");
}

int
units_parse_block(const char *text, uint64_t *bytes_out, const char **why_out)
{
	size_t length = strlen(text);

	if (units_parse_size(text, bytes_out, why_out) == -1)
		return -1;
	if (length > 2 && text[length - 1] == 'B' && text[length - 2] != 'i')
		return refuse(why_out, "kB, MB, GB and TB are powers of 1000: "
		    "4kB is 4000 bytes, which no drive has as a block; "
		    "4k or 4KiB is 4096");
	if (*bytes_out == 0)
		return refuse(why_out, "a block has at least one byte");
	return 0;
}

/* The number whole.fraction of a unit of 'factor' ns, if that is whole ns. */
static int
scale_fraction(uint64_t whole, const char *fraction, size_t ndigits,
    uint64_t factor, uint64_t *ns_out, const char **why_out)
{
	uint64_t value;

	if (__builtin_mul_overflow(whole, factor, &value))
		return refuse(why_out, "the time is too long");
	for (size_t i = 0; i < ndigits; i++) {
		uint64_t digit = (uint64_t)(fraction[i] - '0');

		factor = factor % 10 == 0 ? factor / 10 : 0;
		if (digit != 0 && factor == 0)
			return refuse(why_out,
			    "a time is a whole number of ns");
		if (__builtin_add_overflow(value, digit * factor, &value))
			return refuse(why_out, "the time is too long");
	}
	*ns_out = value;
	return 0;
}

/*
 * The unit at 'text', from durations[first] on, in its longest spelling:
 * "ms" is not "m" with an "s" behind it.
 */
static const struct unit *
find_duration(const char *text, size_t first)
{
	const struct unit *found = NULL;

	for (size_t i = first; i < COUNT(durations); i++) {
		size_t length = strlen(durations[i].name);

		if (strncmp(text, durations[i].name, length) == 0 &&
		    (found == NULL || length > strlen(found->name)))
			found = &durations[i];
	}
	return found;
}

int
units_parse_duration(const char *text, uint64_t *ns_out, const char **why_out)
{
	static const char expected[] =
	    "a time needs a unit: d, h, m, s, ms, us or ns, such as 35s";
	uint64_t sum = 0;
	size_t first = 0;

	do {
		uint64_t whole, part;
		const char *fraction = "";
		size_t ndigits = 0;

		if (!is_digit(*text))
			return refuse(why_out,
			    "a time is expected, such as 35s");
		if (read_digits(&text, &whole, why_out) == -1)
			return -1;
		if (*text == '.') {
			fraction = ++text;
			while (is_digit(*text))
				text++;
			ndigits = (size_t)(text - fraction);
			if (ndigits == 0)
				return refuse(why_out, expected);
		}
		const struct unit *unit = find_duration(text, first);
		if (unit == NULL)
			return refuse(why_out, expected);
		text += strlen(unit->name);
		first = (size_t)(unit - durations) + 1;
		if (ndigits > 0 && *text != '\0')
			return refuse(why_out,
			    "only the last part of a time has a fraction");
		if (scale_fraction(whole, fraction, ndigits, unit->factor,
		    &part, why_out) == -1)
			return -1;
		if (__builtin_add_overflow(sum, part, &sum))
			return refuse(why_out, "the time is too long");
	} while (*text != '\0');
	*ns_out = sum;
	return 0;
}

int
units_parse_mix(const char *text, uint64_t *read_percent_out,
    const char **why_out)
{
	static const char expected[] = "a mix is reads/writes in percent, "
	    "such as 65/35, and adds up to 100";
	uint64_t read, write;

	if (read_digits(&text, &read, why_out) == -1 || *text++ != '/' ||
	    read_digits(&text, &write, why_out) == -1 || *text != '\0' ||
	    read > 100 || write != 100 - read)
		return refuse(why_out, expected);
	*read_percent_out = read;
	return 0;
}

/*
 * The locale "C" whatever the program's: files are read in other countries
 * than they are written in.  glibc returns a constant object, nothing to free.
 */
static locale_t
c_locale(void)
{
	return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/* Whether 'text' is a sign, digits, a fraction and an exponent: strtod() also
 * takes blanks, "inf", "nan" and hexadecimal. */
static bool
looks_decimal(const char *text)
{
	size_t ndigits = 0;

	if (*text == '-' || *text == '+')
		text++;
	for (; is_digit(*text); text++)
		ndigits++;
	if (*text == '.')
		for (text++; is_digit(*text); text++)
			ndigits++;
	if (ndigits == 0)
		return false;
	if (*text != 'e' && *text != 'E')
		return *text == '\0';
	text++;
	if (*text == '-' || *text == '+')
		text++;
	if (!is_digit(*text))
		return false;
	while (is_digit(*text))
		text++;
	return *text == '\0';
}

int
units_parse_double(const char *text, double *value_out, const char **why_out)
{
	if (!looks_decimal(text))
		return refuse(why_out, "a number is expected, such as 1.5");
	double value = strtod_l(text, NULL, c_locale());
	if (!isfinite(value))
		return refuse(why_out, "the number is too large");
	*value_out = value;
	return 0;
}

int
units_parse_percent(const char *text, double *frac_out, const char **why_out)
{
	static const char expected[] =
	    "a percentage is expected, such as 20%, from 0% to 100%";
	char number[32];
	size_t length = strlen(text);
	double value;

	if (length < 2 || length > sizeof(number) || text[length - 1] != '%' ||
	    !is_digit(text[0]))
		return refuse(why_out, expected);
	memcpy(number, text, length - 1);
	number[length - 1] = '\0';
	if (strpbrk(number, "eE") != NULL ||
	    units_parse_double(number, &value, why_out) == -1 || value > 100)
		return refuse(why_out, expected);
	*frac_out = value / 100;
	return 0;
}

/* printf() with a decimal point. */
static char *print(char *buffer, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static char *
print(char *buffer, size_t size, const char *format, ...)
{
	locale_t before = uselocale(c_locale());
	va_list args;

	va_start(args, format);
	vsnprintf(buffer, size, format, args);
	va_end(args);
	uselocale(before);
	return buffer;
}

char *
units_format_size(char *buffer, size_t size, uint64_t bytes)
{
	static const char *const names[] = {"", "KiB", "MiB", "GiB", "TiB"};
	size_t i = 0;

	while (i + 1 < COUNT(names) && bytes != 0 && bytes % 1024 == 0) {
		bytes /= 1024;
		i++;
	}
	return print(buffer, size, "%llu%s", (unsigned long long)bytes,
	    names[i]);
}

/* Adds "value" and 'unit' at the end of the text in 'buffer'. */
static void
append(char *buffer, size_t size, uint64_t value, const char *unit)
{
	size_t used = strlen(buffer);

	print(buffer + used, size - used, "%llu%s", (unsigned long long)value,
	    unit);
}

/* Adds seconds with the fraction that they have, no digit more. */
static void
append_seconds(char *buffer, size_t size, uint64_t ns)
{
	char fraction[16];
	int ndigits = 9;

	print(fraction, sizeof(fraction), "%09u", (unsigned)(ns % NS_PER_S));
	while (ndigits > 0 && fraction[ndigits - 1] == '0')
		ndigits--;
	append(buffer, size, ns / NS_PER_S, "");
	size_t used = strlen(buffer);
	print(buffer + used, size - used, "%s%.*ss", ndigits > 0 ? "." : "",
	    ndigits, fraction);
}

char *
units_format_duration(char *buffer, size_t size, uint64_t ns)
{
	/* Steps are told in seconds, as the PTS does, up to two minutes. */
	const uint64_t minutes_from_ns = 120 * NS_PER_S;
	const uint64_t days_from_ns = 2 * 86400 * NS_PER_S;

	buffer[0] = '\0';
	if (ns != 0 && ns < NS_PER_S) {
		const struct unit *unit = &durations[COUNT(durations) - 1];

		while (ns % 1000 == 0) {
			ns /= 1000;
			unit--;
		}
		append(buffer, size, ns, unit->name);
		return buffer;
	}
	if (ns >= minutes_from_ns) {
		for (size_t i = ns >= days_from_ns ? 0 : 1; i < 3; i++) {
			if (ns >= durations[i].factor)
				append(buffer, size, ns / durations[i].factor,
				    durations[i].name);
			ns %= durations[i].factor;
		}
		if (ns == 0)
			return buffer;
	}
	append_seconds(buffer, size, ns);
	return buffer;
}

/* Three significant digits of 0 <= value < 1000, after rounding. */
static char *
three_digits(char *buffer, size_t size, double value)
{
	int ndecimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;

	return print(buffer, size, "%.*f", ndecimals, value);
}

char *
units_format_latency(char *buffer, size_t size, double ns)
{
	static const char *const names[] = {"ns", "us", "ms", "s"};
	char digits[UNITS_TEXT];
	size_t i = 0;

	if (!isfinite(ns) || ns < 0)
		return print(buffer, size, "-");
	/* 999.5 us would print as 1000 us: it is 1.00 ms. */
	for (; i + 1 < COUNT(names) && ns >= 999.5; i++)
		ns /= 1000;
	if (ns >= 999.5 || i == 0)
		print(digits, sizeof(digits), "%.0f", ns);
	else
		three_digits(digits, sizeof(digits), ns);
	return print(buffer, size, "%s %s", digits, names[i]);
}

char *
units_format_capacity(char *buffer, size_t size, uint64_t bytes)
{
	static const char *const names[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
	double value = (double)bytes / 1000;
	size_t i = 0;

	if (bytes < 1000)
		return print(buffer, size, "%u B", (unsigned)bytes);
	/* 999.95 kB would print as 1000.0 kB: it is 1.0 MB. */
	for (; i + 1 < COUNT(names) && value >= 999.95; i++)
		value /= 1000;
	return print(buffer, size, "%.1f %s", value, names[i]);
}

char *
units_format_count(char *buffer, size_t size, double value)
{
	static const char *const names[] = {"", "k", "M", "G", "T"};
	char digits[UNITS_TEXT];
	size_t i = 0;

	if (!isfinite(value) || value < 0)
		return print(buffer, size, "-");
	if (value < 1000 && value == floor(value))
		return print(buffer, size, "%.0f", value);
	for (; i + 1 < COUNT(names) && value >= 999.5; i++)
		value /= 1000;
	if (value >= 999.5)
		print(digits, sizeof(digits), "%.3g", value);
	else
		three_digits(digits, sizeof(digits), value);
	return print(buffer, size, "%s%s", digits, names[i]);
}

char *
units_format_clock(char *buffer, size_t size, uint64_t seconds)
{
	unsigned long long days = seconds / 86400;
	unsigned h = (unsigned)(seconds / 3600 % 24);
	unsigned m = (unsigned)(seconds / 60 % 60);
	unsigned s = (unsigned)(seconds % 60);

	if (days > 0)
		return print(buffer, size, "%llud %02u:%02u:%02u", days, h, m,
		    s);
	if (h > 0)
		return print(buffer, size, "%u:%02u:%02u", h, m, s);
	return print(buffer, size, "%u:%02u", m, s);
}

char *
units_format_double(char *buffer, size_t size, double value)
{
	/* 15 digits survive any trip, 17 identify any double. */
	for (int ndigits = 15; ndigits <= 17; ndigits++) {
		print(buffer, size, "%.*g", ndigits, value);
		if (strtod_l(buffer, NULL, c_locale()) == value)
			break;
	}
	return buffer;
}

char *
units_format_percent(char *buffer, size_t size, double frac)
{
	const char *why;
	double again;

	/* 0.07 x 100 is not quite 7 in binary, but 7 / 100 is 0.07. */
	for (int ndecimals = 0; ndecimals <= 20; ndecimals++) {
		print(buffer, size, "%.*f%%", ndecimals, frac * 100);
		if (units_parse_percent(buffer, &again, &why) == 0 &&
		    again == frac)
			break;
	}
	return buffer;
}

char *
units_format_utc(char *buffer, size_t size, uint64_t realtime_ns)
{
	time_t seconds = (time_t)(realtime_ns / NS_PER_S);
	struct tm t;

	gmtime_r(&seconds, &t);
	return print(buffer, size, "%04d-%02d-%02dT%02d:%02d:%02dZ",
	    t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour, t.tm_min,
	    t.tm_sec);
}

char *
units_format_utc_ns(char *buffer, size_t size, uint64_t realtime_ns)
{
	char seconds[UNITS_TEXT];

	units_format_utc(seconds, sizeof(seconds), realtime_ns);
	seconds[strlen(seconds) - 1] = '\0';
	return print(buffer, size, "%s.%09uZ", seconds,
	    (unsigned)(realtime_ns % NS_PER_S));
}

/* Reads exactly 'ndigits' digits and the character behind them. */
static bool
read_field(const char **text, int ndigits, char behind, int *value_out)
{
	*value_out = 0;
	for (; ndigits > 0; ndigits--, (*text)++) {
		if (!is_digit(**text))
			return false;
		*value_out = *value_out * 10 + (**text - '0');
	}
	if (behind != '\0' && *(*text)++ != behind)
		return false;
	return true;
}

int
units_parse_utc(const char *text, uint64_t *realtime_ns_out,
    const char **why_out)
{
	static const char expected[] =
	    "a time of day is expected, such as 2026-11-30T09:58:24Z";
	struct tm t = {0};
	uint64_t fraction_ns = 0;

	if (!read_field(&text, 4, '-', &t.tm_year) ||
	    !read_field(&text, 2, '-', &t.tm_mon) ||
	    !read_field(&text, 2, 'T', &t.tm_mday) ||
	    !read_field(&text, 2, ':', &t.tm_hour) ||
	    !read_field(&text, 2, ':', &t.tm_min) ||
	    !read_field(&text, 2, '\0', &t.tm_sec))
		return refuse(why_out, expected);
	if (*text == '.') {
		uint64_t unit = NS_PER_S / 10;

		for (text++; is_digit(*text) && unit > 0; text++, unit /= 10)
			fraction_ns += (uint64_t)(*text - '0') * unit;
	}
	if (strcmp(text, "Z") != 0 || t.tm_hour > 23 || t.tm_min > 59 ||
	    t.tm_sec > 59)
		return refuse(why_out, expected);
	t.tm_year -= 1900;
	t.tm_mon--;
	/* timegm() turns the 31st of June into the 1st of July. */
	int day = t.tm_mday, month = t.tm_mon;
	time_t seconds = timegm(&t);
	if (t.tm_mday != day || t.tm_mon != month)
		return refuse(why_out, "there is no such day");
	uint64_t ns;
	if (seconds < 0 ||
	    __builtin_mul_overflow((uint64_t)seconds, NS_PER_S, &ns) ||
	    __builtin_add_overflow(ns, fraction_ns, &ns))
		return refuse(why_out, "the year must be from 1970 to 2553");
	*realtime_ns_out = ns;
	return 0;
}
