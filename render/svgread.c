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
#include "render/svgread.h"

/* gnuplot nests groups 4 deep, and markers refer to markers 3 deep. */
#define MAX_DEPTH 16
#define MAX_USES 4

#define CIRCLE_SIDES 24

/* x' = a x + c y + e, y' = b x + d y + f */
struct matrix {
	double a, b, c, d, e, f;
};

/* What SVG inherits from element to element. */
struct state {
	struct matrix m;
	uint32_t color;			/* of 'currentColor' */
	bool fills, strokes;
	/* 'currentColor' is inherited as such, to be looked up where used. */
	bool fill_current, stroke_current;
	uint32_t fill, stroke;
	double fill_opacity, stroke_width;
	size_t ndashes;
	double dashes[8];
	bool round, crisp;
	enum canvas_font font;
	double font_size;
	enum canvas_anchor anchor;
};

struct reader {
	const char *name;
	struct canvas *canvas;
	struct arena *arena;
	xmlDocPtr doc;
	size_t nids;
	struct id { const char *id; xmlNodePtr node; } *ids;
	/* The path being read; buffers are kept from path to path. */
	size_t npoints, nruns, point_room, run_room;
	struct canvas_point *points;
	size_t *starts;
	bool open;			/* runs, that is: not closed */
	/* Dots of one kind that follow one another, drawn as one path. */
	size_t ndots, dot_room, dot_run_room;
	struct canvas_point *dots;
	size_t *dot_starts;
	uint32_t dot_rgb;
	double dot_width;
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

static const char *
skip_blanks(const char *p)
{
	return p + strspn(p, " \t\n\r");
}

/*
 * scan_number() reads a decimal number as gnuplot prints them and moves '*p'
 * behind it.  Not strtod(), which obeys the locale and reads "nan" and hex.
 */
static int
scan_number(const char **p, double *value_out)
{
	const char *s = skip_blanks(*p);
	double sign = *s == '-' ? -1 : 1, value = 0, unit = 1;
	int digits = 0;

	if (*s == '-' || *s == '+')
		s++;
	for (; *s >= '0' && *s <= '9'; s++, digits++)
		value = value * 10 + (*s - '0');
	if (*s == '.')
		for (s++; *s >= '0' && *s <= '9'; s++, digits++) {
			unit /= 10;
			value += (*s - '0') * unit;
		}
	if (digits == 0 || digits > 17)
		return -1;
	*value_out = sign * value;
	*p = s;
	return 0;
}

/* scan_list() reads 'most' numbers with commas or blanks between them. */
static size_t
scan_list(const char **p, double *values, size_t most)
{
	size_t n = 0;

	while (n < most && scan_number(p, &values[n]) == 0) {
		n++;
		*p = skip_blanks(*p);
		if (**p == ',')
			++*p;
	}
	return n;
}

static int
whole_number(const char *text, double *value_out)
{
	if (scan_number(&text, value_out) != 0)
		return -1;
	text = skip_blanks(text);
	if (strcmp(text, "px") == 0)
		return 0;
	return *text == '\0' ? 0 : -1;
}

static struct matrix
times(const struct matrix *m, const struct matrix *n)
{
	return (struct matrix){
		.a = m->a * n->a + m->c * n->b,
		.b = m->b * n->a + m->d * n->b,
		.c = m->a * n->c + m->c * n->d,
		.d = m->b * n->c + m->d * n->d,
		.e = m->a * n->e + m->c * n->f + m->e,
		.f = m->b * n->e + m->d * n->f + m->f,
	};
}

static struct canvas_point
apply(const struct matrix *m, double x, double y)
{
	return (struct canvas_point){
		.x = m->a * x + m->c * y + m->e,
		.y = m->b * x + m->d * y + m->f,
	};
}

/* How much lengths grow; gnuplot scales both directions alike. */
static double
growth(const struct matrix *m)
{
	return sqrt(fabs(m->a * m->d - m->b * m->c));
}

static int
read_transform(struct state *s, const char *text)
{
	static const struct { const char *name; size_t least, most; } kinds[] =
	    {{"translate(", 2, 2}, {"rotate(", 1, 1}, {"scale(", 1, 2}};

	while (*(text = skip_blanks(text)) != '\0') {
		double v[3];
		size_t kind = 0;

		while (kind < 3 && strncmp(text, kinds[kind].name,
		    strlen(kinds[kind].name)) != 0)
			kind++;
		if (kind == 3)
			return -1;
		text += strlen(kinds[kind].name);
		size_t n = scan_list(&text, v, 3);
		if (n < kinds[kind].least || n > kinds[kind].most ||
		    *text++ != ')')
			return -1;
		struct matrix step = {1, 0, 0, 1, 0, 0};
		if (kind == 0) {
			step.e = v[0];
			step.f = v[1];
		} else if (kind == 1) {
			double angle = v[0] * acos(-1) / 180;

			step.a = step.d = cos(angle);
			step.b = sin(angle);
			step.c = -step.b;
		} else {
			step.a = v[0];
			step.d = n == 2 ? v[1] : v[0];
		}
		s->m = times(&s->m, &step);
	}
	return 0;
}

static int
hex_colour(const char *text, uint32_t *rgb_out)
{
	char *end;

	if (strspn(text, "0123456789abcdefABCDEF") != 6 || text[6] != '\0')
		return -1;
	*rgb_out = (uint32_t)strtoul(text, &end, 16);
	return 0;
}

static int
read_rgb(const char *text, uint32_t *rgb_out)
{
	double v[3];

	if (strcmp(text, "black") == 0) {
		*rgb_out = 0;
		return 0;
	}
	if (text[0] == '#')
		return hex_colour(text + 1, rgb_out);
	if (strncmp(text, "rgb(", 4) != 0)
		return -1;
	text += 4;
	if (scan_list(&text, v, 3) != 3 || strcmp(text, ")") != 0)
		return -1;
	*rgb_out = 0;
	for (int i = 0; i < 3; i++) {
		if (!(v[i] >= 0 && v[i] <= 255))
			return -1;
		*rgb_out = *rgb_out << 8 | (uint32_t)v[i];
	}
	return 0;
}

static int
read_paint(const char *text, bool *paints, bool *current, uint32_t *rgb)
{
	*paints = strcmp(text, "none") != 0;
	*current = strcmp(text, "currentColor") == 0;
	return !*paints || *current ? 0 : read_rgb(text, rgb);
}

static int
read_dashes(struct state *s, const char *text)
{
	s->ndashes = scan_list(&text, s->dashes, 8);
	return s->ndashes > 0 && *skip_blanks(text) == '\0' ? 0 : -1;
}

static int
read_family(struct state *s, const char *text)
{
	static const char family[] = "Noto Sans";

	if (strncmp(text, family, strlen(family)) != 0)
		return -1;
	text += strlen(family);
	if (*text == '\0')
		s->font = FONT_REGULAR;
	else if (strcmp(text, ":Bold") == 0)
		s->font = FONT_BOLD;
	else if (strcmp(text, ":Italic") == 0)
		s->font = FONT_ITALIC;
	else
		return -1;
	return 0;
}

/* one_of() sets '*index_out' to the place of 'text' in a list of names. */
static int
one_of(const char *text, const char *const *names, size_t count,
    size_t *index_out)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(text, names[i]) == 0) {
			*index_out = i;
			return 0;
		}
	return -1;
}

