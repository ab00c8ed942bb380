#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The steady-state rule finds the plateau of a drive that has one, not before the drive is on it, and never one of a drive that has none; collector and analyzer agree on the round.
set -eu
B=${B:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/plan.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="steady">
  <purge method="auto"/>
  <test id="writes" rounds="25" threads="4" depth="8" duration="4s">
    <loop factor="mix" values="0/100"/>
    <steady window="5" range="20%" slope="10%">
      <track metric="iops" mix="0/100"/>
    </steady>
  </test>
</plan>
PLAN
# The drive that never settles, as small as sata-small, and swinging as fast as
# the steps are short.
sed -e 's/capacity="16GiB"/capacity="1GiB"/' -e 's/period="97s"/period="5s"/' \
    templates/drives/never-settles.xml >"$dir/never.xml"

# measure DRIVE STATUS: run and analyze, which must end with this status
measure() {
	run=$dir/$(basename "$1" .xml)
	status=0
	"$B/bin/plateau-collect" run --engine sim --target "$1" --seed 1 \
	    --plan "$dir/plan.xml" --strict --quiet -o "$run" || status=$?
	[ "$status" = "$2" ]
	"$B/bin/plateau-analyze" analyze "$run" >"$run/said"
	cat "$run/said"
}
measure sata-small 0
grep -q 'STEADY in rounds 7 to 11' "$dir/sata-small/said"
grep -q 'id="writes".* steady_round="11"' "$dir/sata-small/run.xml"
measure "$dir/never.xml" 3
grep -q 'NOT STEADY' "$dir/never/said"
grep -q 'id="writes".* steady_round="0"' "$dir/never/run.xml"
