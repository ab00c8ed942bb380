/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "render/xmlnode.h"

/* The first element at or behind 'node' among its siblings. */
static xmlNode *
element_from(struct xmlread *x, xmlNode *node)
{
	for (; node != NULL; node = node->next) {
		if (node->type == XML_ELEMENT_NODE)
			return node;
		if (node->type == XML_TEXT_NODE && !xmlIsBlankNode(node))
			xmlnode_mistake(x, node->parent,
			    "text is not expected in <%s>",
			    (const char *)node->parent->name);
	}
	return NULL;
}

xmlNode *
xmlnode_first(struct xmlread *x, const xmlNode *parent)
{
	return element_from(x, parent->children);
}

xmlNode *
xmlnode_next(struct xmlread *x, const xmlNode *node)
{
	return element_from(x, node->next);
}

bool
xmlnode_is(const xmlNode *node, const char *name)
{
	return strcmp((const char *)node->name, name) == 0;
}

void
xmlnode_mistake(struct xmlread *x, const xmlNode *node, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	xmlread_mistake(x, xmlread_line(node), "%s", text);
}

const char *
xmlnode_attribute(struct xmlread *x, const xmlNode *node, const char *name)
{
	xmlChar *value = xmlGetNoNsProp(node, (const xmlChar *)name);

	if (value == NULL)
		return NULL;
	const char *copy = arena_strdup(xmlread_arena(x), (const char *)value);
	xmlFree(value);
	return copy;
}

const char *
xmlnode_required(struct xmlread *x, const xmlNode *node, const char *name)
{
	const char *value = xmlnode_attribute(x, node, name);

	if (value != NULL && *value != '\0')
		return value;
	xmlnode_mistake(x, node, "<%s> needs the attribute '%s'",
	    (const char *)node->name, name);
	return "";
}

static bool
is_among(const char *name, const char *names)
{
	size_t length = strlen(name);

	for (const char *p = names; (p = strstr(p, name)) != NULL; p += length)
		if ((p == names || p[-1] == ' ') &&
		    (p[length] == ' ' || p[length] == '\0'))
			return true;
	return false;
}

void
xmlnode_known(struct xmlread *x, const xmlNode *node, const char *names)
{
	for (const xmlAttr *p = node->properties; p != NULL; p = p->next)
		if (p->ns != NULL || !is_among((const char *)p->name, names))
			xmlnode_mistake(x, node, "unknown attribute '%s' of "
			    "<%s>; it has: %s", (const char *)p->name,
			    (const char *)node->name,
			    *names == '\0' ? "none" : names);
}

const char *
xmlnode_text(struct xmlread *x, const xmlNode *node)
{
	xmlChar *content = xmlNodeGetContent(node);
	size_t length = content == NULL ? 0 : strlen((const char *)content);
	char *text = arena_alloc(xmlread_arena(x), length + 1);
	size_t n = 0;
	bool blank = false;

	for (size_t i = 0; i < length; i++) {
		if (strchr(" \t\r\n", content[i]) != NULL) {
			blank = n > 0;
			continue;
		}
		if (blank)
			text[n++] = ' ';
		blank = false;
		text[n++] = (char)content[i];
	}
	text[n] = '\0';
	xmlFree(content);
	return text;
}
