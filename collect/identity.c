/* SPDX-License-Identifier: BSD-2-Clause */
#include <blkid/blkid.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/stat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/file.h"
#include "base/version.h"
#include "collect/identity.h"
#include "collect/pciids.h"
#include "collect/wiring.h"
#include "model/xmltext.h"

/* Adds the first line of a file, if there is one. */
static void
set_from_file(struct arena *a, struct facts *facts, const char *name,
    const char *path)
{
	const char *text = file_read_line(a, path);

	if (text != NULL)
		facts_set(a, facts, name, text);
}

/* Attributes of a disk in sysfs that become facts as they are; the first that
 * there is gives the fact. */
static const struct {
	const char *fact, *attribute;
} attributes[] = {
	{"model", "device/model"},
	{"firmware", "device/firmware_rev"},	/* NVMe */
	{"firmware", "device/rev"},		/* SCSI and SATA */
	{"vendor", "device/vendor"},
	{"vendor", "device/device/vendor"},	/* NVMe */
	{"physical_sector_bytes", "queue/physical_block_size"},
	{"rotational", "queue/rotational"},
	{"write_cache", "queue/write_cache"},
	{"nr_requests", "queue/nr_requests"},
	{"nomerges", "queue/nomerges"},
	{"max_sectors_kb", "queue/max_sectors_kb"},
	{"io_poll", "queue/io_poll"},
	{"rq_affinity", "queue/rq_affinity"},
	{"queue_depth", "device/queue_depth"},
	{"numa_node", "device/numa_node"},
	{"numa_node", "device/device/numa_node"},
	{"link_speed", "device/device/current_link_speed"},
	{"link_width", "device/device/current_link_width"},
	{"link_speed_max", "device/device/max_link_speed"},
	{"link_width_max", "device/device/max_link_width"},
	{"backing_file", "loop/backing_file"},
};

/* "none" of "[none] mq-deadline kyber". */
static void
set_scheduler(struct arena *a, struct facts *facts, const char *text)
{
	const char *open = text == NULL ? NULL : strchr(text, '[');
	const char *close = open == NULL ? NULL : strchr(open, ']');

	if (close != NULL)
		facts_set(a, facts, "scheduler",
		    arena_strndup(a, open + 1, (size_t)(close - open - 1)));
}

static void
set_driver(struct arena *a, struct facts *facts, const struct blockdev *b)
{
	char driver[PATH_MAX];
	const char *link = arena_printf(a, "%s/device/device/driver",
	    b->whole_dir);

	if (realpath(link, driver) == NULL && realpath(arena_printf(a,
	    "%s/device/driver", b->whole_dir), driver) == NULL)
		return;
	facts_set(a, facts, "driver", strrchr(driver, '/') + 1);
}

/* How the disk is attached, by its name and its place in sysfs. */
static const char *
interface_of(const struct blockdev *b)
{
	static const struct {
		const char *name, *place, *interface;
	} known[] = {
		{"nvme", "", "NVMe"},
		{"loop", "", "loop device"},
		{"zram", "", "compressed memory"},
		{"ram", "", "memory"},
		{"pmem", "", "persistent memory"},
		{"vd", "", "virtio"},
		{"mmcblk", "", "MMC"},
		{"dm-", "", "device mapper"},
		{"md", "", "md array"},
		{"sd", "/usb", "USB"},
		{"sd", "/ata", "SATA"},
		{"sd", "/end_device-", "SAS"},
		{"sd", "", "SCSI"},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strncmp(b->whole_name, known[i].name,
		    strlen(known[i].name)) == 0 &&
		    strstr(b->whole_dir, known[i].place) != NULL)
			return known[i].interface;
	return "unknown";
}

static void
set_disk(struct arena *a, struct facts *facts, const struct target *t)
{
	const struct blockdev *b = &t->device;

	facts_set(a, facts, "name", b->name);
	if (b->partition)
		facts_set(a, facts, "partition_of", b->whole_name);
	facts_set(a, facts, "interface", interface_of(b));
	for (size_t i = 0; i < sizeof(attributes) / sizeof(*attributes); i++) {
		const char *text = blockdev_text(a, b,
		    attributes[i].attribute);

		/* "0x1af4" is nobody's name. */
		if (text != NULL && pciids_is_number(text))
			text = pciids_vendor(a, NULL, text);
		if (text != NULL && facts_get(facts, attributes[i].fact) ==
		    NULL)
			facts_set(a, facts, attributes[i].fact, text);
	}
	set_scheduler(a, facts, blockdev_text(a, b, "queue/scheduler"));
	set_driver(a, facts, b);
	wiring_tell(a, b->whole_dir, "/proc", NULL, facts);
}

