/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "model/xmltext.h"
#include "render/article_loader.h"
#include "render/text_clean.h"
#include "render/xmlnode.h"

static const struct xmlread_kind of_article = {"article",
    "urn:plateau:article:1", "schema/article.rng", LOADER_BYTES};

void
loader_unknown(struct loader *l, const xmlNode *node, const char *expected)
{
	xmlnode_mistake(l->x, node, "unknown element <%s> in <%s>; it holds: "
	    "%s", (const char *)node->name, (const char *)node->parent->name,
	    expected);
}

struct article_node *
loader_node(struct loader *l, const xmlNode *from, enum article_type type)
{
	struct article_node *n = arena_alloc(l->arena, sizeof(*n));

	n->type = type;
	n->line = xmlread_line(from);
	n->path = xmlread_path(l->x);
	return n;
}

void
loader_add(struct loader *l, struct article_node *to,
    struct article_node *child)
{
	to->children = arena_grow(l->arena, to->children, to->nchildren,
	    sizeof(*to->children));
	to->children[to->nchildren++] = child;
}

bool
loader_has(const struct article_names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->names[i], name) == 0)
			return true;
	return false;
}

/* Names separated by blanks. */
struct article_names
loader_split(struct arena *a, const char *list)
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
const char *
loader_path(struct loader *l, const xmlNode *node, const char *attribute)
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
void
loader_prune(struct loader *l, xmlNode *node)
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
			loader_prune(l, node->children);
			continue;
		}
		xmlChar *language = xmlNodeGetContent((xmlNode *)mark);
		bool known = loader_has(&l->article->languages,
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
		loader_prune(l, node->children);
	}
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
	if (loader_source(article, id) != NULL)
		xmlnode_mistake(l->x, node, "there is a source of the id '%s' "
		    "already", id);
	article->sources = arena_grow(l->arena, article->sources,
	    article->nsources, sizeof(*article->sources));
	article->sources[article->nsources++] = (struct article_source){
	    .line = xmlread_line(node), .id = id, .published = published,
	    .path = loader_path(l, node, "path")};
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
	struct article_names names = loader_split(l->arena, list);

	for (size_t i = 0; i < names.count; i++) {
		const struct article_source *s = loader_source(l->article,
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
	if (loader_has_compare(article, c.id))
		xmlnode_mistake(l->x, node, "there is a <compare> of the id "
		    "'%s' already", c.id);
	for (xmlNode *n = xmlnode_first(l->x, node); n != NULL;
	    n = xmlnode_next(l->x, n)) {
		if (xmlnode_is(n, "label"))
			read_label(l, n, &c);
		else
			loader_unknown(l, n, "label");
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
	article->date = loader_date(l, root, xmlnode_attribute(l->x, root,
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
			loader_block(l, n, top);
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

	article->languages = loader_split(l->arena, xmlnode_required(l->x,
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
	if (loader_has(&article->languages, article->language))
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
		loader_prune(&l, xmlread_root(l.x)->children);
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
