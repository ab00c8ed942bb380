/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/relaxng.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "model/xmlread.h"

/* Our deepest document has four levels. */
#define MAX_DEPTH 16

/* libxml2 compares each attribute of a tag with all before it: without a limit
 * a file of 1 MiB takes half a minute.  Our largest element has some twenty. */
#define MAX_ATTRIBUTES 1000

/* libxml2's check of a grammar takes time by the square of the number of
 * siblings: a longer document is only checked by what reads it, which refuses
 * the same. */
#define MOST_GRAMMAR_BYTES ((size_t)2 << 20)

/* More messages than a terminal holds help nobody. */
#define MAX_MESSAGES 50

struct xmlread {
	struct arena *arena;
	const char *path;
	const struct xmlread_kind *kind;
	xmlDoc *doc;
	size_t length;
	unsigned mistakes;
};

static void
print_mistake(struct xmlread *x, int line, const char *format, va_list args)
{
	char text[1024];

	x->mistakes++;
	if (x->mistakes > MAX_MESSAGES)
		return;
	vsnprintf(text, sizeof(text), format, args);
	warn_msg("%s:%d: %s", x->path, line, text);
	if (x->mistakes == MAX_MESSAGES)
		warn_msg("%s: further mistakes are not shown", x->path);
}

bool
xmlread_is_hopeless(const struct xmlread *x)
{
	return x->mistakes >= MAX_MESSAGES;
}

void
xmlread_mistake(struct xmlread *x, int line, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_mistake(x, line, format, args);
	va_end(args);
}

void
xmlread_add_mistakes(struct xmlread *x, unsigned count)
{
	x->mistakes += count;
}

/* ----------------------------------------------------------------- parsing */

/*
 * libxml2 gives an element the line that its start tag ends in, and an
 * attribute none.  A tag with its attributes on several lines is the rule in
 * our plans, so the right lines are counted in the text of the tag, from its
 * '<' (which no attribute value can contain) to where the parser stands.  They
 * are kept in the _private pointers of the nodes, which are for that.
 */
static void
count_attribute_lines(xmlAttr *attribute, const xmlChar *p,
    const xmlChar *end, int line)
{
	while (p < end && attribute != NULL) {
		if (xmlStrchr(BAD_CAST " \t\r\n", *p) != NULL) {
			line += *p++ == '\n';
			continue;
		}
		bool is_ns = end - p > 5 &&
		    xmlStrncmp(p, BAD_CAST "xmlns", 5) == 0 &&
		    xmlStrchr(BAD_CAST ":= \t\r\n", p[5]) != NULL;
		if (!is_ns) {
			attribute->_private = (void *)(intptr_t)line;
			attribute = attribute->next;
		}
		while (p < end && *p != '"' && *p != '\'')
			line += *p++ == '\n';
		if (p == end)
			break;
		xmlChar quote = *p++;
		while (p < end && *p != quote)
			line += *p++ == '\n';
		p++;
	}
}

static void
set_lines(xmlNode *node, const xmlParserInput *input)
{
	const xmlChar *end = input->cur, *p = end;
	int line = input->line;

	while (p > input->base && *p != '<')
		line -= *--p == '\n';
	if (*p != '<')		/* a long tag of a converted encoding */
		line = input->line;
	node->_private = (void *)(intptr_t)line;
	/* For the messages of the grammar; the field is that short. */
	node->line = (unsigned short)(line < UINT16_MAX ? line : UINT16_MAX);
	for (xmlAttr *a = node->properties; a != NULL; a = a->next)
		a->_private = (void *)(intptr_t)line;
	while (p < end && xmlStrchr(BAD_CAST " \t\r\n", *p) == NULL)
		p++;
	count_attribute_lines(node->properties, p, end, line);
}

static void
on_element(void *user, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int nnamespaces, const xmlChar **namespaces,
    int nattributes, int ndefaulted, const xmlChar **attributes)
{
	xmlParserCtxt *parser = user;

	xmlSAX2StartElementNs(user, name, prefix, uri, nnamespaces, namespaces,
	    nattributes, ndefaulted, attributes);
	if (parser->node != NULL)
		set_lines(parser->node, parser->input);
	if (parser->nodeNr > MAX_DEPTH) {
		xmlread_mistake(parser->_private, parser->input->line,
		    "<%s> is nested too deeply: at most %d levels are "
		    "allowed", name, MAX_DEPTH);
		xmlStopParser(parser);
	}
}

/* Called before any declaration in it is read: no entity is ever defined. */
static void
on_doctype(void *user, const xmlChar *name, const xmlChar *public_id,
    const xmlChar *system_id)
{
	xmlParserCtxt *parser = user;

	(void)public_id;
	(void)system_id;
	xmlread_mistake(parser->_private, parser->input->line,
	    "<!DOCTYPE %s> is not allowed; the document begins with its "
	    "element", name);
	xmlStopParser(parser);
}

static void
print_xml_error(struct xmlread *x, int line, const char *message)
{
	size_t length = message == NULL ? 0 : strcspn(message, "\n");

	xmlread_mistake(x, line, "%.*s", (int)length, message);
}

