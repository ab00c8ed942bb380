/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "model/published.h"
#include "model/xmlread.h"

static const struct xmlread_kind published_document = {
	.root = "published",
	.ns = "urn:plateau:published:1",
	.grammar = "schema/published.rng",
	.max_bytes = (size_t)4 << 20,
};

static const char *const ops[] = {"all", "read", "write", NULL};
static const char *const kinds[] = {"random", "sequential", "saturation",
    NULL};
static const char *const moments[] = {"begin", "end", NULL};
static const char *const aggregates[] = {"sum", "mean", NULL};

static bool
is_positive(double value)
{
	return isfinite(value) && value > 0;
}

#define RATE(name_, struct_, member_)					\
	XMLFIELD(name_, FIELD_REAL, struct_, member_,			\
	    .good = is_positive, .expected = "a number above 0")
#define TIME(name_, struct_, member_)					\
	XMLFIELD(name_, FIELD_DURATION, struct_, member_, .least = 1,	\
	    .most = UINT64_C(1000000000000))
#define VALUES(struct_, member_)					\
	RATE("iops", struct_, member_.iops),				\
	RATE("mb_s", struct_, member_.mb_s),				\
	RATE("mib_s", struct_, member_.mib_s),				\
	RATE("tps", struct_, member_.tps),				\
	TIME("lat_mean", struct_, member_.lat_mean_ns),			\
	TIME("lat_sd", struct_, member_.lat_sd_ns),			\
	TIME("lat_p99", struct_, member_.lat_p99_ns),			\
	TIME("lat_p999", struct_, member_.lat_p999_ns),			\
	TIME("lat_p9999", struct_, member_.lat_p9999_ns),		\
	TIME("lat_max", struct_, member_.lat_max_ns)
#define TEXT(name_, struct_, member_, ...)				\
	XMLFIELD(name_, FIELD_TEXT, struct_, member_, __VA_ARGS__)
#define MUST(name_, struct_, member_)					\
	TEXT(name_, struct_, member_, .required = true)

/* A point, and the place of 'when' among its words. */
struct point_reading {
	struct published_point point;
	unsigned moment;		/* 2: not told */
};

static const struct xmlfield root_fields[] = {
	MUST("title", struct published, title),
	MUST("author", struct published, author),
	TEXT("date", struct published, date),
	TEXT("site", struct published, site),
	TEXT("language", struct published, language),
	TEXT("host", struct published, host),
	TEXT("note", struct published, note),
	{.name = NULL}
};

static const struct xmlfield drive_fields[] = {
	XMLFIELD("id", FIELD_NAME, struct published_drive, id,
	    .required = true),
	MUST("name", struct published_drive, name),
	XMLFIELD("variant-of", FIELD_NAME, struct published_drive,
	    variant_of),
	TEXT("variant", struct published_drive, variant),
	TEXT("vendor", struct published_drive, vendor),
	TEXT("model", struct published_drive, model),
	TEXT("serial", struct published_drive, serial),
	TEXT("firmware", struct published_drive, firmware),
	TEXT("interface", struct published_drive, interface),
	TEXT("ports", struct published_drive, ports),
	TEXT("note", struct published_drive, note),
	XMLFIELD("capacity_bytes", FIELD_WHOLE, struct published_drive,
	    capacity_bytes, .least = 1, .most = UINT64_C(1) << 60),
	{.name = NULL}
};

static const struct xmlfield claim_fields[] = {
	MUST("text", struct published_claim, text),
	TEXT("conditions", struct published_claim, conditions),
	TEXT("note", struct published_claim, note),
	VALUES(struct published_claim, values),
	{.name = NULL}
};

static const struct xmlfield test_fields[] = {
	XMLFIELD("kind", FIELD_CHOICE, struct published_test, kind,
	    .required = true, .words = kinds),
	MUST("title", struct published_test, title),
	TEXT("specification", struct published_test, specification),
	TEXT("host", struct published_test, host),
	TEXT("note", struct published_test, note),
	XMLFIELD("rounds", FIELD_WHOLE32, struct published_test, rounds,
	    .least = 1),
	XMLFIELD("window", FIELD_WHOLE32, struct published_test, window,
	    .least = 1),
	{.name = NULL}
};

static const struct xmlfield point_fields[] = {
	XMLFIELD("op", FIELD_WORD, struct point_reading, point.op,
	    .fallback = "all", .words = ops),
	XMLFIELD("when", FIELD_CHOICE, struct point_reading, moment,
	    .words = moments),
	XMLFIELD("about", FIELD_BOOL, struct point_reading, point.about),
	TEXT("note", struct point_reading, point.note),
	VALUES(struct point_reading, point.values),
	{.name = NULL}
};

