/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_LOG_H
#define PLATEAU_IOLOG_LOG_H

#include "iolog/iolog.h"

/*
 * The verbs of plateau-log.  Each takes its own arguments (argv[0] is the verb)
 * and returns the exit status: 0 done, 1 failed (a damaged log), 2 wrong usage
 * or input.
 */
int log_info(int argc, char **argv);
int log_cat(int argc, char **argv);
int log_verify(int argc, char **argv);
int log_repair(int argc, char **argv);
int log_repack(int argc, char **argv);

/* log_open() opens a log, with the reason printed if it cannot. */
struct iolog_reader *log_open(const char *path);

/*
 * log_next() is iolog_reader_next() that prints damage and goes on behind it,
 * setting '*damaged' when there was some.  Returns IOLOG_OK with a frame, or
 * IOLOG_END when there is none left (and then '*damaged' if the log was
 * truncated or could not be read on).
 */
enum iolog_status log_next(struct iolog_reader *r, const char *path,
    struct iolog_frame *frame_out, bool *damaged);

#endif
