/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/units.h"
#include "model/xmltext.h"
#include "render/article.h"
#include "render/review_findings.h"
#include "render/template_read.h"
#include "render/text_clean.h"
#include "render/xmlnode.h"

/* A text of many hundred pages. */
#define MOST_BYTES (1u << 20)

/* Elements and stretches of text in one line of text.  libxml2 compares each
 * with all before it when it checks the grammar: 200 000 take minutes. */
#define MOST_PIECES 10000

static const struct xmlread_kind of_article = {"article",
    "urn:plateau:article:1", "schema/article.rng", MOST_BYTES};
static const struct xmlread_kind of_part = {"part",
    "urn:plateau:article:1", "schema/article.rng", MOST_BYTES};

struct loader {
	struct xmlread *x;
	struct arena *arena;
	struct article *article;
	bool in_part;		/* parts include no others */
	size_t nsections;
	const char **sections;	/* their ids */
};

static void
unknown(struct loader *l, const xmlNode *node, const char *expected)
{
	xmlnode_mistake(l->x, node, "unknown element <%s> in <%s>; it holds: "
	    "%s", (const char *)node->name, (const char *)node->parent->name,
	    expected);
}

static struct article_node *
node_new(struct loader *l, const xmlNode *from, enum article_type type)
{
	struct article_node *n = arena_alloc(l->arena, sizeof(*n));

	n->type = type;
	n->line = xmlread_line(from);
	n->path = xmlread_path(l->x);
	return n;
}

static void
add_child(struct loader *l, struct article_node *to,
    struct article_node *child)
{
	to->children = arena_grow(l->arena, to->children, to->nchildren,
	    sizeof(*to->children));
	to->children[to->nchildren++] = child;
}

static bool
has_name(const struct article_names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->names[i], name) == 0)
			return true;
	return false;
}

/* Names separated by blanks. */
static struct article_names
split_names(struct arena *a, const char *list)
{
	struct article_names names = {0};

	for (const char *p = list; p != NULL && *p != '\0';) {
		size_t length = strcspn(p, " \t\n");

		if (length > 0) {
			names.names = arena_grow(a, names.names, names.count,
			    sizeof(*names.names));
			names.names[names.count++] = arena_strndup(a, p,
			    length);
		}
		p += length + (p[length] != '\0');
	}
	return names;
}

/* A file that is named in a document is meant from the document's folder. */
static const char *
local_path(struct loader *l, const xmlNode *node, const char *attribute)
{
	const char *name = xmlnode_required(l->x, node, attribute);
	const char *slash = strrchr(xmlread_path(l->x), '/');

	if (strstr(name, "://") != NULL)
		xmlnode_mistake(l->x, node, "%s=\"%s\": a file on this "
		    "machine is expected", attribute, name);
	if (*name == '/' || *name == '\0' || slash == NULL)
		return name;
	return arena_printf(l->arena, "%.*s%s",
	    (int)(slash - xmlread_path(l->x) + 1), xmlread_path(l->x), name);
}

/* ---------------------------------------------------------------- languages */

/* Refuses an element that only has a name of ours: <xi:include>. */
static bool
is_foreign(struct loader *l, const xmlNode *node)
{
	const xmlNs *ns = node->ns;
	const xmlNs *ours = xmlDocGetRootElement(node->doc)->ns;

	if (ns != NULL && xmlStrEqual(ns->href, ours->href))
		return false;
	xmlnode_mistake(l->x, node, "unknown element <%s%s%s>: it is of "
	    "another namespace", ns == NULL || ns->prefix == NULL ? "" :
	    (const char *)ns->prefix, ns == NULL || ns->prefix == NULL ? "" :
	    ":", (const char *)node->name);
	return true;
}

/*
 * Takes out what is in another language than the article is wanted in, and the
 * marks of what is in it, and what is not ours: behind this there is only one
 * language.
 */
static void
prune(struct loader *l, xmlNode *node)
{
	xmlNode *next;

	for (; node != NULL; node = next) {
		next = node->next;
		if (node->type != XML_ELEMENT_NODE)
			continue;
		if (is_foreign(l, node)) {
			xmlUnlinkNode(node);
			xmlFreeNode(node);
			continue;
		}
		xmlAttr *mark = xmlHasNsProp(node, BAD_CAST "lang",
		    XML_XML_NAMESPACE);
		if (mark == NULL) {
			prune(l, node->children);
			continue;
		}
		xmlChar *language = xmlNodeGetContent((xmlNode *)mark);
		bool known = has_name(&l->article->languages,
		    (const char *)language);
		bool ours = strcmp((const char *)language,
		    l->article->language) == 0;
		if (!known)
			xmlnode_mistake(l->x, node, "xml:lang=\"%s\" is none "
			    "of the article's languages", (char *)language);
		xmlFree(language);
		if (known && !ours) {
			xmlUnlinkNode(node);
			xmlFreeNode(node);
			continue;
		}
		xmlRemoveProp(mark);
		prune(l, node->children);
	}
}

