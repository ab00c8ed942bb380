#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A test to steady state that goes on near its last round has as many rounds
# more as a window takes; and one behind it that was interrupted begins again
# behind a new window of it, not from the fill.
. tests/cli/run-scene.inc

# plan NAME RANGE: 'steady' in at most four rounds of two steps, then 'after'.
plan() {
	cat >"$scene/$1.xml" <<PLAN
<plan xmlns="urn:plateau:plan:1" name="$1">
  <fill block="128KiB"/>
  <test id="steady" rounds="4" duration="300ms" rate="2000/s" depth="8">
    <loop factor="mix" values="100/0 0/100"/>
    <steady window="3" range="$2" slope="$2">
      <track metric="iops" mix="0/100"/>
    </steady>
  </test>
  <test id="after" mix="0/100" rate="2000/s" depth="8" duration="2s"/>
</plan>
PLAN
}
plan always 100%
plan never 0%

# killed PLAN PATTERN: a run that kill -9 ends a moment after run.xml says so.
killed() {
	rm -rf "$scene/run" "$scene/file"
	"$run" run --quiet --plan "$scene/$1.xml" --target "$scene/file" \
		--create 8MiB -o "$scene/run" >"$scene/out" 2>&1 &
	pid=$!
	tries=0
	until grep -qs "$2" "$scene/run/run.xml"; do
		sleep 0.02
		tries=$((tries + 1))
		[ $tries -lt 1500 ] || fail "no '$2': $(cat "$scene/out")"
	done
	sleep 0.3
	kill -9 $pid
	wait $pid 2>/dev/null
	pid=
}

# ended ROUND STEADY: where the test came to its end, and what stayed.
ended() {
	whole_parts "$scene/run" "$1" "$2"
	[ "$fill" = "$(md5sum <"$scene/run/raw/01-fill.iolog")" ] ||
		fail "the fill was done again"
}
whole_parts() {
	python3 - "$@" <<'PYTHON' || fail "$(cat "$scene/run/run.xml")"
import sys, xml.etree.ElementTree as tree
run, last, steady = sys.argv[1], int(sys.argv[2]), sys.argv[3]
ns = "{urn:plateau:run:1}"
root = tree.parse(run + "/run.xml").getroot()
fill, test, after = root.iter(ns + "stage")
rounds = [int(s.get("round")) for s in test.iter(ns + "step")]
assert rounds == [r for r in range(1, last + 1) for _ in "ab"], rounds
assert test.get("steady_round", "0") == steady, test.attrib
assert test.get("issued") == test.get("logged") != "0", test.attrib
assert [g.get("why") for g in test.iter(ns + "gap")].count("resumed") == 1
assert root.get("status") == test.get("status") == after.get("status") == "done"
PYTHON
}

# In the last round: the window of three has room behind it.
killed never '<step number="6" '
fill=$(md5sum <"$scene/run/raw/01-fill.iolog")
expect 0 "goes on with round [34] of 'steady'" --resume "$scene/run" \
	--destroy "$scene/file"
kept=$(sed -n "s/.*goes on with round \([34]\).*/\1/p" "$scene/out")
ended $((kept + 2)) 0

# In the test behind it: a new window first.
killed always 'id="after" status="running" log='
fill=$(md5sum <"$scene/run/raw/01-fill.iolog")
"$run" status "$scene/run" | grep -q "steady .*done .*steady in round 3" ||
	fail "$("$run" status "$scene/run")"
expect 0 "goes on with round 4 of 'steady'" --resume "$scene/run" \
	--destroy "$scene/file"
ended 6 3
"${B:-build}"/bin/plateau-analyze analyze "$scene/run" >"$scene/said" 2>&1 ||
	fail "analyze: $(cat "$scene/said")"
grep -q "6 rounds complete, planned: 4; a window behind an" "$scene/said" ||
	fail "rounds: $(cat "$scene/said")"
! grep -q "the log says otherwise" "$scene/run/results/results.xml" ||
	fail "$(grep otherwise "$scene/run/results/results.xml")"
