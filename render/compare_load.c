/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "base/report.h"
#include "render/compare_load.h"

#define MOST_DRIVES 256

static const char *const metric_names[COMPARE_NMETRICS] = {"iops", "mb_s",
    "lat_mean", "lat_sd", "lat_p99", "lat_p999", "lat_p9999", "lat_max"};

const struct metric *
compare_metric(enum compare_metric m)
{
	return metric_find(metric_names[m], strlen(metric_names[m]));
}

struct compare_point *
load_point(struct arena *a, struct compare_drive *d)
{
	d->points = arena_grow(a, d->points, d->npoints, sizeof(*d->points));
	struct compare_point *p = &d->points[d->npoints++];

	*p = (struct compare_point){.op = "all", .again_ns = NAN};
	for (int m = 0; m < COMPARE_NMETRICS; m++)
		p->values[m] = NAN;
	return p;
}

struct compare_test *
load_test(struct arena *a, struct compare_drive *d)
{
	d->tests = arena_grow(a, d->tests, d->ntests, sizeof(*d->tests));
	struct compare_test *t = &d->tests[d->ntests++];

	*t = (struct compare_test){.scale = NAN, .begin_iops = NAN,
	    .end_iops = NAN};
	return t;
}

struct compare_drive *
load_drive(struct compare *c, const struct compare_drive *d)
{
	c->drives = arena_grow(c->arena, c->drives, c->ndrives,
	    sizeof(*c->drives));
	c->drives[c->ndrives] = *d;
	return &c->drives[c->ndrives++];
}

const char *
load_joined(struct arena *a, const char *left, const char *between,
    const char *right)
{
	if (left == NULL || right == NULL)
		return left != NULL ? left : right;
	return arena_printf(a, "%s%s%s", left, between, right);
}

int64_t
load_common(const struct compare_drive *d, enum factor f)
{
	for (size_t i = 1; i < d->ntests; i++)
		if (d->tests[i].at.value[f] != d->tests[0].at.value[f])
			return -1;
	return d->ntests == 0 ? -1 : d->tests[0].at.value[f];
}

/* ----------------------------------------------------- runs of one drive */

static bool
same_text(const char *a, const char *b)
{
	return a == NULL ? b == NULL : b != NULL && strcmp(a, b) == 0;
}

/* Data and range are those of tests: without any, they fit to all. */
static bool
same_condition(const struct compare_drive *a, const struct compare_drive *b)
{
	return a->ntests == 0 || b->ntests == 0 ||
	    (a->compressible == b->compressible && a->region == b->region);
}

static bool
same_drive(const struct compare_drive *a, const struct compare_drive *b)
{
	return a->mark == b->mark && same_text(a->vendor, b->vendor) &&
	    same_text(a->model, b->model) && same_text(a->serial, b->serial) &&
	    same_text(a->firmware, b->firmware) &&
	    same_text(a->host, b->host) && same_text(a->name, b->name) &&
	    a->capacity_bytes == b->capacity_bytes && same_condition(a, b);
}

/* One test by another plan, or the preconditioning of another test, is another
 * thing, though points of it may be the same. */
static bool
is_same_test(const struct compare_test *a, const struct compare_test *b)
{
	return a->kind == b->kind && same_text(a->title, b->title);
}

/* Whether two drives measured the same thing: a point, or a saturation. */
static bool
overlap(const struct compare_drive *a, const struct compare_drive *b)
{
	for (size_t i = 0; i < a->ntests; i++)
		for (size_t k = 0; k < b->ntests; k++)
			if (a->tests[i].kind == COMPARE_SATURATION &&
			    is_same_test(&a->tests[i], &b->tests[k]) &&
			    factors_equal(&a->tests[i].at, &b->tests[k].at))
				return true;
	for (size_t i = 0; i < a->npoints; i++)
		for (size_t k = 0; k < b->npoints; k++)
			if (a->points[i].op == b->points[k].op &&
			    is_same_test(&a->tests[a->points[i].test],
			    &b->tests[b->points[k].test]) &&
			    factors_equal(&a->points[i].at, &b->points[k].at))
				return true;
	return false;
}

static void
merge(struct arena *a, struct compare_drive *into,
    const struct compare_drive *from)
{
	size_t shift = into->ntests;

	if (into->ntests == 0) {
		into->compressible = from->compressible;
		into->region = from->region;
	}
	for (size_t i = 0; i < from->ntests; i++)
		*load_test(a, into) = from->tests[i];
	for (size_t i = 0; i < from->npoints; i++) {
		struct compare_point *p = load_point(a, into);

		*p = from->points[i];
		p->test += shift;
	}
	into->source = load_joined(a, into->source, ", ", from->source);
	for (size_t i = 0; i < from->npaths; i++) {
		into->paths = arena_grow(a, into->paths, into->npaths,
		    sizeof(*into->paths));
		into->paths[into->npaths++] = from->paths[i];
	}
	if (into->nclaims == 0) {
		into->nclaims = from->nclaims;
		into->claims = from->claims;
	}
	into->nruns += from->nruns;
	into->odd = load_joined(a, into->odd, ", ", from->odd);
}

static void
file_run(struct compare *c, const struct compare_drive *d)
{
	bool repeated = false;

	for (size_t i = 0; i < c->ndrives; i++) {
		if (!same_drive(&c->drives[i], d))
			continue;
		if (!overlap(&c->drives[i], d)) {
			merge(c->arena, &c->drives[i], d);
			return;
		}
		repeated = true;
	}
	if (repeated && d->serial != NULL)
		compare_remark(c, lang_fill(c->arena, c->lang,
		    "compare.remark.repeated", "name", d->name, "serial",
		    d->serial, NULL));
	load_drive(c, d);
}

/* ---------------------------------------------------------------- the whole */

static int
add_run(struct compare *c, const char *dir)
{
	struct compare_drive d;

	if (load_run(c, dir, &d) == -1)
		return -1;
	file_run(c, &d);
	return 0;
}

static bool
is_listed(const char *path, size_t count, const char *const *paths)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(paths[i], path) == 0)
			return true;
	return false;
}

int
compare_load(struct compare *c, const struct compare_inputs *in)
{
	const char *const *paths = in->paths;

	for (size_t i = 0; i < in->count; i++) {
		struct stat st;

		if (is_listed(paths[i], i, paths)) {
			warn_msg("%s: named twice, taken once", paths[i]);
			continue;
		}
		if (stat(paths[i], &st) == -1) {
			warn_errno("%s", paths[i]);
			return -1;
		}
		if ((S_ISDIR(st.st_mode) ? add_run(c, paths[i]) :
		    load_published(c, paths[i])) == -1)
			return -1;
		if (c->ndrives > MOST_DRIVES) {
			warn_msg("more than %d drives: too many for one "
			    "comparison", MOST_DRIVES);
			return -1;
		}
	}
	for (size_t i = 0; i < in->nclaims; i++) {
		const struct published *p = published_load(c->arena,
		    in->claims[i]);

		if (p == NULL)
			return -1;
		c->references = arena_grow(c->arena, c->references,
		    c->nreferences, sizeof(*c->references));
		c->references[c->nreferences++] = p;
	}
	return 0;
}
