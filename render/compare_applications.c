/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "render/compare_cells.h"
#include "render/compare_charts.h"

/* Whether the values of all instances were added, or are their mean. */
static const char *
total_word(const struct compare *c, const struct published_application *app)
{
	return lang_text(c->lang, strcmp(app->aggregate, "sum") == 0 ?
	    "compare.sum" : "compare.mean");
}

struct sheet *
compare_sheet_applications(const struct compare *c)
{
	struct sheet *s = sheet_of_columns(c->arena, "applications", 7);
	struct cells_notes notes = {0};

	cells_column(c, s, 0, "compare.column.drive", "drive", SHEET_TEXT);
	cells_column(c, s, 1, "compare.column.application", "application",
	    SHEET_TEXT);
	cells_column(c, s, 2, "compare.column.aggregate", "aggregate",
	    SHEET_TEXT);
	cells_column(c, s, 3, "compare.column.tps", "tps", SHEET_NUMBER);
	cells_column(c, s, 4, "compare.column.instances", "instances_tps",
	    SHEET_TEXT);
	cells_column(c, s, 5, "compare.column.mean-ms", "lat_mean_ns",
	    SHEET_NUMBER);
	cells_column(c, s, 6, "compare.column.p99-ms", "lat_p99_ns",
	    SHEET_NUMBER);
	s->columns[1].share = 1.4;
	s->columns[2].share = 0.6;
	s->columns[4].share = 0.8;
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct published_drive *p = c->drives[i].published;

		for (size_t k = 0; p != NULL && k < p->napplications; k++) {
			const struct published_application *app =
			    &p->applications[k];
			struct sheet_cell *cells = sheet_add(c->arena, s);
			double least = NAN, most = NAN;

			for (size_t n = 0; n < app->ninstances; n++) {
				least = fmin(least,
				    app->instances[n].values.tps);
				most = fmax(most,
				    app->instances[n].values.tps);
			}
			cells_text(&cells[0], c->drives[i].label);
			cells_text(&cells[1], arena_printf(c->arena, "%s: %s",
			    app->name, app->load));
			cells_text(&cells[2], total_word(c, app));
			cells[2].raw = app->aggregate;
			cells[3].text = !isfinite(app->values.tps) ?
			    LANG_UNKNOWN : lang_number(c->arena, c->lang,
			    app->values.tps, 1);
			cells[3].raw = cells_raw(c, app->values.tps);
			cells_text(&cells[4], isnan(least) ? NULL :
			    arena_printf(c->arena, "%s \u2013 %s",
			    lang_number(c->arena, c->lang, least, 2),
			    lang_number(c->arena, c->lang, most, 2)));
			if (app->note != NULL)
				cells[3].text = arena_printf(c->arena, "%s%s",
				    cells[3].text, cells_note(c,
				    &notes, app->note));
			cells_text(&cells[5], NULL);
			if (app->values.lat_mean_ns > 0)
				cells_number(c, &cells[5], (double)
				    app->values.lat_mean_ns, 1e-6);
			cells_text(&cells[6], NULL);
			if (app->values.lat_p99_ns > 0)
				cells_number(c, &cells[6], (double)
				    app->values.lat_p99_ns, 1e-6);
		}
	}
	s->note = cells_notes_words(c, lang_text(c->lang,
	    "compare.note.applications"), &notes);
	return s->nrows == 0 ? NULL : s;
}

/* --------------------------------------------------------------------- bars */

static bool
is_same(const struct published_application *a,
    const struct published_application *b)
{
	return strcmp(a->name, b->name) == 0 && strcmp(a->load, b->load) == 0;
}

/* The different applications, each once. */
static size_t
find_applications(const struct compare *c,
    const struct published_application ***apps_out)
{
	const struct published_application **apps = NULL;
	size_t count = 0;

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct published_drive *p = c->drives[i].published;

		for (size_t k = 0; p != NULL && k < p->napplications; k++) {
			size_t n = 0;

			while (n < count && !is_same(apps[n],
			    &p->applications[k]))
				n++;
			if (n < count)
				continue;
			apps = arena_grow(c->arena, apps, count,
			    sizeof(*apps));
			apps[count++] = &p->applications[k];
		}
	}
	*apps_out = apps;
	return count;
}

/* What is drawn of an application. */
enum what { TPS, MEAN_MS, P99_MS };

static double
value_of(const struct published_values *v, enum what what)
{
	uint64_t ns = what == MEAN_MS ? v->lat_mean_ns : v->lat_p99_ns;

	return what == TPS ? v->tps : ns > 0 ? (double)ns / 1e6 : NAN;
}