static void
set_topology(struct arena *a, struct facts *facts, const struct target *t)
{
	blkid_probe probe = blkid_new_probe();
	blkid_topology topology;

	if (probe != NULL && blkid_probe_set_device(probe, t->fd, 0, 0) == 0 &&
	    (topology = blkid_probe_get_topology(probe)) != NULL) {
		facts_setf(a, facts, "minimum_io_bytes", "%lu",
		    blkid_topology_get_minimum_io_size(topology));
		facts_setf(a, facts, "optimal_io_bytes", "%lu",
		    blkid_topology_get_optimal_io_size(topology));
		facts_setf(a, facts, "alignment_offset_bytes", "%lu",
		    blkid_topology_get_alignment_offset(topology));
	}
	blkid_free_probe(probe);
}

static const char *
file_system_name(long type)
{
	static const struct {
		long type;
		const char *name;
	} known[] = {
		{0xef53, "ext4"}, {0x58465342, "xfs"}, {0x9123683e, "btrfs"},
		{0x01021994, "tmpfs"}, {0xf2f52010, "f2fs"}, {0x6969, "nfs"},
		{0x794c7630, "overlayfs"}, {0x2fc12fc1, "zfs"},
		{0x4d44, "vfat"}, {0x65735546, "fuse"},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (known[i].type == type)
			return known[i].name;
	return NULL;
}

static void
set_file(struct arena *a, struct facts *facts, const struct target *t)
{
	struct statfs fs;

	if (t->fd == -1 || fstatfs(t->fd, &fs) == -1)
		return;
	const char *name = file_system_name((long)fs.f_type);

	if (name != NULL)
		facts_set(a, facts, "file_system", name);
	else
		facts_setf(a, facts, "file_system", "type 0x%lx",
		    (unsigned long)fs.f_type);
}

static void
set_simulated(struct arena *a, struct facts *facts, const struct target *t)
{
	const struct drive *d = t->profile;

	facts_set(a, facts, "path", t->path);
	facts_set(a, facts, "kind", "simulated drive");
	facts_set(a, facts, "model", d->title);
	facts_setf(a, facts, "serial", "%s-%" PRIu64, d->name,
	    d->parameters.seed);
	facts_setf(a, facts, "firmware", "sim " PLATEAU_VERSION);
	facts_set(a, facts, "interface", d->link);
	facts_setf(a, facts, "capacity_bytes", "%" PRIu64, t->bytes);
	facts_setf(a, facts, "sector_bytes", "%" PRIu32, t->sector_bytes);
}

void
identity_device(struct arena *a, const struct target *t, struct facts *facts)
{
	if (t->profile != NULL) {
		set_simulated(a, facts, t);
		return;
	}
	facts_set(a, facts, "path", t->path);
	facts_set(a, facts, "kind", t->block ? "block device" : "file");
	facts_setf(a, facts, "capacity_bytes", "%" PRIu64, t->bytes);
	facts_setf(a, facts, "sector_bytes", "%" PRIu32, t->sector_bytes);
	if (!t->block)
		set_file(a, facts, t);
	if (t->device.name == NULL)
		return;
	set_disk(a, facts, t);
	if (!t->block)
		return;
	const char *serial = blockdev_serial(a, &t->device, t->fd);

	if (serial != NULL)
		facts_set(a, facts, "serial", serial);
	set_topology(a, facts, t);
}

/* A file of the same name, even with the same inode, is born later. */
static const char *
file_mark(struct arena *a, int fd, const char *path, int flags)
{
	union {
		struct statx fields;
		char room[1024];
	} s;
	const unsigned wanted = STATX_INO | STATX_BTIME;

	memset(&s, 0, sizeof(s));
	if (syscall(SYS_statx, fd, path, flags, wanted, &s) == -1)
		return "";

	const char *mark = arena_printf(a, " inode %" PRIu64,
	    (uint64_t)s.fields.stx_ino);

	return (s.fields.stx_mask & STATX_BTIME) == 0 ? mark :
	    arena_printf(a, "%s born %" PRId64 ".%09" PRIu32, mark,
	    (int64_t)s.fields.stx_btime.tv_sec,
	    (uint32_t)s.fields.stx_btime.tv_nsec);
}

static const char *
file_identity(struct arena *a, int fd)
{
	char path[PATH_MAX];
	ssize_t length = readlink(arena_printf(a, "/proc/self/fd/%d", fd),
	    path, sizeof(path));

	if (length < 0)
		length = 0;
	return xmltext_clean(a, arena_printf(a, "file %.*s%s", (int)length,
	    path, file_mark(a, fd, "", AT_EMPTY_PATH)));
}

/* Attributes of devices that stay through a restart of the host. */
static const struct {
	const char *word, *attribute;
} lasting[] = {
	{"wwid", "wwid"},
	{"wwid", "device/wwid"},
	{"mapped", "dm/uuid"},
	{"array", "md/uuid"},
	{"on", "loop/backing_file"},
	{"from", "loop/offset"},
};

const char *
identity_target(struct arena *a, const struct target *t)
{
	const struct blockdev *b = &t->device;
	const char *all = NULL;

	if (t->profile != NULL || t->fd == -1)
		return NULL;
	if (!t->block)
		return file_identity(a, t->fd);
	if (blockdev_serial(a, b, t->fd) != NULL)
		return NULL;
	for (size_t i = 0; i < sizeof(lasting) / sizeof(*lasting); i++) {
		const char *text = blockdev_text(a, b, lasting[i].attribute);

		if (text == NULL)
			continue;
		all = arena_printf(a, "%s%s%s %s", all == NULL ? "" : all,
		    all == NULL ? "" : " ", lasting[i].word, text);
		if (strcmp(lasting[i].word, "on") == 0)
			all = arena_printf(a, "%s%s", all, file_mark(a,
			    AT_FDCWD, text, 0));
	}
	if (b->partition)
		all = arena_printf(a, "%s%spartition at sector %s",
		    all == NULL ? "" : all, all == NULL ? "" : " ",
		    file_read_line(a, arena_printf(a, "%s/start", b->dir)));
	return all == NULL ? NULL : xmltext_clean(a, all);
}

/* "AMD EPYC ..." of the first "model name" line. */
static void
set_processor(struct arena *a, struct facts *facts)
{
	FILE *f = fopen("/proc/cpuinfo", "re");
	char line[1024];

	if (f == NULL)
		return;
	while (fgets(line, sizeof(line), f) != NULL) {
		char *colon = strchr(line, ':');

		if (strncmp(line, "model name", 10) != 0 || colon == NULL)
			continue;
		facts_set(a, facts, "processor", colon + 1);
		break;
	}
	fclose(f);
}

/* PRETTY_NAME="Debian ..." of os-release. */
static void
set_system(struct arena *a, struct facts *facts)
{
	FILE *f = fopen("/etc/os-release", "re");
	char line[1024];

	if (f == NULL)
		return;
	while (fgets(line, sizeof(line), f) != NULL) {
		if (strncmp(line, "PRETTY_NAME=", 12) != 0)
			continue;
		char *text = line + 12;

		text += strspn(text, "\"'");
		text[strcspn(text, "\"'\n")] = '\0';
		facts_set(a, facts, "system", text);
		break;
	}
	fclose(f);
}

void
identity_host(struct arena *a, struct facts *facts)
{
	struct utsname uts;
	struct sysinfo info;

	set_from_file(a, facts, "manufacturer",
	    "/sys/class/dmi/id/sys_vendor");
	set_from_file(a, facts, "product",
	    "/sys/class/dmi/id/product_name");
	set_from_file(a, facts, "board", "/sys/class/dmi/id/board_name");
	set_from_file(a, facts, "bios", "/sys/class/dmi/id/bios_version");
	set_processor(a, facts);
	facts_setf(a, facts, "processors", "%ld",
	    sysconf(_SC_NPROCESSORS_ONLN));
	if (sysinfo(&info) == 0)
		facts_setf(a, facts, "memory_bytes", "%" PRIu64,
		    (uint64_t)info.totalram * info.mem_unit);
	if (uname(&uts) == 0) {
		facts_setf(a, facts, "kernel", "%s %s", uts.sysname,
		    uts.release);
		facts_set(a, facts, "architecture", uts.machine);
	}
	set_system(a, facts);
	set_from_file(a, facts, "governor",
	    "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
	set_from_file(a, facts, "clocksource",
	    "/sys/devices/system/clocksource/clocksource0/"
	    "current_clocksource");
}
