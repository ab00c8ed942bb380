/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "base/file.h"
#include "base/units.h"
#include "render/fig_head.h"
#include "render/fig_hbars.h"
#include "render/figures.h"
#include "render/lang.h"
#include "render/style.h"

#define ROW_PT 13.0
#define BAR_PT 9.0
#define GROUP_PT 18.0			/* its title */
#define GROUP_GAP_PT 7.0
#define NAME_GAP_PT 6.0
#define MOST_NAME_PT 190.0
#define NUMBER_PT 84.0			/* behind the longest bar */
#define HATCH_PT 4.0

struct view {
	struct fig fig;
	const struct hbars *h;
	double left, right;		/* of the longest bar */
	double most;
};

/* Where the first group begins. */
static double
head_height(struct fonts *f, struct arena *a, const struct hbars *h)
{
	double y = FIG_EDGE_PT + 8;
	char **lines;

	if (h->title != NULL)
		y += 13.5 * (double)fonts_wrap(f, a, FONT_BOLD, 10,
		    FIGURE_WIDTH_PT - 2 * FIG_EDGE_PT, h->title, &lines);
	if (h->subtitle != NULL)
		y += 0.5 + FIG_TEXT_PT * 1.35 * (double)fonts_wrap(f, a,
		    FONT_REGULAR, FIG_TEXT_PT, FIGURE_WIDTH_PT -
		    2 * FIG_EDGE_PT, h->subtitle, &lines);
	return y;
}

double
hbars_height(struct fonts *f, const struct hbars *h)
{
	struct arena *a = arena_new();
	double y = head_height(f, a, h);

	for (size_t i = 0; i < h->ngroups; i++)
		y += GROUP_PT + GROUP_GAP_PT +
		    ROW_PT * (double)h->groups[i].nbars;
	arena_free(a);
	return y + FIG_EDGE_PT;
}

static void
measure(struct view *v)
{
	double name = 0;

	for (size_t i = 0; i < v->h->ngroups; i++)
		for (size_t k = 0; k < v->h->groups[i].nbars; k++) {
			const struct hbar *b = &v->h->groups[i].bars[k];

			name = fmax(name, fonts_width(v->fig.fonts,
			    FONT_REGULAR, FIG_TEXT_PT, b->name));
			v->most = fmax(v->most, b->value);
		}
	v->left = FIG_EDGE_PT + fmin(name, MOST_NAME_PT) + NAME_GAP_PT;
	v->right = FIGURE_WIDTH_PT - NUMBER_PT;
}

static void
fill_rectangle(struct canvas *c, double x, double y, double width,
    double height, uint32_t rgb, double alpha)
{
	struct canvas_point points[] = {{x, y}, {x + width, y},
	    {x + width, y + height}, {x, y + height}};
	size_t start = 0;

	canvas_fill(c, &(struct canvas_path){.npoints = 4, .nruns = 1,
	    .points = points, .starts = &start, .closed = true}, rgb, alpha);
}

/* Strokes from lower left to upper right, or from upper left to lower right,
 * cut at the ends. */
static void
hatch(struct canvas *c, double x, double y, double width, double height,
    double scale, uint32_t rgb, bool rising)
{
	double step = HATCH_PT * scale;

	for (double at = x - height + step; at < x + width; at += step) {
		double from = fmax(at, x), to = fmin(at + height, x + width);
		double begin = from - at, end = to - at;

		if (to > from)
			canvas_line(c, from, rising ? y + height - begin :
			    y + begin, to, rising ? y + height - end :
			    y + end, 1.1 * scale, rgb);
	}
}

void
hbar_fill(struct canvas *c, const struct hbar *look, double x, double y,
    double width, double height, double scale)
{
	uint32_t strokes = look->open ? look->rgb : 0xffffff;
	double edge = 0.4 * scale;

	fill_rectangle(c, x, y, width, height, look->rgb, look->open ? 0.18 :
	    1);
	if (look->variant % 4 == 1 || look->variant % 4 == 3)
		hatch(c, x, y, width, height, scale, strokes, true);
	if (look->variant % 4 >= 2)
		hatch(c, x, y, width, height, scale, strokes, false);
	if (look->open || look->variant > 0)
		canvas_frame(c, x + edge, y + edge, fmax(width - 2 * edge, 0.2 *
		    scale), height - 2 * edge, 2 * edge, look->rgb);
}

static double
bar_width(const struct view *v, const struct hbar *b)
{
	return fmax((v->right - v->left) * b->value / v->most, 0.6);
}

