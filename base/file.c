/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"

struct file_replace {
	char *path, *temporary;
	FILE *stream;
};

/* A FIFO would be waited for, and a device never ends.  Neither is opened for
 * longer than it takes to see what it is. */
static FILE *
open_regular(const char *path, size_t *size_out)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;
	FILE *f = NULL;

	if (fd == -1 || fstat(fd, &st) == -1)
		warn_errno("open(%s)", path);
	else if (S_ISDIR(st.st_mode))
		warn_msg("%s: is a folder; a file is expected", path);
	else if (!S_ISREG(st.st_mode))
		warn_msg("%s: not a regular file", path);
	else if ((f = fdopen(fd, "rb")) == NULL)
		warn_errno("open(%s)", path);
	if (f == NULL && fd != -1)
		close(fd);
	if (f != NULL)
		*size_out = (size_t)st.st_size;
	return f;
}

/* How much to make room for at first: a file's size, and a byte by which it is
 * seen that it ends there.  That is a guess: it may be none, or grow. */
static size_t
guess_room(size_t size, size_t max_bytes)
{
	if (size < 4096)
		return 4096;
	return (size < max_bytes ? size : max_bytes) + 1;
}

char *
file_read(struct arena *a, const char *path, size_t max_bytes,
    size_t *length_out)
{
	char *data = NULL;
	size_t length = 0, size;
	FILE *f = open_regular(path, &size);

	if (f == NULL)
		return NULL;
	for (size_t room = guess_room(size, max_bytes);; room *= 2) {
		char *larger = arena_alloc(a, room + 1);

		if (length > 0)
			memcpy(larger, data, length);
		data = larger;
		length += fread(data + length, 1, room - length, f);
		if (length > max_bytes) {
			warn_msg("%s: larger than %zu bytes", path, max_bytes);
			data = NULL;
			break;
		}
		if (length < room)
			break;
	}
	if (ferror(f)) {
		warn_errno("read(%s)", path);
		data = NULL;
	}
	fclose(f);
	if (length_out != NULL)
		*length_out = length;
	return data;
}

char *
file_read_line(struct arena *a, const char *path)
{
	char line[4096];
	FILE *f = fopen(path, "re");

	if (f == NULL)
		return NULL;
	char *got = fgets(line, sizeof(line), f);
	fclose(f);
	if (got == NULL)
		return NULL;
	size_t length = strlen(line);
	while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
		length--;
	return arena_strndup(a, line, length);
}

static void
forget(struct file_replace *f)
{
	free(f->temporary);
	free(f->path);
	free(f);
}

struct file_replace *
file_replace_begin(const char *path)
{
	struct file_replace *f = calloc(1, sizeof(*f));
	int fd;

	if (f == NULL || (f->path = strdup(path)) == NULL ||
	    asprintf(&f->temporary, "%s.tmp%ld", path, (long)getpid()) == -1) {
		warn_errno("%s", path);
		goto fail;
	}
	fd = open(f->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW |
	    O_CLOEXEC, 0666);
	if (fd == -1) {
		warn_errno("open(%s)", f->temporary);
		goto fail;
	}
	f->stream = fdopen(fd, "wb");
	if (f->stream == NULL) {
		warn_errno("open(%s)", f->temporary);
		close(fd);
		unlink(f->temporary);
		goto fail;
	}
	return f;

fail:
	if (f != NULL)
		forget(f);
	return NULL;
}

FILE *
file_replace_stream(struct file_replace *f)
{
	return f->stream;
}

static bool
is_on_disk(struct file_replace *f)
{
	return fflush(f->stream) == 0 && !ferror(f->stream) &&
	    (fsync(fileno(f->stream)) == 0 || errno == EINVAL);
}

int
file_replace_flush(struct file_replace *f)
{
	if (is_on_disk(f))
		return 0;
	warn_errno("write(%s)", f->path);
	return -1;
}

int
file_replace_commit(struct file_replace *f)
{
	bool ok = is_on_disk(f);

	/* The close is checked too: NFS reports a full disk only there. */
	ok = fclose(f->stream) == 0 && ok;
	ok = ok && rename(f->temporary, f->path) == 0;
	if (!ok) {
		warn_errno("write(%s)", f->path);
		unlink(f->temporary);
	}
	forget(f);
	return ok ? 0 : -1;
}

void
file_replace_abort(struct file_replace *f)
{
	if (f == NULL)
		return;
	fclose(f->stream);
	unlink(f->temporary);
	forget(f);
}

int
file_replace_bytes(const char *path, const void *data, size_t length)
{
	struct file_replace *f = file_replace_begin(path);

	if (f == NULL)
		return -1;
	/* A short write leaves the stream's error flag for the commit. */
	fwrite(data, 1, length, f->stream);
	return file_replace_commit(f);
}

int
file_make_dirs(const char *path)
{
	char part[PATH_MAX];
	size_t length = strlen(path);

	if (length == 0 || length >= sizeof(part)) {
		warn_msg("%s: not a usable path", path);
		return -1;
	}
	memcpy(part, path, length + 1);
	for (char *p = part + 1;; p++) {
		if (*p != '/' && *p != '\0')
			continue;
		char end = *p;

		*p = '\0';
		if (mkdir(part, 0777) == -1 && errno != EEXIST) {
			warn_errno("mkdir(%s)", part);
			return -1;
		}
		if (end == '\0')
			break;
		*p = end;
	}
	struct stat st;
	if (stat(path, &st) == -1 || !S_ISDIR(st.st_mode)) {
		errno = ENOTDIR;
		warn_errno("%s", path);
		return -1;
	}
	return 0;
}

bool
file_exists(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

bool
file_is_full(int error)
{
	return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

int
file_write_all(int fd, const void *data, size_t length)
{
	const char *p = data;

	while (length > 0) {
		ssize_t n = write(fd, p, length);

		if (n == -1 && errno == EINTR)
			continue;
		if (n == 0)
			errno = ENOSPC;
		if (n <= 0)
			return -1;
		p += n;
		length -= (size_t)n;
	}
	return 0;
}

/* The folder that this program's file is in, without the last slash. */
static char *
program_dir(struct arena *a)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (n <= 0)
		return arena_strdup(a, ".");
	self[n] = '\0';
	/* The kernel tells it from the root on. */
	return arena_strndup(a, self, (size_t)(strrchr(self, '/') - self));
}

char *
file_data_path(struct arena *a, const char *name)
{
	const char *set = getenv("PLATEAU_TEMPLATES");

	if (set != NULL && *set != '\0')
		return arena_printf(a, "%s/%s", set, name);
	/*
	 * Programs of the source tree stand at different depths (build/bin,
	 * build/san/tests); an installed one has ../share/plateau.
	 */
	char *dir = program_dir(a);
	char *installed = arena_printf(a, "%s/../share/plateau", dir);
	if (file_exists(installed))
		return arena_printf(a, "%s/%s", installed, name);
	for (int up = 0; up < 5; up++) {
		char *tree = arena_printf(a, "%s/templates/schema", dir);

		if (file_exists(tree))
			return arena_printf(a, "%s/templates/%s", dir, name);
		dir = arena_printf(a, "%s/..", dir);
	}
	return arena_printf(a, "templates/%s", name);
}

char *
file_program_path(struct arena *a, const char *name)
{
	return arena_printf(a, "%s/%s", program_dir(a), name);
}
