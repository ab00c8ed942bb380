/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_FIGURE_BASE_H
#define PLATEAU_RENDER_FIGURE_BASE_H

#include "render/choice.h"
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

/* figure_factor_words() names a line or a part: a value with what it is, where
 * that is not plain. */
const char *figure_factor_words(const struct scope *s, enum factor f,
    int64_t value);

/* figure_series_colour() is the colour of a line among 'count' in order. */
unsigned figure_series_colour(size_t index, size_t count);

/* figure_point_value() is what points.tsv has at a point at which two factors
 * have these values, as it is shown; NAN if nothing. */
double figure_point_value(const struct scope *s, const struct choice *c,
    const struct metric *m, enum factor f, int64_t f_value, enum factor g,
    int64_t g_value);

/* figure_time_axis() is the axis of a course of so many minutes, which is told
 * in seconds where it is short; times are told in '*unit_out' of a minute. */
struct chart_axis figure_time_axis(const struct scope *s, double minutes,
    double *unit_out);

/* These are figure_make() for the kinds that they name. */
struct figure *figure_make_intensity(const struct scope *s,
    const struct template_block *b, const char *name);
struct figure *figure_make_time(const struct scope *s,
    const struct template_block *b, const char *name);
struct figure *figure_make_heat(const struct scope *s,
    const struct template_block *b, const char *name);
struct figure *figure_make_distribution(const struct scope *s,
    const struct template_block *b, const char *name);
struct figure *figure_make_toio(const struct scope *s,
    const struct template_block *b, const char *name);

#endif
