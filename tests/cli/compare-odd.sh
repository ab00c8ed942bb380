#!/bin/sh
# Odd inputs are compared as far as they match, and what is left out is stated; bad ones are refused.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/compare-scene.inc

drive one "Model One" S-1
drive two "Model Two" S-2

# One drive only.
compare alone "$work/one"
says "There is one drive: the tables are of it alone."
[ -s "$out/tables/iops.tsv" ] || fail "one drive has no table"
[ ! -e "$out/figures/ratio-1-2.svg" ] || fail "a ratio of one drive"

# Two runs of the same serial number that measured the same, and of one name.
drive again "Model One" S-1
compare twice "$work/one" "$work/again" "$work/one"
grep -q "named twice, taken once" "$work/err" || fail "named twice"
says "was measured more than once in the same way"
says "None Model One (2)"

# Runs of the same drive that measured different things are one drive.
drive sat "Model One" S-1 --test wsat --records 40 --rounds 1 \
	--blocks 4096 --mixes 0
sed -i 's|duration="60s"|duration="40m" record="60s"|' "$work/sat/plan.xml"
compare merged "$work/one" "$work/sat" "$work/two"
says "2 drives compared"
says "Write saturation over time"
says "End, % of begin"

# A run that did not keep its largest table: nothing over time, and it says so.
cp -r "$work/sat" "$work/slim"
rm "$work/slim/results/cells.tsv"
compare slim "$work/one" "$work/slim"
says "its numbers over time are not kept"
[ ! -e "$out/figures/saturation.svg" ] || fail "a figure of no records"

# Two that vary in the same way are called so, and numbered.
for n in 1 2; do
	drive firm$n "Model One" S-1 --blocks 4096 --mixes 100
	sed -i 's|name="firmware" value="[^"]*"|name="firmware" value="F-2"|' \
		"$work/firm$n/run.xml"
done
compare firmware "$work/one" "$work/firm1" "$work/firm2"
says "None Model One, F-2"
says "None Model One, F-2 (2)"
says "Firmware"

# Unequal sets: each pair at the points that both have.
drive few "Model Few" S-4 --blocks 4096,8192 --mixes 100,0
compare unequal "$work/one" "$work/few"
says "None Model One in % of None Model Few"
[ "$(wc -l <"$out/figures/ratio-1-2.dat")" = 3 ] || fail "common blocks"
# Nothing in common: no matrix, no empty chart.
drive other "Model Other" S-5 --blocks 16384 --mixes 65
compare apart "$work/few" "$work/other"
[ ! -e "$out/figures/ratio-1-2.svg" ] || fail "a ratio of nothing"
says_not "One drive in percent of another"

# A test that one lacks.
cat >"$work/tp.xml" <<'XML'
<published xmlns="urn:plateau:published:1" title="Rates" author="Somebody">
  <drive id="a" name="Drive A">
    <test kind="sequential" title="Throughput">
      <point mix="100/0" mib_s="100"/>
      <point mix="0/100" mb_s="104.8576" note="in another unit"/>
    </test>
  </drive>
  <drive id="b" name="Drive B">
    <relation-is-elsewhere/>
  </drive>
</published>
XML
refused "relation-is-elsewhere" "$work/tp.xml"
sed -i '/relation-is/d' "$work/tp.xml"
compare units "$work/one" "$work/tp.xml"
says "not measured, or not published"
grep -q "block not told 100/0" "$out/tables/throughput.md" || fail "untold"
says "in another unit"
# 100 MiB/s and 104.8576 MB/s are the same.
grep -q "^mib_s	Drive A	100	100$" "$out/tables/throughput.tsv" ||
	grep -q "Drive A	100	100" "$out/tables/throughput.tsv" ||
	fail "units"

# No number at all, no results, no such file, no run.
cat >"$work/empty.xml" <<'XML'
<published xmlns="urn:plateau:published:1" title="Nothing" author="Somebody">
  <drive id="a" name="Drive A"/>
</published>
XML
refused "nothing to compare" "$work/empty.xml"
cp -r "$work/one" "$work/raw"
rm -r "$work/raw/results"
refused "no results yet" "$work/raw" "$work/two"
refused "No such file" "$work/nowhere"
mkdir "$work/folder"
refused "run.xml" "$work/folder"
refused "is expected"

# Zeroes, no facts at all, hostile names; few I/Os are marked.
drive zeros "Model Zero" S-6 --zeros
drive bare "Model Bare" S-7 --bare
drive hostile "Model Hostile" S-8 --hostile
drive thin "Model Thin" S-9 --count 500
compare odd "$work/zeros" "$work/bare" "$work/hostile" "$work/thin"
xmllint --nonet --noout "$out"/*/*.svg || fail "SVG"
says_not "(null)"
says_not "nan"
if grep -rqs "uid=[0-9]*(" "$out"; then
	fail "a command was run"
fi

# Forty drives.
python3 - "$work/forty.xml" <<'PY'
import sys
out = ['<published xmlns="urn:plateau:published:1" title="Forty" author="S">']
for i in range(40):
    out.append('<drive id="d%d" name="Drive %d"><test kind="random" '
               'title="IOPS" threads="4" depth="32">' % (i, i))
    for mix in ("100/0", "65/35", "0/100"):
        for block in ("4KiB", "64KiB"):
            out.append('<point block="%s" mix="%s" iops="%d"/>'
                       % (block, mix, 1000 + 37 * i))
    out.append('</test></drive>')
open(sys.argv[1], "w").write("\n".join(out) + "\n</published>\n")
PY
compare forty "$work/forty.xml"
says "40 drives compared"
says "Charts with lines show the first 8 drives"
says "Not drawn, so that lines can be told apart: 32"
says "Drive 39"
pdftotext -bbox "$out/compare.pdf" "$work/boxes"
awk -F'"' '/<word/ && ($6 > 560 || $2 < 36 || $8 > 818) { print; bad = 1 }
	END { exit bad }' "$work/boxes" || fail "text in the margin"
