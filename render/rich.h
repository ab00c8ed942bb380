/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_RICH_H
#define PLATEAU_RENDER_RICH_H

#include "base/arena.h"
#include "render/canvas.h"
#include "render/fonts.h"

/* Text of several faces, broken into lines. */

/* A stretch of text of one look. */
struct rich_span {
	const char *text;		/* clean */
	enum canvas_font font;
	double size_pt;
	uint32_t rgb;
	double rise_pt;			/* above the baseline */
	const char *uri;		/* what a click opens; or NULL */
	const char *anchor;		/* id of a section in this document */
};

struct rich_run {
	const struct rich_span *span;
	const char *text;
	double x, width_pt;
};

struct rich_line {
	size_t nruns;
	struct rich_run *runs;
};

/* rich_wrap() breaks spans into lines of at most 'width_pt', where fonts_wrap()
 * would.  Returns the count, at least 1; '*lines_out' is in 'a'. */
size_t rich_wrap(struct fonts *f, struct arena *a, size_t nspans,
    const struct rich_span *spans, double width_pt,
    struct rich_line **lines_out);

/* rich_draw() draws a line from x on the baseline y; links to 'anchor' are the
 * caller's. */
void rich_draw(struct canvas *c, const struct rich_line *line, double x,
    double y);

#endif
