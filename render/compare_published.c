/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "render/compare_load.h"

#define MIB 1048576.0

const char *
compare_source(const struct compare *c, const struct published *p)
{
	return p->date == NULL ? p->author : arena_printf(c->arena, "%s, %s",
	    p->author, p->date);
}

static double
time_value(uint64_t ns)
{
	return ns > 0 ? (double)ns : NAN;
}

static void
add_published_point(struct compare *c, struct compare_drive *d,
    const struct published_point *from)
{
	struct compare_point *p = load_point(c->arena, d);
	const struct published_values *v = &from->values;

	p->test = d->ntests - 1;
	p->op = from->op;
	p->given = from->given;
	p->at = from->at;
	p->about = from->about;
	p->note = from->note;
	p->mib = isnan(v->mb_s) && isfinite(v->mib_s);
	p->values[COMPARE_IOPS] = v->iops;
	p->values[COMPARE_MB_S] = p->mib ? v->mib_s * MIB / 1e6 : v->mb_s;
	p->values[COMPARE_MEAN] = time_value(v->lat_mean_ns);
	p->values[COMPARE_SD] = time_value(v->lat_sd_ns);
	p->values[COMPARE_P99] = time_value(v->lat_p99_ns);
	p->values[COMPARE_P999] = time_value(v->lat_p999_ns);
	p->values[COMPARE_P9999] = time_value(v->lat_p9999_ns);
	p->values[COMPARE_MAX] = time_value(v->lat_max_ns);
}

static void
add_published_test(struct compare *c, struct compare_drive *d,
    const struct published_test *from, const char *host)
{
	static const enum compare_kind kinds[] = {
		[PUBLISHED_RANDOM] = COMPARE_RANDOM,
		[PUBLISHED_SEQUENTIAL] = COMPARE_SEQUENTIAL,
		[PUBLISHED_SATURATION] = COMPARE_SATURATION,
	};
	struct compare_test *t = load_test(c->arena, d);

	t->kind = kinds[from->kind];
	t->title = from->title;
	t->specification = from->specification;
	t->host = from->host != NULL ? from->host : host;
	t->given = from->given;
	t->at = from->at;
	t->rounds = from->window;
	t->note = from->note;
	for (size_t i = 0; i < from->npoints; i++) {
		const struct published_point *p = &from->points[i];

		if (t->kind != COMPARE_SATURATION) {
			add_published_point(c, d, p);
			continue;
		}
		*(p->at_end ? &t->end_iops : &t->begin_iops) = p->values.iops;
		*(p->at_end ? &t->end_about : &t->begin_about) = p->about;
	}
}

static void
add_published_drive(struct compare *c, const struct published *p,
    const struct published_drive *from, size_t first)
{
	struct compare_drive d = {.mark = COMPARE_PUBLISHED,
	    .name = from->name, .vendor = from->vendor, .model = from->model,
	    .serial = from->serial, .firmware = from->firmware,
	    .interface = from->interface, .host = p->host,
	    .ports = from->ports, .variant = from->variant, .note = from->note,
	    .capacity_bytes = from->capacity_bytes, .variant_of = -1,
	    .published = from};

	d.source = compare_source(c, p);
	for (size_t i = 0; i < from->ntests; i++)
		add_published_test(c, &d, &from->tests[i], p->host);
	d.compressible = d.region = -1;
	if (d.ntests > 0 && compare_known(d.tests[0].given,
	    FACTOR_COMPRESSIBLE))
		d.compressible = load_common(&d, FACTOR_COMPRESSIBLE);
	if (d.ntests > 0 && compare_known(d.tests[0].given, FACTOR_REGION))
		d.region = load_common(&d, FACTOR_REGION);
	for (size_t i = 0; from->variant_of != NULL && i < p->ndrives; i++)
		if (strcmp(p->drives[i].id, from->variant_of) == 0)
			d.variant_of = (int)(first + i);
	load_drive(c, &d);
}

int
load_published(struct compare *c, const char *path)
{
	const struct published *p = published_load(c->arena, path);
	size_t first = c->ndrives;

	if (p == NULL)
		return -1;
	c->sources = arena_grow(c->arena, c->sources, c->nsources,
	    sizeof(*c->sources));
	c->sources[c->nsources++] = p;
	for (size_t i = 0; i < p->ndrives; i++)
		add_published_drive(c, p, &p->drives[i], first);
	return 0;
}
