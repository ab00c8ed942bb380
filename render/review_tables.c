/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "render/review_findings.h"
#include "render/review_work.h"
#include "render/sheet_base.h"
#include "render/sheets.h"
#include "render/text_clean.h"

/* ---------------------------------------------------- tables of the article */

/* Superscript digits: the number of a footnote in a cell. */
static const char *
raised(struct arena *a, unsigned number)
{
	static const char *const digits[] = {"\u2070", "\u00b9", "\u00b2",
	    "\u00b3", "\u2074", "\u2075", "\u2076", "\u2077", "\u2078",
	    "\u2079"};

	return arena_printf(a, "%s%s", number < 10 ? "" : raised(a,
	    number / 10), digits[number % 10]);
}

static void
print_cell(struct arena *a, FILE *to, const struct article_node *node)
{
	if (node->type == ARTICLE_TEXT)
		fputs(node->text, to);
	if (node->type == ARTICLE_NOTE)
		fputs(raised(a, node->number), to);
	for (size_t i = 0; node->type != ARTICLE_NOTE && i < node->nchildren;
	    i++)
		print_cell(a, to, node->children[i]);
}

/* The text of a cell, with the numbers of its footnotes. */
static const char *
cell_words(struct arena *a, const struct article_node *node)
{
	char *buffer = NULL;
	size_t length;
	FILE *to = open_memstream(&buffer, &length);

	if (to == NULL)
		return "";
	print_cell(a, to, node);
	fclose(to);
	const char *words = arena_strdup(a, buffer);
	free(buffer);
	return words;
}

static void
set_column(struct sheet *s, size_t i, const char *head, const char *raw,
    enum sheet_align align, double share)
{
	s->columns[i] = (struct sheet_column){.head = head, .raw = raw,
	    .align = align, .share = share};
}

void
review_show_specification(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	const struct article_node *head = node->children[0];
	size_t ncolumns = head->nchildren;
	struct sheet *s = sheet_of_columns(r->arena, review_file_name(r,
	    "specification"), ncolumns);

	for (size_t i = 0; i < ncolumns; i++)
		set_column(s, i, cell_words(r->arena, head->children[i]),
		    arena_printf(r->arena, "column_%zu", i + 1), SHEET_TEXT,
		    i == 0 ? 1.2 : 1);
	for (size_t k = 1; k < node->nchildren; k++) {
		struct sheet_cell *cells = sheet_add(r->arena, s);

		for (size_t i = 0; i < ncolumns; i++) {
			cells[i].text = cell_words(r->arena,
			    node->children[k]->children[i]);
			cells[i].tone = i == 0 ? SHEET_STRONG : SHEET_PLAIN;
		}
	}
	review_add_sheet(r, e, s);
}

static const char *
raw_number(const struct review *r, double value)
{
	char text[UNITS_TEXT];

	return isfinite(value) ? arena_strdup(r->arena, units_format_double(
	    text, sizeof(text), value)) : "";
}

static void
add_claim(struct review *r, const struct article_node *node, struct sheet *s,
    bool conditions)
{
	struct sheet_cell *cells = sheet_add(r->arena, s);
	struct review_number n = review_find_number(r, node);
	struct scope drive;
	double percent = n.value / node->claimed * 100;
	size_t i = 0;

	if (n.metric != NULL && strncmp(n.metric->name, "lat_", 4) == 0)
		s->note = review_word(r, "article.note.claims");

	review_scope(r, node->run, NULL, &drive);
	cells[i++].text = scope_drive(&drive);
	cells[i++].text = cell_words(r->arena, node);
	if (conditions)
		cells[i++].text = node->conditions == NULL ? LANG_UNKNOWN :
		    text_clean(r->arena, node->conditions);
	cells[i].text = review_number_words(r, &n, node->claimed);
	cells[i++].raw = raw_number(r, node->claimed);
	cells[i].text = review_number_words(r, &n, n.value);
	cells[i++].raw = raw_number(r, n.value);
	cells[i].text = isfinite(percent) ? arena_printf(r->arena,
	    "%s\u00a0%%", lang_figures(r->arena, r->lang, percent, 2)) :
	    LANG_UNKNOWN;
	cells[i].raw = raw_number(r, percent);
}

