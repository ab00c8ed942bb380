/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_COLLECT_LOGFILE_H
#define PLATEAU_COLLECT_LOGFILE_H

#include "base/arena.h"
#include "collect/target.h"
#include "iolog/iolog.h"
#include "model/plan.h"
#include "model/run.h"

/* The raw log of one stage, from its name to its last byte on the disk. */
struct logfile;

/* logfile_name() is the path in the run folder of the log number 'part' of the
 * stage, from 1: "raw/02-iops.iolog", "raw/02-iops.part-2.iolog". */
const char *logfile_name(struct arena *a, const struct plan_stage *stage,
    size_t part);

/* logfile_anchor() reads the clocks together. */
struct iolog_anchor logfile_anchor(void);

/*
 * logfile_open() creates the log 'name' of 'stage' for 'nstreams' streams in
 * the run folder 'dir'; 'key' is its generator's.  NULL with the reason
 * printed.
 */
struct logfile *logfile_open(struct arena *a, const char *dir,
    const char *name, const struct run *run, const struct plan_stage *stage,
    const struct target *target, unsigned nstreams, uint64_t key);

struct iolog_recorder *logfile_recorder(const struct logfile *l);

/*
 * logfile_read() opens the log 'name' of that stage of 'run' for reading.  NULL
 * if there is no such log, or it is that of another run or stage.  What is no
 * file is not waited for.
 */
struct iolog_reader *logfile_read(struct arena *a, const char *dir,
    const char *name, const struct run *run, const char *stage);

/* logfile_check() is what is wrong with such a log, or NULL. */
const char *logfile_check(struct arena *a, const char *dir, const char *name,
    const struct run *run, const char *stage);

/*
 * logfile_count() finds out how many I/Os such a log has: a closed one says so
 * at its end, any other is read as far as it goes, and one without even a whole
 * header has none.  Returns NULL, or what is wrong with it.
 */
const char *logfile_count(struct arena *a, const char *dir, const char *name,
    const struct run *run, const char *stage, uint64_t *count_out);

/*
 * logfile_begin_close() lets a thread of its own write what is left and flush
 * it to the disk, so that the next stage need not wait.  logfile_is_closed()
 * says whether that is over; logfile_end_close() waits for it, and returns 0
 * and the totals, or -1 with errno and the reason printed.
 */
void logfile_begin_close(struct logfile *l);
bool logfile_is_closed(const struct logfile *l);
int logfile_end_close(struct logfile *l, struct iolog_totals *totals_out);

#endif
