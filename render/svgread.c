/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/tree.h>

#include "base/arena.h"
#include "base/report.h"
#include "render/svgpath.h"
#include "render/svgread.h"
#include "render/svgstate.h"

/* gnuplot nests groups 4 deep, and markers refer to markers 3 deep. */
#define MAX_DEPTH 16
#define MAX_USES 4

#define CIRCLE_SIDES 24

struct reader {
	const char *name;
	struct arena *arena;
	xmlDocPtr doc;
	size_t nids;
	struct id { const char *id; xmlNodePtr node; } *ids;
	struct svgpath path;
};

static const char *
name_of(const xmlNode *node)
{
	return (const char *)node->name;
}

static int
refuse(const struct reader *r, const xmlNode *node, const char *what,
    const char *thing)
{
	warn_msg("%s: line %ld: <%s>: %s \"%.60s\"", r->name,
	    xmlGetLineNo(node), name_of(node), what, thing);
	return -1;
}

/* Attributes of an element's own, as text; NULL where left out. */
struct own {
	const char *id, *d, *points, *x, *y, *width, *height, *r, *cx, *cy;
	const char *href, *class, *space, *viewBox;
};

/* The members of struct own that an element may have. */
#define MEMBER(name) {#name, offsetof(struct own, name)}
static const struct { const char *element, *allowed; } elements[] = {
	{"svg", "width height viewBox"},
	{"g", "id"},
	{"defs", ""},
	{"path", "id d class"},
	{"polygon", "points"},
	{"rect", "id x y width height"},
	{"circle", "id r cx cy"},
	{"use", "id href x y"},
	{"text", "space"},
};
static const struct { const char *name; size_t offset; } members[] = {
	MEMBER(id), MEMBER(d), MEMBER(points), MEMBER(x), MEMBER(y),
	MEMBER(width), MEMBER(height), MEMBER(r), MEMBER(cx), MEMBER(cy),
	MEMBER(href), MEMBER(class), MEMBER(space), MEMBER(viewBox),
};

static bool
has_word(const char *words, const char *word)
{
	size_t length = strlen(word);

	for (const char *p = words; (p = strstr(p, word)) != NULL; p++)
		if ((p == words || p[-1] == ' ') &&
		    (p[length] == ' ' || p[length] == '\0'))
			return true;
	return false;
}

static const char *
allowed_of(const char *element)
{
	for (size_t i = 0; i < sizeof(elements) / sizeof(elements[0]); i++)
		if (strcmp(elements[i].element, element) == 0)
			return elements[i].allowed;
	return NULL;
}

static int
set_own(struct own *own, const char *name, const char *value)
{
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		if (strcmp(members[i].name, name) == 0) {
			*(const char **)((char *)own + members[i].offset) =
			    value;
			return 0;
		}
	return -1;
}

static int
read_attributes(struct reader *r, xmlNodePtr node, struct svg_state *s,
    struct own *own)
{
	const char *allowed = allowed_of(name_of(node));

	*own = (struct own){0};
	if (allowed == NULL)
		return refuse(r, node, "unknown element", name_of(node));
	for (xmlAttrPtr a = node->properties; a != NULL; a = a->next) {
		const char *name = (const char *)a->name;
		xmlChar *value = xmlNodeListGetString(r->doc, a->children, 1);
		const char *text = arena_strdup(r->arena,
		    value != NULL ? (const char *)value : "");

		xmlFree(value);
		int known = svg_state_read(s, name, text);
		if (known < 0)
			return refuse(r, node, name, text);
		if (known > 0 && (!has_word(allowed, name) ||
		    set_own(own, name, text) != 0))
			return refuse(r, node, "unknown attribute", name);
	}
	return 0;
}

/* One command's numbers; the point is moved and, but for 'z', added. */
static int
read_command(char command, const char **p, double *x, double *y)
{
	double v[2];
	size_t need = strchr("ML", command) != NULL ? 2 : 1;

	if (svg_scan_list(p, v, need) != need)
		return -1;
	switch (command) {
	case 'M':
	case 'L':
		*x = v[0];
		*y = v[1];
		return 0;
	case 'H':
		*x = v[0];
		return 0;
	case 'h':
		*x += v[0];
		return 0;
	case 'V':
		*y = v[0];
		return 0;
	default:
		*y += v[0];
		return 0;
	}
}

