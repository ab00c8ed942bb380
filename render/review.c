/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/report.h"
#include "base/units.h"
#include "render/choice.h"
#include "render/compare.h"
#include "render/compare_sections.h"
#include "render/figure_base.h"
#include "render/finding.h"
#include "render/review.h"
#include "render/sheets.h"
#include "render/text_clean.h"

const char *
review_word(const struct review *r, const char *key)
{
	return lang_text(r->lang, key);
}

/* ---------------------------------------------------------------- the files */

static bool
is_taken(const struct review *r, const char *name)
{
	for (size_t i = 0; i < r->nnames; i++)
		if (strcmp(r->names[i], name) == 0)
			return true;
	return false;
}

/* A name for files: of lower-case letters, digits and '-', not used before. */
static const char *
file_name(struct review *r, const char *wanted)
{
	char *name = arena_strdup(r->arena, wanted);
	const char *unique = name;

	for (char *p = name; *p != '\0'; p++)
		*p = isascii((unsigned char)*p) && isalnum((unsigned char)*p) ?
		    (char)tolower((unsigned char)*p) : '-';
	if (strlen(name) > 120)
		name[120] = '\0';
	for (unsigned n = 2; is_taken(r, unique); n++)
		unique = arena_printf(r->arena, "%s-%u", name, n);
	r->names = arena_grow(r->arena, r->names, r->nnames,
	    sizeof(*r->names));
	r->names[r->nnames++] = unique;
	return unique;
}

static void
add_figure(struct review *r, struct exhibit *e, struct figure *figure)
{
	e->figures = arena_grow(r->arena, e->figures, e->nfigures,
	    sizeof(struct figure *));
	e->figures[e->nfigures++] = figure;
	for (size_t i = 0; i < r->nfigures; i++)
		if (r->figures[i] == figure)
			return;
	r->figures = arena_grow(r->arena, r->figures, r->nfigures,
	    sizeof(struct figure *));
	r->figures[r->nfigures++] = figure;
}

static void
add_sheet(struct review *r, struct exhibit *e, struct sheet *sheet)
{
	e->sheets = arena_grow(r->arena, e->sheets, e->nsheets,
	    sizeof(struct sheet *));
	e->sheets[e->nsheets++] = sheet;
	for (size_t i = 0; i < r->nsheets; i++)
		if (r->sheets[i] == sheet)
			return;
	r->sheets = arena_grow(r->arena, r->sheets, r->nsheets,
	    sizeof(struct sheet *));
	r->sheets[r->nsheets++] = sheet;
}

/* --------------------------------------------------------------- the places */

static struct input *
find_run(const struct review *r, const char *id)
{
	for (size_t i = 0; i < r->nruns; i++)
		if (strcmp(r->runs[i].source->id, id) == 0)
			return r->runs[i].in;
	return NULL;
}

/* The scope of a test of a run; false if the run has no such test. */
static bool
find_scope(const struct review *r, const char *run, const char *test,
    struct scope *scope_out)
{
	struct scope s = {.arena = r->arena, .in = find_run(r, run),
	    .lang = r->lang};

	for (size_t i = 0; test != NULL && i < s.in->results->ntests; i++)
		if (strcmp(s.in->results->tests[i].id, test) == 0)
			s.test = &s.in->results->tests[i];
	if (s.test != NULL)
		s.stage = input_stage(s.in, s.test);
	*scope_out = s;
	return test == NULL || s.test != NULL;
}

static void
tell(const struct article_node *node, const char *what)
{
	warn_msg("%s:%d: %s", node->path, node->line, what);
}

/* Something is not there: told, and stated in the article. */
static void
miss(struct review *r, const struct article_node *node, struct exhibit *e,
    const char *why)
{
	tell(node, why);
	e->missing = why;
	r->nmissing++;
}

static const char *
no_test_words(const struct review *r, const char *run, const char *test)
{
	return lang_fill(r->arena, r->lang, "article.no-test", "run", run,
	    "test", test, NULL);
}

/* ------------------------------------------------------------------ numbers */

struct number {
	double value;			/* as it is printed; NAN: none */
	const struct metric *metric;
	struct scope scope;
};

