/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/report.h"
#include "render/compare.h"
#include "render/text_clean.h"

static bool
is_one_model(const char *a, const char *b)
{
	size_t length = strlen(a);

	/* "Drive X, 6 % more over-provisioning" is a variant of "Drive X". */
	return strncmp(a, b, length) == 0 &&
	    (b[length] == '\0' || b[length] == ',');
}

bool
compare_is_model(const struct compare_drive *d, const char *vendor,
    const char *model)
{
	if (d->model == NULL || model == NULL)
		return false;
	if (d->vendor != NULL && vendor != NULL && strcmp(d->vendor, vendor) !=
	    0)
		return false;
	return is_one_model(d->model, model) || is_one_model(model, d->model);
}

static void
set_families(struct compare *c)
{
	unsigned nfamilies = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		struct compare_drive *d = &c->drives[i];
		size_t base = i;

		if (d->variant_of >= 0 && (size_t)d->variant_of < i)
			base = (size_t)d->variant_of;
		for (size_t k = 0; base == i && k < i; k++)
			if (compare_is_model(&c->drives[k], d->vendor,
			    d->model))
				base = k;
		if (base == i) {
			d->family = nfamilies++;
			continue;
		}
		d->family = c->drives[base].family;
		for (size_t k = 0; k < i; k++)
			d->place += c->drives[k].family == d->family;
	}
}

static bool
is_taken(const struct compare *c, size_t index, const char *name)
{
	for (size_t i = 0; i < c->ndrives; i++)
		if (i != index && strcmp(c->drives[i].name, name) == 0)
			return true;
	return false;
}

static void
make_unique(struct compare *c, size_t index)
{
	struct compare_drive *d = &c->drives[index];
	const char *name = d->name;

	for (unsigned n = 2; is_taken(c, index, d->name); n++)
		d->name = arena_printf(c->arena, "%s (%u)", name, n);
}

/* What could tell a drive from others of its name, most telling first. */
#define NDETAILS 8
static void
details(const struct compare *c, const struct compare_drive *d,
    const char *out[NDETAILS])
{
	out[0] = d->variant;
	out[1] = d->compressible > 0 ? lang_fill(c->arena, c->lang,
	    "compare.compressible", "percent", lang_whole(c->arena, c->lang,
	    (uint64_t)d->compressible), NULL) : NULL;
	out[2] = d->capacity_bytes > 0 ? lang_capacity(c->arena, c->lang,
	    d->capacity_bytes) : NULL;
	out[3] = d->firmware;
	out[4] = d->region < 0 ? NULL : lang_fill(c->arena, c->lang,
	    "compare.region", "region", compare_region(c, d->region), NULL);
	out[5] = d->hba;
	out[6] = d->serial;
	out[7] = d->host;
}

/* Whether a detail of a drive is another one than that of the drive 'i'. */
static bool
tells_from(const struct compare *c, size_t i, size_t detail, const char *mine)
{
	const char *theirs[NDETAILS];

	details(c, &c->drives[i], theirs);
	return theirs[detail] == NULL || strcmp(theirs[detail], mine) != 0;
}

/* Whether it tells a drive from all others of its name, or ('first') at least
 * from the first of them. */
static bool
tells(const struct compare *c, size_t index, const char *const *old,
    size_t detail, const char *mine, bool first)
{
	for (size_t i = 0; i < c->ndrives; i++) {
		if (i == index || strcmp(old[i], old[index]) != 0)
			continue;
		if (!tells_from(c, i, detail, mine))
			return false;
		if (first)
			return true;
	}
	return true;
}

/* A name that others have gets the first detail that they do not have, else one
 * that the first of them does not have. */
static void
set_name(struct compare *c, size_t index, const char *const *old)
{
	struct compare_drive *d = &c->drives[index];
	const char *mine[NDETAILS];
	bool found = false;

	details(c, d, mine);
	for (int first = 0; !found && first < 2; first++)
		for (size_t k = 0; !found && k < NDETAILS; k++)
			if (mine[k] != NULL && tells(c, index, old, k,
			    mine[k], first != 0)) {
				d->name = arena_printf(c->arena, "%s, %s",
				    old[index], mine[k]);
				found = true;
			}
	make_unique(c, index);
}

