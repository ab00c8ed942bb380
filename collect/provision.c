/* SPDX-License-Identifier: BSD-2-Clause */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/report.h"
#include "base/units.h"
#include "collect/answer.h"
#include "collect/command.h"
#include "collect/nvme.h"
#include "collect/provision.h"

#define MOST_COMMANDS 4

/* A drive that rewrites its tables answers late. */
#define TOOL_NS (UINT64_C(600) * 1000000000)

/* In "Optional Admin Command Support" of a controller: its namespaces can be
 * made and deleted. */
#define OACS_NAMESPACES 8

/*
 * How drives are told.  hdparm asks for its long option whenever a limit is to
 * be set; it does not override any refusal.  A namespace cannot change its
 * size: it is deleted and made anew, with the controller's spare room.
 */
static const struct method {
	const char *name;
	struct command commands[MOST_COMMANDS];
} methods[] = {
	{"ata-max-address", {
	    {{"hdparm", "--yes-i-know-what-i-am-doing", "-Np{blocks}",
	    "{device}"}}}},
	{"sg-resize", {
	    {{"sg_format", "--resize", "--count={blocks}", "{device}"}}}},
	{"nvme-namespace", {
	    {{"nvme", "delete-ns", "{controller}",
	    "--namespace-id={nsid}"}},
	    {{"nvme", "create-ns", "{controller}", "--nsze={blocks}",
	    "--ncap={blocks}", "--flbas={flbas}"}},
	    {{"nvme", "attach-ns", "{controller}", "--namespace-id={nsid}",
	    "--controllers={cntlid}"}},
	    {{"nvme", "ns-rescan", "{controller}"}}}},
	{"msecli", {
	    {{"msecli", "-M", "-o", "{blocks}", "-n", "{device}"}}}},
};

static const struct command ask_ata = {{"hdparm", "-N", "{device}"}};

static bool
is_full(const struct plan_stage *stage)
{
	return stage->capacity.bytes == 0 && stage->capacity.percent >= 100;
}

static uint64_t
full_of(const struct target *t)
{
	return t->full_bytes > t->bytes ? t->full_bytes : t->bytes;
}

static uint64_t
wanted_bytes(const struct plan_stage *stage, const struct target *t)
{
	uint64_t bytes = is_full(stage) ? full_of(t) :
	    amount_bytes(&stage->capacity, full_of(t), 0);

	return bytes - bytes % t->sector_bytes;
}

void
provision_view(const struct plan_stage *stage, struct target *view)
{
	view->full_bytes = full_of(view);
	view->bytes = wanted_bytes(stage, view);
}

static const struct method *
find_method(const char *name)
{
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (strcmp(methods[i].name, name) == 0)
			return &methods[i];
	return NULL;
}

int
provision_check(const struct plan_stage *stage, const struct target *t)
{
	char size[UNITS_TEXT], full[UNITS_TEXT];
	uint64_t bytes = wanted_bytes(stage, t);

	if (t->block && t->device.partition &&
	    find_method(stage->method) != NULL) {
		warn_msg("%s: is a partition, and %s (stage '%s') reaches all "
		    "of the disk; use method=\"region\", or measure the disk",
		    t->path, stage->method, stage->id);
		return -1;
	}
	if (bytes > 0 && bytes <= full_of(t))
		return 0;
	units_format_capacity(size, sizeof(size), bytes);
	units_format_capacity(full, sizeof(full), full_of(t));
	if (bytes == 0)
		warn_msg("%s: stage '%s' would leave nothing of %s; give it at "
		    "least a sector, with --set provision.capacity=...",
		    t->path, stage->id, full);
	else
		warn_msg("%s: stage '%s' asks for %s, and there are only %s; "
		    "ask for less with --set provision.capacity=...", t->path,
		    stage->id, size, full);
	return -1;
}

/* Whether the controller can make namespaces. */
static bool
makes_namespaces(struct arena *a, const struct target *t)
{
	struct tool_result r;
	double oacs = 0;

	if (!nvme_ask(a, t, "id-ctrl", &r))
		return false;

	json_object *root = answer_json(r.output, r.length);
	bool told = answer_number(answer_find(root, "oacs"), &oacs);

	json_object_put(root);
	return told && oacs < 65536 && ((unsigned)oacs & OACS_NAMESPACES) != 0;
}

/* What suits a device of this kind, or NULL: a region. */
static const struct method *
best_method(struct arena *a, const struct target *t)
{
	const char *name = NULL;

	if (strncmp(t->device.name, "nvme", 4) == 0 && makes_namespaces(a, t))
		name = "nvme-namespace";
	else if (strncmp(t->device.name, "sd", 2) == 0 &&
	    strstr(t->device.dir, "/ata") != NULL)
		name = "ata-max-address";
	else if (strncmp(t->device.name, "sd", 2) == 0 &&
	    strstr(t->device.dir, "/end_device-") != NULL)
		name = "sg-resize";

	const struct method *m = name == NULL ? NULL : find_method(name);

	if (m == NULL || tool_exists(m->commands[0].words[0]))
		return m;
	warn_msg("%s: %s is not installed, so only what this plan uses is "
	    "limited", t->path, m->commands[0].words[0]);
	return NULL;
}

