/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_SCANNER_H
#define PLATEAU_ANALYZE_SCANNER_H

#include "analyze/scan.h"

/*
 * scan_log() reads the raw log 'path' once, on 'nthreads' threads, and returns
 * what it counted, or NULL with the reason printed (and '*status_out', the
 * reader's word on it).  Damage is no failure: it is counted and what is whole
 * is used.  Steps longer than record_ns, or of a length that is not announced,
 * are sliced into records of that length if it is not 0.
 */
struct scan *scan_log(const char *path, uint64_t record_ns, unsigned nthreads,
    enum iolog_status *status_out);

#endif
