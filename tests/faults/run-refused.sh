#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Writes that a device has no room for, that it no longer permits, or that its
# memory has no space for: each failure is in the log with its own code, and
# counted.
. tests/cli/run-scene.inc
need_root

cat >"$scene/write.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="write" on-error="go-on">
  <test id="t" block="4KiB" depth="8" duration="1500ms" mix="0/100"/>
</plan>
PLAN

# failed RUN CODE: some writes have this result, the others all their bytes.
failed() {
	whole "$1"
	bad=$("$log" cat "$1/raw/01-t.iolog" | awk -F '\t' -v code="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
		$c["result"] == code { bad++; next }
		$c["result"] != $c["bytes"] { other++ }
		END { print (other ? "others too" : bad + 0) }')
	[ "$bad" != 0 ] && grep -q "id=\"t\".*errors=\"$bad\"" "$1/run.xml" ||
		fail "$1: result $2: '$bad' in the log, $(grep 'id="t"' \
			"$1/run.xml")"
	echo "$(basename "$1"): $bad writes failed with $2"
}

# A file with holes on a file system that is smaller.
mount_on "$scene/small" -t tmpfs -o size=4M tmpfs
truncate -s 16M "$scene/small/file"
device=$(losetup -f --show --direct-io=on "$scene/small/file") ||
	skip "no loop device"
loops="$device $loops"
expect 0 "" --plan "$scene/write.xml" --target "$device" \
	--destroy "${device#/dev/}:16777216" -o "$scene/no-space"
failed "$scene/no-space" -28

# Made read-only under the run.
loop_device 16MiB
"$run" run --quiet --plan "$scene/write.xml" --target "$loop" \
	--destroy "$token" -o "$scene/read-only" >"$scene/out" 2>&1 &
pid=$!
sleep 0.6
# A loop device that is freed stays so for who gets it next.
trap 'blockdev --setrw "$loop"; end_scene' EXIT
blockdev --setro "$loop"
wait $pid || fail "read-only: $(cat "$scene/out")"
pid=
blockdev --setrw "$loop"
failed "$scene/read-only" -1

# A compressed disk in memory that may take little of it.
[ -r /sys/class/zram-control/hot_add ] || exit 0
number=$(cat /sys/class/zram-control/hot_add) || exit 0
zram=/dev/zram$number
end_zram() {
	echo 1 >"/sys/block/zram$number/reset"
	echo "$number" >/sys/class/zram-control/hot_remove
}
trap 'end_zram; end_scene' EXIT
echo 16M >"/sys/block/zram$number/disksize"
echo 4M >"/sys/block/zram$number/mem_limit"
expect 0 "" --plan "$scene/write.xml" --target "$zram" \
	--destroy "zram$number:16777216" -o "$scene/zram"
failed "$scene/zram" -5
