/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_IDENTITY_H
#define PLATEAU_COLLECT_IDENTITY_H

#include "base/arena.h"
#include "collect/target.h"
#include "model/run.h"

/*
 * What is known of the device and the host, as facts for run.xml.  What the
 * system does not tell is left out; strange text never stops a run.
 */

/* identity_device() tells of the target: model, serial, firmware, sizes,
 * interface, queue settings, write cache. */
void identity_device(struct arena *a, const struct target *t,
    struct facts *facts);

/*
 * identity_target() tells the target from any other that may be found at its
 * path, under its name, later: of a file its real path, inode and time of birth;
 * of a loop device those of what it lies on; what the kernel knows of other
 * devices.  NULL if it has a serial number, which tells more, or if nothing is
 * known.
 */
const char *identity_target(struct arena *a, const struct target *t);

/* identity_host() tells of the machine: board, processor, memory, kernel. */
void identity_host(struct arena *a, struct facts *facts);

#endif
