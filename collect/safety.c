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

/* Devices on devices, higher than anybody stacks them. */
#define STACK_MOST 16

/* One line of /proc/self/mountinfo. */
struct mount {
	dev_t device;			/* of its files; btrfs and overlays
					   have a number of their own */
	char point[512], source[512];
};

/* The kernel writes blanks in paths as "\\040". */
static void
unescape(char *text)
{
	char *to = text;

	for (; *text != '\0'; to++) {
		unsigned byte;

		if (sscanf(text, "\\%3o", &byte) == 1) {
			*to = (char)byte;
			text += 4;
		} else {
			*to = *text++;
		}
	}
	*to = '\0';
}

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
			unescape(out->point);
			unescape(out->source);
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

/* Whether the kernel swaps to what 'file' tells of, a device or a file. */
static bool
is_swap(const struct stat *file)
{
	FILE *f = fopen("/proc/swaps", "re");
	char line[4096], path[1024];
	bool found = false;
	struct stat st;

	if (f == NULL)
		return false;
	while (!found && fgets(line, sizeof(line), f) != NULL) {
		if (sscanf(line, "%1023s", path) != 1 || path[0] != '/')
			continue;
		unescape(path);
		found = stat(path, &st) == 0 && (S_ISBLK(file->st_mode) ?
		    S_ISBLK(st.st_mode) && st.st_rdev == file->st_rdev :
		    st.st_ino == file->st_ino && st.st_dev == file->st_dev);
	}
	fclose(f);
	return found;
}

/* How what 'file' tells of is in use by others than the loop device 'but'. */
static const char *
used_directly(struct arena *a, const struct stat *file, const char *name,
    const char *but)
{
	const char *loop = blockdev_loop_on(a, file, but);
	const char *point = S_ISBLK(file->st_mode) ?
	    mounted_on(a, file->st_rdev) : NULL;

	if (point != NULL)
		return arena_printf(a, "%s is mounted on %s", name, point);
	if (is_swap(file))
		return arena_printf(a, "%s is swap space", name);
	if (loop != NULL)
		return arena_printf(a, "%s lies on %s; 'losetup --detach "
		    "/dev/%s' lets go of it", loop, name, loop);
	return NULL;
}

static struct stat
stat_of(dev_t number)
{
	return (struct stat){.st_mode = S_IFBLK, .st_rdev = number};
}

/* How a device is in use by others than the loop device 'but' and, if it is
 * 'shared' as a disk is by the volumes on it, than what is stacked on it. */
static const char *
used_but_by(struct arena *a, const struct blockdev *b, const char *but,
    bool shared, unsigned level)
{
	struct blockdev_list parts = blockdev_parts(a, b);
	struct blockdev_list lower = blockdev_lower(a, b);
	const char *holders = blockdev_holders(a, b);
	const char *path, *how = NULL;
	struct stat file;

	if (level == STACK_MOST)
		return "it is stacked too high to be looked at";
	for (size_t i = 0; i < parts.count && how == NULL; i++) {
		file = stat_of(parts.items[i].number);
		how = used_directly(a, &file, parts.items[i].name, but);
	}
	if (how == NULL && !shared && holders != NULL)
		how = arena_printf(a, "%s lies on it", holders);
	/* What writes to the disk of a partition writes to the partition. */
	if (how == NULL && b->partition) {
		file = stat_of(b->whole_number);
		how = used_directly(a, &file, b->whole_name, but);
	}
	for (size_t i = 0; i < lower.count && how == NULL; i++)
		how = used_but_by(a, &lower.items[i], NULL, true, level + 1);
	if (how != NULL || !blockdev_backing(a, b, &path, &file))
		return how;

	struct blockdev below;

	if (!S_ISBLK(file.st_mode))
		return used_directly(a, &file, arena_printf(a, "its file %s",
		    path), b->whole_name);
	return blockdev_find(a, file.st_rdev, &below) ? used_but_by(a, &below,
	    b->whole_name, false, level + 1) : NULL;
}

const char *
safety_in_use(struct arena *a, const struct blockdev *b)
{
	return used_but_by(a, b, NULL, false, 0);
}

const char *
safety_file_in_use(struct arena *a, const struct stat *file)
{
	return used_directly(a, file, "it", NULL);
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
		found = "content that cannot be read (the drive fails, or is "
		    "locked by a password, as an erase that was cut off "
		    "leaves it)";
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