/* -------------------------------------------------------------------- lines */

static bool
is_wide(uint32_t c)
{
	return c >= 0x2e80;
}

static bool
is_blank(char c)
{
	return c != '\0' && strchr(" \t\r\n", c) != NULL;
}

/* Blanks and line ends become one blank, or nothing between two characters of
 * a language that writes without blanks. */
static const char *
one_line(struct arena *a, const char *text)
{
	char *copy = arena_alloc(a, strlen(text) + 1), *to = copy;
	uint32_t before = 0;

	for (const char *p = text; *p != '\0';) {
		if (!is_blank(*p)) {
			const char *at = p;

			before = text_next(&p);
			while (at < p)
				*to++ = *at++;
			continue;
		}
		bool broken = false;
		for (; is_blank(*p); p++)
			broken |= *p == '\n';
		const char *after = p;
		if (!broken || !is_wide(before) || *p == '\0' ||
		    !is_wide(text_next(&after)))
			*to++ = ' ';
	}
	*to = '\0';
	return text_clean(a, copy);
}

/* Blanks at the ends of a paragraph vanish, and all but one between words,
 * whatever elements they stand in. */
static void
tidy(struct article_node *node, bool *blank, struct article_node **last)
{
	if (node->type == ARTICLE_TEXT) {
		if (*blank && *node->text == ' ')
			node->text++;
		size_t length = strlen(node->text);
		if (length > 0)
			*blank = node->text[length - 1] == ' ';
		*last = node;
		return;
	}
	if (node->type == ARTICLE_NOTE)
		return;
	if (node->type == ARTICLE_VALUE || node->type == ARTICLE_FACT) {
		*blank = false;
		*last = NULL;
	}
	for (size_t i = 0; i < node->nchildren; i++)
		tidy(node->children[i], blank, last);
}

static void
tidy_lines(struct loader *l, struct article_node *node)
{
	struct article_node *last = NULL;
	bool blank = true;

	for (size_t i = 0; i < node->nchildren; i++)
		tidy(node->children[i], &blank, &last);
	size_t length = last == NULL ? 0 : strlen(last->text);
	if (length > 0 && last->text[length - 1] == ' ')
		last->text = arena_strndup(l->arena, last->text, length - 1);
}

static const struct article_source *
find_source(const struct article *article, const char *id)
{
	for (size_t i = 0; i < article->nsources; i++)
		if (strcmp(article->sources[i].id, id) == 0)
			return &article->sources[i];
	return NULL;
}

/* The name of a run, which must be one. */
static const char *
read_run(struct loader *l, const xmlNode *node, const char *name)
{
	const struct article_source *s = find_source(l->article, name);

	if (*name == '\0')
		return name;
	if (s == NULL)
		xmlnode_mistake(l->x, node, "there is no <run id=\"%s\"> "
		    "above", name);
	else if (s->published)
		xmlnode_mistake(l->x, node, "'%s' is a published source: a "
		    "run is expected", name);
	return name;
}

static void read_lines(struct loader *l, const xmlNode *from,
    struct article_node *to, bool in_note);

static void
read_link(struct loader *l, const xmlNode *node, struct article_node *n)
{
	static const char *const known[] = {"https:", "http:", "mailto:",
	    "#"};

	xmlnode_known(l->x, node, "href");
	n->text = xmlnode_required(l->x, node, "href");
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strncmp(n->text, known[i], strlen(known[i])) == 0)
			return;
	xmlnode_mistake(l->x, node, "href=\"%s\": expected https:, http:, "
	    "mailto: or # and the id of a section", n->text);
}

static void
read_fact(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlnode_known(l->x, node, "run name");
	n->run = read_run(l, node, xmlnode_required(l->x, node, "run"));
	n->text = xmlnode_required(l->x, node, "name");
}

static void
read_value(struct loader *l, const xmlNode *node, struct article_node *n)
{
	template_read_point(l->x, node, "run", &n->point);
	n->run = read_run(l, node, xmlnode_required(l->x, node, "run"));
}

