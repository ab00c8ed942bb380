/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "model/published.h"
#include "model/xmltext.h"
#include "render/compare_sections.h"
#include "render/figures.h"
#include "render/review_findings.h"
#include "render/review_init.h"
#include "render/sheet_base.h"
#include "render/web.h"

#define MOST_LANGUAGES 16
#define REPORT "snia-pts"

struct source {
	const char *id, *path;		/* as it is written */
	const char *given;		/* as it was given */
	struct input *in;		/* NULL: a published source */
};

struct init {
	struct arena *arena;
	const struct template *template;
	size_t nlanguages;
	struct { const char *code; struct lang *lang; }
	    languages[MOST_LANGUAGES];
	struct fonts *fonts;
	size_t nsources, nruns;
	struct source *sources;
	FILE *to;
};

/* -------------------------------------------------------------------- words */

/* Opens an element that is there once a language. */
static void
open_in(const struct init *n, size_t language, const char *indent,
    const char *element)
{
	fprintf(n->to, "%s<%s", indent, element);
	if (n->nlanguages > 1)
		fprintf(n->to, " xml:lang=\"%s\"",
		    n->languages[language].code);
	putc('>', n->to);
}

static void
put_in(const struct init *n, size_t language, const char *indent,
    const char *element, const char *text)
{
	open_in(n, language, indent, element);
	web_text(n->to, text);
	fprintf(n->to, "</%s>\n", element);
}

/* A text of the catalogues, in each language. */
static void
put_word(const struct init *n, const char *indent, const char *element,
    const char *key)
{
	for (size_t i = 0; i < n->nlanguages; i++)
		put_in(n, i, indent, element, lang_text(n->languages[i].lang,
		    key));
}

static void
put_attribute(const struct init *n, const char *name, const char *value)
{
	fprintf(n->to, " %s=\"", name);
	web_text(n->to, value);
	putc('"', n->to);
}

/* ------------------------------------------------------------------ sources */

static bool
is_taken(const struct init *n, const char *id)
{
	for (size_t i = 0; i < n->nsources; i++)
		if (strcmp(n->sources[i].id, id) == 0)
			return true;
	return false;
}

/* "iops-sata" of "samples/iops-sata/" or "samples/iops-sata.xml". */
static const char *
source_id(const struct init *n, const char *path)
{
	size_t length = strlen(path);

	while (length > 1 && path[length - 1] == '/')
		length--;
	const char *name = arena_strndup(n->arena, path, length);
	const char *slash = strrchr(name, '/');
	if (slash != NULL && slash[1] != '\0')
		name = slash + 1;
	length = strlen(name);
	if (length > 4 && strcmp(name + length - 4, ".xml") == 0)
		name = arena_strndup(n->arena, name, length - 4);
	name = xmltext_clean_name(n->arena, *name == '\0' ? "run" : name);
	const char *unique = name;
	for (unsigned k = 2; is_taken(n, unique); k++)
		unique = arena_printf(n->arena, "%s-%u", name, k);
	return unique;
}

/* The path of a source from the folder of the article: both in full, without
 * what they have in common. */
static const char *
path_from(struct arena *a, const char *dir, const char *path)
{
	char *from = realpath(dir, NULL), *to = realpath(path, NULL);
	const char *result = path, *up = "";
	size_t common = 0;

	if (from != NULL && to != NULL) {
		for (size_t i = 0;; i++) {
			bool from_ends = from[i] == '/' || from[i] == '\0';
			bool to_ends = to[i] == '/' || to[i] == '\0';

			if (from_ends && to_ends)
				common = i;
			if (from[i] != to[i] || from[i] == '\0')
				break;
		}
		for (const char *p = from + common; *p != '\0'; p++)
			if (*p == '/')
				up = arena_printf(a, "../%s", up);
		result = arena_printf(a, "%s%s", up, to[common] == '\0' ? "." :
		    to + common + 1);
	}
	free(from);
	free(to);
	return result;
}

