/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "render/compare_cells.h"

static bool
is_empty(const struct sheet *s, size_t column)
{
	for (size_t r = 0; r < s->nrows; r++) {
		const struct sheet_cell *cell = &s->rows[r].cells[column];

		if (cell->raw == NULL || *cell->raw != '\0')
			return false;
	}
	return true;
}

/* Leaves out columns of which no drive tells anything. */
static void
drop_empty(struct sheet *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->ncolumns; i++) {
		if (is_empty(s, i))
			continue;
		s->columns[kept] = s->columns[i];
		for (size_t r = 0; r < s->nrows; r++)
			s->rows[r].cells[kept] = s->rows[r].cells[i];
		kept++;
	}
	s->ncolumns = kept;
}

/* Hosts are told with what differs. */
struct sheet *
compare_sheet_drives(const struct compare *c)
{
	static const struct {
		const char *key, *raw;
		enum sheet_align align;
	} columns[] = {
		{"compare.column.drive", "drive", SHEET_TEXT},
		{"compare.column.mark", "mark", SHEET_TEXT},
		{"compare.column.model", "model", SHEET_TEXT},
		{"cell.serial", "serial", SHEET_TEXT},
		{"cell.firmware", "firmware", SHEET_TEXT},
		{"fact.capacity_bytes", "capacity_bytes", SHEET_RIGHT},
		{"cell.interface", "interface", SHEET_TEXT},
		{"compare.column.source", "source", SHEET_TEXT},
	};
	size_t ncolumns = sizeof(columns) / sizeof(*columns);
	struct sheet *s = sheet_of_columns(c->arena, "drives", ncolumns);

	for (size_t i = 0; i < ncolumns; i++)
		cells_column(c, s, i, columns[i].key, columns[i].raw,
		    columns[i].align);
	for (size_t i = 0; i < c->ndrives; i++) {
		const struct compare_drive *d = &c->drives[i];
		struct sheet_cell *cells = sheet_add(c->arena, s);

		cells_text(&cells[0], d->name);
		cells_text(&cells[1], compare_mark_word(c, d->mark));
		cells_text(&cells[2], d->model);
		cells_text(&cells[3], d->serial);
		cells_text(&cells[4], d->firmware);
		cells_text(&cells[5], NULL);
		if (d->capacity_bytes > 0) {
			cells[5].text = lang_whole(c->arena, c->lang,
			    d->capacity_bytes);
			cells[5].raw = arena_printf(c->arena, "%" PRIu64,
			    d->capacity_bytes);
		}
		cells_text(&cells[6], d->interface);
		cells_text(&cells[7], d->source);
	}
	drop_empty(s);
	return s;
}

/* An aspect of a drive, or of its tests of a kind, in words; NULL if it has
 * none, so that there is nothing to differ. */
struct aspect {
	const char *key;
	const char *(*words)(const struct compare *c,
	    const struct compare_drive *d, const struct compare_test *t);
};

static const char *
not_told(const struct compare *c, const char *text)
{
	return text == NULL ? lang_text(c->lang, "compare.not-told") : text;
}

static const char *
mark_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)t;
	return compare_mark_word(c, d->mark);
}

static const char *
capacity_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)t;
	return not_told(c, d->capacity_bytes == 0 ? NULL :
	    lang_capacity(c->arena, c->lang, d->capacity_bytes));
}

static const char *
interface_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)t;
	return not_told(c, d->interface);
}

/* Few sources tell ports. */
static const char *
ports_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)t;
	for (size_t i = 0; i < c->ndrives; i++)
		if (c->drives[i].ports != NULL)
			return not_told(c, d->ports);
	return NULL;
}

/* Other drives have other firmware; it tells something of variants of one
 * that differ in it. */
static const char *
firmware_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)t;
	for (size_t i = 0; i < c->ndrives; i++)
		if (c->drives[i].family == d->family && strcmp(not_told(c,
		    c->drives[i].firmware), not_told(c, d->firmware)) != 0)
			return not_told(c, d->firmware);
	return NULL;
}

