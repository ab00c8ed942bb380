/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/mixture.h"
#include "render/compare.h"

/* Threads x depth of a point; 0 if the source does not tell both. */
static int64_t
outstanding(const struct compare_point *p)
{
	if (!compare_known(p->given, FACTOR_THREADS) ||
	    !compare_known(p->given, FACTOR_DEPTH))
		return 0;
	return p->at.value[FACTOR_THREADS] * p->at.value[FACTOR_DEPTH];
}

bool
compare_fits(const struct compare_drive *d, const struct compare_point *p,
    const struct compare_setting *s)
{
	const struct compare_test *t = &d->tests[p->test];
	int64_t n = outstanding(p);

	return t->kind == s->kind && (!t->queues || s->queues) &&
	    (n == 0 || s->outstanding == 0 || n == s->outstanding);
}

/* Whether a drive has points of a kind in tests of constant threads and depth,
 * and in such that vary them. */
static bool
has_kind(const struct compare_drive *d, enum compare_kind kind, bool queues)
{
	for (size_t i = 0; i < d->npoints; i++)
		if (d->tests[d->points[i].test].kind == kind &&
		    d->tests[d->points[i].test].queues == queues)
			return true;
	return false;
}

/* The points of a drive that fit. */
static size_t
count_points(const struct compare_drive *d, const struct compare_setting *s)
{
	size_t count = 0;

	for (size_t i = 0; i < d->npoints; i++)
		count += compare_fits(d, &d->points[i], s) &&
		    strcmp(d->points[i].op, "all") == 0;
	return count;
}

struct score {
	size_t ndrives, npoints;
};

static struct score
score_of(const struct compare *c, const struct compare_setting *s)
{
	struct score score = {0};

	for (size_t i = 0; i < c->ndrives; i++) {
		size_t n = count_points(&c->drives[i], s);

		score.ndrives += n > 0;
		score.npoints += n;
	}
	return score;
}

static bool
is_better(struct score a, int64_t a_n, struct score b, int64_t b_n)
{
	if (a.ndrives != b.ndrives)
		return a.ndrives > b.ndrives;
	if (a.npoints != b.npoints)
		return a.npoints > b.npoints;
	return a_n > b_n;
}

static const char *
own_queues(const struct compare *c, const struct compare_drive *d,
    const struct compare_setting *s)
{
	const char *list = NULL;

	for (size_t i = 0; i < d->npoints; i++) {
		const struct compare_point *p = &d->points[i];

		if (d->tests[p->test].kind != s->kind)
			continue;
		const char *own = compare_queue(c, p->given, &p->at);
		if (list == NULL)
			list = own;
		else if (strstr(list, own) == NULL && strlen(list) < 60)
			list = arena_printf(c->arena, "%s; %s", list, own);
	}
	return list;
}

static void
note_omitted(struct compare *c, const struct compare_setting *s,
    const char *what)
{
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];

		if (count_points(d, s) > 0)
			continue;
		const char *own = own_queues(c, d, s);
		compare_omit(c, d, what, own == NULL ?
		    lang_text(c->lang, "compare.why.none") :
		    lang_fill(c->arena, c->lang, "compare.why.queue", "own",
		    own, "common", compare_setting_words(c, s), NULL));
	}
}

/* More different numbers than this are of no plan. */
#define MOST_QUEUES 64

/* The numbers of I/Os outstanding that points of a kind have. */
static size_t
find_queues(const struct compare *c, const struct compare_setting *any,
    int64_t queues[MOST_QUEUES])
{
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++)
		for (size_t k = 0; k < c->drives[i].npoints; k++) {
			const struct compare_point *p = &c->drives[i].points[k];
			size_t n = 0;

			if (!compare_fits(&c->drives[i], p, any))
				continue;
			while (n < count && queues[n] != outstanding(p))
				n++;
			if (n == count && count < MOST_QUEUES)
				queues[count++] = outstanding(p);
		}
	return count;
}

