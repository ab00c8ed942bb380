#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A test that takes a point that another one found, killed and gone on with,
# begins again by itself at the same point: what was found is found again in the
# log, with the IOPS and the latency that decided before.
. tests/cli/run-scene.inc

cat >"$scene/plan.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="choice">
  <fill block="128KiB"/>
  <test id="find" rounds="2" duration="100ms" ramp="20ms">
    <loop factor="depth" values="8 16 32 1 2 4"/>
  </test>
  <test id="most" duration="1h">
    <choose test="find" pick="max"/>
  </test>
  <test id="middle" duration="100ms">
    <choose test="find" pick="mid" within="1s"/>
  </test>
</plan>
PLAN
books=$scene/run/run.xml
"$run" run --quiet --plan "$scene/plan.xml" --target "$scene/file" \
	--create 4MiB -o "$scene/run" 2>"$scene/said" &
pid=$!
await test -s "$scene/run/raw/03-most.iolog"
sleep 1.2
kill -9 $pid
wait $pid 2>/dev/null
pid=
found=$(md5sum <"$scene/run/raw/02-find.iolog")
edit_plan "$scene/run" 's/duration="1h"/duration="100ms"/'
expect 0 "goes on with stage 3, 'most', from its beginning" \
	--resume "$scene/run" --destroy "$scene/file"
[ "$found" = "$(md5sum <"$scene/run/raw/02-find.iolog")" ] ||
	fail "what was found was looked for again"
whole "$scene/run"
# depth LOG: of the test, as its log has it.
depth() {
	"$log" info "$1" 2>/dev/null | sed -n 's/.*depth=\([0-9]*\).*/\1/p' |
		head -n 1
}
now=$(depth "$scene/run/raw/03-most.iolog")
before=$(depth "$scene/run/raw/03-most.iolog.old-1")
[ -n "$now" ] && [ "$now" = "$before" ] || fail "depth $now, $before before"
grep -A1 'id="middle"' "$books" | grep -q '<step .*depth=' ||
	fail "middle: $(grep -A1 'id="middle"' "$books")"
