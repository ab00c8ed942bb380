/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_BASE_SHA256_H
#define PLATEAU_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

/* sha256() is the hash of FIPS 180-4 of 'length' bytes at 'data'. */
#define SHA256_BYTES 32
void sha256(const void *data, size_t length, uint8_t hash_out[SHA256_BYTES]);

#endif