static const char *
host_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)t;
	return not_told(c, d->ntests > 0 ? d->tests[0].host : d->host);
}

static const char *
specification_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)d;
	return not_told(c, t->specification);
}

static const char *
queue_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)d;
	if (t->kind == COMPARE_SELECTED)
		return NULL;
	if (t->queues)
		return lang_text(c->lang, "compare.varied");
	return compare_queue(c, t->given, &t->at);
}

/* Tests over time are one round. */
static bool
has_rounds(const struct compare_test *t)
{
	return t->kind == COMPARE_RANDOM || t->kind == COMPARE_SEQUENTIAL;
}

static const char *
window_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)d;
	if (!has_rounds(t))
		return NULL;
	return not_told(c, t->rounds == 0 ? NULL : lang_whole(c->arena,
	    c->lang, t->rounds));
}

static const char *
steady_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	if (!has_rounds(t))
		return NULL;
	if (d->mark == COMPARE_PUBLISHED)
		return not_told(c, NULL);
	return lang_text(c->lang, !t->steady_asked ? "steady.not-asked" :
	    t->steady_reached ? "verdict.steady" : "verdict.not-steady");
}

static const char *
data_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	int64_t percent = t->at.value[FACTOR_COMPRESSIBLE];

	(void)d;
	if (!compare_known(t->given, FACTOR_COMPRESSIBLE))
		return not_told(c, NULL);
	return percent == 0 ? lang_text(c->lang, "compare.incompressible") :
	    lang_fill(c->arena, c->lang, "compare.compressible", "percent",
	    lang_whole(c->arena, c->lang, (uint64_t)percent), NULL);
}

static const char *
region_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)d;
	if (!compare_known(t->given, FACTOR_REGION))
		return not_told(c, NULL);
	return compare_region(c, t->at.value[FACTOR_REGION]);
}

static const char *
length_words(const struct compare *c, const struct compare_drive *d,
    const struct compare_test *t)
{
	(void)d;
	if (!isfinite(t->scale) || t->step_ns == 0)
		return not_told(c, NULL);
	const char *step = lang_duration(c->arena, c->lang, t->step_ns);
	return t->scale == 1 ? step : lang_fill(c->arena, c->lang,
	    "compare.scaled", "step", step, "scale", t->scale ==
	    floor(t->scale) ? lang_number(c->arena, c->lang, t->scale, 0) :
	    lang_figures(c->arena, c->lang, t->scale, 3), NULL);
}

static const struct aspect drive_aspects[] = {
	{"compare.aspect.mark", mark_words},
	{"compare.aspect.capacity", capacity_words},
	{"compare.aspect.interface", interface_words},
	{"compare.aspect.ports", ports_words},
	{"compare.aspect.firmware", firmware_words},
	{"compare.aspect.host", host_words},
};

static const struct aspect test_aspects[] = {
	{"compare.aspect.specification", specification_words},
	{"compare.aspect.queue", queue_words},
	{"compare.aspect.window", window_words},
	{"compare.aspect.steady", steady_words},
	{"compare.aspect.length", length_words},
	{"compare.aspect.data", data_words},
	{"compare.aspect.region", region_words},
};

/* The values of an aspect, and who has each. */
struct values {
	size_t count;
	size_t ndrives;			/* that have any */
	const struct compare_drive *last;
	struct value {
		const char *text, *names;
		size_t ndrives;
		const struct compare_drive *last;
	} *items;
};

/* Past these names drives are counted. */
#define MOST_NAMES 12

static void
add_value(const struct compare *c, struct values *v, const char *text,
    const struct compare_drive *d)
{
	size_t i = 0;

	if (text == NULL)
		return;
	v->ndrives += v->last != d;
	v->last = d;
	while (i < v->count && strcmp(v->items[i].text, text) != 0)
		i++;
	if (i == v->count) {
		v->items = arena_grow(c->arena, v->items, v->count,
		    sizeof(*v->items));
		v->items[v->count++] = (struct value){.text = text,
		    .names = ""};
	}
	struct value *one = &v->items[i];
	if (one->last == d)
		return;
	if (one->ndrives < MOST_NAMES)
		one->names = arena_printf(c->arena, "%s%s%s", one->names,
		    one->ndrives == 0 ? "" : "; ", d->name);
	one->ndrives++;
	one->last = d;
}

