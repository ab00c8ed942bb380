/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_CONDUCTOR_H
#define PLATEAU_COLLECT_CONDUCTOR_H

#include "collect/sim.h"
#include "collect/worker.h"

/*
 * What the I/O threads of a crew are to a real drive, the conductor is to a
 * simulated one: all streams in the calling thread, each woken when the next
 * completion is its own.
 *
 * It also hands the events over to the log's encoder: so that equal runs give
 * equal logs, byte for byte, the streams' events go over in turns, and each
 * turn is encoded before the next one begins.
 */
struct conductor;

/* conductor_open() conducts workers[nworkers], by stream, which belong to the
 * caller as 's' does.  NULL with the reason printed. */
struct conductor *conductor_open(struct simulation *s,
    struct worker **workers, unsigned nworkers);
void conductor_close(struct conductor *c);

/* conductor_begin_log() has streams 0 to nstreams - 1 record into the
 * recorder. */
void conductor_begin_log(struct conductor *c, struct iolog_recorder *recorder,
    unsigned nstreams);

/* conductor_start() begins a step; '*load' must live until conductor_run()
 * said true. */
void conductor_start(struct conductor *c, const struct load *load);

/* conductor_settle() waits until what was handed over is in the log, before
 * anything else is announced to it. */
void conductor_settle(struct conductor *c);

/* conductor_run() lets 'ns' of virtual time go by, less if the step is over:
 * then it returns true, and all that happened is in the log's hands. */
bool conductor_run(struct conductor *c, uint64_t ns);

#endif