struct bars {
	size_t count;
	struct hbar *items;
};

static void
add_bar(const struct compare *c, struct bars *bars,
    const struct compare_drive *d, const char *instance, double value)
{
	if (!(value > 0))
		return;
	bars->items = arena_grow(c->arena, bars->items, bars->count,
	    sizeof(*bars->items));
	struct hbar *bar = &bars->items[bars->count++];
	*bar = charts_bar(d, value, false);
	if (instance != NULL)
		bar->name = arena_printf(c->arena, "%s, %s", d->label,
		    instance);
}

/* The bars of all drives: totals of one kind ("": of any), or ('total' is NULL)
 * single instances. */
static struct bars
find_bars(const struct compare *c, const struct published_application *like,
    const char *total, enum what what)
{
	struct bars bars = {0};

	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		const struct published_drive *p = d->published;

		for (size_t k = 0; p != NULL && k < p->napplications; k++) {
			const struct published_application *app =
			    &p->applications[k];

			if (!is_same(app, like))
				continue;
			if (total != NULL && (*total == '\0' ||
			    strcmp(app->aggregate, total) == 0))
				add_bar(c, &bars, d, NULL, value_of(
				    &app->values, what));
			for (size_t n = 0; total == NULL &&
			    n < app->ninstances; n++)
				add_bar(c, &bars, d, app->instances[n].name !=
				    NULL ? app->instances[n].name :
				    lang_whole(c->arena, c->lang, n + 1),
				    value_of(&app->instances[n].values, what));
		}
	}
	return bars;
}

/* The groups of one value.  A sum of rates and a mean of them are different
 * things; the latency beside a sum is no sum. */
static size_t
add_groups(const struct compare *c, const struct published_application *app,
    enum what what, struct hbar_group *groups, size_t count)
{
	static const struct {
		const char *total, *words;
		bool of[3];
	} kinds[] = {
		{"sum", "compare.figure.total-sum", {[TPS] = true}},
		{"mean", "compare.figure.total-mean", {[TPS] = true}},
		{"", "compare.figure.total", {[MEAN_MS] = true,
		    [P99_MS] = true}},
		{NULL, "compare.figure.instances", {true, true, true}},
	};
	static const char *const units[] = {"compare.column.tps",
	    "compare.column.mean-ms", "compare.column.p99-ms"};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		struct bars bars = {0};

		if (kinds[i].of[what])
			bars = find_bars(c, app, kinds[i].total, what);
		if (bars.count > 0)
			groups[count++] = charts_group(arena_printf(c->arena,
			    "%s: %s", lang_text(c->lang, kinds[i].words),
			    lang_text(c->lang, units[what])), what == TPS ?
			    COMPARE_IOPS : COMPARE_MEAN, bars.count,
			    bars.items);
	}
	return count;
}

/* Rates and latencies need scales, and so figures, of their own. */
static struct compare_figures
application_bars(const struct compare *c,
    const struct published_application *app, const char *name, bool rate)
{
	struct hbar_group *groups = arena_array(c->arena, 6, sizeof(*groups));
	size_t count = 0;

	if (rate)
		count = add_groups(c, app, TPS, groups, count);
	else
		count = add_groups(c, app, P99_MS, groups, add_groups(c, app,
		    MEAN_MS, groups, count));
	return charts_bars(c, name, (struct hbars){
		.title = arena_printf(c->arena, rate ? "%s, TPS" : "%s, %s",
		    app->name, lang_text(c->lang, "axis.latency")),
		.subtitle = charts_subtitle(c, lang_sentences(c->arena,
		    c->lang, app->load, lang_text(c->lang,
		    "compare.figure.bars-how")), 0),
		.unit = lang_text(c->lang, rate ? "compare.column.tps" :
		    "axis.latency"),
		.ngroups = count, .groups = groups,
	});
}

struct compare_figures
compare_applications(const struct compare *c)
{
	const struct published_application **apps;
	size_t count = find_applications(c, &apps);
	struct compare_figures out = {0};

	for (size_t i = 0; i < count; i++) {
		const char *name = arena_printf(c->arena,
		    "bars-application-%zu", i + 1);
		const char *latency = arena_printf(c->arena, "%s-latency",
		    name);

		charts_append(c, &out, application_bars(c, apps[i], name,
		    true));
		charts_append(c, &out, application_bars(c, apps[i], latency,
		    false));
	}
	return out;
}
