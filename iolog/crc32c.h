/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLATEAU_IOLOG_CRC32C_H
#define PLATEAU_IOLOG_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/*
 * crc32c() continues the CRC-32C (Castagnoli, as iSCSI and RFC 3720 define it:
 * reflected, initial value and final exclusive-or all ones) of 'before', 0 for
 * none, with 'length' bytes.  crc32c(0, "123456789", 9) is 0xe3069283, and
 * crc32c(crc32c(0, a), b) is the checksum of a followed by b.
 */
uint32_t crc32c(uint32_t before, const void *data, size_t length);

#endif
