/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FIG_HBARS_H
#define PLATEAU_RENDER_FIG_HBARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/canvas.h"
#include "render/fonts.h"

struct lang;

/*
 * Level bars in groups, one scale for all, drawn on the canvas itself: names at
 * the left, the number at the end of each bar and what it is of the best in its
 * group.  The order is the caller's.
 */
struct hbar {
	const char *name;
	double value;			/* above 0 */
	uint32_t rgb;
	bool open;		/* not measured: outline and tint */
	/* Strokes over it tell variants of one colour apart: none, rising,
	 * falling, both. */
	unsigned variant;
	bool about;			/* the number is not exact */
	bool marked;	/* with a double dagger: the subtitle tells of it */
};

struct hbar_group {
	const char *title;
	double best;			/* is 100 %; 0: no percent */
	size_t nbars;
	const struct hbar *bars;
};

struct hbars {
	const char *title, *subtitle;	/* as in struct chart */
	const char *description, *metadata;
	const char *language;
	const struct lang *lang;	/* of the numbers */
	const char *unit;
	size_t ngroups;
	const struct hbar_group *groups;
};

/* hbar_fill() fills a place as a bar of this look is, in points of the canvas
 * scaled by 'scale'. */
void hbar_fill(struct canvas *c, const struct hbar *look, double x, double y,
    double width, double height, double scale);

/* hbars_height() is as high as all its bars must be. */
double hbars_height(struct fonts *f, const struct hbars *h);

/* hbars_draw() draws it with its top left corner at x, y. */
void hbars_draw(struct canvas *c, struct fonts *f, const struct hbars *h,
    double x, double y, double scale);

/* hbars_ends() gives the end of each bar, in points from the figure's corner,
 * and how long it is; group after group. */
struct hbar_end {
	struct canvas_point at;
	double width_pt;
};
void hbars_ends(struct fonts *f, const struct hbars *h, struct hbar_end *ends);

/* hbars_write() writes the web figure DIR/NAME.svg and its numbers
 * DIR/NAME.dat.  Returns 0, or -1 with the reason printed. */
int hbars_write(struct fonts *f, const struct hbars *h, const char *dir,
    const char *name);

#endif
