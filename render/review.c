/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/report.h"
#include "render/choice.h"
#include "render/compare.h"
#include "render/compare_sections.h"
#include "render/figure_base.h"
#include "render/review_work.h"
#include "render/sheets.h"
#include "render/text_clean.h"

/* The height of a figure that does not say another. */
#define FIGURE_PT 290.0

const char *
review_word(const struct review *r, const char *key)
{
	return lang_text(r->lang, key);
}

/* ---------------------------------------------------------------- the files */

const char *
review_file_name(struct review *r, const char *wanted)
{
	return file_names_add(r->arena, &r->names, wanted);
}

static bool
has_figure(const struct review *r, const struct figure *figure)
{
	for (size_t i = 0; i < r->nfigures; i++)
		if (r->figures[i] == figure)
			return true;
	return false;
}

static bool
has_sheet(const struct review *r, const struct sheet *sheet)
{
	for (size_t i = 0; i < r->nsheets; i++)
		if (r->sheets[i] == sheet)
			return true;
	return false;
}

static void
add_figure(struct review *r, struct exhibit *e, struct figure *figure)
{
	e->figures = arena_grow(r->arena, e->figures, e->nfigures,
	    sizeof(struct figure *));
	e->figures[e->nfigures++] = figure;
	if (has_figure(r, figure))
		return;
	r->figures = arena_grow(r->arena, r->figures, r->nfigures,
	    sizeof(struct figure *));
	r->figures[r->nfigures++] = figure;
}

void
review_add_sheet(struct review *r, struct exhibit *e, struct sheet *sheet)
{
	e->sheets = arena_grow(r->arena, e->sheets, e->nsheets,
	    sizeof(struct sheet *));
	e->sheets[e->nsheets++] = sheet;
	if (has_sheet(r, sheet))
		return;
	r->sheets = arena_grow(r->arena, r->sheets, r->nsheets,
	    sizeof(struct sheet *));
	r->sheets[r->nsheets++] = sheet;
}

/* --------------------------------------------------------------- the places */

const struct input *
review_run(const struct review *r, const char *id)
{
	for (size_t i = 0; i < r->nruns; i++)
		if (strcmp(r->runs[i].source->id, id) == 0)
			return r->runs[i].in;
	return NULL;
}

bool
review_scope(const struct review *r, const char *run, const char *test,
    struct scope *scope_out)
{
	struct scope s = {.arena = r->arena, .in = review_run(r, run),
	    .lang = r->lang};

	for (size_t i = 0; test != NULL && i < s.in->results->ntests; i++)
		if (strcmp(s.in->results->tests[i].id, test) == 0)
			s.test = &s.in->results->tests[i];
	if (s.test != NULL)
		s.stage = input_stage(s.in, s.test);
	*scope_out = s;
	return test == NULL || s.test != NULL;
}

static const char *
lack_words(const struct review *r, const struct lang *l,
    const struct review_lack *lack)
{
	const char *more = lack->there_are == NULL ? "" : arena_printf(
	    r->arena, "; %s:%s", lang_text(l, "article.there-are"),
	    lack->there_are);

	return arena_printf(r->arena, "%s%s", lang_fill(r->arena, l,
	    lack->key, lack->where, lack->in, lack->what, lack->name, NULL),
	    more);
}

const char *
review_miss(struct review *r, const struct article_node *node,
    const struct review_lack *lack)
{
	r->nmissing++;
	warn_msg("%s:%d: %s", node->path, node->line, lack_words(r,
	    r->english, lack));
	return lack_words(r, r->lang, lack);
}

static struct review_lack
no_test(const char *run, const char *test)
{
	return (struct review_lack){.key = "article.no-test", .where = "run",
	    .in = run, .what = "test", .name = test};
}

/* ------------------------------------------------------------------ numbers */

