/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_SCANNER_H
#define PLATEAU_ANALYZE_SCANNER_H

#include "analyze/scan.h"

/*
 * scan_logs() reads the raw logs of one test, the parts of it that
 * interruptions left, in the order of time; scan_log() that of one in a single
 * piece.
 *
 * It reads each log once, on 'nthreads' threads, and returns what it counted,
 * or NULL with the reason printed (and '*status_out', the reader's word on it).
 * Damage is no failure: it is counted and what is whole is used.  That all but
 * the last log have no end is no damage.  Steps longer than record_ns, or of a
 * length that is not announced, are sliced into records of that length if it is
 * not 0.
 */
struct scan *scan_logs(const struct scan_source *logs, size_t nlogs,
    uint64_t record_ns, unsigned nthreads, enum iolog_status *status_out);
struct scan *scan_log(const char *path, uint64_t record_ns, unsigned nthreads,
    enum iolog_status *status_out);

#endif