static void
draw_bar(const struct view *v, const struct hbar *b, double best, double y)
{
	double width = bar_width(v, b);
	double top = y + (ROW_PT - BAR_PT) / 2;
	struct arena *a = v->fig.arena;

	fig_text(&v->fig, (struct canvas_point){v->left - NAME_GAP_PT,
	    y + ROW_PT / 2 + FIG_TEXT_PT * 0.35}, fonts_fit(v->fig.fonts, a,
	    FONT_REGULAR, FIG_TEXT_PT, MOST_NAME_PT, b->name),
	    (struct canvas_text){.size_pt = FIG_TEXT_PT, .rgb = STYLE_INK,
	    .anchor = ANCHOR_END});
	struct canvas_point corner = fig_place(&v->fig, (struct canvas_point){
	    v->left, top});
	hbar_fill(v->fig.canvas, b, corner.x, corner.y, width * v->fig.scale,
	    BAR_PT * v->fig.scale, v->fig.scale);
	const char *number = lang_figures(a, v->h->lang, b->value, 3);
	if (b->about)
		number = arena_printf(a, "\u2248%s", number);
	double x = v->left + width + 5;
	double base = y + ROW_PT / 2 + FIG_TEXT_PT * 0.35;
	fig_text(&v->fig, (struct canvas_point){x, base}, number,
	    (struct canvas_text){.size_pt = FIG_TEXT_PT, .rgb = STYLE_INK,
	    .font = FONT_BOLD});
	x += fonts_width(v->fig.fonts, FONT_BOLD, FIG_TEXT_PT, number);
	if (b->marked) {
		fig_text(&v->fig, (struct canvas_point){x + 2, base},
		    "\u2021", (struct canvas_text){.size_pt = FIG_TEXT_PT,
		    .rgb = STYLE_GREY});
		x += 5;
	}
	if (b->value == best || best == 0)
		return;
	fig_text(&v->fig, (struct canvas_point){x + 5, base},
	    arena_printf(a, "%s %%", lang_figures(a, v->h->lang, 100 *
	    b->value / best, 2)), (struct canvas_text){
	    .size_pt = FIG_TEXT_PT, .rgb = STYLE_GREY});
}

static double
draw_group(const struct view *v, const struct hbar_group *g, double y)
{
	double top;

	fig_text(&v->fig, (struct canvas_point){v->left, y + 11}, g->title,
	    (struct canvas_text){.size_pt = 8, .rgb = STYLE_INK,
	    .font = FONT_BOLD});
	top = y + GROUP_PT - 2;
	y += GROUP_PT;
	for (size_t i = 0; i < g->nbars; i++, y += ROW_PT)
		draw_bar(v, &g->bars[i], g->best, y);
	fig_line(&v->fig, (struct canvas_point){v->left, top},
	    (struct canvas_point){v->left, y + 2}, 0.6, STYLE_GREY);
	return y + GROUP_GAP_PT;
}

void
hbars_draw(struct canvas *c, struct fonts *f, const struct hbars *h, double x,
    double y, double scale)
{
	struct arena *a = arena_new();
	struct view v = {.fig = {c, f, a, x, y, scale}, .h = h};
	double at;

	fig_head_draw(&v.fig, h->title, h->subtitle, FIGURE_WIDTH_PT);
	measure(&v);
	at = head_height(f, a, h);
	for (size_t i = 0; i < h->ngroups; i++)
		at = draw_group(&v, &h->groups[i], at);
	arena_free(a);
}

void
hbars_ends(struct fonts *f, const struct hbars *h, struct hbar_end *ends)
{
	struct arena *a = arena_new();
	struct view v = {.fig = {.fonts = f, .arena = a}, .h = h};
	double y = head_height(f, a, h);

	measure(&v);
	for (size_t i = 0; i < h->ngroups; i++) {
		const struct hbar_group *g = &h->groups[i];

		y += GROUP_PT;
		for (size_t k = 0; k < g->nbars; k++, y += ROW_PT) {
			double width = bar_width(&v, &g->bars[k]);

			*ends++ = (struct hbar_end){{v.left + width, y +
			    ROW_PT / 2}, width};
		}
		y += GROUP_GAP_PT;
	}
	arena_free(a);
}

static int
write_numbers(const struct hbars *h, const char *dir, const char *name)
{
	struct file_replace *file = fig_numbers_open(dir, name);

	if (file == NULL)
		return -1;
	FILE *out = file_replace_stream(file);
	fprintf(out, "# group\tname\t%s\n", h->unit);
	for (size_t i = 0; i < h->ngroups; i++)
		for (size_t k = 0; k < h->groups[i].nbars; k++) {
			char number[UNITS_TEXT];

			fprintf(out, "%s\t%s\t%s\n", h->groups[i].title,
			    h->groups[i].bars[k].name, units_format_double(
			    number, sizeof(number),
			    h->groups[i].bars[k].value));
		}
	return file_replace_commit(file);
}

int
hbars_write(struct fonts *f, const struct hbars *h, const char *dir,
    const char *name)
{
	struct canvas *c = fig_page_open(dir, name, &(struct fig_page){
	    .title = h->title, .language = h->language,
	    .description = h->description, .metadata = h->metadata,
	    .width_pt = FIGURE_WIDTH_PT, .height_pt = hbars_height(f, h)});

	if (c == NULL)
		return -1;
	hbars_draw(c, f, h, 0, 0, 1);
	canvas_page_end(c);
	return canvas_close(c) != 0 ? -1 : write_numbers(h, dir, name);
}
