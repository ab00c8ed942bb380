/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "model/amount.h"

#define MOST_PERCENT 100000

/* Behind the size of any target; 2^63 is no number of bytes. */
#define MOST_BYTES (INT64_C(1) << 62)

static int
parse_percent(const char *text, size_t length, struct amount *amount_out,
    const char **why_out)
{
	char number[UNITS_TEXT];
	double percent = 0;

	*why_out = "a percentage of the capacity above 0% and up to 100000% "
	    "is expected";
	if (length >= sizeof(number))
		return -1;
	memcpy(number, text, length);
	number[length] = '\0';

	const char *why;

	if (units_parse_double(number, &percent, &why) == -1 ||
	    !(percent > 0) || percent > MOST_PERCENT)
		return -1;
	*amount_out = (struct amount){.percent = percent};
	return 0;
}

int
amount_parse(const char *text, struct amount *amount_out,
    const char **why_out)
{
	size_t length = strlen(text);
	uint64_t bytes;

	if (length > 0 && text[length - 1] == '%')
		return parse_percent(text, length - 1, amount_out, why_out);
	if (units_parse_size(text, &bytes, why_out) == -1 || bytes == 0 ||
	    bytes > MOST_BYTES) {
		*why_out = "a percentage of the capacity or a size is "
		    "expected, such as 400% or 30GiB";
		return -1;
	}
	*amount_out = (struct amount){.bytes = bytes};
	return 0;
}

char *
amount_format(const struct amount *amount, char *buffer, size_t size)
{
	char number[UNITS_TEXT];

	if (amount->bytes > 0)
		return units_format_size(buffer, size, amount->bytes);
	if (!(amount->percent > 0))
		return NULL;
	units_format_double(number, sizeof(number), amount->percent);
	snprintf(buffer, size, "%s%%", number);
	return buffer;
}

uint64_t
amount_bytes(const struct amount *amount, uint64_t capacity)
{
	double bytes = amount->percent / 100 * (double)capacity;

	if (amount->bytes > 0)
		return amount->bytes;
	return bytes < (double)MOST_BYTES ? (uint64_t)bytes :
	    (uint64_t)MOST_BYTES;
}