/* A point of a run.  'why' is set if there is none. */
static struct number
find_number(struct review *r, const struct article_node *node,
    const char **why_out)
{
	const struct template_number *p = &node->point;
	struct number n = {.value = NAN,
	    .metric = metric_find(p->metric, strlen(p->metric))};
	struct choice choice;
	int row = -1;

	if (!find_scope(r, node->run, p->test, &n.scope)) {
		*why_out = no_test_words(r, node->run, p->test);
		return n;
	}
	if (choice_make(&n.scope, p->op, p->filters, 0, &choice) == 0)
		row = choice_row(&choice, n.scope.in->points);
	if (row != -1)
		n.value = n.metric->scale * table_number(n.scope.in->points,
		    (size_t)row, n.metric->column);
	if (!isfinite(n.value))
		*why_out = lang_fill(r->arena, r->lang, "article.no-point",
		    "run", node->run, "test", p->test, NULL);
	return n;
}

static const char *
number_words(const struct review *r, const struct number *n, double value)
{
	if (!isfinite(value))
		return LANG_UNKNOWN;
	return arena_printf(r->arena, "%s\u00a0%s", lang_figures(r->arena,
	    r->lang, value, 3), lang_text(r->lang, n->metric->unit == NULL ?
	    n->metric->title : n->metric->unit));
}

/* --------------------------------------------------------- values and notes */

static void
set_text(struct article_node *node, const char *text)
{
	node->type = ARTICLE_TEXT;
	node->text = text;
}

static void
resolve_value(struct review *r, struct article_node *node)
{
	const char *why = NULL;
	struct number n = find_number(r, node, &why);

	if (why != NULL) {
		tell(node, why);
		r->nmissing++;
	}
	set_text(node, number_words(r, &n, n.value));
}

static int
resolve_fact(struct review *r, struct article_node *node)
{
	struct scope s;

	find_scope(r, node->run, NULL, &s);
	const char *text = scope_value(&s, node->text, strlen(node->text));
	if (text == NULL) {
		tell(node, lang_fill(r->arena, r->lang, "article.no-fact",
		    "run", node->run, "fact", text_clean(r->arena,
		    node->text), NULL));
		r->nmissing++;
	}
	set_text(node, text == NULL ? LANG_UNKNOWN : text);
	return 0;
}

/* Numbers and facts become words, footnotes get their numbers. */
static void
resolve(struct review *r, struct article_node *node)
{
	if (node->type == ARTICLE_VALUE)
		resolve_value(r, node);
	else if (node->type == ARTICLE_FACT)
		resolve_fact(r, node);
	else if (node->type == ARTICLE_TODO)
		r->ntodo++;
	else if (node->type == ARTICLE_SECTION)
		node->number = (unsigned)++r->nsections;
	if (node->type == ARTICLE_NOTE) {
		r->notes = arena_grow(r->arena, r->notes, r->nnotes,
		    sizeof(struct article_node *));
		r->notes[r->nnotes++] = node;
		node->number = (unsigned)r->nnotes;
	}
	if (node->title != NULL)
		resolve(r, node->title);
	for (size_t i = 0; i < node->nchildren; i++)
		resolve(r, node->children[i]);
}

/* ------------------------------------------------------- figures and tables */

/* The block of the report template that has this name for this test. */
static const struct template_block *
find_block(const struct review *r, const struct scope *s,
    const struct article_node *node, bool *each_out)
{
	const struct template *t = r->template;
	const char *known = "";

	for (size_t i = 0; i < t->nsections; i++) {
		const struct template_section *section = &t->sections[i];

		if (s->test == NULL ? section->test != NULL :
		    section != template_section(t, s->test->id))
			continue;
		for (size_t p = 0; p < section->npages; p++)
			for (size_t b = 0; b < section->pages[p].nblocks; b++) {
				const struct template_block *block =
				    &section->pages[p].blocks[b];

				if (block->type != node->block.type)
					continue;
				known = arena_printf(r->arena, "%s %s", known,
				    block->name);
				*each_out = block->each_track ||
				    section->pages[p].each_track;
				if (strcmp(block->name, node->name) == 0)
					return block;
			}
	}
	tell(node, arena_printf(r->arena, "the report template '%s' has no %s "
	    "of the name '%s' %s; there are:%s", t->name, node->type ==
	    ARTICLE_FIGURE ? "figure" : "table", node->name, s->test == NULL ?
	    "for a run" : "for this test", *known == '\0' ? " none" : known));
	return NULL;
}

