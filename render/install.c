/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "render/install.h"

#define LIST "files.txt"

/* A list larger than this is not ours. */
#define LIST_MOST_BYTES (4u << 20)

#define TEMPORARY ".render-"
#define TEMPORARY_LENGTH (sizeof(TEMPORARY "XXXXXX") - 1)

struct install {
	struct arena *arena;
	const char *dir;
	bool made;			/* 'dir' was not there before */
	char *temporary;		/* inside 'dir' */
	int lock;			/* on it, for as long as it is used */
	const char *const *folders;
	size_t count;
	const char **files;		/* relative, sorted */
	size_t nold;
	const char **old;		/* of the report before */
};

static int
remove_entry(const char *path, const struct stat *st, int type,
    struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void
remove_tree(const char *path)
{
	/* Sixteen open folders are more than our trees are deep. */
	if (nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS) != 0)
		warn_errno("remove(%s)", path);
}

/* ------------------------------------------------------- an end by a signal */

/* What a signal finds unfinished. */
static const char *volatile unfinished;

/*
 * What is in the folder is written by several threads: it is removed by a
 * process that waits for the end of this one.
 */
static void
on_signal(int number)
{
	const char *path = unfinished;
	const struct timespec pause = {.tv_nsec = 10000000};
	pid_t parent = getpid();

	if (path != NULL && _Fork() == 0) {
		setsid();
		while (getppid() == parent)
			nanosleep(&pause, NULL);
		execl("/bin/rm", "rm", "-rf", "--", path, (char *)NULL);
		_exit(1);
	}
	raise(number);
}

static void
watch_signals(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction watch = {.sa_handler = on_signal,
	    .sa_flags = (int)SA_RESETHAND}, was;

	for (size_t k = 0; k < sizeof(numbers) / sizeof(*numbers); k++)
		if (sigaction(numbers[k], NULL, &was) == 0 &&
		    was.sa_handler == SIG_DFL)
			sigaction(numbers[k], &watch, NULL);
}

/* Returns what holds the folder as one in use, or -1 if another holds it. */
static int
lock_folder(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd != -1 && flock(fd, LOCK_EX | LOCK_NB) == -1) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* Removes what was left by a process that was killed. */
static void
remove_left(const struct install *i)
{
	DIR *d = opendir(i->dir);
	struct dirent *entry;

	while (d != NULL && (entry = readdir(d)) != NULL) {
		if (strlen(entry->d_name) != TEMPORARY_LENGTH ||
		    strncmp(entry->d_name, TEMPORARY, strlen(TEMPORARY)) != 0)
			continue;
		const char *path = arena_printf(i->arena, "%s/%s", i->dir,
		    entry->d_name);
		int lock = lock_folder(path);

		if (lock == -1)
			continue;
		remove_tree(path);
		close(lock);
	}
	if (d != NULL)
		closedir(d);
}

/* --------------------------------------------------------- files and folders */

/* A link would have us write, and remove, where it leads. */
static bool
has_links(const struct install *i)
{
	struct stat st;

	for (size_t k = 0; i->folders[k] != NULL; k++) {
		const char *path = arena_printf(i->arena, "%s/%s", i->dir,
		    i->folders[k]);

		if (lstat(path, &st) == 0 && !S_ISDIR(st.st_mode)) {
			warn_msg("%s: is not a folder of its own; it is not "
			    "written to", path);
			return true;
		}
	}
	return false;
}

static void
end(struct install *i)
{
	remove_tree(i->temporary);
	unfinished = NULL;
	close(i->lock);
}

struct install *
install_begin(struct arena *a, const char *dir, const char *const *folders)
{
	struct install *i = arena_alloc(a, sizeof(*i));

	i->arena = a;
	i->dir = dir;
	i->folders = folders;
	i->made = !file_exists(dir);
	if (file_make_dirs(dir) == -1 || has_links(i))
		return NULL;
	i->temporary = arena_printf(a, "%s/" TEMPORARY "XXXXXX", dir);
	if (mkdtemp(i->temporary) == NULL) {
		warn_errno("mkdtemp(%s)", i->temporary);
		return NULL;
	}
	i->lock = lock_folder(i->temporary);
	unfinished = i->temporary;
	watch_signals();
	for (size_t k = 0; folders[k] != NULL; k++)
		if (file_make_dirs(arena_printf(a, "%s/%s", i->temporary,
		    folders[k])) == -1) {
			install_abort(i);
			return NULL;
		}
	return i;
}

const char *
install_folder(const struct install *i)
{
	return i->temporary;
}

void
install_abort(struct install *i)
{
	end(i);
	/* A folder in which nothing was written goes again. */
	if (i->made)
		rmdir(i->dir);
}

