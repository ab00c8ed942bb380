#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A run that was killed goes on: what was done stays, a test of rounds begins
# again, other tests with the fill before them; the old logs are kept, the gap
# is recorded, and another target is refused.
. tests/cli/run-scene.inc

# killed ARGUMENT...: a run that kill -9 ends in its test.
killed() {
	"$run" run --quiet --plan "$scene/plan.xml" --target "$scene/file" \
		--set duration=1h -o "$scene/run" "$@" >"$scene/out" 2>&1 &
	pid=$!
	await test -s "$scene/run/raw/02-mixed.iolog"
	sleep 0.5
	expect 1 "going on, in another process" --resume "$scene/run" \
		--destroy "$scene/file"
	kill -9 $pid
	wait $pid 2>/dev/null
	# The rest is to take less than hours.
	edit_plan "$scene/run" 's/duration="[^"]*"/duration="20ms"/'
}

killed --create 16MiB
fill=$(md5sum <"$scene/run/raw/01-fill.iolog")
cp -r "$scene/run" "$scene/other"
truncate -s 15M "$scene/other.file"
sed -i "s|$scene/file|$scene/other.file|; s| target=\"[^\"]*\"||" \
	"$scene/other/run.xml"
expect 2 "its capacity_bytes was '16777216' and is '15728640'" \
	--resume "$scene/other" --destroy "$scene/other.file"
sed -i 's/value="16777216"/value="115728640"/' "$scene/other/run.xml"
expect 2 "its capacity_bytes was '115728640' and is '15728640'" \
	--resume "$scene/other" --destroy "$scene/other.file"

expect 0 "" --resume "$scene/run" --destroy "$scene/file"
[ "$fill" = "$(md5sum <"$scene/run/raw/01-fill.iolog")" ] ||
	fail "the fill was done again"
[ -s "$scene/run/raw/02-mixed.iolog.old-1" ] || fail "the old log is gone"
whole "$scene/run"
grep -q '<run .*status="done"' "$scene/run/run.xml" || fail "not done"
grep -q '<gap why="resumed"' "$scene/run/run.xml" || fail "no gap"
grep -q 'name="resumed"' "$scene/run/run.xml" || fail "not declared"
[ "$(grep -c '<step ' "$scene/run/run.xml")" = 9 ] || fail "steps"
expect 2 "nothing to resume" --resume "$scene/run"
expect 2 "no plan, target or -o beside it" --resume "$scene/run" --plan demo

# Without rounds the fill is part of it.
rm -r "$scene/run"
killed --destroy "$scene/file" --set rounds=1
fill=$(md5sum <"$scene/run/raw/01-fill.iolog")
expect 0 "" --resume "$scene/run" --destroy "$scene/file"
[ "$fill" != "$(md5sum <"$scene/run/raw/01-fill.iolog")" ] ||
	fail "the fill was not done again"
[ -s "$scene/run/raw/01-fill.iolog.old-1" ] || fail "the old fill is gone"
whole "$scene/run"