static int
read_anchor(struct state *s, const char *text)
{
	static const char *const names[] = {"start", "middle", "end"};
	size_t i;

	if (one_of(text, names, 3, &i) != 0)
		return -1;
	s->anchor = (enum canvas_anchor)i;
	return 0;
}

static int
read_cap(struct state *s, const char *text)
{
	static const char *const names[] = {"butt", "miter", "round"};
	size_t i;

	if (one_of(text, names, 3, &i) != 0)
		return -1;
	s->round = i == 2;
	return 0;
}

static int
read_crispness(struct state *s, const char *text)
{
	s->crisp = strcmp(text, "crispEdges") == 0;
	return s->crisp ? 0 : -1;
}

/* read_inherited() takes an attribute that is inherited.  Returns 0, -1 for a
 * value that is not known, 1 for another attribute. */
static int
read_inherited(struct state *s, const char *name, const char *value)
{
	if (strcmp(name, "fill") == 0)
		return read_paint(value, &s->fills, &s->fill_current,
		    &s->fill);
	if (strcmp(name, "stroke") == 0)
		return read_paint(value, &s->strokes, &s->stroke_current,
		    &s->stroke);
	if (strcmp(name, "color") == 0)
		return read_rgb(value, &s->color);
	if (strcmp(name, "fill-opacity") == 0)
		return whole_number(value, &s->fill_opacity);
	if (strcmp(name, "stroke-width") == 0)
		return whole_number(value, &s->stroke_width);
	if (strcmp(name, "stroke-dasharray") == 0)
		return read_dashes(s, value);
	if (strcmp(name, "stroke-linecap") == 0 ||
	    strcmp(name, "stroke-linejoin") == 0)
		return read_cap(s, value);
	if (strcmp(name, "shape-rendering") == 0)
		return read_crispness(s, value);
	if (strcmp(name, "font-family") == 0)
		return read_family(s, value);
	if (strcmp(name, "font-size") == 0)
		return whole_number(value, &s->font_size);
	if (strcmp(name, "text-anchor") == 0)
		return read_anchor(s, value);
	if (strcmp(name, "transform") == 0)
		return read_transform(s, value);
	return 1;
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
read_attributes(struct reader *r, xmlNodePtr node, struct state *s,
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
		int known = read_inherited(s, name, text);
		if (known < 0)
			return refuse(r, node, name, text);
		if (known > 0 && (!has_word(allowed, name) ||
		    set_own(own, name, text) != 0))
			return refuse(r, node, "unknown attribute", name);
	}
	return 0;
}

