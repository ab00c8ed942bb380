/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_SMART_H
#define PLATEAU_COLLECT_SMART_H

#include <stddef.h>

#include "base/arena.h"
#include "collect/target.h"
#include "model/run.h"

/*
 * smart_identify() asks smartctl, if it is installed, about the device: what
 * sysfs does not tell of its identity, and what smart_counters() tells.  A
 * drive, or a smartctl, with strange answers leaves facts out and nothing else.
 */
void smart_identify(struct arena *a, const struct target *t,
    struct facts *facts);

/*
 * smart_counters() adds what changes while a drive is used, under names that
 * end in 'when' ("begin", "end"): wear_percent_, temperature_c_,
 * power_on_hours_, host_written_bytes_, host_read_bytes_, nand_written_bytes_,
 * media_errors_, throttled_minutes_.  Of an NVMe drive nvme-cli is asked too.
 */
void smart_counters(struct arena *a, const struct target *t,
    const char *when, struct facts *facts);

/* smart_amplification() tells in words by how much more was written to the flash
 * than by the host between "begin" and "end"; NULL if the drive does not count
 * both. */
const char *smart_amplification(struct arena *a, const struct facts *facts);

/* smart_parse() is what the two do with the text that smartctl printed:
 * 'identity' NULL leaves that out.  For tests. */
void smart_parse(struct arena *a, const char *text, size_t length,
    struct facts *identity, const char *when, struct facts *counters);

#endif