/* The value that most drives have, if no drive has two and the others are few
 * enough to be named; else past the last. */
static size_t
common_value(const struct values *v)
{
	size_t most = 0, sum = 0;

	for (size_t i = 0; i < v->count; i++) {
		sum += v->items[i].ndrives;
		if (v->items[i].ndrives > v->items[most].ndrives)
			most = i;
	}
	return v->count > 0 && sum == v->ndrives &&
	    v->items[most].ndrives > 3 ? most : v->count;
}

/* What all have alike stands in one row, '*same'. */
static void
add_values(const struct compare *c, struct sheet *s, const char *key,
    const struct values *v, const char **same)
{
	size_t common = common_value(v);

	if (v->count == 1)
		*same = arena_printf(c->arena, "%s%s%s: %s", *same,
		    **same == '\0' ? "" : "; ", lang_text(c->lang, key),
		    v->items[0].text);
	for (size_t i = 0; v->count > 1 && i < v->count; i++) {
		const struct value *one = &v->items[i];
		struct sheet_cell *cells = sheet_add(c->arena, s);

		cells_text(&cells[0], lang_text(c->lang, key));
		if (i > 0)
			cells[0].text = "";
		cells_text(&cells[1], one->text);
		cells_text(&cells[2], one->ndrives <= MOST_NAMES ?
		    one->names : lang_fill(c->arena, c->lang,
		    "compare.and-more", "names", one->names, "count",
		    lang_whole(c->arena, c->lang, one->ndrives - MOST_NAMES),
		    NULL));
		if (i == common)
			cells[2].text = lang_text(c->lang, "compare.others");
		cells[0].tone = cells[1].tone = SHEET_STRONG;
	}
}

static void
add_same(const struct compare *c, struct sheet *s, const char *same)
{
	if (*same == '\0')
		return;
	struct sheet_cell *cells = sheet_add(c->arena, s);
	cells_text(&cells[0], lang_text(c->lang, "compare.same"));
	cells[1].text = cells[1].raw = "";
	cells_text(&cells[2], same);
}

static const char *
kind_title(const struct compare *c, int kind)
{
	static const char *const keys[COMPARE_NKINDS] = {
		"compare.kind.random", "compare.kind.sequential",
		"compare.kind.saturation", "compare.kind.pauses",
		"compare.kind.selected", "compare.kind.recovery"};

	return lang_text(c->lang, keys[kind]);
}

static void
add_kind(const struct compare *c, struct sheet *s, int kind)
{
	static const char *const raw[COMPARE_NKINDS] = {"random",
	    "sequential", "saturation", "pauses", "points", "recovery"};
	const char *same = "";
	bool headed = false;

	for (size_t i = 0; i < sizeof(test_aspects) / sizeof(*test_aspects);
	    i++) {
		struct values v = {0};

		for (size_t k = 0; k < c->ndrives; k++)
			for (size_t n = 0; n < c->drives[k].ntests; n++) {
				const struct compare_drive *d = &c->drives[k];
				const struct compare_test *t = &d->tests[n];

				if ((int)t->kind == kind)
					add_value(c, &v, test_aspects[i].words(
					    c, d, t), d);
			}
		if (v.count > 0 && !headed) {
			sheet_add_group(c->arena, s, kind_title(c, kind),
			    raw[kind]);
			headed = true;
		}
		add_values(c, s, test_aspects[i].key, &v, &same);
	}
	add_same(c, s, same);
}

