#!/bin/sh
# Odd runs have reports too: one round, zeroes, few I/Os, no facts, hostile text.
# SPDX-License-Identifier: BSD-2-Clause
. tests/cli/report-scene.inc

make_run one --rounds 1
report one
has one "IOPS Steady State Convergence Plot"
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
grep -q "^512	0.0	" "$work/zeros/report/tables/iops-iops.tsv" ||
	grep -q "^512	0	" "$work/zeros/report/tables/iops-iops.tsv" ||
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
has bare "The plan names no specification"
has_not bare "unknown"
has_not bare "(null)"

make_run small --blocks 4096 --mixes 100
report small
has_not small "5/95"

make_run hostile --hostile
report hostile
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
