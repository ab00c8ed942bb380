#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# At a fixed rate latency counts from when an I/O was due: a device that stands
# still for 200 ms of every second shows a 90 % latency of 100 ms or more, which
# a closed loop hides.
# alone
. tests/cli/run-scene.inc
need_root
command -v fsfreeze >/dev/null || skip "no fsfreeze"

# p90 LOG: the 90 % latency in ms, and how many I/Os there were.
p90() {
	"$log" cat "$1" | awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		{ print $c["latency_ns"] }' | sort -n | awk '
		{ v[NR] = $1 }
		END { print int(v[int((NR * 9 + 9) / 10)] / 1000000), NR }'
}

cat >"$scene/rate.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="rate">
  <test id="t" mix="0/100" block="4KiB" depth="128" duration="3s"/>
</plan>
PLAN

# On a target that is never slow both arrivals keep their rate.
for arrival in paced poisson; do
	expect 0 "" --plan "$scene/rate.xml" --target "$scene/fast" \
		--create 4MiB --set duration=1s --set rate=2000/s \
		--set threads=2 --set depth=8 --set arrival=$arrival \
		-o "$scene/$arrival"
	whole "$scene/$arrival"
	set -- $(p90 "$scene/$arrival/raw/01-t.iolog")
	[ "$2" -gt 1800 ] && [ "$2" -lt 2200 ] ||
		fail "$arrival: $2 I/Os in a second, not 2000"
	rm "$scene/fast"
done

loop_device 64MiB
mkfs.ext4 -q "$loop"
mount_on "$scene/below" "$loop"
dd if=/dev/zero of="$scene/below/file" bs=1M count=16 2>/dev/null
outer=$(losetup -f --show --direct-io=on "$scene/below/file") || skip "no loop"
loops="$outer $loops"
token=${outer#/dev/}:16777216

stand_still() {
	while sleep 0.8; do
		fsfreeze -f "$scene/below" && sleep 0.2
		fsfreeze -u "$scene/below"
	done
}
stand_still 2>/dev/null &
stalls=$!
expect 0 "" --plan "$scene/rate.xml" --target "$outer" --destroy "$token" \
	--set rate=500/s -o "$scene/rate"
expect 0 "" --plan "$scene/rate.xml" --target "$outer" --destroy "$token" \
	--set depth=1 -o "$scene/closed"
kill $stalls
wait $stalls 2>/dev/null
fsfreeze -u "$scene/below" 2>/dev/null
whole "$scene/rate"

set -- $(p90 "$scene/rate/raw/01-t.iolog")
echo "at a rate: 90 % within $1 ms, $2 I/Os"
[ "$1" -ge 90 ] || fail "the wait is hidden"
[ "$2" -ge 1300 ] || fail "I/Os are missing"
set -- $(p90 "$scene/closed/raw/01-t.iolog")
echo "closed loop: 90 % within $1 ms, $2 I/Os"
[ "$1" -lt 80 ] || fail "the scene is too slow to tell"
losetup -d "$outer"
