/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "render/article_loader.h"
#include "render/template_read.h"
#include "render/text_clean.h"

/* Elements and stretches of text in one line of text.  libxml2 compares each
 * with all before it when it checks the grammar: 200 000 take minutes. */
#define MOST_PIECES 10000

static bool
is_wide(uint32_t c)
{
	return c >= 0x2e80;
}

bool
loader_is_blank(char c)
{
	return c != '\0' && strchr(" \t\r\n", c) != NULL;
}

/* Blanks and line ends become one blank, or nothing between two characters of
 * a language that writes without blanks. */
const char *
loader_line(struct arena *a, const char *text)
{
	char *copy = arena_alloc(a, strlen(text) + 1), *to = copy;
	uint32_t before = 0;

	for (const char *p = text; *p != '\0';) {
		if (!loader_is_blank(*p)) {
			const char *at = p;

			before = text_next(&p);
			while (at < p)
				*to++ = *at++;
			continue;
		}
		bool broken = false;
		for (; loader_is_blank(*p); p++)
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

void
loader_tidy(struct loader *l, struct article_node *node)
{
	struct article_node *last = NULL;
	bool blank = true;

	for (size_t i = 0; i < node->nchildren; i++)
		tidy(node->children[i], &blank, &last);
	size_t length = last == NULL ? 0 : strlen(last->text);
	if (length > 0 && last->text[length - 1] == ' ')
		last->text = arena_strndup(l->arena, last->text, length - 1);
}

const struct article_source *
loader_source(const struct article *article, const char *id)
{
	for (size_t i = 0; i < article->nsources; i++)
		if (strcmp(article->sources[i].id, id) == 0)
			return &article->sources[i];
	return NULL;
}

/* The name of a run, which must be one. */
const char *
loader_run(struct loader *l, const xmlNode *node, const char *name)
{
	const struct article_source *s = loader_source(l->article, name);

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
	n->run = loader_run(l, node, xmlnode_required(l->x, node, "run"));
	n->text = xmlnode_required(l->x, node, "name");
}

static void
read_value(struct loader *l, const xmlNode *node, struct article_node *n)
{
	template_read_point(l->x, node, "run", &n->point);
	n->run = loader_run(l, node, xmlnode_required(l->x, node, "run"));
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

void
loader_in_line(struct loader *l, const xmlNode *node, struct article_node *to,
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
		loader_unknown(l, node, LINES);
		return;
	}
	struct article_node *n = loader_node(l, node, lines[i].type);
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
		loader_tidy(l, n);
	loader_add(l, to, n);
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
			loader_in_line(l, n, to, in_note);
		} else if (n->type == XML_TEXT_NODE) {
			struct article_node *text = loader_node(l, from,
			    ARTICLE_TEXT);

			text->text = loader_line(l->arena,
			    (const char *)n->content);
			loader_add(l, to, text);
		}
	}
}

/* Reads the lines of a block, and puts blanks in order. */
void
loader_text(struct loader *l, const xmlNode *from, struct article_node *to)
{
	read_lines(l, from, to, false);
	loader_tidy(l, to);
}
