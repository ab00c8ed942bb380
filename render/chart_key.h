/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_KEY_H
#define PLATEAU_RENDER_CHART_KEY_H

#include "render/chart_work.h"

/* key_add() puts the key of a chart, a row or more of swatches and names, at
 * 'baseline'.  Returns the baseline below it; the same if there is no key. */
double key_add(struct work *w, double baseline);

#endif
