/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_FIGURES_H
#define PLATEAU_RENDER_COMPARE_FIGURES_H

#include "render/compare.h"
#include "render/figures.h"

/* The figures of a comparison.  Each returns NULL if no drive has what it
 * shows.  Lines are drawn of at most COMPARE_LINES drives, the first that have
 * them; the subtitle says so. */
#define COMPARE_LINES 8

/* The colour number of a drive, with its variant, and how its bars look. */
unsigned compare_colour(const struct compare_drive *d);

/* Several figures of one kind: of what does not stand in one. */
struct compare_figures {
	size_t count;
	struct figure **figures;
};

/* compare_bars() is a group for each place, best first. */
struct compare_place {
	int64_t block, mix;
};
struct compare_figures compare_bars(const struct compare *c,
    const struct compare_setting *s, enum compare_metric m, const char *name,
    size_t nplaces, const struct compare_place *places);

/* compare_ratio() is drive 'a' in percent of 'b' over block size and mix. */
struct figure *compare_ratio(const struct compare *c,
    const struct compare_setting *s, const struct compare_drive *a,
    const struct compare_drive *b, const char *name);

/* The same over the number of I/Os outstanding, of tests that vary threads or
 * depth: rows are block sizes at a mix ('rows' is FACTOR_BLOCK), or mixes at a
 * block size (FACTOR_MIX). */
struct figure *compare_ratio_queues(const struct compare *c,
    const struct compare_drive *a, const struct compare_drive *b,
    enum factor rows, int64_t at, const char *name);

/* compare_varied() collects the values that a factor has in points of tests of
 * random access that vary threads or depth, and not these alone; ascending. */
size_t compare_varied(const struct compare *c, enum factor f,
    int64_t **values_out);

/* IOPS, or throughput, over block sizes at a mix; IOPS and mean latency over
 * mixes at a block size. */
struct figure *compare_over_blocks(const struct compare *c,
    const struct compare_setting *s, enum compare_metric m, int64_t mix,
    const char *name);
struct figure *compare_over_mixes(const struct compare *c,
    const struct compare_setting *s, int64_t block, const char *name);

/* compare_nearest() is the value nearest to what most people look at. */
int64_t compare_nearest(const int64_t *values, size_t count, int64_t to);

/* compare_find_curves() chooses the loads whose curves over the queue are
 * drawn: first those of tests that vary block size or mix too, of which
 * 'nvaried' are taken. */
#define COMPARE_CURVES 6
#define COMPARE_FIXED 4
struct compare_curves {
	size_t count, nvaried;
	struct compare_place places[COMPARE_CURVES + COMPARE_FIXED];
};
struct compare_curves compare_find_curves(const struct compare *c);

/* Tests that vary threads or depth: latency over IOPS, and IOPS over the number
 * of I/Os outstanding, at one block size and mix. */
struct figure *compare_intensity(const struct compare *c, int64_t block,
    int64_t mix, const char *name);
struct figure *compare_over_queues(const struct compare *c, int64_t block,
    int64_t mix, const char *name);

/* IOPS and latency of a saturation, and how latency spreads, over time; and
 * over what was written, in capacities of the drive, which sets side by side
 * what drives of other sizes, or shortened tests, did. */
struct compare_figures compare_saturation(const struct compare *c,
    const struct compare_test *load, const char *name);

/* compare_records() is one of these figures: metrics of the records of a load,
 * over time or over what was written ('fills'); 'title' is a key.  NULL if no
 * drive kept them. */
#define COMPARE_PANELS 3
struct figure *compare_records(const struct compare *c,
    const struct compare_test *load, const char *name, const char *title,
    bool fills, const enum compare_metric metrics[COMPARE_PANELS]);

/* Bars of where saturation ends and began, also as sources print it. */
struct compare_figures compare_saturation_bars(const struct compare *c,
    const char *name);

/* Load with pauses: bars of IOPS, a group each pause, and IOPS and latency over
 * the pause. */
struct compare_figures compare_pause_bars(const struct compare *c,
    const struct compare_test *load, const char *name);
struct figure *compare_over_pauses(const struct compare *c,
    const struct compare_test *load, const char *name);

/* Points that plans chose of others: bars of IOPS and of latency, a group each
 * point. */
struct compare_figures compare_selected(const struct compare *c,
    const struct compare_test *load, const char *name);

/* One load, another one, and the first again: bars of how long until it is what
 * it was, and rate and latency over time. */
struct compare_figures compare_recovery(const struct compare *c,
    const struct compare_test *load, const char *name);

/* Tests that vary both threads and depth, at one block size and mix: a rate,
 * or a latency, of each drive at each pair of them. */
struct compare_figures compare_matrix(const struct compare *c, int64_t block,
    int64_t mix, const char *name);

/* Applications: transactions a second and latency, in all and of each instance;
 * sums and means apart. */
struct compare_figures compare_applications(const struct compare *c);

/* IOPS for one unit of each currency, at a block size; 's' may be NULL: there
 * are no IOPS. */
struct compare_figures compare_prices(const struct compare *c,
    const struct compare_setting *s, int64_t block);

#endif
