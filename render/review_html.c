/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/file.h"
#include "base/version.h"
#include "render/review_write.h"
#include "render/web.h"

#define MOST_TEMPLATE (1u << 20)
#define MOST_SVG (64u << 20)

/* Titles of sections are <h2> to <h5>. */
#define FIRST_LEVEL 2
#define LAST_LEVEL 5

struct page {
	const struct review *review;
	const char *figures;		/* the folder */
	const char *style, *script;
	FILE *to;
	bool failed;
};

static void
put(struct page *p, const char *text)
{
	fputs(text, p->to);
}

static const char *
word(const struct page *p, const char *key)
{
	return review_word(p->review, key);
}

/* -------------------------------------------------------------------- lines */

static void put_lines(struct page *p, const struct article_node *node);

static void
put_note_mark(struct page *p, unsigned n)
{
	fprintf(p->to, "<sup><a class=\"mark\" href=\"#note-%u\" "
	    "id=\"mark-%u\">%u</a></sup>", n, n, n);
}

static void
put_link(struct page *p, const struct article_node *node)
{
	put(p, "<a href=\"");
	if (*node->text == '#')
		put(p, "#s-");
	web_text(p->to, node->text + (*node->text == '#'));
	put(p, *node->text == '#' ? "\">" : "\" rel=\"noreferrer\">");
	put_lines(p, node);
	put(p, "</a>");
}

static void
put_line(struct page *p, const struct article_node *node)
{
	static const struct { enum article_type type; const char *name; }
	    names[] = {{ARTICLE_EM, "em"}, {ARTICLE_STRONG, "strong"},
	    {ARTICLE_CODE, "code"}};

	if (node->type == ARTICLE_TEXT)
		web_text(p->to, node->text);
	else if (node->type == ARTICLE_NOTE)
		put_note_mark(p, node->number);
	else if (node->type == ARTICLE_LINK)
		put_link(p, node);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (node->type == names[i].type) {
			fprintf(p->to, "<%s>", names[i].name);
			put_lines(p, node);
			fprintf(p->to, "</%s>", names[i].name);
		}
}

static void
put_lines(struct page *p, const struct article_node *node)
{
	for (size_t i = 0; i < node->nchildren; i++)
		put_line(p, node->children[i]);
}

/* ------------------------------------------------------------------ figures */

/* The web figure without its prologue and its <title>, which browsers show
 * over the values. */
static void
put_svg(struct page *p, const struct figure *figure)
{
	struct arena *a = arena_new();
	size_t length;
	const char *text = file_read(a, arena_printf(a, "%s/%s.svg",
	    p->figures, figure->name), MOST_SVG, &length);
	const char *svg = text == NULL ? NULL : strstr(text, "<svg");
	const char *title = svg == NULL ? NULL : strstr(svg, "<title>");
	const char *end = title == NULL ? NULL : strstr(title, "</title>\n");

	p->failed |= svg == NULL;
	if (end != NULL) {
		fwrite(svg, 1, (size_t)(title - svg), p->to);
		put(p, end + strlen("</title>\n"));
	} else if (svg != NULL) {
		put(p, svg);
	}
	arena_free(a);
}

static void
put_caption(struct page *p, const char *number, const char *title,
    const struct article_node *words)
{
	put(p, "<figcaption><b>");
	web_text(p->to, number);
	put(p, words == NULL && title == NULL ? "</b>" : ".</b> ");
	if (words != NULL)
		put_lines(p, words);
	else if (title != NULL)
		web_text(p->to, title);
	put(p, "</figcaption>\n");
}