static void
begin_path(struct reader *r)
{
	r->npoints = r->nruns = 0;
	r->open = false;
}

static void *
more_room(void *array, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return array;
	*room = *room == 0 ? 64 : *room * 2;
	void *larger = realloc(array, *room * size);
	if (larger == NULL) {
		warn_errno("reading a figure");
		exit(1);
	}
	return larger;
}

static void
begin_run(struct reader *r)
{
	/* A move that nothing follows draws nothing. */
	if (r->nruns > 0 && r->starts[r->nruns - 1] + 1 == r->npoints) {
		r->npoints--;
		r->nruns--;
	}
	r->starts = more_room(r->starts, r->nruns, &r->run_room,
	    sizeof(*r->starts));
	r->starts[r->nruns++] = r->npoints;
}

static void
add_point(struct reader *r, const struct state *s, double x, double y)
{
	r->points = more_room(r->points, r->npoints, &r->point_room,
	    sizeof(*r->points));
	r->points[r->npoints++] = apply(&s->m, x, y);
}

/* A dot is a round cap without a line: exact, and far shorter in a file than
 * a polygon of its outline. */
static void
flush_dots(struct reader *r)
{
	const struct canvas_path path = {
		.npoints = r->ndots, .points = r->dots,
		.nruns = r->ndots, .starts = r->dot_starts,
	};
	const struct canvas_stroke stroke = {
		.rgb = r->dot_rgb, .alpha = 1, .width_pt = r->dot_width,
		.round = true,
	};

	if (r->ndots > 0)
		canvas_stroke(r->canvas, &path, &stroke);
	r->ndots = 0;
}

static void
add_dot(struct reader *r, struct canvas_point at, double width, uint32_t rgb)
{
	if (r->ndots > 0 && (rgb != r->dot_rgb ||
	    fabs(width - r->dot_width) > 1e-9))
		flush_dots(r);
	r->dots = more_room(r->dots, r->ndots, &r->dot_room,
	    sizeof(*r->dots));
	r->dot_starts = more_room(r->dot_starts, r->ndots, &r->dot_run_room,
	    sizeof(*r->dot_starts));
	r->dot_starts[r->ndots] = r->ndots;
	r->dots[r->ndots++] = at;
	r->dot_rgb = rgb;
	r->dot_width = width;
}

/* A run is a line of its own: whether gnuplot puts the next line into the same
 * path differs from version to version. */
static void
stroke_runs(struct reader *r, const struct canvas_path *path,
    const struct canvas_stroke *stroke)
{
	static const size_t start[] = {0};

	for (size_t i = 0; i < path->nruns; i++) {
		struct canvas_path run = *path;

		run.points = canvas_run(path, i, &run.npoints);
		run.starts = start;
		run.nruns = 1;
		canvas_stroke(r->canvas, &run, stroke);
	}
}

