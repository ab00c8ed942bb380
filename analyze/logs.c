/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyze/logs.h"
#include "base/report.h"

/* So many are told by name. */
#define MOST_UNNAMED 5

static const struct plan_stage *
find_plan_stage(const struct analysis *a, unsigned number)
{
	for (size_t i = 0; a->plan != NULL && i < a->plan->nstages; i++) {
		if (a->plan->stages[i].number == number)
			return &a->plan->stages[i];
	}
	return NULL;
}

static size_t
find_in_run(const struct analysis *a, struct log **logs_out)
{
	struct log *logs = NULL;
	size_t n = 0;

	for (size_t i = 0; i < a->run->nstages; i++) {
		const struct run_stage *s = &a->run->stages[i];

		if (s->log == NULL || s->status == RUN_PENDING)
			continue;
		logs = arena_grow(a->arena, logs, n, sizeof(logs[0]));
		logs[n++] = (struct log){
			.path = arena_printf(a->arena, "%s/%s", a->dir,
			    s->log),
			.stage = s->number, .run = s,
			.plan = find_plan_stage(a, s->number),
		};
	}
	*logs_out = logs;
	return n;
}

static int
is_log(const struct dirent *entry)
{
	const char *dot = strrchr(entry->d_name, '.');

	return dot != NULL && strcmp(dot, ".iolog") == 0;
}

static size_t
find_in_folder(const struct analysis *a, struct log **logs_out)
{
	const char *folder = arena_printf(a->arena, "%s/raw", a->dir);
	struct log *logs;
	struct dirent **entries;
	int n = scandir(folder, &entries, is_log, alphasort);

	if (n == -1) {
		warn_errno("%s", folder);
		return 0;
	}
	logs = arena_array(a->arena, (size_t)n + 1, sizeof(logs[0]));
	for (int i = 0; i < n; i++) {
		unsigned long number = strtoul(entries[i]->d_name, NULL, 10);

		if (number < 1 || number > 9999)
			number = (unsigned long)i + 1;
		logs[i] = (struct log){
			.path = arena_printf(a->arena, "%s/%s", folder,
			    entries[i]->d_name),
			.stage = (unsigned)number,
			.plan = find_plan_stage(a, (unsigned)number),
		};
		free(entries[i]);
	}
	free(entries);
	*logs_out = logs;
	return (size_t)n;
}

size_t
logs_find(const struct analysis *a, struct log **logs_out)
{
	*logs_out = NULL;
	if (a->run != NULL)
		return find_in_run(a, logs_out);
	return find_in_folder(a, logs_out);
}

static bool
is_named(const struct run *run, const char *log)
{
	for (size_t i = 0; i < run->nstages; i++) {
		const struct run_stage *s = &run->stages[i];

		if (s->log != NULL && strcmp(s->log, log) == 0)
			return true;
		for (size_t k = 0; k < s->nparts; k++) {
			if (strcmp(s->parts[k].log, log) == 0)
				return true;
		}
	}
	return false;
}

void
logs_tell_unnamed(struct analysis *a)
{
	struct dirent **entries = NULL;
	const char *names = "";
	int n = 0, unnamed = 0;

	if (a->run != NULL && a->state != RUN_IS_LIVE)
		n = scandir(arena_printf(a->arena, "%s/raw", a->dir), &entries,
		    is_log, alphasort);
	for (int i = 0; i < n; i++) {
		const char *log = arena_printf(a->arena, "raw/%s",
		    entries[i]->d_name);

		if (!is_named(a->run, log) && unnamed++ < MOST_UNNAMED)
			names = arena_printf(a->arena, "%s%s%s", names,
			    *names != '\0' ? ", " : "", log);
		free(entries[i]);
	}
	free(entries);
	if (unnamed > 0)
		analysis_check(a, "logs", NULL, CHECK_WARN,
		    "run.xml does not name these logs, which are in no result: "
		    "%s", unnamed > MOST_UNNAMED ?
		    arena_printf(a->arena, "%s ...", names) : names);
}

void
logs_measure(const char *path, size_t *n, uint64_t *bytes)
{
	struct dirent **entries;
	struct stat st;
	char *folder;
	int count = 0;

	if (asprintf(&folder, "%s/raw", path) == -1)
		return;
	if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
		*n += 1;
		*bytes += (uint64_t)st.st_size;
	} else {
		count = scandir(folder, &entries, is_log, NULL);
	}
	for (int i = 0; i < count; i++) {
		char *log;

		if (asprintf(&log, "%s/%s", folder, entries[i]->d_name) !=
		    -1) {
			*n += strstr(log, ".part-") == NULL;
			*bytes += stat(log, &st) == 0 ?
			    (uint64_t)st.st_size : 0;
			free(log);
		}
		free(entries[i]);
	}
	if (count > 0)
		free(entries);
	free(folder);
}
