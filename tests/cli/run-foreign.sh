#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What other programs read from or write to the disk during a test is told, and
# a disk that is the test's alone is not accused.
. tests/cli/run-scene.inc
loop_device 64MiB
analyze=${B:-build}/bin/plateau-analyze
cat >"$scene/mixed.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="mixed">
  <test id="mixed" rounds="2" duration="300ms" depth="8" rate="500/s">
    <loop factor="mix" values="100/0 0/100"/>
    <loop factor="block" values="4KiB 256KiB"/>
  </test>
</plan>
PLAN
measure() {
	"$run" run --quiet --plan "$scene/mixed.xml" --target "$loop" \
		--destroy "$token" -o "$scene/$1" 2>"$scene/said" &
	pid=$!
}
measure alone
wait $pid || fail "$(cat "$scene/said")"
! grep -q foreign "$scene/alone/run.xml" || fail "$(cat "$scene/said")"

measure shared
await grep -qs '<step ' "$scene/shared/run.xml"
dd if="$loop" of=/dev/null bs=1M count=48 iflag=direct 2>"$scene/dd" ||
	fail "$(cat "$scene/dd")"
wait $pid || fail "$(cat "$scene/said")"
pid=
grep -q "other programs read 50\.[0-9]* MB and wrote 0 " "$scene/said" ||
	fail "not told: $(cat "$scene/said")"
grep -q '"foreign_read_bytes" value="5' "$scene/shared/run.xml" ||
	fail "not in run.xml"
"$analyze" analyze --quiet "$scene/shared" >/dev/null || fail "analyze"
grep -q 'check name="foreign" test="mixed" verdict="warn"' \
	"$scene/shared/results/results.xml" || fail "no check"
