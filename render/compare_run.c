/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "render/choice.h"
#include "render/compare_load.h"
#include "render/text_clean.h"

static const char *
fact(const struct compare *c, const struct facts *facts, const char *name)
{
	const char *value = facts_get(facts, name);

	return value == NULL ? NULL : text_clean(c->arena, value);
}

static const char *
host_words(const struct compare *c, const struct run *run)
{
	const char *processor = fact(c, &run->host, "processor");

	return load_joined(c->arena, load_joined(c->arena, processor, ", ",
	    fact(c, &run->host, "hba")), ", ", fact(c, &run->host, "kernel"));
}

static bool
varies(const struct plan_stage *stage, enum factor f)
{
	for (size_t i = 0; i < stage->nloops; i++)
		if (stage->loops[i].factor == f)
			return stage->loops[i].nvalues > 1;
	return false;
}

/* Tests that are not a set of points of one load each say nothing that can be
 * put beside others: several phases, pauses, fixed rates. */
static bool
is_plain(const struct plan_stage *stage)
{
	return stage->nphases == 0 && stage->choice.line == 0 &&
	    stage->base.value[FACTOR_RATE] == 0 && !varies(stage,
	    FACTOR_RATE) && stage->base.value[FACTOR_PAUSE] == 0 &&
	    !varies(stage, FACTOR_PAUSE);
}

/* Host idle recovery: steps of one load, that differ in the pause behind them
 * and in nothing else. */
static bool
has_pauses(const struct plan_stage *stage)
{
	bool pauses = false;

	if (stage->choice.line != 0 || stage->record_ns > 0 ||
	    stage->base.value[FACTOR_RATE] != 0)
		return false;
	for (size_t i = 0; i < stage->nloops; i++)
		if (stage->loops[i].factor != FACTOR_PAUSE &&
		    stage->loops[i].nvalues > 1)
			return false;
	for (size_t i = 0; i < stage->nphases; i++) {
		const struct plan_phase *p = &stage->phases[i];

		if (p->nloops > 0 || (p->given & ~(1u << FACTOR_PAUSE)) != 0)
			return false;
		pauses |= p->given != 0 && p->at.value[FACTOR_PAUSE] > 0;
	}
	return pauses || varies(stage, FACTOR_PAUSE);
}

static enum compare_kind
kind_of(const struct plan_stage *stage)
{
	int64_t pattern = stage->base.value[FACTOR_PATTERN];

	if (has_pauses(stage))
		return COMPARE_PAUSES;
	if (stage->record_ns > 0)
		return COMPARE_SATURATION;
	return pattern == PATTERN_SEQUENTIAL || pattern == PATTERN_SHARED ?
	    COMPARE_SEQUENTIAL : COMPARE_RANDOM;
}

static void
add_row(struct arena *a, struct compare_drive *d, const struct table *t,
    size_t row, const struct plan_stage *stage)
{
	struct compare_point *p = load_point(a, d);
	const char *op = table_text(t, row, "op");

	p->test = d->ntests - 1;
	p->op = strcmp(op, "read") == 0 ? "read" : strcmp(op, "write") == 0 ?
	    "write" : "all";
	p->at = stage->base;
	for (int f = 0; f < NFACTORS; f++) {
		int64_t value;

		if (choice_factor(t, row, (enum factor)f, &value) == 0)
			p->at.value[f] = value;
		p->given |= 1u << f;
	}
	for (int m = 0; m < COMPARE_NMETRICS; m++) {
		const struct metric *metric = compare_metric(
		    (enum compare_metric)m);

		p->values[m] = table_number(t, row, metric->column);
		if (choice_is_weak(t, row, metric))
			p->weak |= 1u << m;
	}
	/* Nothing came back: there is no latency, and no rate to compare. */
	if (table_whole(t, row, "count") == 0)
		for (int m = 0; m < COMPARE_NMETRICS; m++)
			p->values[m] = NAN;
}

/* The load without pauses comes again and again: its points become one, with
 * what can be told of all together. */
