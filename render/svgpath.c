/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "base/report.h"
#include "render/svgpath.h"

void
svgpath_begin(struct svgpath *p)
{
	p->npoints = p->nruns = 0;
	p->open = false;
}

/* Without memory the program ends, as with an arena; paths are freed one by one
 * because a figure's are many. */
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

void
svgpath_move(struct svgpath *p)
{
	/* A move that nothing follows draws nothing. */
	if (p->nruns > 0 && p->starts[p->nruns - 1] + 1 == p->npoints) {
		p->npoints--;
		p->nruns--;
	}
	p->starts = more_room(p->starts, p->nruns, &p->run_room,
	    sizeof(*p->starts));
	p->starts[p->nruns++] = p->npoints;
}

void
svgpath_point(struct svgpath *p, const struct svg_state *s, double x, double y)
{
	p->points = more_room(p->points, p->npoints, &p->point_room,
	    sizeof(*p->points));
	p->points[p->npoints++] = svg_apply(&s->m, x, y);
}

/* A dot is a round cap without a line: exact, and far shorter in a file than
 * a polygon of its outline. */
void
svgpath_flush(struct svgpath *p)
{
	const struct canvas_path path = {
		.npoints = p->ndots, .points = p->dots,
		.nruns = p->ndots, .starts = p->dot_starts,
	};
	const struct canvas_stroke stroke = {
		.rgb = p->dot_rgb, .alpha = 1, .width_pt = p->dot_width,
		.round = true,
	};

	if (p->ndots > 0)
		canvas_stroke(p->canvas, &path, &stroke);
	p->ndots = 0;
}

void
svgpath_dot(struct svgpath *p, struct canvas_point at, double width,
    uint32_t rgb)
{
	if (p->ndots > 0 && (rgb != p->dot_rgb ||
	    fabs(width - p->dot_width) > 1e-9))
		svgpath_flush(p);
	p->dots = more_room(p->dots, p->ndots, &p->dot_room,
	    sizeof(*p->dots));
	p->dot_starts = more_room(p->dot_starts, p->ndots, &p->dot_run_room,
	    sizeof(*p->dot_starts));
	p->dot_starts[p->ndots] = p->ndots;
	p->dots[p->ndots++] = at;
	p->dot_rgb = rgb;
	p->dot_width = width;
}

/* A run is a line of its own: whether gnuplot puts the next line into the same
 * path differs from version to version. */
static void
stroke_runs(struct svgpath *p, const struct canvas_path *path,
    const struct canvas_stroke *stroke)
{
	static const size_t start[] = {0};

	for (size_t i = 0; i < path->nruns; i++) {
		struct canvas_path run = *path;

		run.points = canvas_run(path, i, &run.npoints);
		run.starts = start;
		run.nruns = 1;
		canvas_stroke(p->canvas, &run, stroke);
	}
}

void
svgpath_end(struct svgpath *p, const struct svg_state *s)
{
	svgpath_flush(p);
	svgpath_move(p);
	p->nruns--;
	const struct canvas_path path = {
		.npoints = p->npoints, .points = p->points,
		.nruns = p->nruns, .starts = p->starts,
		.closed = !p->open, .crisp = s->crisp,
	};
	double grown = svg_growth(&s->m);

	if (p->nruns == 0)
		return;
	if (s->fills)
		canvas_fill(p->canvas, &path,
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
		canvas_stroke(p->canvas, &path, &stroke);
	else
		stroke_runs(p, &path, &stroke);
}

void
svgpath_free(struct svgpath *p)
{
	free(p->points);
	free(p->starts);
	free(p->dots);
	free(p->dot_starts);
}
