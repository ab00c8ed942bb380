/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_COMMAND_H
#define PLATEAU_COLLECT_COMMAND_H

#include <stdint.h>

#include "base/arena.h"
#include "collect/engine.h"
#include "collect/target.h"
#include "collect/tool.h"
#include "model/run.h"

/* More words than any command below has. */
#define COMMAND_WORDS 8

/*
 * A command to a device: words, NULL behind the last one.  "{device}" in a word
 * stands for the value that the fact 'device' has when the command is run; no
 * shell ever sees any of it.
 */
struct command {
	const char *words[COMMAND_WORDS];
};

/* How one went. */
struct command_result {
	const char *text;		/* the command, values filled in */
	int status;			/* of its exit; -1: killed, not run */
	const char *output;		/* NULL: it could not be run */
	size_t length;
};

/* command_device() sets the values "device" and "controller" of the whole disk
 * called 'name': of an NVMe namespace, the drive that it is part of; any other
 * device is its own. */
void command_device(struct arena *a, const char *name, struct facts *values);

/* command_text() returns the command as one line, for people. */
const char *command_text(struct arena *a, const struct command *c,
    const struct facts *values);

/* command_list_text() does so for up to 'most' of them, until one has no
 * words. */
const char *command_list_text(struct arena *a, const struct command *list,
    unsigned most, const struct facts *values);

/* command_run() runs it, for at most 'timeout_ns', and takes what it prints,
 * errors too. */
struct command_result command_run(struct arena *a, const struct command *c,
    const struct facts *values, uint64_t timeout_ns);

/* command_note() adds a command and how it went to the note of a stage.  Returns
 * 0, or -1, with the reason printed, if it failed. */
int command_note(struct arena *a, const struct command_result *r,
    const char **note);

/*
 * command_check() tells before a run whether the 'method' of a stage, which
 * begins with the command 'first', can be done to the device: not without its
 * program, not to a partition, not beside an engine that does not let go.  One
 * that is meant for other drives is warned of.  Returns 0, or -1 with the reason
 * printed.
 */
int command_check(const char *method, const struct command *first,
    const struct target *t, const struct engine_kind *kind);

#endif
