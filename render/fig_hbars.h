/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FIG_HBARS_H
#define PLATEAU_RENDER_FIG_HBARS_H

#include <stddef.h>

#include "render/canvas.h"
#include "render/fonts.h"

struct lang;

/*
 * Level bars in groups, one scale for all, drawn on the canvas itself: names at
 * the left, the number at the end of each bar and what it is of the best in its
 * group.  The order is the caller's.
 */
enum hbar_fill {
	HBAR_SOLID,
	HBAR_HATCHED,			/* a variant: light strokes */
	HBAR_OPEN,			/* not measured: outline and tint */
};

struct hbar {
	const char *name;
	double value;			/* above 0 */
	uint32_t rgb;
	enum hbar_fill fill;
	bool about;			/* the number is not exact */
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

/* hbars_height() is as high as all its bars must be. */
double hbars_height(struct fonts *f, const struct hbars *h);

/* hbars_draw() draws it with its top left corner at x, y. */
void hbars_draw(struct canvas *c, struct fonts *f, const struct hbars *h,
    double x, double y, double scale);

/* hbars_write() writes the web figure DIR/NAME.svg and its numbers
 * DIR/NAME.dat.  Returns 0, or -1 with the reason printed. */
int hbars_write(struct fonts *f, const struct hbars *h, const char *dir,
    const char *name);

#endif
