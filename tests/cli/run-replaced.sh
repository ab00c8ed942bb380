#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A target that is removed or replaced while it is measured is told at the end;
# of a link it is told where it leads.
. tests/cli/run-scene.inc
plan="--plan $scene/plan.xml"

"$run" run --quiet $plan --target "$scene/file" --create 4MiB \
	--set duration=200ms -o "$scene/run" 2>"$scene/said" &
pid=$!
await grep -qs 'id="mixed" status="running"' "$scene/run/run.xml"
mv "$scene/file" "$scene/away"
echo another >"$scene/file"
wait $pid || fail "status $?: $(cat "$scene/said")"
pid=
grep -q "file: was replaced or removed while" "$scene/said" ||
	fail "not told: $(cat "$scene/said")"
grep -q 'fact name="target_replaced" value="yes"' "$scene/run/run.xml" ||
	fail "not in run.xml"

ln -s away "$scene/link"
expect 0 "" --plan "$scene/read.xml" --target "$scene/link" -o "$scene/read"
! grep -q target_replaced "$scene/read/run.xml" || fail "a link is no change"
refused "link, which is $scene/away: exists" $plan --target "$scene/link"
expect 0 "on $scene/link, which is $scene/away, 4" --dry-run $plan \
	--target "$scene/link"