static void
pool_rows(struct compare_point *p, const struct table *t, size_t count,
    const size_t *rows)
{
	double ios = 0, bytes = 0, seconds = 0, latency = 0, most = NAN;

	for (size_t i = 0; i < count; i++) {
		double n = table_number(t, rows[i], "count");

		if (!(n > 0))
			continue;
		ios += n;
		bytes += table_number(t, rows[i], "bytes");
		seconds += table_number(t, rows[i], "seconds");
		latency += n * table_number(t, rows[i], "lat_mean_ns");
		most = fmax(most, table_number(t, rows[i], "lat_max_ns"));
	}
	for (int m = 0; m < COMPARE_NMETRICS; m++)
		p->values[m] = NAN;
	p->weak = 0;
	if (ios == 0)
		return;
	p->values[COMPARE_IOPS] = ios / seconds;
	p->values[COMPARE_MB_S] = bytes / seconds / 1e6;
	p->values[COMPARE_MEAN] = latency / ios;
	p->values[COMPARE_MAX] = most;
}

static void
add_pauses(struct compare *c, struct compare_drive *d, const struct table *t,
    const char *id, const struct plan_stage *stage)
{
	struct choice chosen = {.test = id, .op = "all"};
	int64_t *pauses;
	size_t *rows = arena_array(c->arena, t->nrows + 1, sizeof(*rows));
	size_t n = choice_values(c->arena, &chosen, t, FACTOR_PAUSE, &pauses);

	chosen.fixed = 1u << FACTOR_PAUSE;
	for (size_t i = 0; i < n; i++) {
		size_t count = 0;

		chosen.at.value[FACTOR_PAUSE] = pauses[i];
		for (size_t row = 0; row < t->nrows; row++)
			if (choice_has(&chosen, t, row))
				rows[count++] = row;
		add_row(c->arena, d, t, rows[0], stage);
		if (count > 1)
			pool_rows(&d->points[d->npoints - 1], t, count, rows);
	}
}

/* The share of the records at the end over which "settled" is a mean. */
#define END_SHARE 20

/* I/Os a second over the records 'first' to before 'last'. */
static double
rate_of(const struct table *t, const size_t *rows, size_t first, size_t last)
{
	double count = 0, seconds = 0;

	for (size_t i = first; i < last; i++) {
		count += table_number(t, rows[i], "count");
		seconds += table_number(t, rows[i], "seconds");
	}
	return seconds > 0 ? count / seconds : NAN;
}

/* What was written by the end of each record, in capacities. */
static double *
read_fills(struct arena *a, const struct table *t, const char *id,
    size_t count, const size_t *rows, uint64_t capacity_bytes)
{
	double *fills = arena_array(a, count + 1, sizeof(*fills));
	struct choice chosen = {.test = id, .op = "write"};
	double written = 0;
	size_t row = 0;

	/* Rows of one record stand together, whatever their order. */
	for (size_t i = 0; i < count; i++) {
		uint64_t step = table_whole(t, rows[i], "step");
		uint64_t record = table_whole(t, rows[i], "record");

		for (; row < t->nrows; row++) {
			uint64_t s = table_whole(t, row, "step");
			uint64_t r = table_whole(t, row, "record");

			if (!choice_has(&chosen, t, row) || r == 0)
				continue;
			if (s > step || (s == step && r > record))
				break;
			written += table_number(t, row, "bytes");
		}
		fills[i] = written / (double)capacity_bytes;
	}
	return fills;
}

