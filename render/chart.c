/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "render/chart.h"
#include "render/chart_gp.h"
#include "render/chart_layout.h"
#include "render/gnuplot.h"
#include "render/svgpub.h"
#include "render/svgread.h"

/* A chart on its way through gnuplot. */
struct drawing {
	const struct chart *chart;
	const char *dir, *name;
	enum chart_status status;	/* CHART_OK: has a script */
	const char *why;
	const char *svg;		/* NULL: not drawn */
	size_t svg_bytes;
};

/* Charts that one gnuplot draws. */
struct batch {
	size_t count;
	struct drawing *drawings;
	size_t nscripts;		/* of drawings that have one */
	struct gnuplot_job *job;	/* NULL: there is none */
};

/* Names go into scripts and file names. */
static bool
is_name(const char *name)
{
	return name[0] != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyz"
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")] == '\0';
}

static int
write_script(struct arena *a, const struct drawing *d,
    const struct layout *layout)
{
	struct file_replace *file = file_replace_begin(arena_printf(a,
	    "%s/%s.gp", d->dir, d->name));

	if (file == NULL)
		return -1;
	chart_gp_script(file_replace_stream(file), a, d->chart, layout,
	    d->name);
	return file_replace_commit(file);
}

static int
write_data(struct arena *a, const struct drawing *d,
    const struct layout *layout)
{
	struct file_replace *file = file_replace_begin(arena_printf(a,
	    "%s/%s.dat", d->dir, d->name));

	if (file == NULL)
		return -1;
	chart_gp_data(file_replace_stream(file), d->chart, layout);
	return file_replace_commit(file);
}

static enum chart_status
prepare(struct arena *a, struct fonts *f, struct drawing *d)
{
	if (!is_name(d->name) || d->chart->npanels < 1 ||
	    d->chart->npanels > CHART_MAX_PANELS ||
	    !(d->chart->width_pt >= 100 && d->chart->height_pt >= 60)) {
		warn_msg("chart \"%s\" of %g x %g pt with %zu panels: "
		    "no such chart", d->name, d->chart->width_pt,
		    d->chart->height_pt, d->chart->npanels);
		return CHART_FAILED;
	}
	const struct layout *layout = chart_layout(a, f, d->chart);
	if (layout == NULL)
		return CHART_NO_DATA;
	return write_script(a, d, layout) == 0 &&
	    write_data(a, d, layout) == 0 ? CHART_OK : CHART_FAILED;
}

/* What has a script and cannot be drawn. */
static void
give_up(struct batch *b, enum chart_status status, const char *why)
{
	for (size_t i = 0; i < b->count; i++) {
		if (b->drawings[i].status != CHART_OK)
			continue;
		b->drawings[i].status = status;
		b->drawings[i].why = why;
	}
}

static void
begin(struct arena *a, struct batch *b)
{
	const char *scripts[GNUPLOT_SCRIPTS_MOST];

	b->nscripts = 0;
	for (size_t i = 0; i < b->count; i++)
		if (b->drawings[i].status == CHART_OK)
			scripts[b->nscripts++] = arena_printf(a, "%s.gp",
			    b->drawings[i].name);
	if (b->nscripts == 0)
		return;
	switch (gnuplot_start(b->drawings[0].dir, b->nscripts, scripts,
	    &b->job)) {
	case GNUPLOT_OK:
		break;
	case GNUPLOT_MISSING:
		give_up(b, CHART_NO_GNUPLOT, NULL);
		break;
	default:
		give_up(b, CHART_GNUPLOT_FAILED,
		    "gnuplot could not be started");
	}
}

/* Scripts write one document each, one behind the other.  False: they have
 * not. */
static bool
divide(struct batch *b, const char *svg, size_t length)
{
	const char *begins[GNUPLOT_SCRIPTS_MOST + 1] = {svg};
	const char *next = svg;
	size_t count = 1, k = 0;

	/* In text and attributes, '<' is written as "&lt;". */
	while (b->nscripts > 1 && (next = strstr(next, "\n<?xml")) != NULL) {
		if (count == b->nscripts)
			return false;
		begins[count++] = ++next;
	}
	if (count < b->nscripts)
		return false;
	begins[count] = svg + length;
	for (size_t i = 0; i < b->count; i++) {
		struct drawing *d = &b->drawings[i];

		if (d->status != CHART_OK)
			continue;
		d->svg = begins[k];
		d->svg_bytes = (size_t)(begins[k + 1] - begins[k]);
		k++;
	}
	return true;
}