/* end_path() draws what was gathered. */
static void
end_path(struct reader *r, const struct state *s)
{
	flush_dots(r);
	begin_run(r);
	r->nruns--;
	const struct canvas_path path = {
		.npoints = r->npoints, .points = r->points,
		.nruns = r->nruns, .starts = r->starts,
		.closed = !r->open, .crisp = s->crisp,
	};
	double grown = growth(&s->m);

	if (r->nruns == 0)
		return;
	if (s->fills)
		canvas_fill(r->canvas, &path,
		    s->fill_current ? s->color : s->fill, s->fill_opacity);
	if (!s->strokes)
		return;
	struct canvas_stroke stroke = {
		.rgb = s->stroke_current ? s->color : s->stroke, .alpha = 1,
		.width_pt = s->stroke_width * grown, .round = s->round,
		.ndashes = s->ndashes,
	};
	for (size_t i = 0; i < s->ndashes; i++)
		stroke.dashes_pt[i] = s->dashes[i] * grown;
	if (s->fills)
		canvas_stroke(r->canvas, &path, &stroke);
	else
		stroke_runs(r, &path, &stroke);
}

/* One command's numbers; the point is moved and, but for 'z', added. */
static int
read_command(char command, const char **p, double *x, double *y)
{
	double v[2];
	size_t need = strchr("ML", command) != NULL ? 2 : 1;

	if (scan_list(p, v, need) != need)
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
draw_path(struct reader *r, xmlNodePtr node, const struct state *s,
    const struct own *own)
{
	const char *p = own->d != NULL ? own->d : "";
	double x = 0, y = 0, x0 = 0, y0 = 0;
	char command = 'M';
	bool closed = false;

	begin_path(r);
	while (*(p = skip_blanks(p)) != '\0') {
		if (strchr("0123456789.-+", *p) == NULL)
			command = *p++;
		else if (command == 'M' && r->nruns > 0)
			command = 'L';
		if (command == 'z' || command == 'Z') {
			if (r->nruns == 0)
				return refuse(r, node, "path", own->d);
			/* The corner is joined if all runs are closed. */
			closed = true;
			x = x0;
			y = y0;
			continue;
		}
		if (strchr("MLHhVv", command) == NULL ||
		    (command != 'M' && r->nruns == 0) ||
		    read_command(command, &p, &x, &y) != 0)
			return refuse(r, node, "path", own->d);
		if (command == 'M') {
			r->open |= r->nruns > 0 && !closed;
			closed = false;
			begin_run(r);
			x0 = x;
			y0 = y;
		}
		add_point(r, s, x, y);
	}
	r->open |= !closed;
	end_path(r, s);
	return 0;
}

static int
draw_polygon(struct reader *r, xmlNodePtr node, const struct state *s,
    const struct own *own)
{
	const char *p = own->points != NULL ? own->points : "";
	double v[2];

	begin_path(r);
	begin_run(r);
	while (*(p = skip_blanks(p)) != '\0') {
		if (scan_list(&p, v, 2) != 2)
			return refuse(r, node, "points", own->points);
		add_point(r, s, v[0], v[1]);
	}
	end_path(r, s);
	return 0;
}

static int
number_or_zero(const char *text, double *value_out)
{
	*value_out = 0;
	return text == NULL ? 0 : whole_number(text, value_out);
}

static int
draw_rect(struct reader *r, xmlNodePtr node, const struct state *s,
    const struct own *own)
{
	double x, y, w, h;

	if (number_or_zero(own->x, &x) != 0 ||
	    number_or_zero(own->y, &y) != 0 ||
	    number_or_zero(own->width, &w) != 0 ||
	    number_or_zero(own->height, &h) != 0)
		return refuse(r, node, "unknown length in", "rect");
	begin_path(r);
	begin_run(r);
	add_point(r, s, x, y);
	add_point(r, s, x + w, y);
	add_point(r, s, x + w, y + h);
	add_point(r, s, x, y + h);
	end_path(r, s);
	return 0;
}

static int
draw_circle(struct reader *r, xmlNodePtr node, const struct state *s,
    const struct own *own)
{
	double cx, cy, radius;

	if (number_or_zero(own->cx, &cx) != 0 ||
	    number_or_zero(own->cy, &cy) != 0 ||
	    number_or_zero(own->r, &radius) != 0)
		return refuse(r, node, "unknown length in", "circle");
	double grown = growth(&s->m);
	uint32_t fill = s->fill_current ? s->color : s->fill;
	uint32_t stroke = s->stroke_current ? s->color : s->stroke;
	if (s->fills && s->fill_opacity >= 1 &&
	    (!s->strokes || stroke == fill)) {
		double width = 2 * radius +
		    (s->strokes ? s->stroke_width : 0);

		add_dot(r, apply(&s->m, cx, cy), width * grown, fill);
		return 0;
	}
	/* A canvas has no curves; open circles are small markers. */
	begin_path(r);
	begin_run(r);
	for (int i = 0; i < CIRCLE_SIDES; i++) {
		double angle = 2 * acos(-1) * i / CIRCLE_SIDES;

		add_point(r, s, cx + radius * cos(angle),
		    cy + radius * sin(angle));
	}
	end_path(r, s);
	return 0;
}

/* SVG's default: ends trimmed, blanks within run together. */
static char *
collapsed(struct arena *a, const char *text)
{
	char *copy = arena_alloc(a, strlen(text) + 1), *p = copy;

	for (text = skip_blanks(text); *text != '\0'; text++) {
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
draw_text(struct reader *r, xmlNodePtr node, const struct state *s,
    const struct own *own)
{
	for (xmlNodePtr n = node->children; n != NULL; n = n->next)
		if (n->type != XML_TEXT_NODE)
			return refuse(r, node, "holds", name_of(n));
	if (own->space != NULL && strcmp(own->space, "preserve") != 0)
		return refuse(r, node, "xml:space", own->space);
	xmlChar *content = xmlNodeGetContent(node);
	const char *text = (const char *)content;
	struct canvas_point at = apply(&s->m, 0, 0);
	const struct canvas_text t = {
		.x = at.x, .y = at.y,
		.size_pt = s->font_size * growth(&s->m),
		.angle_deg = -atan2(s->m.b, s->m.a) * 180 / acos(-1),
		.rgb = s->fill_current ? s->color : s->fill,
		.font = s->font, .anchor = s->anchor,
	};

	flush_dots(r);
	if (text != NULL && s->fills)
		canvas_text(r->canvas, &t, own->space != NULL ? text :
		    collapsed(r->arena, text));
	xmlFree(content);
	return 0;
}

static int draw(struct reader *r, xmlNodePtr node, struct state s,
    unsigned depth, unsigned uses);

static int
draw_use(struct reader *r, xmlNodePtr node, struct state s,
    const struct own *own, unsigned depth, unsigned uses)
{
	const char *href = own->href != NULL ? own->href : "";
	double x, y;

	if (number_or_zero(own->x, &x) != 0 || number_or_zero(own->y, &y) != 0)
		return refuse(r, node, "unknown place of", href);
	s.m = times(&s.m, &(struct matrix){1, 0, 0, 1, x, y});
	for (size_t i = 0; i < r->nids && href[0] == '#'; i++)
		if (strcmp(r->ids[i].id, href + 1) == 0) {
			if (uses == MAX_USES)
				break;
			return draw(r, r->ids[i].node, s, depth, uses + 1);
		}
	return refuse(r, node, "unknown reference", href);
}

static int
draw_children(struct reader *r, xmlNodePtr node, const struct state *s,
    unsigned depth, unsigned uses)
{
	for (xmlNodePtr n = node->children; n != NULL; n = n->next) {
		if (n->type == XML_COMMENT_NODE)
			continue;
		if (n->type == XML_TEXT_NODE) {
			const char *text = (const char *)n->content;

			if (*skip_blanks(text) != '\0')
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
draw(struct reader *r, xmlNodePtr node, struct state s, unsigned depth,
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
	struct state s = {
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
	if (scan_list(&p, box, 4) != 4 || number_or_zero(own.width, &w) != 0 ||
	    number_or_zero(own.height, &h) != 0 || box[0] != 0 ||
	    box[1] != 0 || box[2] != w || box[3] != h)
		return refuse(r, root, "unknown", "size");
	return draw_children(r, root, &s, 0, 0);
}

int
svgread_draw(struct canvas *c, const char *name, const char *svg,
    size_t length, double x, double y, double scale)
{
	struct reader r = {.name = name, .canvas = c};
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
	flush_dots(&r);
	free(r.points);
	free(r.starts);
	free(r.dots);
	free(r.dot_starts);
	arena_free(r.arena);
	xmlFreeDoc(r.doc);
	return result;
}
