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

/* Memory for those of all parts of a test, shared by threads. */
struct replay_room;

/* replay_room_new() returns room for 'bytes', of which memory is taken as it
 * is used; NULL if there is none.  replay_room_free() ignores NULL; its replays
 * are empty then, and good for replay_free() alone. */
struct replay_room *replay_room_new(size_t bytes);
void replay_room_free(struct replay_room *room);

/* replay_room_bytes() returns how much is in use; of NULL: nothing. */
size_t replay_room_bytes(const struct replay_room *room);

/* replay_room_share() tells that 'n' more of something else take memory too, and
 * how many there are of it; with more than 'most' of them the room keeps nothing
 * any longer, and its replays are empty. */
size_t replay_room_share(struct replay_room *room, size_t n, size_t most);

/* replay_new() returns an empty one, which ends with the room; NULL if memory
 * is out.  replay_free() ignores NULL. */
struct replay *replay_new(struct replay_room *room);
void replay_free(struct replay *r);

/* replay_frame() begins a frame of a step, at this byte of the log, and
 * replay_piece() adds a piece of a run of it, of at most REPLAY_PIECE I/Os,
 * whose latencies have the moments 'latency'.  A frame is kept as a whole or
 * not at all, and none behind one that is not. */
#define REPLAY_PIECE 1024u
void replay_frame(struct replay *r, uint32_t step, uint64_t offset_bytes);
void replay_piece(struct replay *r, const struct frameio_run *run,
    const struct moments *latency);

/* replay_end_bytes() returns the byte at which the first frame begins that was
 * not kept; UINT64_MAX if all were. */
uint64_t replay_end_bytes(const struct replay *r);

/* replay_each() hands the pieces to 'take': only step, second,
 * record, op, counted, n and latencies are filled in.  Several threads may do
 * so at once. */
void replay_each(const struct replay *r,
    void (*take)(void *context, uint32_t step, const struct frameio_run *run),
    void *context);

#endif
