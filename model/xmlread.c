/* SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <inttypes.h>
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/relaxng.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "model/xmlread.h"
#include "model/xmltext.h"

/* Our deepest document has four levels. */
#define MAX_DEPTH 16

/* More messages than a terminal holds help nobody. */
#define MAX_MESSAGES 50

struct xmlread {
	struct arena *arena;
	const char *path;
	const struct xmlread_kind *kind;
	xmlDoc *doc;
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

/* A file with that many mistakes is none of ours: enough was read of it. */
static bool
is_hopeless(const struct xmlread *x)
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

/* ------------------------------------------------------------------- parsing */

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
		    "<%s> is nested too deeply", name);
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
	    "<!DOCTYPE %s> is not allowed; the document begins with its element",
	    name);
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
	x->arena = a;
	x->path = path;
	x->kind = kind;
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

/* ------------------------------------------------------------------- grammar */

static void
on_grammar_error(void *user, xmlError *error)
{
	struct xmlread *x = user;

	print_xml_error(x, error->line, error->message);
}

static void
check_grammar(struct xmlread *x)
{
	const char *path = file_data_path(x->arena, x->kind->grammar);
	xmlRelaxNGParserCtxt *parser = NULL;
	xmlRelaxNGValidCtxt *valid = NULL;
	xmlRelaxNG *grammar = NULL;

	if (!file_exists(path))
		return;
	struct xmlread of_grammar = {.arena = x->arena, .path = path};
	parser = xmlRelaxNGNewParserCtxt(path);
	if (parser != NULL) {
		xmlRelaxNGSetParserStructuredErrors(parser, on_grammar_error,
		    &of_grammar);
		grammar = xmlRelaxNGParse(parser);
	}
	if (grammar != NULL)
		valid = xmlRelaxNGNewValidCtxt(grammar);
	if (valid == NULL) {
		warn_msg("%s: not a usable grammar", path);
		x->mistakes++;
		goto done;
	}
	xmlRelaxNGSetValidStructuredErrors(valid, on_grammar_error, x);
	if (xmlRelaxNGValidateDoc(valid, x->doc) != 0 && x->mistakes == 0)
		xmlread_mistake(x, 1, "does not fit the grammar %s", path);

done:
	xmlRelaxNGFreeValidCtxt(valid);
	xmlRelaxNGFree(grammar);
	xmlRelaxNGFreeParserCtxt(parser);
}

int
xmlread_close(struct xmlread *x)
{
	if (x == NULL)
		return -1;
	if (x->mistakes == 0)
		check_grammar(x);
	xmlFreeDoc(x->doc);
	return x->mistakes == 0 ? 0 : -1;
}

/* ------------------------------------------------------------------- walking */

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

void
xmlread_children(struct xmlread *x, xmlNode *node,
    const struct xmlread_child *children, void *context)
{
	for (xmlNode *n = node->children; n != NULL && !is_hopeless(x);
	    n = n->next) {
		if (n->type == XML_ELEMENT_NODE)
			read_child(x, n, children, context);
		else if (n->type != XML_COMMENT_NODE &&
		    n->type != XML_PI_NODE && !xmlIsBlankNode(n))
			xmlread_mistake(x, xmlread_line(node),
			    "<%s> holds text; only %s expected", node->name,
			    children == NULL ? "attributes are" :
			    "elements are");
	}
	if (children == NULL)
		return;
	for (; children->name != NULL; children++)
		if (children->required && !has_child(x, node, children))
			xmlread_mistake(x, xmlread_line(node),
			    "<%s> lacks the element <%s>", node->name,
			    children->name);
}

/* ---------------------------------------------------------------- attributes */

/* One attribute on its way from text to value. */
struct reading {
	struct xmlread *x;
	const xmlNode *node;
	const char *name, *text;
	int line;
};