static int
draw_path(struct reader *r, xmlNodePtr node, const struct svg_state *s,
    const struct own *own)
{
	const char *p = own->d != NULL ? own->d : "";
	double x = 0, y = 0, x0 = 0, y0 = 0;
	char command = 'M';
	bool closed = false;

	svgpath_begin(&r->path);
	while (*(p = svg_skip_blanks(p)) != '\0') {
		if (strchr("0123456789.-+", *p) == NULL)
			command = *p++;
		else if (command == 'z' || command == 'Z')
			return refuse(r, node, "path", own->d);
		else if (command == 'M' && r->path.nruns > 0)
			command = 'L';
		if (command == 'z' || command == 'Z') {
			if (r->path.nruns == 0)
				return refuse(r, node, "path", own->d);
			/* The corner is joined if all runs are closed. */
			closed = true;
			x = x0;
			y = y0;
			continue;
		}
		if (strchr("MLHhVv", command) == NULL ||
		    (command != 'M' && r->path.nruns == 0) ||
		    read_command(command, &p, &x, &y) != 0)
			return refuse(r, node, "path", own->d);
		if (command == 'M') {
			r->path.open |= r->path.nruns > 0 && !closed;
			closed = false;
			svgpath_move(&r->path);
			x0 = x;
			y0 = y;
		}
		svgpath_point(&r->path, s, x, y);
	}
	r->path.open |= !closed;
	svgpath_end(&r->path, s);
	return 0;
}

static int
draw_polygon(struct reader *r, xmlNodePtr node, const struct svg_state *s,
    const struct own *own)
{
	const char *p = own->points != NULL ? own->points : "";
	double v[2];

	svgpath_begin(&r->path);
	svgpath_move(&r->path);
	while (*(p = svg_skip_blanks(p)) != '\0') {
		if (svg_scan_list(&p, v, 2) != 2)
			return refuse(r, node, "points", own->points);
		svgpath_point(&r->path, s, v[0], v[1]);
	}
	svgpath_end(&r->path, s);
	return 0;
}

static int
number_or_zero(const char *text, double *value_out)
{
	*value_out = 0;
	return text == NULL ? 0 : svg_number(text, value_out);
}

static int
draw_rect(struct reader *r, xmlNodePtr node, const struct svg_state *s,
    const struct own *own)
{
	double x, y, w, h;

	if (number_or_zero(own->x, &x) != 0 ||
	    number_or_zero(own->y, &y) != 0 ||
	    number_or_zero(own->width, &w) != 0 ||
	    number_or_zero(own->height, &h) != 0)
		return refuse(r, node, "unknown length in", "rect");
	svgpath_begin(&r->path);
	svgpath_move(&r->path);
	svgpath_point(&r->path, s, x, y);
	svgpath_point(&r->path, s, x + w, y);
	svgpath_point(&r->path, s, x + w, y + h);
	svgpath_point(&r->path, s, x, y + h);
	svgpath_end(&r->path, s);
	return 0;
}

static int
draw_circle(struct reader *r, xmlNodePtr node, const struct svg_state *s,
    const struct own *own)
{
	double cx, cy, radius;

	if (number_or_zero(own->cx, &cx) != 0 ||
	    number_or_zero(own->cy, &cy) != 0 ||
	    number_or_zero(own->r, &radius) != 0)
		return refuse(r, node, "unknown length in", "circle");
	double grown = svg_growth(&s->m);
	uint32_t fill = s->fill_current ? s->color : s->fill;
	uint32_t stroke = s->stroke_current ? s->color : s->stroke;
	if (s->fills && s->fill_opacity >= 1 &&
	    (!s->strokes || stroke == fill)) {
		double width = 2 * radius +
		    (s->strokes ? s->stroke_width : 0);

		svgpath_dot(&r->path, svg_apply(&s->m, cx, cy), width * grown,
		    fill);
		return 0;
	}
	/* A canvas has no curves; open circles are small markers. */
	svgpath_begin(&r->path);
	svgpath_move(&r->path);
	for (int i = 0; i < CIRCLE_SIDES; i++) {
		double angle = 2 * acos(-1) * i / CIRCLE_SIDES;

		svgpath_point(&r->path, s, cx + radius * cos(angle),
		    cy + radius * sin(angle));
	}
	svgpath_end(&r->path, s);
	return 0;
}

