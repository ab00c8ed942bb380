/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/file.h"
#include "render/review_write.h"
#include "render/text_clean.h"

/* Lists stand in lists by this much. */
#define INDENT 4

struct text {
	const struct review *review;
	const char *figures;		/* name of the folder */
	FILE *to;
	unsigned indent;
};

/* Text that is text: nothing in it starts markup, or a link. */
static void
put_words(struct text *t, const char *words)
{
	for (const char *p = text_clean(t->review->arena, words); *p != '\0';
	    p++) {
		if (strchr("\\`*_{}[]<>|#&~", *p) != NULL)
			putc('\\', t->to);
		putc(*p, t->to);
	}
}

static void
put_indent(struct text *t)
{
	fprintf(t->to, "%*s", (int)t->indent, "");
}

/* -------------------------------------------------------------------- lines */

static void put_lines(struct text *t, const struct article_node *node);

/* The most backticks in a row. */
static size_t
most_backticks(const char *words)
{
	size_t most = 0, now = 0;

	for (const char *p = words; *p != '\0'; p++) {
		now = *p == '`' ? now + 1 : 0;
		most = now > most ? now : most;
	}
	return most;
}

static void
put_backticks(struct text *t, size_t count)
{
	for (size_t i = 0; i < count; i++)
		putc('`', t->to);
}

/* Code in as many backticks as it needs. */
static void
put_code(struct text *t, const struct article_node *node)
{
	const char *words = article_words(t->review->arena, node);
	size_t most = most_backticks(words);

	put_backticks(t, most + 1);
	fprintf(t->to, most > 0 ? " %s " : "%s", words);
	put_backticks(t, most + 1);
}

/* An address keeps what it means and ends no link. */
static void
put_address(struct text *t, const char *address)
{
	for (; *address != '\0'; address++) {
		if (strchr("()<> \\\"", *address) != NULL)
			fprintf(t->to, "%%%02X",
			    (unsigned)(unsigned char)*address);
		else
			putc(*address, t->to);
	}
}

static void
put_marked(struct text *t, const struct article_node *node, const char *mark)
{
	fputs(mark, t->to);
	put_lines(t, node);
	fputs(mark, t->to);
}

static void
put_line(struct text *t, const struct article_node *node)
{
	switch (node->type) {
	case ARTICLE_TEXT:
		put_words(t, node->text);
		break;
	case ARTICLE_EM:
		put_marked(t, node, "*");
		break;
	case ARTICLE_STRONG:
		put_marked(t, node, "**");
		break;
	case ARTICLE_CODE:
		put_code(t, node);
		break;
	case ARTICLE_LINK:
		putc('[', t->to);
		put_lines(t, node);
		fputs("](", t->to);
		if (*node->text == '#')
			fputs("#s-", t->to);
		put_address(t, node->text + (*node->text == '#'));
		putc(')', t->to);
		break;
	case ARTICLE_NOTE:
		fprintf(t->to, "[^%u]", node->number);
		break;
	default:
		break;
	}
}

static void
put_lines(struct text *t, const struct article_node *node)
{
	for (size_t i = 0; i < node->nchildren; i++)
		put_line(t, node->children[i]);
}

/* A paragraph; what would make its beginning a list or a rule is escaped. */
static void
put_paragraph(struct text *t, const struct article_node *node)
{
	const struct article_node *first = node->nchildren == 0 ? NULL :
	    node->children[0];
	const char *words = first == NULL || first->type != ARTICLE_TEXT ? "" :
	    first->text;
	size_t digits = strspn(words, "0123456789");
	size_t kept = digits > 0 && strchr(".)", words[digits]) != NULL ?
	    digits : 0;

	if (kept > 0 || (*words != '\0' && strchr("-+=", *words) != NULL)) {
		fprintf(t->to, "%.*s\\", (int)kept, words);
		put_words(t, words + kept);
	} else if (first != NULL) {
		put_line(t, first);
	}
	for (size_t i = 1; i < node->nchildren; i++)
		put_line(t, node->children[i]);
	fputs("\n\n", t->to);
}