/* One that fails takes those behind it along: then each is drawn alone. */
static void
end(struct arena *a, struct batch *b)
{
	char *svg;
	size_t length;
	const char *why;

	if (b->job == NULL)
		return;
	if (gnuplot_wait(a, b->job, &svg, &length, &why) == GNUPLOT_OK &&
	    divide(b, svg, length))
		return;
	if (b->nscripts == 1) {
		give_up(b, CHART_GNUPLOT_FAILED, why);
		return;
	}
	for (size_t i = 0; i < b->count; i++) {
		struct batch alone = {.count = 1, .drawings = &b->drawings[i]};

		begin(a, &alone);
		end(a, &alone);
	}
}

/* The figure for the web is the same drawing, replayed on its own canvas. */
static enum chart_status
publish(struct arena *a, const struct drawing *d,
    struct chart_figure *figure)
{
	const struct chart *chart = d->chart;
	const struct canvas_info info = {
		.title = chart->title != NULL ? chart->title : d->name,
		.language = chart->language,
	};
	struct canvas *c = svgpub_open(arena_printf(a, "%s/%s.svg", d->dir,
	    d->name), &info, chart->description, chart->metadata);

	if (c == NULL)
		return CHART_FAILED;
	canvas_page_begin(c, chart->width_pt, chart->height_pt);
	if (chart_draw(c, figure, 0, 0, 1) == 0)
		return canvas_close(c) == 0 ? CHART_OK : CHART_FAILED;
	canvas_discard(c);
	canvas_close(c);
	figure->why = "what gnuplot drew is not understood";
	return CHART_GNUPLOT_FAILED;
}

static enum chart_status
finish(struct arena *a, const struct drawing *d, struct chart_figure *figure)
{
	*figure = (struct chart_figure){.why = d->why};
	if (d->svg == NULL)
		return d->status;
	*figure = (struct chart_figure){
		.width_pt = d->chart->width_pt,
		.height_pt = d->chart->height_pt,
		.name = arena_strdup(a, d->name),
		.svg = d->svg, .svg_bytes = d->svg_bytes,
	};
	return publish(a, d, figure);
}

void
chart_write_all(struct arena *a, struct fonts *f, size_t count,
    const struct chart *const *charts, const char *dir,
    const char *const *names, enum chart_status *statuses,
    struct chart_figure *figures)
{
	struct drawing *drawings = arena_array(a, count + 1,
	    sizeof(*drawings));
	struct batch drawn = {0};	/* by a gnuplot at work */

	/* While one gnuplot draws, the next charts are laid out. */
	for (size_t i = 0; i < count || drawn.count > 0; ) {
		struct batch next = {.drawings = &drawings[i]};

		for (; i < count && next.count < GNUPLOT_SCRIPTS_MOST; i++) {
			drawings[i] = (struct drawing){.chart = charts[i],
			    .dir = dir, .name = names[i]};
			drawings[i].status = prepare(a, f, &drawings[i]);
			next.count++;
		}
		begin(a, &next);
		end(a, &drawn);
		for (size_t k = 0; k < drawn.count; k++) {
			size_t at = (size_t)(drawn.drawings - drawings) + k;

			statuses[at] = finish(a, &drawings[at], &figures[at]);
		}
		drawn = next;
	}
}

enum chart_status
chart_write(struct arena *a, struct fonts *f, const struct chart *chart,
    const char *dir, const char *name, struct chart_figure *figure_out)
{
	enum chart_status status;

	chart_write_all(a, f, 1, &chart, dir, &name, &status, figure_out);
	return status;
}

int
chart_draw(struct canvas *c, const struct chart_figure *figure, double x,
    double y, double scale)
{
	return svgread_draw(c, figure->name, figure->svg, figure->svg_bytes, x,
	    y, scale);
}
