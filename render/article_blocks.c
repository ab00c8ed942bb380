/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "base/units.h"
#include "model/xmltext.h"
#include "render/article_loader.h"
#include "render/review_findings.h"
#include "render/template_read.h"
#include "render/text_clean.h"

static const struct xmlread_kind of_part = {"part",
    "urn:plateau:article:1", "schema/article.rng", LOADER_BYTES};

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
	n->title = loader_node(l, first, ARTICLE_PARAGRAPH);
	loader_text(l, first, n->title);
	return xmlnode_next(l->x, first);
}

static void
refuse_more(struct loader *l, const xmlNode *node, const char *expected)
{
	if (node != NULL)
		loader_unknown(l, node, expected);
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
	loader_text(l, node, n);
}

/* An item holds text, with lists behind it, or blocks. */
static void
read_item(struct loader *l, const xmlNode *node, struct article_node *list)
{
	struct article_node *item = loader_node(l, node, ARTICLE_ITEM);
	struct article_node *text = loader_node(l, node, ARTICLE_PARAGRAPH);
	xmlNode *child = node->children;

	xmlnode_known(l->x, node, "");
	for (; child != NULL; child = child->next) {
		if (child->type == XML_ELEMENT_NODE &&
		    (xmlnode_is(child, "list") || xmlnode_is(child, "p") ||
		    xmlnode_is(child, "pre")))
			break;
		if (child->type == XML_ELEMENT_NODE) {
			loader_in_line(l, child, text, false);
		} else if (child->type == XML_TEXT_NODE) {
			struct article_node *words = loader_node(l, node,
			    ARTICLE_TEXT);

			words->text = loader_line(l->arena,
			    (const char *)child->content);
			loader_add(l, text, words);
		}
	}
	loader_tidy(l, text);
	if (*article_words(l->arena, text) != '\0' || text->nchildren > 1)
		loader_add(l, item, text);
	while (child != NULL && child->type != XML_ELEMENT_NODE)
		child = child->next;
	read_blocks(l, child, item);
	loader_add(l, list, item);
}

static void
read_items(struct loader *l, const xmlNode *node, struct article_node *n)
{
	for (xmlNode *c = xmlnode_first(l->x, node); c != NULL;
	    c = xmlnode_next(l->x, c)) {
		if (xmlnode_is(c, "item"))
			read_item(l, c, n);
		else
			loader_unknown(l, c, "item");
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
	while (whole > text && loader_is_blank(whole[-1]))
		*--whole = '\0';
	n->text = text;
}

static void
read_picture(struct loader *l, const xmlNode *node, struct article_node *n)
{
	xmlnode_known(l->x, node, "src");
	n->text = loader_path(l, node, "src");
	xmlNode *next = read_title(l, node, n, "caption");
	if (next != NULL && xmlnode_is(next, "alt")) {
		n->alt = text_clean(l->arena, xmlnode_text(l->x, next));
		next = xmlnode_next(l->x, next);
	}
	refuse_more(l, next, "caption, alt");
}

bool
loader_has_compare(const struct article *article, const char *id)
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
	if (!loader_has_compare(l->article, n->compare))
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
	n->run = loader_run(l, node, xmlnode_required(l->x, node, "run"));
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
	struct article_node *row = loader_node(l, node, ARTICLE_ROW);

	xmlnode_known(l->x, node, "");
	for (xmlNode *c = xmlnode_first(l->x, node); c != NULL;
	    c = xmlnode_next(l->x, c)) {
		if (!xmlnode_is(c, "cell")) {
			loader_unknown(l, c, "cell");
			continue;
		}
		struct article_node *cell = loader_node(l, c, ARTICLE_CELL);
		xmlnode_known(l->x, c, "");
		loader_text(l, c, cell);
		loader_add(l, row, cell);
	}
	if (table->nchildren > 0 &&
	    row->nchildren != table->children[0]->nchildren)
		xmlnode_mistake(l->x, node, "this row has %zu cells, the "
		    "first one %zu", row->nchildren,
		    table->children[0]->nchildren);
	if (row->nchildren == 0)
		xmlnode_mistake(l->x, node, "a <row> holds at least one "
		    "<cell>");
	loader_add(l, table, row);
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
			loader_unknown(l, c, "caption, row");
	}
	if (n->nchildren == 0)
		xmlnode_mistake(l->x, node, "a <specification> holds <row>s");
}

