/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_ERASABLE_H
#define PLATEAU_COLLECT_ERASABLE_H

#include "base/arena.h"
#include "collect/target.h"

/* Whether a drive takes the purge that a method asks of it. */
enum erasable_can {
	ERASABLE_YES,			/* or it does not tell */
	ERASABLE_NOT_NOW,		/* its owner can change that */
	ERASABLE_NEVER
};

struct erasable {
	enum erasable_can can;
	const char *why;		/* why not, and what to do */
};

/*
 * erasable_ask() asks the drive, by the tool that would purge it: an ATA drive
 * may be frozen by the firmware of the host or locked by a password, NVMe
 * controllers need not have every kind of erase, and it may be a drive of
 * another kind.  Changes nothing.
 */
struct erasable erasable_ask(struct arena *a, const struct target *t,
    const char *method);

/* What it does with what "hdparm -I" and "nvme id-ctrl -o json" print. */
struct erasable erasable_parse_ata(const char *text);
struct erasable erasable_parse_nvme(const char *text, size_t length,
    const char *method);

#endif
