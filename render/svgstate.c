/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/svgstate.h"

const char *
svg_skip_blanks(const char *p)
{
	return p + strspn(p, " \t\n\r");
}

int
svg_scan_number(const char **p, double *value_out)
{
	const char *s = svg_skip_blanks(*p);
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

size_t
svg_scan_list(const char **p, double *values, size_t most)
{
	size_t n = 0;

	while (n < most && svg_scan_number(p, &values[n]) == 0) {
		n++;
		*p = svg_skip_blanks(*p);
		if (**p == ',')
			++*p;
	}
	return n;
}

int
svg_number(const char *text, double *value_out)
{
	if (svg_scan_number(&text, value_out) != 0)
		return -1;
	text = svg_skip_blanks(text);
	if (strcmp(text, "px") == 0)
		return 0;
	return *text == '\0' ? 0 : -1;
}

struct svg_matrix
svg_times(const struct svg_matrix *m, const struct svg_matrix *n)
{
	return (struct svg_matrix){
		.a = m->a * n->a + m->c * n->b,
		.b = m->b * n->a + m->d * n->b,
		.c = m->a * n->c + m->c * n->d,
		.d = m->b * n->c + m->d * n->d,
		.e = m->a * n->e + m->c * n->f + m->e,
		.f = m->b * n->e + m->d * n->f + m->f,
	};
}

struct canvas_point
svg_apply(const struct svg_matrix *m, double x, double y)
{
	return (struct canvas_point){
		.x = m->a * x + m->c * y + m->e,
		.y = m->b * x + m->d * y + m->f,
	};
}

double
svg_growth(const struct svg_matrix *m)
{
	return sqrt(fabs(m->a * m->d - m->b * m->c));
}

static int
read_transform(struct svg_state *s, const char *text)
{
	static const struct { const char *name; size_t least, most; } kinds[] =
	    {{"translate(", 2, 2}, {"rotate(", 1, 1}, {"scale(", 1, 2}};

	while (*(text = svg_skip_blanks(text)) != '\0') {
		double v[3];
		size_t kind = 0;

		while (kind < 3 && strncmp(text, kinds[kind].name,
		    strlen(kinds[kind].name)) != 0)
			kind++;
		if (kind == 3)
			return -1;
		text += strlen(kinds[kind].name);
		size_t n = svg_scan_list(&text, v, 3);
		if (n < kinds[kind].least || n > kinds[kind].most ||
		    *text++ != ')')
			return -1;
		struct svg_matrix step = {1, 0, 0, 1, 0, 0};
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
		s->m = svg_times(&s->m, &step);
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
	if (svg_scan_list(&text, v, 3) != 3 || strcmp(text, ")") != 0)
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
read_dashes(struct svg_state *s, const char *text)
{
	s->ndashes = svg_scan_list(&text, s->dashes, 8);
	return s->ndashes > 0 && *svg_skip_blanks(text) == '\0' ? 0 : -1;
}

static int
read_family(struct svg_state *s, const char *text)
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
read_anchor(struct svg_state *s, const char *text)
{
	static const char *const names[] = {"start", "middle", "end"};
	size_t i;

	if (one_of(text, names, 3, &i) != 0)
		return -1;
	s->anchor = (enum canvas_anchor)i;
	return 0;
}

static int
read_cap(struct svg_state *s, const char *text)
{
	static const char *const names[] = {"butt", "miter", "round"};
	size_t i;

	if (one_of(text, names, 3, &i) != 0)
		return -1;
	s->round = i == 2;
	return 0;
}

static int
read_crispness(struct svg_state *s, const char *text)
{
	s->crisp = strcmp(text, "crispEdges") == 0;
	return s->crisp ? 0 : -1;
}

int
svg_state_read(struct svg_state *s, const char *name, const char *value)
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
		return svg_number(value, &s->fill_opacity);
	if (strcmp(name, "stroke-width") == 0)
		return svg_number(value, &s->stroke_width);
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
		return svg_number(value, &s->font_size);
	if (strcmp(name, "text-anchor") == 0)
		return read_anchor(s, value);
	if (strcmp(name, "transform") == 0)
		return read_transform(s, value);
	return 1;
}
