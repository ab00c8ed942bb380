/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_REPLAY_H
#define PLATEAU_ANALYZE_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/frameio.h"
#include "stats/moments.h"

/*
 * The I/Os of a part of a log as the first pass found them, so that the later
 * ones need not decode them again: decoding is half of their time.  Kept from
 * the part's begin on while there is memory, in two to eight bytes an I/O.
 */
struct replay;

/* Memory that all parts of a log may still take, in bytes. */
struct replay_budget {
	_Atomic int64_t left_bytes;
};

/* replay_new() returns an empty one, which ends with the budget; NULL if memory
 * is out.  replay_free() ignores NULL. */
struct replay *replay_new(struct replay_budget *budget);
void replay_free(struct replay *r);

/* replay_frame() begins a frame of a step, at this byte of the log, and
 * replay_run() adds a run of it, whose latencies have the moments 'latency'.  A
 * frame is kept as a whole or not at all, and none behind one that is not. */
void replay_frame(struct replay *r, uint32_t step, uint64_t offset_bytes);
void replay_run(struct replay *r, const struct frameio_run *run,
    const struct moments *latency);

/* replay_bytes() returns how many bytes of memory it takes. */
size_t replay_bytes(const struct replay *r);

/* replay_end_bytes() returns the byte at which the first frame begins that was
 * not kept; UINT64_MAX if all were. */
uint64_t replay_end_bytes(const struct replay *r);

/* replay_each() hands the runs to 'take', in pieces: only step, second,
 * record, op, counted, n and latencies are filled in.  Several threads may do
 * so at once. */
void replay_each(const struct replay *r,
    void (*take)(void *context, uint32_t step, const struct frameio_run *run),
    void *context);

#endif
