#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# With --strict a run that does not reach steady state ends with 3, without it
# with 0; one that does reach it ends in that round.
. tests/cli/run-scene.inc
steady() {
	cat >"$scene/steady.xml" <<PLAN
<plan xmlns="urn:plateau:plan:1" name="steady">
  <test id="t" rounds="6" mix="100/0" duration="30ms" block="4KiB">
    <steady window="3" range="$1" slope="$2">
      <track metric="iops" mix="100/0" block="4KiB"/>
    </steady>
  </test>
</plan>
PLAN
}
truncate -s 4M "$scene/file"
steady 0.0001% 0.0001%
expect 0 "" --plan "$scene/steady.xml" --target "$scene/file" -o "$scene/a"
expect 3 "" --plan "$scene/steady.xml" --target "$scene/file" --strict \
	-o "$scene/b"
grep -q 'steady_round="0"' "$scene/b/run.xml" || fail "steady by chance"
[ "$(grep -c '<step ' "$scene/b/run.xml")" = 6 ] || fail "not all rounds"
# A simulated drive is not disturbed by what else this host does.
steady 100% 100%
expect 0 "" --plan "$scene/steady.xml" --engine sim --target sata-small \
	--strict -o "$scene/c"
grep -q 'steady_round="3"' "$scene/c/run.xml" || fail "not steady"
[ "$(grep -c '<step ' "$scene/c/run.xml")" = 3 ] || fail "went on"
