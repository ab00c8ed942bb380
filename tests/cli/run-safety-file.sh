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
refused "exists already" $plan --target "$scene/data" --create 4MiB
ln -s "$scene/data" "$scene/link"
refused "exists already" $plan --target "$scene/link" --create 4MiB
ln -s "$scene/nowhere" "$scene/dangling"
refused "exists already" $plan --target "$scene/dangling" --create 4MiB

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
