/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FIGURES_H
#define PLATEAU_RENDER_FIGURES_H

#include "render/chart.h"
#include "render/fig_bar3d.h"
#include "render/fig_hbars.h"
#include "render/fig_heat.h"
#include "render/fig_ratio.h"
#include "render/scope.h"
#include "render/style.h"
#include "render/template.h"

/* A figure of a report: which numbers of the results it shows, and how. */
struct figure {
	const char *name;		/* of its files */
	double height_pt;
	struct chart chart;
	/* Drawn here, not by gnuplot; or NULL. */
	const struct bar3d *bars;
	const struct heat *heat;
	const struct hbars *level;
	const struct ratio *matrix;
	/* set by figures_write() */
	enum chart_status status;
	struct chart_figure drawn;
};

/* figure_make() chooses the data for a figure of a template.  NULL if the run
 * has none: a mix that was not run, no measurement window. */
struct figure *figure_make(const struct scope *s,
    const struct template_block *b, const char *name);

/* figure_title() is its title, or NULL. */
const char *figure_title(const struct figure *figure);

/* figure_least() is the least height at which it can be read, its own if that
 * follows from what it shows; figure_resize() gives it another one, before it
 * is drawn. */
double figure_least(const struct figure *figure);
void figure_resize(struct arena *a, struct figure *figure, double height_pt);

/* figures_write() writes the files of all figures into the folder 'dir'.
 * Returns 0, or -1 with the reason printed; a gnuplot that is missing or fails
 * is a warning and the status of the figure. */
int figures_write(struct arena *a, struct fonts *f, size_t count,
    struct figure *const *figures, const char *dir);

/* A chart has an empty edge for the web; on a page the left one hangs outside
 * the text block, so that its title stands above the text. */
#define FIGURE_EDGE_PT 6.0
#define FIGURE_WIDTH_PT (STYLE_TEXT_PT + FIGURE_EDGE_PT)

/* figure_height() is its height on the page; a figure that could not be drawn
 * is a note in a frame, and lower. */
double figure_height(const struct figure *figure);

/* figure_draw() draws it, or the note, with its text from x, its top at y; made
 * smaller if it is higher than 'most_pt'.  0, or -1 with the reason printed. */
int figure_draw(struct canvas *c, struct fonts *f, const struct lang *l,
    const struct figure *figure, double x, double y, double most_pt);

/* figure_picture() draws it into the file DIR/NAME.png.  0, or -1 with the
 * reason printed. */
int figure_picture(struct arena *a, struct fonts *f, const struct lang *l,
    const struct figure *figure, const char *dir,
    const struct canvas_info *info, double dpi);

#endif
