/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/file.h"
#include "base/report.h"
#include "base/units.h"
#include "collect/provision.h"
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

/* What a plan writes by its own terms; the rest is what the drive takes in the
 * time of a test. */
struct writes {
	uint64_t bytes;		/* of fills, and at most of amounts */
	bool by_time;		/* and more */
};

static size_t
count_writing_steps(const struct plan_stage *stage)
{
	size_t count = 0;

	for (size_t i = 0; i < plan_steps(stage); i++)
		count += plan_step_factors(stage, i).value[FACTOR_MIX] < 100;
	return count;
}

static void
add_writes(const struct plan *plan, const struct plan_stage *stage,
    const struct target *target, struct writes *writes)
{
	uint64_t amount = amount_bytes(&stage->amount, target->bytes,
	    factor_block(stage->base.value[FACTOR_BLOCK]));

	if (stage->kind == STAGE_FILL) {
		struct load l = schedule_load(plan, stage, 0, target, 0);

		writes->bytes += schedule_fill_bytes(&l);
	} else if (stage->kind == STAGE_TEST) {
		size_t nsteps = count_writing_steps(stage);

		writes->bytes += amount * nsteps * stage->rounds;
		writes->by_time = writes->by_time ||
		    (amount == 0 && nsteps > 0);
	}
}

/* What keeps the plan from being run as it is. */
static const char *
misfit(enum schedule_fit fit)
{
	return fit == SCHEDULE_PARTS_OF_SECTORS ? "small blocks" : "too small";
}

/* One line: how long, how much is written, on a target of this size; 0: no
 * target. */
static void
print_plan(const struct plan *plan, struct target target)
{
	bool known = target.bytes > 0;
	char least[UNITS_TEXT], most[UNITS_TEXT], bytes[UNITS_TEXT];
	double least_s = 0, most_s = 0;
	struct writes writes = {0, false};
	enum schedule_fit fit = SCHEDULE_FITS;
	struct load l;

	for (size_t i = 0; i < plan->nstages; i++) {
		const struct plan_stage *stage = &plan->stages[i];

		least_s += schedule_least_seconds(stage);
		most_s += schedule_seconds(plan, stage, stage->rounds,
		    &target, 0);
		if (stage->kind == STAGE_PROVISION)
			provision_view(stage, &target);
		if (known && fit == SCHEDULE_FITS)
			fit = schedule_stage_fit(plan, stage, &target, &l);
		if (known && fit == SCHEDULE_FITS)
			add_writes(plan, stage, &target, &writes);
	}
	units_format_clock(least, sizeof(least), (uint64_t)(least_s + 0.5));
	units_format_clock(most, sizeof(most), (uint64_t)(most_s + 0.5));
	printf("%-35s %12s %12s  ", plan->name, least, most);
	if (known && fit != SCHEDULE_FITS)
		printf("%12s ", misfit(fit));
	else if (known && writes.bytes == 0 && writes.by_time)
		printf("%12s ", "by time");
	else if (known)
		printf("%10s%-2s ", units_format_capacity(bytes, sizeof(bytes),
		    writes.bytes), writes.by_time ? "+" : "");
	puts(plan->title);
}

static enum outcome
list_plans(struct arena *a, const struct target *target)
{
	const char *dir = file_data_path(a, "plans");
	enum outcome outcome = OUTCOME_DONE;
	struct dirent **entries;
	int count = scandir(dir, &entries, is_plan, alphasort);

	if (count == -1) {
		warn_errno("%s", dir);
		return OUTCOME_FAILED;
	}
	printf("%-35s %12s %12s  %s%s\n", "plan", "at least", "at most",
	    target->bytes > 0 ? "    writes   " : "", "title");
	for (int i = 0; i < count; i++) {
		const struct plan *plan = plan_load(a, arena_printf(a, "%s/%s",
		    dir, entries[i]->d_name));

		if (plan != NULL)
			print_plan(plan, *target);
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
		warn_msg("there is no plan '%s' (%s); 'plateau plans' lists "
		    "those that come with the program", name, path);
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
"usage: plateau plans [--capacity SIZE | --target PATH]\n"
"       plateau plans show NAME\n"
"\n"
"Lists the plans that come with the program and how long their tests and\n"
"pauses take (purges and fills, whose speed only the drive knows, not\n"
"counted), or prints one plan.\n"
"\n"
"  --capacity SIZE  also tell what they write on such a drive: fills, and at\n"
"                   most what tests end with; '+' or 'by time': tests write\n"
"                   as much as the drive takes in their time; 'too small' or\n"
"                   'small blocks': the plan would be refused there for its\n"
"                   region or its block sizes (run --set region=, block=)\n"
"  --target PATH    the same for this device or file\n";

/* The size and the sectors of a device or a file, which is not touched. */
static int
look_at(const char *path, struct target *out)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), sector;
	off_t end;

	if (fd == -1) {
		warn_errno("open(%s)", path);
		return -1;
	}
	end = lseek(fd, 0, SEEK_END);
	if (ioctl(fd, BLKSSZGET, &sector) == 0 && sector > 0)
		out->sector_bytes = (uint32_t)sector;
	close(fd);
	if (end <= 0) {
		warn_msg("%s: is empty, or neither a device nor a file; with "
		    "--capacity SIZE no target is needed", path);
		return -1;
	}
	out->bytes = (uint64_t)end;
	return 0;
}

static enum outcome
list_for(struct arena *a, const char *option, const char *value)
{
	struct target target = {.sector_bytes = 512};
	const char *why = "must be larger than 0";

	if (strcmp(option, "--target") == 0)
		return look_at(value, &target) == -1 ? OUTCOME_USAGE :
		    list_plans(a, &target);
	if (units_parse_size(value, &target.bytes, &why) == 0 &&
	    target.bytes > 0)
		return list_plans(a, &target);
	warn_msg("--capacity %s: %s", value, why);
	return OUTCOME_USAGE;
}

enum outcome
verb_plans(int argc, char **argv)
{
	struct arena *a = arena_new();
	enum outcome outcome = OUTCOME_USAGE;

	if (argc == 1) {
		outcome = list_plans(a, &(struct target){.sector_bytes = 512});
	} else if (argc == 3 && (strcmp(argv[1], "--capacity") == 0 ||
	    strcmp(argv[1], "--target") == 0)) {
		outcome = list_for(a, argv[1], argv[2]);
	} else if (argc == 3 && strcmp(argv[1], "show") == 0) {
		outcome = show_plan(a, argv[2]);
	} else if (argc == 2 && strcmp(argv[1], "--help") == 0) {
		fputs(help, stdout);
		outcome = OUTCOME_DONE;
	} else {
		warn_msg("plans: no such arguments; see plateau plans --help");
	}
	arena_free(a);
	return outcome;
}
