/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "model/factor.h"
#include "model/mixture.h"

/* How the values of a factor are written. */
struct notation {
	int (*parse)(const char *text, int64_t *value_out,
	    const char **why_out);
	char *(*format)(int64_t value, char *buffer, size_t size);
	int (*parse_cell)(const char *text, int64_t *value_out,
	    const char **why_out);
	char *(*format_cell)(int64_t value, char *buffer, size_t size);
};

static const char *const patterns[] = {
	[PATTERN_RANDOM] = "random",
	[PATTERN_SEQUENTIAL] = "sequential",
	[PATTERN_SHARED] = "sequential-shared",
};

#define NPATTERNS (sizeof(patterns) / sizeof(patterns[0]))

static const char *const arrivals[] = {
	[ARRIVAL_PACED] = "paced",
	[ARRIVAL_POISSON] = "poisson",
};

#define NARRIVALS (sizeof(arrivals) / sizeof(arrivals[0]))

static int
parse_whole(const char *text, int64_t *value_out, const char **why_out)
{
	uint64_t value;

	if (units_parse_whole(text, 0, INT64_MAX, &value, why_out) == -1)
		return -1;
	*value_out = (int64_t)value;
	return 0;
}

static char *
format_whole(int64_t value, char *buffer, size_t size)
{
	snprintf(buffer, size, "%" PRId64, value);
	return buffer;
}

static int
parse_mix(const char *text, int64_t *value_out, const char **why_out)
{
	uint64_t value;

	if (units_parse_mix(text, &value, why_out) == -1)
		return -1;
	*value_out = (int64_t)value;
	return 0;
}

static char *
format_mix(int64_t value, char *buffer, size_t size)
{
	snprintf(buffer, size, "%" PRId64 "/%" PRId64, value, 100 - value);
	return buffer;
}

/*
 * No drive has sectors below 512 bytes, and Linux moves less than 2 GiB in a
 * call.
 */
#define BLOCK_LEAST 512
#define BLOCK_MOST (1 << 30)
#define BLOCK_RANGE "a block is from 512 bytes to 1GiB"

static int
parse_share(const char *text, unsigned *percent_out, const char **why_out)
{
	uint64_t percent;

	if (units_parse_whole(text, 1, 100, &percent, why_out) == -1) {
		*why_out = "a share is a whole percentage from 1 to 100, "
		    "without its sign";
		return -1;
	}
	*percent_out = (unsigned)percent;
	return 0;
}

/* "4k/70": size/share. */
static int
take_size(struct mixture_part *part_out, const char *size, const char *share,
    const char **why_out)
{
	uint64_t bytes;

	if (units_parse_block(size, &bytes, why_out) == -1)
		return -1;
	if (bytes < BLOCK_LEAST || bytes > BLOCK_MOST) {
		*why_out = BLOCK_RANGE;
		return -1;
	}
	part_out->value = (int64_t)bytes;
	return parse_share(share, &part_out->percent, why_out);
}

static int
parse_block(const char *text, int64_t *value_out, const char **why_out)
{
	struct mixture m;
	uint64_t value;

	if (strchr(text, '/') != NULL) {
		if (mixture_read(text, take_size, &m, why_out) == -1)
			return -1;
		*value_out = mixture_intern(&m, why_out);
		return *value_out == -1 ? -1 : 0;
	}
	if (units_parse_block(text, &value, why_out) == -1)
		return -1;
	*value_out = value > BLOCK_MOST ? BLOCK_MOST + 1 : (int64_t)value;
	return 0;
}

static char *
format_block(int64_t value, char *buffer, size_t size)
{
	const struct mixture *m = mixture_of(value);
	size_t used = 0;

	if (m == NULL)
		return units_format_size(buffer, size, (uint64_t)value);
	for (unsigned i = 0; i < m->nparts && used < size; i++) {
		char bytes[UNITS_TEXT];

		units_format_size(bytes, sizeof(bytes),
		    (uint64_t)m->part[i].value);
		used += (size_t)snprintf(buffer + used, size - used, "%s%s/%u",
		    i > 0 ? ":" : "", bytes, m->part[i].percent);
	}
	return buffer;
}

