#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A collector that is stopped within a step says so, the check "long" warns of
# it, and of a step that ran on it warns without the collector's word too.
. tests/cli/run-scene.inc

analyze=${B:-build}/bin/plateau-analyze
cat >"$scene/stop.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="stop">
  <test id="stop" rounds="3" threads="1" depth="4" mix="100/0" block="4KiB"
      duration="700ms"/>
</plan>
PLAN

# measure ARGUMENT...: begins a run of two seconds.
measure() {
	"$run" run --quiet --plan "$scene/stop.xml" --target "$scene/file" \
		"$@" 2>"$scene/said" &
	pid=$!
}

# check_is RUN VERDICT TEXT: what the check says first or later.
check_is() {
	"$analyze" analyze --quiet "$1" >/dev/null 2>"$scene/said" ||
		fail "$(cat "$scene/said")"
	grep -q "check name=\"long\" test=\"stop\" verdict=\"$2\" text=\"$3" \
		"$1/results/results.xml" ||
		fail "$(grep '"long"' "$1/results/results.xml")"
}

# A busy machine lets it stand for a moment; hardly three times in a row.
create="--create 16MiB"
for try in 1 2 3; do
	rm -rf "$scene/well"
	measure ${create:---destroy $scene/file} -o "$scene/well"
	wait $pid || fail "$(cat "$scene/said")"
	create=
	grep -q host-stopped "$scene/well/run.xml" || break
done
check_is "$scene/well" pass ""

measure --destroy "$scene/file" -o "$scene/run"
await grep -qs '<step number="1"' "$scene/run/run.xml"
sleep 0.2
kill -s STOP $pid
sleep 1.5
kill -s CONT $pid
wait $pid || fail "$(cat "$scene/said")"
pid=
grep -q 'gap why="host-stopped" step="[23]"' "$scene/run/run.xml" ||
	fail "not noticed: $(cat "$scene/run/run.xml")"
check_is "$scene/run" warn "the host stood still in step [23], for 1\."
check_is "$scene/run" warn "step [23] went on for .* behind its time"
sed -i '/host-stopped/d' "$scene/run/run.xml"
check_is "$scene/run" warn "step [23] went on for .* behind its time"
