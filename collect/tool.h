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
	bool late;			/* killed, for its time was over */
};

/* Output beyond this is cut off: no drive has so much to say. */
#define TOOL_OUTPUT_MOST ((size_t)4 << 20)

/* Programs that only look at a drive have so long: one that sleeps, or is busy
 * with a format, answers late. */
#define TOOL_ASK_NS UINT64_C(10000000000)

/*
 * tool_run() runs argv[0] of PATH with argv, NULL at its end, without a shell
 * and without input, for at most 'timeout_ns'; 'errors_too' takes its
 * standard error as well.  After two seconds it says what is waited for.
 * Returns 0 and what it printed, or -1, silently, if there is no such program
 * or it cannot be run.
 */
int tool_run(struct arena *a, const char *const *argv, uint64_t timeout_ns,
    bool errors_too, struct tool_result *out);

/*
 * tool_ask() runs a program that only looks, for TOOL_ASK_NS.  One that did not
 * end by itself is told of, and not run again: a drive that is asked four times
 * in a run would hold it up as often.  Then, too, -1.
 */
int tool_ask(struct arena *a, const char *const *argv,
    struct tool_result *out);

/* tool_exists() says whether there is such a program on the PATH. */
bool tool_exists(const char *program);

#endif