static int
parse_block_cell(const char *text, int64_t *value_out, const char **why_out)
{
	return parse_block(text, value_out, why_out);
}

static char *
format_block_cell(int64_t value, char *buffer, size_t size)
{
	if (mixture_of(value) != NULL)
		return format_block(value, buffer, size);
	return format_whole(value, buffer, size);
}

uint64_t
factor_block(int64_t value)
{
	const struct mixture *m = mixture_of(value);
	int64_t most = m == NULL ? value : 0;

	for (unsigned i = 0; m != NULL && i < m->nparts; i++)
		if (m->part[i].value > most)
			most = m->part[i].value;
	return (uint64_t)most;
}

static int
parse_word(const char *text, const char *const *words, size_t nwords,
    int64_t *value_out)
{
	for (size_t i = 0; i < nwords; i++)
		if (strcmp(text, words[i]) == 0) {
			*value_out = (int64_t)i;
			return 0;
		}
	return -1;
}

static char *
format_word(int64_t value, const char *const *words, size_t nwords,
    char *buffer, size_t size)
{
	snprintf(buffer, size, "%s", value >= 0 && value < (int64_t)nwords ?
	    words[value] : "?");
	return buffer;
}

#define ZONED "zoned:"
#define PATTERN_RANGE "a pattern is random, sequential, sequential-shared, " \
	"or zones such as zoned:80/20:20/80"

/* "50/5": share of the I/Os/share of the region. */
static int
take_zone(struct mixture_part *part_out, const char *share, const char *size,
    const char **why_out)
{
	unsigned percent;

	if (parse_share(share, &part_out->percent, why_out) == -1 ||
	    parse_share(size, &percent, why_out) == -1)
		return -1;
	part_out->value = percent;
	return 0;
}

static int
parse_pattern(const char *text, int64_t *value_out, const char **why_out)
{
	size_t prefix = strlen(ZONED);
	struct mixture m;
	int64_t region = 0;

	if (strncmp(text, ZONED, prefix) != 0) {
		*why_out = PATTERN_RANGE;
		return parse_word(text, patterns, NPATTERNS, value_out);
	}
	if (mixture_read(text + prefix, take_zone, &m, why_out) == -1)
		return -1;
	for (unsigned i = 0; i < m.nparts; i++)
		region += m.part[i].value;
	if (region != 100) {
		*why_out = "the zones do not add up to 100";
		return -1;
	}
	*value_out = mixture_intern(&m, why_out);
	return *value_out == -1 ? -1 : 0;
}

static char *
format_pattern(int64_t value, char *buffer, size_t size)
{
	const struct mixture *m = mixture_of(value);
	size_t used;

	if (m == NULL)
		return format_word(value, patterns, NPATTERNS, buffer, size);
	used = (size_t)snprintf(buffer, size, "%s", ZONED);
	for (unsigned i = 0; i < m->nparts && used < size; i++)
		used += (size_t)snprintf(buffer + used, size - used,
		    "%s%u/%" PRId64, i > 0 ? ":" : "", m->part[i].percent,
		    m->part[i].value);
	return buffer;
}

static int
parse_arrival(const char *text, int64_t *value_out, const char **why_out)
{
	*why_out = "an arrival is paced or poisson";
	return parse_word(text, arrivals, NARRIVALS, value_out);
}

static char *
format_arrival(int64_t value, char *buffer, size_t size)
{
	return format_word(value, arrivals, NARRIVALS, buffer, size);
}

