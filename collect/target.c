/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/fs.h>
#include <linux/stat.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "base/shell.h"
#include "base/units.h"
#include "collect/safety.h"
#include "collect/target.h"

/* What direct I/O asks of a file when the kernel does not say. */
#define FILE_SECTOR_BYTES 512

/* Simulated drives take any 512 bytes, as most real ones do. */
#define SIMULATED_SECTOR_BYTES 512

/* How long somebody else's lock is waited for. */
#define LOCK_TRIES 10
#define LOCK_WAIT_US 50000

/* A namespace that was made anew appears within seconds. */
#define AGAIN_TRIES 100
#define AGAIN_WAIT_US 100000

static enum outcome
open_failed(const char *path)
{
	switch (errno) {
	case EINVAL:
		warn_msg("%s: this file system has no direct I/O (O_DIRECT), "
		    "and reads and writes through the page cache measure "
		    "memory; use a file on another file system, or a block "
		    "device", path);
		return OUTCOME_USAGE;
	case EACCES:
	case EPERM:
		warn_errno("open(%s): %s", path, geteuid() == 0 ?
		    "the kernel refuses it to root too, as it does for "
		    "devices that a container was not given, on mounts with "
		    "nodev, for immutable files and by security modules" :
		    "run as a user who may open it, for devices mostly root");
		return OUTCOME_FAILED;
	case EBUSY:
		warn_msg("%s: in use: the kernel does not give it to us alone "
		    "(mounted, swap, or part of an array or volume group)",
		    path);
		return OUTCOME_USAGE;
	case ETXTBSY:
		warn_msg("%s: in use as a program or as swap space", path);
		return OUTCOME_USAGE;
	default:
		warn_errno("open(%s)", path);
		return OUTCOME_FAILED;
	}
}

/*
 * Locks what is open at 'fd' for this run: another run on it at the same time
 * would spoil both, and write over what this one has written.  A file system
 * without locks is taken as it is.
 */
static enum outcome
lock_target(const char *path, int fd)
{
	/* udev holds a device for the moment in which it looks at it. */
	for (unsigned tries = 0; flock(fd, LOCK_EX | LOCK_NB) == -1; tries++) {
		if (errno != EWOULDBLOCK)
			return OUTCOME_DONE;
		if (tries == LOCK_TRIES) {
			warn_msg("%s: in use: another program has it locked, "
			    "such as another run that measures it; wait for "
			    "its end, or take another target", path);
			return OUTCOME_USAGE;
		}
		usleep(LOCK_WAIT_US);
	}
	return OUTCOME_DONE;
}

/* Reads leave no access time behind: it costs time with every I/O, and is
 * nothing of the drive.  Only for those who own the file; else it stays. */
static void
leave_access_time(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags != -1)
		(void)fcntl(fd, F_SETFL, flags | O_NOATIME);
}

/* Makes an open target ours. */
static enum outcome
take_target(const char *path, int fd)
{
	enum outcome outcome = lock_target(path, fd);

	if (outcome == OUTCOME_DONE)
		leave_access_time(fd);
	return outcome;
}

/* The unit of direct I/O on the open file. */
static enum outcome
find_file_unit(struct target *t)
{
	t->sector_bytes = FILE_SECTOR_BYTES;
#ifdef STATX_DIOALIGN
	/* By the kernel's own structure: that of the C library may be older. */
	union {
		struct statx fields;
		char room[1024];
	} s;

	memset(&s, 0, sizeof(s));
	if (syscall(SYS_statx, t->fd, "", AT_EMPTY_PATH, STATX_DIOALIGN,
	    &s) == 0 && (s.fields.stx_mask & STATX_DIOALIGN)) {
		if (s.fields.stx_dio_offset_align == 0) {
			errno = EINVAL;
			return open_failed(t->path);
		}
		t->sector_bytes = s.fields.stx_dio_offset_align;
	}
#endif
	return OUTCOME_DONE;
}