static void refuse(const struct reading *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void
refuse(const struct reading *r, const char *format, ...)
{
	char why[512];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	xmlread_mistake(r->x, r->line, "<%s> %s=\"%.80s\": %s", r->node->name,
	    r->name, r->text, why);
}

static bool
find_word(const struct reading *r, const struct xmlfield *field,
    unsigned *place_out)
{
	const char *list = "";

	for (unsigned i = 0; field->words[i] != NULL; i++) {
		if (strcmp(field->words[i], r->text) == 0) {
			*place_out = i;
			return true;
		}
		list = arena_printf(r->x->arena, "%s%s%s", list, i == 0 ? "" :
		    field->words[i + 1] == NULL ? " or " : ", ",
		    field->words[i]);
	}
	refuse(r, "%s is expected", list);
	return false;
}

static bool
read_whole(const struct reading *r, const struct xmlfield *field,
    uint64_t *value_out)
{
	uint64_t most = field->most == 0 ? UINT64_MAX : field->most;
	const char *why;

	if (field->most == 0 && field->type == FIELD_WHOLE32)
		most = UINT32_MAX;
	if (units_parse_whole(r->text, field->least, most, value_out,
	    &why) == 0)
		return true;
	refuse(r, "a whole number from %" PRIu64 " to %" PRIu64
	    " is expected", field->least, most);
	return false;
}

static bool
read_duration(const struct reading *r, const struct xmlfield *field,
    uint64_t *ns_out)
{
	char least[UNITS_TEXT], most[UNITS_TEXT];
	const char *why;

	if (units_parse_duration(r->text, ns_out, &why) == -1) {
		refuse(r, "%s", why);
		return false;
	}
	if (*ns_out >= field->least &&
	    (field->most == 0 || *ns_out <= field->most))
		return true;
	refuse(r, "a time from %s to %s is expected",
	    units_format_duration(least, sizeof(least), field->least),
	    units_format_duration(most, sizeof(most), field->most));
	return false;
}

static bool
read_real(const struct reading *r, const struct xmlfield *field,
    double *value_out)
{
	const char *why;

	if (units_parse_double(r->text, value_out, &why) == -1) {
		refuse(r, "%s", why);
		return false;
	}
	if (field->type == FIELD_REAL && *value_out < 0) {
		refuse(r, "a number from 0 is expected");
		return false;
	}
	if (field->good != NULL && !field->good(*value_out)) {
		refuse(r, "%s is expected", field->expected);
		return false;
	}
	return true;
}

static bool
read_text(const struct reading *r, const struct xmlfield *field,
    const char **text_out)
{
	if (field->type == FIELD_NAME && !xmltext_is_name(r->text)) {
		refuse(r, "a name is expected: letters, digits, '-', '.' and "
		    "'_', at most %d", XMLTEXT_MAX_NAME);
		return false;
	}
	if (r->text[0] == '\0') {
		refuse(r, "a text is expected; leave the attribute out "
		    "instead");
		return false;
	}
	if (!xmltext_is_clean(r->text)) {
		refuse(r, "one line of text without control characters is "
		    "expected");
		return false;
	}
	*text_out = arena_strdup(r->x->arena, r->text);
	return true;
}

static void
read_field(const struct reading *r, const struct xmlfield *field,
    void *object)
{
	void *value = (char *)object + field->offset;
	unsigned place;
	uint64_t whole;
	double real;
	const char *why, *text;

	switch (field->type) {
	case FIELD_TEXT:
	case FIELD_NAME:
		if (read_text(r, field, &text))
			*(const char **)value = text;
		break;
	case FIELD_WORD:
		if (find_word(r, field, &place))
			*(const char **)value = field->words[place];
		break;
	case FIELD_CHOICE:
		if (find_word(r, field, &place))
			*(unsigned *)value = place;
		break;
	case FIELD_BOOL:
		if (strcmp(r->text, "yes") == 0 || strcmp(r->text, "no") == 0)
			*(bool *)value = r->text[0] == 'y';
		else
			refuse(r, "yes or no is expected");
		break;
	case FIELD_WHOLE32:
		if (read_whole(r, field, &whole))
			*(uint32_t *)value = (uint32_t)whole;
		break;
	case FIELD_WHOLE:
		if (read_whole(r, field, &whole))
			*(uint64_t *)value = whole;
		break;
	case FIELD_REAL:
	case FIELD_SIGNED:
		if (read_real(r, field, &real))
			*(double *)value = real;
		break;
	case FIELD_PERCENT:
		if (units_parse_percent(r->text, &real, &why) == 0)
			*(double *)value = real;
		else
			refuse(r, "%s", why);
		break;
	case FIELD_DURATION:
		if (read_duration(r, field, &whole))
			*(uint64_t *)value = whole;
		break;
	case FIELD_UTC:
		if (units_parse_utc(r->text, &whole, &why) == 0)
			*(uint64_t *)value = whole;
		else
			refuse(r, "%s", why);
		break;
	}
}

static void
read_factor(const struct reading *r, enum factor f,
    const struct xmlfactors *factors)
{
	const char *why;

	if (factors->given_out != NULL)
		*factors->given_out |= 1u << f;
	if (factor_parse(f, r->text, &factors->values->value[f], &why) == -1) {
		refuse(r, "%s", why);
		factors->values->value[f] = XMLFACTOR_UNREADABLE;
	}
}

static const struct xmlfield *
find_field(const struct xmlfield *fields, const char *name)
{
	for (; fields->name != NULL; fields++)
		if (strcmp(fields->name, name) == 0)
			return fields;
	return NULL;
}

static void
refuse_name(struct xmlread *x, const xmlAttr *attribute,
    const struct xmlfield *fields, const struct xmlfactors *factors)
{
	const char *list = "";

	for (; fields->name != NULL; fields++)
		list = arena_printf(x->arena, "%s%s%s", list,
		    *list == '\0' ? "" : ", ", fields->name);
	for (int f = 0; factors != NULL && f < NFACTORS; f++)
		if (factors->allowed & 1u << f)
			list = arena_printf(x->arena, "%s%s%s", list,
			    *list == '\0' ? "" : ", ",
			    factor_name((enum factor)f));
	xmlread_mistake(x, (int)(intptr_t)attribute->_private,
	    "<%s> has no attribute %s; it may have %s",
	    attribute->parent->name, attribute->name,
	    *list == '\0' ? "none" : list);
}

/* The value of an attribute.  Without a DOCTYPE there are no entities, so it
 * is one text node or none. */
static const char *
value_of(const xmlAttr *attribute)
{
	if (attribute->children == NULL ||
	    attribute->children->content == NULL)
		return "";
	return (const char *)attribute->children->content;
}

static void
read_missing(struct xmlread *x, xmlNode *node, const struct xmlfield *fields,
    void *object)
{
	for (; fields->name != NULL; fields++) {
		struct reading r = {
			x, node, fields->name, fields->fallback,
			xmlread_line(node)
		};

		if (xmlHasNsProp(node, BAD_CAST fields->name, NULL) != NULL)
			continue;
		if (fields->required)
			xmlread_mistake(x, xmlread_line(node),
			    "<%s> lacks the attribute %s", node->name,
			    fields->name);
		else if (fields->fallback != NULL)
			read_field(&r, fields, object);
	}
}

void
xmlread_attributes(struct xmlread *x, xmlNode *node,
    const struct xmlfield *fields, void *object,
    const struct xmlfactors *factors)
{
	for (xmlAttr *a = node->properties; a != NULL && !is_hopeless(x);
	    a = a->next) {
		const char *name = (const char *)a->name;
		const struct xmlfield *field = find_field(fields, name);
		enum factor f = factor_find(name);
		struct reading r = {
			x, node, name, value_of(a), (int)(intptr_t)a->_private
		};

		if (a->ns == NULL && field != NULL)
			read_field(&r, field, object);
		else if (a->ns == NULL && f != NFACTORS && factors != NULL &&
		    factors->allowed & 1u << f)
			read_factor(&r, f, factors);
		else
			refuse_name(x, a, fields, factors);
	}
	read_missing(x, node, fields, object);
}