/* "500/s"; "none" is 0. */
static int
parse_rate(const char *text, int64_t *value_out, const char **why_out)
{
	size_t length = strlen(text);
	char number[FACTOR_TEXT];

	if (strcmp(text, "none") == 0) {
		*value_out = 0;
		return 0;
	}
	*why_out = "a rate is a whole number of I/Os a second, such as 500/s, "
	    "or none";
	if (length < 3 || length - 2 >= sizeof(number) ||
	    strcmp(text + length - 2, "/s") != 0)
		return -1;
	memcpy(number, text, length - 2);
	number[length - 2] = '\0';

	const char *why;
	int parsed = parse_whole(number, value_out, &why);

	return parsed == 0 && *value_out > 0 ? 0 : -1;
}

static char *
format_rate(int64_t value, char *buffer, size_t size)
{
	if (value == 0)
		snprintf(buffer, size, "none");
	else
		snprintf(buffer, size, "%" PRId64 "/s", value);
	return buffer;
}

/* A fraction as a whole number of parts, of which there are 'nparts'. */
static int
parse_parts(const char *text, double nparts, int64_t *value_out,
    const char **why_out)
{
	double frac;

	if (units_parse_percent(text, &frac, why_out) == -1)
		return -1;
	double parts = round(frac * nparts);
	/* 12.5% of 10000 parts is not quite 1250 in binary. */
	if (fabs(frac * nparts - parts) > 1e-6) {
		*why_out = nparts > 100 ?
		    "at most two digits behind the point count" :
		    "a whole percentage is expected";
		return -1;
	}
	*value_out = (int64_t)parts;
	return 0;
}

static int
parse_percent(const char *text, int64_t *value_out, const char **why_out)
{
	return parse_parts(text, 100, value_out, why_out);
}

static char *
format_percent(int64_t value, char *buffer, size_t size)
{
	snprintf(buffer, size, "%" PRId64 "%%", value);
	return buffer;
}

/*
 * A region is parts of 1/10000 of the target, or, above that number, bytes: a
 * region of so few bytes would hold nothing.
 */
#define REGION_PARTS 10000
#define REGION_LEAST_BYTES (1 << 20)

static int
parse_region(const char *text, int64_t *value_out, const char **why_out)
{
	size_t length = strlen(text);
	uint64_t bytes;

	if (length > 0 && text[length - 1] == '%')
		return parse_parts(text, REGION_PARTS, value_out, why_out);
	if (units_parse_size(text, &bytes, why_out) == -1) {
		*why_out = "a percentage or a size is expected, such as 75% "
		    "or 30GiB";
		return -1;
	}
	/* Behind the range of percentages, so that it is told apart. */
	*value_out = bytes < REGION_LEAST_BYTES || bytes >= MIXTURE_FIRST ?
	    0 : (int64_t)bytes;
	return 0;
}

static char *
format_region(int64_t value, char *buffer, size_t size)
{
	char number[UNITS_TEXT];

	if (value > REGION_PARTS)
		return units_format_size(buffer, size, (uint64_t)value);
	units_format_double(number, sizeof(number), (double)value / 100);
	snprintf(buffer, size, "%s%%", number);
	return buffer;
}

/* A cell of a percentage column has no percent sign; bytes say so. */
static char *
format_region_cell(int64_t value, char *buffer, size_t size)
{
	if (value > REGION_PARTS) {
		snprintf(buffer, size, "%" PRId64 "B", value);
		return buffer;
	}
	return units_format_double(buffer, size, (double)value / 100);
}

static int
parse_region_cell(const char *text, int64_t *value_out, const char **why_out)
{
	size_t length = strlen(text);
	bool is_bytes = length > 0 && text[length - 1] == 'B';
	char as_in_plans[FACTOR_TEXT];

	snprintf(as_in_plans, sizeof(as_in_plans), "%.*s%s",
	    is_bytes ? (int)length - 1 : FACTOR_TEXT - 2, text,
	    is_bytes ? "" : "%");
	return parse_region(as_in_plans, value_out, why_out);
}