struct review_number
review_find_number(struct review *r, const struct article_node *node)
{
	const struct template_number *p = &node->point;
	struct review_number n = {.value = NAN,
	    .metric = metric_find(p->metric, strlen(p->metric))};
	struct review_lack lack = no_test(node->run, p->test);
	struct choice choice;
	struct scope s;
	int row = -1;

	if (!review_scope(r, node->run, p->test, &s)) {
		review_miss(r, node, &lack);
		return n;
	}
	if (choice_make(&s, p->op, p->filters, 0, &choice) == 0)
		row = choice_row(&choice, s.in->points);
	if (row != -1)
		n.value = n.metric->scale * table_number(s.in->points,
		    (size_t)row, n.metric->column);
	lack.key = "article.no-point";
	if (!isfinite(n.value))
		review_miss(r, node, &lack);
	return n;
}

const char *
review_number_words(const struct review *r, const struct review_number *n,
    double value)
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
	struct review_number n = review_find_number(r, node);

	set_text(node, review_number_words(r, &n, n.value));
}

static void
resolve_fact(struct review *r, struct article_node *node)
{
	struct scope s;

	review_scope(r, node->run, NULL, &s);
	const char *text = scope_value(&s, node->text, strlen(node->text));
	if (text == NULL)
		review_miss(r, node, &(struct review_lack){
		    .key = "article.no-fact", .where = "run",
		    .in = node->run, .what = "fact",
		    .name = text_clean(r->arena, node->text)});
	set_text(node, text == NULL ? LANG_UNKNOWN : text);
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
		    section != scope_section(s, t))
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
	warn_msg("%s:%d: the report template '%s' has no %s of the name '%s' "
	    "%s; there are:%s", node->path, node->line, t->name, node->type ==
	    ARTICLE_FIGURE ? "figure" : "table", node->name, s->test == NULL ?
	    "for a run" : "for this test", *known == '\0' ? " none" : known);
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
	name = review_file_name(r, name);
	if (b.type == TEMPLATE_FIGURE) {
		/* Two stand on a page. */
		if (b.height_pt == 0)
			b.height_pt = FIGURE_PT;
		struct figure *figure = figure_make(s, &b, name);

		if (figure != NULL)
			add_figure(r, e, figure);
		return;
	}
	size_t count = sheets_make(s, &b, name, sheets);
	for (size_t i = 0; i < count; i++)
		review_add_sheet(r, e, sheets[i]);
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

	if (!review_scope(r, node->run, node->test, &s)) {
		struct review_lack lack = no_test(node->run, node->test);

		e->missing = review_miss(r, node, &lack);
		return 0;
	}
	if (!node->has_block)
		b = find_block(r, &s, node, &each);
	if (b == NULL)
		return -1;
	show_block(r, node, &s, b, each, e);
	if (e->nfigures + e->nsheets == 0)
		e->missing = review_miss(r, node, &(struct review_lack){
		    .key = "article.no-data", .where = "run",
		    .in = node->run, .what = "name", .name = b->name});
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

/* What a comparison has, by name. */
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

/* The heading of the section that a part stands in: the title of a table that
 * has none. */
static const char *
part_heading(const struct compare *c, const struct compare_part *part)
{
	size_t count;
	const struct compare_section *sections = compare_sections(c, &count);

	for (size_t i = 0; i < count; i++)
		if (part >= sections[i].parts && part < sections[i].parts +
		    sections[i].nparts)
			return sections[i].heading;
	return NULL;
}

static int
show_of_compare(struct review *r, const struct article_node *node,
    struct exhibit *e)
{
	struct compare *c = find_compare(r, node->compare);
	bool is_figure = node->type == ARTICLE_FIGURE;
	const struct compare_part *p = compare_part(c, node->name, is_figure);

