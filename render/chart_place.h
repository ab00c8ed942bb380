/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_PLACE_H
#define PLATEAU_RENDER_CHART_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "render/canvas.h"

/* Places for labels: pure geometry, in points, y downwards. */

struct place_box { double left, top, right, bottom; };

/* What a label should not cover: lines, and other labels. */
struct place;

/* place_new() starts with an empty panel; labels shall stay inside 'area'. */
struct place *place_new(struct arena *a, struct place_box area);

void place_add_line(struct place *p, struct canvas_point from,
    struct canvas_point to);
void place_add_box(struct place *p, struct place_box box);

/*
 * place_choose() returns the index of the one of 'count' places for a label of
 * this width and height that covers least; the first of equals.  'tops' are
 * their top left corners.  The place is taken: later labels avoid it.
 */
size_t place_choose(struct place *p, const struct canvas_point *tops,
    size_t count, double width, double height);

/*
 * place_column() moves labels in a column, centred at ys[count] in any order,
 * as little as possible so that they stand at least 'gap' apart and between
 * 'top' and 'bottom'.  If there is no room for that they stand evenly.  Their
 * order stays; of equal ones the first stands higher.
 */
void place_column(struct arena *a, double *ys, size_t count, double gap,
    double top, double bottom);

#endif
