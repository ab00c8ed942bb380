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
	struct gnuplot_job *job;	/* NULL: there is none */
	enum chart_status status;
	const char *why;
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
begin(struct arena *a, struct fonts *f, struct drawing *d)
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
	if (write_script(a, d, layout) != 0 || write_data(a, d, layout) != 0)
		return CHART_FAILED;
	switch (gnuplot_start(d->dir, arena_printf(a, "%s.gp", d->name),
	    &d->job)) {
	case GNUPLOT_OK:
		return CHART_OK;
	case GNUPLOT_MISSING:
		return CHART_NO_GNUPLOT;
	default:
		d->why = "gnuplot could not be started";
		return CHART_GNUPLOT_FAILED;
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
finish(struct arena *a, struct drawing *d, struct chart_figure *figure_out)
{
	char *svg;
	size_t length;

	*figure_out = (struct chart_figure){.why = d->why};
	if (d->job == NULL)
		return d->status;
	enum gnuplot_status status = gnuplot_wait(a, d->job, &svg, &length,
	    &figure_out->why);
	d->job = NULL;
	if (status != GNUPLOT_OK)
		return CHART_GNUPLOT_FAILED;
	*figure_out = (struct chart_figure){
		.width_pt = d->chart->width_pt,
		.height_pt = d->chart->height_pt,
		.name = arena_strdup(a, d->name),
		.svg = svg, .svg_bytes = length,
	};
	return publish(a, d, figure_out);
}

void
chart_write_all(struct arena *a, struct fonts *f, size_t count,
    const struct chart *const *charts, const char *dir,
    const char *const *names, enum chart_status *statuses,
    struct chart_figure *figures)
{
	struct drawing *drawings = arena_array(a, count + 1,
	    sizeof(*drawings));

	/* While one gnuplot draws, the next chart is laid out and started. */
	for (size_t i = 0; i <= count; i++) {
		if (i < count) {
			drawings[i] = (struct drawing){
				.chart = charts[i], .dir = dir,
				.name = names[i],
			};
			drawings[i].status = begin(a, f, &drawings[i]);
		}
		if (i > 0)
			statuses[i - 1] = finish(a, &drawings[i - 1],
			    &figures[i - 1]);
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
