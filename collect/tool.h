/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_TOOL_H
#define PLATEAU_COLLECT_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* What a program printed and how it ended. */
struct tool_result {
	const char *output;		/* with a NUL */
	size_t length;
	int status;			/* of its exit; -1: killed */
};

/* Output beyond this is cut off: no drive has so much to say. */
#define TOOL_OUTPUT_MOST ((size_t)4 << 20)

/*
 * tool_run() runs argv[0] of PATH with argv, NULL at its end, without a shell
 * and without input, for at most 'timeout_ns'; 'errors_too' takes its
 * standard error as well.  Returns 0 and what it printed,
 * or -1, silently, if there is no such program or it cannot be run.
 */
int tool_run(struct arena *a, const char *const *argv, uint64_t timeout_ns,
    bool errors_too, struct tool_result *out);

/* tool_exists() says whether there is such a program on the PATH. */
bool tool_exists(const char *program);

#endif