/* Of a device node nobody should hear that it can be removed. */
static void
say_exists(struct arena *a, const struct target_request *r)
{
	int fd = open(r->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	const char *token = "--destroy and its serial number";
	struct blockdev device;
	struct stat st;
	uint64_t bytes;

	if (stat(r->path, &st) == 0 && S_ISREG(st.st_mode)) {
		warn_msg("%s: exists already, and --create makes a new file; "
		    "remove it, or write over it with %s in place of "
		    "--create", r->path, shell_command(a, "--destroy", r->path,
		    NULL));
	} else if (stat(r->path, &st) == 0 && S_ISBLK(st.st_mode)) {
		if (fd != -1 && ioctl(fd, BLKGETSIZE64, &bytes) == 0 &&
		    blockdev_find(a, st.st_rdev, &device))
			token = shell_command(a, "--destroy", safety_token(a,
			    &device, fd, bytes), NULL);
		warn_msg("%s: is a device, and --create makes a file; to "
		    "measure the device, leave --create out and name it with "
		    "%s", r->path, token);
	} else {
		warn_msg("%s: exists already, and is no file; --create makes a "
		    "new file where nothing is", r->path);
	}
	if (fd != -1)
		close(fd);
}

static enum outcome
create_file(struct arena *a, const struct target_request *r, struct target *t)
{
	struct stat st;
	int flags = O_RDWR | O_CREAT | O_EXCL | O_DIRECT | O_CLOEXEC;

	t->bytes = r->create_bytes;
	t->sector_bytes = FILE_SECTOR_BYTES;
	if (lstat(r->path, &st) == 0) {
		say_exists(a, r);
		return OUTCOME_USAGE;
	}
	if (r->look_only)
		return OUTCOME_DONE;
	t->fd = open(r->path, flags, 0600);
	if (t->fd == -1) {
		int error = errno;

		/* Without O_DIRECT the file may be there all the same. */
		if (error == EINVAL)
			unlink(r->path);
		errno = error;
		if (error != ENOENT)
			return open_failed(r->path);
		warn_errno("open(%s): the folder must exist", r->path);
		return OUTCOME_USAGE;
	}
	t->created = true;
	if (take_target(r->path, t->fd) != OUTCOME_DONE)
		return OUTCOME_USAGE;
	if (fstat(t->fd, &st) == -1) {
		warn_errno("stat(%s)", r->path);
		return OUTCOME_FAILED;
	}
	t->number = st.st_dev;
	blockdev_find(a, st.st_dev, &t->device);
	return find_file_unit(t);
}

/* Where the path leads if it is a link: /dev/disk/by-id/... */
static const char *
follow(struct arena *a, const char *path)
{
	char to[PATH_MAX];
	struct stat st;

	return lstat(path, &st) == 0 && S_ISLNK(st.st_mode) &&
	    realpath(path, to) != NULL ? arena_strdup(a, to) : NULL;
}

/* The name of what would be written over: that of a link tells little. */
static const char *
full_name(struct arena *a, const struct target *t)
{
	return t->leads_to == NULL ? t->path :
	    arena_printf(a, "%s, which is %s", t->path, t->leads_to);
}

static bool
same_file(const char *one, const char *other)
{
	char a[PATH_MAX], b[PATH_MAX];

	return strcmp(one, other) == 0 || (realpath(one, a) != NULL &&
	    realpath(other, b) != NULL && strcmp(a, b) == 0);
}

/* What is known to be in it: doubt refuses, for devices and files alike. */
static enum outcome
check_content(struct arena *a, const struct target_request *r, int fd)
{
	const char *found = safety_signature(a, fd);

	if (found == NULL)
		return OUTCOME_DONE;
	warn_msg("%s: there is data on it: %s; if that may go, remove it "
	    "knowingly with: %s; nothing was written", r->path, found,
	    shell_command(a, "wipefs", "--all", r->path, NULL));
	return OUTCOME_USAGE;
}

/* Who may write over a file: the token is its path. */
static enum outcome
check_file(struct arena *a, const struct target_request *r, struct target *t)
{
	/* Without O_DIRECT: libblkid reads at any offset. */
	int fd = open(r->path, O_RDONLY | O_CLOEXEC);
	enum outcome outcome;

	if (fd == -1)
		return open_failed(r->path);
	outcome = check_content(a, r, fd);
	close(fd);
	if (outcome != OUTCOME_DONE)
		return outcome;
	if (r->destroy == NULL && r->look_only) {
		t->wanted = r->path;
	} else if (r->destroy == NULL) {
		warn_msg("%s: exists, and this plan writes over it; to allow "
		    "that, add %s", full_name(a, t), shell_command(a,
		    "--destroy", r->path, NULL));
		return OUTCOME_USAGE;
	} else if (!same_file(r->destroy, r->path)) {
		warn_msg("%s: %s is not this file; nothing was written",
		    r->path, shell_command(a, "--destroy", r->destroy, NULL));
		return OUTCOME_USAGE;
	}
	return OUTCOME_DONE;
}

static enum outcome
open_file(struct arena *a, const struct target_request *r,
    const struct stat *st, struct target *t)
{
	enum outcome outcome;
	struct stat now;

	t->in_use = safety_file_in_use(a, st);
	if (r->writes && t->in_use != NULL) {
		warn_msg("%s: in use: %s; nothing was written", r->path,
		    t->in_use);
		return OUTCOME_USAGE;
	}
	if (r->writes) {
		outcome = check_file(a, r, t);
		if (outcome != OUTCOME_DONE)
			return outcome;
	}
	t->number = st->st_dev;
	blockdev_find(a, st->st_dev, &t->device);
	t->bytes = (uint64_t)st->st_size;
	t->fd = open(r->path, (r->writes ? O_RDWR : O_RDONLY) | O_DIRECT |
	    O_CLOEXEC);
	if (t->fd == -1)
		return open_failed(r->path);
	if (fstat(t->fd, &now) == -1 || now.st_ino != st->st_ino ||
	    now.st_dev != st->st_dev) {
		warn_msg("%s: became another file while it was looked at",
		    r->path);
		return OUTCOME_USAGE;
	}
	outcome = take_target(r->path, t->fd);
	if (outcome != OUTCOME_DONE)
		return outcome;
	outcome = find_file_unit(t);
	t->bytes -= t->bytes % t->sector_bytes;
	return outcome;
}

/* Who may write to a device: the token is what the device says of itself. */
static enum outcome
check_token(struct arena *a, const struct target_request *r,
    struct target *t)
{
	const char *token = t->token;
	const char *serial = blockdev_serial(a, &t->device, t->fd);

	if (r->destroy == NULL && r->serial != NULL && serial != NULL &&
	    strcmp(r->serial, serial) == 0)
		return OUTCOME_DONE;
	if (r->destroy == NULL && r->look_only) {
		t->wanted = token;
		return OUTCOME_DONE;
	}
	if (r->destroy == NULL) {
		warn_msg("%s: this plan destroys what is on the device; to "
		    "allow that, name it: %s", full_name(a, t),
		    shell_command(a, "--destroy", token, NULL));
		return OUTCOME_USAGE;
	}
	if (strcmp(r->destroy, token) != 0) {
		warn_msg("%s: %s is not this device, which calls itself %s; "
		    "nothing was written", r->path, shell_command(a,
		    "--destroy", r->destroy, NULL), shell_quote(a, token));
		return OUTCOME_USAGE;
	}
	return OUTCOME_DONE;
}

static enum outcome
check_device(struct arena *a, const struct target_request *r, struct target *t)
{
	t->token = safety_token(a, &t->device, t->fd, t->bytes);
	if (!r->writes)
		return OUTCOME_DONE;

	enum outcome outcome = check_content(a, r, t->fd);

	return outcome == OUTCOME_DONE ? check_token(a, r, t) : outcome;
}

/* Opens what was looked at: the same device, now for direct I/O, and alone if
 * it will be written to. */
static enum outcome
reopen(const struct target_request *r, struct target *t)
{
	struct stat st;
	int fd = open(r->path, (r->writes ? O_RDWR | O_EXCL : O_RDONLY) |
	    O_DIRECT | O_CLOEXEC);

	if (fd == -1)
		return open_failed(r->path);
	close(t->fd);
	t->fd = fd;
	if (take_target(r->path, fd) != OUTCOME_DONE)
		return OUTCOME_USAGE;
	if (fstat(fd, &st) == -1 || !S_ISBLK(st.st_mode) ||
	    st.st_rdev != t->number) {
		warn_msg("%s: became another device while it was looked at",
		    r->path);
		return OUTCOME_USAGE;
	}
	return OUTCOME_DONE;
}

static enum outcome
open_device(struct arena *a, const struct target_request *r,
    const struct stat *st, struct target *t)
{
	int sector, read_only = 0;
	uint64_t bytes;
	enum outcome outcome;

	t->block = true;
	t->number = st->st_rdev;
	if (!blockdev_find(a, st->st_rdev, &t->device)) {
		warn_msg("%s: the kernel knows no such device", r->path);
		return OUTCOME_USAGE;
	}
	/* Before it is opened: who may not open it is told this too. */
	t->in_use = safety_in_use(a, &t->device);
	if (r->writes && t->in_use != NULL) {
		warn_msg("%s: in use: %s; nothing was written", r->path,
		    t->in_use);
		return OUTCOME_USAGE;
	}
	/* To look at: without O_EXCL, so that the message can say who uses it,
	 * and without O_DIRECT, because libblkid reads at any offset. */
	t->fd = open(r->path, O_RDONLY | O_CLOEXEC);
	if (t->fd == -1)
		return open_failed(r->path);
	if (ioctl(t->fd, BLKGETSIZE64, &bytes) == -1 ||
	    ioctl(t->fd, BLKSSZGET, &sector) == -1 || sector <= 0) {
		warn_errno("%s: size of the device", r->path);
		return OUTCOME_FAILED;
	}
	if (r->writes && (ioctl(t->fd, BLKROGET, &read_only) == -1 ||
	    read_only != 0)) {
		warn_msg("%s: is read-only; unless the drive itself is "
		    "locked, this makes it writable: %s", r->path,
		    shell_command(a, "blockdev", "--setrw", r->path, NULL));
		return OUTCOME_USAGE;
	}
	t->bytes = bytes;
	t->sector_bytes = (uint32_t)sector;
	outcome = check_device(a, r, t);
	return outcome == OUTCOME_DONE ? reopen(r, t) : outcome;
}

static enum outcome
open_existing(struct arena *a, const struct target_request *r,
    struct target *t)
{
	struct stat st;

	if (stat(r->path, &st) == -1) {
		if (errno != ENOENT && errno != ENOTDIR) {
			warn_errno("%s", r->path);
			return OUTCOME_FAILED;
		}
		warn_msg("%s: there is no such target; --create SIZE makes a "
		    "new file", r->path);
		return OUTCOME_USAGE;
	}
	t->leads_to = follow(a, r->path);
	if (S_ISREG(st.st_mode))
		return open_file(a, r, &st, t);
	if (S_ISBLK(st.st_mode))
		return open_device(a, r, &st, t);
	warn_msg("%s: neither a block device nor a regular file", r->path);
	return OUTCOME_USAGE;
}

/* A drive from a profile: empty, ours alone, and no harm can come to it. */
static enum outcome
open_simulated(struct arena *a, const struct target_request *r,
    struct target *t)
{
	t->profile_path = drive_find(a, r->path);
	if (!file_exists(t->profile_path)) {
		warn_msg("%s: there is no such simulated drive (%s); there "
		    "are %s", r->path, t->profile_path, drive_names(a));
		return OUTCOME_USAGE;
	}
	t->profile = drive_load(a, t->profile_path);
	if (t->profile == NULL)
		return OUTCOME_USAGE;
	t->bytes = t->profile->parameters.capacity_bytes;
	t->sector_bytes = SIMULATED_SECTOR_BYTES;
	if (r->look_only)
		return OUTCOME_DONE;
	t->simulation = simulation_open(&t->profile->parameters,
	    r->simulated_depth);
	return t->simulation != NULL ? OUTCOME_DONE : OUTCOME_FAILED;
}

enum outcome
target_open(struct arena *a, const struct target_request *request,
    struct target *out)
{
	enum outcome outcome;

	memset(out, 0, sizeof(*out));
	out->path = request->path;
	out->fd = -1;
	if (request->simulated_depth > 0)
		outcome = open_simulated(a, request, out);
	else if (request->create_bytes > 0)
		outcome = create_file(a, request, out);
	else
		outcome = open_existing(a, request, out);
	if (outcome == OUTCOME_DONE && out->bytes == 0) {
		warn_msg("%s: too small: there is nothing in it", out->path);
		outcome = OUTCOME_USAGE;
	}
	if (outcome != OUTCOME_DONE)
		target_close(out, true);
	out->device_bytes = out->full_bytes = out->bytes;
	return outcome;
}

int
target_allocate(const struct target *t)
{
	if (!t->created)
		return 0;
	int error = posix_fallocate(t->fd, 0, (off_t)t->bytes);

	if (error == 0)
		return 0;
	if (error == EINTR)
		return -1;
	char size[UNITS_TEXT];

	errno = error;
	warn_errno("%s: no room for %s", t->path,
	    units_format_capacity(size, sizeof(size), t->bytes));
	return -1;
}

int
target_can_let_go(const struct target *t, const struct engine_kind *kind,
    const char *whom)
{
	if (!kind->holds_file)
		return 0;
	warn_msg("%s: the engine %s does not let go of the device, which %s "
	    "needs; use --engine aio", t->path, kind->name, whom);
	return -1;
}

int
target_let_go(const struct target *t, const struct engine_kind *kind,
    const char *whom)
{
	int nothing;

	if (target_can_let_go(t, kind, whom) == -1)
		return -1;
	nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (nothing == -1 || dup3(nothing, t->fd, O_CLOEXEC) == -1) {
		warn_errno("%s: letting go of it", t->path);
		return -1;
	}
	close(nothing);
	return 0;
}

/* Opens it alone.  After a change of its size it may be away for a moment. */
static int
open_again(const struct target *t, bool resized)
{
	unsigned tries = 0;
	int fd;

	while ((fd = open(t->path, O_RDWR | O_EXCL | O_DIRECT | O_CLOEXEC)) ==
	    -1 && resized && tries++ < AGAIN_TRIES)
		usleep(AGAIN_WAIT_US);
	return fd;
}

/* Whether what is open at 'fd' is what the target was; 'now' becomes what it is
 * like now.  Without a serial number, its token has its old size. */
static bool
is_same(struct arena *a, const struct target *t, int fd, bool resized,
    struct target *now)
{
	struct stat st;

	if (fstat(fd, &st) == -1 || !S_ISBLK(st.st_mode) ||
	    ioctl(fd, BLKGETSIZE64, &now->device_bytes) == -1 ||
	    !blockdev_find(a, st.st_rdev, &now->device))
		return false;
	now->number = st.st_rdev;
	now->token = safety_token(a, &now->device, fd, now->device_bytes);
	/* A drive that hides a part of itself may show that later. */
	if (!resized && (now->number != t->number ||
	    (now->device_bytes != t->device_bytes &&
	    now->device_bytes != t->bytes)))
		return false;
	return strcmp(now->device.name, t->device.name) == 0 &&
	    strcmp(safety_token(a, &now->device, fd, t->device_bytes),
	    t->token) == 0;
}

int
target_take_again(struct arena *a, struct target *t, bool resized)
{
	struct target now = *t;
	int fd = open_again(t, resized);

	if (fd == -1) {
		open_failed(t->path);
		return -1;
	}
	if (!is_same(a, t, fd, resized, &now)) {
		warn_msg("%s: was '%s' with %" PRIu64 " bytes, and is another "
		    "device now, or of another size", t->path, t->token,
		    t->device_bytes);
		close(fd);
		return -1;
	}
	if (take_target(t->path, fd) != OUTCOME_DONE) {
		close(fd);
		return -1;
	}
	if (dup3(fd, t->fd, O_CLOEXEC) == -1) {
		warn_errno("%s: taking it again", t->path);
		close(fd);
		return -1;
	}
	close(fd);
	*t = now;
	return 0;
}

bool
target_is_there(const struct target *t)
{
	struct stat now, was;

	if (t->profile != NULL)
		return true;
	if (stat(t->path, &now) == -1 || fstat(t->fd, &was) == -1)
		return false;
	return t->block ? S_ISBLK(now.st_mode) && now.st_rdev == was.st_rdev :
	    now.st_dev == was.st_dev && now.st_ino == was.st_ino;
}

void
target_show(struct target *t, uint64_t bytes)
{
	t->bytes = bytes < t->device_bytes ? bytes : t->device_bytes;
	t->bytes -= t->bytes % t->sector_bytes;
}

void
target_close(struct target *t, bool remove_created)
{
	simulation_close(t->simulation);
	t->simulation = NULL;
	if (t->fd != -1)
		close(t->fd);
	t->fd = -1;
	if (t->created && remove_created)
		unlink(t->path);
}