static const struct {
	const char *name;
	enum article_type type;
	void (*read)(struct loader *l, const xmlNode *node,
	    struct article_node *n);	/* or NULL: no attributes */
} lines[] = {
	{"em", ARTICLE_EM, NULL}, {"strong", ARTICLE_STRONG, NULL},
	{"code", ARTICLE_CODE, NULL}, {"a", ARTICLE_LINK, read_link},
	{"note", ARTICLE_NOTE, NULL}, {"value", ARTICLE_VALUE, read_value},
	{"fact", ARTICLE_FACT, read_fact},
};
#define LINES "text, t, em, strong, code, a, note, value, fact"

static void
read_in_line(struct loader *l, const xmlNode *node, struct article_node *to,
    bool in_note)
{
	size_t i = 0;

	/* Text of one language, and nothing more. */
	if (xmlnode_is(node, "t")) {
		xmlnode_known(l->x, node, "");
		read_lines(l, node, to, in_note);
		return;
	}
	while (i < sizeof(lines) / sizeof(*lines) &&
	    !xmlnode_is(node, lines[i].name))
		i++;
	if (i == sizeof(lines) / sizeof(*lines)) {
		unknown(l, node, LINES);
		return;
	}
	struct article_node *n = node_new(l, node, lines[i].type);
	if (lines[i].read != NULL)
		lines[i].read(l, node, n);
	else
		xmlnode_known(l->x, node, "");
	if (n->type == ARTICLE_NOTE && in_note) {
		xmlnode_mistake(l->x, node, "a footnote has none itself");
		return;
	}
	if (n->type == ARTICLE_VALUE || n->type == ARTICLE_FACT) {
		if (xmlnode_first(l->x, node) != NULL)
			xmlnode_mistake(l->x, node, "<%s> is empty",
			    lines[i].name);
	} else {
		read_lines(l, node, n, in_note || n->type == ARTICLE_NOTE);
	}
	if (n->type == ARTICLE_NOTE)
		tidy_lines(l, n);
	add_child(l, to, n);
}

static void
read_lines(struct loader *l, const xmlNode *from, struct article_node *to,
    bool in_note)
{
	for (xmlNode *n = from->children; n != NULL; n = n->next) {
		if (to->nchildren >= MOST_PIECES) {
			xmlnode_mistake(l->x, from, "more than %d pieces of "
			    "text in one <%s>", MOST_PIECES,
			    (const char *)from->name);
			return;
		}
		if (n->type == XML_ELEMENT_NODE) {
			read_in_line(l, n, to, in_note);
		} else if (n->type == XML_TEXT_NODE) {
			struct article_node *text = node_new(l, from,
			    ARTICLE_TEXT);

			text->text = one_line(l->arena,
			    (const char *)n->content);
			add_child(l, to, text);
		}
	}
}

/* Reads the lines of a block, and puts blanks in order. */
static void
read_text(struct loader *l, const xmlNode *from, struct article_node *to)
{
	read_lines(l, from, to, false);
	tidy_lines(l, to);
}

/* ------------------------------------------------------------------- blocks */

static void read_blocks(struct loader *l, xmlNode *first,
    struct article_node *to);

/* The first element, if it is <title> or <caption>: the block's heading; the
 * element that follows it. */
static xmlNode *
read_title(struct loader *l, const xmlNode *node, struct article_node *n,
    const char *name)
{
	xmlNode *first = xmlnode_first(l->x, node);

	if (first == NULL || !xmlnode_is(first, name))
		return first;
	xmlnode_known(l->x, first, "");
	n->title = node_new(l, first, ARTICLE_PARAGRAPH);
	read_text(l, first, n->title);
	return xmlnode_next(l->x, first);
}

static void
refuse_more(struct loader *l, const xmlNode *node, const char *expected)
{
	if (node != NULL)
		unknown(l, node, expected);
}

static void
read_section(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlnode_known(l->x, node, "id");
	n->id = xmlnode_attribute(l->x, node, "id");
	if (n->id != NULL && !xmltext_is_name(n->id))
		xmlnode_mistake(l->x, node, "id=\"%s\" is no name: expected "
		    "letters, digits, '_', '-' and '.'", n->id);
	xmlNode *first = read_title(l, node, n, "title");
	if (n->title == NULL)
		xmlnode_mistake(l->x, node, "a <section> begins with its "
		    "<title>");
	read_blocks(l, first, n);
}

static void
read_paragraph(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlnode_known(l->x, node, "");
	read_text(l, node, n);
}

