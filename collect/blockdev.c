/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/hdreg.h>
#include <linux/loop.h>
#include <scsi/sg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/file.h"
#include "collect/blockdev.h"

/* Devices stacked deeper than this are a loop in sysfs. */
#define STACK_MOST 16

static const char *
read_text(struct arena *a, const char *dir, const char *name)
{
	const char *text = file_read_line(a, arena_printf(a, "%s/%s", dir,
	    name));

	return text == NULL || *text == '\0' ? NULL : text;
}

static bool
read_number(struct arena *a, const char *dir, dev_t *number_out)
{
	const char *text = read_text(a, dir, "dev");
	unsigned major_number, minor_number;

	if (text == NULL ||
	    sscanf(text, "%u:%u", &major_number, &minor_number) != 2)
		return false;
	*number_out = makedev(major_number, minor_number);
	return true;
}

static const char *
last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? path : slash + 1;
}

bool
blockdev_find(struct arena *a, dev_t number, struct blockdev *out)
{
	char dir[PATH_MAX];

	memset(out, 0, sizeof(*out));
	if (realpath(arena_printf(a, "/sys/dev/block/%u:%u", major(number),
	    minor(number)), dir) == NULL)
		return false;
	out->number = out->whole_number = number;
	out->dir = out->whole_dir = arena_strdup(a, dir);
	out->name = out->whole_name = last_part(out->dir);
	out->partition = read_text(a, dir, "partition") != NULL;
	if (!out->partition)
		return true;
	*strrchr(dir, '/') = '\0';
	out->whole_dir = arena_strdup(a, dir);
	out->whole_name = last_part(out->whole_dir);
	return read_number(a, dir, &out->whole_number);
}

const char *
blockdev_text(struct arena *a, const struct blockdev *b, const char *name)
{
	return read_text(a, b->whole_dir, name);
}

/* A copy without blanks and unprintable bytes at the ends; NULL if empty. */
static const char *
trimmed(struct arena *a, const char *text, size_t length)
{
	length = strnlen(text, length);
	while (length > 0 && (unsigned char)*text <= ' ') {
		text++;
		length--;
	}
	while (length > 0 && (unsigned char)text[length - 1] <= ' ')
		length--;
	return length == 0 ? NULL : arena_strndup(a, text, length);
}

/* The unit serial number page of a SCSI device, asked of the device itself. */
static const char *
scsi_serial(struct arena *a, int fd)
{
	unsigned char command[6] = {0x12, 1, 0x80, 0, 255, 0};
	unsigned char page[255] = {0}, sense[32];
	struct sg_io_hdr io;

	memset(&io, 0, sizeof(io));
	io.interface_id = 'S';
	io.dxfer_direction = SG_DXFER_FROM_DEV;
	io.cmd_len = sizeof(command);
	io.cmdp = command;
	io.dxfer_len = sizeof(page);
	io.dxferp = page;
	io.mx_sb_len = sizeof(sense);
	io.sbp = sense;
	io.timeout = 5000;
	if (ioctl(fd, SG_IO, &io) == -1 || io.status != 0 ||
	    io.host_status != 0 || page[1] != 0x80)
		return NULL;
	size_t length = page[3];

	if (length > sizeof(page) - 4)
		length = sizeof(page) - 4;
	return trimmed(a, (const char *)page + 4, length);
}

static const char *
ata_serial(struct arena *a, int fd)
{
	struct hd_driveid id;

	memset(&id, 0, sizeof(id));
	if (ioctl(fd, HDIO_GET_IDENTITY, &id) == -1)
		return NULL;
	return trimmed(a, (const char *)id.serial_no, sizeof(id.serial_no));
}