uint64_t
factor_region(int64_t value, uint64_t bytes)
{
	if (value > REGION_PARTS)
		return (uint64_t)value;
	return (uint64_t)((unsigned __int128)bytes * (uint64_t)value /
	    REGION_PARTS);
}

static int
parse_pause(const char *text, int64_t *value_out, const char **why_out)
{
	uint64_t ns;

	if (units_parse_duration(text, &ns, why_out) == -1)
		return -1;
	*value_out = ns > INT64_MAX ? INT64_MAX : (int64_t)ns;
	return 0;
}

static char *
format_pause(int64_t value, char *buffer, size_t size)
{
	return units_format_duration(buffer, size, (uint64_t)value);
}

static const struct notation whole = {
	parse_whole, format_whole, parse_whole, format_whole
};
static const struct notation mix = {
	parse_mix, format_mix, parse_mix, format_mix
};
static const struct notation block = {
	parse_block, format_block, parse_block_cell, format_block_cell
};
static const struct notation pattern = {
	parse_pattern, format_pattern, parse_pattern, format_pattern
};
static const struct notation arrival = {
	parse_arrival, format_arrival, parse_arrival, format_arrival
};
static const struct notation rate = {
	parse_rate, format_rate, parse_whole, format_whole
};
static const struct notation region = {
	parse_region, format_region, parse_region_cell, format_region_cell
};
static const struct notation percent = {
	parse_percent, format_percent, parse_whole, format_whole
};
static const struct notation pause = {
	parse_pause, format_pause, parse_whole, format_whole
};

/*
 * Limits: 1024 threads and a depth of 32768 (the largest io_uring ring) are
 * beyond what any drive can tell apart.  The handle of a mixture is none of
 * them: its parts were checked.
 */
static const struct {
	const char *name, *column;
	const struct notation *notation;
	int64_t least, most, fallback;
	const char *range;
} table[NFACTORS] = {
	[FACTOR_MIX] = {"mix", "mix", &mix, 0, 100, 100,
	    "a mix is from 0/100 to 100/0"},
	[FACTOR_BLOCK] = {"block", "block_bytes", &block, BLOCK_LEAST,
	    BLOCK_MOST, 4096, BLOCK_RANGE},
	[FACTOR_THREADS] = {"threads", "threads", &whole, 1, 1024, 1,
	    "threads are from 1 to 1024"},
	[FACTOR_DEPTH] = {"depth", "depth", &whole, 1, 32768, 1,
	    "a depth is from 1 to 32768"},
	[FACTOR_PATTERN] = {"pattern", "pattern", &pattern, PATTERN_RANDOM,
	    PATTERN_SHARED, PATTERN_RANDOM, PATTERN_RANGE},
	[FACTOR_REGION] = {"region", "region_percent", &region, 1,
	    INT64_MAX, REGION_PARTS,
	    "a region is from 0.01% to 100%, or from 1MiB"},
	[FACTOR_COMPRESSIBLE] = {"compressible", "compressible_percent",
	    &percent, 0, 100, 0, "compressible is from 0% to 100%"},
	[FACTOR_RATE] = {"rate", "rate_per_s", &rate, 0, 1000000000, 0,
	    "a rate is from 1/s to 1000000000/s"},
	[FACTOR_ARRIVAL] = {"arrival", "arrival", &arrival, ARRIVAL_PACED,
	    ARRIVAL_POISSON, ARRIVAL_PACED,
	    "an arrival is paced or poisson"},
	[FACTOR_PAUSE] = {"pause", "pause_ns", &pause, 0,
	    INT64_C(30) * 86400 * 1000000000, 0,
	    "a pause is from 0s to 30d"},
};

struct factors
factor_defaults(void)
{
	struct factors factors;

	for (int f = 0; f < NFACTORS; f++)
		factors.value[f] = table[f].fallback;
	return factors;
}