static const struct method *
choose_method(struct arena *a, const struct plan_stage *stage,
    const struct target *t)
{
	if (t->profile != NULL || !t->block || t->device.partition)
		return NULL;
	if (strcmp(stage->method, "auto") == 0)
		return best_method(a, t);
	return find_method(stage->method);
}

int
provision_check_tool(struct arena *a, const struct plan_stage *stage,
    const struct target *t, const struct engine_kind *kind)
{
	const struct method *m;

	/* What is best works, but for an engine that holds the device. */
	if (strcmp(stage->method, "auto") == 0 && !kind->holds_file)
		return 0;
	m = choose_method(a, stage, t);
	return m == NULL ? 0 : command_check(m->name, &m->commands[0], t,
	    kind);
}

/* The sectors that an ATA drive shows and has: "max sectors   = 100/200". */
static bool
ask_sectors(struct arena *a, const struct facts *values, uint64_t *shown_out,
    uint64_t *full_out)
{
	struct command_result r = command_run(a, &ask_ata, values, TOOL_NS);
	const char *at = r.status != 0 || r.output == NULL ? NULL :
	    strstr(r.output, "max sectors");

	return at != NULL && sscanf(at, "max sectors = %" SCNu64 "/%" SCNu64,
	    shown_out, full_out) == 2;
}

/* A number of what "nvme VERB" prints, as a value of that name. */
static double
ask_nvme(struct arena *a, const struct target *t, const char *verb,
    const char *name, struct facts *values)
{
	struct tool_result r;
	double number = 0;

	if (!nvme_ask(a, t, verb, &r))
		return 0;

	json_object *root = answer_json(r.output, r.length);

	if (answer_number(answer_find(root, name), &number))
		facts_setf(a, values, name, "%.0f", number);
	json_object_put(root);
	return number;
}

uint64_t
provision_hidden_bytes(struct arena *a, const struct target *t)
{
	struct facts values = {0, NULL};
	uint64_t shown, full;
	double spare_bytes = 0;

	if (strncmp(t->device.name, "nvme", 4) == 0) {
		spare_bytes = ask_nvme(a, t, "id-ctrl", "unvmcap", &values);
	} else if (strncmp(t->device.name, "sd", 2) == 0 &&
	    strstr(t->device.dir, "/ata") != NULL) {
		command_device(a, t->device.name, &values);
		if (ask_sectors(a, &values, &shown, &full) && full > shown)
			spare_bytes = (double)(full - shown) *
			    t->sector_bytes;
	}
	return spare_bytes > 0 && spare_bytes < 0x1p62 ?
	    (uint64_t)spare_bytes : 0;
}

static uint64_t
nvme_values(struct arena *a, const struct target *t, struct facts *values)
{
	const char *nsid = blockdev_text(a, &t->device, "nsid");
	double spare_bytes = ask_nvme(a, t, "id-ctrl", "unvmcap", values);

	facts_set(a, values, "nsid", nsid == NULL ? "1" : nsid);
	ask_nvme(a, t, "id-ctrl", "cntlid", values);
	ask_nvme(a, t, "id-ns", "flbas", values);
	return t->device_bytes + (spare_bytes > 0 && spare_bytes < 0x1p62 ?
	    (uint64_t)spare_bytes : 0);
}

/* What the words of the method's commands stand for.  Nothing here changes the
 * device. */
static void
find_values(struct arena *a, const struct method *m,
    const struct plan_stage *stage, const struct target *t,
    struct facts *values)
{
	uint64_t bytes = wanted_bytes(stage, t), shown, full;

	command_device(a, t->device.name, values);
	if (strcmp(m->name, "nvme-namespace") == 0) {
		uint64_t all = nvme_values(a, t, values);

		bytes = is_full(stage) ? all : bytes;
	}
	facts_setf(a, values, "blocks", "%" PRIu64, bytes / t->sector_bytes);
	if (!is_full(stage))
		return;
	if (strcmp(m->name, "sg-resize") == 0)
		facts_set(a, values, "blocks", "-1");
	if (strcmp(m->name, "ata-max-address") == 0 &&
	    ask_sectors(a, values, &shown, &full))
		facts_setf(a, values, "blocks", "%" PRIu64, full);
}

const char *
provision_text(struct arena *a, const struct plan_stage *stage,
    const struct target *t)
{
	const struct method *m = choose_method(a, stage, t);
	struct facts values = {0, NULL};

	if (m == NULL)
		return "region: no command";
	find_values(a, m, stage, t, &values);
	return command_list_text(a, m->commands, MOST_COMMANDS, &values);
}

