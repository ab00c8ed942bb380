/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "base/file.h"
#include "base/units.h"
#include "render/fig_head.h"
#include "render/fig_ratio.h"
#include "render/lang.h"
#include "render/style.h"

#define ROW_PT 15.0
#define TITLE_SIZE_PT 8.5
#define HEAD_PT 13.0			/* a line of column labels */
#define LABEL_PT 34.0			/* the row labels */
#define SIZE_PT 7.0
#define MARK_PT 3.2

#define ABOVE 0x2f6fb0
#define BELOW 0xd9822b
#define STRONGEST 0.62			/* tint at which black is still read */

struct view {
	struct fig fig;
	const struct ratio *r;
	double left, top, cell;
};

static double
title_height(struct fonts *f, struct arena *a, const struct ratio *r)
{
	char **lines;
	double y = FIG_EDGE_PT;

	if (r->title != NULL)
		y += TITLE_SIZE_PT * 1.35 * (double)fonts_wrap(f, a,
		    FONT_BOLD, TITLE_SIZE_PT, r->width_pt - 2 * FIG_EDGE_PT,
		    r->title, &lines);
	if (r->subtitle != NULL)
		y += SIZE_PT * 1.35 * (double)fonts_wrap(f, a, FONT_REGULAR,
		    SIZE_PT, r->width_pt - 2 * FIG_EDGE_PT, r->subtitle,
		    &lines);
	return y;
}

double
ratio_height(struct fonts *f, const struct ratio *r)
{
	struct arena *a = arena_new();
	double height = title_height(f, a, r) + 2 * HEAD_PT + 4 +
	    ROW_PT * (double)r->nrows + FIG_EDGE_PT;

	arena_free(a);
	return height;
}

static void
text_at(const struct view *v, double x, double y, enum canvas_anchor anchor,
    enum canvas_font font, double size_pt, uint32_t rgb, const char *text)
{
	fig_text(&v->fig, (struct canvas_point){x, y}, text,
	    (struct canvas_text){.size_pt = size_pt, .rgb = rgb, .font = font,
	    .anchor = anchor});
}

static double
wrapped(const struct view *v, double y, enum canvas_font font, double size_pt,
    uint32_t rgb, const char *text)
{
	char **lines;

	if (text == NULL)
		return y;
	size_t count = fonts_wrap(v->fig.fonts, v->fig.arena, font, size_pt,
	    v->r->width_pt - 2 * FIG_EDGE_PT, text, &lines);
	for (size_t i = 0; i < count; i++) {
		y += size_pt * 1.35;
		text_at(v, FIG_EDGE_PT, y - size_pt * 0.35, ANCHOR_START,
		    font, size_pt, rgb, lines[i]);
	}
	return y;
}

static void
shape(const struct view *v, const struct canvas_point *points, size_t count,
    uint32_t rgb, double alpha)
{
	struct canvas_point placed[4];
	size_t start = 0;

	for (size_t i = 0; i < count; i++)
		placed[i] = fig_place(&v->fig, points[i]);
	canvas_fill(v->fig.canvas, &(struct canvas_path){.npoints = count,
	    .nruns = 1, .points = placed, .starts = &start, .closed = true,
	    .crisp = count == 4}, rgb, alpha);
}

/* A triangle whose tip points up or down. */
static void
draw_mark(const struct view *v, double x, double y, bool up)
{
	double tip = up ? y - MARK_PT * 0.8 : y + MARK_PT * 0.8;
	double foot = up ? y + MARK_PT * 0.8 : y - MARK_PT * 0.8;

	shape(v, (const struct canvas_point[]){{x - MARK_PT * 0.8, foot},
	    {x + MARK_PT * 0.8, foot}, {x, tip}}, 3, STYLE_INK, 1);
}

static void
draw_cell(const struct view *v, size_t row, size_t column)
{
	double value = v->r->values[row * v->r->ncolumns + column];
	double x = v->left + v->cell * (double)column;
	double y = v->top + ROW_PT * (double)row;
	double base = y + ROW_PT / 2 + SIZE_PT * 0.35;

	if (!isfinite(value) || value <= 0) {
		text_at(v, x + v->cell / 2, base, ANCHOR_MIDDLE, FONT_REGULAR,
		    SIZE_PT, STYLE_GREY, LANG_UNKNOWN);
		return;
	}
	double tint = fmin(fabs(log2(value / 100)), 1) * STRONGEST;
	bool even = value >= 99.5 && value < 100.5;
	shape(v, (const struct canvas_point[]){{x + 0.4, y + 0.4},
	    {x + v->cell - 0.4, y + 0.4}, {x + v->cell - 0.4, y + ROW_PT -
	    0.4}, {x + 0.4, y + ROW_PT - 0.4}}, 4, even ? STYLE_PALE :
	    value > 100 ? ABOVE : BELOW, even ? 0.5 : fmax(tint, 0.08));
	if (!even && v->cell > 18)
		draw_mark(v, x + 4.5, y + ROW_PT / 2, value > 100);
	enum canvas_font font = value > 100 && !even ? FONT_BOLD :
	    FONT_REGULAR;
	const char *number = lang_number(v->fig.arena, v->r->lang,
	    round(value), 0);
	double size = SIZE_PT;
	while (size > 5 && fonts_width(v->fig.fonts, font, size, number) >
	    v->cell - 11)
		size -= 0.5;
	text_at(v, x + v->cell - 2.5, base, ANCHOR_END, font, size, STYLE_INK,
	    number);
}

