/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "model/xmltext.h"
#include "render/install.h"
#include "render/review.h"
#include "render/review_build.h"
#include "render/review_write.h"

#define MOST_LANGUAGES 16

struct build {
	const struct review_options *options;
	struct arena *arena;
	size_t nreviews;
	struct review reviews[MOST_LANGUAGES];	/* one a language */
};

/* "review" of "articles/review.xml": what the files are called. */
static const char *
base_name(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash == NULL ? path : slash + 1;
	const char *dot = strrchr(name, '.');
	size_t length = dot == NULL || dot == name ? strlen(name) :
	    (size_t)(dot - name);

	name = arena_strndup(a, name, length);
	return *name == '\0' ? "review" : xmltext_clean_name(a, name);
}

/* ------------------------------------------------------------------ loading */

static int
add_review(struct build *b, const char *language)
{
	struct review *r = &b->reviews[b->nreviews];
	struct arena *a = b->arena;

	if (b->nreviews == MOST_LANGUAGES) {
		warn_msg("%s: more than %d languages", b->options->article,
		    MOST_LANGUAGES);
		return -1;
	}
	*r = (struct review){.arena = a,
	    .first = b->nreviews > 0 ? &b->reviews[0] : NULL,
	    .article = article_load(a, b->options->article, language)};
	if (r->article == NULL)
		return -1;
	r->lang = lang_load(a, r->article->language);
	r->english = lang_load(a, "en");
	if (r->lang == NULL || r->english == NULL)
		return -1;
	r->fonts = fonts_open(lang_code(r->lang));
	if (r->fonts == NULL)
		return -1;
	b->nreviews++;
	return review_make(r);
}

/* The first language's article tells which others there are. */
static int
load(struct build *b)
{
	const char *list = b->options->languages;

	if (list == NULL) {
		if (add_review(b, NULL) == -1)
			return -1;
		const struct article_names *all =
		    &b->reviews[0].article->languages;
		for (size_t i = 1; i < all->count; i++)
			if (add_review(b, all->names[i]) == -1)
				return -1;
		return 0;
	}
	for (const char *p = list;;) {
		size_t length = strcspn(p, ",");

		if (add_review(b, arena_strndup(b->arena, p, length)) == -1)
			return -1;
		if (p[length] == '\0')
			return 0;
		p += length + 1;
	}
}

static void
tell_todos(const struct article_node *node)
{
	if (node->type == ARTICLE_TODO)
		warn_msg("%s:%d: to do", node->path, node->line);
	for (size_t i = 0; i < node->nchildren; i++)
		tell_todos(node->children[i]);
}

/* What is not finished, in a draft, is told on the page; a final article has
 * none. */
static int
check(struct build *b)
{
	int status = 0;

	for (size_t i = 0; i < b->nreviews; i++) {
		struct review *r = &b->reviews[i];
		size_t count = r->ntodo + r->nmissing;

		if (b->options->final && r->ndamaged > 0) {
			warn_msg("%s: not final in '%s': a damaged picture",
			    b->options->article, r->article->language);
			status = -1;
		}
		if (count == 0)
			continue;
		if (b->options->final) {
			for (size_t k = 0; k < r->article->nblocks; k++)
				tell_todos(r->article->blocks[k]);
			warn_msg("%s: not final in '%s': %zu to do, %zu not "
			    "there", b->options->article, r->article->language,
			    r->ntodo, r->nmissing);
			status = -1;
		}
		r->banners[r->nbanners++] = (struct page_banner){lang_fill(
		    r->arena, r->lang, "article.draft", "count", lang_whole(
		    r->arena, r->lang, count), NULL), false};
	}
	return status;
}

/* ------------------------------------------------------------------ writing */

static int
write_pictures(const struct review *r, const struct article_node *node,
    const char *dir)
{
	const struct picture *picture = node->shows == NULL ? NULL :
	    node->shows->picture;

	if (picture != NULL && file_replace_bytes(arena_printf(r->arena,
	    "%s/%s", dir, node->shows->picture_name), picture->bytes,
	    picture->nbytes) == -1)
		return -1;
	for (size_t i = 0; i < node->nchildren; i++)
		if (write_pictures(r, node->children[i], dir) == -1)
			return -1;
	return 0;
}

