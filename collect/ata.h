/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_ATA_H
#define PLATEAU_COLLECT_ATA_H

#include "base/arena.h"
#include "collect/target.h"
#include "model/run.h"

/* ata_identify() asks hdparm, if it is installed and the target is a SATA
 * drive, for model and firmware, which sysfs cuts off. */
void ata_identify(struct arena *a, const struct target *t,
    struct facts *facts);

/* ata_parse() is what it does with what "hdparm -I" printed.  For tests. */
void ata_parse(struct arena *a, const char *text, struct facts *facts);

#endif
