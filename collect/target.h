/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_TARGET_H
#define PLATEAU_COLLECT_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "collect/blockdev.h"
#include "collect/engine.h"
#include "collect/outcome.h"
#include "collect/sim.h"
#include "model/drive.h"

/* What is measured: a block device or a file, open once for all threads, or a
 * simulated drive. */
struct target {
	const char *path;		/* as it was asked for */
	const char *leads_to;		/* where, if that is a link; or NULL */
	int fd;				/* -1 in a dry run with --create */
	bool block;
	bool created;			/* by us, in this run */
	uint64_t bytes;			/* of it that the plan may touch */
	uint64_t device_bytes;		/* that it shows now */
	uint64_t full_bytes;		/* the most that is known of */
	uint64_t hidden_bytes;		/* of those, by a tool in this run */
	uint32_t sector_bytes;		/* unit of offsets and sizes */
	dev_t number;			/* block: the device's; file: that of
					   the device it lies on */
	struct blockdev device;		/* block: itself; file: below it */
	const char *token;		/* block: what it calls itself */
	const char *wanted;		/* the token that a dry run went without,
					   which a run does not; or NULL */
	const char *in_use;		/* how, if a plan that reads goes on */
	struct drive *profile;		/* of a simulated drive; or NULL */
	const char *profile_path;
	struct simulation *simulation;	/* of the same; NULL in a dry run */
};

struct target_request {
	const char *path;
	uint64_t create_bytes;		/* 0: it must exist */
	const char *destroy;		/* the token, or NULL */
	const char *serial;		/* which needs no token: that of a drive
					   which gave it before; or NULL */
	bool writes;			/* the plan writes */
	bool look_only;			/* dry run: create nothing */
	unsigned simulated_depth;	/* I/Os at a time on a simulated drive;
					   0: a real one */
};

/*
 * target_open() finds out what the target is, refuses what may not be written
 * to, and opens it for direct I/O: a device that will be written to with
 * O_EXCL.  A new file is made, but has no space yet.  The target is locked
 * (flock), so that a second run on it is refused.  Everything refused is
 * printed with what to do about it.
 */
enum outcome target_open(struct arena *a, const struct target_request *request,
    struct target *out);

/* target_allocate() gives a file that was created its space on the disk.
 * Returns 0, or -1 with the reason printed, but for a signal. */
int target_allocate(const struct target *t);

/*
 * target_let_go() closes a block device for a tool, 'whom', that needs it to be
 * free; its descriptor keeps its number and leads to nothing.  An engine that
 * holds the file is refused: target_can_let_go() does that beforehand.
 * target_take_again() opens it behind that number again, alone, and checks that
 * it still is the same: name, and what it calls itself.  If it was 'resized' it
 * may have another size, which becomes device_bytes, and another device number.
 * Return 0, or -1 with the reason printed.
 */
int target_can_let_go(const struct target *t, const struct engine_kind *kind,
    const char *whom);
int target_let_go(const struct target *t, const struct engine_kind *kind,
    const char *whom);
int target_take_again(struct arena *a, struct target *t, bool resized);

/* target_is_there() says whether its path still leads to what is open. */
bool target_is_there(const struct target *t);

/* target_show() limits the plan to the first 'bytes' of it, in whole sectors,
 * or to all that there is. */
void target_show(struct target *t, uint64_t bytes);

/* target_close() closes it; 'remove_created' also removes a file that this run
 * made, for runs that end before they began. */
void target_close(struct target *t, bool remove_created);

#endif
