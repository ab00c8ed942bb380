#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# More I/Os outstanding than the queue of the device takes are told of in a dry
# run, at the start and in run.xml, and the run goes on.
. tests/cli/run-scene.inc
loop_device 16MiB
takes=$(cat /sys/block/"${loop#/dev/}"/queue/nr_requests)
queues=$(ls /sys/block/"${loop#/dev/}"/mq | wc -l)
[ "$queues" = 1 ] || skip "the loop device has $queues hardware queues"
run_at() {
	rm -rf "$scene/run"
	expect 0 "" --plan "$scene/read.xml" --target "$loop" \
		--set threads=2 --set depth="$1" --set amount=800io \
		-o "$scene/run"
}
told="stage read: $((takes + 2)) I/Os outstanding, nr_requests $takes in 1"
run_at $((takes / 2))
! grep -q "outstanding" "$scene/out" || fail "told: $(cat "$scene/out")"
! grep -q "queue_exceeded" "$scene/run/run.xml" || fail "recorded"
run_at $((takes / 2 + 1))
grep -q "$told" "$scene/out" || fail "not told: $(cat "$scene/out")"
grep -q "name=\"queue_exceeded\" value=\"$told" "$scene/run/run.xml" ||
	fail "not recorded"
whole "$scene/run"
expect 0 "$told" --dry-run --plan "$scene/read.xml" --target "$loop" \
	--set threads=2 --set depth=$((takes / 2 + 1))
# The device's own depth, where it tells one, counts first; a simulated drive
# has no queue of the kernel's.
expect 0 "" --dry-run --plan "$scene/read.xml" --engine sim \
	--target sata-small --set depth=1024
! grep -q "outstanding" "$scene/out" || fail "simulated"