/* An item holds text, with lists behind it, or blocks. */
static void
read_item(struct loader *l, const xmlNode *node, struct article_node *list)
{
	struct article_node *item = node_new(l, node, ARTICLE_ITEM);
	struct article_node *text = node_new(l, node, ARTICLE_PARAGRAPH);
	xmlNode *child = node->children;

	xmlnode_known(l->x, node, "");
	for (; child != NULL; child = child->next) {
		if (child->type == XML_ELEMENT_NODE &&
		    (xmlnode_is(child, "list") || xmlnode_is(child, "p") ||
		    xmlnode_is(child, "pre")))
			break;
		if (child->type == XML_ELEMENT_NODE) {
			read_in_line(l, child, text, false);
		} else if (child->type == XML_TEXT_NODE) {
			struct article_node *words = node_new(l, node,
			    ARTICLE_TEXT);

			words->text = one_line(l->arena,
			    (const char *)child->content);
			add_child(l, text, words);
		}
	}
	tidy_lines(l, text);
	if (*article_words(l->arena, text) != '\0' || text->nchildren > 1)
		add_child(l, item, text);
	while (child != NULL && child->type != XML_ELEMENT_NODE)
		child = child->next;
	read_blocks(l, child, item);
	add_child(l, list, item);
}

static void
read_items(struct loader *l, const xmlNode *node, struct article_node *n)
{
	for (xmlNode *c = xmlnode_first(l->x, node); c != NULL;
	    c = xmlnode_next(l->x, c)) {
		if (xmlnode_is(c, "item"))
			read_item(l, c, n);
		else
			unknown(l, c, "item");
	}
}

static void
read_list(struct loader *l, const xmlNode *node, struct article_node *n)
{
	const char *numbered = xmlnode_attribute(l->x, node, "numbered");

	xmlnode_known(l->x, node, "numbered");
	n->numbered = numbered != NULL && strcmp(numbered, "yes") == 0;
	if (numbered != NULL && !n->numbered && strcmp(numbered, "no") != 0)
		xmlnode_mistake(l->x, node, "numbered=\"%s\": expected yes or "
		    "no", numbered);
	read_items(l, node, n);
}

static void
read_opinion(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlnode_known(l->x, node, "");
	read_items(l, node, n);
}

/* The lines of a transcript as they are, without those that are empty at its
 * ends, tabs as blanks. */
static void
read_pre(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlChar *content = xmlNodeGetContent(node);
	const char *p = content == NULL ? "" : (const char *)content;
	size_t column = 0, blank;
	/* A tab becomes at most eight blanks. */
	char *line = arena_alloc(l->arena, 8 * strlen(p) + 1), *to = line;
	const char *text = "", **all = NULL;
	size_t nlines = 0, length = 1;

	xmlnode_known(l->x, node, "");
	while (blank = strspn(p, " \t\r"), p[blank] == '\n')
		p += blank + 1;
	for (;; p++) {
		if (*p == '\t') {
			do
				*to++ = ' ';
			while (++column % 8 != 0);
		} else if (*p != '\n' && *p != '\0') {
			*to++ = *p;
			/* Bytes that go on with a character take no room. */
			column += (*p & 0xc0) != 0x80;
		} else {
			*to = '\0';
			all = arena_grow(l->arena, all, nlines, sizeof(*all));
			all[nlines] = text_clean(l->arena, line);
			length += strlen(all[nlines++]) + 1;
			to = line;
			column = 0;
			if (*p == '\0')
				break;
		}
	}
	xmlFree(content);
	char *whole = arena_alloc(l->arena, length);
	text = whole;
	for (size_t i = 0; i < nlines; i++) {
		size_t bytes = strlen(all[i]);

		memcpy(whole, all[i], bytes);
		whole += bytes;
		*whole++ = '\n';
	}
	while (whole > text && is_blank(whole[-1]))
		*--whole = '\0';
	n->text = text;
}

static void
read_picture(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlnode_known(l->x, node, "src");
	n->text = local_path(l, node, "src");
	xmlNode *next = read_title(l, node, n, "caption");
	if (next != NULL && xmlnode_is(next, "alt")) {
		n->alt = text_clean(l->arena, xmlnode_text(l->x, next));
		next = xmlnode_next(l->x, next);
	}
	refuse_more(l, next, "caption, alt");
}

static bool
has_compare(const struct article *article, const char *id)
{
	for (size_t i = 0; i < article->ncompares; i++)
		if (strcmp(article->compares[i].id, id) == 0)
			return true;
	return false;
}

static void
read_track(struct loader *l, const xmlNode *node, struct article_node *n)
{
	const char *text = xmlnode_attribute(l->x, node, "track"), *why;
	uint64_t track;

	if (text == NULL)
		return;
	if (units_parse_whole(text, 1, 100, &track, &why) == -1)
		xmlnode_mistake(l->x, node, "track=\"%s\": %s", text, why);
	else
		n->track = (size_t)track;
}

