#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A target that cannot be measured is refused before anything is written, with
# what is wrong and what to do.
. tests/cli/run-scene.inc
plan="--plan $scene/plan.xml"

refused "no such target.*--create" $plan --target "$scene/none"
refused "no such target" $plan --target "$scene/plan.xml/none"
refused "neither a block device nor a regular file" $plan --target "$scene"
refused "neither a block device nor a regular file" $plan --target /dev/null
: >"$scene/empty"
refused "too small" $plan --target "$scene/empty" --destroy "$scene/empty"
refused "too small: stage 'fill'" $plan --target "$scene/file" --create 64KiB
[ ! -e "$scene/file" ] || fail "a file that was refused is left behind"
refused "too small: stage 'mixed' has 64 threads" $plan \
	--target "$scene/file" --create 1MiB --set threads=64 \
	--set block=32KiB
refused "the folder must exist" $plan --target "$scene/no/file" --create 1MiB
refused "not whole sectors.*512" $plan --target "$scene/file" --create 4MiB \
	--set block=1000

# More than the disk has: the file goes again, and no run is left.
expect 1 "no room" $plan --target "$scene/file" --create 900TiB -o "$scene/r"
[ ! -e "$scene/file" ] && [ ! -e "$scene/r" ] || fail "left something behind"

if [ "$(id -u)" = 0 ]; then
	loop_device 16MiB --sector-size 4096
	refused "not whole sectors.*4096 bytes" $plan --target "$loop" \
		--destroy "$token" --set block=512
fi