bool
compare_setting_of(struct compare *c, enum compare_kind kind,
    const char *what, struct compare_setting *setting_out)
{
	struct compare_setting best = {.kind = kind, .queues = true};
	struct score best_score = {0};
	int64_t queues[MOST_QUEUES];

	/* Tests of one queue have all blocks and mixes: those that vary the
	 * queue are for where there is no other. */
	for (size_t i = 0; i < c->ndrives; i++)
		if (has_kind(&c->drives[i], kind, false))
			best.queues = false;
	size_t count = find_queues(c, &best, queues);
	if (count == 0)
		return false;
	for (size_t i = 0; i < count; i++) {
		struct compare_setting s = best;

		/* Where nothing is told everything fits, which says nothing. */
		if (queues[i] == 0)
			continue;
		s.outstanding = queues[i];
		struct score score = score_of(c, &s);
		if (is_better(score, s.outstanding, best_score,
		    best.outstanding)) {
			best = s;
			best_score = score;
		}
	}
	*setting_out = best;
	note_omitted(c, &best, what);
	return true;
}

static bool
is_at(const struct compare_point *p, int64_t block, int64_t mix)
{
	return compare_known(p->given, FACTOR_MIX) &&
	    p->at.value[FACTOR_MIX] == mix &&
	    (compare_known(p->given, FACTOR_BLOCK) ?
	    p->at.value[FACTOR_BLOCK] == block : block == COMPARE_UNTOLD);
}

const struct compare_point *
compare_find(const struct compare_drive *d, const struct compare_setting *s,
    int64_t block, int64_t mix, const char *op)
{
	const struct compare_point *found = NULL;

	for (size_t i = 0; i < d->npoints; i++) {
		const struct compare_point *p = &d->points[i];

		if (!is_at(p, block, mix) || strcmp(p->op, op) != 0 ||
		    !compare_fits(d, p, s))
			continue;
		if (found == NULL || (d->tests[p->test].steady_asked &&
		    !d->tests[found->test].steady_asked))
			found = p;
	}
	return found;
}

static int
ascending(const void *left, const void *right)
{
	int64_t l = *(const int64_t *)left, r = *(const int64_t *)right;

	return l < r ? -1 : l > r;
}

size_t
compare_values(const struct compare *c, const struct compare_drive *only,
    const struct compare_setting *s, enum factor f, enum compare_metric m,
    int64_t **values_out)
{
	int64_t *values = NULL;
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];

		for (size_t k = 0; k < d->npoints; k++) {
			const struct compare_point *p = &d->points[k];
			size_t n = 0;

			if ((only != NULL && d != only) ||
			    !compare_fits(d, p, s) || !isfinite(p->values[m]) ||
			    !compare_known(p->given, f))
				continue;
			while (n < count && values[n] != p->at.value[f])
				n++;
			if (n < count)
				continue;
			values = arena_grow(c->arena, values, count,
			    sizeof(*values));
			values[count++] = p->at.value[f];
		}
	}
	if (count > 0)
		qsort(values, count, sizeof(*values), ascending);
	*values_out = values;
	return count;
}

size_t
compare_add_untold(const struct compare *c, const struct compare_drive *only,
    const struct compare_setting *s, enum compare_metric m, size_t count,
    int64_t **blocks)
{
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];

		for (size_t k = 0; k < d->npoints; k++) {
			const struct compare_point *p = &d->points[k];

			if ((only != NULL && d != only) ||
			    !compare_fits(d, p, s) || !isfinite(p->values[m]) ||
			    compare_known(p->given, FACTOR_BLOCK))
				continue;
			int64_t *all = arena_array(c->arena, count + 1,
			    sizeof(*all));
			for (size_t n = 0; n < count; n++)
				all[n] = (*blocks)[n];
			all[count] = COMPARE_UNTOLD;
			*blocks = all;
			return count + 1;
		}
	}
	return count;
}

