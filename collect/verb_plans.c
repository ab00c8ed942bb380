/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "collect/verbs.h"
#include "model/plan.h"

static int
is_plan(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > 4 && entry->d_name[0] != '.' &&
	    strcmp(entry->d_name + length - 4, ".xml") == 0;
}

static enum outcome
list_plans(struct arena *a)
{
	const char *dir = file_data_path(a, "plans");
	enum outcome outcome = OUTCOME_DONE;
	struct dirent **entries;
	int count = scandir(dir, &entries, is_plan, alphasort);

	if (count == -1) {
		warn_errno("%s", dir);
		return OUTCOME_FAILED;
	}
	for (int i = 0; i < count; i++) {
		const struct plan *plan = plan_load(a, arena_printf(a, "%s/%s",
		    dir, entries[i]->d_name));

		if (plan != NULL)
			printf("%-24s  %s\n", plan->name, plan->title);
		else
			outcome = OUTCOME_FAILED;
		free(entries[i]);
	}
	free(entries);
	return outcome;
}

static enum outcome
show_plan(struct arena *a, const char *name)
{
	const char *path = plan_find(a, name);
	size_t length;

	if (!file_exists(path)) {
		warn_msg("there is no plan '%s' (%s)", name, path);
		return OUTCOME_USAGE;
	}
	const char *text = file_read(a, path, 1 << 20, &length);

	if (text == NULL)
		return OUTCOME_FAILED;
	if (fwrite(text, 1, length, stdout) != length)
		return OUTCOME_FAILED;
	return OUTCOME_DONE;
}

enum outcome
verb_plans(int argc, char **argv)
{
	struct arena *a = arena_new();
	enum outcome outcome = OUTCOME_USAGE;

	if (argc == 1)
		outcome = list_plans(a);
	else if (argc == 3 && strcmp(argv[1], "show") == 0)
		outcome = show_plan(a, argv[2]);
	else if (argc == 2 && strcmp(argv[1], "--help") == 0) {
		puts("usage: plateau plans            list the plans that come "
		    "with the program\n"
		    "       plateau plans show NAME  print one");
		outcome = OUTCOME_DONE;
	} else
		warn_msg("plans: 'plateau plans' or 'plateau plans show NAME'");
	arena_free(a);
	return outcome;
}