static void
read_compared(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlnode_known(l->x, node, "compare name");
	n->name = xmlnode_required(l->x, node, "name");
	if (!has_compare(l->article, n->compare))
		xmlnode_mistake(l->x, node, "there is no <compare id=\"%s\"> "
		    "above", n->compare);
}

static void
read_shown(struct loader *l, const xmlNode *node, struct article_node *n)
{
	static const char *const unfit[] = {"when", "unless", "each"};

	n->block.type = n->type == ARTICLE_FIGURE ? TEMPLATE_FIGURE :
	    TEMPLATE_TABLE;
	n->compare = xmlnode_attribute(l->x, node, "compare");
	n->test = xmlnode_attribute(l->x, node, "test");
	n->has_block = xmlnode_attribute(l->x, node, "kind") != NULL;
	for (size_t i = 0; i < sizeof(unfit) / sizeof(*unfit); i++)
		if (xmlnode_attribute(l->x, node, unfit[i]) != NULL)
			xmlnode_mistake(l->x, node, "%s belongs in report "
			    "templates, not in articles", unfit[i]);
	refuse_more(l, read_title(l, node, n, "caption"), "caption");
	if (n->compare != NULL) {
		read_compared(l, node, n);
		return;
	}
	n->run = read_run(l, node, xmlnode_required(l->x, node, "run"));
	read_track(l, node, n);
	if (n->type == ARTICLE_FIGURE)
		xmlnode_required(l->x, node, "test");
	if (n->has_block) {
		template_read_shown(l->x, node, "run test track", &n->block);
		if (n->block.kind == KIND_CONTENTS)
			xmlnode_mistake(l->x, node, "an article has no "
			    "contents of a report");
	} else {
		xmlnode_known(l->x, node, "run test track name");
		n->name = xmlnode_required(l->x, node, "name");
	}
}

static void
read_row(struct loader *l, const xmlNode *node, struct article_node *table)
{
	struct article_node *row = node_new(l, node, ARTICLE_ROW);

	xmlnode_known(l->x, node, "");
	for (xmlNode *c = xmlnode_first(l->x, node); c != NULL;
	    c = xmlnode_next(l->x, c)) {
		if (!xmlnode_is(c, "cell")) {
			unknown(l, c, "cell");
			continue;
		}
		struct article_node *cell = node_new(l, c, ARTICLE_CELL);
		xmlnode_known(l->x, c, "");
		read_text(l, c, cell);
		add_child(l, row, cell);
	}
	if (table->nchildren > 0 &&
	    row->nchildren != table->children[0]->nchildren)
		xmlnode_mistake(l->x, node, "this row has %zu cells, the "
		    "first one %zu", row->nchildren,
		    table->children[0]->nchildren);
	if (row->nchildren == 0)
		xmlnode_mistake(l->x, node, "a <row> holds at least one "
		    "<cell>");
	add_child(l, table, row);
}

static void
read_specification(struct loader *l, const xmlNode *node,
    struct article_node *n)
{
	xmlnode_known(l->x, node, "");
	for (xmlNode *c = read_title(l, node, n, "caption"); c != NULL;
	    c = xmlnode_next(l->x, c)) {
		if (xmlnode_is(c, "row"))
			read_row(l, c, n);
		else
			unknown(l, c, "caption, row");
	}
	if (n->nchildren == 0)
		xmlnode_mistake(l->x, node, "a <specification> holds <row>s");
}

static void
read_claim(struct loader *l, const xmlNode *node, struct article_node *table)
{
	struct article_node *n = node_new(l, node, ARTICLE_CLAIM);
	const char *claimed = xmlnode_required(l->x, node, "claimed"), *why;

	template_read_point(l->x, node, "run claimed conditions", &n->point);
	n->run = read_run(l, node, xmlnode_required(l->x, node, "run"));
	n->conditions = xmlnode_attribute(l->x, node, "conditions");
	if (*claimed != '\0' && (units_parse_double(claimed, &n->claimed,
	    &why) == -1 || !(n->claimed > 0)))
		xmlnode_mistake(l->x, node, "claimed=\"%s\": a number above "
		    "0 is expected, in the unit of the metric (IOPS, MB/s, "
		    "ms)", claimed);
	read_text(l, node, n);
	add_child(l, table, n);
}

static void
read_claims(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlnode_known(l->x, node, "");
	for (xmlNode *c = read_title(l, node, n, "caption"); c != NULL;
	    c = xmlnode_next(l->x, c)) {
		if (xmlnode_is(c, "claim"))
			read_claim(l, c, n);
		else
			unknown(l, c, "caption, claim");
	}
	if (n->nchildren == 0)
		xmlnode_mistake(l->x, node, "<claims> holds <claim>s");
}