/* ----------------------------------------------------- tests of one load */

static bool
same_load(const struct compare_test *a, const struct compare_test *b)
{
	const int64_t *x = a->at.value, *y = b->at.value;

	return x[FACTOR_MIX] == y[FACTOR_MIX] &&
	    x[FACTOR_BLOCK] == y[FACTOR_BLOCK] &&
	    x[FACTOR_THREADS] * x[FACTOR_DEPTH] ==
	    y[FACTOR_THREADS] * y[FACTOR_DEPTH];
}

/* Whether a test has numbers: over time, or of its points. */
static bool
has_numbers(const struct compare_drive *d, const struct compare_test *t)
{
	if (t->kind == COMPARE_SATURATION)
		return t->nrecords > 0;
	for (size_t i = 0; i < d->npoints; i++)
		if (&d->tests[d->points[i].test] == t &&
		    isfinite(d->points[i].values[COMPARE_IOPS]))
			return true;
	return false;
}

const struct compare_test *
compare_test_of(const struct compare_drive *d, enum compare_kind kind,
    const struct compare_test *like)
{
	const struct compare_test *found = NULL;

	for (size_t i = 0; i < d->ntests; i++) {
		const struct compare_test *t = &d->tests[i];

		if (t->kind == kind && has_numbers(d, t) &&
		    (like == NULL || same_load(t, like)) &&
		    (found == NULL || t->nrecords > found->nrecords))
			found = t;
	}
	return found;
}

static bool
has_test(const struct compare_drive *d, enum compare_kind kind)
{
	for (size_t i = 0; i < d->ntests; i++)
		if (d->tests[i].kind == kind)
			return true;
	return false;
}

struct load {
	const struct compare_test *test;
	const struct compare_drive *drive;	/* the first that has it */
	size_t ndrives;
};

/* All loads of a kind, in the order in which drives have them. */
static size_t
all_loads(const struct compare *c, enum compare_kind kind,
    struct load **loads_out)
{
	struct load *loads = NULL;
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];

		for (size_t k = 0; k < d->ntests; k++) {
			const struct compare_test *t = &d->tests[k];
			size_t n = 0;

			/* One test of each load. */
			if (t->kind != kind ||
			    compare_test_of(d, kind, t) != t)
				continue;
			while (n < count && !same_load(loads[n].test, t))
				n++;
			if (n < count) {
				loads[n].ndrives++;
				continue;
			}
			loads = arena_grow(c->arena, loads, count,
			    sizeof(*loads));
			loads[count++] = (struct load){t, d, 1};
		}
	}
	*loads_out = loads;
	return count;
}

/* Notes drives that have no such test (unless none has), or that kept no
 * numbers of it. */
static void
note_missing(struct compare *c, enum compare_kind kind, const char *what,
    bool any)
{
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		bool has = has_test(d, kind);

		if (has && d->mark != COMPARE_PUBLISHED &&
		    compare_test_of(d, kind, NULL) == NULL)
			compare_omit(c, d, what, lang_text(c->lang,
			    "compare.why.no-cells"));
		if (!has && any)
			compare_omit(c, d, what, lang_text(c->lang,
			    "compare.why.none"));
	}
}

size_t
compare_loads(struct compare *c, enum compare_kind kind, const char *what,
    size_t most, const struct compare_test **out)
{
	struct load *loads;
	size_t count = all_loads(c, kind, &loads), n = 0;

	note_missing(c, kind, what, count > 0);
	/* Few enough for a search each. */
	for (size_t wanted = c->ndrives; wanted > 0; wanted--)
		for (size_t i = 0; i < count; i++) {
			if (loads[i].ndrives != wanted)
				continue;
			if (n < most && (n == 0 || wanted > 1))
				out[n++] = loads[i].test;
			else
				compare_omit(c, loads[i].drive, what,
				    lang_fill(c->arena, c->lang,
				    "compare.why.load", "own",
				    compare_load_words(c, loads[i].test),
				    "common", compare_load_words(c, out[0]),
				    NULL));
		}
	return n;
}

