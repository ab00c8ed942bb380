#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# plateau doctor names the devices with the token that plateau run takes for
# them, says what stands against it, and what is missing.
. tests/cli/run-scene.inc

PATH=/nowhere "$run" doctor >"$scene/out" || fail "doctor"
grep -q "mind  gnuplot is not installed" "$scene/out" || fail "a missing tool"
grep -q "ns a reading" "$scene/out" || fail "the clock"
grep -q "the clock keeps time\|the clock is .* off" "$scene/out" ||
	fail "the clock's drift"
grep -q "idle processors\|no idle states" "$scene/out" || fail "sleep"
grep -q "mind  sg_format is not installed" "$scene/out" || fail "sg_format"
grep -q "interrupts stay\|irqbalance moves" "$scene/out" || fail "interrupts"
loop_device 4MiB
"$run" doctor >"$scene/out" || fail "doctor"
grep -q "$loop .* --destroy $token\$" "$scene/out" ||
	fail "the token: $(grep "$loop" "$scene/out")"
mkswap -q "$loop" 2>/dev/null || mkfs.ext4 -q "$loop"
"$run" doctor >"$scene/out"
grep -q "mind  $loop .*would be refused" "$scene/out" || fail "the signature"