static void
read_records(struct compare *c, const struct compare_drive *d,
    const struct table *t, const char *id, struct compare_test *test)
{
	size_t *rows = arena_array(c->arena, t->nrows + 1, sizeof(*rows));
	struct choice chosen = {.test = id, .op = "all"};
	size_t n = 0;
	double at = 0;

	for (size_t row = 0; row < t->nrows; row++)
		if (choice_has(&chosen, t, row) &&
		    table_whole(t, row, "record") > 0)
			rows[n++] = row;
	/* What ends the test in the middle of a record is no full record: its
	 * rate is that of the I/Os that were left. */
	if (n > 1 && table_number(t, rows[n - 1], "seconds") <
	    table_number(t, rows[n - 2], "seconds") / 2)
		n--;
	test->nrecords = n;
	test->minutes = arena_array(c->arena, n + 1, sizeof(double));
	for (int m = 0; m < COMPARE_NMETRICS; m++)
		test->records[m] = arena_array(c->arena, n + 1,
		    sizeof(double));
	for (size_t i = 0; i < n; i++) {
		double seconds = table_number(t, rows[i], "seconds");

		at += isfinite(seconds) ? seconds / 60 : 0;
		test->minutes[i] = at;
		for (int m = 0; m < COMPARE_NMETRICS; m++)
			test->records[m][i] = table_number(t, rows[i],
			    compare_metric((enum compare_metric)m)->column);
	}
	if (d->capacity_bytes > 0)
		test->fills = read_fills(c->arena, t, id, n, rows,
		    d->capacity_bytes);
	if (n == 0)
		return;
	size_t tail = n / END_SHARE > 0 ? n / END_SHARE : 1;
	test->begin_iops = rate_of(t, rows, 0, 1);
	test->end_iops = rate_of(t, rows, n - tail, n);
}

static void
add_run_test(struct compare *c, struct compare_drive *d,
    const struct input *in, const struct result_test *result,
    const struct plan_stage *stage)
{
	struct compare_test *t = load_test(c->arena, d);
	struct choice chosen = {.test = result->id, .op = "all"};

	t->kind = kind_of(stage);
	t->title = text_clean(c->arena, result->title);
	t->specification = in->run->specification == NULL ? NULL :
	    text_clean(c->arena, in->run->specification);
	t->host = d->host;
	t->at = stage->base;
	for (int f = 0; f < NFACTORS; f++)
		if (!varies(stage, (enum factor)f))
			t->given |= 1u << f;
	t->queues = varies(stage, FACTOR_THREADS) ||
	    varies(stage, FACTOR_DEPTH);
	t->steady_asked = result->steady_asked;
	t->steady_reached = result->steady_reached;
	t->scale = in->run->scale;
	t->step_ns = t->kind == COMPARE_SATURATION ? stage->record_ns :
	    stage->duration_ns;
	if (result->window_first > 0)
		t->rounds = result->window_last - result->window_first + 1;
	if (t->kind == COMPARE_SATURATION) {
		read_records(c, d, in->cells, result->id, t);
		return;
	}
	if (t->kind == COMPARE_PAUSES) {
		add_pauses(c, d, in->points, result->id, stage);
		return;
	}
	for (size_t row = 0; row < in->points->nrows; row++) {
		chosen.op = table_text(in->points, row, "op");
		if (choice_has(&chosen, in->points, row))
			add_row(c->arena, d, in->points, row, stage);
	}
}

/* What its tests saw of the drive. */
static uint64_t
tested_capacity(const struct run *run)
{
	size_t i = 0;

	while (i < run->nstages && strcmp(run->stages[i].kind, "test") != 0)
		i++;
	return run_capacity(run, i < run->nstages ? run->stages[i].number : 0);
}

/* "sata-4g" of "drives/sata-4g.xml". */
static const char *
profile_name(const struct compare *c, const char *path)
{
	const char *slash = path == NULL ? NULL : strrchr(path, '/');
	const char *name = slash == NULL ? path : slash + 1;
	size_t length = name == NULL ? 0 : strlen(name);

	return length > 4 && strcmp(&name[length - 4], ".xml") == 0 ?
	    arena_strndup(c->arena, name, length - 4) : name;
}

static void
read_identity(struct compare *c, const struct input *in,
    struct compare_drive *d)
{
	const struct run *run = in->run;

