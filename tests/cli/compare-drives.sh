#!/bin/sh
# A comparison shows drives, variants and published results side by side, and twice the same bytes.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/compare-scene.inc

drive one "Model One" S-1
drive two "Model Two" S-2
drive small "Model One" S-3
sed -i 's|value="960197124096"|value="900000000000"|' "$work/small/run.xml"
# Limited by the run itself, before its tests.
drive limited "Model One" S-3
sed -i 's|<stage number="1"[^>]*kind="purge"|& capacity_after_bytes="900000000000"|' \
	"$work/limited/run.xml"
grep -q "capacity_after" "$work/limited/run.xml" || fail "the scene"
compare both "$work/one" "$work/limited"
says "Model One, 900.0 GB"
compare both "$work/one" "$work/two" "$work/small"

# The drives, the variant by what it differs in, and what differs.
says "3 drives compared"
says "Model One, 900.0 GB"
says "What differs"
grep -q "Capacity	960.2.*GB	None Model One; None Model Two" \
	"$out/tables/differences.tsv" || fail "capacity"

# Equal numbers are 100 % of one another, at all 56 points.
[ "$(grep -o '	100' "$out/figures/ratio-1-2.dat" | wc -l)" -ge 56 ] ||
	fail "ratios of equal drives"
for f in bars-iops.svg bars-iops.dat ratio-1-2.svg iops-block-0.svg \
	iops-block-0.gp iops-block-0.dat iops-mix-4096.svg; do
	[ -s "$out/figures/$f" ] || fail "$f"
done
for t in drives differences iops; do
	[ -s "$out/tables/$t.tsv" ] && [ -s "$out/tables/$t.md" ] || fail "$t"
done
xmllint --nonet --noout "$out"/*/*.svg || fail "SVG"

# A variant has the colour of its drive and another dash.
looks=$(sed -n "s/.*linespoints lc rgb '\(#[0-9a-f]*\)' lw 1.5 dt \([^ ]*\) .*/\1 \2/p" \
	"$out/figures/iops-block-0.gp")
[ "$(echo "$looks" | sed -n '1p;3p' | cut -d ' ' -f 1 | sort -u |
	wc -l)" = 1 ] || fail "the variant has another colour"
[ "$(echo "$looks" | sed -n '1p;3p' | sort -u | wc -l)" = 2 ] ||
	fail "the variant has the same dash"

# The same bytes again.
cp -r "$out" "$work/first"
compare both "$work/one" "$work/two" "$work/small"
diff -r "$work/first" "$out" || fail "a second run differs"

# With print: marked, cited, claims beside measurements in the same unit.
compare print "$work/one" samples/published/*.xml
says "Numbers marked as published were not measured here"
says "True System, 2020-04-08"
says "Seagate Nytro 1351 960 GB (publ.)"
says "Claims of the makers beside measurements"
says "Published in MiB/s, converted here: 1 MiB = 1.048576 MB"
grep -q "^Seagate Nytro 1351 960 GB	sequential read	564	Seagate Nytro 1351 960 GB	477.73" \
	"$out/tables/claims.tsv" || fail "claim in MB/s"
grep -q "^Seagate Nytro 1351 960 GB	4096	65315	" "$out/tables/iops.tsv" ||
	fail "printed numbers"
says "At depths 2 to 4: 99.9 % 266"
says "The article heads"
# What fits nowhere else has a table of its own.
says "Made with another number of I/Os outstanding"
grep -q "^Seagate 1200.2 3.84 TB	4.*KiB, R/W 100/0, 16 × QD 16	160129	" \
	"$out/tables/other-loads.tsv" || fail "other loads"
# 4 x 8 I/Os outstanding are not 128.
says "made with 4 × QD 8; compared is 128 I/Os outstanding"

languages "$work/one" samples/published/nytro-2020.xml
