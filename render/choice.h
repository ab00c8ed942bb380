/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_CHOICE_H
#define PLATEAU_RENDER_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/scope.h"

/*
 * Rows of a table of results, chosen by test, op and factors.  A factor that
 * the table has no column for, or that is empty in a row, holds the value that
 * the test has throughout.
 */
struct choice {
	const char *test;		/* id */
	const char *op;			/* "all", "read", "write" */
	uint32_t fixed;			/* factors that must be as in 'at' */
	struct factors at;
};

bool choice_has(const struct choice *c, const struct table *t, size_t row);

/* choice_values() collects the values that a factor takes in the chosen rows,
 * ascending, each once.  Returns the count; '*values_out' is in 'a'. */
size_t choice_values(struct arena *a, const struct choice *c,
    const struct table *t, enum factor f, int64_t **values_out);

/* choice_rounds() returns the values that a column has in the chosen rows in
 * the rounds 'first' to 'last'; NAN where there is none.  Where the rounds of
 * 'stage' (or NULL) are groups of records, it is that of the record that the
 * plan looks at in each. */
double *choice_rounds(struct arena *a, const struct choice *c,
    const struct plan_stage *stage, const struct table *t, const char *column,
    unsigned first, unsigned last);

/* choice_of_track() is what a tracked variable of a test looks at. */
struct choice choice_of_track(const struct result_test *test,
    const struct result_track *track);

/* choice_is_weak() says whether a row has too few I/Os for a percentile: fewer
 * than 10 lie above it (DESIGN.md, principle 4). */
bool choice_is_weak(const struct table *t, size_t row,
    const struct metric *m);

/* choice_row() returns the first chosen row, or -1. */
int choice_row(const struct choice *c, const struct table *t);

/* choice_factor() reads a factor of a row: 0 and the value, or -1. */
int choice_factor(const struct table *t, size_t row, enum factor f,
    int64_t *value_out);

/*
 * choice_make() says which rows of the results a figure or table of a
 * template shows: 'used' are the factors on its axes (a bit set).  Factors that
 * the template holds are as it says; others that the test varies are held at
 * their greatest value.  Returns 0, or -1 with the reason printed.
 */
int choice_make(const struct scope *s, const char *op,
    const char *const filters[NFACTORS], uint32_t used,
    struct choice *choice_out);

/* choice_single() returns the only value that a factor has in the chosen rows
 * of the points: 0, or -1 if there are none or several. */
int choice_single(const struct scope *s, const struct choice *c,
    enum factor f, int64_t *value_out);

/* choice_words() names what is the same all over a figure or table. */
const char *choice_words(const struct scope *s, const struct choice *c,
    uint32_t used);

#endif