	d->mark = run->simulated ? COMPARE_SIMULATED : COMPARE_MEASURED;
	d->vendor = fact(c, &run->device, "vendor");
	d->model = fact(c, &run->device, "model");
	d->serial = fact(c, &run->device, "serial");
	d->firmware = fact(c, &run->device, "firmware");
	d->interface = load_joined(c->arena, fact(c, &run->device, "interface"),
	    ", ", fact(c, &run->device, "link_speed"));
	d->ports = fact(c, &run->device, "ports");
	d->hba = fact(c, &run->host, "hba");
	d->capacity_bytes = tested_capacity(run);
	d->host = host_words(c, run);
	d->source = arena_printf(c->arena, "%.8s", run->uuid);
	/* A profile's name is shorter than its title. */
	d->name = run->simulated ? profile_name(c, fact(c, &run->device,
	    "path")) : NULL;
	if (d->name == NULL)
		d->name = load_joined(c->arena, d->vendor, " ", d->model);
	if (d->name == NULL)
		d->name = fact(c, &run->device, "path");
	if (d->name == NULL)
		d->name = text_clean(c->arena, in->dir);
}

/* Claims of the maker that facts of the device state. */
static void
read_claims(struct compare *c, const struct facts *facts,
    struct compare_drive *d)
{
	static const struct {
		const char *fact, *text;
		enum pattern pattern;
		int64_t mix;
		bool iops;
	} known[] = {
		{"claim_read_iops", "compare.claim.read-iops",
		    PATTERN_RANDOM, 100, true},
		{"claim_write_iops", "compare.claim.write-iops",
		    PATTERN_RANDOM, 0, true},
		{"claim_read_mb_s", "compare.claim.read-mb",
		    PATTERN_SEQUENTIAL, 100, false},
		{"claim_write_mb_s", "compare.claim.write-mb",
		    PATTERN_SEQUENTIAL, 0, false},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		const char *text = facts_get(facts, known[i].fact), *why;
		struct published_claim claim = {.at = factor_defaults(),
		    .text = lang_text(c->lang, known[i].text),
		    .given = 1u << FACTOR_PATTERN | 1u << FACTOR_MIX,
		    .values = {.iops = NAN, .mb_s = NAN, .mib_s = NAN,
		    .tps = NAN}};
		double value;

		if (text == NULL || units_parse_double(text, &value, &why) ==
		    -1 || !(value > 0))
			continue;
		claim.at.value[FACTOR_PATTERN] = known[i].pattern;
		claim.at.value[FACTOR_MIX] = known[i].mix;
		if (known[i].iops)
			claim.given |= 1u << FACTOR_BLOCK;
		*(known[i].iops ? &claim.values.iops : &claim.values.mb_s) =
		    value;
		d->claims = arena_grow(c->arena, d->claims, d->nclaims,
		    sizeof(*d->claims));
		d->claims[d->nclaims++] = claim;
	}
}

int
load_run(struct compare *c, const char *dir, struct compare_drive *drive_out)
{
	struct input *in = input_load(c->arena, dir);
	struct compare_drive d = {.variant_of = -1, .nruns = 1};

	if (in == NULL)
		return -1;
	d.paths = arena_grow(c->arena, NULL, 0, sizeof(*d.paths));
	d.paths[d.npaths++] = dir;
	read_identity(c, in, &d);
	read_claims(c, &in->run->device, &d);
	for (size_t i = 0; i < in->results->ntests; i++) {
		const struct result_test *t = &in->results->tests[i];
		const struct plan_stage *stage = input_stage(in, t);

		if (stage == NULL || stage->kind != STAGE_TEST)
			continue;
		if (is_plain(stage) || has_pauses(stage))
			add_run_test(c, &d, in, t, stage);
		else
			d.odd = load_joined(c->arena, d.odd, ", ",
			    text_clean(c->arena, t->title));
	}
	d.compressible = load_common(&d, FACTOR_COMPRESSIBLE);
	d.region = load_common(&d, FACTOR_REGION);
	*drive_out = d;
	if (c->tool == NULL)
		c->tool = text_clean(c->arena, in->run->tool);
	if (in->run->finished_ns > c->latest_ns)
		c->latest_ns = in->run->finished_ns;
	return 0;
}
