#!/bin/sh
# Odd runs have reports too: one round, zeroes, few I/Os, no facts, hostile text.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

make_run one --rounds 1
report one
has_not one "IOPS Steady State Convergence Plot"
has_not one "Measurement Window – RND"

make_run two --rounds 2 --window 2
report two
has two "1–2"

make_run many --rounds 25 --unsteady
report many
has many "21–25"

make_run zeros --zeros
report zeros
has zeros "not steady"
grep -q "^iops	512	0.0	" "$work/zeros/report/tables/iops-iops.tsv" ||
	grep -q "^iops	512	0	" "$work/zeros/report/tables/iops-iops.tsv" ||
	fail "zeroes are not in the table"

# 500 I/Os say nothing of 99.9 %, nor of 99 %: 5 lie above it.
make_run few --count 500
report few
has few "† Fewer than 10 I/Os lie above this percentile"
grep -q '†' "$work/few/report/tables/iops-latency.md" || fail "no mark"

make_run classes --histograms --rounds 6
report classes
has classes "Response Time Distribution – RND 64 KiB, R/W 65/35"
has classes "99.999 %"
[ -s "$work/classes/report/figures/iops-distribution-3.svg" ] || fail "figure"
has_not few "Response Time Distribution"

# Records of one long step: over time, and over what was written.
make_run saturation --test wsat --records 400 --rounds 1 --blocks 4096 \
	--mixes 0
report saturation
has saturation "Write Saturation – IOPS vs Drive Fills"
[ -s "$work/saturation/report/figures/wsat-time.svg" ] || fail "figure"

# A test that no section of its own is for.
make_run sweep --test sweep --blocks 65536,4096 --mixes 100,65,0
report sweep
has sweep "IOPS at All Points – 3D Columns"

make_run bare --bare
report bare
has bare "SSD model –"
has_not bare "SNIA"
has_not bare "PTS-E"
has_not bare "Deviations from the specification"
has bare "Measurement by the plan synthetic"
has bare "What to know about this run"
has bare "Rev. none"
has_not bare "unknown"
has_not bare "(null)"

make_run small --blocks 4096 --mixes 100
report small
has_not small "5/95"
has_not small "3D Columns"
has_not small "2D Plot"

# One point of a plan of one's own: no course, no surface, its own numbers.
make_run point --bare --test read --rounds 1 --blocks 4096 --mixes 100
report point
has point "Highest IOPS"
has_not point "Convergence"
has_not point "3D Columns"
has_not point "2D Plot"

# A file is not the drive that it lies on, and a number is no vendor.
make_run file
sed -i -e 's|"target_kind" value="block"|"target_kind" value="file"|' \
	-e 's|"vendor" value="[^"]*"|"vendor" value="0x1af4"|' \
	-e 's|<device>|&<fact name="name" value="vdz"/>|' \
	-e 's|<device>|&<fact name="file_system" value="ext4"/>|' \
	"$work/file/run.xml"
report file
has file "Target File on ext4 (vdz)"
has file "File size 960.2 GB"
has file "Disk below it"
has_not file "0x1af4"
has_not file "SSD model"
pdfinfo "$work/file/report/report.pdf" |
	grep -q "^Title: *File on ext4 (vdz): " || fail "title"

# Values that cannot be are refused.
make_run garbage
awk -F'\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
	NR == 2 { $at["iops"] = "1e300" } NR == 3 { $at["iops"] = "abc" }
	NR == 4 { $at["iops"] = "-5" } { print }' \
	"$work/garbage/results/points.tsv" >"$work/points"
cp "$work/points" "$work/garbage/results/points.tsv"
"$render" render "$work/garbage" >/dev/null 2>"$work/err" &&
	fail "a rate of 1e300 is taken"
grep -q "points.tsv:2: iops is '1e300', which cannot be" "$work/err" ||
	fail "not told"

make_run hostile --hostile
sed -i "s|<host>|&<fact name=\"note\" value=\"a$(printf '\342\200\256')b אב\"/>|" \
	"$work/hostile/run.xml"
report hostile
grep -q "right-to-left text is not set correctly" "$work/err" ||
	fail "no word of right-to-left text"
if grep -rqs "$(printf '\342\200\256')" "$work/hostile/report/tables"; then
	fail "a sign that turns text is in a table"
fi
grep -rqs "ab אב" "$work/hostile/report/tables" || fail "the fact"
qpdf --check "$work/hostile/report/report.pdf" >/dev/null || fail "qpdf"
xmllint --nonet --noout "$work"/hostile/report/*/*.svg || fail "SVG"
has hostile "A\"b'c\`id\`\$(id)]]>&<x>@#%{run.tool}"
[ "$(find "$work/hostile/report" -name '*uid=*' | wc -l)" = 0 ]
if grep -rqs "uid=0\|uid=[0-9]*(" "$work/hostile/report"; then
	fail "a command was run"
fi

# in_page NAME RIGHT BOTTOM: no text outside the margins of the paper.
in_page() {
	pdftotext -bbox "$work/$1/report/report.pdf" "$work/boxes"
	awk -F'"' -v right="$2" -v bottom="$3" '/<word/ && ($6 > right ||
		$2 < 36 || $4 < 24 || $8 > bottom) { print; bad = 1 }
		END { exit bad }' "$work/boxes" || fail "$1: text in the margin"
}
in_page hostile 560 818

# The lowest page: Letter, three banners, panels of two lines a row.
make_run low --hostile --monster --simulated --status interrupted
sed -i 's|<conditions>|&<fact name="demonstration" value="yes"/>|' \
	"$work/low/run.xml"
report low --paper letter
in_page low 568 768

# A latency test over threads and depth has the curves, not the pages of one
# point; its summary tells the point of one I/O in flight.
cp -r samples/review-lat "$work/queues"
report queues
has queues "Latency over IOPS"
has queues "RND, 4 KiB, R/W 100/0, TC 1, QD 1"
[ -s "$work/queues/report/tables/latency-latency-one.tsv" ] ||
	fail "no table of one I/O in flight"
cp -r samples/lat-sata "$work/latency"
report latency
has latency "Response Time, TC 1/QD 1"

# Phases of one title have their numbers; what is said of both stands once.
cp -r samples/xsr-sata "$work/phases"
report phases
has phases "3. 8 hr SEQ 1024K"
[ "$(cut -f 2- "$work/phases/report/tables/run-deviations.tsv" | sort |
	uniq -d)" = "" ] || fail "a deviation stands twice"
