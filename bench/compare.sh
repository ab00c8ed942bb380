#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A comparison of eight drives with every kind of figure: make bench-compare.
# Three simulated drives are measured in little and copied under other names.
# The time should be at most 5 s where nothing else runs; processor time
# tells how much of it is the work of the program and of gnuplot.
set -eu
B=${1:-build}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# measure DRIVE NUMBER PLAN SCALE: a run of drive NUMBER.
measure() {
	"$B/bin/plateau-collect" run --engine sim --target "$1" --plan "$3" \
		--scale "$4" --seed 1 --quiet -o "$dir/$2-$(basename "$3" .xml)"
	"$B/bin/plateau-analyze" analyze --quiet \
		"$dir/$2-$(basename "$3" .xml)" >/dev/null
}

# copy FROM TO: the runs of a drive as those of another one.
copy() {
	for run in "$dir/$1"-*; do
		to=$dir/$2-${run##*/"$1"-}
		cp -r "$run" "$to"
		sed -i "s/name=\"model\" value=\"/&Copy $2 of /
			s/name=\"serial\" value=\"/&$2-/
			s/name=\"path\" value=\"/&$2-/" "$to/run.xml"
	done
}

n=0
for drive in sata-small sas nvme; do
	n=$((n + 1))
	measure $drive $n pts-e-iops 10000
	measure $drive $n pts-e-tp 10000
	measure $drive $n truesystem-lat-sata 10000
	measure $drive $n truesystem-wsat-1200 10000
	measure $drive $n storagereview-matrix 30000
	measure $drive $n samples/plans/hir.xml 1000
done
copy 1 4; copy 2 5; copy 3 6; copy 1 7; copy 2 8

for n in 1 2 3; do
	LC_ALL=C bash -c 'TIMEFORMAT="  %R s, CPU %U s + %S s of the system"
		time "$@" >/dev/null' time "$B/bin/plateau-render" compare \
		"$dir"/*-* -o "$dir/out" --quiet
done
printf '%s figures, %s tables, %s pages\n' \
	"$(find "$dir/out/figures" -name '*.svg' | wc -l)" \
	"$(find "$dir/out/tables" -name '*.tsv' | wc -l)" \
	"$(find "$dir/out/pages" -name '*.svg' | wc -l)"
