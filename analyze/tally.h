/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_TALLY_H
#define PLATEAU_ANALYZE_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyze/percentile.h"
#include "stats/histogram.h"
#include "stats/moments.h"

/* A histogram as histogram_pack() has it; zeroed: empty. */
struct packed {
	uint8_t *bytes;
	size_t length;
};

/*
 * What is known of one set of I/Os: a step or a point, and one op of it.  The
 * latencies are in ns and those of the counted I/Os only (analyze/frameio.h).
 */
struct tally {
	struct moments latency;
	uint64_t bytes;			/* that the counted I/Os moved */
	uint64_t failed, ramp;		/* not counted */
	uint64_t drained;		/* counted, came back in the drain */
	struct packed histogram;
	bool exact;			/* the percentiles below are known */
	uint64_t value_ns[NPERCENTILES];
};

/* tally_free() frees what hangs on a tally. */
void tally_free(struct tally *t);

/* tally_merge() adds 'from' to 't', percentiles not included.  0, or -1 if
 * memory is out. */
int tally_merge(struct tally *t, const struct tally *from);

/* packed_merge() adds 'from' to 'to'.  0, or -1 if memory is out. */
int packed_merge(struct packed *to, const struct packed *from);

/* packed_unpack() adds it to count[HISTOGRAM_BINS]. */
void packed_unpack(const struct packed *p, uint64_t *count);

/* packed_add() adds the counts of count[HISTOGRAM_BINS] and empties them; all
 * that are not 0, there or in 'p', are in the bins 'first' to 'last'.
 * packed_move() adds 'from' and empties it; count[] are zeros to work in.  0,
 * or -1 if memory is out. */
int packed_add(struct packed *p, uint64_t *count, uint32_t first,
    uint32_t last);
int packed_move(struct packed *p, struct packed *from, uint64_t *count);

/* tally_pack() adds the counts of count[HISTOGRAM_BINS], all of them of values
 * that t->latency has seen, and empties them.  0, or -1 if memory is out. */
int tally_pack(struct tally *t, uint64_t *count);

#endif
