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

struct frameio;

/* frameio_new() makes room to work in, for one thread; NULL if memory is out.
 * frameio_free() ignores NULL. */
struct frameio *frameio_new(void);
void frameio_free(struct frameio *w);

/* The counted latencies of one frame, by op; they live until the next call. */
struct frameio_counted {
	const uint64_t *latency_ns[2];
	size_t n[2];
};

/* frameio_counted() returns only what counts.  0, or -1 if memory is out. */
int frameio_counted(struct frameio *w, const struct iolog_header *h,
    const struct iolog_frame *f, struct frameio_counted *out);

/*
 * A run of I/Os of one frame that completed in the same second and belong to
 * the same class, for the first pass.
 */
struct frameio_run {
	uint64_t second;		/* since origin_ns */
	int op;
	bool counted;			/* false: ramp */
	const uint64_t *latency_ns;
	size_t n;
	uint64_t bytes;			/* that they moved */
	uint64_t drained;		/* of them */
	uint64_t failed;		/* beside them: not among the n */
	/* Of the n > 0 I/Os, or of both ops' where the whole frame counts. */
	uint64_t first_submit_ns, last_complete_ns;
};

/*
 * frameio_runs() hands all I/Os of a frame to 'take', run by run.  Seconds
 * count from origin_ns after the log's anchor; what completed before is in
 * second 0.  Returns 0, or -1 if memory is out.
 */
int frameio_runs(struct frameio *w, const struct iolog_header *h,
    const struct iolog_frame *f, uint64_t origin_ns,
    void (*take)(void *context, const struct frameio_run *run),
    void *context);

/* frameio_since_anchor() converts a stamp to ns since the log's anchor; 0 for
 * one before it. */
uint64_t frameio_since_anchor(const struct iolog_header *h, uint64_t ticks);

#endif