static void
put_figure(struct page *p, const struct article_node *node, size_t i)
{
	const struct figure *figure = node->shows->figures[i];
	const char *title = review_title(node, i);
	const char *lack = review_figure_lack(p->review, figure);

	/* A matrix of few columns is half as wide as a chart: two stand side
	 * by side. */
	bool half = figure->matrix != NULL &&
	    figure->matrix->width_pt < 0.75 * FIGURE_WIDTH_PT;

	fprintf(p->to, "<figure class=\"figure%s\" id=\"figure-%zu\">\n",
	    half ? " half" : "", node->number + i);
	if (lack == NULL) {
		put(p, "<div class=\"chart\" role=\"group\" aria-label=\"");
		web_text(p->to, title);
		put(p, "\">");
		put_svg(p, figure);
		put(p, "</div>\n<script type=\"application/json\">");
		if (!web_points(p->to, p->review->fonts, figure))
			put(p, "null");
		put(p, "</script>\n");
	} else {
		put(p, "<p class=\"missing\">");
		web_text(p->to, lack);
		put(p, "</p>\n");
	}
	/* It has its title in itself. */
	put_caption(p, review_figure_number(p->review, node, i), NULL,
	    node->title);
	put(p, "</figure>\n");
}

static void
put_picture(struct page *p, const struct article_node *node)
{
	const struct picture *picture = node->shows->picture;

	fprintf(p->to, "<figure class=\"picture\">\n<img width=\"%u\" "
	    "height=\"%u\" alt=\"", picture->image.columns,
	    picture->image.rows);
	web_text(p->to, node->alt == NULL ? "" : node->alt);
	fprintf(p->to, "\" src=\"data:%s;base64,", picture->type);
	web_base64(p->to, picture->bytes, picture->nbytes);
	put(p, "\">\n");
	if (node->title != NULL) {
		put(p, "<figcaption>");
		put_lines(p, node->title);
		put(p, "</figcaption>\n");
	}
	put(p, "</figure>\n");
}

/* ------------------------------------------------------------------- tables */

static void
put_cell(struct page *p, const struct sheet_column *column,
    const struct sheet_cell *cell)
{
	static const char *const tones[] = {"", "good", "bad", "strong",
	    "weak"};
	bool head = column->align == SHEET_HEAD;
	bool number = column->align == SHEET_NUMBER ||
	    column->align == SHEET_RIGHT;

	fprintf(p->to, head ? "<th scope=\"row\"" : "<td");
	if (number || cell->tone != SHEET_PLAIN)
		fprintf(p->to, " class=\"%s%s%s\"", number ? "n" : "",
		    number && cell->tone != SHEET_PLAIN ? " " : "",
		    tones[cell->tone]);
	if (cell->raw != NULL && (cell->text == NULL ||
	    strcmp(cell->raw, cell->text) != 0)) {
		put(p, " data-v=\"");
		web_text(p->to, cell->raw);
		putc('"', p->to);
	}
	putc('>', p->to);
	web_text(p->to, cell->text);
	put(p, cell->tone == SHEET_WEAK ? SHEET_MARK : "");
	put(p, head ? "</th>" : "</td>");
}

static void
put_row(struct page *p, const struct sheet *s, const struct sheet_row *row)
{
	if (row->group != NULL) {
		fprintf(p->to, "</tbody>\n<tbody>\n<tr class=\"group\"><th "
		    "colspan=\"%zu\" scope=\"rowgroup\">", s->ncolumns);
		web_text(p->to, row->group);
		put(p, "</th></tr>\n");
		return;
	}
	put(p, "<tr>");
	for (size_t i = 0; i < s->ncolumns; i++)
		put_cell(p, &s->columns[i], &row->cells[i]);
	put(p, "</tr>\n");
}

static bool
has_heads(const struct sheet *s)
{
	for (size_t i = 0; i < s->ncolumns; i++)
		if (*s->columns[i].head != '\0')
			return true;
	return false;
}

static void
put_head(struct page *p, const struct sheet *s)
{
	put(p, "<thead>\n");
	if (s->spanner != NULL) {
		fprintf(p->to, "<tr class=\"span\"><td colspan=\"%zu\"></td>"
		    "<th colspan=\"%zu\" scope=\"colgroup\">", s->span_first,
		    s->ncolumns - s->span_first);
		web_text(p->to, s->spanner);
		put(p, "</th></tr>\n");
	}
	fprintf(p->to, "<tr class=\"heads\"%s>", has_heads(s) ? "" :
	    " hidden");
	for (size_t i = 0; i < s->ncolumns; i++) {
		bool text = s->columns[i].align == SHEET_TEXT;

		fprintf(p->to, "<th scope=\"col\"%s data-n=\"",
		    text ? "" : " class=\"n\"");
		web_text(p->to, s->columns[i].raw);
		put(p, "\">");
		web_text(p->to, s->columns[i].head);
		put(p, "</th>");
	}
	put(p, "</tr>\n</thead>\n");
}

