/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_SIM_H
#define PLATEAU_COLLECT_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "collect/engine.h"
#include "sim/drive.h"

/*
 * The engine "sim": a simulated drive in virtual time, shared by all streams.
 * It is the run's clock too (ticks.h): time stands while the program thinks,
 * and goes on to the next completion when it waits.  One thread does it all,
 * in an order that only the drive decides, so equal runs are equal to the bit.
 */
struct simulation;

/*
 * simulation_open() makes the drive for at most 'outstanding' I/Os, and from
 * then on ticks_now() is its time.  There is one at a time.  NULL with the
 * reason printed.
 */
struct simulation *simulation_open(const struct sim_parameters *p,
    uint32_t outstanding);

/* simulation_close() frees it and gives the clock back; NULL is harmless. */
void simulation_close(struct simulation *s);

/* simulation_attach() makes 'e' the engine of the stream 'stream': opened by
 * engine_sim, which could not know. */
void simulation_attach(struct simulation *s, struct engine *e,
    uint32_t stream);

/*
 * simulation_advance() lets time go on to the next completion, at most to
 * 'until_ticks'.  Returns true if there is one, and '*stream_out' whose: its
 * engine reaps it.
 */
bool simulation_advance(struct simulation *s, uint64_t until_ticks,
    uint32_t *stream_out);

/* simulation_busy() says whether any I/O is under way. */
bool simulation_busy(const struct simulation *s);

/* simulation_note() says in words what the drive did since it was asked last:
 * its write amplification.  NULL if nothing was written. */
const char *simulation_note(struct arena *a, struct simulation *s);

/* simulation_purge() forgets all data, in no time; nothing may be under way. */
void simulation_purge(struct simulation *s);

#endif
