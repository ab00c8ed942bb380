#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every page of a report on a simulated drive says SIMULATED.
set -eu
B=${B:-build}
if ! command -v pdftotext >/dev/null; then
	echo "no pdftotext (poppler-utils)"
	exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$B/bin/plateau-collect" run --engine sim --target sata-small --seed 1 \
    --plan pts-e-iops --scale 3000 --quiet -o "$dir/run"
"$B/bin/plateau-analyze" analyze --quiet "$dir/run"
"$B/bin/plateau-render" render "$dir/run" >/dev/null
# A form feed ends each page.
pdftotext "$dir/run/report/report.pdf" - | awk '
    BEGIN { RS = "\f" }
    NF > 0 { pages++; if ($0 !~ /SIMULATED/) { print "page " pages; bad = 1 } }
    END { print pages " pages"; exit bad || pages < 5 }'
