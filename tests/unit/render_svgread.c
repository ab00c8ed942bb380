/* SPDX-License-Identifier: BSD-2-Clause */
/* The reader of gnuplot's SVG draws what it knows and refuses, by name, all
 * that it does not. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/report.h"
#include "render/canvas_backend.h"
#include "render/svgread.h"

static int failures;

/* A canvas that writes down what it is told, in whole points. */
struct notes {
	struct canvas base;
	char text[4096];
	size_t length;
};

static void
note(struct canvas *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void
note(struct canvas *c, const char *format, ...)
{
	struct notes *n = (struct notes *)c;
	va_list args;

	va_start(args, format);
	int added = vsnprintf(n->text + n->length,
	    sizeof(n->text) - n->length, format, args);
	va_end(args);
	if (added > 0 && n->length + (size_t)added < sizeof(n->text))
		n->length += (size_t)added;
}

static void
note_path(struct canvas *c, const struct canvas_path *path)
{
	for (size_t i = 0; i < path->nruns; i++) {
		size_t n;
		const struct canvas_point *at = canvas_run(path, i, &n);

		for (size_t k = 0; k < n; k++)
			note(c, "%s%.4g,%.4g", k == 0 ? " M" : " ", at[k].x,
			    at[k].y);
	}
	note(c, path->closed ? " z;" : ";");
}

static void
note_fill(struct canvas *c, const struct canvas_path *path, uint32_t rgb,
    double alpha)
{
	note(c, "fill %06x %g", (unsigned)rgb, alpha);
	note_path(c, path);
}

static void
note_stroke(struct canvas *c, const struct canvas_path *path,
    const struct canvas_stroke *s)
{
	note(c, "stroke %06x %.4g", (unsigned)s->rgb, s->width_pt);
	for (size_t i = 0; i < s->ndashes; i++)
		note(c, "%s%.4g", i == 0 ? " [" : " ", s->dashes_pt[i]);
	note(c, "%s%s", s->ndashes > 0 ? "]" : "", s->round ? " round" : "");
	note_path(c, path);
}

static void
note_text(struct canvas *c, const struct canvas_text *t, const char *utf8)
{
	note(c, "text %06x %.4g,%.4g size %g angle %.4g font %d anchor %d "
	    "\"%s\";", (unsigned)t->rgb, t->x, t->y, t->size_pt,
	    t->angle_deg + 0.0, (int)t->font, (int)t->anchor, utf8);
}

static const struct canvas_ops note_ops = {
	.fill = note_fill, .stroke = note_stroke, .text = note_text,
};

#define HEAD "<svg width=\"9\" height=\"9\" viewBox=\"0 0 9 9\" " \
	"xmlns=\"http://www.w3.org/2000/svg\" " \
	"xmlns:xlink=\"http://www.w3.org/1999/xlink\">"

struct good_case { const char *svg, *want; };

static const struct good_case good[] = {
	{"", ""},
	{"<title>t</title><desc>d</desc><!-- c -->", ""},
	/* Place 10,20 and scale 2 of the call are in all of them. */
	{"<path d='M1,1 L2,1 H3 v1 h-1 V0 z'/>",
	    "fill 000000 1 M12,22 14,22 16,22 16,24 14,24 14,20 z;"},
	{"<g fill='none' stroke='#ff0000' stroke-width='0.5'>"
	    "<path stroke-dasharray='2.00,1' d='M0,0 L1,0 M5,5 M2,0 3,0 4,0'/>"
	    "</g>", "stroke ff0000 1 [4 2] M10,20 12,20;"
	    "stroke ff0000 1 [4 2] M14,20 16,20 18,20;"},
	{"<g color='rgb( 11,  60, 125)' stroke='none' fill='currentColor'>"
	    "<polygon points='0,0 1,0 1,1 ' fill-opacity='0.1'/></g>",
	    "fill 0b3c7d 0.1 M10,20 12,20 12,22 z;"},
	{"<rect x='1' y='1' width='2' height='1' fill='#00ff00'/>",
	    "fill 00ff00 1 M12,22 16,22 16,24 12,24 z;"},
	{"<g transform='translate(1,2) rotate(-90)' "
	    "font-family='Noto Sans:Bold' font-size='3' text-anchor='middle'><text>  a \n b </text></g>",
	    "text 000000 12,24 size 6 angle 90 font 1 anchor 1 \"a b\";"},
	{"<g transform='rotate(30.50)' font-family='Noto Sans' font-size='3'>"
	    "<text xml:space='preserve'>a  b</text></g>",
	    "text 000000 10,20 size 6 angle -30.5 font 0 anchor 0 \"a  b\";"},
	{"<text>&lt;&#x26;#x41;</text>",
	    "text 000000 10,20 size 24 angle 0 font 0 anchor 0 \"<&#x41;\";"},
	/* A filled circle is a dot; those of one kind are one path. */
	{"<defs><circle id='c' r='1' stroke='currentColor' stroke-width='1'/>"
	    "<use id='d' xlink:href='#c' fill='currentColor'/></defs>"
	    "<use xlink:href='#d' x='1' y='1' color='#0000ff'/>"
	    "<use xlink:href='#d' transform='translate(2,2) scale(0.5)' "
	    "color='#0000ff'/>"
	    "<use xlink:href='#d' transform='translate(3,3) scale(0.5)' "
	    "color='#0000ff'/>",
	    "stroke 0000ff 6 round M12,22;stroke 0000ff 3 round M14,24 "
	    "M16,26;"},
};

static const char *const bad[] = {
	"<image/>", "<script/>", "<style/>", "<a><path d='M0,0 L1,1'/></a>",
	"<filter id='x'/>", "<g><svg width='1' height='1'/></g>",
	"<foreignObject/>", "<path d='M0,0 L1,1' onclick='x'/>",
	"<path d='M0,0 L1,1' style='x'/>", "<path d='M0,0 C1,1 2,2 3,3'/>",
	"<path d='L1,1'/>", "<path d='M0'/>", "<path d='M0,x'/>",
	"<path d='z'/>", "<path d='M1,1 z 2'/>", "<path d='M1e5,1'/>",
	"<path d='Mnan,1'/>",
	"<polygon points='1'/>", "<polygon points='1,1 z'/>",
	"<rect width='100%' height='1'/>", "<rect rx='1'/>",
	"<path fill='url(#p)' d='M0,0 L1,1'/>", "<path fill='red' d='M0,0'/>",
	"<path fill='rgb(300,0,0)' d='M0,0'/>",
	"<path fill='rgb(1,2)' d='M0,0'/>", "<path fill='#12345' d='M0,0'/>",
	"<g transform='skewX(3)'/>", "<g transform='rotate(1'/>",
	"<g transform='matrix(1 0 0 1 0 0)'/>", "<g font-family='Times'/>",
	"<g font-family='Noto Sans:Black'/>", "<g text-anchor='centre'/>",
	"<g stroke-linejoin='bevel'/>", "<g stroke-dasharray='none'/>",
	"<g>loose</g>", "<text><tspan>x</tspan></text>", "<text x='1'>a</text>",
	"<use xlink:href='#none'/>", "<use xlink:href='http://x/#y'/>",
	"<defs><path d='M0,0'/></defs>",
	"<defs><g id='a'><use xlink:href='#a'/></g></defs>",
	"<defs><use id='x' xlink:href='#x'/></defs><use xlink:href='#x'/>",
	"<defs><use id='x' xlink:href='#y'/><use id='y' xlink:href='#x'/>"
	    "</defs><use xlink:href='#x'/>",
	"<g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g><g/></g></g></g>"
	    "</g></g></g></g></g></g></g></g></g></g></g></g></g></g>",
	"<text>&#x1;</text>", "<path d='M0,0 L1,1'>", "]]>",
};

static const char *const bad_documents[] = {
	"", "x", "<html/>", "<svg/>",
	"<svg width='9' height='9' viewBox='0 0 8 9'/>",
	"<svg width='9' height='9' viewBox='1 0 9 9'/>",
	"<svg width='9' height='9' viewBox='0 0 9 9' onload='x'/>",
	"<!DOCTYPE svg><svg width='9' height='9' viewBox='0 0 9 9'/>",
	"<!DOCTYPE svg [<!ENTITY a SYSTEM '/etc/passwd'>]>"
	    "<svg width='9' height='9' viewBox='0 0 9 9'><title>&a;</title>"
	    "</svg>",
};

static int
read_into(struct notes *n, const char *svg)
{
	*n = (struct notes){.base = {.ops = &note_ops, .in_page = true}};
	return svgread_draw(&n->base, "test", svg, strlen(svg), 10, 20, 2);
}

/* The reasons go to stderr, one for each case; they are only counted. */
static size_t
count_reasons(const char *path)
{
	FILE *f = fopen(path, "r");
	size_t lines = 0;
	int c;

	while (f != NULL && (c = getc(f)) != EOF)
		lines += c == '\n';
	if (f != NULL)
		fclose(f);
	return lines;
}

int
main(void)
{
	char path[] = "/tmp/render_svgread.XXXXXX";
	struct arena *a = arena_new();
	struct notes n;
	size_t nbad = 0;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		const char *svg = arena_printf(a, HEAD "%s</svg>",
		    good[i].svg);

		if (read_into(&n, svg) != 0 ||
		    strcmp(n.text, good[i].want) != 0) {
			printf("%s\n  gave %s\n", good[i].svg, n.text);
			failures++;
		}
	}
	fflush(stderr);
	int saved = dup(2), fd = mkstemp(path);
	dup2(fd, 2);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++, nbad++)
		if (read_into(&n, arena_printf(a, HEAD "%s</svg>",
		    bad[i])) == 0) {
			printf("taken: %s\n", bad[i]);
			failures++;
		}
	for (size_t i = 0; i < sizeof(bad_documents) /
	    sizeof(bad_documents[0]); i++, nbad++)
		if (read_into(&n, bad_documents[i]) == 0) {
			printf("taken: %s\n", bad_documents[i]);
			failures++;
		}
	fflush(stderr);
	dup2(saved, 2);
	if (failures == 0 && count_reasons(path) != nbad) {
		printf("%zu reasons for %zu refusals\n", count_reasons(path),
		    nbad);
		failures++;
	}
	close(fd);
	unlink(path);
	arena_free(a);
	return failures == 0 ? 0 : 1;
}
