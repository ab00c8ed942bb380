/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "render/choice.h"
#include "render/compare_charts.h"
#include "render/compare_form.h"
#include "render/compare_load.h"
#include "render/finding.h"
#include "render/scope.h"
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

/* The rows of a phase, or of all of the test. */
static void
add_rows(struct compare *c, struct compare_drive *d, const struct table *t,
    const char *id, const struct plan_stage *stage,
    const struct plan_phase *phase)
{
	struct choice chosen = {.test = id};
	const char *of = phase == NULL || phase->id == NULL ? "" : phase->id;

	for (size_t row = 0; row < t->nrows; row++) {
		chosen.op = table_text(t, row, "op");
		if (choice_has(&chosen, t, row) && (phase == NULL ||
		    strcmp(table_text(t, row, "phase"), of) == 0))
			add_row(c->arena, d, t, row, stage);
	}
}

/* "max", "mid", "min": in this order. */
static unsigned
pick_order(const char *pick)
{
	return strcmp(pick, "max") == 0 ? 0 : strcmp(pick, "mid") == 0 ? 1 : 2;
}

/* When the load of a phase was again what it was before another one. */
static void
read_recovery(const struct results *r, const char *id,
    const struct plan_phase *phase, struct compare_point *p)
{
	for (size_t i = 0; i < r->nfindings; i++) {
		const struct result_finding *f = &r->findings[i];

		if (f->phase == NULL || phase->id == NULL ||
		    strcmp(f->test, id) != 0 ||
		    strcmp(f->phase, phase->id) != 0 ||
		    strncmp(f->key, "recovery", 8) != 0)
			continue;
		p->again_ns = results_value(f, "time_s") * 1e9;
		p->is_again = f->key[8] == '\0';
	}
}

static const char *
phase_words(const struct compare *c, const struct factors *at)
{
	char text[FACTOR_TEXT];
	const char *word = factor_format(FACTOR_PATTERN,
	    at->value[FACTOR_PATTERN], text, sizeof(text));
	const char *key = arena_printf(c->arena, "pattern.%.*s",
	    (int)strcspn(word, ":"), word);

	return arena_printf(c->arena, "%s %s", lang_text(c->lang, key),
	    charts_load(c, at->value[FACTOR_BLOCK], at->value[FACTOR_MIX]));
}

static void
add_recovery(struct compare *c, struct compare_drive *d,
    const struct input *in, const char *id, const struct plan_stage *stage,
    size_t test)
{
	for (size_t i = 0; i < stage->nphases; i++) {
		size_t first = d->npoints;

		add_rows(c, d, in->points, id, stage, &stage->phases[i]);
		for (size_t k = first; k < d->npoints; k++) {
			struct compare_point *p = &d->points[k];

			p->part = (unsigned)i;
			p->words = phase_words(c, &p->at);
			read_recovery(in->results, id, &stage->phases[i], p);
		}
		if (first < d->npoints)
			d->tests[test].loads = load_joined(c->arena,
			    d->tests[test].loads, " \u2192 ",
			    d->points[first].words);
	}
}

/* Points that a plan chose of one test are one test. */
static struct compare_test *
selected_test(struct compare *c, struct compare_drive *d,
    const char *specification, const char *title)
{
	struct compare_test *last = d->ntests == 0 ? NULL :
	    &d->tests[d->ntests - 1];

	if (last != NULL && last->kind == COMPARE_SELECTED &&
	    last->specification == specification &&
	    strcmp(last->title, title) == 0)
		return last;
	return load_test(c->arena, d);
}

/* The title of a test; of points that were chosen, that of which they are. */
static const char *
test_title(const struct compare *c, const struct input *in,
    const struct result_test *result, const struct plan_stage *stage)
{
	const char *title = result->title;

	for (size_t i = 0; stage->choice.line != 0 &&
	    i < in->results->ntests; i++)
		if (strcmp(in->results->tests[i].id, stage->choice.test) == 0)
			title = in->results->tests[i].title;
	return finding_title(c->arena, c->lang, title);
}

static void
add_run_test(struct compare *c, struct compare_drive *d,
    const struct input *in, const struct result_test *result,
    const struct plan_stage *stage, const char *specification)
{
	const struct plan_phase *phase;
	enum compare_kind kind = compare_form(stage, &phase);
	const char *title = test_title(c, in, result, stage);
	struct compare_test *t = kind == COMPARE_SELECTED ? selected_test(c, d,
	    specification, title) : load_test(c->arena, d);
	size_t first = d->npoints;

	t->kind = kind;
	t->title = title;
	t->specification = specification;
	t->host = d->host;
	t->at = stage->base;
	for (int f = 0; f < NFACTORS; f++) {
		if (!compare_form_varies(stage, phase, (enum factor)f))
			t->given |= 1u << f;
		if (phase != NULL && (phase->given & 1u << f) != 0)
			t->at.value[f] = phase->at.value[f];
	}
	t->queues = kind == COMPARE_SELECTED ||
	    compare_form_varies(stage, phase, FACTOR_THREADS) ||
	    compare_form_varies(stage, phase, FACTOR_DEPTH);
	t->steady_asked = result->steady_asked;
	t->steady_reached = result->steady_reached;
	t->scale = in->run->scale;
	t->step_ns = kind == COMPARE_SATURATION || kind == COMPARE_RECOVERY ?
	    stage->record_ns : phase != NULL && phase->duration_ns > 0 ?
	    phase->duration_ns : stage->duration_ns;
	if (result->window_first > 0)
		t->rounds = result->window_last - result->window_first + 1;
	if (kind == COMPARE_SATURATION || kind == COMPARE_RECOVERY)
		read_records(c, d, in->cells, result->id, t);
	if (kind == COMPARE_RECOVERY)
		add_recovery(c, d, in, result->id, stage, d->ntests - 1);
	else if (kind == COMPARE_PAUSES)
		add_pauses(c, d, in->points, result->id, stage);
	else if (kind != COMPARE_SATURATION)
		add_rows(c, d, in->points, result->id, stage, phase);
	for (size_t i = first; kind == COMPARE_SELECTED && i < d->npoints;
	    i++) {
		d->points[i].part = pick_order(stage->choice.pick);
		d->points[i].words = finding_title(c->arena, c->lang,
		    result->title);
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
	d->name = scope_drive(&(struct scope){.arena = c->arena, .in = in,
	    .lang = c->lang});
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
	const char *specification = in->run->specification == NULL ? NULL :
	    text_clean(c->arena, in->run->specification);
	for (size_t i = 0; i < in->results->ntests; i++) {
		const struct result_test *t = &in->results->tests[i];
		const struct plan_stage *stage = input_stage(in, t);
		const struct plan_phase *phase;

		if (stage == NULL || stage->kind != STAGE_TEST)
			continue;
		if (compare_form(stage, &phase) != COMPARE_NKINDS)
			add_run_test(c, &d, in, t, stage, specification);
		else
			d.odd = load_joined(c->arena, d.odd, ", ",
			    finding_title(c->arena, c->lang, t->title));
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
