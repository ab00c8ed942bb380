#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# With the same seed a run draws the same offsets and directions again (later
# steps go on with the numbers of the I/Os before, of which there may be more).
. tests/cli/run-scene.inc

# By number: in a time a thread may do nothing where others use the processors.
cat >"$scene/plan.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="seed">
  <test id="mixed" rounds="2" threads="2" mix="50/50" amount="400io"
      duration="1h"/>
</plan>
PLAN
expect 0 "" --plan "$scene/plan.xml" --target "$scene/file" --create 5000000 \
	--seed 7 -o "$scene/run"
expect 0 "" --plan "$scene/plan.xml" --target "$scene/file" \
	--destroy "$scene/file" --seed 7 -o "$scene/again"
for r in run again; do
	"$log" cat --offset "$scene/$r"/raw/01-mixed.iolog |
		awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
			$c["stream"] == 0 && $c["step"] == 1 {
				print $c["submit_ns"], $c["op"], $c["offset_bytes"]
			}' | sort -n -s -k 1,1 | cut -d ' ' -f 2- |
		head -n 200 >"$scene/$r.offsets"
done
[ "$(wc -l <"$scene/run.offsets")" = 200 ] || fail "not half of the I/Os"
cmp "$scene/run.offsets" "$scene/again.offsets" ||
	fail "the same seed gave other offsets"
