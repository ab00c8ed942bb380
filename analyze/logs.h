/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_LOGS_H
#define PLATEAU_ANALYZE_LOGS_H

#include <stddef.h>

#include "analyze/analysis.h"

/* A raw log of a run, and the stage it belongs to. */
struct log {
	const char *path;
	unsigned stage;
	const struct run_stage *run;	/* NULL: not known */
	const struct plan_stage *plan;	/* NULL: not known */
};

/*
 * logs_find() lists the raw logs of a run in the order of the stages: those
 * that run.xml names, or without run.xml the files raw/NN-*.iolog.  Returns
 * the count; '*logs_out' is in the analysis' arena.
 */
size_t logs_find(const struct analysis *a, struct log **logs_out);

/* logs_tell_unnamed() adds a check of the logs in raw/ that run.xml does not
 * name; those of a run that goes on may be about to be named. */
void logs_tell_unnamed(struct analysis *a);

/* logs_measure() adds the raw logs of the run (or the one log) 'path' to '*n',
 * all of a stage as one, and their bytes to '*bytes'. */
void logs_measure(const char *path, size_t *n, uint64_t *bytes);

#endif
