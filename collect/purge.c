/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include "base/report.h"
#include "collect/command.h"
#include "collect/erasable.h"
#include "collect/halt.h"
#include "collect/purge.h"
#include "collect/sim.h"

/* One discard call cannot be interrupted: of this much it takes seconds. */
#define DISCARD_BYTES (UINT64_C(64) << 30)

/* An erase of the largest disks takes most of a day. */
#define TOOL_NS (UINT64_C(86400) * 1000000000)

#define MOST_COMMANDS 2

/* How often a drive is asked whether it is done, and for how long after it
 * does not answer. */
#define ASK_NS 200000000u
#define SILENCES_MOST 50

/*
 * The tools, and how they are asked.  Each returns when the device is done, but
 * for a sanitize, which 'awaits'.  The password of an ATA erase lives from one
 * command to the next: the erase removes it, and where that fails, 'undo'.
 */
static const struct method {
	const char *name;
	bool controller_wide;		/* may reach sibling namespaces */
	bool awaits;			/* the sanitize log says when it is
					   over */
	struct command commands[MOST_COMMANDS];
	struct command undo;		/* if the last of several fails */
} methods[] = {
	{"nvme-format", true, false,
	    {{{"nvme", "format", "{device}", "--ses=1"}}}, {{NULL}}},
	{"nvme-sanitize", true, true,	/* block erase */
	    {{{"nvme", "sanitize", "{controller}", "--sanact=2"}}}, {{NULL}}},
	{"ata-secure-erase", false, false, {
	    {{"hdparm", "--user-master", "u", "--security-set-pass",
	    "plateau", "{device}"}},
	    {{"hdparm", "--user-master", "u", "--security-erase", "plateau",
	    "{device}"}}},
	    {{"hdparm", "--user-master", "u", "--security-disable", "plateau",
	    "{device}"}}},
	{"sg-format", false, false,
	    {{{"sg_format", "--format", "{device}"}}}, {{NULL}}},
};

static const struct command sanitize_log =
    {{"nvme", "sanitize-log", "{controller}"}};

