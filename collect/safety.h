/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_SAFETY_H
#define PLATEAU_COLLECT_SAFETY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/arena.h"
#include "collect/blockdev.h"

/*
 * The checks that keep a drive from being harmed by mistake.  Each answers one
 * question and changes nothing; target.c asks them in order before it opens
 * anything for writing.
 */

/*
 * safety_in_use() says how the device, a partition of it or something stacked
 * on it is in use ("mounted on /home"), or returns NULL.  A loop device on it
 * is a use, mounted or not; and what a loop device lies on itself is in use when
 * anything else than this loop device uses it.
 */
const char *safety_in_use(struct arena *a, const struct blockdev *b);

/* safety_file_in_use() says how a regular file is in use as something that has
 * blocks, "it is swap space", or returns NULL. */
const char *safety_file_in_use(struct arena *a, const struct stat *file);

/*
 * safety_signature() says what is found on the device open at 'fd' ("an ext4
 * file system", "a gpt partition table"), or returns NULL.  What cannot be read
 * or is ambiguous is named too: doubt refuses.
 */
const char *safety_signature(struct arena *a, int fd);

/*
 * safety_token() is the text that --destroy must give for the device open at
 * 'fd': its serial number, or NAME:BYTES if it has none.
 */
const char *safety_token(struct arena *a, const struct blockdev *b, int fd,
    uint64_t bytes);

/* Where a raw log would lie. */
enum safety_log {
	SAFETY_LOG_APART,	/* on another device */
	SAFETY_LOG_SAME_FS,	/* on the file system of a file under test */
	SAFETY_LOG_ON_TARGET	/* on the device under test */
};

/*
 * safety_log_place() tells how the folder 'dir', which need not exist yet,
 * lies to the target: to the block device 'number' if 'block', else to the
 * file on the device 'number'.
 */
enum safety_log safety_log_place(struct arena *a, const char *dir, bool block,
    dev_t number);

#endif