static int
add_source(struct init *n, const char *path, const char *dir)
{
	/* As plateau compare tells them apart: a run has a run.xml. */
	bool is_run = file_exists(arena_printf(n->arena, "%s/run.xml", path));

	for (size_t i = 0; i < n->nsources; i++)
		if (strcmp(n->sources[i].given, path) == 0) {
			warn_msg("%s: named twice, taken once", path);
			return 0;
		}
	struct source s = {.id = source_id(n, path), .given = path,
	    .path = path_from(n->arena, dir, path)};

	if (is_run) {
		s.in = input_load(n->arena, path);
		if (s.in == NULL)
			return -1;
		n->nruns++;
	} else if (published_load(n->arena, path) == NULL) {
		return -1;
	}
	n->sources = arena_grow(n->arena, n->sources, n->nsources,
	    sizeof(*n->sources));
	n->sources[n->nsources++] = s;
	return 0;
}

/* ------------------------------------------------------------ what is shown */

static bool
is_shown(const struct scope *s, const struct template_block *from, bool each)
{
	struct template_block b = template_resolve(from, s->stage);
	struct sheet *sheets[SHEETS_MOST];
	struct scope one = *s;

	/* How the steady state was found belongs in the report. */
	if (b.kind == KIND_CONTENTS || b.kind == KIND_VERIFICATION ||
	    b.kind == KIND_WINDOW || b.kind == KIND_ROUNDS ||
	    (each && s->test->ntracks == 0))
		return false;
	if (each)
		one.track = &s->test->tracks[0];
	if (!scope_holds(&one, &from->shown))
		return false;
	if (b.type == TEMPLATE_FIGURE)
		return figure_make(&one, &b, "x") != NULL;
	return sheets_make(&one, &b, "x", sheets) > 0;
}

static void
put_shown(const struct init *n, const struct source *source,
    const struct scope *s, const struct template_block *b)
{
	fprintf(n->to, "      <%s", b->type == TEMPLATE_FIGURE ? "figure" :
	    "table");
	put_attribute(n, "run", source->id);
	put_attribute(n, "test", s->test->id);
	put_attribute(n, "name", b->name);
	fputs("/>\n", n->to);
}

static void
put_findings(const struct init *n, const struct source *source,
    const struct result_test *test)
{
	const struct result_finding **found;
	size_t count = review_choose_findings(n->arena, source->in->results,
	    test->id, REVIEW_FINDINGS, &found);

	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < n->nlanguages; i++) {
			struct scope s = {.arena = n->arena,
			    .in = source->in, .lang = n->languages[i].lang};

			put_in(n, i, "      ", "p", lang_fill(n->arena, s.lang,
			    "article.sentence", "text", sheet_found_words(&s,
			    found[k]), NULL));
		}
}

/* A test has the figures and tables that a report of it has. */
static void
put_test(const struct init *n, const struct source *source,
    const struct result_test *test)
{
	struct scope s = {.arena = n->arena, .in = source->in,
	    .lang = n->languages[0].lang, .test = test,
	    .stage = input_stage(source->in, test)};
	const struct template_section *section = scope_section(&s,
	    n->template);

	fputs("    <section>\n", n->to);
	for (size_t i = 0; i < n->nlanguages; i++) {
		struct scope one = s;

		one.lang = n->languages[i].lang;
		put_in(n, i, "      ", "title", scope_title(&one, test->title,
		    test->id));
	}
	put_findings(n, source, test);
	put_word(n, "      ", "todo", "article.todo.text");
	for (size_t p = 0; section != NULL && p < section->npages; p++) {
		const struct template_page *page = &section->pages[p];

		for (size_t b = 0; b < page->nblocks &&
		    scope_holds(&s, &page->shown); b++) {
			const struct template_block *block = &page->blocks[b];

			if ((block->type == TEMPLATE_FIGURE || block->type ==
			    TEMPLATE_TABLE) && is_shown(&s, block,
			    page->each_track || block->each_track))
				put_shown(n, source, &s, block);
		}
	}
	fputs("    </section>\n", n->to);
}

static const char *
drive_of(const struct init *n, const struct source *source)
{
	return scope_drive(&(struct scope){.arena = n->arena,
	    .in = source->in, .lang = n->languages[0].lang});
}

static void
put_run(const struct init *n, const struct source *source)
{
	fputs("  <section>\n    <title>", n->to);
	web_text(n->to, arena_printf(n->arena, "%s: %s", drive_of(n, source),
	    source->id));
	fputs("</title>\n", n->to);
	for (size_t i = 0; i < source->in->results->ntests; i++)
		put_test(n, source, &source->in->results->tests[i]);
	fputs("  </section>\n", n->to);
}