static enum run_status
discard(struct arena *a, const struct target *t, bool needed,
    const char **note_out)
{
	/* What the drive hides it refuses, though the kernel may not know. */
	uint64_t bytes = t->full_bytes - t->hidden_bytes;

	if (bytes > t->device_bytes)
		bytes = t->device_bytes;
	for (uint64_t at = 0; at < bytes; at += DISCARD_BYTES) {
		uint64_t range[2] = {at, bytes - at};

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

/* The state in a sanitize log; -1 if it does not tell. */
enum {
	SANITIZE_DONE = 1, SANITIZE_GOES_ON, SANITIZE_FAILED,
	SANITIZE_DONE_ALLOCATED
};

static int
sanitize_state(struct arena *a, const struct facts *values)
{
	struct command_result result = command_run(a, &sanitize_log, values,
	    TOOL_NS);
	const char *at;
	char *end;

	if (result.status != 0)
		return -1;
	at = strstr(result.output, "(SSTAT)");
	if (at == NULL || (at = strchr(at, ':')) == NULL)
		return -1;
	unsigned long bits = strtoul(at + 1, &end, 0);

	return end == at + 1 ? -1 : (int)(bits & 7);
}

static int
await_sanitize(struct arena *a, const struct facts *values,
    const char **note_out)
{
	const char *controller = facts_get(values, "controller");
	const struct timespec pause = {.tv_nsec = ASK_NS};
	unsigned silences = 0;
	int state;

	while ((state = sanitize_state(a, values)) == SANITIZE_GOES_ON ||
	    (state == -1 && ++silences < SILENCES_MOST)) {
		halt_tell("the sanitize of %s", controller);
		nanosleep(&pause, NULL);
	}
	*note_out = arena_printf(a, "%ssanitize state %d; ", *note_out, state);
	if (state == SANITIZE_DONE || state == SANITIZE_DONE_ALLOCATED)
		return 0;
	warn_msg("%s: the sanitize %s", controller, state == SANITIZE_FAILED ?
	    "failed, and the drive takes no I/O until one succeeds: 'nvme "
	    "sanitize' with another --sanact, or --sanact=1 to leave it so" :
	    "is not known to be over: the drive does not tell");
	return -1;
}

/* A format or a sanitize may reach all that the controller has. */
static int
check_siblings(struct arena *a, const struct target *t, const struct method *m)
{
	if (!m->controller_wide || blockdev_siblings(a, &t->device) == 0)
		return 0;
	warn_msg("%s: %s may reach the other namespaces of its controller; "
	    "remove those, or use another method", t->path, m->name);
	return -1;
}

/* Whether the drive takes it, as far as it tells. */
static int
check_drive(struct arena *a, const struct target *t, const struct method *m,
    const char **note_out)
{
	struct erasable e = erasable_ask(a, t, m->name);

	if (e.can == ERASABLE_YES)
		return 0;
	warn_msg("%s: cannot be purged by %s: %s", t->path, m->name, e.why);
	*note_out = arena_printf(a, "not done: %s", e.why);
	return -1;
}

/* A drive that is left with a password takes no I/O after its next start. */
static void
undo(struct arena *a, const struct method *m, const struct facts *values,
    const char **note_out)
{
	struct command_result r = command_run(a, &m->undo, values, TOOL_NS);

	if (command_note(a, &r, note_out) == -1)
		warn_msg("%s: the drive may have kept the password 'plateau', "
		    "and takes no I/O after its next start until it is gone: "
		    "do '%s' by hand", m->name, r.text);
}

static int
run_commands(struct arena *a, const struct method *m,
    const struct facts *values, const char **note_out)
{
	for (unsigned i = 0; i < MOST_COMMANDS &&
	    m->commands[i].words[0] != NULL; i++) {
		struct command_result result = command_run(a, &m->commands[i],
		    values, TOOL_NS);

		if (command_note(a, &result, note_out) == 0)
			continue;
		if (i > 0)
			undo(a, m, values, note_out);
		return -1;
	}
	return 0;
}

static enum run_status
run_tool(struct arena *a, struct target *t,
    const struct engine_kind *kind, const struct method *m,
    const char **note_out)
{
	struct facts values = {0, NULL};
	int failed = 0;

	if (check_siblings(a, t, m) == -1) {
		*note_out = "not done: there are other namespaces";
		return RUN_FAILED;
	}
	if (check_drive(a, t, m, note_out) == -1)
		return RUN_FAILED;
	*note_out = "not done: the device was not let go of";
	if (target_let_go(t, kind, m->name) == -1)
		return RUN_FAILED;
	*note_out = "";
	command_device(a, t->device.name, &values);
	/* One that a run which was cut off has begun. */
	if (m->awaits && sanitize_state(a, &values) == SANITIZE_GOES_ON)
		failed = await_sanitize(a, &values, note_out);
	if (failed == 0)
		failed = run_commands(a, m, &values, note_out);
	if (failed == 0 && m->awaits)
		failed = await_sanitize(a, &values, note_out);
	if (target_take_again(a, t, false) == -1) {
		*note_out = arena_printf(a, "%safterwards it was not the same "
		    "device", *note_out);
		return RUN_FAILED;
	}
	return failed == 0 ? RUN_DONE : RUN_FAILED;
}

static const struct method *
find_method(const char *name)
{
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (strcmp(methods[i].name, name) == 0)
			return &methods[i];
	return NULL;
}

/* The best that a device of this kind offers, if its tool is installed. */
static const char *
best_method(struct arena *a, const struct target *t)
{
	const char *method = "discard";
	const struct method *m;

	if (t->device.partition)
		return method;		/* tools reach all of the disk */
	if (strncmp(t->device.name, "nvme", 4) == 0 &&
	    blockdev_siblings(a, &t->device) > 0)
		warn_msg("%s: a format may reach the other namespaces of its "
		    "controller, so the purge is only a discard", t->path);
	else if (strncmp(t->device.name, "nvme", 4) == 0)
		method = "nvme-format";
	else if (strncmp(t->device.name, "sd", 2) == 0 &&
	    strstr(t->device.dir, "/ata") != NULL)
		method = "ata-secure-erase";
	else if (strncmp(t->device.name, "sd", 2) == 0 &&
	    strstr(t->device.dir, "/end_device-") != NULL)
		method = "sg-format";
	m = find_method(method);
	if (m == NULL)
		return method;
	if (!tool_exists(m->commands[0].words[0])) {
		warn_msg("%s: %s is not installed, so the purge is only a "
		    "discard", t->path, m->commands[0].words[0]);
		return "discard";
	}

	struct erasable e = erasable_ask(a, t, method);

	if (e.can != ERASABLE_NEVER)
		return method;
	warn_msg("%s: %s, so the purge is only a discard", t->path, e.why);
	return "discard";
}

/* Whether the kernel knows that the device takes no discard. */
static bool
refuses_discard(struct arena *a, const struct target *t)
{
	const char *most = blockdev_text(a, &t->device,
	    "queue/discard_max_bytes");

	return most != NULL && strcmp(most, "0") == 0;
}

int
purge_check(struct arena *a, const struct target *t,
    const struct engine_kind *kind, const char *method)
{
	const struct method *m;
	const char *note;

	if (!t->block || strcmp(method, "none") == 0)
		return 0;
	if (strcmp(method, "discard") == 0 && refuses_discard(a, t)) {
		warn_msg("%s: takes no discard, by which the plan would purge "
		    "it", t->path);
		return -1;
	}
	m = find_method(strcmp(method, "auto") == 0 ? best_method(a, t) :
	    method);
	if (m == NULL)
		return 0;
	return check_siblings(a, t, m) == -1 ||
	    command_check(m->name, &m->commands[0], t, kind) == -1 ||
	    check_drive(a, t, m, &note) == -1 ? -1 : 0;
}

const char *
purge_text(struct arena *a, const struct target *t, const char *method)
{
	const struct method *m;
	struct facts values = {0, NULL};

	if (strcmp(method, "none") == 0)
		return "not done";
	if (t->profile != NULL)
		return "all of the simulated drive";
	if (!t->block)
		return "not done: a file cannot be purged";
	m = find_method(strcmp(method, "auto") == 0 ? best_method(a, t) :
	    method);
	if (m == NULL)
		return "discard of the whole device";
	command_device(a, t->device.name, &values);
	return command_list_text(a, m->commands, MOST_COMMANDS, &values);
}

enum run_status
purge_target(struct arena *a, struct target *t,
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

	const struct method *m = find_method(method);

	return m == NULL ? discard(a, t, needed, note_out) :
	    run_tool(a, t, kind, m, note_out);
}
