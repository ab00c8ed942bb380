#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# plateau table and plateau export give the numbers of the results, in forms
# that other programs read.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
run="$dir/run"
p="$B/bin/plateau-analyze"
"$B/tests/analyze_sample" write "$run"
"$p" analyze --quiet "$run"

"$p" table "$run" --test iops --as tsv >"$dir/iops.tsv"
"$p" table "$run" --test iops --as md >"$dir/iops.md"
"$p" table "$run" --test iops --as html --metric latency >"$dir/lat.html"
"$p" export "$run" --as json >"$dir/points.json"
"$p" export "$run" --as csv >"$dir/points.csv"
"$p" export "$run" --as csv --table windows >"$dir/windows.csv"
"$p" export "$run" --as hgrm --test iops --at "mix=65/35 block=4KiB" \
	>"$dir/all.hgrm"
"$p" export "$run" --as hgrm --test iops --at "mix=65/35 block=4k" \
	--op read >"$dir/read.hgrm"
"$p" export "$run" --as json --method rounds >"$dir/rounds.json"
"$p" table "$run" --test iops --as tsv --metric latency --method read-write \
	>"$dir/read-write.tsv"
"$p" table "$run" --test iops --metric latency --method read-write |
	grep -q "^As published: .* the reads and that of the writes"
python3 tests/second/analyze_export.py "$run" "$dir"

refused() {
	if "$@" >"$dir/out" 2>&1; then
		echo "$*: not refused"
		exit 1
	elif [ $? -ne 2 ]; then
		echo "$*: not status 2"
		exit 1
	fi
}
refused "$p" table "$run" --test none
refused "$p" table "$run" --test iops --as pdf
refused "$p" table "$run" --test iops --metric beauty
refused "$p" table "$run"
refused "$p" table "$dir/none" --test iops
refused "$p" export "$run"
refused "$p" export "$run" --as xml
refused "$p" export "$run" --as csv --table ../../x
refused "$p" table "$run" --test iops --method guess
refused "$p" export "$run" --as csv --method rounds
refused "$p" export "$run" --as hgrm
refused "$p" export "$run" --as hgrm --test iops
refused "$p" export "$run" --as hgrm --test iops --at "mix=7"
refused "$p" export "$run" --as hgrm --test iops --at "colour=red"
