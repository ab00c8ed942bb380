/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analyze/label.h"

/* The order in which people name a workload, and the word before the value. */
static const struct {
	enum factor factor;
	const char *before, *after;
} words[] = {
	{FACTOR_PATTERN, "", ""},
	{FACTOR_BLOCK, "", ""},
	{FACTOR_MIX, "R/W ", ""},
	{FACTOR_THREADS, "", " thread"},
	{FACTOR_DEPTH, "depth ", ""},
	{FACTOR_REGION, "region ", ""},
	{FACTOR_COMPRESSIBLE, "compressible ", ""},
	{FACTOR_RATE, "rate ", ""},
	{FACTOR_ARRIVAL, "", ""},
	{FACTOR_PAUSE, "pause ", ""},
};

static const struct {
	const char *metric, *label;
} metrics[] = {
	{"iops", "IOPS"},
	{"mb_s", "MB/s"},
	{"lat_mean", "mean latency"},
};

const char *
label_factors(struct arena *a, const struct factors *f, uint32_t which)
{
	const char *label = "";
	char text[FACTOR_TEXT];

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		enum factor factor = words[i].factor;
		bool many = factor == FACTOR_THREADS && f->value[factor] != 1;

		if ((which & 1u << factor) == 0)
			continue;
		label = arena_printf(a, "%s%s%s%s%s%s", label,
		    *label != '\0' ? ", " : "", words[i].before,
		    factor_format(factor, f->value[factor], text,
		    sizeof(text)), words[i].after, many ? "s" : "");
	}
	return label;
}

const char *
label_track(struct arena *a, const struct plan_track *track)
{
	const char *metric = track->metric, *where;

	for (size_t i = 0; i < sizeof(metrics) / sizeof(metrics[0]); i++) {
		if (strcmp(metrics[i].metric, track->metric) == 0)
			metric = metrics[i].label;
	}
	if (strcmp(track->op, "all") != 0)
		metric = arena_printf(a, "%s of %ss", metric, track->op);
	where = label_factors(a, &track->at, track->fixed);
	if (*where == '\0')
		return metric;
	return arena_printf(a, "%s, %s", metric, where);
}

const char *
label_number(struct arena *a, double value)
{
	int decimals = 0;

	if (!isfinite(value))
		return "unknown";
	/* What would be rounded up to the next power of ten has its digits. */
	for (double least = 99.95; decimals < 6 && fabs(value) < least &&
	    value != floor(value); least /= 10)
		decimals++;
	return arena_printf(a, "%.*f", decimals, value);
}

#define MOST_RANGES 8

const char *
label_numbers(struct arena *a, const uint32_t *numbers, size_t n)
{
	const char *text = "";
	size_t nranges = 0;

	for (size_t i = 0; i < n; nranges++) {
		uint32_t first = numbers[i], last = first;

		if (nranges == MOST_RANGES)
			return arena_printf(a, "%s ...", text);
		for (i++; i < n && numbers[i] - last <= 1; i++)
			last = numbers[i];
		text = arena_printf(a, "%s%s%" PRIu32, text,
		    nranges > 0 ? ", " : "", first);
		if (last > first)
			text = arena_printf(a, "%s-%" PRIu32, text, last);
	}
	return text;
}
