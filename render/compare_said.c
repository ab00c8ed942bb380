/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "render/compare.h"

/* Which drives the claims and prices of sources are of. */

static void
add_said(struct compare *c, const struct compare_said *said)
{
	if (said->nclaims == 0 && said->nprices == 0)
		return;
	c->said = arena_grow(c->arena, c->said, c->nsaid, sizeof(*c->said));
	c->said[c->nsaid++] = *said;
}

static void
say_published(struct compare *c, const struct compare_drive *d,
    const struct published_drive *p, const char *source)
{
	add_said(c, &(struct compare_said){.family = d->family,
	    .name = p == d->published ? d->name : p->name, .source = source,
	    .nclaims = p->nclaims, .claims = p->claims,
	    .nprices = p->nprices, .prices = p->prices});
}

static bool
is_of(const struct compare_drive *d, const struct published_drive *of)
{
	return compare_is_model(d, of->vendor, of->model) ||
	    strcmp(d->name, of->name) == 0;
}

/* The claims of a file of them go to the family of the first drive of the
 * model, or of the name. */
static void
say_reference(struct compare *c, const struct published *p,
    const struct published_drive *of)
{
	for (size_t i = 0; i < c->ndrives; i++)
		if (is_of(&c->drives[i], of)) {
			say_published(c, &c->drives[i], of, compare_source(c,
			    p));
			return;
		}
	compare_remark(c, lang_fill(c->arena, c->lang,
	    "compare.remark.no-model", "name", of->name, "source",
	    p->title, NULL));
}

/* Whether a drive above it, of its family, has told the claims of runs. */
static bool
is_told(const struct compare *c, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (c->drives[i].family == c->drives[index].family &&
		    c->drives[i].nclaims > 0)
			return true;
	return false;
}

void
compare_say(struct compare *c)
{
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];

		if (d->published != NULL)
			say_published(c, d, d->published, d->source);
		else if (!is_told(c, i))
			add_said(c, &(struct compare_said){
			    .family = d->family, .name = d->name,
			    .source = d->source, .nclaims = d->nclaims,
			    .claims = d->claims});
	}
	for (size_t i = 0; i < c->nreferences; i++)
		for (size_t k = 0; k < c->references[i]->ndrives; k++)
			say_reference(c, c->references[i],
			    &c->references[i]->drives[k]);
}