/* The title of what has none: that of the kind of table, or the metric. */
static const char *
usual_title(const struct review *r, const struct template_block *b)
{
	const struct metric *m = metric_find(b->metrics,
	    strcspn(b->metrics, " "));

	if (b->type == TEMPLATE_FIGURE || b->kind == KIND_MATRIX)
		return lang_text(r->lang, m->title);
	return lang_find(r->lang, arena_printf(r->arena, "table.%s",
	    b->kind == KIND_FACTS ? b->of : b->name));
}

static void
show_once(struct review *r, const struct scope *s,
    const struct template_block *from, const char *name, struct exhibit *e)
{
	struct template_block b = template_resolve(from, s->stage);
	struct sheet *sheets[SHEETS_MOST];

	if (b.title == NULL)
		b.title = usual_title(r, &b);
	name = file_name(r, name);
	if (b.type == TEMPLATE_FIGURE) {
		struct figure *figure = figure_make(s, &b, name);

		if (figure != NULL)
			add_figure(r, e, figure);
		return;
	}
	size_t count = sheets_make(s, &b, name, sheets);
	for (size_t i = 0; i < count; i++)
		add_sheet(r, e, sheets[i]);
}

static void
show_block(struct review *r, const struct article_node *node,
    const struct scope *s, const struct template_block *b, bool each,
    struct exhibit *e)
{
	const char *name = arena_printf(r->arena, "%s-%s-%s", node->run,
	    s->test == NULL ? "run" : s->test->id, b->name);
	size_t ntracks = s->test == NULL ? 0 : s->test->ntracks;

	if (node->track == 0 && !each) {
		show_once(r, s, b, name, e);
		return;
	}
	for (size_t k = 0; k < ntracks; k++) {
		struct scope one = *s;

		if (node->track != 0 && node->track != k + 1)
			continue;
		one.track = &s->test->tracks[k];
		show_once(r, &one, b, arena_printf(r->arena, "%s-%zu", name,
		    k + 1), e);
	}
}

static int
show_of_run(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	struct scope s;
	const struct template_block *b = &node->block;
	bool each = b->kind == KIND_WINDOW || b->kind == KIND_VERIFICATION;

	if (!find_scope(r, node->run, node->test, &s)) {
		miss(r, node, e, no_test_words(r, node->run, node->test));
		return 0;
	}
	if (!node->has_block)
		b = find_block(r, &s, node, &each);
	if (b == NULL)
		return -1;
	show_block(r, node, &s, b, each, e);
	if (e->nfigures + e->nsheets == 0)
		miss(r, node, e, lang_fill(r->arena, r->lang,
		    "article.no-data", "run", node->run, "name", b->name,
		    NULL));
	return 0;
}

static struct compare *
find_compare(const struct review *r, const char *id)
{
	for (size_t i = 0; i < r->ncompares; i++)
		if (strcmp(r->article->compares[i].id, id) == 0)
			return r->compares[i];
	return NULL;
}

/* Whether a name is one that a part of any comparison may have: what its own
 * numbers do not give is then no mistake of the writer. */
static const char *
part_names(const struct review *r, const struct compare *c, bool figures)
{
	size_t count;
	const struct compare_section *sections = compare_sections(c, &count);
	const char *names = "";

	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < sections[i].nparts; k++) {
			const struct compare_part *p = &sections[i].parts[k];

			if (figures ? p->figure != NULL : p->sheet != NULL)
				names = arena_printf(r->arena, "%s %s", names,
				    p->name);
		}
	return names;
}

/* Parts of several comparisons may have one name; their files may not. */
static const char *
part_file_name(struct review *r, const char *compare, const char *name)
{
	return file_name(r, arena_printf(r->arena, "%s-%s", compare, name));
}

