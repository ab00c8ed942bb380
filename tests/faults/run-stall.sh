#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A device that answers nothing in 200 ms of every second: reads and writes at a
# fixed rate show that they waited: a 90 % latency of 100 ms.  In a closed loop
# the stalls are there as maxima.  Nothing is lost or dropped.
# alone
. tests/cli/run-scene.inc
. tests/faults/fuse-scene.inc
fuse_device 200

cat >"$scene/stall.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="stall">
  <test id="t" block="4KiB" depth="128" duration="4s" mix="50/50"/>
</plan>
PLAN

# latency LOG: 90 % latency and maximum in ms, and how many I/Os there were.
latency() {
	"$log" cat "$1" | awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ print $c["latency_ns"] }' | sort -n | awk '
		{ v[NR] = $1 }
		END { print int(v[int((NR * 9 + 9) / 10)] / 1000000),
			int(v[NR] / 1000000), NR }'
}

expect 0 "" --plan "$scene/stall.xml" --target "$device" --destroy "$token" \
	--set rate=400/s -o "$scene/rate"
whole "$scene/rate"
set -- $(latency "$scene/rate/raw/01-t.iolog")
echo "at a rate: 90 % within $1 ms, the longest $2 ms, $3 I/Os"
# A fifth of the I/Os wait, from 200 ms down to nothing: half of them, a tenth of
# all, for 100 ms or more; the ends of the run take a little off.
[ "$1" -ge 95 ] || fail "the wait is hidden"
[ "$3" -ge 1500 ] && [ "$3" -le 1700 ] || fail "I/Os are missing or made up"

expect 0 "" --plan "$scene/stall.xml" --target "$device" --destroy "$token" \
	--set depth=1 -o "$scene/closed"
whole "$scene/closed"
set -- $(latency "$scene/closed/raw/01-t.iolog")
echo "closed loop: 90 % within $1 ms, the longest $2 ms, $3 I/Os"
[ "$1" -lt 50 ] || fail "the scene is too slow to tell"
[ "$2" -ge 190 ] || fail "the stall is not there"
end_device