void
review_show_claims(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	bool conditions = false;
	size_t i = 0;

	for (size_t k = 0; k < node->nchildren; k++)
		conditions |= node->children[k]->conditions != NULL;
	struct sheet *s = sheet_of_columns(r->arena, review_file_name(r,
	    "claims"), conditions ? 6 : 5);

	s->title = review_word(r, "compare.section.claims");
	set_column(s, i++, review_word(r, "compare.column.drive"), "drive",
	    SHEET_TEXT, 1.5);
	set_column(s, i++, review_word(r, "compare.column.claim"), "claim",
	    SHEET_TEXT, 1.5);
	if (conditions)
		set_column(s, i++, review_word(r, "compare.column.conditions"),
		    "conditions", SHEET_TEXT, 1);
	set_column(s, i++, review_word(r, "compare.column.claimed"), "claimed",
	    SHEET_RIGHT, 0);
	set_column(s, i++, review_word(r, "compare.column.measured"),
	    "measured", SHEET_RIGHT, 0);
	set_column(s, i++, review_word(r, "compare.column.of-claim"),
	    "percent", SHEET_RIGHT, 0);
	for (size_t k = 0; k < node->nchildren; k++)
		add_claim(r, node->children[k], s, conditions);
	review_add_sheet(r, e, s);
}

/* -------------------------------------------------------- devices and hosts */

static const char *
device_fact(const struct review *r, const struct input *in, const char *name)
{
	struct scope s = {.arena = r->arena, .in = in, .lang = r->lang};
	const char *value = scope_value(&s, name, strlen(name));

	return value == NULL ? LANG_UNKNOWN : value;
}

static bool
is_same_fact(const struct facts *a, const struct facts *b, const char *name)
{
	const char *left = facts_get(a, name), *right = facts_get(b, name);

	return left == NULL || right == NULL ? left == right :
	    strcmp(left, right) == 0;
}

static bool
is_same_device(const struct input *a, const struct input *b)
{
	static const char *const names[] = {"model", "serial", "firmware",
	    "capacity_bytes", "path"};

	/* A drive with a serial number may have another path each time. */
	size_t count = facts_get(&a->run->device, "serial") == NULL ? 5 : 4;
	for (size_t i = 0; i < count; i++)
		if (!is_same_fact(&a->run->device, &b->run->device, names[i]))
			return false;
	return true;
}

static bool
is_same_host(const struct input *a, const struct input *b)
{
	const struct facts *f = &a->run->host, *g = &b->run->host;

	if (f->count != g->count)
		return false;
	for (size_t i = 0; i < f->count; i++)
		if (!is_same_fact(f, g, f->items[i].name))
			return false;
	return true;
}

/* The bytes of a drive in GB and, as reviews print them, in GiB. */
static const char *
capacity_words(const struct review *r, const struct input *in)
{
	const char *text = facts_get(&in->run->device, "capacity_bytes"), *why;
	uint64_t bytes;

	if (text == NULL || units_parse_whole(text, 1, UINT64_MAX, &bytes,
	    &why) == -1)
		return LANG_UNKNOWN;
	return arena_printf(r->arena, "%s\u00a0B (%s, %s\u00a0%s)",
	    lang_whole(r->arena, r->lang, bytes), lang_capacity(r->arena,
	    r->lang, bytes), lang_number(r->arena, r->lang, (double)bytes /
	    1073741824, 2), review_word(r, "unit.gib"));
}

typedef bool same_function(const struct input *a, const struct input *b);

/* The runs of 'names' that tell of the same device or host as run 'first', as
 * words; NULL if an earlier one does. */
static const char *
same_runs(const struct review *r, const struct article_names *names,
    size_t first, same_function *same)
{
	const struct input *in = review_run(r, names->names[first]);
	const char *words = "";

	for (size_t i = 0; i < names->count; i++) {
		if (!same(in, review_run(r, names->names[i])))
			continue;
		if (i < first)
			return NULL;
		words = arena_printf(r->arena, "%s%s%s", words,
		    *words == '\0' ? "" : ", ", names->names[i]);
	}
	return words;
}

