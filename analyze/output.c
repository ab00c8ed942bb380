/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyze/output.h"
#include "base/file.h"
#include "base/report.h"
#include "model/run.h"

bool
output_is_safe(struct arena *a, const char *dir)
{
	static const char *const folders[] = {"results", "analyzed"};

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		const char *path = arena_printf(a, "%s/%s", dir, folders[i]);
		struct stat st;

		if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode)) {
			warn_msg("%s is a symbolic link: nothing is written "
			    "through it; -o says where results belong", path);
			return false;
		}
	}
	return true;
}

bool
output_is_of(struct arena *a, const char *dir, const char *uuid)
{
	const struct run *run;

	if (!file_exists(arena_printf(a, "%s/run.xml", dir)))
		return true;
	run = run_load(a, dir);
	if (run == NULL)
		return false;
	if (uuid != NULL && run->uuid != NULL && strcmp(uuid, run->uuid) == 0)
		return true;
	warn_msg("%s is the folder of another run, and its results stay: -o "
	    "says where these belong", dir);
	return false;
}

/* Whether a file is one of file_replace_begin() whose program is no more. */
static bool
is_left_over(const char *name)
{
	static const char mark[] = ".tmp";
	const char *dot = strrchr(name, '.');
	const char *number;
	unsigned long pid;

	if (dot == NULL || strncmp(dot, mark, strlen(mark)) != 0)
		return false;
	number = dot + strlen(mark);
	if (*number == '\0' || number[strspn(number, "0123456789")] != '\0')
		return false;
	errno = 0;
	pid = strtoul(number, NULL, 10);
	return errno == 0 && pid > 0 && pid <= INT32_MAX &&
	    kill((pid_t)pid, 0) == -1 && errno == ESRCH;
}

int
output_folder(const char *path)
{
	DIR *dir;
	const struct dirent *entry;

	if (file_make_dirs(path) == -1)
		return -1;
	dir = opendir(path);
	if (dir == NULL) {
		warn_errno("%s", path);
		return -1;
	}
	while ((entry = readdir(dir)) != NULL) {
		if (is_left_over(entry->d_name))
			unlinkat(dirfd(dir), entry->d_name, 0);
	}
	closedir(dir);
	return 0;
}
