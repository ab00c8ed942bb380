/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_TRAFFIC_H
#define PLATEAU_COLLECT_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "collect/target.h"
#include "model/run.h"

/* What has gone through the whole disk under test so far, of all programs, as
 * the kernel counts it. */
struct traffic {
	bool known;
	uint64_t read_bytes, written_bytes;
};

/* traffic_now() asks the kernel; of a file or a simulated drive nothing is
 * known. */
struct traffic traffic_now(struct arena *a, const struct target *t);

/*
 * traffic_tell() compares what went through since 'before' with what is ours of
 * it.  More than a hundredth and a MiB that is not becomes the facts
 * foreign_read_bytes and foreign_written_bytes, and is printed.
 */
void traffic_tell(struct arena *a, const struct target *t,
    const struct traffic *before, const struct traffic *ours,
    struct facts *facts);

#endif
