/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_ANALYZE_FINGERPRINT_H
#define PLATEAU_ANALYZE_FINGERPRINT_H

#include <stdint.h>

/*
 * What the counts of a log depend on, in 128 bits (XXH3, xxhash.com): every
 * byte of the log, the length of its records, and every byte of this program,
 * so that a newer one counts anew.  Against accidents, not against forgers.
 */
struct fingerprint {
	uint8_t bytes[16];
};

/* fingerprint_log() reads the log 'path' once, at the speed of memory.  0, or
 * -1, silently, if it cannot be read: who counts it tells why. */
int fingerprint_log(const char *path, uint64_t record_ns,
    struct fingerprint *print_out);

#endif
