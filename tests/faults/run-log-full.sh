#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# When the disk under the log is full the run stops with status 1 and says so,
# and the log is valid up to there.
. tests/cli/run-scene.inc
need_root
mount_on "$scene/small" -t tmpfs -o size=1200k tmpfs

expect 1 "No space left" --plan "$scene/plan.xml" --target "$scene/file" \
	--create 16MiB --set duration=20s --set block=4KiB -o "$scene/small/run"
grep -q "make room for the log, then the status tells" "$scene/out" ||
	fail "no word on how to go on"
grep -q '<run .*status="failed"' "$scene/small/run/run.xml" ||
	grep -q "run.xml" "$scene/out" || fail "neither marked nor said"
file=$scene/small/run/raw/02-mixed.iolog
"$log" cat "$file" >"$scene/cat" 2>"$scene/said"
[ "$(wc -l <"$scene/cat")" -gt 10000 ] || fail "nothing is left of the log"
! grep -q -e damaged -e skipped "$scene/said" || fail "$(cat "$scene/said")"
"$log" verify "$scene/small/run/raw/01-fill.iolog" || fail "the log before"
