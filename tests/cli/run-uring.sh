#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The io_uring engine does the same run as libaio: every I/O is in the log, with
# the result that it had.
. tests/cli/run-scene.inc

truncate -s 1M "$scene/probe"
"$run" run --quiet --engine uring --plan "$scene/read.xml" \
	--target "$scene/probe" -o "$scene/first" >"$scene/out" 2>&1 ||
	! grep -q "does not allow io_uring" "$scene/out" ||
	skip "io_uring is not allowed here"
whole "$scene/first"

for size in 4KiB 1MiB; do
	expect 0 "" --engine uring --plan "$scene/plan.xml" --target \
		"$scene/file" --create 64MiB --set "block=$size" \
		--set depth=32 --set compressible=50% -o "$scene/run$size"
	whole "$scene/run$size"
	grep -q 'engine="uring"' "$scene/run$size/run.xml" || fail "not named"
	[ "$(tr -d '\0' <"$scene/file" | wc -c)" -gt 33000000 ] ||
		fail "what was to be written is not in the file"
	rm "$scene/file"
done

[ "$(id -u)" = 0 ] || exit 0
loop_device 32MiB
truncate -s 16M "$loop_file"
expect 1 "read of 4096 bytes at byte .*Input/output error" --engine uring \
	--plan "$scene/read.xml" --target "$loop" -o "$scene/error"
whole "$scene/error"
