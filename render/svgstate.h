/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_SVGSTATE_H
#define PLATEAU_RENDER_SVGSTATE_H

#include <stdbool.h>
#include <stddef.h>

#include "render/canvas.h"

/* Values as gnuplot writes them in SVG, and what elements inherit. */

/* x' = a x + c y + e, y' = b x + d y + f */
struct svg_matrix {
	double a, b, c, d, e, f;
};

struct svg_state {
	struct svg_matrix m;
	uint32_t color;			/* of 'currentColor' */
	bool fills, strokes;
	/* 'currentColor' is inherited as such, to be looked up where used. */
	bool fill_current, stroke_current;
	uint32_t fill, stroke;
	double fill_opacity, stroke_width;
	size_t ndashes;
	double dashes[8];
	bool round, crisp;
	enum canvas_font font;
	double font_size;
	enum canvas_anchor anchor;
};

/* svg_state_read() takes the attribute 'name' into the state if it is one that
 * is inherited.  Returns 0, -1 for a value that is not known, or 1 for another
 * attribute. */
int svg_state_read(struct svg_state *s, const char *name, const char *value);

const char *svg_skip_blanks(const char *p);

/* svg_scan_number() reads a decimal number and moves '*p' behind it.  Returns
 * 0 or -1. */
int svg_scan_number(const char **p, double *value_out);

/* svg_scan_list() reads up to 'most' numbers with commas or blanks between
 * them.  Returns their count. */
size_t svg_scan_list(const char **p, double *values, size_t most);

/* svg_number() reads a text that is one number, "px" allowed; 0 or -1. */
int svg_number(const char *text, double *value_out);

struct svg_matrix svg_times(const struct svg_matrix *m,
    const struct svg_matrix *n);
struct canvas_point svg_apply(const struct svg_matrix *m, double x, double y);

/* svg_growth() is how much lengths grow; gnuplot scales both directions
 * alike. */
double svg_growth(const struct svg_matrix *m);

#endif