enum factor
factor_find(const char *name)
{
	int f = 0;

	while (f < NFACTORS && strcmp(name, table[f].name) != 0)
		f++;
	return (enum factor)f;
}

const char *
factor_name(enum factor f)
{
	return table[f].name;
}

const char *
factor_column(enum factor f)
{
	return table[f].column;
}

char *
factor_names(struct arena *a)
{
	char *list = arena_strdup(a, table[0].name);

	for (int f = 1; f < NFACTORS; f++)
		list = arena_printf(a, "%s, %s", list, table[f].name);
	return list;
}

static int
check_range(enum factor f, int64_t value, int64_t *value_out,
    const char **why_out)
{
	bool mixed = (f == FACTOR_BLOCK || f == FACTOR_PATTERN) &&
	    mixture_of(value) != NULL;

	if (!mixed && (value < table[f].least || value > table[f].most)) {
		*why_out = table[f].range;
		return -1;
	}
	*value_out = value;
	return 0;
}

int
factor_parse(enum factor f, const char *text, int64_t *value_out,
    const char **why_out)
{
	int64_t value;

	if (table[f].notation->parse(text, &value, why_out) == -1)
		return -1;
	return check_range(f, value, value_out, why_out);
}

char *
factor_format(enum factor f, int64_t value, char *buffer, size_t size)
{
	return table[f].notation->format(value, buffer, size);
}

int
factor_parse_cell(enum factor f, const char *text, int64_t *value_out,
    const char **why_out)
{
	int64_t value;

	if (table[f].notation->parse_cell(text, &value, why_out) == -1)
		return -1;
	return check_range(f, value, value_out, why_out);
}

char *
factor_format_cell(enum factor f, int64_t value, char *buffer, size_t size)
{
	return table[f].notation->format_cell(value, buffer, size);
}

bool
factors_equal(const struct factors *a, const struct factors *b)
{
	for (int f = 0; f < NFACTORS; f++)
		if (a->value[f] != b->value[f])
			return false;
	return true;
}

char *
factors_to_text(struct arena *a, const struct factors *f)
{
	char text[NFACTORS * (FACTOR_TEXT + 16)];
	size_t used = 0;

	for (int i = 0; i < NFACTORS; i++) {
		char value[FACTOR_TEXT];

		factor_format((enum factor)i, f->value[i], value,
		    sizeof(value));
		used += (size_t)snprintf(text + used, sizeof(text) - used,
		    "%s%s=%s", i > 0 ? " " : "", table[i].name, value);
	}
	return arena_strndup(a, text, used);
}

/* Reads one "name=value" of 'length' bytes into 'factors'. */
static int
read_word(const char *word, size_t length, struct factors *factors,
    const char **why_out)
{
	const char *equals = memchr(word, '=', length);
	char name[16], value[FACTOR_TEXT];

	if (equals == NULL) {
		*why_out = "factors are name=value";
		return -1;
	}
	size_t name_length = (size_t)(equals - word);
	size_t value_length = length - name_length - 1;
	if (name_length >= sizeof(name))
		return 0;
	memcpy(name, word, name_length);
	name[name_length] = '\0';
	enum factor f = factor_find(name);
	if (f == NFACTORS)
		return 0;
	if (value_length >= sizeof(value)) {
		*why_out = "the value of a factor is too long";
		return -1;
	}
	memcpy(value, equals + 1, value_length);
	value[value_length] = '\0';
	return factor_parse(f, value, &factors->value[f], why_out);
}

int
factors_from_text(const char *text, struct factors *f_out,
    const char **why_out)
{
	static const char blanks[] = " \t\r\n";
	struct factors factors = factor_defaults();

	for (text += strspn(text, blanks); *text != '\0';
	    text += strspn(text, blanks)) {
		size_t length = strcspn(text, blanks);

		if (read_word(text, length, &factors, why_out) == -1)
			return -1;
		text += length;
	}
	*f_out = factors;
	return 0;
}
