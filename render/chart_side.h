/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_SIDE_H
#define PLATEAU_RENDER_CHART_SIDE_H

#include "render/chart_work.h"

/* The column of labels at the right of a panel: of lines that end there, and
 * of limits. */
struct side {
	size_t count;
	struct side_label *labels;
};

/* side_gather() finds the labels; those of lines only if all lines end
 * 'together' at the right. */
void side_gather(struct work *w, size_t panel, bool together,
    struct side *side);

/* side_room() is the width that the columns of all panels need; 0 if they are
 * empty. */
double side_room(struct work *w, const struct side *sides);

/* side_lay() gives the labels their places, when the axes have theirs. */
void side_lay(struct work *w, size_t panel, struct side *side);

#endif
