/* SPDX-License-Identifier: BSD-2-Clause */
#include <blkid/blkid.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "base/file.h"
#include "collect/safety.h"

/* One line of /proc/self/mountinfo. */
struct mount {
	dev_t device;			/* of its files; btrfs and overlays
					   have a number of their own */
	char point[512], source[512];
};

static bool
read_mount(FILE *f, struct mount *out)
{
	char line[4096];

	while (fgets(line, sizeof(line), f) != NULL) {
		unsigned major_number, minor_number;
		char *dash = strstr(line, " - ");

		if (dash != NULL && sscanf(line, "%*d %*d %u:%u %*s %511s",
		    &major_number, &minor_number, out->point) == 3 &&
		    sscanf(dash + 3, "%*s %511s", out->source) == 1) {
			out->device = makedev(major_number, minor_number);
			return true;
		}
	}
	return false;
}

/* The block device that a mounted file system lies on, or its own number. */
static dev_t
mount_device(const struct mount *m)
{
	struct stat st;

	if (major(m->device) == 0 && m->source[0] == '/' &&
	    stat(m->source, &st) == 0 && S_ISBLK(st.st_mode))
		return st.st_rdev;
	return m->device;
}

static const char *
mounted_on(struct arena *a, dev_t number)
{
	FILE *f = fopen("/proc/self/mountinfo", "re");
	struct mount m;
	const char *point = NULL;

	if (f == NULL)
		return NULL;
	while (point == NULL && read_mount(f, &m))
		if (mount_device(&m) == number || m.device == number)
			point = arena_strdup(a, m.point);
	fclose(f);
	return point;
}

static bool
is_swap(dev_t number)
{
	FILE *f = fopen("/proc/swaps", "re");
	char line[4096], path[1024];
	bool found = false;
	struct stat st;

	if (f == NULL)
		return false;
	while (!found && fgets(line, sizeof(line), f) != NULL)
		found = sscanf(line, "%1023s", path) == 1 && path[0] == '/' &&
		    stat(path, &st) == 0 && S_ISBLK(st.st_mode) &&
		    st.st_rdev == number;
	fclose(f);
	return found;
}

const char *
safety_in_use(struct arena *a, const struct blockdev *b)
{
	struct blockdev_list parts = blockdev_parts(a, b);
	const char *holders = blockdev_holders(a, b);

	for (size_t i = 0; i < parts.count; i++) {
		const struct blockdev *part = &parts.items[i];
		const char *point = mounted_on(a, part->number);

		if (point != NULL)
			return arena_printf(a, "%s is mounted on %s",
			    part->name, point);
		if (is_swap(part->number))
			return arena_printf(a, "%s is swap space", part->name);
	}
	if (holders != NULL)
		return arena_printf(a, "%s lies on it", holders);
	return NULL;
}

static const char *
probed(struct arena *a, blkid_probe probe)
{
	const char *type = NULL, *usage = NULL;

	if (blkid_probe_lookup_value(probe, "TYPE", &type, NULL) == 0) {
		if (blkid_probe_lookup_value(probe, "USAGE", &usage, NULL) != 0)
			usage = "data";
		return arena_printf(a, "%s (%s)", type, usage);
	}
	if (blkid_probe_lookup_value(probe, "PTTYPE", &type, NULL) == 0)
		return arena_printf(a, "a partition table (%s)", type);
	return "something that libblkid knows but does not name";
}

const char *
safety_signature(struct arena *a, int fd)
{
	blkid_probe probe = blkid_new_probe();
	const char *found = NULL;

	if (probe == NULL || blkid_probe_set_device(probe, fd, 0, 0) != 0) {
		found = "content that could not be looked at";
		goto out;
	}
	blkid_probe_enable_superblocks(probe, 1);
	blkid_probe_set_superblocks_flags(probe, BLKID_SUBLKS_TYPE |
	    BLKID_SUBLKS_USAGE | BLKID_SUBLKS_BADCSUM);
	blkid_probe_enable_partitions(probe, 1);
	switch (blkid_do_safeprobe(probe)) {
	case 0:
		found = probed(a, probe);
		break;
	case 1:
		break;
	case -2:
		found = "signatures of several kinds";
		break;
	default:
		found = "content that could not be read";
	}
out:
	blkid_free_probe(probe);
	return found;
}

const char *
safety_token(struct arena *a, const struct blockdev *b, int fd, uint64_t bytes)
{
	const char *serial = blockdev_serial(a, b, fd);

	if (serial != NULL)
		return serial;
	return arena_printf(a, "%s:%" PRIu64, b->name, bytes);
}

/* The device number of the files in the folder, or in the nearest folder above
 * that exists. */
static dev_t
folder_device(struct arena *a, const char *dir)
{
	char *path = arena_strdup(a, *dir == '\0' ? "." : dir);
	struct stat st;

	while (stat(path, &st) == -1) {
		char *slash = strrchr(path, '/');

		if (slash == NULL)
			path = arena_strdup(a, ".");
		else if (slash == path)
			path = arena_strdup(a, "/");
		else
			*slash = '\0';
	}
	return st.st_dev;
}

/* The block device below the file system whose files have this number. */
static dev_t
file_system_device(dev_t number)
{
	FILE *f = fopen("/proc/self/mountinfo", "re");
	struct mount m;
	dev_t below = number;

	if (f == NULL)
		return number;
	while (read_mount(f, &m))
		if (m.device == number)
			below = mount_device(&m);
	fclose(f);
	return below;
}

static bool
share_a_disk(struct arena *a, dev_t one, dev_t other)
{
	struct blockdev_list these = blockdev_disks(a, one);
	struct blockdev_list those = blockdev_disks(a, other);

	for (size_t i = 0; i < these.count; i++)
		for (size_t k = 0; k < those.count; k++)
			if (these.items[i].number == those.items[k].number)
				return true;
	return false;
}

enum safety_log
safety_log_place(struct arena *a, const char *dir, bool block, dev_t number)
{
	dev_t log = folder_device(a, dir);
	struct blockdev target;

	if (!block)
		return log == number ? SAFETY_LOG_SAME_FS : SAFETY_LOG_APART;
	dev_t below = file_system_device(log);
	struct blockdev_list disks = blockdev_disks(a, below);

	if (blockdev_find(a, number, &target))
		for (size_t i = 0; i < disks.count; i++)
			if (disks.items[i].number == target.whole_number)
				return SAFETY_LOG_ON_TARGET;
	/* Such as a loop device whose file lies beside the log. */
	return share_a_disk(a, number, below) ? SAFETY_LOG_SAME_FS :
	    SAFETY_LOG_APART;
}