static void
put_deviations(const struct init *n)
{
	for (size_t i = 0; i < n->nsources; i++) {
		if (n->sources[i].in == NULL ||
		    n->sources[i].in->results->ndeviations == 0)
			continue;
		fputs("    <table", n->to);
		put_attribute(n, "run", n->sources[i].id);
		fputs(" kind=\"deviations\" title=\"@table.deviations\"/>\n",
		    n->to);
	}
}

/* ------------------------------------------------------------- side by side */

static void
put_parts(const struct init *n, const struct compare_section *section,
    const struct compare_section *headings[])
{
	fputs("    <section>\n", n->to);
	for (size_t i = 0; i < n->nlanguages; i++)
		put_in(n, i, "      ", "title", headings[i]->heading == NULL ?
		    section->name : headings[i]->heading);
	for (size_t k = 0; k < section->nparts; k++) {
		const struct compare_part *p = &section->parts[k];

		if (p->name == NULL)
			continue;
		fprintf(n->to, "      <%s", p->figure != NULL ? "figure" :
		    "table");
		put_attribute(n, "compare", "all");
		put_attribute(n, "name", p->name);
		fputs("/>\n", n->to);
	}
	fputs("    </section>\n", n->to);
}

/* The sections of a comparison are the same in each language. */
static int
put_compare(const struct init *n)
{
	const char **paths = arena_array(n->arena, n->nsources,
	    sizeof(*paths));
	const struct compare_section *sections[MOST_LANGUAGES];
	size_t count = 0;

	for (size_t i = 0; i < n->nsources; i++)
		paths[i] = n->sources[i].given;
	for (size_t i = 0; i < n->nlanguages; i++) {
		struct compare *c = compare_open(n->arena,
		    n->languages[i].lang, n->fonts, &(struct compare_inputs){
		    .count = n->nsources, .paths = paths});

		if (c == NULL)
			return -1;
		sections[i] = compare_sections(c, &count);
	}
	fputs("  <section>\n", n->to);
	put_word(n, "    ", "title", "article.init.compare");
	put_word(n, "    ", "todo", "article.todo.text");
	for (size_t k = 0; k < count; k++) {
		const struct compare_section *headings[MOST_LANGUAGES];

		for (size_t i = 0; i < n->nlanguages; i++)
			headings[i] = &sections[i][k];
		put_parts(n, &sections[0][k], headings);
	}
	fputs("  </section>\n", n->to);
	return 0;
}

/* -------------------------------------------------------------- the article */

static void
put_head(const struct init *n)
{
	uint64_t latest = 0;
	const struct source *first = NULL;
	size_t ndrives = 0;
	char day[UNITS_TEXT];

	for (size_t i = 0; i < n->nsources; i++) {
		const struct source *s = &n->sources[i];

		if (s->in == NULL)
			continue;
		if (s->in->run->finished_ns > latest)
			latest = s->in->run->finished_ns;
		if (first == NULL)
			first = s;
		ndrives += first == s || strcmp(drive_of(n, first),
		    drive_of(n, s)) != 0;
	}
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	    "<!-- docs/review.md tells what may stand here. -->\n"
	    "<article xmlns=\"urn:plateau:article:1\" languages=\"", n->to);
	for (size_t i = 0; i < n->nlanguages; i++)
		fprintf(n->to, "%s%s", i == 0 ? "" : " ",
		    n->languages[i].code);
	putc('"', n->to);
	if (latest > 0)
		fprintf(n->to, " date=\"%.10s\"", units_format_utc(day,
		    sizeof(day), latest));
	fputs(">\n\n", n->to);
	for (size_t i = 0; i < n->nlanguages; i++)
		put_in(n, i, "  ", "title", first == NULL ? lang_text(
		    n->languages[i].lang, "article.init.compare") :
		    lang_fill(n->arena, n->languages[i].lang, ndrives > 1 ?
		    "article.init.title-many" : "article.init.title", "model",
		    drive_of(n, first), NULL));
	putc('\n', n->to);
}

