/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_SHEET_BASE_H
#define PLATEAU_RENDER_SHEET_BASE_H

#include "render/scope.h"
#include "render/sheets.h"

/* What the kinds of tables have in common; inside sheets.c and sheet_*.c. */

/* sheet_set_column() names a column: the text of 'key' (NULL: none), and its
 * name in TSV. */
void sheet_set_column(const struct scope *s, struct sheet *sheet, size_t i,
    const char *key, const char *raw, enum sheet_align align);

/* sheet_raw() writes a number as TSV has it; "" for one that is not known. */
const char *sheet_raw(const struct scope *s, double value);

/* sheet_set_whole() and sheet_set_value() fill a cell, for people and for TSV.
 * A value of a metric is shown in the metric's unit, in TSV too. */
void sheet_set_whole(const struct scope *s, struct sheet_cell *cell,
    uint64_t value);
void sheet_set_value(const struct scope *s, struct sheet_cell *cell,
    const struct metric *m, double value);

/* sheet_metric() names a metric with its unit, "Mean latency, ms";
 * sheet_metric_raw() is its name in TSV, "lat_mean_ms". */
const char *sheet_metric(const struct scope *s, const struct metric *m);
const char *sheet_metric_raw(const struct scope *s, const struct metric *m);

/* sheet_test() is the title of a test, or of another stage, by its id; NULL as
 * id is the whole run. */
const char *sheet_test(const struct scope *s, const char *id);

/* sheet_word() is the text "SPACE.NAME" of the catalogue if it has one, else
 * the name. */
const char *sheet_word(const struct scope *s, const char *space,
    const char *name);

/* These make the tables of sheet_steady.c, sheet_phases.c and sheet_run.c.
 * NULL, or 0: the run has nothing for it. */
size_t sheet_make_verification(const struct scope *s, const char *name,
    struct sheet *sheets_out[SHEETS_MOST]);
struct sheet *sheet_make_rounds(const struct scope *s, const char *name);
struct sheet *sheet_make_steady(const struct scope *s, const char *name);
struct sheet *sheet_make_counts(const struct scope *s, const char *name);
struct sheet *sheet_make_checks(const struct scope *s, const char *name);
struct sheet *sheet_make_deviations(const struct scope *s, const char *name);

/* sheet_found_words() is a finding in the language of the report. */
const char *sheet_found_words(const struct scope *s,
    const struct result_finding *f);

/* sheet_make_findings() shows the findings whose keys fit 'pattern' (NULL:
 * all), of the test in hand or of all; NULL if there are none. */
struct sheet *sheet_make_findings(const struct scope *s, const char *pattern,
    const char *name);
struct sheet *sheet_make_phases(const struct scope *s, const char *name);
struct sheet *sheet_make_stages(const struct scope *s, const char *name);
struct sheet *sheet_make_facts(const struct scope *s, const char *of,
    const char *name);

#endif