static void
draw_heads(const struct view *v)
{
	const struct ratio *r = v->r;

	text_at(v, v->left - 5, v->top - 5, ANCHOR_END, FONT_REGULAR, SIZE_PT,
	    STYLE_GREY, r->row_title);
	text_at(v, v->left + v->cell * (double)r->ncolumns / 2, v->top - 5 -
	    HEAD_PT + 2, ANCHOR_MIDDLE, FONT_REGULAR, SIZE_PT, STYLE_GREY,
	    r->column_title);
	for (size_t k = 0; k < r->ncolumns; k++)
		text_at(v, v->left + v->cell * ((double)k + 1) - 3.5,
		    v->top - 5, ANCHOR_END, FONT_REGULAR, SIZE_PT, STYLE_INK,
		    r->columns[k]);
	for (size_t i = 0; i < r->nrows; i++)
		text_at(v, v->left - 5, v->top + ROW_PT * ((double)i + 0.5) +
		    SIZE_PT * 0.35, ANCHOR_END, FONT_REGULAR, SIZE_PT,
		    STYLE_INK, r->rows[i]);
	fig_line(&v->fig, (struct canvas_point){v->left, v->top},
	    (struct canvas_point){v->left + v->cell * (double)r->ncolumns,
	    v->top}, STYLE_HAIR_PT, STYLE_LINE);
}

/* The room for row labels and their title. */
static double
label_width(const struct view *v)
{
	double most = fonts_width(v->fig.fonts, FONT_REGULAR, SIZE_PT,
	    v->r->row_title);

	for (size_t i = 0; i < v->r->nrows; i++)
		most = fmax(most, fonts_width(v->fig.fonts, FONT_REGULAR,
		    SIZE_PT, v->r->rows[i]));
	return fmin(fmax(most + 5, LABEL_PT), v->r->width_pt / 3);
}

/* Where the cells lie. */
static void
measure(struct view *v)
{
	v->left = FIG_EDGE_PT + label_width(v);
	v->top = title_height(v->fig.fonts, v->fig.arena, v->r) +
	    2 * HEAD_PT + 4;
	v->cell = fmin((v->r->width_pt - FIG_EDGE_PT - v->left) /
	    (double)v->r->ncolumns, 46);
}

void
ratio_middles(struct fonts *f, const struct ratio *r,
    struct canvas_point *middles)
{
	struct arena *a = arena_new();
	struct view v = {.fig = {.fonts = f, .arena = a}, .r = r};

	measure(&v);
	for (size_t i = 0; i < r->nrows * r->ncolumns; i++)
		middles[i] = (struct canvas_point){v.left + v.cell *
		    ((double)(i % r->ncolumns) + 0.5), v.top + ROW_PT *
		    ((double)(i / r->ncolumns) + 0.5)};
	arena_free(a);
}

void
ratio_draw(struct canvas *c, struct fonts *f, const struct ratio *r, double x,
    double y, double scale)
{
	struct arena *a = arena_new();
	struct view v = {.fig = {c, f, a, x, y, scale}, .r = r};

	wrapped(&v, wrapped(&v, FIG_EDGE_PT - 2, FONT_BOLD, TITLE_SIZE_PT,
	    STYLE_INK, r->title), FONT_REGULAR, SIZE_PT, STYLE_GREY,
	    r->subtitle);
	measure(&v);
	draw_heads(&v);
	for (size_t i = 0; i < r->nrows; i++)
		for (size_t k = 0; k < r->ncolumns; k++)
			draw_cell(&v, i, k);
	arena_free(a);
}

static int
write_numbers(const struct ratio *r, const char *dir, const char *name)
{
	struct file_replace *file = fig_numbers_open(dir, name);

	if (file == NULL)
		return -1;
	FILE *out = file_replace_stream(file);
	fputc('#', out);
	for (size_t k = 0; k < r->ncolumns; k++)
		fprintf(out, "\t%s", r->columns[k]);
	fputc('\n', out);
	for (size_t i = 0; i < r->nrows; i++) {
		fputs(r->rows[i], out);
		for (size_t k = 0; k < r->ncolumns; k++) {
			double value = r->values[i * r->ncolumns + k];
			char number[UNITS_TEXT] = "NaN";

			if (isfinite(value))
				units_format_double(number, sizeof(number),
				    value);
			fprintf(out, "\t%s", number);
		}
		fputc('\n', out);
	}
	return file_replace_commit(file);
}

int
ratio_write(struct fonts *f, const struct ratio *r, const char *dir,
    const char *name)
{
	struct canvas *c = fig_page_open(dir, name, &(struct fig_page){
	    .title = r->title, .language = r->language,
	    .description = r->description, .metadata = r->metadata,
	    .width_pt = r->width_pt, .height_pt = ratio_height(f, r)});

	if (c == NULL)
		return -1;
	ratio_draw(c, f, r, 0, 0, 1);
	canvas_page_end(c);
	return canvas_close(c) != 0 ? -1 : write_numbers(r, dir, name);
}