static void
put_sheet(struct page *p, const struct article_node *node, size_t i)
{
	const struct sheet *s = node->shows->sheets[i];

	fprintf(p->to, "<figure class=\"table\" id=\"table-%zu\">\n",
	    node->number + i);
	put_caption(p, review_table_number(p->review, node, i),
	    review_title(node, i), node->title);
	put(p, "<div class=\"scroll\"><table>\n");
	put_head(p, s);
	put(p, "<tbody>\n");
	for (size_t k = 0; k < s->nrows; k++)
		put_row(p, s, &s->rows[k]);
	put(p, "</tbody>\n</table></div>\n");
	if (s->note != NULL) {
		put(p, "<p class=\"remark\">");
		web_text(p->to, s->note);
		put(p, "</p>\n");
	}
	put(p, "</figure>\n");
}

/* ------------------------------------------------------------------- blocks */

static void put_blocks(struct page *p, const struct article_node *node,
    unsigned level);

static void
put_exhibit(struct page *p, const struct article_node *node)
{
	const struct exhibit *e = node->shows;

	for (size_t i = 0; i < e->nfigures; i++)
		put_figure(p, node, i);
	for (size_t i = 0; i < e->nsheets; i++)
		put_sheet(p, node, i);
	if (e->picture != NULL)
		put_picture(p, node);
	if (e->nlines > 0)
		put(p, "<ul class=\"findings\">\n");
	for (size_t i = 0; i < e->nlines; i++) {
		put(p, "<li>");
		web_text(p->to, e->lines[i]);
		put(p, "</li>\n");
	}
	if (e->nlines > 0)
		put(p, "</ul>\n");
	if (e->missing == NULL)
		return;
	put(p, "<p class=\"missing\">");
	web_text(p->to, lang_fill(p->review->arena, p->review->lang,
	    "article.missing", "why", e->missing, NULL));
	put(p, "</p>\n");
}

/* What a section is linked by; names are letters, digits, '_', '-', '.'. */
static void
put_anchor(struct page *p, const struct article_node *section)
{
	if (section->id != NULL)
		fprintf(p->to, "s-%s", section->id);
	else
		fprintf(p->to, "section-%u", section->number);
}

static void
put_section(struct page *p, const struct article_node *node, unsigned level)
{
	put(p, "<section id=\"");
	put_anchor(p, node);
	fprintf(p->to, "\">\n<h%u>", level);
	put_lines(p, node->title);
	fprintf(p->to, "</h%u>\n", level);
	put_blocks(p, node, level < LAST_LEVEL ? level + 1 : level);
	put(p, "</section>\n");
}

/* A box with a heading: pros, cons, an addendum. */
static void
put_box(struct page *p, const struct article_node *node, unsigned level,
    const char *class, const char *heading)
{
	fprintf(p->to, "<section class=\"%s\">\n<h%u>", class, level);
	web_text(p->to, heading);
	fprintf(p->to, "</h%u>\n", level);
	if (node->type == ARTICLE_ADDENDUM) {
		put_blocks(p, node, level < LAST_LEVEL ? level + 1 : level);
	} else {
		put(p, "<ul>\n");
		put_blocks(p, node, level);
		put(p, "</ul>\n");
	}
	put(p, "</section>\n");
}

/* An item of one paragraph is that text. */
static void
put_item(struct page *p, const struct article_node *node, unsigned level)
{
	const struct article_node *first = node->nchildren == 0 ? NULL :
	    node->children[0];

	put(p, "<li>");
	if (first != NULL && first->type == ARTICLE_PARAGRAPH)
		put_lines(p, first);
	for (size_t i = first != NULL && first->type == ARTICLE_PARAGRAPH;
	    i < node->nchildren; i++) {
		struct article_node one = {.nchildren = 1,
		    .children = &node->children[i]};

		put_blocks(p, &one, level);
	}
	put(p, "</li>\n");
}