const char *
blockdev_serial(struct arena *a, const struct blockdev *b, int fd)
{
	const char *serial;

	if (b->partition)
		return NULL;
	/* NVMe keeps it with the controller, virtio with the disk. */
	serial = blockdev_text(a, b, "device/serial");
	if (serial == NULL)
		serial = blockdev_text(a, b, "serial");
	if (serial != NULL)
		return trimmed(a, serial, strlen(serial));
	serial = ata_serial(a, fd);
	return serial != NULL ? serial : scsi_serial(a, fd);
}

static void
list_add(struct arena *a, struct blockdev_list *list, const struct blockdev *b)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].number == b->number)
			return;
	list->items = arena_grow(a, list->items, list->count,
	    sizeof(*list->items));
	list->items[list->count++] = *b;
}

/* Calls back with the name of each entry of a folder; none if it is missing. */
static void
each_entry(const char *dir, void (*visit)(const char *name, void *data),
    void *data)
{
	DIR *d = opendir(dir);
	struct dirent *entry;

	if (d == NULL)
		return;
	while ((entry = readdir(d)) != NULL)
		if (entry->d_name[0] != '.')
			visit(entry->d_name, data);
	closedir(d);
}

struct walk {
	struct arena *a;
	struct blockdev_list list;
	const char *dir;
	const char *names;
	const struct stat *file;
	unsigned level;
};

static void
add_partition(const char *name, void *data)
{
	struct walk *w = data;
	const char *dir = arena_printf(w->a, "%s/%s", w->dir, name);
	struct blockdev b;
	dev_t number;

	if (read_text(w->a, dir, "partition") != NULL &&
	    read_number(w->a, dir, &number) &&
	    blockdev_find(w->a, number, &b))
		list_add(w->a, &w->list, &b);
}

struct blockdev_list
blockdev_parts(struct arena *a, const struct blockdev *b)
{
	struct walk w = {.a = a, .dir = b->dir};

	list_add(a, &w.list, b);
	if (!b->partition)
		each_entry(b->dir, add_partition, &w);
	return w.list;
}

static void add_disks(struct walk *w, dev_t number);

static void
add_slave(const char *name, void *data)
{
	struct walk *w = data;
	dev_t number;

	if (read_number(w->a, arena_printf(w->a, "%s/slaves/%s", w->dir, name),
	    &number))
		add_disks(w, number);
}

static void
add_disks(struct walk *w, dev_t number)
{
	struct blockdev b;
	const char *outer = w->dir;

	if (w->level > STACK_MOST || !blockdev_find(w->a, number, &b))
		return;
	struct blockdev whole;

	if (blockdev_find(w->a, b.whole_number, &whole))
		list_add(w->a, &w->list, &whole);
	w->level++;
	w->dir = b.whole_dir;
	each_entry(arena_printf(w->a, "%s/slaves", b.whole_dir), add_slave, w);
	w->level--;
	w->dir = outer;
	/* A loop device's backing file may be a block device. */
	const char *backing = read_text(w->a, b.whole_dir, "loop/backing_file");
	struct stat st;

	if (backing != NULL && stat(backing, &st) == 0) {
		w->level++;
		add_disks(w, S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev);
		w->level--;
	}
}

struct blockdev_list
blockdev_disks(struct arena *a, dev_t number)
{
	struct walk w = {.a = a};

	add_disks(&w, number);
	return w.list;
}

struct count {
	const char *controller;		/* "nvme0n" */
	unsigned count;
};

static void
count_namespace(const char *name, void *data)
{
	struct count *c = data;

	if (strncmp(name, c->controller, strlen(c->controller)) == 0 &&
	    strchr(name, 'p') == NULL)
		c->count++;
}

unsigned
blockdev_siblings(struct arena *a, const struct blockdev *b)
{
	struct count c = {NULL, 0};
	unsigned controller;

	if (sscanf(b->whole_name, "nvme%un", &controller) != 1)
		return 0;
	c.controller = arena_printf(a, "nvme%un", controller);
	each_entry("/sys/block", count_namespace, &c);
	return c.count > 0 ? c.count - 1 : 0;
}

