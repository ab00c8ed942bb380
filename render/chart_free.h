/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_FREE_H
#define PLATEAU_RENDER_CHART_FREE_H

#include "render/chart_work.h"

/* free_lay() puts labels inside a panel, where they cover least: of lines that
 * end there (unless they have their labels 'together' at the right), of bands,
 * of upright limits, and remarks. */
void free_lay(struct work *w, size_t panel, bool together);

#endif
