/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "collect/schedule.h"
#include "collect/verbs.h"
#include "model/plan.h"

static int
is_plan(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > 4 && entry->d_name[0] != '.' &&
	    strcmp(entry->d_name + length - 4, ".xml") == 0;
}

/* One line: how long, how much is written beside the tests, for a target of
 * this size. */
static void
print_plan(const struct plan *plan, uint64_t capacity_bytes)
{
	const struct target target = {
		.bytes = capacity_bytes, .sector_bytes = 512,
	};
	char least[UNITS_TEXT], most[UNITS_TEXT], fills[UNITS_TEXT] = "";
	double least_s = 0, most_s = 0;
	uint64_t bytes = 0;

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		least_s += schedule_least_seconds(stage);
		most_s += schedule_seconds(plan, stage, stage->rounds,
		    &target, 0);
		if (stage->kind != STAGE_FILL || capacity_bytes == 0)
			continue;
		struct load l = schedule_load(plan, stage, 0, &target, 0);

		bytes += schedule_fill_bytes(&l);
	}
	units_format_clock(least, sizeof(least), (uint64_t)(least_s + 0.5));
	units_format_clock(most, sizeof(most), (uint64_t)(most_s + 0.5));
	if (capacity_bytes > 0)
		units_format_capacity(fills, sizeof(fills), bytes);
	printf("%-24s  %12s  %12s  %*s%s%s\n", plan->name, least, most,
	    capacity_bytes > 0 ? 10 : 0, fills, capacity_bytes > 0 ? "  " : "",
	    plan->title);
}

static enum outcome
list_plans(struct arena *a, uint64_t capacity_bytes)
{
	const char *dir = file_data_path(a, "plans");
	enum outcome outcome = OUTCOME_DONE;
	struct dirent **entries;
	int count = scandir(dir, &entries, is_plan, alphasort);

	if (count == -1) {
		warn_errno("%s", dir);
		return OUTCOME_FAILED;
	}
	printf("%-24s  %12s  %12s  %s%s\n", "plan", "at least", "at most",
	    capacity_bytes > 0 ? "     fills  " : "", "title");
	for (int i = 0; i < count; i++) {
		const struct plan *plan = plan_load(a, arena_printf(a, "%s/%s",
		    dir, entries[i]->d_name));

		if (plan != NULL)
			print_plan(plan, capacity_bytes);
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

static const char help[] =
"usage: plateau plans [--capacity SIZE]\n"
"       plateau plans show NAME\n"
"\n"
"Lists the plans that come with the program and how long their tests and\n"
"pauses take (purges and fills, whose speed only the drive knows, not\n"
"counted), or prints one plan.\n"
"\n"
"  --capacity SIZE  also tell what their fills write on such a drive\n";

enum outcome
verb_plans(int argc, char **argv)
{
	struct arena *a = arena_new();
	enum outcome outcome = OUTCOME_USAGE;
	uint64_t capacity_bytes = 0;
	const char *why;

	if (argc == 1) {
		outcome = list_plans(a, 0);
	} else if (argc == 3 && strcmp(argv[1], "--capacity") == 0) {
		if (units_parse_size(argv[2], &capacity_bytes, &why) == -1)
			warn_msg("--capacity %s: %s", argv[2], why);
		else
			outcome = list_plans(a, capacity_bytes);
	} else if (argc == 3 && strcmp(argv[1], "show") == 0) {
		outcome = show_plan(a, argv[2]);
	} else if (argc == 2 && strcmp(argv[1], "--help") == 0) {
		fputs(help, stdout);
		outcome = OUTCOME_DONE;
	} else {
		warn_msg("plans: see plateau plans --help");
	}
	arena_free(a);
	return outcome;
}
