# SPDX-License-Identifier: BSD-2-Clause
"""Sets fields of 64 bits in the file header of a raw log, and its checksum.

usage: log_header.py LOG OFFSET=VALUE...
"""
import struct
import sys

LOG = sys.argv[1]


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


with open(LOG, "r+b") as log:
    length = struct.unpack("<I", log.read(20)[16:])[0]
    log.seek(0)
    header = bytearray(log.read(length))
    for field in sys.argv[2:]:
        offset, value = field.split("=")
        struct.pack_into("<Q", header, int(offset), int(value))
    struct.pack_into("<I", header, length - 4, crc32c(header[:-4]))
    log.seek(0)
    log.write(header)
