#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A log whose stamps lie before its anchor has the rates of one whose stamps lie
# behind it; where a clock stands still, what is not known is said to be so.
. tests/cli/analyze-scene.inc
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
set_header="python3 tests/second/log_header.py"
table="$B/bin/plateau-analyze table --test iops"
export="$B/bin/plateau-analyze export --as"

# Bytes 72 on: the anchor.  Its place moves no rate, and no second.
sample
expect 0 "STEADY" $analyze -o "$dir/before" "$run"
for anchor in 4000000000 9000000000000000000; do
	sample
	$set_header "$log" 72=$anchor
	expect 0 "STEADY" $analyze -o "$dir/after" "$run"
	for name in cells points seconds slices windows; do
		cmp "$dir/before/results/$name.tsv" \
			"$dir/after/results/$name.tsv" ||
			fail "anchor $anchor: $name.tsv differs"
	done
done

# Bytes 56 and 64: a tick in ns.  All takes no time.
no_number() {
	grep -iwE -- "-?(nan|inf)" "$run/results"/* "$dir/out" &&
		fail "what is not known is written as a number"
}
sample
$set_header "$log" 56=1 64=4611686018427387904
expect 0 "NOT STEADY" $analyze "$run"
no_number
expect 0 "is not known in all of rounds" $analyze "$run"
expect 0 "range not known" $analyze "$run"
for command in "$table" "$export json" \
	"$export hgrm --test iops --at mix=65/35,block=4KiB"; do
	expect 0 "" $command "$run"
	no_number
done

# And more than there is.
sample
$set_header "$log" 56=4611686018427387904 64=1
expect 0 "" $analyze "$run"
no_number
for command in "$table" "$export json" \
	"$export hgrm --test iops --at mix=65/35,block=4KiB"; do
	expect 0 "" $command "$run"
	no_number
done

# Loads without a time are not compared.
cat >"$dir/loads.xml" <<'END'
<plan xmlns="urn:plateau:plan:1" name="loads">
  <test id="loads" duration="20ms" mix="0/100">
    <loop factor="depth" values="1 2 4 8"/>
    <loop factor="block" values="4KiB 8KiB 16KiB 32KiB"/>
  </test>
</plan>
END
"$B/bin/plateau-collect" run --engine sim --target sata-small --seed 1 \
	--plan "$dir/loads.xml" --quiet -o "$dir/loads"
$set_header "$dir/loads/raw/01-loads.iolog" 56=1 64=4611686018427387904
expect 0 "" $analyze "$dir/loads"
grep -q 'key="\(depth\|block\)' "$dir/loads/results/results.xml" &&
	fail "saturated at no rate"
[ $failures -eq 0 ]
