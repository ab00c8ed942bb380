/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_MODEL_RESULTS_H
#define PLATEAU_MODEL_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/file.h"
#include "model/factor.h"
#include "model/plan.h"
#include "model/run.h"
#include "model/table.h"

/*
 * RUN/results/: what analyze found.  results.xml holds the verdicts (steady
 * state, checks, deviations, findings); the tables hold the numbers.  Written
 * by analyze, read by render; safe to delete.
 */

/* One tracked variable over the window that was chosen. */
struct result_track {
	const char *metric, *op;	/* as in the plan */
	uint32_t fixed;
	struct factors at;
	const char *label;		/* "IOPS, 4 KiB, R/W 0/100" */
	double average;
	double range_allowed, range_measured;	/* max - min, in the unit of
					   the metric */
	double slope_allowed, slope_measured;	/* of the fitted line */
	double slope, intercept;	/* y = slope * round + intercept */
	double correlation;		/* Pearson's r, NAN if all are equal */
	bool range_met, slope_met;
};

struct result_test {
	unsigned stage;			/* number of the stage in the plan */
	const char *id, *title;
	unsigned rounds;		/* complete rounds that were run */
	unsigned window_first, window_last;	/* rounds; 0: none */
	bool steady_asked, steady_reached;
	size_t ntracks;
	struct result_track *tracks;
	uint64_t issued, logged, analysed;	/* ramp and errors included */
	uint64_t in_ramp, errors;	/* of these, not in the statistics */
	uint64_t drained;		/* of these: back after their step */
};

/* The I/Os of a fill, which has no statistics. */
struct result_fill {
	unsigned stage;			/* number of the stage in the plan */
	const char *id;
	uint64_t issued, logged, analysed, in_ramp, errors, drained;
};

/* A check that the program made: its name, whether it holds, in words. */
struct result_check {
	const char *name;		/* "counts", "little", "gaps" ... */
	const char *test;		/* its id, or NULL: the whole run */
	enum { CHECK_PASS, CHECK_WARN, CHECK_FAIL } verdict;
	const char *text;		/* an English sentence, with numbers */
};

/* How the run differs from its specification; 'key' names a sentence in the
 * language catalogues, 'text' is that sentence in English. */
struct result_deviation {
	const char *key, *test, *text;
};

/*
 * What a reviewer writes of a test: 'key' names a sentence in the language
 * catalogues, 'text' is that sentence in English with rounded numbers, the
 * values are the numbers themselves.  docs/method.md defines each.
 */
struct result_value {
	const char *name;		/* "iops", "time_s": the unit last */
	double value;			/* NAN: not known */
};

struct result_finding {
	const char *key, *test, *text;
	const char *phase;		/* id, or NULL: the test has none */
	uint32_t fixed;			/* the factors of the point told of */
	struct factors at;
	size_t nvalues;
	struct result_value *values;
};

/* A table that was written beside, and its rows: one that was cut off at the
 * end of a line looks whole. */
struct result_table {
	const char *name;		/* "cells" */
	uint64_t rows;
};

struct results {
	const char *tool;		/* "plateau 0.1.0" */
	const char *run_uuid;
	size_t ntests;
	struct result_test *tests;
	size_t nfills;
	struct result_fill *fills;
	size_t nchecks;
	struct result_check *checks;
	size_t ndeviations;
	struct result_deviation *deviations;
	size_t nfindings;
	struct result_finding *findings;
	size_t ntables;
	struct result_table *tables;
};

/* results_load() reads DIR/results/results.xml.  NULL, reasons printed.
 * Numbers that are not known are NAN; labels, titles and texts are never
 * NULL. */
struct results *results_load(struct arena *a, const char *dir);

/* results_of_run() is the same where there are results, and if they are of the
 * run 'run' (NULL: there is no run.xml).  NULL, reasons printed. */
struct results *results_of_run(struct arena *a, const char *dir,
    const struct run *run);

/* results_is_simulated() says whether no drive was measured. */
bool results_is_simulated(const struct results *r);

/* results_prepare() writes it into DIR/results/, which must exist, but for
 * putting it in place: that is for the caller to commit.  NULL with the reason
 * printed. */
struct file_replace *results_prepare(const struct results *r,
    const char *dir);

/* results_value() returns the value 'name' of a finding, or NAN. */
double results_value(const struct result_finding *f, const char *name);

/* results_table() loads the table DIR/results/NAME.tsv, such as "cells", of the
 * results 'r'.  NULL with the reason printed; also if it does not have as many
 * rows as 'r' tells, or a count, a rate, a time or a latency that cannot be. */
struct table *results_table(struct arena *a, const struct results *r,
    const char *dir, const char *name);

/* results_part() is the same of the rows of one test, of a table too large to be
 * held whole; its values are taken as they are. */
struct table *results_part(struct arena *a, const struct results *r,
    const char *dir, const char *name, const char *test);

#endif
