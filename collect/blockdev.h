/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_BLOCKDEV_H
#define PLATEAU_COLLECT_BLOCKDEV_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "base/arena.h"

/* What the kernel says of a block device in sysfs.  Nothing here prints, and
 * what the kernel does not say is NULL. */
struct blockdev {
	dev_t number;
	const char *name;		/* "sda1", "loop0" */
	const char *dir;		/* its folder in sysfs */
	bool partition;
	dev_t whole_number;		/* of the disk it is, or part of */
	const char *whole_name;
	const char *whole_dir;
};

/* blockdev_find() looks a device number up; false if it is not a block
 * device's. */
bool blockdev_find(struct arena *a, dev_t number, struct blockdev *out);

/* blockdev_text() reads the attribute 'name' ("queue/scheduler") of the whole
 * disk. */
const char *blockdev_text(struct arena *a, const struct blockdev *b,
    const char *name);

/* blockdev_serial() returns the serial number that the device open at 'fd'
 * gives for itself, trimmed; NULL for a partition, which has none of its
 * own. */
const char *blockdev_serial(struct arena *a, const struct blockdev *b, int fd);

/* A list of devices. */
struct blockdev_list {
	size_t count;
	struct blockdev *items;
};

/* blockdev_parts() lists the device and, for a whole disk, its partitions. */
struct blockdev_list blockdev_parts(struct arena *a, const struct blockdev *b);

/* blockdev_disks() lists the whole disks that the device lies on, through all
 * that is stacked between (dm, md, loop on a device). */
struct blockdev_list blockdev_disks(struct arena *a, dev_t number);

/* blockdev_siblings() counts the other namespaces of an NVMe controller; 0 for
 * any other device. */
unsigned blockdev_siblings(struct arena *a, const struct blockdev *b);

/* blockdev_queues() counts the hardware queues of the disk whose folder is
 * 'dir'; 0 if the kernel does not tell. */
unsigned blockdev_queues(struct arena *a, const char *dir);

/* blockdev_holders() returns the names of what is stacked on the device or on
 * one of its partitions ("dm-0 md1"), or NULL. */
const char *blockdev_holders(struct arena *a, const struct blockdev *b);

/* blockdev_loop_on() returns the name of a loop device that lies on the file or
 * the block device that 'file' tells of, or NULL; the one called 'but', if that
 * is not NULL, does not count. */
const char *blockdev_loop_on(struct arena *a, const struct stat *file,
    const char *but);

/* blockdev_lower() lists what the disk is directly stacked on (dm, md). */
struct blockdev_list blockdev_lower(struct arena *a, const struct blockdev *b);

/* blockdev_backing() finds what a loop device lies on: the path that it was
 * given, NULL for any other device, and what is there now.  False if nothing
 * is. */
bool blockdev_backing(struct arena *a, const struct blockdev *b,
    const char **path_out, struct stat *file_out);

#endif
