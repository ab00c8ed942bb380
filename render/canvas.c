/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/report.h"
#include "render/canvas.h"
#include "render/canvas_backend.h"

/* Far outside any page, and inside what every back end can write. */
#define FARTHEST_PT 30000.0

#define IMAGE_DPI 288.0
#define IMAGE_MOST 8e6			/* pixels, after enlarging */

void
canvas_fail(struct canvas *c, const char *format, ...)
{
	char reason[512];
	va_list args;

	if (c->failed)
		return;
	c->failed = true;
	va_start(args, format);
	vsnprintf(reason, sizeof(reason), format, args);
	va_end(args);
	warn_msg("%s", reason);
}

const struct canvas_point *
canvas_run(const struct canvas_path *path, size_t i, size_t *npoints_out)
{
	size_t begin = path->starts[i];
	size_t end = i + 1 < path->nruns ? path->starts[i + 1] : path->npoints;

	*npoints_out = end - begin;
	return path->points + begin;
}

static unsigned
repeats(double size_pt, unsigned count)
{
	double n = ceil(size_pt / 72 * IMAGE_DPI / count);

	return n < 1 ? 1 : n > 64 ? 64 : (unsigned)n;
}

uint8_t *
canvas_enlarge(struct canvas *c, double width, double height,
    unsigned *columns, unsigned *rows, const uint8_t *rgb)
{
	unsigned nx = repeats(width, *columns), ny = repeats(height, *rows);

	while ((double)nx * *columns * ny * *rows > IMAGE_MOST &&
	    (nx > 1 || ny > 1)) {
		nx = nx > 1 ? nx / 2 : 1;
		ny = ny > 1 ? ny / 2 : 1;
	}
	size_t wide = (size_t)nx * *columns, high = (size_t)ny * *rows;
	uint8_t *large = malloc(wide * high * 3);
	if (large == NULL) {
		canvas_fail(c, "an image of %zu x %zu pixels: no memory", wide,
		    high);
		return NULL;
	}
	for (size_t j = 0; j < high; j++)
		for (size_t i = 0; i < wide; i++)
			memcpy(large + (j * wide + i) * 3,
			    rgb + (j / ny * *columns + i / nx) * 3, 3);
	*columns = (unsigned)wide;
	*rows = (unsigned)high;
	return large;
}

static bool
is_place(double x, double y)
{
	return fabs(x) <= FARTHEST_PT && fabs(y) <= FARTHEST_PT;
}

/* may_draw() is false when a call cannot or need not reach the back end. */
static bool
may_draw(struct canvas *c, double x, double y)
{
	if (c->failed)
		return false;
	if (!c->in_page)
		canvas_fail(c, "drawing outside a page");
	else if (!is_place(x, y))
		canvas_fail(c, "drawing at %g, %g: no such place", x, y);
	return !c->failed;
}

static bool
may_draw_path(struct canvas *c, const struct canvas_path *path)
{
	for (size_t i = 0; i < path->npoints; i++)
		if (!may_draw(c, path->points[i].x, path->points[i].y))
			return false;
	return path->npoints > 0 && path->nruns > 0;
}

static bool
may_draw_rect(struct canvas *c, double x, double y, double width,
    double height)
{
	return may_draw(c, x, y) && may_draw(c, width, height) && width > 0 &&
	    height > 0;
}

int
canvas_close(struct canvas *c)
{
	if (c == NULL)
		return -1;
	if (c->in_page)
		canvas_page_end(c);
	return c->ops->close(c, !c->failed);
}

void
canvas_discard(struct canvas *c)
{
	c->failed = true;
}

void
canvas_page_begin(struct canvas *c, double width_pt, double height_pt)
{
	if (c->in_page)
		canvas_page_end(c);
	if (c->failed)
		return;
	/* 14 400 is the largest page of PDF. */
	if (!(width_pt >= 3 && width_pt <= 14400 && height_pt >= 3 &&
	    height_pt <= 14400)) {
		canvas_fail(c, "a page of %g x %g pt", width_pt, height_pt);
		return;
	}
	c->ops->page_begin(c, width_pt, height_pt);
	c->in_page = !c->failed;
}

void
canvas_page_end(struct canvas *c)
{
	canvas_clip_end(c);
	if (!c->failed && c->in_page)
		c->ops->page_end(c);
	c->in_page = false;
}

