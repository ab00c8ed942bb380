#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A fixed rate that the target cannot take is told of, as a check and as a
# deviation, with what was reached; one that it can is told to be reached.
. tests/cli/run-scene.inc

analyze=${B:-build}/bin/plateau-analyze

# rates NAME VALUES: runs and analyzes a plan with these rates.
rates() {
	cat >"$scene/$1.xml" <<PLAN
<plan xmlns="urn:plateau:plan:1" name="rates">
  <test id="t" rounds="1" duration="200ms" block="4KiB" mix="0/100" depth="4">
    <loop factor="rate" values="$2"/>
  </test>
</plan>
PLAN
	"$run" run --quiet --plan "$scene/$1.xml" --target "$scene/t.$1" \
		--create 8MiB -o "$scene/$1" >"$scene/out" 2>&1 ||
		fail "run: $(cat "$scene/out")"
	"$analyze" analyze --quiet "$scene/$1" >"$scene/out" 2>&1 ||
		fail "analyze: $(cat "$scene/out")"
	results=$scene/$1/results/results.xml
}

rates slow "100/s 300/s"
grep -q '<check name="rate" test="t" verdict="pass"' "$results" ||
	fail "slow: $(grep rate "$results")"
! grep -q 'rate-not-reached' "$results" || fail "slow: a deviation"

rates fast "100/s 50000000/s"
grep -q '<check name="rate" test="t" verdict="warn" text="step 2 reached [0-9]* of the 50000000 I/Os a second' \
	"$results" || fail "fast: $(grep rate "$results")"
grep -q 'key="rate-not-reached" test="t" text="step 2 reached' "$results" ||
	fail "fast: no deviation: $(grep deviation "$results")"

rates faster "100/s 50000000/s 60000000/s"
grep -q 'verdict="warn" text="2 steps did not reach their rate, step [23] only' \
	"$results" || fail "faster: $(grep rate "$results")"

rates none "none"
! grep -q '<check name="rate"' "$results" || fail "a rate that is none"
