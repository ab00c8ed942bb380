/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "render/records.h"

/* A test whose load changes all the time has no parts to speak of. */
#define MOST_PARTS 16

/* Fewer seconds to a record show little that the record does not. */
#define LEAST_SECONDS 5

static bool
has_records(const struct scope *s, const struct choice *c)
{
	const struct table *t = s->in->cells;

	for (size_t row = 0; row < t->nrows; row++)
		if (choice_has(c, t, row) && table_whole(t, row, "record") > 0)
			return true;
	return false;
}

/* The rows of op "write", in the order of the table, and a place in it. */
struct writes {
	size_t count, next;
	size_t *rows;
};

static struct writes
find_writes(const struct scope *s)
{
	const struct table *t = s->in->cells;
	struct choice written = {.test = s->test->id, .op = "write"};
	struct writes w = {.rows = arena_array(s->arena, t->nrows + 1,
	    sizeof(*w.rows))};

	for (size_t row = 0; row < t->nrows; row++)
		if (choice_has(&written, t, row))
			w.rows[w.count++] = row;
	return w;
}

/* GB written in the record of a row; rows are asked for in order. */
static double
written_gb(const struct table *t, struct writes *w, size_t row)
{
	uint64_t step = table_whole(t, row, "step");
	uint64_t record = table_whole(t, row, "record");

	for (; w->next < w->count; w->next++) {
		size_t other = w->rows[w->next];
		uint64_t its_step = table_whole(t, other, "step");
		uint64_t its_record = table_whole(t, other, "record");

		if (its_step == step && its_record == record)
			return table_number(t, other, "bytes") / 1e9;
		if (its_step > step ||
		    (its_step == step && its_record > record))
			break;
	}
	return 0;
}

/* The capacity in GB, for drive fills; NAN if it is not known. */
static double
capacity_gb(const struct scope *s)
{
	uint64_t bytes = run_capacity(s->in->run, s->test->stage);

	return bytes > 0 ? (double)bytes / 1e9 : NAN;
}

/* When a step began, in minutes since the first of its test; NAN if run.xml
 * does not tell.  Pauses count: the axis is time, not work. */
static double
step_begin(const struct scope *s, uint64_t number)
{
	const struct run_stage *stage = input_run_stage(s->in,
	    s->test->stage);

	for (size_t i = 0; stage != NULL && i < stage->nsteps; i++)
		if (stage->steps[i].number == number)
			return (double)(stage->steps[i].begin_ns -
			    stage->steps[0].begin_ns) / 60e9;
	return NAN;
}

/* Moves '*x' to the end of a row's record, in minutes. */
static void
add_minutes(const struct scope *s, size_t row, uint64_t *step, double *x)
{
	uint64_t number = table_whole(s->in->cells, row, "step");
	double seconds = table_number(s->in->cells, row, "seconds");

	if (number != *step) {
		double begin = step_begin(s, number);

		/* A clock that stood still or was set must not turn back. */
		if (begin > *x)
			*x = begin;
		*step = number;
	}
	*x += isfinite(seconds) ? seconds / 60 : 0;
}

/* The factors that vary among the records. */
static uint32_t
find_varied(const struct records *r)
{
	const struct table *t = r->table;
	uint32_t varied = 0;

	for (int f = 0; f < NFACTORS; f++) {
		int64_t first, value;

		if (choice_factor(t, r->rows[0], (enum factor)f, &first) == -1)
			continue;
		for (size_t i = 1; i < r->count; i++)
			if (choice_factor(t, r->rows[i], (enum factor)f,
			    &value) == 0 && value != first) {
				varied |= 1u << f;
				break;
			}
	}
	return varied;
}

static bool
is_same(const struct table *t, size_t row, size_t other, uint32_t varied)
{
	for (int f = 0; f < NFACTORS; f++) {
		int64_t a, b;

		if ((varied & 1u << f) == 0)
			continue;
		bool has = choice_factor(t, row, (enum factor)f, &a) == 0;
		if (has != (choice_factor(t, other, (enum factor)f, &b) ==
		    0) || (has && a != b))
			return false;
	}
	return true;
}