/* ----------------------------------------------------------------- exhibits */

static void
put_caption(struct text *t, const char *number, const char *title,
    const struct article_node *words)
{
	fprintf(t->to, "**");
	put_words(t, number);
	fputs(words == NULL && title == NULL ? "**" : ".** ", t->to);
	if (words != NULL)
		put_lines(t, words);
	else if (title != NULL)
		put_words(t, title);
	fputs("\n\n", t->to);
}

/* Footnotes of cells, which a table can only number: without a reference they
 * would not be shown. */
static void
put_references(struct text *t, const struct article_node *node, bool *any)
{
	if (node->type == ARTICLE_NOTE) {
		if (!*any) {
			put_words(t, review_word(t->review, "article.notes"));
			putc(':', t->to);
		}
		*any = true;
		fprintf(t->to, " [^%u]", node->number);
		return;
	}
	for (size_t i = 0; i < node->nchildren; i++)
		put_references(t, node->children[i], any);
}

static void
put_exhibit(struct text *t, const struct article_node *node)
{
	const struct review *r = t->review;
	const struct exhibit *e = node->shows;

	for (size_t i = 0; i < e->nfigures; i++) {
		const char *lack = review_figure_lack(r, e->figures[i]);

		fputs(lack == NULL ? "![" : "> ", t->to);
		put_words(t, lack == NULL ? review_title(node, i) : lack);
		if (lack == NULL)
			fprintf(t->to, "](%s/%s.svg)", t->figures,
			    e->figures[i]->name);
		fputs("\n\n", t->to);
		put_caption(t, review_figure_number(r, node, i), NULL,
		    node->title);
	}
	for (size_t i = 0; i < e->nsheets; i++) {
		put_caption(t, review_table_number(r, node, i),
		    review_title(node, i), node->title);
		sheet_print_markdown(t->to, e->sheets[i]);
		putc('\n', t->to);
	}
	bool noted = false;
	put_references(t, node, &noted);
	if (noted)
		fputs("\n\n", t->to);
	if (e->picture != NULL) {
		fputs("![", t->to);
		put_words(t, node->alt == NULL ? "" : node->alt);
		fprintf(t->to, "](%s/%s)\n\n", t->figures, e->picture_name);
		if (node->title != NULL)
			put_paragraph(t, node->title);
	}
	for (size_t i = 0; i < e->nlines; i++) {
		fputs("- ", t->to);
		put_words(t, e->lines[i]);
		fputs(i + 1 == e->nlines ? "\n\n" : "\n", t->to);
	}
	if (e->missing == NULL)
		return;
	fputs("> ", t->to);
	put_words(t, lang_fill(r->arena, r->lang, "article.missing", "why",
	    e->missing, NULL));
	fputs("\n\n", t->to);
}

/* ------------------------------------------------------------------- blocks */

static void put_blocks(struct text *t, const struct article_node *node,
    unsigned level);

static void
put_heading(struct text *t, unsigned level, const char *words)
{
	for (unsigned i = 0; i < level; i++)
		putc('#', t->to);
	putc(' ', t->to);
	put_words(t, words);
	fputs("\n\n", t->to);
}

/* Fenced: four blanks behind a list would be a paragraph of its last item. */
static void
put_pre(struct text *t, const char *text)
{
	size_t fence = most_backticks(text) + 1;

	fence = fence < 3 ? 3 : fence;
	put_indent(t);
	put_backticks(t, fence);
	putc('\n', t->to);
	for (const char *p = text; *p != '\0';) {
		size_t length = strcspn(p, "\r\n");

		put_indent(t);
		fprintf(t->to, "%.*s\n", (int)length, p);
		p += length + (p[length] != '\0');
	}
	put_indent(t);
	put_backticks(t, fence);
	fputs("\n\n", t->to);
}

