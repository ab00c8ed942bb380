#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# When nothing more fits where the run is kept, nothing more is written to the
# target: the run ends as failed, in run.xml too, and counts as logged what
# reached the disk.
. tests/cli/run-scene.inc
need_root

cat >"$scene/long.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="long">
  <fill id="first" block="4KiB" passes="40" depth="4"/>
  <fill id="second" block="4KiB" passes="1000" depth="4"/>
  <test id="mixed" rounds="2" depth="4" duration="1h" mix="0/100"/>
</plan>
PLAN

# One that is full during its first log, and one between stages.
for size in 200k 700k 1500k; do
	mount_on "$scene/small-$size" -t tmpfs -o size=$size tmpfs
	small=$scene/small-$size/run
	timeout 60 "$run" run --quiet --plan "$scene/long.xml" \
		--target "$scene/file" --create 16MiB -o "$small" \
		>"$scene/out" 2>&1
	got=$?
	[ $got = 1 ] || fail "$size: status $got: $(cat "$scene/out")"
	grep -q 'No space left' "$scene/out" || fail "$size: no reason"
	grep -q '<run .*status="failed"' "$small/run.xml" ||
		fail "$size: not marked: $(cat "$small/run.xml")"
	"$run" status "$small" | grep -q '^failed' || fail "$size: status"
	grep -q 'id="mixed" status="pending"' "$small/run.xml" ||
		fail "$size: went on to the test"
	logged=$(sed -n 's/.*issued, \([0-9]*\) logged.*/\1/p' "$scene/out")
	held=0
	for file in "$small"/raw/*.iolog; do
		[ -e "$file" ] || continue
		lines=$("$log" cat "$file" 2>/dev/null | tail -n +2 | wc -l)
		held=$((held + lines))
	done
	[ "$logged" = "$held" ] ||
		fail "$size: $logged logged, $held in the logs"
	rm "$scene/file"
done

# run.xml alone cannot be written: its folder takes no new files.
command -v chattr >/dev/null || exit 0
truncate -s 64M "$scene/disk"
mkfs.ext4 -q "$scene/disk" && mount_on "$scene/ext4" -o loop "$scene/disk"
"$run" run --quiet --plan "$scene/plan.xml" --target "$scene/file" \
	--create 16MiB --set duration=1s --set rounds=20 -o "$scene/ext4/run" \
	>"$scene/out" 2>&1 &
pid=$!
await grep -qs '<step number="1" .*done' "$scene/ext4/run/run.xml"
chattr +i "$scene/ext4/run" || skip "no immutable folders"
sleep 4
chattr -i "$scene/ext4/run"
! kill -0 $pid 2>/dev/null || fail "measures what it cannot keep"
wait $pid
[ $? = 1 ] || fail "run.xml: $(cat "$scene/out")"
grep -q "run.xml" "$scene/out" || fail "does not say: $(cat "$scene/out")"
pid=