/* Whether two of the runs have one serial number, but not one device. */
static bool
has_twins(const struct review *r, const struct article_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		for (size_t k = 0; k < i; k++) {
			const struct input *a = review_run(r, names->names[i]);
			const struct input *b = review_run(r, names->names[k]);

			if (facts_get(&a->run->device, "serial") != NULL &&
			    is_same_fact(&a->run->device, &b->run->device,
			    "serial") && !is_same_device(a, b))
				return true;
		}
	return false;
}

void
review_show_devices(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	static const struct { const char *key, *raw, *fact; } columns[] = {
		{"cell.model-no", "model", "device.model"},
		{"cell.serial", "serial", "device.serial"},
		{"cell.firmware", "firmware", "device.firmware"},
		{"cell.capacity", "capacity_bytes", NULL},
		{"cell.interface", "interface", "device.interface"},
		{"article.runs", "runs", NULL},
	};
	struct sheet *s = sheet_of_columns(r->arena, review_file_name(r,
	    "devices"), 6);

	s->title = review_word(r, "article.init.devices");
	for (size_t i = 0; i < 6; i++)
		set_column(s, i, review_word(r, columns[i].key),
		    columns[i].raw, SHEET_TEXT, i == 0 ? 1.5 : 1);
	for (size_t i = 0; i < node->runs.count; i++) {
		const char *runs = same_runs(r, &node->runs, i,
		    is_same_device);
		const struct input *in = review_run(r, node->runs.names[i]);

		if (runs == NULL)
			continue;
		struct sheet_cell *cells = sheet_add(r->arena, s);
		for (size_t k = 0; k < 6; k++)
			if (columns[k].fact != NULL)
				cells[k].text = device_fact(r, in,
				    columns[k].fact);
		cells[3].text = capacity_words(r, in);
		cells[3].raw = facts_get(&in->run->device, "capacity_bytes");
		cells[5].text = runs;
	}
	if (has_twins(r, &node->runs))
		s->note = review_word(r, "article.twins");
	review_add_sheet(r, e, s);
}

void
review_show_bench(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	const struct template_block b = {.type = TEMPLATE_TABLE,
	    .kind = KIND_FACTS, .of = "host", .name = "bench",
	    .title = "@table.host"};
	struct sheet *sheets[SHEETS_MOST];

	for (size_t i = 0; i < node->runs.count; i++) {
		const char *runs = same_runs(r, &node->runs, i, is_same_host);
		struct scope s;

		if (runs == NULL)
			continue;
		review_scope(r, node->runs.names[i], NULL, &s);
		size_t count = sheets_make(&s, &b, review_file_name(r, "bench"),
		    sheets);
		for (size_t k = 0; k < count; k++)
			review_add_sheet(r, e, sheets[k]);
		if (count > 0)
			sheets[0]->note = arena_printf(r->arena, "%s: %s",
			    review_word(r, "article.runs"), runs);
	}
	/* Of one host it is plain which runs it made. */
	if (e->nsheets == 1)
		e->sheets[0]->note = NULL;
}

void
review_show_findings(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	for (size_t i = 0; i < node->runs.count; i++) {
		const struct result_finding **found;
		struct scope s;

		review_scope(r, node->runs.names[i], NULL, &s);
		size_t count = review_choose_findings(r->arena,
		    s.in->results, node->test, node->most, &found);
		for (size_t k = 0; k < count; k++) {
			const char *words = sheet_found_words(&s, found[k]);
			/* Whose it is, where there is more than one run. */
			if (node->runs.count > 1)
				words = arena_printf(r->arena, "%s: %s",
				    scope_drive(&s),
				    words);
			e->lines = arena_grow(r->arena, e->lines, e->nlines,
			    sizeof(*e->lines));
			e->lines[e->nlines++] = words;
		}
	}
}