void
canvas_fill(struct canvas *c, const struct canvas_path *path, uint32_t rgb,
    double alpha)
{
	if (may_draw_path(c, path) && alpha > 0)
		c->ops->fill(c, path, rgb, alpha);
}

void
canvas_stroke(struct canvas *c, const struct canvas_path *path,
    const struct canvas_stroke *stroke)
{
	if (may_draw_path(c, path) && stroke->alpha > 0)
		c->ops->stroke(c, path, stroke);
}

void
canvas_text(struct canvas *c, const struct canvas_text *t, const char *utf8)
{
	if (may_draw(c, t->x, t->y) && utf8 != NULL && utf8[0] != '\0' &&
	    t->size_pt > 0 && t->size_pt <= 600)
		c->ops->text(c, t, utf8);
}

void
canvas_image(struct canvas *c, double x, double y, double width, double height,
    unsigned columns, unsigned rows, const uint8_t *rgb)
{
	if (may_draw_rect(c, x, y, width, height) && columns > 0 && rows > 0)
		c->ops->image(c, x, y, width, height, columns, rows, rgb);
}

void
canvas_clip(struct canvas *c, double x, double y, double width, double height)
{
	if (c->clipped || !may_draw_rect(c, x, y, width, height))
		return;
	c->clipped = true;
	c->ops->clip(c, x, y, width, height);
}

void
canvas_clip_end(struct canvas *c)
{
	if (c->clipped && !c->failed && c->in_page)
		c->ops->clip_end(c);
	c->clipped = false;
}

void
canvas_outline(struct canvas *c, unsigned level, const char *title)
{
	if (c->ops->outline != NULL && may_draw(c, 0, 0))
		c->ops->outline(c, level, title);
}

void
canvas_page_label(struct canvas *c, const char *label)
{
	if (c->ops->page_label != NULL && may_draw(c, 0, 0))
		c->ops->page_label(c, label);
}

void
canvas_link_page(struct canvas *c, double x, double y, double width,
    double height, unsigned page)
{
	if (c->ops->link_page != NULL && may_draw_rect(c, x, y, width, height))
		c->ops->link_page(c, x, y, width, height, page);
}

void
canvas_link_uri(struct canvas *c, double x, double y, double width,
    double height, const char *uri)
{
	if (c->ops->link_uri != NULL && may_draw_rect(c, x, y, width, height))
		c->ops->link_uri(c, x, y, width, height, uri);
}

static const size_t one_run[] = {0};

void
canvas_rect(struct canvas *c, double x, double y, double width, double height,
    uint32_t rgb)
{
	const struct canvas_point corners[] = {
		{x, y}, {x + width, y}, {x + width, y + height},
		{x, y + height},
	};
	const struct canvas_path path = {
		.npoints = 4, .points = corners, .nruns = 1, .starts = one_run,
		.closed = true,
	};

	canvas_fill(c, &path, rgb, 1);
}

void
canvas_put(struct canvas *c, double x, double y, double size_pt,
    enum canvas_font font, uint32_t rgb, enum canvas_anchor anchor,
    const char *text)
{
	canvas_text(c, &(struct canvas_text){.x = x, .y = y,
	    .size_pt = size_pt, .rgb = rgb, .font = font, .anchor = anchor},
	    text);
}

void
canvas_line(struct canvas *c, double x1, double y1, double x2, double y2,
    double width_pt, uint32_t rgb)
{
	const struct canvas_point ends[] = {{x1, y1}, {x2, y2}};
	const struct canvas_path path = {
		.npoints = 2, .points = ends, .nruns = 1, .starts = one_run,
	};
	const struct canvas_stroke stroke = {
		.rgb = rgb, .alpha = 1, .width_pt = width_pt,
	};

	canvas_stroke(c, &path, &stroke);
}

void
canvas_frame(struct canvas *c, double x, double y, double width, double height,
    double width_pt, uint32_t rgb)
{
	const struct canvas_point corners[] = {
		{x, y}, {x + width, y}, {x + width, y + height},
		{x, y + height},
	};
	const struct canvas_path path = {
		.npoints = 4, .points = corners, .nruns = 1, .starts = one_run,
		.closed = true,
	};
	const struct canvas_stroke stroke = {
		.rgb = rgb, .alpha = 1, .width_pt = width_pt,
	};

	canvas_stroke(c, &path, &stroke);
}
