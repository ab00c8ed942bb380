/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_CREW_H
#define PLATEAU_COLLECT_CREW_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/live.h"
#include "collect/pin.h"
#include "collect/worker.h"

/*
 * The I/O threads: one for each stream, made once, parked between steps.  One
 * thread, the one that controls the run, calls all but crew_live().  On a
 * simulated target there are none: crew_wait() does the work, and all times are
 * virtual.
 */
struct crew;

/* crew_open() starts threads for every stream of the plan, pinned as 'pin'
 * says, their memory allocated and touched.  Returns NULL with the reason
 * printed, or if the run was halted meanwhile. */
struct crew *crew_open(const struct plan *plan, const struct target *target,
    const struct engine_kind *kind, uint64_t seed,
    const struct pin *pin);

/* crew_close() ends the threads and frees the crew; NULL is harmless. */
void crew_close(struct crew *c);

/* crew_pages() says what kind of memory the data of its I/Os is in, "huge" for
 * instance. */
const char *crew_pages(struct arena *a, const struct crew *c);

/* crew_begin_log() has streams 0 to nstreams - 1 record into the recorder. */
void crew_begin_log(struct crew *c, struct iolog_recorder *recorder,
    unsigned nstreams);

/* crew_start() wakes the threads that the step needs.  '*load' must live until
 * crew_wait() said true. */
void crew_start(struct crew *c, const struct load *load);

/* crew_wait() waits until all are done with the step, at most 'ns', and says
 * whether they are. */
bool crew_wait(struct crew *c, uint64_t ns);

/* crew_cut() has the step end now, as if its time were over. */
void crew_cut(struct crew *c);

/* crew_result() returns what stream 'stream' did in the last step. */
const struct worker_result *crew_result(const struct crew *c,
    uint32_t stream);

/* crew_settle() is called before anything but I/Os goes into the log while a
 * step runs: equal simulations have it at the same place. */
void crew_settle(struct crew *c);

/* crew_rest() has 'ns' go by without I/O; signals may make it less. */
void crew_rest(struct crew *c, uint64_t ns);

/* crew_record() sums what came back in record 'index', from 0, of the step;
 * for records whose time is over. */
struct worker_tally crew_record(const struct crew *c, size_t index,
    unsigned op);

/* crew_live() sums the live counters; any thread may ask at any time. */
struct live_sum crew_live(const struct crew *c);

#endif
