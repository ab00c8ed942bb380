/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "base/report.h"
#include "collect/command.h"

/* As much of what a command printed goes into a note. */
#define PRINTED_MOST 1000

void
command_device(struct arena *a, const char *name, struct facts *values)
{
	unsigned number;

	facts_setf(a, values, "device", "/dev/%s", name);
	if (sscanf(name, "nvme%un", &number) == 1)
		facts_setf(a, values, "controller", "/dev/nvme%u", number);
	else
		facts_setf(a, values, "controller", "/dev/%s", name);
}

/* The word with what stands in braces replaced. */
static const char *
fill_in(struct arena *a, const char *word, const struct facts *values)
{
	const char *open = strchr(word, '{');
	const char *close = open == NULL ? NULL : strchr(open, '}');

	if (close == NULL)
		return word;

	const char *value = facts_get(values, arena_strndup(a, open + 1,
	    (size_t)(close - open - 1)));

	return arena_printf(a, "%.*s%s%s", (int)(open - word), word,
	    value == NULL ? "?" : value, close + 1);
}

static const char *
join(struct arena *a, const char *const *words)
{
	const char *text = "";

	for (; *words != NULL; words++)
		text = arena_printf(a, "%s%s%s", text, *text == '\0' ? "" :
		    " ", *words);
	return text;
}

static void
fill_in_all(struct arena *a, const struct command *c,
    const struct facts *values, const char *argv[COMMAND_WORDS + 1])
{
	size_t i = 0;

	for (; i < COMMAND_WORDS && c->words[i] != NULL; i++)
		argv[i] = fill_in(a, c->words[i], values);
	argv[i] = NULL;
}

const char *
command_text(struct arena *a, const struct command *c,
    const struct facts *values)
{
	const char *argv[COMMAND_WORDS + 1];

	fill_in_all(a, c, values, argv);
	return join(a, argv);
}

const char *
command_list_text(struct arena *a, const struct command *list, unsigned most,
    const struct facts *values)
{
	const char *text = "";

	for (unsigned i = 0; i < most && list[i].words[0] != NULL; i++)
		text = arena_printf(a, "%s%s%s", text, i > 0 ? "; " : "",
		    command_text(a, &list[i], values));
	return text;
}

struct command_result
command_run(struct arena *a, const struct command *c,
    const struct facts *values, uint64_t timeout_ns)
{
	const char *argv[COMMAND_WORDS + 1];
	struct tool_result result;

	fill_in_all(a, c, values, argv);

	struct command_result out = {.text = join(a, argv), .status = -1};

	if (tool_run(a, argv, timeout_ns, true, &result) == -1)
		return out;
	out.status = result.status;
	out.output = result.output;
	out.length = result.length;
	return out;
}

/* What was printed, in one line. */
static const char *
one_line(struct arena *a, const struct command_result *r)
{
	size_t length = r->length < PRINTED_MOST ? r->length : PRINTED_MOST;
	char *line = arena_strndup(a, r->output, length);

	for (char *p = line; *p != '\0'; p++)
		if ((unsigned char)*p < ' ' || (unsigned char)*p > '~')
			*p = ' ';
	return line;
}

int
command_note(struct arena *a, const struct command_result *r,
    const char **note)
{
	if (r->output == NULL) {
		warn_msg("%s: is %.*s installed?", r->text,
		    (int)strcspn(r->text, " "), r->text);
		*note = arena_printf(a, "%s%s: cannot be run; ", *note,
		    r->text);
		return -1;
	}

	const char *line = one_line(a, r);

	*note = arena_printf(a, "%s%s: status %d: %s; ", *note, r->text,
	    r->status, line);
	if (r->status == 0)
		return 0;
	warn_msg("%s: status %d: %s", r->text, r->status, line);
	return -1;
}

/* Warns of a method of other drives.  It is tried all the same: adapters answer
 * for drives of another kind. */
static void
warn_of_kind(const char *method, const struct target *t)
{
	static const struct {
		const char *method, *drives, *name;
	} known[] = {
		{"nvme-", "NVMe", "nvme"},
		{"ata-", "ATA", "sd"},
		{"sg-", "SCSI and SAS", "sd"},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strncmp(method, known[i].method,
		    strlen(known[i].method)) == 0 &&
		    strncmp(t->device.name, known[i].name,
		    strlen(known[i].name)) != 0)
			warn_msg("%s: %s is for %s drives, and %s is none: "
			    "the stage may fail, and the run with it", t->path,
			    method, known[i].drives, t->device.name);
}

int
command_check(const char *method, const struct command *first,
    const struct target *t, const struct engine_kind *kind)
{
	const char *program = first->words[0];

	if (t->device.partition) {
		warn_msg("%s: is a partition, and %s reaches all of the disk; "
		    "measure the disk, or use another method", t->path,
		    method);
		return -1;
	}
	if (!tool_exists(program)) {
		warn_msg("%s: %s needs the program %s, which is not installed",
		    t->path, method, program);
		return -1;
	}
	if (target_can_let_go(t, kind, method) == -1)
		return -1;
	warn_of_kind(method, t);
	return 0;
}