static const struct xmlfield application_fields[] = {
	MUST("name", struct published_application, name),
	MUST("load", struct published_application, load),
	XMLFIELD("aggregate", FIELD_WORD, struct published_application,
	    aggregate, .required = true, .words = aggregates),
	TEXT("note", struct published_application, note),
	VALUES(struct published_application, values),
	{.name = NULL}
};

static const struct xmlfield price_fields[] = {
	XMLFIELD("amount", FIELD_REAL, struct published_price, amount,
	    .required = true, .good = is_positive,
	    .expected = "a number above 0"),
	MUST("currency", struct published_price, currency),
	MUST("date", struct published_price, date),
	MUST("source", struct published_price, source),
	TEXT("note", struct published_price, note),
	{.name = NULL}
};

static const struct xmlfield instance_fields[] = {
	TEXT("name", struct published_instance, name),
	VALUES(struct published_instance, values),
	{.name = NULL}
};

static const struct xmlfield relation_fields[] = {
	XMLFIELD("drive", FIELD_NAME, struct published_relation, drive,
	    .required = true),
	XMLFIELD("of", FIELD_NAME, struct published_relation, of,
	    .required = true),
	MUST("text", struct published_relation, text),
	XMLFIELD("least", FIELD_REAL, struct published_relation, least,
	    .required = true, .good = is_positive,
	    .expected = "a number of percent above 0"),
	XMLFIELD("most", FIELD_REAL, struct published_relation, most,
	    .good = is_positive, .expected = "a number of percent above 0"),
	TEXT("note", struct published_relation, note),
	{.name = NULL}
};

/* The factors that a source may tell. */
#define FACTORS (1u << FACTOR_MIX | 1u << FACTOR_BLOCK |		\
	1u << FACTOR_THREADS | 1u << FACTOR_DEPTH | 1u << FACTOR_PATTERN | \
	1u << FACTOR_REGION | 1u << FACTOR_COMPRESSIBLE)

static struct published_values
no_values(void)
{
	return (struct published_values){.iops = NAN, .mb_s = NAN,
	    .mib_s = NAN, .tps = NAN};
}

static unsigned
count_values(const struct published_values *v)
{
	return (unsigned)(isfinite(v->iops) + isfinite(v->mb_s) +
	    isfinite(v->mib_s) + isfinite(v->tps) + (v->lat_mean_ns > 0) +
	    (v->lat_sd_ns > 0) + (v->lat_p99_ns > 0) + (v->lat_p999_ns > 0) +
	    (v->lat_p9999_ns > 0) + (v->lat_max_ns > 0));
}

static void
read_point(struct xmlread *x, xmlNode *node, void *context)
{
	struct published_test *t = context;
	struct point_reading r = {.moment = 2, .point = {
	    .line = xmlread_line(node), .given = t->given, .at = t->at,
	    .values = no_values()}};

	xmlread_attributes(x, node, point_fields, &r, &(struct xmlfactors){
	    FACTORS, &r.point.at, &r.point.given});
	xmlread_children(x, node, NULL, NULL);
	if (count_values(&r.point.values) == 0)
		xmlread_mistake(x, r.point.line, "<point> has no value: one "
		    "of iops, mb_s, mib_s, lat_mean ... is expected");
	if ((t->kind == PUBLISHED_SATURATION) != (r.moment < 2))
		xmlread_mistake(x, r.point.line, "when=\"begin\" or \"end\" "
		    "is expected in a saturation test, and nowhere else");
	r.point.at_end = r.moment == 1;
	t->points = arena_grow(xmlread_arena(x), t->points, t->npoints,
	    sizeof(*t->points));
	t->points[t->npoints++] = r.point;
}

/* Two points of one test at the same place. */
static bool
is_same(const struct published_point *a, const struct published_point *b)
{
	return a->op == b->op && a->given == b->given &&
	    a->at_end == b->at_end && factors_equal(&a->at, &b->at);
}

/* A hostile file may have many points: past this, pairs are not compared. */
#define MOST_POINTS 4096

