/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "base/units.h"
#include "render/choice.h"
#include "render/numbers.h"

/* The test that a number of a summary is of, with its stage, in 's_out'. */
static bool
find_test(const char *pattern, const struct scope *s, struct scope *s_out)
{
	for (size_t i = 0; i < s->in->results->ntests; i++) {
		const struct result_test *t = &s->in->results->tests[i];

		if (!template_matches(pattern, t->id))
			continue;
		*s_out = *s;
		s_out->test = t;
		s_out->stage = input_stage(s->in, t);
		return true;
	}
	return false;
}

static double
shown_value(const struct scope *s, size_t row, const struct metric *m)
{
	return table_number(s->in->points, row, m->column) * m->scale;
}

/* "mean 0.67 ms, 99.9 % 1.9 ms": what a rate cost. */
static const char *
latency_words(const struct scope *s, size_t row)
{
	double mean = table_number(s->in->points, row, "lat_mean_ns") / 1e6;
	double tail = table_number(s->in->points, row, "lat_p999_ns") / 1e6;

	return lang_fill(s->arena, s->lang, "number.latency", "mean",
	    lang_figures(s->arena, s->lang, mean, 3), "tail",
	    lang_figures(s->arena, s->lang, tail, 3), NULL);
}

/* "maker: 500 000, of which 97 % were measured", or NULL without a claim. */
static const char *
claim_words(const struct scope *s, const struct template_number *n,
    double measured)
{
	const char *text = scope_expand(s, n->claim), *why;
	double claim;

	if (text == NULL || units_parse_double(text, &claim, &why) == -1 ||
	    claim <= 0)
		return NULL;
	return lang_fill(s->arena, s->lang, "number.claim", "claim",
	    lang_figures(s->arena, s->lang, claim, 3), "percent",
	    lang_figures(s->arena, s->lang, 100 * measured / claim, 3), NULL);
}

static void
add_number(const struct scope *s, struct block *block, const struct metric *m,
    double value, struct block_number number)
{
	number.value = lang_figures(s->arena, s->lang, value, 3);
	number.unit = lang_text(s->lang, m->unit == NULL ? m->title : m->unit);
	block->numbers = arena_grow(s->arena, block->numbers, block->nnumbers,
	    sizeof(*block->numbers));
	block->numbers[block->nnumbers++] = number;
	block->claims |= number.claim != NULL;
}

/* A number that the analyzer found. */
static void
add_found(const struct scope *s, struct block *block,
    const struct template_number *n)
{
	const struct metric *m = metric_find(n->metric, strlen(n->metric));
	const struct results *r = s->in->results;
	struct scope one;

	for (size_t i = 0; m != NULL && i < r->nfindings; i++) {
		const struct result_finding *f = &r->findings[i];
		double value = results_value(f, n->value);

		if (f->test == NULL || !template_matches(n->test, f->test) ||
		    !template_matches(n->finding, f->key) ||
		    !isfinite(value) || !find_test(f->test, s, &one))
			continue;
		struct choice c = {.test = f->test, .op = "all",
		    .fixed = f->fixed, .at = f->at};
		add_number(s, block, m, value * m->scale,
		    (struct block_number){
		    .label = scope_expand(&one, n->label),
		    .more = choice_words(&one, &c, 0),
		    .claim = claim_words(&one, n, value * m->scale)});
		return;
	}
}

static void
add_named(const struct scope *s, struct block *block,
    const struct template_number *n)
{
	const struct metric *m = metric_find(n->metric, strlen(n->metric));
	struct scope one;
	struct choice c;
	int row;

	if (m == NULL || !find_test(n->test, s, &one) ||
	    choice_make(&one, n->op, n->filters, 0, &c) == -1 ||
	    (row = choice_row(&c, s->in->points)) == -1)
		return;
	double value = shown_value(s, (size_t)row, m);
	add_number(s, block, m, value, (struct block_number){
	    .label = scope_expand(&one, n->label),
	    .more = m->unit == NULL ? latency_words(s, (size_t)row) :
	    choice_words(&one, &c, 0),
	    .claim = claim_words(&one, n, value)});
}

/* The row of a test's points that is best in 'm', or -1. */
static int
best_row(const struct scope *s, const struct metric *m, bool least)
{
	const struct table *t = s->in->points;
	struct choice c = {.test = s->test->id, .op = "all"};
	int best = -1;
	double most = 0;

	for (size_t row = 0; row < t->nrows; row++) {
		if (!choice_has(&c, t, row))
			continue;
		double value = shown_value(s, row, m);
		if (!(value > 0) || (best != -1 && (least ? value >= most :
		    value <= most)))
			continue;
		best = (int)row;
		most = value;
	}
	return best;
}

/* All factors of a row. */
static struct choice
choice_of_row(const struct scope *s, size_t row)
{
	struct choice c = {.test = s->test->id, .op = "all"};

	for (int i = 0; i < NFACTORS; i++)
		if (choice_factor(s->in->points, row, (enum factor)i,
		    &c.at.value[i]) == 0)
			c.fixed |= 1u << i;
	return c;
}

/* What a rate of a point came to in the end, if it fell or rose until then
 * (NAN: that is not known); else 'value', its mean. */
static double
settled(const struct scope *s, const struct choice *c, const struct metric *m,
    double value)
{
	const struct results *r = s->in->results;

	for (size_t i = 0; i < r->nfindings; i++) {
		const struct result_finding *f = &r->findings[i];
		double found = results_value(f, m->column);
		bool same = f->test != NULL &&
		    strcmp(f->test, c->test) == 0 &&
		    template_matches("plateau|plateau-none", f->key);

		for (int k = 0; same && k < NFACTORS; k++)
			same = (f->fixed & c->fixed & 1u << k) == 0 ||
			    f->at.value[k] == c->at.value[k];
		if (same)
			return found * m->scale;
	}
	return value;
}

/* The best rate of each test, then throughputs and latencies, until there are
 * enough. */
static void
fill(const struct scope *s, struct block *block, size_t most)
{
	static const struct {
		const char *metric, *label;
		bool least;
	} best[] = {
		{"iops", "number.most-iops", false},
		{"mb_s", "number.most-throughput", false},
		{"lat_mean", "number.least-latency", true},
	};
	const struct results *r = s->in->results;

	for (size_t i = 0; i < sizeof(best) / sizeof(*best); i++) {
		const struct metric *m = metric_find(best[i].metric,
		    strlen(best[i].metric));

		for (size_t k = 0; k < r->ntests && block->nnumbers < most;
		    k++) {
			struct scope one = *s;

			one.test = &r->tests[k];
			one.stage = input_stage(s->in, one.test);
			int row = best_row(&one, m, best[i].least);
			if (row == -1)
				continue;
			struct choice c = choice_of_row(&one, (size_t)row);
			double value = settled(s, &c, m,
			    shown_value(s, (size_t)row, m));
			if (!isfinite(value))
				continue;
			add_number(s, block, m, value, (struct block_number){
			    .label = scope_expand(&one, r->ntests > 1 ?
			    "{test.title}" : lang_text(s->lang,
			    best[i].label)),
			    .more = choice_words(&one, &c, 0)});
		}
	}
}

struct block
numbers_make(const struct scope *s, const struct template_block *b)
{
	struct block block = {.type = BLOCK_NUMBERS};

	for (size_t i = 0; i < b->nnumbers; i++) {
		if (b->numbers[i].finding != NULL)
			add_found(s, &block, &b->numbers[i]);
		else
			add_named(s, &block, &b->numbers[i]);
	}
	if (block.nnumbers == 0)
		fill(s, &block, b->fill);
	return block;
}