/* The identifier that a new namespace got: "created nsid:1". */
static void
take_nsid(struct arena *a, const char *output, struct facts *values)
{
	const char *at = strstr(output, "nsid:");
	unsigned nsid;

	if (at != NULL && sscanf(at, "nsid:%u", &nsid) == 1)
		facts_setf(a, values, "nsid", "%u", nsid);
}

/* A namespace that is deleted and not made again is none. */
static void
say_what_is_left(struct arena *a, const struct method *m, unsigned next,
    const struct facts *values)
{
	if (next == 0)
		return;
	warn_msg("%s: the drive is left half changed; these commands by hand "
	    "complete the change:", m->name);
	for (; next < MOST_COMMANDS && m->commands[next].words[0] != NULL;
	    next++)
		warn_msg("  %s", command_text(a, &m->commands[next], values));
}

static int
run_commands(struct arena *a, const struct method *m, struct facts *values,
    const char **note)
{
	for (unsigned i = 0; i < MOST_COMMANDS &&
	    m->commands[i].words[0] != NULL; i++) {
		struct command_result r = command_run(a, &m->commands[i],
		    values, TOOL_NS);

		if (command_note(a, &r, note) == -1) {
			say_what_is_left(a, m, i, values);
			return -1;
		}
		take_nsid(a, r.output, values);
	}
	return 0;
}

/* Has the kernel ask a SCSI or ATA disk for its size. */
static void
rescan(struct arena *a, const struct target *t)
{
	int fd = open(arena_printf(a, "%s/device/rescan", t->device.whole_dir),
	    O_WRONLY | O_CLOEXEC);

	if (fd == -1)
		return;
	if (write(fd, "1", 1) != 1)
		warn_errno("%s: asking for its size again", t->path);
	close(fd);
}

/*
 * What the drive shows now.  An ATA drive is asked itself: the kernel goes on
 * with the old size until the drive is plugged in again.
 */
static uint64_t
shown_bytes(struct arena *a, const struct method *m, const struct target *t,
    const struct facts *values, const char **note)
{
	uint64_t shown, full;

	if (strcmp(m->name, "ata-max-address") != 0 ||
	    !ask_sectors(a, values, &shown, &full) ||
	    shown > UINT64_MAX / t->sector_bytes ||
	    shown * t->sector_bytes == t->device_bytes)
		return t->device_bytes;
	*note = arena_printf(a, "%sthe drive shows %" PRIu64 " sectors, the "
	    "kernel %" PRIu64 " bytes until the drive is plugged in again; ",
	    *note, shown, t->device_bytes);
	return shown * t->sector_bytes;
}

/* Takes the device as it is now, if that is what was asked for. */
static enum run_status
take_size(struct target *t, const struct plan_stage *stage, uint64_t wanted,
    uint64_t shown)
{
	if (t->full_bytes < shown)
		t->full_bytes = shown;
	t->hidden_bytes = shown < t->full_bytes ? t->full_bytes - shown : 0;
	target_show(t, shown);
	return (is_full(stage) ? shown >= wanted : shown <= wanted &&
	    shown > 0) ? RUN_DONE : RUN_FAILED;
}

static enum run_status
run_tool(struct arena *a, struct target *t, const struct engine_kind *kind,
    const struct method *m, const struct plan_stage *stage, const char **note)
{
	uint64_t wanted = wanted_bytes(stage, t);
	struct facts values = {0, NULL};

	find_values(a, m, stage, t, &values);
	*note = "not done: the device was not let go of";
	if (target_let_go(t, kind, m->name) == -1)
		return RUN_FAILED;
	*note = "";

	int failed = run_commands(a, m, &values, note);

	rescan(a, t);
	if (target_take_again(a, t, true) == -1) {
		*note = arena_printf(a, "%safterwards it was not the same "
		    "device", *note);
		return RUN_FAILED;
	}

	enum run_status status = take_size(t, stage, wanted,
	    shown_bytes(a, m, t, &values, note));

	if (failed == 0 && status == RUN_FAILED)
		warn_msg("%s: was to show %" PRIu64 " bytes and shows %" PRIu64
		    "; it may need to be plugged in again", t->path, wanted,
		    t->bytes);
	return failed == 0 ? status : RUN_FAILED;
}

enum run_status
provision_target(struct arena *a, struct target *t,
    const struct engine_kind *kind, const struct plan_stage *stage,
    struct run_stage *run)
{
	const struct method *m = choose_method(a, stage, t);
	enum run_status status = RUN_DONE;

	run->capacity_before_bytes = t->bytes;
	if (m != NULL) {
		status = run_tool(a, t, kind, m, stage, &run->note);
	} else {
		target_show(t, wanted_bytes(stage, t));
		run->note = arena_printf(a, "region: of %" PRIu64 " bytes the "
		    "first %" PRIu64 " are used", t->device_bytes, t->bytes);
	}
	run->capacity_after_bytes = t->bytes;
	return status;
}