static void
on_syntax_error(void *user, xmlError *error)
{
	xmlParserCtxt *parser = user;

	if (error->level >= XML_ERR_ERROR)
		print_xml_error(parser->_private, error->line, error->message);
}

/*
 * Whether a tag has too many attributes, by counting quoted strings behind a
 * '<'.  Quotes in comments and text may be counted too, up to the next '<' or
 * '>', but that many are in none.
 */
static bool
has_monstrous_tag(const char *text, size_t length)
{
	size_t nstrings = 0;
	bool in_tag = false;
	char quote = '\0';

	for (size_t i = 0; i < length && nstrings <= MAX_ATTRIBUTES; i++) {
		if (text[i] == '<') {
			in_tag = true;
			quote = '\0';
			nstrings = 0;
		} else if (quote != '\0') {
			if (text[i] != quote)
				continue;
			quote = '\0';
			nstrings++;
		} else if (text[i] == '>') {
			in_tag = false;
		} else if (in_tag && (text[i] == '"' || text[i] == '\'')) {
			quote = text[i];
		}
	}
	return nstrings > MAX_ATTRIBUTES;
}

static xmlDoc *
parse(struct xmlread *x, const char *text, size_t length)
{
	xmlParserCtxt *parser = xmlNewParserCtxt();

	if (parser == NULL) {
		warn_msg("%s: out of memory", x->path);
		return NULL;
	}
	parser->_private = x;
	parser->sax->internalSubset = on_doctype;
	parser->sax->startElementNs = on_element;
	parser->sax->serror = on_syntax_error;
	xmlDoc *doc = xmlCtxtReadMemory(parser, text, (int)length, x->path,
	    NULL, XML_PARSE_NONET | XML_PARSE_NOCDATA);
	if (doc == NULL && x->mistakes == 0)
		warn_msg("%s: cannot be read as XML", x->path);
	if (doc != NULL && x->mistakes > 0) {
		xmlFreeDoc(doc);
		doc = NULL;
	}
	xmlFreeParserCtxt(parser);
	return doc;
}

static bool
is_ours(const struct xmlread *x, const xmlNode *node)
{
	return node->ns != NULL && node->ns->href != NULL &&
	    strcmp((const char *)node->ns->href, x->kind->ns) == 0;
}

struct xmlread *
xmlread_open(struct arena *a, const char *path,
    const struct xmlread_kind *kind)
{
	struct xmlread *x = arena_alloc(a, sizeof(*x));
	size_t length;
	char *text = file_read(a, path, kind->max_bytes, &length);

	assert(kind->max_bytes <= INT32_MAX);
	if (text == NULL)
		return NULL;
	if (has_monstrous_tag(text, length)) {
		warn_msg("%s: a tag has more than %d attributes", path,
		    MAX_ATTRIBUTES);
		return NULL;
	}
	x->arena = a;
	x->path = path;
	x->kind = kind;
	x->length = length;
	x->doc = parse(x, text, length);
	if (x->doc == NULL)
		return NULL;
	xmlNode *root = xmlread_root(x);
	if (root == NULL || strcmp((const char *)root->name, kind->root) != 0 ||
	    !is_ours(x, root)) {
		xmlread_mistake(x, root == NULL ? 1 : xmlread_line(root),
		    "<%s xmlns=\"%s\"> is expected", kind->root, kind->ns);
		xmlread_close(x);
		return NULL;
	}
	return x;
}

/* ----------------------------------------------------------------- grammar */

static void
on_grammar_error(void *user, xmlError *error)
{
	struct xmlread *x = user;

	print_xml_error(x, error->line, error->message);
}

/* Grammars are parsed once: a comparison reads dozens of documents. */
#define MOST_GRAMMARS 16

static xmlRelaxNG *
find_grammar(struct xmlread *x, const char *path)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct {
		const struct xmlread_kind *kind;
		xmlRelaxNG *grammar;
	} known[MOST_GRAMMARS];
	static size_t count;
	struct xmlread of_grammar = {.arena = x->arena, .path = path};
	xmlRelaxNG *grammar = NULL;

	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < count; i++)
		if (known[i].kind == x->kind)
			grammar = known[i].grammar;
	if (grammar == NULL && count < MOST_GRAMMARS) {
		xmlRelaxNGParserCtxt *parser = xmlRelaxNGNewParserCtxt(path);

		if (parser != NULL) {
			xmlRelaxNGSetParserStructuredErrors(parser,
			    on_grammar_error, &of_grammar);
			grammar = xmlRelaxNGParse(parser);
		}
		xmlRelaxNGFreeParserCtxt(parser);
		if (grammar != NULL) {
			known[count].kind = x->kind;
			known[count++].grammar = grammar;
		}
	}
	pthread_mutex_unlock(&lock);
	return grammar;
}

