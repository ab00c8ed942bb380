#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A device that fails now and then, stands still for a while, or goes away in
# the middle: failures are counted and in the log, the wait is in a latency, and
# what is gone ends the run with the place named and the log whole.
. tests/cli/run-scene.inc
. tests/faults/fuse-scene.inc

cat >"$scene/mixed.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="fuse" on-error="go-on">
  <test id="t" block="4KiB" depth="8" duration="3s" mix="50/50"/>
</plan>
PLAN

# results RUN: how many I/Os there are, of these with -5, other failures, and
# the longest latency in ms.
results() {
	"$log" cat "$1/raw/01-t.iolog" | awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ n++; ms = $c["latency_ns"] / 1e6; if (ms > most) most = ms }
		$c["result"] == -5 { bad++; next }
		$c["result"] != $c["bytes"] { other++ }
		END { print n, bad + 0, other + 0, int(most) }'
}

# Every hundredth.
fuse_device 0 100
expect 0 "" --plan "$scene/mixed.xml" --target "$device" --destroy "$token" \
	-o "$scene/some"
whole "$scene/some"
set -- $(results "$scene/some")
echo "every hundredth: $2 of $1 failed"
[ "$3" = 0 ] && [ "$2" -gt 0 ] && [ "$2" -le $(($1 / 90)) ] &&
	[ "$2" -ge $(($1 / 110)) ] || fail "$2 of $1 failed, $3 otherwise"
grep -q "id=\"t\".*errors=\"$2\"" "$scene/some/run.xml" || fail "the books"
end_device

# It stands still; nothing is lost.
fuse_device 0
"$run" run --quiet --plan "$scene/mixed.xml" --target "$device" \
	--destroy "$token" -o "$scene/still" >"$scene/out" 2>&1 &
pid=$!
sleep 1
kill -s STOP $server
sleep 1.5
kill -s CONT $server
wait $pid || fail "stood still: $(cat "$scene/out")"
pid=
whole "$scene/still"
set -- $(results "$scene/still")
echo "stood still for 1500 ms: the longest of $1 took $4 ms"
[ "$2" = 0 ] && [ "$3" = 0 ] && [ "$4" -ge 1300 ] && [ "$4" -lt 10000 ] ||
	fail "$2 and $3 failed, the longest took $4 ms"

# It goes away.
sed 's/on-error="go-on"/on-error="stop"/' "$scene/mixed.xml" >"$scene/stop.xml"
"$run" run --quiet --plan "$scene/stop.xml" --target "$device" \
	--destroy "$token" --set duration=1h -o "$scene/gone" \
	>"$scene/out" 2>&1 &
pid=$!
sleep 1
kill -9 $server
tries=0
while kill -0 $pid 2>/dev/null; do
	sleep 0.1
	tries=$((tries + 1))
	[ $tries -lt 100 ] || fail "goes on without a device"
done
wait $pid
got=$?
pid=
[ $got = 1 ] || fail "gone: status $got: $(cat "$scene/out")"
grep -q "bytes at byte .* (step 1, stream 0)" "$scene/out" ||
	fail "gone: does not say where: $(cat "$scene/out")"
whole "$scene/gone"
grep -q '<run .*status="failed"' "$scene/gone/run.xml" || fail "not marked"