/* What begins with a paragraph begins beside its mark, all else below it. */
static void
put_item(struct text *t, const struct article_node *item, unsigned level)
{
	size_t beside = item->nchildren > 0 && item->children[0]->type ==
	    ARTICLE_PARAGRAPH;
	struct article_node rest = {.nchildren = item->nchildren - beside,
	    .children = item->children + beside};

	if (beside > 0)
		put_paragraph(t, item->children[0]);
	else
		putc('\n', t->to);
	put_blocks(t, &rest, level);
	if (item->nchildren == 0)
		putc('\n', t->to);
}

static void
put_items(struct text *t, const struct article_node *list, unsigned level)
{
	for (size_t i = 0; i < list->nchildren; i++) {
		char mark[16] = "- ";
		unsigned indent = INDENT;

		if (list->numbered)
			indent = (unsigned)snprintf(mark, sizeof(mark), "%zu. ",
			    i + 1);
		indent = indent < INDENT ? INDENT : indent;
		put_indent(t);
		fprintf(t->to, "%-*s", (int)indent, mark);
		t->indent += indent;
		put_item(t, list->children[i], level);
		t->indent -= indent;
	}
}

static void
put_block(struct text *t, const struct article_node *node, unsigned level)
{
	const struct review *r = t->review;

	switch (node->type) {
	case ARTICLE_SECTION:
		if (node->id != NULL)
			fprintf(t->to, "<a id=\"s-%s\"></a>\n\n", node->id);
		put_heading(t, level, article_words(r->arena, node->title));
		put_blocks(t, node, level < 6 ? level + 1 : level);
		break;
	case ARTICLE_PARAGRAPH:
		put_indent(t);
		put_paragraph(t, node);
		break;
	case ARTICLE_LIST:
		put_items(t, node, level);
		break;
	case ARTICLE_PRE:
		put_pre(t, node->text);
		break;
	case ARTICLE_TODO:
		fputs("> **", t->to);
		put_words(t, review_word(r, "article.todo"));
		fputs(".** ", t->to);
		put_lines(t, node);
		fputs("\n\n", t->to);
		break;
	case ARTICLE_ADDENDUM:
		put_heading(t, level, lang_fill(r->arena, r->lang,
		    "article.addendum", "date", node->text, NULL));
		put_blocks(t, node, level < 6 ? level + 1 : level);
		break;
	case ARTICLE_PROS:
	case ARTICLE_CONS:
		put_heading(t, level, review_word(r, node->type ==
		    ARTICLE_PROS ? "article.pros" : "article.cons"));
		put_items(t, node, level);
		break;
	default:
		if (node->shows != NULL)
			put_exhibit(t, node);
	}
}

static void
put_blocks(struct text *t, const struct article_node *node, unsigned level)
{
	for (size_t i = 0; i < node->nchildren; i++)
		put_block(t, node->children[i], level);
}

static void
put_head(struct text *t)
{
	const struct review *r = t->review;
	const struct article *a = r->article;

	put_heading(t, 1, a->title);
	for (size_t i = 0; i < r->nbanners; i++) {
		fputs("> **", t->to);
		put_words(t, r->banners[i].text);
		fputs("**\n\n", t->to);
	}
	if (a->subtitle != NULL) {
		put_words(t, a->subtitle);
		fputs("\n\n", t->to);
	}
	if (a->author == NULL && a->date == NULL)
		return;
	put_words(t, a->author == NULL ? "" : a->author);
	if (a->date != NULL)
		fprintf(t->to, "%s%s", a->author == NULL ? "" : ", ", a->date);
	fputs("\n\n", t->to);
}

int
review_write_markdown(const struct review *r, const char *path,
    const char *figures_name)
{
	struct file_replace *f = file_replace_begin(path);

	if (f == NULL)
		return -1;
	struct text t = {.review = r, .figures = figures_name,
	    .to = file_replace_stream(f)};
	put_head(&t);
	for (size_t i = 0; i < r->article->nblocks; i++)
		put_block(&t, r->article->blocks[i], 2);
	for (size_t i = 0; i < r->nnotes; i++) {
		fprintf(t.to, "[^%zu]: ", i + 1);
		put_lines(&t, r->notes[i]);
		fputs("\n\n", t.to);
	}
	return file_replace_commit(f);
}
