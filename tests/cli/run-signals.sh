#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A terminal or a pipe that is gone ends no run; SIGTERM ends one with a whole
# log, also while its threads are still being made; many threads end at once.
. tests/cli/run-scene.inc

plan() {
	cat >"$scene/$1.xml" <<PLAN
<plan xmlns="urn:plateau:plan:1" name="$1">
  <test id="t" rounds="$2" duration="200ms" block="4KiB" mix="50/50" threads="$3"/>
</plan>
PLAN
}

# begin NAME: runs that plan behind a pipe whose reader leaves at once.
begin() {
	mkfifo "$scene/$1.pipe"
	true <"$scene/$1.pipe" &
	"$run" run --plan "$scene/$1.xml" --target "$scene/$1.target" \
		--create 8MiB -o "$scene/$1" >"$scene/$1.pipe" 2>&1 &
	pid=$!
	await grep -qs '<step number="1"' "$scene/$1/run.xml"
}

plan lost 4 2
begin lost
kill -HUP $pid
wait $pid
pid=
grep -q '<run .*status="done"' "$scene/lost/run.xml" ||
	fail "a lost terminal: $(head -c 600 "$scene/lost/run.xml")"
whole "$scene/lost"

plan ended 100 2
begin ended
kill -TERM $pid
wait $pid
[ $? = 130 ] || fail "SIGTERM: status"
pid=
grep -q '<run .*status="interrupted"' "$scene/ended/run.xml" ||
	fail "SIGTERM: $(head -c 600 "$scene/ended/run.xml")"
whole "$scene/ended"

# One context of I/Os after another would take seconds to end.
plan many 1 64
before=$(date +%s)
expect 0 "" --plan "$scene/many.xml" --target "$scene/many.target" \
	--create 8MiB -o "$scene/many"
[ $(($(date +%s) - before)) -lt 20 ] || fail "64 threads take too long"
whole "$scene/many"

plan soon 1 1024
"$run" run --quiet --plan "$scene/soon.xml" --target "$scene/soon.target" \
	--create 8MiB -o "$scene/soon" >"$scene/out" 2>&1 &
pid=$!
tries=0
while [ "$(ls /proc/$pid/task 2>/dev/null | wc -l)" -lt 10 ]; do
	sleep 0.02
	tries=$((tries + 1))
	[ $tries -lt 500 ] || skip "not so many threads: $(cat "$scene/out")"
done
kill -TERM $pid
before=$(date +%s)
wait $pid
got=$?
pid=
[ $got = 130 ] || fail "SIGTERM while beginning: $got: $(cat "$scene/out")"
[ $(($(date +%s) - before)) -lt 20 ] || fail "SIGTERM while beginning: too late"