/* SVG's default: ends trimmed, blanks within run together. */
static char *
collapsed(struct arena *a, const char *text)
{
	char *copy = arena_alloc(a, strlen(text) + 1), *p = copy;

	for (text = svg_skip_blanks(text); *text != '\0'; text++) {
		bool blank = strchr(" \t\n\r", *text) != NULL;

		if (!blank)
			*p++ = *text;
		else if (p[-1] != ' ')
			*p++ = ' ';
	}
	while (p > copy && p[-1] == ' ')
		p--;
	*p = '\0';
	return copy;
}

static int
draw_text(struct reader *r, xmlNodePtr node, const struct svg_state *s,
    const struct own *own)
{
	for (xmlNodePtr n = node->children; n != NULL; n = n->next)
		if (n->type != XML_TEXT_NODE)
			return refuse(r, node, "holds", name_of(n));
	if (own->space != NULL && strcmp(own->space, "preserve") != 0)
		return refuse(r, node, "xml:space", own->space);
	xmlChar *content = xmlNodeGetContent(node);
	const char *text = (const char *)content;
	struct canvas_point at = svg_apply(&s->m, 0, 0);
	const struct canvas_text t = {
		.x = at.x, .y = at.y,
		.size_pt = s->font_size * svg_growth(&s->m),
		.angle_deg = -atan2(s->m.b, s->m.a) * 180 / acos(-1),
		.rgb = s->fill_current ? s->color : s->fill,
		.font = s->font, .anchor = s->anchor,
	};

	svgpath_flush(&r->path);
	if (text != NULL && s->fills)
		canvas_text(r->path.canvas, &t, own->space != NULL ? text :
		    collapsed(r->arena, text));
	xmlFree(content);
	return 0;
}

static int draw(struct reader *r, xmlNodePtr node, struct svg_state s,
    unsigned depth, unsigned uses);

static int
draw_use(struct reader *r, xmlNodePtr node, struct svg_state s,
    const struct own *own, unsigned depth, unsigned uses)
{
	const char *href = own->href != NULL ? own->href : "";
	double x, y;

	if (number_or_zero(own->x, &x) != 0 || number_or_zero(own->y, &y) != 0)
		return refuse(r, node, "unknown place of", href);
	s.m = svg_times(&s.m, &(struct svg_matrix){1, 0, 0, 1, x, y});
	for (size_t i = 0; i < r->nids && href[0] == '#'; i++)
		if (strcmp(r->ids[i].id, href + 1) == 0) {
			if (uses == MAX_USES)
				break;
			return draw(r, r->ids[i].node, s, depth, uses + 1);
		}
	return refuse(r, node, "unknown reference", href);
}

static int
draw_children(struct reader *r, xmlNodePtr node, const struct svg_state *s,
    unsigned depth, unsigned uses)
{
	for (xmlNodePtr n = node->children; n != NULL; n = n->next) {
		if (n->type == XML_COMMENT_NODE)
			continue;
		if (n->type == XML_TEXT_NODE) {
			const char *text = (const char *)n->content;

			if (*svg_skip_blanks(text) != '\0')
				return refuse(r, node, "loose text", text);
			continue;
		}
		if (n->type != XML_ELEMENT_NODE)
			return refuse(r, node, "holds", name_of(n));
		if (draw(r, n, *s, depth + 1, uses) != 0)
			return -1;
	}
	return 0;
}

/* The elements of <defs> are drawn where they are used.  The filters there are
 * for boxed labels, which no chart of ours has. */
