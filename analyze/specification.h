/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_SPECIFICATION_H
#define PLATEAU_ANALYZE_SPECIFICATION_H

#include <stdbool.h>
#include <stddef.h>

#include "model/factor.h"

/*
 * What the SNIA SSS PTS prescribes for its tests, as data.  Values are texts
 * as plans write them, lists in the order of their loop with blanks between;
 * 0 and NULL leave a thing to the operator.
 */
struct prescribed_phase {
	const char *values[NFACTORS];
	const char *duration;		/* of a step */
	unsigned repeat;		/* of each point; 0: once */
};

struct prescribed_track {
	const char *metric;
	const char *values[NFACTORS];	/* where it is tracked */
};

struct prescribed_test {
	const char *id;			/* that plans give it; may go on behind
					   '-', '.' or '_' */
	int version;			/* 1, 2; 0: any */
	const char *values[NFACTORS];	/* of all phases */
	bool any_block;			/* one of the blocks is enough */
	enum factor outer, inner;	/* loops, where these differ */
	size_t nphases;			/* 0: a test without phases */
	const struct prescribed_phase *phases;
	const char *duration;		/* of a step, without phases */
	const char *amount;		/* that ends its step earlier */
	const char *record;		/* length of its records */
	enum { STEADY_NOT_ASKED, STEADY_MAY, STEADY_MUST } steady;
	unsigned rounds;		/* that may be run, at least */
	unsigned every, sample;		/* records that stand for rounds */
	size_t ntracks;
	const struct prescribed_track *tracks;
	bool purge;			/* before it */
	double fill_passes;		/* 0: no fill */
	const char *fill_block;		/* NULL: the block of the test */
	const char *after;		/* id of the test right before it */
};

/* specification_find() returns the test whose id 'id' is or begins with, of
 * several the longest, or NULL. */
const struct prescribed_test *specification_find(const char *id, int version);

#endif
