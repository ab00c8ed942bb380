/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FIGURE_BASE_H
#define PLATEAU_RENDER_FIGURE_BASE_H

#include "render/figures.h"

/* What the kinds of figures have in common; inside figures.c and figure_*.c. */

/* figure_new() is a figure without data: name, height ('usual_height_pt' unless
 * the template says another), title, source. */
struct figure *figure_new(const struct scope *s,
    const struct template_block *b, const char *name, double usual_height_pt);

/* figure_subtitle() is the template's subtitle, else 'conditions', and what a
 * figure must say that is seen without its page. */
const char *figure_subtitle(const struct scope *s,
    const struct template_block *b, const char *conditions);

/* figure_unit() is what stands above an axis. */
const char *figure_unit(const struct scope *s, const struct metric *m);

/* These are figure_make() for KIND_TIME, KIND_DISTRIBUTION and KIND_TOIO. */
struct figure *figure_make_time(const struct scope *s,
    const struct template_block *b, const char *name);
struct figure *figure_make_distribution(const struct scope *s,
    const struct template_block *b, const char *name);
struct figure *figure_make_toio(const struct scope *s,
    const struct template_block *b, const char *name);

#endif
