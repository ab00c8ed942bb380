/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers become text and text becomes numbers exactly as documented, and
 * nothing else is taken for a number. */
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define REFUSED UINT64_MAX

struct parse_case {
	const char *text;
	uint64_t value;		/* or REFUSED */
};

static const struct parse_case sizes[] = {
	{"512", 512},
	{"0", 0},
	{"4k", 4096},
	{"4K", 4096},
	{"4KiB", 4096},
	{"4kiB", 4096},
	{"4kB", 4000},
	{"1M", 1048576},
	{"1MiB", 1048576},
	{"1MB", 1000000},
	{"3GiB", UINT64_C(3221225472)},
	{"960GB", UINT64_C(960000000000)},
	{"2T", UINT64_C(2199023255552)},
	{"2TB", UINT64_C(2000000000000)},
	{"18446744073709551614", UINT64_C(18446744073709551614)},
	{"18446744073709551616", REFUSED},	/* 2^64 */
	{"16777216T", REFUSED},			/* 2^64 too */
	{"0.5KiB", REFUSED},			/* 512 is meant */
	{"4 KiB", REFUSED},
	{"4Kb", REFUSED},			/* bits? */
	{"4KB", REFUSED},			/* 1000 or 1024? */
	{"4m", REFUSED},			/* milli? */
	{"-4k", REFUSED},
	{"+4k", REFUSED},
	{"0x10", REFUSED},
	{"4KiB ", REFUSED},
	{"", REFUSED},
	{"k", REFUSED},
	{"4KiBiB", REFUSED},
};

static const struct parse_case blocks[] = {
	{"4k", 4096},
	{"512", 512},
	{"4160", 4160},		/* 4 KiB and 64 bytes of metadata */
	{"4kB", REFUSED},
	{"1MB", REFUSED},
	{"4096kB", REFUSED},
	{"0", REFUSED},
	{"0k", REFUSED},
};

static const struct parse_case durations[] = {
	{"35s", UINT64_C(35000000000)},
	{"500ms", 500000000},
	{"20m", UINT64_C(1200000000000)},
	{"6h", UINT64_C(21600000000000)},
	{"2d", UINT64_C(172800000000000)},
	{"10us", 10000},
	{"7ns", 7},
	{"0s", 0},
	{"1.5h", UINT64_C(5400000000000)},
	{"1h30m", UINT64_C(5400000000000)},
	{"1h30m0.5s", UINT64_C(5400500000000)},
	{"1m1ms", UINT64_C(60001000000)},	/* m, and then ms */
	{"0.000000001s", 1},
	{"0.100000000000s", 100000000},		/* zeros beyond ns are nothing */
	{"0.0000000001s", REFUSED},		/* a tenth of a ns */
	{"1.5ns", REFUSED},
	{"1.00000000005ns", REFUSED},
	{"60", REFUSED},			/* of what? */
	{"1.5h30m", REFUSED},
	{"30m1h", REFUSED},			/* a slip: which one is right? */
	{"1h1h", REFUSED},
	{"1min", REFUSED},
	{"1.s", REFUSED},
	{".5s", REFUSED},
	{"1e3s", REFUSED},
	{"-1s", REFUSED},
	{"1 s", REFUSED},
	{"", REFUSED},
	{"213503d", UINT64_C(213503) * 86400 * UINT64_C(1000000000)},
	{"213504d", REFUSED},			/* over 2^64 ns */
};

static const struct parse_case mixes[] = {
	{"65/35", 65},
	{"100/0", 100},
	{"0/100", 0},
	{"65/36", REFUSED},
	{"65/34", REFUSED},
	{"65", REFUSED},
	{"65/", REFUSED},
	{"/35", REFUSED},
	{"65:35", REFUSED},
	{"165/-65", REFUSED},
	{"18446744073709551615/101", REFUSED},	/* adds up modulo 2^64 */
};

