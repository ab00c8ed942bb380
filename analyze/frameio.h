/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_FRAMEIO_H
#define PLATEAU_ANALYZE_FRAMEIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "iolog/iolog.h"

/*
 * The I/Os of one data frame in nanoseconds, sorted into those that count in
 * the statistics and those that do not.  docs/method.md is the definition:
 *
 *	failed	   lost, or fewer or more bytes moved than were asked for
 *	ramp	   submitted in the ramp and not failed
 *	counted	   the rest; those that came back in the drain too
 */
enum { OP_READ = IOLOG_READ, OP_WRITE = IOLOG_WRITE, OP_ALL = 2, NOPS = 3 };

/*
 * Times are ns from so long before the log's anchor that every submit_ns of
 * docs/iolog-format.md, which has a sign, is one of 64 bits without: they can be
 * compared as they are.
 */
#define FRAMEIO_ANCHOR_NS ((uint64_t)1 << 63)

struct frameio;

/* frameio_new() makes room to work in, for one thread; NULL if memory is out.
 * frameio_free() ignores NULL. */
struct frameio *frameio_new(void);
void frameio_free(struct frameio *w);

/* What the completions of a frame are sorted by: seconds that count from
 * base_ns before origin_ns, and records of record_ns that count from begin_ns.
 * What completed before origin_ns is in the second
 * that this is in; what is drained is in no record. */
struct frameio_grid {
	uint64_t origin_ns, base_ns;
	uint64_t begin_ns, record_ns;	/* of the step; record_ns 0: none */
};

/*
 * A run of I/Os of one frame that completed in the same second and record and
 * belong to the same class.
 */
struct frameio_run {
	uint64_t second;		/* from 0 */
	uint64_t record;		/* from 1; 0: in none */
	int op;
	bool counted;			/* false: ramp */
	const uint64_t *latency_ns;
	size_t n;
	uint64_t bytes;			/* that they moved */
	uint64_t drained;		/* of them */
	uint64_t failed;		/* beside them: not among the n */
	/* Of the n > 0 I/Os; where the whole frame counts, the former is that
	 * of the frame, and the latter of both ops. */
	uint64_t first_submit_ns, last_complete_ns;
};

/* frameio_runs() hands all I/Os of a frame to 'take', run by run.  Returns 0,
 * or -1 if memory is out. */
int frameio_runs(struct frameio *w, const struct iolog_header *h,
    const struct iolog_frame *f, const struct frameio_grid *grid,
    void (*take)(void *context, const struct frameio_run *run),
    void *context);

/* frameio_since_anchor() converts a stamp to ns since the log's anchor,
 * frameio_time() to a time as above. */
int64_t frameio_since_anchor(const struct iolog_header *h, uint64_t ticks);
uint64_t frameio_time(const struct iolog_header *h, uint64_t ticks);

#endif
