/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHART_GP_H
#define PLATEAU_RENDER_CHART_GP_H

#include <stdio.h>

#include "base/arena.h"
#include "render/chart.h"
#include "render/chart_layout.h"

/* chart_gp_script() writes the gnuplot script of a chart that has been laid
 * out; chart_gp_data() the NAME.dat that it reads. */
void chart_gp_script(FILE *out, struct arena *a, const struct chart *chart,
    const struct layout *layout, const char *name);
void chart_gp_data(FILE *out, const struct chart *chart,
    const struct layout *layout);

#endif
