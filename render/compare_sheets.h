/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_COMPARE_SHEETS_H
#define PLATEAU_RENDER_COMPARE_SHEETS_H

#include "render/compare.h"
#include "render/table_draw.h"

/* The tables of a comparison.  Each returns NULL if there is nothing for it. */

/* Who the drives are; what differs between them and their tests; what was left
 * out and why; the printed sources. */
struct sheet *compare_sheet_drives(const struct compare *c);
struct sheet *compare_sheet_differences(const struct compare *c);
struct sheet *compare_sheet_omissions(const struct compare *c);
struct sheet *compare_sheet_sources(const struct compare *c);

/* IOPS by block size and mix, a group each drive. */
struct sheet *compare_sheet_iops(const struct compare *c,
    const struct compare_setting *s);

/* Latency of one I/O outstanding: a group each drive, rows mean, 99, 99.9,
 * 99.99 % and maximum, a column each block size and mix. */
struct sheet *compare_sheet_latency(const struct compare *c,
    const struct compare_setting *s);

/* MB/s and MiB/s by drive, a column each block size and mix. */
struct sheet *compare_sheet_throughput(const struct compare *c,
    const struct compare_setting *s);

/* Points of random access that are in no other table, because they were made
 * with another number of I/Os outstanding than 's' (NULL: none) and than one:
 * of drives that have few of them. */
struct sheet *compare_sheet_others(const struct compare *c,
    const struct compare_setting *s);

/* Where write saturation begins and ends. */
struct sheet *compare_sheet_saturation(const struct compare *c);

/* Load with pauses, a group each drive. */
struct sheet *compare_sheet_pauses(const struct compare *c,
    const struct compare_test *load, const char *name);

/* Points that plans chose of others, and loads one after the other: a group
 * each drive. */
struct sheet *compare_sheet_selected(const struct compare *c,
    const struct compare_test *load, const char *name);
struct sheet *compare_sheet_recovery(const struct compare *c,
    const struct compare_test *load, const char *name);

/* Claims of the makers beside what was measured, in the same unit. */
struct sheet *compare_sheet_claims(const struct compare *c);

/* Specifications: a column each drive of which claims are told, a row each
 * claim with what was measured; several tables of many drives.  Returns their
 * count. */
size_t compare_sheets_specification(const struct compare *c,
    struct sheet ***sheets_out);

/* Prices, with IOPS for them at a block size; 's' may be NULL. */
struct sheet *compare_sheet_prices(const struct compare *c,
    const struct compare_setting *s, int64_t block);

/* Applications; ratios that sources print without numbers. */
struct sheet *compare_sheet_applications(const struct compare *c);
struct sheet *compare_sheet_relations(const struct compare *c);

#endif