static const struct parse_case times[] = {
	{"2026-11-30T09:58:24Z", UINT64_C(1796032704000000000)},
	{"1970-01-01T00:00:00Z", 0},
	{"2024-02-29T00:00:00Z", UINT64_C(1709164800000000000)},
	{"2026-11-30T09:58:24.5Z", UINT64_C(1796032704500000000)},
	{"2026-11-30T09:58:24.000000001Z", UINT64_C(1796032704000000001)},
	{"2026-11-30T09:58:24.0000000001Z", REFUSED},
	{"2026-02-29T00:00:00Z", REFUSED},	/* no leap year */
	{"2026-06-31T00:00:00Z", REFUSED},
	{"2026-13-01T00:00:00Z", REFUSED},
	{"2026-11-30T24:00:00Z", REFUSED},
	{"2026-11-30 09:58:24Z", REFUSED},
	{"2026-11-30T09:58:24", REFUSED},	/* whose noon? */
	{"2026-11-30T09:58:24+01:00", REFUSED},
	{"1969-12-31T23:59:59Z", REFUSED},
	{"2555-01-01T00:00:00Z", REFUSED},	/* over 2^64 ns */
	{"", REFUSED},
};

static int failures;

static void
check_parser(const char *name, const struct parse_case *c, size_t ncases,
    int (*parse)(const char *text, uint64_t *value_out, const char **why_out))
{
	for (; ncases > 0; ncases--, c++) {
		uint64_t value = 0;
		const char *why = NULL;
		int result = parse(c->text, &value, &why);

		if (c->value == REFUSED ? result == -1 && why != NULL :
		    result == 0 && value == c->value)
			continue;
		printf("%s: \"%s\" gives %d, %" PRIu64 "\n", name, c->text,
		    result, value);
		failures++;
	}
}

static void
check_whole(void)
{
	static const struct {
		const char *text;
		uint64_t least, most;
		int result;
	} cases[] = {
		{"1", 1, 10, 0},
		{"10", 1, 10, 0},
		{"0", 1, 10, -1},
		{"11", 1, 10, -1},
		{"007", 1, 10, 0},
		{"18446744073709551615", 0, UINT64_MAX, 0},
		{"18446744073709551616", 0, UINT64_MAX, -1},
		{"1.0", 0, 10, -1},
		{" 1", 0, 10, -1},
		{"1 ", 0, 10, -1},
		{"", 0, 10, -1},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *why;
		uint64_t value;

		if (units_parse_whole(cases[i].text, cases[i].least,
		    cases[i].most, &value, &why) == cases[i].result)
			continue;
		printf("whole: \"%s\"\n", cases[i].text);
		failures++;
	}
}

static void
check_doubles(void)
{
	static const struct {
		const char *text;
		double value;	/* NAN: refused */
	} numbers[] = {
		{"1.5", 1.5}, {"-1.5", -1.5}, {"2", 2}, {".5", 0.5},
		{"5.", 5}, {"1e3", 1000}, {"1E-3", 0.001}, {"+1", 1},
		{"1e999", NAN},		/* infinite */
		{"inf", NAN}, {"nan", NAN}, {"0x1p3", NAN}, {"", NAN},
		{".", NAN}, {"1e", NAN}, {"1,5", NAN}, {" 1", NAN},
		{"1 ", NAN}, {"1.5.5", NAN}, {"--1", NAN},
	}, percents[] = {
		{"20%", 0.2}, {"12.5%", 0.125}, {"0%", 0}, {"100%", 1},
		{"0.01%", 0.0001}, {"100.1%", NAN}, {"-1%", NAN},
		{"20", NAN}, {"%", NAN}, {"1e1%", NAN}, {"20 %", NAN},
		{"", NAN}, {"20%%", NAN},
		{"0.000000000000000000000000000000000001%", NAN}, /* too long */
	};
	const char *why;
	double value;

	for (size_t i = 0; i < COUNT(numbers); i++) {
		if (units_parse_double(numbers[i].text, &value, &why) == -1)
			value = NAN;
		if (value == numbers[i].value ||
		    (isnan(value) && isnan(numbers[i].value)))
			continue;
		printf("double: \"%s\" gives %g\n", numbers[i].text, value);
		failures++;
	}
	for (size_t i = 0; i < COUNT(percents); i++) {
		if (units_parse_percent(percents[i].text, &value, &why) == -1)
			value = NAN;
		if (value == percents[i].value ||
		    (isnan(value) && isnan(percents[i].value)))
			continue;
		printf("percent: \"%s\" gives %g\n", percents[i].text, value);
		failures++;
	}
}

