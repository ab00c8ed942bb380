/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_WIRING_H
#define PLATEAU_COLLECT_WIRING_H

#include "base/arena.h"
#include "model/run.h"

/*
 * wiring_tell() adds what lies between a disk, whose folder in sysfs is 'dir',
 * and the processors: the PCI controller (of an NVMe drive, itself) with its
 * driver and firmware, the speed of a SATA or SAS link, the NUMA node and the
 * processors near it, the hardware queues, and the processors that its
 * interrupts go to, from 'proc' ("/proc").  'pci_ids' as in pciids.h.  What is
 * not there is left out.
 */
void wiring_tell(struct arena *a, const char *dir, const char *proc,
    const char *pci_ids, struct facts *facts);

/* wiring_hba() has the adapter of a SATA, SAS or SCSI drive, by its name, driver
 * and firmware, be a fact of the host: "hba". */
void wiring_hba(struct arena *a, const struct facts *device,
    struct facts *host);

#endif