static int
read_defs(struct reader *r, xmlNodePtr node)
{
	for (xmlNodePtr n = node->children; n != NULL; n = n->next) {
		if (n->type != XML_ELEMENT_NODE ||
		    strcmp(name_of(n), "filter") == 0)
			continue;
		/* No groups: uses within uses would multiply. */
		if (strcmp(name_of(n), "g") == 0)
			return refuse(r, n, "misplaced element", "g");
		xmlChar *id = xmlGetProp(n, (const xmlChar *)"id");
		if (id == NULL)
			return refuse(r, n, "has no", "id");
		r->ids = arena_grow(r->arena, r->ids, r->nids,
		    sizeof(*r->ids));
		r->ids[r->nids++] = (struct id){
			arena_strdup(r->arena, (const char *)id), n,
		};
		xmlFree(id);
	}
	return 0;
}

static int
draw(struct reader *r, xmlNodePtr node, struct svg_state s, unsigned depth,
    unsigned uses)
{
	const char *name = name_of(node);
	struct own own;

	if (depth == MAX_DEPTH)
		return refuse(r, node, "too deep in", "groups");
	if (strcmp(name, "title") == 0 || strcmp(name, "desc") == 0)
		return 0;
	if (read_attributes(r, node, &s, &own) != 0)
		return -1;
	if (strcmp(name, "g") == 0)
		return draw_children(r, node, &s, depth, uses);
	if (strcmp(name, "defs") == 0)
		return read_defs(r, node);
	if (strcmp(name, "path") == 0)
		return draw_path(r, node, &s, &own);
	if (strcmp(name, "polygon") == 0)
		return draw_polygon(r, node, &s, &own);
	if (strcmp(name, "rect") == 0)
		return draw_rect(r, node, &s, &own);
	if (strcmp(name, "circle") == 0)
		return draw_circle(r, node, &s, &own);
	if (strcmp(name, "use") == 0)
		return draw_use(r, node, s, &own, depth, uses);
	if (strcmp(name, "text") == 0)
		return draw_text(r, node, &s, &own);
	return refuse(r, node, "misplaced element", name);
}

static int
draw_root(struct reader *r, double x, double y, double scale)
{
	xmlNodePtr root = xmlDocGetRootElement(r->doc);
	struct svg_state s = {
		.m = {scale, 0, 0, scale, x, y},
		.fills = true, .fill_opacity = 1, .stroke_width = 1,
		.font_size = 12,
	};
	struct own own;
	double box[4], w, h;

	if (r->doc->intSubset != NULL) {
		warn_msg("%s: it has a DTD", r->name);
		return -1;
	}
	if (root == NULL || strcmp(name_of(root), "svg") != 0) {
		warn_msg("%s: it is not SVG", r->name);
		return -1;
	}
	if (read_attributes(r, root, &s, &own) != 0)
		return -1;
	const char *p = own.viewBox != NULL ? own.viewBox : "";
	if (svg_scan_list(&p, box, 4) != 4 ||
	    number_or_zero(own.width, &w) != 0 ||
	    number_or_zero(own.height, &h) != 0 || box[0] != 0 ||
	    box[1] != 0 || box[2] != w || box[3] != h)
		return refuse(r, root, "unknown", "size");
	return draw_children(r, root, &s, 0, 0);
}

int
svgread_draw(struct canvas *c, const char *name, const char *svg,
    size_t length, double x, double y, double scale)
{
	struct reader r = {.name = name, .path.canvas = c};
	int result = -1;

	if (length > INT_MAX) {
		warn_msg("%s: %zu bytes are too many", name, length);
		return -1;
	}
	r.doc = xmlReadMemory(svg, (int)length, name, NULL,
	    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
	if (r.doc == NULL) {
		const xmlError *error = xmlGetLastError();

		warn_msg("%s: line %d: %s", name,
		    error != NULL ? error->line : 0, error != NULL &&
		    error->message != NULL ? error->message : "not XML");
		return -1;
	}
	r.arena = arena_new();
	result = draw_root(&r, x, y, scale);
	svgpath_flush(&r.path);
	svgpath_free(&r.path);
	arena_free(r.arena);
	xmlFreeDoc(r.doc);
	return result;
}
