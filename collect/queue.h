/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_QUEUE_H
#define PLATEAU_COLLECT_QUEUE_H

#include "base/arena.h"
#include "collect/target.h"
#include "model/plan.h"

/*
 * queue_excess() compares the I/Os that the plan keeps outstanding with what
 * the queue of the disk takes: of all threads, the device's own depth and the
 * requests of all hardware queues together; of one thread, those of the queue
 * that its processor uses.  What is above that waits in the host, and its
 * latency is the host's.  Returns the first stage that has more, in words, or
 * NULL.
 */
const char *queue_excess(struct arena *a, const struct plan *plan,
    const struct target *t);

#endif
