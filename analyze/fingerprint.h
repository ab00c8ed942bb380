/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_FINGERPRINT_H
#define PLATEAU_ANALYZE_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

#include "analyze/scan.h"

/*
 * What the counts of a test depend on, in 128 bits (XXH3, xxhash.com): every
 * byte of its logs, which of their steps count, the length of records, and
 * every byte of this program, so that a newer one counts anew.  Against
 * accidents, not against forgers.
 */
struct fingerprint {
	uint8_t bytes[16];
};

/* fingerprint_logs() reads the logs of a test (scanner.h) once, on 'nthreads'
 * threads, at the speed of memory.  0, or -1, silently, if one cannot be read:
 * who counts it tells why. */
int fingerprint_logs(const struct scan_source *logs, size_t nlogs,
    uint64_t record_ns, unsigned nthreads, struct fingerprint *print_out);

#endif