static int
show_of_compare(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	struct compare *c = find_compare(r, node->compare);
	bool is_figure = node->type == ARTICLE_FIGURE;
	const struct compare_part *p = compare_part(c, node->name, is_figure);

	if (p == NULL) {
		miss(r, node, e, arena_printf(r->arena, "%s; %s:%s",
		    lang_fill(r->arena, r->lang, "article.no-part", "compare",
		    node->compare, "name", text_clean(r->arena, node->name),
		    NULL), review_word(r, "article.there-are"),
		    part_names(r, c, is_figure)));
		return 0;
	}
	if (is_figure) {
		bool seen = false;

		for (size_t i = 0; i < r->nfigures; i++)
			seen |= r->figures[i] == p->figure;
		if (!seen)
			p->figure->name = part_file_name(r, node->compare,
			    p->name);
		add_figure(r, e, p->figure);
	} else {
		bool seen = false;

		for (size_t i = 0; i < r->nsheets; i++)
			seen |= r->sheets[i] == p->sheet;
		if (!seen)
			p->sheet->name = part_file_name(r, node->compare,
			    p->name);
		add_sheet(r, e, p->sheet);
	}
	return 0;
}

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

static const char *
cell_words(struct arena *a, const struct article_node *node)
{
	const char *words = node->type == ARTICLE_TEXT ? node->text :
	    node->type == ARTICLE_NOTE ? raised(a, node->number) : "";

	for (size_t i = 0; node->type != ARTICLE_NOTE && i < node->nchildren;
	    i++)
		words = arena_printf(a, "%s%s", words,
		    cell_words(a, node->children[i]));
	return words;
}

static void
set_column(struct sheet *s, size_t i, const char *head, const char *raw,
    enum sheet_align align, double share)
{
	s->columns[i] = (struct sheet_column){.head = head, .raw = raw,
	    .align = align, .share = share};
}

