/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_VERB_EXPORT_H
#define PLATEAU_ANALYZE_VERB_EXPORT_H

#include "analyze/method.h"
#include "base/arena.h"
#include "model/results.h"

/* verb_export() is "plateau export RUN --as json|csv|hgrm": results for other
 * programs, to stdout.  Returns the exit status. */
int verb_export(int argc, char **argv);

/* export_json() prints the points of a run with the key names of fio's JSON
 * output where fio has the thing, latencies by a method that it names; whether
 * no drive was measured, and the checks that failed: of 'test', or of all if that
 * is NULL. */
void export_json(struct arena *a, const struct table *points,
    const struct results *results, const char *test, enum method method);

/* export_csv() prints a table as RFC 4180 has it, with line feeds. */
void export_csv(const struct table *t);

/* export_hgrm() prints bins, ascending, as the
 * percentile distribution that HdrHistogram's plotters read, in us. */
struct export_bin {
	uint64_t low_ns, high_ns, count;
};
void export_hgrm(const struct export_bin *bins, size_t nbins, double mean_ns,
    double sd_ns, double largest_ns);

#endif