/* Of which runs: all, if none is named. */
static void
read_of_runs(struct loader *l, const xmlNode *node, struct article_node *n)
{
	n->runs = split_names(l->arena, xmlnode_attribute(l->x, node,
	    "runs"));
	for (size_t i = 0; i < n->runs.count; i++)
		read_run(l, node, n->runs.names[i]);
	refuse_more(l, read_title(l, node, n, "caption"), "caption");
	if (n->runs.count > 0)
		return;
	const char *all = "";
	for (size_t i = 0; i < l->article->nsources; i++)
		if (!l->article->sources[i].published)
			all = arena_printf(l->arena, "%s %s", all,
			    l->article->sources[i].id);
	n->runs = split_names(l->arena, all);
}

static void
read_runs(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlnode_known(l->x, node, "runs");
	read_of_runs(l, node, n);
}

static void
read_findings(struct loader *l, const xmlNode *node, struct article_node *n)
{
	const char *text = xmlnode_attribute(l->x, node, "most"), *why;
	uint64_t most = REVIEW_FINDINGS;

	xmlnode_known(l->x, node, "runs test most");
	read_of_runs(l, node, n);
	n->test = xmlnode_attribute(l->x, node, "test");
	if (text != NULL && units_parse_whole(text, 1, 1000, &most, &why) ==
	    -1)
		xmlnode_mistake(l->x, node, "most=\"%s\": %s", text, why);
	n->most = (size_t)most;
}

static bool
is_date(const char *text)
{
	const char *why;
	uint64_t ns;
	char whole[32];

	if (strlen(text) != 10)
		return false;
	memcpy(whole, text, 10);
	memcpy(whole + 10, "T00:00:00Z", 11);
	return units_parse_utc(whole, &ns, &why) == 0;
}

static const char *
read_date(struct loader *l, const xmlNode *node, const char *date)
{
	if (date != NULL && *date != '\0' && !is_date(date))
		xmlnode_mistake(l->x, node, "date=\"%s\": expected a day as "
		    "2026-11-30", date);
	return date;
}

static void
read_addendum(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlnode_known(l->x, node, "date");
	n->text = read_date(l, node, xmlnode_required(l->x, node, "date"));
	read_blocks(l, xmlnode_first(l->x, node), n);
}

static const struct {
	const char *name;
	enum article_type type;
	void (*read)(struct loader *l, const xmlNode *node,
	    struct article_node *n);
} blocks[] = {
	{"section", ARTICLE_SECTION, read_section},
	{"p", ARTICLE_PARAGRAPH, read_paragraph},
	{"list", ARTICLE_LIST, read_list},
	{"pre", ARTICLE_PRE, read_pre},
	{"picture", ARTICLE_PICTURE, read_picture},
	{"figure", ARTICLE_FIGURE, read_shown},
	{"table", ARTICLE_TABLE, read_shown},
	{"specification", ARTICLE_SPECIFICATION, read_specification},
	{"claims", ARTICLE_CLAIMS, read_claims},
	{"devices", ARTICLE_DEVICES, read_runs},
	{"bench", ARTICLE_BENCH, read_runs},
	{"findings", ARTICLE_FINDINGS, read_findings},
	{"todo", ARTICLE_TODO, read_paragraph},
	{"addendum", ARTICLE_ADDENDUM, read_addendum},
	{"pros", ARTICLE_PROS, read_opinion},
	{"cons", ARTICLE_CONS, read_opinion},
};
#define BLOCKS "section, p, list, pre, picture, figure, table, " \
	"specification, claims, devices, bench, findings, todo, addendum, " \
	"pros, cons, include"

static void
read_include(struct loader *l, const xmlNode *node, struct article_node *to)
{
	struct loader part = *l;

	xmlnode_known(l->x, node, "src");
	if (l->in_part) {
		xmlnode_mistake(l->x, node, "a <part> includes no other");
		return;
	}
	const char *path = local_path(l, node, "src");
	if (*path == '\0')
		return;
	part.in_part = true;
	part.x = xmlread_open(l->arena, path, &of_part);
	if (part.x == NULL) {
		xmlnode_mistake(l->x, node, "%s cannot be included", path);
		return;
	}
	prune(&part, xmlread_root(part.x));
	xmlnode_known(part.x, xmlread_root(part.x), "");
	read_blocks(&part, xmlnode_first(part.x, xmlread_root(part.x)), to);
	if (xmlread_close(part.x) == -1)
		xmlnode_mistake(l->x, node, "what is included has mistakes");
}

