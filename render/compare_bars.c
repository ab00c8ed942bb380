/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/compare_charts.h"

/* A figure of bars is at most this high; more groups make another one, and a
 * group of more bars than stand in it goes on in the next. */
#define BARS_MOST_PT 640.0

struct hbar
charts_bar(const struct compare_drive *d, double value, bool about)
{
	return (struct hbar){.name = d->label, .value = value,
	    .rgb = chart_colour(compare_colour(d)), .about = about,
	    .open = d->mark == COMPARE_PUBLISHED, .variant = d->place};
}

static int
longer_first(const void *left, const void *right)
{
	const struct hbar *l = left, *r = right;

	if (l->value != r->value)
		return l->value < r->value ? 1 : -1;
	return strcmp(l->name, r->name);
}

static int
shorter_first(const void *left, const void *right)
{
	const struct hbar *l = left, *r = right;

	return l->value != r->value ? longer_first(right, left) :
	    strcmp(l->name, r->name);
}

struct hbar_group
charts_group(const char *title, enum compare_metric m, size_t count,
    struct hbar *bars)
{
	if (count > 0)
		qsort(bars, count, sizeof(*bars), charts_is_rate(m) ?
		    longer_first : shorter_first);
	return (struct hbar_group){.title = title, .nbars = count,
	    .bars = bars, .best = count > 0 ? bars[0].value : 0};
}

/* How many of the groups stand in one figure; at least one. */
static size_t
fitting(const struct compare *c, const struct hbars *h)
{
	struct hbars some = *h;

	for (some.ngroups = 1; some.ngroups < h->ngroups; some.ngroups++) {
		some.ngroups++;
		bool fits = hbars_height(c->fonts, &some) <= BARS_MOST_PT;
		some.ngroups--;
		if (!fits)
			break;
	}
	return some.ngroups;
}

/* The most bars of a group that stand in one figure. */
static size_t
most_bars(const struct compare *c, const struct hbars *h,
    const struct hbar_group *group)
{
	struct hbar_group part = *group;
	struct hbars one = *h;

	one.ngroups = 1;
	one.groups = &part;
	while (part.nbars > 1 && hbars_height(c->fonts, &one) > BARS_MOST_PT)
		part.nbars--;
	return part.nbars;
}

/* Groups of too many bars in several of about the same length. */
static size_t
split_groups(const struct compare *c, const struct hbars *h,
    struct hbar_group **groups_out)
{
	struct hbar_group *groups = NULL;
	size_t count = 0;

	for (size_t i = 0; i < h->ngroups; i++) {
		const struct hbar_group *whole = &h->groups[i];
		size_t most = most_bars(c, h, whole);
		size_t parts = (whole->nbars + most - 1) / most;

		for (size_t k = 0; k < parts; k++) {
			struct hbar_group part = *whole;
			size_t first = whole->nbars * k / parts;

			part.bars = &whole->bars[first];
			part.nbars = whole->nbars * (k + 1) / parts - first;
			groups = arena_grow(c->arena, groups, count,
			    sizeof(*groups));
			groups[count++] = part;
		}
	}
	*groups_out = groups;
	return count;
}

struct compare_figures
charts_bars(const struct compare *c, const char *name, struct hbars h)
{
	struct compare_figures out = {0};
	struct hbar_group *groups;

	h.metadata = charts_metadata(c);
	h.language = lang_code(c->lang);
	h.lang = c->lang;
	h.ngroups = split_groups(c, &h, &groups);
	h.groups = groups;
	while (h.ngroups > 0) {
		struct hbars *part = arena_alloc(c->arena, sizeof(*part));

		*part = h;
		part->ngroups = fitting(c, &h);
		struct figure *figure = charts_native(c, out.count == 0 ?
		    name : arena_printf(c->arena, "%s-%zu", name,
		    out.count + 1), h.title, FIGURE_WIDTH_PT,
		    hbars_height(c->fonts, part));
		figure->level = part;
		out.figures = arena_grow(c->arena, out.figures, out.count,
		    sizeof(*out.figures));
		out.figures[out.count++] = figure;
		h.groups += part->ngroups;
		h.ngroups -= part->ngroups;
	}
	return out;
}

void
charts_append(const struct compare *c, struct compare_figures *to,
    struct compare_figures from)
{
	for (size_t i = 0; i < from.count; i++) {
		to->figures = arena_grow(c->arena, to->figures, to->count,
		    sizeof(*to->figures));
		to->figures[to->count++] = from.figures[i];
	}
}

/* Whether the test of a point of a run does not say that it is steady: nobody
 * asked, or it was not reached. */
static bool
is_unproven(const struct compare_drive *d, const struct compare_point *p)
{
	const struct compare_test *t = &d->tests[p->test];

	return d->mark != COMPARE_PUBLISHED && !(t->steady_asked &&
	    t->steady_reached);
}

static struct hbar_group
make_group(const struct compare *c, const struct compare_setting *s,
    enum compare_metric m, const struct compare_place *place)
{
	struct hbar *bars = arena_array(c->arena, c->ndrives + 1,
	    sizeof(*bars));
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		const struct compare_point *p = compare_find(d, s,
		    place->block, place->mix, "all");

		if (p == NULL || !isfinite(p->values[m]) ||
		    !(p->values[m] > 0))
			continue;
		bars[count] = charts_bar(d, p->values[m] *
		    compare_metric(m)->scale, p->about);
		bars[count++].marked = is_unproven(d, p);
	}
	return charts_group(arena_printf(c->arena, "%s, %s", charts_load(c,
	    place->block, place->mix), charts_unit(c, m)), m, count, bars);
}

static bool
has_marks(const struct hbar_group *g)
{
	for (size_t i = 0; i < g->nbars; i++)
		if (g->bars[i].marked)
			return true;
	return false;
}

struct compare_figures
compare_bars(const struct compare *c, const struct compare_setting *s,
    enum compare_metric m, const char *name, size_t nplaces,
    const struct compare_place *places)
{
	static const char *const titles[COMPARE_NMETRICS] = {
		[COMPARE_IOPS] = "compare.figure.bars-iops",
		[COMPARE_MB_S] = "compare.figure.bars-mb",
	};
	struct hbar_group *groups = arena_array(c->arena, nplaces + 1,
	    sizeof(*groups));
	size_t count = 0;
	bool marks = false;

	for (size_t i = 0; i < nplaces; i++) {
		groups[count] = make_group(c, s, m, &places[i]);
		marks |= has_marks(&groups[count]);
		count += groups[count].nbars > 0;
	}
	const char *how = lang_text(c->lang, "compare.figure.bars-how");
	if (marks)
		how = lang_sentences(c->arena, c->lang, how, arena_printf(
		    c->arena, "\u2021 %s", lang_text(c->lang,
		    "compare.figure.unproven")));
	return charts_bars(c, name, (struct hbars){
		.title = titles[m] != NULL ? lang_text(c->lang, titles[m]) :
		    lang_fill(c->arena, c->lang, "compare.figure.bars-metric",
		    "metric", lang_text(c->lang, compare_metric(m)->title),
		    NULL),
		.subtitle = charts_subtitle(c, lang_sentences(c->arena,
		    c->lang, compare_setting_words(c, s), how), 0),
		.unit = charts_unit(c, m), .ngroups = count, .groups = groups,
	});
}