static void
set_names(struct compare *c)
{
	const char **old = arena_array(c->arena, c->ndrives + 1,
	    sizeof(*old));

	for (size_t i = 0; i < c->ndrives; i++)
		old[i] = c->drives[i].name;
	for (size_t i = 0; i < c->ndrives; i++) {
		bool first = true;

		for (size_t k = 0; k < i; k++)
			first &= strcmp(old[k], old[i]) != 0;
		if (!first)
			set_name(c, i, old);
	}
}

/* Whether 'which', of 'length' bytes, names a drive: its name, a path of its
 * runs, its id in a published file. */
static bool
is_called(const struct compare_drive *d, const char *name, const char *which,
    size_t length)
{
	if (strlen(name) == length && strncmp(name, which, length) == 0)
		return true;
	if (d->published != NULL)
		return strlen(d->published->id) == length &&
		    strncmp(d->published->id, which, length) == 0;
	while (length > 1 && which[length - 1] == '/')
		length--;
	for (size_t i = 0; i < d->npaths; i++) {
		size_t own = strlen(d->paths[i]);

		while (own > 1 && d->paths[i][own - 1] == '/')
			own--;
		if (own == length && strncmp(d->paths[i], which, length) == 0)
			return true;
	}
	return false;
}

static int
set_label(struct compare *c, const char *label, const char *const *old)
{
	const char *equals = strrchr(label, '=');
	bool found = false;

	if (equals == NULL || equals == label || equals[1] == '\0') {
		warn_msg("--label %s: DRIVE=NAME is expected", label);
		return -1;
	}
	const char *name = text_clean(c->arena, equals + 1);
	for (size_t i = 0; i < c->ndrives; i++) {
		if (!is_called(&c->drives[i], old[i], label, (size_t)(equals -
		    label)))
			continue;
		c->drives[i].name = name;
		make_unique(c, i);
		found = true;
	}
	if (!found)
		warn_msg("--label %s: no drive is called so; the path of a "
		    "run, the id of a published drive or a name as in the "
		    "document is expected", label);
	return found ? 0 : -1;
}

static int
set_own_names(struct compare *c, const struct compare_inputs *in)
{
	const char **old = arena_array(c->arena, c->ndrives + 1,
	    sizeof(*old));

	for (size_t i = 0; i < c->ndrives; i++)
		old[i] = c->drives[i].name;
	for (size_t i = 0; i < in->nlabels; i++)
		if (set_label(c, in->labels[i], old) == -1)
			return -1;
	return 0;
}

/* In figures a mark stands behind the name, unless all have the same. */
static void
set_labels(struct compare *c)
{
	bool mixed = false;

	for (size_t i = 1; i < c->ndrives; i++)
		mixed |= c->drives[i].mark != c->drives[0].mark;
	for (size_t i = 0; i < c->ndrives; i++) {
		struct compare_drive *d = &c->drives[i];

		d->label = d->name;
		if (mixed && d->mark != COMPARE_MEASURED)
			d->label = arena_printf(c->arena, "%s (%s)", d->name,
			    lang_text(c->lang, d->mark == COMPARE_SIMULATED ?
			    "compare.tag.simulated" :
			    "compare.tag.published"));
	}
}

int
compare_name(struct compare *c, const struct compare_inputs *in)
{
	set_families(c);
	set_names(c);
	if (set_own_names(c, in) == -1)
		return -1;
	set_labels(c);
	for (size_t i = 0; i < c->ndrives; i++)
		if (c->drives[i].odd != NULL)
			compare_omit(c, &c->drives[i], c->drives[i].odd,
			    lang_text(c->lang, "compare.why.form"));
	return 0;
}

void
compare_omit(struct compare *c, const struct compare_drive *d,
    const char *what, const char *why)
{
	for (size_t i = 0; i < c->nomissions; i++) {
		const struct compare_omission *o = &c->omissions[i];

		if (strcmp(o->drive, d->name) == 0 &&
		    strcmp(o->what, what) == 0 && strcmp(o->why, why) == 0)
			return;
	}
	c->omissions = arena_grow(c->arena, c->omissions, c->nomissions,
	    sizeof(*c->omissions));
	c->omissions[c->nomissions++] = (struct compare_omission){d->name,
	    what, why};
}

void
compare_remark(struct compare *c, const char *text)
{
	for (size_t i = 0; i < c->nremarks; i++)
		if (strcmp(c->remarks[i], text) == 0)
			return;
	c->remarks = arena_grow(c->arena, c->remarks, c->nremarks,
	    sizeof(*c->remarks));
	c->remarks[c->nremarks++] = text;
}