static void
put_sources(const struct init *n)
{
	for (size_t i = 0; i < n->nsources; i++) {
		fprintf(n->to, "  <%s", n->sources[i].in == NULL ?
		    "published" : "run");
		put_attribute(n, "id", n->sources[i].id);
		put_attribute(n, "path", n->sources[i].path);
		fputs("/>\n", n->to);
	}
	if (n->nsources > 1 || n->nruns == 0) {
		fputs("  <compare id=\"all\" of=\"", n->to);
		for (size_t i = 0; i < n->nsources; i++)
			fprintf(n->to, "%s%s", i == 0 ? "" : " ",
			    n->sources[i].id);
		fputs("\"/>\n", n->to);
	}
	putc('\n', n->to);
}

static void
put_introduction(const struct init *n)
{
	put_word(n, "  ", "todo", "article.todo.intro");
	if (n->nruns == 0)
		return;
	fputs("\n  <section>\n", n->to);
	put_word(n, "    ", "title", "article.init.devices");
	put_word(n, "    ", "todo", "article.todo.specification");
	fputs("    <devices/>\n  </section>\n\n  <section>\n", n->to);
	put_word(n, "    ", "title", "article.init.method");
	put_word(n, "    ", "todo", "article.todo.method");
	fputs("    <bench/>\n", n->to);
	put_deviations(n);
	fputs("  </section>\n\n", n->to);
}

static void
put_conclusion(const struct init *n)
{
	fputs("\n  <section>\n", n->to);
	put_word(n, "    ", "title", "article.init.conclusion");
	put_word(n, "    ", "todo", "article.todo.conclusion");
	put_word(n, "    ", "todo", "article.todo.opinion");
	fputs("    <!-- <pros><item>...</item></pros>\n"
	    "         <cons><item>...</item></cons> -->\n"
	    "  </section>\n\n</article>\n", n->to);
}

static int
put_article(const struct init *n)
{
	put_head(n);
	put_sources(n);
	put_introduction(n);
	for (size_t i = 0; i < n->nsources; i++)
		if (n->sources[i].in != NULL)
			put_run(n, &n->sources[i]);
	if ((n->nsources > 1 || n->nruns == 0) && put_compare(n) == -1)
		return -1;
	put_conclusion(n);
	return 0;
}

static int
load_languages(struct init *n, const char *list)
{
	for (const char *p = list == NULL ? "en" : list;;) {
		size_t length = strcspn(p, ",");
		const char *code = arena_strndup(n->arena, p, length);

		if (n->nlanguages == MOST_LANGUAGES) {
			warn_msg("--lang: more than %d languages",
			    MOST_LANGUAGES);
			return -1;
		}
		n->languages[n->nlanguages].code = code;
		n->languages[n->nlanguages].lang = lang_load(n->arena, code);
		if (n->languages[n->nlanguages++].lang == NULL)
			return -1;
		if (p[length] == '\0')
			return 0;
		p += length + 1;
	}
}

static int
load(struct init *n, size_t count, const char *const *paths,
    const char *languages, const char *dir)
{
	if (load_languages(n, languages) == -1)
		return -1;
	n->template = template_load(n->arena, template_find(n->arena,
	    REPORT));
	n->fonts = fonts_open(n->languages[0].code);
	if (n->template == NULL || n->fonts == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (add_source(n, paths[i], dir) == -1)
			return -1;
	return 0;
}

enum report_status
review_init(size_t count, const char *const *paths, const char *languages,
    const char *dir, bool quiet)
{
	struct init n = {.arena = arena_new()};
	const char *path = arena_printf(n.arena, "%s/article.xml", dir);
	enum report_status status = REPORT_BAD_INPUT;
	struct file_replace *file = NULL;
	bool was_there = file_exists(dir);

	if (file_exists(path)) {
		warn_msg("%s is there already: it is not replaced", path);
		goto done;
	}
	/* The folder must be there for paths from it. */
	if (file_make_dirs(dir) == -1)
		goto done;
	if (load(&n, count, paths, languages, dir) == -1)
		goto done;
	status = REPORT_FAILED;
	file = file_replace_begin(path);
	if (file == NULL)
		goto done;
	n.to = file_replace_stream(file);
	if (put_article(&n) == -1)
		file_replace_abort(file);
	else if (file_replace_commit(file) == 0)
		status = REPORT_OK;
	if (status == REPORT_OK && !quiet)
		printf("%s\n", path);

done:
	/* A folder in which nothing was written goes again. */
	if (status != REPORT_OK && !was_there)
		rmdir(dir);
	fonts_close(n.fonts);
	arena_free(n.arena);
	return status;
}