static void
read_claim(struct loader *l, const xmlNode *node, struct article_node *table)
{
	struct article_node *n = loader_node(l, node, ARTICLE_CLAIM);
	const char *claimed = xmlnode_required(l->x, node, "claimed"), *why;

	template_read_point(l->x, node, "run claimed conditions", &n->point);
	n->run = loader_run(l, node, xmlnode_required(l->x, node, "run"));
	n->conditions = xmlnode_attribute(l->x, node, "conditions");
	if (*claimed != '\0' && (units_parse_double(claimed, &n->claimed,
	    &why) == -1 || !(n->claimed > 0)))
		xmlnode_mistake(l->x, node, "claimed=\"%s\": a number above "
		    "0 is expected, in the unit of the metric (IOPS, MB/s, "
		    "ms)", claimed);
	loader_text(l, node, n);
	loader_add(l, table, n);
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
			loader_unknown(l, c, "caption, claim");
	}
	if (n->nchildren == 0)
		xmlnode_mistake(l->x, node, "<claims> holds <claim>s");
}

/* Of which runs: all, if none is named. */
static void
read_of_runs(struct loader *l, const xmlNode *node, struct article_node *n)
{
	n->runs = loader_split(l->arena, xmlnode_attribute(l->x, node,
	    "runs"));
	for (size_t i = 0; i < n->runs.count; i++)
		loader_run(l, node, n->runs.names[i]);
	refuse_more(l, read_title(l, node, n, "caption"), "caption");
	if (n->runs.count > 0)
		return;
	const char *all = "";
	for (size_t i = 0; i < l->article->nsources; i++)
		if (!l->article->sources[i].published)
			all = arena_printf(l->arena, "%s %s", all,
			    l->article->sources[i].id);
	n->runs = loader_split(l->arena, all);
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

const char *
loader_date(struct loader *l, const xmlNode *node, const char *date)
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
	n->text = loader_date(l, node, xmlnode_required(l->x, node, "date"));
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

static void
read_include(struct loader *l, const xmlNode *node, struct article_node *to)
{
	struct loader part = *l;

	xmlnode_known(l->x, node, "src");
	if (l->in_part) {
		xmlnode_mistake(l->x, node, "a <part> includes no other");
		return;
	}
	const char *path = loader_path(l, node, "src");
	if (*path == '\0')
		return;
	part.in_part = true;
	part.x = xmlread_open(l->arena, path, &of_part);
	if (part.x == NULL) {
		xmlnode_mistake(l->x, node, "%s cannot be included", path);
		return;
	}
	loader_prune(&part, xmlread_root(part.x));
	xmlnode_known(part.x, xmlread_root(part.x), "");
	read_blocks(&part, xmlnode_first(part.x, xmlread_root(part.x)), to);
	if (xmlread_close(part.x) == -1)
		xmlnode_mistake(l->x, node, "what is included has mistakes");
}

void
loader_block(struct loader *l, const xmlNode *node, struct article_node *to)
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
		loader_unknown(l, node, LOADER_BLOCKS);
		return;
	}
	struct article_node *n = loader_node(l, node, blocks[i].type);
	blocks[i].read(l, node, n);
	loader_add(l, to, n);
}

static void
read_blocks(struct loader *l, xmlNode *first, struct article_node *to)
{
	for (; first != NULL && !xmlread_is_hopeless(l->x);
	    first = xmlnode_next(l->x, first))
		loader_block(l, first, to);
}
