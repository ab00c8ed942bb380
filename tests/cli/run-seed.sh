#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# With the same seed a run draws the same offsets and directions again (later
# steps go on with the numbers of the I/Os before, of which there may be more).
. tests/cli/run-scene.inc

expect 0 "" --plan "$scene/plan.xml" --target "$scene/file" --create 5000000 \
	--seed 7 --set depth=1 --set mix=50/50 -o "$scene/run"
expect 0 "" --plan "$scene/plan.xml" --target "$scene/file" \
	--destroy "$scene/file" --seed 7 --set depth=1 --set mix=50/50 \
	-o "$scene/again"
for r in run again; do
	"$log" cat --offset "$scene/$r"/raw/02-mixed.iolog |
		awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
			$c["stream"] == 0 && $c["step"] == 1 {
				print $c["submit_ns"], $c["op"], $c["offset_bytes"]
			}' | sort -n -s -k 1,1 | cut -d ' ' -f 2- |
		head -n 50 >"$scene/$r.offsets"
done
[ -s "$scene/run.offsets" ] || fail "no I/Os in step 1"
cmp "$scene/run.offsets" "$scene/again.offsets" ||
	fail "the same seed gave other offsets"
