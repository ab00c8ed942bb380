/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <linux/fs.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/report.h"
#include "collect/halt.h"
#include "collect/purge.h"
#include "collect/sim.h"
#include "collect/tool.h"

/* One discard call cannot be interrupted: of this much it takes seconds. */
#define DISCARD_BYTES (UINT64_C(64) << 30)

/* An erase of the largest disks takes most of a day. */
#define TOOL_NS (UINT64_C(86400) * 1000000000)

/* As much of what a tool printed goes into the note. */
#define PRINTED_MOST 1000

#define MOST_WORDS 8
#define MOST_COMMANDS 2

/*
 * The tools, and how they are asked; "@" is the device.  Each returns when the
 * device is done.  The password of an ATA erase lives from one command to the
 * next: the erase removes it.
 */
static const struct method {
	const char *name;
	bool controller_wide;		/* may reach sibling namespaces */
	const char *commands[MOST_COMMANDS][MOST_WORDS];
} methods[] = {
	{"nvme-format", true, {{"nvme", "format", "@", "--ses=1"}}},
	{"ata-secure-erase", false, {
	    {"hdparm", "--user-master", "u", "--security-set-pass",
	    "plateau", "@"},
	    {"hdparm", "--user-master", "u", "--security-erase", "plateau",
	    "@"}}},
	{"sg-format", false, {{"sg_format", "--format", "@"}}},
};

static enum run_status
discard(struct arena *a, const struct target *t, bool needed,
    const char **note_out)
{
	for (uint64_t at = 0; at < t->bytes; at += DISCARD_BYTES) {
		uint64_t range[2] = {at, t->bytes - at};

		if (range[1] > DISCARD_BYTES)
			range[1] = DISCARD_BYTES;
		if (halt_reason() != HALT_NO) {
			*note_out = "discard, interrupted";
			return RUN_INTERRUPTED;
		}
		if (ioctl(t->fd, BLKDISCARD, range) == 0)
			continue;
		*note_out = arena_printf(a, "not done: the device refuses "
		    "discard (%s)", strerror(errno));
		if (at == 0 && !needed && errno == EOPNOTSUPP)
			return RUN_SKIPPED;
		warn_errno("%s: discard", t->path);
		return RUN_FAILED;
	}
	*note_out = "discard of the whole device (BLKDISCARD); not a purge "
	    "in the sense of a specification";
	return RUN_DONE;
}

/* What was printed, in one line. */
static const char *
one_line(struct arena *a, const struct tool_result *result)
{
	size_t length = result->length < PRINTED_MOST ? result->length :
	    PRINTED_MOST;
	char *line = arena_strndup(a, result->output, length);

	for (char *p = line; *p != '\0'; p++)
		if ((unsigned char)*p < ' ' || (unsigned char)*p > '~')
			*p = ' ';
	return line;
}

/* Runs one command; adds it and what it printed to the note. */
static int
run_command(struct arena *a, const char *device,
    const char *const words[MOST_WORDS], const char **note_out)
{
	const char *argv[MOST_WORDS + 1] = {NULL};
	const char *command = "";
	struct tool_result result;

	for (unsigned i = 0; i < MOST_WORDS && words[i] != NULL; i++) {
		argv[i] = strcmp(words[i], "@") == 0 ? device : words[i];
		command = arena_printf(a, "%s%s%s", command, i > 0 ? " " : "",
		    argv[i]);
	}
	if (tool_run(a, argv, TOOL_NS, true, &result) == -1) {
		warn_msg("%s: is %s installed?", command, argv[0]);
		*note_out = arena_printf(a, "%s%s: cannot be run; ",
		    *note_out, command);
		return -1;
	}
	*note_out = arena_printf(a, "%s%s: status %d: %s; ", *note_out,
	    command, result.status, one_line(a, &result));
	if (result.status == 0)
		return 0;
	warn_msg("%s: status %d: %s", command, result.status,
	    one_line(a, &result));
	return -1;
}

static enum run_status
run_tool(struct arena *a, const struct target *t,
    const struct engine_kind *kind, const struct method *m,
    const char **note_out)
{
	const char *device = arena_printf(a, "/dev/%s", t->device.name);
	int failed = 0;

	if (kind->holds_file) {
		warn_msg("%s: the engine %s does not let go of the device, "
		    "which %s needs; use --engine aio", t->path, kind->name,
		    m->name);
		*note_out = "not done: the engine does not let go";
		return RUN_FAILED;
	}
	if (m->controller_wide && blockdev_siblings(a, &t->device) > 0) {
		warn_msg("%s: %s may reach the other namespaces of its "
		    "controller; remove those, or use another method",
		    t->path, m->name);
		*note_out = "not done: there are other namespaces";
		return RUN_FAILED;
	}
	if (target_let_go(t) == -1)
		return RUN_FAILED;
	*note_out = "";
	for (unsigned i = 0; i < MOST_COMMANDS && failed == 0 &&
	    m->commands[i][0] != NULL; i++)
		failed = run_command(a, device, m->commands[i], note_out);
	if (target_take_again(a, t) == -1) {
		*note_out = arena_printf(a, "%safterwards it was not the same "
		    "device", *note_out);
		return RUN_FAILED;
	}
	return failed == 0 ? RUN_DONE : RUN_FAILED;
}

/* The best that a device of this kind offers, if its tool is installed. */
static const char *
best_method(struct arena *a, const struct target *t)
{
	const char *method = "discard";

	if (t->device.partition)
		return method;		/* tools reach all of the disk */
	if (strncmp(t->device.name, "nvme", 4) == 0 &&
	    blockdev_siblings(a, &t->device) == 0)
		method = "nvme-format";
	else if (strncmp(t->device.name, "sd", 2) == 0 &&
	    strstr(t->device.dir, "/ata") != NULL)
		method = "ata-secure-erase";
	else if (strncmp(t->device.name, "sd", 2) == 0 &&
	    strstr(t->device.dir, "/end_device-") != NULL)
		method = "sg-format";
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (strcmp(methods[i].name, method) == 0 &&
		    !tool_exists(methods[i].commands[0][0])) {
			warn_msg("%s: %s is not installed, so the purge is "
			    "only a discard", t->path,
			    methods[i].commands[0][0]);
			return "discard";
		}
	return method;
}

enum run_status
purge_target(struct arena *a, const struct target *t,
    const struct engine_kind *kind, const char *method, const char **note_out)
{
	bool needed = strcmp(method, "auto") != 0;

	if (strcmp(method, "none") == 0) {
		*note_out = "not done: the plan says none";
		return RUN_SKIPPED;
	}
	if (t->simulation != NULL) {
		simulation_purge(t->simulation);
		*note_out = "all pages of the simulated drive unwritten, all "
		    "blocks erased, in no time";
		return RUN_DONE;
	}
	if (!t->block) {
		*note_out = "not done: a file cannot be purged";
		return RUN_SKIPPED;
	}
	if (!needed)
		method = best_method(a, t);
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (strcmp(methods[i].name, method) == 0)
			return run_tool(a, t, kind, &methods[i], note_out);
	return discard(a, t, needed, note_out);
}