static void
show_specification(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	const struct article_node *head = node->children[0];
	size_t ncolumns = head->nchildren;
	struct sheet *s = sheet_of_columns(r->arena, file_name(r,
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
	add_sheet(r, e, s);
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
	const char *why = NULL;
	struct number n = find_number(r, node, &why);
	struct scope drive;
	double percent = n.value / node->claimed * 100;
	size_t i = 0;

	if (why != NULL) {
		tell(node, why);
		r->nmissing++;
	}
	find_scope(r, node->run, NULL, &drive);
	const char *model = scope_value(&drive, "device.model",
	    strlen("device.model"));
	cells[i++].text = model == NULL ? node->run : model;
	cells[i++].text = cell_words(r->arena, node);
	if (conditions)
		cells[i++].text = node->conditions == NULL ? LANG_UNKNOWN :
		    text_clean(r->arena, node->conditions);
	cells[i].text = number_words(r, &n, node->claimed);
	cells[i++].raw = raw_number(r, node->claimed);
	cells[i].text = number_words(r, &n, n.value);
	cells[i++].raw = raw_number(r, n.value);
	cells[i].text = isfinite(percent) ? arena_printf(r->arena,
	    "%s\u00a0%%", lang_figures(r->arena, r->lang, percent, 2)) :
	    LANG_UNKNOWN;
	cells[i].raw = raw_number(r, percent);
}

static void
show_claims(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	bool conditions = false;
	size_t i = 0;

	for (size_t k = 0; k < node->nchildren; k++)
		conditions |= node->children[k]->conditions != NULL;
	struct sheet *s = sheet_of_columns(r->arena, file_name(r, "claims"),
	    conditions ? 6 : 5);
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
	add_sheet(r, e, s);
}

/* --------------------------------------------------------- devices and hosts */

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
	const struct input *in = find_run(r, names->names[first]);
	const char *words = "";

	for (size_t i = 0; i < names->count; i++) {
		if (!same(in, find_run(r, names->names[i])))
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
			const struct input *a = find_run(r, names->names[i]);
			const struct input *b = find_run(r, names->names[k]);

			if (facts_get(&a->run->device, "serial") != NULL &&
			    is_same_fact(&a->run->device, &b->run->device,
			    "serial") && !is_same_device(a, b))
				return true;
		}
	return false;
}

static void
show_devices(struct review *r, const struct article_node *node,
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
	struct sheet *s = sheet_of_columns(r->arena, file_name(r, "devices"),
	    6);

	s->title = review_word(r, "article.init.devices");
	for (size_t i = 0; i < 6; i++)
		set_column(s, i, review_word(r, columns[i].key),
		    columns[i].raw, SHEET_TEXT, i == 0 ? 1.5 : 1);
	for (size_t i = 0; i < node->runs.count; i++) {
		const char *runs = same_runs(r, &node->runs, i,
		    is_same_device);
		const struct input *in = find_run(r, node->runs.names[i]);

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
	add_sheet(r, e, s);
}

static void
show_bench(struct review *r, const struct article_node *node,
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
		find_scope(r, node->runs.names[i], NULL, &s);
		size_t count = sheets_make(&s, &b, file_name(r, "bench"),
		    sheets);
		for (size_t k = 0; k < count; k++)
			add_sheet(r, e, sheets[k]);
		if (count > 0 && strchr(runs, ',') == NULL)
			sheets[0]->note = arena_printf(r->arena, "%s: %s",
			    review_word(r, "article.runs"), runs);
	}
}

static void
show_findings(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	for (size_t i = 0; i < node->runs.count; i++) {
		const struct input *in = find_run(r, node->runs.names[i]);
		const struct results *results = in->results;

		for (size_t k = 0; k < results->nfindings; k++) {
			const struct result_finding *f = &results->findings[k];

			e->lines = arena_grow(r->arena, e->lines, e->nlines,
			    sizeof(*e->lines));
			e->lines[e->nlines++] = arena_printf(r->arena,
			    "%s: %s", device_fact(r, in, "device.model"),
			    finding_words(r->arena, r->lang, f->key,
			    f->text));
		}
	}
}

/* ------------------------------------------------------------- the exhibits */

static int
show(struct review *r, struct article_node *node)
{
	struct exhibit *e = arena_alloc(r->arena, sizeof(*e));

	node->shows = e;
	switch (node->type) {
	case ARTICLE_FIGURE:
	case ARTICLE_TABLE:
		if ((node->compare != NULL ? show_of_compare : show_of_run)(r,
		    node, e) == -1)
			return -1;
		break;
	case ARTICLE_SPECIFICATION:
		show_specification(r, node, e);
		break;
	case ARTICLE_CLAIMS:
		show_claims(r, node, e);
		break;
	case ARTICLE_DEVICES:
		show_devices(r, node, e);
		break;
	case ARTICLE_BENCH:
		show_bench(r, node, e);
		break;
	case ARTICLE_FINDINGS:
		show_findings(r, node, e);
		break;
	case ARTICLE_PICTURE:
		e->picture = picture_load(r->arena, node->text);
		if (e->picture == NULL) {
			tell(node, "the picture cannot be shown");
			return -1;
		}
		e->picture_name = arena_printf(r->arena, "%s.%s",
		    file_name(r, "picture"), e->picture->suffix);
		break;
	default:
		node->shows = NULL;
		return 0;
	}
	if (e->missing == NULL && e->picture == NULL && e->nfigures +
	    e->nsheets + e->nlines == 0)
		miss(r, node, e, review_word(r, "article.nothing"));
	return 0;
}

/* Figures and tables are numbered as they come. */
static int
show_all(struct review *r, struct article_node *node, unsigned *figures,
    unsigned *tables)
{
	if (show(r, node) == -1)
		return -1;
	if (node->shows != NULL && node->shows->nfigures > 0) {
		node->number = *figures + 1;
		*figures += (unsigned)node->shows->nfigures;
	} else if (node->shows != NULL && node->shows->nsheets > 0) {
		node->number = *tables + 1;
		*tables += (unsigned)node->shows->nsheets;
	}
	for (size_t i = 0; i < node->nchildren; i++)
		if (show_all(r, node->children[i], figures, tables) == -1)
			return -1;
	return 0;
}

const char *
review_figure_number(const struct review *r, const struct article_node *node,
    size_t i)
{
	return lang_fill(r->arena, r->lang, "article.figure", "number",
	    lang_whole(r->arena, r->lang, node->number + i), NULL);
}

const char *
review_table_number(const struct review *r, const struct article_node *node,
    size_t i)
{
	return lang_fill(r->arena, r->lang, "article.table", "number",
	    lang_whole(r->arena, r->lang, node->number + i), NULL);
}

const char *
review_title(const struct article_node *node, size_t i)
{
	const struct exhibit *e = node->shows;

	return e->nfigures == 0 ? e->sheets[i]->title :
	    figure_title(e->figures[i]);
}

/* ------------------------------------------------------------------ the head */

static void
add_banner(struct review *r, const char *key, bool loud)
{
	r->banners[r->nbanners++] = (struct page_banner){review_word(r, key),
	    loud};
}

static void
set_banners(struct review *r)
{
	size_t nsimulated = 0, npublished = 0, nsources = r->article->nsources;
	bool demonstration = false;

	for (size_t i = 0; i < nsources; i++)
		npublished += r->article->sources[i].published;
	for (size_t i = 0; i < r->nruns; i++) {
		const struct run *run = r->runs[i].in->run;

		nsimulated += run->simulated;
		demonstration |= facts_get(&run->conditions,
		    "demonstration") != NULL;
	}
	if (nsimulated > 0)
		add_banner(r, nsimulated == nsources ? "banner.simulated" :
		    "compare.banner.simulated", true);
	if (npublished > 0)
		add_banner(r, npublished == nsources ?
		    "compare.banner.published-all" :
		    "compare.banner.published", false);
	if (demonstration)
		add_banner(r, "banner.demonstration", false);
}

/* ------------------------------------------------------------------- loading */

static int
load_runs(struct review *r)
{
	const struct article *article = r->article;

	r->runs = arena_array(r->arena, article->nsources + 1,
	    sizeof(*r->runs));
	for (size_t i = 0; i < article->nsources; i++) {
		const struct article_source *s = &article->sources[i];

		if (s->published)
			continue;
		struct input *in = input_load(r->arena, s->path);
		if (in == NULL) {
			warn_msg("%s:%d: the run '%s' cannot be read",
			    article->path, s->line, s->id);
			return -1;
		}
		r->runs[r->nruns++] = (struct review_run){s, in};
	}
	return 0;
}

static const char *
source_path(const struct article *article, const char *id)
{
	for (size_t i = 0; i < article->nsources; i++)
		if (strcmp(article->sources[i].id, id) == 0)
			return article->sources[i].path;
	return NULL;
}

static int
load_compares(struct review *r)
{
	const struct article *article = r->article;

	r->compares = arena_array(r->arena, article->ncompares + 1,
	    sizeof(struct compare *));
	for (size_t i = 0; i < article->ncompares; i++) {
		const struct article_compare *c = &article->compares[i];
		const char **paths = arena_array(r->arena, c->of.count + 1,
		    sizeof(*paths));

		for (size_t k = 0; k < c->of.count; k++)
			paths[k] = source_path(article, c->of.names[k]);
		r->compares[i] = compare_open(r->arena, r->lang, r->fonts,
		    &(struct compare_inputs){.count = c->of.count,
		    .paths = paths});
		if (r->compares[i] == NULL) {
			warn_msg("%s:%d: '%s' cannot be compared",
			    article->path, c->line, c->id);
			return -1;
		}
		r->ncompares++;
	}
	return 0;
}

int
review_make(struct review *r)
{
	struct article *article = r->article;
	unsigned figures = 0, tables = 0;

	r->template = template_load(r->arena, template_find(r->arena,
	    article->report));
	if (r->template == NULL || load_runs(r) == -1 ||
	    load_compares(r) == -1)
		return -1;
	for (size_t i = 0; i < article->nblocks; i++)
		resolve(r, article->blocks[i]);
	for (size_t i = 0; i < article->nblocks; i++)
		if (show_all(r, article->blocks[i], &figures, &tables) == -1)
			return -1;
	set_banners(r);
	return 0;
}
