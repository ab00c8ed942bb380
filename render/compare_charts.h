/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_CHARTS_H
#define PLATEAU_RENDER_COMPARE_CHARTS_H

#include "render/compare_figures.h"

/* What the figures of a comparison have in common; inside compare_*.c. */

#define CHARTS_LINES_PT 300.0
#define CHARTS_PANELS_PT 330.0		/* two stand on a page */

/* charts_subtitle() adds what a figure must say that is seen without its page;
 * 'nleft' drives are not drawn. */
const char *charts_subtitle(const struct compare *c, const char *words,
    size_t nleft);
const char *charts_metadata(const struct compare *c);

/* charts_load() names a load, "4 KiB, reads"; the block may be left out. */
#define CHARTS_ANY_BLOCK 0
const char *charts_load(const struct compare *c, int64_t block, int64_t mix);
const char *charts_unit(const struct compare *c, enum compare_metric m);

/* charts_axis_words() names a metric with its unit, above an axis. */
const char *charts_axis_words(const struct compare *c, enum compare_metric m);

/* charts_is_rate() says whether more of a metric is better. */
bool charts_is_rate(enum compare_metric m);

/* charts_bar() is the bar of a drive; charts_group() sorts bars, the best
 * first; charts_bars() makes as many figures of the groups of 'h' as they need,
 * called NAME, NAME-2 ... */
struct hbar charts_bar(const struct compare_drive *d, double value,
    bool about);
struct hbar_group charts_group(const char *title, enum compare_metric m,
    size_t count, struct hbar *bars);
struct compare_figures charts_bars(const struct compare *c, const char *name,
    struct hbars h);

/* charts_append() adds figures to 'to'. */
void charts_append(const struct compare *c, struct compare_figures *to,
    struct compare_figures from);

/* charts_native() is a figure that is drawn here, charts_matrix() a matrix. */
struct figure *charts_native(const struct compare *c, const char *name,
    const char *title, double width_pt, double height_pt);
struct figure *charts_matrix(const struct compare *c, const char *name,
    const struct ratio *r);

/* charts_figure() is a figure without data; charts_series() a line of a drive;
 * charts_panel() puts lines into a panel. */
struct figure *charts_figure(const struct compare *c, const char *name,
    double height_pt, const char *title, const char *words, size_t nleft);
struct chart_series charts_series(const struct compare_drive *d,
    size_t npoints, const double *x, const double *y);
void charts_panel(struct chart_panel *panel, const char *unit,
    bool logarithmic, size_t nseries, const struct chart_series *series);

/* charts_label() puts long names into the key above the panels. */
void charts_label(const struct compare *c, size_t count,
    struct chart_series *series);

/* charts_doubling() is an axis of sizes, or numbers, by their logarithm. */
struct chart_axis charts_doubling(const struct compare *c, const char *title,
    size_t count, const int64_t *values, bool sizes);

/* charts_matrix_width() is half the width of a page for a matrix of few
 * columns, else all of it. */
double charts_matrix_width(size_t ncolumns);

/* How many of the values are known; whether any is; an order for qsort(). */
size_t charts_known(const double *values, size_t count);
bool charts_is_known(const double *values, size_t count);
int charts_ascending(const void *left, const void *right);

#endif