static void
read_block(struct loader *l, const xmlNode *node, struct article_node *to)
{
	size_t i = 0;

	if (xmlnode_is(node, "include")) {
		read_include(l, node, to);
		return;
	}
	while (i < sizeof(blocks) / sizeof(*blocks) &&
	    !xmlnode_is(node, blocks[i].name))
		i++;
	if (i == sizeof(blocks) / sizeof(*blocks)) {
		unknown(l, node, BLOCKS);
		return;
	}
	struct article_node *n = node_new(l, node, blocks[i].type);
	blocks[i].read(l, node, n);
	add_child(l, to, n);
}

static void
read_blocks(struct loader *l, xmlNode *first, struct article_node *to)
{
	for (; first != NULL && !xmlread_is_hopeless(l->x);
	    first = xmlnode_next(l->x, first))
		read_block(l, first, to);
}

/* --------------------------------------------------------------------- head */

static void
add_source(struct loader *l, const xmlNode *node, bool published)
{
	struct article *article = l->article;
	const char *id = xmlnode_required(l->x, node, "id");

	xmlnode_known(l->x, node, "id path");
	if (*id != '\0' && !xmltext_is_name(id))
		xmlnode_mistake(l->x, node, "id=\"%s\" is no name: expected "
		    "letters, digits, '_', '-' and '.'", id);
	if (find_source(article, id) != NULL)
		xmlnode_mistake(l->x, node, "there is a source of the id '%s' "
		    "already", id);
	article->sources = arena_grow(l->arena, article->sources,
	    article->nsources, sizeof(*article->sources));
	article->sources[article->nsources++] = (struct article_source){
	    .line = xmlread_line(node), .id = id, .published = published,
	    .path = local_path(l, node, "path")};
}

static void
read_label(struct loader *l, const xmlNode *node, struct article_compare *c)
{
	xmlnode_known(l->x, node, "drive");
	c->labels = arena_grow(l->arena, c->labels, c->nlabels,
	    sizeof(*c->labels));
	c->labels[c->nlabels++] = (struct article_label){
	    .drive = xmlnode_required(l->x, node, "drive"),
	    .name = text_clean(l->arena, xmlnode_text(l->x, node))};
	if (*c->labels[c->nlabels - 1].name == '\0')
		xmlnode_mistake(l->x, node, "a <label> is a name");
}

/* Names of sources, all of which must stand above. */
static struct article_names
read_sources(struct loader *l, const xmlNode *node, const char *list,
    bool published)
{
	struct article_names names = split_names(l->arena, list);

	for (size_t i = 0; i < names.count; i++) {
		const struct article_source *s = find_source(l->article,
		    names.names[i]);

		if (s == NULL || (published && !s->published))
			xmlnode_mistake(l->x, node, "there is no %s<published>"
			    " of the id '%s' above", published ? "" :
			    "<run> and no ", names.names[i]);
	}
	return names;
}

static void
add_compare(struct loader *l, const xmlNode *node)
{
	struct article *article = l->article;
	struct article_compare c = {.line = xmlread_line(node),
	    .id = xmlnode_required(l->x, node, "id"),
	    .of = read_sources(l, node, xmlnode_required(l->x, node, "of"),
	    false),
	    .claims = read_sources(l, node, xmlnode_attribute(l->x, node,
	    "claims"), true)};

	xmlnode_known(l->x, node, "id of claims");
	if (*c.id != '\0' && !xmltext_is_name(c.id))
		xmlnode_mistake(l->x, node, "id=\"%s\" is no name: expected "
		    "letters, digits, '_', '-' and '.'", c.id);
	if (has_compare(article, c.id))
		xmlnode_mistake(l->x, node, "there is a <compare> of the id "
		    "'%s' already", c.id);
	for (xmlNode *n = xmlnode_first(l->x, node); n != NULL;
	    n = xmlnode_next(l->x, n)) {
		if (xmlnode_is(n, "label"))
			read_label(l, n, &c);
		else
			unknown(l, n, "label");
	}
	article->compares = arena_grow(l->arena, article->compares,
	    article->ncompares, sizeof(*article->compares));
	article->compares[article->ncompares++] = c;
}

/* A text of the head: title, subtitle, author. */
static bool
read_head_text(struct loader *l, const xmlNode *node)
{
	struct article *article = l->article;
	const struct { const char *name, **text; } texts[] = {
		{"title", &article->title}, {"subtitle", &article->subtitle},
		{"author", &article->author},
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		if (!xmlnode_is(node, texts[i].name))
			continue;
		xmlnode_known(l->x, node, "");
		if (*texts[i].text != NULL)
			xmlnode_mistake(l->x, node, "<%s> is there already",
			    texts[i].name);
		*texts[i].text = text_clean(l->arena, xmlnode_text(l->x,
		    node));
		return true;
	}
	return false;
}