static void
put_block(struct page *p, const struct article_node *node, unsigned level)
{
	const struct review *r = p->review;

	switch (node->type) {
	case ARTICLE_SECTION:
		put_section(p, node, level);
		break;
	case ARTICLE_PARAGRAPH:
		put(p, "<p>");
		put_lines(p, node);
		put(p, "</p>\n");
		break;
	case ARTICLE_LIST:
		put(p, node->numbered ? "<ol>\n" : "<ul>\n");
		put_blocks(p, node, level);
		put(p, node->numbered ? "</ol>\n" : "</ul>\n");
		break;
	case ARTICLE_ITEM:
		put_item(p, node, level);
		break;
	case ARTICLE_PRE:
		put(p, "<pre tabindex=\"0\">");
		for (const char *at = node->text; at != NULL;) {
			const char *end = strchr(at, '\n');

			web_text(p->to, end == NULL ? at : arena_strndup(
			    r->arena, at, (size_t)(end - at)));
			put(p, end == NULL ? "" : "\n");
			at = end == NULL ? NULL : end + 1;
		}
		put(p, "</pre>\n");
		break;
	case ARTICLE_TODO:
		put(p, "<p class=\"todo\"><b>");
		web_text(p->to, word(p, "article.todo"));
		put(p, ".</b> ");
		put_lines(p, node);
		put(p, "</p>\n");
		break;
	case ARTICLE_ADDENDUM:
		put_box(p, node, level, "addendum", lang_fill(r->arena,
		    r->lang, "article.addendum", "date", node->text, NULL));
		break;
	case ARTICLE_PROS:
		put_box(p, node, level, "pros", word(p, "article.pros"));
		break;
	case ARTICLE_CONS:
		put_box(p, node, level, "cons", word(p, "article.cons"));
		break;
	default:
		if (node->shows != NULL)
			put_exhibit(p, node);
	}
}

static void
put_blocks(struct page *p, const struct article_node *node, unsigned level)
{
	for (size_t i = 0; i < node->nchildren; i++)
		put_block(p, node->children[i], level);
}

/* ----------------------------------------------------------------- the page */

static void
put_banners(struct page *p)
{
	const struct review *r = p->review;

	for (size_t i = 0; i < r->nbanners; i++) {
		fprintf(p->to, "<p class=\"banner%s\">", r->banners[i].loud ?
		    " loud" : "");
		web_text(p->to, r->banners[i].text);
		put(p, "</p>\n");
	}
}

static void
put_title(struct page *p)
{
	const struct article *a = p->review->article;

	put(p, "<header>\n<h1>");
	web_text(p->to, a->title);
	put(p, "</h1>\n");
	if (a->subtitle != NULL) {
		put(p, "<p class=\"subtitle\">");
		web_text(p->to, a->subtitle);
		put(p, "</p>\n");
	}
	put(p, "<p class=\"by\">");
	if (a->author != NULL)
		web_text(p->to, a->author);
	if (a->date != NULL)
		fprintf(p->to, "%s<time>%s</time>", a->author == NULL ? "" :
		    " \u00b7 ", a->date);
	put(p, "</p>\n</header>\n");
}

static void
put_contents(struct page *p)
{
	const struct article *a = p->review->article;

	put(p, "<nav aria-label=\"");
	web_text(p->to, word(p, "article.contents"));
	put(p, "\">\n<ol>\n");
	for (size_t i = 0; i < a->nblocks; i++) {
		const struct article_node *node = a->blocks[i];

		if (node->type != ARTICLE_SECTION)
			continue;
		put(p, "<li><a href=\"#");
		put_anchor(p, node);
		put(p, "\">");
		web_text(p->to, article_words(p->review->arena, node->title));
		put(p, "</a></li>\n");
	}
	put(p, "</ol>\n</nav>\n");
}

