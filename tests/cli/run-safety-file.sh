#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A file is written over only when --destroy names it, and never when a loop
# device lies on it; a plan that only reads needs no permission.
. tests/cli/run-scene.inc
head -c 4194304 /dev/urandom >"$scene/data"
before=$(md5sum <"$scene/data")
plan="--plan $scene/plan.xml"

refused "writes over it.*--destroy $scene/data" $plan --target "$scene/data"
refused "is not this file" $plan --target "$scene/data" \
	--destroy "$scene/other"
refused "is not this file" $plan --target "$scene/data" --destroy data
refused "remove it, or write over it with --destroy $scene/data in place" \
	$plan --target "$scene/data" --create 4MiB
expect 0 "a run needs --destroy $scene/data for it" $plan --dry-run \
	--target "$scene/data"
[ "$before" = "$(md5sum <"$scene/data")" ] || fail "a dry run wrote"
ln -s "$scene/data" "$scene/link"
refused "exists already" $plan --target "$scene/link" --create 4MiB
ln -s "$scene/nowhere" "$scene/dangling"
refused "exists already" $plan --target "$scene/dangling" --create 4MiB

# An image of a file system, as of a virtual machine.
if command -v mkfs.ext4 >/dev/null; then
	truncate -s 4M "$scene/image"
	mkfs.ext4 -q "$scene/image"
	refused "ext4.*wipefs --all $scene/image" $plan \
		--target "$scene/image" --destroy "$scene/image"
	wipefs -q --all "$scene/image"
	expect 0 "" $plan --target "$scene/image" --destroy "$scene/image" \
		-o "$scene/image.run"
fi

# What run.xml cannot hold as it is.
escape=$(printf '%s/a\033[2Jb' "$scene")
cp "$scene/data" "$escape"
refused "control characters.*cannot be kept" $plan --target "$escape" \
	--destroy "$escape"
refused "control characters.*cannot be kept" $plan --create 4MiB \
	--target "$scene/two
lines"

expect 0 "" --plan "$scene/read.xml" --target "$scene/data" -o "$scene/read"
whole "$scene/read"
[ "$before" = "$(md5sum <"$scene/data")" ] || fail "the file was written to"
grep -q 'log_on_target_fs' "$scene/read/run.xml" ||
	fail "a log beside the target is not declared"

expect 0 "" $plan --target "$scene/data" --destroy "$scene/link" \
	-o "$scene/run"
[ "$before" != "$(md5sum <"$scene/data")" ] || fail "nothing was written"

if [ "$(id -u)" = 0 ]; then
	loop_device 4MiB
	refused "in use: ${loop#/dev/} lies on it" $plan --target "$loop_file" \
		--destroy "$loop_file"
fi