static void
check_points(struct xmlread *x, const struct published_test *t)
{
	if (t->npoints > MOST_POINTS) {
		xmlread_mistake(x, t->line, "<test> has %zu points, at most "
		    "%d are expected", t->npoints, MOST_POINTS);
		return;
	}
	for (size_t i = 0; i < t->npoints; i++)
		for (size_t k = 0; k < i; k++)
			if (is_same(&t->points[i], &t->points[k]))
				xmlread_mistake(x, t->points[i].line,
				    "the same point is in line %d already",
				    t->points[k].line);
}

/* What is compared with one another is few: a hostile file may have more. */
#define MOST_TESTS 64
#define MOST_CLAIMS 256
#define MOST_APPLICATIONS 64
#define MOST_INSTANCES 256
#define MOST_PRICES 64

/* Whether another element may come. */
static bool
has_room(struct xmlread *x, const xmlNode *node, size_t count, size_t most)
{
	if (count == most)
		xmlread_mistake(x, xmlread_line(node), "at most %zu <%s> are "
		    "expected here", most, (const char *)node->name);
	return count < most;
}

static void
read_test(struct xmlread *x, xmlNode *node, void *context)
{
	static const struct xmlread_child children[] = {
		{"point", read_point, .required = true},
		{.name = NULL}
	};
	struct published_drive *d = context;
	struct published_test t = {.line = xmlread_line(node),
	    .at = factor_defaults()};

	if (!has_room(x, node, d->ntests, MOST_TESTS))
		return;
	xmlread_attributes(x, node, test_fields, &t, &(struct xmlfactors){
	    FACTORS, &t.at, &t.given});
	/* The kind tells the pattern, unless it is told. */
	if ((t.given & 1u << FACTOR_PATTERN) == 0)
		t.at.value[FACTOR_PATTERN] = t.kind == PUBLISHED_SEQUENTIAL ?
		    PATTERN_SEQUENTIAL : PATTERN_RANDOM;
	t.given |= 1u << FACTOR_PATTERN;
	xmlread_children(x, node, children, &t);
	check_points(x, &t);
	d->tests = arena_grow(xmlread_arena(x), d->tests, d->ntests,
	    sizeof(*d->tests));
	d->tests[d->ntests++] = t;
}

static void
read_claim(struct xmlread *x, xmlNode *node, void *context)
{
	struct published_drive *d = context;
	struct published_claim c = {.line = xmlread_line(node),
	    .at = factor_defaults(), .values = no_values()};

	if (!has_room(x, node, d->nclaims, MOST_CLAIMS))
		return;
	xmlread_attributes(x, node, claim_fields, &c, &(struct xmlfactors){
	    FACTORS, &c.at, &c.given});
	xmlread_children(x, node, NULL, NULL);
	if (count_values(&c.values) != 1)
		xmlread_mistake(x, c.line, "<claim> has %u values, exactly "
		    "one is expected", count_values(&c.values));
	d->claims = arena_grow(xmlread_arena(x), d->claims, d->nclaims,
	    sizeof(*d->claims));
	d->claims[d->nclaims++] = c;
}

static void
read_instance(struct xmlread *x, xmlNode *node, void *context)
{
	struct published_application *app = context;
	struct published_instance one = {.values = no_values()};

	if (!has_room(x, node, app->ninstances, MOST_INSTANCES))
		return;
	xmlread_attributes(x, node, instance_fields, &one, NULL);
	xmlread_children(x, node, NULL, NULL);
	if (count_values(&one.values) == 0)
		xmlread_mistake(x, xmlread_line(node), "<instance> has no "
		    "value");
	app->instances = arena_grow(xmlread_arena(x), app->instances,
	    app->ninstances, sizeof(*app->instances));
	app->instances[app->ninstances++] = one;
}

static void
read_application(struct xmlread *x, xmlNode *node, void *context)
{
	static const struct xmlread_child children[] = {
		{"instance", read_instance, .once = false},
		{.name = NULL}
	};
	struct published_drive *d = context;
	struct published_application app = {.line = xmlread_line(node),
	    .values = no_values()};

	if (!has_room(x, node, d->napplications, MOST_APPLICATIONS))
		return;
	xmlread_attributes(x, node, application_fields, &app, NULL);
	xmlread_children(x, node, children, &app);
	if (count_values(&app.values) == 0)
		xmlread_mistake(x, app.line, "<application> has no value");
	d->applications = arena_grow(xmlread_arena(x), d->applications,
	    d->napplications, sizeof(*d->applications));
	d->applications[d->napplications++] = app;
}

