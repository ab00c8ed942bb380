/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "render/choice.h"

#define LEAST_BEYOND 10

int
choice_factor(const struct table *t, size_t row, enum factor f,
    int64_t *value_out)
{
	const char *text = table_text(t, row, factor_column(f));
	const char *why;

	if (*text == '\0')
		return -1;
	return factor_parse_cell(f, text, value_out, &why);
}

bool
choice_has(const struct choice *c, const struct table *t, size_t row)
{
	int64_t value;

	if (strcmp(table_text(t, row, "test"), c->test) != 0 ||
	    strcmp(table_text(t, row, "op"), c->op) != 0)
		return false;
	for (int f = 0; f < NFACTORS; f++) {
		if ((c->fixed & 1u << f) == 0)
			continue;
		if (choice_factor(t, row, (enum factor)f, &value) == 0 &&
		    value != c->at.value[f])
			return false;
	}
	return true;
}

bool
choice_is_weak(const struct table *t, size_t row, const struct metric *m)
{
	return m->beyond > 0 && (double)table_whole(t, row, "count") *
	    m->beyond < LEAST_BEYOND;
}

int
choice_row(const struct choice *c, const struct table *t)
{
	for (size_t row = 0; row < t->nrows; row++)
		if (choice_has(c, t, row))
			return (int)row;
	return -1;
}

struct choice
choice_of_track(const struct result_test *test,
    const struct result_track *track)
{
	return (struct choice){.test = test->id, .op = track->op,
	    .fixed = track->fixed, .at = track->at};
}

/* The round that a row is the value of, or 0. */
static uint64_t
round_of(const struct plan_stage *stage, const struct table *t, size_t row)
{
	uint64_t record = table_whole(t, row, "record");

	if (stage == NULL || stage->steady.every == 0)
		return record <= 1 ? table_whole(t, row, "round") : 0;
	if (record == 0 ||
	    (record - 1) % stage->steady.every + 1 != stage->steady.sample)
		return 0;
	return (record - 1) / stage->steady.every + 1;
}

double *
choice_rounds(struct arena *a, const struct choice *c,
    const struct plan_stage *stage, const struct table *t, const char *column,
    unsigned first, unsigned last)
{
	size_t count = last - first + 1;
	double *values = arena_array(a, count, sizeof(*values));

	for (size_t i = 0; i < count; i++)
		values[i] = NAN;
	for (size_t row = 0; row < t->nrows; row++) {
		uint64_t round = round_of(stage, t, row);

		if (round >= first && round <= last &&
		    isnan(values[round - first]) && choice_has(c, t, row))
			values[round - first] = table_number(t, row, column);
	}
	return values;
}

static int
compare_values(const void *left, const void *right)
{
	int64_t l = *(const int64_t *)left, r = *(const int64_t *)right;

	return l < r ? -1 : l > r;
}

size_t
choice_values(struct arena *a, const struct choice *c, const struct table *t,
    enum factor f, int64_t **values_out)
{
	size_t count = 0;
	int64_t *values = NULL, value;

	for (size_t row = 0; row < t->nrows; row++) {
		size_t i = 0;

		if (!choice_has(c, t, row) ||
		    choice_factor(t, row, f, &value) == -1)
			continue;
		while (i < count && values[i] != value)
			i++;
		if (i < count)
			continue;
		values = arena_grow(a, values, count, sizeof(*values));
		values[count++] = value;
	}
	if (count > 0)
		qsort(values, count, sizeof(*values), compare_values);
	*values_out = values;
	return count;
}

/* Whether the test has several values of a factor; the greatest of them. */
static bool
is_varied(const struct scope *s, const struct choice *c, enum factor f,
    int64_t *most_out)
{
	struct choice any = {.test = c->test, .op = c->op};
	int64_t *values;
	size_t count = choice_values(s->arena, &any, s->in->points, f,
	    &values);

	if (count < 2)
		return false;
	*most_out = values[count - 1];
	return true;
}

int
choice_make(const struct scope *s, const char *op,
    const char *const filters[NFACTORS], uint32_t used,
    struct choice *choice_out)
{
	struct choice c = {.test = s->test->id, .op = op};

	for (int i = 0; i < NFACTORS; i++) {
		enum factor f = (enum factor)i;
		const char *why;

		if (filters[f] != NULL) {
			const char *text = scope_expand(s, filters[f]);

			if (factor_parse(f, text, &c.at.value[f], &why) == -1) {
				warn_msg("template: %s=\"%s\": %s",
				    factor_name(f), text, why);
				return -1;
			}
			c.fixed |= 1u << f;
		} else if ((used & 1u << f) == 0 &&
		    is_varied(s, &c, f, &c.at.value[f])) {
			c.fixed |= 1u << f;
		}
	}
	*choice_out = c;
	return 0;
}

int
choice_single(const struct scope *s, const struct choice *c, enum factor f,
    int64_t *value_out)
{
	int64_t *values;

	if (choice_values(s->arena, c, s->in->points, f, &values) != 1)
		return -1;
	*value_out = values[0];
	return 0;
}

const char *
choice_words(const struct scope *s, const struct choice *c, uint32_t used)
{
	static const struct { enum factor f; const char *prefix; } order[] = {
		{FACTOR_PATTERN, ""}, {FACTOR_BLOCK, ""},
		{FACTOR_MIX, "R/W\u00a0"}, {FACTOR_THREADS, "TC\u00a0"},
		{FACTOR_DEPTH, "QD\u00a0"},
	};
	const char *words = "";

	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		enum factor f = order[i].f;
		int64_t value;

		if ((used & 1u << f) != 0)
			continue;
		if ((c->fixed & 1u << f) != 0)
			value = c->at.value[f];
		else if (is_varied(s, c, f, &value))
			continue;
		else if (choice_single(s, c, f, &value) == 0)
			;	/* a point that another test found */
		else if (s->stage != NULL)
			value = s->stage->base.value[f];
		else
			continue;
		words = arena_printf(s->arena, "%s%s%s%s", words,
		    *words == '\0' ? "" : ", ", order[i].prefix,
		    scope_factor(s, f, value));
	}
	return words;
}