static void
put_article(struct page *p)
{
	const struct article *a = p->review->article;

	put(p, "<main>\n");
	for (size_t i = 0; i < a->nblocks; i++)
		put_block(p, a->blocks[i], FIRST_LEVEL);
	put(p, "</main>\n");
}

static void
put_notes(struct page *p)
{
	const struct review *r = p->review;

	if (r->nnotes == 0)
		return;
	fprintf(p->to, "<section class=\"notes\">\n<h%d>", FIRST_LEVEL);
	web_text(p->to, word(p, "article.notes"));
	fprintf(p->to, "</h%d>\n<ol>\n", FIRST_LEVEL);
	for (size_t i = 0; i < r->nnotes; i++) {
		fprintf(p->to, "<li id=\"note-%zu\">", i + 1);
		put_lines(p, r->notes[i]);
		fprintf(p->to, " <a href=\"#mark-%zu\" class=\"back\">\u21a9"
		    "</a></li>\n", i + 1);
	}
	put(p, "</ol>\n</section>\n");
}

static void
put_words(struct page *p)
{
	static const char *const names[] = {"copy", "copied", "copy-help",
	    "sort-help", "zoom", "close", "theme", "figure-help",
	    "zoom-help"};

	putc('{', p->to);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		fprintf(p->to, "%s\"%s\":", i == 0 ? "" : ",", names[i]);
		web_string(p->to, word(p, arena_printf(p->review->arena,
		    "article.%s", names[i])));
	}
	putc('}', p->to);
}

static void
put_part(struct page *p, const char *name)
{
	const struct review *r = p->review;

	if (strcmp(name, "language") == 0)
		web_text(p->to, lang_code(r->lang));
	else if (strcmp(name, "title") == 0)
		web_text(p->to, r->article->title);
	else if (strcmp(name, "generator") == 0)
		put(p, "plateau " PLATEAU_VERSION);
	else if (strcmp(name, "style") == 0)
		put(p, p->style);
	else if (strcmp(name, "script") == 0)
		put(p, p->script);
	else if (strcmp(name, "style-hash") == 0)
		web_hash(p->to, p->style);
	else if (strcmp(name, "script-hash") == 0)
		web_hash(p->to, p->script);
	else if (strcmp(name, "banners") == 0)
		put_banners(p);
	else if (strcmp(name, "header") == 0)
		put_title(p);
	else if (strcmp(name, "contents") == 0)
		put_contents(p);
	else if (strcmp(name, "article") == 0)
		put_article(p);
	else if (strcmp(name, "notes") == 0)
		put_notes(p);
	else if (strcmp(name, "words") == 0)
		put_words(p);
}

static const char *
read_template(struct arena *a, const char *name)
{
	size_t length;

	return file_read(a, file_data_path(a, arena_printf(a, "html/%s",
	    name)), MOST_TEMPLATE, &length);
}

/* The page is templates/html/review.html, with each {{name}} replaced. */
static void
put_page(struct page *p, const char *text)
{
	for (const char *open; (open = strstr(text, "{{")) != NULL;) {
		const char *close = strstr(open, "}}");

		if (close == NULL)
			break;
		fwrite(text, 1, (size_t)(open - text), p->to);
		put_part(p, arena_strndup(p->review->arena, open + 2,
		    (size_t)(close - open - 2)));
		text = close + 2;
	}
	put(p, text);
}

int
review_write_html(const struct review *r, const char *path,
    const char *figures)
{
	struct page p = {.review = r, .figures = figures,
	    .style = read_template(r->arena, "review.css"),
	    .script = read_template(r->arena, "review.js")};
	const char *page = read_template(r->arena, "review.html");

	if (p.style == NULL || p.script == NULL || page == NULL)
		return -1;
	struct file_replace *f = file_replace_begin(path);
	if (f == NULL)
		return -1;
	p.to = file_replace_stream(f);
	put_page(&p, page);
	if (p.failed) {
		file_replace_abort(f);
		return -1;
	}
	return file_replace_commit(f);
}