struct sheet *
compare_sheet_differences(const struct compare *c)
{
	struct sheet *s = sheet_of_columns(c->arena, "differences", 3);
	const char *same = "";

	s->groups_raw = "of";

	cells_column(c, s, 0, "compare.column.aspect", "aspect", SHEET_TEXT);
	cells_column(c, s, 1, "compare.column.value", "value", SHEET_TEXT);
	cells_column(c, s, 2, "compare.column.drives", "drives", SHEET_TEXT);
	s->columns[0].share = 0.8;
	s->columns[2].share = 2.2;
	sheet_add_group(c->arena, s, lang_text(c->lang,
	    "compare.kind.drive"), "drive");
	for (size_t i = 0; i < sizeof(drive_aspects) / sizeof(*drive_aspects);
	    i++) {
		struct values v = {0};

		for (size_t k = 0; k < c->ndrives; k++)
			add_value(c, &v, drive_aspects[i].words(c,
			    &c->drives[k], NULL), &c->drives[k]);
		add_values(c, s, drive_aspects[i].key, &v, &same);
	}
	add_same(c, s, same);
	for (int kind = 0; kind < COMPARE_NKINDS; kind++)
		add_kind(c, s, kind);
	s->note = lang_text(c->lang, "compare.note.differences");
	return s;
}

struct sheet *
compare_sheet_omissions(const struct compare *c)
{
	if (c->nomissions == 0)
		return NULL;
	struct sheet *s = sheet_of_columns(c->arena, "left-out", 3);
	cells_column(c, s, 0, "compare.column.drive", "drive", SHEET_TEXT);
	cells_column(c, s, 1, "compare.column.left-out", "left_out",
	    SHEET_TEXT);
	cells_column(c, s, 2, "compare.column.why", "why", SHEET_TEXT);
	s->columns[0].share = 1.8;
	s->columns[2].share = 1.4;
	for (size_t i = 0; i < c->nomissions; i++) {
		const struct compare_omission *o = &c->omissions[i];
		const char *drives = o->drive;
		bool first = true;

		for (size_t k = 0; k < c->nomissions; k++) {
			const struct compare_omission *p = &c->omissions[k];

			if (strcmp(o->what, p->what) != 0 ||
			    strcmp(o->why, p->why) != 0)
				continue;
			first &= k >= i;
			if (k > i)
				drives = arena_printf(c->arena, "%s; %s",
				    drives, p->drive);
		}
		if (!first)
			continue;
		struct sheet_cell *cells = sheet_add(c->arena, s);
		cells_text(&cells[0], drives);
		cells_text(&cells[1], o->what);
		cells_text(&cells[2], o->why);
	}
	return s;
}

struct sheet *
compare_sheet_sources(const struct compare *c)
{
	if (c->nsources == 0)
		return NULL;
	struct sheet *s = sheet_of_columns(c->arena, "sources", 4);
	cells_column(c, s, 0, "compare.column.title", "title", SHEET_TEXT);
	cells_column(c, s, 1, "compare.column.author", "author", SHEET_TEXT);
	cells_column(c, s, 2, "compare.column.date", "date", SHEET_TEXT);
	cells_column(c, s, 3, "column.note", "note", SHEET_TEXT);
	s->columns[2].share = 0.6;
	s->columns[3].share = 2.4;
	for (size_t i = 0; i < c->nsources; i++) {
		const struct published *p = c->sources[i];
		struct sheet_cell *cells = sheet_add(c->arena, s);
		const char *note = p->note;

		for (size_t k = 0; k < p->ndrives; k++)
			for (size_t n = 0; n < p->drives[k].ntests; n++)
				if (p->drives[k].tests[n].note != NULL)
					cells_sentence(c, &note, arena_printf(
					    c->arena, "%s, %s: %s",
					    p->drives[k].name,
					    p->drives[k].tests[n].title,
					    p->drives[k].tests[n].note));
		cells_text(&cells[0], p->title);
		cells_text(&cells[1], p->site == NULL ? p->author :
		    arena_printf(c->arena, "%s, %s", p->author, p->site));
		cells_text(&cells[2], p->date);
		cells_text(&cells[3], note);
	}
	return s;
}
