/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_INPUT_H
#define PLATEAU_ANALYZE_INPUT_H

#include "base/arena.h"
#include "model/results.h"

/* What the verbs that print results have in common. */

/* load_results() reads the results of a run folder, if they are of its run.xml.
 * NULL with the reason printed. */
const struct results *load_results(struct arena *a, const char *dir);

/*
 * results_points() is points.tsv, which has the points with results, and behind
 * its rows one for each point and op of which every I/O failed: with these
 * 'errors', the 'count' and 'rounds' 0, and no other value.  NULL with the
 * reason printed.
 */
struct table *results_points(struct arena *a, const struct results *r,
    const char *dir);

/*
 * results_notes() lists what a reader of the numbers of a test (NULL: of all)
 * must know: no drive was measured, a check failed.  Returns how many notes
 * there are; they are in the arena.
 */
size_t results_notes(struct arena *a, const struct results *r,
    const char *test, const char ***notes_out);

/* verb_print() reads a request with 'read', which returns what options_read()
 * does, prints it with 'print', which returns the exit status, and returns
 * that. */
int verb_print(int argc, char **argv, void *request,
    int (*read)(int argc, char **argv, void *request),
    int (*print)(struct arena *a, const void *request));

#endif
