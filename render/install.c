/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "render/install.h"

#define LIST "files.txt"

/* A list larger than this is not ours. */
#define LIST_MOST_BYTES (4u << 20)

struct install {
	struct arena *arena;
	const char *dir;
	char *temporary;		/* inside 'dir' */
	const char *const *folders;
	size_t count;
	const char **files;		/* relative, sorted */
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

struct install *
install_begin(struct arena *a, const char *dir, const char *const *folders)
{
	struct install *i = arena_alloc(a, sizeof(*i));

	i->arena = a;
	i->dir = dir;
	i->folders = folders;
	if (file_make_dirs(dir) == -1)
		return NULL;
	i->temporary = arena_printf(a, "%s/.render-XXXXXX", dir);
	if (mkdtemp(i->temporary) == NULL) {
		warn_errno("mkdtemp(%s)", i->temporary);
		return NULL;
	}
	for (size_t k = 0; folders[k] != NULL; k++)
		if (file_make_dirs(arena_printf(a, "%s/%s", i->temporary,
		    folders[k])) == -1) {
			remove_tree(i->temporary);
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
	remove_tree(i->temporary);
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
has_file(const struct install *i, const char *name)
{
	return bsearch(&name, i->files, i->count, sizeof(*i->files),
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

/* Removes what an earlier report had and this one has not. */
static void
remove_old(struct install *i)
{
	const char *path = arena_printf(i->arena, "%s/" LIST, i->dir);
	size_t length;

	if (!file_exists(path))
		return;
	char *text = file_read(i->arena, path, LIST_MOST_BYTES, &length);
	if (text == NULL)
		return;
	for (char *line = text, *end; *line != '\0'; line = end) {
		end = line + strcspn(line, "\n");
		if (*end == '\n')
			*end++ = '\0';
		if (!is_ours(i, line) || has_file(i, line))
			continue;
		const char *old = arena_printf(i->arena, "%s/%s", i->dir,
		    line);
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
	int status = -1;

	if (list_files(i) == -1 || write_list(i) == -1)
		goto remove;
	for (size_t k = 0; i->folders[k] != NULL; k++)
		if (file_make_dirs(arena_printf(i->arena, "%s/%s", i->dir,
		    i->folders[k])) == -1)
			goto remove;
	remove_old(i);
	for (size_t k = 0; k < i->count; k++)
		if (move(i, i->files[k]) == -1)
			goto remove;
	status = move(i, LIST);

remove:
	remove_tree(i->temporary);
	return status;
}