/* Each record gets the number of its load, in the order in which loads first
 * came; and each stretch of records of one load is a part. */
static void
find_parts(const struct scope *s, struct records *r)
{
	const struct table *t = r->table;
	size_t *firsts = NULL;		/* a record of each load */

	r->varied = find_varied(r);
	r->loads = arena_array(s->arena, r->count, sizeof(*r->loads));
	for (size_t i = 0; i < r->count; i++) {
		size_t k = 0;

		while (k < r->nloads && !is_same(t, r->rows[i],
		    r->rows[firsts[k]], r->varied))
			k++;
		if (k == r->nloads) {
			firsts = arena_grow(s->arena, firsts, r->nloads,
			    sizeof(*firsts));
			firsts[r->nloads++] = i;
		}
		r->loads[i] = k;
		r->nparts += i == 0 || k != r->loads[i - 1];
	}
}

static struct records
new_records(const struct scope *s, const struct table *t)
{
	return (struct records){
		.table = t,
		.rows = arena_array(s->arena, t->nrows + 1, sizeof(size_t)),
		.x = arena_array(s->arena, t->nrows + 1, sizeof(double)),
		.apart = arena_array(s->arena, t->nrows + 1, sizeof(bool)),
	};
}

/* Seconds of a test, but the last, in which it ends. */
static struct records
find_seconds(const struct scope *s, const struct choice *c)
{
	const struct table *t = input_part(s->in, s->arena, "seconds",
	    c->test);
	struct records r = {.count = 0};
	uint64_t last = 0;

	if (t == NULL)
		return r;
	r = new_records(s, t);
	for (size_t row = 0; row < t->nrows; row++) {
		uint64_t second = table_whole(t, row, "second");

		if (strcmp(table_text(t, row, "op"), c->op) != 0 ||
		    (r.count > 0 && second <= last))
			continue;
		r.rows[r.count] = row;
		r.apart[r.count] = r.count > 0 && second > last + 1;
		r.x[r.count++] = ((double)second + 1) / 60;
		last = second;
	}
	r.count -= r.count > 0;
	size_t records = records_find(s, c, "minutes").count;
	if (r.count < LEAST_SECONDS * records)
		r.count = 0;
	if (r.count > 0)
		find_parts(s, &r);
	return r;
}

struct records
records_find(const struct scope *s, const struct choice *c, const char *of)
{
	const struct table *t = s->in->cells;
	struct records r = new_records(s, t);

	if (strcmp(of, "seconds") == 0)
		return find_seconds(s, c);
	r.sliced = has_records(s, c);
	struct writes writes = find_writes(s);
	uint64_t number = 0;
	double x = 0, unit = strcmp(of, "fills") == 0 ? capacity_gb(s) : 1;

	for (size_t row = 0; row < t->nrows; row++) {
		if (!choice_has(c, t, row) ||
		    (table_whole(t, row, "record") > 0) != r.sliced)
			continue;
		if (strcmp(of, "minutes") == 0)
			add_minutes(s, row, &number, &x);
		else
			x += written_gb(t, &writes, row) / unit;
		r.rows[r.count] = row;
		r.apart[r.count] = r.count > 0 &&
		    table_whole(t, row, "step") > 1 + table_whole(t,
		    r.rows[r.count - 1], "step");
		r.x[r.count++] = x;
	}
	if (!isfinite(x) || x <= 0)
		r.count = 0;
	else
		find_parts(s, &r);
	return r;
}

bool
records_have_parts(const struct records *r)
{
	return r->nparts > 1 && r->nparts <= MOST_PARTS;
}

bool
records_is_baseline(const struct records *r, size_t record)
{
	int64_t pause;

	return (r->varied & 1u << FACTOR_PAUSE) != 0 &&
	    choice_factor(r->table, r->rows[record], FACTOR_PAUSE,
	    &pause) == 0 && pause == 0;
}