	if (p == NULL) {
		e->missing = review_miss(r, node, &(struct review_lack){
		    .key = "article.no-part", .where = "compare",
		    .in = node->compare, .what = "name",
		    .name = text_clean(r->arena, node->name),
		    .there_are = part_names(r, c, is_figure)});
		return 0;
	}
	/* Parts of several comparisons may have one name; their files may
	 * not. */
	const char *name = arena_printf(r->arena, "%s-%s", node->compare,
	    p->name);
	if (is_figure) {
		if (!has_figure(r, p->figure))
			p->figure->name = review_file_name(r, name);
		add_figure(r, e, p->figure);
	} else {
		if (!has_sheet(r, p->sheet))
			p->sheet->name = review_file_name(r, name);
		review_add_sheet(r, e, p->sheet);
		e->title = part_heading(c, p);
	}
	return 0;
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
		review_show_specification(r, node, e);
		break;
	case ARTICLE_CLAIMS:
		review_show_claims(r, node, e);
		break;
	case ARTICLE_DEVICES:
		review_show_devices(r, node, e);
		break;
	case ARTICLE_BENCH:
		review_show_bench(r, node, e);
		break;
	case ARTICLE_FINDINGS:
		review_show_findings(r, node, e);
		break;
	case ARTICLE_PICTURE:
		e->picture = picture_load(r->arena, node->text);
		if (e->picture == NULL) {
			warn_msg("%s:%d: the picture cannot be shown",
			    node->path, node->line);
			return -1;
		}
		r->ndamaged += e->picture->damaged;
		e->picture_name = arena_printf(r->arena, "%s.%s",
		    review_file_name(r, "picture"), e->picture->suffix);
		break;
	default:
		node->shows = NULL;
		return 0;
	}
	/* The analyzer need not have found anything. */
	if (e->missing == NULL && e->picture == NULL && node->type !=
	    ARTICLE_FINDINGS && e->nfigures + e->nsheets == 0)
		e->missing = review_miss(r, node, &(struct review_lack){
		    .key = "article.nothing", .where = "run", .what = "name"});
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
review_figure_lack(const struct review *r, const struct figure *figure)
{
	if (figure->bars != NULL || figure->heat != NULL ||
	    figure->level != NULL || figure->matrix != NULL ||
	    figure->status == CHART_OK)
		return NULL;
	return review_word(r, figure->status == CHART_NO_GNUPLOT ?
	    "figure.no-gnuplot" : figure->status == CHART_GNUPLOT_FAILED ?
	    "figure.gnuplot-failed" : "figure.no-data");
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

	if (e->nfigures > 0)
		return figure_title(e->figures[i]);
	return e->sheets[i]->title != NULL ? e->sheets[i]->title : e->title;
}

/* ----------------------------------------------------------------- the head */

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

/* ------------------------------------------------------------------ loading */

/* A run that was read for the article in its first language. */
static const struct input *
kept_run(const struct review *first, const char *path)
{
	for (size_t i = 0; first != NULL && i < first->nruns; i++)
		if (strcmp(first->runs[i].source->path, path) == 0)
			return first->runs[i].in;
	return NULL;
}

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
		const struct input *in = kept_run(r->first, s->path);
		if (in == NULL)
			in = input_load(r->arena, s->path);
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

static const char **
source_paths(const struct review *r, const struct article_names *ids)
{
	const char **paths = arena_array(r->arena, ids->count + 1,
	    sizeof(*paths));

	for (size_t i = 0; i < ids->count; i++)
		paths[i] = source_path(r->article, ids->names[i]);
	return paths;
}

/* "WHICH=NAME", as comparisons take it. */
static const char **
label_words(const struct review *r, const struct article_compare *c)
{
	const char **labels = arena_array(r->arena, c->nlabels + 1,
	    sizeof(*labels));

	for (size_t i = 0; i < c->nlabels; i++) {
		const char *path = source_path(r->article,
		    c->labels[i].drive);

		labels[i] = arena_printf(r->arena, "%s=%s", path != NULL ?
		    path : c->labels[i].drive, c->labels[i].name);
	}
	return labels;
}

static int
load_compares(struct review *r)
{
	const struct article *article = r->article;

	r->compares = arena_array(r->arena, article->ncompares + 1,
	    sizeof(struct compare *));
	for (size_t i = 0; i < article->ncompares; i++) {
		const struct article_compare *c = &article->compares[i];
		const struct compare_inputs in = {
			.count = c->of.count,
			.paths = source_paths(r, &c->of),
			.nlabels = c->nlabels, .labels = label_words(r, c),
			.nclaims = c->claims.count,
			.claims = source_paths(r, &c->claims),
		};

		r->compares[i] = compare_open(r->arena, r->lang, r->fonts,
		    &in);
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