static void
check_grammar(struct xmlread *x)
{
	const char *path = file_data_path(x->arena, x->kind->grammar);
	xmlRelaxNGValidCtxt *valid = NULL;
	xmlRelaxNG *grammar;

	if (!file_exists(path))
		return;
	grammar = find_grammar(x, path);
	if (grammar != NULL)
		valid = xmlRelaxNGNewValidCtxt(grammar);
	if (valid == NULL) {
		warn_msg("%s: not a usable grammar", path);
		x->mistakes++;
		return;
	}
	xmlRelaxNGSetValidStructuredErrors(valid, on_grammar_error, x);
	if (xmlRelaxNGValidateDoc(valid, x->doc) != 0 && x->mistakes == 0)
		xmlread_mistake(x, 1, "does not fit the grammar %s", path);
	xmlRelaxNGFreeValidCtxt(valid);
}

int
xmlread_close(struct xmlread *x)
{
	if (x == NULL)
		return -1;
	if (x->mistakes == 0 && x->length <= MOST_GRAMMAR_BYTES)
		check_grammar(x);
	xmlFreeDoc(x->doc);
	return x->mistakes == 0 ? 0 : -1;
}

/* ----------------------------------------------------------------- walking */

xmlNode *
xmlread_root(struct xmlread *x)
{
	return xmlDocGetRootElement(x->doc);
}

struct arena *
xmlread_arena(struct xmlread *x)
{
	return x->arena;
}

const char *
xmlread_path(const struct xmlread *x)
{
	return x->path;
}

int
xmlread_line(const xmlNode *node)
{
	return (int)(intptr_t)node->_private;
}

int
xmlread_attribute_line(const xmlNode *node, const char *name)
{
	xmlAttr *attribute = xmlHasProp(node, BAD_CAST name);

	return (int)(intptr_t)(attribute != NULL ? attribute->_private :
	    node->_private);
}

/* The names in 'children' as people list them: "fill, test or idle". */
static const char *
list_children(struct arena *a, const struct xmlread_child *children)
{
	const char *list = "";

	for (const struct xmlread_child *c = children; c->name != NULL; c++)
		list = arena_printf(a, "%s%s<%s>", list, c == children ? "" :
		    c[1].name == NULL ? " or " : ", ", c->name);
	return list;
}

static const struct xmlread_child *
find_child(const struct xmlread *x, const struct xmlread_child *children,
    const xmlNode *node)
{
	if (children == NULL || !is_ours(x, node))
		return NULL;
	for (; children->name != NULL; children++)
		if (strcmp((const char *)node->name, children->name) == 0)
			return children;
	return NULL;
}

static bool
has_before(const xmlNode *node)
{
	for (const xmlNode *n = node->prev; n != NULL; n = n->prev)
		if (n->type == XML_ELEMENT_NODE &&
		    xmlStrEqual(n->name, node->name))
			return true;
	return false;
}

static void
read_child(struct xmlread *x, xmlNode *node,
    const struct xmlread_child *children, void *context)
{
	const struct xmlread_child *child = find_child(x, children, node);

	if (child == NULL && children == NULL)
		xmlread_mistake(x, xmlread_line(node),
		    "<%s> is not expected: <%s> is empty", node->name,
		    node->parent->name);
	else if (child == NULL)
		xmlread_mistake(x, xmlread_line(node),
		    "<%s> is not known in <%s>; %s is expected", node->name,
		    node->parent->name, list_children(x->arena, children));
	else if (child->once && has_before(node))
		xmlread_mistake(x, xmlread_line(node),
		    "a second <%s>; at most one is expected in <%s>",
		    node->name, node->parent->name);
	else
		child->read(x, node, context);
}

static bool
has_child(const struct xmlread *x, const xmlNode *node,
    const struct xmlread_child *child)
{
	for (const xmlNode *n = node->children; n != NULL; n = n->next)
		if (n->type == XML_ELEMENT_NODE && is_ours(x, n) &&
		    strcmp((const char *)n->name, child->name) == 0)
			return true;
	return false;
}

static void
refuse_text(struct xmlread *x, const xmlNode *text, bool has_elements)
{
	const char *p = text->content == NULL ? "" :
	    (const char *)text->content;

	p += strspn(p, " \t\r\n");
	xmlread_mistake(x, xmlread_line(text->parent), "<%s> holds the text "
	    "\"%.*s\"; only %s expected", text->parent->name,
	    (int)strcspn(p, "\t\r\n"), p,
	    has_elements ? "elements are" : "attributes are");
}

void
xmlread_children(struct xmlread *x, xmlNode *node,
    const struct xmlread_child *children, void *context)
{
	for (xmlNode *n = node->children; n != NULL && !xmlread_is_hopeless(x);
	    n = n->next) {
		if (n->type == XML_ELEMENT_NODE)
			read_child(x, n, children, context);
		else if (n->type != XML_COMMENT_NODE &&
		    n->type != XML_PI_NODE && !xmlIsBlankNode(n))
			refuse_text(x, n, children != NULL);
	}
	if (children == NULL)
		return;
	for (; children->name != NULL; children++)
		if (children->required && !has_child(x, node, children))
			xmlread_mistake(x, xmlread_line(node),
			    "<%s> lacks the element <%s>", node->name,
			    children->name);
}
