/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_LOG_H
#define PLATEAU_IOLOG_LOG_H

#include "iolog/iolog.h"

/*
 * The verbs of plateau log.  Each takes its own arguments (argv[0] is the verb)
 * and returns the exit status: 0 done, 1 failed (a damaged log), 2 wrong usage
 * or input.
 */
int log_info(int argc, char **argv);
int log_cat(int argc, char **argv);
int log_verify(int argc, char **argv);
int log_repair(int argc, char **argv);
int log_repack(int argc, char **argv);

/*
 * log_option() reads the options of a verb: --help, and one without a value,
 * --'name' (NULL: none), which sets '*given_out'.  Returns -1 if the operands,
 * 'noperands' of them (0: one or more), follow in argv[optind]; else the exit
 * status: help was asked for and printed, or the usage is wrong.
 */
int log_option(int argc, char **argv, const char *usage, const char *name,
    bool *given_out, int noperands);

/* log_open() opens a log, with the reason printed if it cannot. */
struct iolog_reader *log_open(const char *path);

/*
 * log_read() is iolog_reader_next() that prints damage, setting '*damaged', and
 * what a frame of a repaired log says was lost.
 */
enum iolog_status log_read(struct iolog_reader *r, const char *path,
    struct iolog_frame *frame_out, bool *damaged);

/*
 * log_next() is log_read() that goes on behind damage.  Returns IOLOG_OK with a
 * frame, or IOLOG_END when there is none left (and then '*damaged' if the log
 * was truncated or could not be read on).
 */
enum iolog_status log_next(struct iolog_reader *r, const char *path,
    struct iolog_frame *frame_out, bool *damaged);

#endif
