/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_PROGRESS_H
#define PLATEAU_ANALYZE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A line on the terminal while logs are counted: which log, how much of it is
 * read, and about how long all of them will take.  Where standard error is no
 * terminal, or one that cannot rewrite a line, nothing is printed and all calls
 * but progress_open() do nothing.
 */

/* progress_open() begins with so many logs to count (0: not known), of so many
 * bytes; progress_close() ends. */
void progress_open(size_t nlogs, uint64_t bytes);
void progress_close(void);

/* progress_log() says that the log 'path' is looked at, which must live until
 * progress_log_end(): that says whether it had to be counted, and takes the line
 * off the terminal. */
void progress_log(const char *path, uint64_t bytes);
void progress_log_end(bool counted);

/* progress_pass() says that the log is read once more. */
void progress_pass(void);

/* progress_add() says that so many more bytes of it are read.  Any thread may
 * call it. */
void progress_add(uint64_t bytes);

#endif