static void
count_number(const char *name, void *data)
{
	*(unsigned *)data += isdigit((unsigned char)*name) != 0;
}

unsigned
blockdev_queues(struct arena *a, const char *dir)
{
	unsigned count = 0;

	each_entry(arena_printf(a, "%s/mq", dir), count_number, &count);
	return count;
}

static void
add_name(const char *name, void *data)
{
	struct walk *w = data;

	w->names = w->names == NULL ? arena_strdup(w->a, name) :
	    arena_printf(w->a, "%s %s", w->names, name);
}

const char *
blockdev_holders(struct arena *a, const struct blockdev *b)
{
	struct blockdev_list parts = blockdev_parts(a, b);
	struct walk w = {.a = a};

	for (size_t i = 0; i < parts.count; i++)
		each_entry(arena_printf(a, "%s/holders", parts.items[i].dir),
		    add_name, &w);
	return w.names;
}

/* Whether the loop device 'loop' lies on the file.  The kernel is asked for the
 * file's number: a path may be another one meanwhile, or in another namespace.
 */
static bool
lies_on(struct arena *a, const struct blockdev *loop, const struct stat *file)
{
	struct loop_info64 info;
	int fd = open(arena_printf(a, "/dev/%s", loop->name), O_RDONLY |
	    O_NONBLOCK | O_CLOEXEC);
	bool told = fd != -1 && ioctl(fd, LOOP_GET_STATUS64, &info) == 0;
	struct stat st;

	if (fd != -1)
		close(fd);
	if (told)
		return S_ISBLK(file->st_mode) ?
		    info.lo_rdevice == file->st_rdev :
		    info.lo_rdevice == 0 && info.lo_inode == file->st_ino &&
		    info.lo_device == file->st_dev;

	const char *path = read_text(a, loop->dir, "loop/backing_file");

	if (path == NULL || stat(path, &st) == -1)
		return false;
	return S_ISBLK(file->st_mode) ? S_ISBLK(st.st_mode) &&
	    st.st_rdev == file->st_rdev : st.st_ino == file->st_ino &&
	    st.st_dev == file->st_dev;
}

static void
match_loop(const char *name, void *data)
{
	struct walk *w = data;
	struct blockdev loop;
	dev_t number;

	if (strncmp(name, "loop", 4) == 0 &&
	    (w->names == NULL || strcmp(name, w->names) != 0) &&
	    read_text(w->a, arena_printf(w->a, "/sys/block/%s", name),
	    "loop/backing_file") != NULL &&
	    read_number(w->a, arena_printf(w->a, "/sys/block/%s", name),
	    &number) && blockdev_find(w->a, number, &loop) &&
	    lies_on(w->a, &loop, w->file))
		list_add(w->a, &w->list, &loop);
}

const char *
blockdev_loop_on(struct arena *a, const struct stat *file, const char *but)
{
	struct walk w = {.a = a, .file = file, .names = but};

	each_entry("/sys/block", match_loop, &w);
	return w.list.count == 0 ? NULL : w.list.items[0].name;
}

static void
add_lower(const char *name, void *data)
{
	struct walk *w = data;
	struct blockdev b;
	dev_t number;

	if (read_number(w->a, arena_printf(w->a, "%s/slaves/%s", w->dir, name),
	    &number) && blockdev_find(w->a, number, &b))
		list_add(w->a, &w->list, &b);
}

struct blockdev_list
blockdev_lower(struct arena *a, const struct blockdev *b)
{
	struct walk w = {.a = a, .dir = b->whole_dir};

	each_entry(arena_printf(a, "%s/slaves", b->whole_dir), add_lower, &w);
	return w.list;
}

bool
blockdev_backing(struct arena *a, const struct blockdev *b,
    const char **path_out, struct stat *file_out)
{
	*path_out = read_text(a, b->whole_dir, "loop/backing_file");
	return *path_out != NULL && stat(*path_out, file_out) == 0;
}