static void
read_price(struct xmlread *x, xmlNode *node, void *context)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	struct published_drive *d = context;
	struct published_price p = {.line = xmlread_line(node)};

	if (!has_room(x, node, d->nprices, MOST_PRICES))
		return;
	xmlread_attributes(x, node, price_fields, &p, NULL);
	xmlread_children(x, node, NULL, NULL);
	if (p.currency != NULL && (strlen(p.currency) != 3 ||
	    strspn(p.currency, letters) != 3))
		xmlread_mistake(x, p.line, "currency=\"%s\": three capital "
		    "letters are expected, such as USD", p.currency);
	d->prices = arena_grow(xmlread_arena(x), d->prices, d->nprices,
	    sizeof(*d->prices));
	d->prices[d->nprices++] = p;
}

static void
read_drive(struct xmlread *x, xmlNode *node, void *context)
{
	static const struct xmlread_child children[] = {
		{"claim", read_claim, .once = false},
		{"test", read_test, .once = false},
		{"application", read_application, .once = false},
		{"price", read_price, .once = false},
		{.name = NULL}
	};
	struct published *p = context;
	struct published_drive d = {.line = xmlread_line(node)};

	xmlread_attributes(x, node, drive_fields, &d, NULL);
	xmlread_children(x, node, children, &d);
	p->drives = arena_grow(xmlread_arena(x), p->drives, p->ndrives,
	    sizeof(*p->drives));
	p->drives[p->ndrives++] = d;
}

static void
read_relation(struct xmlread *x, xmlNode *node, void *context)
{
	struct published *p = context;
	struct published_relation r = {.line = xmlread_line(node),
	    .most = NAN};

	xmlread_attributes(x, node, relation_fields, &r, NULL);
	xmlread_children(x, node, NULL, NULL);
	if (isnan(r.most))
		r.most = r.least;
	if (r.most < r.least)
		xmlread_mistake(x, r.line, "most=\"%g\": at least %g is "
		    "expected", r.most, r.least);
	p->relations = arena_grow(xmlread_arena(x), p->relations,
	    p->nrelations, sizeof(*p->relations));
	p->relations[p->nrelations++] = r;
}

static bool
has_drive(const struct published *p, const char *id, size_t before)
{
	for (size_t i = 0; i < before; i++)
		if (p->drives[i].id != NULL && strcmp(p->drives[i].id, id) == 0)
			return true;
	return false;
}

/* What no element can tell alone.  Many drives are refused, so that the search
 * for equal ids stays short. */
#define MOST_DRIVES 1000

static void
check_drives(struct xmlread *x, const struct published *p)
{
	if (p->ndrives > MOST_DRIVES || p->nrelations > MOST_DRIVES) {
		xmlread_mistake(x, p->ndrives > MOST_DRIVES ?
		    p->drives[MOST_DRIVES].line :
		    p->relations[MOST_DRIVES].line,
		    "at most %d of these are expected", MOST_DRIVES);
		return;
	}
	for (size_t i = 0; i < p->ndrives; i++) {
		const struct published_drive *d = &p->drives[i];

		if (d->id != NULL && has_drive(p, d->id, i))
			xmlread_mistake(x, d->line, "id=\"%s\": another drive "
			    "has this id", d->id);
		if (d->variant_of != NULL && !has_drive(p, d->variant_of, i))
			xmlread_mistake(x, d->line, "variant-of=\"%s\": the "
			    "id of a drive above is expected", d->variant_of);
	}
	for (size_t i = 0; i < p->nrelations; i++) {
		const struct published_relation *r = &p->relations[i];

		if (r->drive == NULL || r->of == NULL)
			continue;	/* told already */
		if (!has_drive(p, r->drive, p->ndrives) ||
		    !has_drive(p, r->of, p->ndrives))
			xmlread_mistake(x, r->line, "drive=\"%s\" of=\"%s\": "
			    "ids of drives of this file are expected",
			    r->drive, r->of);
	}
}

struct published *
published_load(struct arena *a, const char *path)
{
	static const struct xmlread_child children[] = {
		{"drive", read_drive, .required = true},
		{"relation", read_relation, .once = false},
		{.name = NULL}
	};
	struct xmlread *x = xmlread_open(a, path, &published_document);

	if (x == NULL)
		return NULL;
	struct published *p = arena_alloc(a, sizeof(*p));
	p->path = arena_strdup(a, path);
	xmlread_attributes(x, xmlread_root(x), root_fields, p, NULL);
	xmlread_children(x, xmlread_root(x), children, p);
	check_drives(x, p);
	return xmlread_close(x) == -1 ? NULL : p;
}