static int
compare_names(const void *left, const void *right)
{
	return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Adds the files of a folder, not of those in it. */
static int
list_folder(struct install *i, const char *folder)
{
	const char *path = arena_printf(i->arena, "%s/%s", i->temporary,
	    folder);
	DIR *d = opendir(path);
	struct dirent *entry;

	if (d == NULL) {
		warn_errno("opendir(%s)", path);
		return -1;
	}
	while ((entry = readdir(d)) != NULL) {
		if (entry->d_type == DT_DIR)
			continue;
		i->files = arena_grow(i->arena, i->files, i->count,
		    sizeof(*i->files));
		i->files[i->count++] = arena_printf(i->arena, "%s%s%s", folder,
		    *folder == '\0' ? "" : "/", entry->d_name);
	}
	closedir(d);
	return 0;
}

static int
list_files(struct install *i)
{
	if (list_folder(i, "") == -1)
		return -1;
	for (size_t k = 0; i->folders[k] != NULL; k++)
		if (list_folder(i, i->folders[k]) == -1)
			return -1;
	if (i->count > 0)
		qsort(i->files, i->count, sizeof(*i->files), compare_names);
	return 0;
}

static int
write_list(struct install *i)
{
	struct file_replace *f = file_replace_begin(arena_printf(i->arena,
	    "%s/" LIST, i->temporary));

	if (f == NULL)
		return -1;
	for (size_t k = 0; k < i->count; k++)
		fprintf(file_replace_stream(f), "%s\n", i->files[k]);
	return file_replace_commit(f);
}

static bool
has_name(const char *const *names, size_t count, const char *name)
{
	return count > 0 && bsearch(&name, names, count, sizeof(*names),
	    compare_names) != NULL;
}

/* Whether a line of an old list can be a file that a report wrote: in one of
 * our folders or beside them, of plain characters.  The list is a file like
 * any other and may say anything. */
static bool
is_ours(const struct install *i, const char *name)
{
	const char *slash = strchr(name, '/');
	bool known = slash == NULL;

	for (const char *p = name; *p != '\0'; p++)
		if (!isascii((unsigned char)*p) ||
		    (!isalnum((unsigned char)*p) && strchr("-._/", *p) == NULL))
			return false;
	for (size_t k = 0; slash != NULL && i->folders[k] != NULL; k++)
		known |= strlen(i->folders[k]) == (size_t)(slash - name) &&
		    strncmp(name, i->folders[k], (size_t)(slash - name)) == 0;
	const char *base = slash == NULL ? name : slash + 1;
	return known && *base != '\0' && *base != '.' &&
	    strchr(base, '/') == NULL;
}

/* Reads the list of the report before, sorted.  One that cannot be read is
 * none. */
static void
read_old(struct install *i)
{
	const char *path = arena_printf(i->arena, "%s/" LIST, i->dir);
	size_t length;

	if (!file_exists(path))
		return;
	char *text = file_read(i->arena, path, LIST_MOST_BYTES, &length);
	if (text == NULL)
		return;
	for (char *line = text, *next; *line != '\0'; line = next) {
		next = line + strcspn(line, "\n");
		if (*next == '\n')
			*next++ = '\0';
		i->old = arena_grow(i->arena, i->old, i->nold,
		    sizeof(*i->old));
		i->old[i->nold++] = line;
	}
	if (i->nold > 0)
		qsort(i->old, i->nold, sizeof(*i->old), compare_names);
}

/* Whether a file stands where one of ours is to stand. */
static bool
has_foreign(const struct install *i)
{
	for (size_t k = 0; k < i->count; k++) {
		const char *path = arena_printf(i->arena, "%s/%s", i->dir,
		    i->files[k]);

		if (has_name(i->old, i->nold, i->files[k]) ||
		    !file_exists(path))
			continue;
		warn_msg("%s: is there and no file of an earlier report (see "
		    LIST "): it is not replaced", path);
		return true;
	}
	return false;
}

/* Removes what an earlier report had and this one has not. */
static void
remove_old(const struct install *i)
{
	for (size_t k = 0; k < i->nold; k++) {
		if (!is_ours(i, i->old[k]) ||
		    has_name(i->files, i->count, i->old[k]))
			continue;
		const char *old = arena_printf(i->arena, "%s/%s", i->dir,
		    i->old[k]);
		if (unlink(old) == -1 && errno != ENOENT)
			warn_errno("unlink(%s)", old);
	}
}

static int
move(struct install *i, const char *name)
{
	const char *from = arena_printf(i->arena, "%s/%s", i->temporary, name);
	const char *to = arena_printf(i->arena, "%s/%s", i->dir, name);

	if (rename(from, to) == 0)
		return 0;
	warn_errno("rename(%s, %s)", from, to);
	return -1;
}

int
install_commit(struct install *i)
{
	if (list_files(i) == -1 || write_list(i) == -1)
		goto fail;
	read_old(i);
	if (has_foreign(i))
		goto fail;
	for (size_t k = 0; i->folders[k] != NULL; k++)
		if (file_make_dirs(arena_printf(i->arena, "%s/%s", i->dir,
		    i->folders[k])) == -1)
			goto fail;
	remove_old(i);
	/* The list first: what it names is replaced by the next report, even
	 * if this one does not come to its end. */
	if (move(i, LIST) == -1)
		goto fail;
	for (size_t k = 0; k < i->count; k++)
		if (move(i, i->files[k]) == -1)
			goto fail;
	remove_left(i);
	end(i);
	return 0;

fail:
	install_abort(i);
	return -1;
}