/* What stands beside Markdown: figures as pictures, and photographs. */
static int
write_beside(const struct build *b, const struct review *r, const char *dir)
{
	struct canvas_info info = {.title = r->article->title,
	    .language = r->article->language};

	for (size_t i = 0; i < r->nfigures; i++)
		if (figure_picture(r->arena, r->fonts, r->lang, r->figures[i],
		    dir, &info, b->options->dpi) == -1)
			return -1;
	for (size_t i = 0; i < r->article->nblocks; i++)
		if (write_pictures(r, r->article->blocks[i], dir) == -1)
			return -1;
	return 0;
}

static int
write_review(const struct build *b, const struct review *r, const char *dir)
{
	const struct review_options *o = b->options;
	struct arena *a = b->arena;
	const char *language = r->article->language;
	const char *stem = arena_printf(a, "%s/%s.%s", dir,
	    base_name(a, o->article), language);
	const char *folder = arena_printf(a, "figures-%s", language);
	const char *figures = arena_printf(a, "%s/%s", dir, folder);

	review_fit_figures(r, o->paper);
	if (figures_write(a, r->fonts, r->nfigures, r->figures, figures) == -1)
		return -1;
	for (size_t i = 0; i < r->nsheets; i++)
		if (sheet_write(r->sheets[i], arena_printf(a, "%s/tables-%s",
		    dir, language), false) == -1)
			return -1;
	if (o->html && review_write_html(r, arena_printf(a, "%s.html", stem),
	    figures) == -1)
		return -1;
	if (o->markdown && (write_beside(b, r, figures) == -1 ||
	    review_write_markdown(r, arena_printf(a, "%s.md", stem), folder) ==
	    -1))
		return -1;
	if (o->pdf && review_write_pdf(r, arena_printf(a, "%s.pdf", stem),
	    o->paper) == -1)
		return -1;
	return 0;
}

static void
print_made(const struct build *b)
{
	const struct review_options *o = b->options;
	const struct { bool made; const char *suffix; } forms[] = {
		{o->html, "html"}, {o->pdf, "pdf"}, {o->markdown, "md"},
	};

	for (size_t i = 0; i < b->nreviews; i++)
		for (size_t k = 0; k < sizeof(forms) / sizeof(*forms); k++)
			if (forms[k].made)
				printf("%s/%s.%s.%s\n", o->dir, base_name(
				    b->arena, o->article),
				    b->reviews[i].article->language,
				    forms[k].suffix);
}

static void
print_dry(const struct build *b)
{
	for (size_t i = 0; i < b->nreviews; i++) {
		const struct review *r = &b->reviews[i];

		printf("%s: %zu figures, %zu tables, %zu footnotes, %zu to "
		    "do, %zu not there\n", r->article->language, r->nfigures,
		    r->nsheets, r->nnotes, r->ntodo, r->nmissing);
	}
}

static enum report_status
make(struct build *b)
{
	const char *folders[2 * MOST_LANGUAGES + 1] = {NULL};

	for (size_t i = 0; i < b->nreviews; i++) {
		const char *language = b->reviews[i].article->language;

		folders[2 * i] = arena_printf(b->arena, "figures-%s",
		    language);
		folders[2 * i + 1] = arena_printf(b->arena, "tables-%s",
		    language);
	}
	struct install *install = install_begin(b->arena, b->options->dir,
	    folders);
	if (install == NULL)
		return REPORT_FAILED;
	for (size_t i = 0; i < b->nreviews; i++)
		if (write_review(b, &b->reviews[i], install_folder(install)) ==
		    -1) {
			install_abort(install);
			return REPORT_FAILED;
		}
	return install_commit(install) == -1 ? REPORT_FAILED : REPORT_OK;
}

enum report_status
review_build(const struct review_options *o)
{
	struct build b = {.options = o, .arena = arena_new()};
	enum report_status status = REPORT_BAD_INPUT;

	if (load(&b) == -1 || check(&b) == -1)
		goto done;
	if (o->dry_run) {
		print_dry(&b);
		status = REPORT_OK;
		goto done;
	}
	status = make(&b);
	if (status == REPORT_OK && !o->quiet)
		print_made(&b);

done:
	for (size_t i = 0; i < b.nreviews; i++)
		fonts_close(b.reviews[i].fonts);
	arena_free(b.arena);
	return status;
}
