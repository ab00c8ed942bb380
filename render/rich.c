/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "render/rich.h"
#include "render/text_clean.h"

/* All the text in one, and which span each byte is of. */
struct whole {
	struct fonts *fonts;
	struct arena *arena;
	const struct rich_span *spans;
	char *text;
	size_t *span_of;
};

/* The end of the part of 'from' to 'end' that is of one span. */
static const char *
span_end(const struct whole *w, const char *from, const char *end)
{
	const char *p = from;

	while (p < end && w->span_of[p - w->text] ==
	    w->span_of[from - w->text])
		p++;
	return p;
}

static double
character_width(const struct whole *w, const char *at, const char *end)
{
	const struct rich_span *s = &w->spans[w->span_of[at - w->text]];
	char one[8] = "";

	memcpy(one, at, (size_t)(end - at));
	return fonts_width(w->fonts, s->font, s->size_pt, one);
}

/* Where the line that begins at 'from' ends: the best place to break that fits,
 * else as many characters as fit, at least one. */
static const char *
line_end(const struct whole *w, const char *from, double room)
{
	struct fonts_break breaks = {0};
	const char *p = from;
	double width = 0;
	uint32_t before = 0;

	while (*p != '\0') {
		const char *at = p;
		uint32_t c = text_next(&p);

		fonts_break_see(&breaks, at, before, c, width);
		width += character_width(w, at, p);
		/* A blank may hang over the edge: it is dropped. */
		if (width > room + 1e-6 && c != ' ' && at != from)
			return fonts_break_choose(&breaks, at, room);
		before = c;
	}
	return p;
}

static struct rich_line
make_line(const struct whole *w, const char *from, const char *end)
{
	struct rich_line line = {0};
	double x = 0;

	/* Blanks at its end are dropped. */
	while (end > from && end[-1] == ' ')
		end--;
	while (from < end) {
		const char *stop = span_end(w, from, end);
		const char *text = arena_strndup(w->arena, from,
		    (size_t)(stop - from));
		const struct rich_span *s =
		    &w->spans[w->span_of[from - w->text]];

		line.runs = arena_grow(w->arena, line.runs, line.nruns,
		    sizeof(*line.runs));
		struct rich_run *run = &line.runs[line.nruns++];
		*run = (struct rich_run){.span = s, .text = text, .x = x,
		    .width_pt = fonts_width(w->fonts, s->font, s->size_pt,
		    text)};
		x += run->width_pt;
		from = stop;
	}
	return line;
}

size_t
rich_wrap(struct fonts *f, struct arena *a, size_t nspans,
    const struct rich_span *spans, double width_pt,
    struct rich_line **lines_out)
{
	struct whole w = {f, a, spans, NULL, NULL};
	struct rich_line *lines = NULL;
	size_t length = 0, nlines = 0;

	for (size_t i = 0; i < nspans; i++)
		length += strlen(spans[i].text);
	w.text = arena_alloc(a, length + 1);
	w.span_of = arena_array(a, length + 1, sizeof(*w.span_of));
	length = 0;
	for (size_t i = 0; i < nspans; i++)
		for (const char *p = spans[i].text; *p != '\0'; p++) {
			w.span_of[length] = i;
			w.text[length++] = *p;
		}
	const char *p = w.text;
	do {
		const char *end = line_end(&w, p, width_pt);

		lines = arena_grow(a, lines, nlines, sizeof(*lines));
		lines[nlines++] = make_line(&w, p, end);
		p = end;
		while (*p == ' ')
			p++;
	} while (*p != '\0');
	*lines_out = lines;
	return nlines;
}

void
rich_draw(struct canvas *c, const struct rich_line *line, double x, double y)
{
	for (size_t i = 0; i < line->nruns; i++) {
		const struct rich_run *run = &line->runs[i];
		const struct rich_span *s = run->span;

		canvas_text(c, &(struct canvas_text){.x = x + run->x,
		    .y = y - s->rise_pt, .size_pt = s->size_pt, .rgb = s->rgb,
		    .font = s->font}, run->text);
		if (s->uri != NULL)
			canvas_link_uri(c, x + run->x, y - s->size_pt,
			    run->width_pt, s->size_pt * 1.3, s->uri);
	}
}