bool
compare_is_one_load(const struct compare_test *t)
{
	return compare_known(t->given, FACTOR_BLOCK) &&
	    compare_known(t->given, FACTOR_MIX);
}

/* -------------------------------------------------------------------- words */

const char *
compare_load_words(const struct compare *c, const struct compare_test *t)
{
	const char *load = arena_printf(c->arena, "%s, R/W %s", compare_block(c,
	    t->at.value[FACTOR_BLOCK]), compare_mix(c,
	    t->at.value[FACTOR_MIX]));

	if (t->loads != NULL)
		return t->loads;
	return t->queues ? load : arena_printf(c->arena, "%s, %s", load,
	    compare_queue(c, t->given, &t->at));
}

const char *
compare_queue(const struct compare *c, uint32_t given,
    const struct factors *at)
{
	bool threads = compare_known(given, FACTOR_THREADS);
	bool depth = compare_known(given, FACTOR_DEPTH);

	if (!threads && !depth)
		return lang_text(c->lang, "compare.not-told");
	return lang_fill(c->arena, c->lang, "compare.queue", "threads",
	    threads ? lang_whole(c->arena, c->lang,
	    (uint64_t)at->value[FACTOR_THREADS]) : NULL, "depth", depth ?
	    lang_whole(c->arena, c->lang, (uint64_t)at->value[FACTOR_DEPTH]) :
	    NULL, NULL);
}

const char *
compare_setting_words(const struct compare *c,
    const struct compare_setting *s)
{
	if (s->outstanding == 0)
		return lang_text(c->lang, "compare.queue-unknown");
	return lang_fill(c->arena, c->lang, "compare.outstanding", "count",
	    lang_whole(c->arena, c->lang, (uint64_t)s->outstanding), NULL);
}

const char *
compare_mark_word(const struct compare *c, enum compare_mark m)
{
	static const char *const keys[] = {"compare.mark.measured",
	    "compare.mark.simulated", "compare.mark.published"};

	return lang_text(c->lang, keys[m]);
}

const char *
compare_block(const struct compare *c, int64_t block)
{
	char text[FACTOR_TEXT];

	if (block == COMPARE_UNTOLD)
		return lang_text(c->lang, "compare.block-untold");
	if (mixture_of(block) != NULL)
		return lang_text(c->lang, "block.mixture");
	if (block > 0 && block <= (int64_t)1 << 40)
		return lang_block(c->arena, c->lang, block);
	return arena_strdup(c->arena, factor_format(FACTOR_BLOCK, block, text,
	    sizeof(text)));
}

const char *
compare_block_row(const struct compare *c, int64_t block)
{
	return block > 0 && mixture_of(block) == NULL ?
	    lang_block_kib(c->arena, c->lang, block) : compare_block(c, block);
}

const char *
compare_block_cell(const struct compare *c, int64_t block)
{
	char text[FACTOR_TEXT];

	if (block == COMPARE_UNTOLD)
		return "";
	return arena_strdup(c->arena, factor_format_cell(FACTOR_BLOCK, block,
	    text, sizeof(text)));
}

const char *
compare_mix(const struct compare *c, int64_t mix)
{
	char text[FACTOR_TEXT];

	return arena_strdup(c->arena, factor_format(FACTOR_MIX, mix, text,
	    sizeof(text)));
}

const char *
compare_region(const struct compare *c, int64_t region)
{
	char text[FACTOR_TEXT];

	factor_format(FACTOR_REGION, region, text, sizeof(text));
	if (strchr(text, '%') != NULL)
		return lang_percent(c->arena, c->lang, arena_strdup(c->arena,
		    text));
	return lang_capacity(c->arena, c->lang, factor_region(region,
	    UINT64_MAX));
}
