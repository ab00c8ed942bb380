#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A block device is written to only when --destroy is what it calls itself, and
# never while it or a part of it is in use, while it carries a file system or a
# partition table, or when the log would lie on it.
. tests/cli/run-scene.inc
loop_device 32MiB
plan="--plan $scene/plan.xml --target $loop"
content() {
	md5sum <"$loop_file"
}

refused "--destroy $token" $plan
refused "calls itself $token" $plan --destroy "${loop#/dev/}:1"
refused "calls itself" $plan --destroy "$loop"
refused "is a device, .*name it with --destroy $token" $plan --create 32MiB
! grep -q "remove" "$scene/out" || fail "bad advice: $(cat "$scene/out")"

# A dry run goes without the token, and tells which it would be; another one is
# refused there too.
expect 0 "would be lost: a run needs --destroy $token for it" $plan --dry-run
expect 0 "stage\|fill" $plan --dry-run
expect 2 "calls itself $token" $plan --dry-run --destroy "$loop"

# File systems and partition tables of every kind that is at hand.
command -v mkfs.ext4 >/dev/null || skip "no mkfs.ext4"
mkfs.ext4 -q "$loop"
before=$(content)
refused "ext4.*wipefs" $plan --destroy "$token"
expect 2 "ext4.*wipefs" $plan --dry-run
[ "$(content)" = "$before" ] || fail "a file system was written to"

mount_on "$scene/mounted" "$loop"
refused "in use: ${loop#/dev/} is mounted on $scene/mounted" $plan \
	--destroy "$token"
expect 0 "" --plan "$scene/read.xml" --target "$loop" -o "$scene/read"
grep -q 'target_in_use' "$scene/read/run.xml" || fail "in use: not declared"
umount "$scene/mounted"
wipefs -q --all "$loop" 2>/dev/null
if mkswap -q "$loop" 2>/dev/null && swapon "$loop" 2>/dev/null; then
	refused "in use: ${loop#/dev/} is swap space" $plan --destroy "$token"
	swapoff "$loop"
	refused "swap" $plan --destroy "$token"
fi
wipefs -q --all "$loop" 2>/dev/null

# Two partitions in a DOS table: 2048 sectors from 2048, 49152 from 4096.
python3 - "$loop" <<'PYTHON'
import os, struct, sys
entry = lambda first, count: struct.pack("<B3sB3sII", 0, b"", 0x83, b"",
    first, count)
sector = bytes(446) + entry(2048, 2048) + entry(4096, 49152) + bytes(32) + \
    b"\x55\xaa"
with open(sys.argv[1], "r+b") as f:
    f.write(sector)
    f.flush()
    os.fsync(f.fileno())
PYTHON
refused "partition table (dos)" $plan --destroy "$token"
# Told to the kernel directly: it may know no DOS tables.
addpart "$loop" 1 2048 2048 2>/dev/null
addpart "$loop" 2 4096 49152 2>/dev/null
if [ -b "${loop}p2" ]; then
	mkfs.ext4 -q "${loop}p2"
	mount_on "$scene/part" "${loop}p2"
	refused "in use: ${loop#/dev/}p2 is mounted on" $plan \
		--destroy "$token"
	# The other partition is free, but the log would be on the same disk.
	part="--plan $scene/plan.xml --target ${loop}p1"
	part_token=${loop#/dev/}p1:1048576
	expect 2 "the device under test" $part --destroy "$part_token" \
		--set block=4KiB -o "$scene/part/run"
	[ ! -e "$scene/part/run" ] || fail "a log on the device under test"
	refused "calls itself $part_token" $part --destroy "$token"
	umount "$scene/part"
	wipefs -q --all "${loop}p2" 2>/dev/null
	delpart "$loop" 1
	delpart "$loop" 2
fi
wipefs -q --all "$loop" 2>/dev/null

# What is allowed works.
expect 0 "" $plan --destroy "$token" -o "$scene/run"
whole "$scene/run"
grep -q '<fact name="kind" value="block device"' "$scene/run/run.xml" ||
	fail "identity"