static void
expect(const char *what, const char *got, const char *wanted)
{
	if (strcmp(got, wanted) == 0)
		return;
	printf("%s: \"%s\", expected \"%s\"\n", what, got, wanted);
	failures++;
}

static void
check_whole_formatters(void)
{
	static const struct {
		char *(*format)(char *buffer, size_t size, uint64_t value);
		uint64_t value;
		const char *text;
	} cases[] = {
		{units_format_size, 0, "0"},
		{units_format_size, 512, "512"},
		{units_format_size, 4096, "4KiB"},
		{units_format_size, 4160, "4160"},	/* exact, not 4.06KiB */
		{units_format_size, 1 << 20, "1MiB"},
		{units_format_size, (1 << 20) + 1024, "1025KiB"},
		{units_format_size, UINT64_C(1) << 50, "1024TiB"},
		{units_format_size, UINT64_MAX, "18446744073709551615"},
		{units_format_duration, 0, "0s"},
		{units_format_duration, 7, "7ns"},
		{units_format_duration, 10000, "10us"},
		{units_format_duration, 10001, "10001ns"},
		{units_format_duration, 250000000, "250ms"},
		{units_format_duration, UINT64_C(1000000000), "1s"},
		{units_format_duration, UINT64_C(1500000000), "1.5s"},
		{units_format_duration, UINT64_C(8571428571), "8.571428571s"},
		{units_format_duration, UINT64_C(60000000000), "60s"},
		{units_format_duration, UINT64_C(90000000000), "90s"},
		{units_format_duration, UINT64_C(120000000000), "2m"},
		{units_format_duration, UINT64_C(1200000000000), "20m"},
		{units_format_duration, UINT64_C(5400000000000), "1h30m"},
		{units_format_duration, UINT64_C(125500000000), "2m5.5s"},
		{units_format_duration, UINT64_C(86400000000000), "24h"},
		{units_format_duration, UINT64_C(172800000000000), "2d"},
		{units_format_capacity, 999, "999 B"},
		{units_format_capacity, 1000, "1.0 kB"},
		{units_format_capacity, 999949, "999.9 kB"},
		{units_format_capacity, 999950, "1.0 MB"},  /* not 1000.0 kB */
		{units_format_capacity, UINT64_C(960197124096), "960.2 GB"},
		{units_format_capacity, UINT64_C(3840755982336), "3.8 TB"},
		{units_format_capacity, UINT64_MAX, "18.4 EB"},
		{units_format_clock, 0, "0:00"},
		{units_format_clock, 187, "3:07"},
		{units_format_clock, 3765, "1:02:45"},
		{units_format_clock, 183600, "2d 03:00:00"},
		{units_format_utc, UINT64_C(1796032704999999999),
		    "2026-11-30T09:58:24Z"},		/* never rounded up */
		{units_format_utc_ns, UINT64_C(1796032704000000001),
		    "2026-11-30T09:58:24.000000001Z"},
		{units_format_utc_ns, UINT64_MAX,
		    "2554-07-21T23:34:33.709551615Z"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		char buffer[UNITS_TEXT];

		expect("format", cases[i].format(buffer, sizeof(buffer),
		    cases[i].value), cases[i].text);
	}
}

static void
check_double_formatters(void)
{
	static const struct {
		char *(*format)(char *buffer, size_t size, double value);
		double value;
		const char *text;
	} cases[] = {
		{units_format_latency, 0, "0 ns"},
		{units_format_latency, 870, "870 ns"},
		{units_format_latency, 999.4, "999 ns"},
		{units_format_latency, 999.5, "1.00 us"},
		{units_format_latency, 18400, "18.4 us"},
		{units_format_latency, 9994, "9.99 us"},
		{units_format_latency, 9996, "10.0 us"},  /* not 10.00 */
		{units_format_latency, 999999, "1.00 ms"}, /* not 1000 us */
		{units_format_latency, 1.2e6, "1.20 ms"},
		{units_format_latency, 3.1e9, "3.10 s"},
		{units_format_latency, 4.5e12, "4500 s"},
		{units_format_latency, NAN, "-"},
		{units_format_count, 0, "0"},
		{units_format_count, 870, "870"},
		{units_format_count, 87.25, "87.2"},
		{units_format_count, 999.7, "1.00k"},
		{units_format_count, 25100, "25.1k"},
		{units_format_count, 999600, "1.00M"},
		{units_format_count, 1.44e6, "1.44M"},
		{units_format_count, INFINITY, "-"},
		{units_format_double, 0.1, "0.1"},
		{units_format_double, 2, "2"},
		{units_format_double, 1.0 / 3, "0.3333333333333333"},
		{units_format_double, 123456789012, "123456789012"},
		{units_format_double, -1.5e-9, "-1.5e-09"},
		{units_format_percent, 0.2, "20%"},
		{units_format_percent, 0.07, "7%"},	/* 7.000000000000001 */
		{units_format_percent, 0.125, "12.5%"},
		{units_format_percent, 1, "100%"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		char buffer[UNITS_TEXT];

		expect("format", cases[i].format(buffer, sizeof(buffer),
		    cases[i].value), cases[i].text);
	}
}

/* What is written reads back as the same value. */
static void
check_round_trips(void)
{
	uint64_t x = 1;

	for (int i = 0; i < 100000; i++) {
		char text[UNITS_TEXT];
		const char *why;
		uint64_t ns = 0, size = 0, utc = 0;
		double d = 0, number;

		/* A generator of all magnitudes: constants of Knuth's MMIX. */
		x = x * UINT64_C(6364136223846793005) +
		    UINT64_C(1442695040888963407);
		uint64_t value = x >> (x % 64);
		memcpy(&number, &x, sizeof(number));

		units_format_duration(text, sizeof(text), value);
		if (units_parse_duration(text, &ns, &why) == -1 || ns != value)
			printf("%" PRIu64 " ns: %s\n", value, text), failures++;
		units_format_size(text, sizeof(text), value);
		if (units_parse_size(text, &size, &why) == -1 || size != value)
			printf("%" PRIu64 " B: %s\n", value, text), failures++;
		units_format_utc_ns(text, sizeof(text), value);
		if (units_parse_utc(text, &utc, &why) == -1 || utc != value)
			printf("%" PRIu64 " UTC: %s\n", value, text), failures++;
		units_format_double(text, sizeof(text), number);
		if (isfinite(number) &&
		    (units_parse_double(text, &d, &why) == -1 || d != number))
			printf("%a: %s\n", number, text), failures++;
	}
}

int
main(void)
{
	check_parser("size", sizes, COUNT(sizes), units_parse_size);
	check_parser("block", blocks, COUNT(blocks), units_parse_block);
	check_parser("duration", durations, COUNT(durations),
	    units_parse_duration);
	check_parser("mix", mixes, COUNT(mixes), units_parse_mix);
	check_parser("utc", times, COUNT(times), units_parse_utc);
	/* The second time in a country with a decimal comma, if it is here. */
	for (int turn = 0; turn < 2; turn++) {
		check_whole();
		check_doubles();
		check_whole_formatters();
		check_double_formatters();
		check_round_trips();
		if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL &&
		    setlocale(LC_ALL, "ru_RU.UTF-8") == NULL)
			break;
	}
	return failures != 0;
}
