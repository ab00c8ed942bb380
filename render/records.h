/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_RENDER_RECORDS_H
#define PLATEAU_RENDER_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/choice.h"

/*
 * The records of a test in the order in which they ended; of a test without
 * records, its steps.  A load is what the drive was given in a record: records
 * whose factors are all the same have one load.  A part is a stretch of records
 * of one load.
 */
struct records {
	size_t count;
	const struct table *table;	/* cells.tsv, or seconds.tsv */
	size_t *rows;			/* of it */
	double *x;			/* where each ends on the axis */
	bool *apart;			/* others lie between it and the last */
	bool sliced;			/* records, not steps */
	uint32_t varied;	/* factors that are not always the same */
	size_t nloads, nparts;
	size_t *loads;			/* number of each record's, from 0 */
};

/*
 * records_find() finds those of a choice.  'of' is the axis: "minutes" since
 * the test began, "bytes" written, in GB, or "fills", the same in capacities of
 * the device.  "seconds" finds the seconds of the test in their place, if they
 * tell more than its records.  None if the run does not tell.
 */
struct records records_find(const struct scope *s, const struct choice *c,
    const char *of);

/* records_have_parts() says whether there are several, few enough to be told
 * apart in a figure. */
bool records_have_parts(const struct records *r);

/* records_is_baseline() says whether a record's load has no pauses and others
 * have: what those are compared with. */
bool records_is_baseline(const struct records *r, size_t record);

#endif