static void
read_article(struct loader *l, struct article_node *top)
{
	const xmlNode *root = xmlread_root(l->x);
	struct article *article = l->article;

	xmlnode_known(l->x, root, "languages date report");
	article->date = read_date(l, root, xmlnode_attribute(l->x, root,
	    "date"));
	article->report = xmlnode_attribute(l->x, root, "report");
	if (article->report == NULL)
		article->report = "snia-pts";
	for (xmlNode *n = xmlnode_first(l->x, root); n != NULL;
	    n = xmlnode_next(l->x, n)) {
		if (read_head_text(l, n))
			continue;
		if (xmlnode_is(n, "run"))
			add_source(l, n, false);
		else if (xmlnode_is(n, "published"))
			add_source(l, n, true);
		else if (xmlnode_is(n, "compare"))
			add_compare(l, n);
		else
			read_block(l, n, top);
	}
	if (article->title == NULL || *article->title == '\0')
		xmlnode_mistake(l->x, root, "<article> needs a <title>%s",
		    article->languages.count > 1 ? " in each language" : "");
}

/* The language that is wanted, which must be one of the article's. */
static bool
choose_language(struct loader *l, const char *wanted)
{
	const xmlNode *root = xmlread_root(l->x);
	struct article *article = l->article;

	article->languages = split_names(l->arena, xmlnode_required(l->x,
	    root, "languages"));
	for (size_t i = 0; i < article->languages.count; i++)
		if (!xmltext_is_name(article->languages.names[i])) {
			xmlnode_mistake(l->x, root, "'%s' is no language: "
			    "expected en, ru, ja ...",
			    article->languages.names[i]);
			return false;
		}
	if (article->languages.count == 0)
		return false;
	article->language = wanted != NULL ? wanted :
	    article->languages.names[0];
	if (has_name(&article->languages, article->language))
		return true;
	xmlnode_mistake(l->x, root, "the article is not in '%s': its "
	    "languages are %s", wanted, xmlnode_attribute(l->x, root,
	    "languages"));
	return false;
}

static void
find_sections(struct loader *l, const struct article_node *node)
{
	if (node->type == ARTICLE_SECTION && node->id != NULL) {
		l->sections = arena_grow(l->arena, l->sections, l->nsections,
		    sizeof(*l->sections));
		l->sections[l->nsections++] = node->id;
	}
	for (size_t i = 0; i < node->nchildren; i++)
		find_sections(l, node->children[i]);
}

/* Links within the article lead to a section that is there. */
static void
check_links(struct loader *l, const struct article_node *node)
{
	size_t i = 0;

	while (node->type == ARTICLE_LINK && *node->text == '#' &&
	    i < l->nsections && strcmp(l->sections[i], node->text + 1) != 0)
		i++;
	if (node->type == ARTICLE_LINK && *node->text == '#' &&
	    i == l->nsections)
		xmlread_mistake(l->x, node->line, "href=\"%s\": there is no "
		    "<section> of this id", node->text);
	for (size_t k = 0; k < node->nchildren; k++)
		check_links(l, node->children[k]);
}

struct article *
article_load(struct arena *a, const char *path, const char *language)
{
	struct article *article = arena_alloc(a, sizeof(*article));
	struct article_node top = {0};
	struct loader l = {.arena = a, .article = article,
	    .x = xmlread_open(a, path, &of_article)};

	if (l.x == NULL)
		return NULL;
	article->path = path;
	if (choose_language(&l, language)) {
		prune(&l, xmlread_root(l.x)->children);
		read_article(&l, &top);
		find_sections(&l, &top);
		check_links(&l, &top);
	}
	article->blocks = top.children;
	article->nblocks = top.nchildren;
	return xmlread_close(l.x) == 0 ? article : NULL;
}

static void
print_words(FILE *to, const struct article_node *node)
{
	if (node->type == ARTICLE_TEXT)
		fputs(node->text, to);
	for (size_t i = 0; i < node->nchildren; i++)
		if (node->children[i]->type != ARTICLE_NOTE)
			print_words(to, node->children[i]);
}

const char *
article_words(struct arena *a, const struct article_node *node)
{
	char *buffer = NULL;
	size_t length;
	FILE *to = open_memstream(&buffer, &length);

	if (to == NULL)
		return "";
	print_words(to, node);
	fclose(to);
	const char *words = arena_strdup(a, buffer);
	free(buffer);
	return words;
}
