/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "model/amount.h"

#define MOST_PERCENT 100000

/* So many that their bytes are exact in a double. */
#define MOST_IOS (UINT64_C(1) << 52)

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

static int
parse_ios(const char *text, size_t length, struct amount *amount_out,
    const char **why_out)
{
	char number[UNITS_TEXT];
	uint64_t ios;
	const char *why;

	*why_out = "a whole number of I/Os is expected, such as 5000io";
	if (length >= sizeof(number))
		return -1;
	memcpy(number, text, length);
	number[length] = '\0';
	if (units_parse_whole(number, 1, MOST_IOS, &ios, &why) == -1)
		return -1;
	*amount_out = (struct amount){.ios = ios};
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
	if (length > 2 && strcmp(text + length - 2, "io") == 0)
		return parse_ios(text, length - 2, amount_out, why_out);
	if (units_parse_size(text, &bytes, why_out) == -1 || bytes == 0 ||
	    bytes > MOST_BYTES) {
		*why_out = "a percentage of the capacity, a size or a number "
		    "of I/Os is expected, such as 400%, 30GiB or 5000io";
		return -1;
	}
	*amount_out = (struct amount){.bytes = bytes};
	return 0;
}

char *
amount_format(const struct amount *amount, char *buffer, size_t size)
{
	char number[UNITS_TEXT];

	if (amount->ios > 0) {
		snprintf(buffer, size, "%" PRIu64 "io", amount->ios);
		return buffer;
	}
	if (amount->bytes > 0)
		return units_format_size(buffer, size, amount->bytes);
	if (!(amount->percent > 0))
		return NULL;
	units_format_double(number, sizeof(number), amount->percent);
	snprintf(buffer, size, "%s%%", number);
	return buffer;
}

bool
amount_is_told(const struct amount *amount)
{
	return amount->bytes > 0 || amount->percent > 0 || amount->ios > 0;
}

uint64_t
amount_bytes(const struct amount *amount, uint64_t capacity,
    uint64_t block_bytes)
{
	double bytes = amount->percent / 100 * (double)capacity +
	    (double)amount->ios * (double)block_bytes;

	if (amount->bytes > 0)
		return amount->bytes;
	return bytes < (double)MOST_BYTES ? (uint64_t)bytes :
	    (uint64_t)MOST_BYTES;
}
