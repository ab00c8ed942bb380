/* SPDX-License-Identifier: BSD-2-Clause */
#include "render/fig_head.h"
#include "render/style.h"
#include "render/svgpub.h"

#define TITLE_PT 10.0

struct canvas_point
fig_place(const struct fig *fig, struct canvas_point p)
{
	return (struct canvas_point){fig->x + fig->scale * p.x,
	    fig->y + fig->scale * p.y};
}

void
fig_line(const struct fig *fig, struct canvas_point from,
    struct canvas_point to, double width_pt, uint32_t rgb)
{
	struct canvas_point p = fig_place(fig, from), q = fig_place(fig, to);

	if (fig->canvas == NULL)
		return;
	canvas_line(fig->canvas, p.x, p.y, q.x, q.y, width_pt * fig->scale,
	    rgb);
}

void
fig_text(const struct fig *fig, struct canvas_point at, const char *text,
    struct canvas_text t)
{
	struct canvas_point p = fig_place(fig, at);

	if (fig->canvas == NULL)
		return;
	t.x = p.x;
	t.y = p.y;
	t.size_pt *= fig->scale;
	canvas_text(fig->canvas, &t, text);
}

static double
draw_lines(const struct fig *fig, const char *words, enum canvas_font font,
    double size_pt, uint32_t rgb, double width_pt, double baseline)
{
	char **lines;

	if (words == NULL || words[0] == '\0')
		return baseline;
	size_t count = fonts_wrap(fig->fonts, fig->arena, font, size_pt,
	    width_pt - 2 * FIG_EDGE_PT, text_clean(fig->arena, words), &lines);
	for (size_t i = 0; i < count; i++, baseline += size_pt * 1.35)
		fig_text(fig, (struct canvas_point){FIG_EDGE_PT, baseline},
		    lines[i], (struct canvas_text){.size_pt = size_pt,
		    .rgb = rgb, .font = font});
	return baseline;
}

double
fig_head_draw(const struct fig *fig, const char *title, const char *subtitle,
    double width_pt)
{
	double y = draw_lines(fig, title, FONT_BOLD, TITLE_PT, STYLE_INK,
	    width_pt, FIG_EDGE_PT + 8);

	return draw_lines(fig, subtitle, FONT_REGULAR, FIG_TEXT_PT, STYLE_GREY,
	    width_pt, y + 0.5);
}

struct canvas *
fig_page_open(const char *dir, const char *name, const struct fig_page *page)
{
	const struct canvas_info info = {
		.title = page->title != NULL ? page->title : name,
		.language = page->language,
	};
	struct arena *a = arena_new();
	struct canvas *c = svgpub_open(arena_printf(a, "%s/%s.svg", dir, name),
	    &info, page->description, page->metadata);

	if (c != NULL)
		canvas_page_begin(c, page->width_pt, page->height_pt);
	arena_free(a);
	return c;
}

struct file_replace *
fig_numbers_open(const char *dir, const char *name)
{
	struct arena *a = arena_new();
	struct file_replace *file = file_replace_begin(arena_printf(a,
	    "%s/%s.dat", dir, name));

	arena_free(a);
	return file;
}
