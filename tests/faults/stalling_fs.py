#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# A file system with one file, "disk", in memory, that answers no read and no
# write in the first STALL milliseconds of every second, and every EVERYth of
# them with an error.  Talks to /dev/fuse itself, so that nothing need be
# installed.
#
#   stalling_fs.py FOLDER BYTES STALL [EVERY]
import ctypes
import errno
import os
import struct
import sys
import time

folder, size, stall_s = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) / 1000
every = int(sys.argv[4]) if len(sys.argv) > 4 else 0
answered = 0
LOOKUP, FORGET, GETATTR, SETATTR, OPEN, READ, WRITE = 1, 2, 3, 4, 14, 15, 16
STATFS, RELEASE, FSYNC, FLUSH, INIT, OPENDIR = 17, 18, 20, 25, 26, 27
RELEASEDIR, INTERRUPT, DESTROY, BATCH_FORGET = 29, 36, 38, 42
MAX_WRITE = 1 << 17
ROOT, DISK = 1, 2
disk = bytearray(size)


def attributes(node):
    mode, length = (0o40755, 4096) if node == ROOT else (0o100600, size)
    return struct.pack("<6Q10I", node, length, length // 512, 0, 0, 0,
                       0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)


def stall():
    """Waits; says whether the answer is an error."""
    global answered
    now = time.monotonic() % 1
    if now < stall_s:
        time.sleep(stall_s - now)
    answered += 1
    return every > 0 and answered % every == 0


def answer(opcode, node, body):
    """What to reply: bytes, an error, or None for nothing."""
    if opcode == INIT:
        return struct.pack("<4I2H2I2HI28x", 7, 31, MAX_WRITE, 0, 128, 96,
                           MAX_WRITE, 1, 32, 0, 0)
    if opcode == LOOKUP:
        if body.rstrip(b"\0") != b"disk":
            return errno.ENOENT
        return struct.pack("<4Q2I", DISK, 0, 1000, 1000, 0, 0) + \
            attributes(DISK)
    if opcode in (GETATTR, SETATTR):
        return struct.pack("<Q2I", 1000, 0, 0) + attributes(node)
    if opcode in (OPEN, OPENDIR):
        return struct.pack("<Q2I", 0, 0, 0)
    if opcode == READ:
        if stall():
            return errno.EIO
        at, length = struct.unpack_from("<8xQI", body)
        return bytes(disk[at:at + length])
    if opcode == WRITE:
        if stall():
            return errno.EIO
        at, length = struct.unpack_from("<8xQI", body)
        disk[at:at + length] = body[40:40 + length]
        return struct.pack("<2I", length, 0)
    if opcode == STATFS:
        return struct.pack("<5Q4I24x", 0, 0, 0, 0, 0, 4096, 255, 4096, 0)
    if opcode in (RELEASE, RELEASEDIR, FSYNC, FLUSH, DESTROY):
        return b""
    if opcode in (FORGET, BATCH_FORGET, INTERRUPT):
        return None
    return errno.ENOSYS


device = os.open("/dev/fuse", os.O_RDWR)
libc = ctypes.CDLL(None, use_errno=True)
if libc.mount(b"stalling", folder.encode(), b"fuse", 0,
              b"fd=%d,rootmode=40000,user_id=0,group_id=0" % device) != 0:
    sys.exit("mount: " + os.strerror(ctypes.get_errno()))
while True:
    try:
        request = os.read(device, MAX_WRITE + 8192)
    except OSError as failure:
        if failure.errno in (errno.EINTR, errno.ENOENT):
            continue
        break                   # unmounted
    length, opcode, unique, node = struct.unpack_from("<2I2Q", request)
    reply = answer(opcode, node, request[40:length])
    if reply is None:
        continue
    error = 0
    if isinstance(reply, int):
        error, reply = reply, b""
    try:
        os.write(device, struct.pack("<IiQ", 16 + len(reply), -error, unique)
                 + reply)
    except OSError:
        pass                    # nobody waits for it any more
